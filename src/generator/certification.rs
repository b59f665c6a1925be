//! The last word on a problem is the judge's, and the checker's: complete by every count of interpositions,
//! no piece to spare, and a certificate for the mate and for its length. What is unknown is rejected.

use crate::generator::minimisation::RemovablePiece;
use crate::generator::problem_space::ProblemSpace;
use crate::judge::{
    self, AuthorClaims, Finding, FlawKind, MateLength, PieceLocation, SoundnessClass, Tolerance,
};
use crate::position::{Move, Position, Problem};
use crate::search::{Limits, SearchObserver};
use crate::solver::{self, Certify, Verdict};

/// Bytes for the tables of judge and solver together: enough for the nodes that they may visit, and little,
/// since it is cleared for every problem.
const TABLE_BYTES: usize = 12 << 20;

/// Why a problem was not certified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CertificationRefusal {
    /// The referee objects to the position.
    Malformed,
    /// Not settled within the budget, or interrupted.
    Unknown,
    /// Flawed; of a cook, the line that shows it.
    Flawed(Option<Vec<Move>>),
    /// The length depends on how interpositions are counted.
    Futile,
    /// A piece is not needed.
    Needless(RemovablePiece),
    /// No certificate within the limits.
    Uncertified,
    /// The checker refused the certificate: an error of this program.
    Contradicted,
}

impl CertificationRefusal {
    /// In words.
    pub fn name(&self) -> &'static str {
        match self {
            CertificationRefusal::Malformed => "malformed",
            CertificationRefusal::Unknown => "unknown",
            CertificationRefusal::Flawed(_) => "flawed",
            CertificationRefusal::Futile => "futile interpositions",
            CertificationRefusal::Needless(_) => "needless piece",
            CertificationRefusal::Uncertified => "no certificate",
            CertificationRefusal::Contradicted => {
                "proof refused by the checker (please report this)"
            }
        }
    }
}

/// What judge and checker have confirmed.
#[derive(Clone, Debug)]
pub struct CertifiedProblem {
    /// The problem.
    pub problem: Problem,
    /// Length in plies; the same by every count of interpositions.
    pub plies: u16,
    /// The first main line.
    pub line: Vec<Move>,
    /// How many main lines there are.
    pub main_line_count: u64,
    /// No tolerance was needed.
    pub is_completely_limited: bool,
    /// What was tolerated.
    pub tolerated: Vec<Tolerance>,
    /// Positions that the judge visited.
    pub judge_nodes: u64,
    /// Nodes of the certificate of the mate.
    pub proof_nodes: usize,
}

/// Judges a settled position, with so many nodes at most; those visited are added to `spent`.
///
/// # Errors
/// Why the problem is no good, or that it is not known to be.
pub fn certify(
    space: &ProblemSpace,
    position: &Position,
    nodes: u64,
    spent: &mut u64,
    observer: &dyn SearchObserver,
) -> Result<CertifiedProblem, CertificationRefusal> {
    let problem = space.admit(position).ok_or(CertificationRefusal::Malformed)?;
    let config = judge::JudgeConfig {
        threads: 1,
        hash_bytes: TABLE_BYTES,
        limits: Limits { nodes: Some(nodes), ..Limits::default() },
        all_conventions: false,
        ..judge::JudgeConfig::default()
    };
    let report = judge::judge(&problem, &AuthorClaims::default(), &config, observer);
    *spent += report.nodes;
    let MateLength::Exact(plies) = report.length else {
        return Err(match report.length {
            MateLength::None => CertificationRefusal::Flawed(None),
            _ => CertificationRefusal::Unknown,
        });
    };
    match report.class {
        SoundnessClass::Unknown => return Err(CertificationRefusal::Unknown),
        SoundnessClass::Flawed => {
            let cooks = report.flaws.iter().filter(|f| matches!(f.kind, FlawKind::Cook { .. }));
            // The line goes on to the mate; what matters is where it leaves the main line.
            let cook = cooks.map(|flaw| flaw.line[..usize::from(flaw.at)].to_vec()).next();
            return Err(CertificationRefusal::Flawed(cook));
        }
        SoundnessClass::Complete | SoundnessClass::CompletelyLimited => {}
    }
    for (piece, place, finding) in &report.decoration {
        match finding {
            Finding::No => {}
            Finding::Unknown => return Err(CertificationRefusal::Unknown),
            Finding::Yes => {
                return Err(CertificationRefusal::Needless(match place {
                    PieceLocation::Board(square) => RemovablePiece::Board(*square),
                    PieceLocation::Hand => RemovablePiece::Hand(piece.kind()),
                }));
            }
        }
    }
    let (Some(line), Some(lines)) = (report.main_lines.first(), report.main_line_count) else {
        return Err(CertificationRefusal::Unknown);
    };
    // Where the length is the same the class need not be: if fewer answers count, other moves may mate as soon, and a
    // piece that was needed against them stays in hand. Nothing short of the judge can tell.
    if space.rules.has_drops() {
        let all = judge::JudgeConfig {
            all_conventions: true,
            decoration: false,
            first_cook_only: true,
            ..config
        };
        let report = judge::judge(&problem, &AuthorClaims::default(), &all, observer);
        *spent += report.nodes;
        if report.by_convention.iter().any(|c| c.length != report.length || !c.class.is_sound()) {
            return Err(CertificationRefusal::Futile);
        }
    }
    let mut tolerated: Vec<Tolerance> =
        report.tolerances.iter().flat_map(|t| t.kinds.iter().copied()).collect();
    tolerated.sort_unstable();
    tolerated.dedup();
    let proof = prove(&problem, plies, nodes, observer)?;
    Ok(CertifiedProblem {
        plies,
        line: line.clone(),
        main_line_count: lines,
        is_completely_limited: report.class == SoundnessClass::CompletelyLimited,
        tolerated,
        judge_nodes: report.nodes,
        proof_nodes: proof,
        problem,
    })
}

/// Has mate and length proved and checked; the nodes of the mate's certificate. None if that could not be
/// done, or the length is another.
pub fn prove_length(
    problem: &Problem,
    plies: u16,
    nodes: u64,
    observer: &dyn SearchObserver,
) -> Option<usize> {
    prove(problem, plies, nodes, observer).ok()
}

fn prove(
    problem: &Problem,
    plies: u16,
    nodes: u64,
    observer: &dyn SearchObserver,
) -> Result<usize, CertificationRefusal> {
    let config = solver::SolverConfig {
        threads: 1,
        hash: TABLE_BYTES,
        limits: Limits { nodes: Some(nodes), ..Limits::default() },
        shortest: true,
        main_line: false,
        within: plies.checked_sub(2).filter(|within| *within > 0),
        certify: Certify::Length,
    };
    let solution = solver::solve(problem, &config, observer);
    let exact = matches!(solution.verdict,
        Verdict::Mate { plies: found, shortest: true, .. } if found == plies);
    match solution.certificates.first() {
        _ if solution.rejected.is_some() => Err(CertificationRefusal::Contradicted),
        Some(proof) if exact && solution.checked => Ok(proof.nodes.len()),
        _ => Err(CertificationRefusal::Uncertified),
    }
}
