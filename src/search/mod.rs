//! Df-pn: depth-first proof-number search over the engine contract.
//!
//! The question is always the same: from this position, does the attacker mate within `len` plies?
//! The answer is a [`SearchResult`](search_result::SearchResult): a mate with its length and proof
//! hand, no mate with its length and disproof hand, or neither where a limit stopped the search.
//! What a user of the library calls is [`solver`](crate::solver), which turns the answer into a
//! certified verdict.
//!
//! # Proof-number search in one picture
//!
//! Each node of the AND/OR graph has a proof number `pn`, the least number of leaves to prove
//! before the mate is proved, and a disproof number `dn`, the least number to disprove before it is
//! refuted:
//!
//! ```text
//!                 A  the attacker moves            pn = min of the children's pn
//!               /   \                              dn = sum of the children's dn
//!              /     \
//!             B       C  the defender moves        pn = sum, dn = min
//!           /  \      |
//!         D     E     F                            leaves: estimates, or settled
//!
//!  pn(D) = 1, pn(E) = 2  =>  pn(B) = 3             A mate has pn = 0, dn = infinite,
//!             pn(F) = 4  =>  pn(C) = 4             a refutation pn = infinite, dn = 0.
//!                            pn(A) = min(3, 4) = 3
//! ```
//!
//! The search always descends to the child that is cheapest to settle for the side to move: here to
//! B, and there to the reply with the least `dn`. Df-pn (Nagai 2002) does so depth first. It stays
//! below a node while the node's numbers are below two [thresholds](selection), and keeps the
//! numbers of all nodes that it leaves in a [transposition table](transposition_table).
//!
//! # What the literature adds, and where it is
//!
//! | idea | module | source |
//! | --- | --- | --- |
//! | df-pn, iterative | [`searcher`] | Nagai 2002 |
//! | df-pn+: estimates as initial numbers | [`estimate`] | Nagai 2002 |
//! | 1+ε trick: thresholds with a margin | [`selection`] | Pawlewicz and Lew 2007 |
//! | TCA: against endless loops | [`threshold_control`] | Kishimoto 2010; Franz et al. 2022 |
//! | SNDA: double-count elimination | [`double_counting`] | Kishimoto 2010; KomoringHeights |
//! | delayed moves: interpositions that wait | [`delayed_moves`] | KomoringHeights |
//! | GHI: path dependencies of refutations | [`path_dependencies`] | Kishimoto and Müller 2004 |
//! | dominance: proof hands and disproof hands | [`dominance`] | Seo 1999; Nagai 2002 |
//! | fixed-depth frontier search | `frontier_search` | Kaneko et al. 2010 |
//! | frontier tests of new leaves | `frontier_tests` | – |
//! | occupancy of nodes by threads | [`selection`] | Pawlewicz and Hayward 2013 |
//! | lockless hashing | [`transposition_table`] | Hyatt and Mann 2002 |
//!
//! Double counting, the graph-history interaction (GHI) and the entry of the table have pictures in
//! their modules.
//!
//! # One visit
//!
//! ```text
//!  searcher ──► expansion ──► frontier_search   three or five plies left: no children needed?
//!     │             ├───────► estimate          initial numbers of unvisited children
//!     │             ├───────► delayed_moves     similar replies wait
//!     │             └───────► frontier_tests    mate in one after a reply?
//!     ├───► backup                              numbers and results from the children
//!     ├───► selection                           the best child and its thresholds
//!     └───► transposition_table                 on leaving the node
//! ```
//!
//! A search of one thread may run in steps, with a pause after some nodes: [`step_budget`].
//!
//! # Limits of length
//!
//! The search for the shortest mate asks the same question with smaller and smaller `len`. Results
//! hold for their length: a mate within 7 plies answers every longer limit, and no mate within 7
//! every shorter one. [`UNLIMITED_PLIES`](plies::UNLIMITED_PLIES) asks for any mate.
//!
//! # Invariants
//!
//! * The search names no engine. It is generic over [`Engine`](crate::position::Engine) and
//!   compiled for each one; tables, results and limits are concrete types.
//! * It reads no clock, prints nothing and opens no file; the caller passes a [`SearchObserver`].
//! * It has no errors, only results: what it cannot settle it leaves open, with a [`StopReason`].
//! * The table stores a settled result only as a
//!   [`PathIndependentResult`](search_result::PathIndependentResult). So verdicts depend neither on
//!   the number of threads nor on the size of the table; and with one thread the search visits the
//!   same nodes every time.
//! * Atomics that publish data between threads, and `unsafe`, are in `transposition_table` alone;
//!   `shared_state` has flags and counters.
//!
//! # Tried and rejected
//!
//! `benches/history.md` has the measurements, virtual proof numbers (Kaneko 2010) among them.

pub mod backup;
pub mod delayed_moves;
pub mod dominance;
pub mod double_counting;
pub mod estimate;
pub mod expansion;
mod expansion_buffers;
pub mod frame;
mod frontier_search;
mod frontier_tests;
pub mod job_search;
pub mod journal;
pub mod key_map;
mod leaf_results;
pub mod limits;
pub mod node_key;
pub mod observer;
mod parallel_search;
pub mod path_dependencies;
pub mod plies;
pub mod proof_number;
pub mod repetition_table;
pub mod search_path;
pub mod search_result;
pub mod searcher;
pub mod selection;
pub mod shared_state;
pub mod step_budget;
pub mod threshold_control;
pub mod transposition_table;

pub use limits::{Limits, StopReason};
pub use observer::{Assistance, AssistedQuestion, JudgeQuestion, Phase, Progress, SearchObserver};
