//! Whole problems for workers: the way to divide a set.
//!
//! The worker is the ordinary solver. The leader has the checker replay the certificates that come
//! back, so that a worker need not be trusted here either: a verdict without an accepted certificate
//! is void.

use super::problem_text::problem_text;
use crate::judge::{CountRequest, CountingConfig, CountingEffort, CountingTables, count_mate};
use crate::notation::usi;
use crate::position::{Move, Problem};
use crate::proof::certificate::{Certificate, Claim, UncertifiedReason};
use crate::proof::{checker, text_format};
use crate::rules::Rules;
use crate::search::transposition_table::TranspositionTable;
use crate::search::{Limits, SearchObserver, StopReason};
use crate::solver::{
    self, Certify, CountedMate, RejectedCertificate, Solution, SolverConfig, UncheckedResult,
    Verdict,
};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Order to solve a problem.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SolveOrder {
    /// Number of the order.
    pub number: u64,
    problem: String,
    hash: u64,
    nodes: Option<u64>,
    time: Option<Duration>,
    depth: Option<u16>,
    shortest: bool,
    main_line: bool,
    within: Option<u16>,
    certify: u8,
    request: u8,
    is_reproducible: bool,
}

/// Solution of a problem.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SolveReport {
    /// Number of the order.
    pub number: u64,
    verdict: SentVerdict,
    nodes: u64,
    hash_used: f64,
    no_mate_within: Option<u16>,
    shortening_stopped: Option<u8>,
    certificates: Vec<String>,
    checked: bool,
    doubt: Option<u8>,
    unchecked: Option<(SentVerdict, Option<u16>)>,
    /// The claim of a rejected certificate: the place of its kind, and its plies.
    rejected: Option<(u8, u16)>,
    composers: Option<SentCount>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
enum SentVerdict {
    Mate { plies: u16, shortest: bool, line: Vec<String>, main: bool },
    NoMate { refutation: Vec<String> },
    Unknown(u8),
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct SentCount {
    plies: u16,
    is_settled: bool,
    line: Vec<String>,
    leftover: u32,
    is_leftover_proved: bool,
    nodes: u64,
    stopped: Option<u8>,
}

const CERTIFY: [Certify; 3] = [Certify::Verdict, Certify::Length, Certify::None];
const REQUESTS: [CountRequest; 3] =
    [CountRequest::Composers, CountRequest::Every, CountRequest::Both];
const REASONS: [StopReason; 6] = [
    StopReason::Time,
    StopReason::Nodes,
    StopReason::Depth,
    StopReason::Memory,
    StopReason::Interrupt,
    StopReason::Refused,
];
const DOUBTS: [UncertifiedReason; 3] =
    [UncertifiedReason::Stopped, UncertifiedReason::Memory, UncertifiedReason::Contradiction];

/// The place of a value in a list, and the value of a place; the first one where it is none.
fn place<T: PartialEq>(all: &[T], value: &T) -> u8 {
    all.iter().position(|other| other == value).unwrap_or_default() as u8
}

fn value<T: Copy>(all: &[T], place: u8) -> T {
    all.get(usize::from(place)).copied().unwrap_or(all[0])
}

impl SolveOrder {
    /// An order to solve `problem`.
    pub fn new(
        number: u64,
        problem: &Problem,
        config: &SolverConfig,
        counting: &CountingConfig,
    ) -> SolveOrder {
        let SolverConfig { hash, limits, shortest, main_line, within, certify, .. } = *config;
        SolveOrder {
            number,
            problem: problem_text(problem),
            hash: hash as u64,
            nodes: limits.nodes,
            time: limits.time,
            depth: limits.depth,
            shortest,
            main_line,
            within,
            certify: place(&CERTIFY, &certify),
            request: place(&REQUESTS, &counting.request),
            is_reproducible: counting.effort == CountingEffort::Reproducible,
        }
    }

    /// Bytes for table and certificates.
    pub fn hash(&self) -> usize {
        usize::try_from(self.hash).unwrap_or(usize::MAX)
    }

    /// Solves the problem; `None` if the order has none.
    pub fn solve(
        &self,
        table: &mut TranspositionTable,
        tables: &mut CountingTables,
        observer: &dyn SearchObserver,
    ) -> Option<SolveReport> {
        let Certificate { problem, .. } = text_format::parse(&self.problem).ok()?;
        let limits = Limits { nodes: self.nodes, time: self.time, depth: self.depth };
        let config = SolverConfig {
            threads: 1,
            hash: self.hash(),
            limits,
            shortest: self.shortest,
            main_line: self.main_line,
            within: self.within,
            certify: value(&CERTIFY, self.certify),
        };
        let mut solution = solver::solve_with(&problem, &config, &1, table, observer);
        let effort = match self.is_reproducible {
            true => CountingEffort::Reproducible,
            false => CountingEffort::Shared,
        };
        let request = value(&REQUESTS, self.request);
        let counting =
            CountingConfig { request, effort, threads: 1, hash_bytes: self.hash(), limits };
        let counted = count_mate(&problem, &solution, &counting, tables, table, observer);
        solution.add_composers(counted);
        Some(SolveReport::new(self.number, problem.rules(), &solution))
    }
}

impl SolveReport {
    fn new(number: u64, rules: &Rules, solution: &Solution) -> SolveReport {
        let reason = |reason: &StopReason| place(&REASONS, reason);
        SolveReport {
            number,
            verdict: SentVerdict::new(rules, &solution.verdict),
            nodes: solution.nodes,
            hash_used: solution.hash_used,
            no_mate_within: solution.no_mate_within,
            shortening_stopped: solution.shortening_stopped.as_ref().map(reason),
            certificates: solution.certificates.iter().map(text_format::write).collect(),
            checked: solution.checked,
            doubt: solution.doubt.as_ref().map(|doubt| place(&DOUBTS, doubt)),
            unchecked: solution.unchecked.as_ref().map(|unchecked| {
                (SentVerdict::new(rules, &unchecked.verdict), unchecked.no_mate_within)
            }),
            rejected: solution.rejected.as_ref().map(|rejected| match rejected.claim {
                Claim::Mate => (0, 0),
                Claim::MateWithin(plies) => (1, plies),
                Claim::NoMate => (2, 0),
                Claim::NoMateWithin(plies) => (3, plies),
            }),
            composers: solution.composers.as_ref().map(|counted| SentCount {
                plies: counted.plies,
                is_settled: counted.is_settled,
                line: texts(rules, &counted.line),
                leftover: counted.leftover,
                is_leftover_proved: counted.is_leftover_proved,
                nodes: counted.nodes,
                stopped: counted.stopped.as_ref().map(reason),
            }),
        }
    }

    /// The solution of `problem`, as far as the checker accepts it; `None` if it accepts too little,
    /// if the report is none, or if `stop` returns true before the checker is through.
    pub fn accept(
        &self,
        problem: &Problem,
        certify: Certify,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<Solution> {
        let rules = problem.rules();
        let reason = |place: u8| value(&REASONS, place);
        let certificates = self.certificates.iter().map(|text| certificate(problem, text, stop));
        let certificates = certificates.collect::<Option<Vec<_>>>()?;
        let composers = match &self.composers {
            None => None,
            Some(counted) => Some(CountedMate {
                plies: counted.plies,
                is_settled: counted.is_settled,
                line: moves(rules, &counted.line)?,
                leftover: counted.leftover,
                is_leftover_proved: counted.is_leftover_proved,
                nodes: counted.nodes,
                stopped: counted.stopped.map(reason),
            }),
        };
        let unchecked = match &self.unchecked {
            None => None,
            Some((verdict, no_mate_within)) => Some(UncheckedResult {
                verdict: verdict.read(rules)?,
                no_mate_within: *no_mate_within,
            }),
        };
        let solution = Solution {
            verdict: self.verdict.read(rules)?,
            nodes: self.nodes,
            hash_used: self.hash_used,
            no_mate_within: self.no_mate_within,
            shortening_stopped: self.shortening_stopped.map(reason),
            certificates,
            checked: self.checked,
            doubt: self.doubt.map(|doubt| value(&DOUBTS, doubt)),
            unchecked,
            rejected: self.rejected.map(|(kind, plies)| {
                let claim = match kind {
                    0 => Claim::Mate,
                    1 => Claim::MateWithin(plies),
                    2 => Claim::NoMate,
                    _ => Claim::NoMateWithin(plies),
                };
                RejectedCertificate { claim, refusal: None }
            }),
            composers,
        };
        (certify == Certify::None || is_backed(problem, &solution, certify)).then_some(solution)
    }
}

/// True if the accepted certificates back what the solution says.
fn is_backed(problem: &Problem, solution: &Solution, certify: Certify) -> bool {
    let claims: Vec<Claim> = solution.certificates.iter().map(|known| known.claim).collect();
    let refutes = |len: u16| {
        claims.iter().any(|claim| match *claim {
            Claim::NoMate => true,
            Claim::NoMateWithin(within) => within >= len,
            _ => false,
        })
    };
    match &solution.verdict {
        Verdict::Mate { plies, shortest, line, .. } => {
            let is_mate = claims.iter().any(|claim| match *claim {
                Claim::Mate => true,
                Claim::MateWithin(within) => within <= *plies,
                _ => false,
            });
            let needs_bound = certify == Certify::Length && *shortest && *plies > 2;
            is_mate
                && (!needs_bound || refutes(plies - 2))
                && (line.is_empty() || solver::ends_in_mate(problem, line))
        }
        Verdict::NoMate { .. } => refutes(u16::MAX),
        Verdict::Unknown(_) => solution.no_mate_within.is_none_or(refutes),
    }
}

/// A certificate about `problem` that the checker accepts.
fn certificate(
    problem: &Problem,
    text: &str,
    stop: &(dyn Fn() -> bool + Sync),
) -> Option<Certificate> {
    let certificate = text_format::parse(text).ok()?;
    let (_, nodes) = text.split_once('\n')?;
    let certificate = text_format::parse_nodes(problem, certificate.claim, nodes).ok()?;
    checker::verify(&certificate, 1, stop).ok()?;
    Some(certificate)
}

impl SentVerdict {
    fn new(rules: &Rules, verdict: &Verdict) -> SentVerdict {
        match verdict {
            Verdict::Mate { plies, shortest, line, main } => SentVerdict::Mate {
                plies: *plies,
                shortest: *shortest,
                line: texts(rules, line),
                main: *main,
            },
            Verdict::NoMate { refutation } => {
                SentVerdict::NoMate { refutation: texts(rules, refutation) }
            }
            Verdict::Unknown(reason) => SentVerdict::Unknown(place(&REASONS, reason)),
        }
    }

    fn read(&self, rules: &Rules) -> Option<Verdict> {
        Some(match self {
            SentVerdict::Mate { plies, shortest, line, main } => Verdict::Mate {
                plies: *plies,
                shortest: *shortest,
                line: moves(rules, line)?,
                main: *main,
            },
            SentVerdict::NoMate { refutation } => {
                Verdict::NoMate { refutation: moves(rules, refutation)? }
            }
            SentVerdict::Unknown(reason) => Verdict::Unknown(value(&REASONS, *reason)),
        })
    }
}

fn texts(rules: &Rules, moves: &[Move]) -> Vec<String> {
    moves.iter().map(|&m| usi::write(rules, m)).collect()
}

fn moves(rules: &Rules, texts: &[String]) -> Option<Vec<Move>> {
    texts.iter().map(|text| usi::parse(rules, text).ok()).collect()
}
