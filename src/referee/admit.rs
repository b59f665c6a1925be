//! Admission: which positions are problems. Reports all objections to a position at once.
//!
//! An objection says that a position breaks the rules of the game, or that the game is over before it
//! starts. The custom of tsume problems is no objection: an attacker without a king, fewer pieces than
//! the game has, a king and princes in games without drops.
//!
//! The user can accept an objection by its name. The position then counts as a problem despite it.

use super::promotion::{in_zone, is_dead};
use super::royal::all_capturable;
use crate::position::{Forcing, Hand, Piece, Position, Problem};
use crate::rules::army::{Census, Excess};
use crate::rules::options::{Deferral, ForcedPromotion, LionTrade, Promotion};
use crate::rules::{Kind, Rules, Side, Square};
use std::sync::Arc;

macro_rules! reasons {
    ($($(#[$doc:meta])* $arm:ident = $name:literal, $help:literal;)+) => {
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

            /// Advice on how to change the position.
            pub fn help(self) -> &'static str {
                match self { $(ObjectionKind::$arm => $help),+ }
            }
        }
    };
}

reasons! {
    /// The position does not fit the game's board or pieces. A user cannot accept this objection.
    WrongGame = "wrong_game", "read the position with the rules of the game it is for, with at most 125 pieces of a kind that is dropped";
    /// The defender has no royal that the attacker could mate.
    NoRoyal = "no_royal", "give the defender a king, or let the other side attack (`attacker:` in a problem file, or --attacker)";
    /// In a game with drops, a side has more than one royal.
    SeveralRoyals = "several_royals", "leave one king on each side at most";
    /// There are more pieces of a kind than the game can have: in a game with drops both sides together more than
    /// in the start position, in another game one side more than its army holds.
    TooManyPieces = "too_many_pieces",
        "take some off the board or out of the hands; promoted pieces count as what they were";
    /// Two unpromoted pawns of one side on a file.
    TwoPawns = "two_pawns", "move or promote all but one of these pawns";
    /// A piece that can never move again and would have had to promote.
    DeadPiece = "dead_piece", "move it back or promote it";
    /// The attacker is to move, and the defender's royals can all be captured at once.
    DefenderInCheck = "defender_in_check",
        "the attacker would capture; parry the check, or let the defender move";
    /// The defender is to move, and the attacker's royals can all be captured at once.
    AttackerInCheck = "attacker_in_check",
        "the defender would capture; parry the check, or let the attacker move";
    /// A counter-strike square where no lion can just have been captured.
    CounterStrikeSquare = "counter_strike_square",
        "name the square where the last move took a lion with another piece, or leave it out";
    /// A declined-promotion square where no piece can have declined.
    DeferredSquare = "deferred_square",
        "name the square, in its zone, of a piece that can promote, or leave it out";
}

impl ObjectionKind {
    /// Names of the objections that a user can accept.
    pub fn acceptable() -> impl Iterator<Item = &'static str> {
        let reasons =
            ObjectionKind::ALL.iter().filter(|reason| **reason != ObjectionKind::WrongGame);
        reasons.map(|reason| reason.name())
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
    let attacker = attacker.unwrap_or(position.side);
    let mut collector = ObjectionCollector { rules, position: &position, objections: Vec::new() };
    collector.royals(attacker.other());
    collector.counts();
    collector.pawns();
    collector.dead_pieces();
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

/// The objection that makes all others meaningless.
fn wrong_game(rules: &Rules, position: &Position) -> Option<Objection> {
    let squares = rules.board.squares();
    let foreign_lane = |hand: Hand| (rules.lanes.len() as u8..8).any(|lane| hand.count(lane) > 0);
    let message = if position.board.len() != squares {
        format!("the position has {} squares, {} has {squares}", position.board.len(), rules.name)
    } else if position.pieces().any(|(_, piece)| piece.kind().index() >= rules.kinds.len()) {
        format!("a piece on the board is not one of {}", rules.name)
    } else if position.hands.into_iter().any(foreign_lane) {
        format!("a piece in hand cannot be dropped in {}", rules.name)
    } else if position.deferred.iter().chain(&position.counter_strike).any(|s| s.index() >= squares)
    {
        format!("a remembered square is not on the board of {}", rules.name)
    } else if let Some((kind, count)) = crowded(rules, position) {
        let name = &rules.spec(kind).name;
        format!(
            "there are {count} times a {name}, and {MAX_OF_A_KIND} are the most that can be counted in hands"
        )
    } else {
        return None;
    };
    Some(Objection { kind: ObjectionKind::WrongGame, message, squares: Vec::new() })
}

/// Largest number of pieces of a kind that can be dropped. It leaves room for one move of each side, so
/// that no hand that arises exceeds [`Hand::MAX`].
const MAX_OF_A_KIND: usize = Hand::MAX as usize - 2;

/// A kind with more than [`MAX_OF_A_KIND`] pieces, with their number.
fn crowded(rules: &Rules, position: &Position) -> Option<(Kind, usize)> {
    let count = |(lane, &kind): (usize, &Kind)| {
        let is_such = |piece: &&Piece| rules.spec(piece.kind()).base == kind;
        let held = position.hands.iter().map(|hand| usize::from(hand.count(lane as u8)));
        (kind, position.board.iter().flatten().filter(is_such).count() + held.sum::<usize>())
    };
    rules.lanes.iter().enumerate().map(count).find(|(_, count)| *count > MAX_OF_A_KIND)
}

fn name(side: Side) -> &'static str {
    match side {
        Side::Black => "Black",
        Side::White => "White",
    }
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

    /// Squares of the pieces of `kind` and `side`.
    fn squares_of(&self, kind: Kind, side: Side) -> Vec<Square> {
        let wanted = Piece::new(kind, side);
        self.position.pieces().filter(|(_, p)| *p == wanted).map(|(square, _)| square).collect()
    }

    fn royals(&mut self, defender: Side) {
        let royals = self.position.royals(self.rules, defender);
        if royals.is_empty() {
            let message = format!("{}, who defends, has no royal piece", name(defender));
            self.object(ObjectionKind::NoRoyal, message, Vec::new());
        } else if self.position.phantom[defender.index()] {
            let message = format!(
                "{}, who defends, is marked as having a royal off the board, which cannot be mated",
                name(defender)
            );
            self.object(ObjectionKind::NoRoyal, message, royals);
        }
        for side in Side::BOTH.into_iter().filter(|_| self.rules.has_drops()) {
            let royals = self.position.royals(self.rules, side);
            if royals.len() > 1 {
                let message = format!("{} has {} royal pieces", name(side), royals.len());
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
                    format!(
                        "there are {found} of the {}, {in_hand} of them in hand; {} has {most}",
                        spec.name, rules.name
                    )
                }
                (Some((_, spec)), None) => {
                    format!("there are {found} of the {}; {} has {most}", spec.name, rules.name)
                }
                (Some((_, spec)), Some(side)) if most == 0 => format!(
                    "{} has {found} of the {}; the army of {} has none",
                    name(side),
                    spec.name,
                    rules.name
                ),
                (Some((_, spec)), Some(side)) => format!(
                    "{} has {found} of the {}; the army of {} has {most}",
                    name(side),
                    spec.name,
                    rules.name
                ),
                (None, side) => format!(
                    "{} has {found} pieces; the army of {} has {most}",
                    side.map_or("the game", name),
                    rules.name
                ),
            };
            self.object(ObjectionKind::TooManyPieces, message, squares);
        }
    }

    fn pawns(&mut self) {
        let rules = self.rules;
        if !rules.options.nifu {
            return;
        }
        for (kind, _) in rules.iter().filter(|(_, spec)| spec.pawn) {
            for side in Side::BOTH {
                let pawns = self.squares_of(kind, side);
                for file in 0..i32::from(rules.board.files) {
                    let on_file: Vec<Square> =
                        pawns.iter().copied().filter(|&s| rules.board.file(s) == file).collect();
                    if on_file.len() > 1 {
                        let message = format!(
                            "{} has {} unpromoted pawns on file {}",
                            name(side),
                            on_file.len(),
                            file + 1
                        );
                        self.object(ObjectionKind::TwoPawns, message, on_file);
                    }
                }
            }
        }
    }

    /// In games with drops where every piece in the zone may promote and a stuck piece must: a piece that
    /// can promote is never stuck in its zone.
    fn dead_pieces(&mut self) {
        let options = &self.rules.options;
        if !self.rules.has_drops()
            || options.forced_promotion != ForcedPromotion::Dead
            || options.promotion != Promotion::ZoneTouch
            || options.deferral != Deferral::None
        {
            return;
        }
        for (square, piece) in self.position.pieces() {
            let spec = self.rules.spec(piece.kind());
            if spec.promotes_to.is_some()
                && in_zone(self.rules, square, piece.side())
                && is_dead(self.rules, piece, square)
            {
                let square_name = self.rules.board.name(square);
                let message = format!(
                    "{}'s {} on {square_name} can never move again",
                    name(piece.side()),
                    spec.name
                );
                self.object(ObjectionKind::DeadPiece, message, vec![square]);
            }
        }
    }

    /// The side that has just moved cannot have left its royals to be captured.
    fn check(&mut self, attacker: Side) {
        let moved = self.position.side.other();
        if !all_capturable(self.rules, self.position, moved) {
            return;
        }
        let squares = self.position.royals(self.rules, moved);
        let what = if squares.len() == 1 { "royal" } else { "royals, all at once" };
        let message = format!(
            "{} is to move and could capture {}'s {what}",
            name(self.position.side),
            name(moved)
        );
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
        let square_name = self.rules.board.name(square);
        let message = if self.rules.options.lion_trade == LionTrade::None {
            format!(
                "{} has no counter-strike rule, so {square_name} means nothing",
                self.rules.name
            )
        } else {
            match self.position.at(square) {
                Some(piece) if piece.side() == self.position.side => {
                    format!(
                        "no lion was just captured on {square_name}: {} stands there, who is to move",
                        name(piece.side())
                    )
                }
                Some(piece) if self.rules.spec(self.rules.spec(piece.kind()).base).lion => {
                    format!(
                        "a lion stands on {square_name}; the memory is of a capture by another piece"
                    )
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
            let square_name = rules.board.name(square);
            let message = if rules.options.deferral == Deferral::None
                || rules.options.promotion != Promotion::ZoneTouch
            {
                format!("without the option `deferral` nothing is remembered on {square_name}")
            } else {
                match self.position.at(square) {
                    None => format!("no piece stands on {square_name}"),
                    Some(piece) if rules.spec(piece.kind()).promotes_to.is_none() => {
                        format!("the piece on {square_name} cannot promote")
                    }
                    Some(piece) if !in_zone(rules, square, piece.side()) => {
                        format!("the piece on {square_name} is not in its promotion zone")
                    }
                    Some(piece) => {
                        marked[piece.side().index()] += 1;
                        if rules.options.deferral == Deferral::NextMove
                            || marked[piece.side().index()] == 1
                        {
                            continue;
                        }
                        format!(
                            "{} declined promotion on {square_name} and elsewhere on one turn",
                            name(piece.side())
                        )
                    }
                }
            };
            self.object(ObjectionKind::DeferredSquare, message, vec![square]);
        }
    }
}
