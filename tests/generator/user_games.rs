//! Generation in random games of users: the brute-force analysis finds the problems sound.
//!
//! `TSUME_GENERATED=n` tries `n` rule files, and `TSUME_SEED=s` changes them.

use crate::judge::brute_force::Brute;
use crate::regressions::user_games::game;
use crate::support::number;
use crate::twins::draft::drafts;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};
use tsume::notation::sfen;
use tsume::position::Forcing;
use tsume::{GeneratedProblem, Generator, Variant};

/// Longest mate that is generated, in plies.
const MOST: u16 = 5;

/// Nodes for the problems of one game.
const NODES: u64 = 10_000;

/// Positions of the brute force for one problem.
const ROOM: u64 = 4_000;

/// Time after which a game is printed as slow.
const SLOW_GAME: Duration = Duration::from_secs(20);

/// Fails unless a problem is sound. False if the brute force needs too many positions.
fn is_compared(generated: &GeneratedProblem, forcing: Forcing) -> bool {
    let problem = &generated.problem;
    let (rules, position) = (problem.rules(), problem.position());
    let mut brute = Brute::new(rules, problem.attacker(), ROOM);
    brute.forcing = forcing;
    let Ok(found) = brute.analyze(position, MOST.into()) else { return false };
    let here = sfen::write(rules, position);
    let found = found.unwrap_or_else(|| panic!("{here}: no mate"));
    assert_eq!((found.length as usize, found.leftover), (generated.line.len(), 0), "{here}");
    assert_eq!(found.cooks, Vec::new(), "{here}");
    assert!(found.lines.contains(&generated.line), "{here}: {:?}", generated.line);
    true
}

#[test]
fn generated_problems_of_user_games_are_sound() {
    let (count, seed) = (number("TSUME_GENERATED", 60), number("TSUME_SEED", 91));
    let (mut games, mut problems, mut compared, mut differences) = (0, 0, 0, 0);
    for (file, draft, mut random) in drafts(count, seed) {
        let Some(rules) = draft.rules().filter(|rules| rules.board.squares() <= 49) else {
            continue;
        };
        let forcing = *random.pick(&[Forcing::Check, Forcing::Check, Forcing::Royal]);
        let generator = Generator::new(&Variant::from(rules))
            .forcing(forcing)
            .lengths(1..=MOST)
            .count(3)
            .nodes(NODES)
            .seed(random.next_u64());
        games += 1;
        let began = Instant::now();
        let found = catch_unwind(AssertUnwindSafe(|| {
            let found = generator.generate().unwrap_or_else(|error| panic!("{error}"));
            let compared = found.iter().filter(|problem| is_compared(problem, forcing)).count();
            (found.len(), compared)
        }));
        if began.elapsed() > SLOW_GAME {
            eprintln!("file {file} of seed {seed}: {:?}", began.elapsed());
            draft.print();
        }
        match found {
            Ok(found) => {
                problems += found.0;
                compared += found.1;
            }
            Err(_) => {
                differences += 1;
                eprintln!("file {file} of seed {seed}, forcing {}", forcing.name());
                draft.print();
            }
        }
    }
    eprintln!("{games} games, {problems} problems, {compared} compared, from seed {seed}");
    assert_eq!(differences, 0);
    assert!(compared > 0);
}

/// In a game with few positions no candidate is searched any more, and the limit of nodes ends the
/// call all the same.
#[test]
fn generation_ends_in_a_game_without_more_problems() {
    let rules = game("5x3", "drops: true", "{id: G, name: g, betza: W}");
    let generator = Generator::new(&Variant::from(rules)).lengths(1..=3).count(20).nodes(20_000);
    assert!(generator.generate().unwrap().len() < 20);
}
