//! Finds the nodes of a certificate by their boards: a sorted list of hashes, 24 bytes per node.
//!
//! The hash only narrows the search. Each candidate is compared in full, so a collision costs time
//! and nothing else.

use super::certificate::CertificateNode;
use crate::position::{Hand, Position};
use crate::rules::Side;
use rayon::ThreadPool;
use rayon::prelude::*;
use std::borrow::Cow;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

/// A node's entry in the index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct IndexedNode {
    /// Hash of the position without the division of pieces in hand between the two sides.
    key: u64,
    /// The attacker's hand.
    pub hand: Hand,
    /// The node's plies.
    pub plies: u16,
    pub node: u32,
}

/// The nodes of a certificate by their boards.
pub(super) struct NodeIndex<'a> {
    nodes: &'a [CertificateNode],
    sorted: Cow<'a, [IndexedNode]>,
}

impl<'a> NodeIndex<'a> {
    /// Indexes `nodes`, of which there are fewer than 2^32, with the threads of `pool` or, without
    /// a pool, on the caller's thread.
    pub fn new(
        nodes: &'a [CertificateNode],
        attacker: Side,
        pool: Option<&ThreadPool>,
    ) -> NodeIndex<'a> {
        let known = |(node, it): (usize, &CertificateNode)| IndexedNode {
            key: key(&it.position),
            hand: it.position.hands[attacker.index()],
            plies: it.plies,
            node: node as u32,
        };
        let sorted = match pool {
            Some(pool) => pool.install(|| {
                let mut all: Vec<IndexedNode> = nodes.par_iter().enumerate().map(known).collect();
                all.par_sort_unstable();
                all
            }),
            None => {
                let mut all: Vec<IndexedNode> = nodes.iter().enumerate().map(known).collect();
                all.sort_unstable();
                all
            }
        };
        NodeIndex { nodes, sorted: Cow::Owned(sorted) }
    }

    /// The index of `nodes` whose sorted list [`NodeIndex::into_sorted`] returned.
    pub fn of_sorted(nodes: &'a [CertificateNode], sorted: &'a [IndexedNode]) -> NodeIndex<'a> {
        NodeIndex { nodes, sorted: Cow::Borrowed(sorted) }
    }

    /// The sorted list, to keep it beside the nodes.
    pub fn into_sorted(self) -> Vec<IndexedNode> {
        self.sorted.into_owned()
    }

    /// The `wanted` nodes whose positions equal `position` except for the division of pieces in
    /// hand between the two sides. A board may have thousands of nodes, so the cheap test `wanted`
    /// comes before the comparison of boards.
    pub fn same_board<'b>(
        &'b self,
        position: &'b Position,
        wanted: impl Fn(&IndexedNode) -> bool + 'b,
    ) -> impl Iterator<Item = &'b IndexedNode> {
        let key = key(position);
        let start = self.sorted.partition_point(|known| known.key < key);
        let run = self.sorted[start..].iter().take_while(move |known| known.key == key);
        run.filter(move |known| {
            wanted(known)
                && same_but_for_shares(&self.nodes[known.node as usize].position, position)
        })
    }

    /// The numbers of two nodes with the same position and plies, if there are any; the earlier
    /// node first.
    pub fn duplicate(&self) -> Option<(usize, usize)> {
        let position = |known: &IndexedNode| &self.nodes[known.node as usize].position;
        self.sorted.chunk_by(|a, b| (a.key, a.hand, a.plies) == (b.key, b.hand, b.plies)).find_map(
            |run| {
                run.iter().enumerate().find_map(|(i, a)| {
                    let b = run[i + 1..].iter().find(|b| position(a) == position(b))?;
                    Some((a.node as usize, b.node as usize))
                })
            },
        )
    }
}

/// The pieces in hand of both sides together.
fn material(position: &Position) -> Hand {
    position.hands[0].plus(position.hands[1])
}

fn key(position: &Position) -> u64 {
    let bytes: Vec<u8> =
        position.board.iter().map(|piece| piece.map_or(0, |piece| piece.index() as u8)).collect();
    let mut hasher = DefaultHasher::new();
    hasher.write(&bytes);
    (position.counter_strike, &position.deferred, material(position)).hash(&mut hasher);
    hasher.finish()
}

fn same_but_for_shares(a: &Position, b: &Position) -> bool {
    a.board == b.board
        && a.side == b.side
        && a.counter_strike == b.counter_strike
        && a.deferred == b.deferred
        && a.phantom == b.phantom
        && material(a) == material(b)
}
