//! Certificates, and the checker that accepts or rejects them.
//!
//! A [certificate](certificate) is data: a graph of attacker positions, each with the move to play or
//! the way in which the defense holds. The [`checker`] replays it with the [referee](crate::referee),
//! which plays straight from the rules. Neither the search nor a move generator takes part, so this layer
//! stands below both: a fault in them cannot make the checker accept a wrong verdict.
//!
//! `CERTIFICATES.md` in this folder describes the [text form](text_format) for programs outside.

pub mod certificate;
pub mod checker;
mod game;
mod node_index;
pub mod text_format;
