//! From a problem to a verdict that the checker has replayed.

use super::extract::Extractor;
use super::leftover::Walk;
use super::proved::Proved;
use super::team::{Crew, Team};
use crate::movegen::{BitboardEngine, MailboxEngine, bitboard};
use crate::position::{Engine, Move, Problem};
use crate::proof::certificate::{Certificate, Claim, Doubt, Node};
use crate::proof::checker::{self, Fault, Refusal};
use crate::search::node_key::NodeKey;
use crate::search::plies::{Plies, UNLIMITED_PLIES};
use crate::search::search_result::SearchResult;
use crate::search::searcher::Searcher;
use crate::search::shared_state::SharedState;
use crate::search::transposition_table::TranspositionTable;
use crate::search::{Limits, Phase, Progress, SearchObserver, StopReason};
use std::sync::OnceLock;
use std::time::Duration;

/// What must be backed by a certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certify {
    /// The verdict (the default).
    Verdict,
    /// The verdict, and that no shorter mate exists.
    Length,
    /// Nothing.
    None,
}

/// How to solve.
#[derive(Clone, Debug)]
pub struct Config {
    /// Threads for this problem, 1 or more.
    pub threads: usize,
    /// Bytes for the table and certificates together.
    pub hash: usize,
    /// When to give up.
    pub limits: Limits,
    /// Go on after the first proof until the length is proved shortest.
    pub shortest: bool,
    /// Then find out which of the shortest lines is a main line.
    pub main_line: bool,
    /// Settle first whether there is a mate within so many plies, before looking for any.
    pub within: Option<u16>,
    /// What must be certified.
    pub certify: Certify,
}

/// What is known of a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The attacker mates.
    Mate {
        /// Plies to the mate: the exact length if `shortest`, else an upper bound.
        plies: u16,
        /// True if no shorter mate exists, as the search proved.
        shortest: bool,
        /// A line to the mate; if `shortest` one as long as both sides have it.
        line: Vec<Move>,
        /// True if `line` is a main line, as the search proved: shortest, and neither side can leave another number of
        /// pieces in the attacker's hand at its end that it would like better. That is looked for within
        /// [limits](Config::limits) and some of its own.
        main: bool,
    },
    /// The defence holds for ever.
    NoMate {
        /// A line in which it does.
        refutation: Vec<Move>,
    },
    /// Undecided.
    Unknown(StopReason),
}

/// What the search found and the checker has not accepted: a reason to look again, and no more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unchecked {
    /// The verdict of the search; [`Verdict::Unknown`] if only [`Unchecked::no_mate_within`] is unproved.
    pub verdict: Verdict,
    /// The search found no mate within this many plies.
    pub no_mate_within: Option<u16>,
}

/// A certificate of our own that the checker has refused: an error of this program, or two positions with one hash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// What the certificate claims.
    pub claim: Claim,
    /// What is wrong with it; none if it could not even be written, because the search contradicts itself.
    pub refusal: Option<Refusal>,
}

/// A verdict with its backing.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The verdict. Unless [`Config::certify`] is [`Certify::None`], the checker has accepted it, its bound of the length
    /// and [`Solution::no_mate_within`]; what it has not accepted is in [`Solution::unchecked`]. `shortest` is
    /// certified with [`Certify::Length`], and where the table was [loaded](TranspositionTable::is_loaded).
    pub verdict: Verdict,
    /// Positions visited, over all threads.
    pub nodes: u64,
    /// Share of the table in use at the end, 0 to 1.
    pub hash_used: f64,
    /// Without a verdict: there is no mate within so many plies, as far as was settled.
    pub no_mate_within: Option<u16>,
    /// Why shortening ended before the length was settled; none if it is settled or was not asked for.
    pub shortening_stopped: Option<StopReason>,
    /// Certificates that the checker has accepted, verdict first; empty if none was asked for. Without a verdict:
    /// of [`Solution::no_mate_within`].
    pub certificates: Vec<Certificate>,
    /// True if what is said here passed the checker, or nothing was asked to be certified.
    pub checked: bool,
    /// Why not.
    pub doubt: Option<Doubt>,
    /// What the search found beyond what the checker has accepted.
    pub unchecked: Option<Unchecked>,
    /// The first certificate that the checker has refused.
    pub refused: Option<Refused>,
}

/// The least time beyond [`Limits::time`] for certificates and their check.
const LEAST_OVERTIME: Duration = Duration::from_secs(2);

/// Time from an interrupt in which a certificate is still written: a mate that is then known is worth little without.
const WRITING_AFTER_INTERRUPT: Duration = Duration::from_millis(250);

/// Time from an interrupt in which it is still checked.
const CHECKING_AFTER_INTERRUPT: Duration = Duration::from_millis(450);

/// Positions that may be visited to tell which of the shortest mates leaves what in hand: less than a second of a problem
/// by itself. Nearly all short ones are settled by then, and most of the longer ones.
const LINE_NODES: u64 = 1_000_000;

/// Share of the memory that is kept for certificates.
const CERTIFICATE_SHARE: usize = 4;

/// Solves a problem: searches, builds the certificate, has the checker replay it.
///
/// The limits bound the search. Beyond its time, half of it and at least two seconds are left for certificates and their
/// check, since without them the search was useless; and half a second where it was interrupted.
pub fn solve(problem: &Problem, config: &Config, observer: &dyn SearchObserver) -> Solution {
    solve_with(problem, config, &config.threads, &mut table(config.hash), observer)
}

/// The table of a search that may use `hash` bytes for table and certificates together.
pub fn table(hash: usize) -> TranspositionTable {
    TranspositionTable::new(hash - hash / CERTIFICATE_SHARE)
}

/// The same with a crew that may grow, in place of [`Config::threads`], and with a [`table`] that may have
/// been used before: to make a new one takes longer than a short problem.
pub fn solve_with(
    problem: &Problem,
    config: &Config,
    crew: &dyn Crew,
    table: &mut TranspositionTable,
    observer: &dyn SearchObserver,
) -> Solution {
    table.clear();
    go_on_with(problem, config, crew, table, observer)
}

/// The same over a table as it stands: what an earlier search of this very problem has left in it, perhaps by way
/// of [`TranspositionTable::dump`] and [`TranspositionTable::load`], need not be found again.
pub fn go_on_with(
    problem: &Problem,
    config: &Config,
    crew: &dyn Crew,
    table: &TranspositionTable,
    observer: &dyn SearchObserver,
) -> Solution {
    if bitboard::suits(problem.rules(), problem.position()) {
        Solver::<BitboardEngine>::new(problem, config, crew, table, observer).run()
    } else {
        Solver::<MailboxEngine>::new(problem, config, crew, table, observer).run()
    }
}

/// The engine that plays a problem, by name, and the problem's position as the table knows it: if one of
/// them changes, so does what a table means.
pub fn root(problem: &Problem) -> (&'static str, NodeKey) {
    fn node<E: Engine>(problem: &Problem) -> NodeKey {
        NodeKey::of(&problem.engine::<E>(), problem.rules(), problem.attacker())
    }
    if bitboard::suits(problem.rules(), problem.position()) {
        ("bitboard", node::<BitboardEngine>(problem))
    } else {
        ("mailbox", node::<MailboxEngine>(problem))
    }
}

/// The outside world to work that ends only some time after it was told to stop.
struct Patient<'a> {
    observer: &'a dyn SearchObserver,
    /// When the wish to stop was first seen.
    interrupted: &'a OnceLock<Duration>,
    /// How much later it is heeded.
    patience: Duration,
}

impl SearchObserver for Patient<'_> {
    fn elapsed(&self) -> Duration {
        self.observer.elapsed()
    }

    fn should_stop(&self) -> bool {
        self.observer.should_stop() && {
            let elapsed = self.elapsed();
            elapsed >= *self.interrupted.get_or_init(|| elapsed) + self.patience
        }
    }

    fn on_progress(&self, progress: &Progress) {
        self.observer.on_progress(progress);
    }

    fn checkpoint(&self, table: &TranspositionTable, nodes: u64) {
        self.observer.checkpoint(table, nodes);
    }
}

struct Solver<'a, E> {
    problem: &'a Problem,
    config: &'a Config,
    crew: &'a dyn Crew,
    observer: &'a dyn SearchObserver,
    engine: E,
    table: &'a TranspositionTable,
    /// When a wish to stop was first seen after the search.
    interrupted: OnceLock<Duration>,
    /// What must be certified: of what a loaded table says, everything.
    certify: Certify,
}

/// A mate with its proof as far as it was written down.
struct Mate {
    plies: Plies,
    shortest: bool,
    line: Vec<Move>,
    /// `line` is a main line.
    main: bool,
    proof: Result<Vec<Node>, Doubt>,
    /// Bytes that it has left for the length's certificate.
    room: usize,
}

impl Mate {
    fn verdict(&self) -> Verdict {
        let Mate { plies, shortest, main, .. } = *self;
        Verdict::Mate { plies, shortest, line: self.line.clone(), main }
    }
}

impl<'a, E: Engine + Sync> Solver<'a, E> {
    fn new(
        problem: &'a Problem,
        config: &'a Config,
        crew: &'a dyn Crew,
        table: &'a TranspositionTable,
        observer: &'a dyn SearchObserver,
    ) -> Self {
        let interrupted = OnceLock::new();
        let certify = match config.certify {
            Certify::Verdict if table.is_loaded() => Certify::Length,
            asked => asked,
        };
        Solver {
            problem,
            config,
            crew,
            observer,
            engine: problem.engine(),
            table,
            interrupted,
            certify,
        }
    }

    fn run(&self) -> Solution {
        let team = Team::new(self.table, self.config.limits, self.crew, self.observer);
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
            refused: None,
        };
        let mut decided = None;
        for len in [self.config.within.filter(|&within| within < limit), Some(limit)] {
            let Some(len) = len else { continue };
            decided = self.decide(&team, len);
            match decided {
                Some(look) if look.is_no_mate() => {
                    // How far beyond what was asked the table happens to know differs from run to run.
                    solution.no_mate_within =
                        Some(if look.plies() == UNLIMITED_PLIES { UNLIMITED_PLIES } else { len });
                }
                _ => break,
            }
            if solution.no_mate_within == Some(UNLIMITED_PLIES) {
                break;
            }
        }
        match decided {
            Some(look) if look.is_mate() => self.shorten(&team, look.plies(), &mut solution),
            _ => self.hold(&team, limit, &mut solution),
        }
        solution.nodes = team.nodes();
        solution.hash_used = self.table.filled_share();
        self.check(&team, &mut solution);
        solution
    }

    /// Decides whether there is a mate within `len` plies; none if the search was stopped.
    fn decide(&self, team: &Team<'_>, len: Plies) -> Option<SearchResult> {
        team.decide(self.problem.rules(), self.problem.attacker(), &self.engine, len)
    }

    /// After a first proof: writes it down, and looks for shorter mates until there is none.
    fn shorten(&self, team: &Team<'_>, len: Plies, solution: &mut Solution) {
        let least = solution.no_mate_within.take().unwrap_or(0);
        // None within `least` plies, and lengths have one parity.
        let written = |len| {
            let mate = self.write_mate(len, false);
            Mate { shortest: mate.plies.saturating_sub(2) <= least, ..mate }
        };
        let mut best = written(len);
        self.announce(&best);
        while self.config.shortest && !best.shortest {
            let len = best.plies - 2;
            team.set_phase(Phase::Shortening(best.plies));
            match self.decide(team, len) {
                None => {
                    solution.shortening_stopped = team.stop_reason();
                    break;
                }
                Some(look) if look.is_mate() => {
                    let shorter = written(look.plies());
                    if let (Err(doubt), Ok(_), true) =
                        (&shorter.proof, &best.proof, self.certify != Certify::None)
                    {
                        // What has a proof is worth more than what is shorter.
                        let claim = Claim::MateWithin(shorter.plies);
                        solution.shortening_stopped = Some(self.reason(*doubt));
                        self.doubt(solution, claim, *doubt);
                        solution.unchecked =
                            Some(Unchecked { verdict: shorter.verdict(), no_mate_within: None });
                        break;
                    }
                    best = shorter;
                    self.announce(&best);
                }
                Some(_) => best.shortest = true,
            }
        }
        if best.shortest {
            // The main line needs facts that the last search has left in the table.
            let again = self.write_mate(best.plies, true);
            if again.proof.is_ok() || best.proof.is_err() {
                // A proof of a shorter mate would refute that this is the shortest.
                best = Mate { shortest: again.plies >= best.plies, ..again };
            }
        }
        let verdict = best.verdict();
        let (plies, shortest, room) = (best.plies, best.shortest, best.room);
        self.add(solution, Claim::MateWithin(plies), best.proof);
        if shortest && self.certify == Certify::Length && plies > 2 {
            let lower = self.write_no_mate(plies - 2, room);
            self.add(solution, Claim::NoMateWithin(plies - 2), lower.map(|(nodes, _)| nodes));
        }
        solution.verdict = verdict;
    }

    /// Tells a listener of a mate, once the checker has accepted it.
    fn announce(&self, mate: &Mate) {
        let Ok(nodes) = &mate.proof else { return };
        if !self.observer.wants_mates() || self.certify == Certify::None {
            return;
        }
        let (problem, claim) = (self.problem.clone(), Claim::MateWithin(mate.plies));
        let certificate = Certificate { problem, claim, nodes: nodes.clone() };
        let (overtime, patient) = (self.overtime(1), self.patient(CHECKING_AFTER_INTERRUPT));
        let stop = || overtime.reached(0, &patient).is_some();
        if checker::verify(&certificate, self.crew.threads(), &stop).is_ok() {
            self.observer.on_mate(mate.plies, mate.shortest && !self.table.is_loaded(), &mate.line);
        }
    }

    /// No mate was found: there is none, or none within some length, or the search was stopped.
    fn hold(&self, team: &Team<'_>, limit: Plies, solution: &mut Solution) {
        let known = solution.no_mate_within;
        let mut refutation = Vec::new();
        if let Some(len) = known
            && (len == UNLIMITED_PLIES || self.certify != Certify::None)
        {
            let claim =
                if len == UNLIMITED_PLIES { Claim::NoMate } else { Claim::NoMateWithin(len) };
            let written = self.write_no_mate(len, self.room());
            let nodes = written.map(|(nodes, line)| {
                refutation = line;
                nodes
            });
            self.add(solution, claim, nodes);
        }
        solution.verdict = match known {
            Some(UNLIMITED_PLIES) => Verdict::NoMate { refutation },
            Some(len) if len >= limit => Verdict::Unknown(StopReason::Depth),
            _ => Verdict::Unknown(team.stop_reason().unwrap_or(StopReason::Interrupt)),
        };
    }

    /// Adds a certificate, if any is wanted, or why it could not be written.
    fn add(&self, solution: &mut Solution, claim: Claim, nodes: Result<Vec<Node>, Doubt>) {
        if self.certify == Certify::None {
            return;
        }
        match nodes {
            Ok(nodes) => {
                let problem = self.problem.clone();
                solution.certificates.push(Certificate { problem, claim, nodes });
            }
            Err(doubt) => self.doubt(solution, claim, doubt),
        }
    }

    /// Notes why a claim has no certificate.
    fn doubt(&self, solution: &mut Solution, claim: Claim, doubt: Doubt) {
        solution.doubt = solution.doubt.or(Some(doubt));
        if doubt == Doubt::Contradiction {
            solution.doubt = Some(doubt);
            solution.refused.get_or_insert(Refused { claim, refusal: None });
        }
    }

    /// Why something is undecided for want of a certificate.
    fn reason(&self, doubt: Doubt) -> StopReason {
        match doubt {
            Doubt::Contradiction => StopReason::Refused,
            Doubt::Memory => StopReason::Memory,
            Doubt::Stopped if self.observer.should_stop() => StopReason::Interrupt,
            Doubt::Stopped
                if self.config.limits.time.is_some_and(|end| self.observer.elapsed() >= end) =>
            {
                StopReason::Time
            }
            Doubt::Stopped => StopReason::Memory,
        }
    }

    /// Limits for work after the search, which must have ended after this share of the time that is left for it.
    fn overtime(&self, share: u32) -> Limits {
        let most =
            self.config.limits.time.map(|time| time + (time / 2).max(LEAST_OVERTIME) / share);
        Limits { time: most, ..Limits::default() }
    }

    /// Bytes for all certificates together.
    fn room(&self) -> usize {
        self.config.hash / CERTIFICATE_SHARE
    }

    fn extractor<'s>(&self, shared: &'s SharedState<'s>, room: usize) -> Extractor<'s, E> {
        let problem = self.problem;
        let engine = self.engine.clone();
        Extractor::new(shared, problem.rules(), problem.attacker(), engine, room)
    }

    fn patient(&self, patience: Duration) -> Patient<'_> {
        Patient { observer: self.observer, interrupted: &self.interrupted, patience }
    }

    /// What the work after the search shares: one thread, its own limits.
    fn afterwards<'s>(&'s self, observer: &'s Patient<'_>) -> SharedState<'s> {
        let shared = SharedState::new(self.table, 1, self.overtime(2), observer);
        shared.set_phase(Phase::Certifying);
        shared
    }

    fn write_mate(&self, len: Plies, shortest: bool) -> Mate {
        let patient = self.patient(WRITING_AFTER_INTERRUPT);
        let shared = self.afterwards(&patient);
        // The mate before it, if any, is still held.
        let half = self.room() / 2;
        let mut extractor = self.extractor(&shared, half);
        match extractor.mate(len) {
            Ok(plies) => {
                let plies = extractor.tighten(plies, &|| shared.is_over());
                let (plies, line) = self.longest_line(&mut extractor, plies, shortest, &shared);
                let (line, main) =
                    if shortest { self.best_line(plies, line) } else { (line, false) };
                let room = half + extractor.room();
                Mate { plies, shortest, line, main, proof: Ok(extractor.into_nodes()), room }
            }
            // The verdict stays, without proof.
            Err(doubt) => {
                let line = self.extractor(&shared, half).main_line(len, false);
                let room = self.room();
                Mate { plies: len, shortest, line, main: false, proof: Err(doubt), room }
            }
        }
    }

    /// The length of a proof that was written down, and its longest line; a main line if it is the `shortest` mate.
    fn longest_line(
        &self,
        extractor: &mut Extractor<'_, E>,
        plies: Plies,
        shortest: bool,
        shared: &SharedState<'_>,
    ) -> (Plies, Vec<Move>) {
        let line = extractor.main_line(plies, shortest);
        if shortest || line.len() == usize::from(plies) {
            return (plies, line);
        }
        match extractor.spell_out(&|| shared.is_over()) {
            Some(plies) => (plies, extractor.main_line(plies, false)),
            None => (plies, line),
        }
    }

    /// Of the lines as short as this one, that of a mate in exactly `plies`, the one with which both sides are content,
    /// and whether it is; if that is not soon found, this one.
    fn best_line(&self, plies: Plies, line: Vec<Move>) -> (Vec<Move>, bool) {
        let rules = self.problem.rules();
        if line.len() != usize::from(plies) {
            return (line, false);
        }
        if !rules.has_drops() {
            return (line, true);
        }
        // What is left in hand is not certified: a loaded table has no say in it.
        if !self.config.main_line || self.table.is_loaded() {
            return (line, false);
        }
        let most = self.config.limits.nodes.unwrap_or(LINE_NODES).min(LINE_NODES);
        let limits = Limits { nodes: Some(most), ..self.overtime(2) };
        let shared = SharedState::new(self.table, 1, limits, self.observer);
        shared.set_phase(Phase::Certifying);
        let attacker = self.problem.attacker();
        let searcher = Searcher::new(&shared, rules, attacker, self.engine.clone());
        match Walk::new(&shared, searcher, rules, attacker).main_line(plies, &line) {
            Ok(main) => (main, true),
            Err(_) => (line, false),
        }
    }

    fn write_no_mate(&self, len: Plies, room: usize) -> Result<(Vec<Node>, Vec<Move>), Doubt> {
        let patient = self.patient(WRITING_AFTER_INTERRUPT);
        let shared = self.afterwards(&patient);
        let mut extractor = self.extractor(&shared, room);
        let reply = extractor.no_mate(len)?;
        let line = extractor.refutation(reply);
        Ok((extractor.into_nodes(), line))
    }

    /// Has the checker replay the certificates, and takes back what it does not accept.
    fn check(&self, team: &Team<'_>, solution: &mut Solution) {
        if self.certify == Certify::None {
            return;
        }
        team.set_phase(Phase::Checking);
        team.tell();
        let (overtime, patient) = (self.overtime(1), self.patient(CHECKING_AFTER_INTERRUPT));
        let stop = || overtime.reached(0, &patient).is_some();
        let threads = self.crew.threads();
        let mut proved = Proved::default();
        for certificate in std::mem::take(&mut solution.certificates) {
            match checker::verify(&certificate, threads, &stop) {
                Ok(accepted) => {
                    proved.add(accepted);
                    solution.certificates.push(certificate);
                }
                Err(refusal) if refusal.fault == Fault::Stopped => {
                    solution.doubt = solution.doubt.or(Some(Doubt::Stopped));
                }
                Err(refusal) => {
                    // Worse than any other.
                    solution.doubt = Some(Doubt::Contradiction);
                    let (claim, refusal) = (certificate.claim, Some(refusal));
                    solution.refused.get_or_insert(Refused { claim, refusal });
                }
            }
        }
        let reason = self.reason(solution.doubt.unwrap_or(Doubt::Stopped));
        solution.checked =
            proved.settle(self.problem, solution, self.certify, self.config.shortest, reason);
    }
}
