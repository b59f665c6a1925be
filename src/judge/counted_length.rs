//! The length of a proved mate by the composers' count, for callers that do not judge the problem.
//!
//! The solver proves the length with every interposition counted. Composers do not count futile
//! interpositions, so their length is at most that, and of the same parity. No certificate covers
//! it: like every class of the judge it rests on the search.
//!
//! Where no piece can give check from afar, nobody can interpose, and both lengths are one.
//! Otherwise the first question is the cheapest and mostly the last: is there a mate two plies
//! sooner by the composers' count? The solver's table answers most of what that question asks.

use crate::judge::budget::Budget;
use crate::judge::conventions::composers::ComposersConvention;
use crate::judge::conventions::convention::{Convention, RestrictedSearch};
use crate::judge::conventions::restricted_engine::Restriction;
use crate::judge::mate_oracle::{MateAnswer, MateLength, MateOracle};
use crate::judge::optimal_play;
use crate::movegen::{BitboardEngine, MailboxEngine, bitboard};
use crate::position::{Engine, Move, MoveList, Problem, Role};
use crate::referee;
use crate::rules::MovementAtom;
use crate::search::plies::{MAX_PLIES, Plies};
use crate::search::transposition_table::TranspositionTable;
use crate::search::{JudgeQuestion, Limits, SearchObserver, StopReason};
use crate::solver::{CountedMate, Solution, Verdict};

/// The length gets this share of the budget, its line the rest.
const LENGTH_BUDGET_SHARE: f64 = 0.8;

/// Budget in nodes for the composers' length of a mate, 200,000, and its line: some 0.2 s on 9×9.
///
/// Measured on the 81 problems of Shogi Zukou whose shortest mate takes less than three seconds,
/// with 57.9 M nodes for the mates. A budget that grows with the nodes of the mate settles fewer
/// lengths at the same cost:
///
/// | budget for the length | nodes more | settled |
/// | --- | --- | --- |
/// | 100,000 | 13 % | 10 |
/// | 200,000 | 25 % | 18 |
/// | 1,000,000 | 96 % | 38 |
/// | those of the mate, and 30,000 | 103 % | 17 |
pub const COUNTING_BUDGET_NODES: u64 = 250_000;

/// Bytes for each table of a [reproducible](CountingEffort::Reproducible) length.
const REPRODUCIBLE_BYTES: usize = 16 << 20;

/// Tables and graphs have each one part in this many of the memory of the search.
const MEMORY_DIVISOR: usize = 16;

/// Graphs and answers of the composers' count have this many such parts. The quarter of the memory
/// that is for certificates is free by then.
const CONVENTION_PARTS: usize = 2;

/// Lengths of a mate to report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CountRequest {
    /// The proved length, with every interposition counted.
    Every,
    /// Also the composers' length of a shortest mate, if [`COUNTING_BUDGET_NODES`] settle it.
    #[default]
    Both,
    /// Also the composers' length of any mate, within all limits of the search.
    Composers,
}

/// Whether the composers' length may depend on the search that found the mate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CountingEffort {
    /// It shares the table of that search, which answers most of its questions.
    #[default]
    Shared,
    /// With [`CountRequest::Both`] it has tables of its own, so that it is settled or not whatever
    /// the threads and the memory of the search.
    Reproducible,
}

/// Settings of [`count_mate`].
#[derive(Clone, Copy, Debug)]
pub struct CountingConfig {
    /// Lengths asked for.
    pub request: CountRequest,
    /// Whether the length may depend on the search.
    pub effort: CountingEffort,
    /// Number of threads with [`CountRequest::Composers`], 1 or more.
    pub threads: usize,
    /// Bytes of the search that found the solution. The tables beside the solver's take a sixteenth
    /// of it, and so do the graphs of optimal play.
    pub hash_bytes: usize,
    /// Limits of the problem: nodes include those of the solution, and time those before.
    pub limits: Limits,
}

/// Tables beside the solver's, which successive problems share. Allocated when first needed.
#[derive(Default)]
pub struct CountingTables {
    restricted: Option<(usize, TranspositionTable)>,
    plain: Option<(usize, TranspositionTable)>,
}

/// An empty table of `bytes` in `slot`.
fn cleared(slot: &mut Option<(usize, TranspositionTable)>, bytes: usize) -> &TranspositionTable {
    match slot {
        Some((size, table)) if *size == bytes => table.clear(),
        _ => *slot = None,
    }
    &slot.get_or_insert_with(|| (bytes, TranspositionTable::new(bytes))).1
}

/// The composers' length of the mate of `solution`, as far as `config` asks for it; `None` if it
/// does not, in games without drops, and without a mate.
///
/// `table` is the table of the search that found the solution.
///
/// # Examples
/// ```
/// use tsume::judge::{
///     CountRequest, CountingConfig, CountingEffort, CountingTables, count_mate,
/// };
/// use tsume::search::{Limits, observer::NoObserver};
/// use tsume::solver::{self, SolverConfig};
///
/// // Every square between rook and king is a place to interpose, always in vain.
/// let problem = tsume::Variant::shogi()
///     .problem("3+R3nk/8p/7P1/9/9/9/9/9/8B b rb4g4s3n4l16p 1")?;
/// let config = SolverConfig { hash: 32 << 20, ..SolverConfig::default() };
/// let mut table = solver::new_table(config.hash);
/// let solution = solver::solve_with(&problem, &config, &1, &mut table, &NoObserver);
/// let counting = CountingConfig {
///     request: CountRequest::Both,
///     effort: CountingEffort::Shared,
///     threads: 1,
///     hash_bytes: config.hash,
///     limits: Limits::default(),
/// };
/// let mut tables = CountingTables::default();
/// let counted = count_mate(&problem, &solution, &counting, &mut tables, &table, &NoObserver);
/// assert_eq!(counted.map(|counted| counted.plies), Some(1));
/// # Ok::<(), tsume::Error>(())
/// ```
pub fn count_mate(
    problem: &Problem,
    solution: &Solution,
    config: &CountingConfig,
    tables: &mut CountingTables,
    table: &TranspositionTable,
    observer: &dyn SearchObserver,
) -> Option<CountedMate> {
    let Verdict::Mate { plies, shortest, line, main } = &solution.verdict else { return None };
    let is_asked = match config.request {
        CountRequest::Every => false,
        CountRequest::Both => *shortest,
        CountRequest::Composers => true,
    };
    if !is_asked || !problem.rules().has_drops() {
        return None;
    }
    if *shortest && !has_distant_checkers(problem) {
        return Some(CountedMate {
            plies: *plies,
            is_settled: true,
            line: line.clone(),
            leftover: leftover(problem, line),
            is_leftover_proved: *main,
            nodes: 0,
            stopped: None,
        });
    }
    let is_reproducible =
        config.effort == CountingEffort::Reproducible && config.request == CountRequest::Both;
    let left = config.limits.nodes.map(|most| most.saturating_sub(solution.nodes));
    let (threads, nodes) = match config.request {
        CountRequest::Composers => (config.threads, left),
        // One thread visits the same nodes in every run.
        _ => {
            let budget = COUNTING_BUDGET_NODES;
            (1, Some(left.map_or(budget, |left| left.min(budget))))
        }
    };
    let limits = Limits { nodes, depth: None, ..config.limits };
    let budget = Budget::new(observer, limits, threads);
    let bytes =
        if is_reproducible { REPRODUCIBLE_BYTES } else { config.hash_bytes / MEMORY_DIVISOR };
    // Nothing checks the composers' length, so it must not rely on a file.
    let is_shared = !is_reproducible && !table.is_loaded();
    let CountingTables { restricted, plain } = tables;
    let counting = Counting {
        problem,
        budget: &budget,
        plain: if is_shared { table } else { cleared(plain, bytes) },
        restricted: cleared(restricted, bytes),
        graph_bytes: bytes,
        convention_bytes: if is_reproducible { bytes } else { CONVENTION_PARTS * bytes },
    };
    Some(if bitboard::suits(problem.rules(), problem.position()) {
        counting.composers_mate::<BitboardEngine>(*plies, line)
    } else {
        counting.composers_mate::<MailboxEngine>(*plies, line)
    })
}

/// A problem with what its questions share.
struct Counting<'a> {
    problem: &'a Problem,
    budget: &'a Budget<'a>,
    plain: &'a TranspositionTable,
    restricted: &'a TranspositionTable,
    graph_bytes: usize,
    convention_bytes: usize,
}

impl Counting<'_> {
    /// The composers' mate of a problem with a mate within `plies` plies by `line`.
    fn composers_mate<E: Engine + Sync>(&self, plies: Plies, line: &[Move]) -> CountedMate {
        self.budget.begin_stage(LENGTH_BUDGET_SHARE, JudgeQuestion::ComposersCount);
        let root: E = self.problem.engine();
        let Counting { problem, budget, plain, restricted, graph_bytes, convention_bytes } = *self;
        let plain = MateOracle::new(problem, root.clone(), plain, budget, graph_bytes);
        let no_drops = RestrictedSearch::new(
            problem,
            &root,
            Restriction::NoDrops,
            restricted,
            budget,
            graph_bytes,
        );
        let convention =
            ComposersConvention::new(&plain, &no_drops, problem.forcing(), convention_bytes);
        let length = convention.find_shortest(&root, plies, 0);
        let mut counted = CountedMate { plies, ..CountedMate::default() };
        match length {
            MateLength::Exact(shortest) => {
                self.budget.begin_stage(1.0, JudgeQuestion::ComposersLine);
                (counted.plies, counted.is_settled) = (shortest, true);
                // The proved line mostly is one of theirs too, and all optimal play costs several
                // times as much as the length.
                let graph = (shortest < plies).then(|| {
                    let attacker = self.problem.attacker();
                    optimal_play::build(&convention, &root, attacker, shortest, self.graph_bytes)
                });
                let main = graph.filter(|graph| graph.complete);
                counted.is_leftover_proved = main.is_some();
                counted.line = match main.and_then(|graph| graph.main_line(&[])) {
                    Some(line) => line,
                    None => self.shortest_line(&convention, &root, shortest, line),
                };
                counted.leftover = leftover(self.problem, &counted.line);
            }
            MateLength::AtMost(most) => {
                counted.plies = most;
                let stopped = self.budget.first_limit_met();
                counted.stopped = Some(stopped.unwrap_or(StopReason::Memory));
            }
            MateLength::None | MateLength::Unknown(_) => {
                counted.stopped = Some(StopReason::Interrupt);
            }
        }
        counted.nodes = self.budget.nodes();
        counted
    }

    /// A line on which the attacker mates as soon as possible and the defender holds out as long as
    /// possible, both by the composers' count; with the moves of `preferred` as long as they do.
    /// Empty if the budget does not suffice.
    fn shortest_line<E: Engine + Sync>(
        &self,
        convention: &ComposersConvention<'_, E>,
        root: &E,
        plies: Plies,
        preferred: &[Move],
    ) -> Vec<Move> {
        let (mut engine, mut line) = (root.clone(), Vec::new());
        for remaining in (1..=plies).rev() {
            let role = optimal_play::role_of(engine.side(), self.problem.attacker());
            let mut moves = MoveList::new();
            match role {
                Role::Attacker => engine.generate_forcing(&mut moves),
                Role::Defender => engine.generate_legal(&mut moves),
            }
            let next = preferred.get(line.len()).filter(|_| preferred.starts_with(&line));
            if let Some(at) = next.and_then(|next| moves.iter().position(|m| m == next)) {
                moves[..=at].rotate_right(1);
            }
            let keeps = |m: &Move| keeps_length(convention, &mut engine, *m, role, remaining);
            let Some(m) = moves.iter().copied().find(keeps) else { return Vec::new() };
            engine.play(m);
            line.push(m);
        }
        line
    }
}

/// True if a move keeps the length of a mate in exactly `remaining` plies by the composers' count;
/// false also if the budget does not suffice.
fn keeps_length<E: Engine + Sync>(
    convention: &ComposersConvention<'_, E>,
    engine: &mut E,
    m: Move,
    role: Role,
    remaining: Plies,
) -> bool {
    let (len, wanted) = match role {
        Role::Attacker => (Some(remaining - 1), true),
        Role::Defender => (remaining.checked_sub(3), false),
    };
    if role == Role::Defender && !matches!(convention.is_futile(engine, m, MAX_PLIES, 0), Ok(false))
    {
        return false;
    }
    let Some(len) = len else { return true };
    engine.play(m);
    let answer = convention.decide_within(&[(engine.clone(), len)])[0];
    engine.undo();
    match answer {
        MateAnswer::Mate(_) => wanted,
        MateAnswer::No => !wanted,
        MateAnswer::Unknown => false,
    }
}

/// True if some piece can come to check a royal from a distance, so that a drop can interpose: a
/// piece on the board or in the attacker's hand that moves more than one square, promoted or not.
/// The defender drops such a piece only between a checker and his royal.
fn has_distant_checkers(problem: &Problem) -> bool {
    let (rules, position) = (problem.rules(), problem.position());
    let is_far = |atom: &MovementAtom| match atom {
        MovementAtom::Slide { range, .. } | MovementAtom::Stroke { range, .. } => *range > 1,
        MovementAtom::Leap { .. } | MovementAtom::Jump { .. } | MovementAtom::Igui { .. } => false,
        _ => true,
    };
    let on_board = position.pieces().map(|(_, piece)| piece.kind());
    let hand = position.hands[problem.attacker().index()];
    let lanes = rules.lanes.iter().enumerate();
    let in_hand = lanes.filter(|(lane, _)| hand.count(*lane as u8) > 0).map(|(_, &kind)| kind);
    on_board.chain(in_hand).any(|kind| {
        let base = rules.spec(kind).base;
        let promoted = rules.spec(base).promotes_to;
        [Some(kind), Some(base), promoted]
            .into_iter()
            .flatten()
            .any(|kind| rules.spec(kind).atoms.iter().any(is_far))
    })
}

/// Pieces in the attacker's hand at the end of a line of legal moves.
fn leftover(problem: &Problem, line: &[Move]) -> u32 {
    let play = |position, &m: &Move| referee::play(problem.rules(), &position, m);
    let end = line.iter().fold(problem.position().clone(), play);
    end.hands[problem.attacker().index()].total()
}
