//! All questions about one problem, in order of weight, and the report.
//!
//! Length and check of the verdict come first, then the chosen count with its cooks, then the
//! author's claims, the other counts, and last the pieces that may be decoration. The chosen count
//! gets what it needs; each later stage gets a share of the budget that is left.

mod unneeded_pieces;
mod witnesses;

use crate::judge::budget::Budget;
use crate::judge::conventions::composers::ComposersConvention;
use crate::judge::conventions::convention::RestrictedSearch;
use crate::judge::conventions::restricted_engine::{FutileMateCache, Restriction};
use crate::judge::cooks::{CookFindings, CookSearchConfig, NEAR_COOK_PLIES, UnsettledMove};
use crate::judge::examination::{ConventionTask, ExaminationTask};
use crate::judge::finding::Finding;
use crate::judge::listener::{JudgeListener, JudgeStage, NoListener};
use crate::judge::longer_variation::LongerVariation;
use crate::judge::mate_oracle::{MateAnswer, MateLength, MateOracle};
use crate::judge::memory_shares::MemoryShares;
use crate::judge::open_question::OpenQuestion;
use crate::judge::optimal_play::OptimalPlay;
use crate::judge::report::{
    AuthorClaims, ConventionResult, CountingConvention, Flaw, FlawKind, SoundnessClass,
    SoundnessReport, ToleratedMove,
};
use crate::judge::solution_tree::{SolutionLine, SolutionTree};
use crate::judge::solution_writer;
use crate::judge::tolerance::Tolerance;
use crate::judge::{JudgeConfig, duals};
use crate::movegen::{BitboardEngine, MailboxEngine, bitboard};
use crate::position::{Engine, Move, Problem};
use crate::proof::certificate::{Certificate, Claim, UncertifiedReason};
use crate::proof::checker;
use crate::search::plies::Plies;
use crate::search::transposition_table::TranspositionTable;
use crate::search::{JudgeQuestion, Limits, SearchObserver, StopReason};
use crate::solver::RejectedCertificate;
use crate::solver::lines::ProvedLength;
use std::sync::Arc;
use std::time::Duration;

/// Main lines in the report at most.
const MAX_REPORTED_LINES: usize = 50;
/// Share of the budget for the length with every interposition counted, if class and flaws follow
/// another count.
const PLAIN_LENGTH_BUDGET_SHARE: f64 = 0.5;
/// Shares of the remaining budget for the length and for longer cooks by the chosen count.
const CHOSEN_COUNT_BUDGET_SHARES: [f64; 2] = [0.6, 0.9];
/// The same by another count.
const OTHER_COUNT_BUDGET_SHARES: [f64; 2] = [0.4, 0.3];
/// Share of the remaining budget for longer cooks while pieces are taken away.
const DECORATION_COOK_BUDGET_SHARE: f64 = 0.5;
/// Minimum of time for the certificate of the verdict and its check, if time is limited.
const MIN_CERTIFICATE_TIME: Duration = Duration::from_secs(2);
/// Share of the remaining budget for the exact lengths and lines of flaws.
const WITNESS_BUDGET_SHARE: f64 = 0.3;

/// Judges a problem within the limits of `config`. `observer` gives time, cancellation and
/// progress.
///
/// # Examples
/// ```
/// use tsume::judge::{AuthorClaims, JudgeConfig, MateLength, judge};
/// use tsume::search::{Limits, observer::NoObserver};
///
/// let problem = tsume::Variant::shogi().problem("9/8k/6B2/9/9/9/9/9/9 b GS2rb3g3s4n4l18p 1")?;
/// let limits = Limits { nodes: Some(100_000), ..Limits::default() };
/// let config = JudgeConfig { hash_bytes: 32 << 20, limits, ..JudgeConfig::default() };
/// let report = judge(&problem, &AuthorClaims::default(), &config, &NoObserver);
/// assert_eq!(report.length, MateLength::Exact(3));
/// # Ok::<(), tsume::Error>(())
/// ```
pub fn judge(
    problem: &Problem,
    claims: &AuthorClaims,
    config: &JudgeConfig,
    observer: &dyn SearchObserver,
) -> SoundnessReport {
    judge_in_stages(problem, claims, config, observer, &NoListener)
}

/// Judges a problem like [`judge`], and gives `listener` the report so far after each stage.
pub fn judge_in_stages(
    problem: &Problem,
    claims: &AuthorClaims,
    config: &JudgeConfig,
    observer: &dyn SearchObserver,
    listener: &dyn JudgeListener,
) -> SoundnessReport {
    let budget = Budget::new(observer, config.limits, config.threads);
    if bitboard::suits(problem.rules(), problem.position()) {
        ProblemJudge::<BitboardEngine>::new(problem, claims, config, &budget).report(listener)
    } else {
        ProblemJudge::<MailboxEngine>::new(problem, claims, config, &budget).report(listener)
    }
}

/// A problem with the tables of all questions about it.
struct ProblemJudge<'a, E> {
    problem: &'a Problem,
    claims: &'a AuthorClaims,
    config: &'a JudgeConfig,
    budget: &'a Budget<'a>,
    memory: MemoryShares,
    root: E,
    plain_table: TranspositionTable,
    immediate_table: TranspositionTable,
    futile_mates: Arc<FutileMateCache>,
    no_drops_table: TranspositionTable,
}

impl<'a, E: Engine + Sync> ProblemJudge<'a, E> {
    fn new(
        problem: &'a Problem,
        claims: &'a AuthorClaims,
        config: &'a JudgeConfig,
        budget: &'a Budget<'a>,
    ) -> Self {
        let memory = MemoryShares::of(config.hash_bytes);
        ProblemJudge {
            problem,
            claims,
            config,
            budget,
            memory,
            root: problem.engine(),
            plain_table: TranspositionTable::new(memory.plain_table),
            immediate_table: TranspositionTable::new(memory.immediate_table),
            futile_mates: Arc::default(),
            no_drops_table: TranspositionTable::new(memory.no_drops_table),
        }
    }

    /// The convention by which class and flaws are decided.
    fn count(&self) -> CountingConvention {
        self.config.count_in(self.problem.rules())
    }

    fn plain(&self, root: &E) -> MateOracle<'_, E> {
        let (root, memory) = (root.clone(), self.memory.threads);
        let oracle = MateOracle::new(self.problem, root, &self.plain_table, self.budget, memory);
        MateOracle { assisted: Some(self.problem), ..oracle }
    }

    fn restricted_search<'t>(
        &'t self,
        root: &E,
        restriction: Restriction,
        table: &'t TranspositionTable,
    ) -> RestrictedSearch<'t, E> {
        let memory = self.memory.threads;
        RestrictedSearch::new(self.problem, root, restriction, table, self.budget, memory)
    }

    /// Runs a task under a convention from `root`.
    fn run_task<T>(
        &self,
        root: &E,
        count: CountingConvention,
        work: impl ConventionTask<E, T>,
    ) -> T {
        let plain = self.plain(root);
        match count {
            CountingConvention::Every => work.run(&plain, &plain),
            CountingConvention::Immediate => {
                let restriction = self.restricted_search(
                    root,
                    Restriction::NoFutileDrops(Arc::clone(&self.futile_mates)),
                    &self.immediate_table,
                );
                work.run(&plain, &restriction)
            }
            CountingConvention::Composers => {
                let no_drops =
                    self.restricted_search(root, Restriction::NoDrops, &self.no_drops_table);
                let (forcing, memory) = (self.problem.forcing(), self.memory.composers);
                let composers = ComposersConvention::new(&plain, &no_drops, forcing, memory);
                work.run(&plain, &composers)
            }
        }
    }

    fn report(&self, listener: &dyn JudgeListener) -> SoundnessReport {
        let is_plain = self.count() == CountingConvention::Every;
        let share = if is_plain { 1.0 } else { PLAIN_LENGTH_BUDGET_SHARE };
        self.budget.begin_stage(share, JudgeQuestion::Length);
        let plain = self.plain(&self.root);
        let asked = self.claims.no_mate_within.unwrap_or(0);
        let least = match plain.decide_within(&[(self.root.clone(), asked)])[0] {
            MateAnswer::No => asked,
            MateAnswer::Mate(_) | MateAnswer::Unknown => 0,
        };
        let found = plain.find_length(&self.root, least);
        let (mut refused, mut unchecked) = (None, None);
        let length = match self.check_verdict(&plain, found) {
            Ok(()) => found,
            Err(refusal) => {
                (refused, unchecked) = (refusal, Some(found));
                MateLength::Unknown(0)
            }
        };
        let mut report = SoundnessReport {
            count: self.config.count,
            length,
            class: SoundnessClass::Unknown,
            flaws: Vec::new(),
            tolerances: Vec::new(),
            line: Vec::new(),
            main_lines: Vec::new(),
            main_line_count: None,
            longer_variation: None,
            leftover: None,
            side_duals: Vec::new(),
            solution: None,
            decoration: Vec::new(),
            by_convention: [ConventionResult { length, class: SoundnessClass::Unknown }; 3],
            open_questions: Vec::new(),
            refutation: Vec::new(),
            solution_agrees: Finding::Unknown,
            cooks_settled: None,
            nodes: 0,
            hash_used: 0.0,
            stopped: None,
            unchecked,
            refused,
        };
        match length {
            MateLength::Exact(_) | MateLength::AtMost(_) => {
                self.report_mate(listener, length, &mut report)
            }
            MateLength::None => self.report_no_mate(&plain, &mut report),
            MateLength::Unknown(_) if unchecked.is_some() => {
                report.open_questions.push(OpenQuestion::UncheckedMate);
            }
            MateLength::Unknown(_) => report.open_questions.push(OpenQuestion::Mate),
        }
        self.complete_report(&mut report);
        report
    }

    /// Sorts the flaws, settles the class that follows from them, and adds the figures of the
    /// search.
    fn complete_report(&self, report: &mut SoundnessReport) {
        report.flaws.sort_by_key(|flaw| (flaw.kind.order(), flaw.at));
        if report.flaws.iter().any(|flaw| flaw.kind.spoils()) {
            report.class = SoundnessClass::Flawed;
        }
        report.stopped = self.budget.first_limit_met();
        if report.stopped.is_none() && !report.open_questions.is_empty() {
            let is_shallow = matches!(report.length, MateLength::Unknown(len) if len > 0)
                || self.config.limits.depth.is_some();
            report.stopped = Some(if is_shallow { StopReason::Depth } else { StopReason::Memory });
        }
        report.nodes = self.budget.nodes();
        report.hash_used = self.plain_table.filled_share();
    }

    /// Gives a listener the report so far.
    fn tell(&self, listener: &dyn JudgeListener, stage: JudgeStage, report: &SoundnessReport) {
        let mut so_far = report.clone();
        self.complete_report(&mut so_far);
        listener.on_stage(stage, &so_far);
    }

    /// Has the checker replay the verdict of the search about the problem itself.
    ///
    /// # Errors
    /// The verdict is not accepted. The value is the certificate that the checker rejected, if it
    /// did.
    fn check_verdict(
        &self,
        plain: &MateOracle<'_, E>,
        length: MateLength,
    ) -> Result<(), Option<RejectedCertificate>> {
        let claim = match length {
            MateLength::Exact(plies) | MateLength::AtMost(plies) => Claim::MateWithin(plies),
            MateLength::None => Claim::NoMate,
            MateLength::Unknown(0) => return Ok(()),
            MateLength::Unknown(len) => Claim::NoMateWithin(len),
        };
        if !self.config.check_verdict {
            return Ok(());
        }
        self.budget.begin_stage(1.0, JudgeQuestion::Certificate);
        // An uncertified search is useless: ignore the node limit, and grant a minimum of time.
        let grace = self.budget.elapsed() + MIN_CERTIFICATE_TIME;
        let time = self.budget.limits(None).time.map(|end| end.max(grace));
        let limits = Limits { time, ..Limits::default() };
        let nodes = match plain.extract_proof(&self.root, claim, limits) {
            Ok(nodes) => nodes,
            Err(UncertifiedReason::Contradiction) => {
                return Err(Some(RejectedCertificate { claim, refusal: None }));
            }
            Err(UncertifiedReason::Stopped | UncertifiedReason::Memory) => return Err(None),
        };
        let certificate = Certificate { problem: self.problem.clone(), claim, nodes };
        let stop = || limits.reached(0, self.budget).is_some();
        match checker::verify(&certificate, self.budget.threads(), &stop) {
            Ok(_) => Ok(()),
            Err(refusal) if refusal.fault == checker::CertificateFault::Stopped => Err(None),
            Err(refusal) => Err(Some(RejectedCertificate { claim, refusal: Some(refusal) })),
        }
    }

    fn report_no_mate(&self, plain: &MateOracle<'_, E>, report: &mut SoundnessReport) {
        self.budget.begin_stage(1.0, JudgeQuestion::Refutation);
        report.refutation = plain.extract_refutation(&self.root);
        let flaw = Flaw {
            kind: FlawKind::NoMate,
            at: 1,
            line: report.refutation.clone(),
            certificate: self.certificate(&[], Claim::NoMate),
        };
        report.flaws.push(flaw);
        report.class = SoundnessClass::Flawed;
        report.by_convention =
            [ConventionResult { length: MateLength::None, class: SoundnessClass::Flawed }; 3];
        if self.config.variation_levels > 0 {
            let line = SolutionLine::plain(&report.refutation, 0);
            report.solution = Some(SolutionTree { line, complete: true });
            self.complete_solution(report);
        }
    }

    fn report_mate(
        &self,
        listener: &dyn JudgeListener,
        plain_length: MateLength,
        report: &mut SoundnessReport,
    ) {
        let (chosen, has_drops) = (self.count(), self.problem.rules().has_drops());
        report.by_convention.iter_mut().for_each(|result| result.length = MateLength::Unknown(0));
        self.tell(listener, JudgeStage::Length, report);
        let findings = self.examine(chosen, plain_length, report);
        self.report_findings(&findings, report);
        self.report_plain_length(plain_length, report);
        if !has_drops {
            report.by_convention = [report.by_convention[chosen as usize]; 3];
        }
        let (MateLength::Exact(plain_plies) | MateLength::AtMost(plain_plies)) = report.length
        else {
            return;
        };
        self.budget.begin_stage(1.0, JudgeQuestion::Claims);
        let proved = match report.length {
            MateLength::Exact(_) => ProvedLength::Shortest,
            _ => ProvedLength::UpperBound,
        };
        report.line = match report.main_lines.first() {
            Some(line) if line.len() == usize::from(plain_plies) => line.clone(),
            _ => self.plain(&self.root).extract_line(&self.root, plain_plies, proved),
        };
        self.write_line_without_variations(plain_plies, report);
        self.report_short_cook(plain_plies, report);
        self.complete_solution(report);
        self.tell(listener, JudgeStage::Class, report);
        if has_drops && self.config.all_conventions {
            for count in CountingConvention::ALL.into_iter().filter(|count| *count != chosen) {
                self.budget.within_extras(|| self.examine(count, report.length, report));
            }
        }
        if report.flaws.iter().any(|flaw| matches!(flaw.kind, FlawKind::ShortCook { .. })) {
            report.by_convention.iter_mut().for_each(|count| count.class = SoundnessClass::Flawed);
            report.class = SoundnessClass::Flawed;
        }
        if self.config.decoration {
            self.report_decoration(report);
        }
    }

    /// Finds length, class and cooks by one count.
    fn examine(
        &self,
        count: CountingConvention,
        plain_length: MateLength,
        report: &mut SoundnessReport,
    ) -> CookFindings {
        let is_chosen = count == self.count();
        let [length_share, cook_share] =
            if is_chosen { CHOSEN_COUNT_BUDGET_SHARES } else { OTHER_COUNT_BUDGET_SHARES };
        let question = match count {
            CountingConvention::Every => JudgeQuestion::MainLines,
            CountingConvention::Immediate => JudgeQuestion::ImmediateLength,
            CountingConvention::Composers => JudgeQuestion::ComposersLength,
        };
        self.budget.begin_stage(length_share, question);
        let config = CookSearchConfig {
            budget_share: cook_share,
            ..self.cook_search_config(self.config.first_cook_only, &self.claims.solution)
        };
        let task = ExaminationTask {
            plain_length,
            config,
            budget: self.budget,
            second_attempt: is_chosen.then_some(question),
            side_duals: is_chosen && self.config.side_duals,
            variation_levels: if is_chosen { self.config.variation_levels } else { 0 },
        };
        let (findings, extras) = self.run_task(&self.root, count, task);
        report.by_convention[count as usize] =
            ConventionResult { length: findings.length, class: findings.class };
        if is_chosen {
            report.side_duals = extras.side_duals;
            report.solution = extras.solution;
        }
        findings
    }

    /// Puts the length with every interposition counted into the report. If only an upper bound is
    /// known, searches on: by another count there is no shorter mate, so there is none if every
    /// interposition counts.
    fn report_plain_length(&self, found: MateLength, report: &mut SoundnessReport) {
        report.length = found;
        if let MateLength::AtMost(best) = found {
            self.budget.begin_stage(OTHER_COUNT_BUDGET_SHARES[0], JudgeQuestion::Length);
            let least = match report.by_chosen_count().length {
                MateLength::Exact(plies) => plies.saturating_sub(2),
                _ => 0,
            };
            let plain = self.plain(&self.root);
            let length = plain.find_shortest(&self.root, best, least);
            match self.check_verdict(&plain, length) {
                Ok(()) => report.length = length,
                Err(refused) => report.refused = refused,
            }
        }
        if let MateLength::AtMost(plies) = report.length {
            report.open_questions.push(OpenQuestion::ShorterMate { plies });
        }
        let every = &mut report.by_convention[CountingConvention::Every as usize];
        every.length = report.length;
    }

    /// A line without variations is better than no solution.
    fn write_line_without_variations(&self, plain_plies: Plies, report: &mut SoundnessReport) {
        let is_whole = report.line.len() == usize::from(plain_plies)
            && self.count() == CountingConvention::Every;
        if self.config.variation_levels > 0 && report.solution.is_none() && is_whole {
            let end = self.plain(&self.root).engine_after(&report.line);
            let left = end.hand(self.problem.attacker()).total();
            let line = SolutionLine::plain(&report.line, left);
            report.solution = Some(SolutionTree { line, complete: false });
        }
    }

    /// Adds cooks, tolerated moves and the author's line to the solution.
    fn complete_solution(&self, report: &mut SoundnessReport) {
        let Some(mut outline) = report.solution.take() else { return };
        let author = &self.claims.solution;
        let told = report.solution_agrees != Finding::Yes && self.is_mating_line(author);
        let author: &[Move] = if told { author } else { &[] };
        solution_writer::add_flaws(
            &mut outline,
            report,
            &self.root,
            self.problem.attacker(),
            author,
        );
        report.solution = Some(outline);
    }

    fn cook_search_config<'t>(
        &'t self,
        first_cook_only: bool,
        solution: &'t [Move],
    ) -> CookSearchConfig<'t> {
        let JudgeConfig { cook_margin, ref tolerate, .. } = *self.config;
        CookSearchConfig {
            solution,
            tolerate,
            cook_margin,
            budget_share: DECORATION_COOK_BUDGET_SHARE,
            first_cook_only,
            detour_table_bytes: self.memory.detour_table,
            graph_bytes: self.memory.optimal_play,
        }
    }

    /// Puts the findings of an examination into the report.
    fn report_findings(&self, findings: &CookFindings, report: &mut SoundnessReport) {
        report.class = findings.class;
        report.leftover = findings.leftover();
        let Some(graph) = &findings.graph else {
            // The length with every interposition counted is a question of its own.
            if self.count() != CountingConvention::Every {
                report.open_questions.push(OpenQuestion::Length);
            }
            return;
        };
        report.main_lines = main_lines(graph, &findings.main_line);
        if !self.claims.solution.is_empty() {
            let length = usize::from(graph.nodes[0].remaining);
            let along = graph.follow(&self.claims.solution).len();
            let agrees = along == length && self.claims.solution.len() == length;
            if graph.complete || agrees {
                report.solution_agrees = agrees.into();
            }
        }
        if graph.complete {
            report.main_line_count = Some(graph.count_main_lines());
            report.flaws.extend(duals::variation_duals(graph, &findings.main_line));
            let variation = findings.longer_variation.as_ref();
            if let Some(LongerVariation { main_line, line, leftover }) = variation {
                if self.config.tolerate.contains(&Tolerance::LongerVariation) {
                    report.longer_variation = variation.cloned();
                } else {
                    let kind = FlawKind::LongerVariation {
                        plies: line.len() as Plies,
                        main_line: main_line.len() as Plies,
                        pieces: *leftover,
                    };
                    let leaves = main_line.iter().zip(line).take_while(|(a, b)| a == b).count();
                    let at = leaves as Plies + 1;
                    report.flaws.push(Flaw { kind, at, line: line.clone(), certificate: None });
                }
            } else if let Some(pieces) = report.leftover.filter(|pieces| *pieces > 0) {
                let line = report.main_lines.first().cloned().unwrap_or_default();
                let at = line.len() as Plies;
                let kind = FlawKind::Leftover { pieces };
                report.flaws.push(Flaw { kind, at, line, certificate: None });
            }
        } else {
            report.open_questions.push(OpenQuestion::MainLines);
        }
        let all = findings.unsettled.iter().all(|m| m.is_tolerated);
        report.cooks_settled =
            (findings.near_cooks_settled && graph.complete && !all).then_some(NEAR_COOK_PLIES);
        for &UnsettledMove { node, m, is_tolerated } in &findings.unsettled {
            let at = graph.nodes[node].ply + 1;
            report.open_questions.push(OpenQuestion::SecondSolution { m, at, is_tolerated });
        }
        self.budget.begin_stage(WITNESS_BUDGET_SHARE, JudgeQuestion::CookLengths);
        for solution in &findings.second_solutions {
            let at = graph.nodes[solution.node].ply + 1;
            let mut line = graph.path_to(solution.node);
            line.push(solution.m);
            if !solution.tolerance.is_empty() {
                report.tolerances.push(ToleratedMove {
                    kinds: solution.tolerance.clone(),
                    at,
                    line,
                });
            } else if solution.is_unsettled {
                report.open_questions.push(OpenQuestion::CookOrDetour { m: solution.m, at });
            }
        }
        for solution in findings.cooks() {
            report.flaws.push(self.cook_flaw(graph, solution));
        }
    }
}

/// The main lines, `first` before the others. Empty if the graph is too incomplete for any.
fn main_lines(graph: &OptimalPlay, first: &[Move]) -> Vec<Vec<Move>> {
    let mut lines = graph.main_lines(MAX_REPORTED_LINES);
    if let Some(first) = graph.main_line(first) {
        lines.retain(|line| *line != first);
        lines.insert(0, first);
        lines.truncate(MAX_REPORTED_LINES);
    }
    lines
}
