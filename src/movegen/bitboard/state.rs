//! The board: bitboards by side and class beside an array by square, played on and taken back in place.
//!
//! Playing toggles three or four sets and undoing toggles them back: 11 ns for both together. Copies of
//! the state (0.8 KiB) would need no undoing, but a path of thousands of plies would then take
//! megabytes.
//!
//! Who attacks what is asked in many places and answered out of line, as [`super::generate`] says.

use super::code::{self, EMPTY, KING, Map, PROMOTED, WHITE};
use super::code::{BISHOP, DRAGON, GOLD, HORSE, KNIGHT, LANCE, PAWN, ROOK, SILVER};
use super::tables::{
    SQUARES, Set, Squares, ahead, beside, between, bishop, bishop_lines, bishop_near, bit, forward,
    lance, lance_near, ring, rook, rook_lines, rook_near, several, step,
};
use super::zobrist;
use crate::position::{Hand, Move, Piece, Position};
use crate::rules::{Kind, Rules, Side};

/// The square of a king that is not there: tables have nothing on it.
pub(super) const NONE: usize = SQUARES;

/// What `undo` cannot work out.
#[derive(Clone, Copy, Debug)]
struct Undo {
    m: Move,
    key: u64,
    /// The mover's hand before.
    hand: Hand,
    captured: u8,
}

/// A position of standard shogi, and how it came about.
#[derive(Clone, Debug)]
pub(super) struct State {
    pub map: Map,
    /// Squares by side and class.
    pub sets: [[Set; 16]; 2],
    /// All squares by side.
    pub men: [Set; 2],
    /// Code with side, or [`EMPTY`], by square.
    board: [u8; 128],
    pub hands: [Hand; 2],
    /// The side to move.
    pub us: usize,
    pub key: u64,
    /// Where the king is whose capture ends the game; [`NONE`] for phantoms and after its capture.
    pub royal: [usize; 2],
    pub phantom: [bool; 2],
    /// At the root the king of the side *not* to move is in check or was captured. Legal play never
    /// leads there.
    odd_root: bool,
    stack: Vec<Undo>,
}

impl State {
    pub fn new(rules: &Rules, position: &Position) -> State {
        let mut state = State {
            map: Map::new(rules),
            sets: [[0; 16]; 2],
            men: [0; 2],
            board: [EMPTY; 128],
            hands: position.hands,
            us: position.side.index(),
            key: if position.side == Side::White { zobrist::TURN } else { 0 },
            royal: [NONE; 2],
            phantom: position.phantom,
            odd_root: false,
            stack: Vec::new(),
        };
        for (square, piece) in position.pieces().take_while(|(square, _)| square.index() < SQUARES)
        {
            let (side, square) = (piece.side().index(), square.index());
            let code = state.map.codes[piece.kind().index() & 127];
            state.toggle(code, side, square);
            state.board[square] = code | if side == 1 { WHITE } else { 0 };
            if usize::from(code) == KING && !position.phantom[side] {
                state.royal[side] = square;
            }
        }
        let them = state.us ^ 1;
        state.odd_root =
            state.lost(them) || state.attacked(state.royal[them], state.us, state.occupied());
        state
    }

    /// The piece on a square; none outside the board.
    pub fn at(&self, square: usize) -> Option<Piece> {
        let piece = self.piece_at(square);
        let side = if piece & WHITE == 0 { Side::Black } else { Side::White };
        let kind = Kind(self.map.kinds[usize::from(piece & 15)]);
        (piece != EMPTY).then(|| Piece::new(kind, side))
    }

    pub fn position(&self) -> Position {
        Position {
            board: (0..SQUARES).map(|square| self.at(square)).collect(),
            side: Side::BOTH[self.us],
            hands: self.hands,
            counter_strike: None,
            deferred: Vec::new(),
            phantom: self.phantom,
        }
    }

    #[inline(always)]
    pub fn occupied(&self) -> Set {
        self.men[0] | self.men[1]
    }

    /// True if that side's last royal was captured.
    #[inline(always)]
    pub fn lost(&self, side: usize) -> bool {
        self.royal[side] == NONE && !self.phantom[side]
    }

    /// True if the side to move could capture the opponent's king, or it was captured though it is not
    /// the opponent's turn: only ever at the root.
    #[inline(always)]
    pub fn odd(&self) -> bool {
        self.odd_root && self.stack.is_empty()
    }

    /// The code with its side on a square, or [`EMPTY`].
    #[inline(always)]
    pub fn piece_at(&self, square: usize) -> u8 {
        self.board.get(square).copied().unwrap_or(EMPTY)
    }

    /// The class of the piece that a drop drops.
    #[inline(always)]
    pub fn drop_class(&self, m: Move) -> usize {
        m.dropped().map_or(PAWN, |kind| usize::from(self.map.codes[kind.index() & 127]))
    }

    #[inline(always)]
    fn toggle(&mut self, code: u8, side: usize, square: usize) {
        let bit = bit(square);
        self.sets[side & 1][code::class(code)] ^= bit;
        self.men[side & 1] ^= bit;
        self.key ^= zobrist::word(code | if side == 1 { WHITE } else { 0 }, square);
    }

    pub fn play(&mut self, m: Move) {
        let us = self.us & 1;
        let owner = (us as u8) << 4;
        let to = m.to().index() & 127;
        let mut undo = Undo { m, key: self.key, hand: self.hands[us], captured: EMPTY };
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
                    self.royal[us ^ 1] = NONE;
                } else {
                    self.hands[us] = self.hands[us].with(self.map.lanes[usize::from(base)]);
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
            let code = self.map.codes[kind.index() & 127];
            self.toggle(code, us, to);
            self.board[to] = code | owner;
            self.hands[us] = self.hands[us].without(self.map.lanes[usize::from(code & 7)]);
        }
        self.key ^= zobrist::TURN;
        self.us = us ^ 1;
        self.stack.push(undo);
    }

    /// Forgets the moves played so far.
    pub fn clear_history(&mut self) {
        self.odd_root = self.odd();
        self.stack = Vec::new();
    }

    pub fn undo(&mut self) {
        let Some(Undo { m, key, hand, captured }) = self.stack.pop() else { return };
        let us = (self.us ^ 1) & 1;
        self.us = us;
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

    /// The pieces of `by` that attack a square, with the given squares in the way.
    #[inline(never)]
    pub fn attackers(&self, square: usize, by: usize, occupied: Set) -> Set {
        let sets = &self.sets[by & 1];
        let mut found = self.steppers(square, by);
        let rooks = sets[ROOK] | sets[DRAGON];
        if rooks & rook_lines(square) != 0 {
            found |= rook(square, occupied) & rooks;
        }
        let bishops = sets[BISHOP] | sets[HORSE];
        if bishops & bishop_lines(square) != 0 {
            found |= bishop(square, occupied) & bishops;
        }
        if sets[LANCE] & ahead(by ^ 1, square) != 0 {
            found |= lance(by ^ 1, square, occupied) & sets[LANCE];
        }
        found
    }

    /// True if `by` attacks a square.
    #[inline(always)]
    pub fn attacked(&self, square: usize, by: usize, occupied: Set) -> bool {
        self.attackers(square, by, occupied) != 0
    }

    /// The pieces of `by` that attack a square by a step.
    #[inline(always)]
    fn steppers(&self, square: usize, by: usize) -> Set {
        let sets = &self.sets[by & 1];
        let back = by ^ 1;
        step(back, PAWN, square) & sets[PAWN]
            | step(back, KNIGHT, square) & sets[KNIGHT]
            | step(back, SILVER, square) & sets[SILVER]
            | step(back, GOLD, square) & sets[GOLD]
            | ring(square) & (sets[KING] | sets[HORSE] | sets[DRAGON])
    }

    /// The sliders of `by` that would attack a square of an empty board.
    #[inline(always)]
    pub fn snipers(&self, square: usize, by: usize) -> Set {
        let sets = &self.sets[by & 1];
        rook_lines(square) & (sets[ROOK] | sets[DRAGON])
            | bishop_lines(square) & (sets[BISHOP] | sets[HORSE])
            | ahead(by ^ 1, square) & sets[LANCE]
    }

    /// The pieces of `by` that attack a square, and the pieces of either side that alone stand between
    /// it and a slider of `by`.
    #[inline(never)]
    pub fn aim(&self, square: usize, by: usize) -> (Set, Set) {
        let occupied = self.occupied();
        let mut attackers = self.steppers(square, by);
        let mut blockers = 0;
        for sniper in Squares(self.snipers(square, by)) {
            let way = between(square, sniper) & occupied;
            if way == 0 {
                attackers |= bit(sniper);
            } else if !several(way) {
                blockers |= way;
            }
        }
        (attackers, blockers)
    }

    /// The squares that `by` attacks, complete only on the eight around `king`; `occupied` should be
    /// without that king, who cannot hide behind himself.
    #[inline(never)]
    pub fn cover(&self, king: usize, by: usize, occupied: Set) -> Set {
        let sets = &self.sets[by & 1];
        let (gold, silver) = (sets[GOLD], sets[SILVER]);
        let ahead = forward(by, gold | silver);
        let twice = forward(by, forward(by, sets[KNIGHT]));
        let mut cover = forward(by, sets[PAWN])
            | ahead
            | forward(by ^ 1, gold)
            | beside(ahead | twice | gold | forward(by ^ 1, silver));
        for from in Squares(sets[KING] | sets[HORSE] | sets[DRAGON]) {
            cover |= ring(from);
        }
        for from in Squares((sets[ROOK] | sets[DRAGON]) & rook_near(king)) {
            cover |= rook(from, occupied);
        }
        for from in Squares((sets[BISHOP] | sets[HORSE]) & bishop_near(king)) {
            cover |= bishop(from, occupied);
        }
        for from in Squares(sets[LANCE] & lance_near(by, king)) {
            cover |= lance(by, from, occupied);
        }
        cover
    }
}
