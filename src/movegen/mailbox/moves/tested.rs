//! Games in which every move is played and tested: those with rare moves, burning, royals that may
//! not face each other, bans on drops, drops of royals, or stalemate as a draw.
//!
//! Constraints and checks seen from the royals do not hold there. What is left is the rule itself:
//! list what the pieces can do, play it, and look who could be captured. The moves are in the
//! referee's order.

use super::lists::sort_and_dedup_from;
use crate::movegen::mailbox::MailboxEngine;
use crate::movegen::mailbox::board::{Cell, PaddedBoard, RareMove};
use crate::position::{Forcing, Move, MoveList};
use crate::rules::Only;
use crate::rules::options::KingSafety;

impl PaddedBoard {
    /// Appends every route of a piece by a rare move, and the capture of a royal that it faces. A
    /// route may come twice.
    pub fn add_rare_routes(&self, from: Cell, out: &mut MoveList) {
        let (piece, origin) = (self.content(from), self.square(from));
        if !self.tables().moves_rarely[piece] {
            return;
        }
        for &rare in &self.movement(piece).rare_moves {
            let only = match rare {
                RareMove::Line { only, .. }
                | RareMove::Jump { only, .. }
                | RareMove::Hop { only, .. } => only,
                RareMove::Igui { .. } | RareMove::RangeJump { .. } => Some(Only::Capture),
                RareMove::Turn { .. } | RareMove::Area { .. } | RareMove::CaptureTurn { .. } => {
                    None
                }
            };
            let captured = match rare {
                RareMove::CaptureTurn { dir } => {
                    let distance = self.ray_length(from, dir);
                    Some(self.square(self.along(from, dir.into(), distance)))
                }
                _ => None,
            };
            self.for_each_rare_target(rare, piece, from, self.occupancy(), &mut |to| {
                let fits = match only {
                    None => self.is_open_end(to, from),
                    Some(Only::Move) => self.is_empty(to),
                    Some(Only::Capture) => self.is_enemy_at(to, piece),
                };
                if !fits || !self.is_in_region(piece, to) {
                    return;
                }
                let to = self.square(to);
                out.push(match rare {
                    RareMove::Igui { .. } => Move::through(origin, [Some(to), None], origin),
                    _ => Move::through(origin, [captured, None], to),
                });
            });
        }
        if self.tables().royals_may_not_face {
            for dir in [0, 4] {
                let to = self.along(from, dir, self.ray_length(from, dir as u8));
                if self.faces(piece, from, to, self.occupancy()) {
                    out.push(Move::board(origin, self.square(to)));
                }
            }
        }
    }
}

impl MailboxEngine {
    /// Appends the legal moves, sorted.
    pub fn add_legal_by_testing(&mut self, out: &mut MoveList) {
        self.add_tested(out, |_, _| true);
    }

    /// Appends the forcing moves, sorted.
    pub fn add_forcing_by_testing(&mut self, out: &mut MoveList) {
        self.add_tested(out, |engine, m| engine.forces_when_tested(m));
    }

    fn add_tested(
        &mut self,
        out: &mut MoveList,
        wanted: impl Fn(&mut MailboxEngine, Move) -> bool,
    ) {
        if self.board.has_lost(self.board.turn()) {
            return;
        }
        let king_safety = self.king_safety();
        let mut list = self.take_list();
        self.add_pseudo_legal(&mut list);
        sort_and_dedup_from(&mut list, 0);
        for &m in &list {
            if wanted(self, m) && self.is_legal_when_played(m, king_safety) {
                out.push(m);
            }
        }
        self.return_list(list);
    }

    /// True if there is a legal move under this rule of king safety.
    pub fn has_move_by_testing(&mut self, king_safety: KingSafety) -> bool {
        self.find_move_by_testing(king_safety).is_some()
    }

    /// A legal move under this rule of king safety, if there is one.
    pub fn find_move_by_testing(&mut self, king_safety: KingSafety) -> Option<Move> {
        let side = self.board.turn();
        if self.board.has_lost(side) {
            return None;
        }
        let mut list = self.take_list();
        let mut found = None;
        // Royals first: their moves answer most checks.
        let royals = self.board.royals(side);
        let others = self.board.pieces(side).and_not(&royals);
        for square in royals.iter().chain(others.iter()) {
            list.clear();
            self.add_pseudo_legal_from(self.board.cell(square), None, &mut list);
            found = list.iter().copied().find(|&m| self.is_legal_when_played(m, king_safety));
            if found.is_some() {
                break;
            }
        }
        if found.is_none() {
            list.clear();
            self.add_possible_drops(&mut list);
            found = list.iter().copied().find(|&m| self.is_legal_when_played(m, king_safety));
        }
        self.return_list(list);
        found
    }

    /// True if a pseudo-legal move forces, found by playing it.
    fn forces_when_tested(&mut self, m: Move) -> bool {
        let enemy = 1 - self.board.turn();
        let royals = self.board.royal_count(enemy);
        self.board.try_move(m);
        let forces = self.board.has_lost(enemy)
            || match self.forcing {
                Forcing::Check => self.board.is_in_check(enemy),
                Forcing::Royal => {
                    (self.board.royal_count(enemy) < royals
                        || self.board.is_any_royal_attacked(enemy))
                        && !self.is_drawn_by_stalemate()
                }
            };
        self.board.undo();
        forces
    }

    /// True if the side to move is stalemated, and that draws.
    fn is_drawn_by_stalemate(&mut self) -> bool {
        self.board.tables().draws_by_stalemate
            && !self.board.is_in_check(self.board.turn())
            && !self.has_legal_move()
    }
}
