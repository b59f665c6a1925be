//! Record of a move played.

use super::layout::Content;
use crate::position::{Hand, Move};
use crate::rules::Square;

/// Everything that a move destroys and undoing it restores.
#[derive(Clone, Copy, Debug)]
pub struct MailboxUndo {
    pub m: Move,
    pub key: u64,
    /// The mover's hand before the move.
    pub hand: Hand,
    pub counter_strike: Option<Square>,
    pub mover: Content,
    /// Number of pieces burned, the last ones of the board's list.
    pub burned: u8,
    /// Captured on the two squares on the way and on the final square.
    pub victims: [Content; 3],
}
