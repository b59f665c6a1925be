//! A problem file, word for word: what serde reads from a document.

use crate::text::shape::{Codes, Shape, Table, key, required};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_yaml::{Mapping, Value};

/// A problem, or what a file says of all of them under `defaults`. Which keys may stand where is said
/// by [`shape`](crate::text::shape), which is asked first.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Section {
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
    pub hand: Option<Hands>,
    /// With a drawing: whose turn it is; by default the attacker's, who by default is black.
    pub turn: Option<String>,
    /// `black` or `white`; by default the side to move.
    pub attacker: Option<String>,
    /// `check` (default) or `royal`.
    pub forcing: Option<String>,
    /// Options of the variant.
    #[schemars(with = "Option<serde_json::Map<String, serde_json::Value>>")]
    pub rules: Option<Mapping>,
    /// Names of reasons against the position that do not matter.
    pub allow: Option<Vec<String>>,
    /// What the program should find.
    pub expect: Option<Expectation>,
    /// What was printed elsewhere.
    #[schemars(with = "Option<serde_json::Value>")]
    pub published: Option<Value>,
    /// The author's line, in USI moves.
    pub solution: Option<Vec<String>>,
    /// For people.
    pub tags: Option<Vec<String>>,
    /// Anything.
    #[schemars(with = "Option<serde_json::Value>")]
    pub meta: Option<Value>,
}

/// `hand: {black: G2P, white: rest}`.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Hands {
    /// Pieces, `-`, or `rest`.
    pub black: Option<String>,
    /// Pieces, `-`, or `rest`.
    pub white: Option<String>,
}

/// `expect: {verdict: mate, plies: 69}`.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Expectation {
    /// `mate` or `no_mate`.
    pub verdict: Option<String>,
    /// Length of the shortest mate.
    pub plies: Option<u16>,
    /// No mate within this many plies.
    pub no_mate_within: Option<u16>,
}

/// The codes of what does not fit a problem file.
pub const CODES: Codes =
    Codes { unknown: "E0205", kind: "E0206", missing: "E0207", twice: "E0208", alias: "E0216" };

/// A document with several problems.
pub static FILE: Table = Table {
    what: "a file of problems",
    keys: &[
        key("variant", Shape::Text),
        key("defaults", Shape::Apart),
        required(
            "problems",
            Shape::List(&Shape::Apart),
            "write `problems:` and under it a list, each with `- id:`",
        ),
    ],
    instead: &[("title", "every problem has its own"), ("id", "every problem has its own")],
    below: &[("defaults", &DEFAULTS)],
};

const TEXTS: Shape = Shape::List(&Shape::Text);

/// The keys that may stand in a problem and under `defaults`, after those that only a problem has.
macro_rules! keys {
    ($($own:expr),*) => {
        &[
            $($own,)*
            key("variant", Shape::Text),
            key("author", Shape::Text),
            key("source", Shape::Text),
            key("corner", Shape::Text),
            key("hand", Shape::Keys(&HAND)),
            key("turn", Shape::Text),
            key("attacker", Shape::Text),
            key("forcing", Shape::Text),
            key("rules", Shape::Names(&Shape::Any)),
            key("allow", TEXTS),
            key("expect", Shape::Keys(&EXPECT)),
            key("published", Shape::Any),
            key("tags", TEXTS),
            key("meta", Shape::Any),
        ]
    };
}

/// A problem.
pub static PROBLEM: Table = Table {
    what: "a problem",
    keys: keys![
        required("id", Shape::Text, "write `id:` and a name that is unique in the file"),
        key("title", Shape::Text),
        key("position", Shape::Text),
        key("board", Shape::Text),
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
pub static DEFAULTS: Table = Table {
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

static HAND: Table = Table {
    what: "`hand`",
    keys: &[key("black", Shape::Text), key("white", Shape::Text)],
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

static EXPECT: Table = Table {
    what: "`expect`",
    keys: &[key("verdict", Shape::Text), key("plies", PLIES), key("no_mate_within", PLIES)],
    instead: &[("moves", "write `plies`, the moves of both sides"), ("length", "write `plies`")],
    below: &[],
};

/// 0: the defender is to move and mated already.
const PLIES: Shape = Shape::Number(0..=u16::MAX, "a number of plies");
