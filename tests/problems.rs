//! The problems in `problems/`: readable, with their sources, and with every mechanism.

use crate::support::shipped::{self, FOLDER};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::Instant;
use tsume::io::problems::{
    ExpectedVerdict, LoadResult, LoadedProblem, ReadOptions, read_path, read_text,
};
use tsume::referee::ObjectionKind;
use tsume::search::{Limits, StopReason};
use tsume::solver::{Certify, SolverConfig, Verdict, solve};

/// Tags that the `mechanisms.yaml` files must cover together.
const MECHANISMS: [&str; 43] = [
    "attacker_king",
    "buddhist_spirit",
    "by_capture",
    "capricorn",
    "compulsory_promotion",
    "contagion_dark_spirit",
    "contagion_deva",
    "counter_strike",
    "defender_passes",
    "defender_to_move",
    "deferral",
    "elephant_answers_check",
    "emperor",
    "emperor_guarded",
    "furious_fiend",
    "go_between_is_no_prince",
    "hook_mover",
    "hook_after_capture",
    "horned_falcon",
    "igui",
    "interposition",
    "lion_double_capture",
    "lion_dog",
    "lion_jump",
    "lion_trade",
    "nifu",
    "no_check",
    "no_mate",
    "perpetual_check",
    "phantom_royal",
    "pinned_attacker",
    "pinned_defender",
    "prince",
    "promotion_declined",
    "promotion_entry_or_capture",
    "royal_forcing",
    "second_chance",
    "soaring_eagle",
    "stalemate",
    "teaching_king",
    "trapped_piece",
    "uchifuzume",
    "zone_promotion",
];

/// Every problem file, as its path below `problems/`.
fn files() -> Vec<String> {
    let below =
        |path: PathBuf| path.strip_prefix(FOLDER).unwrap().to_str().unwrap().replace('\\', "/");
    shipped::files().into_iter().map(below).collect()
}

/// Every problem, by its file's path below `problems/`. Panics with all errors.
fn shipped() -> BTreeMap<String, Vec<LoadedProblem>> {
    let context = ReadOptions::default();
    let mut errors = Vec::new();
    let mut all = BTreeMap::new();
    for file in files() {
        let mut entries = Vec::new();
        for item in read_path(&Path::new(FOLDER).join(&file), &context) {
            match item {
                LoadResult::Problem(entry) => entries.push(*entry),
                LoadResult::Broken { errors: found, .. } => {
                    errors.extend(found.iter().map(ToString::to_string));
                }
            }
        }
        all.insert(file, entries);
    }
    assert!(errors.is_empty(), "{}", errors.join("\n"));
    all
}

#[test]
fn every_file_is_read_and_holds_what_its_text_lists() {
    for (file, entries) in shipped() {
        let text = std::fs::read_to_string(Path::new(FOLDER).join(&file)).unwrap();
        let listed = text.lines().filter(|line| line.starts_with("  - id: ")).count();
        assert_eq!(entries.len(), listed, "{file}");
        assert!(listed > 0, "{file}");
    }
}

#[test]
fn ids_are_unique_and_the_tour_repeats_other_files() {
    let mut shipped = shipped();
    let tour = shipped.remove("tour.yaml").expect("there is a tour");
    let mut by_id: BTreeMap<&str, &LoadedProblem> = BTreeMap::new();
    for entry in shipped.values().flatten() {
        assert!(by_id.insert(&entry.id, entry).is_none(), "{} appears twice", entry.id);
    }
    for stop in &tour {
        let original = by_id.get(stop.id.as_str()).unwrap_or_else(|| panic!("{}", stop.id));
        assert_eq!(stop.problem.position(), original.problem.position(), "{}", stop.id);
        assert_eq!(stop.problem.rules().name, original.problem.rules().name, "{}", stop.id);
        assert_eq!(stop.problem.rules().options, original.problem.rules().options, "{}", stop.id);
        assert_eq!(stop.problem.forcing(), original.problem.forcing(), "{}", stop.id);
        assert_eq!(stop.problem.attacker(), original.problem.attacker(), "{}", stop.id);
        assert_eq!(stop.expect, original.expect, "{}", stop.id);
    }
}

#[test]
fn tour_covers_games_verdicts_royals_and_stipulations() {
    let tour = shipped().remove("tour.yaml").expect("there is a tour");
    let variants: BTreeSet<&str> = tour.iter().map(|entry| entry.variant.as_str()).collect();
    // The tour keeps to the first seven games.
    for (variant, _) in &tsume::rules::builtin::VARIANTS[..7] {
        assert!(variants.contains(*variant), "no problem of {variant}");
    }
    for verdict in [ExpectedVerdict::Mate, ExpectedVerdict::NoMate] {
        assert!(tour.iter().any(|entry| entry.expect.verdict == Some(verdict)), "{verdict:?}");
    }
    let royals = |entry: &LoadedProblem| {
        let defender = entry.problem.attacker().other();
        entry.problem.position().royals(entry.problem.rules(), defender).len()
    };
    for count in [1, 2] {
        assert!(tour.iter().any(|entry| royals(entry) == count), "{count} royals");
    }
    for forcing in ["check", "royal"] {
        assert!(tour.iter().any(|entry| entry.problem.forcing().name() == forcing), "{forcing}");
    }
}

#[test]
fn every_problem_states_source_and_expectation() {
    for (file, entries) in shipped() {
        for entry in entries {
            assert!(entry.source.is_some(), "{file}: {} has no source", entry.id);
            let known = entry.expect.verdict.is_some()
                || entry.expect.no_mate_within.is_some()
                || entry.published.is_some();
            assert!(known, "{file}: {} says nothing of its answer", entry.id);
        }
    }
}

#[test]
fn every_problem_file_is_described_in_the_readme() {
    let readme = std::fs::read_to_string(Path::new(FOLDER).join("README.md")).unwrap();
    for file in files() {
        let in_every_game = file.split_once('/').map(|(_, name)| format!("`*/{name}`"));
        let described = readme.contains(&format!("`{file}`"))
            || in_every_game.is_some_and(|name| readme.contains(&name));
        assert!(described, "problems/README.md does not name {file}");
    }
}

#[test]
fn every_mechanism_has_a_problem_with_a_verdict() {
    let mut shown: BTreeSet<String> = BTreeSet::new();
    for (file, entries) in shipped() {
        if file.ends_with("/mechanisms.yaml") {
            for entry in entries {
                let decided =
                    entry.expect.verdict.is_some() || entry.expect.no_mate_within.is_some();
                assert!(decided, "{}", entry.id);
                shown.extend(entry.tags);
            }
        }
    }
    let missing: Vec<_> = MECHANISMS.iter().filter(|tag| !shown.contains(**tag)).collect();
    assert!(missing.is_empty(), "no problem shows {missing:?}");
}

/// Rows of a table in `tests/data` as one YAML file.
fn table_as_yaml(table: &str) -> (String, usize) {
    let mut yaml = String::from("variant: shogi\nproblems:\n");
    let mut rows = 0;
    for row in table.lines().filter(|row| !row.starts_with('#')) {
        let columns: Vec<&str> = row.split('\t').collect();
        let [position, plies, id] = columns[..] else { panic!("{row}") };
        yaml += &format!(
            "  - id: \"{id}\"\n    position: \"{position}\"\n    expect: {{ verdict: mate, plies: {plies} }}\n"
        );
        rows += 1;
    }
    (yaml, rows)
}

#[test]
fn whole_tanuki_set_is_accepted() {
    let (yaml, rows) = table_as_yaml(include_str!("data/tanuki.tsv"));
    assert_eq!(rows, 1805);
    let items = read_text("tanuki.yaml", &yaml, &ReadOptions::default());
    assert_eq!(items.len(), rows);
    for item in items {
        if let LoadResult::Broken { errors, .. } = item {
            panic!("{}", errors[0]);
        }
    }
}

#[test]
fn rows_with_two_pawns_on_a_file_need_allow() {
    let (yaml, rows) = table_as_yaml(include_str!("data/tanuki_two_pawns.tsv"));
    assert_eq!(rows, 174);
    let items = read_text("tanuki.yaml", &yaml, &ReadOptions::default());
    assert_eq!(items.len(), rows);
    for item in items {
        assert!(matches!(item, LoadResult::Broken { .. }), "{item:?}");
    }
    let pardoned = ReadOptions { allow: vec![ObjectionKind::TwoPawns], ..ReadOptions::default() };
    for item in read_text("tanuki.yaml", &yaml, &pardoned) {
        assert!(matches!(item, LoadResult::Problem(_)), "{item:?}");
    }
}

/// The solver's verdict, where it contradicts the file or stays undecided.
fn disagreement(entry: &LoadedProblem) -> Option<String> {
    let expect = &entry.expect;
    let config = SolverConfig {
        threads: 1,
        hash: 64 << 20,
        limits: Limits { nodes: Some(1_000_000), time: None, depth: expect.no_mate_within },
        shortest: expect.plies.is_some(),
        main_line: false,
        certify: Certify::Verdict,
        within: None,
    };
    let solution = solve(&entry.problem, &config, &Instant::now());
    let agrees = match (&solution.verdict, expect.no_mate_within) {
        (Verdict::Mate { plies, .. }, Some(within)) => *plies > within,
        (Verdict::NoMate { .. }, Some(_)) => true,
        (Verdict::Unknown(StopReason::Depth), Some(within)) => {
            solution.no_mate_within.is_some_and(|settled| settled >= within)
        }
        (Verdict::Mate { plies, shortest, .. }, None) => {
            expect.verdict == Some(ExpectedVerdict::Mate)
                && expect.plies.is_none_or(|exact| *shortest && *plies == exact)
        }
        (Verdict::NoMate { .. }, None) => expect.verdict == Some(ExpectedVerdict::NoMate),
        (Verdict::Unknown(_), _) => false,
    };
    (!agrees || !solution.checked)
        .then(|| format!("{}: {:?}, checked: {}", entry.id, solution.verdict, solution.checked))
}

#[test]
fn smoke_problems_are_solved_as_expected_and_checked() {
    let shipped = shipped();
    let smoke: Vec<&LoadedProblem> =
        shipped.values().flatten().filter(|e| e.tags.iter().any(|tag| tag == "smoke")).collect();
    assert!(smoke.len() > 100, "{}", smoke.len());
    let wrong: Vec<String> = smoke.into_iter().filter_map(disagreement).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_mechanism_is_solved_as_expected_and_checked() {
    let shipped = shipped();
    let mechanisms = shipped.iter().filter(|(file, _)| file.ends_with("/mechanisms.yaml"));
    // A queen that hunts a king takes the search far more positions than exist.
    let slow = ["chu-queen-hunts"];
    let wrong: Vec<String> = mechanisms
        .flat_map(|(_, entries)| entries)
        .filter(|entry| !slow.contains(&entry.id.as_str()))
        .filter_map(disagreement)
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn whole_tanuki_set_is_solved_with_the_corrections() {
    let corrections: BTreeMap<&str, u16> = include_str!("data/tanuki_corrections.tsv")
        .lines()
        .filter(|row| !row.starts_with('#'))
        .map(|row| {
            let mut columns = row.split('\t');
            (columns.next().unwrap(), columns.next().unwrap().parse().unwrap())
        })
        .collect();
    let (yaml, _) = table_as_yaml(include_str!("data/tanuki.tsv"));
    let mut wrong = Vec::new();
    for item in read_text("tanuki.yaml", &yaml, &ReadOptions::default()) {
        let LoadResult::Problem(mut entry) = item else { panic!("{item:?}") };
        if let Some(&plies) = corrections.get(entry.id.as_str()) {
            entry.expect.plies = Some(plies);
        }
        wrong.extend(disagreement(&entry));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
