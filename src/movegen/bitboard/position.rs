//! The board: bitboards by side and class beside an array by square, changed in place.
//!
//! Playing a move toggles three or four bitboards, and undoing it toggles them back: 11 ns for both
//! together. Copies of the position (0.8 KiB) would need no undoing, but a path of thousands of
//! plies would then take megabytes.
//!
//! Queries of attackers are compiled once, out of line, as the module [`generate`](super::generate)
//! explains.

use super::piece_codes::{
    self, BISHOP, DRAGON, EMPTY, GOLD, HORSE, KING, KNIGHT, LANCE, PAWN, PROMOTED, PieceCodes,
    ROOK, SILVER, WHITE,
};
use super::tables::{
    Bitboard, SQUARES, SquareIter, ahead, between, bishop_attacks, bishop_lines, bishop_near, bit,
    has_several, king_ring, lance_attacks, lance_near, rook_attacks, rook_lines, rook_near,
    shift_forward, shift_sideways, step_attacks,
};
use super::zobrist;
use crate::position::{Hand, Move, Piece, Position};
use crate::rules::{Kind, Rules, Side};

/// Square of a king that is not on the board. All tables are empty there.
pub(super) const NO_SQUARE: usize = SQUARES;

/// Everything that undoing a move cannot derive from the board.
#[derive(Clone, Copy, Debug)]
struct BitboardUndo {
    m: Move,
    key: u64,
    /// The mover's hand before the move.
    hand: Hand,
    captured: u8,
}

/// A position of standard shogi, with the moves that led to it.
///
/// A side is an index: 0 is Black, 1 is White. `by_class`, `by_side`, `board` and `key` always
/// agree.
#[derive(Clone, Debug)]
pub(super) struct BitboardPosition {
    pub codes: PieceCodes,
    /// Squares of the pieces, by side and class.
    pub by_class: [[Bitboard; 16]; 2],
    /// Squares of all pieces, by side.
    pub by_side: [Bitboard; 2],
    /// By square: code with side, or [`EMPTY`].
    board: [u8; 128],
    pub hands: [Hand; 2],
    /// The side to move.
    pub turn: usize,
    pub key: u64,
    /// Square of the king whose capture ends the game; [`NO_SQUARE`] for a phantom and after its
    /// capture.
    pub royal: [usize; 2],
    pub phantom: [bool; 2],
    /// At the root, the king of the side *not* to move is in check or was captured. Legal play
    /// never leads there.
    is_irregular: bool,
    stack: Vec<BitboardUndo>,
}

impl BitboardPosition {
    pub fn new(rules: &Rules, position: &Position) -> BitboardPosition {
        let mut this = BitboardPosition {
            codes: PieceCodes::new(rules),
            by_class: [[0; 16]; 2],
            by_side: [0; 2],
            board: [EMPTY; 128],
            hands: position.hands,
            turn: position.side.index(),
            key: if position.side == Side::White { zobrist::WHITE_TO_MOVE } else { 0 },
            royal: [NO_SQUARE; 2],
            phantom: position.phantom,
            is_irregular: false,
            stack: Vec::new(),
        };
        for (square, piece) in position.pieces().take_while(|(square, _)| square.index() < SQUARES)
        {
            let (side, square) = (piece.side().index(), square.index());
            let code = this.codes.codes[piece.kind().index() & 127];
            this.toggle(code, side, square);
            this.board[square] = code | if side == 1 { WHITE } else { 0 };
            if usize::from(code) == KING && !position.phantom[side] {
                this.royal[side] = square;
            }
        }
        let them = this.turn ^ 1;
        this.is_irregular =
            this.has_lost(them) || this.is_attacked(this.royal[them], this.turn, this.occupied());
        this
    }

    /// The piece on a square. `None` outside the board.
    pub fn at(&self, square: usize) -> Option<Piece> {
        let piece = self.piece_at(square);
        let side = if piece & WHITE == 0 { Side::Black } else { Side::White };
        let kind = Kind(self.codes.kinds[usize::from(piece & 15)]);
        (piece != EMPTY).then(|| Piece::new(kind, side))
    }

    pub fn position(&self) -> Position {
        Position {
            board: (0..SQUARES).map(|square| self.at(square)).collect(),
            side: Side::BOTH[self.turn],
            hands: self.hands,
            counter_strike: None,
            deferred: Vec::new(),
            phantom: self.phantom,
        }
    }

    #[inline(always)]
    pub fn occupied(&self) -> Bitboard {
        self.by_side[0] | self.by_side[1]
    }

    /// True if the king of a side was captured.
    #[inline(always)]
    pub fn has_lost(&self, side: usize) -> bool {
        self.royal[side] == NO_SQUARE && !self.phantom[side]
    }

    /// True if the position is the root, and the side to move could capture their king or it was
    /// captured.
    #[inline(always)]
    pub fn is_irregular_root(&self) -> bool {
        self.is_irregular && self.stack.is_empty()
    }

    /// Code with side of the piece on a square, or [`EMPTY`].
    #[inline(always)]
    pub fn piece_at(&self, square: usize) -> u8 {
        self.board.get(square).copied().unwrap_or(EMPTY)
    }

    /// Class of the piece that is dropped.
    #[inline(always)]
    pub fn drop_class(&self, m: Move) -> usize {
        m.dropped().map_or(PAWN, |kind| usize::from(self.codes.codes[kind.index() & 127]))
    }

    #[inline(always)]
    fn toggle(&mut self, code: u8, side: usize, square: usize) {
        let bit = bit(square);
        self.by_class[side & 1][piece_codes::class(code)] ^= bit;
        self.by_side[side & 1] ^= bit;
        self.key ^= zobrist::piece_word(code | if side == 1 { WHITE } else { 0 }, square);
    }

    pub fn play(&mut self, m: Move) {
        let us = self.turn & 1;
        let owner = (us as u8) << 4;
        let to = m.to().index() & 127;
        let mut undo = BitboardUndo { m, key: self.key, hand: self.hands[us], captured: EMPTY };
        if let Some(from) = m.from() {
            let from = from.index() & 127;
            let before = self.board[from];
            let after = if m.changes() { before | PROMOTED } else { before };
            let captured = self.board[to];
            if captured != EMPTY {
                undo.captured = captured;
                self.toggle(captured & 15, us ^ 1, to);
                let base = captured & 7;
                if usize::from(base) == KING {
                    self.royal[us ^ 1] = NO_SQUARE;
                } else {
                    self.hands[us] = self.hands[us].with(self.codes.lanes[usize::from(base)]);
                }
            }
            self.toggle(before & 15, us, from);
            self.toggle(after & 15, us, to);
            self.board[from] = EMPTY;
            self.board[to] = after;
            if self.royal[us] == from {
                self.royal[us] = to;
            }
        } else if let Some(kind) = m.dropped() {
            let code = self.codes.codes[kind.index() & 127];
            self.toggle(code, us, to);
            self.board[to] = code | owner;
            self.hands[us] = self.hands[us].without(self.codes.lanes[usize::from(code & 7)]);
        }
        self.key ^= zobrist::WHITE_TO_MOVE;
        self.turn = us ^ 1;
        self.stack.push(undo);
    }

    /// Frees the memory of the moves played so far, which can no longer be taken back.
    pub fn clear_history(&mut self) {
        self.is_irregular = self.is_irregular_root();
        self.stack = Vec::new();
    }

    /// Takes back the last move, if there is one.
    pub fn undo(&mut self) {
        let Some(BitboardUndo { m, key, hand, captured }) = self.stack.pop() else { return };
        let us = (self.turn ^ 1) & 1;
        self.turn = us;
        let to = m.to().index() & 127;
        let after = self.board[to];
        self.toggle(after & 15, us, to);
        self.board[to] = captured;
        if captured != EMPTY {
            self.toggle(captured & 15, us ^ 1, to);
            if usize::from(captured & 15) == KING && !self.phantom[us ^ 1] {
                self.royal[us ^ 1] = to;
            }
        }
        if let Some(from) = m.from() {
            let from = from.index() & 127;
            let before = if m.changes() { after & !PROMOTED } else { after };
            self.toggle(before & 15, us, from);
            self.board[from] = before;
            if self.royal[us] == to {
                self.royal[us] = from;
            }
        }
        self.hands[us] = hand;
        self.key = key;
    }

    /// The pieces of `by` that attack a square when these squares are occupied.
    #[inline(never)]
    pub fn attackers(&self, square: usize, by: usize, occupied: Bitboard) -> Bitboard {
        let sets = &self.by_class[by & 1];
        let mut found = self.step_attackers(square, by);
        let rooks = sets[ROOK] | sets[DRAGON];
        if rooks & rook_lines(square) != 0 {
            found |= rook_attacks(square, occupied) & rooks;
        }
        let bishops = sets[BISHOP] | sets[HORSE];
        if bishops & bishop_lines(square) != 0 {
            found |= bishop_attacks(square, occupied) & bishops;
        }
        if sets[LANCE] & ahead(by ^ 1, square) != 0 {
            found |= lance_attacks(by ^ 1, square, occupied) & sets[LANCE];
        }
        found
    }

    /// True if `by` attacks a square.
    #[inline(always)]
    pub fn is_attacked(&self, square: usize, by: usize, occupied: Bitboard) -> bool {
        self.attackers(square, by, occupied) != 0
    }

    /// The pieces of `by` that attack a square by a step.
    #[inline(always)]
    fn step_attackers(&self, square: usize, by: usize) -> Bitboard {
        let sets = &self.by_class[by & 1];
        let back = by ^ 1;
        step_attacks(back, PAWN, square) & sets[PAWN]
            | step_attacks(back, KNIGHT, square) & sets[KNIGHT]
            | step_attacks(back, SILVER, square) & sets[SILVER]
            | step_attacks(back, GOLD, square) & sets[GOLD]
            | king_ring(square) & (sets[KING] | sets[HORSE] | sets[DRAGON])
    }

    /// The sliders of `by` that would attack a square on an empty board.
    #[inline(always)]
    pub fn snipers(&self, square: usize, by: usize) -> Bitboard {
        let sets = &self.by_class[by & 1];
        rook_lines(square) & (sets[ROOK] | sets[DRAGON])
            | bishop_lines(square) & (sets[BISHOP] | sets[HORSE])
            | ahead(by ^ 1, square) & sets[LANCE]
    }

    /// The pieces of `by` that attack a square, and its blockers: pieces of either side that alone
    /// stand between the square and a slider of `by`.
    #[inline(never)]
    pub fn attackers_and_blockers(&self, square: usize, by: usize) -> (Bitboard, Bitboard) {
        let occupied = self.occupied();
        let mut attackers = self.step_attackers(square, by);
        let mut blockers = 0;
        for sniper in SquareIter(self.snipers(square, by)) {
            let way = between(square, sniper) & occupied;
            if way == 0 {
                attackers |= bit(sniper);
            } else if !has_several(way) {
                blockers |= way;
            }
        }
        (attackers, blockers)
    }

    /// The squares that `by` attacks, complete only on the eight squares around `king`. `occupied`
    /// should not include that king, because it gives itself no cover.
    #[inline(never)]
    pub fn attacked_around(&self, king: usize, by: usize, occupied: Bitboard) -> Bitboard {
        let sets = &self.by_class[by & 1];
        let (gold, silver) = (sets[GOLD], sets[SILVER]);
        let ahead = shift_forward(by, gold | silver);
        let twice = shift_forward(by, shift_forward(by, sets[KNIGHT]));
        let mut attacked = shift_forward(by, sets[PAWN])
            | ahead
            | shift_forward(by ^ 1, gold)
            | shift_sideways(ahead | twice | gold | shift_forward(by ^ 1, silver));
        for from in SquareIter(sets[KING] | sets[HORSE] | sets[DRAGON]) {
            attacked |= king_ring(from);
        }
        for from in SquareIter((sets[ROOK] | sets[DRAGON]) & rook_near(king)) {
            attacked |= rook_attacks(from, occupied);
        }
        for from in SquareIter((sets[BISHOP] | sets[HORSE]) & bishop_near(king)) {
            attacked |= bishop_attacks(from, occupied);
        }
        for from in SquareIter(sets[LANCE] & lance_near(by, king)) {
            attacked |= lance_attacks(by, from, occupied);
        }
        attacked
    }
}
