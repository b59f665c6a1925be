//! Self-contained HTML pages: a booklet of problems, and a game with its pieces. They need no
//! script, no font and no network.

use super::picture::{INK, Picture, board, escape, piece};
use crate::io::formats::spelling::MoveNotation;
use crate::io::problems::LoadedProblem;
use crate::io::render::sheet::content::mate_at;
use crate::io::results::line_text::LineWriter;
use crate::messages::{language, tr};
use crate::notation::sfen;
use crate::position::Piece;
use crate::rules::{PieceSpec, Royalty, Rules, Side, describe};
use crate::solver::ends_in_mate;
use std::fmt::Write;

const STYLE: &str = "
/* No text changes the direction of what stands beside it. */
h1, h2, h3, p, li, td, span, figcaption, summary { unicode-bidi: isolate; }
body { font: 16px/1.5 system-ui, sans-serif; color: #1a1a1a; background: #fff; margin: 2rem auto;
       max-width: 72rem; padding: 0 1rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.2rem; margin-top: 2.5rem; }
.problems { display: flex; flex-wrap: wrap; gap: 2rem; }
figure { margin: 0; max-width: 100%; break-inside: avoid; }
figure svg { max-width: 100%; height: auto; display: block; }
figcaption { max-width: 30rem; }
.pieces { display: grid; grid-template-columns: repeat(auto-fill, minmax(17rem, 1fr)); gap: 1.5rem; }
.piece { border: 1px solid #ccc; border-radius: 6px; padding: 0.8rem; break-inside: avoid; }
.piece h3 { font-size: 1rem; margin: 0 0 0.4rem; display: flex; align-items: center; gap: 0.5rem; }
.piece svg { max-width: 100%; height: auto; }
.piece p { margin: 0.3rem 0; font-size: 0.9rem; }
.legend { list-style: none; padding: 0; columns: 2 20rem; }
.legend li { display: flex; align-items: center; gap: 0.6rem; break-inside: avoid; }
table { border-collapse: collapse; } th, td { text-align: left; padding: 0.2rem 0.8rem 0.2rem 0;
        vertical-align: top; border-bottom: 1px solid #ddd; }
figure .move svg { display: inline-block; vertical-align: middle; }
.dim { color: #666; } .promoted { color: #b31d28; }
@media print { details { display: none; } body { margin: 0; max-width: none; } }
";

fn page(title: &str, body: &str) -> String {
    let title = escape(title);
    format!(
        "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n\
         {body}</body>\n</html>\n",
        language().code(),
    )
}

/// Diagram of a problem.
pub fn diagram(entry: &LoadedProblem) -> Picture {
    let problem = &entry.problem;
    board::diagram(problem.rules(), problem.position(), problem.attacker())
}

/// Page with the diagrams of problems; their solutions are hidden until the reader opens them.
pub fn booklet(title: &str, entries: &[LoadedProblem]) -> String {
    let mut body = String::from("<div class=\"problems\">\n");
    for (entry, number) in entries.iter().zip(1..) {
        let name = entry.title.as_deref().unwrap_or(&entry.id);
        let length = entry.expect.plies.map(|plies| tr!(results_length_mate, plies));
        let heading = entry.title.clone().or(length.clone()).unwrap_or_else(|| entry.id.clone());
        let heading = if entries.len() > 1 { format!("{number}. {heading}") } else { heading };
        let _ = write!(body, "<figure id=\"{}\">\n{}", escape(&entry.id), diagram(entry).svg(name));
        let _ = write!(body, "<figcaption><b>{}</b>", escape(&heading));
        for about in [&entry.author, &entry.source].into_iter().flatten() {
            let _ = write!(body, "<br>{}", escape(about));
        }
        if let Some(length) = length.filter(|_| entry.title.is_some()) {
            let _ = write!(body, "<br>{length}");
        }
        let difficulty = entry.meta.get("difficulty").and_then(serde_yaml::Value::as_u64);
        if let Some(points) = difficulty {
            let _ = write!(body, "<br>{}", tr!(render_difficulty, points));
        }
        if !heading.ends_with(&entry.id) {
            let _ = write!(body, "<br><span class=\"dim\">{}</span>", escape(&entry.id));
        }
        if !entry.solution.is_empty() {
            let _ = write!(body, "<details><summary>{}</summary>", tr!(render_answer));
            for text in solution(entry) {
                let _ = write!(body, "<span class=\"move\">{}</span> ", spelled(&text));
            }
            body.push_str("</details>");
        }
        body.push_str("</figcaption>\n</figure>\n");
    }
    body.push_str("</div>\n");
    page(title, &body)
}

/// A move, as outlines if it is in Japanese.
fn spelled(text: &str) -> String {
    const SIZE: f32 = 18.0;
    if text.is_ascii() {
        return escape(text);
    }
    let count = text.chars().count() as f32;
    let mut picture = Picture::new(count * SIZE, SIZE * 1.1);
    picture.word(text, (count * SIZE / 2.0, SIZE * 0.55), SIZE, INK);
    picture.svg(text)
}

/// Moves of the solution in the notation of books, up to the first illegal one, and its end if it
/// mates.
fn solution(entry: &LoadedProblem) -> Vec<String> {
    let problem = &entry.problem;
    let notation = MoveNotation::of_pages(problem.rules());
    let mut words = LineWriter::new(problem, notation).legal_words(&[], &entry.solution);
    if ends_in_mate(problem, &entry.solution[..words.len()]) {
        words.push(mate_at(words.len(), 0));
    }
    words
}

/// Page about a game: start position, each piece with a picture of its moves, and options.
pub fn game(rules: &Rules) -> String {
    let (files, ranks, kinds) = (rules.board.files, rules.board.ranks, rules.kinds.len());
    let summary = if rules.has_drops() {
        tr!(render_game_with_drops, files, ranks, kinds)
    } else {
        tr!(render_game_without_drops, files, ranks, kinds)
    };
    let mut body = format!("<p>{summary}</p>\n");
    if let Ok(start) = sfen::parse(rules, &rules.start) {
        let heading = tr!(rules_heading_start);
        let board = board::diagram(rules, &start, Side::Black).svg(&heading);
        let _ = writeln!(body, "<h2>{heading}</h2>\n<figure>\n{board}</figure>");
    }
    let _ = writeln!(body, "<h2>{}</h2>\n<p>{}</p>", tr!(render_pieces), tr!(render_pieces_seen));
    body.push_str("<ul class=\"legend\">\n");
    for (mark, color, meaning) in piece::legend(rules) {
        let picture = piece::mark(mark, color).svg(&meaning);
        let _ = writeln!(body, "<li>{picture}<span>{meaning}</span></li>");
    }
    body.push_str("</ul>\n<div class=\"pieces\">\n");
    for (kind, spec) in rules.iter() {
        let face = board::piece(rules, Piece::new(kind, Side::Black), 34.0);
        let class = if spec.is_promoted() { " promoted" } else { "" };
        let _ = write!(
            body,
            "<div class=\"piece\" id=\"{0}\">\n<h3 class=\"name{class}\">{1}<span>{0} · {2}</span></h3>\n{3}",
            escape(&spec.id),
            face.svg(&spec.kanji),
            escape(describe::piece_name(spec)),
            piece::moves(rules, kind).svg(&tr!(render_moves_of, name = describe::piece_name(spec))),
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
    page(describe::title(rules), &body)
}

/// Details of a piece besides its picture.
fn about(rules: &Rules, spec: &PieceSpec) -> Vec<String> {
    // The picture has the characters, because not every reader has a font for them.
    let mut lines = vec![spec.romaji.clone()];
    lines.push(format!("{} ({})", describe::movement_in_words(&spec.atoms), spec.betza));
    lines.extend(describe::region_in_words(spec));
    if let Some(kind) = spec.promotes_to {
        let promoted = rules.spec(kind);
        let (id, name) = (promoted.id.as_str(), describe::piece_name(promoted));
        lines.push(tr!(render_promotes_to, id, name));
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
