//! Where jumpers have to stand to attack a cell: of all that a game has, those that can come up from a position.

use super::Mailbox;
use super::tables::{EMPTY, Probe, Tables};
use std::sync::Arc;

/// Of each side, in the order of [`Tables::probes`].
pub(super) type Probes = Arc<[Vec<Probe>; 2]>;

impl Tables {
    /// The probes for pieces on the board and what they can turn into: by promotion, by contagion, in another's hand.
    pub(super) fn probes_for(&self, board: impl Iterator<Item = u8>) -> Probes {
        let hands = self.lanes.iter().flatten().map(|&(piece, _)| piece);
        let mut found = [false; 256];
        let mut rest: Vec<u8> = board.chain(hands).collect();
        while let Some(piece) = rest.pop() {
            if piece != EMPTY && !std::mem::replace(&mut found[usize::from(piece)], true) {
                let of = usize::from(piece);
                rest.extend([self.promotes[of], self.contagious[of]]);
            }
        }
        let comes_up =
            |probe: &&Probe| (1..=u8::MAX).any(|p| found[usize::from(p)] && probe.has(p));
        let of = |probes: &Vec<Probe>| probes.iter().filter(comes_up).copied().collect();
        Arc::new([of(&self.probes[0]), of(&self.probes[1])])
    }
}

impl Mailbox {
    /// Where jumpers of a side would have to stand to attack a cell.
    pub(super) fn probes(&self, side: usize) -> &[Probe] {
        &self.probes[side]
    }
}
