//! Fast move generators behind the one contract, [`Engine`](crate::position::Engine).
//!
//! [`mailbox`] plays every game from tables made of its [`Rules`](crate::rules::Rules).

pub mod mailbox;

pub use mailbox::Mailbox;
