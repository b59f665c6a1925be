//! Mate in one, without listing checks: most are refuted by looking at the board as it stands, many at
//! once. What is left is played and searched for a reply, so that a mistake here could miss a mate but
//! never invent one.

use super::code::{BISHOP, GOLD, KNIGHT, LANCE, PAWN, ROOK, SILVER};
use super::generate::{Sink, board_move, reach};
use super::state::State;
use super::tables::{Set, Squares, alive, between, bit, lines, ring, several};
use crate::position::{ForcingMoveCount, FrontierResult, MoveList};

impl State {
    /// Is there a check, and one that leaves no reply? Given that the opponent's king exists and is not in
    /// check. `survivors` is overwritten.
    pub fn assault(&mut self, survivors: &mut MoveList) -> FrontierResult {
        survivors.clear();
        let mut assault = Assault { siege: None, checks: ForcingMoveCount::default(), survivors };
        self.look_for_checks(&mut assault);
        let checks = assault.checks;
        if checks.total == 0 {
            return FrontierResult::NoForcingMove;
        }
        let mate = survivors.iter().copied().find(|&m| self.mates(m));
        mate.map_or(FrontierResult::Undecided(checks), FrontierResult::Mate)
    }

    fn look_for_checks(&self, assault: &mut Assault) {
        let check = self.check();
        let job = self.job();
        let empty = job.mask & !job.occupied;
        if !several(job.checkers) {
            self.piece_moves(&check, &job, assault);
            if empty != 0 && !self.hands[self.us & 1].is_empty() {
                for class in [LANCE, KNIGHT, SILVER, BISHOP, ROOK, GOLD] {
                    self.drops(class, &check, empty, assault);
                }
            }
        }
        self.king_moves(&check, &job, assault);
        // The drop of a pawn never mates, and whether it may be made is costly to tell.
        if assault.checks.total == 0 && !several(job.checkers) && empty != 0 {
            self.drops(PAWN, &check, empty, assault);
        }
    }

    fn siege(&self) -> Siege {
        let (us, them) = (self.us & 1, self.us & 1 ^ 1);
        let king = self.royal[them];
        let vacated = self.occupied() & !bit(king);
        let mut lines = 0;
        for sniper in Squares(self.snipers(king, us)) {
            lines |= between(king, sniper);
        }
        let mut droppable = 0;
        if !self.hands[them].is_empty() {
            for class in [GOLD, SILVER, BISHOP, ROOK, LANCE, KNIGHT] {
                if self.holds(them, class) {
                    droppable |= alive(them, class);
                }
            }
        }
        let cover = self.cover(king, us, vacated);
        Siege {
            us,
            king,
            cover,
            exits: ring(king) & !self.men[them] & !cover,
            vacated,
            lines,
            guards: self.men[them] & !lines & !bit(king),
            droppable,
        }
    }
}

/// The opponent's king and what surrounds it.
struct Siege {
    us: usize,
    king: usize,
    /// Squares that we attack, complete around the king; with all that sliders near it attack.
    cover: Set,
    /// Squares it could step to now.
    exits: Set,
    /// What is occupied, apart from it.
    vacated: Set,
    /// The squares between it and our sliders that could reach it on an empty board.
    lines: Set,
    /// Its men off those lines, which therefore are not pinned.
    guards: Set,
    /// Where its side could drop something other than a pawn.
    droppable: Set,
}

impl Siege {
    /// Those of the squares from which a piece of this class would cover every exit if nothing stood between.
    #[inline(always)]
    fn shutting(&self, class: usize, mut squares: Set) -> Set {
        for exit in Squares(self.exits) {
            squares &= lines(class, self.us ^ 1, exit);
        }
        squares
    }

    /// True if a piece could be dropped before a checker on `from`.
    #[inline(always)]
    fn blockable(&self, from: usize) -> bool {
        between(self.king, from) & self.droppable != 0
    }

    /// True if a drop has a reply: the king steps out, the piece is captured, or another dropped before
    /// it.
    #[inline(always)]
    fn refutes_drop(&self, state: &State, class: usize, to: usize) -> bool {
        self.blockable(to)
            || self.exits & !reach(class, self.us, to, self.vacated) != 0
            || state.attackers(to, self.us ^ 1, self.vacated | bit(self.king)) & self.guards != 0
    }

    /// True if a check by a piece that moves has a reply.
    #[inline(always)]
    fn refutes_move(&self, state: &State, from: usize, class: usize, to: usize) -> bool {
        let vacated = self.vacated & !bit(from) | bit(to);
        let exits = self.exits & !reach(class, self.us, to, vacated);
        // A line can only be opened by a piece that a slider of ours attacks.
        if exits != 0 && self.cover & bit(from) == 0 {
            return true;
        }
        // Leaving a line with the king may uncover a second checker.
        let single = self.lines & bit(from) == 0;
        if single && self.blockable(to) {
            return true;
        }
        // Standing beside the king takes support.
        let exits = exits | bit(to) & ring(self.king);
        Squares(exits).any(|exit| state.attackers(exit, self.us, vacated) & !bit(from) == 0)
            || single
                && state.attackers(to, self.us ^ 1, vacated | bit(self.king)) & self.guards != 0
    }
}

/// Takes checks, and keeps those that may mate.
struct Assault<'a> {
    /// Looked at when there is a check at all.
    siege: Option<Siege>,
    checks: ForcingMoveCount,
    survivors: &'a mut MoveList,
}

impl Sink for Assault<'_> {
    #[inline(never)]
    fn take_moves(&mut self, state: &State, from: usize, class: usize, targets: Set, change: bool) {
        self.checks.total += targets.count_ones();
        self.checks.board_moves += targets.count_ones();
        let siege = self.siege.get_or_insert_with(|| state.siege());
        let mut squares = targets;
        if siege.cover & bit(from) == 0 {
            squares = siege.shutting(class, squares);
        }
        for to in Squares(squares) {
            if !siege.refutes_move(state, from, class, to) {
                self.survivors.push(board_move(from, to, change));
            }
        }
    }

    #[inline(never)]
    fn take_drops(&mut self, state: &State, class: usize, targets: Set) {
        self.checks.total += targets.count_ones();
        if class == PAWN {
            return;
        }
        let siege = self.siege.get_or_insert_with(|| state.siege());
        for to in Squares(siege.shutting(class, targets)) {
            if !siege.refutes_drop(state, class, to) {
                self.survivors.push(state.drop_move(class, to));
            }
        }
    }
}
