//! A page with the diagrams of problems, whose answers are hidden until the reader opens them.

use super::html_page::html_page;
use super::picture::extent::{BoardExtent, Crop};
use super::picture::symbols::GlyphSymbols;
use super::picture::{Picture, board, escape};
use crate::io::formats::spelling::MoveNotation;
use crate::io::problems::LoadedProblem;
use crate::io::render::sheet::content::mate_at;
use crate::io::results::line_text::LineWriter;
use crate::messages::tr;
use crate::rules::describe;
use crate::solver::ends_in_mate;
use std::collections::HashSet;
use std::fmt::Write;
use std::path::Path;

/// Notations of the answers, each a column.
const NOTATIONS: [MoveNotation; 3] =
    [MoveNotation::Western, MoveNotation::Japanese, MoveNotation::Usi];

/// Diagram of a problem, of the part of the board that `crop` chooses.
pub fn diagram(entry: &LoadedProblem, crop: Crop) -> Picture {
    let problem = &entry.problem;
    let shown = BoardExtent::of_problem(problem, &entry.solution, crop);
    board::diagram(problem.rules(), problem.position(), problem.attacker(), shown)
}

/// Page with the diagrams of problems, one section for each file. Several problems come with a list
/// of links, and each with links to its neighbours.
pub fn booklet(title: &str, entries: &[LoadedProblem], crop: Crop) -> String {
    let mut booklet = Booklet { crop, anchors: anchors(entries), glyphs: GlyphSymbols::default() };
    let mut body = String::new();
    if entries.len() > 1 {
        booklet.index(&mut body, entries);
    }
    let mut number = 0;
    let sections: Vec<&[LoadedProblem]> = entries.chunk_by(|a, b| a.file == b.file).collect();
    for section in &sections {
        if sections.len() > 1 {
            let _ = writeln!(body, "<h2>{}</h2>", escape(&section_title(section)));
        }
        body.push_str("<div class=\"problems\">\n");
        for entry in *section {
            booklet.problem(&mut body, entry, number);
            number += 1;
        }
        body.push_str("</div>\n");
    }
    html_page(title, &body, &booklet.glyphs)
}

/// Game and file of a section.
fn section_title(section: &[LoadedProblem]) -> String {
    let game = describe::title(section[0].problem.rules());
    let file = Path::new(&section[0].file).file_stem().unwrap_or_default();
    format!("{game} · {}", file.to_string_lossy())
}

/// Ids of the problems in the page: those of the files, with the number where files share one.
fn anchors(entries: &[LoadedProblem]) -> Vec<String> {
    let mut seen = HashSet::new();
    let anchor = |(entry, number): (&LoadedProblem, usize)| {
        let id = entry.id.clone();
        if seen.insert(id.clone()) { id } else { format!("{id}-{number}") }
    };
    entries.iter().zip(1..).map(anchor).collect()
}

/// What the parts of a booklet share.
struct Booklet {
    crop: Crop,
    anchors: Vec<String>,
    glyphs: GlyphSymbols,
}

impl Booklet {
    /// Links to all problems.
    fn index(&mut self, out: &mut String, entries: &[LoadedProblem]) {
        let count = tr!(render_problems, count = entries.len());
        let _ = writeln!(out, "<nav><details><summary>{count}</summary>\n<ol>");
        for (entry, anchor) in entries.iter().zip(&self.anchors) {
            let name = escape(entry.title.as_deref().unwrap_or(&entry.id));
            let length = entry.expect.plies.map(|plies| tr!(render_length_in_index, plies));
            let length = length.map(|length| format!(" <span class=\"dim\">{length}</span>"));
            let length = length.unwrap_or_default();
            let anchor = escape(anchor);
            let _ = writeln!(out, "<li><a href=\"#{anchor}\">{name}</a>{length}</li>");
        }
        out.push_str("</ol>\n</details></nav>\n");
    }

    /// Diagram, heading and answer of the problem with this index.
    fn problem(&mut self, out: &mut String, entry: &LoadedProblem, index: usize) {
        let name = entry.title.as_deref().unwrap_or(&entry.id);
        let length = entry.expect.plies.map(|plies| tr!(results_length_mate, plies));
        let heading = entry.title.clone().or(length.clone()).unwrap_or_else(|| entry.id.clone());
        let picture = self.glyphs.picture(&diagram(entry, self.crop), name);
        let _ = write!(out, "<figure id=\"{}\">\n{picture}", escape(&self.anchors[index]));
        let number = match self.anchors.len() {
            1 => String::new(),
            _ => format!("{}. ", index + 1),
        };
        let _ = write!(
            out,
            "<figcaption><b>{number}{}</b>{}",
            escape(&heading),
            self.neighbours(index)
        );
        for about in [&entry.author, &entry.source].into_iter().flatten() {
            let _ = write!(out, "<br>{}", escape(about));
        }
        if let Some(length) = length.filter(|_| entry.title.is_some()) {
            let _ = write!(out, "<br>{length}");
        }
        let difficulty = entry.meta.get("difficulty").and_then(serde_yaml::Value::as_u64);
        if let Some(points) = difficulty {
            let _ = write!(out, "<br>{}", tr!(render_difficulty, points));
        }
        if heading != entry.id {
            let _ = write!(out, "<br><span class=\"dim\">{}</span>", escape(&entry.id));
        }
        self.answer(out, entry);
        out.push_str("</figcaption>\n</figure>\n");
    }

    /// Links to the problems before and after.
    fn neighbours(&self, index: usize) -> String {
        let link = |at: Option<usize>, label: String, arrow: &str| {
            let Some(anchor) = at.and_then(|at| self.anchors.get(at)) else { return String::new() };
            let anchor = escape(anchor);
            format!(" <a class=\"step\" href=\"#{anchor}\" aria-label=\"{label}\">{arrow}</a>")
        };
        let before = link(index.checked_sub(1), tr!(page_previous_problem), "←");
        before + &link(Some(index + 1), tr!(page_next_problem), "→")
    }

    /// The file's solution up to the first illegal move, each move in three notations, and its end
    /// if it mates.
    fn answer(&mut self, out: &mut String, entry: &LoadedProblem) {
        let problem = &entry.problem;
        let columns = NOTATIONS
            .map(|notation| LineWriter::new(problem, notation).legal_words(&[], &entry.solution));
        let plies = columns[0].len();
        if plies == 0 {
            return;
        }
        let _ = write!(out, "<details class=\"answer\"><summary>{}</summary>", tr!(render_answer));
        let _ = write!(
            out,
            "<table>\n<tr><td></td><th>{}</th><th>{}</th><th>USI</th></tr>\n",
            tr!(render_column_western),
            tr!(render_column_japanese)
        );
        for ply in 0..plies {
            let _ = write!(out, "<tr><td>{}</td>", ply + 1);
            for column in &columns {
                let _ = write!(out, "<td>{}</td>", self.glyphs.words(&column[ply]));
            }
            out.push_str("</tr>\n");
        }
        out.push_str("</table>");
        if ends_in_mate(problem, &entry.solution[..plies]) {
            let _ = write!(out, "<p>{}</p>", self.glyphs.words(&mate_at(plies, 0)));
        }
        out.push_str("</details>");
    }
}
