//! Division of the judge's memory.

/// Parts into which the memory is divided.
const PARTS: usize = 16;

/// Bytes of each part of the judge's memory.
///
/// A full table replaces the entries of least effort, and the search continues. A full graph ends
/// its question. So graphs have five parts of 16. Measured on zukou-055 with `solve --count
/// composers --hash 256MiB`, whose table was half empty: the length stopped after 41.0 M nodes with
/// half of this memory for graphs, and after 53.6 M with all of it. It takes 54.6 M with enough.
#[derive(Clone, Copy, Debug)]
pub(super) struct MemoryShares {
    /// Table of the search in which every reply counts.
    pub plain_table: usize,
    /// Table of the search without [futile drops][a].
    ///
    /// [a]: crate::judge::conventions::restricted_engine::Restriction::NoFutileDrops
    pub immediate_table: usize,
    /// Table of the search without drops.
    pub no_drops_table: usize,
    /// Table of the search for mates that avoid the main lines.
    pub detour_table: usize,
    /// The graph of optimal play.
    pub optimal_play: usize,
    /// Graphs and answers of the composers' count.
    pub composers: usize,
    /// Working memory of all threads together.
    pub threads: usize,
}

impl MemoryShares {
    /// The shares of `bytes` bytes.
    pub fn of(bytes: usize) -> MemoryShares {
        let part = bytes / PARTS;
        MemoryShares {
            plain_table: 6 * part,
            immediate_table: part,
            no_drops_table: 2 * part,
            detour_table: part,
            optimal_play: 2 * part,
            composers: 3 * part,
            threads: part,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_the_whole() {
        let shares = MemoryShares::of(32 << 20);
        let MemoryShares {
            plain_table,
            immediate_table,
            no_drops_table,
            detour_table,
            optimal_play,
            composers,
            threads,
        } = shares;
        let tables = plain_table + immediate_table + no_drops_table + detour_table;
        assert_eq!(tables + optimal_play + composers + threads, 32 << 20);
    }
}
