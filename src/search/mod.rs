//! Proof-number search; knows only the engine contract.

pub mod backup;
pub mod delayed_moves;
pub mod dominance;
pub mod double_counting;
pub mod estimate;
pub mod expansion;
pub mod expansion_buffers;
pub mod frame;
mod frontier_search;
mod frontier_tests;
pub mod key_map;
pub mod leaf_results;
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
pub mod threshold_control;
pub mod transposition_table;

pub use limits::{Limits, StopReason};
pub use observer::{Phase, Progress, SearchObserver};
