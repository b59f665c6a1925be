//! JKF (json-kifu-format), the JSON format of Japanese record viewers. Fields that repeat the
//! position (`capture`, `relative`, `same`) may be absent.

use super::csa;
use super::kakinoki::{ParsedRecord, handicap};
use super::kakinoki_moves::unresolved;
use super::record::{GameEnd, GameRecord, LineCursor, LinePosition, MoveNodeId, MoveTree};
use crate::io::input;
use crate::messages::{json_reason, tr};
use crate::notation::PromotionMark;
use crate::notation::kifu::KifuMove;
use crate::notation::sfen;
use crate::position::{Hand, Move, Piece, Position};
use crate::referee;
use crate::rules::{Rules, Side, Square};
use crate::text::{Diagnostic, DocumentError, PathStep, Source, locate, yaml};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value, json};
use std::ops::Range;
use std::sync::Arc;

/// Largest depth of nested variations: the limit of JSON readers, less the levels around the moves.
const MAX_FORK_DEPTH: usize = 30;

/// Values of `preset` with their names in KIF.
const PRESETS: [(&str, &str); 16] = [
    ("HIRATE", "平手"),
    ("KY", "香落ち"),
    ("KY_R", "右香落ち"),
    ("KA", "角落ち"),
    ("HI", "飛車落ち"),
    ("HIKY", "飛香落ち"),
    ("2", "二枚落ち"),
    ("3", "三枚落ち"),
    ("4", "四枚落ち"),
    ("5", "五枚落ち"),
    ("5_L", "左五枚落ち"),
    ("6", "六枚落ち"),
    ("7_L", "左七枚落ち"),
    ("7_R", "右七枚落ち"),
    ("8", "八枚落ち"),
    ("10", "十枚落ち"),
];

#[derive(Deserialize)]
#[serde(expecting = "an object")]
struct File {
    #[serde(default, deserialize_with = "or_default")]
    header: Map<String, Value>,
    initial: Option<Initial>,
    moves: Option<Vec<Entry>>,
}

#[derive(Deserialize)]
#[serde(expecting = "an object")]
struct Initial {
    preset: String,
    data: Option<State>,
}

#[derive(Deserialize)]
#[serde(expecting = "an object")]
struct State {
    #[serde(default, deserialize_with = "or_default")]
    color: Color,
    board: Vec<Vec<Cell>>,
    #[serde(default, deserialize_with = "or_default")]
    hands: Vec<std::collections::BTreeMap<String, u8>>,
}

#[derive(Deserialize)]
#[serde(expecting = "an object")]
struct Cell {
    color: Option<Color>,
    kind: Option<String>,
}

/// A side: 0 is Black, 1 is White.
#[derive(Clone, Copy, Deserialize)]
#[serde(try_from = "u8")]
struct Color(Side);

impl Default for Color {
    fn default() -> Color {
        Color(Side::Black)
    }
}

impl TryFrom<u8> for Color {
    type Error = String;

    fn try_from(number: u8) -> Result<Color, String> {
        match number {
            0 => Ok(Color(Side::Black)),
            1 => Ok(Color(Side::White)),
            other => Err(format!("invalid color {other}, expected 0 or 1")),
        }
    }
}

#[derive(Deserialize)]
#[serde(expecting = "an object")]
struct Entry {
    #[serde(default, deserialize_with = "or_default")]
    comments: Vec<String>,
    #[serde(rename = "move")]
    played: Option<Played>,
    time: Option<Time>,
    special: Option<String>,
    #[serde(default, deserialize_with = "or_default")]
    forks: Vec<Vec<Entry>>,
}

#[derive(Deserialize)]
#[serde(expecting = "an object")]
struct Played {
    from: Option<Place>,
    to: Option<Place>,
    piece: String,
    promote: Option<bool>,
    relative: Option<String>,
}

#[derive(Clone, Copy, Deserialize, Serialize)]
#[serde(expecting = "an object")]
struct Place {
    x: u8,
    y: u8,
}

#[derive(Deserialize)]
#[serde(expecting = "an object")]
struct Time {
    #[serde(default, deserialize_with = "or_default")]
    now: Clock,
}

#[derive(Default, Deserialize)]
#[serde(expecting = "an object")]
struct Clock {
    #[serde(default, deserialize_with = "or_default")]
    h: u32,
    #[serde(default, deserialize_with = "or_default")]
    m: u32,
    #[serde(default, deserialize_with = "or_default")]
    s: u32,
}

/// Deserializes `null` like an absent field.
fn or_default<'de, D: Deserializer<'de>, T: Default + Deserialize<'de>>(
    value: D,
) -> Result<T, D::Error> {
    Option::deserialize(value).map(Option::unwrap_or_default)
}

/// True if a text is a JSON object with a key that only JKF has, and without the keys of problem
/// files.
pub fn looks_like_one(text: &str) -> bool {
    let keys = keys(text);
    let has = |known: &[&str]| keys.iter().any(|key| known.contains(key));
    has(&["moves", "initial", "header"]) && !has(&["problems", "position", "board", "id", "pieces"])
}

/// Keys of the object in a text, without escapes; empty if the text is not an object. Stops at
/// damage.
fn keys(text: &str) -> Vec<&str> {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let (mut keys, mut depth, mut start, mut escaped) = (Vec::new(), 0usize, None, false);
    if !text.starts_with('{') {
        return keys;
    }
    for (at, c) in text.char_indices() {
        match (start, c) {
            (Some(_), _) if escaped => escaped = false,
            (Some(_), '\\') => escaped = true,
            (Some(begin), '"') => {
                start = None;
                let is_key = text[at + 1..].trim_start().starts_with(':');
                if depth == 1 && is_key && keys.len() < MAX_INSPECTED_KEYS {
                    keys.push(&text[begin + 1..at]);
                }
            }
            (Some(_), _) => {}
            (None, '"') => start = Some(at),
            (None, '{' | '[') => depth += 1,
            (None, '}' | ']') => depth = depth.saturating_sub(1),
            (None, _) => {}
        }
    }
    keys
}

/// Number of keys that are inspected; JKF has three.
const MAX_INSPECTED_KEYS: usize = 64;

/// Reads a text.
///
/// # Errors
/// The first error.
pub fn read(source: &Arc<Source>, rules: &Rules) -> Result<ParsedRecord, Vec<Diagnostic>> {
    let text = source.text.trim_start_matches('\u{feff}');
    let refusal = |message, help| vec![Diagnostic::new("E0409", source, 0..0, message).help(help)];
    if text.trim_start().starts_with('[') {
        return Err(refusal(tr!(formats_jkf_list), tr!(formats_jkf_list_help)));
    }
    let file: File = serde_json::from_str(text).map_err(|error| vec![broken(source, &error)])?;
    if file.moves.is_none() && file.initial.is_none() {
        return Err(refusal(tr!(formats_jkf_neither), tr!(formats_jkf_help)));
    }
    // Within a JSON string a `\` precedes each quotation mark.
    const HANDS: &str = "\"hands\"";
    let hands = source.text.find(HANDS).map_or(0..0, |at| at..at + HANDS.len());
    Reader { rules, hands }.run(&file).map_err(|complaint| {
        // The text is parsed again to find places.
        let tree = yaml::parse(text);
        vec![match tree.documents.first() {
            Some(root) => locate(source, root, &complaint),
            None => Diagnostic::new(complaint.code, source, 0..0, complaint.message)
                .maybe_help(complaint.help),
        }]
    })
}

/// Error of serde, with its place.
fn broken(source: &Arc<Source>, error: &serde_json::Error) -> Diagnostic {
    let at = input::json_place(&source.text, error);
    if error.to_string().starts_with("recursion limit exceeded") {
        let help = tr!(formats_jkf_depth_help, depth = MAX_FORK_DEPTH);
        return Diagnostic::new("E0409", source, at..at, tr!(formats_jkf_depth)).help(help);
    }
    let message = tr!(formats_jkf_broken, fault = json_fault(error));
    Diagnostic::new("E0409", source, at..at, message).help(tr!(formats_jkf_help))
}

/// Fault of a JSON text, without its place: in English as serde says it, but in the terms of JSON.
fn json_fault(error: &serde_json::Error) -> String {
    let text = json_reason(error).replace("expected a map", "expected an object");
    text.replace("expected a sequence", "expected an array")
}

struct Reader<'a> {
    rules: &'a Rules,
    /// Place of the hands in the text.
    hands: Range<usize>,
}

fn complain(path: &[PathStep], message: String, help: String) -> Box<DocumentError> {
    Box::new(DocumentError::new("E0409", path.to_vec(), message).help(help))
}

impl Reader<'_> {
    fn run(&self, file: &File) -> Result<ParsedRecord, Box<DocumentError>> {
        let headers = file
            .header
            .iter()
            .map(|(key, value)| {
                let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                (key.clone(), value)
            })
            .filter(|(key, _)| {
                // The position already has these headers.
                !matches!(key.as_str(), "手合割" | "先手の持駒" | "後手の持駒" | "手番")
            })
            .collect();
        let handicap = file.header.get("手合割").and_then(Value::as_str).map(str::trim);
        let mut position = match (&file.initial, handicap) {
            (None, Some(name)) => self.named(name)?,
            _ => self.position(file.initial.as_ref())?,
        };
        position.infer_phantoms(self.rules);
        let mut tree = MoveTree::default();
        let start = LineCursor::new(&position).end().clone();
        self.moves(&mut tree, start, file.moves.as_deref().unwrap_or_default(), &["moves".into()])?;
        let hands = [self.hands.clone(), self.hands.clone()];
        let record = GameRecord { headers, position, tree };
        Ok(ParsedRecord { record, squares: Vec::new(), hands, notes: Vec::new(), start: 0 })
    }

    /// The start position that the header 手合割 names.
    fn named(&self, name: &str) -> Result<Position, Box<DocumentError>> {
        let start = handicap(name).and_then(|text| sfen::parse(self.rules, text).ok());
        start.ok_or_else(|| {
            let path = ["header".into(), "手合割".into()];
            let message = tr!(formats_handicap_open, name);
            complain(&path, message, tr!(formats_jkf_preset_help))
        })
    }

    fn position(&self, initial: Option<&Initial>) -> Result<Position, Box<DocumentError>> {
        let rules = self.rules;
        let preset = initial.map_or("HIRATE", |initial| initial.preset.as_str());
        if let Some(state) = initial.and_then(|initial| initial.data.as_ref()) {
            return self.state(state);
        }
        let name = PRESETS.iter().find(|(known, _)| *known == preset).map(|(_, name)| *name);
        let start = name.and_then(handicap).and_then(|text| sfen::parse(rules, text).ok());
        start.ok_or_else(|| {
            let path = ["initial".into(), "preset".into()];
            let message = tr!(formats_jkf_preset, preset);
            complain(&path, message, tr!(formats_jkf_preset_help))
        })
    }

    fn state(&self, state: &State) -> Result<Position, Box<DocumentError>> {
        let rules = self.rules;
        let path = |rest: &[PathStep]| [&["initial".into(), "data".into()], rest].concat();
        let mut position = Position::empty(rules.board, state.color.0);
        let files = usize::from(rules.board.files);
        let ranks = usize::from(rules.board.ranks);
        if state.board.len() != files || state.board.iter().any(|file| file.len() != ranks) {
            let (message, help) = (tr!(formats_jkf_board), tr!(formats_jkf_board_help));
            return Err(complain(&path(&["board".into()]), message, help));
        }
        for (x, file) in state.board.iter().enumerate() {
            for (y, cell) in file.iter().enumerate() {
                let Some(kind) = &cell.kind else { continue };
                let piece = csa::kind(rules, kind).zip(cell.color);
                let square = rules.board.square(x as i32, y as i32);
                let (Some((kind, Color(side))), Some(square)) = (piece, square) else {
                    let path = path(&["board".into(), x.into(), y.into()]);
                    let message = tr!(formats_not_a_piece, found = kind.as_str());
                    return Err(complain(&path, message, tr!(formats_jkf_square_help)));
                };
                position.board[square.index()] = Some(Piece::new(kind, side));
            }
        }
        for (i, hand) in state.hands.iter().take(2).enumerate() {
            for (name, &count) in hand {
                let lane = csa::kind(rules, name).and_then(|kind| rules.spec(kind).lane);
                match lane.filter(|_| count <= Hand::MAX) {
                    Some(lane) => position.hands[i] = position.hands[i].set(lane, count),
                    None => {
                        let path = path(&["hands".into(), i.into(), name.as_str().into()]);
                        let message = tr!(formats_not_in_hand, piece = name.as_str());
                        return Err(complain(&path, message, tr!(formats_jkf_hand_help)));
                    }
                }
            }
        }
        Ok(position)
    }

    /// Reads a line and its variations. JSON readers bound the depth of `forks`.
    fn moves(
        &self,
        tree: &mut MoveTree,
        start: LinePosition,
        moves: &[Entry],
        path: &[PathStep],
    ) -> Result<(), Box<DocumentError>> {
        let mut here = start;
        for (i, entry) in moves.iter().enumerate() {
            let before = here.clone();
            if let Some(played) = &entry.played {
                let step = [path, &[i.into(), "move".into()]].concat();
                here = self.play(tree, &here, played, &step)?;
            }
            let node = tree.node_mut(here.id);
            node.comments.extend(entry.comments.iter().cloned());
            if let Some(Time { now }) = &entry.time {
                let seconds = now.h.saturating_mul(3600).saturating_add(now.m.saturating_mul(60));
                let seconds = seconds.saturating_add(now.s);
                node.seconds = (seconds > 0 && entry.played.is_some()).then_some(seconds);
            }
            if let Some(special) = &entry.special {
                node.end =
                    Some(GameEnd::from_csa(special, here.position.side).ok_or_else(|| {
                        let step = [path, &[i.into(), "special".into()]].concat();
                        let message = tr!(formats_jkf_end, found = special.as_str());
                        complain(&step, message, tr!(formats_jkf_end_help))
                    })?);
            }
            for (j, fork) in entry.forks.iter().enumerate() {
                let step = [path, &[i.into(), "forks".into(), j.into()]].concat();
                self.moves(tree, before.clone(), fork, &step)?;
            }
        }
        Ok(())
    }

    fn play(
        &self,
        tree: &mut MoveTree,
        here: &LinePosition,
        played: &Played,
        path: &[PathStep],
    ) -> Result<LinePosition, Box<DocumentError>> {
        let rules = self.rules;
        let square =
            |place: Place| rules.board.square(i32::from(place.x) - 1, i32::from(place.y) - 1);
        let wrong = |message: String| complain(path, message, tr!(formats_jkf_move_help));
        let kind = csa::kind(rules, &played.piece)
            .ok_or_else(|| wrong(tr!(formats_not_a_piece, found = played.piece.as_str())))?;
        let on_board = |place: Option<Place>| match place {
            None => Ok(None),
            Some(place) => square(place)
                .map(Some)
                .ok_or_else(|| wrong(tr!(formats_jkf_square, file = place.x, rank = place.y))),
        };
        let relative = played.relative.as_deref().unwrap_or_default();
        let spoken = KifuMove {
            to: on_board(played.to)?,
            kind,
            drop: relative.contains('H'),
            promotion: match played.promote {
                None => PromotionMark::Unmarked,
                Some(true) => PromotionMark::Promotes,
                Some(false) => PromotionMark::Declines,
            },
            chosen: None,
            from: on_board(played.from)?,
            directions: relative.chars().filter_map(way).collect(),
        };
        let m = here.find(rules, &spoken).map_err(|why| {
            let (code, message, help) = unresolved(why, &played.piece);
            Box::new(DocumentError::new(code, path.to_vec(), message).help(help))
        })?;
        let position = referee::play(rules, &here.position, m);
        Ok(LinePosition { id: tree.play(here.id, m), position, last: Some(m.to()) })
    }
}

/// Meaning of the letters in `relative`.
fn way(letter: char) -> Option<char> {
    Some(match letter {
        'L' => '左',
        'C' => '直',
        'R' => '右',
        'U' => '上',
        'M' => '寄',
        'D' => '引',
        _ => return None,
    })
}

/// Writes a record.
///
/// # Errors
/// The reason why JKF cannot express it.
pub fn write(rules: &Rules, record: &GameRecord) -> Result<String, String> {
    let position = &record.position;
    let header: Map<String, Value> =
        record.headers.iter().map(|(key, value)| (key.clone(), value.clone().into())).collect();
    let is_start = sfen::parse(rules, &rules.start).is_ok_and(|start| start == *position);
    let initial = if is_start {
        json!({ "preset": "HIRATE" })
    } else {
        json!({ "preset": "OTHER", "data": state(rules, position) })
    };
    let tree = &record.tree;
    let mut first = Map::new();
    about(tree, MoveTree::ROOT, &mut first);
    // Written move by move, because a tree of JSON values needs a hundred times the memory of a
    // move.
    let header = Value::Object(header);
    let mut out =
        format!("{{\"header\":{header},\"initial\":{initial},\"moves\":[{}", Value::Object(first));
    let line = tree.main(MoveTree::ROOT);
    line_of(rules, tree, &mut LineCursor::new(position), &line, true, 0, &mut out)?;
    out.push_str("]}\n");
    Ok(out)
}

fn state(rules: &Rules, position: &Position) -> Value {
    let color = |side: Side| if side == Side::Black { 0 } else { 1 };
    let cell = |square: Square| match position.at(square) {
        None => json!({}),
        Some(piece) => {
            json!({ "color": color(piece.side()), "kind": csa::code(rules, piece.kind()) })
        }
    };
    let file = |file: i32| -> Vec<Value> {
        (0..i32::from(rules.board.ranks))
            .filter_map(|rank| rules.board.square(file, rank))
            .map(cell)
            .collect()
    };
    let board: Vec<Vec<Value>> = (0..i32::from(rules.board.files)).map(file).collect();
    let hand = |side: Side| -> Map<String, Value> {
        let counts = rules.lanes.iter().filter_map(|&kind| {
            let count = position.hands[side.index()].count(rules.spec(kind).lane?);
            Some((csa::code(rules, kind).to_owned(), count.into()))
        });
        counts.collect()
    };
    json!({
        "color": color(position.side),
        "board": board,
        "hands": Side::BOTH.map(hand),
    })
}

/// Data of a node except its move.
fn about(tree: &MoveTree, id: MoveNodeId, out: &mut Map<String, Value>) {
    let node = tree.node(id);
    if !node.comments.is_empty() {
        out.insert("comments".to_owned(), node.comments.clone().into());
    }
    if let Some(seconds) = node.seconds {
        let (m, s) = (seconds / 60, seconds % 60);
        out.insert("time".to_owned(), json!({ "now": { "m": m, "s": s } }));
    }
}

/// Appends a line with its variations to `out`. Variations of its first move belong to it only in
/// the main line. The path ends where it started.
fn line_of(
    rules: &Rules,
    tree: &MoveTree,
    path: &mut LineCursor,
    line: &[MoveNodeId],
    forks_at_first: bool,
    depth: usize,
    out: &mut String,
) -> Result<(), String> {
    if depth > MAX_FORK_DEPTH {
        return Err(tr!(formats_jkf_too_deep, depth = MAX_FORK_DEPTH));
    }
    let start = path.plies();
    for (i, &id) in line.iter().enumerate() {
        let Some(m) = tree.node(id).played else { continue };
        let mut entry = Map::new();
        entry.insert("move".to_owned(), played(rules, path.end(), m));
        about(tree, id, &mut entry);
        if !out.ends_with('[') {
            out.push(',');
        }
        out.push_str(&Value::Object(entry).to_string());
        if let Some(parent) = tree.parent(id).filter(|_| i > 0 || forks_at_first) {
            let before = path.plies();
            for (j, sibling) in tree.children(parent).skip(1).enumerate() {
                // The object stays open for its variations.
                if j == 0 {
                    out.pop();
                }
                out.push_str(if j == 0 { ",\"forks\":[[" } else { ",[" });
                let line: Vec<MoveNodeId> =
                    std::iter::once(sibling).chain(tree.main(sibling)).collect();
                line_of(rules, tree, path, &line, false, depth + 1, out)?;
                path.back_to(rules, before);
                out.push(']');
            }
            if tree.children(parent).nth(1).is_some() {
                out.push_str("]}");
            }
        }
        path.play(rules, id, m);
    }
    let last = path.end();
    if let Some(end) = tree.node(last.id).end {
        if !out.ends_with('[') {
            out.push(',');
        }
        out.push_str(&json!({ "special": end.csa(last.position.side) }).to_string());
    }
    path.back_to(rules, start);
    Ok(())
}

/// A move in JKF.
fn played(rules: &Rules, here: &LinePosition, m: Move) -> Value {
    let kind = here.position.moving_kind(m);
    let place = |square: Square| Place {
        x: rules.board.file(square) as u8 + 1,
        y: rules.board.rank(square) as u8 + 1,
    };
    let mut played = Map::new();
    let color = if here.position.side == Side::Black { 0 } else { 1 };
    played.insert("color".to_owned(), color.into());
    if let Some(from) = m.from() {
        played.insert("from".to_owned(), json!(place(from)));
        if rules.spec(kind.unwrap_or_else(|| rules.lanes[0])).promotes_to.is_some() {
            let legal = referee::is_legal(rules, &here.position, m.with_change(!m.changes()));
            if legal || m.changes() {
                played.insert("promote".to_owned(), m.changes().into());
            }
        }
    }
    played.insert("to".to_owned(), json!(place(m.to())));
    if let Some(kind) = kind {
        played.insert("piece".to_owned(), csa::code(rules, kind).into());
    }
    if here.last == Some(m.to()) {
        played.insert("same".to_owned(), true.into());
    }
    if let Some(taken) = here.position.at(m.to()) {
        played.insert("capture".to_owned(), csa::code(rules, taken.kind()).into());
    }
    if m.from().is_none() {
        played.insert("relative".to_owned(), "H".into());
    }
    Value::Object(played)
}
