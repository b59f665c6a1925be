//! Admission: which positions are problems. Reports all objections to a position at once.
//!
//! An objection says that a position breaks the rules of the game, or that the game is over before it
//! starts. The custom of tsume problems is no objection: an attacker without a king, fewer pieces than
//! the game has, a king and princes in games without drops.
//!
//! The user can accept an objection by its name. The position then counts as a problem despite it.

use super::legal::is_drawn;
use super::promotion::{in_zone, is_dead};
use super::royal::all_capturable;
use crate::messages::tr;
use crate::position::{Forcing, Hand, Piece, Position, Problem};
use crate::rules::army::{Census, Excess};
use crate::rules::emperors::MAX_EMPERORS_PLAYED_OUT;
use crate::rules::options::{Deferral, ForcedPromotion, LionTrade, Promotion};
use crate::rules::{Kind, Rules, Side, Square, describe};
use std::sync::Arc;

macro_rules! reasons {
    ($($(#[$doc:meta])* $arm:ident = $name:literal;)+) => {
        /// A kind of objection to a position.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum ObjectionKind { $($(#[$doc])* $arm),+ }

        impl ObjectionKind {
            /// All kinds.
            pub const ALL: &'static [ObjectionKind] = &[$(ObjectionKind::$arm),+];

            /// The name by which a user accepts the objection, such as `too_many_pieces`.
            pub fn name(self) -> &'static str {
                match self { $(ObjectionKind::$arm => $name),+ }
            }
        }
    };
}

reasons! {
    /// The position does not fit the game's board or pieces. A user cannot accept this objection.
    WrongGame = "wrong_game";
    /// The defender has no royal that the attacker could mate.
    NoRoyal = "no_royal";
    /// In a game with drops, a side has more than one royal.
    SeveralRoyals = "several_royals";
    /// There are more pieces of a kind than the game can have: in a game with drops both sides together more than
    /// in the start position, in another game one side more than its army holds.
    TooManyPieces = "too_many_pieces";
    /// More unpromoted pawns of one side on a file than `nifu` allows.
    TwoPawns = "two_pawns";
    /// A piece outside the region that it may not leave.
    OutsideRegion = "outside_region";
    /// The side to move has no legal move and is not in check, and the game is therefore drawn. A user
    /// cannot accept this objection.
    Stalemate = "stalemate";
    /// A piece that can never move again and would have had to promote.
    DeadPiece = "dead_piece";
    /// The attacker is to move, and the defender's royals can all be captured at once.
    DefenderInCheck = "defender_in_check";
    /// The defender is to move, and the attacker's royals can all be captured at once.
    AttackerInCheck = "attacker_in_check";
    /// A counter-strike square where no lion can just have been captured.
    CounterStrikeSquare = "counter_strike_square";
    /// A declined-promotion square where no piece can have declined.
    DeferredSquare = "deferred_square";
}

impl ObjectionKind {
    /// Advice on how to change the position.
    pub fn help(self) -> String {
        match self {
            ObjectionKind::WrongGame => tr!(referee_wrong_game_help),
            ObjectionKind::NoRoyal => tr!(referee_no_royal_help),
            ObjectionKind::SeveralRoyals => tr!(referee_several_royals_help),
            ObjectionKind::TooManyPieces => tr!(referee_too_many_pieces_help),
            ObjectionKind::TwoPawns => tr!(referee_two_pawns_help),
            ObjectionKind::OutsideRegion => tr!(referee_outside_region_help),
            ObjectionKind::Stalemate => tr!(referee_stalemate_help),
            ObjectionKind::DeadPiece => tr!(referee_dead_piece_help),
            ObjectionKind::DefenderInCheck => tr!(referee_defender_in_check_help),
            ObjectionKind::AttackerInCheck => tr!(referee_attacker_in_check_help),
            ObjectionKind::CounterStrikeSquare => tr!(referee_counter_strike_square_help),
            ObjectionKind::DeferredSquare => tr!(referee_deferred_square_help),
        }
    }

    /// True if a user can accept the objection.
    pub fn is_acceptable(self) -> bool {
        !matches!(self, ObjectionKind::WrongGame | ObjectionKind::Stalemate)
    }

    /// Names of the objections that a user can accept.
    pub fn acceptable() -> impl Iterator<Item = &'static str> {
        ObjectionKind::ALL.iter().filter(|kind| kind.is_acceptable()).map(|kind| kind.name())
    }

    /// The kind with this name.
    pub fn from_name(name: &str) -> Option<ObjectionKind> {
        ObjectionKind::ALL.iter().copied().find(|reason| reason.name() == name)
    }
}

/// One objection to a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Objection {
    /// What kind of objection: has the name by which to accept it, and help.
    pub kind: ObjectionKind,
    /// One sentence that says what is wrong.
    pub message: String,
    /// The squares that have the fault, for an editor to mark; may be empty.
    pub squares: Vec<Square>,
}

/// Makes a problem of a position: `attacker` (default: the side to move) shall mate by moves that are
/// forcing in the sense of `forcing`.
///
/// A side without a royal on the board gets a phantom royal (RULES 2.6), because the position is the
/// root.
///
/// # Errors
/// Every objection whose kind is not in `allow`. [`ObjectionKind::WrongGame`] cannot be accepted.
pub fn admit(
    rules: &Arc<Rules>,
    mut position: Position,
    attacker: Option<Side>,
    forcing: Forcing,
    allow: &[ObjectionKind],
) -> Result<Problem, Vec<Objection>> {
    if let Some(objection) = wrong_game(rules, &position) {
        return Err(vec![objection]);
    }
    for side in Side::BOTH {
        position.phantom[side.index()] |= position.royals(rules, side).is_empty();
    }
    if is_drawn(rules, &position) {
        let message = tr!(referee_stalemate, side = describe::side_name(position.side));
        let kind = ObjectionKind::Stalemate;
        return Err(vec![Objection { kind, message, squares: Vec::new() }]);
    }
    let attacker = attacker.unwrap_or(position.side);
    let mut collector = ObjectionCollector { rules, position: &position, objections: Vec::new() };
    collector.royals(attacker.other());
    collector.counts();
    collector.pawns();
    collector.dead_pieces();
    collector.regions();
    collector.check(attacker);
    collector.counter_strike();
    collector.deferred();
    let mut objections = collector.objections;
    objections.retain(|objection| !allow.contains(&objection.kind));
    if objections.is_empty() {
        Ok(Problem::new(Arc::clone(rules), position, attacker, forcing))
    } else {
        Err(objections)
    }
}

/// The objection that makes all others meaningless: the position does not fit the game, or has more
/// pieces than the engines can play.
pub fn wrong_game(rules: &Rules, position: &Position) -> Option<Objection> {
    let squares = rules.board.squares();
    let foreign_lane =
        |hand: Hand| (rules.lanes.len() as u8..Hand::LANES).any(|lane| hand.count(lane) > 0);
    let game = describe::game_name(rules);
    let message = if position.board.len() != squares {
        tr!(referee_squares, found = position.board.len(), game, squares)
    } else if position.pieces().any(|(_, piece)| piece.kind().index() >= rules.kinds.len()) {
        tr!(referee_foreign_piece, game)
    } else if position.hands.into_iter().any(foreign_lane) {
        tr!(referee_foreign_piece_in_hand, game)
    } else if position.deferred.iter().chain(&position.counter_strike).any(|s| s.index() >= squares)
    {
        tr!(referee_foreign_square, game)
    } else if let Some((kind, count, most)) = crowded(rules, position) {
        match kind {
            Some(kind) => {
                let piece = describe::piece_name(rules.spec(kind));
                tr!(referee_too_many_for_hands, count, piece, most)
            }
            None => tr!(referee_too_many_changing, count, most),
        }
    } else if let Some(count) = rules.too_many_emperors(position.material(rules)) {
        tr!(referee_too_many_emperors, count, most = MAX_EMPERORS_PLAYED_OUT)
    } else {
        return None;
    };
    Some(Objection { kind: ObjectionKind::WrongGame, message, squares: Vec::new() })
}

/// A kind with more pieces than a hand can have, with their number and the largest one; `None` for
/// all pieces together, where any of them may come to hand as one kind. That leaves room for one
/// move of each side, so that no hand that arises exceeds [`Hand::capacity`].
fn crowded(rules: &Rules, position: &Position) -> Option<(Option<Kind>, usize, usize)> {
    let excess = |base: Option<Kind>, lane: u8| {
        let is_such = |kind: Kind| base.is_none_or(|base| rules.spec(kind).base == base);
        let pieces = position.material(rules).filter(|(kind, ..)| is_such(*kind));
        let found: usize = pieces.map(|(.., count)| usize::from(count)).sum();
        let most = usize::from(Hand::capacity(rules.lanes.len(), lane)) - 2;
        (found > most).then_some((base, found, most))
    };
    if rules.has_drops() && rules.has_changing_kinds() {
        return excess(None, 0);
    }
    rules.lanes.iter().zip(0..).find_map(|(&kind, lane)| excess(Some(kind), lane))
}

struct ObjectionCollector<'a> {
    rules: &'a Rules,
    position: &'a Position,
    objections: Vec<Objection>,
}

impl ObjectionCollector<'_> {
    fn object(&mut self, kind: ObjectionKind, message: String, squares: Vec<Square>) {
        self.objections.push(Objection { kind, message, squares });
    }

    fn royals(&mut self, defender: Side) {
        let royals = self.position.royals(self.rules, defender);
        if royals.is_empty() {
            let message = tr!(referee_no_royal, side = describe::side_name(defender));
            self.object(ObjectionKind::NoRoyal, message, Vec::new());
        } else if self.position.phantom[defender.index()] {
            let message = tr!(referee_royal_off_board, side = describe::side_name(defender));
            self.object(ObjectionKind::NoRoyal, message, royals);
        }
        for side in Side::BOTH.into_iter().filter(|_| self.rules.has_drops()) {
            let royals = self.position.royals(self.rules, side);
            if royals.len() > 1 {
                let side = describe::side_name(side);
                let message = tr!(referee_several_royals, side, count = royals.len());
                self.object(ObjectionKind::SeveralRoyals, message, royals);
            }
        }
    }

    /// No piece appears during a game, so there are at most those of the start
    /// (see [`army`](crate::rules::army)).
    fn counts(&mut self) {
        let rules = self.rules;
        let census = Census::new(rules, self.position.material(rules));
        for excess in census.excess(rules) {
            let Excess { base, side, found, most } = excess;
            let game = describe::game_name(rules);
            let squares: Vec<Square> = self
                .position
                .pieces()
                .filter(|(_, piece)| {
                    base.is_none_or(|base| rules.spec(piece.kind()).base == base)
                        && side.is_none_or(|side| piece.side() == side)
                })
                .map(|(square, _)| square)
                .collect();
            let message = match (base.map(|base| (base, rules.spec(base))), side) {
                (Some((_, spec)), None) if rules.has_drops() => {
                    let in_hand: usize = spec.lane.map_or(0, |lane| {
                        self.position.hands.iter().map(|hand| usize::from(hand.count(lane))).sum()
                    });
                    let piece = describe::piece_name(spec);
                    tr!(referee_too_many_with_hands, found, piece, held = in_hand, game, most)
                }
                (Some((_, spec)), None) => {
                    tr!(referee_too_many, found, piece = describe::piece_name(spec), game, most)
                }
                (Some((_, spec)), Some(side)) => {
                    let (side, piece) = (describe::side_name(side), describe::piece_name(spec));
                    if most == 0 {
                        tr!(referee_army_has_none, side, found, piece, game)
                    } else {
                        tr!(referee_army_has_less, side, found, piece, game, most)
                    }
                }
                (None, side) => {
                    let side = side.map_or_else(|| game.to_owned(), describe::side_name);
                    tr!(referee_army_is_smaller, side, found, game, most)
                }
            };
            self.object(ObjectionKind::TooManyPieces, message, squares);
        }
    }

    fn pawns(&mut self) {
        let rules = self.rules;
        let most = usize::from(rules.options.nifu);
        if most == 0 {
            return;
        }
        for side in Side::BOTH {
            for file in 0..i32::from(rules.board.files) {
                let is_pawn = |(square, piece): &(Square, Piece)| {
                    piece.side() == side
                        && rules.spec(piece.kind()).pawn
                        && rules.board.file(*square) == file
                };
                let pawns: Vec<(Square, Piece)> = self.position.pieces().filter(is_pawn).collect();
                if pawns.len() > most {
                    let (name, count) = (describe::side_name(side), pawns.len());
                    let message = if most == 1 {
                        tr!(referee_two_pawns, side = name, count, file = file + 1)
                    } else {
                        let piece = describe::piece_name(rules.spec(pawns[0].1.kind()));
                        tr!(referee_many_pawns, side = name, count, piece, file = file + 1, most)
                    };
                    let squares = pawns.into_iter().map(|(square, _)| square).collect();
                    self.object(ObjectionKind::TwoPawns, message, squares);
                }
            }
        }
    }

    /// In games with drops where every piece in the zone may promote and a stuck piece must: a piece that
    /// can promote is never stuck in its zone.
    fn dead_pieces(&mut self) {
        let options = &self.rules.options;
        if !self.rules.has_drops()
            || options.forced_promotion == ForcedPromotion::None
            || options.dead_drops
            || options.promotion != Promotion::ZoneTouch
            || options.deferral != Deferral::None
        {
            return;
        }
        for (square, piece) in self.position.pieces() {
            let spec = self.rules.spec(piece.kind());
            if self.rules.promoted_form(piece.kind()).is_some()
                && in_zone(self.rules, square, piece.side())
                && is_dead(self.rules, piece, square)
            {
                let message = tr!(
                    referee_dead_piece,
                    side = describe::side_name(piece.side()),
                    piece = describe::piece_name(spec),
                    square = self.rules.board.name(square).to_string()
                );
                self.object(ObjectionKind::DeadPiece, message, vec![square]);
            }
        }
    }

    /// A piece cannot have left its region.
    fn regions(&mut self) {
        let rules = self.rules;
        for (square, piece) in self.position.pieces() {
            if rules.in_region(piece.kind(), square, piece.side()) {
                continue;
            }
            let message = tr!(
                referee_outside_region,
                side = describe::side_name(piece.side()),
                piece = describe::piece_name(rules.spec(piece.kind())),
                square = rules.board.name(square).to_string()
            );
            self.object(ObjectionKind::OutsideRegion, message, vec![square]);
        }
    }

    /// The side that has just moved cannot have left its royals to be captured.
    fn check(&mut self, attacker: Side) {
        let moved = self.position.side.other();
        if !all_capturable(self.rules, self.position, moved) {
            return;
        }
        let squares = self.position.royals(self.rules, moved);
        let side = describe::side_name(self.position.side);
        let other = describe::side_name(moved);
        let message = if squares.len() == 1 {
            tr!(referee_capturable, side, other)
        } else {
            tr!(referee_all_capturable, side, other)
        };
        let kind = if moved == attacker {
            ObjectionKind::AttackerInCheck
        } else {
            ObjectionKind::DefenderInCheck
        };
        self.object(kind, message, squares);
    }

    /// The piece on the counter-strike square, if any, made the capture: it belongs to the side that has
    /// just moved, and it was not a lion.
    fn counter_strike(&mut self) {
        let Some(square) = self.position.counter_strike else { return };
        let name = self.rules.board.name(square).to_string();
        let message = if self.rules.options.lion_trade == LionTrade::None {
            let game = describe::game_name(self.rules);
            tr!(referee_no_counter_strike, game, square = name)
        } else {
            match self.position.at(square) {
                Some(piece) if piece.side() == self.position.side => {
                    let side = describe::side_name(piece.side());
                    tr!(referee_no_lion_captured, square = name, side)
                }
                Some(piece) if self.rules.spec(self.rules.spec(piece.kind()).base).lion => {
                    tr!(referee_lion_on_square, square = name)
                }
                _ => return,
            }
        };
        self.object(ObjectionKind::CounterStrikeSquare, message, vec![square]);
    }

    fn deferred(&mut self) {
        let rules = self.rules;
        let mut marked = [0, 0];
        for &square in &self.position.deferred {
            let name = rules.board.name(square).to_string();
            let message = if rules.options.deferral == Deferral::None
                || rules.options.promotion != Promotion::ZoneTouch
            {
                tr!(referee_no_deferral, square = name)
            } else {
                match self.position.at(square) {
                    None => tr!(referee_nothing_deferred, square = name),
                    Some(piece) if rules.promoted_form(piece.kind()).is_none() => {
                        tr!(referee_cannot_promote, square = name)
                    }
                    Some(piece) if !in_zone(rules, square, piece.side()) => {
                        tr!(referee_outside_zone, square = name)
                    }
                    Some(piece) => {
                        marked[piece.side().index()] += 1;
                        if rules.options.deferral == Deferral::NextMove
                            || marked[piece.side().index()] == 1
                        {
                            continue;
                        }
                        let side = describe::side_name(piece.side());
                        tr!(referee_deferred_twice, side, square = name)
                    }
                }
            };
            self.object(ObjectionKind::DeferredSquare, message, vec![square]);
        }
    }
}
