//! Moves: legal moves, and the attacker's forcing moves.
//!
//! Generation has three stages. A *route* is a move without a decision about promotion;
//! *pseudo-legal* moves are routes with every permitted form of the piece, whatever happens to the
//! own royals; *legal* moves also leave the royals safe. For most moves the third stage costs one
//! comparison: the constraints of the position ([`constraints`]) hold the checkers, the pins and
//! the squares on which a move must end. The rest is played and tested: moves with several royals
//! on the board, captures on the way, hook movers, emperors, and captures of lions.
//!
//! Forcing moves are generated from the enemy royals outwards ([`forcing`]).
//!
//! | module | contents |
//! | --- | --- |
//! | [`lists`] | what generators do with the end of a move list |
//! | [`destinations`] | routes straight to another cell |
//! | [`multi_step`] | passes, and routes that capture on the way |
//! | [`promotion`] | forms of the piece at the end of a route |
//! | [`lion_trade`] | restrictions on capturing lions |
//! | [`constraints`] | checkers, pins and evasion squares |
//! | [`pseudo_legal`] | pseudo-legal moves |
//! | [`safety`] | does a pseudo-legal move leave the own royals safe? |
//! | [`legal`] | legal moves |
//! | [`drops`] | legal drops, nifu and uchifuzume |
//! | [`replies`] | is there any legal move? |
//! | [`standing_threats`] | several royals: attacks that a move leaves in place |
//! | [`forcing`] | forcing moves |
//! | [`tested`] | games in which every move is played and tested |

mod constraints;
mod destinations;
mod drops;
mod forcing;
mod legal;
mod lion_trade;
mod lists;
mod multi_step;
mod promotion;
mod pseudo_legal;
mod replies;
mod safety;
mod standing_threats;
mod tested;

pub(super) use replies::QuietMovers;
