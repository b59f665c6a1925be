//! What a sheet says about a problem.

use crate::io::formats::spelling;
use crate::io::problems::LoadedProblem;
use crate::io::render::picture::{Picture, board, width_of};
use crate::io::results::{grouping, wording};
use crate::judge::solution_tree::{BranchKind, SolutionBranch};
use crate::judge::tries::Try;
use crate::judge::{Flaw, FlawKind, MateLength, SoundnessClass, SoundnessReport};
use crate::notation::names::has_characters;
use crate::notation::{hodges, usi};
use crate::position::{Move, Position, Problem};
use crate::referee;
use crate::rules::Square;

/// Size of titles, as a multiple of the text's.
pub(super) const TITLE_SIZE: f32 = 1.25;
/// Moves of a variation that are printed.
const MAX_VARIATION_MOVES: usize = 21;
/// Flaws of a kind that are printed.
const MAX_PRINTED_FLAWS: usize = 3;
/// Variations at one ply that are printed.
const MAX_VARIATIONS_PER_PLY: usize = 3;

/// Notation of the moves on a sheet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SheetNotation {
    /// `▲２三銀成`, with Japanese headings, where the game has characters for it; else Western.
    #[default]
    Japanese,
    /// Hodges' notation: `S-2c+`.
    Western,
    /// USI: `3d2c+`.
    Usi,
}

/// What a sheet contains beside diagram and main line.
#[derive(Clone, Copy, Debug)]
pub struct SheetOptions {
    /// Notation of the moves.
    pub notation: SheetNotation,
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
    /// Length and class: `mate in 5`, `complete`; each is a word that is not broken.
    pub verdict: Vec<String>,
    /// Main line, variations, tries.
    pub sections: Vec<SheetSection>,
}

/// A part of the text with its heading.
#[derive(Clone, Debug)]
pub struct SheetSection {
    /// The heading: `作意` or `Solution`.
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
    let japanese = options.notation == SheetNotation::Japanese
        && has_characters(rules)
        && rules.board.files.max(rules.board.ranks) <= 9;
    let notation = match options.notation {
        SheetNotation::Japanese if !japanese => SheetNotation::Western,
        notation => notation,
    };
    let writer = SheetWriter { problem, notation };
    let mut sections = Vec::new();
    let main = report.main_lines.first().unwrap_or(&report.line);
    if report.length == MateLength::None {
        let line = writer.line(&[], &report.refutation, MAX_VARIATION_MOVES);
        sections.extend(writer.section(("逃れ", "Defense"), vec![line]));
    } else if !main.is_empty() {
        let mut line = writer.line(&[], main, usize::MAX);
        line.push(writer.mate_at(main.len(), report.leftover.unwrap_or(0)));
        sections.extend(writer.section(("作意", "Solution"), vec![line]));
    }
    sections.extend(writer.flaws(report));
    let (variations, most_tries) = options.room();
    sections.extend(writer.variations(report, main, variations));
    let tries = tries.iter().take(most_tries).map(|one| writer.a_try(main, one)).collect();
    sections.extend(writer.section(("紛れ", "Tries"), tries));
    let title = entry.title.clone().unwrap_or_else(|| entry.id.clone());
    let by: Vec<String> = [&entry.author, &entry.source].into_iter().flatten().cloned().collect();
    if let Some((lines, width)) = options.text_room() {
        // Titles are larger; one line each for title, author and source is in the room.
        let title = height_of(&words_of(&title), width / TITLE_SIZE) - 1;
        let by: usize = by.iter().map(|by| height_of(&words_of(by), width)).sum();
        shorten(&mut sections, lines.saturating_sub(title + by.saturating_sub(2)), width);
    }
    SheetEntry {
        title,
        by,
        diagram: board::diagram(rules, problem.position(), problem.attacker()),
        verdict: writer.verdict(report),
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

/// Writes about one problem in one notation.
struct SheetWriter<'a> {
    problem: &'a Problem,
    notation: SheetNotation,
}

impl SheetWriter<'_> {
    fn japanese(&self) -> bool {
        self.notation == SheetNotation::Japanese
    }

    /// The first of two texts on Japanese sheets, else the second.
    fn say(&self, (japanese, english): (&str, &str)) -> String {
        if self.japanese() { japanese } else { english }.to_owned()
    }

    /// A section; `None` if it has no lines.
    fn section(&self, heading: (&str, &str), mut lines: Vec<Vec<String>>) -> Option<SheetSection> {
        lines.retain(|line| !line.is_empty());
        (!lines.is_empty()).then(|| SheetSection { heading: self.say(heading), lines })
    }

    /// Length and class.
    fn verdict(&self, report: &SoundnessReport) -> Vec<String> {
        if !self.japanese() {
            let class = wording::class_of(report);
            return match report.by_chosen_count().length {
                MateLength::None => vec![class],
                _ => vec![wording::length(report), class],
            };
        }
        let length = match (report.main_length(), report.length) {
            (MateLength::None, _) => return vec!["不詰".to_owned()],
            (MateLength::Exact(plies), _) => format!("{plies}手詰"),
            (MateLength::AtMost(plies), _)
            | (_, MateLength::Exact(plies) | MateLength::AtMost(plies)) => format!("{plies}手以下"),
            _ => "手数未定".to_owned(),
        };
        let class = match report.class {
            SoundnessClass::Complete => "完全作",
            SoundnessClass::CompletelyLimited => "完全限定",
            SoundnessClass::Flawed => "不完全作",
            SoundnessClass::Unknown => "検討中",
        };
        vec![length, class.to_owned()]
    }

    /// `まで5手詰`, also with pieces left in hand.
    fn mate_at(&self, plies: usize, left: u32) -> String {
        match (self.japanese(), left) {
            (true, 0) => format!("まで{plies}手詰"),
            (true, _) => format!("まで{plies}手詰（駒余り）"),
            (false, 0) => "mate.".to_owned(),
            (false, left) => format!("mate ({left} left in hand)."),
        }
    }

    /// The moves `line` after the moves `before`, at most `most` of them.
    fn line(&self, before: &[Move], line: &[Move], most: usize) -> Vec<String> {
        let rules = self.problem.rules();
        let mut position = self.problem.position().clone();
        let mut last = None;
        for &m in before {
            position = referee::play(rules, &position, m);
            last = Some(m.to());
        }
        let mut words = Vec::new();
        for (i, &m) in line.iter().enumerate() {
            if i == most {
                words.push("…".to_owned());
                break;
            }
            let legal = referee::legal_moves(rules, &position);
            if !legal.contains(&m) {
                break;
            }
            words.push(self.spell(&position, &legal, m, last, before.len() + i, i == 0));
            position = referee::play(rules, &position, m);
            last = Some(m.to());
        }
        words
    }

    /// A move, on Western sheets with its number where a number belongs.
    fn spell(
        &self,
        position: &Position,
        legal: &[Move],
        m: Move,
        last: Option<Square>,
        ply: usize,
        is_first: bool,
    ) -> String {
        let rules = self.problem.rules();
        let text = match self.notation {
            SheetNotation::Japanese => {
                return spelling::spell(
                    rules,
                    position,
                    legal,
                    m,
                    last,
                    spelling::MoveNotation::Japanese,
                );
            }
            SheetNotation::Western => hodges::write(rules, position, legal, m),
            SheetNotation::Usi => usi::write(rules, m),
        };
        // A move of both sides has one number; the attacker moves first.
        let offset = usize::from(self.problem.position().side != self.problem.attacker());
        let (number, replies) = ((ply + offset) / 2 + 1, (ply + offset) % 2 == 1);
        match (replies, is_first) {
            (false, _) => format!("{number}.{text}"),
            (true, true) => format!("{number}...{text}"),
            (true, false) => text,
        }
    }

    /// The ply of a line that leaves the main line; Western moves have numbers instead.
    fn ply(&self, at: usize) -> Option<String> {
        self.japanese().then(|| format!("{at}手目"))
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
                words.push(self.mate_at(i + moves.len(), branch.line.leftover));
            }
            words
        });
        self.section(("変化", "Variations"), lines.collect())
    }

    /// A try with the defence that refutes it.
    fn a_try(&self, main: &[Move], one: &Try) -> Vec<String> {
        let before = &main[..main.len().min(usize::from(one.at) - 1)];
        let mut words: Vec<String> = self.ply(one.at.into()).into_iter().collect();
        let reply = one.refutation.first().copied();
        let moves: Vec<Move> = [Some(one.m), reply].into_iter().flatten().collect();
        let mut spelled = self.line(before, &moves, 2).into_iter();
        let several = one.refuting.len() > 1;
        if let Some(own) = spelled.next() {
            words.push(if self.japanese() { format!("{own}は") } else { format!("{own}?") });
        }
        if let Some(reply) = spelled.next() {
            words.push(match (self.japanese(), several) {
                (true, false) => format!("{reply}で逃れ"),
                (true, true) => format!("{reply}などで逃れ"),
                (false, false) => format!("{reply}!"),
                (false, true) => reply.to_string(),
            });
            if !self.japanese() && several {
                words.push("among others".to_owned());
            }
        }
        words
    }

    /// Cooks and other flaws, each kind with its first lines.
    fn flaws(&self, report: &SoundnessReport) -> Vec<SheetSection> {
        let kinds = [
            ("short_cook", ("早詰", "Short cooks")),
            ("cook", ("余詰", "Cooks")),
            ("longer_variation", ("変長", "Longer variations")),
            ("variation_dual", ("変同", "Variation duals")),
        ];
        let groups = grouping::flaw_groups(&report.flaws);
        let sections = kinds.into_iter().filter_map(|(kind, heading)| {
            let groups = groups.iter().filter(|group| group.example.kind.name() == kind);
            let lines = groups.take(MAX_PRINTED_FLAWS).map(|group| self.flaw(group.example));
            self.section(heading, lines.collect())
        });
        sections.collect()
    }

    fn flaw(&self, flaw: &Flaw) -> Vec<String> {
        let at = usize::from(flaw.at).clamp(1, flaw.line.len().max(1));
        let mut words: Vec<String> = self.ply(at).into_iter().collect();
        let (before, moves) = flaw.line.split_at(flaw.line.len().min(at - 1));
        words.extend(self.line(before, moves, MAX_VARIATION_MOVES));
        if let FlawKind::Cook { plies, .. } | FlawKind::ShortCook { plies, .. } = flaw.kind
            && usize::from(plies) == flaw.line.len()
        {
            words.push(self.mate_at(flaw.line.len(), 0));
        }
        words
    }
}
