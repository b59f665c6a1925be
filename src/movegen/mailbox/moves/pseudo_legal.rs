//! Pseudo-legal moves: everything that the pieces can do, whatever happens to the own royals.

use crate::movegen::mailbox::MailboxEngine;
use crate::movegen::mailbox::board::{Cell, EMPTY, SquareSet};
use crate::position::{Move, MoveList};

impl MailboxEngine {
    /// Appends all pseudo-legal moves of the side to move, drops included.
    pub fn add_pseudo_legal(&mut self, out: &mut MoveList) {
        for square in self.board.pieces(self.board.turn()).iter() {
            self.add_pseudo_legal_from(self.board.cell(square), None, out);
        }
        self.add_possible_drops(out);
    }

    /// Appends the pseudo-legal moves of the piece on a cell. `within`: straight moves of a hook
    /// mover only to these squares.
    pub fn add_pseudo_legal_from(
        &mut self,
        from: Cell,
        within: Option<&SquareSet>,
        out: &mut MoveList,
    ) {
        let mut routes = self.take_list();
        self.board.add_straight_routes(from, within, &mut routes);
        let board = &self.board;
        let piece = board.content(from);
        for &route in &routes {
            let to = board.cell(route.to());
            let victim = board.content(to);
            let choice = board.straight_promotion_choice(piece, from, to, victim);
            board.push_forms(choice, piece, [EMPTY, EMPTY, victim], route, out);
        }
        routes.clear();
        board.add_rare_routes(from, &mut routes);
        for &route in &routes {
            board.add_forms(route, out);
        }
        self.return_list(routes);
        self.add_multi_step_moves(from, out);
    }

    /// Appends passes and captures on the way of the piece on a cell, in every permitted form.
    pub fn add_multi_step_moves(&mut self, from: Cell, out: &mut MoveList) {
        let start = out.len();
        let mut routes = self.take_list();
        self.board.add_multi_step_routes(from, &mut routes);
        for &route in &routes {
            self.board.add_forms(route, out);
        }
        self.return_list(routes);
        if self.board.movement(self.board.content(from)).lion_steps > 2 {
            self.merge_capture_orders(out, start);
        }
    }

    /// Removes, of two moves that differ in the order of captures alone and have the same result,
    /// the one that captures on the greater square first.
    fn merge_capture_orders(&self, out: &mut MoveList, start: usize) {
        let all = out[start..].to_vec();
        let form = |m: Move| {
            let from = m.from().map_or(0, |from| self.board.cell(from));
            self.board.form_after(self.board.content(from), self.board.victims(m), m)
        };
        let mut i = start;
        while i < out.len() {
            let m = out[i];
            let is_repetition = match (m.mids(), m.from()) {
                ([Some(first), Some(second)], Some(from)) if first > second => {
                    let other =
                        Move::through(from, [Some(second), Some(first)], m.to()).with_change_of(m);
                    all.contains(&other) && form(m) == form(other)
                }
                _ => false,
            };
            if is_repetition {
                out.remove(i);
            } else {
                i += 1;
            }
        }
    }
}
