//! Positions between the root and the current node, for the detection of repetitions.

use super::key_map::KeyMap;
use super::node_key::NodeKey;

/// The nodes from the root to the current node.
#[derive(Clone, Default)]
pub struct SearchPath {
    /// For each board on the path, the nodes with that board and their depths.
    nodes: KeyMap<u64, Vec<(NodeKey, u32)>>,
    /// Empty lists, kept for their capacity.
    unused: Vec<Vec<(NodeKey, u32)>>,
}

impl SearchPath {
    /// Appends a node.
    pub fn enter(&mut self, node: NodeKey, depth: u32) {
        let unused = &mut self.unused;
        self.nodes
            .entry(node.board.0)
            .or_insert_with(|| unused.pop().unwrap_or_default())
            .push((node, depth));
    }

    /// Removes the last node, `node`.
    pub fn leave(&mut self, node: NodeKey) {
        if let Some(list) = self.nodes.get_mut(&node.board.0) {
            list.pop();
            if list.is_empty() {
                if let Some(list) = self.nodes.remove(&node.board.0) {
                    self.unused.push(list);
                }
            }
        }
    }

    /// Depth of a position on the path with the same board and an attacker's hand that covers this
    /// node's. To come back to it gains the attacker nothing: whatever mates from here would have
    /// mated from there, sooner. So this is a repetition, in the sense in which it is a failure.
    pub fn repeats(&self, node: NodeKey) -> Option<u32> {
        let list = self.nodes.get(&node.board.0)?;
        list.iter().find(|(earlier, _)| earlier.hand.dominates(node.hand)).map(|&(_, depth)| depth)
    }

    /// Depth of exactly this node on the path.
    pub fn depth_of(&self, node: NodeKey) -> Option<u32> {
        let list = self.nodes.get(&node.board.0)?;
        list.iter().find(|(earlier, _)| *earlier == node).map(|&(_, depth)| depth)
    }

    /// Removes all nodes.
    pub fn clear(&mut self) {
        for (_, mut list) in self.nodes.drain() {
            list.clear();
            self.unused.push(list);
        }
    }
}
