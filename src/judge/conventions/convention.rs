//! How lengths are counted: which answers to a check count, and within how many plies a position is mated
//! by that count.

use crate::judge::conventions::restricted_engine::{RestrictedEngine, Restriction};
use crate::judge::mate_oracle::{MateAnswer, MateLength, MateOracle};
use crate::position::{Engine, MoveList};
use crate::search::node_key::NodeKey;
use crate::search::plies::Plies;
use crate::search::search_result::SearchResult;

/// A way of counting lengths.
pub trait Convention<E: Engine + Sync> {
    /// True if every answer counts.
    const PLAIN: bool = false;

    /// The defender's answers that count, in the engine's order; none if the budget did not suffice.
    fn replies(&self, engine: &E) -> Option<MoveList>;

    /// For each position: is there a mate within so many plies, by this count?
    fn decide_within(&self, questions: &[(E, Plies)]) -> Vec<MateAnswer>;

    /// The length of a position that is known to be mate within `best` plies, and not within `least` unless that is 0.
    /// Whoever mates against all answers mates against those that count, so `best` may be a length by which every answer
    /// counts.
    fn find_shortest(&self, engine: &E, best: Plies, least: Plies) -> MateLength;
}

/// Every answer counts.
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

/// A count that is a law of its own: its lengths come from a search under it.
pub struct RestrictedSearch<'a, E> {
    pub oracle: MateOracle<'a, RestrictedEngine<E>>,
    pub restriction: Restriction,
}

impl<E: Engine + Sync> RestrictedSearch<'_, E> {
    /// The engine under the law.
    pub fn wrap(&self, engine: &E) -> RestrictedEngine<E> {
        RestrictedEngine::wrap(engine.clone(), self.oracle.attacker, self.restriction.clone())
    }

    /// What the table knows of a position under the law, which names positions as the plain game does.
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
