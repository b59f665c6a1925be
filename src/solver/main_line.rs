//! Main line: among the shortest mates, the one that both sides prefer by the pieces left in hand.
//!
//! The value of a position is its length first, and then the number of pieces that remain in the
//! attacker's hand at the end (駒余り, leftover pieces). The attacker wants many, the defender few.
//!
//! Tests with an empty window find the value (MTD(f), Plaat et al. 1996): does at least `least`
//! remain? Such a test needs one good reply or one good attack, where the exact value needs all
//! optimal play. Even so it has to refute every other check along the defense. So the search has
//! limits of its own, and where it reaches them the line of the proof remains, which is a shortest
//! mate in any case.

use crate::position::{Engine, Move, MoveList, Role};
use crate::rules::{Rules, Side};
use crate::search::key_map::KeyMap;
use crate::search::node_key::NodeKey;
use crate::search::plies::Plies;
use crate::search::searcher::{Searcher, Stopped};
use crate::search::shared_state::SharedState;
use std::pin::Pin;

/// The longest mate to search for a main line. The search is a recursion.
const MAX_MATE_PLIES: Plies = 199;

/// Positions of optimal play to visit at most; their bounds are stored beside the table.
const MAX_POSITIONS: usize = 1 << 16;

/// The search for a main line.
pub(super) struct MainLineSearch<'s, E> {
    shared: &'s SharedState<'s>,
    searcher: Searcher<'s, E>,
    attacker: Side,
    /// The most pieces that one move can capture.
    max_captures: u32,
    /// The moves of the given line, by position: the first choice among equally good moves.
    preferred: KeyMap<u64, Move>,
    /// Lower and upper bound of the pieces that remain at the end, by position.
    bounds: KeyMap<u64, (u32, u32)>,
}

/// The recursion of [`MainLineSearch::test_leftover`].
type LeftoverTest<'a> = Pin<Box<dyn Future<Output = Result<u32, Stopped>> + Send + 'a>>;

/// The result of a move.
enum MoveOutcome {
    /// The mate becomes too long for the attacker, or too short for the defender.
    LosesLength,
    /// The mate keeps its length, and this many pieces remain at its end; a bound like the result
    /// of [`MainLineSearch::test_leftover`].
    Leftover(u32),
    /// Only a search can decide.
    Unknown,
}

/// Answer to the question whether a move keeps the length of the mate.
enum LengthTest {
    Kept,
    Lost,
    /// Only a search can decide.
    Unknown,
}

/// Effort that the decision about a move may take.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Effort {
    /// Only a probe of the table.
    Probe,
    /// A search, where the table has no result.
    Search,
}

impl<'s, E: Engine> MainLineSearch<'s, E> {
    /// A search from the searcher's position. `shared` is the state that `searcher` was made with;
    /// its limits bound the search.
    pub fn new(
        shared: &'s SharedState<'s>,
        searcher: Searcher<'s, E>,
        rules: &Rules,
        attacker: Side,
    ) -> Self {
        let atoms = rules.kinds.iter().flat_map(|spec| &spec.atoms);
        let max_captures = atoms.map(|stroke| stroke.captures()).max().unwrap_or(0).into();
        let (preferred, bounds) = (KeyMap::default(), KeyMap::default());
        MainLineSearch { shared, searcher, attacker, max_captures, preferred, bounds }
    }

    /// The main line of a mate in exactly `plies`. It follows `line`, a line of that length,
    /// wherever its moves are as good as any other.
    ///
    /// # Errors
    /// [`Stopped`] if the search reached its limits, or the mate is longer than 199 plies.
    pub async fn main_line(mut self, plies: Plies, line: &[Move]) -> Result<Vec<Move>, Stopped> {
        if plies > MAX_MATE_PLIES {
            return Err(Stopped);
        }
        for &m in line {
            let here = self.position_key();
            self.preferred.insert(here, m);
            self.searcher.engine().play(m);
        }
        let guess = self.pieces_in_hand();
        line.iter().for_each(|_| self.searcher.engine().undo());
        let leftover = self.leftover(plies, guess).await?;
        let mut main_line = Vec::with_capacity(usize::from(plies));
        for plies in (1..=plies).rev() {
            let m = self.optimal_move(plies, leftover).await?;
            self.searcher.engine().play(m);
            main_line.push(m);
        }
        let mut replies = MoveList::new();
        self.searcher.engine().generate_legal(&mut replies);
        if replies.is_empty() { Ok(main_line) } else { Err(Stopped) }
    }

    /// The pieces that remain at the end of the mate in exactly `plies` from the engine's position.
    /// `guess` is tested first.
    async fn leftover(&mut self, plies: Plies, guess: u32) -> Result<u32, Stopped> {
        let (mut low, mut high) = (0, u32::MAX);
        // A right guess takes two tests, one on each side of it. A wrong guess is mostly too large,
        // so the test from below comes first.
        let mut least = guess.max(1);
        while low < high {
            let bound = self.test_leftover(plies, least).await?;
            if bound < least {
                high = bound;
                least = bound;
            } else {
                low = bound;
                least = bound + 1;
            }
        }
        Ok(low)
    }

    /// A move that both sides accept where `leftover` pieces remain at the end.
    async fn optimal_move(&mut self, plies: Plies, leftover: u32) -> Result<Move, Stopped> {
        let role = self.role();
        let is_attacker = role == Role::Attacker;
        let least = if is_attacker { leftover } else { leftover + 1 };
        let moves = self.ordered_moves();
        for effort in [Effort::Probe, Effort::Search] {
            for &m in &moves {
                if let MoveOutcome::Leftover(bound) = self.outcome(m, plies, least, effort).await? {
                    if (bound >= least) == is_attacker {
                        return Ok(m);
                    }
                }
            }
        }
        // The table has lost a result and is too small to find it again.
        Err(Stopped)
    }

    /// Tests whether at least `least` pieces remain at the end of the mate in exactly `plies` from
    /// the engine's position. A result of `least` or more is a lower bound, a smaller one an upper
    /// bound.
    fn test_leftover(&mut self, plies: Plies, least: u32) -> LeftoverTest<'_> {
        Box::pin(async move {
            let here = self.position_key();
            let (low, high) = match self.bounds.get(&here) {
                Some(&bounds) => bounds,
                None => self.bounds_by_length(plies),
            };
            if low >= least || low == high {
                return Ok(low);
            }
            if high < least {
                return Ok(high);
            }
            if self.bounds.len() >= MAX_POSITIONS || self.shared.is_over() {
                return Err(Stopped);
            }
            self.shared.pause_after(1).await;
            let is_attacker = self.role() == Role::Attacker;
            let mut moves = self.ordered_moves();
            let mut best: Option<u32> = None;
            // Moves that need a search come last: mostly another one decides before.
            'found: for effort in [Effort::Probe, Effort::Search] {
                for m in std::mem::take(&mut moves) {
                    let bound = match self.outcome(m, plies, least, effort).await? {
                        MoveOutcome::LosesLength => continue,
                        MoveOutcome::Leftover(bound) => bound,
                        MoveOutcome::Unknown => {
                            moves.push(m);
                            continue;
                        }
                    };
                    let so_far = best.unwrap_or(bound);
                    best = Some(if is_attacker { so_far.max(bound) } else { so_far.min(bound) });
                    if (bound >= least) == is_attacker {
                        break 'found;
                    }
                }
            }
            // Without a move that keeps the length, this was no mate in exactly `plies`.
            let bound = best.ok_or(Stopped)?;
            let bounds =
                if bound < least { (low, bound.min(high)) } else { (bound.max(low), high) };
            self.bounds.insert(here, bounds);
            Ok(bound)
        })
    }

    /// The outcome of a move from the engine's position, where there is a mate in exactly `plies`.
    /// Unknown only with [`Effort::Probe`].
    async fn outcome(
        &mut self,
        m: Move,
        plies: Plies,
        least: u32,
        effort: Effort,
    ) -> Result<MoveOutcome, Stopped> {
        let role = self.role();
        let rest = plies - 1;
        self.searcher.engine().play(m);
        let (low, high) = self.bounds_by_length(rest);
        let outcome = if role == Role::Attacker && high < least {
            // Whether it mates in time makes no difference.
            Ok(MoveOutcome::Leftover(high))
        } else if role == Role::Defender && low >= least {
            Ok(MoveOutcome::Leftover(low))
        } else {
            match self.test_length(role, rest, effort).await {
                Ok(LengthTest::Kept) => {
                    self.test_leftover(rest, least).await.map(MoveOutcome::Leftover)
                }
                Ok(LengthTest::Lost) => Ok(MoveOutcome::LosesLength),
                Ok(LengthTest::Unknown) => Ok(MoveOutcome::Unknown),
                Err(stopped) => Err(stopped),
            }
        };
        self.searcher.engine().undo();
        outcome
    }

    /// Whether the move of `role` that led to the engine's position keeps the length of the mate:
    /// there is a mate within `plies` after the attacker's move, or none sooner after the
    /// defender's. Unknown only with [`Effort::Probe`].
    async fn test_length(
        &mut self,
        role: Role,
        plies: Plies,
        effort: Effort,
    ) -> Result<LengthTest, Stopped> {
        let len = match role {
            Role::Attacker => plies,
            Role::Defender if plies < 3 => return Ok(LengthTest::Kept),
            Role::Defender => plies - 2,
        };
        let known = self.searcher.probe(self.searcher.node(), len);
        let mates = if known.is_settled() {
            known.is_mate()
        } else if effort == Effort::Probe {
            return Ok(LengthTest::Unknown);
        } else {
            self.searcher.decide_in_steps(len).await?.0.is_mate()
        };
        let is_kept = mates == (role == Role::Attacker);
        Ok(if is_kept { LengthTest::Kept } else { LengthTest::Lost })
    }

    /// Bounds of the pieces that remain at the end of a mate in `plies`: the attacker drops a piece
    /// with each of his moves, or captures with each.
    fn bounds_by_length(&mut self, plies: Plies) -> (u32, u32) {
        let moves = match self.role() {
            Role::Attacker => plies.div_ceil(2),
            Role::Defender => plies / 2,
        };
        let (moves, hand) = (u32::from(moves), self.pieces_in_hand());
        (hand.saturating_sub(moves), hand + moves * self.max_captures)
    }

    /// The moves to choose from, that of the given line first: of equally good moves the first one
    /// wins.
    fn ordered_moves(&mut self) -> MoveList {
        let preferred = self.preferred.get(&self.position_key()).copied();
        let role = self.role();
        let engine = self.searcher.engine();
        let mut moves = MoveList::new();
        match role {
            Role::Attacker => engine.generate_forcing(&mut moves),
            Role::Defender => engine.generate_legal(&mut moves),
        }
        if let Some(at) = preferred.and_then(|first| moves.iter().position(|&m| m == first)) {
            moves[..=at].rotate_right(1);
        }
        moves
    }

    /// The role of the side to move.
    fn role(&mut self) -> Role {
        let is_attacker = self.searcher.engine().side() == self.attacker;
        if is_attacker { Role::Attacker } else { Role::Defender }
    }

    /// Pieces in the attacker's hand.
    fn pieces_in_hand(&mut self) -> u32 {
        let attacker = self.attacker;
        self.searcher.engine().hand(attacker).total()
    }

    /// Hash of board and attacker's hand.
    fn position_key(&self) -> u64 {
        let NodeKey { board, hand } = self.searcher.node();
        board.0 ^ hand.bits().wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }
}
