//! The requests as types. `README.md` describes them.

use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// A request with the language of its texts.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Envelope {
    /// `en` or `ja`.
    #[serde(default)]
    pub lang: String,
    #[serde(flatten)]
    pub request: WebRequest,
}

/// What the page asks.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub(super) enum WebRequest {
    /// Texts of the page.
    Texts {},
    /// The games.
    Games {},
    /// A game: pieces, options, outlines of characters.
    Game(GameChoice),
    /// A pasted text in any format.
    Read { text: String },
    /// A position with the moves of both sides.
    Position(PositionRequest),
    /// A node of a verified proof.
    Node { proof: u64, moves: Vec<String> },
    /// The certificate of a verified proof.
    Certificate { proof: u64 },
    /// Checks a certificate.
    Verify { text: String },
    /// A problem in a format, to save.
    Save(SaveRequest),
    /// Solves a problem.
    Solve(SolveRequest),
    /// Tries a move of the attacker.
    Try(TryRequest),
    /// Judges a problem.
    Judge(JudgeRequest),
    /// Generates problems.
    Generate(GenerateRequest),
}

/// Keys of a [`ProblemText`].
const PROBLEM_KEYS: [&str; 7] =
    ["game", "rules", "position", "placed", "attacker", "forcing", "allow"];

/// Keys of the request `name`, without `do` and `lang`.
fn keys(name: &str) -> Vec<&'static str> {
    let own: &[&str] = match name {
        "game" => &["game", "rules"],
        "read" | "verify" => &["text"],
        "position" => &["moves"],
        "node" => &["proof", "moves"],
        "certificate" => &["proof"],
        "save" => &["solution", "title", "author", "format"],
        "solve" => &["limits", "depth", "shortest"],
        "try" => &["limits", "moves", "played"],
        "judge" => &["limits", "solution"],
        "generate" => &["game", "rules", "limits", "forcing", "lengths", "count", "seed", "themes"],
        _ => &[],
    };
    let is_about_a_problem = matches!(name, "position" | "save" | "solve" | "try" | "judge");
    let problem: &[&str] = if is_about_a_problem { &PROBLEM_KEYS } else { &[] };
    [problem, own].concat()
}

/// The first key of a request that it does not have, and those that it has. serde does not report
/// it, because the types nest.
pub(super) fn unknown_key(request: &str) -> Option<(String, Vec<&'static str>)> {
    let given: BTreeMap<String, Value> = serde_json::from_str(request).ok()?;
    let known = keys(given.get("do")?.as_str()?);
    let is_unknown =
        |key: &String| !matches!(key.as_str(), "do" | "lang") && !known.contains(&key.as_str());
    let key = given.keys().find(|key| is_unknown(key))?.clone();
    Some((key, known))
}

/// A game with its options.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct GameChoice {
    pub game: String,
    #[serde(default)]
    pub rules: BTreeMap<String, String>,
}

/// A position and what makes it a problem.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct ProblemText {
    #[serde(flatten)]
    pub game: GameChoice,
    /// Extended SFEN.
    #[serde(default)]
    pub position: Option<String>,
    /// Instead of `position`: pieces by square.
    #[serde(default)]
    pub placed: Option<Placement>,
    /// `black` or `white`; default: the side to move.
    #[serde(default)]
    pub attacker: Option<String>,
    /// `check` or `royal`.
    #[serde(default)]
    pub forcing: Option<String>,
    /// Objections to accept.
    #[serde(default)]
    pub allow: Vec<String>,
}

/// A position as the page's editor has it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Placement {
    /// Square, kind and side (0 is black) of each piece.
    pub board: Vec<(u16, u8, u8)>,
    /// Number of pieces of each kind in hand, by side.
    pub hands: [Vec<u8>; 2],
    /// `black` or `white`.
    pub side: String,
    /// True to give the defender all pieces that are nowhere else.
    #[serde(default)]
    pub fill: bool,
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct PositionRequest {
    #[serde(flatten)]
    pub problem: ProblemText,
    /// Moves in USI notation.
    #[serde(default)]
    pub moves: Vec<String>,
}

/// Limits of a search; absent: none.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LimitRequest {
    pub seconds: Option<f64>,
    pub nodes: Option<u64>,
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct SolveRequest {
    #[serde(flatten)]
    pub problem: ProblemText,
    #[serde(default)]
    pub limits: LimitRequest,
    /// Longest mate to look for, in plies.
    #[serde(default)]
    pub depth: Option<u16>,
    /// False to stop at the first proof.
    #[serde(default = "yes")]
    pub shortest: bool,
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct TryRequest {
    #[serde(flatten)]
    pub problem: ProblemText,
    #[serde(default)]
    pub limits: LimitRequest,
    /// Moves from the problem's position to that of the try.
    #[serde(default)]
    pub moves: Vec<String>,
    /// The attacker's move.
    pub played: String,
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct JudgeRequest {
    #[serde(flatten)]
    pub problem: ProblemText,
    #[serde(default)]
    pub limits: LimitRequest,
    /// The author's line.
    #[serde(default)]
    pub solution: Vec<String>,
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct GenerateRequest {
    #[serde(flatten)]
    pub game: GameChoice,
    #[serde(default)]
    pub limits: LimitRequest,
    #[serde(default)]
    pub forcing: Option<String>,
    /// Lengths in plies.
    pub lengths: (u16, u16),
    #[serde(default = "one")]
    pub count: usize,
    #[serde(default)]
    pub seed: u64,
    /// Themes of which a problem has one; empty: any.
    #[serde(default)]
    pub themes: Vec<String>,
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct SaveRequest {
    #[serde(flatten)]
    pub problem: ProblemText,
    #[serde(default)]
    pub solution: Vec<String>,
    #[serde(default)]
    pub title: Option<String>,
    #[serde(default)]
    pub author: Option<String>,
    /// An ending of a format such as `kif`, `yaml`, or `svg`.
    pub format: String,
}

fn yes() -> bool {
    true
}

fn one() -> usize {
    1
}
