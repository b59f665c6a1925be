//! Mate in one: the first forcing move without a legal reply.
//!
//! In the large games a side can have hundreds of checks, nearly all of which fail for the same few
//! reasons. Tests of the current position refute most of them without playing them; what they do
//! not refute is played and searched for a legal move. A test may only err towards playing a move:
//! it answers true only if there is certainly a reply.
//!
//! | module | reply that certainly exists |
//! | --- | --- |
//! | [`quiet_replies`] | a quiet move of a side with several royals that the check does not touch |
//! | [`hook_mover_captures`] | capture of a hook mover that gives check |
//! | [`flight_squares`] | step of the royal to a square that the check does not attack |
//! | [`killer_replies`] | a reply that refuted one of the last checks |
//!
//! [`find_mate`] combines them.

mod find_mate;
mod flight_squares;
mod hook_mover_captures;
mod killer_replies;
mod quiet_replies;
