//! Generation of legal moves, and of those that check.
//!
//! One walk over the pieces serves both. [`KingConstraints`] hold what the own king demands: the
//! squares on which a move may end (all; or, in check, the checker's and those before it), and the
//! pinned pieces. A [`MoveFilter`] says which moves are wanted: all, or checks. A [`MoveSink`]
//! takes the moves of one piece at a time as a set of squares. A move list unpacks the set; the
//! search for a mate in one looks at most moves as sets only.
//!
//! Code that is the same for all classes of pieces is compiled once, out of line. One copy for each
//! class would fill the instruction cache, and a search runs through all of this at every node (see
//! `benches/history.md`).

use super::piece_codes::{
    BISHOP, DRAGON, GOLD, HORSE, KING, KNIGHT, LANCE, PAWN, ROOK, SILVER, promoted_class,
};
use super::position::{BitboardPosition, NO_SQUARE};
use super::tables::{
    BOARD, Bitboard, PROMOTION_ZONE, SquareIter, between, bishop_attacks, bit, check_candidates,
    fill_files, has_several, king_ring, lance_attacks, line_through, movable_squares, rook_attacks,
    step_attacks,
};
use crate::position::{Move, MoveList};
use crate::rules::{Kind, Square};

/// Demands of the own king on a move.
pub(super) struct KingConstraints {
    us: usize,
    pub occupied: Bitboard,
    /// Square of our royal king, or [`NO_SQUARE`].
    king: usize,
    /// Pieces that check our king.
    pub checkers: Bitboard,
    /// Our pieces that must stay on their line with the king.
    pub pinned: Bitboard,
    /// Squares on which a move of a piece other than the king may end.
    pub target_mask: Bitboard,
}

/// Selection of moves; compiled once for each implementation.
pub(super) trait MoveFilter {
    /// The pieces of a class that can make a wanted move.
    fn candidate_movers(&self, us: usize, class: usize, pieces: Bitboard) -> Bitboard;

    /// The squares on which a wanted move from `from` may end, by a piece that is of `class` after
    /// it.
    fn destinations(&self, class: usize, from: usize) -> Bitboard;

    /// The same for a king.
    fn king_destinations(&self, from: usize) -> Bitboard;
}

/// All moves are wanted.
struct AllMoves;

impl MoveFilter for AllMoves {
    #[inline(always)]
    fn candidate_movers(&self, _us: usize, _class: usize, pieces: Bitboard) -> Bitboard {
        pieces
    }

    #[inline(always)]
    fn destinations(&self, _class: usize, _from: usize) -> Bitboard {
        BOARD
    }

    #[inline(always)]
    fn king_destinations(&self, _from: usize) -> Bitboard {
        BOARD
    }
}

/// Only checks are wanted.
pub(super) struct ChecksOnly {
    /// Square of their king.
    king: usize,
    /// By class: the squares from which a piece checks.
    check_squares: [Bitboard; 16],
    /// Our discovered-check blockers: pieces that check by leaving their line with the king.
    discoverers: Bitboard,
}

impl ChecksOnly {
    /// The squares outside the line with the king, if the piece on `from` discovers a check.
    #[inline(always)]
    fn discovering_squares(&self, from: usize) -> Bitboard {
        if self.discoverers & bit(from) == 0 { 0 } else { !line_through(self.king, from) }
    }
}

impl MoveFilter for ChecksOnly {
    #[inline(always)]
    fn candidate_movers(&self, us: usize, class: usize, pieces: Bitboard) -> Bitboard {
        match class {
            PAWN | KNIGHT | SILVER | GOLD => {
                pieces & (check_candidates(us, class, self.king) | self.discoverers)
            }
            _ => pieces,
        }
    }

    #[inline(always)]
    fn destinations(&self, class: usize, from: usize) -> Bitboard {
        self.check_squares[class & 15] | self.discovering_squares(from)
    }

    #[inline(always)]
    fn king_destinations(&self, from: usize) -> Bitboard {
        self.discovering_squares(from)
    }
}

/// Form of the pieces in a set of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Promoting {
    No,
    Yes,
}

/// Receiver of moves.
pub(super) trait MoveSink {
    /// Takes moves of the piece on `from`, which is of `class` after them.
    #[inline(always)]
    fn add_moves(
        &mut self,
        position: &BitboardPosition,
        from: usize,
        class: usize,
        targets: Bitboard,
        promoting: Promoting,
    ) {
        if targets != 0 {
            self.take_moves(position, from, class, targets, promoting);
        }
    }

    /// Takes drops of a piece of `class`.
    #[inline(always)]
    fn add_drops(&mut self, position: &BitboardPosition, class: usize, targets: Bitboard) {
        if targets != 0 {
            self.take_drops(position, class, targets);
        }
    }

    /// [`MoveSink::add_moves`] with at least one target.
    fn take_moves(
        &mut self,
        position: &BitboardPosition,
        from: usize,
        class: usize,
        targets: Bitboard,
        promoting: Promoting,
    );

    /// [`MoveSink::add_drops`] with at least one target.
    fn take_drops(&mut self, position: &BitboardPosition, class: usize, targets: Bitboard);
}

impl MoveSink for MoveList {
    #[inline(never)]
    fn take_moves(
        &mut self,
        _position: &BitboardPosition,
        from: usize,
        _class: usize,
        targets: Bitboard,
        promoting: Promoting,
    ) {
        for to in SquareIter(targets) {
            self.push(board_move(from, to, promoting));
        }
    }

    #[inline(never)]
    fn take_drops(&mut self, position: &BitboardPosition, class: usize, targets: Bitboard) {
        for to in SquareIter(targets) {
            self.push(position.drop_move(class, to));
        }
    }
}

#[inline(always)]
pub(super) fn board_move(from: usize, to: usize, promoting: Promoting) -> Move {
    let m = Move::board(Square(from as u16), Square(to as u16));
    m.with_change(promoting == Promoting::Yes)
}

impl BitboardPosition {
    /// The constraints of the side to move.
    #[inline(always)]
    pub fn king_constraints(&self) -> KingConstraints {
        let us = self.turn & 1;
        let king = self.royal[us];
        let (checkers, blockers) =
            if king == NO_SQUARE { (0, 0) } else { self.attackers_and_blockers(king, us ^ 1) };
        let ours = self.by_side[us];
        let target_mask = if checkers == 0 {
            BOARD & !ours
        } else {
            checkers | between(king, checkers.trailing_zeros() as usize)
        };
        let occupied = self.occupied();
        KingConstraints { us, occupied, king, checkers, pinned: blockers & ours, target_mask }
    }

    /// The filter for checks to their king. Lines of sliders that we do not have are left out.
    #[inline(always)]
    pub fn checks_only(&self) -> ChecksOnly {
        let (us, them) = (self.turn & 1, self.turn & 1 ^ 1);
        let king = self.royal[them];
        let (occupied, ring) = (self.occupied(), king_ring(king));
        let ours = &self.by_class[us];
        let mut check_squares = [0; 16];
        for class in [PAWN, KNIGHT, SILVER, GOLD] {
            check_squares[class] = step_attacks(them, class, king);
        }
        if ours[LANCE] != 0 || self.has_in_hand(us, LANCE) {
            check_squares[LANCE] = lance_attacks(them, king, occupied);
        }
        if ours[BISHOP] | ours[HORSE] != 0 || self.has_in_hand(us, BISHOP) {
            check_squares[BISHOP] = bishop_attacks(king, occupied);
        }
        if ours[ROOK] | ours[DRAGON] != 0 || self.has_in_hand(us, ROOK) {
            check_squares[ROOK] = rook_attacks(king, occupied);
        }
        check_squares[HORSE] = check_squares[BISHOP] | ring;
        check_squares[DRAGON] = check_squares[ROOK] | ring;
        check_squares[KING] = ring;
        let discoverers = self.attackers_and_blockers(king, us).1 & self.by_side[us];
        ChecksOnly { king, check_squares, discoverers }
    }

    /// Appends all legal moves. Their king must not be in check.
    pub fn generate_legal(&self, out: &mut MoveList) {
        self.generate_filtered(&AllMoves, out);
    }

    /// Appends the legal moves that check. Their king must exist and not be in check.
    pub fn generate_checks(&self, out: &mut MoveList) {
        self.generate_filtered(&self.checks_only(), out);
    }

    #[inline(always)]
    fn generate_filtered(&self, filter: &impl MoveFilter, out: &mut MoveList) {
        let constraints = self.king_constraints();
        self.add_king_moves(filter, &constraints, out);
        if has_several(constraints.checkers) {
            return;
        }
        if constraints.target_mask == constraints.checkers {
            // Nothing can be interposed. To find the few captors is faster than to walk over all
            // pieces.
            let checker = constraints.checkers.trailing_zeros() as usize;
            return self.add_captures(checker, filter, &constraints, out);
        }
        self.add_piece_moves(filter, &constraints, out);
        let empty = constraints.target_mask & !constraints.occupied;
        if empty != 0 && !self.hands[constraints.us & 1].is_empty() {
            for class in [PAWN, LANCE, KNIGHT, SILVER, BISHOP, ROOK, GOLD] {
                self.add_drops(class, filter, empty, out);
            }
        }
    }

    /// Adds captures on `square`, which the constraints allow, by pieces other than the king.
    fn add_captures(
        &self,
        square: usize,
        filter: &impl MoveFilter,
        constraints: &KingConstraints,
        out: &mut impl MoveSink,
    ) {
        let us = constraints.us & 1;
        let captors = self.attackers(square, us, constraints.occupied) & !bit(constraints.king);
        if captors == 0 {
            return;
        }
        for class in [PAWN, LANCE, KNIGHT, SILVER, BISHOP, ROOK, GOLD, HORSE, DRAGON] {
            for from in SquareIter(captors & self.by_class[us][class]) {
                self.add_moves_to(from, class, bit(square), filter, constraints, out);
            }
        }
    }

    /// Appends the legal captures on a square. We must have a king, and theirs must not be in
    /// check.
    pub fn generate_captures(&self, square: usize, out: &mut MoveList) {
        let constraints = self.king_constraints();
        let (us, king) = (constraints.us, constraints.king);
        if king_ring(king) & bit(square) != 0
            && !self.is_attacked(square, us ^ 1, constraints.occupied ^ bit(king))
        {
            out.add_moves(self, king, KING, bit(square), Promoting::No);
        }
        if !has_several(constraints.checkers) && constraints.target_mask & bit(square) != 0 {
            self.add_captures(square, &AllMoves, &constraints, out);
        }
    }

    /// Appends all moves, whatever happens to our king, drops of pawns that mate included.
    pub fn generate_pseudo_legal(&self, out: &mut MoveList) {
        let us = self.turn & 1;
        let occupied = self.occupied();
        let constraints = KingConstraints {
            us,
            occupied,
            king: NO_SQUARE,
            checkers: 0,
            pinned: 0,
            target_mask: BOARD & !self.by_side[us],
        };
        self.add_class_moves::<KING>(&AllMoves, &constraints, out);
        self.add_piece_moves(&AllMoves, &constraints, out);
        let empty = BOARD & !occupied;
        for class in [PAWN, LANCE, KNIGHT, SILVER, BISHOP, ROOK, GOLD] {
            if self.has_in_hand(us, class) {
                out.add_drops(self, class, self.droppable_squares(us, class) & empty);
            }
        }
    }

    pub fn add_king_moves(
        &self,
        filter: &impl MoveFilter,
        constraints: &KingConstraints,
        out: &mut impl MoveSink,
    ) {
        let KingConstraints { us, king, occupied, .. } = *constraints;
        if king == NO_SQUARE {
            if self.by_class[us][KING] != 0 {
                self.add_class_moves::<KING>(filter, constraints, out);
            }
            return;
        }
        let targets = king_ring(king) & !self.by_side[us] & filter.king_destinations(king);
        if targets == 0 {
            return;
        }
        let attacked = self.attacked_around(king, us ^ 1, occupied ^ bit(king));
        out.add_moves(self, king, KING, targets & !attacked, Promoting::No);
    }

    /// Adds the moves of all pieces other than the king.
    #[inline(always)]
    pub fn add_piece_moves(
        &self,
        filter: &impl MoveFilter,
        constraints: &KingConstraints,
        out: &mut impl MoveSink,
    ) {
        self.add_class_moves::<PAWN>(filter, constraints, out);
        self.add_class_moves::<LANCE>(filter, constraints, out);
        self.add_class_moves::<KNIGHT>(filter, constraints, out);
        self.add_class_moves::<SILVER>(filter, constraints, out);
        self.add_class_moves::<BISHOP>(filter, constraints, out);
        self.add_class_moves::<ROOK>(filter, constraints, out);
        self.add_class_moves::<GOLD>(filter, constraints, out);
        self.add_class_moves::<HORSE>(filter, constraints, out);
        self.add_class_moves::<DRAGON>(filter, constraints, out);
    }

    /// Adds the moves of the pieces of one class.
    #[inline(always)]
    fn add_class_moves<const CLASS: usize>(
        &self,
        filter: &impl MoveFilter,
        constraints: &KingConstraints,
        out: &mut impl MoveSink,
    ) {
        let us = constraints.us & 1;
        for from in SquareIter(filter.candidate_movers(us, CLASS, self.by_class[us][CLASS])) {
            let targets =
                attacks::<CLASS>(us, from, constraints.occupied) & constraints.target_mask;
            if targets != 0 {
                self.add_moves_to(from, CLASS, targets, filter, constraints, out);
            }
        }
    }

    /// Adds the moves of one piece to squares that it attacks.
    #[inline(never)]
    fn add_moves_to(
        &self,
        from: usize,
        class: usize,
        mut targets: Bitboard,
        filter: &impl MoveFilter,
        constraints: &KingConstraints,
        out: &mut impl MoveSink,
    ) {
        let us = constraints.us & 1;
        if constraints.pinned & bit(from) != 0 {
            targets &= line_through(constraints.king, from);
        }
        if class <= ROOK {
            let zone = PROMOTION_ZONE[us];
            let promoting = if zone & bit(from) != 0 { BOARD } else { zone };
            let promoted = promoted_class(class);
            let promotions = targets & promoting & filter.destinations(promoted, from);
            out.add_moves(self, from, promoted, promotions, Promoting::Yes);
            targets &= movable_squares(us, class);
        }
        let targets = targets & filter.destinations(class, from);
        out.add_moves(self, from, class, targets, Promoting::No);
    }

    /// True if a side has a piece of an unpromoted class in hand.
    #[inline(always)]
    pub fn has_in_hand(&self, side: usize, class: usize) -> bool {
        self.hands[side & 1].count(self.codes.lanes[class & 7]) > 0
    }

    /// The squares on which a side may drop a piece of a class, if they are empty and uchifuzume
    /// does not forbid it.
    #[inline(always)]
    pub fn droppable_squares(&self, side: usize, class: usize) -> Bitboard {
        let squares = movable_squares(side, class);
        if class == PAWN { squares & !fill_files(self.by_class[side & 1][PAWN]) } else { squares }
    }

    /// Adds the drops of one class on squares of `empty`.
    #[inline(always)]
    pub fn add_drops(
        &self,
        class: usize,
        filter: &impl MoveFilter,
        empty: Bitboard,
        out: &mut impl MoveSink,
    ) {
        if self.has_in_hand(self.turn, class) {
            self.add_held_drops(class, filter, empty, out);
        }
    }

    /// [`BitboardPosition::add_drops`] of a class in hand.
    #[inline(never)]
    fn add_held_drops(
        &self,
        class: usize,
        filter: &impl MoveFilter,
        empty: Bitboard,
        out: &mut impl MoveSink,
    ) {
        let us = self.turn & 1;
        let mut targets =
            self.droppable_squares(us, class) & empty & filter.destinations(class, NO_SQUARE);
        if class == PAWN {
            let check = targets & step_attacks(us ^ 1, PAWN, self.royal[us ^ 1]);
            if check != 0 && self.is_pawn_drop_mate(check.trailing_zeros() as usize) {
                targets ^= check;
            }
        }
        out.add_drops(self, class, targets);
    }

    /// The kind of the pawn in the rules.
    pub fn pawn(&self) -> Kind {
        Kind(self.codes.kinds[PAWN])
    }

    /// A drop of a piece of a class.
    #[inline(always)]
    pub fn drop_move(&self, class: usize, to: usize) -> Move {
        Move::drop(Kind(self.codes.kinds[class & 15]), Square(to as u16))
    }
}

/// Squares that a piece of this class attacks, own pieces included.
#[inline(always)]
pub(super) fn attacks<const CLASS: usize>(us: usize, from: usize, occupied: Bitboard) -> Bitboard {
    match CLASS {
        LANCE => lance_attacks(us, from, occupied),
        BISHOP => bishop_attacks(from, occupied),
        ROOK => rook_attacks(from, occupied),
        HORSE => bishop_attacks(from, occupied) | king_ring(from),
        DRAGON => rook_attacks(from, occupied) | king_ring(from),
        _ => step_attacks(us, CLASS, from),
    }
}

/// [`attacks`] for a class known only at run time.
#[inline(always)]
pub(super) fn class_attacks(class: usize, us: usize, from: usize, occupied: Bitboard) -> Bitboard {
    match class {
        LANCE => attacks::<LANCE>(us, from, occupied),
        BISHOP => attacks::<BISHOP>(us, from, occupied),
        ROOK => attacks::<ROOK>(us, from, occupied),
        HORSE => attacks::<HORSE>(us, from, occupied),
        DRAGON => attacks::<DRAGON>(us, from, occupied),
        _ => step_attacks(us, class, from),
    }
}
