//! Fast move generators behind the one contract, [`Engine`](crate::position::Engine).
//!
//! [`mailbox`] plays every game from tables made of its [`Rules`](crate::rules::Rules); [`bitboard`] knows
//! standard shogi by heart.

pub mod bitboard;
pub mod mailbox;

pub use bitboard::BitboardEngine;
pub use mailbox::MailboxEngine;
