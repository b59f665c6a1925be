//! The whole way of one problem: decide, shorten, write certificates, check them.
//!
//! ```text
//!  within n plies? ─► any mate? ─► shorter? ─► shorter? ─► …      search, one table for all
//!                         │            │
//!                     extraction   extraction                     certificates, same table
//!                                      └──────► checker ─► Solution
//! ```
//!
//! Each proof of a mate is written down before the search looks for a shorter one, because the
//! search for a shorter one may run out of time or memory.

use super::accepted_claims::AcceptedClaims;
use super::config::{Certify, SolverConfig, certificate_bytes};
use super::extraction::Extractor;
use super::grace_period::GracePeriod;
use super::lines::ProvedLength;
use super::main_line::MainLineSearch;
use super::session::{SearchSession, ThreadBudget};
use super::solution::{RejectedCertificate, Solution, UncheckedResult, Verdict};
use crate::position::{Engine, Move, Problem};
use crate::proof::certificate::{Certificate, CertificateNode, Claim, UncertifiedReason};
use crate::proof::checker::{self, CertificateFault, Rejection, StepwiseCheck, VerifiedClaim};
use crate::search::plies::{Plies, UNLIMITED_PLIES};
use crate::search::search_result::SearchResult;
use crate::search::searcher::Searcher;
use crate::search::shared_state::SharedState;
use crate::search::step_budget::StepBudget;
use crate::search::transposition_table::TranspositionTable;
use crate::search::{Limits, Phase, SearchObserver, StopReason};
use std::sync::OnceLock;
use std::time::Duration;

/// Least time beyond [`Limits::time`] for certificates and their check.
const MIN_OVERTIME: Duration = Duration::from_secs(2);

/// Time from an interrupt to write a certificate: without one a mate that is known by then has
/// little value.
const WRITING_GRACE: Duration = Duration::from_millis(250);

/// Time from an interrupt to check a certificate.
const CHECKING_GRACE: Duration = Duration::from_millis(450);

/// Positions to visit for the main line: less than a second for a problem by itself. That settles
/// nearly all short problems, and most of the longer ones.
const MAIN_LINE_NODES: u64 = 1_000_000;

/// What a checked node of a certificate counts for in a step, in nodes: as long takes the check.
const CHECKING_COST_NODES: u64 = 32;

/// Nodes of a certificate to check between two pauses.
const MAX_CHECKED_NODES: usize = 32;

/// The solver at work on one problem.
pub(super) struct CertifiedSearch<'a, E> {
    problem: &'a Problem,
    config: &'a SolverConfig,
    thread_budget: &'a dyn ThreadBudget,
    observer: &'a dyn SearchObserver,
    engine: E,
    table: &'a TranspositionTable,
    /// Time of the first stop request after the search.
    stop_requested_at: OnceLock<Duration>,
    /// Claims that need a certificate: with a loaded table, all of them.
    certify: Certify,
}

/// A mate, and its proof as far as it was written.
struct WrittenMate {
    plies: Plies,
    is_shortest: bool,
    line: Vec<Move>,
    is_main_line: bool,
    proof: Result<Vec<CertificateNode>, UncertifiedReason>,
    /// Bytes that the proof leaves for the certificate of the length.
    remaining_bytes: usize,
}

impl WrittenMate {
    fn verdict(&self) -> Verdict {
        Verdict::Mate {
            plies: self.plies,
            shortest: self.is_shortest,
            line: self.line.clone(),
            main: self.is_main_line,
        }
    }
}

impl<'a, E: Engine + Sync> CertifiedSearch<'a, E> {
    pub fn new(
        problem: &'a Problem,
        config: &'a SolverConfig,
        thread_budget: &'a dyn ThreadBudget,
        table: &'a TranspositionTable,
        observer: &'a dyn SearchObserver,
    ) -> Self {
        let certify = match config.certify {
            Certify::Verdict if table.is_loaded() => Certify::Length,
            asked => asked,
        };
        CertifiedSearch {
            problem,
            config,
            thread_budget,
            observer,
            engine: problem.engine(),
            table,
            stop_requested_at: OnceLock::new(),
            certify,
        }
    }

    pub async fn run(&self) -> Solution {
        let mut session =
            SearchSession::new(self.table, self.config.limits, self.thread_budget, self.observer);
        let limit = self.config.limits.depth.unwrap_or(UNLIMITED_PLIES);
        let mut solution = Solution {
            verdict: Verdict::Unknown(StopReason::Interrupt),
            nodes: 0,
            hash_used: 0.0,
            no_mate_within: None,
            shortening_stopped: None,
            certificates: Vec::new(),
            checked: self.certify == Certify::None,
            doubt: None,
            unchecked: None,
            rejected: None,
            composers: None,
        };
        let mut decided = None;
        for len in [self.config.within.filter(|&within| within < limit), Some(limit)] {
            let Some(len) = len else { continue };
            decided = self.decide(&mut session, len).await;
            match decided {
                Some(result) if result.is_no_mate() => {
                    // How far beyond `len` the table happens to know differs from run to run.
                    let is_unlimited = result.plies() == UNLIMITED_PLIES;
                    solution.no_mate_within =
                        Some(if is_unlimited { UNLIMITED_PLIES } else { len });
                }
                _ => break,
            }
            if solution.no_mate_within == Some(UNLIMITED_PLIES) {
                break;
            }
        }
        match decided {
            Some(result) if result.is_mate() => {
                self.shorten(&mut session, result.plies(), &mut solution).await;
            }
            _ => self.refute(&mut session, limit, &mut solution).await,
        }
        solution.nodes = session.nodes();
        solution.hash_used = self.table.filled_share();
        self.check(&mut session, &mut solution).await;
        solution
    }

    /// Decides whether there is a mate within `len` plies; `None` if the search was stopped.
    async fn decide(&self, session: &mut SearchSession<'_>, len: Plies) -> Option<SearchResult> {
        let (rules, attacker) = (self.problem.rules(), self.problem.attacker());
        let nodes = self.observer.assist(self.table, len, session.remaining_nodes());
        session.add_nodes(nodes);
        session.decide(rules, attacker, &self.engine, len).await
    }

    /// After a first proof, within `len` plies: writes it down, and looks for shorter mates until
    /// there is none.
    async fn shorten(&self, session: &mut SearchSession<'_>, len: Plies, solution: &mut Solution) {
        let excluded = solution.no_mate_within.take().unwrap_or(0);
        // There is none within `excluded` plies, and all lengths have the same parity.
        let is_shortest = |mate: &WrittenMate| mate.plies.saturating_sub(2) <= excluded;
        let mut best = self.write_mate(len, ProvedLength::UpperBound).await;
        best.is_shortest = is_shortest(&best);
        self.announce(&best).await;
        while self.config.shortest && !best.is_shortest {
            let len = best.plies - 2;
            session.set_phase(Phase::Shortening(best.plies));
            match self.decide(session, len).await {
                None => {
                    solution.shortening_stopped = session.stop_reason();
                    break;
                }
                Some(result) if result.is_mate() => {
                    let mut shorter =
                        self.write_mate(result.plies(), ProvedLength::UpperBound).await;
                    shorter.is_shortest = is_shortest(&shorter);
                    if let (Err(doubt), Ok(_), true) =
                        (&shorter.proof, &best.proof, self.certify != Certify::None)
                    {
                        // A longer mate with a proof has more value than a shorter one without.
                        let claim = Claim::MateWithin(shorter.plies);
                        solution.shortening_stopped = Some(self.reason(*doubt));
                        self.add_doubt(solution, claim, *doubt);
                        let verdict = shorter.verdict();
                        solution.unchecked =
                            Some(UncheckedResult { verdict, no_mate_within: None });
                        break;
                    }
                    best = shorter;
                    self.announce(&best).await;
                }
                Some(_) => best.is_shortest = true,
            }
        }
        if best.is_shortest {
            // The main line needs results that the last search has left in the table.
            let rewritten = self.write_mate(best.plies, ProvedLength::Shortest).await;
            if rewritten.proof.is_ok() || best.proof.is_err() {
                // The proof of a shorter mate would refute that this one is shortest.
                let is_shortest = rewritten.plies >= best.plies;
                best = WrittenMate { is_shortest, ..rewritten };
            }
        }
        let verdict = best.verdict();
        let (plies, is_shortest, bytes) = (best.plies, best.is_shortest, best.remaining_bytes);
        self.add_certificate(solution, Claim::MateWithin(plies), best.proof);
        if is_shortest && self.certify == Certify::Length && plies > 2 {
            let claim = Claim::NoMateWithin(plies - 2);
            let lower_bound = self.write_no_mate(plies - 2, bytes).await;
            self.add_certificate(solution, claim, lower_bound.map(|(nodes, _)| nodes));
        }
        solution.verdict = verdict;
    }

    /// Reports a mate to the observer, once the checker has accepted it.
    async fn announce(&self, mate: &WrittenMate) {
        let Ok(nodes) = &mate.proof else { return };
        if !self.observer.wants_mates() || self.certify == Certify::None {
            return;
        }
        let (problem, claim) = (self.problem.clone(), Claim::MateWithin(mate.plies));
        let certificate = Certificate { problem, claim, nodes: nodes.clone() };
        let (overtime, grace) = (self.overtime(1), self.grace_period(CHECKING_GRACE));
        let stop = || overtime.reached(0, &grace).is_some();
        if self.verify(&certificate, &stop).await.is_ok() {
            let is_shortest = mate.is_shortest && !self.table.is_loaded();
            self.observer.on_mate(mate.plies, is_shortest, &mate.line);
        }
    }

    /// Without a mate: there is none, or none within some length, or the search was stopped.
    async fn refute(&self, session: &mut SearchSession<'_>, limit: Plies, solution: &mut Solution) {
        let no_mate_within = solution.no_mate_within;
        let mut refutation = Vec::new();
        if let Some(len) = no_mate_within {
            if len == UNLIMITED_PLIES || self.certify != Certify::None {
                let claim = match len {
                    UNLIMITED_PLIES => Claim::NoMate,
                    len => Claim::NoMateWithin(len),
                };
                let written = self.write_no_mate(len, self.certificate_bytes()).await;
                let nodes = written.map(|(nodes, line)| {
                    refutation = line;
                    nodes
                });
                self.add_certificate(solution, claim, nodes);
            }
        }
        solution.verdict = match no_mate_within {
            Some(UNLIMITED_PLIES) => Verdict::NoMate { refutation },
            Some(len) if len >= limit => Verdict::Unknown(StopReason::Depth),
            _ => Verdict::Unknown(session.stop_reason().unwrap_or(StopReason::Interrupt)),
        };
    }

    /// Adds a certificate, if one is asked for, or the reason why it could not be written.
    fn add_certificate(
        &self,
        solution: &mut Solution,
        claim: Claim,
        nodes: Result<Vec<CertificateNode>, UncertifiedReason>,
    ) {
        if self.certify == Certify::None {
            return;
        }
        match nodes {
            Ok(nodes) => {
                let problem = self.problem.clone();
                solution.certificates.push(Certificate { problem, claim, nodes });
            }
            Err(doubt) => self.add_doubt(solution, claim, doubt),
        }
    }

    /// Records why a claim has no certificate.
    fn add_doubt(&self, solution: &mut Solution, claim: Claim, doubt: UncertifiedReason) {
        solution.doubt = solution.doubt.or(Some(doubt));
        if doubt == UncertifiedReason::Contradiction {
            solution.doubt = Some(doubt);
            solution.rejected.get_or_insert(RejectedCertificate { claim, refusal: None });
        }
    }

    /// The stop reason of a result that stays undecided for lack of a certificate.
    fn reason(&self, doubt: UncertifiedReason) -> StopReason {
        let is_past = |end| self.observer.elapsed() >= end;
        match doubt {
            UncertifiedReason::Contradiction => StopReason::Refused,
            UncertifiedReason::Memory => StopReason::Memory,
            UncertifiedReason::Stopped if self.observer.should_stop() => StopReason::Interrupt,
            UncertifiedReason::Stopped if self.config.limits.time.is_some_and(is_past) => {
                StopReason::Time
            }
            UncertifiedReason::Stopped => StopReason::Memory,
        }
    }

    /// Limits for work after the search: it must end within one part in `share` of the overtime.
    fn overtime(&self, share: u32) -> Limits {
        let end = |time: Duration| time + (time / 2).max(MIN_OVERTIME) / share;
        Limits { time: self.config.limits.time.map(end), ..Limits::default() }
    }

    /// Bytes for all certificates together.
    fn certificate_bytes(&self) -> usize {
        certificate_bytes(self.config.hash)
    }

    fn extractor<'s>(&self, shared: &'s SharedState<'s>, max_bytes: usize) -> Extractor<'s, E> {
        let problem = self.problem;
        let engine = self.engine.clone();
        Extractor::new(shared, problem.rules(), problem.attacker(), engine, max_bytes)
    }

    fn grace_period(&self, duration: Duration) -> GracePeriod<'_> {
        let requested_at = &self.stop_requested_at;
        GracePeriod { observer: self.observer, requested_at, duration }
    }

    /// The shared state of work after the search: one thread, its own limits.
    fn state_after_search<'s>(&'s self, observer: &'s GracePeriod<'_>) -> SharedState<'s> {
        let shared = SharedState::new(self.table, 1, self.overtime(2), observer);
        shared.set_phase(Phase::Certifying);
        shared
    }

    async fn write_mate(&self, len: Plies, length: ProvedLength) -> WrittenMate {
        let grace = self.grace_period(WRITING_GRACE);
        let shared = self.state_after_search(&grace);
        // The mate before it, if any, is still in memory.
        let half = self.certificate_bytes() / 2;
        let is_shortest = length == ProvedLength::Shortest;
        let mut extractor = self.extractor(&shared, half);
        match extractor.write_proof(len).await {
            Ok(plies) => {
                let plies = extractor.tighten(plies, &|| shared.is_over()).await;
                let (plies, line) = self.longest_line(&mut extractor, plies, length, &shared).await;
                let (line, is_main_line) = match length {
                    ProvedLength::Shortest => self.main_line(plies, line).await,
                    ProvedLength::UpperBound => (line, false),
                };
                let remaining_bytes = half + extractor.remaining_bytes();
                let proof = Ok(extractor.into_nodes());
                WrittenMate { plies, is_shortest, line, is_main_line, proof, remaining_bytes }
            }
            // The verdict stays, without a proof.
            Err(doubt) => WrittenMate {
                plies: len,
                is_shortest,
                line: self
                    .extractor(&shared, half)
                    .line_of_proof(len, ProvedLength::UpperBound)
                    .await,
                is_main_line: false,
                proof: Err(doubt),
                remaining_bytes: self.certificate_bytes(),
            },
        }
    }

    /// The length of a written proof, and its longest line.
    async fn longest_line(
        &self,
        extractor: &mut Extractor<'_, E>,
        plies: Plies,
        length: ProvedLength,
        shared: &SharedState<'_>,
    ) -> (Plies, Vec<Move>) {
        let line = extractor.line_of_proof(plies, length).await;
        if length == ProvedLength::Shortest || line.len() == usize::from(plies) {
            return (plies, line);
        }
        match extractor.expand_to_played_hands(&|| shared.is_over()).await {
            Some(plies) => (plies, extractor.line_of_proof(plies, ProvedLength::UpperBound).await),
            None => (plies, line),
        }
    }

    /// A main line of the mate in exactly `plies`, and true; or `line` and false, if the search for
    /// the main line reaches its limits.
    async fn main_line(&self, plies: Plies, line: Vec<Move>) -> (Vec<Move>, bool) {
        let rules = self.problem.rules();
        if line.len() != usize::from(plies) {
            return (line, false);
        }
        if !rules.has_drops() {
            return (line, true);
        }
        // No certificate covers the pieces left in hand, so a loaded table must not decide on them.
        if !self.config.main_line || self.table.is_loaded() {
            return (line, false);
        }
        let nodes = self.config.limits.nodes.unwrap_or(MAIN_LINE_NODES).min(MAIN_LINE_NODES);
        let limits = Limits { nodes: Some(nodes), ..self.overtime(2) };
        let shared = SharedState::new(self.table, 1, limits, self.observer);
        shared.set_phase(Phase::Certifying);
        let attacker = self.problem.attacker();
        let searcher = Searcher::new(&shared, rules, attacker, self.engine.clone());
        let search = MainLineSearch::new(&shared, searcher, rules, attacker);
        match search.main_line(plies, &line).await {
            Ok(main) => (main, true),
            Err(_) => (line, false),
        }
    }

    /// Writes down that there is no mate within `len` plies, in at most `max_bytes`: the nodes, and
    /// a line in which the defense holds.
    async fn write_no_mate(
        &self,
        len: Plies,
        max_bytes: usize,
    ) -> Result<(Vec<CertificateNode>, Vec<Move>), UncertifiedReason> {
        let grace = self.grace_period(WRITING_GRACE);
        let shared = self.state_after_search(&grace);
        let mut extractor = self.extractor(&shared, max_bytes);
        let reply = extractor.write_refutation(len).await?;
        let line = extractor.line_of_refutation(reply);
        Ok((extractor.into_nodes(), line))
    }

    /// Has the checker replay a certificate.
    async fn verify(
        &self,
        certificate: &Certificate,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<VerifiedClaim, Rejection> {
        let threads = self.thread_budget.threads();
        let Some(budget) = self.observer.step_budget().filter(|_| threads == 1) else {
            return checker::verify(certificate, threads, stop);
        };
        let mut check = StepwiseCheck::new(certificate, stop)?;
        loop {
            let nodes = usize::try_from(budget.granted() / CHECKING_COST_NODES);
            let nodes = nodes.map_or(MAX_CHECKED_NODES, |nodes| nodes.clamp(1, MAX_CHECKED_NODES));
            if let Some(result) = check.advance(nodes) {
                return result;
            }
            StepBudget::pause_after(Some(budget), nodes as u64 * CHECKING_COST_NODES).await;
        }
    }

    /// Has the checker replay the certificates, and withdraws what it does not accept.
    async fn check(&self, session: &mut SearchSession<'_>, solution: &mut Solution) {
        if self.certify == Certify::None {
            return;
        }
        session.set_phase(Phase::Checking);
        session.report_progress();
        let (overtime, grace) = (self.overtime(1), self.grace_period(CHECKING_GRACE));
        let stop = || overtime.reached(0, &grace).is_some();
        let mut accepted_claims = AcceptedClaims::default();
        for certificate in std::mem::take(&mut solution.certificates) {
            match self.verify(&certificate, &stop).await {
                Ok(accepted) => {
                    accepted_claims.add(accepted);
                    solution.certificates.push(certificate);
                }
                Err(refusal) if refusal.fault == CertificateFault::Stopped => {
                    solution.doubt = solution.doubt.or(Some(UncertifiedReason::Stopped));
                }
                Err(refusal) => {
                    // A contradiction takes precedence over all other doubts.
                    solution.doubt = Some(UncertifiedReason::Contradiction);
                    let (claim, refusal) = (certificate.claim, Some(refusal));
                    solution.rejected.get_or_insert(RejectedCertificate { claim, refusal });
                }
            }
        }
        let reason = self.reason(solution.doubt.unwrap_or(UncertifiedReason::Stopped));
        solution.checked =
            accepted_claims.restrict(self.problem, solution, self.config, self.certify, reason);
    }
}
