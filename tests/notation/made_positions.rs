//! Random positions of any game, as strategies of proptest.

use proptest::prelude::*;
use tsume::position::{Piece, Position};
use tsume::rules::{Kind, MovementAtom, PieceSpec, Rules, Side};

/// Random numbers that determine a position of any game.
#[derive(Clone, Debug)]
pub struct Recipe {
    pub pieces: Vec<(u16, u8, bool)>,
    /// Files and ranks of the corner with the pieces.
    pub crowd: u8,
    pub hands: Vec<(u8, bool)>,
    pub white: bool,
    pub marks: (Option<u16>, Vec<u16>),
}

pub fn recipe() -> impl Strategy<Value = Recipe> {
    let piece = (any::<u16>(), any::<u8>(), any::<bool>());
    let marks =
        (prop::option::weighted(0.1, any::<u16>()), prop::collection::vec(any::<u16>(), 0..3));
    (
        prop::collection::vec(piece, 0..40),
        3..12u8,
        prop::collection::vec((any::<u8>(), any::<bool>()), 0..8),
        any::<bool>(),
        marks,
    )
        .prop_map(|(pieces, crowd, hands, white, marks)| Recipe {
            pieces,
            crowd,
            hands,
            white,
            marks,
        })
}

pub fn takes_more(spec: &PieceSpec) -> bool {
    let more = |atom: &MovementAtom| {
        use MovementAtom::{Hook, Lion, LionDog, LionLine};
        matches!(atom, Lion { .. } | LionLine { .. } | LionDog { .. } | Hook { .. })
    };
    spec.atoms.iter().any(more)
}

/// Builds the position of a recipe: any pieces anywhere, so it may break every rule.
pub fn build(rules: &Rules, recipe: &Recipe) -> Position {
    let board = rules.board;
    let (files, ranks) =
        (u16::from(board.files.min(recipe.crowd)), u16::from(board.ranks.min(recipe.crowd)));
    let square = |n: u16| board.square(i32::from(n % files), i32::from(n / files % ranks)).unwrap();
    let side = |white| if white { Side::White } else { Side::Black };
    let mut position = Position::empty(board, side(recipe.white));
    // Every third piece can capture on its way, in games with such pieces.
    let wild: Vec<Kind> =
        rules.iter().filter(|(_, spec)| takes_more(spec)).map(|(k, _)| k).collect();
    for &(at, choice, white) in &recipe.pieces {
        let choice = usize::from(choice);
        let kind = match wild.get(choice / 3 % wild.len().max(1)) {
            Some(kind) if choice % 3 == 0 => *kind,
            _ => Kind((choice % rules.kinds.len()) as u8),
        };
        position.board[square(at).index()] = Some(Piece::new(kind, side(white)));
    }
    for &(kind, white) in recipe.hands.iter().filter(|_| rules.has_drops()) {
        let kind = rules.lanes[usize::from(kind) % rules.lanes.len()];
        let hand = &mut position.hands[side(white).index()];
        *hand = hand.with(rules.spec(kind).lane.unwrap());
    }
    position.counter_strike = recipe.marks.0.map(square);
    position.deferred = recipe.marks.1.iter().copied().map(square).collect();
    position.deferred.sort_unstable();
    position.deferred.dedup();
    position.infer_phantoms(rules);
    position
}
