//! What the search asks besides moves: hints for its estimates, kinds that could be interposed, and
//! the key after a move.

use super::piece_codes::{
    BISHOP, DRAGON, EMPTY, GOLD, HORSE, KING, KNIGHT, LANCE, PAWN, PROMOTED, ROOK, SILVER,
};
use super::position::BitboardPosition;
use super::tables::{Bitboard, between, bit, has_several};
use super::zobrist;
use crate::position::{Hand, Move};

impl BitboardPosition {
    /// Number of pieces of the side to move that attack the final square of a move of it, pinned
    /// ones included, the moving piece not.
    pub fn count_support(&self, m: Move) -> u32 {
        let (us, to) = (self.turn, m.to().index());
        let from = m.from().map_or(0, |from| bit(from.index()));
        let occupied = self.occupied() & !from | bit(to);
        (self.attackers(to, us, occupied) & !from).count_ones()
    }

    /// See [`Engine::attack_potential`](crate::position::Engine::attack_potential). The weights are
    /// fitted (`benches/history.md`).
    pub fn attack_potential(&self, side: usize) -> u32 {
        let (hand, sets) = (self.hands[side & 1], &self.by_class[side & 1]);
        let sliders = sets[ROOK] | sets[BISHOP] | sets[DRAGON] | sets[HORSE];
        let held = |class: usize| u32::from(hand.count(self.codes.lanes[class]));
        let (pawns, weak) = (held(PAWN), held(LANCE) + held(KNIGHT));
        let strong = hand.total() - pawns - weak;
        16 * strong + 7 * weak + 5 * pawns + 9 * sliders.count_ones()
    }

    /// One of each kind that the side to move, in check, could drop before the checker if it had
    /// that kind in hand. Empty if no drop helps: in double check, or against a knight or an
    /// adjacent checker.
    ///
    /// A pawn counts although its drop might be illegal because it mates. Proof hands use this set
    /// to deny the defender interpositions: for them, too many kinds are safe and too few are not.
    pub fn interposable_kinds(&self) -> Hand {
        let us = self.turn;
        let squares = self.interposition_squares();
        let mut kinds = Hand::EMPTY;
        for class in [PAWN, LANCE, KNIGHT, SILVER, BISHOP, ROOK, GOLD] {
            if squares & self.droppable_squares(us, class) != 0 {
                kinds = kinds.with(self.codes.lanes[class]);
            }
        }
        kinds
    }

    /// The squares between the king of the side to move and the only piece that checks it.
    fn interposition_squares(&self) -> Bitboard {
        let king = self.royal[self.turn & 1];
        let checkers = self.attackers(king, self.turn ^ 1, self.occupied());
        if checkers == 0 || has_several(checkers) {
            return 0;
        }
        between(king, checkers.trailing_zeros() as usize)
    }

    /// Key, and hand of the side to move, after a move of it, without playing it.
    pub fn key_and_hand_after(&self, m: Move) -> (u64, Hand) {
        let (us, to) = (self.turn & 1, m.to().index());
        let (key, hand) = (self.key ^ zobrist::WHITE_TO_MOVE, self.hands[us]);
        let Some(from) = m.from() else {
            let class = self.drop_class(m);
            let hand = hand.without(self.codes.lanes[class & 7]);
            return (key ^ zobrist::piece_word(class as u8 | (us as u8) << 4, to), hand);
        };
        let piece = self.piece_at(from.index());
        let after = if m.changes() { piece | PROMOTED } else { piece };
        let key = key ^ zobrist::piece_word(piece, from.index()) ^ zobrist::piece_word(after, to);
        let victim = self.piece_at(to);
        if victim == EMPTY {
            return (key, hand);
        }
        let base = usize::from(victim & 7);
        let hand = if base == KING { hand } else { hand.with(self.codes.lanes[base]) };
        (key ^ zobrist::piece_word(victim, to), hand)
    }
}
