//! State that one visit to an open node leaves for the next, beside the numbers.

use super::tested_replies::TestedReplies;

/// State that one visit to an open node leaves for the next, beside the numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OpenNodeState {
    /// Children whose numbers the node takes by maximum instead of adding them, because their
    /// subtrees converge (double-count elimination): one bit for each of the first 32 children.
    pub max_children: u32,
    /// Disproof numbers that frontier tests of the replies found.
    pub tested_replies: TestedReplies,
    /// A disproof of this node depended on a repetition, on some path.
    pub has_repetition: bool,
}

impl OpenNodeState {
    /// True if the node takes the number of this child by maximum.
    pub fn is_taken_by_max(&self, child: usize) -> bool {
        child < u32::BITS as usize && self.max_children >> child & 1 == 1
    }

    /// Takes the numbers of both children by maximum from now on, if both have a bit.
    pub fn take_by_max(&mut self, a: usize, b: usize) {
        if a.max(b) < u32::BITS as usize {
            self.max_children |= 1 << a | 1 << b;
        }
    }
}
