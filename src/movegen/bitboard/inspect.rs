//! What a search may ask beyond the contract of [`Engine`](crate::position::Engine), and the cheap
//! answers behind some of that.

use super::code::{BISHOP, DRAGON, EMPTY, GOLD, HORSE, KING, KNIGHT, LANCE, PAWN, PROMOTED};
use super::code::{ROOK, SILVER};
use super::state::State;
use super::tables::{Set, between, bit, several};
use super::zobrist;
use crate::position::{Hand, Move};

impl State {
    /// How many pieces of the side to move cover the final square of a move of it, whatever pins them, the moving piece
    /// apart.
    pub fn cover_of(&self, m: Move) -> u32 {
        let (us, to) = (self.us, m.to().index());
        let from = m.from().map_or(0, |from| bit(from.index()));
        let occupied = self.occupied() & !from | bit(to);
        (self.attackers(to, us, occupied) & !from).count_ones()
    }

    /// See [`Engine::attack_potential`](crate::position::Engine::attack_potential). The weights are fitted (`benches/history.md`).
    pub fn attack_potential(&self, side: usize) -> u32 {
        let (hand, sets) = (self.hands[side & 1], &self.sets[side & 1]);
        let sliders = sets[ROOK] | sets[BISHOP] | sets[DRAGON] | sets[HORSE];
        let held = |class: usize| u32::from(hand.count(self.map.lanes[class]));
        let (pawns, weak) = (held(PAWN), held(LANCE) + held(KNIGHT));
        let strong = hand.total() - pawns - weak;
        16 * strong + 7 * weak + 5 * pawns + 9 * sliders.count_ones()
    }

    /// One of each kind that the side to move, in check, could drop before the checker if it had it in
    /// hand; nothing if no drop helps (double check, a knight, an adjacent checker). A pawn counts
    /// although its drop might be illegal for mating: for a proof hand, which must deny the defender
    /// these kinds, too many are safe and too few are not.
    pub fn interposable_kinds(&self) -> Hand {
        let us = self.us;
        let way = self.interposition_squares();
        let mut kinds = Hand::EMPTY;
        for class in [PAWN, LANCE, KNIGHT, SILVER, BISHOP, ROOK, GOLD] {
            if way & self.droppable(us, class) != 0 {
                kinds = kinds.with(self.map.lanes[class]);
            }
        }
        kinds
    }

    /// The pieces that check the side to move.
    pub fn checkers(&self) -> Set {
        self.attackers(self.royal[self.us & 1], self.us ^ 1, self.occupied())
    }

    /// The squares between the king of the side to move and the only piece that checks it.
    pub fn interposition_squares(&self) -> Set {
        let checkers = self.checkers();
        if checkers == 0 || several(checkers) {
            return 0;
        }
        between(self.royal[self.us & 1], checkers.trailing_zeros() as usize)
    }

    /// Key, and hand of the side to move, after a move of it, without playing it.
    pub fn after(&self, m: Move) -> (u64, Hand) {
        let (us, to) = (self.us & 1, m.to().index());
        let (key, hand) = (self.key ^ zobrist::TURN, self.hands[us]);
        let Some(from) = m.from() else {
            let class = self.drop_class(m);
            let hand = hand.without(self.map.lanes[class & 7]);
            return (key ^ zobrist::word(class as u8 | (us as u8) << 4, to), hand);
        };
        let piece = self.piece_at(from.index());
        let after = if m.changes() { piece | PROMOTED } else { piece };
        let key = key ^ zobrist::word(piece, from.index()) ^ zobrist::word(after, to);
        let victim = self.piece_at(to);
        if victim == EMPTY {
            return (key, hand);
        }
        let base = usize::from(victim & 7);
        let hand = if base == KING { hand } else { hand.with(self.map.lanes[base]) };
        (key ^ zobrist::word(victim, to), hand)
    }
}
