//! The problem space: rules, stipulation and piece constraints, and which positions of it are
//! candidates.
//!
//! Black attacks and has no royal unless the position gives him one. White defends and holds, in
//! games with drops, every piece that is neither on the board nor in Black's hand.

use crate::generator::placement_weights::{PlacementWeights, ThemePieces};
use crate::position::{Forcing, Hand, Piece, Position, Problem};
use crate::referee::{self, promotion};
use crate::rules::army::Census;
use crate::rules::options::{Deferral, ForcedPromotion, Promotion};
use crate::rules::{Kind, Royalty, Rules, Side, Square};
use std::sync::Arc;

/// The side that mates.
pub const ATTACKER: Side = Side::Black;
/// The side that is mated.
pub const DEFENDER: Side = Side::White;

/// Constraints on the pieces of a problem. All ranges are inclusive (least, most).
#[derive(Clone, Debug)]
pub struct PieceConstraints {
    /// Pieces on the board and in the attacker's hand together. Default: any number.
    pub pieces: (usize, usize),
    /// Attacker's pieces on the board. Default: any number.
    pub attackers: (usize, usize),
    /// Defender's pieces on the board beside his royals. Default: any number.
    pub defenders: (usize, usize),
    /// Pieces in the attacker's hand. Default: any number.
    pub hand: (usize, usize),
    /// Royals of the defender. Default: one.
    pub royals: (usize, usize),
    /// Kinds that must be on the board or in the attacker's hand: exactly these, promoted or not. A
    /// kind named twice must be there twice. Default: none.
    pub required: Vec<Kind>,
    /// Kinds that must not be there, nor their promoted forms. Default: none.
    pub forbidden: Vec<Kind>,
    /// Weights with which kinds are drawn for the board; 0: only if required. Default: by
    /// [`PlacementWeights::new`].
    pub weights: Vec<(Kind, u32)>,
    /// The pieces of the wanted themes. Positions without those of at least one theme get them.
    pub themes: Vec<ThemePieces>,
}

impl Default for PieceConstraints {
    fn default() -> PieceConstraints {
        let any = (0, usize::MAX);
        PieceConstraints {
            pieces: any,
            attackers: any,
            defenders: any,
            hand: any,
            royals: (1, 1),
            required: Vec::new(),
            forbidden: Vec::new(),
            weights: Vec::new(),
            themes: Vec::new(),
        }
    }
}

impl PieceConstraints {
    /// True if the kind is forbidden, or the promoted form of a forbidden kind.
    pub fn forbids(&self, rules: &Rules, kind: Kind) -> bool {
        self.forbidden.contains(&kind) || self.forbidden.contains(&rules.spec(kind).base)
    }

    /// The required kinds, each once, with their numbers.
    pub fn required_counts(&self) -> impl Iterator<Item = (Kind, usize)> {
        let first = |i: &usize| !self.required[..*i].contains(&self.required[*i]);
        (0..self.required.len()).filter(first).map(|i| {
            let kind = self.required[i];
            (kind, self.required.iter().filter(|other| **other == kind).count())
        })
    }
}

/// Rules, stipulation and piece constraints, with tables for candidates.
#[derive(Clone, Debug)]
pub struct ProblemSpace {
    /// The rules.
    pub rules: Arc<Rules>,
    /// What an attacking move must do.
    pub forcing: Forcing,
    /// The piece constraints.
    pub constraints: PieceConstraints,
    /// Kinds that may be put on the board, royals excepted.
    pub kinds: Vec<Kind>,
    /// Royal kinds.
    pub royals: Vec<Kind>,
    /// Weights with which kinds are drawn for the board.
    pub weights: PlacementWeights,
    /// Number of pieces of each kind that can be in hand; only with drops.
    supply: Hand,
    /// By kind: the first kind that moves in the same way.
    movement_class: Vec<Kind>,
    /// By kind: it or its promoted form moves differently to the left and to the right.
    lopsided: Vec<bool>,
    /// By piece and square: it could never move again.
    dead: Vec<Vec<bool>>,
}

impl ProblemSpace {
    /// The space of problems of a game.
    pub fn new(
        rules: &Arc<Rules>,
        forcing: Forcing,
        constraints: PieceConstraints,
    ) -> ProblemSpace {
        let royal = |kind: Kind| rules.spec(kind).royalty == Royalty::Royal;
        let all: Vec<Kind> = rules.iter().map(|(kind, _)| kind).collect();
        let wanted = |kind: &Kind| {
            let exists = Side::BOTH.iter().any(|side| rules.most_of(*kind, *side) > 0);
            exists && !constraints.forbids(rules, *kind)
        };
        let supply = rules.lanes.iter().enumerate().fold(Hand::EMPTY, |hand, (lane, kind)| {
            let count = rules.spec(*kind).at_start().min(u16::from(Hand::MAX));
            hand.set(lane as u8, count as u8)
        });
        let movement_class = all
            .iter()
            .map(|&kind| {
                let atoms = |kind: Kind| {
                    let mut atoms = rules.spec(kind).atoms.clone();
                    atoms.sort_unstable();
                    atoms
                };
                let same = |other: &&Kind| {
                    atoms(**other) == atoms(kind)
                        && royal(**other) == royal(kind)
                        && rules.spec(**other).promotes_to.is_none()
                        && rules.spec(kind).promotes_to.is_none()
                };
                all.iter().find(same).copied().unwrap_or(kind)
            })
            .collect();
        let dead = (0..Piece::COUNT)
            .map(|index| {
                let piece = all
                    .iter()
                    .flat_map(|&kind| Side::BOTH.map(|side| Piece::new(kind, side)))
                    .find(|piece| piece.index() == index);
                let stuck = |square: Square| {
                    piece.is_some_and(|piece| promotion::is_dead(rules, piece, square))
                };
                rules.board.iter().map(stuck).collect()
            })
            .collect();
        let lopsided = all.iter().map(|&kind| rules.is_lopsided(kind)).collect();
        ProblemSpace {
            rules: Arc::clone(rules),
            forcing,
            kinds: all.iter().copied().filter(|&kind| !royal(kind)).filter(wanted).collect(),
            weights: PlacementWeights::new(rules, &constraints.weights, &constraints.themes),
            royals: all.iter().copied().filter(|&kind| royal(kind)).filter(wanted).collect(),
            constraints,
            supply,
            movement_class,
            lopsided,
            dead,
        }
    }

    /// The kind that represents all kinds that move alike and do not promote.
    pub fn movement_class(&self, kind: Kind) -> Kind {
        self.movement_class[kind.index()]
    }

    /// True if a piece could never move again from a square.
    pub fn is_dead(&self, piece: Piece, square: Square) -> bool {
        self.dead[piece.index()][square.index()]
    }

    /// True if the position is played like its mirror image: no piece favours a side.
    pub fn has_mirror(&self, position: &Position) -> bool {
        position.pieces().all(|(_, piece)| !self.lopsided[piece.kind().index()])
    }

    /// True for a royal kind.
    pub fn is_royal(&self, kind: Kind) -> bool {
        self.rules.spec(kind).royalty == Royalty::Royal
    }

    /// The royal of a seed: a required one, or the first royal kind.
    pub fn first_royal(&self) -> Option<Kind> {
        let required = self.constraints.required.iter().find(|kind| self.royals.contains(kind));
        required.or(self.royals.first()).copied()
    }

    /// True if a side may have one more piece of a kind. In games with drops
    /// [`ProblemSpace::normalise`] counts instead.
    pub fn may_add(&self, position: &Position, kind: Kind, side: Side) -> bool {
        if self.rules.has_drops() {
            return true;
        }
        let pieces = position.material(&self.rules).chain([(kind, side, 1)]);
        Census::new(&self.rules, pieces).excess(&self.rules).next().is_none()
    }

    /// True if the game has the pieces on the board and in hand.
    pub fn is_within_army(&self, position: &Position) -> bool {
        let census = Census::new(&self.rules, position.material(&self.rules));
        census.excess(&self.rules).next().is_none()
    }

    /// The required pieces that are missing.
    pub fn missing_required(&self, position: &Position) -> Vec<Kind> {
        let needs = self.constraints.required_counts().flat_map(|(kind, needed)| {
            let lack = needed.saturating_sub(self.count_of(position, kind));
            std::iter::repeat_n(kind, lack)
        });
        needs.collect()
    }

    /// Number of pieces of exactly this kind on the board and in the attacker's hand.
    fn count_of(&self, position: &Position, kind: Kind) -> usize {
        let lane = self.rules.spec(kind).lane;
        let held = lane.map_or(0, |lane| position.hands[ATTACKER.index()].count(lane));
        usize::from(held) + position.pieces().filter(|(_, piece)| piece.kind() == kind).count()
    }

    /// Completes a position from its board and attacker's hand (side to move, defender's hand,
    /// memories).
    ///
    /// Returns true if it can be a problem as far as that is visible without moving: army, too
    /// many pawns on a file, dead pieces, regions, royals and piece constraints.
    pub fn normalise(&self, position: &mut Position) -> bool {
        let rules = &self.rules;
        position.side = ATTACKER;
        position.counter_strike = None;
        position.deferred.clear();
        position.infer_phantoms(rules);
        let mut on_board = [0u8; Hand::LANES as usize];
        let mut counts = [0usize; 2];
        let mut royals = [0usize; 2];
        let mut pawns = [[0u8; 32]; 2];
        for (square, piece) in position.pieces() {
            let spec = rules.spec(piece.kind());
            let side = piece.side().index();
            counts[side] += 1;
            royals[side] += usize::from(spec.royalty == Royalty::Royal);
            if let Some(lane) = rules.spec(spec.base).lane {
                on_board[usize::from(lane)] += 1;
            }
            if self.is_dead(piece, square) && self.forbids_dead_pieces() {
                return false;
            }
            if !rules.in_region(piece.kind(), square, piece.side()) {
                return false;
            }
            if spec.pawn && rules.options.nifu > 0 {
                let on_file = &mut pawns[side][rules.board.file(square) as usize & 31];
                *on_file += 1;
                if *on_file > rules.options.nifu {
                    return false;
                }
            }
        }
        let hand = position.hands[ATTACKER.index()];
        let mut rest = Hand::EMPTY;
        for lane in 0..rules.lanes.len() as u8 {
            let used = u16::from(on_board[usize::from(lane)]) + u16::from(hand.count(lane));
            match u16::from(self.supply.count(lane)).checked_sub(used) {
                Some(left) => rest = rest.set(lane, left as u8),
                None => return false,
            }
        }
        position.hands[DEFENDER.index()] = rest;
        if !rules.has_drops() && !self.is_within_army(position) {
            return false;
        }
        let within = |count: usize, (least, most): (usize, usize)| (least..=most).contains(&count);
        let constraints = &self.constraints;
        let in_hand = hand.total() as usize;
        within(royals[DEFENDER.index()], constraints.royals)
            && royals[ATTACKER.index()] <= self.max_attacker_royals()
            && within(counts[ATTACKER.index()], constraints.attackers)
            && within(counts[DEFENDER.index()] - royals[DEFENDER.index()], constraints.defenders)
            && within(in_hand, constraints.hand)
            && within(counts[0] + counts[1] + in_hand, constraints.pieces)
            && self.meets_requirements(position)
    }

    /// Royals that the attacker may have: without drops none, unless a theme is about one.
    fn max_attacker_royals(&self) -> usize {
        let mut wanted = self.constraints.themes.iter().flat_map(|theme| &theme.attacker);
        usize::from(self.rules.has_drops() || wanted.any(|kind| self.is_royal(*kind)))
    }

    /// The theme pieces, by side, that the position lacks to show one of the wanted themes; `None`
    /// if it has those of a theme, or no theme needs any.
    pub fn missing_theme_pieces(&self, position: &Position) -> Option<Vec<&ThemePieces>> {
        let there = |kinds: &[Kind], side: Side| {
            let has = |kind: Kind| position.pieces().any(|(_, p)| p == Piece::new(kind, side));
            kinds.is_empty() || kinds.iter().any(|kind| has(*kind))
        };
        let complete =
            |theme: &ThemePieces| Side::BOTH.iter().all(|side| there(theme.of_side(*side), *side));
        let themes = &self.constraints.themes;
        (!themes.is_empty() && !themes.iter().any(complete)).then(|| themes.iter().collect())
    }

    fn forbids_dead_pieces(&self) -> bool {
        let options = &self.rules.options;
        !options.dead_drops
            && options.forced_promotion != ForcedPromotion::None
            && matches!(options.promotion, Promotion::ZoneTouch | Promotion::ZoneEntryOrCapture)
            && options.deferral == Deferral::None
    }

    /// True if all required pieces are there and no forbidden one is.
    fn meets_requirements(&self, position: &Position) -> bool {
        let hand = position.hands[ATTACKER.index()];
        let held = self.rules.lanes.iter().enumerate();
        let held = held.filter(|(lane, _)| hand.count(*lane as u8) > 0).map(|(_, kind)| *kind);
        let mut there = position.pieces().map(|(_, piece)| piece.kind()).chain(held);
        !there.any(|kind| self.constraints.forbids(&self.rules, kind))
            && self
                .constraints
                .required_counts()
                .all(|(kind, needed)| self.count_of(position, kind) >= needed)
    }

    /// The position as a problem; `None` if the referee objects.
    pub fn admit(&self, position: &Position) -> Option<Problem> {
        let position = position.clone();
        referee::admit(&self.rules, position, Some(ATTACKER), self.forcing, &[]).ok()
    }

    /// Number of pieces on the board and in the attacker's hand.
    pub fn piece_count(&self, position: &Position) -> usize {
        position.pieces().count() + position.hands[ATTACKER.index()].total() as usize
    }
}
