//! Perft: counting sequences of legal moves, the field's test of a move generator.

use super::{Engine, Move, MoveList};

/// Number of sequences of exactly `depth` legal moves. The last ply is counted, not played.
///
/// ```
/// use std::sync::Arc;
/// use tsume::movegen::BitboardEngine;
/// use tsume::notation::sfen;
/// use tsume::position::{Engine, Forcing, perft::perft};
/// use tsume::rules::{Side, builtin};
///
/// let rules = Arc::new(builtin::rules("shogi", &[]).unwrap().unwrap());
/// let start = sfen::parse(&rules, &rules.start).unwrap();
/// let mut engine = BitboardEngine::new(&rules, &start, Side::Black, Forcing::Check);
/// assert_eq!(perft(&mut engine, 3), 25_470);
/// ```
pub fn perft<E: Engine>(engine: &mut E, depth: u32) -> u64 {
    let mut lists = vec![MoveList::new(); depth as usize];
    count(engine, &mut lists)
}

/// The legal moves, in the engine's order, each with the perft of `depth - 1` after it. Empty at
/// depth 0.
pub fn divide<E: Engine>(engine: &mut E, depth: u32) -> Vec<(Move, u64)> {
    let Some(below) = depth.checked_sub(1) else { return Vec::new() };
    let mut moves = MoveList::new();
    engine.generate_legal(&mut moves);
    moves
        .into_iter()
        .map(|m| {
            engine.play(m);
            let nodes = perft(engine, below);
            engine.undo();
            (m, nodes)
        })
        .collect()
}

fn count<E: Engine>(engine: &mut E, lists: &mut [MoveList]) -> u64 {
    let Some((moves, below)) = lists.split_first_mut() else { return 1 };
    engine.generate_legal(moves);
    if below.is_empty() {
        return moves.len() as u64;
    }
    let mut nodes = 0;
    for &m in moves.iter() {
        engine.play(m);
        nodes += count(engine, below);
        engine.undo();
    }
    nodes
}
