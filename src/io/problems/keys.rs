//! Keys of a problem file, as serde reads them.

use crate::messages::tr;
use crate::text::yaml::schema::{Instead, MappingSchema, Schema, SchemaCodes, key, required};
#[cfg(feature = "cli")]
use schemars::JsonSchema;
use serde::Deserialize;
use serde_yaml::{Mapping, Value};

/// Keys of a problem, and of `defaults`. The [schema](crate::text::yaml::schema) checks first which
/// keys are allowed where.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "cli", derive(JsonSchema))]
#[serde(deny_unknown_fields, default)]
#[cfg_attr(feature = "cli", schemars(rename = "Section"))]
pub struct ProblemKeys {
    /// Name of the game, or path of a rule file relative to this file.
    pub variant: Option<String>,
    /// Id, unique in the file.
    pub id: Option<String>,
    /// Title.
    pub title: Option<String>,
    /// Author.
    pub author: Option<String>,
    /// Place of publication.
    pub source: Option<String>,
    /// Position in extended SFEN.
    pub position: Option<String>,
    /// Drawing of the board, in place of `position`.
    pub board: Option<String>,
    /// Square in the top left corner of the drawing.
    pub corner: Option<String>,
    /// Pieces in hand, for a drawing.
    pub hand: Option<HandKeys>,
    /// Side to move in a drawing; by default the attacker, who by default is black.
    pub turn: Option<String>,
    /// `black` or `white`; by default the side to move.
    pub attacker: Option<String>,
    /// `check` (default) or `royal`.
    pub forcing: Option<String>,
    /// Options of the game.
    #[cfg_attr(
        feature = "cli",
        schemars(with = "Option<serde_json::Map<String, serde_json::Value>>")
    )]
    pub rules: Option<Mapping>,
    /// Names of objections to the position that the reader accepts.
    pub allow: Option<Vec<String>>,
    /// Expected result.
    pub expect: Option<ExpectKeys>,
    /// Published statements, never compared.
    #[cfg_attr(feature = "cli", schemars(with = "Option<serde_json::Value>"))]
    pub published: Option<Value>,
    /// The author's line in USI moves.
    pub solution: Option<Vec<String>>,
    /// Tags.
    pub tags: Option<Vec<String>>,
    /// Any value.
    #[cfg_attr(feature = "cli", schemars(with = "Option<serde_json::Value>"))]
    pub meta: Option<Value>,
}

/// `hand: {black: G2P, white: rest}`.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "cli", derive(JsonSchema))]
#[serde(deny_unknown_fields, default)]
#[cfg_attr(feature = "cli", schemars(rename = "Hands"))]
pub struct HandKeys {
    /// Pieces, `-`, or `rest`.
    pub black: Option<String>,
    /// Pieces, `-`, or `rest`.
    pub white: Option<String>,
}

/// `expect: {verdict: mate, plies: 69}`.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "cli", derive(JsonSchema))]
#[serde(deny_unknown_fields, default)]
#[cfg_attr(feature = "cli", schemars(rename = "Expectation"))]
pub struct ExpectKeys {
    /// `mate` or `no_mate`.
    pub verdict: Option<String>,
    /// Length of the shortest mate.
    pub plies: Option<u16>,
    /// Interpositions that count for `plies`: `every` (default), `immediate` or `composers`.
    pub count: Option<String>,
    /// No mate within this many plies.
    pub no_mate_within: Option<u16>,
}

/// Error codes for violations of the schema.
pub const CODES: SchemaCodes = SchemaCodes {
    unknown: "E0205",
    kind: "E0206",
    missing: "E0207",
    twice: "E0208",
    alias: "E0216",
};

/// A document with several problems.
pub static FILE: MappingSchema = MappingSchema {
    what: || tr!(problems_schema_file),
    keys: &[
        key("variant", Schema::Text),
        key("defaults", Schema::Unchecked),
        required("problems", Schema::List(&Schema::Unchecked), || tr!(problems_needs_problems)),
    ],
    instead: &[
        ("title", Instead::Text(|| tr!(problems_own_key))),
        ("id", Instead::Text(|| tr!(problems_own_key))),
    ],
    below: &[("defaults", &DEFAULTS)],
};

const TEXTS: Schema = Schema::List(&Schema::Text);

/// Keys that are allowed in a problem and under `defaults`, after those of a problem alone.
macro_rules! keys {
    ($($own:expr),*) => {
        &[
            $($own,)*
            key("variant", Schema::Text),
            key("author", Schema::Text),
            key("source", Schema::Text),
            key("corner", Schema::Text),
            key("hand", Schema::Keys(&HAND)),
            key("turn", Schema::Text),
            key("attacker", Schema::Text),
            key("forcing", Schema::Text),
            key("rules", Schema::Names(&Schema::Any)),
            key("allow", TEXTS),
            key("expect", Schema::Keys(&EXPECT)),
            key("published", Schema::Any),
            key("tags", TEXTS),
            key("meta", Schema::Any),
        ]
    };
}

/// A problem.
pub static PROBLEM: MappingSchema = MappingSchema {
    what: || tr!(problems_schema_problem),
    keys: keys![
        required("id", Schema::Text, || tr!(problems_needs_id)),
        key("title", Schema::Text),
        key("position", Schema::Text),
        key("board", Schema::Text),
        key("solution", TEXTS)
    ],
    instead: &[
        ("sfen", Instead::Key("position")),
        ("fen", Instead::Key("position")),
        ("diagram", Instead::Key("board")),
        ("hands", Instead::Key("hand")),
        ("side", Instead::Text(|| tr!(problems_instead_side))),
        ("moves", Instead::Key("solution")),
        ("name", Instead::Text(|| tr!(problems_instead_name))),
        ("game", Instead::Key("variant")),
        ("options", Instead::Key("rules")),
        ("note", Instead::Text(|| tr!(problems_instead_note))),
        ("notes", Instead::Text(|| tr!(problems_instead_note))),
        ("comment", Instead::Text(|| tr!(problems_instead_note))),
        ("problems", Instead::Text(|| tr!(problems_instead_problems))),
        ("defaults", Instead::Text(|| tr!(problems_instead_defaults))),
    ],
    below: &[("expect", &EXPECT), ("hand", &HAND)],
};

/// Values for all problems of a document that do not set their own.
pub static DEFAULTS: MappingSchema = MappingSchema {
    what: || "`defaults`".to_owned(),
    keys: keys![],
    instead: &[
        ("id", Instead::Text(|| tr!(problems_own_key))),
        ("title", Instead::Text(|| tr!(problems_own_key))),
        ("position", Instead::Text(|| tr!(problems_own_key))),
        ("board", Instead::Text(|| tr!(problems_own_key))),
        ("solution", Instead::Text(|| tr!(problems_own_key))),
    ],
    below: &[("expect", &EXPECT), ("hand", &HAND)],
};

static HAND: MappingSchema = MappingSchema {
    what: || "`hand`".to_owned(),
    keys: &[key("black", Schema::Text), key("white", Schema::Text)],
    instead: &[
        ("b", Instead::Key("black")),
        ("w", Instead::Key("white")),
        ("sente", Instead::Key("black")),
        ("gote", Instead::Key("white")),
        ("attacker", Instead::Text(|| tr!(problems_instead_role))),
        ("defender", Instead::Text(|| tr!(problems_instead_role))),
    ],
    below: &[],
};

static EXPECT: MappingSchema = MappingSchema {
    what: || "`expect`".to_owned(),
    keys: &[
        key("verdict", Schema::Text),
        key("plies", PLIES),
        key("count", Schema::Text),
        key("no_mate_within", PLIES),
    ],
    instead: &[
        ("moves", Instead::Text(|| tr!(problems_instead_moves))),
        ("length", Instead::Key("plies")),
        ("futile", Instead::Key("count")),
    ],
    below: &[],
};

/// 0 means that the defender is to move and already mated.
const PLIES: Schema = Schema::Number(0..=u16::MAX, || tr!(problems_schema_plies));
