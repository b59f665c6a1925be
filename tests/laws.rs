//! The laws of the engine contract (`position::engine`), checked for every engine on positions from
//! random play and on random heaps of pieces: the mailbox engine and the referee in every game and
//! under every option, the bitboard engine in standard shogi.

use crate::support::random::{Random, all_rules, played, scattered};
use std::sync::Arc;
use tsume::movegen::{BitboardEngine, MailboxEngine, bitboard};
use tsume::notation::sfen;
use tsume::position::{Engine, Forcing, Move, Position};
use tsume::referee::{Referee, has_lost, is_royal_threatened};
use tsume::rules::options::KingSafety;
use tsume::rules::{Rules, Side};

/// Plays up to `plies` random moves from `position`, checks the laws at every step, and takes all
/// moves back.
fn check_laws<E: Engine>(
    rules: &Arc<Rules>,
    position: &Position,
    forcing: Forcing,
    plies: usize,
    random: &mut Random,
) {
    let fresh = |position: &Position| E::new(rules, position, position.side, forcing);
    let mut engine = fresh(position);
    assert_eq!(&engine.position(), position);
    let mut trail = Vec::new();
    for _ in 0..plies {
        let here = engine.position();
        let place = || format!("{rules}\n{}", sfen::write(rules, &here));
        assert_eq!(engine.key(), fresh(&here).key(), "{} key", place());
        assert_eq!(engine.side(), here.side);
        assert!(rules.board.iter().all(|square| engine.at(square) == here.at(square)));
        let moves = legal(&mut engine);
        let mut sorted = moves.clone();
        sorted.sort_unstable();
        sorted.dedup();
        assert_eq!(sorted.len(), moves.len(), "{} a move is listed twice", place());
        assert_eq!(moves, legal(&mut fresh(&here)), "{} order", place());

        let mut forced = Vec::new();
        engine.generate_forcing(&mut forced);
        forced.sort_unstable();
        sorted.retain(|&m| forces(rules, &mut engine, &here, forcing, m, random));
        assert_eq!(forced, sorted, "{} forcing", place());
        if moves.is_empty() {
            break;
        }
        let m = *random.pick(&moves);
        let mut shared = here.clone();
        shared.hands.reverse();
        engine.set_hands(shared.hands);
        let mut other = fresh(&shared);
        assert_eq!((engine.position(), engine.key()), (shared, other.key()), "{} hands", place());
        let turned = legal(&mut engine);
        assert_eq!(turned, legal(&mut other), "{} hands", place());
        if let Some(&m) = turned.last() {
            engine.play(m);
            other.play(m);
            assert_eq!(engine.position(), other.position(), "{} hands", place());
            engine.undo();
        }
        engine.set_hands(here.hands);
        let mut bare = engine.clone();
        bare.clear_history();
        assert_eq!(legal(&mut bare), moves, "{} without a past", place());
        bare.play(m);
        bare.undo();
        // Nothing is left to take back.
        bare.undo();
        assert_eq!((bare.position(), bare.key()), (here.clone(), engine.key()), "{}", place());
        trail.push((here, engine.key(), engine.hand(engine.side())));
        engine.play(m);
    }
    for (before, key, hand) in trail.into_iter().rev() {
        engine.undo();
        assert_eq!(engine.position(), before, "{rules} taken back");
        assert_eq!((engine.key(), engine.hand(engine.side())), (key, hand));
    }
}

fn legal<E: Engine>(engine: &mut E) -> Vec<Move> {
    let mut list = Vec::new();
    engine.generate_legal(&mut list);
    list
}

/// True if a legal move forces, judged by the referee from the position after it. Restores the
/// engine.
fn forces<E: Engine>(
    rules: &Arc<Rules>,
    engine: &mut E,
    before: &Position,
    forcing: Forcing,
    m: Move,
    random: &mut Random,
) -> bool {
    let foretold = Side::BOTH.map(|side| engine.key_and_hand_after(m, side));
    engine.play(m);
    let found = Side::BOTH.map(|side| (engine.key(), engine.hand(side)));
    assert_eq!(foretold, found, "{rules}\n{} {m:?}", sfen::write(rules, before));
    let after = engine.position();
    let strict = rules.options.king_safety == KingSafety::Strict;
    let checks = engine.in_check();
    engine.undo();
    assert_eq!(&engine.position(), before, "{rules}\n{} {m:?}", sfen::write(rules, before));
    let defender = after.side;
    let royals = |position: &Position| position.royals(rules, defender).len();
    let takes_royal = !after.phantom[defender.index()] && royals(&after) < royals(before);
    if strict && random.once_in(10) && !has_lost(rules, &after, defender) {
        // The move does not leave all royals of the mover capturable at once.
        let mut mine = after.clone();
        mine.side = before.side;
        let mut turned = E::new(rules, &mine, before.side, forcing);
        assert!(!turned.in_check(), "{rules}\n{} {m:?}", sfen::write(rules, before));
    }
    has_lost(rules, &after, defender)
        || match forcing {
            Forcing::Check => checks,
            Forcing::Royal => takes_royal || is_royal_threatened(rules, &after, defender),
        }
}

fn run<E: Engine>(variant: &str, seed: u64, mixtures: usize, rounds: usize) {
    let mut random = Random(seed);
    let random = &mut random;
    for rules in all_rules(variant, mixtures, random) {
        for round in 0..rounds {
            let forcing = *random.pick(&[Forcing::Check, Forcing::Royal]);
            if round == 0 {
                let plies = random.below(12);
                check_laws::<E>(&rules, &played(&rules, plies, random), forcing, 2, random);
            }
            let position = scattered(&rules, random);
            check_laws::<E>(&rules, &position, forcing, 4, random);
        }
    }
}

const GAMES: [&str; 7] = ["shogi", "minishogi", "sho", "chu", "dai", "maka_dai_dai", "hishigata"];

#[test]
fn mailbox_keeps_the_laws() {
    for (seed, game) in GAMES.iter().enumerate() {
        run::<MailboxEngine>(game, 100 + seed as u64, 4, 2);
    }
}

/// The bitboard engine plays standard shogi alone, with at most one king a side.
#[test]
fn bitboard_keeps_the_laws() {
    let mut random = Random(300);
    let random = &mut random;
    let rules = crate::support::rules("shogi", &[]);
    let mut checked = 0;
    while checked < 200 {
        let game = random.once_in(4);
        let plies = random.below(60);
        let position = if game { played(&rules, plies, random) } else { scattered(&rules, random) };
        if bitboard::suits(&rules, &position) {
            let forcing = *random.pick(&[Forcing::Check, Forcing::Royal]);
            check_laws::<BitboardEngine>(&rules, &position, forcing, 6, random);
            checked += 1;
        }
    }
}

#[test]
fn referee_keeps_the_laws() {
    for (seed, game) in GAMES[..5].iter().enumerate() {
        run::<Referee>(game, 200 + seed as u64, 0, 1);
    }
}

#[test]
fn distinct_boards_have_distinct_keys() {
    let mut random = Random(5);
    for game in GAMES {
        let rules = crate::support::rules(game, &[]);
        let mut seen = std::collections::HashMap::new();
        for _ in 0..300 {
            let mut position = scattered(&rules, &mut random);
            let engine = MailboxEngine::new(&rules, &position, position.side, Forcing::Check);
            position.hands = Default::default();
            position.phantom = [false; 2];
            let old = seen.insert(engine.key(), position.clone());
            assert!(old.is_none_or(|old| old == position));
        }
        assert!(seen.len() > 250);
    }
}

#[test]
fn line_of_ten_thousand_plies_can_be_undone() {
    let rules = crate::support::rules("shogi", &[]);
    let start = crate::support::position(&rules, "4k4/9/9/9/9/9/9/9/4K4 b RBr2p 1");
    let mut engine = MailboxEngine::new(&rules, &start, start.side, Forcing::Check);
    let mut random = Random(77);
    let key = engine.key();
    let mut plies = 0;
    while plies < 10_000 {
        let moves = legal(&mut engine);
        if moves.is_empty() {
            engine.undo();
            plies -= 1;
            continue;
        }
        engine.play(*random.pick(&moves));
        plies += 1;
    }
    for _ in 0..plies {
        engine.undo();
    }
    assert_eq!((engine.position(), engine.key()), (start, key));
}
