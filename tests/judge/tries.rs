//! Tries, against the solver: the move and the refuting replies do not mate, all others do.

use super::{problem, report};
use crate::support::rules;
use std::time::Instant;
use tsume::judge::tries::{Try, TrySearchConfig, find_tries};
use tsume::judge::{AuthorClaims, JudgeConfig};
use tsume::position::{Forcing, Move, Problem};
use tsume::referee::{self, ObjectionKind, admit};
use tsume::search::Limits;
use tsume::{Solver, Verdict};

fn tries(problem: &Problem, line: &[Move], most: usize) -> Vec<Try> {
    let limits = Limits { nodes: Some(2_000_000), ..Limits::default() };
    let config = TrySearchConfig { threads: 1, hash_bytes: 16 << 20, limits, most };
    find_tries(problem, line, &config, &Instant::now())
}

/// The main line of a problem.
fn main_line(problem: &Problem) -> Vec<Move> {
    let limits = Limits { nodes: Some(2_000_000), ..Limits::default() };
    let config =
        JudgeConfig { hash_bytes: 32 << 20, limits, decoration: false, ..JudgeConfig::default() };
    report(problem, &AuthorClaims::default(), &config).main_lines.swap_remove(0)
}

/// True if the attacker mates after `line`, as the solver says.
fn mates(start: &Problem, line: &[Move]) -> bool {
    let rules = start.rules();
    let play = |position, &m: &Move| referee::play(rules, &position, m);
    let position = line.iter().fold(start.position().clone(), play);
    let after =
        admit(rules, position, Some(start.attacker()), Forcing::Check, ObjectionKind::ALL).unwrap();
    match Solver::new().hash(16 << 20).nodes(2_000_000).solve(&after).verdict {
        Verdict::Mate { .. } => true,
        Verdict::NoMate { .. } => false,
        other => panic!("{other:?}"),
    }
}

#[test]
fn tries_are_refuted_by_the_replies_named_and_by_no_other() {
    let rules = rules("shogi", &[]);
    let mut count = 0;
    for sfen in [
        "9/8k/6SP1/9/9/9/9/9/9 b Rr2b4g3s4n4l17p 1",
        "9/8k/6B2/9/9/9/9/9/9 b GS2rb3g3s4n4l18p 1",
        "6gk+b/9/7GL/9/7N1/9/9/9/9 b P2rb2g4s3n3l17p 1",
        "9/6g2/7kp/5L3/6SN1/7+R1/9/9/9 b r2b3g3s3n3l17p 1",
    ] {
        let problem = problem(&rules, sfen);
        let solution = main_line(&problem);
        let found = tries(&problem, &solution, 3);
        assert!(found.len() <= 3 && found.is_sorted_by_key(|one| one.at));
        for one in found {
            count += 1;
            let mut line = solution[..usize::from(one.at) - 1].to_vec();
            assert_ne!(one.m, solution[line.len()], "{sfen}");
            line.push(one.m);
            assert!(!mates(&problem, &line), "{sfen} {one:?}");
            assert!(one.refuting.contains(&one.refutation[0]));
            let play = |position, &m: &Move| referee::play(&rules, &position, m);
            let position = line.iter().fold(problem.position().clone(), play);
            let replies = referee::legal_moves(&rules, &position);
            assert!(one.mated > 0 && one.refuting.len() < replies.len());
            for reply in replies {
                line.push(reply);
                assert_eq!(
                    mates(&problem, &line),
                    !one.refuting.contains(&reply),
                    "{sfen} {one:?}"
                );
                line.pop();
            }
        }
    }
    assert!(count >= 4, "{count} tries");
}

#[test]
fn exhausted_limit_leaves_no_wrong_try() {
    let rules = rules("shogi", &[]);
    let problem = problem(&rules, "9/8k/6B2/9/9/9/9/9/9 b GS2rb3g3s4n4l18p 1");
    let line = main_line(&problem);
    let all = tries(&problem, &line, usize::MAX);
    for nodes in [0, 1, 100, 3000] {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let config = TrySearchConfig { threads: 1, hash_bytes: 16 << 20, limits, most: 9 };
        for one in find_tries(&problem, &line, &config, &Instant::now()) {
            let known = all.iter().find(|other| (other.at, other.m) == (one.at, one.m));
            assert_eq!(known.map(|known| &known.refuting), Some(&one.refuting), "{nodes}");
        }
    }
}
