//! An HTML page to play through solutions: board, main line, variations, cooks. It is
//! self-contained: one file with its script, no network, and no font for board and moves, whose
//! characters are outlines.
//!
//! The script does not know the rules. Each move lists its changes to the board and the hands. All
//! texts of the script are in the data.

use crate::io::formats::spelling::{self, MoveNotation};
use crate::io::problems::LoadedProblem;
use crate::io::render::picture::extent::{BoardExtent, Crop};
use crate::io::render::picture::symbols::GlyphSymbols;
use crate::io::render::picture::{Picture, board, escape};
use crate::io::render::sheet::content::mate_at;
use crate::io::results::line_text::LineWriter;
use crate::io::results::{grouping, outline, wording};
use crate::judge::solution_tree::{SolutionBranch, SolutionLine};
use crate::judge::{FlawKind, MateLength, SoundnessReport};
use crate::messages::{language, tr};
use crate::notation::usi;
use crate::position::{Forcing, Move, Piece, Position};
use crate::referee;
use crate::rules::{Kind, Rules, Side, Square, describe};
use crate::text::escape::escape_json;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// Place of moves in a text of the script.
const MOVE_MARK: &str = "{moves}";

/// Groups of flaws that are listed beside a problem.
const MAX_NOTES: usize = 50;

/// A page, to which problems are added.
#[derive(Debug, Default)]
pub struct StudyPage {
    /// Notation of the moves; `None` for [that of pages](MoveNotation::of_pages).
    notation: Option<MoveNotation>,
    /// Problems as JSON that can stand in a script.
    problems: Vec<String>,
    /// Drawn pieces by game and kind: number of the symbol, and its picture.
    pieces: BTreeMap<(String, u8), (usize, String)>,
    /// Characters in moves and at the edge of the board.
    glyphs: GlyphSymbols,
}

impl StudyPage {
    /// A page without problems, with moves in a notation; `None` for
    /// [that of pages](MoveNotation::of_pages).
    pub fn new(notation: Option<MoveNotation>) -> StudyPage {
        StudyPage { notation, ..StudyPage::default() }
    }

    /// Adds a problem with its report. Returns the bytes that it takes in the page.
    pub fn add(&mut self, entry: &LoadedProblem, report: &SoundnessReport) -> usize {
        let problem = &entry.problem;
        let (rules, position) = (problem.rules(), problem.position());
        let (files, ranks) = (rules.board.files, rules.board.ranks);
        let rank_names: Vec<String> =
            (0..ranks).map(|rank| board::rank_name(rules, rank)).collect();
        rank_names.iter().for_each(|name| self.glyphs.need(name));
        let lanes: Vec<usize> = rules.lanes.iter().map(|&kind| self.piece(rules, kind)).collect();
        let notation = self.notation.unwrap_or_else(|| MoveNotation::of_pages(rules));
        let mut player =
            Player { page: self, rules, notation, nodes: Vec::new(), used: Vec::new() };
        let empty = Position { board: vec![None; position.board.len()], ..position.clone() };
        let start = player.changes(&empty, position);
        let tree = report.solution.as_ref().map(|outline| {
            let mate = (report.length != MateLength::None).then_some(outline.line.steps.len());
            let mut tree = player.line(&outline.line, LineStart::of(position), mate);
            tree["complete"] = outline.complete.into();
            tree
        });
        let Player { nodes, used, .. } = player;
        let shown = BoardExtent::around(rules.board, used, Crop::Auto);
        let last_file = i32::from(files) - 1;
        let writer = LineWriter::new(problem, notation).along(&report.line);
        let notes = notes(writer, report).into_iter().map(|note| json!([note.kind, note.text]));
        let notes: Vec<Value> = notes.collect();
        let class_words = wording::class_of(report);
        let has_class = report.by_chosen_count().length != MateLength::None;
        let by: Vec<&String> = [&entry.author, &entry.source].into_iter().flatten().collect();
        let (length, label) = match report.length {
            MateLength::Exact(plies) => (json!(plies), tr!(render_length_in_index, plies)),
            _ => (Value::Null, String::new()),
        };
        let problem = json!({
            "id": entry.id,
            "title": entry.title.as_deref().unwrap_or(&entry.id),
            "by": by,
            "game": describe::title(rules),
            "stipulation": problem.forcing().name(),
            "length": length,
            "lengthLabel": label,
            "task": task(problem.forcing(), report.length),
            "verdict": if has_class { wording::length(report) } else { String::new() },
            "class": if has_class { report.class.name() } else { FlawKind::NoMate.name() },
            "classWords": class_words,
            "files": files,
            "ranks": ranks,
            "area": {
                "left": last_file - shown.files.1,
                "right": last_file - shown.files.0 + 1,
                "top": shown.ranks.0,
                "bottom": shown.ranks.1 + 1,
            },
            "rankNames": rank_names,
            "attacker": problem.attacker().index(),
            "lanes": lanes,
            "start": start,
            "hands": hands(rules, position),
            "nodes": nodes,
            "tree": tree,
            "notesTitle": tr!(render_remarks, count = notes.len()),
            "notes": notes,
        });
        let text = in_script(&problem);
        let bytes = text.len();
        self.problems.push(text);
        bytes
    }

    /// The HTML text. Problems appear in the order in which they were added.
    pub fn finish(&self, title: &str) -> String {
        let title = escape(title);
        let (data, texts) = (self.problems.join(","), in_script(&self.texts()));
        let mut symbols = String::new();
        for (number, picture) in self.pieces.values() {
            let _ = writeln!(symbols, "<symbol id=\"p{number}\" {picture}</symbol>");
        }
        symbols.push_str(&self.glyphs.symbols());
        format!(
            "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<header><h1>{title}</h1></header>\n\
             <svg class=\"symbols\" aria-hidden=\"true\">\n{symbols}</svg>\n\
             <div id=\"page\"><noscript>{}</noscript>\
             </div>\n<script type=\"application/json\" id=\"data\">[{data}]</script>\n\
             <script type=\"application/json\" id=\"texts\">{texts}</script>\n\
             <script>\n{SCRIPT}</script>\n</body>\n</html>\n",
            language().code(),
            escape(&tr!(render_needs_script)),
        )
    }

    /// Texts of the script.
    fn texts(&self) -> Value {
        let keys = if self.problems.len() > 1 { tr!(render_keys_of_set) } else { tr!(render_keys) };
        json!({
            "attackerHolds": tr!(render_attacker_holds),
            "defenderHolds": tr!(render_defender_holds),
            "nothingHeld": tr!(render_nothing_held),
            "theProblem": tr!(render_the_problem),
            "after": tr!(render_after_move, played = MOVE_MARK),
            "showSolution": tr!(render_show_solution),
            "noLine": tr!(render_no_line),
            "incomplete": tr!(render_incomplete),
            "first": tr!(render_first_position),
            "back": tr!(render_back),
            "forward": tr!(render_next_move),
            "end": tr!(render_end_of_line),
            "comma": tr!(render_comma),
            "keys": keys,
            "previous": tr!(page_previous_problem),
            "following": tr!(page_next_problem),
            "problems": tr!(render_problems, count = self.problems.len()),
        })
    }

    /// Number of the symbol for a kind.
    fn piece(&mut self, rules: &Rules, kind: Kind) -> usize {
        let next = self.pieces.len();
        let entry = self.pieces.entry((rules.name.clone(), kind.0));
        entry
            .or_insert_with(|| {
                let mut picture = Picture::new(100.0, 100.0);
                let face = board::face(rules, kind);
                board::draw_face(&mut picture, face, (50.0, 50.0), (100.0, 100.0), false);
                (next, picture.symbol())
            })
            .0
    }
}

/// JSON that can stand in a script.
fn in_script(value: &Value) -> String {
    escape_json(&value.to_string()).replace('<', "\\u003c")
}

/// A remark of the judge on a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StudyNote {
    /// `flaw`, `blemish` or `open`.
    pub kind: &'static str,
    /// One sentence.
    pub text: String,
}

/// Flaws and open questions in words, each group of them once.
pub fn notes(writer: LineWriter, report: &SoundnessReport) -> Vec<StudyNote> {
    let groups = grouping::flaw_groups(&report.flaws);
    let flaws = groups.iter().filter(|group| group.example.kind != FlawKind::NoMate).map(|group| {
        let flaw = group.example;
        let class = if flaw.kind.spoils() { "flaw" } else { "blemish" };
        let words = match flaw.kind {
            FlawKind::Decoration { .. } => wording::unneeded(writer, &group.flaws),
            _ => wording::flaw(writer, flaw, str::to_owned),
        };
        let others = group.others(writer);
        let text = if others.is_empty() { words } else { tr!(render_remark_also, words, others) };
        StudyNote { kind: class, text }
    });
    let open = grouping::open_groups(&report.open_questions);
    let open = open.iter().map(|group| {
        let words = wording::open_group(writer, group);
        StudyNote { kind: "open", text: tr!(render_open, words) }
    });
    flaws.take(MAX_NOTES).chain(open).collect()
}

/// Task of the solver.
fn task(forcing: Forcing, length: MateLength) -> String {
    match (length, forcing) {
        (MateLength::Exact(plies), Forcing::Check) => tr!(render_task, plies),
        (MateLength::Exact(plies), Forcing::Royal) => tr!(render_task_royal, plies),
        (_, Forcing::Check) => String::new(),
        (_, Forcing::Royal) => tr!(render_royal),
    }
}

/// Start of a line.
#[derive(Clone, Copy)]
struct LineStart<'a> {
    /// Ply of its first move.
    ply: usize,
    /// Node before it.
    parent: Option<usize>,
    position: &'a Position,
    /// Last square of the move before it.
    last: Option<Square>,
}

impl LineStart<'_> {
    /// The start of a problem.
    fn of(position: &Position) -> LineStart<'_> {
        LineStart { ply: 1, parent: None, position, last: None }
    }
}

/// Plays through a solution, and records the changes of each move.
struct Player<'a> {
    page: &'a mut StudyPage,
    rules: &'a Rules,
    notation: MoveNotation,
    nodes: Vec<Value>,
    /// Squares that change in the course of the solution.
    used: Vec<Square>,
}

impl Player<'_> {
    /// A line; `mate` is the ply at which it ends in mate, if the judge says so.
    fn line(&mut self, line: &SolutionLine, start: LineStart<'_>, mate: Option<usize>) -> Value {
        let LineStart { ply, mut parent, position, mut last } = start;
        let mut position = position.clone();
        let (mut nodes, mut branches) = (Vec::new(), Vec::new());
        for (at, step) in (ply..).zip(&line.steps) {
            let legal = referee::legal_moves(self.rules, &position);
            for branch in &step.branches {
                let start = LineStart { ply: at, parent, position: &position, last };
                branches.push(self.branch(branch, start, &legal));
            }
            let after = referee::play(self.rules, &position, step.m);
            let text = self.spell(&position, &legal, step.m, last);
            let held = hands(self.rules, &after);
            let node = json!({
                "p": parent,
                "t": text,
                "u": usi::write(self.rules, step.m),
                "d": self.changes(&position, &after),
                "h": (held != hands(self.rules, &position)).then_some(held),
                "at": step.m.from().map(|from| self.place(from)),
                "to": self.place(step.m.to()),
            });
            self.nodes.push(node);
            parent = Some(self.nodes.len() - 1);
            nodes.push(parent);
            last = Some(step.m.to());
            position = after;
        }
        let plies = ply + line.steps.len() - 1;
        let is_mate =
            || mate == Some(plies) || referee::legal_moves(self.rules, &position).is_empty();
        let end = (!line.steps.is_empty() && is_mate()).then(|| mate_at(plies, line.leftover));
        end.iter().for_each(|end| self.page.glyphs.need(end));
        json!({ "at": ply, "nodes": nodes, "branches": branches, "end": end })
    }

    fn branch(&mut self, branch: &SolutionBranch, start: LineStart<'_>, legal: &[Move]) -> Value {
        let LineStart { ply: at, position, last, .. } = start;
        let mut value = self.line(&branch.line, start, branch.plies.map(usize::from));
        let also: Vec<String> =
            branch.also.iter().map(|&m| self.spell(position, legal, m, last)).collect();
        value["kind"] = branch.kind.name().into();
        let about = outline::about(branch, at);
        value["about"] = if also.is_empty() {
            tr!(render_branch, ply = at, about).into()
        } else {
            tr!(render_branch_also, ply = at, about, moves = MOVE_MARK).into()
        };
        value["also"] = json!(also);
        value
    }

    /// A move in [the notation of books](spelling::spell); registers its characters.
    fn spell(
        &mut self,
        position: &Position,
        legal: &[Move],
        m: Move,
        last: Option<Square>,
    ) -> String {
        let text = spelling::spell(self.rules, position, legal, m, last, self.notation);
        self.page.glyphs.need(&text);
        text
    }

    /// Number of a square, from the top left corner, rank by rank.
    fn place(&self, square: Square) -> usize {
        let board = self.rules.board;
        let column = i32::from(board.files) - 1 - board.file(square);
        board.rank(square) as usize * usize::from(board.files) + column as usize
    }

    /// Changed squares, each with twice the number of its piece's symbol, plus one for white; -1 if
    /// it is empty.
    fn changes(&mut self, before: &Position, after: &Position) -> Vec<(usize, i64)> {
        let squares: Vec<Square> = self.rules.board.iter().collect();
        let changed = squares.into_iter().filter(|&square| before.at(square) != after.at(square));
        let mut changes = Vec::new();
        for square in changed.collect::<Vec<Square>>() {
            self.used.push(square);
            let code = after.at(square).map_or(-1, |piece: Piece| {
                let number = self.page.piece(self.rules, piece.kind()) as i64;
                2 * number + i64::from(piece.side() == Side::White)
            });
            changes.push((self.place(square), code));
        }
        changes
    }
}

/// Pieces in hand of both sides, in the order of the lanes; empty in games without drops.
fn hands(rules: &Rules, position: &Position) -> Vec<Vec<u8>> {
    if !rules.has_drops() {
        return Vec::new();
    }
    let lanes = 0..rules.lanes.len() as u8;
    position.hands.iter().map(|hand| lanes.clone().map(|lane| hand.count(lane)).collect()).collect()
}
