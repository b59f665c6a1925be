//! The attacker's nodes with three or five plies left, of which there are more than of all others where a length is asked
//! for: what is so near to the end is sooner worked out again than kept in the table.

use super::expand::{Expander, Scratch, extend, interposable};
use super::frame::{Child, Frame};
use super::number::less;
use crate::position::{Engine, FrontierResult, Move, MoveList};

/// Positions after which [`Expander::fails_in_five`] gives up.
const MOST: u32 = 1024;

/// Checks of which it is found out at once whether they fail; replies that leave more wait, those with the fewest first.
const AT_ONCE: u32 = 3;

/// Lists that [`Expander::fails_in_five`] fills, kept for the room that they have.
#[derive(Default)]
pub struct Near {
    checks: MoveList,
    replies: MoveList,
    /// The replies that wait, with the number of checks that they leave the attacker.
    open: Vec<(u32, Move)>,
}

/// True if one of the replies to a check that has just been played holds. Most checks fail to the capture of what gives
/// them, so that the other replies need not be listed.
fn any_reply<E: Engine>(
    engine: &mut E,
    check: Move,
    replies: &mut MoveList,
    mut holds: impl FnMut(&mut E, Move) -> bool,
) -> bool {
    let captures = |reply: &&Move| reply.to() == check.to();
    let all = engine.generate_captures(check.to(), replies);
    if replies.iter().filter(captures).any(|&reply| holds(engine, reply)) {
        return true;
    }
    if !all {
        engine.generate_legal(replies);
    }
    replies.iter().filter(|reply| !captures(reply)).any(|&reply| holds(engine, reply))
}

impl Expander<'_> {
    /// True if every check of `scratch.moves` has a reply that leaves the attacker no mate in one: then there is no
    /// mate in three, and the node needs no children. False says nothing.
    pub(super) fn fails_in_three<E: Engine>(
        &self,
        engine: &mut E,
        frame: &mut Frame,
        scratch: &mut Scratch,
    ) -> bool {
        let Scratch { moves, replies, checks, .. } = scratch;
        moves.iter().all(|&check| {
            frame.tested += 1;
            engine.play(check);
            let held = any_reply(engine, check, replies, |engine, reply| {
                frame.tested += 1;
                if self.is_called_off(frame.tested) {
                    return false;
                }
                engine.play(reply);
                let mates = matches!(engine.test_frontier(checks), FrontierResult::Mate(_));
                engine.undo();
                !mates
            });
            engine.undo();
            held
        })
    }

    /// True if every check of `scratch.moves` has a reply that leaves the attacker nothing to check with, or no mate in
    /// three: then there is no mate in five. False says nothing.
    pub(super) fn fails_in_five<E: Engine>(
        &self,
        engine: &mut E,
        frame: &mut Frame,
        scratch: &mut Scratch,
    ) -> bool {
        let mut near = std::mem::take(&mut scratch.near);
        std::mem::swap(&mut near.checks, &mut scratch.moves);
        let Near { checks, replies, open } = &mut near;
        let last = frame.tested + MOST;
        let fails = checks.iter().all(|&check| {
            frame.tested += 1;
            engine.play(check);
            open.clear();
            let held = any_reply(engine, check, replies, |engine, reply| {
                self.fails_soon(engine, frame, scratch, reply, open, last)
            }) || {
                open.sort_by_key(|&(checks, _)| checks);
                open.iter().any(|&(_, reply)| {
                    frame.tested < last && {
                        engine.play(reply);
                        engine.generate_forcing(&mut scratch.moves);
                        let fails = self.fails_in_three(engine, frame, scratch);
                        engine.undo();
                        fails
                    }
                })
            };
            engine.undo();
            held
        });
        std::mem::swap(&mut near.checks, &mut scratch.moves);
        scratch.near = near;
        fails
    }

    /// True if the reply leaves the attacker nothing to check with, or [few](AT_ONCE) checks and no mate in three. If it
    /// leaves him more checks, and no mate in one, it goes to `open`. Gives up at the `last` position.
    fn fails_soon<E: Engine>(
        &self,
        engine: &mut E,
        frame: &mut Frame,
        scratch: &mut Scratch,
        reply: Move,
        open: &mut Vec<(u32, Move)>,
        last: u32,
    ) -> bool {
        // Drops on one square mostly share their fate.
        let like = |other: &(u32, Move)| other.1.dropped().is_some() && other.1.to() == reply.to();
        if frame.tested >= last || reply.dropped().is_some() && open.iter().any(like) {
            return false;
        }
        frame.tested += 1;
        if self.is_called_off(frame.tested) {
            return false;
        }
        engine.play(reply);
        let fails = match engine.test_frontier(&mut scratch.checks) {
            FrontierResult::NoForcingMove => true,
            FrontierResult::Mate(_) => false,
            FrontierResult::Undecided(checks) if checks.total <= AT_ONCE => {
                engine.generate_forcing(&mut scratch.moves);
                self.fails_in_three(engine, frame, scratch)
            }
            FrontierResult::Undecided(checks) => {
                open.push((checks.total, reply));
                false
            }
        };
        engine.undo();
        fails
    }

    /// Works out the node's checks one after the other, until one mates.
    pub(super) fn finish_checks<E: Engine>(
        &self,
        engine: &mut E,
        frame: &mut Frame,
        scratch: &mut Scratch,
    ) {
        let mut leaf = std::mem::take(&mut scratch.leaf);
        for i in 0..frame.children.len() {
            let Child { m, node, look, .. } = frame.children[i];
            if look.is_settled() {
                continue;
            }
            if self.is_called_off(frame.tested) {
                break;
            }
            (leaf.node, leaf.len, leaf.depth) = (node, less(frame.len), frame.depth + 1);
            leaf.path = extend(frame.path, m);
            engine.play(m);
            let settled = self.expand(engine, &mut leaf, scratch);
            let look = settled.unwrap_or_else(|| leaf.result(|| interposable(engine, self.rules)));
            engine.undo();
            frame.tested += 1 + leaf.tested;
            frame.set(i, look);
            if look.is_mate() {
                break;
            }
        }
        scratch.leaf = leaf;
    }
}
