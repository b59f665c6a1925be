//! Operators: small changes of a problem. Each has a name and counts, and is drawn the more often
//! the better it succeeds.

use crate::generator::mate_probe::MateProbe;
use crate::generator::placement::{
    add_to_hand, defender_royals, draw_hand_kind, draw_kind, draw_square_near,
    draw_square_near_royal, kinds_in_hand, mirror_image, non_royal_squares, non_royal_squares_of,
    put_piece, shifted_position, take_from_hand,
};
use crate::generator::problem_space::{ATTACKER, DEFENDER, ProblemSpace};
use crate::generator::random::RandomStream;
use crate::generator::retraction::{self, RetractedReply};
use crate::generator::theme_figures;
use crate::position::{Engine, Piece, Position};
use crate::rules::{Kind, Side};

macro_rules! operators {
    ($($(#[$doc:meta])* $arm:ident = $name:literal;)+) => {
        /// A change of a problem.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Operator { $($(#[$doc])* $arm),+ }

        impl Operator {
            /// All operators.
            pub const ALL: &'static [Operator] = &[$(Operator::$arm),+];

            /// Name in lineages and tables.
            pub fn name(self) -> &'static str {
                match self { $(Operator::$arm => $name),+ }
            }
        }
    };
}

operators! {
    /// Moves a piece to another square, most often nearby.
    Move = "move";
    /// Moves a king to a square nearby.
    MoveKing = "move_king";
    /// Adds an attacker.
    AddAttacker = "add_attacker";
    /// Adds a defender.
    AddDefender = "add_defender";
    /// Takes a piece off the board.
    Remove = "remove";
    /// Gives a piece to the other side.
    Recolour = "recolour";
    /// Swaps two pieces.
    Exchange = "exchange";
    /// Promotes a piece.
    Promote = "promote";
    /// Demotes a piece.
    Demote = "demote";
    /// Replaces a piece by one of another kind.
    Retype = "retype";
    /// Replaces a piece by one that a wanted theme needs, or adds the figure of a theme.
    ThemePiece = "theme_piece";
    /// Shifts all pieces.
    Shift = "shift";
    /// Adds a piece to the hand.
    AddHand = "add_hand";
    /// Takes a piece from the hand.
    RemoveHand = "remove_hand";
    /// Replaces a piece in hand by another.
    ChangeHand = "change_hand";
    /// Moves an attacker from the board to the hand.
    ToHand = "to_hand";
    /// Moves a piece from the hand to the board.
    FromHand = "from_hand";
    /// Sets the attackers of one problem against the king and defenders of another.
    Cross = "cross";
    /// Retracts a check that was captured and the capture: two plies longer.
    ExtendCapture = "extend_capture";
    /// Retracts a check that was evaded and the evasion: two plies longer.
    ExtendQuiet = "extend_quiet";
}

impl Operator {
    /// True for operators that retract two plies.
    pub fn extends(self) -> bool {
        matches!(self, Operator::ExtendCapture | Operator::ExtendQuiet)
    }

    /// True if the operator can change anything in this game.
    pub fn applies(self, space: &ProblemSpace) -> bool {
        use Operator::{AddHand, ChangeHand, FromHand, RemoveHand, ToHand};
        if self == Operator::ThemePiece {
            return space.constraints.themes.iter().any(|theme| !theme.is_empty());
        }
        let hands = matches!(self, AddHand | RemoveHand | ChangeHand | ToHand | FromHand);
        !hands || space.rules.has_drops()
    }

    /// The changed position, not yet normalised; `None` if this draw did not fit. `other` is a
    /// second parent.
    pub fn apply<E: Engine>(
        self,
        space: &ProblemSpace,
        probe: &mut MateProbe<E>,
        random: &mut RandomStream,
        parent: &Position,
        other: &Position,
    ) -> Option<Position> {
        let mut child = parent.clone();
        match self {
            Operator::Move => {
                let from = random.pick(&non_royal_squares(space, parent))?;
                let piece = child.board[from.index()].take()?;
                let to = if random.draw_percent(70) {
                    draw_square_near(space, random, parent, from)?
                } else {
                    draw_square_near_royal(space, random, parent)?
                };
                put_piece(space, &mut child, to, piece.kind(), piece.side())?;
            }
            Operator::MoveKing => {
                let from = random.pick(&defender_royals(space, parent))?;
                let to = draw_square_near(space, random, parent, from)?;
                child.board[to.index()] = child.board[from.index()].take();
            }
            Operator::AddAttacker => add(space, random, &mut child, ATTACKER)?,
            Operator::AddDefender => add(space, random, &mut child, DEFENDER)?,
            Operator::Remove => {
                let square = random.pick(&non_royal_squares(space, parent))?;
                child.board[square.index()] = None;
            }
            Operator::Recolour => {
                let square = random.pick(&non_royal_squares(space, parent))?;
                let piece = child.board[square.index()].take()?;
                put_piece(space, &mut child, square, piece.kind(), piece.side().other())?;
            }
            Operator::Exchange => {
                let men = non_royal_squares(space, parent);
                let (a, b) = (random.pick(&men)?, random.pick(&men)?);
                child.board.swap(a.index(), b.index());
                let alive = |at: crate::rules::Square| {
                    child.at(at).is_some_and(|piece| !space.is_dead(piece, at))
                };
                if parent.at(a) == parent.at(b) || !alive(a) || !alive(b) {
                    return None;
                }
            }
            Operator::Promote => retype(space, random, &mut child, |_, kind, _| {
                space.rules.spec(kind).promotes_to.filter(|kind| !space.is_royal(*kind))
            })?,
            Operator::Demote => retype(space, random, &mut child, |_, kind, _| {
                Some(space.rules.spec(kind).base).filter(|base| *base != kind)
            })?,
            Operator::Retype => {
                retype(space, random, &mut child, |random, old, side| {
                    draw_kind(space, random, side).filter(|k| *k != old)
                })?;
            }
            Operator::ThemePiece => {
                let theme = random.pick(&space.constraints.themes.iter().collect::<Vec<_>>())?;
                if theme.in_place && random.draw_percent(70) {
                    return theme_figures::add_capture_in_place(space, random, parent);
                }
                retype(space, random, &mut child, |random, old, side| {
                    random.pick(theme.of_side(side)).filter(|kind| *kind != old)
                })?;
            }
            Operator::Shift => {
                let mut step = || random.draw_below(5) as i32 - 2;
                let by = (step(), step());
                child = shifted_position(space, parent, by).filter(|_| by != (0, 0))?;
            }
            Operator::AddHand => add_to_hand(space, &mut child, draw_hand_kind(space, random)?)?,
            Operator::RemoveHand => {
                take_from_hand(space, &mut child, random.pick(&kinds_in_hand(space, parent))?)?;
            }
            Operator::ChangeHand => {
                let old = random.pick(&kinds_in_hand(space, parent))?;
                let new = draw_hand_kind(space, random).filter(|new| *new != old)?;
                take_from_hand(space, &mut child, old)?;
                add_to_hand(space, &mut child, new)?;
            }
            Operator::ToHand => {
                let square = random.pick(&non_royal_squares_of(space, parent, ATTACKER))?;
                let piece = child.board[square.index()].take()?;
                add_to_hand(space, &mut child, space.rules.spec(piece.kind()).base)?;
            }
            Operator::FromHand => {
                let kind = random.pick(&kinds_in_hand(space, parent))?;
                take_from_hand(space, &mut child, kind)?;
                let square = draw_square_near_royal(space, random, &child)?;
                put_piece(space, &mut child, square, kind, ATTACKER)?;
            }
            Operator::Cross => child = cross(space, random, parent, other)?,
            Operator::ExtendCapture | Operator::ExtendQuiet => {
                let kind = match self {
                    Operator::ExtendCapture => RetractedReply::Capture,
                    _ => RetractedReply::Evasion,
                };
                child = retraction::retract_two_plies(space, probe, random, parent, kind)?;
            }
        }
        Some(child)
    }
}

fn add(
    space: &ProblemSpace,
    random: &mut RandomStream,
    child: &mut Position,
    side: Side,
) -> Option<()> {
    let square = draw_square_near_royal(space, random, child)?;
    put_piece(space, child, square, draw_kind(space, random, side)?, side)
}

/// Changes the kind of a random piece.
fn retype(
    space: &ProblemSpace,
    random: &mut RandomStream,
    child: &mut Position,
    new: impl Fn(&mut RandomStream, Kind, Side) -> Option<Kind>,
) -> Option<()> {
    let men = non_royal_squares(space, child);
    let able: Vec<_> = men
        .into_iter()
        .filter_map(|square| {
            let piece = child.at(square)?;
            Some((square, piece.side(), new(random, piece.kind(), piece.side())?))
        })
        .collect();
    let (square, side, kind) = random.pick(&able)?;
    child.board[square.index()] = None;
    put_piece(space, child, square, kind, side)
}

/// The attackers and hand of `parent` with the king and defenders of `other`, shifted so that the
/// kings coincide.
fn cross(
    space: &ProblemSpace,
    random: &mut RandomStream,
    parent: &Position,
    other: &Position,
) -> Option<Position> {
    let board = space.rules.board;
    let other = if random.draw_percent(50) { mirror_image(space, other) } else { other.clone() };
    let (mine, its) =
        (*defender_royals(space, parent).first()?, *defender_royals(space, &other).first()?);
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
    (defender_royals(space, &child).len() == defender_royals(space, &other).len()).then_some(child)
}
