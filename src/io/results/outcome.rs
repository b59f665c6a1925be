//! Results as JSON lines, one object a problem.

use super::wording;
use crate::proof::certificate::UncertifiedReason;
use crate::solver::RejectedCertificate;
use crate::text::{Diagnostic, escape};
#[cfg(feature = "cli")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// What is known of a problem, with the names of the JSON lines.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
#[cfg_attr(feature = "cli", derive(JsonSchema))]
#[serde(expecting = "an object")]
pub struct Outcome {
    /// The problem's id.
    pub id: String,
    /// See [`key`].
    pub key: String,
    /// The file as the user gave it; none for a position of the command line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The part of the set that the run was to do, of `--shard`: `2/8`. Not with `--stable`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<String>,
    /// Name of the game.
    pub variant: String,
    /// The options that differ from the variant's defaults, and `piece.ID` for other readings.
    #[serde(default)]
    pub rules: serde_json::Map<String, serde_json::Value>,
    /// `check` or `royal`.
    pub forcing: String,
    /// `black` or `white`.
    pub attacker: String,
    /// The position in extended SFEN.
    pub position: String,
    /// What was found.
    pub verdict: ResultVerdict,
    /// Why there is no verdict: a limit's name, or `interrupt`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped_by: Option<String>,
    /// Without a verdict: there is no mate within so many plies, as far as was settled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub no_mate_within: Option<u16>,
    /// Plies to the mate; an upper bound unless `shortest`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plies: Option<u16>,
    /// Of a mate: true if it is proved that there is no shorter one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shortest: Option<bool>,
    /// Of a mate: a line to it, in USI.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<Vec<String>>,
    /// Of a refuted problem: a line in which the defence holds, in USI.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refutation: Option<Vec<String>>,
    /// Of a mate: pieces left in the attacker's hand at the end of `line`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leftover: Option<u32>,
    /// Of a shortest mate: true if it is proved that both sides are content with `leftover`, so that `line` is a main line;
    /// false if that was not settled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leftover_proved: Option<bool>,
    /// What the search found and the checker has not accepted: it may be wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unchecked: Option<UncheckedNote>,
    /// The certificate that the checker has refused, which is an error of the program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused: Option<RefusedNote>,
    /// False if no certificate was asked for (`--certify none`), so that the verdict is the search's word alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certified: Option<bool>,
    /// The file of `--resume` from which the result was taken, on trust.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// True if the rules are those of no built-in game, whatever their name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub own_rules: Option<bool>,
    /// Positions visited, over all threads.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Milliseconds from the start of the search to the checked result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_ms: Option<u64>,
    /// Threads that worked on this problem.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threads: Option<usize>,
    /// Share of the table in use at the end, 0 to 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hash_used: Option<f64>,
    /// The proof behind the verdict, if one was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certificate: Option<CertificateNote>,
    /// Whether it is what the file expects; none where the file expects nothing, or where the search
    /// stopped too early to tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected: Option<Agreement>,
}

/// `mate`, `no_mate` or `unknown`.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(JsonSchema))]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "cli", schemars(rename = "Verdict"))]
pub enum ResultVerdict {
    /// The attacker mates.
    Mate,
    /// He never does.
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
    /// It contradicts what the file expects.
    Disagrees,
}

/// What the search found and the checker has not accepted, with the names of the result's own fields.
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
    /// The search found no mate within this many plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub no_mate_within: Option<u16>,
}

/// A certificate that the checker has refused.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(JsonSchema))]
pub struct RefusedNote {
    /// What it claims: `mate within 9`.
    pub claim: String,
    /// What is wrong, and at which of its nodes.
    pub fault: String,
}

impl RefusedNote {
    /// What there is to say of a certificate that was refused.
    pub fn new(refused: &RejectedCertificate) -> RefusedNote {
        let claim = wording::claim(refused.claim);
        let fault = match &refused.refusal {
            Some(refusal) => refusal.to_string(),
            None => "the search contradicts itself, and no certificate was written".to_owned(),
        };
        RefusedNote { claim, fault }
    }
}

/// What is said of a certificate beside a result.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(JsonSchema))]
pub struct CertificateNote {
    /// `verdict`, or `length` if it also proves that there is no shorter mate.
    pub covers: String,
    /// Positions in it.
    pub nodes: usize,
    /// True if the checker replayed it and accepted what it covers.
    pub checked: bool,
    /// Where it was written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Why not all that was asked for was checked; told to people alone.
    #[serde(skip)]
    pub doubt: Option<UncertifiedReason>,
}

impl Outcome {
    /// Without what may differ between runs.
    #[must_use]
    pub fn stable(self) -> Outcome {
        Outcome {
            line: None,
            unchecked: None,
            from: None,
            // Of another line as short, which another run may give, it may be another.
            leftover: self.proved_leftover(),
            leftover_proved: None,
            refutation: None,
            nodes: None,
            time_ms: None,
            threads: None,
            hash_used: None,
            certificate: None,
            shard: None,
            ..self
        }
    }

    /// What is left in hand, where it is proved. With `--stable` it was printed only then.
    pub fn proved_leftover(&self) -> Option<u32> {
        self.leftover.filter(|_| self.leftover_proved.unwrap_or(self.is_stable()))
    }

    /// True if it was printed by a run with `--stable`.
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
    #[serde(flatten)]
    first: PlacedError<'a>,
    /// What else is wrong with it.
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
    /// The line for the problem `id` and everything that is wrong with it; none if nothing is.
    pub fn new(id: Option<&'a str>, errors: &'a [Diagnostic]) -> Option<UnreadableInput<'a>> {
        let (first, rest) = errors.split_first()?;
        let more = rest.iter().map(PlacedError::new).collect();
        Some(UnreadableInput { id, first: PlacedError::new(first), more })
    }
}

/// One line of JSON, without a line feed.
pub fn json_line<T: Serialize>(value: &T) -> String {
    // Serialising to a string fails only for maps whose keys are no strings; there are none here.
    let line = serde_json::to_string(value).unwrap_or_default();
    match escape::escape_json(&line) {
        Cow::Borrowed(_) => line,
        Cow::Owned(line) => line,
    }
}
