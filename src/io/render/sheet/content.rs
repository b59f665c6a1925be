//! What a sheet says about a problem.

use crate::io::formats::spelling::MoveNotation;
use crate::io::problems::LoadedProblem;
use crate::io::render::picture::extent::{BoardExtent, Crop};
use crate::io::render::picture::{Picture, board, width_of};
use crate::io::results::line_text::LineWriter;
use crate::io::results::{grouping, wording};
use crate::judge::solution_tree::{BranchKind, SolutionBranch};
use crate::judge::tries::Try;
use crate::judge::{Flaw, FlawKind, MateLength, SoundnessReport};
use crate::messages::tr;
use crate::position::{Move, Problem};

/// Size of titles, as a multiple of the text's.
pub(super) const TITLE_SIZE: f32 = 1.25;
/// Moves of a variation that are printed.
const MAX_VARIATION_MOVES: usize = 21;
/// Flaws of a kind that are printed.
const MAX_PRINTED_FLAWS: usize = 3;
/// Variations at one ply that are printed.
const MAX_VARIATIONS_PER_PLY: usize = 3;

/// What a sheet contains beside diagram and main line.
#[derive(Clone, Copy, Debug)]
pub struct SheetOptions {
    /// Notation of the moves.
    pub notation: MoveNotation,
    /// Problems on a page.
    pub per_page: usize,
}

impl SheetOptions {
    /// Variations and tries that a problem's part of the page has room for.
    fn room(self) -> (usize, usize) {
        match self.per_page {
            0 | 1 => (8, 4),
            2 => (4, 3),
            3 | 4 => (3, 2),
            5 | 6 => (2, 1),
            _ => (1, 1),
        }
    }

    /// Lines of text below the title that a problem's part of the page has room for, headings
    /// included, and their width as a multiple of the size of characters. A page of one problem
    /// can go on on the next.
    fn text_room(self) -> Option<(usize, f32)> {
        match self.per_page {
            0 | 1 => None,
            2 => Some((21, 29.0)),
            3 | 4 => Some((11, 28.0)),
            5 | 6 => Some((6, 28.0)),
            7 | 8 => Some((3, 28.0)),
            9 => Some((6, 19.0)),
            _ => Some((3, 19.0)),
        }
    }
}

/// A problem on a sheet.
#[derive(Clone, Debug)]
pub struct SheetEntry {
    /// Title, or else the id.
    pub title: String,
    /// Author and source.
    pub by: Vec<String>,
    /// The diagram.
    pub diagram: Picture,
    /// Length and class, each a word that is not broken.
    pub verdict: Vec<String>,
    /// Main line, variations, tries.
    pub sections: Vec<SheetSection>,
}

/// A part of the text with its heading.
#[derive(Clone, Debug)]
pub struct SheetSection {
    /// The heading: `Solution` or `作意`.
    pub heading: String,
    /// Lines of moves and words; a word is not broken.
    pub lines: Vec<Vec<String>>,
}

/// What a sheet says about a problem.
pub fn entry(
    entry: &LoadedProblem,
    report: &SoundnessReport,
    tries: &[Try],
    options: SheetOptions,
) -> SheetEntry {
    let problem = &entry.problem;
    let rules = problem.rules();
    let writer = SheetWriter { problem, notation: options.notation };
    let mut sections = Vec::new();
    let main = report.main_lines.first().unwrap_or(&report.line);
    if report.length == MateLength::None {
        let line = writer.line(&[], &report.refutation, MAX_VARIATION_MOVES);
        sections.extend(section(tr!(render_defense), vec![line]));
    } else if !main.is_empty() {
        let mut line = writer.line(&[], main, usize::MAX);
        line.push(mate_at(main.len(), report.leftover.unwrap_or(0)));
        sections.extend(section(tr!(render_solution), vec![line]));
    }
    sections.extend(writer.flaws(report));
    let (variations, most_tries) = options.room();
    sections.extend(writer.variations(report, main, variations));
    let tries = tries.iter().take(most_tries).map(|one| writer.a_try(main, one)).collect();
    sections.extend(section(tr!(render_tries), tries));
    let title = entry.title.clone().unwrap_or_else(|| entry.id.clone());
    let by: Vec<String> = [&entry.author, &entry.source].into_iter().flatten().cloned().collect();
    if let Some((lines, width)) = options.text_room() {
        // Titles are larger; one line each for title, author and source is in the room.
        let title = height_of(&words_of(&title), width / TITLE_SIZE) - 1;
        let by: usize = by.iter().map(|by| height_of(&words_of(by), width)).sum();
        shorten(&mut sections, lines.saturating_sub(title + by.saturating_sub(2)), width);
    }
    let shown = BoardExtent::of_problem(problem, main, Crop::Auto);
    SheetEntry {
        title,
        by,
        diagram: board::diagram(rules, problem.position(), problem.attacker(), shown),
        verdict: verdict(report),
        sections,
    }
}

/// Leaves out variations, tries and flaws, the last of the longest section first, until the text
/// fits. The main line stays.
fn shorten(sections: &mut Vec<SheetSection>, lines: usize, width: f32) {
    let height = |section: &SheetSection| -> usize {
        1 + section.lines.iter().map(|line| height_of(line, width)).sum::<usize>()
    };
    while sections.iter().map(height).sum::<usize>() > lines {
        let longest = (1..sections.len()).max_by_key(|&i| sections[i].lines.len());
        let Some(longest) = longest else { return };
        sections[longest].lines.pop();
        if sections[longest].lines.is_empty() {
            sections.remove(longest);
        }
    }
}

fn words_of(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// Lines that words take, with breaks only between them. `width` is a multiple of the size of
/// characters.
pub(super) fn height_of(words: &[String], width: f32) -> usize {
    let (mut lines, mut x) = (1, 0.0);
    for word in words {
        let own = width_of(word, 1.0);
        if x > 0.0 && x + own > width {
            lines += 1;
            x = 0.0;
        }
        // A word that is wider than the line is broken.
        lines += (own / width) as usize;
        x += own + 0.3;
    }
    lines
}

/// A section; `None` if it has no lines.
fn section(heading: String, mut lines: Vec<Vec<String>>) -> Option<SheetSection> {
    lines.retain(|line| !line.is_empty());
    (!lines.is_empty()).then_some(SheetSection { heading, lines })
}

/// Length and class.
fn verdict(report: &SoundnessReport) -> Vec<String> {
    let class = wording::class_of(report);
    match report.by_chosen_count().length {
        MateLength::None => vec![class],
        _ => vec![wording::length(report), class],
    }
}

/// End of a line that mates: `まで5手詰`, also with pieces left in hand.
pub(in crate::io::render) fn mate_at(plies: usize, left: u32) -> String {
    match left {
        0 => tr!(render_mate, plies),
        left => tr!(render_mate_with_leftover, plies, left),
    }
}

/// Writes about one problem in one notation.
struct SheetWriter<'a> {
    problem: &'a Problem,
    notation: MoveNotation,
}

impl SheetWriter<'_> {
    /// The moves `line` after the moves `before`, at most `most` of them, with their numbers.
    fn line(&self, before: &[Move], line: &[Move], most: usize) -> Vec<String> {
        let shown = &line[..line.len().min(most)];
        let writer = LineWriter::new(self.problem, self.notation);
        let words = writer.legal_words(before, shown).into_iter().enumerate();
        let mut words: Vec<String> =
            words.map(|(i, text)| self.numbered(text, before.len() + i, i == 0)).collect();
        if words.len() == most && line.len() > most {
            words.push("…".to_owned());
        }
        words
    }

    /// A move with its number where a number belongs; Japanese moves have none.
    fn numbered(&self, text: String, ply: usize, is_first: bool) -> String {
        if self.notation == MoveNotation::Japanese {
            return text;
        }
        // A move of both sides has one number; the attacker moves first.
        let offset = usize::from(self.problem.position().side != self.problem.attacker());
        let (number, replies) = ((ply + offset) / 2 + 1, (ply + offset) % 2 == 1);
        match (replies, is_first) {
            (false, _) => format!("{number}.{text}"),
            (true, true) => format!("{number}...{text}"),
            (true, false) => text,
        }
    }

    /// The ply of a line that leaves the main line; only Japanese moves have no numbers.
    fn ply(&self, at: usize) -> Option<String> {
        (self.notation == MoveNotation::Japanese).then(|| tr!(render_at_ply, ply = at))
    }

    /// The variations that last longest.
    fn variations(
        &self,
        report: &SoundnessReport,
        main: &[Move],
        most: usize,
    ) -> Option<SheetSection> {
        let tree = report.solution.as_ref()?;
        if most == 0 || tree.line.moves() != main {
            return None;
        }
        let mut all: Vec<(usize, &SolutionBranch)> = Vec::new();
        for (i, step) in tree.line.steps.iter().enumerate() {
            let is_variation = |branch: &&SolutionBranch| {
                let kinds = [BranchKind::Variation, BranchKind::Leftover];
                kinds.contains(&branch.kind) && branch.plies.is_some()
            };
            let branches = step.branches.iter().filter(is_variation);
            all.extend(branches.take(MAX_VARIATIONS_PER_PLY).map(|branch| (i, branch)));
        }
        all.sort_by_key(|(i, branch)| (std::cmp::Reverse(branch.plies), *i));
        all.truncate(most);
        all.sort_by_key(|(i, _)| *i);
        let lines = all.into_iter().map(|(i, branch)| {
            let moves = branch.line.moves();
            let mut words: Vec<String> = self.ply(i + 1).into_iter().collect();
            words.extend(self.line(&main[..i], &moves, MAX_VARIATION_MOVES));
            if i + moves.len() == branch.plies.map_or(0, usize::from) {
                words.push(mate_at(i + moves.len(), branch.line.leftover));
            }
            words
        });
        section(tr!(render_variations), lines.collect())
    }

    /// A try with the defence that refutes it.
    fn a_try(&self, main: &[Move], one: &Try) -> Vec<String> {
        let before = &main[..main.len().min(usize::from(one.at) - 1)];
        let mut words: Vec<String> = self.ply(one.at.into()).into_iter().collect();
        let reply = one.refutation.first().copied();
        let moves: Vec<Move> = [Some(one.m), reply].into_iter().flatten().collect();
        let mut spelled = self.line(before, &moves, 2).into_iter();
        let several = one.refuting.len() > 1;
        match (spelled.next(), spelled.next(), several) {
            (Some(own), None, _) => words.push(tr!(render_try, own)),
            (Some(own), Some(reply), false) => words.push(tr!(render_try_refuted, own, reply)),
            (Some(own), Some(reply), true) => words.push(tr!(render_try_several, own, reply)),
            (None, ..) => {}
        }
        words.iter().flat_map(|words| words.split(' ')).map(str::to_owned).collect()
    }

    /// Cooks and other flaws, each kind with its first lines.
    fn flaws(&self, report: &SoundnessReport) -> Vec<SheetSection> {
        let kinds = [
            ("short_cook", tr!(render_short_cooks)),
            ("cook", tr!(render_cooks)),
            ("longer_variation", tr!(render_longer_variations)),
            ("variation_dual", tr!(render_variation_duals)),
        ];
        let groups = grouping::flaw_groups(&report.flaws);
        let sections = kinds.into_iter().filter_map(|(kind, heading)| {
            let groups = groups.iter().filter(|group| group.example.kind.name() == kind);
            let lines = groups.take(MAX_PRINTED_FLAWS).map(|group| self.flaw(group.example));
            section(heading, lines.collect())
        });
        sections.collect()
    }

    fn flaw(&self, flaw: &Flaw) -> Vec<String> {
        let at = usize::from(flaw.at).clamp(1, flaw.line.len().max(1));
        let mut words: Vec<String> = self.ply(at).into_iter().collect();
        let (before, moves) = flaw.line.split_at(flaw.line.len().min(at - 1));
        words.extend(self.line(before, moves, MAX_VARIATION_MOVES));
        match flaw.kind {
            FlawKind::Cook { plies, .. } | FlawKind::ShortCook { plies, .. }
                if usize::from(plies) == flaw.line.len() =>
            {
                words.push(mate_at(flaw.line.len(), 0));
            }
            _ => {}
        }
        words
    }
}
