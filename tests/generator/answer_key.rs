//! The answer key against exhaustive search with the referee's moves.

use super::*;
use crate::support::shipped::problems;
use std::path::Path;
use tsume::generator::answer_key::{AnswerMove, answer_key};
use tsume::position::Move;
use tsume::referee::{forcing_moves, legal_moves, play};

/// True if the attacker mates within `plies`.
fn mated(rules: &Rules, at: &Position, plies: u16) -> bool {
    if at.side == tsume::generator::problem_space::ATTACKER {
        let after = |m| play(rules, at, m);
        return plies > 0
            && forcing_moves(rules, at, Forcing::Check)
                .into_iter()
                .any(|m| mated(rules, &after(m), plies - 1));
    }
    let moves = legal_moves(rules, at);
    if plies == 0 {
        return moves.is_empty();
    }
    moves.into_iter().all(|m| mated(rules, &play(rules, at, m), plies - 1))
}

/// Compares every position of a key. `rest` is the number of plies left. A key that would be too
/// large has one longest reply to each move, else all.
fn compare(
    rules: &Rules,
    at: &Position,
    (answers, all_replies): (&[AnswerMove], bool),
    rest: u16,
    nodes: &mut usize,
) {
    *nodes += 1;
    let given: Vec<Move> = answers.iter().map(|answer| answer.m).collect();
    let timely: Vec<Move> = forcing_moves(rules, at, Forcing::Check)
        .into_iter()
        .filter(|&m| mated(rules, &play(rules, at, m), rest - 1))
        .collect();
    assert!(timely.iter().all(|m| given.contains(m)), "{timely:?} {given:?} {at:?}");
    for answer in answers {
        let after = play(rules, at, answer.m);
        if !timely.contains(&answer.m) {
            // A drop from farther away.
            let same = |m: &&Move| m.dropped().is_some() && m.dropped() == answer.m.dropped();
            assert!(timely.iter().any(|m| same(&m)), "{:?} {at:?}", answer.m);
            assert!(rest > 1 || mated(rules, &after, rest + 3));
            continue;
        }
        let length = (0..rest).step_by(2).find(|&plies| mated(rules, &after, plies)).unwrap();
        let longest: Vec<Move> = legal_moves(rules, &after)
            .into_iter()
            .filter(|&m| length <= 2 || !mated(rules, &play(rules, &after, m), length - 3))
            .collect();
        let mut replies: Vec<Move> = answer.replies.iter().map(|reply| reply.m).collect();
        if all_replies {
            assert!(longest.iter().all(|m| replies.contains(m)), "{longest:?} {replies:?}");
        } else {
            assert_eq!(replies.len(), longest.len().min(1), "{longest:?} {replies:?}");
        }
        replies.retain(|m| !longest.contains(m));
        assert!(replies.is_empty(), "{replies:?}");
        for reply in &answer.replies {
            let next = play(rules, &after, reply.m);
            compare(rules, &next, (&reply.answers, all_replies), length - 1, nodes);
        }
    }
}

#[test]
fn answer_keys_have_exactly_the_moves_that_mate_in_time() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("problems/shogi/generated.yaml");
    let (mut nodes, mut choices) = (0, 0);
    let short = |entry: &&tsume::io::problems::LoadedProblem| entry.solution.len() <= 5;
    for entry in problems(&path).iter().filter(short).step_by(60) {
        let plies = entry.solution.len() as u16;
        let Some(key) = answer_key(&entry.problem, &entry.solution, plies) else {
            panic!("{}: no key", entry.id);
        };
        assert_eq!(key.plies, plies, "{}", entry.id);
        // The printed line comes first.
        let mut answers = &key.answers;
        for pair in entry.solution.chunks(2) {
            assert_eq!(answers[0].m, pair[0], "{}", entry.id);
            choices += answers.len() - 1;
            let Some(reply) = pair.get(1) else { break };
            assert_eq!(answers[0].replies[0].m, *reply, "{}", entry.id);
            answers = &answers[0].replies[0].answers;
        }
        let answers = (&key.answers[..], key.all_replies);
        compare(entry.problem.rules(), entry.problem.position(), answers, plies, &mut nodes);
    }
    assert!(nodes >= 60 && choices > 0, "{nodes} positions, {choices} choices");
}

#[test]
fn problems_without_a_mate_have_no_key() {
    let space = space("shogi");
    let mut position = sfen(&space.rules, "4k4/9/4P4/9/9/9/9/9/9 b S 1");
    assert!(space.normalise(&mut position));
    assert_eq!(answer_key(&space.admit(&position).unwrap(), &[], 5), None);
}
