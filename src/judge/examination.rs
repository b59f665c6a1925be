//! What is to be done by one way of counting lengths, whichever that is.

use crate::judge::budget::Budget;
use crate::judge::conventions::convention::Convention;
use crate::judge::cooks::{CookFindings, CookSearchConfig, find_cooks};
use crate::judge::mate_oracle::{MateLength, MateOracle};
use crate::judge::report::SideDual;
use crate::judge::solution_tree::SolutionTree;
use crate::judge::solution_writer;
use crate::judge::{duals, optimal_play};
use crate::position::{Engine, Move};
use crate::search::plies::Plies;

/// What writing the solution down may spend of what is left.
const SOLUTION_BUDGET_SHARE: f64 = 0.5;
/// What side duals may spend of what is left.
const SIDE_DUAL_BUDGET_SHARE: f64 = 0.5;

/// Something to be done with a way of counting lengths.
pub trait ConventionTask<E: Engine + Sync, T> {
    /// Does it, from the oracle's root.
    fn run<C: Convention<E>>(self, plain: &MateOracle<'_, E>, convention: &C) -> T;
}

/// An examination, with side duals if they are wanted.
pub struct ExaminationTask<'a> {
    /// Length with every interposition counted.
    pub raw: Plies,
    pub config: CookSearchConfig<'a>,
    pub budget: &'a Budget<'a>,
    pub side_duals: bool,
    /// Levels of variations to be written down.
    pub variation_levels: u16,
}

/// What is asked for besides class and flaws.
#[derive(Default)]
pub struct ExaminationExtras {
    pub side_duals: Vec<SideDual>,
    pub solution: Option<SolutionTree>,
}

impl<E: Engine + Sync> ConventionTask<E, (CookFindings, ExaminationExtras)>
    for ExaminationTask<'_>
{
    fn run<C: Convention<E>>(
        self,
        plain: &MateOracle<'_, E>,
        convention: &C,
    ) -> (CookFindings, ExaminationExtras) {
        let length = if C::PLAIN {
            MateLength::Exact(self.raw)
        } else {
            convention.find_shortest(&plain.root, self.raw, 0)
        };
        let findings = find_cooks(plain, convention, length, &self.config);
        let mut extras = ExaminationExtras::default();
        let Some(tree) = &findings.tree else { return (findings, extras) };
        if self.variation_levels > 0
            && let Some(line) = tree.main_line(self.config.solution)
        {
            self.budget.begin_stage(SOLUTION_BUDGET_SHARE, "writing the solution down");
            extras.solution = Some(solution_writer::write_solution(
                plain,
                convention,
                tree,
                &line,
                self.variation_levels,
            ));
        }
        if self.side_duals {
            self.budget.begin_stage(SIDE_DUAL_BUDGET_SHARE, "looking for side duals");
            extras.side_duals = duals::side_duals(plain, convention, tree);
        }
        (findings, extras)
    }
}

/// The length of a second solution, and a line of that length if the budget suffices for one.
pub struct CookLengthTask {
    /// It mates within so many plies.
    pub best: Plies,
    /// It does not within so many.
    pub least: Plies,
}

impl<E: Engine + Sync> ConventionTask<E, (MateLength, Vec<Move>)> for CookLengthTask {
    fn run<C: Convention<E>>(
        self,
        plain: &MateOracle<'_, E>,
        convention: &C,
    ) -> (MateLength, Vec<Move>) {
        let root = &plain.root;
        let length = convention.find_shortest(root, self.best, self.least);
        let line = match length {
            MateLength::Exact(plies) if C::PLAIN => plain.extract_line(root, plies, true),
            MateLength::Exact(plies) => {
                let tree = optimal_play::build(convention, root, plain.attacker, plies, plain.room);
                tree.best_line_from(0).unwrap_or_default()
            }
            MateLength::AtMost(plies) => plain.extract_line(root, plies, false),
            MateLength::None | MateLength::Unknown(_) => Vec::new(),
        };
        (length, line)
    }
}
