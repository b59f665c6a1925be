//! Attacks: questions about a [`PaddedBoard`](super::board::PaddedBoard). None of them lists a
//! move, but for the question what a piece could burn.
//!
//! Most questions are asked from the attacked cell outwards. Along each of the eight lines the next
//! piece is one lookup away, and for jumps there is a short list of offsets from which a jumper
//! could attack. The cost therefore depends on the lines through the target and not on the number
//! of pieces, which is decisive in a game with 192 of them. Three kinds of pieces need more:
//!
//! - Hook movers turn a corner. Two cells that a rook's or bishop's path with one turn can join are
//!   joined through at most two corners, which a formula gives ([`hook_moves`]).
//! - Emperors go anywhere that is not guarded. Whether one attacks depends on what guards the cell
//!   against it, other emperors included ([`emperors`], [`emperor_exchange`]).
//! - Lions and their kin capture several pieces in one move, which matters where a side has several
//!   royals ([`multi_capture`]).
//!
//! | module | question |
//! | --- | --- |
//! | [`direct`] | who attacks along a line or by a jump? |
//! | [`attacked_squares`] | which squares does a side attack? |
//! | [`hook_moves`] | which squares does a hook mover reach by a turn? |
//! | [`hook_paths`] | which path of a hook mover to a royal is open or blocked? |
//! | [`emperors`] | is an emperor safe on a square? |
//! | [`emperor_exchange`] | who captures last where emperors capture in turn? |
//! | [`emperor_guards`] | which pieces keep an emperor from capturing a royal? |
//! | [`multi_capture`] | can one move capture all royals? |
//! | [`rare_attacks`] | who attacks by a rare move? |
//! | [`burning`] | what could a piece burn by its next move? |
//! | [`attacked`] | is a cell, or a side's king, attacked by any means? |
//! | [`check_info`] | from where is a royal attacked, and what blocks the attack? |

mod attacked;
mod attacked_squares;
mod burning;
mod check_info;
mod direct;
mod emperor_exchange;
mod emperor_guards;
mod emperors;
mod hook_moves;
mod hook_paths;
mod multi_capture;
mod rare_attacks;

pub(super) use check_info::CheckInfo;
pub(super) use emperor_exchange::EnemyEmperors;
pub(super) use emperor_guards::EmperorGuards;
pub(super) use hook_moves::HookCheckSquares;
pub(super) use hook_paths::HookPath;
