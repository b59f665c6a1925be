//! Positions, moves and hands, and the contract of all engines.
//!
//! A [`Position`] is plain data: it can hold any placement of known pieces, impossible ones
//! included. A [`Problem`] is a position that was checked and may be searched; only
//! [`referee::admit`](fn@crate::referee::admit) creates one. An [`Engine`] plays moves on a
//! position; its contract is all that the search knows of a game.
//!
//! Nothing here knows how a piece moves.

pub mod engine;
pub mod forcing;
pub mod hand;
pub mod moves;
pub mod perft;
pub mod piece;
pub mod problem;
pub mod splitmix64;

pub use engine::{BoardKey, Engine, ForcingMoveCount, FrontierResult};
pub use forcing::Forcing;
pub use hand::Hand;
pub use moves::{Move, MoveList};
pub use piece::Piece;
pub use problem::{Problem, Role};

use crate::rules::{Board, Kind, Royalty, Rules, Side, Square};

/// Everything that the rules need to know of a game at one moment, except for repetition. The move
/// number is not part of it.
///
/// ```
/// use tsume::position::{Piece, Position};
/// use tsume::rules::{Side, builtin};
///
/// let rules = builtin::rules("minishogi", &[]).unwrap().unwrap();
/// let mut position = Position::empty(rules.board, Side::Black);
/// let king = rules.kind("K").unwrap();
/// position.board[0] = Some(Piece::new(king, Side::White));
/// position.infer_phantoms(&rules);
/// assert_eq!(position.phantom, [true, false]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// One entry for each square, by [`Square::index`].
    pub board: Vec<Option<Piece>>,
    /// Whose turn it is.
    pub side: Side,
    /// Pieces in hand, by side.
    pub hands: [Hand; 2],
    /// Square on which the last move captured a lion with another piece (counter-strike rule of chu
    /// shogi).
    pub counter_strike: Option<Square>,
    /// Squares of the pieces that declined promotion on entering the zone, and that may not yet
    /// promote without a capture (`deferral`). Sorted.
    pub deferred: Vec<Square>,
    /// By side: the side has a phantom royal, off the board and uncapturable (RULES 2.6).
    pub phantom: [bool; 2],
}

impl Position {
    /// An empty board with `side` to move and two phantom royals.
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

    /// Kind of the piece that a move drops or moves, before promotion; `None` if no piece is on the
    /// move's origin.
    pub fn moving_kind(&self, m: Move) -> Option<Kind> {
        m.dropped().or_else(|| Some(self.at(m.from()?)?.kind()))
    }

    /// The pieces on the board with their squares, in square order.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> {
        // Most squares of a large board are empty: passes over eight at a time.
        let has_piece =
            |row: &[Option<Piece>]| row.iter().fold(false, |any, it| any | it.is_some());
        let rows = self.board.chunks(8).zip((0u16..).step_by(8));
        rows.filter(move |(row, _)| has_piece(row)).flat_map(|(row, first)| {
            row.iter().zip(first..).filter_map(|(piece, i)| Some((Square(i), (*piece)?)))
        })
    }

    /// Kind, owner and number of all pieces on the board and in hand. A kind may occur several
    /// times.
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

    /// The squares of a side's royals on the board, in square order.
    pub fn royals(&self, rules: &Rules, side: Side) -> Vec<Square> {
        self.pieces()
            .filter(|(_, p)| p.side() == side && rules.spec(p.kind()).royalty == Royalty::Royal)
            .map(|(square, _)| square)
            .collect()
    }

    /// Gives a phantom royal to each side without a royal on the board, and to no other.
    pub fn infer_phantoms(&mut self, rules: &Rules) {
        self.phantom = Side::BOTH.map(|side| self.royals(rules, side).is_empty());
    }
}
