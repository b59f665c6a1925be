//! Findings of a report in groups, so that a page shows one example of each.

use super::line_text::LineWriter;
use crate::judge::report::{Flaw, ToleratedMove};
use crate::judge::{FlawKind, OpenQuestion};
use crate::messages::{list, remarks, tr};
use crate::notation::usi;
use crate::position::Move;
use crate::search::plies::Plies;
use std::collections::{BTreeMap, BTreeSet};

/// Moves that a text names one by one.
const MAX_NAMED_MOVES: usize = 8;

/// Flaws of one kind at one ply.
#[derive(Clone, Debug)]
pub struct FlawGroup<'a> {
    /// The example: a flaw whose line reaches the mate, if there is one, and is short.
    pub example: &'a Flaw,
    /// All of them, in the order of the report.
    pub flaws: Vec<&'a Flaw>,
}

impl FlawGroup<'_> {
    /// The moves of the other flaws, in words; empty if there are none.
    pub fn others(&self, writer: LineWriter) -> String {
        let moves = self.flaws.iter().filter_map(|flaw| flawed_move(flaw));
        let before = usize::from(self.example.at).saturating_sub(1);
        let before = self.example.line.get(..before).unwrap_or_default();
        others(writer, before, flawed_move(self.example), moves)
    }
}

/// The move at the ply of the flaw.
fn flawed_move(flaw: &Flaw) -> Option<Move> {
    flaw.line.get(usize::from(flaw.at).checked_sub(1)?).copied()
}

/// Rank as an example, the best first.
fn example_rank(flaw: &Flaw) -> (bool, usize) {
    let whole = match flaw.kind {
        FlawKind::Cook { plies, .. } => flaw.line.len() == usize::from(plies),
        _ => true,
    };
    (!whole, flaw.line.len())
}

/// The flaws by kind and ply, in the order of the report.
pub fn flaw_groups(flaws: &[Flaw]) -> Vec<FlawGroup<'_>> {
    let mut groups: Vec<FlawGroup<'_>> = Vec::new();
    let mut places: BTreeMap<(&str, Plies), usize> = BTreeMap::new();
    for flaw in flaws {
        // Decoration is no move of the solution: all of it is one group.
        let at = if matches!(flaw.kind, FlawKind::Decoration { .. }) { 0 } else { flaw.at };
        let place = *places.entry((flaw.kind.name(), at)).or_insert(groups.len());
        match groups.get_mut(place) {
            Some(group) => {
                if example_rank(flaw) < example_rank(group.example) {
                    group.example = flaw;
                }
                group.flaws.push(flaw);
            }
            None => groups.push(FlawGroup { example: flaw, flaws: vec![flaw] }),
        }
    }
    groups
}

/// Number of values of each name, by name.
pub fn counts<'a>(names: impl IntoIterator<Item = &'a str>) -> BTreeMap<&'a str, usize> {
    let mut counts = BTreeMap::new();
    for name in names {
        *counts.entry(name).or_default() += 1;
    }
    counts
}

/// Tolerated moves with the same tolerances at one ply.
#[derive(Clone, Debug)]
pub struct ToleranceGroup<'a> {
    /// One of them.
    pub example: &'a ToleratedMove,
    /// The moves, each once: several lines may lead to the same move.
    pub moves: Vec<Move>,
}

/// The tolerated moves by kind and ply, in the order of the report.
pub fn tolerance_groups(all: &[ToleratedMove]) -> Vec<ToleranceGroup<'_>> {
    let mut groups: Vec<ToleranceGroup<'_>> = Vec::new();
    for tolerated in all {
        let Some(&m) = tolerated.line.last() else { continue };
        let alike = |group: &&mut ToleranceGroup<'_>| {
            (group.example.at, &group.example.kinds) == (tolerated.at, &tolerated.kinds)
        };
        match groups.iter_mut().find(alike) {
            Some(group) if group.moves.contains(&m) => {}
            Some(group) => group.moves.push(m),
            None => groups.push(ToleranceGroup { example: tolerated, moves: vec![m] }),
        }
    }
    groups
}

/// Open questions of one kind.
#[derive(Clone, Debug)]
pub struct OpenGroup {
    /// The first of them.
    pub example: OpenQuestion,
    /// Number of questions.
    pub count: usize,
    /// Plies that they are about.
    pub plies: BTreeSet<Plies>,
}

/// The open questions by kind, in the order of the report.
pub fn open_groups(questions: &[OpenQuestion]) -> Vec<OpenGroup> {
    let mut groups: Vec<OpenGroup> = Vec::new();
    let tolerated = |question: OpenQuestion| {
        matches!(question, OpenQuestion::SecondSolution { is_tolerated: true, .. })
    };
    for &question in questions {
        let alike = |group: &&mut OpenGroup| {
            group.example.name() == question.name()
                && tolerated(group.example) == tolerated(question)
        };
        let place = question.place().map(|(_, at)| at);
        match groups.iter_mut().find(alike) {
            Some(group) => {
                group.count += 1;
                group.plies.extend(place);
            }
            None => {
                let plies = place.into_iter().collect();
                groups.push(OpenGroup { example: question, count: 1, plies });
            }
        }
    }
    groups
}

/// Moves after the moves `before`, as a list that names at most eight: `S*5b, G*5b and 12 more`.
pub fn listed(writer: LineWriter, before: &[Move], moves: &[Move]) -> String {
    let named = moves.iter().take(MAX_NAMED_MOVES).map(|&m| writer.after_moves(before, m));
    let named = list(named);
    match moves.len() - moves.len().min(MAX_NAMED_MOVES) {
        0 => named,
        more => tr!(results_and_more, named, more),
    }
}

/// Moves beside `example`, after the moves `before`, each once: `3 more drops on 5b; 4c4b, 4c3b`.
/// Empty if there are none.
pub fn others(
    writer: LineWriter,
    before: &[Move],
    example: Option<Move>,
    moves: impl IntoIterator<Item = Move>,
) -> String {
    let rules = writer.problem().rules();
    let mut seen: BTreeSet<String> = example.map(|m| usi::write(rules, m)).into_iter().collect();
    let moves: Vec<Move> =
        moves.into_iter().filter(|&m| seen.insert(usi::write(rules, m))).collect();
    let drop_square = example.filter(|m| m.dropped().is_some()).map(Move::to);
    let same = |m: &Move| m.dropped().is_some() && Some(m.to()) == drop_square;
    let (drops, rest): (Vec<Move>, Vec<Move>) = moves.into_iter().partition(same);
    let mut parts = Vec::new();
    if let (Some(square), false) = (drop_square, drops.is_empty()) {
        parts.push(tr!(results_more_drops, count = drops.len(), square = writer.square(square)));
    }
    if !rest.is_empty() {
        parts.push(listed(writer, before, &rest));
    }
    remarks(parts)
}
