//! Single edits of a problem's position: what can be changed, how much of a change it is, and the result.

use crate::position::{Hand, Piece, Position, Problem};
use crate::referee::{self, ObjectionKind};
use crate::rules::{Kind, Royalty, Rules, Side, Square};

/// A change of a position. In games with drops the number of pieces stays: what is taken off the board goes
/// to the defender's hand, and what is put there comes out of it. Royals are left alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Edit {
    /// A piece is taken off the board.
    Remove {
        /// The piece.
        piece: Piece,
        /// Where it stands.
        square: Square,
    },
    /// A piece goes from the attacker's hand to the defender's.
    Take {
        /// What it is.
        kind: Kind,
    },
    /// A piece on the board is promoted, or no longer.
    Turn {
        /// The piece.
        piece: Piece,
        /// What it becomes.
        into: Piece,
        /// Where it stands.
        square: Square,
    },
    /// A piece stands elsewhere.
    Shift {
        /// The piece.
        piece: Piece,
        /// Where it stands.
        from: Square,
        /// Where it goes.
        to: Square,
    },
    /// A piece goes from the defender's hand to the attacker's.
    Give {
        /// What it is.
        kind: Kind,
    },
    /// A piece is put on the board.
    Add {
        /// The piece.
        piece: Piece,
        /// Where it goes.
        square: Square,
    },
}

impl Edit {
    /// How much of a change it is, from 1: the less, the sooner it is proposed. To leave something out is less
    /// than to change it, and that is less than to add something; small pieces come before great ones.
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

    /// The position after it; none if it does not fit.
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

/// The problem after some edits; none if they do not fit, or what comes of it is no problem. What the
/// problem itself was [pardoned](pardons) for stays pardoned.
pub fn apply(problem: &Problem, edits: &[Edit], accepted_objections: &[ObjectionKind]) -> Option<Problem> {
    let (rules, attacker) = (problem.rules(), problem.attacker());
    let first = problem.position().clone();
    let position =
        edits.iter().try_fold(first, |position, edit| edit.apply(rules, attacker, &position))?;
    admit(problem, position, accepted_objections).ok()
}

/// What the problem was pardoned for.
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

/// All single edits, the smallest first. Kinds that are added are those of the hands, in games without drops
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

/// What a piece becomes when it is promoted, or was before.
fn turned(rules: &Rules, kind: Kind) -> Option<Kind> {
    let spec = rules.spec(kind);
    match spec.is_promoted() {
        false => spec.promotes_to,
        true => Some(spec.base).filter(|base| *base != kind),
    }
}
