//! Frontier tests: leaves are tested for a mate in one, and for the lack of a forcing move, when
//! their parent is expanded.

use super::estimate::checks_to_refute;
use super::expansion::Expander;
use super::frame::{Child, Frame};
use super::leaf_results::{mate_in_one, no_forcing_move};
use super::plies::{Plies, one_ply_less};
use super::search_result::SearchResult;
use crate::position::{Engine, FrontierResult, Move, MoveList};

impl Expander<'_> {
    /// Tests the nodes after the replies of a defender's node: the new ones, and all of them where
    /// the attacker has one move left. Skips delayed replies.
    pub(super) fn test_replies<E: Engine>(
        &self,
        engine: &mut E,
        frame: &mut Frame,
        checks: &mut MoveList,
    ) {
        let is_last_move = frame.len == 2;
        for i in 0..frame.children.len() {
            let Child { m, node, mut result, is_active, .. } = frame.children[i];
            let is_tested = result.is_unvisited() || is_last_move;
            if !is_active || result.is_settled() || !is_tested {
                continue;
            }
            // The frame alone keeps the nodes that a test settles, and the next visit tests them
            // again; the table keeps the numbers of the others.
            if let Some(dn) = frame.state.tested_replies.get(i) {
                result.raise_dn(dn);
            } else {
                frame.tested_positions += 1;
                if self.is_stop_requested(frame.tested_positions) {
                    break;
                }
                result = self.test_reply(engine, m, one_ply_less(frame.len), result, checks);
                if !result.is_settled() {
                    frame.state.tested_replies.add(i, result.dn());
                }
            }
            if is_last_move && !result.is_settled() {
                result = SearchResult::no_mate(2, node.hand, 1);
            }
            if result.is_settled() {
                frame.set_result(i, result);
                if result.is_no_mate() {
                    break;
                }
            } else {
                frame.children[i].result = result;
                frame.children[i].has_no_mate_in_one = true;
            }
        }
    }

    /// Tests the node after a reply, with `len` plies left and the open result `result`. A mate in
    /// one or the lack of a forcing move settles it. Otherwise the attacker has some forcing moves,
    /// each of which needs a refutation, and it pays to know their number before the node is
    /// expanded.
    fn test_reply<E: Engine>(
        &self,
        engine: &mut E,
        reply: Move,
        len: Plies,
        mut result: SearchResult,
        checks: &mut MoveList,
    ) -> SearchResult {
        engine.play(reply);
        match engine.test_frontier(checks) {
            FrontierResult::NoForcingMove => {
                result = no_forcing_move(engine, self.rules, self.attacker)
            }
            FrontierResult::Mate(m) => result = mate_in_one(engine, self.rules, self.attacker, m),
            FrontierResult::Undecided(checks) => {
                result.raise_dn(checks_to_refute(
                    checks,
                    engine.attack_potential(self.attacker),
                    len,
                ));
            }
        }
        engine.undo();
        result
    }
}
