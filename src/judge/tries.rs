//! Tries (紛れ): forcing moves at the nodes of a main line that nearly mate, with the defence that
//! refutes each of them.
//!
//! Most moves that do not mate are no tries that a solver would look at: several defences refute
//! them. A try tempts if all defences but one are mated, and the more of those there are. So the
//! judge asks of each defence whether it is mated, and ranks the moves by the answers.

use crate::judge::budget::Budget;
use crate::judge::mate_oracle::{MateAnswer, MateOracle};
use crate::movegen::{BitboardEngine, MailboxEngine, bitboard};
use crate::position::{Engine, Move, MoveList, Problem};
use crate::rules::Square;
use crate::search::plies::{Plies, UNLIMITED_PLIES};
use crate::search::transposition_table::TranspositionTable;
use crate::search::{JudgeQuestion, Limits, SearchObserver};
use std::collections::BTreeSet;

/// Nodes for one question: does this move mate, does this defence hold?
const MAX_QUESTION_NODES: u64 = 200_000;
/// Share of the memory that is not the table's.
const GRAPH_SHARE: usize = 8;
/// Tries at one ply at most: a line with tries all along says more than one node with many.
const MAX_TRIES_PER_PLY: usize = 2;

/// A move of the attacker that does not mate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Try {
    /// Ply of the move, from 1.
    pub at: Plies,
    /// The move.
    pub m: Move,
    /// A line on which the defence holds, from the first reply.
    pub refutation: Vec<Move>,
    /// The replies that refute the move.
    pub refuting: Vec<Move>,
    /// Number of replies that are mated; drops on one square are one.
    pub mated: usize,
}

/// Settings of the search for tries.
#[derive(Clone, Copy, Debug)]
pub struct TrySearchConfig {
    /// Number of threads, 1 or more.
    pub threads: usize,
    /// Size of the table, in bytes.
    pub hash_bytes: usize,
    /// Limits for all questions together.
    pub limits: Limits,
    /// Tries to find at most.
    pub most: usize,
}

/// The most tempting tries on a line from the problem's position, by ply. Moves that limits leave
/// open are none.
pub fn find_tries(
    problem: &Problem,
    line: &[Move],
    config: &TrySearchConfig,
    observer: &dyn SearchObserver,
) -> Vec<Try> {
    if bitboard::suits(problem.rules(), problem.position()) {
        search::<BitboardEngine>(problem, line, config, observer)
    } else {
        search::<MailboxEngine>(problem, line, config, observer)
    }
}

fn search<E: Engine + Sync>(
    problem: &Problem,
    line: &[Move],
    config: &TrySearchConfig,
    observer: &dyn SearchObserver,
) -> Vec<Try> {
    let budget = Budget::new(observer, config.limits, config.threads);
    budget.begin_stage(1.0, JudgeQuestion::Tries);
    let table = TranspositionTable::new(config.hash_bytes);
    let memory = config.hash_bytes / GRAPH_SHARE;
    let oracle = MateOracle::new(problem, problem.engine::<E>(), &table, &budget, memory);
    let mut engine = oracle.root.clone();
    let mut tries = Vec::new();
    for (ply, &m) in (1..).zip(line) {
        if budget.stop_reason().is_some() {
            break;
        }
        if engine.side() == oracle.attacker {
            tries.extend(tries_at(&oracle, &engine, m, ply));
        }
        engine.play(m);
    }
    tries.sort_by_key(|one| (rank(one), one.at));
    let mut kept: Vec<Try> = Vec::new();
    for one in tries {
        let beside = kept.iter().filter(|other| other.at == one.at).count();
        if kept.len() < config.most && beside < MAX_TRIES_PER_PLY {
            kept.push(one);
        }
    }
    kept.sort_by_key(|one| one.at);
    for one in &mut kept {
        let mut engine = oracle.engine_after(&line[..usize::from(one.at) - 1]);
        engine.play(one.m);
        let rest = oracle.extract_refutation(&engine);
        // The line may begin with another of the refuting replies.
        one.refutation = match rest.first() {
            Some(first) if one.refuting.contains(first) => rest,
            _ => one.refuting.first().copied().into_iter().collect(),
        };
    }
    kept
}

/// Rank of a try, the most tempting first: the fewest refutations, then the most replies that are
/// mated.
fn rank(one: &Try) -> (usize, std::cmp::Reverse<usize>) {
    (one.refuting.len(), std::cmp::Reverse(one.mated))
}

/// The tries at an attacker's node beside the move `known`: moves with at least one reply that is
/// mated and one that refutes.
fn tries_at<E: Engine + Sync>(
    oracle: &MateOracle<'_, E>,
    engine: &E,
    known: Move,
    at: Plies,
) -> Vec<Try> {
    let mut moves = MoveList::new();
    engine.clone().generate_forcing(&mut moves);
    let after = |engine: &E, m: Move| {
        let mut engine = engine.clone();
        engine.play(m);
        engine
    };
    let others: Vec<Move> = moves.iter().copied().filter(|m| *m != known).collect();
    let pose = |&m: &Move| (after(engine, m), UNLIMITED_PLIES);
    let answers = oracle.decide_with_effort(&others, MAX_QUESTION_NODES, pose);
    let failing = others.into_iter().zip(answers).filter(|(_, answer)| *answer == MateAnswer::No);
    let mut tries = Vec::new();
    for (m, _) in failing {
        let engine = after(engine, m);
        let mut replies = MoveList::new();
        engine.clone().generate_legal(&mut replies);
        let pose = |&reply: &Move| (after(&engine, reply), UNLIMITED_PLIES);
        let answers = oracle.decide_with_effort(&replies, MAX_QUESTION_NODES, pose);
        if answers.contains(&MateAnswer::Unknown) {
            continue;
        }
        let all = replies.iter().copied().zip(answers);
        let (refuting, mated): (Vec<_>, Vec<_>) =
            all.partition(|(_, answer)| *answer == MateAnswer::No);
        if !refuting.is_empty() && !mated.is_empty() {
            let refuting = refuting.into_iter().map(|(reply, _)| reply).collect();
            let mated: BTreeSet<(Option<Square>, Square)> =
                mated.iter().map(|(reply, _)| (reply.from(), reply.to())).collect();
            tries.push(Try { at, m, refutation: Vec::new(), refuting, mated: mated.len() });
        }
    }
    tries
}
