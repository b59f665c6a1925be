//! The tolerances that cover a second solution.

use super::{CookSearch, move_order};
use crate::judge::conventions::convention::Convention;
use crate::judge::finding::Finding;
use crate::judge::tolerance::{self, Tolerance};
use crate::position::{Engine, Move, MoveList};

impl<E: Engine + Sync, C: Convention<E>> CookSearch<'_, '_, E, C> {
    /// The tolerances that cover a mate by this move at any length; empty if there are none.
    pub(super) fn tolerance_in_any_case(&self, node: usize, m: Move) -> Vec<Tolerance> {
        let graph = self.graph();
        if graph.nodes[node].remaining == 1
            && graph.nodes[0].remaining > 1
            && self.tolerates(Tolerance::LastMove)
        {
            return vec![Tolerance::LastMove];
        }
        if m.dropped().is_none() || !self.tolerates(Tolerance::DropDistance) {
            return Vec::new();
        }
        let (rules, known) = (self.oracle.rules, self.findings.known_moves[&node]);
        let engine = graph.engine_at(&self.oracle.root, node);
        let mut royals = Vec::new();
        engine.royals(self.oracle.attacker.other(), &mut royals);
        let differs = |m| tolerance::differ_in_distance(rules.board, &royals, known, m);
        let image = tolerance::mirror(rules.board, m);
        let tolerances = if differs(m) {
            vec![Tolerance::DropDistance]
        } else if self.tolerates(Tolerance::Mirror)
            && differs(image)
            && tolerance::is_symmetrical(rules, &engine.position())
        {
            vec![Tolerance::DropDistance, Tolerance::Mirror]
        } else {
            return Vec::new();
        };
        let is_contact =
            |m: Move| royals.iter().any(|&royal| rules.board.distance(royal, m.to()) == 1);
        let is_other_mate = is_contact(known) != is_contact(m)
            && [known, m].into_iter().any(|drop| self.is_taken(node, &engine, drop));
        if is_other_mate { Vec::new() } else { tolerances }
    }

    /// True if a longest defence captures this drop. For a drop that does not keep the length, true
    /// if any defence can.
    fn is_taken(&self, node: usize, engine: &E, drop: Move) -> bool {
        let graph = self.graph();
        let child = graph.nodes[node].moves.iter().find(|(m, _)| *m == drop);
        match child.and_then(|(_, child)| *child) {
            Some(child) => graph.best_moves(child).any(|(reply, _)| reply.to() == drop.to()),
            None => {
                let mut engine = engine.clone();
                engine.play(drop);
                let mut replies = MoveList::new();
                engine.generate_legal(&mut replies);
                replies.iter().any(|reply| reply.to() == drop.to())
            }
        }
    }

    pub(super) fn tolerates(&self, kind: Tolerance) -> bool {
        self.config.tolerate.contains(&kind)
    }

    /// The tolerances that cover a second solution as short as the known move, and whether that is
    /// unsettled.
    pub(super) fn tolerate_equal(
        &self,
        node: usize,
        known: Move,
        m: Move,
    ) -> (Vec<Tolerance>, bool) {
        let tolerated = self.tolerance_in_any_case(node, m);
        if !tolerated.is_empty() {
            return (tolerated, false);
        }
        let mut open = false;
        let engine = self.graph().engine_at(&self.oracle.root, node);
        match self.differs_in_promotion(node, &engine, known, m) {
            Finding::Yes => return (vec![Tolerance::Promotion], false),
            Finding::No => {}
            Finding::Unknown => open = true,
        }
        let rules = self.oracle.rules;
        if self.tolerates(Tolerance::Mirror) && tolerance::is_symmetrical(rules, &engine.position())
        {
            let image = tolerance::mirror(rules.board, m);
            if image == known {
                return (vec![Tolerance::Mirror], false);
            }
            match self.differs_in_promotion(node, &engine, known, image) {
                Finding::Yes => return (vec![Tolerance::Promotion, Tolerance::Mirror], false),
                Finding::No => {}
                Finding::Unknown => open = true,
            }
        }
        match self.differs_in_square(node, &engine, known, m) {
            Finding::Yes => return (vec![Tolerance::Square], false),
            Finding::No => {}
            Finding::Unknown => open = true,
        }
        match self.differs_in_order(node, known, m) {
            Finding::Yes => (vec![Tolerance::MoveOrder], false),
            Finding::No => (Vec::new(), open),
            Finding::Unknown => (Vec::new(), true),
        }
    }

    /// Whether the move differs from the known one only by promotion, with the same continuation.
    fn differs_in_promotion(&self, node: usize, engine: &E, known: Move, m: Move) -> Finding {
        let pair = m.from().is_some() && m == known.with_change(!known.changes());
        if !(pair && self.tolerates(Tolerance::Promotion)) {
            return Finding::No;
        }
        self.has_same_continuation(node, engine, known, m)
    }

    /// Whether the same piece goes to another square, takes nothing, and one main line continues by
    /// the same moves.
    fn differs_in_square(&self, node: usize, engine: &E, known: Move, m: Move) -> Finding {
        let goes_on = self.graph().nodes[node].remaining > 1;
        let pair = goes_on && tolerance::differ_in_square(known, m);
        if !(pair && self.tolerates(Tolerance::Square)) {
            return Finding::No;
        }
        let position = engine.position();
        if [known, m].iter().any(|m| m.dropped().is_none() && position.at(m.to()).is_some()) {
            return Finding::No;
        }
        self.has_same_continuation(node, engine, known, m)
    }

    /// Whether the move leads back to the lines of the known one.
    fn differs_in_order(&self, node: usize, known: Move, m: Move) -> Finding {
        if !self.tolerates(Tolerance::MoveOrder) {
            return Finding::No;
        }
        let graph = self.graph();
        match (graph.best_child(node, known), graph.best_child(node, m)) {
            _ if !graph.complete => Finding::Unknown,
            (Some(known), Some(other)) => move_order::comes_back(graph, known, other).into(),
            _ => Finding::No,
        }
    }

    fn has_same_continuation(&self, node: usize, engine: &E, known: Move, m: Move) -> Finding {
        let graph = self.graph();
        if !graph.complete {
            return Finding::Unknown;
        }
        let Some(child) = graph.best_child(node, known) else { return Finding::No };
        let mut engine = engine.clone();
        engine.play(m);
        tolerance::has_same_continuation(self.convention, graph, child, (known, m), &mut engine)
    }
}
