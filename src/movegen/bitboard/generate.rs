//! Generation of legal moves, and of those that check.
//!
//! One walk over the pieces serves both: a *job* says which squares a move may end on (all; or in check
//! the checker's and those before it), which pieces are pinned, and, when only checks are wanted, from
//! which squares each class would check and which pieces uncover a check by leaving their line.

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
    occupied: Set,
    /// Our royal king, or [`NONE`].
    king: usize,
    /// Who checks it.
    pub checkers: Set,
    /// Our pieces that must stay on their line with the king.
    pub pinned: Set,
    /// Where a piece other than the king may end.
    pub mask: Set,
    /// Their royal king, or [`NONE`]; only for checks.
    target: usize,
    /// From where each class would check; only for checks.
    checking: [Set; 16],
    /// Our pieces whose leaving their line with `target` checks; only for checks.
    veils: Set,
}

#[inline(always)]
fn board_move(from: usize, to: usize, change: bool) -> Move {
    Move::board(Square(from as u16), Square(to as u16), change)
}

impl State {
    /// What our king demands of a move.
    #[inline(always)]
    pub fn job(&self) -> Job {
        let us = self.us & 1;
        let king = self.royal[us];
        let (checkers, blockers) = self.aim(king, us ^ 1);
        let ours = self.men[us];
        let mask = if checkers == 0 {
            BOARD & !ours
        } else {
            checkers | between(king, checkers.trailing_zeros() as usize)
        };
        Job {
            us,
            occupied: self.occupied(),
            king,
            checkers,
            pinned: blockers & ours,
            mask,
            target: NONE,
            checking: [BOARD; 16],
            veils: 0,
        }
    }

    /// The same, for checking moves alone.
    #[inline(always)]
    fn checking_job(&self) -> Job {
        let mut job = self.job();
        let them = job.us ^ 1;
        let target = self.royal[them];
        let (occupied, near) = (job.occupied, ring(target));
        job.target = target;
        job.veils = self.aim(target, job.us).1 & self.men[job.us];
        job.checking = [0; 16];
        for class in [PAWN, KNIGHT, SILVER, GOLD] {
            job.checking[class] = step(them, class, target);
        }
        job.checking[LANCE] = lance(them, target, occupied);
        job.checking[BISHOP] = bishop(target, occupied);
        job.checking[ROOK] = rook(target, occupied);
        job.checking[HORSE] = job.checking[BISHOP] | near;
        job.checking[DRAGON] = job.checking[ROOK] | near;
        job.checking[KING] = near;
        job
    }

    /// All legal moves, given that their king is not in check.
    pub fn legal(&self, out: &mut MoveList) {
        let job = self.job();
        self.king_moves::<false>(&job, out);
        if !several(job.checkers) {
            self.piece_moves::<false>(&job, out);
            self.drops::<false>(&job, out);
        }
    }

    /// The legal moves that check, given that their king exists and is not in check.
    pub fn checks(&self, out: &mut MoveList) {
        let job = self.checking_job();
        self.king_moves::<true>(&job, out);
        if !several(job.checkers) {
            self.piece_moves::<true>(&job, out);
            self.drops::<true>(&job, out);
        }
    }

    /// All moves, whatever becomes of our king, drops that mate included.
    pub fn pseudo_legal(&self, out: &mut MoveList) {
        let us = self.us & 1;
        let occupied = self.occupied();
        let job = Job {
            us,
            occupied,
            king: NONE,
            checkers: 0,
            pinned: 0,
            mask: BOARD & !self.men[us],
            target: NONE,
            checking: [BOARD; 16],
            veils: 0,
        };
        self.pieces::<KING, false>(&job, out);
        self.piece_moves::<false>(&job, out);
        let empty = BOARD & !occupied;
        for class in [PAWN, LANCE, KNIGHT, SILVER, BISHOP, ROOK, GOLD] {
            if self.holds(us, class) {
                self.drop_on(class, self.droppable(us, class) & empty, out);
            }
        }
    }

    fn king_moves<const CHECKS: bool>(&self, job: &Job, out: &mut MoveList) {
        if job.king == NONE {
            if self.sets[job.us][KING] != 0 {
                self.pieces::<KING, CHECKS>(job, out);
            }
            return;
        }
        let mut targets = ring(job.king) & !self.men[job.us];
        if CHECKS {
            if job.veils & bit(job.king) == 0 {
                return;
            }
            targets &= !line_through(job.target, job.king);
        }
        if targets == 0 {
            return;
        }
        targets &= !self.cover(job.king, job.us ^ 1, job.occupied ^ bit(job.king));
        for to in Squares(targets) {
            out.push(board_move(job.king, to, false));
        }
    }

    #[inline(always)]
    fn piece_moves<const CHECKS: bool>(&self, job: &Job, out: &mut MoveList) {
        self.pieces::<PAWN, CHECKS>(job, out);
        self.pieces::<LANCE, CHECKS>(job, out);
        self.pieces::<KNIGHT, CHECKS>(job, out);
        self.pieces::<SILVER, CHECKS>(job, out);
        self.pieces::<BISHOP, CHECKS>(job, out);
        self.pieces::<ROOK, CHECKS>(job, out);
        self.pieces::<GOLD, CHECKS>(job, out);
        self.pieces::<HORSE, CHECKS>(job, out);
        self.pieces::<DRAGON, CHECKS>(job, out);
    }

    /// The moves of the pieces of one class.
    #[inline(always)]
    fn pieces<const CLASS: usize, const CHECKS: bool>(&self, job: &Job, out: &mut MoveList) {
        let us = job.us & 1;
        let mut movers = self.sets[us][CLASS];
        if CHECKS && matches!(CLASS, PAWN | KNIGHT | SILVER | GOLD) {
            movers &= candidates(us, CLASS, job.target) | job.veils;
        }
        for from in Squares(movers) {
            let mut targets = attacks::<CLASS>(us, from, job.occupied) & job.mask;
            if job.pinned & bit(from) != 0 {
                targets &= line_through(job.king, from);
            }
            let mut free = if CHECKS { 0 } else { BOARD };
            if CHECKS && job.veils & bit(from) != 0 {
                free = !line_through(job.target, from);
            }
            if CLASS <= ROOK {
                let zone = ZONE[us];
                let promoting = if zone & bit(from) != 0 { BOARD } else { zone };
                let promoted = job.checking[promoted_class(CLASS)] | free;
                for to in Squares(targets & promoting & promoted) {
                    out.push(board_move(from, to, true));
                }
                targets &= alive(us, CLASS);
            }
            for to in Squares(targets & (job.checking[CLASS] | free)) {
                out.push(board_move(from, to, false));
            }
        }
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

    #[inline(always)]
    fn drops<const CHECKS: bool>(&self, job: &Job, out: &mut MoveList) {
        let us = job.us & 1;
        let empty = job.mask & !job.occupied;
        if empty == 0 || self.hands[us].is_empty() {
            return;
        }
        for class in [PAWN, LANCE, KNIGHT, SILVER, BISHOP, ROOK, GOLD] {
            if !self.holds(us, class) {
                continue;
            }
            let mut targets = self.droppable(us, class) & empty & job.checking[class];
            if class == PAWN {
                let check = targets & step(us ^ 1, PAWN, self.royal[us ^ 1]);
                if check != 0 && self.pawn_drop_mates(check.trailing_zeros() as usize) {
                    targets ^= check;
                }
            }
            self.drop_on(class, targets, out);
        }
    }

    /// The rules' number of the pawn.
    pub fn pawn(&self) -> Kind {
        Kind(self.map.kinds[PAWN])
    }

    #[inline(always)]
    fn drop_on(&self, class: usize, targets: Set, out: &mut MoveList) {
        let kind = Kind(self.map.kinds[class & 15]);
        out.extend(Squares(targets).map(|to| Move::drop(kind, Square(to as u16))));
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
