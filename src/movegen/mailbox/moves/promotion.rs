//! Forms of a piece at the end of a route: promotion, forced promotion, contagion.

use crate::movegen::mailbox::board::{Cell, Content, EMPTY, PaddedBoard};
use crate::position::{Move, MoveList};
use crate::rules::Square;
use crate::rules::options::{Deferral, ForcedPromotion, Promotion};

/// Permitted forms of a piece at the end of a route: unchanged, changed, or both.
#[derive(Clone, Copy, Debug)]
pub struct PromotionChoice {
    pub unchanged: bool,
    pub changed: bool,
}

impl PromotionChoice {
    const UNCHANGED: PromotionChoice = PromotionChoice { unchanged: true, changed: false };

    /// Appends the permitted forms of a route.
    #[inline]
    pub fn push(self, route: Move, out: &mut MoveList) {
        if self.unchanged {
            out.push(route);
        }
        if self.changed {
            out.push(route.with_change(true));
        }
    }
}

impl PaddedBoard {
    /// Appends the permitted forms of a route.
    pub fn add_forms(&self, route: Move, out: &mut MoveList) {
        let Some(from) = route.from() else { return };
        let from = self.cell(from);
        let piece = self.content(from);
        let choice = self.promotion_choice(piece, from, self.cell(route.to()), route);
        self.push_forms(choice, piece, self.victims(route), route, out);
    }

    /// Appends the permitted forms of a route, each of a promotion to any of several kinds. Only
    /// games in which every move is tested have such promotions.
    #[inline]
    pub fn push_forms(
        &self,
        choice: PromotionChoice,
        piece: Content,
        victims: [Content; 3],
        route: Move,
        out: &mut MoveList,
    ) {
        let choices = &self.tables().promotion_choices[usize::from(piece)];
        if choices.is_empty() || !choice.changed || self.infected_form(piece, victims).is_some() {
            return choice.push(route, out);
        }
        if choice.unchanged {
            out.push(route);
        }
        out.extend(choices.iter().map(|&kind| route.with_promotion(kind)));
    }

    /// Choice of a piece that goes straight from one cell to another. Generators ask for every
    /// destination, so that the common answer is inlined.
    #[inline(always)]
    pub fn straight_promotion_choice(
        &self,
        piece: Content,
        from: Cell,
        to: Cell,
        victim: Content,
    ) -> PromotionChoice {
        let tables = self.tables();
        let may_catch = tables.has_contagion && victim != EMPTY;
        if tables.promotes_to[piece] == EMPTY && !may_catch {
            return PromotionChoice::UNCHANGED;
        }
        // Outside the zone only the last rank matters, for second chances.
        let may_change = match tables.promotion {
            Promotion::ByCapture | Promotion::EachCapture => victim != EMPTY,
            Promotion::EachMove => true,
            Promotion::ZoneTouch | Promotion::ZoneEntryOrCapture | Promotion::None => {
                self.touches_zone(piece, from, to)
                    || tables.layout.is_last_rank(to, self.owner(piece))
            }
        };
        if !may_change {
            return PromotionChoice::UNCHANGED;
        }
        self.straight_choice_in_zone(piece, from, to, victim)
    }

    /// A piece's move straight from one cell to another, unchanged if that is permitted.
    pub fn straight_move(&self, piece: Content, from: Cell, to: Cell, victim: Content) -> Move {
        let changes = !self.straight_promotion_choice(piece, from, to, victim).unchanged;
        Move::board(self.square(from), self.square(to)).with_change(changes)
    }

    /// True if a piece might promote by a move that captures nothing.
    pub fn may_promote_quietly(&self, piece: Content) -> bool {
        let tables = self.tables();
        tables.promotes_to[piece] != EMPTY
            && !matches!(tables.promotion, Promotion::ByCapture | Promotion::EachCapture)
    }

    #[inline(always)]
    fn touches_zone(&self, piece: Content, from: Cell, to: Cell) -> bool {
        let layout = &self.tables().layout;
        (layout.zones(from) | layout.zones(to)) >> self.owner(piece) & 1 == 1
    }

    #[inline(never)]
    fn straight_choice_in_zone(
        &self,
        piece: Content,
        from: Cell,
        to: Cell,
        victim: Content,
    ) -> PromotionChoice {
        let tables = self.tables();
        if tables.promotion == Promotion::ZoneTouch && tables.deferral == Deferral::None {
            let touches_zone = self.touches_zone(piece, from, to);
            return PromotionChoice {
                unchanged: !(touches_zone && self.must_promote(piece, to)),
                changed: touches_zone,
            };
        }
        self.promotion_choice_after(piece, from, to, [EMPTY, EMPTY, victim], [None; 2])
    }

    fn must_promote(&self, piece: Content, to: Cell) -> bool {
        match self.tables().forced_promotion {
            ForcedPromotion::None => false,
            ForcedPromotion::Dead => {
                self.tables().dead_squares[usize::from(piece)].contains(self.square(to))
            }
            ForcedPromotion::Always => true,
        }
    }

    fn promotion_choice(
        &self,
        piece: Content,
        from: Cell,
        to: Cell,
        route: Move,
    ) -> PromotionChoice {
        let tables = self.tables();
        if tables.promotes_to[piece] == EMPTY && !tables.has_contagion {
            return PromotionChoice::UNCHANGED;
        }
        self.promotion_choice_after(piece, from, to, self.victims(route), route.mids())
    }

    /// Choice of a piece that captures `victims` on `mids` and on `to`.
    fn promotion_choice_after(
        &self,
        piece: Content,
        from: Cell,
        to: Cell,
        victims: [Content; 3],
        mids: [Option<Square>; 2],
    ) -> PromotionChoice {
        let tables = self.tables();
        if let Some(form) = self.infected_form(piece, victims) {
            return PromotionChoice { unchanged: form == piece, changed: form != piece };
        }
        if tables.promotes_to[piece] == EMPTY {
            return PromotionChoice::UNCHANGED;
        }
        let side = self.owner(piece);
        let in_zone = |cell: Cell| tables.layout.zones(cell) >> side & 1 == 1;
        let is_quiet = victims == [EMPTY; 3];
        let may_promote = match tables.promotion {
            Promotion::None => false,
            Promotion::EachMove => {
                return PromotionChoice { unchanged: false, changed: true };
            }
            Promotion::EachCapture => {
                return PromotionChoice { unchanged: is_quiet, changed: !is_quiet };
            }
            Promotion::ByCapture => {
                let must =
                    tables.captures_must_promote || victims.iter().any(|&v| tables.is_promoted[v]);
                return PromotionChoice { unchanged: is_quiet || !must, changed: !is_quiet };
            }
            Promotion::ZoneTouch => {
                (in_zone(from) || in_zone(to))
                    && !(tables.deferral != Deferral::None
                        && is_quiet
                        && self.is_deferred(self.square(from)))
            }
            Promotion::ZoneEntryOrCapture => {
                let on_the_way = || mids.into_iter().flatten().map(|square| self.cell(square));
                !in_zone(from) && in_zone(to)
                    || !is_quiet && (in_zone(from) || in_zone(to) || on_the_way().any(in_zone))
                    || is_quiet
                        && tables.has_second_chance[piece]
                        && tables.layout.is_last_rank(to, side)
            }
        };
        PromotionChoice {
            unchanged: !(may_promote && self.must_promote(piece, to)),
            changed: may_promote,
        }
    }
}
