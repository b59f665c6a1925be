//! The structure of a rule file, as serde reads it from YAML.
//!
//! Keys for human readers (sources that agree, readings in words) are accepted and ignored.

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_yaml::{Mapping, Value};

/// A rule file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleFile {
    /// Name used on the command line and in problem files.
    #[serde(default)]
    pub name: String,
    /// Title for people.
    #[serde(default)]
    pub title: String,
    /// Title in Japanese.
    #[serde(default)]
    pub title_ja: String,
    /// Shape of the board.
    #[serde(default)]
    pub board: BoardEntry,
    /// Options that differ from the general default: name and value.
    #[serde(default)]
    pub rules: Mapping,
    /// The start position in extended SFEN.
    #[serde(default)]
    pub initial_sfen: String,
    /// The kinds of pieces.
    #[serde(default)]
    pub pieces: Vec<PieceEntry>,
    /// Remarks.
    #[serde(default)]
    pub notes: Vec<String>,
    /// Remarks in Japanese.
    #[serde(default)]
    pub notes_ja: Vec<String>,
    /// The start position drawn, for readers.
    #[serde(default)]
    pub setup: Option<IgnoredAny>,
    /// For readers.
    #[serde(default)]
    pub pieces_per_side: Option<IgnoredAny>,
    /// For readers.
    #[serde(default)]
    pub initial_types: Option<IgnoredAny>,
}

/// `board: {files: 9, ranks: 9}`.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardEntry {
    /// 1 to 25.
    #[serde(default)]
    pub files: u8,
    /// 1 to 25.
    #[serde(default)]
    pub ranks: u8,
}

/// `region: {files: [4, 6], ranks: [1, 3]}`; a part that is missing has no limit.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RegionEntry {
    /// First and last file, from the owner's right.
    #[serde(default)]
    pub files: Vec<u8>,
    /// First and last rank, from the owner's side.
    #[serde(default)]
    pub ranks: Vec<u8>,
}

/// One piece.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PieceEntry {
    /// Hodges abbreviation; `+` and the id of the unpromoted piece for a promoted one.
    #[serde(default)]
    pub id: String,
    /// English name.
    #[serde(default)]
    pub name: String,
    /// Japanese name.
    #[serde(default)]
    pub kanji: String,
    /// Its reading.
    #[serde(default)]
    pub romaji: String,
    /// Id of the promoted form.
    #[serde(default)]
    pub promotes_to: Option<String>,
    /// Ids of kinds, any of which it may become by a promotion.
    #[serde(default)]
    pub promotes_to_any: Vec<String>,
    /// King, prince or emperor.
    #[serde(default)]
    pub royal: bool,
    /// Drunk elephant.
    #[serde(default)]
    pub potentially_royal: bool,
    /// Rank among the pieces that jump to capture.
    #[serde(default)]
    pub rank: u8,
    /// Burns enemies next to it (fire demon).
    #[serde(default)]
    pub burns: bool,
    /// The movement.
    #[serde(default)]
    pub betza: String,
    /// Subject to `nifu` and `uchifuzume`; missing: the piece with the id `P` is.
    #[serde(default)]
    pub pawn: Option<bool>,
    /// Where it may go.
    #[serde(default)]
    pub region: Option<RegionEntry>,
    /// Other readings by label; those that name a rule option instead of a movement are text.
    #[serde(default)]
    pub alternatives: Mapping,
    /// Other abbreviations.
    #[serde(default)]
    pub aliases: Vec<String>,
    /// For readers.
    #[serde(default)]
    pub betza_seed: Option<IgnoredAny>,
    /// For readers.
    #[serde(default)]
    pub moves: Option<IgnoredAny>,
    /// For readers.
    #[serde(default)]
    pub leaps: Option<IgnoredAny>,
    /// For readers.
    #[serde(default)]
    pub special: Option<IgnoredAny>,
    /// For readers.
    #[serde(default)]
    pub lion_lines: Option<IgnoredAny>,
    /// For readers.
    #[serde(default)]
    pub seed_says: Option<IgnoredAny>,
    /// For readers.
    #[serde(default)]
    pub agree: Option<IgnoredAny>,
    /// For readers.
    #[serde(default)]
    pub differ: Option<IgnoredAny>,
}

/// The plain text of an option's value: `true`, `3`, `queen`, or `P,L` for a list.
pub fn option_text(value: &Value) -> Option<String> {
    match value {
        Value::Bool(flag) => Some(flag.to_string()),
        Value::Number(number) => Some(number.to_string()),
        Value::String(text) => Some(text.clone()),
        Value::Sequence(items) => {
            let items: Option<Vec<String>> = items.iter().map(option_text).collect();
            items.map(|items| items.join(","))
        }
        _ => None,
    }
}
