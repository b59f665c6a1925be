//! What a position is, and the contract that every engine keeps.
//!
//! A [`Position`] is plain data: it can hold any placement of known pieces, also impossible ones. A
//! [`Problem`] is a position that was checked and may be searched; the referee's `admit` makes it.

pub mod engine;
pub mod hand;
pub mod moves;
pub mod perft;
pub mod piece;
pub mod problem;
pub mod splitmix64;

pub use engine::{BoardKey, Engine, ForcingMoveCount, FrontierResult};
pub use hand::Hand;
pub use moves::{Move, MoveList};
pub use piece::Piece;
pub use problem::{Forcing, Problem, Role};

use crate::rules::{Board, Kind, Royalty, Rules, Side, Square};

/// Everything that the rules need to know of a game at one moment, apart from repetition.
///
/// `board` has one entry a square, by [`Square`] index. Equality is equality of positions: the move
/// number is not part of it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The board, one entry a square.
    pub board: Vec<Option<Piece>>,
    /// Whose turn it is.
    pub side: Side,
    /// Pieces in hand, by side.
    pub hands: [Hand; 2],
    /// Chu's counter-strike memory: where the last move captured a lion with a non-lion.
    pub counter_strike: Option<Square>,
    /// Pieces that declined promotion on entering the zone and may not yet promote quietly
    /// (`deferral`); sorted.
    pub deferred: Vec<Square>,
    /// Sides treated as owning an uncapturable royal off the board (RULES 2.6), by side.
    pub phantom: [bool; 2],
}

impl Position {
    /// An empty board with `side` to move, both royals phantoms.
    pub fn empty(board: Board, side: Side) -> Position {
        Position {
            board: vec![None; board.squares()],
            side,
            hands: [Hand::EMPTY; 2],
            counter_strike: None,
            deferred: Vec::new(),
            phantom: [true; 2],
        }
    }

    /// The piece on a square.
    pub fn at(&self, square: Square) -> Option<Piece> {
        self.board[square.index()]
    }

    /// The pieces on the board with their squares, in square order.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> {
        self.board.iter().enumerate().filter_map(|(i, piece)| Some((Square(i as u16), (*piece)?)))
    }

    /// Kind, side and number of what stands on the board and is held in hand.
    pub fn material<'a>(
        &'a self,
        rules: &'a Rules,
    ) -> impl Iterator<Item = (Kind, Side, u16)> + 'a {
        let on_board = self.pieces().map(|(_, piece)| (piece.kind(), piece.side(), 1));
        let in_hand = rules.lanes.iter().enumerate().flat_map(|(lane, &kind)| {
            Side::BOTH
                .map(|side| (kind, side, u16::from(self.hands[side.index()].count(lane as u8))))
        });
        on_board.chain(in_hand)
    }

    /// The squares of a side's royals, in square order.
    pub fn royals(&self, rules: &Rules, side: Side) -> Vec<Square> {
        self.pieces()
            .filter(|(_, p)| p.side() == side && rules.spec(p.kind()).royalty == Royalty::Royal)
            .map(|(square, _)| square)
            .collect()
    }

    /// Marks as phantoms exactly the sides that have no royal on the board.
    pub fn infer_phantoms(&mut self, rules: &Rules) {
        self.phantom = Side::BOTH.map(|side| self.royals(rules, side).is_empty());
    }
}
