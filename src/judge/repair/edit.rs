//! Single edits of a problem's position: their weight and their effect.

use crate::position::{Hand, Piece, Position, Problem};
use crate::referee::{self, ObjectionKind};
use crate::rules::{Kind, Royalty, Rules, Side, Square};

/// An edit of a position. In games with drops the number of pieces stays: a piece taken off the
/// board goes to the defender's hand, and a new one comes from there. Royals are never edited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Edit {
    /// Takes a piece off the board.
    Remove {
        /// The piece.
        piece: Piece,
        /// Its square.
        square: Square,
    },
    /// Moves a piece from the attacker's hand to the defender's.
    Take {
        /// Its kind.
        kind: Kind,
    },
    /// Promotes or demotes a piece on the board.
    Turn {
        /// The piece.
        piece: Piece,
        /// The piece afterwards.
        into: Piece,
        /// Its square.
        square: Square,
    },
    /// Moves a piece to another square.
    Shift {
        /// The piece.
        piece: Piece,
        /// Its square.
        from: Square,
        /// Its new square.
        to: Square,
    },
    /// Moves a piece from the defender's hand to the attacker's.
    Give {
        /// Its kind.
        kind: Kind,
    },
    /// Puts a piece on the board.
    Add {
        /// The piece.
        piece: Piece,
        /// Its square.
        square: Square,
    },
}

impl Edit {
    /// Weight of the edit, from 1; lighter edits are proposed first. Removing weighs less than
    /// changing, changing less than adding, and weak pieces less than strong ones.
    pub fn weight(self, rules: &Rules) -> u32 {
        let size = |kind: Kind| rules.spec(kind).atoms.len() as u32;
        match self {
            Edit::Remove { .. } | Edit::Take { .. } => 1,
            Edit::Turn { .. } => 4,
            Edit::Shift { from, to, .. } => 4 + rules.board.distance(from, to),
            Edit::Give { kind } => 8 + size(kind),
            Edit::Add { piece, .. } => 12 + size(piece.kind()),
        }
    }

    /// True if it changes the piece on this square.
    pub fn touches(self, place: Square) -> bool {
        match self {
            Edit::Remove { square, .. } | Edit::Turn { square, .. } => square == place,
            Edit::Shift { from, .. } => from == place,
            Edit::Take { .. } | Edit::Give { .. } | Edit::Add { .. } => false,
        }
    }

    /// The position after it; `None` if it does not fit.
    fn apply(self, rules: &Rules, attacker: Side, position: &Position) -> Option<Position> {
        let mut next = position.clone();
        let [own, other] = [attacker, attacker.other()].map(Side::index);
        let lane = |kind: Kind| rules.spec(rules.spec(kind).base).lane;
        let without = |hand: Hand, lane: u8| (hand.count(lane) > 0).then(|| hand.without(lane));
        match self {
            Edit::Remove { piece, square } => {
                (position.at(square) == Some(piece)).then_some(())?;
                next.board[square.index()] = None;
                if let Some(lane) = lane(piece.kind()) {
                    next.hands[other] = next.hands[other].with(lane);
                }
            }
            Edit::Take { kind } | Edit::Give { kind } => {
                let lane = lane(kind)?;
                let [from, to] =
                    if matches!(self, Edit::Take { .. }) { [own, other] } else { [other, own] };
                next.hands[from] = without(next.hands[from], lane)?;
                next.hands[to] = next.hands[to].with(lane);
            }
            Edit::Turn { piece, into, square } => {
                (position.at(square) == Some(piece)).then_some(())?;
                next.board[square.index()] = Some(into);
            }
            Edit::Shift { piece, from, to } => {
                let fits = position.at(from) == Some(piece) && position.at(to).is_none();
                fits.then_some(())?;
                next.board[from.index()] = None;
                next.board[to.index()] = Some(piece);
            }
            Edit::Add { piece, square } => {
                position.at(square).is_none().then_some(())?;
                next.board[square.index()] = Some(piece);
                if let Some(lane) = lane(piece.kind()) {
                    next.hands[other] = without(next.hands[other], lane)?;
                }
            }
        }
        next.deferred.retain(|marked| next.board[marked.index()] == position.at(*marked));
        Some(next)
    }
}

/// The problem after some edits. `None` if they do not fit or the referee objects to the result;
/// [objections](accepted_objections) that the problem itself meets are accepted.
pub fn apply(
    problem: &Problem,
    edits: &[Edit],
    accepted_objections: &[ObjectionKind],
) -> Option<Problem> {
    let (rules, attacker) = (problem.rules(), problem.attacker());
    let first = problem.position().clone();
    let position =
        edits.iter().try_fold(first, |position, edit| edit.apply(rules, attacker, &position))?;
    admit(problem, position, accepted_objections).ok()
}

/// The referee's objections to the problem, which its edits may keep.
pub fn accepted_objections(problem: &Problem) -> Vec<ObjectionKind> {
    match admit(problem, problem.position().clone(), &[]) {
        Ok(_) => Vec::new(),
        Err(objections) => objections.into_iter().map(|objection| objection.kind).collect(),
    }
}

fn admit(
    problem: &Problem,
    position: Position,
    allow: &[ObjectionKind],
) -> Result<Problem, Vec<referee::Objection>> {
    let (attacker, forcing) = (problem.attacker(), problem.forcing());
    referee::admit(problem.rules(), position, Some(attacker), forcing, allow)
}

/// All single edits, the lightest first. Added kinds are those of the hands; in games without drops
/// those on the board.
pub fn all(problem: &Problem) -> Vec<Edit> {
    let (rules, position, attacker) = (problem.rules(), problem.position(), problem.attacker());
    let movable = |kind: Kind| rules.spec(kind).royalty != Royalty::Royal;
    let pieces: Vec<(Square, Piece)> =
        position.pieces().filter(|(_, piece)| movable(piece.kind())).collect();
    let empty: Vec<Square> =
        rules.board.iter().filter(|square| position.at(*square).is_none()).collect();
    let mut all = Vec::new();
    for &(square, piece) in &pieces {
        all.push(Edit::Remove { piece, square });
        if let Some(kind) = turned(rules, piece.kind()).filter(|kind| movable(*kind)) {
            all.push(Edit::Turn { piece, into: Piece::new(kind, piece.side()), square });
        }
        all.extend(empty.iter().map(|&to| Edit::Shift { piece, from: square, to }));
    }
    let mut kinds: Vec<Kind> = if rules.has_drops() {
        rules.lanes.clone()
    } else {
        pieces.iter().map(|(_, piece)| piece.kind()).collect()
    };
    if rules.has_drops() {
        for &kind in &rules.lanes {
            all.push(Edit::Take { kind });
            all.push(Edit::Give { kind });
        }
        kinds.extend(rules.lanes.iter().filter_map(|&kind| rules.spec(kind).promotes_to));
    }
    kinds.sort_unstable();
    kinds.dedup();
    for &square in &empty {
        for &kind in &kinds {
            all.extend(Side::BOTH.map(|side| Edit::Add { piece: Piece::new(kind, side), square }));
        }
    }
    all.retain(|edit| edit.apply(rules, attacker, position).is_some());
    all.sort_by_key(|edit| (edit.weight(rules), *edit));
    all
}

/// The kind after promotion, or before it.
fn turned(rules: &Rules, kind: Kind) -> Option<Kind> {
    let spec = rules.spec(kind);
    match spec.is_promoted() {
        false => spec.promotes_to,
        true => Some(spec.base).filter(|base| *base != kind),
    }
}
