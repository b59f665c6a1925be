//! Lengths of mates, and limits of length, in plies.

/// A number of plies.
pub type Plies = u16;

/// No limit of length. As the length of a disproof: no mate of any length.
pub const UNLIMITED_PLIES: Plies = u16::MAX;

/// The longest length of a proof.
pub const MAX_PLIES: Plies = UNLIMITED_PLIES - 1;

/// The limit of length after one ply.
pub fn one_ply_less(len: Plies) -> Plies {
    if len == UNLIMITED_PLIES { UNLIMITED_PLIES } else { len.saturating_sub(1) }
}

/// The length of a disproof one ply higher in the tree.
pub fn one_ply_more(len: Plies) -> Plies {
    if len >= MAX_PLIES { len } else { len + 1 }
}
