//! Squares that a royal can step to whatever the opponent does now. Where one is left after a check it is no mate, which
//! need not be found out by playing it.

use super::Mailbox;
use super::tables::{Cell, EMPEROR, EMPTY, HOOK, ROYAL, SPECIAL};
use super::target::Target;
use crate::position::Move;

/// So many are looked for: a check takes away few.
const MOST: usize = 3;

/// Empty squares next to a royal that its opponent does not attack once it has left its own.
#[derive(Default)]
pub(super) struct Refuge {
    /// The squares, as the opponent would aim at a royal there.
    squares: [Target; MOST],
    count: usize,
}

impl Mailbox {
    /// True only if a move leaves its opponent a single royal, and that a square to go to. What has been found out of
    /// the first two royals is kept in `refuges`.
    pub(super) fn leaves_refuges(&mut self, m: Move, refuges: &mut [Option<Refuge>; 2]) -> bool {
        let enemy = 1 - self.turn;
        let left = match (self.royal_count[enemy], self.takes(m, ROYAL)) {
            (1, false) => 0,
            (2, true) => usize::from(self.cell(m.to()) == self.kings[enemy][0]),
            _ => return false,
        };
        if self.phantom[enemy] {
            return false;
        }
        let refuge = refuges[left].get_or_insert_with(|| {
            let (royals, _) = self.royal_cells(enemy);
            self.refuge(royals[left])
        });
        self.leaves_refuge(m, refuge)
    }

    /// Where the royal on a cell, of the side not to move, could go.
    fn refuge(&mut self, royal: Cell) -> Refuge {
        let side = self.turn;
        let mut refuge = Refuge::default();
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
            if !self.hit_plainly(to, side) {
                refuge.squares[refuge.count] = self.target(to);
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
            && refuge.squares[..refuge.count].iter().any(|square| {
                square.king != to
                    && !self.checks(becomes, from, to, square)
                    && !from.is_some_and(|from| self.unveils(from, to, square))
            })
    }
}
