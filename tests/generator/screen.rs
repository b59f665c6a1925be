//! The quick search and the screen against exhaustive search with the referee's moves.

use super::*;
use crate::judge::brute_force::{Brute, TooLong};
use tsume::generator::problem_space::ATTACKER;
use tsume::generator::screen::{RejectReason, ScreenTerms, screen};
use tsume::judge::Tolerance;
use tsume::movegen::{BitboardEngine, MailboxEngine};
use tsume::referee::{forcing_moves, legal_moves, play};

/// True if there is a mate within `plies`, by exhaustive trial.
fn mated(rules: &Rules, at: &Position, plies: u16, room: &mut u64) -> Option<bool> {
    *room = room.checked_sub(1)?;
    if at.side == ATTACKER {
        if plies == 0 {
            return Some(false);
        }
        for m in forcing_moves(rules, at, Forcing::Check) {
            if mated(rules, &play(rules, at, m), plies - 1, room)? {
                return Some(true);
            }
        }
        return Some(false);
    }
    let moves = legal_moves(rules, at);
    if plies == 0 {
        return Some(moves.is_empty());
    }
    for m in moves {
        if !mated(rules, &play(rules, at, m), plies - 1, room)? {
            return Some(false);
        }
    }
    Some(true)
}

/// Compares lengths up to `most` on positions of a game. Returns the number of mates.
fn compare_lengths<E: Engine>(variant: &str, count: usize, most: u16) -> usize {
    let space = space(variant);
    let mut probe = MateProbe::<E>::new(&space);
    let mut random = RandomStream::new(11, 0);
    let mut mates = 0;
    let mut compared = 0;
    for position in sown(&space, &mut random, &mut probe, count) {
        probe.set_up(&space, &position, 1_000_000);
        let found: Vec<Option<bool>> =
            (0..=most).map(|plies| probe.is_mated_within(plies).ok()).collect();
        probe.set_up(&space, &position, 1_000_000);
        // Longest first: shorter questions must not depend on results of longer ones.
        let downwards: Vec<Option<bool>> =
            (0..=most).rev().map(|plies| probe.is_mated_within(plies).ok()).collect();
        for plies in 0..=most {
            let mut room = 20_000;
            let Some(expected) = mated(&space.rules, &position, plies, &mut room) else {
                continue;
            };
            for found in [found[usize::from(plies)], downwards[usize::from(most - plies)]] {
                assert_eq!(found, Some(expected), "{plies} plies: {position:?}");
                compared += 1;
            }
        }
        mates += usize::from(found.last() == Some(&Some(true)));
    }
    assert!(compared > count, "only {compared} answers compared");
    mates
}

#[test]
fn screen_lengths_are_exact() {
    assert!(compare_lengths::<BitboardEngine>("shogi", 300, 3) >= 10);
    assert!(compare_lengths::<MailboxEngine>("minishogi", 150, 3) >= 5);
    assert!(compare_lengths::<MailboxEngine>("chu", 60, 3) >= 2);
    assert!(compare_lengths::<MailboxEngine>("maka_dai_dai", 30, 3) >= 1);
}

#[test]
fn too_few_nodes_give_no_answer() {
    let space = space("shogi");
    let mut probe = MateProbe::<BitboardEngine>::new(&space);
    // Mate in 3: R*2b, the king goes to 1c, and 2b2c+.
    let mut position = sfen(&space.rules, "8r/8k/6G2/9/9/9/9/9/9 b R 1");
    assert!(space.normalise(&mut position));
    probe.set_up(&space, &position, 2);
    assert!(probe.find_length(5).is_err());
    probe.set_up(&space, &position, 10_000);
    assert_eq!(probe.find_length(5), Ok(Some(3)));
}

/// The screen and the brute-force analysis on positions of many kinds.
#[test]
fn screen_agrees_with_brute_force() {
    let space = space("shogi");
    let rules = &space.rules;
    let mut probe = MateProbe::<BitboardEngine>::new(&space);
    let mut random = RandomStream::new(5, 0);
    let terms = ScreenTerms {
        plies: 1..=3,
        nodes: 100_000,
        cook_margin: 2,
        tolerate: Tolerance::DEFAULT.to_vec(),
    };
    // Sound problems and their neighbours.
    let known = [
        "8r/8k/6G2/9/9/9/9/9/9 b R 1",
        "9/8k/6+B2/8S/9/9/9/9/9 b - 1",
        "4k4/9/4P4/9/9/9/9/9/9 b G 1",
    ];
    let mut positions = sown(&space, &mut random, &mut probe, 150);
    for text in known {
        let parent = sfen(rules, text);
        positions.push(parent.clone());
        for _ in 0..90 {
            let operator = operators()[random.draw_below(operators().len())];
            positions.extend(operator.apply(&space, &mut probe, &mut random, &parent, &parent));
        }
    }
    let mut counts = std::collections::BTreeMap::new();
    for mut position in positions {
        let told = screen(&space, &mut probe, &mut position, &terms);
        let admitted = space.admit(&position).is_some();
        let reason = told.as_ref().err().map(|rejected| rejected.reason);
        match reason {
            Some(RejectReason::Malformed) => continue,
            Some(RejectReason::Check) => {
                assert!(!admitted, "{position:?}");
                continue;
            }
            _ => assert!(admitted, "{position:?}"),
        }
        let mut brute = Brute::new(rules, ATTACKER, 15_000);
        let expected = match brute.analyze(&position, 3) {
            Ok(expected) => expected,
            Err(TooLong) => continue,
        };
        let second = |e: &crate::judge::brute_force::Findings| {
            !e.cooks.is_empty() || !e.tolerated.is_empty()
        };
        let agrees = match (&told, &expected) {
            (Ok(screened), Some(e)) => {
                // Cooks of equal length that the screen leaves to the judge differ in promotion or
                // distance.
                e.length == u32::from(screened.plies)
                    && e.leftover == 0
                    && e.lines.contains(&screened.line)
            }
            (Err(_), Some(e)) => match reason {
                Some(RejectReason::Cook) => second(e),
                Some(RejectReason::Leftover) => e.leftover > 0 || second(e),
                _ => false,
            },
            (Err(_), None) => reason == Some(RejectReason::NoMate),
            (Ok(_), None) => false,
        };
        assert!(agrees, "{told:?}\n{expected:?}\n{position:?}");
        *counts.entry(reason).or_insert(0) += 1;
    }
    for reason in
        [None, Some(RejectReason::NoMate), Some(RejectReason::Cook), Some(RejectReason::Leftover)]
    {
        assert!(counts.get(&reason).is_some_and(|count| *count >= 5), "{counts:?}");
    }
}
