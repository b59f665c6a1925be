//! The contract of all move generators, so that one search can be compiled for each.
//!
//! The laws, which `tests/laws.rs` checks for every engine:
//!
//! - `undo` after `play` restores everything.
//! - The key after `play` equals the key of an engine created at the resulting position.
//! - No list holds a move twice, and its order depends on the position alone.
//! - The forcing moves are exactly the legal moves that force, by the referee's judgement.
//! - `key_and_hand_after` returns what `play`, `key` and `hand` would return.

use super::{Forcing, Hand, Move, MoveList, Piece, Position};
use crate::rules::{Rules, Side, Square};
use std::sync::Arc;

/// A hash of everything but the hands: board, side to move, and the memories of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct BoardKey(pub u64);

/// Result of a frontier test: what the current position shows of an attacker's node, without
/// search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrontierResult {
    /// There is no forcing move.
    NoForcingMove,
    /// This move mates at once.
    Mate(Move),
    /// There are so many forcing moves, and none of them mates at once.
    Undecided(ForcingMoveCount),
}

/// Number of forcing moves. Drops of pawns may be missing (see [`Engine::test_frontier`]).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ForcingMoveCount {
    /// All forcing moves.
    pub total: u32,
    /// Moves of pieces on the board among them.
    pub board_moves: u32,
}

impl ForcingMoveCount {
    /// Counts the moves of a list.
    pub fn of(forcing: &[Move]) -> ForcingMoveCount {
        let drops = forcing.iter().filter(|m| m.dropped().is_some()).count();
        ForcingMoveCount {
            total: forcing.len() as u32,
            board_moves: (forcing.len() - drops) as u32,
        }
    }
}

impl FrontierResult {
    /// The result for a position with these forcing moves. `mate` finds one that mates at once, if
    /// there is one.
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

/// A board on which moves are generated, played and taken back.
///
/// ```
/// use std::sync::Arc;
/// use tsume::movegen::MailboxEngine;
/// use tsume::notation::{sfen, usi};
/// use tsume::position::{Engine, Forcing};
/// use tsume::rules::{Side, builtin};
///
/// let rules = Arc::new(builtin::rules("shogi", &[]).unwrap().unwrap());
/// let position = sfen::parse(&rules, "4k4/9/4P4/9/9/9/9/9/9 b G 1").unwrap();
/// let mut engine = MailboxEngine::new(&rules, &position, Side::Black, Forcing::Check);
///
/// let mut checks = Vec::new();
/// engine.generate_forcing(&mut checks);
/// assert_eq!(checks.len(), 7); // five drops, and two forms of the pawn
///
/// let mate = engine.mate_in_one().unwrap();
/// assert_eq!(usi::write(&rules, mate), "G*5b");
/// engine.play(mate);
/// assert!(engine.in_check());
/// engine.undo();
/// ```
pub trait Engine: Clone + Send {
    /// An engine at `position`, where `attacker` plays forcing moves of this kind. The position
    /// must fit the rules' board; it need not be a sound problem.
    fn new(rules: &Arc<Rules>, position: &Position, attacker: Side, forcing: Forcing) -> Self;

    /// An engine as [`Engine::new`] creates it, for the rules of this engine, whose tables it
    /// shares. It saves time where a program looks at very many positions.
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

    /// Hash of everything except the hands. Two positions of one problem that differ only in the
    /// hands have the same key. Two others have the same key with a probability of 2^-64.
    fn key(&self) -> BoardKey;

    /// The hand of a side.
    fn hand(&self, side: Side) -> Hand;

    /// Sets the hands, Black's first. They must share the same material as before. Restore them
    /// before a move played earlier is taken back.
    fn set_hands(&mut self, hands: [Hand; 2]);

    /// Plays a move from [`Engine::generate_legal`] or [`Engine::generate_forcing`].
    fn play(&mut self, m: Move);

    /// Takes back the last move played, if there is one.
    fn undo(&mut self);

    /// Frees the memory of the moves played so far, which can no longer be taken back.
    fn clear_history(&mut self);

    /// Plays a line as long as its moves are legal and those of the attacker force. True if the
    /// whole line was played.
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

    /// Plays a line like [`Engine::play_line`]. True if the whole line was played and ends in mate.
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

    /// Fills `out` with all legal moves of the side to move, in an order that depends on the
    /// position alone. There are none if the side to move has lost its last royal.
    fn generate_legal(&mut self, out: &mut MoveList);

    /// Fills `out` with the legal moves of the side to move to a square of the opponent's, in the
    /// order of [`Engine::generate_legal`], and returns false. An engine that would not find them
    /// any sooner than all moves returns true, with all legal moves in `out`.
    fn generate_captures(&mut self, _square: Square, out: &mut MoveList) -> bool {
        self.generate_legal(out);
        true
    }

    /// Fills `out` with the legal moves of the side to move that force: they capture a royal or
    /// give check, as the problem's stipulation says. The side to move counts as the attacker.
    fn generate_forcing(&mut self, out: &mut MoveList);

    /// The piece on a square.
    fn at(&self, square: Square) -> Option<Piece>;

    /// One piece of each kind that could stop the check against the side to move as an interposed
    /// drop, if it were in hand. For proof hands too many kinds are safe, and too few are not.
    fn interposable_kinds(&self) -> Hand {
        Hand::ONE_OF_EACH
    }

    /// Number of pieces of the side to move that attack the final square of a move of it, without
    /// the moving piece. Only estimates use it: an engine that cannot count quickly may leave some
    /// out.
    fn count_support(&self, _m: Move) -> u32 {
        0
    }

    /// Material of `side` for continuing an attack beyond its present checks, in sixteenths of a
    /// doubling: 16 roughly doubles the effort of refuting the attack. Only estimates use it.
    fn attack_potential(&self, side: Side) -> u32 {
        16 * self.hand(side).total()
    }

    /// Fills `out` with the squares of the royals of `side`, in any order. There are none if the
    /// royal of `side` is a phantom.
    fn royals(&self, side: Side, out: &mut Vec<Square>);

    /// The position as plain data.
    fn position(&self) -> Position;

    /// A forcing move that leaves the defender without a legal move, if there is one.
    fn mate_in_one(&mut self) -> Option<Move>;

    /// Fills `out` with a legal reply to each of some legal moves, `None` where there is none.
    fn find_replies(&mut self, moves: &[Move], out: &mut Vec<Option<Move>>) {
        let mut replies = MoveList::new();
        out.clear();
        out.extend(moves.iter().map(|&m| {
            self.play(m);
            self.generate_legal(&mut replies);
            self.undo();
            replies.first().copied()
        }));
    }

    /// Frontier test of an attacker's node. `scratch` is overwritten. An engine that does not list
    /// the forcing moves may leave drops of pawns out of their number, unless there are no others.
    fn test_frontier(&mut self, scratch: &mut MoveList) -> FrontierResult {
        self.generate_forcing(scratch);
        FrontierResult::of(scratch, || self.mate_in_one())
    }

    /// Key and hand of `side` after a move from [`Engine::generate_legal`] or
    /// [`Engine::generate_forcing`]. Engines that can do so compute them without playing the move.
    fn key_and_hand_after(&mut self, m: Move, side: Side) -> (BoardKey, Hand) {
        self.play(m);
        let after = (self.key(), self.hand(side));
        self.undo();
        after
    }
}
