//! Mate lengths and first moves from an independent program (`tests/data/mates/README.md`),
//! confirmed by exhaustive trial with the referee.

use crate::support::{json, options, position, rules, text};
use std::collections::{BTreeSet, HashMap};
use tsume::notation::usi;
use tsume::position::{Forcing, Move, Position};
use tsume::referee::{ObjectionKind, admit, forcing_moves, legal_moves, play};
use tsume::rules::Rules;

struct Search<'a> {
    rules: &'a Rules,
    forcing: Forcing,
    known: HashMap<(Position, u64), bool>,
}

impl Search<'_> {
    /// True if the side to move can force mate within `plies`.
    fn mates(&mut self, position: &Position, plies: u64) -> bool {
        let key = (position.clone(), plies);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let found = !self.first_moves(position, plies, 1).is_empty();
        self.known.insert(key, found);
        found
    }

    /// Moves that force mate within `plies`, at most `most` of them.
    fn first_moves(&mut self, position: &Position, plies: u64, most: usize) -> Vec<Move> {
        let moves = forcing_moves(self.rules, position, self.forcing);
        moves.into_iter().filter(|&m| self.wins(position, m, plies)).take(most).collect()
    }

    fn wins(&mut self, position: &Position, m: Move, plies: u64) -> bool {
        let after = play(self.rules, position, m);
        let replies = legal_moves(self.rules, &after);
        replies.is_empty()
            || plies > 2
                && replies
                    .into_iter()
                    .all(|reply| self.mates(&play(self.rules, &after, reply), plies - 2))
    }
}

/// Checks every problem of a file. Returns their number.
fn run(name: &str, forcing: Forcing) -> usize {
    let file = json(&format!("mates/{name}.json"));
    let mut chosen = options(&file["rules"]);
    chosen.retain(|(option, _)| option != "check");
    let rules = rules(text(&file, "variant"), &chosen);
    let problems = file["problems"].as_array().unwrap();
    for entry in problems {
        let sfen = text(entry, "sfen");
        let problem =
            admit(&rules, position(&rules, sfen), None, forcing, &[ObjectionKind::TooManyPieces])
                .unwrap_or_else(|objections| panic!("{sfen}: {objections:?}"));
        let root = problem.position();
        let mut search = Search { rules: &rules, forcing, known: HashMap::new() };
        let longest = entry["max_plies"].as_u64().unwrap();
        let found = (1..=longest).step_by(2).find(|&plies| search.mates(root, plies));
        assert_eq!(found, entry["mate"].as_u64(), "{rules}: {sfen}");
        if let (Some(plies), Some(expected)) = (found, entry["first_moves"].as_array()) {
            let first: BTreeSet<String> = search
                .first_moves(root, plies, usize::MAX)
                .into_iter()
                .map(|m| usi::write(&rules, m))
                .collect();
            let expected: BTreeSet<String> =
                expected.iter().map(|m| m.as_str().unwrap().to_owned()).collect();
            assert_eq!(first, expected, "{rules}: {sfen}");
        }
    }
    problems.len()
}

#[test]
fn mates_in_shogi_match_the_independent_search() {
    assert_eq!(run("standard", Forcing::Check), 99);
}

/// The rows of `tanuki.tsv` whose source length is wrong according to `tests/data/README.md`.
#[test]
fn corrected_tanuki_lengths_are_exact() {
    let rules = rules("shogi", &[]);
    let rows = |table: &'static str| table.lines().filter(|row| !row.starts_with('#'));
    let printed: HashMap<&str, (&str, u64)> = rows(include_str!("data/tanuki.tsv"))
        .map(|row| {
            let columns: Vec<&str> = row.split('\t').collect();
            let [sfen, plies, id] = columns[..] else { panic!("{row}") };
            (id, (sfen, plies.parse().unwrap()))
        })
        .collect();
    let readme = include_str!("data/README.md");
    let mut count = 0;
    for row in rows(include_str!("data/tanuki_corrections.tsv")) {
        let columns: Vec<&str> = row.split('\t').collect();
        let [id, plies, line] = columns[..] else { panic!("{row}") };
        let plies: u64 = plies.parse().unwrap();
        let (sfen, stated) = printed[id];
        assert_eq!(stated, plies + 2, "{id}");
        assert!(readme.contains(id), "{id}");
        let problem = admit(&rules, position(&rules, sfen), None, Forcing::Check, &[]).unwrap();
        let root = problem.position();
        let mut search = Search { rules: &rules, forcing: Forcing::Check, known: HashMap::new() };
        assert!(search.mates(root, plies), "{id}: no mate in {plies}");
        assert!(!search.mates(root, plies - 2), "{id}: a mate in {}", plies - 2);
        let mut end = root.clone();
        for word in line.split(' ') {
            let m = usi::parse(&rules, word).unwrap();
            assert!(legal_moves(&rules, &end).contains(&m), "{id}: {word}");
            end = play(&rules, &end, m);
        }
        assert!(legal_moves(&rules, &end).is_empty(), "{id}: {line}");
        assert_eq!(line.split(' ').count() as u64, plies, "{id}");
        count += 1;
    }
    assert_eq!(count, 11);
}

#[test]
fn mates_in_minishogi_match_the_independent_search() {
    assert_eq!(run("minishogi", Forcing::Check), 79);
}

#[test]
fn mates_in_chu_match_the_independent_search() {
    assert_eq!(run("chu", Forcing::Check), 120);
    assert_eq!(run("chu_zone_touch", Forcing::Check), 60);
    assert_eq!(run("chu_royal", Forcing::Royal), 13);
}

#[test]
fn mates_in_dai_match_the_independent_search() {
    assert_eq!(run("dai", Forcing::Check), 120);
    assert_eq!(run("dai_royal", Forcing::Royal), 11);
}

#[test]
fn mates_in_maka_dai_dai_match_the_independent_search() {
    assert_eq!(run("maka_dai_dai", Forcing::Check), 100);
    assert_eq!(run("maka_dai_dai_western", Forcing::Check), 50);
}

#[test]
fn mates_in_hishigata_match_the_independent_search() {
    assert_eq!(run("hishigata", Forcing::Check), 40);
    assert_eq!(run("hishigata_royal", Forcing::Royal), 5);
}
