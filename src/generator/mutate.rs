//! Operators: small changes to a problem, each named, counted, and used the more the better it does.

use super::dice::Dice;
use super::game::{ATTACKER, DEFENDER, Game};
use super::place::{
    all_men, give, hand_kind, held, kind, kings, men, mirrored, near, near_king, put, shifted, take,
};
use super::probe::Probe;
use super::retro;
use crate::position::{Engine, Piece, Position};
use crate::rules::{Kind, Side};

macro_rules! operators {
    ($($(#[$doc:meta])* $arm:ident = $name:literal;)+) => {
        /// A change to a problem.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Operator { $($(#[$doc])* $arm),+ }

        impl Operator {
            /// All of them.
            pub const ALL: &'static [Operator] = &[$(Operator::$arm),+];

            /// Its name in lineages and tables.
            pub fn name(self) -> &'static str {
                match self { $(Operator::$arm => $name),+ }
            }
        }
    };
}

operators! {
    /// A piece goes to another square nearby.
    Move = "move";
    /// The king goes to a square beside his.
    MoveKing = "move_king";
    /// One more attacker.
    AddAttacker = "add_attacker";
    /// One more defender.
    AddDefender = "add_defender";
    /// A piece is taken off the board.
    Remove = "remove";
    /// A piece changes sides.
    Recolour = "recolour";
    /// Two pieces change places.
    Exchange = "exchange";
    /// A piece promotes.
    Promote = "promote";
    /// A promoted piece becomes what it was.
    Demote = "demote";
    /// A piece becomes one of another kind.
    Retype = "retype";
    /// The whole figure moves.
    Shift = "shift";
    /// One more piece in hand.
    AddHand = "add_hand";
    /// One piece fewer in hand.
    RemoveHand = "remove_hand";
    /// A piece in hand becomes another.
    ChangeHand = "change_hand";
    /// An attacker goes from the board to the hand.
    ToHand = "to_hand";
    /// A piece in hand goes to the board.
    FromHand = "from_hand";
    /// The attackers of one problem against the king of another.
    Cross = "cross";
    /// Two plies longer: a check that was captured, and the capture.
    ExtendCapture = "extend_capture";
    /// Two plies longer: a check that was evaded, and the evasion.
    ExtendQuiet = "extend_quiet";
}

impl Operator {
    /// True for those that lead two plies back.
    pub fn extends(self) -> bool {
        matches!(self, Operator::ExtendCapture | Operator::ExtendQuiet)
    }

    /// True if the operator can do anything in a game.
    pub fn applies(self, game: &Game) -> bool {
        use Operator::{AddHand, ChangeHand, FromHand, RemoveHand, ToHand};
        let hands = matches!(self, AddHand | RemoveHand | ChangeHand | ToHand | FromHand);
        !hands || game.rules.has_drops()
    }

    /// The changed position, not settled; none if this throw of the dice came to nothing. `other` is a
    /// second parent.
    pub fn apply<E: Engine>(
        self,
        game: &Game,
        probe: &mut Probe<E>,
        dice: &mut Dice,
        parent: &Position,
        other: &Position,
    ) -> Option<Position> {
        let mut child = parent.clone();
        match self {
            Operator::Move => {
                let from = dice.pick(&all_men(game, parent))?;
                let piece = child.board[from.index()].take()?;
                let to = if dice.chance(70) {
                    near(game, dice, parent, from)?
                } else {
                    near_king(game, dice, parent)?
                };
                put(game, &mut child, to, piece.kind(), piece.side())?;
            }
            Operator::MoveKing => {
                let from = dice.pick(&kings(game, parent))?;
                let to = near(game, dice, parent, from)?;
                child.board[to.index()] = child.board[from.index()].take();
            }
            Operator::AddAttacker => add(game, dice, &mut child, ATTACKER)?,
            Operator::AddDefender => add(game, dice, &mut child, DEFENDER)?,
            Operator::Remove => {
                let square = dice.pick(&all_men(game, parent))?;
                child.board[square.index()] = None;
            }
            Operator::Recolour => {
                let square = dice.pick(&all_men(game, parent))?;
                let piece = child.board[square.index()].take()?;
                put(game, &mut child, square, piece.kind(), piece.side().other())?;
            }
            Operator::Exchange => {
                let men = all_men(game, parent);
                let (a, b) = (dice.pick(&men)?, dice.pick(&men)?);
                child.board.swap(a.index(), b.index());
                let alive = |at: crate::rules::Square| {
                    child.at(at).is_some_and(|piece| !game.is_dead(piece, at))
                };
                if parent.at(a) == parent.at(b) || !alive(a) || !alive(b) {
                    return None;
                }
            }
            Operator::Promote => retype(game, dice, &mut child, |_, kind| {
                game.rules.spec(kind).promotes_to.filter(|kind| !game.is_royal(*kind))
            })?,
            Operator::Demote => retype(game, dice, &mut child, |_, kind| {
                Some(game.rules.spec(kind).base).filter(|base| *base != kind)
            })?,
            Operator::Retype => {
                retype(game, dice, &mut child, |dice, old| kind(game, dice).filter(|k| *k != old))?;
            }
            Operator::Shift => {
                let mut step = || dice.below(5) as i32 - 2;
                let by = (step(), step());
                child = shifted(game, parent, by).filter(|_| by != (0, 0))?;
            }
            Operator::AddHand => give(game, &mut child, hand_kind(game, dice)?)?,
            Operator::RemoveHand => {
                take(game, &mut child, dice.pick(&held(game, parent))?)?;
            }
            Operator::ChangeHand => {
                let old = dice.pick(&held(game, parent))?;
                let new = hand_kind(game, dice).filter(|new| *new != old)?;
                take(game, &mut child, old)?;
                give(game, &mut child, new)?;
            }
            Operator::ToHand => {
                let square = dice.pick(&men(game, parent, ATTACKER))?;
                let piece = child.board[square.index()].take()?;
                give(game, &mut child, game.rules.spec(piece.kind()).base)?;
            }
            Operator::FromHand => {
                let kind = dice.pick(&held(game, parent))?;
                take(game, &mut child, kind)?;
                let square = near_king(game, dice, &child)?;
                put(game, &mut child, square, kind, ATTACKER)?;
            }
            Operator::Cross => child = cross(game, dice, parent, other)?,
            Operator::ExtendCapture | Operator::ExtendQuiet => {
                let quiet = self == Operator::ExtendQuiet;
                child = retro::two_plies_before(game, probe, dice, parent, quiet)?;
            }
        }
        Some(child)
    }
}

fn add(game: &Game, dice: &mut Dice, child: &mut Position, side: Side) -> Option<()> {
    let square = near_king(game, dice, child)?;
    put(game, child, square, kind(game, dice)?, side)
}

/// Makes another kind of a piece.
fn retype(
    game: &Game,
    dice: &mut Dice,
    child: &mut Position,
    new: impl Fn(&mut Dice, Kind) -> Option<Kind>,
) -> Option<()> {
    let men = all_men(game, child);
    let able: Vec<_> = men
        .into_iter()
        .filter_map(|square| {
            let piece = child.at(square)?;
            Some((square, piece.side(), new(dice, piece.kind())?))
        })
        .collect();
    let (square, side, kind) = dice.pick(&able)?;
    child.board[square.index()] = None;
    put(game, child, square, kind, side)
}

/// The attackers and hand of one, the defenders of the other; the first's king comes to the second's.
fn cross(game: &Game, dice: &mut Dice, parent: &Position, other: &Position) -> Option<Position> {
    let board = game.rules.board;
    let other = if dice.chance(50) { mirrored(game, other) } else { other.clone() };
    let (mine, its) = (*kings(game, parent).first()?, *kings(game, &other).first()?);
    let by = (board.file(mine) - board.file(its), board.rank(mine) - board.rank(its));
    let mut child = Position::empty(board, ATTACKER);
    child.hands = parent.hands;
    let theirs = other.pieces().filter(|(_, piece)| piece.side() == DEFENDER);
    let theirs: Vec<(Option<crate::rules::Square>, Piece)> =
        theirs.map(|(square, piece)| (board.shift(square, by), piece)).collect();
    for (square, piece) in theirs {
        child.board[square?.index()] = Some(piece);
    }
    for (square, piece) in parent.pieces().filter(|(_, piece)| piece.side() == ATTACKER) {
        child.board[square.index()] = Some(piece);
    }
    (kings(game, &child).len() == kings(game, &other).len()).then_some(child)
}
