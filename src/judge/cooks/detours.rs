//! Detours (迂回手順): longer ways that only come back to a main line.
//!
//! A second solution is a detour if it has no mate that avoids all main-line positions. The search
//! bars the attacker from those positions (same board, at least as much in hand); if no mate is
//! left, the move is a detour. More in hand is then no better for the attacker, so hands do not
//! dominate each other in this search, and it has a table of its own.

use super::{CookSearch, SecondSolution};
use crate::judge::conventions::convention::Convention;
use crate::judge::conventions::restricted_engine::{RestrictedEngine, Restriction};
use crate::judge::mate_oracle::{MateAnswer, MateOracle};
use crate::judge::tolerance::Tolerance;
use crate::position::{BoardKey, Engine, Hand};
use crate::rules::Rules;
use crate::search::JudgeQuestion;
use crate::search::transposition_table::TranspositionTable;
use std::collections::HashMap;
use std::sync::Arc;

/// Share of the remaining budget for this search.
const DETOUR_BUDGET_SHARE: f64 = 0.4;
impl<E: Engine + Sync, C: Convention<E>> CookSearch<'_, '_, E, C> {
    /// Marks the second solutions that are detours. If main lines are missing from the graph, a
    /// mate that avoids the known ones may still come back to a missing one: such a move stays
    /// unsettled.
    pub(super) fn separate_detours(&self, mating: &mut [SecondSolution]) {
        self.oracle.budget.begin_stage(DETOUR_BUDGET_SHARE, JudgeQuestion::Detours);
        let unsure = self.tolerates(Tolerance::Detour) && !self.graph().complete;
        let detours = self.find_detours(mating);
        for (solution, detour) in mating.iter_mut().zip(detours) {
            match detour {
                MateAnswer::No => solution.tolerance.push(Tolerance::Detour),
                MateAnswer::Mate(_) => solution.is_unsettled = unsure,
                MateAnswer::Unknown => solution.is_unsettled = true,
            }
        }
    }

    /// For each second solution that is longer than the main line: is there a mate that never comes
    /// back to a main line, that is to its board with no less in hand? `No` means detour. Every
    /// reply counts here.
    fn find_detours(&self, second_solutions: &[SecondSolution]) -> Vec<MateAnswer> {
        if second_solutions.is_empty() || !self.tolerates(Tolerance::Detour) {
            return vec![MateAnswer::Mate(0); second_solutions.len()];
        }
        let restriction = Restriction::BarredPositions(Arc::new(self.main_line_positions()));
        let rules = Arc::new(Rules { hands_dominate: false, ..Rules::clone(self.oracle.rules) });
        let attacker = self.oracle.attacker;
        let wrap = |engine: E| RestrictedEngine::wrap(engine, attacker, restriction.clone());
        let table = TranspositionTable::new(self.config.detour_table_bytes);
        let (graph, root, longer) = (self.graph(), &self.oracle.root, self.config.cook_margin);
        let oracle = MateOracle {
            rules: &rules,
            attacker,
            root: wrap(root.clone()),
            table: &table,
            budget: self.oracle.budget,
            memory_bytes: self.oracle.memory_bytes,
            assisted: None,
        };
        // Most often there is such a mate within the length of the mate that was found.
        let soon = |solution: &SecondSolution| {
            (wrap(solution.after(graph, root)), solution.plies_all_replies)
        };
        let horizon = |solution: &SecondSolution| {
            solution.horizon(graph, longer).max(solution.plies_all_replies)
        };
        let late =
            |solution: &&SecondSolution| (wrap(solution.after(graph, root)), horizon(solution));
        let mut answers = oracle.decide_with_effort(second_solutions, u64::MAX, soon);
        let failed = |answer: &MateAnswer| !matches!(answer, MateAnswer::Mate(_));
        let rest: Vec<usize> = (0..answers.len()).filter(|&i| failed(&answers[i])).collect();
        let others: Vec<&SecondSolution> = rest.iter().map(|&i| &second_solutions[i]).collect();
        let later = oracle.decide_with_effort(&others, u64::MAX, late);
        rest.into_iter().zip(later).for_each(|(i, answer)| answers[i] = answer);
        answers
    }

    /// The boards of main lines with the attacker to move, and his hands there.
    fn main_line_positions(&self) -> HashMap<BoardKey, Vec<Hand>> {
        let mut positions: HashMap<BoardKey, Vec<Hand>> = HashMap::new();
        for &node in self.findings.known_moves.keys() {
            let engine = self.graph().engine_at(&self.oracle.root, node);
            positions.entry(engine.key()).or_default().push(engine.hand(self.oracle.attacker));
        }
        positions
    }
}
