//! Threshold control against endless loops (TCA: threshold controlling algorithm, Kishimoto 2010).
//!
//! In a graph with cycles, two nodes can hand the search back and forth: each looks best to the
//! other as long as the search expands nothing new. TCA notices a child whose numbers stem from a
//! visit at a smaller depth, and raises the thresholds below it until the search reaches a new
//! node. Franz et al. (2022) show that df-pn with TCA is complete.
//!
//! The state is a counter. Entering a node with such a child (its own numbers, or those of the same
//! board with another hand) increments it, visiting a new node decrements it, and while it is above
//! zero the thresholds stay above the numbers. Leaving a node lowers the counter to its value on
//! entry.
//!
//! With several threads there may be nothing new to reach, because another thread has been
//! everywhere: the descent would walk each of the paths between positions that lead into each
//! other. So the control works in turns. After some visits without a new node it stops raising
//! thresholds, then it raises them again, and so on. Each turn is twice as long as the one before.
//! Every turn ends, so no loop is endless.

/// Visits without a new node after which the first turn of raised thresholds ends. A single thread
/// has not been seen to need half as many.
const FIRST_TURN_VISITS: u32 = 1024;

/// Threshold control of one thread.
#[derive(Default)]
pub struct ThresholdControl {
    counter: u32,
    /// Visits of the thread when it last visited a new node.
    visits_at_new_node: u32,
}

impl ThresholdControl {
    /// Starts a search, after `visits` visits.
    pub fn reset(&mut self, visits: u32) {
        *self = ThresholdControl { counter: 0, visits_at_new_node: visits };
    }

    /// The counter.
    pub fn counter(&self) -> u32 {
        self.counter
    }

    /// A node with a child from a smaller depth was entered.
    pub fn on_child_from_smaller_depth(&mut self) {
        self.counter += 1;
    }

    /// A new node is about to be visited, after `visits` visits.
    pub fn on_new_node(&mut self, visits: u32) {
        self.counter = self.counter.saturating_sub(1);
        self.visits_at_new_node = visits;
    }

    /// A node was left; on entry the counter was `counter_on_entry`.
    pub fn on_leave(&mut self, counter_on_entry: u32) {
        self.counter = self.counter.min(counter_on_entry);
    }

    /// True while the thresholds must stay above the numbers.
    pub fn raises_thresholds(&self, visits: u32) -> bool {
        self.counter > 0 && is_raising_turn(visits.wrapping_sub(self.visits_at_new_node))
    }
}

/// True if thresholds may be raised after `visits` visits without a new node: in the first turn,
/// and from then on in every other turn. Each turn is twice as long as the one before.
fn is_raising_turn(visits: u32) -> bool {
    (visits / FIRST_TURN_VISITS + 1).ilog2() % 2 == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_turn_is_twice_as_long_as_the_one_before() {
        let changes: Vec<u32> = (1..32)
            .filter(|turn| {
                let visits = turn * FIRST_TURN_VISITS;
                is_raising_turn(visits) != is_raising_turn(visits - 1)
            })
            .collect();
        assert!(is_raising_turn(0) && is_raising_turn(u32::MAX) != is_raising_turn(u32::MAX / 2));
        assert_eq!(changes, [1, 3, 7, 15, 31]);
    }
}
