//! Burning: what a piece could burn by its next move.
//!
//! Every move of a piece that burns, or becomes one that does, is listed and looked at: burning
//! depends on the square where the move ends, on captures on the way, and on enemies that burn
//! there.

use crate::movegen::mailbox::board::{Cell, Content, PaddedBoard};
use crate::position::{Move, MoveList};
use crate::rules::options::Burning;

impl PaddedBoard {
    /// True if a piece of `by` could remove an enemy on `target` by one move: capture or burn it.
    #[inline]
    pub fn is_removable(&self, target: Cell, by: usize) -> bool {
        self.is_attacked(target, by)
            || self.tables().has_burners
                && self.burners(by).any(|from| {
                    self.pseudo_legal_moves_of(from).into_iter().any(|m| {
                        self.king_steps(self.cell(m.to()), target) == 1 && self.burns_when_played(m)
                    })
                })
    }

    /// True if the opponent of `side` could remove all royals of `side` by one move that burns.
    pub fn can_burn_all_royals(&self, side: usize) -> bool {
        let royals = self.royals(side);
        let removes = |m: Move, royal: Cell| {
            let square = self.square(royal);
            m.mids().contains(&Some(square))
                || m.to() == square
                || self.king_steps(self.cell(m.to()), royal) == 1
        };
        self.tables().has_burners
            && self.burners(1 - side).any(|from| {
                self.pseudo_legal_moves_of(from).into_iter().any(|m| {
                    self.cells_of(royals).all(|royal| removes(m, royal))
                        && self.burns_when_played(m)
                })
            })
    }

    /// Pieces of a side that burn, or may burn after a move.
    fn burners(&self, side: usize) -> impl Iterator<Item = Cell> + '_ {
        self.cells_of(self.pieces(side)).filter(move |&cell| {
            let piece = self.content(cell);
            self.owner(piece) == side && self.tables().may_burn[piece]
        })
    }

    /// True if the moved piece burns its neighbours at the end of a pseudo-legal move.
    fn burns_when_played(&self, m: Move) -> bool {
        let tables = self.tables();
        let [piece, form] = self.before_and_after(m);
        let burned = || tables.burning == Burning::Both && self.is_burned_by_another(m, piece);
        tables.burns[form] && !burned()
    }

    /// True if an enemy that burns is next to the final square of a move, and not captured by it.
    fn is_burned_by_another(&self, m: Move, piece: Content) -> bool {
        let to = self.cell(m.to());
        (0..8).map(|dir| self.next(to, dir)).any(|cell| {
            self.is_enemy_at(cell, piece)
                && self.tables().burns[self.content(cell)]
                && !m.mids().contains(&Some(self.square(cell)))
        })
    }

    /// The pseudo-legal moves of the piece on a cell. A move may come twice.
    fn pseudo_legal_moves_of(&self, from: Cell) -> MoveList {
        let (mut routes, mut moves) = (MoveList::new(), MoveList::new());
        self.add_straight_routes(from, None, &mut routes);
        self.add_rare_routes(from, &mut routes);
        self.add_multi_step_routes(from, &mut routes);
        routes.into_iter().for_each(|route| self.add_forms(route, &mut moves));
        moves
    }
}
