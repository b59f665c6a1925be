//! Results as JSON lines, one object a problem.

use super::line_text::LineWriter;
use super::wording;
use crate::io::formats::spelling::MoveNotation;
use crate::messages::tr;
use crate::notation::usi;
use crate::position::{Move, Problem};
use crate::proof::certificate::UncertifiedReason;
use crate::solver::RejectedCertificate;
use crate::text::{Diagnostic, escape};
#[cfg(feature = "cli")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// Result of a problem, with the field names of the JSON lines.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
#[cfg_attr(feature = "cli", derive(JsonSchema))]
#[serde(expecting = "an object")]
pub struct Outcome {
    /// Id of the problem.
    pub id: String,
    /// Key of the problem; see [`key`](super::key).
    pub key: String,
    /// File as given by the user; absent for a position of the command line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Part of the set that the run worked on, from `--shard`: `2/8`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<String>,
    /// With `shard`: the command of the run, and its options that shape results, by name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub options: Option<serde_json::Map<String, serde_json::Value>>,
    /// Name of the game.
    pub variant: String,
    /// Options that differ from the variant's defaults, and `piece.ID` for other readings.
    #[serde(default)]
    pub rules: serde_json::Map<String, serde_json::Value>,
    /// `check` or `royal`.
    pub forcing: String,
    /// `black` or `white`.
    pub attacker: String,
    /// Position in extended SFEN.
    pub position: String,
    /// The verdict.
    pub verdict: ResultVerdict,
    /// Reason why there is no verdict: name of a limit, or `interrupt`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped_by: Option<String>,
    /// Without a verdict: length in plies within which there is no mate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub no_mate_within: Option<u16>,
    /// Plies to the mate; an upper bound unless `shortest`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plies: Option<u16>,
    /// For a mate: true if there is provably no shorter one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shortest: Option<bool>,
    /// For a mate: a line to it, in USI.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<Vec<String>>,
    /// For no mate: a line in which the defence succeeds, in USI.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refutation: Option<Vec<String>>,
    /// With `--notation japanese`: the moves of `composers.line`, else those of `line` or
    /// `refutation`, in Japanese.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line_ja: Option<Vec<String>>,
    /// For a mate: pieces left in the attacker's hand at the end of `line`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leftover: Option<u32>,
    /// For a shortest mate: true if `leftover` is provably optimal for both sides, so that `line`
    /// is a main line; false if that is undecided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leftover_proved: Option<bool>,
    /// The mate by the composers' count, beside `plies`, for which every interposition counts.
    /// Absent without drops, without a mate, and if it was not asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub composers: Option<ComposersNote>,
    /// Statement of the search that the checker has not accepted; it may be wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unchecked: Option<UncheckedNote>,
    /// Certificate that the checker has refused, which is a bug of the program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused: Option<RefusedNote>,
    /// False if certificates were turned off (`--certify none`), so that the verdict is unchecked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certified: Option<bool>,
    /// True if there is a verdict, but a signal ended the run before the rest was complete: the
    /// shortest length, the leftover, the composers' length.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interrupted: Option<bool>,
    /// File of `--resume` from which the result was taken, trusting it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// True if the rules are not those of a built-in game, whatever their name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub own_rules: Option<bool>,
    /// Positions visited by all threads.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Milliseconds from the start of the search to the checked result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_ms: Option<u64>,
    /// Threads of the search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threads: Option<usize>,
    /// Share of the table in use at the end, 0 to 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hash_used: Option<f64>,
    /// Certificate of the verdict, if one was requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certificate: Option<CertificateNote>,
    /// Whether the result is what the file expects; absent if the file expects nothing, or if the
    /// result does not decide it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected: Option<Agreement>,
}

/// `mate`, `no_mate` or `unknown`.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(JsonSchema))]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "cli", schemars(rename = "Verdict"))]
pub enum ResultVerdict {
    /// The attacker can force mate.
    Mate,
    /// The attacker cannot force mate.
    NoMate,
    /// Undecided.
    Unknown,
}

/// `agrees` or `disagrees`.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(JsonSchema))]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "cli", schemars(rename = "Expected"))]
pub enum Agreement {
    /// The result is what the file expects.
    Agrees,
    /// The result contradicts what the file expects.
    Disagrees,
}

/// A mate by the composers' count, which does not count futile interpositions. It rests on the
/// search: the certificate covers only the length with every interposition counted.
#[derive(Clone, Debug, Default, Serialize, Deserialize, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(JsonSchema))]
#[serde(expecting = "an object")]
pub struct ComposersNote {
    /// Plies to the mate, at most the `plies` of the result; absent unless settled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plies: Option<u16>,
    /// A line of that length: neither side can make it shorter or longer by this count. At its end
    /// the defender is mated, or has only futile interpositions. Absent if limits left no line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<Vec<String>>,
    /// Pieces in the attacker's hand at the end of `line`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leftover: Option<u32>,
    /// True if every main line by this count leaves as many pieces in hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leftover_proved: Option<bool>,
    /// False if limits left the length open.
    pub settled: bool,
    /// With `--count composers`: the limit that left the length open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped_by: Option<String>,
}

impl ComposersNote {
    /// The note without fields that may differ between runs.
    fn stable(self) -> ComposersNote {
        let leftover = self.leftover.filter(|_| self.leftover_proved != Some(false));
        ComposersNote { line: None, leftover, leftover_proved: None, ..self }
    }
}

/// Statement of the search that the checker has not accepted, with the field names of the result.
#[derive(Clone, Debug, Default, Serialize, Deserialize, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(JsonSchema))]
pub struct UncheckedNote {
    /// `mate` or `no_mate`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<ResultVerdict>,
    /// Plies to the mate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plies: Option<u16>,
    /// True if the search found no shorter mate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shortest: Option<bool>,
    /// A line to the mate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<Vec<String>>,
    /// Length in plies within which the search found no mate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub no_mate_within: Option<u16>,
}

/// A certificate that the checker has refused.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(JsonSchema))]
pub struct RefusedNote {
    /// Claim of the certificate: `mate within 9`.
    pub claim: String,
    /// The fault, and the node where it is.
    pub fault: String,
}

impl RefusedNote {
    /// Note about a refused certificate.
    pub fn new(refused: &RejectedCertificate) -> RefusedNote {
        let claim = wording::claim(refused.claim);
        let fault = match &refused.refusal {
            Some(refusal) => refusal.to_string(),
            None => tr!(results_contradiction),
        };
        RefusedNote { claim, fault }
    }
}

/// Data of a certificate beside a result.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(JsonSchema))]
pub struct CertificateNote {
    /// `verdict`, or `length` if the certificates also prove that there is no shorter mate.
    pub covers: String,
    /// Number of nodes.
    pub nodes: usize,
    /// True if the checker replayed the certificate and accepted it.
    pub checked: bool,
    /// File of the certificate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Reason why a requested certificate was not checked; only printed as text.
    #[serde(skip)]
    pub doubt: Option<UncertifiedReason>,
}

impl Outcome {
    /// The outcome without fields that may differ between runs.
    #[must_use]
    pub fn stable(self) -> Outcome {
        let proved_leftover = self.proved_leftover();
        Outcome {
            line: None,
            line_ja: None,
            unchecked: None,
            from: None,
            // Another run may find another line of the same length, with another leftover.
            leftover: proved_leftover,
            leftover_proved: None,
            composers: self.composers.map(ComposersNote::stable),
            refutation: None,
            nodes: None,
            time_ms: None,
            threads: None,
            hash_used: None,
            certificate: None,
            ..self
        }
    }

    /// The outcome with the moves of its line in Japanese too.
    #[must_use]
    pub fn with_japanese(self, problem: &Problem) -> Outcome {
        let counted = self.composers.as_ref().and_then(|note| note.line.as_ref());
        let line = counted.or(self.line.as_ref()).or(self.refutation.as_ref());
        let moves: Option<Vec<Move>> = line.and_then(|line| {
            line.iter().map(|text| usi::parse(problem.rules(), text).ok()).collect()
        });
        let writer = LineWriter::new(problem, MoveNotation::Japanese);
        Outcome { line_ja: moves.map(|moves| writer.words(&[], &moves)), ..self }
    }

    /// Proved leftover. With `--stable` an unproved one is not printed.
    pub fn proved_leftover(&self) -> Option<u32> {
        self.leftover.filter(|_| self.leftover_proved.unwrap_or(self.is_stable()))
    }

    /// True if a run with `--stable` printed it.
    pub fn is_stable(&self) -> bool {
        self.nodes.is_none() && self.time_ms.is_none()
    }
}

/// An input that cannot be read, as a JSON line.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "cli", derive(JsonSchema))]
#[cfg_attr(feature = "cli", schemars(rename = "Unreadable"))]
pub struct UnreadableInput<'a> {
    id: Option<&'a str>,
    /// Part of the set that has the input, from `--shard`.
    #[serde(skip_serializing_if = "Option::is_none")]
    shard: Option<String>,
    #[serde(flatten)]
    first: PlacedError<'a>,
    /// Further errors of the input.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    more: Vec<PlacedError<'a>>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "cli", derive(JsonSchema))]
struct PlacedError<'a> {
    error: ErrorNote<'a>,
    file: &'a str,
    line: usize,
    column: usize,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "cli", derive(JsonSchema))]
struct ErrorNote<'a> {
    code: &'a str,
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<&'a str>,
}

impl<'a> PlacedError<'a> {
    fn new(error: &'a Diagnostic) -> PlacedError<'a> {
        PlacedError {
            error: ErrorNote {
                code: error.code,
                message: &error.message,
                help: error.help.as_deref(),
            },
            file: error.file(),
            line: error.line,
            column: error.column,
        }
    }
}

impl<'a> UnreadableInput<'a> {
    /// Line for the problem `id` of a part of the set and its errors; `None` without errors.
    pub fn new(
        id: Option<&'a str>,
        errors: &'a [Diagnostic],
        shard: Option<String>,
    ) -> Option<UnreadableInput<'a>> {
        let (first, rest) = errors.split_first()?;
        let more = rest.iter().map(PlacedError::new).collect();
        Some(UnreadableInput { id, shard, first: PlacedError::new(first), more })
    }
}

/// A value as a line of JSON, without a line feed.
pub fn json_line<T: Serialize>(value: &T) -> String {
    // Serialization to a string fails only for maps whose keys are not strings.
    let line = serde_json::to_string(value).unwrap_or_default();
    match escape::escape_json(&line) {
        Cow::Borrowed(_) => line,
        Cow::Owned(line) => line,
    }
}
