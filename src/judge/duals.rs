//! Duals: equally long defences, and second ways of the attacker off the main line. Both are
//! blemishes.

use crate::judge::conventions::convention::Convention;
use crate::judge::mate_oracle::{MateAnswer, MateOracle};
use crate::judge::optimal_play::{self, OptimalPlay};
use crate::judge::report::{Flaw, FlawKind, SideDual};
use crate::position::{Engine, Move, MoveList};
use crate::search::plies::Plies;

/// Variation duals (変同): equally long defences on main lines without leftover, beside the
/// main line's. The last defence does not count.
pub fn variation_duals(graph: &OptimalPlay, main_line: &[Move]) -> Vec<Flaw> {
    let mut flaws = Vec::new();
    if graph.nodes[0].leftover > 0 {
        return flaws;
    }
    let on_main_line = graph.follow(main_line);
    for (i, node) in graph.nodes.iter().enumerate() {
        if !node.on_main_line || node.is_attacker() || node.remaining <= 2 {
            continue;
        }
        let best: Vec<(Move, usize)> = graph.best_moves(i).collect();
        let known = on_main_line.iter().find(|(at, _)| *at == i).map(|(_, m)| *m);
        let known = known.or(best.first().map(|(m, _)| *m));
        for (m, child) in best.into_iter().filter(|(m, _)| Some(*m) != known) {
            let mut line = graph.path_to(i);
            line.push(m);
            line.extend(graph.best_line_from(child).into_iter().flatten());
            flaws.push(Flaw {
                kind: FlawKind::VariationDual,
                at: node.ply + 1,
                line,
                certificate: None,
            });
        }
    }
    flaws
}

/// Second ways of the attacker in variations, that is after defences that are not the longest; the
/// last move does not count. Each keeps the length of its variation, or is longer but no longer
/// than the main line.
pub fn side_duals<E: Engine + Sync, C: Convention<E>>(
    oracle: &MateOracle<'_, E>,
    convention: &C,
    main: &OptimalPlay,
) -> Vec<SideDual> {
    let mut found = Vec::new();
    for (i, node) in main.nodes.iter().enumerate() {
        if !node.on_main_line || node.is_attacker() {
            continue;
        }
        let off: Vec<Move> =
            node.moves.iter().filter(|(_, child)| child.is_none()).map(|(m, _)| *m).collect();
        for m in off {
            let mut engine = main.engine_at(&oracle.root, i);
            engine.play(m);
            let mut path = main.path_to(i);
            path.push(m);
            variation(oracle, convention, &engine, &path, node.remaining - 1, &mut found);
        }
    }
    found
}

/// Second ways in the variation that begins at `engine` after `path` and is shorter than `rest`
/// plies.
fn variation<E: Engine + Sync, C: Convention<E>>(
    oracle: &MateOracle<'_, E>,
    convention: &C,
    engine: &E,
    path: &[Move],
    rest: Plies,
    found: &mut Vec<SideDual>,
) {
    let mut lengths = (1..rest).step_by(2);
    let exact = lengths.find(|len| {
        matches!(convention.decide_within(&[(engine.clone(), *len)])[0], MateAnswer::Mate(_))
    });
    let Some(exact) = exact else { return };
    let graph = optimal_play::build(convention, engine, oracle.attacker, exact, 0);
    for (i, node) in graph.nodes.iter().enumerate() {
        if !node.on_main_line || !node.is_attacker() || node.remaining == 1 {
            continue;
        }
        let mut at = graph.engine_at(engine, i);
        let known = graph.first_best_move(i);
        let others: MoveList =
            node.moves.iter().map(|(m, _)| *m).filter(|m| Some(*m) != known).collect();
        for m in others {
            at.play(m);
            let most = rest.saturating_sub(node.ply + 1);
            let mates = convention.decide_within(&[(at.clone(), most)])[0];
            at.undo();
            if matches!(mates, MateAnswer::Mate(_)) {
                let mut line = path.to_vec();
                line.extend(graph.path_to(i));
                line.push(m);
                found.push(SideDual { at: line.len() as Plies, line });
            }
        }
    }
}
