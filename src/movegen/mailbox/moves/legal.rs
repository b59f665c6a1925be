//! Legal moves: the moves that the constraints allow, evasions alone if there is a check, and a
//! test of the rest.

use super::constraints::RoyalConstraints;
use crate::movegen::mailbox::MailboxEngine;
use crate::movegen::mailbox::board::{
    Cell, Content, EMPEROR, HOOK, JUMPER, LION, MULTI_CAPTURE, PaddedBoard, ROYAL, ROYAL_MAKER,
    SPECIAL, SquareSet,
};
use crate::position::{Move, MoveList};
use crate::rules::options::KingSafety;

impl MailboxEngine {
    /// Appends the legal moves of the side to move.
    pub fn add_legal(&mut self, out: &mut MoveList) {
        if self.board.has_lost(self.board.turn()) {
            return;
        }
        if self.board.tables().tests_every_move {
            return self.add_legal_by_testing(out);
        }
        if self.could_end_game() {
            return self.add_legal_by_playing(out);
        }
        let constraints = self.board.royal_constraints();
        if constraints.evasion_squares.is_some() {
            self.add_evasions(&constraints, out);
        } else {
            for square in self.board.pieces(self.board.turn()).iter() {
                self.add_legal_from(self.board.cell(square), &constraints, out);
            }
            self.add_drops(&constraints, out);
        }
    }

    /// True if the side to move might capture the last royal, or the game is over. Then no
    /// constraint holds, because that capture is legal whatever else it does. Legal play with
    /// strict king safety never leads there.
    pub fn could_end_game(&self) -> bool {
        let enemy = 1 - self.board.turn();
        self.board.has_lost(enemy)
            || (self.board.is_root() || self.board.tables().free_king_safety)
                && self.board.is_in_check(enemy)
    }

    /// Appends the legal moves, each of them played and tested.
    pub fn add_legal_by_playing(&mut self, out: &mut MoveList) {
        let king_safety = self.king_safety();
        let mut list = self.take_list();
        self.add_pseudo_legal(&mut list);
        for &m in &list {
            if self.is_legal_when_played(m, king_safety) {
                out.push(m);
            }
        }
        self.return_list(list);
    }

    /// The rule of king safety.
    pub fn king_safety(&self) -> KingSafety {
        if self.board.tables().free_king_safety { KingSafety::Free } else { KingSafety::Strict }
    }

    /// Appends the legal moves of the piece on a cell.
    pub fn add_legal_from(
        &mut self,
        from: Cell,
        constraints: &RoyalConstraints,
        out: &mut MoveList,
    ) {
        let board = &self.board;
        let piece = board.content(from);
        let flags = board.flags(piece);
        if flags & SPECIAL & !MULTI_CAPTURE != 0 {
            return self.add_legal_of_special(from, constraints, out);
        }
        let start = out.len();
        let origin = board.square(from);
        board.for_each_destination(piece, from, |to, victim| {
            if board.allows(constraints, Some(from), to) {
                let route = Move::board(origin, board.square(to));
                board.straight_promotion_choice(piece, from, to, victim).push(route, out);
            }
        });
        self.retain_legal(constraints, start, out);
        if flags & MULTI_CAPTURE != 0 {
            let mut list = self.take_list();
            self.add_multi_step_moves(from, &mut list);
            for &m in &list {
                self.add_if_legal(m, from, constraints, out);
            }
            self.return_list(list);
        }
    }

    fn add_legal_of_special(
        &mut self,
        from: Cell,
        constraints: &RoyalConstraints,
        out: &mut MoveList,
    ) {
        if self.is_plain_king(from, constraints) {
            return self.add_king_moves(constraints, out);
        }
        let piece = self.board.content(from);
        if from == constraints.royal {
            if let Some(danger) = &constraints.danger_squares {
                if self.board.movement(piece).is_pure_emperor {
                    return self.add_royal_emperor_moves(from, danger, out);
                }
            }
        }
        let flags = self.board.flags(piece);
        if flags & SPECIAL & !MULTI_CAPTURE == HOOK && constraints.shows_safety() {
            return self.add_hook_moves(from, constraints, out);
        }
        let mut list = self.take_list();
        // A move that makes a second royal stops every check.
        let must_evade = flags & (ROYAL | EMPEROR | ROYAL_MAKER) == 0;
        let within = constraints.evasion_squares.as_ref().filter(|_| must_evade);
        self.add_pseudo_legal_from(from, within, &mut list);
        let mut before = None;
        for &m in &list {
            // Both forms of a royal's move are equally safe.
            let is_safe = match before {
                Some((route, safe))
                    if route == m.with_change(false) && from == constraints.royal =>
                {
                    safe
                }
                _ => self.is_special_move_safe(m, from, constraints),
            };
            before = Some((m.with_change(false), is_safe));
            if is_safe && self.board.lion_trade_allows(m) {
                out.push(m);
            }
        }
        self.return_list(list);
    }

    /// Appends the legal moves of a hook mover whose safety the constraints show. It has hundreds,
    /// so that one look at its pins decides for all of them.
    fn add_hook_moves(&mut self, from: Cell, constraints: &RoyalConstraints, out: &mut MoveList) {
        let (piece, origin) = (self.board.content(from), self.board.square(from));
        let may_be_pinned = constraints.may_pin(from);
        let must_test = constraints
            .guards
            .as_ref()
            .map_or(SquareSet::default(), |guards| self.board.squares_without_guard(guards, from));
        let reached = self.board.hook_destinations(from);
        let reached = constraints.evasion_squares.map_or(reached, |squares| reached.and(&squares));
        for to in reached.iter() {
            let board = &self.board;
            let cell = board.cell(to);
            let victim = board.content(cell);
            let choice = board.straight_promotion_choice(piece, from, cell, victim);
            let is_allowed = !may_be_pinned || board.allows(constraints, Some(from), cell);
            let takes_lion = board.flags(victim) & LION != 0;
            let m = Move::board(origin, to);
            if choice.unchanged && is_allowed {
                if takes_lion || must_test.contains(to) {
                    self.add_if_legal(m, from, constraints, out);
                } else {
                    out.push(m);
                }
            }
            if choice.changed {
                self.add_if_legal(m.with_change(true), from, constraints, out);
            }
        }
        let mut list = self.take_list();
        self.add_multi_step_moves(from, &mut list);
        for &m in &list {
            self.add_if_legal(m, from, constraints, out);
        }
        self.return_list(list);
    }

    /// Appends a pseudo-legal move of a special piece if it is legal.
    fn add_if_legal(
        &mut self,
        m: Move,
        from: Cell,
        constraints: &RoyalConstraints,
        out: &mut MoveList,
    ) {
        if self.is_special_move_safe(m, from, constraints) && self.board.lion_trade_allows(m) {
            out.push(m);
        }
    }

    fn add_king_moves(&mut self, constraints: &RoyalConstraints, out: &mut MoveList) {
        let from = constraints.royal;
        let start = out.len();
        let enemy = 1 - self.board.turn();
        self.board.while_empty(from, |board, royal| {
            let origin = board.square(from);
            board.for_each_destination(royal, from, |to, victim| {
                if !board.is_attacked_directly(to, enemy) && !board.is_attacked_by_turn(to, enemy) {
                    let route = Move::board(origin, board.square(to));
                    board.straight_promotion_choice(royal, from, to, victim).push(route, out);
                }
            });
        });
        self.retain_legal(constraints, start, out);
    }

    /// Appends the legal moves of a royal that goes anywhere: to every square outside `danger`.
    fn add_royal_emperor_moves(&mut self, from: Cell, danger: &SquareSet, out: &mut MoveList) {
        let (piece, origin) = (self.board.content(from), self.board.square(from));
        for to in self.board.tables().layout.board().iter() {
            let cell = self.board.cell(to);
            if danger.contains(to) || !self.board.is_open_end(cell, from) {
                continue;
            }
            let route = Move::board(origin, to);
            if self.board.lion_trade_allows(route) {
                let victim = self.board.content(cell);
                self.board.straight_promotion_choice(piece, from, cell, victim).push(route, out);
            }
        }
    }

    /// Appends the legal evasions of a check to a single royal.
    fn add_evasions(&mut self, constraints: &RoyalConstraints, out: &mut MoveList) {
        self.add_legal_of_special(constraints.royal, constraints, out);
        for square in self.board.special_pieces(self.board.turn()).iter() {
            let from = self.board.cell(square);
            if from != constraints.royal {
                self.add_legal_from(from, constraints, out);
            }
        }
        if constraints.checkers > 1 {
            return;
        }
        let start = out.len();
        let board = &self.board;
        board.for_each_evasion_square(constraints, |to| board.add_plain_to(to, constraints, out));
        self.retain_legal(constraints, start, out);
        self.add_drops(constraints, out);
    }
}

impl PaddedBoard {
    /// Appends the moves of pieces without special flags to a cell without own piece, as far as the
    /// constraints allow them.
    pub fn add_plain_to(&self, to: Cell, constraints: &RoyalConstraints, out: &mut MoveList) {
        let side = self.turn();
        let victim = self.content(to);
        let mut add = |from: Cell, piece: Content| {
            if self.flags(piece) & SPECIAL == 0 && self.allows(constraints, Some(from), to) {
                let route = Move::board(self.square(from), self.square(to));
                self.straight_promotion_choice(piece, from, to, victim).push(route, out);
            }
        };
        for (dir, distance) in self.ray_lengths(to).into_iter().enumerate() {
            let from = self.along(to, dir, distance);
            let piece = self.content(from);
            if self.slides_back(side, piece, dir, distance) {
                add(from, piece);
            }
        }
        if !self.has_any(side, JUMPER) {
            return;
        }
        for source in self.jump_sources(side) {
            let from = self.shifted(to, source.delta);
            let piece = self.content(from);
            if source.has(piece) && !self.slides_to(piece, from, to) {
                add(from, piece);
            }
        }
    }
}
