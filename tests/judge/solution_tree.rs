//! The solution with its variations: every defence is listed, every line can be played and ends in
//! mate, and brute force confirms the lengths.

use super::brute_force::{Brute, Count};
use super::{problem, report};
use tsume::judge::solution_tree::{BranchKind, SolutionBranch, SolutionLine};
use tsume::judge::{AuthorClaims, CountingConvention, JudgeConfig, MateLength, Tolerance};
use tsume::position::{Move, Position, Problem};
use tsume::referee::{forcing_moves, legal_moves, play};

struct Check<'a> {
    problem: &'a Problem,
    brute: Brute<'a>,
    levels: u16,
    /// Names of the compared branches.
    seen: Vec<&'static str>,
}

impl Check<'_> {
    /// Plays a line and checks its branches. Returns the position at its end.
    fn line(&mut self, line: &SolutionLine, from: &Position, ply: usize, level: u16) -> Position {
        let rules = self.problem.rules();
        let mut position = from.clone();
        for (at, step) in (ply..).zip(&line.steps) {
            let attacking = position.side == self.problem.attacker();
            let moves = if attacking {
                forcing_moves(rules, &position, self.problem.forcing())
            } else {
                legal_moves(rules, &position)
            };
            assert!(moves.contains(&step.m), "{:?} at {at}", step.m);
            // Alternatives to a branch's first move branch off the line before.
            let own = at > ply || level == 0;
            if !attacking && own && level < self.levels {
                // Every other defence, once.
                let first = |branch: &SolutionBranch| branch.line.steps[0].m;
                let mut told: Vec<Move> = vec![step.m];
                for branch in step.branches.iter().filter(|branch| is_defence(branch)) {
                    told.push(first(branch));
                    told.extend(&branch.also);
                }
                let mut expected = moves.clone();
                told.sort_unstable();
                expected.sort_unstable();
                assert_eq!(told, expected, "defences at {at}");
            }
            for branch in &step.branches {
                self.branch(branch, &position, at, level + 1);
            }
            position = play(rules, &position, step.m);
        }
        assert_eq!(position.hands[self.problem.attacker().index()].total(), line.leftover);
        position
    }

    fn branch(&mut self, branch: &SolutionBranch, position: &Position, at: usize, level: u16) {
        let rules = self.problem.rules();
        // Cooks and other flaws have only one line.
        let level = if is_defence(branch) { level } else { self.levels };
        let end = self.line(&branch.line, position, at, level);
        self.seen.push(branch.kind.name());
        let Some(plies) = branch.plies else {
            assert!(matches!(branch.kind, BranchKind::Tolerated(_)));
            return;
        };
        assert!(branch.exact);
        let plies = usize::from(plies);
        assert_eq!(at - 1 + branch.line.steps.len(), plies, "{branch:?}");
        assert!(legal_moves(rules, &end).is_empty());
        for first in std::iter::once(&branch.line.steps[0].m).chain(&branch.also) {
            let after = play(rules, position, *first);
            let length = self.brute.length_by(Count::Every, &after, (plies - at) as u32).unwrap();
            assert_eq!(length, Some((plies - at) as u32), "{first:?} at {at}: {branch:?}");
        }
    }
}

/// True for a defence, except one whose line was found elsewhere and passes here.
fn is_defence(branch: &SolutionBranch) -> bool {
    matches!(branch.kind, BranchKind::Variation | BranchKind::Equal | BranchKind::Leftover)
}

/// The default tolerances, but cooks after every longest defence count.
fn cooks_of_all_lines() -> Vec<Tolerance> {
    let tolerate = Tolerance::DEFAULT.iter().copied();
    tolerate.filter(|kind| *kind != Tolerance::VariationDual).collect()
}

fn check(sfen: &str, variant: &str, levels: u16) -> Vec<&'static str> {
    let rules = crate::support::rules(variant, &[]);
    let problem = problem(&rules, sfen);
    let config = JudgeConfig {
        cook_margin: Some(2),
        variation_levels: levels,
        decoration: false,
        hash_bytes: 64 << 20,
        count: CountingConvention::Every,
        tolerate: cooks_of_all_lines(),
        ..JudgeConfig::default()
    };
    let told = report(&problem, &AuthorClaims::default(), &config);
    let outline = told.solution.expect("it was asked for");
    assert!(outline.complete);
    let MateLength::Exact(plies) = told.length else { panic!("{:?}", told.length) };
    assert_eq!(outline.line.steps.len(), usize::from(plies));
    assert_eq!(outline.line.moves(), told.main_lines[0]);
    let brute = Brute::new(&rules, problem.attacker(), u64::MAX);
    let mut check = Check { problem: &problem, brute, levels, seen: Vec::new() };
    let end = check.line(&outline.line, problem.position(), 1, 0);
    assert!(legal_moves(&rules, &end).is_empty());
    // All cooks are listed.
    let cooks = |name: &&&str| **name == "cook";
    let flaws = told.flaws.iter().filter(|flaw| flaw.kind.name() == "cook").count();
    assert_eq!(check.seen.iter().filter(cooks).count(), flaws);
    check.seen
}

#[test]
fn variation_lengths_are_exact() {
    let rows = include_str!("../data/tanuki.tsv").lines().filter(|row| !row.starts_with('#'));
    let rows = rows.map(|row| row.split('\t').collect::<Vec<&str>>());
    let rows: Vec<Vec<&str>> = rows.filter(|row| matches!(row[1], "3" | "5")).collect();
    let mut seen = Vec::new();
    for (i, row) in rows.iter().step_by(40).enumerate() {
        seen.extend(check(row[0], "shogi", 1 + (i % 2) as u16));
    }
    seen.extend(check("7k1/9/8L/7PB/5N3/9/9/9/9 b 2rb4g4s3n3l17p 1", "shogi", 2));
    for (sfen, levels) in [
        ("5/k4/5/1R3/2S2 b BSP 1", 1),
        ("k2G1/5/1p+R2/1G3/5 b P 1", 2),
        ("5/4k/5/1R3/P1RS1 b Gg 1", 2),
        ("5/4k/5/1+R1S1/5 b Gp 1", 1),
    ] {
        seen.extend(check(sfen, "minishogi", levels));
    }
    for name in ["variation", "equal", "equal_with_leftover", "cook", "tolerated"] {
        assert!(seen.contains(&name), "no {name}");
    }
    assert!(seen.len() > 100, "{}", seen.len());
}

#[test]
fn outline_shows_author_line_and_sooner_mates() {
    let rules = crate::support::rules("shogi", &[]);
    let problem = problem(&rules, "4k4/9/4G4/9/9/9/9/9/9 b R 1");
    let moves = ["R*5b", "5a4a", "5c4b"].map(|m| tsume::notation::usi::parse(&rules, m).unwrap());
    let claims = AuthorClaims { solution: moves.to_vec(), ..AuthorClaims::default() };
    let config =
        JudgeConfig { cook_margin: Some(2), variation_levels: 1, ..JudgeConfig::default() };
    let told = report(&problem, &claims, &config);
    let outline = told.solution.unwrap();
    let kinds: Vec<&str> =
        outline.line.steps[0].branches.iter().map(|branch| branch.kind.name()).collect();
    assert!(kinds.contains(&"author"), "{kinds:?}");
}

#[test]
fn outline_omits_futile_interpositions_by_count() {
    let rules = crate::support::rules("shogi", &[]);
    // Any drop on 1b is captured with mate.
    let problem = problem(&rules, "8k/6S2/9/8B/8L/9/9/9/9 b P2rb4g3s4n3l17p 1");
    for (count, plies) in [(CountingConvention::Every, 3), (CountingConvention::Immediate, 1)] {
        let config = JudgeConfig {
            cook_margin: Some(2),
            variation_levels: 1,
            count,
            ..JudgeConfig::default()
        };
        let outline = report(&problem, &AuthorClaims::default(), &config).solution.unwrap();
        assert_eq!(outline.line.steps.len(), plies);
    }
}

#[test]
fn outline_of_no_mate_shows_the_defence() {
    let rules = crate::support::rules("shogi", &[]);
    let problem = problem(&rules, "4k4/9/4P4/9/9/9/9/9/9 b S 1");
    let config = JudgeConfig { variation_levels: 1, ..JudgeConfig::default() };
    let told = report(&problem, &AuthorClaims::default(), &config);
    assert_eq!(told.solution.unwrap().line.moves(), told.refutation);
}
