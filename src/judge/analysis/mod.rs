//! All questions about one problem, in order of weight, and the report.
//!
//! Length and check of the verdict come first, then each convention with its cooks, then the
//! author's claims, and last the pieces that may be decoration. Each stage gets a share of the
//! budget that is left.

mod unneeded_pieces;
mod witnesses;

use crate::judge::budget::Budget;
use crate::judge::conventions::composers::ComposersConvention;
use crate::judge::conventions::convention::RestrictedSearch;
use crate::judge::conventions::restricted_engine::{
    FutileMateCache, RestrictedEngine, Restriction,
};
use crate::judge::cooks::{CookFindings, CookSearchConfig, NEAR_COOK_PLIES, UnsettledMove};
use crate::judge::examination::{ConventionTask, ExaminationTask};
use crate::judge::finding::Finding;
use crate::judge::mate_oracle::{MateAnswer, MateLength, MateOracle};
use crate::judge::open_question::OpenQuestion;
use crate::judge::optimal_play::OptimalPlay;
use crate::judge::report::{
    AuthorClaims, ConventionResult, CountingConvention, Flaw, FlawKind, SoundnessClass,
    SoundnessReport, ToleratedMove,
};
use crate::judge::solution_tree::{SolutionLine, SolutionTree};
use crate::judge::solution_writer;
use crate::judge::{JudgeConfig, duals};
use crate::movegen::{BitboardEngine, MailboxEngine, bitboard};
use crate::position::{Engine, Move, Problem};
use crate::proof::certificate::{Certificate, Claim, UncertifiedReason};
use crate::proof::checker;
use crate::search::plies::Plies;
use crate::search::transposition_table::TranspositionTable;
use crate::search::{Limits, SearchObserver};
use crate::solver::RejectedCertificate;
use crate::solver::lines::ProvedLength;
use std::sync::Arc;
use std::time::Duration;

/// Main lines in the report at most.
const MAX_REPORTED_LINES: usize = 50;
/// Shares of the remaining budget for longer cooks: by the chosen convention, by another one, and
/// while pieces are taken away.
const COOK_BUDGET_SHARES: [f64; 3] = [0.75, 0.2, 0.5];
/// Share of the remaining budget for each convention.
const CONVENTION_BUDGET_SHARE: f64 = 0.4;
/// The same two shares for the last convention, if only the comparison with the author's claims
/// follows.
const LAST_STAGE_BUDGET_SHARE: f64 = 0.8;
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
    let budget = Budget::new(observer, config.limits, config.threads);
    if bitboard::suits(problem.rules(), problem.position()) {
        ProblemJudge::<BitboardEngine>::new(problem, claims, config, &budget).report()
    } else {
        ProblemJudge::<MailboxEngine>::new(problem, claims, config, &budget).report()
    }
}

/// A problem with the tables of all questions about it.
struct ProblemJudge<'a, E> {
    problem: &'a Problem,
    claims: &'a AuthorClaims,
    config: &'a JudgeConfig,
    budget: &'a Budget<'a>,
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
        let eighth = config.hash_bytes / 8;
        ProblemJudge {
            problem,
            claims,
            config,
            budget,
            root: problem.engine(),
            plain_table: TranspositionTable::new(4 * eighth),
            immediate_table: TranspositionTable::new(eighth),
            futile_mates: Arc::default(),
            no_drops_table: TranspositionTable::new(eighth),
        }
    }

    /// Bytes for the graph of optimal play, and again for what threads keep beside the tables. The
    /// tables have the rest.
    fn graph_bytes(&self) -> usize {
        self.config.hash_bytes / 16
    }

    fn oracle<'t, F>(&'t self, root: F, table: &'t TranspositionTable) -> MateOracle<'t, F> {
        let (rules, attacker) = (self.problem.rules(), self.problem.attacker());
        MateOracle {
            rules,
            attacker,
            root,
            table,
            budget: self.budget,
            memory_bytes: self.graph_bytes(),
        }
    }

    fn plain(&self, root: &E) -> MateOracle<'_, E> {
        self.oracle(root.clone(), &self.plain_table)
    }

    fn restricted_search<'t>(
        &'t self,
        root: &E,
        restriction: Restriction,
        table: &'t TranspositionTable,
    ) -> RestrictedSearch<'t, E> {
        let root =
            RestrictedEngine::wrap(root.clone(), self.problem.attacker(), restriction.clone());
        RestrictedSearch { oracle: self.oracle(root, table), restriction }
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
                let transparent =
                    ComposersConvention::new(&plain, &no_drops, self.problem.forcing());
                work.run(&plain, &transparent)
            }
        }
    }

    fn report(&self) -> SoundnessReport {
        self.budget.begin_stage(1.0, "finding the length");
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
            MateLength::Exact(plain_plies) => self.report_mate(plain_plies, &mut report),
            MateLength::None => self.report_no_mate(&plain, &mut report),
            MateLength::AtMost(plies) => {
                report.open_questions.push(OpenQuestion::ShorterMate { plies });
                report.line = plain.extract_line(&self.root, plies, ProvedLength::UpperBound);
                self.report_short_cook(plies, &mut report);
            }
            MateLength::Unknown(_) if unchecked.is_some() => {
                report.open_questions.push(OpenQuestion::UncheckedMate);
            }
            MateLength::Unknown(_) => report.open_questions.push(OpenQuestion::Mate),
        }
        report.flaws.sort_by_key(|flaw| (flaw.kind.order(), flaw.at));
        if report.flaws.iter().any(|flaw| flaw.kind.spoils()) {
            report.class = SoundnessClass::Flawed;
        }
        report.stopped = self.budget.first_limit_met();
        report.nodes = self.budget.nodes();
        report.hash_used = self.plain_table.filled_share();
        report
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
        self.budget.begin_stage(1.0, "checking the certificate of the verdict");
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
        self.budget.begin_stage(1.0, "writing down the refutation");
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

    fn report_mate(&self, plain_plies: Plies, report: &mut SoundnessReport) {
        for (i, count) in CountingConvention::ALL.into_iter().enumerate() {
            let chosen = count == self.config.count;
            // Without drops there are no interpositions from the hand.
            let others = self.problem.rules().has_drops() && self.config.all_conventions;
            if !(chosen || others) {
                report.by_convention[i].length = MateLength::Unknown(0);
                continue;
            }
            let last = i + 1 == CountingConvention::ALL.len() && !chosen && !self.config.decoration;
            let part = |share| if last { LAST_STAGE_BUDGET_SHARE } else { share };
            let share = part(COOK_BUDGET_SHARES[usize::from(!chosen)]);
            let terms = CookSearchConfig {
                budget_share: share,
                ..self.cook_search_config(self.config.first_cook_only, &self.claims.solution)
            };
            self.budget.begin_stage(
                part(CONVENTION_BUDGET_SHARE),
                match count {
                    CountingConvention::Every => "finding the main lines",
                    CountingConvention::Immediate => {
                        "finding the length by the convention immediate"
                    }
                    CountingConvention::Composers => {
                        "finding the length by the convention transparent"
                    }
                },
            );
            let (findings, extras) = self.run_task(
                &self.root,
                count,
                ExaminationTask {
                    plain_plies,
                    config: terms,
                    budget: self.budget,
                    side_duals: chosen && self.config.side_duals,
                    variation_levels: if chosen { self.config.variation_levels } else { 0 },
                },
            );
            report.by_convention[i] =
                ConventionResult { length: findings.length, class: findings.class };
            if chosen {
                report.side_duals = extras.side_duals;
                report.solution = extras.solution;
                self.report_findings(&findings, report);
            }
        }
        if !self.problem.rules().has_drops() {
            let chosen = report.by_convention[self.config.count as usize];
            report.by_convention = [chosen; 3];
        }
        self.budget.begin_stage(1.0, "comparing with the file");
        report.line = match report.main_lines.first() {
            Some(line) if line.len() == usize::from(plain_plies) => line.clone(),
            _ => {
                self.plain(&self.root).extract_line(&self.root, plain_plies, ProvedLength::Shortest)
            }
        };
        let whole = report.line.len() == usize::from(plain_plies)
            && self.config.count == CountingConvention::Every;
        if self.config.variation_levels > 0 && report.solution.is_none() && whole {
            // A line without variations is better than none.
            let left =
                self.plain(&self.root).engine_after(&report.line).hand(self.problem.attacker());
            let line = SolutionLine::plain(&report.line, left.total());
            report.solution = Some(SolutionTree { line, complete: false });
        }
        self.report_short_cook(plain_plies, report);
        if report.flaws.iter().any(|flaw| matches!(flaw.kind, FlawKind::ShortCook { .. })) {
            report.by_convention.iter_mut().for_each(|count| count.class = SoundnessClass::Flawed);
            report.class = SoundnessClass::Flawed;
        }
        self.complete_solution(report);
        if self.config.decoration {
            self.report_decoration(plain_plies, report);
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
        let JudgeConfig { cook_margin, hash_bytes, ref tolerate, .. } = *self.config;
        CookSearchConfig {
            solution,
            tolerate,
            cook_margin,
            budget_share: COOK_BUDGET_SHARES[2],
            first_cook_only,
            detour_table_bytes: hash_bytes / 8,
            graph_bytes: self.graph_bytes(),
        }
    }

    /// Puts the findings of an examination into the report.
    fn report_findings(&self, findings: &CookFindings, report: &mut SoundnessReport) {
        report.class = findings.class;
        report.leftover = findings.leftover();
        let Some(graph) = &findings.graph else {
            report.open_questions.push(OpenQuestion::Length);
            return;
        };
        report.main_lines = self.main_lines(graph);
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
            report.flaws.extend(duals::variation_duals(graph, &self.claims.solution));
            if let Some(pieces) = report.leftover.filter(|pieces| *pieces > 0) {
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
        self.budget.begin_stage(WITNESS_BUDGET_SHARE, "finding the lengths of cooks");
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

    /// The main lines, the author's first. Empty if the graph is too incomplete for any.
    fn main_lines(&self, graph: &OptimalPlay) -> Vec<Vec<Move>> {
        let mut lines = graph.main_lines(MAX_REPORTED_LINES);
        if let Some(first) = graph.main_line(&self.claims.solution) {
            lines.retain(|line| *line != first);
            lines.insert(0, first);
            lines.truncate(MAX_REPORTED_LINES);
        }
        lines
    }
}
