//! The judge in the large games: several royals, no drops, hook movers, contagion, both
//! stipulations. Problems and lengths are those of `problems/`, found by exhaustive search. The
//! brute-force analysis confirms class, cooks, tolerances and decoration.

use super::brute_force::Brute;
use super::cases::{bounded, flaws, tolerances};
use super::{compare_decoration, findings, level, report};
use std::path::Path;
use tsume::io::problems::{LoadResult, LoadedProblem, ReadOptions, read_path};
use tsume::judge::{AuthorClaims, JudgeConfig, MateLength};

struct Case {
    id: &'static str,
    class: &'static str,
    flaws: &'static str,
    tolerances: &'static str,
}

const fn case(
    id: &'static str,
    class: &'static str,
    flaws: &'static str,
    tolerances: &'static str,
) -> Case {
    Case { id, class, flaws, tolerances }
}

#[rustfmt::skip]
const CASES: &[Case] = &[
    case("maka-lion-dog-drives", "completely_limited",
        "", ""),
    case("maka-lion-dog-igui", "complete",
        "", "last_move@3"),
    case("maka-buddhist-spirit", "flawed",
        "cook@1:4d3e2e=5 cook@1:4d3e2f=5", "last_move@3"),
    case("maka-hook-mover", "complete",
        "", "last_move@3"),
    case("maka-capricorn", "completely_limited",
        "decoration@0:11m", ""),
    case("maka-contagion-deva", "completely_limited",
        "decoration@0:10a decoration@0:10b", ""),
    case("maka-contagion-harms", "flawed",
        "no_mate@1", ""),
    case("maka-rook", "flawed",
        "no_mate@1", ""),
    case("maka-emperors", "flawed",
        "cook@1:10j10b=1 decoration@0:9k", "promotion@1"),
    case("maka-optional", "completely_limited",
        "decoration@0:18r", ""),
    case("hishigata-emperor", "completely_limited",
        "", ""),
    case("hishigata-teaching-king", "flawed",
        "no_mate@1", ""),
    case("hishigata-compulsory", "flawed",
        "no_mate@1", ""),
    case("dai-lion", "flawed",
        "cook@1:13e14c=1 cook@1:13e15c=1 decoration@0:5i", ""),
    case("dai-royal", "complete",
        "decoration@0:6c decoration@0:3d", "last_move@3"),
    case("dai-royal-check", "flawed",
        "no_mate@1", ""),
    case("chu-royal", "complete",
        "decoration@0:6b decoration@0:6d", "last_move@3"),
    case("chu-lion-igui", "flawed",
        "cook@1:3e4c=7 cook@3:3e4d=5 cook@3:3e5d=5 cook@3:3e3d=5 cook@3:3e4d=5 cook@3:3e5c=7 cook@3:3e5d=5 variation_dual@2 variation_dual@2", "detour@3 last_move@5"),
    case("chu-phantom", "flawed",
        "cook@1:2h2b+=3", ""),
    case("chu-falcon-igui", "complete",
        "", "last_move@3"),
];

fn entry(id: &str) -> LoadedProblem {
    let game = match id.split('-').next().unwrap() {
        "maka" => "maka_dai_dai",
        game => game,
    };
    let file = if id.contains("-royal-0") { "royal" } else { "mechanisms" };
    let path = format!("{}/problems/{game}/{file}.yaml", env!("CARGO_MANIFEST_DIR"));
    let items = read_path(Path::new(&path), &ReadOptions::default());
    let found = items.into_iter().find_map(|item| match item {
        LoadResult::Problem(entry) if entry.id == id => Some(*entry),
        _ => None,
    });
    found.unwrap_or_else(|| panic!("no problem {id}"))
}

#[test]
fn judge_agrees_with_brute_force_on_large_games() {
    for case in CASES {
        let id = case.id;
        let entry = entry(id);
        let problem = &entry.problem;
        let rules = problem.rules();
        let told = report(problem, &AuthorClaims::default(), &bounded());
        assert_eq!(told.class.name(), case.class, "{id}");
        let length = entry.expect.plies.map_or(MateLength::None, MateLength::Exact);
        assert!(
            told.by_convention.iter().all(|count| count.length == length),
            "{id}: {:?}",
            told.by_convention
        );
        assert_eq!(flaws(rules, &told), case.flaws, "{id}");
        assert_eq!(tolerances(&told), case.tolerances, "{id}");
        let mut brute = Brute::new(rules, problem.attacker(), 300_000);
        brute.forcing = problem.forcing();
        let found = brute.analyze(problem.position(), 5).expect("room enough");
        let plain = JudgeConfig { decoration: false, ..bounded() };
        let told_plainly = report(problem, &AuthorClaims::default(), &plain);
        let mut ours = findings(&told_plainly);
        if let (Some(ours), Some(found)) = (&mut ours, &found) {
            level(ours, found, &told_plainly, id);
        }
        // These lists are too long to print.
        assert!(ours == found, "{id}: the brute force finds something else");
        compare_decoration(problem, &told);
    }
}
