//! Faults of the programs that were found once: one test for each, with its story in two lines.

use crate::usi::HARD;
use crate::usi::driver::Engine;

/// A `go infinite` that waits behind a search used to begin after the input had ended, and then
/// waited for a `stop` that nobody could send.
#[test]
fn search_that_begins_after_the_end_of_input_is_not_held() {
    for held in ["go infinite", "go ponder btime 0 wtime 0 byoyomi 100"] {
        let mut engine = Engine::launch();
        engine.ready(&[("USI_Hash", "64")]);
        engine.send(&format!("position sfen {HARD}"));
        engine.send("go mate 500");
        engine.send("position sfen 4k4/9/4P4/9/9/9/9/9/9 b G 1");
        engine.send(held);
        engine.input = None;
        assert_eq!(engine.answer().0, "checkmate timeout");
        assert_eq!(engine.answer().0, "bestmove G*5b");
        engine.ends();
    }
}
