//! The shipped sets: the checker confirms every problem, and the brute-force analysis those of
//! standard shogi and of the games that are not among the first seven.

use super::*;
use crate::judge::brute_force::{Brute, TooLong};
use crate::support::shipped::problems;
use std::collections::HashSet;
use std::path::Path;
use tsume::generator::canonical_key::figure_key;
use tsume::generator::certification::prove_length;
use tsume::generator::special_play::SpecialPlay;
use tsume::io::problems::LoadedProblem;
use tsume::notation::usi;
use tsume::position::Position;
use tsume::referee::play;
use tsume::rules::{Rules, Side};

const VARIANTS: [&str; 5] = ["shogi", "chu", "dai", "maka_dai_dai", "hishigata"];
/// Games with a set of twenty.
const OTHERS: [&str; 14] = [
    "tori", "okisaki", "judkins", "kyoto", "micro", "gorogoro", "dobutsu", "yari", "wa", "cannon",
    "xiangqi", "tenjiku", "dai_dai", "tai",
];

fn all_variants() -> impl Iterator<Item = &'static str> {
    VARIANTS.into_iter().chain(OTHERS)
}

fn entries(variant: &str) -> Vec<LoadedProblem> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("problems").join(variant);
    let mut entries = Vec::new();
    for name in ["generated.yaml", "generated_royal.yaml", "themes.yaml"] {
        let path = folder.join(name);
        if path.exists() {
            entries.extend(problems(&path));
        }
    }
    entries
}

/// In games without drops no side has more of a piece, promoted or not, than at the start. In maka
/// dai dai and hishigata shogi a captor of a deva or dark spirit becomes its promoted form
/// (RULES.md 5.5), so one side may have both.
pub fn assert_within_army(rules: &Rules, position: &Position) {
    if rules.has_drops() {
        return;
    }
    let start = crate::support::position(rules, &rules.start);
    let count = |position: &Position, id: &str, sides: &[Side]| {
        let counted = position.pieces().filter(|(_, piece)| {
            let own = &rules.spec(piece.kind()).id;
            own.trim_start_matches('+') == id && sides.contains(&piece.side())
        });
        counted.count()
    };
    for (_, piece) in position.pieces() {
        let id = rules.spec(piece.kind()).id.trim_start_matches('+').to_owned();
        let spreads = ["Dv", "DS"].contains(&id.as_str());
        let sides: &[Side] = if spreads { &Side::BOTH } else { &[piece.side()] };
        assert!(
            count(position, &id, sides) <= count(&start, &id, sides),
            "too many of {id}: {position:?}"
        );
    }
}

#[test]
fn shipped_generated_problems_stay_within_the_army() {
    for variant in all_variants() {
        for entry in entries(variant) {
            assert_within_army(entry.problem.rules(), entry.problem.position());
        }
    }
}

/// Proves mate and exact length, and replays the certificates with the checker.
fn confirm(every: usize) {
    for variant in all_variants() {
        let mut confirmed = 0;
        for entry in entries(variant).iter().step_by(every) {
            let plies = entry.expect.plies.unwrap();
            let proof = prove_length(&entry.problem, plies, 50_000_000, &Instant::now());
            assert!(proof.is_some(), "{}", entry.id);
            confirmed += 1;
        }
        assert!(confirmed > 0, "{variant}");
    }
}

#[test]
fn checker_confirms_a_sample_of_generated_problems() {
    confirm(40);
}

#[test]
#[ignore = "takes long; run by scripts/deep.sh"]
fn checker_confirms_all_generated_problems() {
    confirm(1);
}

/// The brute-force analysis finds the same length, no cook, no leftover, and the printed line among
/// the main lines. Problems that need more than `room` positions are left out. Returns the number
/// of compared problems.
fn analyze(variant: &str, every: usize, room: u64) -> usize {
    let mut compared = 0;
    let small = |entry: &&LoadedProblem| entry.expect.plies.is_some_and(|plies| plies <= 7);
    let entries = entries(variant);
    for entry in entries.iter().filter(small).step_by(every) {
        let position = entry.problem.position();
        let plies = u32::from(entry.expect.plies.unwrap());
        let mut brute = Brute::new(entry.problem.rules(), entry.problem.attacker(), room);
        let found = match brute.analyze(position, plies) {
            Ok(found) => found.unwrap_or_else(|| panic!("{}: no mate", entry.id)),
            Err(TooLong) => continue,
        };
        assert_eq!((found.length, found.leftover), (plies, 0), "{}", entry.id);
        assert!(found.class.starts_with("complete"), "{}: {found:?}", entry.id);
        assert!(found.lines.contains(&entry.solution), "{}", entry.id);
        compared += 1;
    }
    compared
}

#[test]
fn brute_force_confirms_a_sample_of_generated_problems() {
    let compared = analyze("shogi", 25, 30_000);
    assert!(compared >= 15, "only {compared}");
    let others: usize = OTHERS.iter().map(|variant| analyze(variant, 20, 2_000)).sum();
    assert!(others >= 5, "only {others}");
}

#[test]
#[ignore = "takes long; run by scripts/deep.sh"]
fn brute_force_confirms_generated_problems_up_to_seven_plies() {
    let compared = analyze("shogi", 1, 400_000);
    println!("{compared} compared");
    assert!(compared >= 500, "only {compared}");
    for variant in OTHERS {
        let compared = analyze(variant, 1, 400_000);
        println!("{variant}: {compared} compared");
        assert!(compared >= 10, "{variant}: only {compared}");
    }
}

/// Themes that the large games have problems of, in `themes.yaml` and the other sets together.
const SHIPPED_THEMES: [&str; 6] =
    ["lion", "igui", "hook", "contagion", "promotion_by_capture", "two_royals"];

/// The tags of `themes.yaml` that name special play are what the solution shows, and no other.
fn compare_themes(every: usize) {
    let mut counts = std::collections::BTreeMap::new();
    for variant in VARIANTS {
        for (entry, number) in entries(variant).into_iter().zip(0..) {
            for tag in &entry.tags {
                *counts.entry(tag.clone()).or_insert(0) += 1;
            }
            let folder = Path::new(&entry.file);
            let other = folder.file_name().is_none_or(|name| name != "themes.yaml");
            if other || number % every > 0 {
                continue;
            }
            let space = ProblemSpace::new(
                entry.problem.rules(),
                entry.problem.forcing(),
                PieceConstraints::default(),
            );
            let play = SpecialPlay::of_line(&space, entry.problem.position(), &entry.solution);
            for theme in SHIPPED_THEMES.into_iter().chain(["emperor", "multiple_capture"]) {
                let tagged = entry.tags.iter().any(|tag| tag == theme);
                assert_eq!(play.shows(theme), Some(tagged), "{}: {theme}", entry.id);
            }
        }
    }
    for theme in SHIPPED_THEMES {
        assert!(counts.get(theme).is_some_and(|count| *count >= 100), "{theme}: {counts:?}");
    }
}

#[test]
fn a_sample_of_shipped_themes_is_what_the_solutions_show() {
    compare_themes(12);
}

#[test]
#[ignore = "takes long; run by scripts/deep.sh"]
fn shipped_themes_are_what_the_solutions_show() {
    compare_themes(1);
}

/// No two problems with the same royals share their line, piece by piece: the sets are from a
/// version that compared the pieces' names too.
#[test]
fn generated_problems_are_distinct() {
    for variant in all_variants() {
        let mut lines = HashSet::new();
        for entry in entries(variant) {
            let space = ProblemSpace::new(
                entry.problem.rules(),
                entry.problem.forcing(),
                PieceConstraints::default(),
            );
            let position = entry.problem.position();
            let mut at = position.clone();
            let mut line = Vec::new();
            for &m in &entry.solution {
                let piece = m.from().and_then(|from| at.at(from)).map(|piece| piece.index());
                let taken = at.at(m.to()).map(|piece| piece.index());
                line.push((piece, usi::write(&space.rules, m), taken));
                at = play(&space.rules, &at, m);
            }
            let royals = position.royals(&space.rules, Side::White);
            assert!(lines.insert((royals, line)), "{}: the line is there already", entry.id);
            assert_ne!(figure_key(&space, position), 0);
        }
    }
}
