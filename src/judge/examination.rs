//! Tasks that the judge runs under one convention, whichever it is.
//!
//! A [`Convention`] is generic over the engine and has a constant, so it cannot be a trait object.
//! A task is the closure that runs with the concrete convention.

use crate::judge::budget::Budget;
use crate::judge::conventions::convention::Convention;
use crate::judge::cooks::{CookFindings, CookSearchConfig, find_cooks};
use crate::judge::finding::Finding;
use crate::judge::mate_oracle::{MateAnswer, MateLength, MateOracle};
use crate::judge::optimal_play::OptimalPlay;
use crate::judge::report::{SideDual, SoundnessClass};
use crate::judge::solution_tree::SolutionTree;
use crate::judge::solution_writer;
use crate::judge::{duals, optimal_play};
use crate::position::{Engine, Move};
use crate::search::JudgeQuestion;
use crate::search::plies::Plies;
use crate::solver::lines::ProvedLength;

/// Share of the remaining budget for another attempt at length and main lines.
const SECOND_ATTEMPT_SHARE: f64 = 0.8;
/// Share of the remaining budget for writing the solution down.
const SOLUTION_BUDGET_SHARE: f64 = 0.5;
/// Share of the remaining budget for side duals.
const SIDE_DUAL_BUDGET_SHARE: f64 = 0.5;

/// A task to run under a convention.
pub trait ConventionTask<E: Engine + Sync, T> {
    /// Runs the task from the root of `plain`, the oracle by which every reply counts.
    fn run<C: Convention<E>>(self, plain: &MateOracle<'_, E>, convention: &C) -> T;
}

/// The examination of a problem: length, cooks and class; on request side duals and the solution.
pub struct ExaminationTask<'a> {
    /// Length with every interposition counted: exact, or an upper bound.
    pub plain_length: MateLength,
    pub config: CookSearchConfig<'a>,
    pub budget: &'a Budget<'a>,
    /// The question for a second attempt at length and main lines, if a limit leaves them open.
    /// `None`: no second attempt.
    pub second_attempt: Option<JudgeQuestion>,
    pub side_duals: bool,
    /// Levels of variations to write down; 0: none.
    pub variation_levels: u16,
}

/// Results beside class and flaws.
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
        let (length, graph) = self.find_main_lines(plain, convention);
        let findings = find_cooks(plain, convention, length, graph, &self.config);
        let mut extras = ExaminationExtras::default();
        let Some(graph) = &findings.graph else { return (findings, extras) };
        if self.variation_levels > 0 {
            if let Some(line) = graph.main_line(&findings.main_line) {
                self.budget.begin_stage(SOLUTION_BUDGET_SHARE, JudgeQuestion::Solution);
                extras.solution = Some(solution_writer::write_solution(
                    plain,
                    convention,
                    graph,
                    &line,
                    self.variation_levels,
                ));
            }
        }
        if self.side_duals {
            self.budget.begin_stage(SIDE_DUAL_BUDGET_SHARE, JudgeQuestion::SideDuals);
            extras.side_duals = duals::side_duals(plain, convention, graph);
        }
        (findings, extras)
    }
}

impl ExaminationTask<'_> {
    /// The length, and the graph of optimal play if the length is known.
    fn find_main_lines<E: Engine + Sync, C: Convention<E>>(
        &self,
        plain: &MateOracle<'_, E>,
        convention: &C,
    ) -> (MateLength, Option<OptimalPlay>) {
        let attempt = |known: MateLength| {
            let length = match known {
                MateLength::Exact(plies) | MateLength::AtMost(plies) if !C::PLAIN => {
                    convention.find_shortest(&plain.root, plies, 0)
                }
                length => length,
            };
            let MateLength::Exact(plies) = length else { return (length, None) };
            let (root, bytes) = (&plain.root, self.config.graph_bytes);
            let graph = optimal_play::build(convention, root, plain.attacker, plies, bytes);
            (length, Some(graph))
        };
        let (length, graph) = attempt(self.plain_length);
        let is_open = graph.as_ref().is_none_or(|graph| !graph.complete);
        match self.second_attempt {
            Some(question) if is_open && self.budget.stop_reason().is_some() => {
                // The tables remember the answers, and the next graph needs the memory.
                drop(graph);
                self.budget.begin_stage(SECOND_ATTEMPT_SHARE, question);
                attempt(length)
            }
            _ => (length, graph),
        }
    }
}

/// Task: is there a mate within `plies` plies?
pub struct MateWithinTask {
    pub plies: Plies,
}

impl<E: Engine + Sync> ConventionTask<E, MateAnswer> for MateWithinTask {
    fn run<C: Convention<E>>(self, plain: &MateOracle<'_, E>, convention: &C) -> MateAnswer {
        convention.decide_within(&[(plain.root.clone(), self.plies)])[0]
    }
}

/// Task: comparison with a problem of this length and class. *Yes* if the length is the same, and
/// both or neither are sound.
pub struct ComparisonTask<'a> {
    pub length: Plies,
    pub class: SoundnessClass,
    pub config: CookSearchConfig<'a>,
}

impl<E: Engine + Sync> ConventionTask<E, Finding> for ComparisonTask<'_> {
    fn run<C: Convention<E>>(self, plain: &MateOracle<'_, E>, convention: &C) -> Finding {
        let ComparisonTask { length, class, config } = self;
        let root = &plain.root;
        let within = |plies| convention.decide_within(&[(root.clone(), plies)])[0];
        let mate = within(length);
        if mate == MateAnswer::No {
            return Finding::No;
        }
        let sooner = length.checked_sub(2).map_or(MateAnswer::No, within);
        match (mate, sooner) {
            (_, MateAnswer::Mate(_)) => return Finding::No,
            (MateAnswer::Mate(_), MateAnswer::No) => {}
            _ => return Finding::Unknown,
        }
        let graph =
            optimal_play::build(convention, root, plain.attacker, length, config.graph_bytes);
        let length = MateLength::Exact(length);
        let findings = find_cooks(plain, convention, length, Some(graph), &config);
        match (findings.class, class) {
            (SoundnessClass::Unknown, _) | (_, SoundnessClass::Unknown) => Finding::Unknown,
            (found, class) => (found.is_sound() == class.is_sound()).into(),
        }
    }
}

/// Task: the length of a second solution, and a line of that length if the budget suffices.
pub struct CookLengthTask {
    /// It mates within this many plies.
    pub best: Plies,
    /// It does not mate within this many plies.
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
            MateLength::Exact(plies) if C::PLAIN => {
                plain.extract_line(root, plies, ProvedLength::Shortest)
            }
            MateLength::Exact(plies) => {
                let graph = optimal_play::build(
                    convention,
                    root,
                    plain.attacker,
                    plies,
                    plain.memory_bytes,
                );
                graph.best_line_from(0).unwrap_or_default()
            }
            MateLength::AtMost(plies) => plain.extract_line(root, plies, ProvedLength::UpperBound),
            MateLength::None | MateLength::Unknown(_) => Vec::new(),
        };
        (length, line)
    }
}
