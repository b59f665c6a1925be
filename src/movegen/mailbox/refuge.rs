//! Squares that a royal can step to whatever the opponent does now. Where one is left after a check it is no mate, which
//! need not be found out by playing it.

use super::Mailbox;
use super::tables::{Cell, EMPEROR, EMPTY, HOOK, MASK, ROYAL, SPECIAL};
use crate::position::Move;

/// So many are looked for: a check takes away few.
const MOST: usize = 3;

/// Empty squares next to a royal that its opponent does not attack once it has left its own.
#[derive(Clone, Copy)]
pub(super) struct Refuge {
    /// The squares, and how far the next piece is in each direction from there, the royal apart.
    squares: [(Cell, [u8; 8]); MOST],
    count: usize,
}

impl Mailbox {
    /// True only if a move leaves its opponent a single royal, and that a square to go to. What has been found out of
    /// the first two royals is kept in `refuges`.
    pub(super) fn leaves_refuges(&mut self, m: Move, refuges: &mut [Option<Refuge>; 2]) -> bool {
        let enemy = 1 - self.turn;
        let left = match (self.royal_count[enemy], self.takes(m, ROYAL)) {
            (1, false) => 0,
            (2, true) => usize::from(self.cell(m.to()) == usize::from(self.king[enemy])),
            _ => return false,
        };
        if self.phantom[enemy] {
            return false;
        }
        let refuge = *refuges[left].get_or_insert_with(|| {
            let (royals, _) = self.royal_cells(enemy);
            self.refuge(royals[left])
        });
        self.leaves_refuge(m, &refuge)
    }

    /// Where the royal on a cell, of the side not to move, could go.
    fn refuge(&mut self, royal: Cell) -> Refuge {
        let side = self.turn;
        let mut refuge = Refuge { squares: [(0, [0; 8]); MOST], count: 0 };
        let piece = self.content(royal);
        let plain = self.count(side, HOOK) + self.count(side, EMPEROR) == 0;
        if !plain || self.flags(piece) & SPECIAL != ROYAL {
            return refuge;
        }
        self.set(royal, EMPTY);
        for &(dir, _) in self.t.shapes[usize::from(piece)].slides() {
            let to = self.next(royal, dir);
            if self.cells[to] != EMPTY {
                continue;
            }
            let stops = self.stops(to);
            if !self.hits(to, &stops, side) {
                refuge.squares[refuge.count] = (to, stops);
                refuge.count += 1;
                if refuge.count == MOST {
                    break;
                }
            }
        }
        self.set(royal, piece);
        refuge
    }

    /// True only if the royal can still go to one of the squares after a move of the side to move that leaves it alive.
    fn leaves_refuge(&self, m: Move, refuge: &Refuge) -> bool {
        let to = self.cell(m.to());
        let from = m.from().map(|from| self.cell(from));
        let [_, becomes] = self.before_and_after(m);
        m.is_straight()
            && self.flags(becomes) & (HOOK | EMPEROR) == 0
            && refuge.squares[..refuge.count].iter().any(|(square, stops)| {
                *square != to
                    && !self.hits_from(becomes, to, *square, stops)
                    && !from.is_some_and(|from| self.opens(from, to, *square, stops))
            })
    }

    /// True if the piece, once it stands on a cell, attacks the square; `stops` is how it was there before.
    fn hits_from(&self, piece: u8, cell: Cell, square: Cell, stops: &[u8; 8]) -> bool {
        let side = self.turn;
        let line = self.t.offset(square, cell);
        let dir = usize::from(line.dir);
        dir < 8
            && stops[dir] >= line.distance
            && self.t.reach[side][usize::from(piece)][dir ^ 4] >= line.distance
            || self.jumps(piece, side, cell, square)
    }

    /// False only if nothing attacks the square along a line that a piece opens by going from one cell to another: not what
    /// stands behind it, and not the piece itself from farther away.
    fn opens(&self, from: Cell, to: Cell, square: Cell, stops: &[u8; 8]) -> bool {
        let line = self.t.offset(square, from);
        let dir = usize::from(line.dir);
        if dir > 7 || stops[dir] != line.distance {
            return false;
        }
        // The royal, next to the square, is not behind it.
        let far = line.distance + self.stop(from, line.dir);
        let behind = self.along(square, dir, far);
        let piece = self.cells[behind & MASK];
        self.t.offset(square, to).dir == line.dir
            || self.t.reach[self.turn][usize::from(piece)][dir ^ 4] >= far
    }
}
