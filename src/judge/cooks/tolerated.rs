//! The tolerances that cover a second solution.

use super::CookSearch;
use crate::judge::conventions::convention::Convention;
use crate::judge::finding::Finding;
use crate::judge::tolerance::{self, Tolerance};
use crate::position::{Engine, Move};

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
        if differs(m) {
            vec![Tolerance::DropDistance]
        } else if self.tolerates(Tolerance::Mirror)
            && tolerance::is_symmetrical(rules, &engine.position())
            && differs(tolerance::mirror(rules.board, m))
        {
            vec![Tolerance::DropDistance, Tolerance::Mirror]
        } else {
            Vec::new()
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
        (Vec::new(), open)
    }

    /// Whether the move differs from the known one only by promotion, with the same continuation.
    fn differs_in_promotion(&self, node: usize, engine: &E, known: Move, m: Move) -> Finding {
        let graph = self.graph();
        let pair = m.from().is_some() && m == known.with_change(!known.changes());
        if !(pair && self.tolerates(Tolerance::Promotion)) {
            return Finding::No;
        }
        if !graph.complete {
            return Finding::Unknown;
        }
        let mut best = graph.best_moves(node);
        let Some((_, child)) = best.find(|(best, _)| *best == known) else { return Finding::No };
        let mut engine = engine.clone();
        engine.play(m);
        tolerance::has_same_continuation(self.convention, graph, child, &mut engine)
    }
}
