//! A problem file, word for word: what serde reads from a document.

use crate::text::yaml::schema::{MappingSchema, Schema, SchemaCodes, key, required};
#[cfg(feature = "cli")]
use schemars::JsonSchema;
use serde::Deserialize;
use serde_yaml::{Mapping, Value};

/// A problem, or what a file says of all of them under `defaults`. Which keys may stand where is said
/// by [`shape`](crate::text::yaml::schema), which is asked first.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "cli", derive(JsonSchema))]
#[serde(deny_unknown_fields, default)]
#[cfg_attr(feature = "cli", schemars(rename = "Section"))]
pub struct ProblemKeys {
    /// Name of the game, or path of a rule file, from this file's place.
    pub variant: Option<String>,
    /// Unique in the file.
    pub id: Option<String>,
    /// For people.
    pub title: Option<String>,
    /// For people.
    pub author: Option<String>,
    /// Where it was printed.
    pub source: Option<String>,
    /// Extended SFEN.
    pub position: Option<String>,
    /// A drawing, in place of `position`.
    pub board: Option<String>,
    /// The square in the drawing's top left corner.
    pub corner: Option<String>,
    /// What is in hand, with a drawing.
    pub hand: Option<HandKeys>,
    /// With a drawing: whose turn it is; by default the attacker's, who by default is black.
    pub turn: Option<String>,
    /// `black` or `white`; by default the side to move.
    pub attacker: Option<String>,
    /// `check` (default) or `royal`.
    pub forcing: Option<String>,
    /// Options of the variant.
    #[cfg_attr(
        feature = "cli",
        schemars(with = "Option<serde_json::Map<String, serde_json::Value>>")
    )]
    pub rules: Option<Mapping>,
    /// Names of reasons against the position that do not matter.
    pub allow: Option<Vec<String>>,
    /// What the program should find.
    pub expect: Option<ExpectKeys>,
    /// What was printed elsewhere.
    #[cfg_attr(feature = "cli", schemars(with = "Option<serde_json::Value>"))]
    pub published: Option<Value>,
    /// The author's line, in USI moves.
    pub solution: Option<Vec<String>>,
    /// For people.
    pub tags: Option<Vec<String>>,
    /// Anything.
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
    /// No mate within this many plies.
    pub no_mate_within: Option<u16>,
}

/// The codes of what does not fit a problem file.
pub const CODES: SchemaCodes = SchemaCodes {
    unknown: "E0205",
    kind: "E0206",
    missing: "E0207",
    twice: "E0208",
    alias: "E0216",
};

/// A document with several problems.
pub static FILE: MappingSchema = MappingSchema {
    what: "a file of problems",
    keys: &[
        key("variant", Schema::Text),
        key("defaults", Schema::Unchecked),
        required(
            "problems",
            Schema::List(&Schema::Unchecked),
            "write `problems:` and under it a list, each with `- id:`",
        ),
    ],
    instead: &[("title", "every problem has its own"), ("id", "every problem has its own")],
    below: &[("defaults", &DEFAULTS)],
};

const TEXTS: Schema = Schema::List(&Schema::Text);

/// The keys that may stand in a problem and under `defaults`, after those that only a problem has.
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
    what: "a problem",
    keys: keys![
        required("id", Schema::Text, "write `id:` and a name that is unique in the file"),
        key("title", Schema::Text),
        key("position", Schema::Text),
        key("board", Schema::Text),
        key("solution", TEXTS)
    ],
    instead: &[
        ("sfen", "write `position`"),
        ("fen", "write `position`"),
        ("diagram", "write `board`"),
        ("hands", "write `hand`"),
        ("side", "write `attacker`; a position says itself whose turn it is"),
        ("moves", "write `solution`"),
        ("name", "write `id` or `title`"),
        ("game", "write `variant`"),
        ("options", "write `rules`"),
        ("note", "remarks stand under `meta`, or behind `#`"),
        ("notes", "remarks stand under `meta`, or behind `#`"),
        ("comment", "remarks stand under `meta`, or behind `#`"),
        ("problems", "problems do not stand in problems"),
        ("defaults", "`defaults` stands beside `problems`"),
    ],
    below: &[("expect", &EXPECT), ("hand", &HAND)],
};

/// What holds for every problem of a document that does not say otherwise.
pub static DEFAULTS: MappingSchema = MappingSchema {
    what: "`defaults`",
    keys: keys![],
    instead: &[
        ("id", "every problem has its own"),
        ("title", "every problem has its own"),
        ("position", "every problem has its own"),
        ("board", "every problem has its own"),
        ("solution", "every problem has its own"),
    ],
    below: &[("expect", &EXPECT), ("hand", &HAND)],
};

static HAND: MappingSchema = MappingSchema {
    what: "`hand`",
    keys: &[key("black", Schema::Text), key("white", Schema::Text)],
    instead: &[
        ("b", "write `black`"),
        ("w", "write `white`"),
        ("sente", "write `black`"),
        ("gote", "write `white`"),
        ("attacker", "write `black` or `white`"),
        ("defender", "write `black` or `white`"),
    ],
    below: &[],
};

static EXPECT: MappingSchema = MappingSchema {
    what: "`expect`",
    keys: &[key("verdict", Schema::Text), key("plies", PLIES), key("no_mate_within", PLIES)],
    instead: &[("moves", "write `plies`, the moves of both sides"), ("length", "write `plies`")],
    below: &[],
};

/// 0: the defender is to move and mated already.
const PLIES: Schema = Schema::Number(0..=u16::MAX, "a number of plies");
