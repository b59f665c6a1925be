//! Limits on the number of pieces of a kind: no reachable position has more.
//!
//! No piece appears during a game. Each piece was there at the start, and may have changed by
//! promotion, by contagion or, in games with drops, by capture. A promoted piece counts as its base
//! kind.
//!
//! | game | counted | at most |
//! | --- | --- | --- |
//! | with drops | each kind, both sides and hands together | as many as at the start; a second king has its own objection |
//! | without drops | each kind, each side for itself, for no piece changes sides | as many as the side had |
//! | without drops | all pieces of a side | as many as it had |
//!
//! Contagion makes a teaching king of any piece that captures a deva or a teaching king (RULES.md
//! 5.5). Without drops, a side may then have two teaching kings, but the other side has lost one:
//! the limit for the kind is for both sides together, and that for its unpromoted pieces for each
//! side. With drops, the deva in hand comes back, and the kind has no limit.
//!
//! A kind that others can choose to promote to has as many more as there are of those.
//!
//! A start position with royals only does not define an army. Without drops it sets no limits.

use super::{Kind, Royalty, Rules, Side};

/// A number of pieces that exceeds what the game can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Excess {
    /// The kind before promotion; `None` if a side has too many pieces in all.
    pub base: Option<Kind>,
    /// The side; `None` if the limit is for both sides together.
    pub side: Option<Side>,
    /// Number of pieces in the position.
    pub found: usize,
    /// Largest possible number.
    pub most: usize,
}

/// Numbers of a position's pieces by kind before promotion.
#[derive(Clone, Debug)]
pub struct Census {
    /// By base kind and side.
    counts: [[u16; 2]; Kind::MAX],
    /// The unpromoted ones among them.
    plain: [[u16; 2]; Kind::MAX],
}

impl Census {
    /// Counts pieces on the board and in hand.
    pub fn new(rules: &Rules, pieces: impl IntoIterator<Item = (Kind, Side, u16)>) -> Census {
        let none = [[0; 2]; Kind::MAX];
        let mut census = Census { counts: none, plain: none };
        for (kind, side, count) in pieces {
            let base = rules.spec(kind).base;
            let add = |table: &mut [[u16; 2]; Kind::MAX]| {
                let at = &mut table[base.index()][side.index()];
                *at = at.saturating_add(count);
            };
            add(&mut census.counts);
            if base == kind {
                add(&mut census.plain);
            }
        }
        census
    }

    /// Every limit that the position exceeds.
    pub fn excess<'a>(&'a self, rules: &'a Rules) -> impl Iterator<Item = Excess> + 'a {
        let bases = rules.iter().filter(|(kind, spec)| spec.base == *kind);
        let of_kinds = bases.flat_map(move |(base, spec)| {
            let found = self.counts[base.index()].map(usize::from);
            let plain = self.plain[base.index()].map(usize::from);
            let most = spec.most.map(usize::from);
            let each = |found: [usize; 2]| {
                Side::BOTH.map(|side| {
                    let (found, most) = (found[side.index()], most[side.index()]);
                    Excess { base: Some(base), side: Some(side), found, most }
                })
            };
            let both = Excess {
                base: Some(base),
                side: None,
                found: found.iter().sum(),
                most: most.iter().sum(),
            };
            let spreads = rules.spreads(base);
            match (rules.has_drops(), spreads) {
                // A second king on one side has its own objection.
                (true, _) if spec.royalty == Royalty::Royal || spreads => Vec::new(),
                (true, _) => vec![both],
                (false, true) => each(plain).into_iter().chain([both]).collect(),
                (false, false) => each(found).to_vec(),
            }
        });
        let of_sides = Side::BOTH.into_iter().filter(|_| !rules.has_drops()).map(move |side| {
            let sum = |count: &dyn Fn(Kind) -> u16| -> usize {
                let bases = rules.iter().filter(|(kind, spec)| spec.base == *kind);
                bases.map(|(base, _)| usize::from(count(base))).sum()
            };
            let found = sum(&|base| self.counts[base.index()][side.index()]);
            let most = sum(&|base| rules.spec(base).army[side.index()]);
            Excess { base: None, side: Some(side), found, most }
        });
        let counted = rules.states_army();
        of_kinds.chain(of_sides).filter(move |e| counted && e.found > e.most)
    }
}

impl Rules {
    /// Without drops: the start position has more than royals, so that it says what a side can
    /// have.
    fn states_army(&self) -> bool {
        let stated =
            |spec: &super::PieceSpec| spec.royalty != Royalty::Royal && spec.army != [0, 0];
        self.has_drops() || self.kinds.iter().any(stated)
    }

    /// True if contagion makes pieces of this base kind: what carries it is what it makes.
    fn spreads(&self, base: Kind) -> bool {
        self.options.spreads() && self.spec(base).contagion.is_some()
    }

    /// True if a piece can come to hand as another kind than it was at the start: by contagion, or
    /// by a promotion to any of several kinds.
    pub fn has_changing_kinds(&self) -> bool {
        self.has_promotion_choices || self.iter().any(|(kind, _)| self.spreads(kind))
    }

    /// Largest number of pieces of a kind that a side can have if there are no other pieces.
    /// Promoted pieces count as their base kind. [`usize::MAX`] if there is no limit.
    pub fn most_of(&self, kind: Kind, side: Side) -> usize {
        let spec = self.spec(self.spec(kind).base);
        let [both, own] = [spec.most.iter().sum(), spec.most[side.index()]].map(usize::from);
        let spreads = self.spreads(spec.base);
        match (self.has_drops(), spreads) {
            _ if !self.states_army() => usize::MAX,
            (true, true) => usize::MAX,
            (true, false) if spec.royalty == Royalty::Royal => own,
            (true, false) => both,
            (false, true) if self.spec(kind).is_promoted() => both,
            (false, _) => own,
        }
    }
}
