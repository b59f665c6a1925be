//! The engine for standard shogi: 9×9 bitboards.
//!
//! Its rules are hard-coded; [`plays`] decides whether they are the rules in force. The tests in
//! `tests/bitboard.rs` compare it with the referee, which reads the rules as data, and with two
//! other programs.
//!
//! Why a second engine: on standard shogi it lists checks more than four times as fast as the
//! [mailbox engine](super::mailbox), which plays every game (`benches/README.md`).
//!
//! - Attacks of sliders are computed, not looked up in large tables (`tables`).
//! - Legal moves come from pins, checkers and a mask of target squares; no move is played to test
//!   it. The exception is a root position in which a king can be captured, which no legal play
//!   reaches.
//! - Checks are generated from the king outwards: `generate` intersects the targets of each piece
//!   with the squares from which its class checks.
//! - The mate-in-one test refutes most checks as sets of squares (`mate_in_one`).
//!
//! | module | contents |
//! | --- | --- |
//! | `piece_codes` | codes of pieces, and their translation to kinds |
//! | `tables` | attack tables and sliding attacks |
//! | `zobrist` | words for hash keys |
//! | `position` | the board, playing and undoing, attackers |
//! | `generate` | legal moves and checks |
//! | `replies` | is there any reply; uchifuzume |
//! | `mate_in_one` | mate in one |
//! | `search_hints` | support, attack potential, interposable kinds, keys after a move |

mod generate;
mod mate_in_one;
mod piece_codes;
mod position;
mod replies;
mod search_hints;
mod tables;
mod zobrist;

use crate::position::{
    BoardKey, Engine, Forcing, FrontierResult, Hand, Move, MoveList, Piece, Position,
};
use crate::rules::{Options, Royalty, Rules, Side, Square, builtin};
use position::{BitboardPosition, NO_SQUARE};
use std::sync::{Arc, LazyLock};

/// An engine for standard shogi. See the [module's documentation](self).
#[derive(Clone, Debug)]
pub struct BitboardEngine {
    position: BitboardPosition,
    /// For lists that do not leave the engine.
    scratch: MoveList,
}

/// Moves wanted of an irregular root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum WantedMoves {
    Legal,
    Forcing,
}

/// True if [`BitboardEngine`] can play from this position: it [plays] the game, no side has two
/// kings, and the position has no memories that standard shogi lacks.
pub fn suits(rules: &Rules, position: &Position) -> bool {
    position.counter_strike.is_none()
        && position.deferred.is_empty()
        && Side::BOTH.iter().all(|&side| position.royals(rules, side).len() < 2)
        && plays(rules)
}

/// True if these rules are standard shogi with default options, as far as that matters to play.
/// Names, drawings, the order of pieces and the start position may differ.
pub fn plays(rules: &Rules) -> bool {
    static SHOGI: LazyLock<Option<Rules>> =
        LazyLock::new(|| builtin::rules("shogi", &[]).and_then(Result::ok));
    let Some(shogi) = &*SHOGI else { return false };
    let same_piece = |id: &&str| {
        let (Some(ours), Some(theirs)) = (shogi.kind(id), rules.kind(id)) else { return false };
        let name = |rules: &Rules, kind| rules.spec(kind).id.clone();
        let (ours, theirs) = (shogi.spec(ours), rules.spec(theirs));
        let mut atoms = [ours.atoms.clone(), theirs.atoms.clone()];
        atoms.iter_mut().for_each(|s| s.sort_unstable());
        atoms[0] == atoms[1]
            && ours.promotes_to.map(|k| name(shogi, k))
                == theirs.promotes_to.map(|k| name(rules, k))
            && theirs.promotion_choices.is_empty()
            && name(shogi, ours.base) == name(rules, theirs.base)
            && (ours.royalty == Royalty::Royal) == (theirs.royalty == Royalty::Royal)
            && ours.region == theirs.region
            && (ours.pawn, ours.lion) == (theirs.pawn, theirs.lion)
            && ours.contagion.is_some() == theirs.contagion.is_some()
            && ours.lane.is_some() == theirs.lane.is_some()
    };
    rules.board == shogi.board
        && rules.kinds.len() == shogi.kinds.len()
        && piece_codes::IDS.iter().all(same_piece)
        && effective(&rules.options) == effective(&shogi.options)
}

/// The options, with all that have no effect on these pieces at their defaults.
fn effective(options: &Options) -> Options {
    let idle = Options::default();
    Options {
        king_safety: options.king_safety,
        stalemate: options.stalemate,
        facing_royals: options.facing_royals,
        promotion: options.promotion,
        zone: options.zone,
        forced_promotion: options.forced_promotion,
        deferral: options.deferral,
        drops: options.drops,
        drop_forms: options.drop_forms,
        dead_drops: options.dead_drops,
        no_drop_mate: options.no_drop_mate.clone(),
        no_drop_check: options.no_drop_check.clone(),
        nifu: options.nifu,
        uchifuzume: options.uchifuzume,
        ..idle
    }
}

impl BitboardEngine {
    /// Appends moves of an irregular root, in which their king can be captured or was captured:
    /// each pseudo-legal move is played and tested.
    fn add_irregular_moves(&mut self, out: &mut MoveList, wanted: WantedMoves) {
        let position = &mut self.position;
        position.generate_pseudo_legal(out);
        let (us, them) = (position.turn, position.turn ^ 1);
        if position.has_lost(them) {
            return;
        }
        let target = position.royal[them];
        out.retain(|&m| {
            if m.to().index() == target {
                return true;
            }
            let is_pawn_drop = m.dropped() == Some(position.pawn());
            position.play(m);
            let occupied = position.occupied();
            let is_safe = !position.is_attacked(position.royal[us], them, occupied);
            let is_check = position.is_attacked(position.royal[them], us, occupied);
            let is_uchifuzume = is_pawn_drop && is_check && !position.has_reply();
            position.undo();
            is_safe && (is_check || wanted == WantedMoves::Legal) && !is_uchifuzume
        });
    }
}

impl Engine for BitboardEngine {
    fn new(rules: &Arc<Rules>, position: &Position, _attacker: Side, _forcing: Forcing) -> Self {
        let position = BitboardPosition::new(rules, position);
        BitboardEngine { position, scratch: MoveList::new() }
    }

    fn side(&self) -> Side {
        Side::BOTH[self.position.turn]
    }

    fn key(&self) -> BoardKey {
        BoardKey(self.position.key)
    }

    fn hand(&self, side: Side) -> Hand {
        self.position.hands[side.index()]
    }

    fn set_hands(&mut self, hands: [Hand; 2]) {
        self.position.hands = hands;
    }

    fn play(&mut self, m: Move) {
        self.position.play(m);
    }

    fn undo(&mut self) {
        self.position.undo();
    }

    fn clear_history(&mut self) {
        self.position.clear_history();
    }

    fn in_check(&mut self) -> bool {
        let us = self.position.turn;
        self.position.is_attacked(self.position.royal[us], us ^ 1, self.position.occupied())
    }

    fn generate_legal(&mut self, out: &mut MoveList) {
        out.clear();
        if self.position.is_irregular_root() {
            if !self.position.has_lost(self.position.turn) {
                self.add_irregular_moves(out, WantedMoves::Legal);
            }
        } else if !self.position.has_lost(self.position.turn) {
            self.position.generate_legal(out);
        }
    }

    fn generate_captures(&mut self, square: Square, out: &mut MoveList) -> bool {
        let us = self.position.turn;
        if self.position.is_irregular_root() || self.position.royal[us] == NO_SQUARE {
            self.generate_legal(out);
            return true;
        }
        out.clear();
        self.position.generate_captures(square.index(), out);
        false
    }

    fn generate_forcing(&mut self, out: &mut MoveList) {
        out.clear();
        let us = self.position.turn;
        if self.position.is_irregular_root() {
            if !self.position.has_lost(us) {
                self.add_irregular_moves(out, WantedMoves::Forcing);
            }
        } else if self.position.royal[us ^ 1] != NO_SQUARE && !self.position.has_lost(us) {
            self.position.generate_checks(out);
        }
    }

    fn at(&self, square: Square) -> Option<Piece> {
        self.position.at(square.index())
    }

    fn interposable_kinds(&self) -> Hand {
        self.position.interposable_kinds()
    }

    fn count_support(&self, m: Move) -> u32 {
        self.position.count_support(m)
    }

    fn attack_potential(&self, side: Side) -> u32 {
        self.position.attack_potential(side.index())
    }

    fn royals(&self, side: Side, out: &mut Vec<Square>) {
        out.clear();
        let at = self.position.royal[side.index()];
        out.extend((at != NO_SQUARE).then_some(Square(at as u16)));
    }

    fn position(&self) -> Position {
        self.position.position()
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
        let us = self.position.turn;
        if self.position.is_irregular_root() {
            self.generate_forcing(scratch);
            return FrontierResult::of(scratch, || {
                scratch.iter().copied().find(|&m| self.position.is_mate(m))
            });
        }
        if self.position.royal[us ^ 1] == NO_SQUARE || self.position.has_lost(us) {
            return FrontierResult::NoForcingMove;
        }
        self.position.test_frontier(scratch)
    }

    fn key_and_hand_after(&mut self, m: Move, side: Side) -> (BoardKey, Hand) {
        let (key, hand) = self.position.key_and_hand_after(m);
        let mover = side.index() == self.position.turn;
        (BoardKey(key), if mover { hand } else { self.position.hands[side.index()] })
    }
}
