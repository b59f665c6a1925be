//! The engine for standard shogi: 9×9 bitboards.
//!
//! It knows the rules by heart (`plays` tells whether they are the rules in force); the twin tests in
//! `tests/bitboard.rs` hold it to the referee, which reads them from the data.

mod assault;
mod code;
mod generate;
mod inspect;
mod mate;
mod state;
mod tables;
mod zobrist;

use crate::position::{
    BoardKey, Engine, Forcing, FrontierResult, Hand, Move, MoveList, Piece, Position,
};
use crate::rules::{Options, Royalty, Rules, Side, Square, builtin};
use state::{NONE, State};
use std::sync::{Arc, LazyLock};

/// A board of standard shogi that can be played on and taken back.
#[derive(Clone, Debug)]
pub struct BitboardEngine {
    state: State,
    /// For lists that do not leave the engine.
    scratch: MoveList,
}

/// True if [`BitboardEngine`] can play from this position: it [plays] the game, no side has two kings, and nothing is
/// remembered that standard shogi does not remember.
pub fn suits(rules: &Rules, position: &Position) -> bool {
    position.counter_strike.is_none()
        && position.deferred.is_empty()
        && Side::BOTH.iter().all(|&side| position.royals(rules, side).len() < 2)
        && plays(rules)
}

/// True if these rules are standard shogi with default options in all that matters to play; names,
/// drawings, the order of pieces and the start position may differ.
pub fn plays(rules: &Rules) -> bool {
    static SHOGI: LazyLock<Option<Rules>> =
        LazyLock::new(|| builtin::rules("shogi", &[]).and_then(Result::ok));
    let Some(shogi) = &*SHOGI else { return false };
    let same_piece = |id: &&str| {
        let (Some(ours), Some(theirs)) = (shogi.kind(id), rules.kind(id)) else { return false };
        let name = |rules: &Rules, kind| rules.spec(kind).id.clone();
        let (ours, theirs) = (shogi.spec(ours), rules.spec(theirs));
        let mut strokes = [ours.strokes.clone(), theirs.strokes.clone()];
        strokes.iter_mut().for_each(|s| s.sort_unstable());
        strokes[0] == strokes[1]
            && ours.promotes_to.map(|k| name(shogi, k))
                == theirs.promotes_to.map(|k| name(rules, k))
            && name(shogi, ours.base) == name(rules, theirs.base)
            && (ours.royalty == Royalty::Royal) == (theirs.royalty == Royalty::Royal)
            && (ours.pawn, ours.lion) == (theirs.pawn, theirs.lion)
            && ours.contagion.is_some() == theirs.contagion.is_some()
            && ours.lane.is_some() == theirs.lane.is_some()
    };
    rules.board == shogi.board
        && rules.kinds.len() == shogi.kinds.len()
        && code::IDS.iter().all(same_piece)
        && effective(&rules.options) == effective(&shogi.options)
}

/// Options without those that say nothing in a game with these pieces.
fn effective(options: &Options) -> Options {
    let idle = Options::default();
    Options {
        king_safety: options.king_safety,
        promotion: options.promotion,
        zone: options.zone,
        forced_promotion: options.forced_promotion,
        deferral: options.deferral,
        drops: options.drops,
        nifu: options.nifu,
        uchifuzume: options.uchifuzume,
        ..idle
    }
}

impl BitboardEngine {
    /// Legal or forcing moves where their king can be captured or was: a root that was given so needs a
    /// generation of its own, by trying every move.
    fn odd_moves(&mut self, out: &mut MoveList, forcing: bool) {
        let state = &mut self.state;
        state.pseudo_legal(out);
        let (us, them) = (state.us, state.us ^ 1);
        if state.lost(them) {
            return;
        }
        let prey = state.royal[them];
        out.retain(|&m| {
            if m.to().index() == prey {
                return true;
            }
            let pawn_drop = m.dropped() == Some(state.pawn());
            state.play(m);
            let occupied = state.occupied();
            let safe = !state.attacked(state.royal[us], them, occupied);
            let check = state.attacked(state.royal[them], us, occupied);
            let keep = safe && (check || !forcing) && !(pawn_drop && check && !state.has_reply());
            state.undo();
            keep
        });
    }
}

impl Engine for BitboardEngine {
    fn new(rules: &Arc<Rules>, position: &Position, _attacker: Side, _forcing: Forcing) -> Self {
        BitboardEngine { state: State::new(rules, position), scratch: MoveList::new() }
    }

    fn side(&self) -> Side {
        Side::BOTH[self.state.us]
    }

    fn key(&self) -> BoardKey {
        BoardKey(self.state.key)
    }

    fn hand(&self, side: Side) -> Hand {
        self.state.hands[side.index()]
    }

    fn set_hands(&mut self, hands: [Hand; 2]) {
        self.state.hands = hands;
    }

    fn play(&mut self, m: Move) {
        self.state.play(m);
    }

    fn undo(&mut self) {
        self.state.undo();
    }

    fn clear_history(&mut self) {
        self.state.clear_history();
    }

    fn in_check(&mut self) -> bool {
        let us = self.state.us;
        self.state.attacked(self.state.royal[us], us ^ 1, self.state.occupied())
    }

    fn generate_legal(&mut self, out: &mut MoveList) {
        out.clear();
        if self.state.odd() {
            if !self.state.lost(self.state.us) {
                self.odd_moves(out, false);
            }
        } else if !self.state.lost(self.state.us) {
            self.state.generate_legal(out);
        }
    }

    fn generate_captures(&mut self, square: Square, out: &mut MoveList) -> bool {
        let us = self.state.us;
        if self.state.odd() || self.state.royal[us] == NONE {
            self.generate_legal(out);
            return true;
        }
        out.clear();
        self.state.generate_captures(square.index(), out);
        false
    }

    fn generate_forcing(&mut self, out: &mut MoveList) {
        out.clear();
        let us = self.state.us;
        if self.state.odd() {
            if !self.state.lost(us) {
                self.odd_moves(out, true);
            }
        } else if self.state.royal[us ^ 1] != NONE && !self.state.lost(us) {
            self.state.checks(out);
        }
    }

    fn at(&self, square: Square) -> Option<Piece> {
        self.state.at(square.index())
    }

    fn interposable_kinds(&self) -> Hand {
        self.state.interposable_kinds()
    }

    fn count_support(&self, m: Move) -> u32 {
        self.state.cover_of(m)
    }

    fn attack_potential(&self, side: Side) -> u32 {
        self.state.attack_potential(side.index())
    }

    fn royals(&self, side: Side, out: &mut Vec<Square>) {
        out.clear();
        let at = self.state.royal[side.index()];
        out.extend((at != NONE).then_some(Square(at as u16)));
    }

    fn position(&self) -> Position {
        self.state.position()
    }

    fn mate_in_one(&mut self) -> Option<Move> {
        let mut list = std::mem::take(&mut self.scratch);
        let frontier = self.test_frontier(&mut list);
        self.scratch = list;
        match frontier {
            FrontierResult::Mate(m) => Some(m),
            FrontierResult::NoForcingMove | FrontierResult::Undecided(_) => None,
        }
    }

    fn test_frontier(&mut self, scratch: &mut MoveList) -> FrontierResult {
        let us = self.state.us;
        if self.state.odd() {
            self.generate_forcing(scratch);
            return FrontierResult::of(scratch, || {
                scratch.iter().copied().find(|&m| self.state.mates(m))
            });
        }
        if self.state.royal[us ^ 1] == NONE || self.state.lost(us) {
            return FrontierResult::NoForcingMove;
        }
        self.state.assault(scratch)
    }

    fn key_and_hand_after(&mut self, m: Move, side: Side) -> (BoardKey, Hand) {
        let (key, hand) = self.state.after(m);
        let mover = side.index() == self.state.us;
        (BoardKey(key), if mover { hand } else { self.state.hands[side.index()] })
    }
}
