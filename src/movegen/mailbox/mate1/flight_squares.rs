//! Flight squares: empty squares to which a royal can go. If a check leaves one of them unattacked,
//! it is no mate.

use crate::movegen::mailbox::attacks::{CheckInfo, HookCheckSquares};
use crate::movegen::mailbox::board::{Cell, Content, EMPEROR, HOOK, PaddedBoard, ROYAL, SPECIAL};
use crate::position::Move;
use std::slice;

/// Flight squares that are listed: one check takes away few.
const MAX_FLIGHT_SQUARES: usize = 3;

/// Flight squares of a royal of the side not to move: empty, and not attacked once the royal has
/// left its cell.
#[derive(Default)]
pub struct FlightSquares {
    royal: Cell,
    /// The royal is an emperor; else it goes one step.
    is_emperor: bool,
    /// The surroundings of each square, as if the royal were there.
    squares: [CheckInfo; MAX_FLIGHT_SQUARES],
    count: usize,
    hook_squares: [HookCheckSquares; MAX_FLIGHT_SQUARES],
}

impl FlightSquares {
    fn squares(&self) -> &[CheckInfo] {
        &self.squares[..self.count]
    }

    /// Adds a square. True if there are as many as wanted.
    #[inline(always)]
    fn add(&mut self, square: CheckInfo, wanted: usize) -> bool {
        self.squares[self.count] = square;
        self.count += 1;
        self.count == wanted
    }
}

impl PaddedBoard {
    /// True only if a move leaves its opponent a single royal and that royal a flight square.
    /// `known` keeps the flight squares of the first two royals.
    #[inline(always)]
    pub fn keeps_flight_square(&mut self, m: Move, known: &mut [Option<FlightSquares>; 2]) -> bool {
        let enemy = 1 - self.turn();
        // Few moves capture one of two royals: then one flight square is mostly enough.
        let (left, wanted) = match (self.royal_count(enemy), self.captures_any(m, ROYAL)) {
            (1, false) => (0, MAX_FLIGHT_SQUARES),
            (2, true) => (usize::from(self.cell(m.to()) == self.first_royal(enemy)), 1),
            _ => return false,
        };
        if self.has_phantom(enemy) {
            return false;
        }
        let flight_squares = known[left].get_or_insert_with(|| {
            let (royals, _) = self.royal_cells(enemy);
            self.flight_squares(royals[left], wanted)
        });
        self.leaves_flight_square(m, flight_squares)
    }

    /// Up to `wanted` flight squares of the royal on a cell, of the side not to move.
    fn flight_squares(&mut self, royal: Cell, wanted: usize) -> FlightSquares {
        let side = self.turn();
        let flags = self.flags(self.content(royal));
        let is_emperor = flags & EMPEROR != 0;
        let mut found = FlightSquares { royal, is_emperor, ..FlightSquares::default() };
        let is_suitable = is_emperor || flags & SPECIAL == ROYAL;
        if self.has_any(side, EMPEROR) || !is_suitable {
            return found;
        }
        let attacked = is_emperor.then(|| self.attacked_squares_without(&[royal], side));
        self.while_empty(royal, |board, piece| {
            if let Some(mut danger) = attacked {
                danger.insert(board.square(royal));
                board.safe_empty_cells(&danger).any(|to| found.add(board.check_info(to), wanted));
                return;
            }
            for &(dir, _) in board.movement(piece).slides() {
                let to = board.next(royal, dir.into());
                if board.is_empty(to)
                    && !board.is_attacked_directly(to, side)
                    && !board.is_attacked_by_turn(to, side)
                    && found.add(board.check_info(to), wanted)
                {
                    break;
                }
            }
        });
        found
    }

    /// True only if the royal can still go to one of the squares after a move of the side to move
    /// that does not capture it.
    #[inline(always)]
    fn leaves_flight_square(&mut self, m: Move, known: &mut FlightSquares) -> bool {
        let to = self.cell(m.to());
        let from = m.from().map(|from| self.cell(from));
        let [_, form] = self.before_and_after(m);
        if !m.is_straight() || self.flags(form) & EMPEROR != 0 || known.count == 0 {
            return false;
        }
        if known.is_emperor || self.flags(form) & HOOK != 0 {
            return self.leaves_far_flight_square(form, from, to, known);
        }
        known.squares().iter().any(|square| self.leaves_unattacked(form, from, to, square))
    }

    /// The same if it matters that the royal leaves its cell: a piece may attack past that cell.
    #[inline(never)]
    fn leaves_far_flight_square(
        &mut self,
        form: Content,
        from: Option<Cell>,
        to: Cell,
        known: &mut FlightSquares,
    ) -> bool {
        self.while_empty(known.royal, |board, _| {
            let is_hook_mover = board.flags(form) & HOOK != 0;
            let mut squares = known.squares[..known.count].iter().zip(&mut known.hook_squares);
            squares.any(|(square, cache)| {
                let infos = slice::from_ref(square);
                !(is_hook_mover && board.gives_check_by_turn(infos, form, from, to, cache))
                    && board.leaves_unattacked(form, from, to, square)
            })
        })
    }

    /// True if a move opens no line to a square, and the moving piece does not attack it directly.
    fn leaves_unattacked(
        &self,
        form: Content,
        from: Option<Cell>,
        to: Cell,
        square: &CheckInfo,
    ) -> bool {
        let opens_line = |from: Cell| {
            self.discovers_check(from, to, square)
                || self.is_hook_path_blocker(from, slice::from_ref(square))
        };
        square.royal != to
            && !self.gives_check(form, from, to, square)
            && !from.is_some_and(opens_line)
    }
}
