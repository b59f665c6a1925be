//! Double-count elimination: detection of converging paths.
//!
//! In a graph, paths from one node can converge. A sum then counts the numbers of the common
//! descendant twice, and in problems where paths converge often the sums grow until the search
//! abandons the easiest moves:
//!
//! ```text
//!        source          The source node adds the disproof numbers of A and B,
//!        /    \          but both consist of those of C: with dn(C) = 50
//!       A      B         the sum says 100 where 50 leaves remain to refute.
//!        \    /          Taken by maximum, A and B count 50 together.
//!          C
//! ```
//!
//! Kishimoto (2010) detects the source nodes (SNDA: source node detection algorithm) through parent
//! pointers in the table, and takes the maximum instead of the sum there. This is KomoringHeights'
//! form: when the search is about to visit a child that it last reached from another parent, it
//! follows the stored parents upward until it meets the current path. The node where they meet is
//! the source, and both of its branches are marked in its
//! [state](super::transposition_table::OpenNodeState), which the table keeps.

use super::frame::Frame;
use super::node_key::NodeKey;
use super::proof_number::{INFINITE, ProofNumber, saturating_sum};
use super::search_path::SearchPath;
use super::transposition_table::TranspositionTable;
use crate::position::Role;

/// Ancestors to follow at most.
const MAX_ANCESTORS: usize = 64;

/// Tolerated growth of pn or dn per ancestor. Beyond it, another subtree contributes, and most of
/// the number is counted once.
const GROWTH_TOLERANCE: ProofNumber = 6;

/// Marks the source node if `child`, the child on the path below the last of `frames`, was last
/// reached from another parent. From now on the source takes the two branches by maximum.
pub(super) fn mark_source_node(
    table: &TranspositionTable,
    path: &SearchPath,
    frames: &mut [Frame],
    child: NodeKey,
) {
    let Some(here) = frames.last().map(|frame| frame.node) else { return };
    let mut at = child;
    let mut last = (INFINITE, INFINITE);
    let (mut is_pn_double, mut is_dn_double) = (true, true);
    for _ in 0..MAX_ANCESTORS {
        let Some((parent, pn, dn)) = table.parent_of(at) else { return };
        is_pn_double &= pn <= saturating_sum(last.0, GROWTH_TOLERANCE);
        is_dn_double &= dn <= saturating_sum(last.1, GROWTH_TOLERANCE);
        if !is_pn_double && !is_dn_double {
            return;
        }
        last = (pn, dn);
        if parent == here {
            return;
        }
        if let Some(depth) = path.depth_of(parent) {
            let source = &mut frames[depth as usize];
            let is_double = match source.role {
                Role::Attacker => is_dn_double,
                Role::Defender => is_pn_double,
            };
            if let Some(branch) = source.children.iter().position(|child| child.node == at) {
                if is_double && branch != source.best {
                    source.state.take_by_max(branch, source.best);
                }
            }
            return;
        }
        at = parent;
    }
}
