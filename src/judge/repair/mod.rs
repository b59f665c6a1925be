//! Repair: searches for the lightest edits that make a problem sound while its main line stays.
//!
//! Most edits are rejected cheaply:
//! 1. The kept line must still mate and leave nothing in hand.
//! 2. There must be no sooner mate.
//! 3. The known cooks must be gone; the one that the last edit failed to remove is tested first.
//!
//! In a problem without mate the author's line is kept, and must be a main line after the edits; the
//! result may have cooks, since the author's work may have had them. Without such a line the edits
//! must make a sound problem.
//!
//! Edits that pass are analysed with few nodes, and again with more only after all others have had
//! their turn. A cook found by an analysis joins the known ones. A sound problem is analysed in
//! full, and proposed if it has no decoration and the kept line is a main line.

pub mod edit;

pub use crate::judge::repair::edit::Edit;

use crate::judge::{
    self, AuthorClaims, CountingConvention, Finding, Flaw, FlawKind, JudgeConfig, PieceLocation,
    SoundnessClass, SoundnessReport,
};
use crate::movegen::{BitboardEngine, MailboxEngine, bitboard};
use crate::position::{Engine, Move, Problem};
use crate::referee::ObjectionKind;
use crate::search::plies::Plies;
use crate::search::shared_state::SharedState;
use crate::search::transposition_table::TranspositionTable;
use crate::search::{JudgeQuestion, Limits, Phase, Progress, SearchObserver, StopReason};
use std::cell::Cell;
use std::time::Duration;

/// Nodes for one question of the cheap tests. If they do not suffice, the edit passes.
const SIEVE_NODES: u64 = 20_000;
/// Faults that pairs of edits distinguish at most; the analysis sees the others.
const MAX_COMBINED_FAULTS: usize = 63;
/// Pairs of edits considered at most.
const MAX_EDIT_PAIRS: usize = 2_000_000;
/// Nodes for the first analysis of an edited problem.
const FIRST_ANALYSIS_NODES: u64 = 30_000;
/// Factor between the nodes of two analyses.
const ANALYSIS_GROWTH: u64 = 8;
/// Nodes of an analysis up to which open single edits come before pairs.
const MAX_NODES_BEFORE_PAIRS: u64 = FIRST_ANALYSIS_NODES * ANALYSIS_GROWTH;
/// Cooks of edited problems that are remembered: the most recently useful ones.
const MAX_LEARNED_COOKS: usize = 16;
/// Nodes for the question whether another edited problem has one of them.
const LEARNED_COOK_NODES: u64 = 2_000;

/// Goals of a repair.
#[derive(Clone, Copy, Debug)]
pub struct RepairGoals {
    /// Number of proposals, 1 or more. Default: 3.
    pub proposals: usize,
    /// Single edits in each proposal at most: 1 or 2. Pairs are tried only if no single edit
    /// succeeds. Default: 2.
    pub edits: usize,
}

impl Default for RepairGoals {
    fn default() -> RepairGoals {
        RepairGoals { proposals: 3, edits: 2 }
    }
}

/// A proposal.
#[derive(Clone, Debug)]
pub struct Repair {
    /// The edits.
    pub edits: Vec<Edit>,
    /// The problem after them.
    pub problem: Problem,
    /// Its full analysis.
    pub report: SoundnessReport,
}

/// Outcome of a repair.
#[derive(Clone, Debug, Default)]
pub struct RepairOutcome {
    /// Proposals, the lightest first.
    pub found: Vec<Repair>,
    /// Number of edits and pairs of edits tried.
    pub tried: u64,
    /// Number of those that the limits left open.
    pub unsettled: u64,
    /// The limit that ended the search before it had tried everything or found enough.
    pub stopped: Option<StopReason>,
}

/// Searches for repairs of a problem whose analysis by `config` is `report`. `None` if there is
/// nothing to repair. The line to keep is the author's if it mates, else the first main line. The
/// limits of `config` apply to the whole repair, and start again for it.
pub fn repair(
    problem: &Problem,
    claims: &AuthorClaims,
    report: &SoundnessReport,
    config: &JudgeConfig,
    goals: RepairGoals,
    observer: &dyn SearchObserver,
) -> Option<RepairOutcome> {
    let observer = &OffsetClock { observer, since: observer.elapsed() };
    if report.flaws.iter().all(|flaw| matches!(flaw.kind, FlawKind::VariationDual)) {
        return None;
    }
    if bitboard::suits(problem.rules(), problem.position()) {
        RepairSearch::<BitboardEngine>::new(problem, claims, report, config, goals, observer)?.run()
    } else {
        RepairSearch::<MailboxEngine>::new(problem, claims, report, config, goals, observer)?.run()
    }
    .into()
}

/// A fault of the problem, as far as a cheap test can look for it.
enum KnownFault {
    /// A second mate.
    Cook(KnownCook),
    /// A mate that is shorter than the kept line.
    Sooner,
    /// The kept line leaves pieces in hand.
    Leftover,
    /// A piece is decoration.
    Decoration(PieceLocation),
}

/// A cook: after the line the attacker mates within `plies` plies.
#[derive(PartialEq, Eq)]
struct KnownCook {
    line: Vec<Move>,
    plies: Plies,
}

impl KnownCook {
    fn of(flaw: &Flaw) -> Option<KnownCook> {
        let FlawKind::Cook { plies, .. } = flaw.kind else { return None };
        let line = flaw.line.get(..usize::from(flaw.at))?.to_vec();
        Some(KnownCook { line, plies: plies.saturating_sub(flaw.at) })
    }
}

struct RepairSearch<'a, E> {
    problem: &'a Problem,
    config: &'a JudgeConfig,
    goals: RepairGoals,
    observer: &'a dyn SearchObserver,
    /// The kept line. Empty for a problem without mate whose author gives none.
    line: Vec<Move>,
    has_mate: bool,
    accepted_objections: Vec<ObjectionKind>,
    known_faults: Vec<KnownFault>,
    /// Indices of the known faults; the one that remained last comes first.
    fault_order: Vec<usize>,
    /// Cooks of edited problems, the most recently useful first.
    learned_cooks: Vec<KnownCook>,
    deferred: Vec<DeferredEdit>,
    table: TranspositionTable,
    /// Nodes spent so far.
    nodes: Cell<u64>,
    repairs: RepairOutcome,
    engine: std::marker::PhantomData<E>,
}

/// An edited problem in which the kept line still mates.
struct EditedProblem<E> {
    problem: Problem,
    root: E,
    /// Pieces that the line leaves in hand.
    left: u32,
    /// True if there is a mate that is shorter than the line.
    sooner: bool,
}

/// Edits whose analysis was inconclusive.
struct DeferredEdit {
    edits: Vec<Edit>,
    /// The problem after them.
    problem: Problem,
    /// Nodes for the next attempt.
    nodes: u64,
}

impl<'a, E: Engine + Sync> RepairSearch<'a, E> {
    fn new(
        problem: &'a Problem,
        claims: &AuthorClaims,
        report: &SoundnessReport,
        config: &'a JudgeConfig,
        goals: RepairGoals,
        observer: &'a dyn SearchObserver,
    ) -> Option<Self> {
        let mut search = RepairSearch {
            problem,
            config,
            goals,
            observer,
            line: claims.solution.clone(),
            has_mate: report.flaws.iter().all(|flaw| flaw.kind != FlawKind::NoMate),
            accepted_objections: edit::accepted_objections(problem),
            known_faults: Vec::new(),
            fault_order: Vec::new(),
            learned_cooks: Vec::new(),
            deferred: Vec::new(),
            table: TranspositionTable::new(config.hash_bytes / 4),
            nodes: Cell::new(0),
            repairs: RepairOutcome::default(),
            engine: std::marker::PhantomData,
        };
        if search.has_mate && search.play_kept_line(&problem.engine()).is_none() {
            search.line = report.main_lines.first()?.clone();
            search.play_kept_line(&problem.engine())?;
        }
        for flaw in &report.flaws {
            let known_faults = match flaw.kind {
                FlawKind::Cook { .. } => KnownFault::Cook(KnownCook::of(flaw)?),
                FlawKind::ShortCook { .. } => KnownFault::Sooner,
                FlawKind::Leftover { .. } | FlawKind::LongerVariation { .. } => {
                    KnownFault::Leftover
                }
                FlawKind::Decoration { place, .. } => KnownFault::Decoration(place),
                FlawKind::NoMate | FlawKind::VariationDual => continue,
            };
            search.known_faults.push(known_faults);
        }
        search.known_faults.truncate(MAX_COMBINED_FAULTS);
        search.fault_order = (0..search.known_faults.len()).collect();
        Some(search)
    }

    fn run(mut self) -> RepairOutcome {
        let mut keeping: Vec<(Edit, EditedProblem<E>)> = Vec::new();
        for edit in edit::all(self.problem) {
            if self.is_done() {
                break;
            }
            let Some(candidate) = self.try_edits(&[edit]) else { continue };
            self.screen_candidate(&[edit], &candidate);
            keeping.push((edit, candidate));
        }
        self.retry_deferred(MAX_NODES_BEFORE_PAIRS);
        if self.repairs.found.is_empty() && self.goals.edits > 1 {
            self.try_pairs(keeping);
        }
        if !self.is_done() {
            self.retry_deferred(u64::MAX);
        }
        self.repairs.unsettled += self.deferred.len() as u64;
        self.repairs
    }

    /// Tries pairs of edits that remove all faults together while neither does alone.
    fn try_pairs(&mut self, keeping: Vec<(Edit, EditedProblem<E>)>) {
        let all = (1u64 << self.known_faults.len()) - 1;
        let mut mending = Vec::new();
        for (edit, candidate) in keeping {
            if self.is_done() {
                return;
            }
            let mended =
                (0..self.known_faults.len()).filter(|&i| self.is_mended(i, &[edit], &candidate));
            mending.push((edit, mended.fold(0, |bits, i| bits | 1 << i)));
        }
        let rules = self.problem.rules();
        let mut pairs = Vec::new();
        for (i, &(a, mends)) in mending.iter().enumerate().filter(|(_, (_, mends))| *mends != 0) {
            for (j, &(b, also)) in mending.iter().enumerate() {
                let twice = also != 0 && j <= i;
                if (mends | also) == all && j != i && !twice && pairs.len() < MAX_EDIT_PAIRS {
                    pairs.push((a.weight(rules) + b.weight(rules), [a, b]));
                }
            }
        }
        pairs.sort_unstable();
        for (_, pair) in pairs {
            if self.is_done() {
                return;
            }
            if let Some(candidate) = self.try_edits(&pair) {
                self.screen_candidate(&pair, &candidate);
            }
        }
    }

    /// Analyses an edited problem for the first time if all known faults are gone. Only the
    /// analysis finds decoration, unless decoration is the only fault.
    fn screen_candidate(&mut self, edits: &[Edit], candidate: &EditedProblem<E>) {
        let blemishes = self.blemishes();
        let spoils = |&i: &usize| blemishes >> i & 1 == 0 && !self.is_mended(i, edits, candidate);
        if let Some(place) = self.fault_order.iter().position(spoils) {
            self.fault_order[..=place].rotate_right(1);
        } else if !self.has_learned_cook(candidate) {
            self.analyse_candidate(edits, &candidate.problem, FIRST_ANALYSIS_NODES);
        }
    }

    /// True if a cook of another edited problem is a cook here too.
    fn has_learned_cook(&mut self, candidate: &EditedProblem<E>) -> bool {
        let is_there = |cook: &KnownCook| self.mates_by(cook, candidate, LEARNED_COOK_NODES);
        let found = self.learned_cooks.iter().position(is_there);
        if let Some(place) = found {
            self.learned_cooks[..=place].rotate_right(1);
        }
        found.is_some()
    }

    /// Remembers the cooks of an edited problem that leave the kept line and are longer than it. In
    /// another problem a tolerance can cover as short a way. (It can also cover a detour, very
    /// rarely: that costs a proposal.)
    fn learn(&mut self, report: &SoundnessReport) {
        for cook in report.flaws.iter().filter_map(KnownCook::of) {
            let leaves = self.line.starts_with(&cook.line[..cook.line.len() - 1]);
            let longer = cook.line.len() + usize::from(cook.plies) > self.line.len();
            if leaves && longer && !self.learned_cooks.contains(&cook) {
                self.learned_cooks.insert(0, cook);
            }
        }
        self.learned_cooks.truncate(MAX_LEARNED_COOKS);
    }

    /// Analyses deferred edits again, with more and more nodes up to `most`. With enough proposals,
    /// only edits lighter than one of them.
    fn retry_deferred(&mut self, most: u64) {
        let mut nodes = FIRST_ANALYSIS_NODES * ANALYSIS_GROWTH;
        while nodes <= most && !self.deferred.is_empty() && !self.is_over() {
            for deferred in std::mem::take(&mut self.deferred) {
                if deferred.nodes <= nodes && self.is_wanted(&deferred.edits) && !self.is_over() {
                    self.analyse_candidate(&deferred.edits, &deferred.problem, nodes);
                } else {
                    self.deferred.push(deferred);
                }
            }
            if nodes == u64::MAX || self.is_done() {
                return;
            }
            nodes = nodes.saturating_mul(ANALYSIS_GROWTH);
        }
    }

    fn weight(&self, edits: &[Edit]) -> u32 {
        edits.iter().map(|edit| edit.weight(self.problem.rules())).sum()
    }

    /// True if a repair by these edits would be among the proposals.
    fn is_wanted(&self, edits: &[Edit]) -> bool {
        let found = &self.repairs.found;
        let heaviest = found.last().map_or(0, |repair| self.weight(&repair.edits));
        found.len() < self.goals.proposals || self.weight(edits) < heaviest
    }

    /// Inserts a proposal by weight; beyond the wanted number the heaviest leaves.
    fn add_proposal(&mut self, repair: Repair) {
        let weight = self.weight(&repair.edits);
        let found = &self.repairs.found;
        let place = found.partition_point(|other| self.weight(&other.edits) <= weight);
        self.repairs.found.insert(place, repair);
        self.repairs.found.truncate(self.goals.proposals);
    }

    /// Bits of the faults that are blemishes; 0 if all are.
    fn blemishes(&self) -> u64 {
        let bits = self.known_faults.iter().enumerate();
        let blemish = |known_faults: &KnownFault| matches!(known_faults, KnownFault::Decoration(_));
        if self.known_faults.iter().all(blemish) {
            return 0;
        }
        bits.filter(|(_, known_faults)| blemish(known_faults)).fold(0, |bits, (i, _)| bits | 1 << i)
    }

    fn is_done(&mut self) -> bool {
        self.repairs.found.len() >= self.goals.proposals || self.is_over()
    }

    fn is_over(&mut self) -> bool {
        let stopped = self.config.limits.reached(self.nodes.get(), self.observer);
        self.repairs.stopped = self.repairs.stopped.or(stopped);
        stopped.is_some()
    }

    /// The edited problem, if the kept line still mates in it and the cheap tests see no flaw that
    /// the problem did not have.
    fn try_edits(&mut self, edits: &[Edit]) -> Option<EditedProblem<E>> {
        self.repairs.tried += 1;
        let problem = edit::apply(self.problem, edits, &self.accepted_objections)?;
        // Table entries hold for one game only.
        if problem.position().phantom != self.problem.position().phantom {
            return None;
        }
        let root = problem.engine::<E>();
        if self.line.is_empty() {
            let hopeless = self.has_mate_within(&root, Plies::MAX, SIEVE_NODES) == Finding::No;
            return (!hopeless).then_some(EditedProblem { problem, root, left: 0, sooner: false });
        }
        let left = self.play_kept_line(&root)?;
        let length = self.line.len() as Plies;
        if self.has_mate_within(&root, length, SIEVE_NODES) == Finding::No {
            return None;
        }
        let sooner =
            length >= 3 && self.has_mate_within(&root, length - 2, SIEVE_NODES) == Finding::Yes;
        if sooner
            && !self
                .known_faults
                .iter()
                .any(|known_faults| matches!(known_faults, KnownFault::Sooner))
        {
            return None;
        }
        Some(EditedProblem { problem, root, left, sooner })
    }

    /// True if a fault is gone, or a small search does not decide.
    fn is_mended(&self, i: usize, edits: &[Edit], candidate: &EditedProblem<E>) -> bool {
        match &self.known_faults[i] {
            KnownFault::Leftover => candidate.left == 0,
            KnownFault::Sooner => !candidate.sooner,
            KnownFault::Decoration(PieceLocation::Board(square)) => {
                edits.iter().any(|edit| edit.touches(*square))
            }
            KnownFault::Decoration(PieceLocation::Hand) => {
                edits.iter().any(|edit| matches!(edit, Edit::Take { .. }))
            }
            KnownFault::Cook(cook) => !self.mates_by(cook, candidate, SIEVE_NODES),
        }
    }

    /// True if a search with `nodes` nodes finds the cook.
    fn mates_by(&self, cook: &KnownCook, candidate: &EditedProblem<E>, nodes: u64) -> bool {
        let mut after = candidate.root.clone();
        after.play_line(self.problem.attacker(), &cook.line)
            && self.has_mate_within(&after, cook.plies, nodes) == Finding::Yes
    }

    /// Plays the kept line. If it is legal and mates: the pieces that it leaves in hand.
    fn play_kept_line(&self, root: &E) -> Option<u32> {
        let (mut end, attacker) = (root.clone(), self.problem.attacker());
        end.play_to_mate(attacker, &self.line).then(|| end.hand(attacker).total())
    }

    /// Whether there is a mate within `plies` plies; unknown if `nodes` nodes do not suffice.
    fn has_mate_within(&self, engine: &E, plies: Plies, nodes: u64) -> Finding {
        if self.config.count_in(self.problem.rules()) != CountingConvention::Every {
            // Lengths by other conventions are left to the analysis.
            return Finding::Unknown;
        }
        let limits = Limits { nodes: Some(nodes), ..self.config.limits };
        let shared = SharedState::new(&self.table, 1, limits, self.observer);
        shared.set_phase(Phase::Asking(JudgeQuestion::Edits));
        let (rules, attacker) = (self.problem.rules(), self.problem.attacker());
        let decided = shared.decide(rules, attacker, engine, plies);
        self.nodes.set(self.nodes.get() + shared.nodes());
        decided.map_or(Finding::Unknown, |(look, _)| look.is_mate().into())
    }

    /// Analyses an edited problem with `nodes` nodes, in full if it is sound, and proposes it if it
    /// has no flaw. Defers it if the nodes do not suffice.
    fn analyse_candidate(&mut self, edits: &[Edit], problem: &Problem, nodes: u64) {
        let brief = JudgeConfig {
            first_cook_only: true,
            all_conventions: false,
            decoration: false,
            variation_levels: 0,
            ..self.config.clone()
        };
        let Some(report) = self.judge_candidate(problem, brief, nodes) else { return };
        if report.class == SoundnessClass::Unknown {
            self.defer(edits, problem, &report, nodes, nodes);
            return;
        }
        self.learn(&report);
        // An analysis that ends at the first cook may leave the line open.
        let open = self.restores_line() && report.solution_agrees == Finding::Unknown;
        if !(open || self.keeps_line(&report)) || !self.is_good_enough(&report) {
            return;
        }
        let full = nodes.saturating_mul(ANALYSIS_GROWTH);
        let decoration = self.config.decoration && !self.restores_line();
        let config = JudgeConfig { decoration, ..self.config.clone() };
        let Some(report) = self.judge_candidate(problem, config, full) else { return };
        let decorated = report.decoration.iter().any(|(_, _, found)| *found == Finding::Yes);
        let unsettled =
            report.decoration.iter().any(|(_, _, finding)| *finding == Finding::Unknown);
        if decorated {
            return;
        }
        if !self.is_good_enough(&report) || unsettled {
            self.defer(edits, problem, &report, full, nodes);
        } else if self.keeps_line(&report) {
            let (edits, problem) = (edits.to_vec(), problem.clone());
            self.add_proposal(Repair { edits, problem, report });
        }
    }

    /// True if the edits must make the author's line of a problem without mate a main line.
    fn restores_line(&self) -> bool {
        !self.has_mate && !self.line.is_empty()
    }

    /// True if the kept line, if there is one, is a main line.
    fn keeps_line(&self, report: &SoundnessReport) -> bool {
        self.line.is_empty() || report.solution_agrees == Finding::Yes
    }

    /// True if no flaw rules the edited problem out.
    fn is_good_enough(&self, report: &SoundnessReport) -> bool {
        let is_cook = |flaw: &Flaw| matches!(flaw.kind, FlawKind::Cook { .. });
        report.class.is_sound() || self.restores_line() && report.flaws.iter().all(is_cook)
    }

    /// Defers an edited problem whose analysis with `allowed` nodes, in an attempt with `nodes`
    /// nodes, was inconclusive. If it used few of them, more would not help.
    fn defer(
        &mut self,
        edits: &[Edit],
        problem: &Problem,
        report: &SoundnessReport,
        allowed: u64,
        nodes: u64,
    ) {
        if report.nodes.saturating_mul(ANALYSIS_GROWTH) < allowed {
            self.repairs.unsettled += 1;
        } else {
            let nodes = nodes.saturating_mul(ANALYSIS_GROWTH);
            let (edits, problem) = (edits.to_vec(), problem.clone());
            self.deferred.push(DeferredEdit { edits, problem, nodes });
        }
    }

    /// Judges an edited problem with `nodes` nodes or what the limits leave; `None` if nothing is
    /// left.
    fn judge_candidate(
        &mut self,
        problem: &Problem,
        config: JudgeConfig,
        nodes: u64,
    ) -> Option<SoundnessReport> {
        if self.is_over() {
            return None;
        }
        let Limits { nodes: most, time, depth } = self.config.limits;
        let nodes = most.map_or(nodes, |most| nodes.min(most.saturating_sub(self.nodes.get())));
        let time = time.map(|most| most.saturating_sub(self.observer.elapsed()));
        let limits = Limits { nodes: Some(nodes), time, depth };
        let config = JudgeConfig { limits, certify_flaws: false, side_duals: false, ..config };
        let observer = OffsetClock { observer: self.observer, since: self.observer.elapsed() };
        let claims = AuthorClaims { solution: self.line.clone(), ..AuthorClaims::default() };
        let report = judge::judge(problem, &claims, &config, &observer);
        self.nodes.set(self.nodes.get() + report.nodes);
        Some(report)
    }
}

/// The clock of an analysis that begins later than the repair.
struct OffsetClock<'a> {
    observer: &'a dyn SearchObserver,
    since: Duration,
}

impl SearchObserver for OffsetClock<'_> {
    fn elapsed(&self) -> Duration {
        self.observer.elapsed().saturating_sub(self.since)
    }

    fn should_stop(&self) -> bool {
        self.observer.should_stop()
    }

    fn on_progress(&self, progress: &Progress) {
        self.observer.on_progress(progress);
    }
}
