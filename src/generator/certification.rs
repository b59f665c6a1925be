//! Certification: the judge and the checker decide about a problem. It must be complete by every
//! convention, without decoration, with a certificate of mate and length. What is unknown is
//! rejected.

use crate::generator::minimisation::RemovablePiece;
use crate::generator::problem_space::ProblemSpace;
use crate::judge::{
    self, AuthorClaims, Finding, FlawKind, MateLength, PieceLocation, SoundnessClass, Tolerance,
};
use crate::messages::tr;
use crate::position::{Move, Position, Problem};
use crate::search::{Limits, SearchObserver};
use crate::solver::{self, Certify, Verdict};

/// Bytes for the tables of judge and solver together. They suffice for the nodes allowed, and are
/// few because they are cleared for every problem.
const TABLE_BYTES: usize = 12 << 20;

/// Reason why a problem was not certified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CertificationRefusal {
    /// The referee objects to the position.
    Malformed,
    /// The budget did not suffice, or the campaign ended.
    Unknown,
    /// The problem is flawed; for a cook, the line up to the cooking move.
    Flawed(Option<Vec<Move>>),
    /// The length or class depends on the convention about futile interpositions.
    Futile,
    /// A piece is decoration.
    Needless(RemovablePiece),
    /// No certificate within the limits.
    Uncertified,
    /// The checker rejected the certificate: an error of this program.
    Contradicted,
}

/// Kind of a [`CertificationRefusal`], for statistics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RefusalKind {
    /// [`CertificationRefusal::Flawed`]
    Flawed,
    /// [`CertificationRefusal::Futile`]
    Futile,
    /// [`CertificationRefusal::Malformed`]
    Malformed,
    /// [`CertificationRefusal::Needless`]
    Needless,
    /// [`CertificationRefusal::Uncertified`]
    Uncertified,
    /// [`CertificationRefusal::Contradicted`]
    Contradicted,
    /// [`CertificationRefusal::Unknown`]
    Unknown,
}

impl RefusalKind {
    /// Text for statistics.
    pub fn words(self) -> String {
        match self {
            RefusalKind::Flawed => tr!(generate_refused_flawed),
            RefusalKind::Futile => tr!(generate_refused_futile),
            RefusalKind::Malformed => tr!(generate_rejected_malformed),
            RefusalKind::Needless => tr!(generate_refused_needless),
            RefusalKind::Uncertified => tr!(generate_refused_uncertified),
            RefusalKind::Contradicted => tr!(generate_refused_contradicted),
            RefusalKind::Unknown => tr!(generate_refused_unknown),
        }
    }
}

impl CertificationRefusal {
    /// Its kind, without the place of the fault.
    pub fn kind(&self) -> RefusalKind {
        match self {
            CertificationRefusal::Malformed => RefusalKind::Malformed,
            CertificationRefusal::Unknown => RefusalKind::Unknown,
            CertificationRefusal::Flawed(_) => RefusalKind::Flawed,
            CertificationRefusal::Futile => RefusalKind::Futile,
            CertificationRefusal::Needless(_) => RefusalKind::Needless,
            CertificationRefusal::Uncertified => RefusalKind::Uncertified,
            CertificationRefusal::Contradicted => RefusalKind::Contradicted,
        }
    }
}

/// Settings of a certification.
#[derive(Clone, Copy, Debug)]
pub struct CertificationTerms<'a> {
    /// Nodes for each step.
    pub nodes: u64,
    /// Tolerances of the judge.
    pub tolerate: &'a [Tolerance],
}

/// A problem that judge and checker confirmed.
#[derive(Clone, Debug)]
pub struct CertifiedProblem {
    /// The problem.
    pub problem: Problem,
    /// Length in plies, the same by every convention.
    pub plies: u16,
    /// The first main line.
    pub line: Vec<Move>,
    /// Number of main lines.
    pub main_line_count: u64,
    /// True if no second solution needed a tolerance.
    pub is_completely_limited: bool,
    /// The tolerances that were needed.
    pub tolerated: Vec<Tolerance>,
    /// Positions that the judge visited.
    pub judge_nodes: u64,
    /// Nodes of the mate's certificate.
    pub proof_nodes: usize,
}

/// Certifies a normalised position; adds the visited nodes to `spent`.
///
/// # Errors
/// The reason why the problem is flawed, or not known to be sound.
pub fn certify(
    space: &ProblemSpace,
    position: &Position,
    terms: &CertificationTerms<'_>,
    spent: &mut u64,
    observer: &dyn SearchObserver,
) -> Result<CertifiedProblem, CertificationRefusal> {
    let nodes = terms.nodes;
    let problem = space.admit(position).ok_or(CertificationRefusal::Malformed)?;
    // A mate with a longer variation is longer than its main line, and no problem of either length.
    // The screen rejects a cook on any main line, so the judge does too.
    let refused = [Tolerance::LongerVariation, Tolerance::VariationDual];
    let tolerate = terms.tolerate.iter().copied();
    let tolerate = tolerate.filter(|kind| !refused.contains(kind)).collect();
    let config = judge::JudgeConfig {
        threads: 1,
        hash_bytes: TABLE_BYTES,
        limits: Limits { nodes: Some(nodes), ..Limits::default() },
        tolerate,
        all_conventions: false,
        count: judge::CountingConvention::Every,
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
            // The flaw's line continues to the mate; the cook is where it leaves the main line.
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
    // With equal lengths the classes can still differ: if fewer replies count, other moves may mate
    // as soon, and a piece that was needed against those replies stays in hand. Only the judge can
    // decide that.
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

/// Proves and checks the mate and its length. Returns the nodes of the mate's certificate; `None`
/// if that fails or the length differs from `plies`.
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
