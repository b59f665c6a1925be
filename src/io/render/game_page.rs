//! A page about a game and its pieces.

use super::html_page::html_page;
use super::picture::extent::BoardExtent;
use super::picture::symbols::GlyphSymbols;
use super::picture::{board, escape, piece};
use crate::messages::tr;
use crate::notation::sfen;
use crate::position::Piece;
use crate::rules::{PieceSpec, Royalty, Rules, Side, describe};
use std::fmt::Write;

/// Page about a game: start position, each piece with a picture of its moves, and options.
pub fn game_page(rules: &Rules) -> String {
    let mut glyphs = GlyphSymbols::default();
    let (files, ranks, kinds) = (rules.board.files, rules.board.ranks, rules.kinds.len());
    let summary = if rules.has_drops() {
        tr!(render_game_with_drops, files, ranks, kinds)
    } else {
        tr!(render_game_without_drops, files, ranks, kinds)
    };
    let mut body = format!("<p>{summary}</p>\n");
    if let Ok(start) = sfen::parse(rules, &rules.start) {
        let heading = tr!(rules_heading_start);
        let whole = BoardExtent::whole(rules.board);
        let board = board::diagram(rules, &start, Side::Black, whole);
        let board = glyphs.picture(&board, &heading);
        let _ = writeln!(body, "<h2>{heading}</h2>\n<figure>\n{board}</figure>");
    }
    let _ = writeln!(body, "<h2>{}</h2>\n<p>{}</p>", tr!(render_pieces), tr!(render_pieces_seen));
    body.push_str("<ul class=\"legend\">\n");
    for (mark, color, meaning) in piece::legend(rules) {
        let picture = glyphs.picture(&piece::mark(mark, color), &meaning);
        let _ = writeln!(body, "<li>{picture}<span>{meaning}</span></li>");
    }
    body.push_str("</ul>\n<div class=\"pieces\">\n");
    for (kind, spec) in rules.iter() {
        let face = board::piece(rules, Piece::new(kind, Side::Black), 34.0);
        let moves = tr!(render_moves_of, name = describe::piece_name(spec));
        let class = if spec.is_promoted() { " promoted" } else { "" };
        let _ = write!(
            body,
            "<div class=\"piece\" id=\"{0}\">\n<h3 class=\"name{class}\">{1}<span>{0} · {2}</span></h3>\n{3}",
            escape(&spec.id),
            glyphs.picture(&face, &spec.kanji),
            escape(describe::piece_name(spec)),
            glyphs.picture(&piece::moves(rules, kind), &moves),
        );
        for line in about(rules, spec) {
            let _ = writeln!(body, "<p>{}</p>", escape(&line));
        }
        body.push_str("</div>\n");
    }
    let _ = writeln!(
        body,
        "</div>\n<h2>{}</h2>\n<table>\n<tr><th>{}</th><th>{}</th><th>{}</th></tr>",
        tr!(rules_heading_options),
        tr!(render_option_name),
        tr!(render_option_value),
        tr!(render_option_meaning),
    );
    for setting in describe::relevant_settings(rules) {
        let _ = writeln!(
            body,
            "<tr><td>{}</td><td>{}</td><td>{}<br><span class=\"dim\">{}</span></td></tr>",
            setting.name,
            escape(&setting.value),
            escape(&setting.meaning()),
            escape(&setting.allowed.to_string())
        );
    }
    body.push_str("</table>\n");
    if !rules.notes.is_empty() {
        let _ = writeln!(body, "<h2>{}</h2>\n<ul>", tr!(rules_heading_notes));
        for note in describe::notes(rules) {
            let _ = writeln!(body, "<li>{}</li>", escape(note));
        }
        body.push_str("</ul>\n");
    }
    html_page(describe::title(rules), &body, &glyphs)
}

/// Details of a piece besides its picture.
fn about(rules: &Rules, spec: &PieceSpec) -> Vec<String> {
    // The picture has the characters, because not every reader has a font for them.
    let mut lines = vec![spec.romaji.clone()];
    lines.push(format!("{} ({})", describe::movement_in_words(&spec.atoms), spec.betza));
    lines.extend(describe::region_in_words(spec));
    lines.extend(describe::powers_in_words(spec));
    if let Some(kind) = spec.promotes_to {
        let promoted = rules.spec(kind);
        let (id, name) = (promoted.id.as_str(), describe::piece_name(promoted));
        lines.push(tr!(render_promotes_to, id, name));
    }
    if !spec.promotion_choices.is_empty() {
        let choices = describe::promotion_choices(rules, spec);
        lines.push(tr!(rules_promotes_to, id = choices));
    }
    match spec.royalty {
        Royalty::None => {}
        Royalty::Potential => lines.push(tr!(rules_promotes_to_royal)),
        Royalty::Royal => lines.push(tr!(rules_royal)),
    }
    for (label, movement) in &spec.alternatives {
        let movement = describe::reading(spec, movement);
        lines.push(tr!(render_other_reading, label = label.as_str(), movement));
    }
    lines.retain(|line| !line.is_empty());
    lines
}
