//! Comparison of every answer of an engine about a position with the referee's.

use crate::support::random::Random;
use std::sync::Arc;
use tsume::movegen::MailboxEngine;
use tsume::notation::usi;
use tsume::position::{Engine, Forcing, Hand, Move, Piece, Position};
use tsume::referee::{
    attacks, forcing_moves, has_lost, in_check, is_forcing, is_legal, legal_moves, play, promotion,
    pseudo_legal,
};
use tsume::rules::options::HookAfterCapture;
use tsume::rules::{Kind, MovementAtom, Rules};

/// `Err` describes a difference.
pub type Comparison<T = ()> = Result<T, String>;

/// Compares two lists of moves. The referee's is sorted.
pub fn same_moves(rules: &Rules, what: &str, mut fast: Vec<Move>, slow: &[Move]) -> Comparison {
    fast.sort_unstable();
    if fast == slow {
        return Ok(());
    }
    let text = |moves: Vec<&Move>| -> Vec<String> {
        moves.into_iter().map(|&m| usi::write(rules, m)).collect()
    };
    let missing = text(slow.iter().filter(|m| !fast.contains(m)).collect());
    let extra = text(fast.iter().filter(|m| !slow.contains(m)).collect());
    let (fast, slow) = (fast.len(), slow.len());
    Err(format!("{what}: missing {missing:?}, extra {extra:?}, {fast} and {slow}"))
}

/// Compares two values.
fn same<T: PartialEq + std::fmt::Debug>(what: &str, fast: T, slow: T) -> Comparison {
    if fast == slow {
        return Ok(());
    }
    Err(format!("{what}: {fast:?}, by the referee {slow:?}"))
}

/// The referee's [`legal_moves`] and [`forcing_moves`] against [`is_legal`] and [`is_forcing`]: the
/// lists consider all moves of a position together, and only pieces that could capture the royal;
/// the tests take one move and play it. Returns the number of forbidden and of forcing moves.
pub fn lists_match_single_moves(rules: &Rules, position: &Position) -> Comparison<(usize, usize)> {
    let ways =
        rules.board.iter().flat_map(|from| pseudo_legal::moves_of_piece(rules, position, from));
    let choices: Vec<Kind> = match rules.has_promotion_choices {
        true => rules.iter().map(|(kind, _)| kind).collect(),
        false => Vec::new(),
    };
    let chosen = |way: Move| choices.iter().map(move |&kind| way.with_promotion(kind));
    let forms = |way: Move| [way, way.with_change(true)].into_iter().chain(chosen(way));
    let mut all: Vec<Move> = ways.flat_map(forms).collect();
    let forms: Vec<Kind> =
        (0..rules.lanes.len()).flat_map(|lane| rules.forms_of_lane(lane)).collect();
    let drops = |to| forms.iter().map(move |&kind| Move::drop(kind, to));
    all.extend(rules.board.iter().flat_map(drops));
    all.sort_unstable();
    all.dedup();
    let count = all.len();
    all.retain(|&m| is_legal(rules, position, m));
    same_moves(rules, "legal moves as a list", legal_moves(rules, position), &all)?;
    let is_check = can_lose_all_royals(rules, position);
    same("check, and captures of all royals", in_check(rules, position), is_check)?;
    let mut forced = 0;
    for forcing in [Forcing::Check, Forcing::Royal] {
        let mut forces = all.clone();
        forces.retain(|&m| is_forcing(rules, position, m, forcing));
        forced += forces.len();
        let list = forcing_moves(rules, position, forcing);
        same_moves(rules, "forcing moves as a list", list, &forces)?;
    }
    Ok((count - all.len(), forced))
}

/// True if some move of the opponent, if it had the move, would leave the side to move without
/// royals: the definition of check.
fn can_lose_all_royals(rules: &Rules, position: &Position) -> bool {
    let side = position.side;
    if position.phantom[side.index()] || has_lost(rules, position, side) {
        return false;
    }
    let mut opponent = position.clone();
    opponent.side = side.other();
    let ways = opponent.pieces().filter(|(_, piece)| piece.side() == side.other());
    let ways = ways.flat_map(|(from, _)| pseudo_legal::moves_of_piece(rules, &opponent, from));
    ways.flat_map(|way| promotion::forms(rules, &opponent, way))
        .any(|m| has_lost(rules, &play(rules, &opponent, m), side))
}

/// The engine's mate in one. It must exist if and only if one of the referee's forcing moves leaves
/// no reply, and it must be such a move.
fn agreed_mate<E: Engine>(
    rules: &Rules,
    position: &Position,
    engine: &mut E,
    slow: &[Move],
) -> Comparison<Option<Move>> {
    let mates = |m: &Move| legal_moves(rules, &play(rules, position, *m)).is_empty();
    let found = engine.mate_in_one();
    let expected = slow.iter().copied().find(mates);
    if found.is_some() == expected.is_some() && found.is_none_or(|m| slow.contains(&m) && mates(&m))
    {
        return Ok(found);
    }
    let text = |m: Option<Move>| m.map(|m| usi::write(rules, m));
    Err(format!("mate in one: {:?}, by the referee {:?}", text(found), text(expected)))
}

/// The same by a new engine, under each stipulation.
pub fn agreed_mates(rules: &Arc<Rules>, position: &Position) -> Comparison<[Option<Move>; 2]> {
    let agreed = |forcing| {
        let slow = forcing_moves(rules, position, forcing);
        let mut engine = MailboxEngine::new(rules, position, position.side, forcing);
        agreed_mate(rules, position, &mut engine, &slow)
    };
    Ok([agreed(Forcing::Check)?, agreed(Forcing::Royal)?])
}

/// Compares every answer of engine and referee about a position.
pub fn compare<E: Engine>(
    rules: &Arc<Rules>,
    position: &Position,
    random: &mut Random,
) -> Comparison {
    let attacker = position.side;
    let mut list = Vec::new();
    for forcing in [Forcing::Check, Forcing::Royal] {
        let mut engine = E::new(rules, position, attacker, forcing);
        engine.generate_forcing(&mut list);
        let slow = forcing_moves(rules, position, forcing);
        same_moves(rules, forcing.name(), list.clone(), &slow)?;
        compare_replies(rules, position, &mut engine, &slow[..slow.len().min(MAX_ANSWERED)])?;
        // Against several royals the engine plays few forcing moves: compare more there.
        let mut royals = Vec::new();
        engine.royals(attacker.other(), &mut royals);
        if slow.len() <= if royals.len() > 1 { 40 } else { 4 } {
            let found = agreed_mate(rules, position, &mut engine, &slow)?;
            let frontier = engine.test_frontier(&mut list);
            if !crate::support::is_frontier(rules, frontier, found, &slow) {
                return Err(format!("{} frontier: {frontier:?}", forcing.name()));
            }
        }
    }
    let mut engine = E::new(rules, position, attacker, Forcing::Check);
    same("position", &engine.position(), position)?;
    same("check", engine.in_check(), in_check(rules, position))?;
    engine.generate_legal(&mut list);
    let legal = legal_moves(rules, position);
    same_moves(rules, "legal", list.clone(), &legal)?;
    compare_interposable(rules, position, &engine)?;
    for _ in 0..legal.len().min(5) {
        let m = *random.pick(&legal);
        compare_support(rules, position, &engine, m)?;
        let told = position.side;
        let foretold = [told, told.other()].map(|side| engine.key_and_hand_after(m, side));
        engine.play(m);
        let after = play(rules, position, m);
        let name = usi::write(rules, m);
        same(&format!("after {name}"), engine.position(), after.clone())?;
        let keys = [told, told.other()].map(|side| (engine.key(), engine.hand(side)));
        same(&format!("key after {name}"), foretold, keys)?;
        let fresh = engine.with_shared_tables(rules, &after, attacker, Forcing::Check);
        same(&format!("key made of the position after {name}"), engine.key(), fresh.key())?;
        same(&format!("check after {name}"), engine.in_check(), in_check(rules, &after))?;
        engine.generate_legal(&mut list);
        let slow = legal_moves(rules, &after);
        same_moves(rules, &format!("legal after {name}"), list.clone(), &slow)?;
        compare_interposable(rules, &after, &engine)?;
        engine.undo();
    }
    same("position taken back", &engine.position(), position)
}

/// Forcing moves of a position whose replies are compared.
const MAX_ANSWERED: usize = 60;

/// The engine's reply to each of some legal moves must be legal; where it has none, there is none.
fn compare_replies<E: Engine>(
    rules: &Rules,
    position: &Position,
    engine: &mut E,
    moves: &[Move],
) -> Comparison {
    let mut replies = Vec::new();
    engine.find_replies(moves, &mut replies);
    same("number of replies", replies.len(), moves.len())?;
    for (&m, reply) in moves.iter().zip(replies) {
        let after = play(rules, position, m);
        let is_right = match reply {
            Some(reply) => is_legal(rules, &after, reply),
            None => legal_moves(rules, &after).is_empty(),
        };
        if !is_right {
            let reply = reply.map(|reply| usi::write(rules, reply));
            return Err(format!("reply to {}: {reply:?}", usi::write(rules, m)));
        }
    }
    Ok(())
}

/// Every kind whose drop can stop a check must be among the engine's interposable kinds.
fn compare_interposable<E: Engine>(rules: &Rules, position: &Position, engine: &E) -> Comparison {
    let kinds = engine.interposable_kinds();
    if !rules.has_drops() || kinds == Hand::ONE_OF_EACH || !in_check(rules, position) {
        return Ok(());
    }
    let mut rich = position.clone();
    for lane in 0..rules.lanes.len() as u8 {
        rich.hands[rich.side.index()] = rich.hands[rich.side.index()].set(lane, Hand::MAX);
    }
    let dropped = legal_moves(rules, &rich).into_iter().filter_map(Move::dropped);
    for kind in dropped {
        if rules.lane_of_drop(kind).is_none_or(|lane| kinds.count(lane) == 0) {
            return Err(format!("{} answers by a drop", rules.spec(kind).id));
        }
    }
    Ok(())
}

/// Compares the support of a move's final square. Engines may leave out hook movers and emperors,
/// so that positions with such pieces are skipped.
fn compare_support<E: Engine>(
    rules: &Rules,
    position: &Position,
    engine: &E,
    m: Move,
) -> Comparison {
    let mut lifted = position.clone();
    if let Some(from) = m.from() {
        lifted.board[from.index()] = None;
    }
    let unclear = |movement: &MovementAtom| match movement {
        MovementAtom::Hook { forward, after_capture, .. } => {
            !forward && *after_capture != HookAfterCapture::Only
        }
        movement => *movement == MovementAtom::Emperor,
    };
    let odd = |piece: Piece| rules.spec(piece.kind()).atoms.iter().any(unclear);
    if lifted.pieces().any(|(_, piece)| odd(piece)) {
        return Ok(());
    }
    let covers = |from| from != m.to() && attacks::can_capture(rules, &lifted, from, m.to());
    let ours = lifted.pieces().filter(|(_, piece)| piece.side() == position.side);
    let expected = ours.filter(|&(from, _)| covers(from)).count() as u32;
    same(&format!("cover of {}", usi::write(rules, m)), engine.count_support(m), expected)
}
