//! Problems for applications: a JSON line with the solution in Japanese, and with every move that
//! the application accepts from its player.

use super::problem_key::{changed_rules, key, side_name};
use crate::generator::answer_key::{AnswerMove, AnswerReply, answer_key};
use crate::io::formats::spelling;
use crate::io::problems::LoadedProblem;
use crate::notation::{sfen, usi};
use crate::position::{Move, Position};
use crate::referee;
use crate::rules::{Rules, Square};
#[cfg(feature = "cli")]
use schemars::JsonSchema;
use serde::Serialize;

/// Longest mate in plies for which answers are searched, if the file gives no length.
const DEFAULT_MAX_PLIES: u16 = 9;

/// A problem of a set, as `tsume show --format json` prints it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "cli", derive(JsonSchema))]
pub struct Puzzle {
    /// Id of the problem.
    pub id: String,
    /// Key of the problem; see [`key`].
    pub key: String,
    /// File as given by the user; absent for a position of the command line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Title.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Author.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    /// Place of publication.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// Tags.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// Name of the game.
    pub variant: String,
    /// Options that differ from the variant's defaults.
    pub rules: serde_json::Map<String, serde_json::Value>,
    /// `check` or `royal`.
    pub forcing: String,
    /// `black` or `white`.
    pub attacker: String,
    /// Position in extended SFEN.
    pub position: String,
    /// Length in plies: of the answers, or as the file expects it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies: Option<u16>,
    /// Difficulty of a generated problem, in points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difficulty: Option<u64>,
    /// The solution of the file, up to the first illegal move.
    pub solution: Vec<MoveNote>,
    /// The attacker's first moves that mate within `plies`, the solution's first. Absent if a limit
    /// did not suffice or there is no mate of the expected length; lengths count every
    /// interposition.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answers: Option<Vec<AnswerNote>>,
    /// False if `answers` have only the first of several replies that hold out equally long,
    /// because they would have more than 5,000 moves; absent otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub all_replies: Option<bool>,
}

/// A move.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "cli", derive(JsonSchema))]
pub struct MoveNote {
    /// In USI notation.
    pub usi: String,
    /// In Japanese, such as `▲２三銀成`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub japanese: Option<String>,
}

/// A move of the attacker that an application accepts.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "cli", derive(JsonSchema))]
pub struct AnswerNote {
    /// The move.
    #[serde(flatten)]
    pub note: MoveNote,
    /// The defender's replies that hold out longest, the solution's first. Empty if the move mates.
    pub replies: Vec<ReplyNote>,
}

/// A reply of the defender.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "cli", derive(JsonSchema))]
pub struct ReplyNote {
    /// The move.
    #[serde(flatten)]
    pub note: MoveNote,
    /// The attacker's next moves that an application accepts.
    pub answers: Vec<AnswerNote>,
}

/// A problem of a file with its answers.
pub fn puzzle(entry: &LoadedProblem) -> Puzzle {
    let problem = &entry.problem;
    let rules = problem.rules();
    let line = legal_beginning(rules, problem.position(), &entry.solution);
    let printed = (!line.is_empty()).then_some(line.len() as u16);
    let most = entry.expect.plies.or(printed).unwrap_or(DEFAULT_MAX_PLIES);
    let found = answer_key(problem, &line, most);
    let start = Point { rules, position: problem.position().clone(), last: None };
    let mut at = start.clone();
    let mut solution = Vec::new();
    for &m in &line {
        solution.push(at.note(m));
        at = at.after(m);
    }
    Puzzle {
        id: entry.id.clone(),
        key: key(problem),
        file: (!entry.file.is_empty() && !entry.file.starts_with("--")).then(|| entry.file.clone()),
        title: entry.title.clone(),
        author: entry.author.clone(),
        source: entry.source.clone(),
        tags: entry.tags.clone(),
        variant: rules.name.clone(),
        rules: changed_rules(rules, None),
        forcing: problem.forcing().name().to_owned(),
        attacker: side_name(problem.attacker()).to_owned(),
        position: sfen::write(rules, problem.position()),
        plies: found.as_ref().map(|found| found.plies).or(entry.expect.plies),
        difficulty: entry.meta.get("difficulty").and_then(serde_yaml::Value::as_u64),
        solution,
        all_replies: found.as_ref().filter(|found| !found.all_replies).map(|_| false),
        answers: found.map(|found| start.answers(&found.answers)),
    }
}

/// The moves of a line up to the first illegal one.
fn legal_beginning(rules: &Rules, position: &Position, line: &[Move]) -> Vec<Move> {
    let mut at = position.clone();
    let mut legal = Vec::new();
    for &m in line {
        if !referee::is_legal(rules, &at, m) {
            break;
        }
        at = referee::play(rules, &at, m);
        legal.push(m);
    }
    legal
}

/// A position of a line, with the square of the move that led to it.
#[derive(Clone)]
struct Point<'a> {
    rules: &'a Rules,
    position: Position,
    last: Option<Square>,
}

impl Point<'_> {
    fn note(&self, m: Move) -> MoveNote {
        let Point { rules, position, last } = self;
        let legal = referee::legal_moves(rules, position);
        let japanese = spelling::in_japanese(rules, position, &legal, m, *last);
        MoveNote { usi: usi::write(rules, m), japanese }
    }

    fn after(&self, m: Move) -> Self {
        let position = referee::play(self.rules, &self.position, m);
        Point { rules: self.rules, position, last: Some(m.to()) }
    }

    fn answers(&self, answers: &[AnswerMove]) -> Vec<AnswerNote> {
        let note = |answer: &AnswerMove| AnswerNote {
            note: self.note(answer.m),
            replies: self.after(answer.m).replies(&answer.replies),
        };
        answers.iter().map(note).collect()
    }

    fn replies(&self, replies: &[AnswerReply]) -> Vec<ReplyNote> {
        let note = |reply: &AnswerReply| ReplyNote {
            note: self.note(reply.m),
            answers: self.after(reply.m).answers(&reply.answers),
        };
        replies.iter().map(note).collect()
    }
}
