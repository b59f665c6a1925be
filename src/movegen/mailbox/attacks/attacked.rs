//! Attacks by any means: along a line, by a jump, round a corner, or by an emperor.

use crate::movegen::mailbox::board::{Cell, Content, EMPEROR, HOOK, PaddedBoard};

impl PaddedBoard {
    /// True if `by` has a piece that could capture on `target`.
    pub fn is_attacked(&self, target: Cell, by: usize) -> bool {
        self.is_attacked_directly(target, by)
            || self.is_attacked_by_turn(target, by)
            || self.is_attacked_by_emperor(target, by)
            || self.is_attacked_rarely(target, by)
    }

    /// True if `by` guards `target` against an emperor. Emperors of `by` count only if the option
    /// says so.
    pub fn is_guarded(&self, target: Cell, by: usize) -> bool {
        self.is_attacked_directly(target, by)
            || self.is_attacked_by_turn(target, by)
            || self.tables().emperors_guard && self.is_attacked_by_emperor(target, by)
            || self.is_attacked_rarely(target, by)
    }

    /// True if the piece, standing on `from`, could capture on `to`.
    pub fn can_capture(&self, piece: Content, from: Cell, to: Cell) -> bool {
        if from == to {
            return false;
        }
        let flags = self.flags(piece);
        self.slides_to(piece, from, to)
            || self.jumps_to(piece, self.owner(piece), from, to)
            || flags & HOOK != 0 && self.turns_to(piece, from, to)
            || flags & EMPEROR != 0 && self.is_emperor_safe(from, to)
            || self.captures_rarely(piece, from, to, self.occupancy())
    }

    /// True if `side` is in check: its opponent could capture or burn all its royals in one
    /// move.
    pub fn is_in_check(&self, side: usize) -> bool {
        match self.royal_count(side) {
            0 => false,
            1 => self.is_removable(self.first_royal(side), 1 - side),
            _ => self.can_capture_all_royals(side) || self.can_burn_all_royals(side),
        }
    }

    /// True if the opponent of `side` could capture or burn at least one of its royals.
    pub fn is_any_royal_attacked(&self, side: usize) -> bool {
        self.cells_of(self.royals(side)).any(|royal| self.is_removable(royal, 1 - side))
    }

    /// True if lines, jumps and open paths round a corner do not show every attack of a side: it
    /// has an emperor, or a hook mover that may turn after a capture.
    pub fn has_hidden_attacks(&self, side: usize) -> bool {
        self.has_any(side, EMPEROR) || self.has_capturing_hook_mover(side)
    }
}
