//! Fast move generators behind the one contract, [`Engine`](crate::position::Engine).
//!
//! [`mailbox`] plays every game from tables made of its [`Rules`](crate::rules::Rules), [`bitboard`]
//! standard shogi alone.

pub mod bitboard;
pub mod mailbox;

pub use mailbox::Mailbox;
