//! Records and problems: which headers say what a problem file says too, and what goes under
//! `meta`.
//!
//! | KIF header | problem file |
//! | --- | --- |
//! | 作品名 (or 表題) | `title` |
//! | 作者 | `author` |
//! | 発表誌 (or 出典) | `source` |
//! | 手数 | `published: { plies: … }` |
//! | 完全性 | `published: { soundness: … }` |
//! | all others | `meta: { record: { headers: … } }` |
//!
//! The main line is the `solution`; variations, comments and ends are kept under `meta.record` too.

use super::loaded::{Expectation, LoadResult, LoadedDocument, LoadedProblem};
use super::read_options::{PositionChoice, ReadOptions};
use super::setup::AllowPlace;
use super::{fill_hand, line_positions};
use crate::io::formats::kakinoki::{self, ParsedRecord};
use crate::io::formats::record::{GameEnd, GameRecord, LineCursor, MoveNodeId, MoveTree};
use crate::io::formats::{Format, csa, jkf, kakinoki_records};
use crate::messages::tr;
use crate::notation::usi;
use crate::position::{Forcing, Hand, Move};
use crate::referee::{self, Objection, ObjectionKind, admit};
use crate::rules::{Rules, describe};
use crate::text::{Diagnostic, Source};
use serde::{Deserialize, Serialize};
use serde_yaml::{Mapping, Value};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

/// Parts of a record that have no key in a problem file; value of `meta.record`.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
struct RecordMeta {
    #[serde(skip_serializing_if = "Mapping::is_empty")]
    headers: Mapping,
    #[serde(flatten)]
    main: LineMeta,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    variations: Vec<VariationMeta>,
}

/// Comments, times and end of a line, by plies from the start.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
struct LineMeta {
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    comments: BTreeMap<usize, Vec<String>>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    seconds: BTreeMap<usize, u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<String>,
}

/// A variation. It leaves the line before it at its first move, like a 変化 block.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct VariationMeta {
    at: usize,
    moves: Vec<String>,
    #[serde(flatten)]
    line: LineMeta,
}

/// Reads a text in one of the record formats.
pub fn read(source: &Arc<Source>, format: Format, options: &ReadOptions) -> Vec<LoadedDocument> {
    let plain = |item: LoadResult| LoadedDocument { item, record: None };
    let broken = |id: Option<String>, errors| plain(LoadResult::Broken { id, errors });
    let rules = match rules(source, options) {
        Ok(rules) => rules,
        Err(errors) => return vec![broken(None, errors)],
    };
    let placed: Vec<Result<ParsedRecord, Vec<Diagnostic>>> = match format {
        Format::Csa => csa::read(source, &rules),
        Format::Jkf => vec![jkf::read(source, &rules)],
        _ => kakinoki_records::read(source, &rules),
    };
    let stem = std::path::Path::new(&source.name)
        .file_stem()
        .map(|stem| stem.to_string_lossy().into_owned());
    let stem = stem.filter(|stem| !stem.is_empty() && stem != "-").unwrap_or("1".to_owned());
    let several = placed.len() > 1;
    let documents = placed.into_iter().enumerate().flat_map(|(i, placed)| {
        let id = if several { format!("{stem}-{}", i + 1) } else { stem.clone() };
        match placed {
            Err(errors) => vec![broken(Some(id), errors)],
            Ok(mut placed) => {
                if options.fill_hand {
                    fill_hand::fill(&rules, &mut placed.record.position, options.attacker);
                }
                let item = item(source, &rules, options, &id, &placed);
                match options.at {
                    PositionChoice::Start | PositionChoice::Stated => {
                        vec![LoadedDocument { item, record: Some(placed.record) }]
                    }
                    _ => line_positions::choose(item, options).into_iter().map(plain).collect(),
                }
            }
        }
    });
    documents.collect()
}

/// Rules for records: standard shogi with the options of the command line.
fn rules(source: &Arc<Source>, options: &ReadOptions) -> Result<Arc<Rules>, Vec<Diagnostic>> {
    let rules = options.library.load(&options.default_variant, &options.rules)?;
    if rules.board.files == 9 && rules.board.ranks == 9 && csa::kind(&rules, "RY").is_some() {
        return Ok(rules);
    }
    let message = tr!(problems_record_of_other_game, game = describe::game_name(&rules));
    let help = tr!(problems_record_of_other_game_help);
    Err(vec![Diagnostic::new("E0410", source, 0..0, message).help(help)])
}

/// Converts a record to a problem.
pub fn item(
    source: &Arc<Source>,
    rules: &Arc<Rules>,
    options: &ReadOptions,
    id: &str,
    placed: &ParsedRecord,
) -> LoadResult {
    let record = &placed.record;
    if options.at == PositionChoice::Stated && kakinoki::is_game_start(rules, &record.position) {
        let moves = record.tree.main(MoveTree::ROOT).len();
        let help = tr!(problems_game_record_help, moves);
        let at = placed.start..placed.start;
        let error = Diagnostic::new("E0411", source, at, tr!(problems_game_record)).help(help);
        return LoadResult::Broken { id: Some(id.to_owned()), errors: vec![error] };
    }
    let forcing = options.forcing.unwrap_or(Forcing::Check);
    let admitted = admit(rules, record.position.clone(), options.attacker, forcing, &options.allow);
    let problem = match admitted {
        Ok(problem) => problem,
        Err(objections) => {
            let errors = objections.into_iter().map(|o| objection(source, placed, o)).collect();
            return LoadResult::Broken { id: Some(id.to_owned()), errors };
        }
    };
    let [mut title, mut author, mut origin] = [None, None, None];
    let mut published = Mapping::new();
    let mut headers = Mapping::new();
    for (key, value) in &record.headers {
        let field = match key.as_str() {
            "作品名" | "表題" => Some(&mut title),
            "作者" => Some(&mut author),
            "発表誌" | "出典" => Some(&mut origin),
            _ => None,
        };
        if let Some(field) = field.filter(|field| field.is_none() && !value.is_empty()) {
            *field = Some(value.clone());
            continue;
        }
        match (key.as_str(), plies(value)) {
            ("手数", Some(plies)) => published.insert("plies".into(), plies.into()),
            ("完全性", _) if !value.is_empty() => {
                published.insert("soundness".into(), value.as_str().into())
            }
            _ => headers.insert(key.as_str().into(), value.as_str().into()),
        };
    }
    let mut meta = Mapping::new();
    if let Some(kept) = keep(rules, &record.tree, headers) {
        meta.insert("record".into(), kept);
    }
    LoadResult::Problem(Box::new(LoadedProblem {
        id: id.to_owned(),
        file: source.name.clone(),
        line: 1 + source.text[..placed.start].matches('\n').count(),
        column: 1,
        title,
        author,
        source: origin,
        tags: Vec::new(),
        variant: options.default_variant.clone(),
        chosen_rules: options.rules.clone(),
        problem,
        expect: Expectation::default(),
        published: (!published.is_empty()).then_some(Value::Mapping(published)),
        solution: record.tree.main_moves(),
        meta: if meta.is_empty() { Value::Null } else { Value::Mapping(meta) },
        notes: placed.notes.clone(),
    }))
}

/// The number in `11`, `11手`, `１１手詰`.
fn plies(text: &str) -> Option<u32> {
    let number = text.trim_end_matches('詰').trim_end_matches('手');
    crate::notation::kanji::number(number.trim())
}

fn objection(source: &Arc<Source>, placed: &ParsedRecord, objection: Objection) -> Diagnostic {
    let Objection { kind, message, squares } = objection;
    let on_board = squares.iter().filter_map(|square| placed.squares.get(square.index()));
    let held = placed.hands.iter().zip(placed.record.position.hands);
    let in_hand = held
        .filter(|(_, hand)| kind == ObjectionKind::TooManyPieces && *hand != Hand::EMPTY)
        .map(|(span, _)| span);
    let mut places: Vec<Range<usize>> =
        on_board.chain(in_hand).filter(|span| !span.is_empty()).cloned().collect();
    places.dedup();
    let mut places = places.into_iter();
    let span = places.next().unwrap_or(placed.start..placed.start);
    let help = AllowPlace::Option.or_accept(kind);
    let mut diagnostic = Diagnostic::new("E0214", source, span, message).help(help);
    diagnostic.also = places.map(|span| (span, String::new())).collect();
    diagnostic
}

/// Value of `meta.record`; `None` if it would be empty.
fn keep(rules: &Rules, tree: &MoveTree, headers: Mapping) -> Option<Value> {
    let mut kept = RecordMeta { headers, ..RecordMeta::default() };
    for (ply, ids) in tree.blocks() {
        let mut line = LineMeta::default();
        let root = (ply == 1 && kept.variations.is_empty()).then_some(MoveTree::ROOT);
        let mut plies = ply - 1;
        for id in root.into_iter().chain(ids.iter().copied()) {
            let node = tree.node(id);
            plies += usize::from(node.played.is_some());
            if !node.comments.is_empty() {
                line.comments.insert(plies, node.comments.clone());
            }
            if let Some(seconds) = node.seconds {
                line.seconds.insert(plies, seconds);
            }
            line.end = node.end.map(|end| end.kif().to_owned());
        }
        let is_main =
            ids.first().is_none_or(|&first| tree.children(MoveTree::ROOT).next() == Some(first));
        if is_main {
            kept.main = line;
        } else {
            let moves = tree.moves_along(&ids);
            let moves = moves.iter().map(|&m| usi::write(rules, m)).collect();
            kept.variations.push(VariationMeta { at: ply, moves, line });
        }
    }
    if kept == RecordMeta::default() { None } else { serde_yaml::to_value(&kept).ok() }
}

/// Converts a problem to a record. The second value describes what the record cannot show, such as
/// illegal moves.
pub fn record(entry: &LoadedProblem) -> (GameRecord, Option<String>) {
    let rules = entry.problem.rules();
    let mut headers = Vec::new();
    let mut say = |key: &str, value: &Option<String>| {
        headers.extend(value.as_ref().map(|value| (key.to_owned(), value.clone())));
    };
    say("作品名", &entry.title);
    say("作者", &entry.author);
    say("発表誌", &entry.source);
    let published = |key: &str| {
        entry.published.as_ref().and_then(|published| published.get(key)).and_then(scalar)
    };
    let expected = entry.expect.plies.map(|plies| plies.to_string());
    say("手数", &published("plies").or(expected));
    say("完全性", &published("soundness"));
    let kept: RecordMeta = entry
        .meta
        .get("record")
        .and_then(|kept| serde_yaml::from_value(kept.clone()).ok())
        .unwrap_or_default();
    for (key, value) in &kept.headers {
        say(key.as_str().unwrap_or_default(), &scalar(value));
    }
    headers.retain(|(key, _)| !key.is_empty());
    let position = entry.problem.position().clone();
    let mut tree = MoveTree::default();
    let mut path = LineCursor::new(&position);
    let mut lost = add(rules, &mut tree, &mut path, &entry.solution, &kept.main);
    for variation in &kept.variations {
        let moves: Vec<Move> =
            variation.moves.iter().filter_map(|text| usi::parse(rules, text).ok()).collect();
        match variation.at.checked_sub(1).filter(|plies| *plies <= path.plies()) {
            Some(plies) => {
                path.back_to(rules, plies);
                lost = lost.or(add(rules, &mut tree, &mut path, &moves, &variation.line));
            }
            None => lost = lost.or(Some(tr!(problems_lost_variation, ply = variation.at))),
        }
    }
    (GameRecord { headers, position, tree }, lost)
}

/// Text of a number or string.
fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::Number(number) => Some(number.to_string()),
        Value::String(text) => Some(text.clone()),
        _ => None,
    }
}

/// Adds a line at the end of the path. Returns a description of moves that cannot be played.
fn add(
    rules: &Rules,
    tree: &mut MoveTree,
    path: &mut LineCursor,
    moves: &[Move],
    line: &LineMeta,
) -> Option<String> {
    let says = |tree: &mut MoveTree, id: MoveNodeId, plies: usize| {
        let node = tree.node_mut(id);
        if let Some(comments) = line.comments.get(&plies) {
            node.comments.clone_from(comments);
        }
        node.seconds = line.seconds.get(&plies).copied();
    };
    if path.plies() == 0 {
        says(tree, MoveTree::ROOT, 0);
    }
    for &m in moves {
        if !referee::is_legal(rules, &path.end().position, m) {
            return Some(tr!(problems_lost_moves, played = usi::write(rules, m)));
        }
        let id = tree.play(path.end().id, m);
        path.play(rules, id, m);
        says(tree, id, path.plies());
    }
    tree.node_mut(path.end().id).end = line.end.as_deref().and_then(GameEnd::from_kif);
    None
}
