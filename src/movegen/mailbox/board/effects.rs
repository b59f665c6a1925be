//! Effects of a move that is not played yet: what it captures, what the moving piece becomes, what
//! comes to hand, and which memories it leaves.

use super::layout::{Content, EMPTY};
use super::movement::LION;
use super::padded_board::PaddedBoard;
use super::square_set::SquareSet;
use super::tables::Droppable;
use crate::position::{Hand, Move};
use crate::rules::Square;
use crate::rules::options::Deferral;

impl PaddedBoard {
    /// The pieces that a move captures: on its two squares on the way and on its final square.
    #[inline]
    pub fn victims(&self, m: Move) -> [Content; 3] {
        if m.is_straight() {
            return [EMPTY, EMPTY, self.content(self.cell(m.to()))];
        }
        let [first, second] = m.mids();
        let to = (m.from() != Some(m.to())).then_some(m.to());
        let at = |square: Option<Square>| square.map_or(EMPTY, |s| self.content(self.cell(s)));
        [at(first), at(second), at(to)]
    }

    /// True if a move captures a piece with one of these flags.
    #[inline(always)]
    pub fn captures_any(&self, m: Move, flags: u8) -> bool {
        if m.is_straight() {
            return self.flags(self.content(self.cell(m.to()))) & flags != 0;
        }
        self.captures_any_on_the_way(m, flags)
    }

    fn captures_any_on_the_way(&self, m: Move, flags: u8) -> bool {
        self.victims(m).into_iter().any(|victim| self.flags(victim) & flags != 0)
    }

    /// The piece that moves or is dropped, and what it is after the move.
    #[inline(always)]
    pub fn before_and_after(&self, m: Move) -> [Content; 2] {
        let piece = match m.from() {
            Some(from) => self.content(self.cell(from)),
            None => self.dropped_piece(m),
        };
        // Captures matter only to a move that changes its piece.
        [piece, if m.changes() { self.changed_piece(piece, m) } else { piece }]
    }

    fn changed_piece(&self, piece: Content, m: Move) -> Content {
        self.form_after(piece, self.victims(m), m)
    }

    /// The piece that a drop of the side to move puts on the board.
    pub fn dropped_piece(&self, m: Move) -> Content {
        self.droppable(m).map_or(EMPTY, |entry| entry.piece)
    }

    /// What a drop of the side to move drops.
    pub fn droppable(&self, m: Move) -> Option<Droppable> {
        let kind = m.dropped()?;
        self.tables.droppable[self.turn].iter().find(|entry| entry.kind == kind).copied()
    }

    /// The form of `piece` after a move `m` that captures `victims`.
    pub fn form_after(&self, piece: Content, victims: [Content; 3], m: Move) -> Content {
        if !m.changes() {
            return piece;
        }
        self.infected_form(piece, victims).unwrap_or_else(|| match m.chosen() {
            None => self.tables.promotes_to[piece],
            Some(kind) => self.tables.piece(kind, self.owner(piece)),
        })
    }

    /// The form that contagion gives to a piece that captures `victims`: the last contagious one decides.
    pub fn infected_form(&self, piece: Content, victims: [Content; 3]) -> Option<Content> {
        let tables = &self.tables;
        if !tables.has_contagion || victims == [EMPTY; 3] || tables.is_immune[piece] {
            return None;
        }
        let form = |victim: Content| tables.contagious_to[victim];
        victims.into_iter().rev().map(form).find(|&form| form != EMPTY)
    }

    /// A hand with one more captured piece, if the game has drops.
    pub fn hand_with(&self, hand: Hand, victim: Content) -> Hand {
        let lane = self.tables.lane[victim];
        lane.filter(|lane| hand.count(*lane) < Hand::MAX).map_or(hand, |lane| hand.with(lane))
    }

    /// The last square on which a move of a piece other than a lion captures a lion.
    pub(super) fn counter_strike_after(
        &self,
        mover: Content,
        m: Move,
        victims: [Content; 3],
    ) -> Option<Square> {
        if self.flags(mover) & LION != 0 {
            return None;
        }
        let [first, second] = m.mids();
        [first, second, Some(m.to())]
            .into_iter()
            .zip(victims)
            .rfind(|(_, victim)| self.flags(*victim) & LION != 0)
            .and_then(|(square, _)| square)
    }

    /// The marks of declined promotion after a move that is not played yet.
    pub(super) fn deferred_after(&self, m: Move) -> SquareSet {
        let side = self.turn;
        let mut marks = self.deferred;
        if self.tables.deferral == Deferral::NextTurn {
            // A mark lasts for its owner's next turn, which is this one.
            for square in self.deferred.iter() {
                if self.owner(self.content(self.cell(square))) == side {
                    marks.remove(square);
                }
            }
        }
        let Some(from) = m.from() else { return marks };
        if self.tables.deferral == Deferral::NextMove {
            marks.remove(from);
        }
        let [first, second] = m.mids();
        for square in [first, second, Some(m.to())].into_iter().flatten() {
            if square != from && !self.is_empty(self.cell(square)) {
                marks.remove(square);
            }
        }
        let in_zone = |square: Square| self.tables.layout.zones(self.cell(square)) >> side & 1 == 1;
        let piece = self.content(self.cell(from));
        let can_promote = self.tables.promotes_to[piece] != EMPTY;
        if can_promote && !m.changes() && !in_zone(from) && in_zone(m.to()) {
            marks.insert(m.to());
        }
        marks
    }
}
