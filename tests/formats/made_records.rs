//! Random records, and the comparison of records.

#![allow(dead_code, reason = "the tests of formats and of oracles each use a part")]

use crate::support::random::Random;
use std::sync::Arc;
use tsume::io::formats::record::{GameEnd, GameRecord, LineCursor, MoveTree};
use tsume::io::problems::{LoadResult, PositionChoice, ReadOptions, read_documents};
use tsume::notation::{sfen, usi};
use tsume::position::{Move, Position};
use tsume::referee;
use tsume::rules::Rules;

pub fn rules() -> Arc<Rules> {
    ReadOptions::default().library.load("shogi", &[]).unwrap()
}

/// Reads one record; every objection to its position is allowed.
pub fn read(name: &str, bytes: &[u8]) -> GameRecord {
    let allow = referee::ObjectionKind::ALL.to_vec();
    let context = ReadOptions { allow, at: PositionChoice::Start, ..ReadOptions::default() };
    let mut documents = read_documents(name, bytes.to_vec(), &context);
    assert_eq!(documents.len(), 1, "{name}");
    let document = documents.remove(0);
    match document.item {
        LoadResult::Problem(entry) => match document.record {
            Some(record) => record,
            None => tsume::io::problems::record_problems::record(&entry).0,
        },
        LoadResult::Broken { errors, .. } => {
            panic!("{}\n{}", errors[0], String::from_utf8_lossy(bytes))
        }
    }
}

/// A move with its comments and time.
pub type Said = (String, Vec<String>, Option<u32>);
pub type Block = (usize, Vec<Said>, Option<GameEnd>);

/// Lines of a tree in an order that does not depend on its construction: number of the first move,
/// moves, end.
pub fn blocks(rules: &Rules, tree: &MoveTree) -> Vec<Block> {
    let mut blocks = Vec::new();
    for (ply, ids) in tree.blocks() {
        let mut said: Vec<Said> = Vec::new();
        let mut end = None;
        if blocks.is_empty() {
            let root = tree.node(MoveTree::ROOT);
            said.push((String::new(), root.comments.clone(), None));
            end = root.end;
        }
        for id in ids {
            let node = tree.node(id);
            let text = node.played.map(|m| usi::write(rules, m)).unwrap_or_default();
            said.push((text, node.comments.clone(), node.seconds));
            end = node.end;
        }
        blocks.push((ply, said, end));
    }
    blocks
}

pub const POSITIONS: [&str; 6] = [
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "9/9/3B3G1/6+p1n/7+p1/7k1/5BL1p/7G1/7+R+r b N2P2g4s2n3l13p 1",
    "9/5SkP1/9/9/8B/9/9/9/9 b 2rb4g3s4n4l17p 1",
    "3g1ks1l/2+R3g2/4pp1pp/p1p3p2/1p2P4/P1P2PP1P/1PS1K1N2/1B1G5/LN3r3 w 2SPbgs2nl3p 1",
    "4k4/1+L1+N1+S1+P1/4GGGG1/2SSS4/2NNN4/9/9/9/9 b RBrb3l17p 1",
];

/// A record with random moves, variations, comments, times and ends from a random position.
pub fn random_record(rules: &Rules, random: &mut Random, headers: &[&str]) -> GameRecord {
    let start: &&str = random.pick(&POSITIONS);
    let mut position = sfen::parse(rules, start).unwrap();
    for _ in 0..random.below(60) {
        let Some(m) = random_move(rules, &position, random) else { break };
        position = referee::play(rules, &position, m);
    }
    // In a position that breaks the rules a king may have been captured.
    position.infer_phantoms(rules);
    let values = ["第一番", "11", "完全", "A: b", "x：y", "将棋 図巧", "「」", "-", "# no comment"];
    let mut record = GameRecord { headers: Vec::new(), position, tree: MoveTree::default() };
    for key in headers {
        if random.below(3) == 0 {
            record.headers.push(((*key).to_owned(), random.pick(&values).to_string()));
        }
    }
    let mut path = LineCursor::new(&record.position);
    for line in 0..1 + random.below(5) {
        if line > 0 {
            path.back_to(rules, random.below(path.plies() + 1));
        }
        for _ in 0..random.below(12) {
            let Some(m) = random_move(rules, &path.end().position, random) else { break };
            let id = record.tree.play(path.end().id, m);
            path.play(rules, id, m);
        }
    }
    // Comments and ends come after the moves: only leaves have ends.
    let mut ids = vec![MoveTree::ROOT];
    ids.extend(record.tree.blocks().into_iter().flat_map(|(_, ids)| ids));
    for id in ids {
        let is_leaf = record.tree.children(id).next().is_none();
        let node = record.tree.node_mut(id);
        for _ in 0..random.below(8).saturating_sub(5) {
            node.comments
                .push(random.pick(&["好手", "a * b", "変化：3手", "▲５五角", ""]).to_string());
        }
        if node.played.is_some() && random.below(4) == 0 {
            node.seconds = Some(random.below(5000) as u32 + 1);
        }
        if is_leaf && random.below(2) == 0 {
            node.end = Some(*random.pick(&ENDS));
        }
    }
    record
}

pub const ENDS: [GameEnd; 10] = [
    GameEnd::Mate,
    GameEnd::NoMate,
    GameEnd::Resigns,
    GameEnd::BrokenOff,
    GameEnd::Repetition,
    GameEnd::Impasse,
    GameEnd::TimeUp,
    GameEnd::IllegalBefore,
    GameEnd::Illegal,
    GameEnd::Declared,
];

pub fn random_move(rules: &Rules, position: &Position, random: &mut Random) -> Option<Move> {
    let moves = referee::legal_moves(rules, position);
    (!moves.is_empty()).then(|| moves[random.below(moves.len())])
}
