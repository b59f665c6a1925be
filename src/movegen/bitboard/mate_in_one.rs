//! Mate in one, without a list of checks. Most checks are refuted by the current position, many at
//! once as sets of squares. The rest is played and searched for a reply, so that a mistake here
//! could miss a mate but never invent one.

use super::generate::{MoveSink, Promoting, board_move, class_attacks};
use super::piece_codes::{BISHOP, GOLD, KNIGHT, LANCE, PAWN, ROOK, SILVER};
use super::position::BitboardPosition;
use super::tables::{
    Bitboard, SquareIter, between, bit, empty_board_attacks, has_several, king_ring,
    movable_squares,
};
use crate::position::{ForcingMoveCount, FrontierResult, MoveList};

impl BitboardPosition {
    /// Frontier test: is there a check, and one that mates? Their king must exist and not be in check.
    /// `candidates` is scratch.
    pub fn test_frontier(&mut self, candidates: &mut MoveList) -> FrontierResult {
        candidates.clear();
        let checks = ForcingMoveCount::default();
        let mut search = MateInOneSearch { surroundings: None, checks, candidates };
        self.add_checks(&mut search);
        let checks = search.checks;
        if checks.total == 0 {
            return FrontierResult::NoForcingMove;
        }
        let mate = candidates.iter().copied().find(|&m| self.is_mate(m));
        mate.map_or(FrontierResult::Undecided(checks), FrontierResult::Mate)
    }

    fn add_checks(&self, search: &mut MateInOneSearch<'_>) {
        let filter = self.checks_only();
        let constraints = self.king_constraints();
        let empty = constraints.target_mask & !constraints.occupied;
        if !has_several(constraints.checkers) {
            self.add_piece_moves(&filter, &constraints, search);
            if empty != 0 && !self.hands[self.turn & 1].is_empty() {
                for class in [LANCE, KNIGHT, SILVER, BISHOP, ROOK, GOLD] {
                    self.add_drops(class, &filter, empty, search);
                }
            }
        }
        self.add_king_moves(&filter, &constraints, search);
        // A legal drop of a pawn never mates, and its legality is expensive to decide.
        if search.checks.total == 0 && !has_several(constraints.checkers) && empty != 0 {
            self.add_drops(PAWN, &filter, empty, search);
        }
    }

    fn king_surroundings(&self) -> KingSurroundings {
        let (us, them) = (self.turn & 1, self.turn & 1 ^ 1);
        let king = self.royal[them];
        let others = self.occupied() & !bit(king);
        let mut sniper_lines = 0;
        for sniper in SquareIter(self.snipers(king, us)) {
            sniper_lines |= between(king, sniper);
        }
        let mut droppable = 0;
        if !self.hands[them].is_empty() {
            for class in [GOLD, SILVER, BISHOP, ROOK, LANCE, KNIGHT] {
                if self.has_in_hand(them, class) {
                    droppable |= movable_squares(them, class);
                }
            }
        }
        let attacked = self.attacked_around(king, us, others);
        KingSurroundings {
            us,
            king,
            attacked,
            flight_squares: king_ring(king) & !self.by_side[them] & !attacked,
            others,
            sniper_lines,
            unpinned: self.by_side[them] & !sniper_lines & !bit(king),
            droppable,
        }
    }
}

/// Their king and its surroundings.
struct KingSurroundings {
    us: usize,
    king: usize,
    /// Squares that we attack: all of those around the king, and all others that sliders near it
    /// attack.
    attacked: Bitboard,
    /// Squares to which the king could step now.
    flight_squares: Bitboard,
    /// Occupied squares without the king's.
    others: Bitboard,
    /// Squares between the king and our sliders that would attack it on an empty board.
    sniper_lines: Bitboard,
    /// Their pieces outside these lines, which therefore are not pinned; without the king.
    unpinned: Bitboard,
    /// Squares on which they could drop a piece other than a pawn.
    droppable: Bitboard,
}

impl KingSurroundings {
    /// Those of the squares from which a piece of this class would attack every flight square if no
    /// piece stood between.
    #[inline(always)]
    fn covering_all_flights(&self, class: usize, mut squares: Bitboard) -> Bitboard {
        for flight in SquareIter(self.flight_squares) {
            squares &= empty_board_attacks(class, self.us ^ 1, flight);
        }
        squares
    }

    /// True if they could drop a piece between the king and a checker on `from`.
    #[inline(always)]
    fn can_interpose(&self, from: usize) -> bool {
        between(self.king, from) & self.droppable != 0
    }

    /// True if they can capture on a square with a piece that is not pinned, other than the king.
    #[inline(always)]
    fn can_capture(&self, position: &BitboardPosition, square: usize, others: Bitboard) -> bool {
        position.attackers(square, self.us ^ 1, others | bit(self.king)) & self.unpinned != 0
    }

    /// True only if a drop has a reply: the king steps away, the piece is captured, or another
    /// piece is dropped before it.
    #[inline(always)]
    fn refutes_drop(&self, position: &BitboardPosition, class: usize, to: usize) -> bool {
        self.can_interpose(to)
            || self.flight_squares & !class_attacks(class, self.us, to, self.others) != 0
            || self.can_capture(position, to, self.others)
    }

    /// True only if a check by a move on the board has a reply.
    #[inline(always)]
    fn refutes_move(
        &self,
        position: &BitboardPosition,
        from: usize,
        class: usize,
        to: usize,
    ) -> bool {
        let others = self.others & !bit(from) | bit(to);
        let flights = self.flight_squares & !class_attacks(class, self.us, to, others);
        // Leaving a square opens a line only if one of our sliders attacks that square.
        if flights != 0 && self.attacked & bit(from) == 0 {
            return true;
        }
        // Leaving a line with the king may discover a second checker.
        let is_single = self.sniper_lines & bit(from) == 0;
        if is_single && self.can_interpose(to) {
            return true;
        }
        // The king captures a checker beside it that has no support.
        let flights = flights | bit(to) & king_ring(self.king);
        SquareIter(flights)
            .any(|flight| position.attackers(flight, self.us, others) & !bit(from) == 0)
            || is_single && self.can_capture(position, to, others)
    }
}

/// Takes checks, and keeps those that may mate.
struct MateInOneSearch<'a> {
    /// Computed with the first check.
    surroundings: Option<KingSurroundings>,
    checks: ForcingMoveCount,
    candidates: &'a mut MoveList,
}

impl MoveSink for MateInOneSearch<'_> {
    #[inline(never)]
    fn take_moves(
        &mut self,
        position: &BitboardPosition,
        from: usize,
        class: usize,
        targets: Bitboard,
        promoting: Promoting,
    ) {
        self.checks.total += targets.count_ones();
        self.checks.board_moves += targets.count_ones();
        let surroundings = self.surroundings.get_or_insert_with(|| position.king_surroundings());
        let mut squares = targets;
        if surroundings.attacked & bit(from) == 0 {
            squares = surroundings.covering_all_flights(class, squares);
        }
        for to in SquareIter(squares) {
            if !surroundings.refutes_move(position, from, class, to) {
                self.candidates.push(board_move(from, to, promoting));
            }
        }
    }

    #[inline(never)]
    fn take_drops(&mut self, position: &BitboardPosition, class: usize, targets: Bitboard) {
        self.checks.total += targets.count_ones();
        if class == PAWN {
            return;
        }
        let surroundings = self.surroundings.get_or_insert_with(|| position.king_surroundings());
        for to in SquareIter(surroundings.covering_all_flights(class, targets)) {
            if !surroundings.refutes_drop(position, class, to) {
                self.candidates.push(position.drop_move(class, to));
            }
        }
    }
}
