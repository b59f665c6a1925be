//! Reports of the judge as JSON lines.

use super::grouping;
use super::line_text::LineWriter;
use super::outcome::{Agreement, Outcome, ResultVerdict};
use super::outline::{self, SolutionNote};
use super::repairs::Proposals;
use super::wording::{self, usi_moves};
use crate::io::formats::spelling::MoveNotation;
use crate::judge::report::{ConventionResult, Flaw, SideDual, ToleratedMove};
use crate::judge::{Finding, FlawKind, MateLength, OpenQuestion, PieceLocation, SoundnessReport};
use crate::notation::{sfen, usi};
use crate::position::{Piece, Problem};
use crate::search::StopReason;
#[cfg(feature = "cli")]
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// Findings of one kind in a line at most.
const MAX_OF_A_KIND: usize = 50;

/// A report in the form of the JSON lines: the fields of a result, and those of the judge.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "cli", derive(JsonSchema))]
pub struct Analysis {
    /// The result, as `solve` prints it.
    #[serde(flatten)]
    pub outcome: Outcome,
    /// `complete`, `completely_limited`, `flawed` or `unknown`; null if the file expects that there
    /// is no mate, and there is none.
    pub class: Option<String>,
    /// Flaws of the problem, at most 50 of each kind.
    pub flaws: Vec<FlawNote>,
    /// Number of flaws of each kind, also of those that `flaws` leaves out.
    pub flaw_counts: BTreeMap<&'static str, usize>,
    /// Tolerated second solutions, at most 50 of each kind.
    pub tolerances: Vec<ToleratedNote>,
    /// Number of tolerated second solutions by their first kind, also of those that `tolerances`
    /// leaves out.
    pub tolerance_counts: BTreeMap<&'static str, usize>,
    /// Length under each convention about futile interpositions; null if undecided, or if there is
    /// no mate.
    pub lengths: ByCount<Option<u16>>,
    /// Class under each convention.
    pub classes: ByCount<Option<&'static str>>,
    /// True if the class is known to depend on the convention.
    pub convention_matters: bool,
    /// With `--progressive`: false if the analysis goes on, and further lines about the problem
    /// follow.
    #[serde(rename = "final", skip_serializing_if = "Option::is_none")]
    pub is_final: Option<bool>,
    /// Stage that has ended, if the analysis goes on: `length` or `class`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stage: Option<&'static str>,
    /// Count by which `length`, `class`, `flaws` and `main_lines` are reported: `composers`,
    /// `immediate` or `every`.
    pub count: &'static str,
    /// Length by that count; null if undecided, or if there is no mate.
    #[serde(rename = "length")]
    pub counted_length: Option<u16>,
    /// The longest defence, if it is tolerated as a longer variation with a leftover: `length` is
    /// the length without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub longer_variation: Option<LongerVariationNote>,
    /// The first main lines.
    pub main_lines: Vec<Vec<String>>,
    /// Number of main lines, if all were found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub main_line_count: Option<u64>,
    /// True if the author's line is a main line; absent without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solution_agrees: Option<bool>,
    /// For each piece: whether it is decoration.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub decoration: Vec<PieceNote>,
    /// Second moves of the attacker off the main line, at most 50, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side_duals: Option<Vec<SideDualNote>>,
    /// Number of side duals, also of those that `side_duals` leaves out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side_dual_count: Option<usize>,
    /// Solution with its variations, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tree: Option<SolutionNote>,
    /// Repairs, if requested and if there is something to repair.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repairs: Option<Proposals>,
    /// Published statements, as in the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "cli", schemars(with = "serde_json::Value"))]
    pub published: Option<serde_yaml::Value>,
    /// If longer cooks stayed open: all cooks are known that are at most this many plies longer
    /// than the main line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cooks_settled: Option<u16>,
    /// Open questions as text, those of one kind together.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub open: Vec<String>,
    /// The first 50 open questions.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub open_questions: Vec<OpenNote>,
    /// Number of open questions.
    pub open_count: usize,
    /// With open questions: the limit that left them open, as in `stopped_by`. A larger one may
    /// settle them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub open_limit: Option<&'static str>,
}

/// An open question.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "cli", derive(JsonSchema))]
pub struct OpenNote {
    /// `mate`, `unchecked_mate`, `shorter_mate`, `length`, `main_lines`, `second_solution`,
    /// `cook_or_detour` or `decoration`.
    pub kind: &'static str,
    /// Ply of the move, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<u16>,
    /// The move that the question is about.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub other: Option<String>,
    /// For a second solution: true if a tolerance would cover it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tolerated: Option<bool>,
}

/// A tolerated longer variation.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "cli", derive(JsonSchema))]
pub struct LongerVariationNote {
    /// Length of the variation in plies.
    pub plies: u16,
    /// Pieces that it leaves in the attacker's hand.
    pub leftover: u32,
    /// The variation from the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<Vec<String>>,
}

/// A value under each convention about futile interpositions.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "cli", derive(JsonSchema))]
pub struct ByCount<T> {
    /// Every interposition counts.
    pub none: T,
    /// A drop does not count if any piece dropped there is captured at once with mate.
    pub immediate: T,
    /// An interposition does not count if capturing it, with the piece given back, gains the
    /// defender nothing.
    pub transparent: T,
}

impl<T> ByCount<T> {
    fn new(report: &SoundnessReport, value: impl FnMut(ConventionResult) -> T) -> ByCount<T> {
        let [none, immediate, transparent] = report.by_convention.map(value);
        ByCount { none, immediate, transparent }
    }
}

/// A flaw of a problem.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "cli", derive(JsonSchema))]
pub struct FlawNote {
    /// `no_mate`, `short_cook`, `cook`, `leftover`, `longer_variation`, `variation_dual` or
    /// `decoration`.
    pub kind: &'static str,
    /// Ply of the flaw, from 1; 0 if it concerns the whole problem.
    pub at: u16,
    /// A line from the start that demonstrates the flaw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<Vec<String>>,
    /// For a cook: the other move.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub other: Option<String>,
    /// For a cook: `shorter`, `equal` or `longer` than the main line or the author's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length: Option<&'static str>,
    /// For a cook or a longer variation: plies from the start to the mate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies: Option<u16>,
    /// For a cook: false if `plies` is only an upper bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exact: Option<bool>,
    /// For a short cook: the author's length.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claimed: Option<u16>,
    /// For a short cook: key of the file that states the author's length.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<&'static str>,
    /// For a leftover or a longer variation: pieces in the attacker's hand at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pieces: Option<u32>,
    /// For decoration: the piece, upper case for black.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<String>,
    /// For decoration: square of the piece, or `hand`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub square: Option<String>,
    /// File of the certificate that proves the flaw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certificate: Option<String>,
}

/// A tolerated second solution.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "cli", derive(JsonSchema))]
pub struct ToleratedNote {
    /// The first of `kinds`.
    pub kind: Option<&'static str>,
    /// Reasons: names of `--tolerate`.
    pub kinds: Vec<&'static str>,
    /// Ply of the other move, from 1.
    pub at: u16,
    /// The other move.
    #[serde(rename = "move")]
    pub other: Option<String>,
    /// Line from the start that ends with the other move.
    pub line: Vec<String>,
}

/// A second move of the attacker off the main line.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "cli", derive(JsonSchema))]
pub struct SideDualNote {
    /// Ply of the other move, from 1.
    pub at: u16,
    /// Line from the start that ends with the other move.
    pub line: Vec<String>,
}

/// Whether a piece is decoration.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "cli", derive(JsonSchema))]
pub struct PieceNote {
    /// Id of the piece, upper case for black.
    pub piece: String,
    /// Square of the piece, or `hand`.
    pub square: String,
    /// `yes`, `no` or `unknown`.
    pub answer: &'static str,
}

impl Analysis {
    /// A report in the form of the JSON lines. With `stable` it omits the lines, which may differ
    /// between runs. If the file expects that there is no mate, and there is none, neither class
    /// nor flaw says so again.
    pub fn new(
        outcome: Outcome,
        problem: &Problem,
        report: &SoundnessReport,
        side_duals: bool,
        stable: bool,
    ) -> Analysis {
        let lines = report.main_lines.iter();
        let writer = LineWriter::new(problem, MoveNotation::Usi);
        let as_expected = is_expected_no_mate(&outcome);
        let told = |kind: &&str| !(as_expected && *kind == FlawKind::NoMate.name());
        let flaw_counts = grouping::counts(flaw_kinds(report).filter(told));
        let flaws = reported_flaws(&outcome, report).into_iter();
        let tolerances = first_of_each(tolerance_kinds(report)).into_iter();
        Analysis {
            class: (!as_expected).then(|| report.class.name().to_owned()),
            flaws: flaws.map(|i| flaw_note(problem, &report.flaws[i], stable)).collect(),
            flaw_counts,
            tolerances: tolerances
                .map(|i| tolerated_note(problem, &report.tolerances[i]))
                .collect(),
            tolerance_counts: grouping::counts(tolerance_kinds(report)),
            lengths: ByCount::new(report, |result| exact(result.length)),
            classes: ByCount::new(report, |result| (!as_expected).then(|| result.class.name())),
            convention_matters: report.depends_on_convention(),
            is_final: None,
            stage: None,
            count: report.count.name(),
            counted_length: exact(report.main_length()),
            longer_variation: report.longer_variation.as_ref().map(|variation| {
                LongerVariationNote {
                    plies: variation.line.len() as u16,
                    leftover: variation.leftover,
                    line: (!stable).then(|| usi_moves(problem, &variation.line)),
                }
            }),
            main_lines: lines.map(|line| usi_moves(problem, line)).collect(),
            main_line_count: report.main_line_count,
            solution_agrees: report.solution_agrees.to_option(),
            decoration: report
                .decoration
                .iter()
                .map(|&(piece, place, finding)| {
                    let (piece, square) = piece_words(problem, piece, place);
                    PieceNote { piece, square, answer: finding_name(finding) }
                })
                .collect(),
            side_duals: side_duals.then(|| {
                let first = report.side_duals.iter().take(MAX_OF_A_KIND);
                first.map(|dual| side_dual_note(problem, dual)).collect()
            }),
            side_dual_count: side_duals.then_some(report.side_duals.len()),
            tree: report
                .solution
                .as_ref()
                .filter(|_| !stable)
                .map(|o| outline::solution(problem, o)),
            repairs: None,
            published: None,
            cooks_settled: report.cooks_settled,
            open: grouping::open_groups(&report.open_questions)
                .iter()
                .map(|group| wording::open_group(writer, group))
                .collect(),
            open_questions: report
                .open_questions
                .iter()
                .take(MAX_OF_A_KIND)
                .map(|&question| open_note(problem, question))
                .collect(),
            open_count: report.open_questions.len(),
            open_limit: report
                .stopped
                .filter(|_| !report.open_questions.is_empty())
                .map(StopReason::name),
            outcome,
        }
    }
}

impl Analysis {
    /// Adds the files of the certificates, at most one for each of the [`reported_flaws`].
    pub fn attach(&mut self, files: &[Option<String>]) {
        for (flaw, file) in self.flaws.iter_mut().zip(files) {
            flaw.certificate.clone_from(file);
        }
    }
}

/// True if there is no mate, as the file expects.
fn is_expected_no_mate(outcome: &Outcome) -> bool {
    outcome.verdict == ResultVerdict::NoMate && outcome.expected == Some(Agreement::Agrees)
}

/// The flaws that a JSON line has, by their indices: at most 50 of each kind.
pub fn reported_flaws(outcome: &Outcome, report: &SoundnessReport) -> Vec<usize> {
    let as_expected = is_expected_no_mate(outcome);
    let mut first = first_of_each(flaw_kinds(report));
    first.retain(|&i| !(as_expected && report.flaws[i].kind == FlawKind::NoMate));
    first
}

fn flaw_kinds(report: &SoundnessReport) -> impl Iterator<Item = &'static str> {
    report.flaws.iter().map(|flaw| flaw.kind.name())
}

fn tolerance_kinds(report: &SoundnessReport) -> impl Iterator<Item = &'static str> {
    report.tolerances.iter().map(|t| t.kinds.first().map_or("none", |kind| kind.name()))
}

/// Indices of the first values of each kind.
fn first_of_each(kinds: impl Iterator<Item = &'static str>) -> Vec<usize> {
    let mut counts = BTreeMap::new();
    let mut first = Vec::new();
    for (i, kind) in kinds.enumerate() {
        let count = counts.entry(kind).or_insert(0);
        *count += 1;
        if *count <= MAX_OF_A_KIND {
            first.push(i);
        }
    }
    first
}

fn open_note(problem: &Problem, question: OpenQuestion) -> OpenNote {
    let place = question.place();
    let tolerated = match question {
        OpenQuestion::SecondSolution { is_tolerated, .. } => Some(is_tolerated),
        _ => None,
    };
    OpenNote {
        kind: question.name(),
        at: place.map(|(_, at)| at),
        other: place.map(|(m, _)| usi::write(problem.rules(), m)),
        tolerated,
    }
}

fn exact(length: MateLength) -> Option<u16> {
    match length {
        MateLength::Exact(plies) => Some(plies),
        _ => None,
    }
}

/// `yes`, `no` or `unknown`.
pub fn finding_name(finding: Finding) -> &'static str {
    match finding {
        Finding::Yes => "yes",
        Finding::No => "no",
        Finding::Unknown => "unknown",
    }
}

fn side_dual_note(problem: &Problem, dual: &SideDual) -> SideDualNote {
    SideDualNote { at: dual.at, line: usi_moves(problem, &dual.line) }
}

/// Id of a piece, upper case for black, and its square or `hand`.
fn piece_words(problem: &Problem, piece: Piece, place: PieceLocation) -> (String, String) {
    let rules = problem.rules();
    let square = match place {
        PieceLocation::Board(square) => rules.board.name(square).to_string(),
        PieceLocation::Hand => "hand".to_owned(),
    };
    (sfen::piece_text(rules, piece), square)
}

fn tolerated_note(problem: &Problem, tolerated: &ToleratedMove) -> ToleratedNote {
    let line = usi_moves(problem, &tolerated.line);
    let kinds: Vec<&str> = tolerated.kinds.iter().map(|kind| kind.name()).collect();
    let (kind, other) = (kinds.first().copied(), line.last().cloned());
    ToleratedNote { kind, kinds, at: tolerated.at, other, line }
}

fn flaw_note(problem: &Problem, flaw: &Flaw, stable: bool) -> FlawNote {
    let line = usi_moves(problem, &flaw.line);
    let at = usize::from(flaw.at).checked_sub(1);
    let other = at.and_then(|at| line.get(at)).cloned();
    let line = (!stable).then_some(line);
    let note = FlawNote { kind: flaw.kind.name(), at: flaw.at, line, ..FlawNote::default() };
    match flaw.kind {
        FlawKind::NoMate | FlawKind::VariationDual => note,
        FlawKind::Cook { plies, known, exact } => {
            let length = Some(if plies == known { "equal" } else { "longer" });
            // An upper bound may differ between runs.
            let told = exact || !stable;
            let (plies, exact) = (told.then_some(plies), told.then_some(exact));
            FlawNote { other, length, plies, exact, ..note }
        }
        FlawKind::ShortCook { claimed, by, plies } => {
            let (plies, claimed) = (Some(plies), Some(claimed));
            FlawNote { length: Some("shorter"), plies, claimed, by: Some(by), ..note }
        }
        FlawKind::Leftover { pieces } => FlawNote { pieces: Some(pieces), ..note },
        FlawKind::LongerVariation { plies, pieces, .. } => {
            FlawNote { plies: Some(plies), pieces: Some(pieces), ..note }
        }
        FlawKind::Decoration { piece, place } => {
            let (piece, square) = piece_words(problem, piece, place);
            FlawNote { piece: Some(piece), square: Some(square), ..note }
        }
    }
}
