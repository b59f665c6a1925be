//! Operations on the end of a move list, the part that a generator has just appended.

use crate::position::{Move, MoveList};

/// Keeps those moves from `start` on for which `keep` is true, in their order.
#[inline]
pub fn retain_from(list: &mut MoveList, start: usize, mut keep: impl FnMut(Move) -> bool) {
    let mut kept = start;
    for i in start..list.len() {
        let m = list[i];
        if keep(m) {
            list[kept] = m;
            kept += 1;
        }
    }
    list.truncate(kept);
}

/// Sorts the moves from `start` on and removes repetitions.
pub fn sort_and_dedup_from(list: &mut MoveList, start: usize) {
    list[start..].sort_unstable();
    let mut last = None;
    retain_from(list, start, |m| last.replace(m) != Some(m));
}
