//! Effects of each operator and seed pattern, for any random numbers.

use super::*;
use std::collections::BTreeMap;
use tsume::generator::cook_repair::repair;
use tsume::generator::minimisation::{minimise, removable_pieces, without_piece};
use tsume::generator::operators::Operator;
use tsume::generator::problem_space::{ATTACKER, DEFENDER};
use tsume::generator::retraction::{self, RetractedReply};
use tsume::generator::screen::{RejectReason, ScreenTerms, screen};
use tsume::judge::Tolerance;
use tsume::movegen::{BitboardEngine, MailboxEngine};
use tsume::referee::{forcing_moves, legal_moves, play};
use tsume::rules::Side;

const PROBLEM: &str = "7pk/9/7sP/8+P/9/9/9/9/9 b GN 1";

/// Pieces of a side; for the attacker also those in hand.
fn count(position: &Position, side: Side) -> usize {
    let board = position.pieces().filter(|(_, piece)| piece.side() == side).count();
    let held = position.hands[ATTACKER.index()].total() as usize;
    board + if side == ATTACKER { held } else { 0 }
}

fn on_board(position: &Position) -> BTreeMap<usize, usize> {
    let mut pieces = BTreeMap::new();
    for (_, piece) in position.pieces() {
        *pieces.entry(piece.index()).or_default() += 1;
    }
    pieces
}

#[test]
fn operators_change_what_they_name() {
    let space = space("shogi");
    let mut probe = MateProbe::<BitboardEngine>::new(&space);
    let mut random = RandomStream::new(9, 0);
    let mut parent = sfen(&space.rules, PROBLEM);
    assert!(space.normalise(&mut parent));
    let other = sfen(&space.rules, "9/9/6k2/6p2/4G4/9/9/9/9 b R 1");
    for &operator in Operator::ALL.iter().filter(|operator| operator.applies(&space)) {
        let mut done = 0;
        for _ in 0..200 {
            let Some(child) = operator.apply(&space, &mut probe, &mut random, &parent, &other)
            else {
                continue;
            };
            done += 1;
            let all = |p: &Position| count(p, ATTACKER) + count(p, DEFENDER);
            let hand = |p: &Position| p.hands[ATTACKER.index()].total() as i32;
            let board = |p: &Position| p.pieces().count() as i32;
            let (pieces, held) = (board(&child) - board(&parent), hand(&child) - hand(&parent));
            let same = || on_board(&child) == on_board(&parent);
            let fits = match operator {
                Operator::Move | Operator::MoveKing | Operator::Exchange | Operator::Shift => {
                    same() && held == 0 && child != parent
                }
                Operator::AddAttacker => count(&child, ATTACKER) == count(&parent, ATTACKER) + 1,
                Operator::AddDefender => count(&child, DEFENDER) == count(&parent, DEFENDER) + 1,
                Operator::Remove => pieces == -1 && held == 0,
                Operator::Recolour => {
                    pieces == 0 && count(&child, ATTACKER) != count(&parent, ATTACKER)
                }
                Operator::Promote | Operator::Demote | Operator::Retype => {
                    pieces == 0 && held == 0 && !same()
                }
                Operator::AddHand => pieces == 0 && held == 1,
                Operator::RemoveHand => pieces == 0 && held == -1,
                Operator::ChangeHand => same() && held == 0 && child != parent,
                Operator::ToHand => pieces == -1 && held == 1,
                Operator::FromHand => pieces == 1 && held == -1,
                Operator::Cross => {
                    let men =
                        |p: &Position| p.pieces().filter(|(_, x)| x.side() == ATTACKER).count();
                    men(&child) == men(&parent) && hand(&child) == hand(&parent)
                }
                // Some moves lead back to the parent: see the next test.
                Operator::ThemePiece => unreachable!("no theme is wanted"),
                Operator::ExtendCapture | Operator::ExtendQuiet => all(&child) >= all(&parent),
            };
            assert!(fits, "{operator:?}: {child:?}");
        }
        // Except for the pawn, no piece here can promote.
        assert!(done >= 10, "{operator:?} did something {done} times");
    }
}

#[test]
fn retracted_moves_can_be_played_again() {
    for variant in ["shogi", "chu"] {
        let space = space(variant);
        let mut probe = MateProbe::<MailboxEngine>::new(&space);
        let mut random = RandomStream::new(2, 0);
        let mut led = [0, 0];
        for position in sown(&space, &mut random, &mut probe, 80) {
            for (i, kind) in
                [RetractedReply::Capture, RetractedReply::Evasion].into_iter().enumerate()
            {
                let Some(before) =
                    retraction::retract_two_plies(&space, &mut probe, &mut random, &position, kind)
                else {
                    continue;
                };
                let rules = &space.rules;
                let back = forcing_moves(rules, &before, Forcing::Check).into_iter().any(|check| {
                    let middle = play(rules, &before, check);
                    legal_moves(rules, &middle).into_iter().any(|reply| {
                        let after = play(rules, &middle, reply);
                        after.board == position.board && after.hands == position.hands
                    })
                });
                assert!(back, "{before:?}\n{position:?}");
                led[i] += 1;
            }
        }
        assert!(led.iter().all(|&count| count >= 10), "{variant}: {led:?}");
    }
}

#[test]
fn every_seed_gives_positions() {
    for variant in ["shogi", "minishogi", "sho", "chu", "dai", "maka_dai_dai", "hishigata"] {
        let space = space(variant);
        let mut probe = MateProbe::<MailboxEngine>::new(&space);
        let mut random = RandomStream::new(4, 0);
        for seed in SeedPattern::ALL.into_iter().filter(|seed| seed.applies(&space)) {
            // Random mates are rare on large boards.
            let tries = if seed == SeedPattern::Mate { 20_000 } else { 300 };
            let found = (0..tries).any(|_| {
                let position = seed.make_position(&space, &mut probe, &mut random);
                position.is_some_and(|mut position| space.normalise(&mut position))
            });
            assert!(found, "{variant}: {seed:?}");
        }
    }
}

/// The referee admits every position that [`ProblemSpace::normalise`] accepts, checks apart. A
/// position that it refuses, the referee refuses too, or the generator's conventions do.
#[test]
fn well_formed_positions_are_those_the_referee_admits() {
    for variant in ["shogi", "minishogi", "sho", "chu", "dai", "maka_dai_dai", "hishigata"] {
        let space = space(variant);
        let mut probe = MateProbe::<MailboxEngine>::new(&space);
        let mut random = RandomStream::new(6, 0);
        let mut parents = sown(&space, &mut random, &mut probe, 40);
        let mut counts = [0, 0];
        for _ in 0..1500 {
            let parent = parents[random.draw_below(parents.len())].clone();
            let operator = operators()[random.draw_below(operators().len())];
            if operator.extends() || !operator.applies(&space) {
                continue;
            }
            let Some(mut child) = operator.apply(&space, &mut probe, &mut random, &parent, &parent)
            else {
                continue;
            };
            let settled = space.normalise(&mut child);
            let admitted = tsume::referee::admit(
                &space.rules,
                child.clone(),
                Some(ATTACKER),
                Forcing::Check,
                &[],
            );
            let objections = admitted.err().unwrap_or_default();
            let only_check =
                objections.iter().all(|o| o.kind == tsume::referee::ObjectionKind::DefenderInCheck);
            if settled {
                assert!(only_check, "{child:?} {objections:?}");
                let at = random.draw_below(parents.len());
                parents[at] = child;
            } else if only_check {
                // Refused only by convention: not one royal, or a piece that could never move
                // again.
                let royals = child.royals(&space.rules, DEFENDER).len();
                let dead = child.pieces().any(|(square, piece)| space.is_dead(piece, square));
                assert!(
                    royals != 1 || dead || !child.royals(&space.rules, ATTACKER).is_empty(),
                    "{child:?}"
                );
            }
            counts[usize::from(settled)] += 1;
        }
        assert!(counts[1] > 200, "{variant}: {counts:?}");
    }
}

/// `+K` is the emperor and not a king, `HM` the hook mover and not the gold that promotes to it.
#[test]
fn required_pieces_are_exact() {
    let rules = crate::support::rules("maka_dai_dai", &[]);
    let rank = |pieces: &str| format!("{pieces}{}", "/19".repeat(18));
    let cases = [
        (vec!["+K"], "k15[HM]2", false),
        (vec!["+K"], "+k15[HM]2", true),
        (vec!["K"], "+k15[HM]2", false),
        (vec!["HM"], "k15+[HM]2", false),
        (vec!["HM"], "k15[HM]2", true),
        (vec!["+HM"], "k15+[HM]2", true),
        (vec!["HM", "HM"], "k15[HM]2", false),
        (vec!["HM", "HM"], "k14[HM]1[hm]1", true),
    ];
    for (required, pieces, meets_requirements) in cases {
        let constraints = PieceConstraints {
            required: required.iter().map(|id| rules.kind(id).unwrap()).collect(),
            ..PieceConstraints::default()
        };
        let space = ProblemSpace::new(&rules, Forcing::Check, constraints);
        let mut position = sfen(&rules, &format!("{} b -", rank(pieces)));
        assert_eq!(space.normalise(&mut position), meets_requirements, "{required:?} {pieces}");
    }
}

#[test]
fn minimising_removes_superfluous_pieces() {
    let space = space("shogi");
    let mut probe = MateProbe::<BitboardEngine>::new(&space);
    let terms = ScreenTerms {
        plies: 1..=3,
        nodes: 100_000,
        cook_margin: 2,
        tolerate: Tolerance::DEFAULT.to_vec(),
    };
    // The pawns on 9 and 5 are superfluous.
    let mut position = sfen(&space.rules, "8r/8k/6G2/9/9/9/9/4P3p/9 b R 1");
    let mut screened = screen(&space, &mut probe, &mut position, &terms).unwrap();
    assert!(minimise(&space, &mut probe, &mut position, &mut screened, &terms));
    let bare = sfen(&space.rules, "8r/8k/6G2/9/9/9/9/9/9 b R 1");
    assert_eq!(position.board, bare.board);
    // No further piece can be removed by the same measure.
    for part in removable_pieces(&space, &position) {
        let mut less = without_piece(&space, &position, part).unwrap();
        let exact = ScreenTerms { plies: 3..=3, ..terms.clone() };
        assert!(screen(&space, &mut probe, &mut less, &exact).is_err(), "{part:?}");
    }
}

#[test]
fn repair_removes_cooks_and_keeps_the_first_move() {
    let space = space("shogi");
    let mut probe = MateProbe::<BitboardEngine>::new(&space);
    let mut random = RandomStream::new(8, 0);
    let terms = ScreenTerms {
        plies: 1..=3,
        nodes: 50_000,
        cook_margin: 2,
        tolerate: Tolerance::DEFAULT.to_vec(),
    };
    let (mut cooked, mut mended) = (0, 0);
    let parent = sfen(&space.rules, "8r/8k/6G2/9/9/9/9/9/9 b R 1");
    for _ in 0..400 {
        let operator = operators()[random.draw_below(operators().len())];
        let Some(mut child) = operator.apply(&space, &mut probe, &mut random, &parent, &parent)
        else {
            continue;
        };
        let Err(rejected) = screen(&space, &mut probe, &mut child, &terms) else { continue };
        let Some((screened, cook)) = rejected.cook else { continue };
        assert_eq!(rejected.reason, RejectReason::Cook);
        cooked += 1;
        if let Some((mut fixed, passed)) =
            repair(&space, &mut probe, &mut random, &child, &screened, &cook, &terms)
        {
            assert_eq!(
                (passed.plies, passed.line.first()),
                (screened.plies, screened.line.first())
            );
            assert_eq!(screen(&space, &mut probe, &mut fixed, &terms).as_ref(), Ok(&passed));
            mended += 1;
        }
    }
    assert!(cooked >= 20 && mended >= 3, "{mended} of {cooked}");
}
