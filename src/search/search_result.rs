//! Result of a node: open, with proof and disproof numbers, or settled, with a hand and a length.

use super::path_dependencies::PathDependencies;
use super::plies::Plies;
use super::proof_number::{INFINITE, ProofNumber};
use crate::position::Hand;

/// Result of a node for one limit of length, from the transposition table or from a search.
///
/// * Open: neither number is 0.
/// * A mate: `pn` is 0. It holds within `plies` plies with every attacker's hand that covers
///   `hand`, the proof hand.
/// * No mate: `dn` is 0. It holds within `plies` plies with every attacker's hand that `hand`, the
///   disproof hand, covers; and on the paths that its [dependencies](PathDependencies) allow.
///
/// A struct and not an enum, because the search updates the numbers of open nodes in place,
/// millions of times a second; the constructors are the only way to settle one.
///
/// ```
/// use tsume::position::Hand;
/// use tsume::search::search_result::SearchResult;
///
/// let mate = SearchResult::mate(5, Hand::EMPTY, 120);
/// assert!(mate.is_mate() && mate.is_settled());
/// assert_eq!((mate.plies(), mate.pn(), mate.effort()), (5, 0, 120));
/// assert!(mate.path_independent().is_some());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct SearchResult {
    pn: ProofNumber,
    dn: ProofNumber,
    hand: Hand,
    plies: Plies,
    dependencies: PathDependencies,
    effort: u32,
    is_from_smaller_depth: bool,
    is_unvisited: bool,
}

impl SearchResult {
    /// A mate within `plies` plies for hands that cover `hand`, found in `effort` nodes.
    #[inline]
    pub fn mate(plies: Plies, hand: Hand, effort: u32) -> SearchResult {
        SearchResult { plies, ..SearchResult::open(0, INFINITE, hand, effort) }
    }

    /// No mate within `plies` plies for hands that `hand` covers, found in `effort` nodes.
    #[inline]
    pub fn no_mate(plies: Plies, hand: Hand, effort: u32) -> SearchResult {
        SearchResult { plies, ..SearchResult::open(INFINITE, 0, hand, effort) }
    }

    /// No mate within `plies` plies, because of repetitions of path positions.
    #[inline]
    pub fn repetition(plies: Plies, hand: Hand, dependencies: PathDependencies) -> SearchResult {
        SearchResult::no_mate(plies, hand, 1).depending_on(dependencies)
    }

    /// An open node.
    #[inline]
    pub fn open(pn: ProofNumber, dn: ProofNumber, hand: Hand, effort: u32) -> SearchResult {
        SearchResult {
            pn,
            dn,
            hand,
            plies: 0,
            dependencies: PathDependencies::NONE,
            effort,
            is_from_smaller_depth: false,
            is_unvisited: false,
        }
    }

    /// A node that the table does not know.
    #[inline]
    pub(super) fn unvisited(hand: Hand) -> SearchResult {
        SearchResult { is_unvisited: true, ..SearchResult::open(1, 1, hand, 0) }
    }

    /// The same result with these dependencies.
    #[inline]
    #[must_use]
    pub(super) fn depending_on(self, dependencies: PathDependencies) -> SearchResult {
        SearchResult { dependencies, ..self }
    }

    /// The same result with this hand.
    #[inline]
    #[must_use]
    pub(super) fn with_hand(self, hand: Hand) -> SearchResult {
        SearchResult { hand, ..self }
    }

    /// Sets the effort.
    #[inline]
    pub(super) fn set_effort(&mut self, effort: u32) {
        self.effort = effort;
    }

    /// Marks the numbers of an open node as those of a visit at a smaller depth, or not.
    #[inline]
    pub(super) fn set_from_smaller_depth(&mut self, is_from_smaller_depth: bool) {
        self.is_from_smaller_depth = is_from_smaller_depth;
    }

    /// Raises the proof number of an open node to at least `pn`.
    #[inline]
    pub(super) fn raise_pn(&mut self, pn: ProofNumber) {
        self.pn = self.pn.max(pn);
    }

    /// Raises the disproof number of an open node to at least `dn`.
    #[inline]
    pub(super) fn raise_dn(&mut self, dn: ProofNumber) {
        self.dn = self.dn.max(dn);
    }

    /// Proof number: 0 for a mate, [`INFINITE`] for no mate.
    #[inline]
    pub fn pn(&self) -> ProofNumber {
        self.pn
    }

    /// Disproof number: 0 for no mate, [`INFINITE`] for a mate.
    #[inline]
    pub fn dn(&self) -> ProofNumber {
        self.dn
    }

    /// Proof hand of a mate, disproof hand of no mate, the node's own hand while it is open.
    #[inline]
    pub fn hand(&self) -> Hand {
        self.hand
    }

    /// Length: the mate takes at most this many plies, or there is none within this many. 0 for an
    /// open node.
    #[inline]
    pub fn plies(&self) -> Plies {
        self.plies
    }

    /// The path positions whose repetition a disproof needs; empty for all other results.
    #[inline]
    pub fn dependencies(&self) -> PathDependencies {
        self.dependencies
    }

    /// Effort spent below the node, in nodes.
    #[inline]
    pub fn effort(&self) -> u32 {
        self.effort
    }

    /// True if the numbers stem from a visit at a smaller depth, the sign of a loop in the graph.
    #[inline]
    pub fn is_from_smaller_depth(&self) -> bool {
        self.is_from_smaller_depth
    }

    /// True if no search has visited the node: its numbers are estimates.
    #[inline]
    pub fn is_unvisited(&self) -> bool {
        self.is_unvisited
    }

    /// True if the attacker mates.
    #[inline]
    pub fn is_mate(&self) -> bool {
        self.pn == 0
    }

    /// True if the attacker does not mate.
    #[inline]
    pub fn is_no_mate(&self) -> bool {
        self.dn == 0
    }

    /// True if the node is proved or disproved.
    #[inline]
    pub fn is_settled(&self) -> bool {
        self.pn == 0 || self.dn == 0
    }

    /// The result as one that the transposition table may store, if it is settled and holds on
    /// every path.
    #[inline]
    pub fn path_independent(&self) -> Option<PathIndependentResult<'_>> {
        let holds = self.is_settled() && self.dependencies.is_empty();
        holds.then_some(PathIndependentResult(self))
    }
}

/// A settled result that holds on every path.
///
/// Only [`SearchResult::path_independent`] makes one, and the transposition table stores no other
/// settled result, so the graph-history mistake of storing a path-dependent disproof does not
/// compile.
#[derive(Clone, Copy, Debug)]
pub struct PathIndependentResult<'a>(&'a SearchResult);

impl PathIndependentResult<'_> {
    /// The result.
    #[inline]
    pub fn get(&self) -> &SearchResult {
        self.0
    }
}
