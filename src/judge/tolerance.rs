//! Tolerances: second solutions that composers accept today, each by its name.

use crate::judge::conventions::convention::Convention;
use crate::judge::finding::Finding;
use crate::judge::optimal_play::OptimalPlay;
use crate::messages::{list, tr};
use crate::position::{Engine, Move, MoveList, Position};
use crate::rules::{Board, Rules, Square};
use std::fmt;
use std::str::FromStr;

macro_rules! tolerances {
    ($($(#[$doc:meta])* $arm:ident = $name:literal, $japanese:literal;)+) => {
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

            /// The composers' word, such as 成不成非限定.
            pub fn japanese_name(self) -> &'static str {
                match self { $(Tolerance::$arm => $japanese),+ }
            }
        }
    };
}

tolerances! {
    /// Choice of the last move: if the main line mates at once, another move may mate too, at once
    /// or later. Not in problems of one move.
    LastMove = "last_move", "最終手余詰";
    /// The same move with or without promotion, if every main line continues by the same moves
    /// (this piece's again with or without promotion) to a mate of the same length.
    Promotion = "promotion", "成不成非限定";
    /// A drop of the same kind at another distance on the same line to a royal, whatever the
    /// length: from afar more can be interposed. A drop beside the royal that is taken is another
    /// mate than one from afar.
    DropDistance = "drop_distance", "以遠打";
    /// A longer way that comes back to a main line, to its board with at least as much in hand, and
    /// mates by no other way.
    Detour = "detour", "迂回手順";
    /// The mirror image of the known move (or of a tolerated one) in a symmetrical position.
    Mirror = "mirror", "左右対称";
    /// A second solution after another defence as long as that of the main line, which has none.
    VariationDual = "variation_dual", "変同余詰";
    /// The same piece to another square, if one main line continues by the same moves. Neither move
    /// takes a piece.
    Square = "square", "場所非限定";
    /// The same moves in another order: the move mates as soon, and the defender can lead every
    /// such mate back to a position of the known lines.
    MoveOrder = "move_order", "手順前後";
    /// A defence that lasts two or four plies longer than the main line, but leaves a piece in the
    /// attacker's hand: the practice of the old masters.
    LongerVariation = "longer_variation", "変長・駒余り";
}

/// A named list of tolerances.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToleranceProfile {
    /// Nothing is tolerated: a sound problem is completely limited.
    Strict,
    /// Choice of the last move, and promotion or not.
    Magazine,
    /// Every tolerance: beside those of today squares, the order of moves, and longer variations.
    Classic,
}

impl ToleranceProfile {
    /// All profiles, the strictest first.
    pub const ALL: [ToleranceProfile; 3] =
        [ToleranceProfile::Strict, ToleranceProfile::Magazine, ToleranceProfile::Classic];

    /// Name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            ToleranceProfile::Strict => "strict",
            ToleranceProfile::Magazine => "magazine",
            ToleranceProfile::Classic => "classic",
        }
    }

    /// The tolerances of the profile.
    pub fn tolerances(self) -> &'static [Tolerance] {
        match self {
            ToleranceProfile::Strict => &[],
            ToleranceProfile::Magazine => &[Tolerance::LastMove, Tolerance::Promotion],
            ToleranceProfile::Classic => Tolerance::ALL,
        }
    }
}

impl Tolerance {
    /// Tolerances of composers today, and the default of the judge.
    pub const DEFAULT: &'static [Tolerance] = &[
        Tolerance::LastMove,
        Tolerance::Promotion,
        Tolerance::DropDistance,
        Tolerance::Detour,
        Tolerance::Mirror,
        Tolerance::VariationDual,
    ];

    /// The tolerances of a list of names and profiles, in order and without repetition. `none`
    /// stands for nothing.
    ///
    /// # Errors
    /// A name that is neither a tolerance nor a profile.
    ///
    /// # Examples
    /// ```
    /// use tsume::judge::Tolerance;
    ///
    /// let tolerances = Tolerance::parse_list(["promotion", "detour", "promotion"])?;
    /// assert_eq!(tolerances, [Tolerance::Promotion, Tolerance::Detour]);
    /// assert_eq!(Tolerance::parse_list(["strict"])?, []);
    /// assert!(Tolerance::parse_list(["kindness"]).is_err());
    /// # Ok::<(), tsume::judge::tolerance::UnknownTolerance>(())
    /// ```
    pub fn parse_list<'a>(
        names: impl IntoIterator<Item = &'a str>,
    ) -> Result<Vec<Tolerance>, UnknownTolerance> {
        let mut tolerances = Vec::new();
        for name in names.into_iter().map(str::trim).filter(|name| *name != "none") {
            let profile = ToleranceProfile::ALL.into_iter().find(|profile| profile.name() == name);
            match profile {
                Some(profile) => tolerances.extend_from_slice(profile.tolerances()),
                None => tolerances.push(name.parse()?),
            }
        }
        tolerances.sort_unstable();
        tolerances.dedup();
        Ok(tolerances)
    }
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
        f.write_str(&tr!(
            judge_unknown_tolerance,
            name = self.0.as_str(),
            profiles = list(ToleranceProfile::ALL.iter().map(|profile| profile.name())),
            names = list(Tolerance::ALL.iter().map(|tolerance| tolerance.name()))
        ))
    }
}

impl std::error::Error for UnknownTolerance {}

/// Moves compared at most before the comparison of continuations stops.
const MAX_COMPARISON_STEPS: usize = 50_000;

/// Whether the main lines below `node`, the position after the known move, can be played to mate
/// after the second move of the pair, which leads to `engine`. The defender's moves stay the same;
/// the attacker's may differ in promotion. If the pair leads one piece to two squares, it moves on
/// from there, and so does a piece that captures it. Then one main line suffices. Unknown after
/// 50,000 moves.
pub fn has_same_continuation<E: Engine + Sync, C: Convention<E>>(
    convention: &C,
    graph: &OptimalPlay,
    node: usize,
    (known, second): (Move, Move),
    engine: &mut E,
) -> Finding {
    let squares = (known.to() != second.to()).then_some((known.to(), second.to()));
    let mut comparison = Comparison {
        convention,
        graph,
        is_one_enough: squares.is_some(),
        squares,
        steps: MAX_COMPARISON_STEPS,
    };
    comparison.can_follow(node, engine).map_or(Finding::Unknown, Finding::from)
}

struct Comparison<'a, C> {
    convention: &'a C,
    graph: &'a OptimalPlay,
    squares: TwoSquares,
    /// One main line suffices.
    is_one_enough: bool,
    /// Moves that may still be compared.
    steps: usize,
}

impl<C> Comparison<'_, C> {
    fn can_follow<E: Engine + Sync>(&mut self, node: usize, engine: &mut E) -> Option<bool>
    where
        C: Convention<E>,
    {
        self.steps = self.steps.checked_sub(1)?;
        let graph = self.graph;
        let here = &graph.nodes[node];
        let possible = if here.is_attacker() {
            let mut moves = MoveList::new();
            engine.generate_forcing(&mut moves);
            moves
        } else {
            self.convention.replies(engine)?
        };
        if here.remaining == 0 {
            return Some(possible.is_empty());
        }
        // One of the attacker's moves suffices.
        let is_one_enough = here.is_attacker() || self.is_one_enough;
        for (m, child) in graph.best_moves(node) {
            let continues = self.continues(here.is_attacker(), m, child, &possible, engine)?;
            if continues == is_one_enough {
                return Some(continues);
            }
        }
        Some(!is_one_enough)
    }

    /// True if the lines after the move `m` to `child` can be played here.
    fn continues<E: Engine + Sync>(
        &mut self,
        is_attacker: bool,
        m: Move,
        child: usize,
        possible: &MoveList,
        engine: &mut E,
    ) -> Option<bool>
    where
        C: Convention<E>,
    {
        let before = self.squares;
        let Some((m, squares)) = counterpart(m, before) else { return Some(false) };
        let is_promotion_free = is_attacker && m.from().is_some() && before.is_none();
        let tries = [m, m.with_change(!m.changes())];
        let tries = &tries[..if is_promotion_free { 2 } else { 1 }];
        self.squares = squares;
        let mut continues = Some(false);
        for &m in tries.iter().filter(|m| possible.contains(m)) {
            engine.play(m);
            continues = self.can_follow(child, engine);
            engine.undo();
            if continues != Some(false) {
                break;
            }
        }
        self.squares = before;
        continues
    }
}

/// The squares of a piece after the known move, and after the second; `None` if all pieces stand
/// alike.
type TwoSquares = Option<(Square, Square)>;

/// The move after the second one that answers to a move of a main line, and the squares after it.
/// `None` if there is none.
fn counterpart(m: Move, squares: TwoSquares) -> Option<(Move, TwoSquares)> {
    let Some((known, second)) = squares else { return Some((m, None)) };
    let moved = |from, to| Move::board(from, to).with_change_of(m);
    match m.from() {
        _ if m.to() == second || m.mids()[0].is_some() => None,
        Some(from) if from == known => Some((moved(second, m.to()), None)),
        Some(from) if m.to() == known => Some((moved(from, second), squares)),
        _ => Some((m, squares)),
    }
}

/// True if the same piece goes to different squares by `a` and `b`, captures nothing on the way,
/// and promotes by both or neither.
pub fn differ_in_square(a: Move, b: Move) -> bool {
    a.dropped() == b.dropped()
        && a.from() == b.from()
        && a.to() != b.to()
        && a.changes() == b.changes()
        && a.mids()[0].is_none()
        && b.mids()[0].is_none()
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
        (None, Some(from)) => Move::through(board.mirror(from), mids, to).with_change_of(m),
        (None, None) => m,
    }
}

/// True if the position is its own mirror image, and no piece on the board or in hand favours a
/// side.
pub fn is_symmetrical(rules: &Rules, position: &Position) -> bool {
    let board = rules.board;
    let image = |square: Square| board.mirror(square);
    let same = |square: Square| position.at(square) == position.at(image(square));
    let counter = position.counter_strike.is_none_or(|square| image(square) == square);
    let deferred = position.deferred.iter().all(|s| position.deferred.contains(&image(*s)));
    let is_fair = |(kind, _, count)| count == 0 || !rules.is_lopsided(kind);
    board.iter().all(same) && counter && deferred && position.material(rules).all(is_fair)
}
