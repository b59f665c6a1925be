//! The attacker's nodes with three plies left, of which there are more than of all others where a length is asked for:
//! what is so near to the end is sooner worked out again than kept in the table.

use super::expand::{Expander, Scratch, extend, interposable};
use super::frame::{Child, Frame};
use super::number::less;
use crate::position::{Engine, Frontier, Move};

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
            engine.legal(replies);
            // Most checks fail to the capture of what gives them.
            let captures = |reply: &&Move| reply.to() == check.to();
            let others = replies.iter().filter(|reply| !captures(reply));
            let held = replies.iter().filter(captures).chain(others).any(|&reply| {
                frame.tested += 1;
                engine.play(reply);
                let mates = matches!(engine.frontier(checks), Frontier::Mate(_));
                engine.undo();
                !mates
            });
            engine.undo();
            held
        })
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
