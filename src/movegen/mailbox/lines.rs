//! Which cells are occupied, line by line: one look finds the next piece in each direction, however far away.

use crate::rules::Board;

/// A bit for each cell of each line that is not empty, walls too. Lines run as the first four directions do: from
/// the last rank forward, and from the last file to the right. A cell's bit is its rank on a file, else its
/// file, each plus one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lines([[u32; 64]; 4]);

/// A cell's line of each kind, and its bit there. The walls next to the board have files and ranks too: one less
/// than the first, one more than the last.
fn places(file: i32, rank: i32) -> [(usize, u32); 4] {
    let (file, rank) = ((file + 1) as usize, (rank + 1) as usize);
    let (across, along) = (file as u32, rank as u32);
    [(file, along), (32 + rank - file, across), (rank, across), (rank + file, across)]
}

/// The number of a cell's line of each kind: below 64 for each.
pub(super) fn lines_of(file: u8, rank: u8) -> [usize; 4] {
    places(file.into(), rank.into()).map(|(line, _)| line & 63)
}

impl Lines {
    /// Of an empty board, the walls next to it alone.
    pub(super) fn new(board: Board) -> Lines {
        let mut lines = Lines([[0; 64]; 4]);
        for file in -1..=i32::from(board.files) {
            for rank in -1..=i32::from(board.ranks) {
                if board.square(file, rank).is_none() {
                    lines.flip_at(file, rank);
                }
            }
        }
        lines
    }

    /// Fills or empties a cell of the board.
    pub(super) fn flip(&mut self, file: u8, rank: u8) {
        self.flip_at(file.into(), rank.into());
    }

    fn flip_at(&mut self, file: i32, rank: i32) {
        for (lines, (line, bit)) in self.0.iter_mut().zip(places(file, rank)) {
            lines[line & 63] ^= 1 << (bit & 31);
        }
    }

    /// Which files of a rank are not empty, a bit for each, its number plus one; walls too.
    pub(super) fn rank(&self, rank: usize) -> u32 {
        self.0[2][(rank + 1) & 63]
    }

    /// How far the next piece or wall is in each direction from a cell of the board.
    pub(super) fn stops(&self, file: u8, rank: u8) -> [u8; 8] {
        let mut stops = [0; 8];
        for (kind, (line, bit)) in places(file.into(), rank.into()).into_iter().enumerate() {
            let line = self.0[kind][line & 63];
            stops[kind] = before(line, bit);
            stops[kind + 4] = behind(line, bit);
        }
        stops
    }

    /// How far the next piece or wall is in one direction.
    pub(super) fn stop(&self, file: u8, rank: u8, dir: u8) -> u8 {
        let kind = usize::from(dir & 3);
        let (line, bit) = places(file.into(), rank.into())[kind];
        let line = self.0[kind][line & 63];
        if dir < 4 { before(line, bit) } else { behind(line, bit) }
    }
}

// There is a wall at either end: the bit beyond it is never looked at, and spares the test for no bit at all.

fn before(line: u32, bit: u32) -> u8 {
    (line << (31 - (bit & 31)) << 1 | 1).leading_zeros() as u8 + 1
}

fn behind(line: u32, bit: u32) -> u8 {
    (line >> (bit & 31) >> 1 | 1 << 31).trailing_zeros() as u8 + 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::splitmix64::nth;
    use crate::rules::Dir;
    use crate::rules::Side;

    #[test]
    fn a_stop_is_what_one_finds_cell_by_cell() {
        for (files, ranks) in [(9, 9), (5, 5), (12, 12), (19, 19), (25, 25), (3, 25)] {
            let board = Board { files, ranks };
            let (files, ranks) = (i32::from(files), i32::from(ranks));
            let on = |f: i32, r: i32| (0..files).contains(&f) && (0..ranks).contains(&r);
            let mut lines = Lines::new(board);
            let mut full = vec![false; (files * ranks) as usize];
            for round in 0..40 {
                let place = (nth(round, files as u64) % full.len() as u64) as usize;
                full[place] = !full[place];
                lines.flip((place as i32 % files) as u8, (place as i32 / files) as u8);
                for place in 0..full.len() as i32 {
                    let (file, rank) = (place % files, place / files);
                    let slow = Dir::ALL.map(|dir| {
                        let (df, dr) = dir.delta(Side::Black);
                        let stands = |n: &i32| {
                            let (f, r) = (file + n * df, rank + n * dr);
                            !on(f, r) || full[(r * files + f) as usize]
                        };
                        (1..).find(stands).map_or(0, |n| n as u8)
                    });
                    assert_eq!(lines.stops(file as u8, rank as u8), slow, "{file} {rank}");
                    for (dir, stop) in slow.into_iter().enumerate() {
                        assert_eq!(lines.stop(file as u8, rank as u8, dir as u8), stop);
                    }
                }
            }
        }
    }
}
