//! What a search may ask beyond the contract of [`Engine`](crate::position::Engine).

use super::code::{BISHOP, GOLD, KNIGHT};
use super::code::{EMPTY, KING, LANCE, PAWN, PROMOTED, ROOK, SILVER};
use super::state::NONE;
use super::tables::{Set, Squares, between, bit, step};
use super::{Bitboard, zobrist};
use crate::position::{BoardKey, Hand, Move, MoveList, Piece};
use crate::rules::{Kind, Side, Square};

/// Who covers the square that a move ends on, the moving piece apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cover {
    /// Pieces of the mover's side.
    pub own: u32,
    /// Pieces of the other side, its king included.
    pub other: u32,
}

impl Bitboard {
    /// The piece on a square; none outside the board.
    pub fn at(&self, square: Square) -> Option<Piece> {
        let piece = self.state.piece_at(square.index());
        let side = Side::BOTH[usize::from(piece >> 4 & 1)];
        let kind = Kind(self.state.map.kinds[usize::from(piece & 15)]);
        (piece != EMPTY).then(|| Piece::new(kind, side))
    }

    /// The king whose capture ends the game; none for a phantom.
    pub fn king(&self, side: Side) -> Option<Square> {
        let at = self.state.royal[side.index()];
        (at != NONE).then_some(Square(at as u16))
    }

    /// The pieces that check the side to move.
    pub fn checkers(&self) -> impl Iterator<Item = Square> {
        let us = self.state.us;
        let checkers = self.state.attackers(self.state.royal[us], us ^ 1, self.state.occupied());
        Squares(checkers).map(|square| Square(square as u16))
    }

    /// How many pieces of `by` could move to a square if that were empty or the other side's, whatever
    /// pins them. Pieces behind others on a line do not count.
    pub fn attackers(&self, square: Square, by: Side) -> u32 {
        self.state.attackers(square.index(), by.index(), self.state.occupied()).count_ones()
    }

    /// Who covers the final square of a move of the side to move, after it. For initial proof numbers:
    /// a checker that more defenders than attackers cover will probably be lost.
    pub fn cover(&self, m: Move) -> Cover {
        let (us, to) = (self.state.us, m.to().index());
        let from = m.from().map_or(0, |from| bit(from.index()));
        let occupied = self.state.occupied() & !from | bit(to);
        Cover {
            own: (self.state.attackers(to, us, occupied) & !from).count_ones(),
            other: self.state.attackers(to, us ^ 1, occupied).count_ones(),
        }
    }

    /// The key after a move of the side to move, without playing it: to look up or prefetch children.
    #[inline]
    pub fn key_after(&self, m: Move) -> BoardKey {
        let (us, to) = (self.state.us as u8, m.to().index());
        let mut key = self.state.key ^ zobrist::TURN;
        if let Some(from) = m.from() {
            let piece = self.state.piece_at(from.index());
            let victim = self.state.piece_at(to);
            if victim != EMPTY {
                key ^= zobrist::word(victim, to);
            }
            key ^= zobrist::word(piece, from.index());
            key ^= zobrist::word(if m.changes() { piece | PROMOTED } else { piece }, to);
        } else {
            key ^= zobrist::word(self.state.drop_class(m) as u8 | us << 4, to);
        }
        BoardKey(key)
    }

    /// The hand of the side to move after a move of it, without playing it.
    #[inline]
    pub fn hand_after(&self, m: Move) -> Hand {
        let hand = self.state.hands[self.state.us & 1];
        let lanes = &self.state.map.lanes;
        if m.from().is_none() {
            return hand.without(lanes[self.state.drop_class(m) & 7]);
        }
        let victim = self.state.piece_at(m.to().index());
        let base = usize::from(victim & 7);
        if victim == EMPTY || base == KING { hand } else { hand.with(lanes[base]) }
    }

    /// True if the side to move has any forcing move. Quicker than listing them where a drop checks.
    pub fn has_check(&mut self) -> bool {
        if self.state.any_dropped_check() {
            return true;
        }
        let mut list = std::mem::take(&mut self.scratch);
        crate::position::Engine::forcing(self, &mut list);
        let any = !list.is_empty();
        self.scratch = list;
        any
    }

    /// Forcing moves and mate in one together: fills `out` like `forcing`, and returns a mating one among
    /// them if there is one. Cheaper than asking twice.
    pub fn forcing_or_mate(&mut self, out: &mut MoveList) -> Option<Move> {
        crate::position::Engine::forcing(self, out);
        self.mate_among(out)
    }

    /// One of each kind that the side to move, in check, could drop before the checker if it had it in
    /// hand; nothing if no drop helps (double check, a knight, an adjacent checker). A pawn counts
    /// although its drop might be illegal for mating: for a proof hand, which must deny the defender
    /// these kinds, too many are safe and too few are not.
    pub fn interposable(&self) -> Hand {
        let us = self.state.us & 1;
        let king = self.state.royal[us];
        let checkers = self.state.attackers(king, us ^ 1, self.state.occupied());
        let mut kinds = Hand::EMPTY;
        if checkers.count_ones() != 1 {
            return kinds;
        }
        let way: Set = between(king, checkers.trailing_zeros() as usize);
        for class in [PAWN, LANCE, KNIGHT, SILVER, BISHOP, ROOK, GOLD] {
            if way & self.state.droppable(us, class) != 0 {
                kinds = kinds.with(self.state.map.lanes[class]);
            }
        }
        kinds
    }
}

impl super::state::State {
    /// True if some drop other than a pawn's checks; may be false although one does.
    fn any_dropped_check(&self) -> bool {
        let (us, them) = (self.us & 1, self.us & 1 ^ 1);
        let king = self.royal[them];
        if self.odd() || king == NONE || self.hands[us].is_empty() || self.royal[us] != NONE {
            return false;
        }
        let empty = !self.occupied();
        [GOLD, SILVER, KNIGHT].into_iter().any(|class| {
            self.holds(us, class)
                && step(them, class, king) & self.droppable(us, class) & empty != 0
        }) || self.holds(us, ROOK) && step(them, ROOK, king) & empty != 0
            || self.holds(us, BISHOP) && step(them, BISHOP, king) & empty != 0
            || self.holds(us, LANCE)
                && step(them, LANCE, king) & self.droppable(us, LANCE) & empty != 0
    }
}
