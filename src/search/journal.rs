//! Journal of a search: results for the transposition tables of other processes.
//!
//! A search that is divided among processes (`cluster`) has a table in each of them. What one of
//! them finds, it writes down in a journal, and the others store it as if they had found it
//! themselves. Nothing in a journal depends on the path, as nothing in a table does: settled
//! results hold on every path, and disproofs by repetition name the positions that they need.
//!
//! A journal has only results that took some effort. To find the others again takes less time than
//! to send them.

use super::node_key::NodeKey;
use super::plies::{Plies, UNLIMITED_PLIES};
use super::proof_number::{MAX_FINITE, ProofNumber};
use super::search_result::SearchResult;
use super::transposition_table::{
    ConditionalDisproof, OpenNodeState, TestedReplies, TranspositionTable,
};
use crate::position::{BoardKey, Hand};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// A node in a journal: board key, and bits of the attacker's hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct JournalNode(u64, u64);

impl From<NodeKey> for JournalNode {
    fn from(node: NodeKey) -> JournalNode {
        JournalNode(node.board.0, node.hand.bits())
    }
}

impl From<JournalNode> for NodeKey {
    fn from(node: JournalNode) -> NodeKey {
        NodeKey { board: BoardKey(node.0), hand: Hand::from_bits(node.1) }
    }
}

/// A result in a journal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JournalEntry {
    /// The node; of a settled one, with its proof hand or disproof hand.
    node: JournalNode,
    content: Content,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Content {
    /// An open node, with what the table keeps of it.
    Open {
        pn: ProofNumber,
        dn: ProofNumber,
        effort: u32,
        depth: u32,
        parent: Option<JournalNode>,
        max_children: u32,
        tested_replies: u32,
        has_repetition: bool,
    },
    Mate {
        plies: Plies,
        effort: u32,
    },
    NoMate {
        plies: Plies,
        effort: u32,
    },
    /// A disproof that holds unless the attacker returns to certain positions.
    Conditional {
        depth: u32,
        plies: Plies,
        unless_through: Vec<JournalNode>,
    },
}

impl JournalEntry {
    /// The entry of a settled result; `None` if it is open or depends on the path.
    pub fn settled(node: NodeKey, result: &SearchResult) -> Option<JournalEntry> {
        let result = result.path_independent()?;
        let result = result.get();
        let (plies, effort) = (result.plies(), result.effort());
        let content = if result.is_mate() {
            Content::Mate { plies, effort }
        } else {
            Content::NoMate { plies, effort }
        };
        let node = NodeKey { board: node.board, hand: result.hand() }.into();
        Some(JournalEntry { node, content })
    }

    /// True if the entry says that a node is settled, perhaps on some paths only.
    pub fn is_claim(&self) -> bool {
        !matches!(self.content, Content::Open { .. })
    }

    /// Stores the entry in a table; the caller must not hold [`TranspositionTable::enter`]. An
    /// entry that cannot be a result of a search is ignored.
    pub fn store(&self, table: &TranspositionTable) {
        if table.is_crowded() {
            table.make_room(1);
        }
        let _guard = table.enter();
        let node = NodeKey::from(self.node);
        match &self.content {
            &Content::Open {
                pn,
                dn,
                effort,
                depth,
                parent,
                max_children,
                tested_replies,
                has_repetition,
            } => {
                let (pn, dn) = (pn.clamp(1, MAX_FINITE), dn.clamp(1, MAX_FINITE));
                let result = SearchResult::open(pn, dn, node.hand, effort);
                let tested_replies = TestedReplies(tested_replies);
                let state = OpenNodeState { max_children, tested_replies, has_repetition };
                table.store_open(node, &result, depth, parent.map(NodeKey::from), state);
            }
            &Content::Mate { plies, effort } => {
                let mate = SearchResult::mate(plies, node.hand, effort);
                if let Some(mate) = mate.path_independent().filter(|_| plies != UNLIMITED_PLIES) {
                    table.store_settled(node, mate);
                }
            }
            &Content::NoMate { plies, effort } => {
                let no_mate = SearchResult::no_mate(plies, node.hand, effort);
                if let Some(no_mate) = no_mate.path_independent() {
                    table.store_settled(node, no_mate);
                }
            }
            Content::Conditional { depth, plies, unless_through } => {
                let unless_through = unless_through.iter().map(|&node| node.into()).collect();
                let disproof = ConditionalDisproof { len: *plies, unless_through };
                table.store_conditional(node, disproof);
                table.store_repetition(node, *depth);
            }
        }
    }
}

/// A node that the search leaves, with what the table keeps of it.
pub(super) struct LeftNode<'a> {
    pub node: NodeKey,
    pub result: &'a SearchResult,
    pub depth: u32,
    pub parent: Option<NodeKey>,
    pub state: OpenNodeState,
    pub conditional: Option<&'a ConditionalDisproof>,
}

/// The journal of a search. Of several results of a node it keeps the last.
#[derive(Debug, Default)]
pub struct Journal {
    min_effort: u32,
    entries: HashMap<(JournalNode, bool), JournalEntry>,
}

impl Journal {
    /// An empty journal for results that took at least `min_effort` nodes.
    pub fn new(min_effort: u32) -> Journal {
        Journal { min_effort, entries: HashMap::new() }
    }

    /// The entries, in no particular order.
    pub fn into_entries(self) -> Vec<JournalEntry> {
        self.entries.into_values().collect()
    }

    /// Adds a settled result that holds on every path, however small its effort.
    pub fn add_settled(&mut self, node: NodeKey, result: &SearchResult) {
        if let Some(entry) = JournalEntry::settled(node, result) {
            self.entries.insert((entry.node, true), entry);
        }
    }

    /// Adds the result of a node that the search leaves; `is_always_kept` whatever its effort.
    pub(super) fn add(&mut self, left: LeftNode<'_>, is_always_kept: bool) {
        let LeftNode { node, result, depth, parent, state, conditional } = left;
        if !is_always_kept && result.effort() < self.min_effort {
            return;
        }
        if !result.is_settled() {
            let content = Content::Open {
                pn: result.pn(),
                dn: result.dn(),
                effort: result.effort(),
                depth,
                parent: parent.map(JournalNode::from),
                max_children: state.max_children,
                tested_replies: state.tested_replies.0,
                has_repetition: state.has_repetition,
            };
            let node = node.into();
            self.entries.insert((node, false), JournalEntry { node, content });
        } else if let Some(disproof) = conditional {
            let unless_through = disproof.unless_through.iter().map(|&node| node.into());
            let content = Content::Conditional {
                depth,
                plies: disproof.len,
                unless_through: unless_through.collect(),
            };
            let node = node.into();
            self.entries.insert((node, false), JournalEntry { node, content });
        } else {
            self.add_settled(node, result);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::path_dependencies::PathDependencies;

    fn node(key: u64) -> NodeKey {
        NodeKey { board: BoardKey(key.wrapping_mul(0x9E37_79B9_7F4A_7C15)), hand: Hand::EMPTY }
    }

    #[test]
    fn entries_settle_other_tables_only_with_results_of_every_path() {
        let (table, mut journal) = (TranspositionTable::new(1 << 20), Journal::new(10));
        let add = |journal: &mut Journal, key, result: SearchResult, conditional: Option<&_>| {
            let state = OpenNodeState::default();
            let (node, parent) = (node(key), Some(node(key + 100)));
            let result = &result;
            let left = LeftNode { node, result, depth: 3, parent, state, conditional };
            journal.add(left, false);
        };
        add(&mut journal, 1, SearchResult::mate(5, Hand::EMPTY, 10), None);
        add(&mut journal, 2, SearchResult::no_mate(7, Hand::EMPTY, 10), None);
        add(&mut journal, 3, SearchResult::open(8, 9, Hand::EMPTY, 10), None);
        add(&mut journal, 4, SearchResult::mate(5, Hand::EMPTY, 9), None);
        let unless_through = [node(9)].into();
        let disproof = ConditionalDisproof { len: 7, unless_through };
        let mut repetition = SearchResult::repetition(7, Hand::EMPTY, PathDependencies::on(1));
        repetition.set_effort(10);
        add(&mut journal, 5, repetition, Some(&disproof));
        add(&mut journal, 6, repetition, None);
        let entries = journal.into_entries();
        assert_eq!(entries.len(), 4, "{entries:?}");
        entries.iter().for_each(|entry| entry.store(&table));
        let probe = |key| table.probe(node(key), 7, 3).result;
        assert!(probe(1).is_mate() && probe(2).is_no_mate());
        assert_eq!((probe(3).pn(), probe(3).dn()), (8, 9));
        assert!((4..=6).all(|key| !probe(key).is_settled()));
        assert!(
            table.find_conditional(node(5), |known| (*known == disproof).then_some(())).is_some()
        );
    }
}
