//! Writes KIF. [`super::kakinoki_moves`] reads it.

use super::kakinoki;
use super::record::{GameEnd, GameRecord, LineCursor, MoveTree};
use crate::notation::kifu;
use crate::rules::{Rules, Side};
use crate::text::columns;
use std::fmt::Write;

/// Columns of a move before its time.
const MOVE_COLUMNS: usize = 14;

/// Writes a record: headers, board, the main line, then the variations, the deepest first.
pub fn write(rules: &Rules, record: &GameRecord) -> String {
    let mut out = format!("#KIF version=2.0\n{}", kakinoki::write(rules, record));
    out.push_str("手数----指手---------消費時間--\n");
    let tree = &record.tree;
    comments(&mut out, &tree.node(MoveTree::ROOT).comments);
    let mut path = LineCursor::new(&record.position);
    let mut total = Vec::new();
    for (ply, line) in tree.blocks() {
        if ply > 1 || path.plies() > 0 {
            let _ = write!(out, "\n変化：{ply}手\n");
        }
        path.back_to(rules, ply - 1);
        total.truncate(ply - 1);
        let mut end = path.end().id;
        let mut number = ply;
        for id in line {
            let node = tree.node(id);
            let Some(m) = node.played else { continue };
            let here = path.end();
            let text = kifu::write(rules, &here.position, m, here.last).unwrap_or_default();
            let seconds = node.seconds.unwrap_or(0);
            let before: [u32; 2] = total.last().copied().unwrap_or_default();
            let mut after = before;
            let sum = &mut after[here.position.side.index()];
            *sum = sum.saturating_add(seconds);
            let time = clock(seconds, *sum);
            total.push(after);
            let branch = tree.parent(id).is_some_and(|parent| {
                tree.children(parent).next() == Some(id) && tree.children(parent).count() > 1
            });
            let text = columns::left(&text, MOVE_COLUMNS);
            let mark = if branch { "+" } else { "" };
            let _ = writeln!(out, "{number:>4} {text} {time}{mark}");
            comments(&mut out, &node.comments);
            path.play(rules, id, m);
            end = id;
            number += 1;
        }
        if let Some(ending) = tree.node(end).end {
            let _ = writeln!(out, "{number:>4} {}", ending.kif());
            let _ = writeln!(out, "{}", until(number - 1, ending, path.end().position.side));
        }
    }
    out
}

/// The last line of a record, such as `まで11手で詰み`.
pub fn until(plies: usize, end: GameEnd, mover: Side) -> String {
    let (mover, other) = match mover {
        Side::Black => ("先手", "後手"),
        Side::White => ("後手", "先手"),
    };
    let what = match end {
        GameEnd::Mate => "詰み".to_owned(),
        GameEnd::NoMate => "不詰".to_owned(),
        GameEnd::Resigns => format!("{other}の勝ち"),
        GameEnd::Absent => format!("{mover}の不戦敗"),
        GameEnd::AbsentBefore => format!("{mover}の不戦勝"),
        GameEnd::TimeUp => format!("時間切れにより{other}の勝ち"),
        GameEnd::Illegal => format!("{mover}の反則負け"),
        GameEnd::IllegalBefore => format!("{mover}の反則勝ち"),
        GameEnd::Declared => format!("{mover}の入玉勝ち"),
        GameEnd::BrokenOff | GameEnd::Repetition | GameEnd::Impasse => end.kif().to_owned(),
    };
    format!("まで{plies}手で{what}")
}

/// Appends comment lines.
pub fn comments(out: &mut String, comments: &[String]) {
    for comment in comments {
        let _ = writeln!(out, "*{}", comment.replace(['\n', '\r'], " "));
    }
}

fn clock(seconds: u32, total: u32) -> String {
    let (minutes, seconds) = (seconds / 60, seconds % 60);
    let (h, m, s) = (total / 3600, total / 60 % 60, total % 60);
    format!("({minutes:>2}:{seconds:02}/{h:02}:{m:02}:{s:02})")
}
