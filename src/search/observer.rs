//! The interface between a search and its caller: clock, stop request, progress, checkpoints.
//!
//! The search reads no clock and prints nothing. The caller passes a [`SearchObserver`], whose
//! methods have default bodies except for the clock; the progress bar, the USI `info` lines and the
//! campaigns each implement it.

use super::plies::Plies;
use super::step_budget::StepBudget;
use super::transposition_table::TranspositionTable;
use crate::messages::tr;
use crate::position::{Move, Position, Problem};
use std::fmt;
use std::time::Duration;

/// Phase of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Looking for any mate, or for a refutation.
    Deciding,
    /// A mate within this many plies is proved; looking for a shorter one.
    Shortening(u16),
    /// Collecting the certificate.
    Certifying,
    /// The checker replays the certificate.
    Checking,
    /// Answering a question of the judge.
    Asking(JudgeQuestion),
}

/// A question of the judge, for progress reports.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum JudgeQuestion {
    /// Whether there is a mate.
    #[default]
    Deciding,
    /// Which first moves nearly mate.
    Tries,
    /// Whether other moves mate too.
    Cooks,
    /// Whether a second solution is tolerated.
    Tolerated,
    /// Whether a second solution is a cook or a detour.
    Detours,
    /// Whether an edit repairs the problem.
    Edits,
    /// The solution as a tree.
    Solution,
    /// Whether a variation has a dual.
    SideDuals,
    /// Whether a piece is needed.
    Decoration,
    /// The length.
    Length,
    /// Whether the certificate of the verdict holds.
    Certificate,
    /// The refutation as a tree.
    Refutation,
    /// Whether the claims of the file hold.
    Claims,
    /// The main lines.
    MainLines,
    /// The length by the count `immediate`.
    ImmediateLength,
    /// The length by composers' count.
    ComposersLength,
    /// The lengths of cooks.
    CookLengths,
    /// Composers' count.
    ComposersCount,
    /// The main line by composers' count.
    ComposersLine,
}

impl fmt::Display for JudgeQuestion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&match self {
            JudgeQuestion::Deciding => tr!(judge_asking_deciding),
            JudgeQuestion::Tries => tr!(judge_asking_tries),
            JudgeQuestion::Cooks => tr!(judge_asking_cooks),
            JudgeQuestion::Tolerated => tr!(judge_asking_tolerated),
            JudgeQuestion::Detours => tr!(judge_asking_detours),
            JudgeQuestion::Edits => tr!(judge_asking_edits),
            JudgeQuestion::Solution => tr!(judge_asking_solution),
            JudgeQuestion::SideDuals => tr!(judge_asking_side_duals),
            JudgeQuestion::Decoration => tr!(judge_asking_decoration),
            JudgeQuestion::Length => tr!(judge_asking_length),
            JudgeQuestion::Certificate => tr!(judge_asking_certificate),
            JudgeQuestion::Refutation => tr!(judge_asking_refutation),
            JudgeQuestion::Claims => tr!(judge_asking_claims),
            JudgeQuestion::MainLines => tr!(judge_asking_main_lines),
            JudgeQuestion::ImmediateLength => tr!(judge_asking_immediate_length),
            JudgeQuestion::ComposersLength => tr!(judge_asking_composers_length),
            JudgeQuestion::CookLengths => tr!(judge_asking_cook_lengths),
            JudgeQuestion::ComposersCount => tr!(judge_asking_composers_count),
            JudgeQuestion::ComposersLine => tr!(judge_asking_composers_line),
        })
    }
}

/// A question of the judge that other processes may answer.
#[derive(Clone, Debug)]
pub struct AssistedQuestion<'a> {
    /// The problem that is judged: the table of all its questions has results for its pieces.
    pub problem: &'a Problem,
    /// Does the attacker mate from here?
    pub position: Position,
    /// Mates within this many plies count.
    pub len: Plies,
    /// Most nodes to visit; `None` without a limit.
    pub max_nodes: Option<u64>,
    /// End of the search by [`SearchObserver::elapsed`]; `None` without a limit.
    pub end: Option<Duration>,
}

/// What other processes have done for a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Assistance {
    /// Nothing: the caller searches.
    None,
    /// They have visited this many positions, and what they have proved is in the table.
    Searched(u64),
}

/// State of a running search.
#[derive(Clone, Debug)]
pub struct Progress {
    /// Phase of the search.
    pub phase: Phase,
    /// Positions visited so far, over all threads.
    pub nodes: u64,
    /// Proof number of the root.
    pub proof: u32,
    /// Disproof number of the root.
    pub disproof: u32,
    /// Filled share of the transposition table, 0 to 1.
    pub hash_used: f64,
    /// Time since the search began.
    pub elapsed: Duration,
    /// Moves from the root to the node that the search is at.
    pub line: Vec<Move>,
}

/// A search's view of its caller: a clock, a stop request, a listener.
///
/// Several threads call it at the same time.
pub trait SearchObserver: Sync {
    /// Time since the search of this problem began.
    fn elapsed(&self) -> Duration;

    /// True once the search should stop as soon as it can. Default: never.
    fn should_stop(&self) -> bool {
        false
    }

    /// The solver is about to decide whether the problem has a mate within `len` plies, and may
    /// visit `nodes` positions. A caller with means of its own, such as other processes, may search
    /// first: it stores in `table` what it finds, and returns the positions that it has visited.
    /// Default: does nothing.
    fn assist(&self, _table: &TranspositionTable, _len: Plies, _nodes: Option<u64>) -> u64 {
        0
    }

    /// Number of the judge's questions that [`SearchObserver::assist_judge`] works on at a time.
    /// Default: 0.
    fn assistants(&self) -> usize {
        0
    }

    /// Nodes that a question of the judge may take before it is worth another process. Default:
    /// never.
    fn min_assisted_nodes(&self) -> u64 {
        u64::MAX
    }

    /// The judge is about to ask a question that may take long. A caller with other processes may
    /// have one of them search first, and store in `table` what is proved. Several threads call it
    /// at the same time. Default: does nothing.
    fn assist_judge(&self, _table: &TranspositionTable, _: &AssistedQuestion<'_>) -> Assistance {
        Assistance::None
    }

    /// Receives progress. One thread calls it, at most every 100 milliseconds, and once at the
    /// start of each phase after the search. Default: ignores it.
    fn on_progress(&self, _progress: &Progress) {}

    /// True if [`SearchObserver::on_mate`] has a use. The checker then replays each mate as soon as
    /// the search finds it, not only the last one. Default: false.
    fn wants_mates(&self) -> bool {
        false
    }

    /// Receives each mate that the checker accepts while the search looks for a shorter one: its
    /// length, whether the search found no shorter one, and a line. Default: ignores it.
    fn on_mate(&self, _plies: Plies, _is_shortest: bool, _line: &[Move]) {}

    /// The nodes after which a search of one thread pauses, for searches in steps. Default: it never
    /// pauses.
    fn step_budget(&self) -> Option<&StepBudget> {
        None
    }

    /// Offers the table for a checkpoint by [`TranspositionTable::dump`]. Every thread calls it
    /// about every thousand nodes, with the nodes visited so far and without holding the table.
    /// Default: saves nothing.
    fn checkpoint(&self, _table: &TranspositionTable, _nodes: u64) {}
}

/// An observer without a clock that never stops the search. With it,
/// [`Limits::time`](super::Limits::time) has no effect.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoObserver;

impl SearchObserver for NoObserver {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
}
