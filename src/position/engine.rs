//! The contract that every move generator keeps, so that one search can be compiled for each.
//!
//! The laws (`tests/laws.rs` holds every engine to them): `undo` after `play` restores everything;
//! keys after `play` equal the keys of an engine made from the resulting position; no move is listed
//! twice; forcing moves are exactly the legal moves that force, by the referee's judgement.

use super::{Forcing, Hand, Move, MoveList, Piece, Position};
use crate::rules::{Rules, Side, Square};
use std::sync::Arc;

/// A hash of everything but the hands: board, side to move, and the memories of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct BoardKey(pub u64);

/// What can be said of an attacker's node without searching.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrontierResult {
    /// There is no forcing move.
    NoForcingMove,
    /// This move mates at once.
    Mate(Move),
    /// There are these forcing moves, and none mates at once.
    Undecided(ForcingMoveCount),
}

/// How many forcing moves there are, perhaps some drops of pawns not counted (see [`Engine::test_frontier`]).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ForcingMoveCount {
    /// All.
    pub total: u32,
    /// Those of pieces on the board.
    pub board_moves: u32,
}

impl ForcingMoveCount {
    /// Counts them.
    pub fn of(forcing: &[Move]) -> ForcingMoveCount {
        let drops = forcing.iter().filter(|m| m.dropped().is_some()).count();
        ForcingMoveCount {
            total: forcing.len() as u32,
            board_moves: (forcing.len() - drops) as u32,
        }
    }
}

impl FrontierResult {
    /// Of a position with these forcing moves, of which `mate` finds one that mates at once, if there is one.
    pub fn of(forcing: &[Move], mate: impl FnOnce() -> Option<Move>) -> FrontierResult {
        if forcing.is_empty() {
            return FrontierResult::NoForcingMove;
        }
        mate().map_or_else(
            || FrontierResult::Undecided(ForcingMoveCount::of(forcing)),
            FrontierResult::Mate,
        )
    }
}

/// A board that can be played on and taken back.
pub trait Engine: Clone + Send {
    /// An engine at `position`, with `attacker` playing forcing moves of this kind. The position must
    /// fit the rules' board; it need not be a sound problem.
    fn new(rules: &Arc<Rules>, position: &Position, attacker: Side, forcing: Forcing) -> Self;

    /// An engine as `new` makes one, for the same rules, attacker and stipulation as this one's: what was
    /// made of the rules is used again. For programs that look at very many positions.
    fn with_shared_tables(
        &self,
        rules: &Arc<Rules>,
        position: &Position,
        attacker: Side,
        forcing: Forcing,
    ) -> Self {
        Self::new(rules, position, attacker, forcing)
    }

    /// Whose turn it is.
    fn side(&self) -> Side;

    /// Hash of everything but the hands. Two positions reached in one problem have the same key if and
    /// (up to a chance of 2^-64) only if they are equal but for the hands.
    fn key(&self) -> BoardKey;

    /// What a side holds in hand.
    fn hand(&self, side: Side) -> Hand;

    /// Gives the two sides, Black first, these hands, which share the same material otherwise. They must be as they
    /// were before a move played earlier is taken back.
    fn set_hands(&mut self, hands: [Hand; 2]);

    /// Plays a move from `legal` or `forcing`.
    fn play(&mut self, m: Move);

    /// Takes back the last move played, if there is one.
    fn undo(&mut self);

    /// Forgets the moves played so far: they take no more memory, and cannot be taken back.
    fn clear_history(&mut self);

    /// Plays a line as long as its moves are legal, those of the attacker forcing. True if all of it could
    /// be played.
    fn play_line(&mut self, attacker: Side, line: &[Move]) -> bool {
        let mut moves = MoveList::new();
        line.iter().all(|&m| {
            if self.side() == attacker {
                self.generate_forcing(&mut moves);
            } else {
                self.generate_legal(&mut moves);
            }
            let possible = moves.contains(&m);
            if possible {
                self.play(m);
            }
            possible
        })
    }

    /// Plays a line like [`Engine::play_line`]. True if all of it could be played, and it ends in mate.
    fn play_to_mate(&mut self, attacker: Side, line: &[Move]) -> bool {
        if line.is_empty() || !self.play_line(attacker, line) || self.side() == attacker {
            return false;
        }
        let mut replies = MoveList::new();
        self.generate_legal(&mut replies);
        replies.is_empty()
    }

    /// True if the side to move is in check: the opponent could capture all its royals in one move.
    fn in_check(&mut self) -> bool;

    /// All legal moves of the side to move, in an order that depends on the position alone. `out` is
    /// cleared first. Empty when the game is over because the side to move has lost its last royal.
    fn generate_legal(&mut self, out: &mut MoveList);

    /// The legal moves of the side to move to a square of the opponent's, in the order of [`Engine::generate_legal`]; or, where it
    /// returns true, all legal moves, as those alone would not be found any sooner. `out` is cleared first.
    fn generate_captures(&mut self, _square: Square, out: &mut MoveList) -> bool {
        self.generate_legal(out);
        true
    }

    /// The legal moves of the side to move that force (capture a royal or check, as the problem's
    /// stipulation says), judging it as the attacker. `out` is cleared first.
    fn generate_forcing(&mut self, out: &mut MoveList);

    /// The piece on a square.
    fn at(&self, square: Square) -> Option<Piece>;

    /// Kinds, in lanes, that could answer the check that the side to move is in by being dropped, if it had
    /// them in hand. Too many are safe; too few are not.
    fn interposable_kinds(&self) -> Hand {
        Hand::ONE_OF_EACH
    }

    /// How many pieces of the side to move cover the final square of a move of it, the moving piece apart. Only
    /// estimates use it: an engine that cannot count quickly may leave some out.
    fn count_support(&self, _m: Move) -> u32 {
        0
    }

    /// What `side` has to keep an attack going, beyond the checks that it has: roughly, how often that doubles what
    /// it takes to refute the attack, in sixteenths. Only estimates use it.
    fn attack_potential(&self, side: Side) -> u32 {
        16 * self.hand(side).total()
    }

    /// The squares of `side`'s royals whose capture matters, in any order; none of a phantom's. `out` is cleared
    /// first.
    fn royals(&self, side: Side, out: &mut Vec<Square>);

    /// The position as plain data.
    fn position(&self) -> Position;

    /// A forcing move after which the defender has no legal move, if there is one.
    fn mate_in_one(&mut self) -> Option<Move>;

    /// What can be said of an attacker's node without searching. `scratch` is overwritten. An engine that does not
    /// list the forcing moves may leave drops of pawns out of their number, unless there are no others.
    fn test_frontier(&mut self, scratch: &mut MoveList) -> FrontierResult {
        self.generate_forcing(scratch);
        FrontierResult::of(scratch, || self.mate_in_one())
    }

    /// Key and hand of `side` after a move from `legal` or `forcing`, without playing it if the engine
    /// can tell.
    fn key_and_hand_after(&mut self, m: Move, side: Side) -> (BoardKey, Hand) {
        self.play(m);
        let after = (self.key(), self.hand(side));
        self.undo();
        after
    }
}
