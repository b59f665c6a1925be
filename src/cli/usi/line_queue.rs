//! Lines that wait for the answer to a search.

use super::command;
use std::collections::VecDeque;

/// Bytes of lines that may wait: tens of thousands of positions.
const MAX_BYTES: usize = 8 << 20;

/// The waiting lines, in order.
#[derive(Default)]
pub struct LineQueue {
    lines: VecDeque<String>,
    bytes: usize,
}

impl LineQueue {
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// True if more lines wait than should.
    pub fn is_full(&self) -> bool {
        self.bytes > MAX_BYTES
    }

    pub fn push(&mut self, line: String) {
        self.bytes += line.len();
        self.lines.push_back(line);
    }

    /// The first line; `None` if there is none.
    pub fn pop(&mut self) -> Option<String> {
        let line = self.lines.pop_front()?;
        self.bytes -= line.len();
        Some(line)
    }

    /// True if a `stop` or `ponderhit` that comes now belongs to a search in the queue: one that
    /// will wait for it, without an end so far. Otherwise it belongs to the running search.
    pub fn awaits_stop(&self) -> bool {
        let is_end = |word| matches!(word, "go" | "stop" | "gameover" | "ponderhit");
        let last = self.lines.iter().rev().find(|line| is_end(command::word(line)));
        last.is_some_and(|line| command::waits_for_stop(line))
    }
}
