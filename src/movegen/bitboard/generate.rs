//! Generation of legal moves, and of those that check.
//!
//! One walk over the pieces serves both. A [`Job`] says what our own king demands: on which squares a
//! move may end (all; or in check the checker's and those before it) and which pieces are pinned. A
//! [`Purpose`] says what is wanted: anything, or checks. A [`Sink`] takes the moves, a piece's at a
//! time: a list, or the search for a mate, which looks at most of them as sets only.
//!
//! What is done for every class alike stands out of line, once: a copy for each of them would fill the
//! instruction cache, and a search goes round through all of this at every node (see `benches/history.md`).

use super::code::{
    BISHOP, DRAGON, GOLD, HORSE, KING, KNIGHT, LANCE, PAWN, ROOK, SILVER, promoted_class,
};
use super::state::{NONE, State};
use super::tables::{
    BOARD, Set, Squares, ZONE, alive, between, bishop, bit, candidates, files_of, lance,
    line_through, ring, rook, several, step,
};
use crate::position::{Move, MoveList};
use crate::rules::{Kind, Square};

/// What a move must keep to.
pub(super) struct Job {
    us: usize,
    pub occupied: Set,
    /// Our royal king, or [`NONE`].
    king: usize,
    /// Who checks it.
    pub checkers: Set,
    /// Our pieces that must stay on their line with the king.
    pub pinned: Set,
    /// Where a piece other than the king may end.
    pub mask: Set,
}

/// What moves are for; compiled once for each.
pub(super) trait Purpose {
    /// Which pieces of a class are worth looking at.
    fn movers(&self, us: usize, class: usize, men: Set) -> Set;

    /// Where a piece that is of this class after its move may end, if it came from `from`.
    fn ends(&self, class: usize, from: usize) -> Set;

    /// Where a king may go that is not to be captured.
    fn king_ends(&self, from: usize) -> Set;
}

/// Any move will do.
struct Anything;

impl Purpose for Anything {
    #[inline(always)]
    fn movers(&self, _us: usize, _class: usize, men: Set) -> Set {
        men
    }

    #[inline(always)]
    fn ends(&self, _class: usize, _from: usize) -> Set {
        BOARD
    }

    #[inline(always)]
    fn king_ends(&self, _from: usize) -> Set {
        BOARD
    }
}

/// The move is to check.
pub(super) struct Check {
    /// Their king.
    target: usize,
    /// From where each class would check.
    from: [Set; 16],
    /// Our pieces that check by leaving their line with it.
    veils: Set,
}

impl Check {
    /// The squares by going to which the piece on `from` uncovers a check.
    #[inline(always)]
    fn uncovering(&self, from: usize) -> Set {
        if self.veils & bit(from) == 0 { 0 } else { !line_through(self.target, from) }
    }
}

impl Purpose for Check {
    #[inline(always)]
    fn movers(&self, us: usize, class: usize, men: Set) -> Set {
        match class {
            PAWN | KNIGHT | SILVER | GOLD => {
                men & (candidates(us, class, self.target) | self.veils)
            }
            _ => men,
        }
    }

    #[inline(always)]
    fn ends(&self, class: usize, from: usize) -> Set {
        self.from[class & 15] | self.uncovering(from)
    }

    #[inline(always)]
    fn king_ends(&self, from: usize) -> Set {
        self.uncovering(from)
    }
}

/// Where moves go.
pub(super) trait Sink {
    /// Moves of the piece on `from`, which is of `class` after them.
    #[inline(always)]
    fn moves(&mut self, state: &State, from: usize, class: usize, targets: Set, change: bool) {
        if targets != 0 {
            self.take_moves(state, from, class, targets, change);
        }
    }

    /// Drops of a piece of `class`.
    #[inline(always)]
    fn drops(&mut self, state: &State, class: usize, targets: Set) {
        if targets != 0 {
            self.take_drops(state, class, targets);
        }
    }

    /// The same; there is a target.
    fn take_moves(&mut self, state: &State, from: usize, class: usize, targets: Set, change: bool);

    /// The same; there is a target.
    fn take_drops(&mut self, state: &State, class: usize, targets: Set);
}

impl Sink for MoveList {
    #[inline(never)]
    fn take_moves(
        &mut self,
        _state: &State,
        from: usize,
        _class: usize,
        targets: Set,
        change: bool,
    ) {
        for to in Squares(targets) {
            self.push(board_move(from, to, change));
        }
    }

    #[inline(never)]
    fn take_drops(&mut self, state: &State, class: usize, targets: Set) {
        for to in Squares(targets) {
            self.push(state.drop_move(class, to));
        }
    }
}

#[inline(always)]
pub(super) fn board_move(from: usize, to: usize, change: bool) -> Move {
    Move::board(Square(from as u16), Square(to as u16)).with_change(change)
}

impl State {
    /// What our king demands of a move.
    #[inline(always)]
    pub fn job(&self) -> Job {
        let us = self.us & 1;
        let king = self.royal[us];
        let (checkers, blockers) = if king == NONE { (0, 0) } else { self.aim(king, us ^ 1) };
        let ours = self.men[us];
        let mask = if checkers == 0 {
            BOARD & !ours
        } else {
            checkers | between(king, checkers.trailing_zeros() as usize)
        };
        Job { us, occupied: self.occupied(), king, checkers, pinned: blockers & ours, mask }
    }

    /// What a check to their king takes. The lines of sliders that we have not got are left out.
    #[inline(always)]
    pub fn check(&self) -> Check {
        let (us, them) = (self.us & 1, self.us & 1 ^ 1);
        let target = self.royal[them];
        let (occupied, near) = (self.occupied(), ring(target));
        let sets = &self.sets[us];
        let mut from = [0; 16];
        for class in [PAWN, KNIGHT, SILVER, GOLD] {
            from[class] = step(them, class, target);
        }
        if sets[LANCE] != 0 || self.holds(us, LANCE) {
            from[LANCE] = lance(them, target, occupied);
        }
        if sets[BISHOP] | sets[HORSE] != 0 || self.holds(us, BISHOP) {
            from[BISHOP] = bishop(target, occupied);
        }
        if sets[ROOK] | sets[DRAGON] != 0 || self.holds(us, ROOK) {
            from[ROOK] = rook(target, occupied);
        }
        from[HORSE] = from[BISHOP] | near;
        from[DRAGON] = from[ROOK] | near;
        from[KING] = near;
        Check { target, from, veils: self.aim(target, us).1 & self.men[us] }
    }

    /// All legal moves, given that their king is not in check.
    pub fn generate_legal(&self, out: &mut MoveList) {
        self.generate(&Anything, out);
    }

    /// The legal moves that check, given that their king exists and is not in check.
    pub fn checks(&self, out: &mut MoveList) {
        self.generate(&self.check(), out);
    }

    #[inline(always)]
    fn generate(&self, purpose: &impl Purpose, out: &mut MoveList) {
        let job = self.job();
        self.king_moves(purpose, &job, out);
        if several(job.checkers) {
            return;
        }
        if job.mask == job.checkers {
            // Nothing can be put between, and fewer pieces attack the checker than there are.
            let checker = job.checkers.trailing_zeros() as usize;
            return self.captures(checker, purpose, &job, out);
        }
        self.piece_moves(purpose, &job, out);
        let empty = job.mask & !job.occupied;
        if empty != 0 && !self.hands[job.us & 1].is_empty() {
            for class in [PAWN, LANCE, KNIGHT, SILVER, BISHOP, ROOK, GOLD] {
                self.drops(class, purpose, empty, out);
            }
        }
    }

    /// The moves of other pieces than the king to a square of the opponent's that our king allows.
    fn captures(&self, square: usize, purpose: &impl Purpose, job: &Job, out: &mut impl Sink) {
        let us = job.us & 1;
        let captors = self.attackers(square, us, job.occupied) & !bit(job.king);
        if captors == 0 {
            return;
        }
        for class in [PAWN, LANCE, KNIGHT, SILVER, BISHOP, ROOK, GOLD, HORSE, DRAGON] {
            for from in Squares(captors & self.sets[us][class]) {
                self.moves_to(from, class, bit(square), purpose, job, out);
            }
        }
    }

    /// The legal moves that capture on a square, given that their king is not in check, and that we have one.
    pub fn generate_captures(&self, square: usize, out: &mut MoveList) {
        let job = self.job();
        let (us, king) = (job.us, job.king);
        if ring(king) & bit(square) != 0 && !self.attacked(square, us ^ 1, job.occupied ^ bit(king))
        {
            out.moves(self, king, KING, bit(square), false);
        }
        if !several(job.checkers) && job.mask & bit(square) != 0 {
            self.captures(square, &Anything, &job, out);
        }
    }

    /// All moves, whatever becomes of our king, drops that mate included.
    pub fn pseudo_legal(&self, out: &mut MoveList) {
        let us = self.us & 1;
        let occupied = self.occupied();
        let job =
            Job { us, occupied, king: NONE, checkers: 0, pinned: 0, mask: BOARD & !self.men[us] };
        self.pieces::<KING>(&Anything, &job, out);
        self.piece_moves(&Anything, &job, out);
        let empty = BOARD & !occupied;
        for class in [PAWN, LANCE, KNIGHT, SILVER, BISHOP, ROOK, GOLD] {
            if self.holds(us, class) {
                out.drops(self, class, self.droppable(us, class) & empty);
            }
        }
    }

    pub fn king_moves(&self, purpose: &impl Purpose, job: &Job, out: &mut impl Sink) {
        if job.king == NONE {
            if self.sets[job.us][KING] != 0 {
                self.pieces::<KING>(purpose, job, out);
            }
            return;
        }
        let targets = ring(job.king) & !self.men[job.us] & purpose.king_ends(job.king);
        if targets == 0 {
            return;
        }
        let covered = self.cover(job.king, job.us ^ 1, job.occupied ^ bit(job.king));
        out.moves(self, job.king, KING, targets & !covered, false);
    }

    #[inline(always)]
    pub fn piece_moves(&self, purpose: &impl Purpose, job: &Job, out: &mut impl Sink) {
        self.pieces::<PAWN>(purpose, job, out);
        self.pieces::<LANCE>(purpose, job, out);
        self.pieces::<KNIGHT>(purpose, job, out);
        self.pieces::<SILVER>(purpose, job, out);
        self.pieces::<BISHOP>(purpose, job, out);
        self.pieces::<ROOK>(purpose, job, out);
        self.pieces::<GOLD>(purpose, job, out);
        self.pieces::<HORSE>(purpose, job, out);
        self.pieces::<DRAGON>(purpose, job, out);
    }

    /// The moves of the pieces of one class.
    #[inline(always)]
    fn pieces<const CLASS: usize>(&self, purpose: &impl Purpose, job: &Job, out: &mut impl Sink) {
        let us = job.us & 1;
        for from in Squares(purpose.movers(us, CLASS, self.sets[us][CLASS])) {
            let targets = attacks::<CLASS>(us, from, job.occupied) & job.mask;
            if targets != 0 {
                self.moves_to(from, CLASS, targets, purpose, job, out);
            }
        }
    }

    /// The moves of one piece to squares that it attacks.
    #[inline(never)]
    fn moves_to(
        &self,
        from: usize,
        class: usize,
        mut targets: Set,
        purpose: &impl Purpose,
        job: &Job,
        out: &mut impl Sink,
    ) {
        let us = job.us & 1;
        if job.pinned & bit(from) != 0 {
            targets &= line_through(job.king, from);
        }
        if class <= ROOK {
            let zone = ZONE[us];
            let promoting = if zone & bit(from) != 0 { BOARD } else { zone };
            let promoted = promoted_class(class);
            let ends = targets & promoting & purpose.ends(promoted, from);
            out.moves(self, from, promoted, ends, true);
            targets &= alive(us, class);
        }
        out.moves(self, from, class, targets & purpose.ends(class, from), false);
    }

    /// True if a side has that piece in hand.
    #[inline(always)]
    pub fn holds(&self, side: usize, class: usize) -> bool {
        self.hands[side & 1].count(self.map.lanes[class & 7]) > 0
    }

    /// Where a side may drop that piece, apart from what stands there and from mate by a pawn.
    #[inline(always)]
    pub fn droppable(&self, side: usize, class: usize) -> Set {
        let alive = alive(side, class);
        if class == PAWN { alive & !files_of(self.sets[side & 1][PAWN]) } else { alive }
    }

    /// The drops of one class on squares of `empty`.
    #[inline(always)]
    pub fn drops(&self, class: usize, purpose: &impl Purpose, empty: Set, out: &mut impl Sink) {
        if self.holds(self.us, class) {
            self.held_drops(class, purpose, empty, out);
        }
    }

    /// The same; the piece is in hand.
    #[inline(never)]
    fn held_drops(&self, class: usize, purpose: &impl Purpose, empty: Set, out: &mut impl Sink) {
        let us = self.us & 1;
        let mut targets = self.droppable(us, class) & empty & purpose.ends(class, NONE);
        if class == PAWN {
            let check = targets & step(us ^ 1, PAWN, self.royal[us ^ 1]);
            if check != 0 && self.pawn_drop_mates(check.trailing_zeros() as usize) {
                targets ^= check;
            }
        }
        out.drops(self, class, targets);
    }

    /// The rules' number of the pawn.
    pub fn pawn(&self) -> Kind {
        Kind(self.map.kinds[PAWN])
    }

    /// A drop of a piece of this class.
    #[inline(always)]
    pub fn drop_move(&self, class: usize, to: usize) -> Move {
        Move::drop(Kind(self.map.kinds[class & 15]), Square(to as u16))
    }
}

/// Where a piece of this class may go, own pieces included.
#[inline(always)]
pub(super) fn attacks<const CLASS: usize>(us: usize, from: usize, occupied: Set) -> Set {
    match CLASS {
        LANCE => lance(us, from, occupied),
        BISHOP => bishop(from, occupied),
        ROOK => rook(from, occupied),
        HORSE => bishop(from, occupied) | ring(from),
        DRAGON => rook(from, occupied) | ring(from),
        _ => step(us, CLASS, from),
    }
}

/// The same for a class known at run time only.
#[inline(always)]
pub(super) fn reach(class: usize, us: usize, from: usize, occupied: Set) -> Set {
    match class {
        LANCE => attacks::<LANCE>(us, from, occupied),
        BISHOP => attacks::<BISHOP>(us, from, occupied),
        ROOK => attacks::<ROOK>(us, from, occupied),
        HORSE => attacks::<HORSE>(us, from, occupied),
        DRAGON => attacks::<DRAGON>(us, from, occupied),
        _ => step(us, class, from),
    }
}
