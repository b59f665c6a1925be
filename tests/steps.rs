//! Searches in steps give what searches in one call give, whatever the steps.

use crate::support::shipped;
use std::path::Path;
use tsume::position::Problem;
use tsume::{CountRequest, SearchStatus, Solution, Solver, StopReason, Verdict};

const GAMES: [&str; 6] = ["shogi", "minishogi", "chu", "dai", "maka_dai_dai", "hishigata"];

/// The first problems of a game's small ones, that brute force has solved.
fn small(game: &str, count: usize) -> Vec<Problem> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("problems").join(game).join("small.yaml");
    let problems = shipped::problems(&file).into_iter();
    problems.take(count).map(|loaded| loaded.problem).collect()
}

fn solver() -> Solver {
    Solver::new().hash(4 << 20).nodes(20_000).count(CountRequest::Every)
}

/// Solves in steps of `nodes`; the second value is the number of steps.
fn solve_in_steps(solver: &Solver, problem: &Problem, nodes: u64) -> (Solution, usize) {
    let mut search = solver.start(problem);
    for steps in 1.. {
        if let SearchStatus::Finished(solution) = search.step(nodes) {
            return (*solution, steps);
        }
    }
    unreachable!("the search has a limit of nodes")
}

#[test]
fn steps_of_any_size_give_the_same_solution() {
    for game in GAMES {
        for problem in small(game, 4) {
            let solver = solver();
            let whole = solver.solve(&problem);
            for nodes in [1, 100, 10_000] {
                let (solution, steps) = solve_in_steps(&solver, &problem, nodes);
                if !matches!(whole.verdict, Verdict::Unknown(_)) {
                    assert_eq!(solution.verdict, whole.verdict, "{game}");
                    assert_eq!(solution.certificates.len(), whole.certificates.len());
                    assert!(solution.checked && (nodes > 1 || steps > 1));
                }
                if nodes > 1024 {
                    assert_eq!(solution.nodes, whole.nodes, "{game}");
                }
            }
        }
    }
}

#[test]
fn search_stops_between_two_steps() {
    let problem = &small("minishogi", 1)[0];
    let solver = solver();
    let (whole, steps) = solve_in_steps(&solver, problem, 1);
    for stopped in (0..steps).step_by(steps / 20 + 1) {
        let mut search = solver.start(problem);
        for _ in 0..stopped {
            search.step(1);
        }
        search.stop();
        let solution = loop {
            if let SearchStatus::Finished(solution) = search.step(1) {
                break solution;
            }
        };
        match solution.verdict {
            Verdict::Unknown(reason) => assert_eq!(reason, StopReason::Interrupt),
            Verdict::Mate { plies, shortest, .. } => {
                let Verdict::Mate { plies: exact, .. } = whole.verdict else { panic!("no mate") };
                assert!(plies >= exact && (!shortest || plies == exact));
            }
            verdict => assert_eq!(verdict, whole.verdict),
        }
    }
}

#[test]
fn dropped_search_leaves_nothing_behind() {
    let problem = &small("chu", 2)[1];
    for steps in [0, 1, 5] {
        let mut search = solver().start(problem);
        for _ in 0..steps {
            search.step(1);
        }
    }
    let (solution, _) = solve_in_steps(&solver(), problem, 100);
    assert_eq!(solution.verdict, solver().solve(problem).verdict);
}

#[test]
fn full_table_does_not_keep_a_search_from_its_end() {
    let problem = tsume::Variant::shogi()
        .problem("9/9/3B3G1/6+p1n/7+p1/7k1/5BL1p/7G1/7+R+r b N2P2g4s2n3l13p 1")
        .unwrap();
    let solver = Solver::new().hash(1 << 20).nodes(200_000).count(CountRequest::Every);
    let whole = solver.solve(&problem);
    let (solution, _) = solve_in_steps(&solver, &problem, 1_000);
    let length = |solution: &Solution| match solution.verdict {
        Verdict::Mate { plies, shortest, .. } => (plies, shortest),
        _ => (0, false),
    };
    assert_eq!(length(&solution), length(&whole));
    assert!(length(&whole).1);
}
