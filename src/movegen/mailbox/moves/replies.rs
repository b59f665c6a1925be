//! Is there any legal move? The likeliest replies to a check are tried first.

use super::constraints::{AllRoyals, RoyalConstraints, RoyalSafety};
use crate::movegen::mailbox::MailboxEngine;
use crate::movegen::mailbox::board::{Cell, EMPTY, LION, PaddedBoard, ROYAL, SPECIAL, SquareSet};
use crate::position::{Move, MoveList};
use crate::rules::Square;
use crate::rules::options::KingSafety;

/// Stride through the squares in [`PaddedBoard::safe_empty_cells`]: a prime that divides the number
/// of squares of no board.
const SQUARE_STRIDE: usize = 97;

impl MailboxEngine {
    /// True if the side to move has a move that leaves its royals safe, whatever `king_safety` is.
    pub fn has_safe_reply(&mut self) -> bool {
        if self.board.tables().tests_every_move {
            return self.has_move_by_testing(KingSafety::Strict);
        }
        if !self.board.tables().free_king_safety {
            return self.has_legal_move();
        }
        let mut list = self.take_list();
        self.add_pseudo_legal(&mut list);
        let found = list.iter().any(|&m| self.is_legal_when_played(m, KingSafety::Strict));
        self.return_list(list);
        found
    }

    /// True if the side to move has a legal move.
    pub fn has_legal_move(&mut self) -> bool {
        self.find_legal_move().is_some()
    }

    /// A legal move of the side to move, if there is one.
    pub fn find_legal_move(&mut self) -> Option<Move> {
        if self.board.tables().tests_every_move {
            return self.find_move_by_testing(self.king_safety());
        }
        if self.board.has_lost(self.board.turn()) {
            return None;
        }
        let mut list = self.take_list();
        let found = if self.could_end_game() {
            self.add_legal_by_playing(&mut list);
            list.first().copied()
        } else {
            self.find_likely_move(&mut list)
        };
        self.return_list(list);
        found
    }

    /// A step of a plain, single king to a square that is not attacked. It is tried before
    /// everything else, because it answers most checks.
    fn find_king_step(&mut self) -> Option<Move> {
        let side = self.board.turn();
        let enemy = 1 - side;
        let king = self.board.first_royal(side);
        if self.board.royal_count(side) != 1
            || self.board.flags(self.board.content(king)) & SPECIAL != ROYAL
            || self.board.has_hidden_attacks(enemy)
        {
            return None;
        }
        self.board.while_empty(king, |board, royal| {
            let mut found = None;
            board.for_each_destination(royal, king, |to, victim| {
                let is_safe = found.is_none()
                    && board.flags(victim) & LION == 0
                    && !board.is_attacked_directly(to, enemy)
                    && !board.is_attacked_by_turn(to, enemy);
                if is_safe {
                    found = Some(board.straight_move(royal, king, to, victim));
                }
            });
            found
        })
    }

    /// A legal move, if there is one. `list` is scratch.
    fn find_likely_move(&mut self, list: &mut MoveList) -> Option<Move> {
        let step = self.find_king_step();
        if step.is_some() {
            return step;
        }
        let board = &self.board;
        let constraints = board.royal_constraints();
        let danger = constraints.danger_squares.as_ref();
        if let Some(to) = danger.and_then(|danger| board.safe_empty_cells(danger).next()) {
            let royal = board.content(constraints.royal);
            return Some(board.straight_move(royal, constraints.royal, to, EMPTY));
        }
        if constraints.evasion_squares.is_some() {
            self.add_some_evasions(&constraints, list);
            return list.first().copied();
        }
        let quiet = board.find_quiet_move(&constraints);
        if quiet.is_some() {
            return quiet;
        }
        // Royals last, because their moves take the longest to test; but first if only they can
        // help.
        let royals = board.royals(board.turn());
        let others = board.pieces(board.turn()).and_not(&royals);
        let are_attacked = constraints.all_royals == AllRoyals::Attacked;
        let (first, last) = if are_attacked { (royals, others) } else { (others, royals) };
        for square in first.iter().chain(last.iter()) {
            self.add_legal_from(self.board.cell(square), &constraints, list);
            if !list.is_empty() {
                return list.first().copied();
            }
        }
        self.add_drops(&constraints, list);
        list.first().copied()
    }

    /// Appends at least one legal evasion of a check to a single royal, if there is any.
    fn add_some_evasions(&mut self, constraints: &RoyalConstraints, list: &mut MoveList) {
        self.add_drops(constraints, list);
        if list.is_empty() {
            self.add_legal_from(constraints.royal, constraints, list);
        }
        if list.is_empty() {
            let board = &self.board;
            board.for_each_evasion_square(constraints, |to| {
                board.add_plain_to(to, constraints, list);
            });
            self.retain_legal(constraints, 0, list);
        }
        for square in self.board.special_pieces(self.board.turn()).iter() {
            let from = self.board.cell(square);
            if !list.is_empty() {
                break;
            }
            if from != constraints.royal {
                self.add_legal_from(from, constraints, list);
            }
        }
    }
}

/// Pieces whose quiet moves are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuietMovers {
    All,
    /// Pieces without special flags.
    Plain,
}

impl PaddedBoard {
    /// A legal move of the side to move to an empty cell, if one is found without a test: it
    /// captures nothing and leaves the royals as safe as they are.
    fn find_quiet_move(&self, constraints: &RoyalConstraints) -> Option<Move> {
        let is_unrestricted = constraints.safety == RoyalSafety::Unrestricted;
        let movers = if is_unrestricted { QuietMovers::All } else { QuietMovers::Plain };
        let are_decided =
            constraints.is_exact() || constraints.all_royals == AllRoyals::NotAttacked;
        if !are_decided && constraints.guards.is_none() {
            return None;
        }
        let (from, to) = self.quiet_moves(self.turn(), movers).find(|&(from, to)| {
            (are_decided || self.is_decided(constraints, Some(from), to))
                && self.allows(constraints, Some(from), to)
        })?;
        Some(self.straight_move(self.content(from), from, to, EMPTY))
    }

    /// Moves to empty cells, one step away or at the end of a jump, as origin and destination.
    pub fn quiet_moves(
        &self,
        side: usize,
        movers: QuietMovers,
    ) -> impl Iterator<Item = (Cell, Cell)> + '_ {
        let moves = move |&from: &Cell| {
            movers == QuietMovers::All || self.flags(self.content(from)) & SPECIAL == 0
        };
        self.cells_of(self.pieces(side)).filter(moves).flat_map(move |from| {
            let movement = self.movement(self.content(from));
            let steps = movement.slides().iter().map(move |&(dir, _)| self.next(from, dir.into()));
            let leaps = movement.leaps.iter().map(move |leap| self.shifted(from, leap.delta));
            let ends = steps.chain(leaps).filter(|&to| self.is_empty(to));
            ends.map(move |to| (from, to))
        })
    }

    /// The empty cells outside `danger`. Successive cells are far apart, because one move attacks
    /// squares that lie together.
    pub fn safe_empty_cells(&self, danger: &SquareSet) -> impl Iterator<Item = Cell> {
        let squares = self.tables().layout.board().squares();
        let (mut next, stride) = (0, SQUARE_STRIDE % squares);
        let spread = (0..squares).map(move |_| {
            let square = next;
            next += stride;
            next -= if next < squares { 0 } else { squares };
            Square(square as u16)
        });
        let safe = spread.filter(|&square| !danger.contains(square));
        safe.map(|square| self.cell(square)).filter(|&to| self.is_empty(to))
    }
}
