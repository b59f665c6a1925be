//! Tolerances: second solutions that composers accept today, each by its name.

use crate::judge::conventions::convention::Convention;
use crate::judge::finding::Finding;
use crate::judge::optimal_play::OptimalPlay;
use crate::position::{Engine, Move, MoveList, Position};
use crate::rules::{Board, Rules, Square};
use std::fmt;
use std::str::FromStr;

macro_rules! tolerances {
    ($($(#[$doc:meta])* $arm:ident = $name:literal;)+) => {
        /// A reason why a second solution does not count as a cook.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Tolerance { $($(#[$doc])* $arm),+ }

        impl Tolerance {
            /// All tolerances.
            pub const ALL: &'static [Tolerance] = &[$(Tolerance::$arm),+];

            /// Name on the command line and in results.
            pub fn name(self) -> &'static str {
                match self { $(Tolerance::$arm => $name),+ }
            }
        }
    };
}

tolerances! {
    /// Choice of the last move: if the main line mates at once, another move may mate too, at once
    /// or later. Not in problems of one move.
    LastMove = "last_move";
    /// The same move with or without promotion, if every main line continues by the same moves
    /// (this piece's again with or without promotion) to a mate of the same length.
    Promotion = "promotion";
    /// A drop of the same kind at another distance on the same line to a royal, whatever the
    /// length: from afar more can be interposed.
    DropDistance = "drop_distance";
    /// A longer way that comes back to a main line, to its board with at least as much in hand, and
    /// mates by no other way.
    Detour = "detour";
    /// The mirror image of the known move (or of a tolerated one) in a symmetrical position.
    Mirror = "mirror";
}

impl fmt::Display for Tolerance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Tolerance {
    type Err = UnknownTolerance;

    fn from_str(text: &str) -> Result<Tolerance, UnknownTolerance> {
        let known = Tolerance::ALL.iter().copied().find(|t| t.name() == text);
        known.ok_or_else(|| UnknownTolerance(text.to_owned()))
    }
}

/// The name of a tolerance that does not exist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownTolerance(pub String);

impl fmt::Display for UnknownTolerance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known: Vec<&str> = Tolerance::ALL.iter().map(|t| t.name()).collect();
        write!(f, "unknown tolerance `{}`; expected {}, or none", self.0, known.join(", "))
    }
}

impl std::error::Error for UnknownTolerance {}

/// Moves compared at most before the comparison of continuations stops.
const MAX_COMPARISON_STEPS: usize = 50_000;

/// Whether, after a second move that leads to `engine`, every main line below `node` (the position
/// after the known move) can be played to mate: the defender's moves unchanged, the attacker's with
/// or without promotion. Unknown after 50,000 moves.
pub fn has_same_continuation<E: Engine + Sync, C: Convention<E>>(
    convention: &C,
    graph: &OptimalPlay,
    node: usize,
    engine: &mut E,
) -> Finding {
    let mut steps = MAX_COMPARISON_STEPS;
    can_follow(convention, graph, node, engine, &mut steps).map_or(Finding::Unknown, Finding::from)
}

fn can_follow<E: Engine + Sync, C: Convention<E>>(
    convention: &C,
    graph: &OptimalPlay,
    node: usize,
    engine: &mut E,
    steps: &mut usize,
) -> Option<bool> {
    *steps = steps.checked_sub(1)?;
    let here = &graph.nodes[node];
    let possible = if here.is_attacker() {
        let mut moves = MoveList::new();
        engine.generate_forcing(&mut moves);
        moves
    } else {
        convention.replies(engine)?
    };
    if here.remaining == 0 {
        return Some(possible.is_empty());
    }
    for (m, child) in graph.best_moves(node) {
        let alike = [m, m.with_change(!m.changes())];
        let tries = &alike[..if here.is_attacker() && m.from().is_some() { 2 } else { 1 }];
        let mut continues = false;
        for m in tries.iter().copied().filter(|m| possible.contains(m)) {
            engine.play(m);
            let same = can_follow(convention, graph, child, engine, steps);
            engine.undo();
            continues = same?;
            if continues {
                break;
            }
        }
        // One of the attacker's moves suffices; each of the defender's is needed.
        if continues == here.is_attacker() {
            return Some(continues);
        }
    }
    Some(!here.is_attacker())
}

/// True if `a` and `b` drop the same kind at different distances on one line to one of `royals`,
/// from the same side.
pub fn differ_in_distance(board: Board, royals: &[Square], a: Move, b: Move) -> bool {
    if a.dropped().is_none() || a.dropped() != b.dropped() || a == b {
        return false;
    }
    royals.iter().any(|&royal| {
        let way = |m: Move| board.direction(royal, m.to());
        way(a).is_some() && way(a) == way(b)
    })
}

/// The mirror image of a move.
pub fn mirror(board: Board, m: Move) -> Move {
    let to = board.mirror(m.to());
    let mids = m.mids().map(|mid| mid.map(|square| board.mirror(square)));
    match (m.dropped(), m.from()) {
        (Some(kind), _) => Move::drop(kind, to),
        (None, Some(from)) => Move::through(board.mirror(from), mids, to).with_change(m.changes()),
        (None, None) => m,
    }
}

/// True if the position is its own mirror image and no piece in it favours a side.
pub fn is_symmetrical(rules: &Rules, position: &Position) -> bool {
    let board = rules.board;
    let image = |square: Square| board.mirror(square);
    let same = |square: Square| position.at(square) == position.at(image(square));
    let counter = position.counter_strike.is_none_or(|square| image(square) == square);
    let deferred = position.deferred.iter().all(|s| position.deferred.contains(&image(*s)));
    let fair = position.pieces().all(|(_, piece)| !rules.is_lopsided(piece.kind()));
    board.iter().all(same) && counter && deferred && fair
}
