//! Frontier search: attacker's nodes with three or five plies left, searched at fixed depth without
//! the table (Kaneko et al. 2010).
//!
//! Under a limit of length there are more of these nodes than of all others, and to search one
//! again costs less than to keep it in the table.

use super::expansion::Expander;
use super::expansion_buffers::{ExpansionBuffers, MateInFiveBuffers};
use super::frame::{Child, Frame};
use super::leaf_results::interposable;
use super::plies::one_ply_less;
use super::repetition_table::extend_path_hash;
use crate::position::{Engine, FrontierResult, Move, MoveList};

/// Positions after which the search for a mate in five gives up.
const MAX_MATE_IN_FIVE_POSITIONS: u32 = 1024;

/// A reply that leaves the attacker at most this many checks is searched at once. Replies that
/// leave more wait, and those that leave the fewest come first.
const MAX_IMMEDIATE_CHECKS: u32 = 3;

/// True if one of the replies to the check that has just been played refutes it. Most checks fail
/// to the capture of the checking piece, so the search generates captures first and often needs no
/// other reply.
fn has_refuting_reply<E: Engine>(
    engine: &mut E,
    check: Move,
    replies: &mut MoveList,
    mut refutes: impl FnMut(&mut E, Move) -> bool,
) -> bool {
    let captures = |reply: &&Move| reply.to() == check.to();
    let has_all_replies = engine.generate_captures(check.to(), replies);
    if replies.iter().filter(captures).any(|&reply| refutes(engine, reply)) {
        return true;
    }
    if !has_all_replies {
        engine.generate_legal(replies);
    }
    replies.iter().filter(|reply| !captures(reply)).any(|&reply| refutes(engine, reply))
}

impl Expander<'_> {
    /// True if every check of `buffers.moves` has a reply that leaves the attacker no mate in one.
    /// Then there is no mate in three, and the node needs no children. False proves nothing.
    pub(super) fn has_no_mate_in_three<E: Engine>(
        &self,
        engine: &mut E,
        frame: &mut Frame,
        buffers: &mut ExpansionBuffers,
    ) -> bool {
        let ExpansionBuffers { moves, replies, checks, .. } = buffers;
        moves.iter().all(|&check| {
            frame.tested_positions += 1;
            engine.play(check);
            let is_refuted = has_refuting_reply(engine, check, replies, |engine, reply| {
                frame.tested_positions += 1;
                if self.is_stop_requested(frame.tested_positions) {
                    return false;
                }
                engine.play(reply);
                let mates = matches!(engine.test_frontier(checks), FrontierResult::Mate(_));
                engine.undo();
                !mates
            });
            engine.undo();
            is_refuted
        })
    }

    /// True if every check of `buffers.moves` has a reply that leaves the attacker no forcing move,
    /// or no mate in three. Then there is no mate in five. False proves nothing.
    pub(super) fn has_no_mate_in_five<E: Engine>(
        &self,
        engine: &mut E,
        frame: &mut Frame,
        buffers: &mut ExpansionBuffers,
    ) -> bool {
        let mut own_buffers = std::mem::take(&mut buffers.mate_in_five);
        std::mem::swap(&mut own_buffers.checks, &mut buffers.moves);
        let MateInFiveBuffers { checks, replies, open_replies } = &mut own_buffers;
        let last = frame.tested_positions + MAX_MATE_IN_FIVE_POSITIONS;
        let is_refuted = checks.iter().all(|&check| {
            frame.tested_positions += 1;
            engine.play(check);
            open_replies.clear();
            let is_check_refuted = has_refuting_reply(engine, check, replies, |engine, reply| {
                self.refutes_at_once(engine, frame, buffers, reply, open_replies, last)
            }) || {
                open_replies.sort_by_key(|&(checks, _)| checks);
                open_replies.iter().any(|&(_, reply)| {
                    frame.tested_positions < last && {
                        engine.play(reply);
                        engine.generate_forcing(&mut buffers.moves);
                        let refutes = self.has_no_mate_in_three(engine, frame, buffers);
                        engine.undo();
                        refutes
                    }
                })
            };
            engine.undo();
            is_check_refuted
        });
        std::mem::swap(&mut own_buffers.checks, &mut buffers.moves);
        buffers.mate_in_five = own_buffers;
        is_refuted
    }

    /// True if the reply leaves the attacker no forcing move, or [few](MAX_IMMEDIATE_CHECKS) checks
    /// and no mate in three. A reply that leaves more checks, and no mate in one, goes to
    /// `open_replies`. Gives up at the `last` position.
    fn refutes_at_once<E: Engine>(
        &self,
        engine: &mut E,
        frame: &mut Frame,
        buffers: &mut ExpansionBuffers,
        reply: Move,
        open_replies: &mut Vec<(u32, Move)>,
        last: u32,
    ) -> bool {
        // Drops on one square mostly have the same result.
        let is_similar =
            |other: &(u32, Move)| other.1.dropped().is_some() && other.1.to() == reply.to();
        if frame.tested_positions >= last
            || reply.dropped().is_some() && open_replies.iter().any(is_similar)
        {
            return false;
        }
        frame.tested_positions += 1;
        if self.is_stop_requested(frame.tested_positions) {
            return false;
        }
        engine.play(reply);
        let refutes = match engine.test_frontier(&mut buffers.checks) {
            FrontierResult::NoForcingMove => true,
            FrontierResult::Mate(_) => false,
            FrontierResult::Undecided(checks) if checks.total <= MAX_IMMEDIATE_CHECKS => {
                engine.generate_forcing(&mut buffers.moves);
                self.has_no_mate_in_three(engine, frame, buffers)
            }
            FrontierResult::Undecided(checks) => {
                open_replies.push((checks.total, reply));
                false
            }
        };
        engine.undo();
        refutes
    }

    /// Settles the node's checks one after the other, until one mates.
    pub(super) fn settle_checks<E: Engine>(
        &self,
        engine: &mut E,
        frame: &mut Frame,
        buffers: &mut ExpansionBuffers,
    ) {
        let mut leaf = std::mem::take(&mut buffers.leaf);
        for i in 0..frame.children.len() {
            let Child { m, node, result, .. } = frame.children[i];
            if result.is_settled() {
                continue;
            }
            if self.is_stop_requested(frame.tested_positions) {
                break;
            }
            (leaf.node, leaf.len, leaf.depth) = (node, one_ply_less(frame.len), frame.depth + 1);
            leaf.path_hash = extend_path_hash(frame.path_hash, m);
            engine.play(m);
            let settled = self.expand(engine, &mut leaf, buffers);
            let result =
                settled.unwrap_or_else(|| leaf.result(|| interposable(engine, self.rules)));
            engine.undo();
            frame.tested_positions += 1 + leaf.tested_positions;
            frame.set_result(i, result);
            if result.is_mate() {
                break;
            }
        }
        buffers.leaf = leaf;
    }
}
