//! Where jumpers have to stand to attack a cell: of all that a game has, those that can come up from a position.

use super::tables::{EMPTY, Probe, Tables};
use std::sync::Arc;

/// Of each side, in the order of [`Tables::probes`].
pub(super) type Probes = Arc<[Vec<Probe>; 2]>;

impl Tables {
    /// The probes for pieces on the board and what they can turn into: by promotion, by contagion, in another's hand.
    pub(super) fn probes_for(&self, board: impl Iterator<Item = u8>) -> Probes {
        let hands = self.lanes.iter().flatten().map(|&(piece, _)| piece);
        let mut found = [0; 4];
        let mut rest: Vec<u8> = board.chain(hands).collect();
        while let Some(piece) = rest.pop() {
            let (of, bit) = (usize::from(piece), 1 << (piece & 63));
            if piece != EMPTY && found[of >> 6] & bit == 0 {
                found[of >> 6] |= bit;
                rest.extend([self.promotes[of], self.contagious[of]]);
            }
        }
        let of = |probes: &[Probe]| {
            probes.iter().filter(|probe| probe.has_any(&found)).copied().collect()
        };
        Arc::new([of(&self.probes[0]), of(&self.probes[1])])
    }
}
