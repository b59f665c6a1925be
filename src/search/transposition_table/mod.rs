//! The transposition table that all threads of a search share: every result that depends on no
//! path.
//!
//! # Layout
//!
//! One flat array of 64-byte entries, each one cache line, with linear probing and without locks.
//! Apart from the entries lies one control byte for each place, so that most
//! probes of unknown nodes end before they touch an entry.
//!
//! ```text
//!  word  63                    32 31                     0
//!   0    board key                                          \
//!   1    attacker's hand                                     | identity
//!   2    disproof number         | proof number              | of an open node
//!   3    flags 8 | effort 8 | depth 16 | no mate 16 | mate 16   lengths in plies
//!   4    board key of the parent                             | for double-count elimination
//!   5    tested replies          | children taken by maximum | of an open node
//!   6    attacker's hand at the parent                       |
//!   7    checksum of words 0 to 6, or 0 in an empty place    /
//! ```
//!
//! Entries are keyed by the board alone and carry the attacker's hand, so that a probe can use
//! dominance: a mate holds with every larger hand, its absence with every smaller one. One board
//! has an entry for each hand that was searched or that settles others.
//!
//! # Reads without locks
//!
//! Words are relaxed atomics, and a store writes them one by one. A torn read fails the checksum
//! and counts as a miss (lockless hashing, Hyatt and Mann 2002). Racing inserts can duplicate an
//! entry; readers use the first one. `tests/loom` explores every order of a reader and two writers.
//!
//! # Growth and garbage collection
//!
//! The array is reserved whole but used from small to large, so that small problems stay in the
//! cache. When the used part is two thirds full it grows fourfold. When it cannot grow,
//! `garbage_collection` evicts the less valuable half of the entries: the value is the effort spent
//! on the node, and settled nodes count as if they had taken 1024 times the effort.
//!
//! # Path dependencies
//!
//! The table stores settled results only as a [`PathIndependentResult`], and disproofs by
//! repetition as [`ConditionalDisproof`], with the positions that they depend on.
//!
//! This folder is the only place in the library with `unsafe` code (two hints to the memory system)
//! and with atomics that publish data between threads.
//!
//! [`PathIndependentResult`]: super::search_result::PathIndependentResult

mod conditional_disproofs;
mod control_bytes;
mod entry;
mod garbage_collection;
mod memory_hints;
mod open_node_state;
mod serialization;
mod sharded_counter;
mod table;
mod tested_replies;

pub use conditional_disproofs::ConditionalDisproof;
pub use open_node_state::OpenNodeState;
pub use table::{ProbeResult, TranspositionTable};
pub use tested_replies::TestedReplies;

// `entry` and `control_bytes` name the atomics through this module: `tests/loom` includes the two
// files in a program that has the model checker's atomics here.
use std::sync::atomic::AtomicU64;
