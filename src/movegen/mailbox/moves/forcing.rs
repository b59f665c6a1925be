//! Forcing moves, generated from the enemy royals outwards.
//!
//! The destination and the form of the piece show a direct check, the origin shows a discovered
//! one. Three kinds of moves are played and tested: captures on the way, moves that unblock the
//! path of a hook mover, and moves that may take away a royal's last guard against an emperor. If
//! the royals of the enemy are attacked already, every legal move is tested, because all moves that
//! leave the attack alone are forcing.

use super::constraints::RoyalConstraints;
use super::lists::retain_from;
use super::standing_threats::{CheckInfoCache, ForcesMove, StandingThreats};
use crate::movegen::mailbox::MailboxEngine;
use crate::movegen::mailbox::attacks::{CheckInfo, EmperorGuards, HookCheckSquares};
use crate::movegen::mailbox::board::{
    Cell, EMPEROR, EMPTY, HOOK, MAX_LISTED_ROYALS, MULTI_CAPTURE, PaddedBoard, ROYAL, SPECIAL,
    SquareSet,
};
use crate::position::{Forcing, Move, MoveList};

/// The royals to attack.
struct CheckTargets<'a> {
    infos: &'a [CheckInfo],
    /// Guards of the only royal against an own emperor.
    guards: Option<&'a EmperorGuards>,
}

impl MailboxEngine {
    /// Appends the legal moves of the side to move that force.
    pub fn add_forcing(&mut self, out: &mut MoveList) {
        let board = &self.board;
        let side = board.turn();
        let enemy = 1 - side;
        if board.has_lost(side) || board.has_phantom(enemy) {
            return;
        }
        if board.tables().tests_every_move {
            return self.add_forcing_by_testing(out);
        }
        let royals = board.royal_count(enemy);
        let threats = if royals > 1 { self.standing_threats() } else { None };
        if !self.can_aim_at_royals(&threats) {
            let threats = threats.or_else(|| self.standing_threats());
            return self.add_tested_forcing(threats, out);
        }
        let infos = &board.check_infos()[..royals];
        let guards = if board.has_any(side, EMPEROR) { board.emperor_guards(enemy) } else { None };
        let targets = CheckTargets { infos, guards: guards.as_deref() };
        let constraints = board.royal_constraints();
        for square in board.pieces(side).iter() {
            self.add_forcing_from(self.board.cell(square), &targets, &constraints, out);
        }
        self.add_forcing_drops(infos, &constraints, out);
    }

    /// True if the royals show which moves force. If one of several royals is attacked already,
    /// they do not: any move that leaves the attack alone forces.
    fn can_aim_at_royals(&self, threats: &Option<StandingThreats>) -> bool {
        let board = &self.board;
        let side = board.turn();
        let (royals, emperors) = (board.royal_count(1 - side), board.count(side, EMPEROR));
        let has_no_drops = board.hand(side).is_empty();
        (emperors == 0 || emperors == 1 && royals == 1 && has_no_drops)
            && (!board.tables().drops_emperors || has_no_drops)
            && !self.could_end_game()
            && (royals == 1
                || self.forcing == Forcing::Royal
                    && royals <= MAX_LISTED_ROYALS
                    && match threats {
                        Some(threats) => threats.is_empty(),
                        None => !board.is_any_royal_attacked(1 - side),
                    })
    }

    /// Appends, of all legal moves, those that are seen to force or do so when played.
    fn add_tested_forcing(&mut self, threats: Option<StandingThreats>, out: &mut MoveList) {
        let mut list = self.take_list();
        self.add_legal(&mut list);
        let mut cache = CheckInfoCache::default();
        for &m in &list {
            let forces = match &threats {
                Some(threats) => self.board.forces_beside(m, threats, &mut cache),
                None => ForcesMove::Unknown,
            };
            let forces = match forces {
                ForcesMove::Yes => true,
                ForcesMove::No => false,
                ForcesMove::Unknown => self.may_force(m) && self.forces_when_played(m),
            };
            if forces {
                out.push(m);
            }
        }
        self.return_list(list);
    }

    /// False only if a legal move cannot force. Only a piece that captures several pieces threatens
    /// all of several royals, and its own cell matters for that, not the pieces around it. Hook
    /// movers that turn after a capture are the exception.
    fn may_force(&self, m: Move) -> bool {
        let board = &self.board;
        let side = board.turn();
        let several = self.forcing == Forcing::Check && board.royal_count(1 - side) > 1;
        if !several
            || board.is_root()
            || board.tables().free_king_safety
            || board.has_capturing_hook_mover(side)
        {
            return true;
        }
        let [_, form] = board.before_and_after(m);
        board.flags(form) & MULTI_CAPTURE != 0 || board.captures_any(m, ROYAL)
    }

    /// True if a legal move forces, found by playing it.
    fn forces_when_played(&mut self, m: Move) -> bool {
        let enemy = 1 - self.board.turn();
        let captures_royal = self.forcing == Forcing::Royal
            && self.board.royal_count(enemy) > 0
            && self.board.captures_any(m, ROYAL);
        if captures_royal {
            return true;
        }
        self.board.try_move(m);
        let forces = self.board.has_lost(enemy)
            || match self.forcing {
                Forcing::Check => self.board.is_in_check(enemy),
                Forcing::Royal => self.board.is_any_royal_attacked(enemy),
            };
        self.board.undo();
        forces
    }

    fn add_forcing_from(
        &mut self,
        from: Cell,
        targets: &CheckTargets<'_>,
        constraints: &RoyalConstraints,
        out: &mut MoveList,
    ) {
        let board = &self.board;
        let flags = board.flags(board.content(from));
        let is_discoverer = targets.infos.iter().any(|info| board.is_discoverer(from, info));
        let blocks_hook_path = board.is_hook_path_blocker(from, targets.infos);
        let may_uncover = targets.guards.is_some() || blocks_hook_path;
        let special = flags & SPECIAL & !MULTI_CAPTURE;
        if special == HOOK && !is_discoverer && !blocks_hook_path {
            self.add_forcing_hook_moves(from, targets, constraints, out);
        } else if special != 0 || may_uncover {
            let mut list = self.take_list();
            if !self.add_capture_of_last_guard(from, targets, &mut list) {
                self.add_pseudo_legal_from(from, None, &mut list);
            }
            self.add_forcing_among(&list, from, targets, constraints, out);
            self.return_list(list);
            return;
        } else {
            self.add_forcing_straight(from, targets, is_discoverer, constraints, out);
        }
        if flags & MULTI_CAPTURE != 0 {
            let mut list = self.take_list();
            self.add_multi_step_moves(from, &mut list);
            self.add_forcing_among(&list, from, targets, constraints, out);
            self.return_list(list);
        }
    }

    /// Appends the forcing moves of a piece straight to another cell along a line or by a jump.
    fn add_forcing_straight(
        &mut self,
        from: Cell,
        targets: &CheckTargets<'_>,
        is_discoverer: bool,
        constraints: &RoyalConstraints,
        out: &mut MoveList,
    ) {
        let board = &self.board;
        let piece = board.content(from);
        let infos = targets.infos;
        let start = out.len();
        let origin = board.square(from);
        let mut must_test = false;
        board.for_each_destination(piece, from, |to, victim| {
            let discovers =
                is_discoverer && infos.iter().any(|info| board.discovers_check(from, to, info));
            let may_check = || infos.iter().any(|info| board.may_give_check(to, info));
            if !discovers && board.tables().plain_pieces_stay_plain && !may_check() {
                return;
            }
            let choice = board.straight_promotion_choice(piece, from, to, victim);
            for change in [false, true] {
                if !(if change { choice.changed } else { choice.unchanged }) {
                    continue;
                }
                let m = Move::board(origin, board.square(to)).with_change(change);
                let form = board.form_after(piece, [EMPTY, EMPTY, victim], m);
                let is_far_ranging = board.flags(form) & (HOOK | EMPEROR) != 0;
                let checks = |info: &CheckInfo| board.gives_check(form, Some(from), to, info);
                if (discovers || is_far_ranging || infos.iter().any(checks))
                    && board.allows(constraints, Some(from), to)
                {
                    must_test |= is_far_ranging;
                    out.push(Move::board(origin, board.square(to)).with_change(change));
                }
            }
        });
        self.retain_legal(constraints, start, out);
        if must_test {
            retain_from(out, start, |m| self.forces_when_played(m));
        }
    }

    /// Appends the forcing moves of a hook mover straight or by a turn to another cell, where its
    /// leaving opens nothing.
    fn add_forcing_hook_moves(
        &mut self,
        from: Cell,
        targets: &CheckTargets<'_>,
        constraints: &RoyalConstraints,
        out: &mut MoveList,
    ) {
        let (piece, origin) = (self.board.content(from), self.board.square(from));
        let mut cache = HookCheckSquares::default();
        let reached = self.board.hook_destinations(from);
        let exposing = targets
            .guards
            .map_or(SquareSet::default(), |guards| self.board.squares_without_guard(guards, from));
        let candidates =
            self.board.hook_check_candidates(from, targets.infos, &exposing, &mut cache);
        for to in candidates.map_or(reached, |candidates| reached.and(&candidates)).iter() {
            let board = &self.board;
            let cell = board.cell(to);
            let choice = board.straight_promotion_choice(piece, from, cell, board.content(cell));
            let mut checks = || {
                let directly = |info: &CheckInfo| board.gives_check(piece, Some(from), cell, info);
                board.gives_check_by_turn(targets.infos, piece, Some(from), cell, &mut cache)
                    || targets.infos.iter().any(directly)
            };
            let m = Move::board(origin, to);
            if choice.unchanged && exposing.contains(to) {
                self.add_forcing_among(&[m], from, targets, constraints, out);
            } else if choice.unchanged
                && checks()
                && self.is_special_move_safe(m, from, constraints)
                && self.board.lion_trade_allows(m)
            {
                out.push(m);
            }
            if choice.changed {
                self.add_forcing_among(&[m.with_change(true)], from, targets, constraints, out);
            }
        }
    }

    /// Appends the capture of the last guard by an emperor and returns true, if the emperor can
    /// force in no other way; else returns false.
    ///
    /// An emperor attacks a royal without guard from wherever it stands. Unless it opens a line or
    /// becomes another piece, it can therefore force only by capturing the last guard.
    fn add_capture_of_last_guard(
        &self,
        from: Cell,
        targets: &CheckTargets<'_>,
        out: &mut MoveList,
    ) -> bool {
        let board = &self.board;
        let Some(guards) = targets.guards.filter(|guards| !guards.cells().is_empty()) else {
            return false;
        };
        let opens_line = targets.infos.iter().any(|info| board.is_discoverer(from, info))
            || board.is_hook_path_blocker(from, targets.infos);
        let piece = board.content(from);
        let tables = board.tables();
        let may_change =
            tables.promotes_to[piece] != EMPTY || tables.has_contagion && !tables.is_immune[piece];
        if !board.movement(piece).is_pure_emperor || may_change || opens_line {
            return false;
        }
        if let &[guard] = guards.cells() {
            if board.is_emperor_safe(from, guard) {
                board.add_forms(Move::board(board.square(from), board.square(guard)), out);
            }
        }
        true
    }

    /// Appends those of a piece's pseudo-legal moves that are legal and force.
    fn add_forcing_among(
        &mut self,
        list: &[Move],
        from: Cell,
        targets: &CheckTargets<'_>,
        constraints: &RoyalConstraints,
        out: &mut MoveList,
    ) {
        let infos = targets.infos;
        let unblocks_hook_path = self.board.is_hook_path_blocker(from, infos);
        let mut cache = HookCheckSquares::default();
        for &m in list {
            let board = &self.board;
            let to = board.cell(m.to());
            let is_straight = m.is_straight();
            let [_, form] = board.before_and_after(m);
            let flags = board.flags(form);
            let checks_by_turn = is_straight
                && flags & HOOK != 0
                && board.gives_check_by_turn(infos, form, Some(from), to, &mut cache);
            let checks = checks_by_turn
                || infos.iter().any(|info| {
                    board.gives_check(form, Some(from), to, info)
                        || is_straight && board.discovers_check(from, to, info)
                });
            let may_expose = targets
                .guards
                .is_some_and(|guards| !is_straight || !board.keeps_guard(guards, Some(from), to));
            let must_test = unblocks_hook_path
                || flags & EMPEROR != 0
                || !is_straight && flags & HOOK != 0
                || may_expose
                || !is_straight && board.may_discover_check(m, from, infos);
            if (checks || must_test && self.forces_when_played(m))
                && self.is_special_move_safe(m, from, constraints)
                && self.board.lion_trade_allows(m)
            {
                out.push(m);
            }
        }
    }

    fn add_forcing_drops(
        &mut self,
        infos: &[CheckInfo],
        constraints: &RoyalConstraints,
        out: &mut MoveList,
    ) {
        if self.board.hand(self.board.turn()).is_empty() || constraints.checkers > 1 {
            return;
        }
        for number in 0..self.board.droppable_count() {
            let board = &self.board;
            let form = board.droppable_form(number);
            if !board.has_in_hand(form) {
                continue;
            }
            let start = out.len();
            let piece = form.piece;
            for (i, info) in infos.iter().enumerate() {
                board.for_each_checking_cell(piece, info, |to| {
                    // A drop that attacks two royals is listed with the first.
                    if board.allows(constraints, None, to)
                        && !infos[..i].iter().any(|info| board.drop_gives_check(piece, to, info))
                    {
                        board.add_drop(form, to, out);
                    }
                });
            }
            self.retain_legal_drops(form, constraints, start, out);
        }
    }
}

impl PaddedBoard {
    /// The squares on which a hook mover could give check or change its form, `exposing` among
    /// them; `None` for all squares.
    fn hook_check_candidates(
        &self,
        from: Cell,
        infos: &[CheckInfo],
        exposing: &SquareSet,
        cache: &mut HookCheckSquares,
    ) -> Option<SquareSet> {
        let piece = self.content(from);
        if self.may_promote_quietly(piece) || !self.movement(piece).leaps.is_empty() {
            return None;
        }
        let mut squares = *self.squares_checking_by_turn(infos, piece, Some(from), cache);
        squares.insert_all(exposing);
        for info in infos {
            self.tables().layout.insert_lines(&mut squares, info.royal);
        }
        squares.insert_all(&self.pieces(1 - self.turn()));
        Some(squares)
    }
}
