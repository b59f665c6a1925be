//! The trait of a convention, and the conventions that come from one search.

use crate::judge::budget::Budget;
use crate::judge::conventions::restricted_engine::{RestrictedEngine, Restriction};
use crate::judge::mate_oracle::{MateAnswer, MateLength, MateOracle};
use crate::position::{Engine, MoveList, Problem};
use crate::search::node_key::NodeKey;
use crate::search::plies::Plies;
use crate::search::search_result::SearchResult;
use crate::search::transposition_table::TranspositionTable;

/// A convention: which replies count, and within how many plies a position is mate against those.
pub trait Convention<E: Engine + Sync> {
    /// True if every reply counts.
    const PLAIN: bool = false;

    /// The defender's replies that count, in the engine's order; `None` if the budget did not
    /// suffice.
    fn replies(&self, engine: &E) -> Option<MoveList>;

    /// For each position: is there a mate within its number of plies, by this convention?
    fn decide_within(&self, questions: &[(E, Plies)]) -> Vec<MateAnswer>;

    /// The length of a position that is known to be mate within `best` plies. There must be no mate
    /// within `least` plies; 0 claims nothing. `best` may be a length by which every reply counts:
    /// a mate against all replies is a mate against those that count.
    fn find_shortest(&self, engine: &E, best: Plies, least: Plies) -> MateLength;
}

/// Every reply counts.
impl<E: Engine + Sync> Convention<E> for MateOracle<'_, E> {
    const PLAIN: bool = true;

    fn replies(&self, engine: &E) -> Option<MoveList> {
        let mut out = MoveList::new();
        engine.clone().generate_legal(&mut out);
        Some(out)
    }

    fn decide_within(&self, questions: &[(E, Plies)]) -> Vec<MateAnswer> {
        MateOracle::decide_within(self, questions)
    }

    fn find_shortest(&self, engine: &E, best: Plies, least: Plies) -> MateLength {
        MateOracle::find_shortest(self, engine, best, least)
    }
}

/// A convention that is a restriction of the rules: its lengths come from a search of a
/// [`RestrictedEngine`].
pub struct RestrictedSearch<'a, E> {
    pub oracle: MateOracle<'a, RestrictedEngine<E>>,
    pub restriction: Restriction,
}

impl<'a, E: Engine + Sync> RestrictedSearch<'a, E> {
    /// The search for `problem` under `restriction`, from `root`.
    pub fn new(
        problem: &'a Problem,
        root: &E,
        restriction: Restriction,
        table: &'a TranspositionTable,
        budget: &'a Budget<'a>,
        memory_bytes: usize,
    ) -> RestrictedSearch<'a, E> {
        let root = RestrictedEngine::wrap(root.clone(), problem.attacker(), restriction.clone());
        let oracle = MateOracle::new(problem, root, table, budget, memory_bytes);
        RestrictedSearch { oracle, restriction }
    }

    /// The engine under the restriction.
    pub fn wrap(&self, engine: &E) -> RestrictedEngine<E> {
        RestrictedEngine::wrap(engine.clone(), self.oracle.attacker, self.restriction.clone())
    }

    /// The table's entry for a position under the restriction. Keys are those of the plain engine.
    pub fn look(&self, engine: &E, len: Plies) -> SearchResult {
        let MateOracle { rules, attacker, table, .. } = self.oracle;
        table.probe(NodeKey::of(engine, rules, attacker), len, 0).result
    }
}

impl<E: Engine + Sync> Convention<E> for RestrictedSearch<'_, E> {
    fn replies(&self, engine: &E) -> Option<MoveList> {
        let mut out = MoveList::new();
        self.wrap(engine).generate_legal(&mut out);
        Some(out)
    }

    fn decide_within(&self, questions: &[(E, Plies)]) -> Vec<MateAnswer> {
        let wrapped: Vec<(RestrictedEngine<E>, Plies)> =
            questions.iter().map(|(engine, len)| (self.wrap(engine), *len)).collect();
        self.oracle.decide_within(&wrapped)
    }

    fn find_shortest(&self, engine: &E, best: Plies, least: Plies) -> MateLength {
        self.oracle.find_shortest(&self.wrap(engine), best, least)
    }
}
