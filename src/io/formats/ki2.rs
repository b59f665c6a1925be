//! Writes KI2. [`super::kakinoki_moves`] reads it.

use super::record::{GameRecord, LineCursor, MoveTree};
use super::spelling;
use super::{kakinoki, kif};
use crate::referee;
use crate::rules::Rules;
use crate::text::columns;
use std::fmt::Write;

/// Moves in a line, and columns of each move.
const MOVES_PER_LINE: usize = 6;
const MOVE_COLUMNS: usize = 14;

/// Writes a record: headers, board, the main line, then the variations, the deepest first.
pub fn write(rules: &Rules, record: &GameRecord) -> String {
    let mut out = kakinoki::write(rules, record);
    out.push('\n');
    let tree = &record.tree;
    kif::comments(&mut out, &tree.node(MoveTree::ROOT).comments);
    let mut path = LineCursor::new(&record.position);
    for (ply, line) in tree.blocks() {
        if ply > 1 || path.plies() > 0 {
            let _ = write!(out, "\n変化：{ply}手\n");
        }
        path.back_to(rules, ply - 1);
        let mut end = path.end().id;
        let mut plies = ply - 1;
        let mut row = String::new();
        let mut across = 0;
        for id in line {
            let node = tree.node(id);
            let Some(m) = node.played else { continue };
            let here = path.end();
            let legal = referee::legal_moves(rules, &here.position);
            let text = spelling::in_japanese(rules, &here.position, &legal, m, here.last);
            let text = text.unwrap_or_default().replace('同', "同　");
            across += 1;
            if across < MOVES_PER_LINE && node.comments.is_empty() {
                row.push_str(&columns::left(&text, MOVE_COLUMNS));
            } else {
                let _ = writeln!(out, "{row}{text}");
                (row, across) = (String::new(), 0);
                kif::comments(&mut out, &node.comments);
            }
            path.play(rules, id, m);
            end = id;
            plies += 1;
        }
        if !row.is_empty() {
            let _ = writeln!(out, "{}", row.trim_end());
        }
        if let Some(ending) = tree.node(end).end {
            let _ = writeln!(out, "{}", kif::until(plies, ending, path.end().position.side));
        }
    }
    out
}
