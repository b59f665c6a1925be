//! Conversations with the USI engine: whatever the lines are, it answers each `go` once, nothing
//! that it writes acts on a terminal, and it ends.

use std::io::Cursor;
use tsume::cli::usi;
use tsume::text::escape::is_hidden;

/// Limits that keep a conversation short.
const LIMITS: &str = "setoption name USI_Hash value 1\nsetoption name Threads value 1\n\
                      setoption name NodesLimit value 20\n";

/// First words of the lines that an engine may write.
const ANSWERS: [&str; 7] = ["id", "option", "usiok", "readyok", "info", "bestmove", "checkmate"];

/// Lines in which the engine reports a bug of the program.
const FAULTS: [&str; 2] =
    ["info string the checker refuses the proof", "info string the search broke down"];

/// Checks one input.
pub fn check(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let lines = text.split('\n').filter(|line| !sets_limit(line));
    let input = lines.fold(LIMITS.to_owned(), |input, line| input + line + "\n");
    let first_words = || input.split('\n').filter_map(|line| line.split_whitespace().next());
    let (asked, quits) =
        (first_words().filter(|&word| word == "go").count(), first_words().any(|w| w == "quit"));
    let mut output = Vec::new();
    usi::converse(Cursor::new(input.clone()), &mut output).expect("a vector takes everything");
    let output = String::from_utf8(output).expect("UTF-8");
    let mut answered = 0;
    for line in output.lines() {
        let word = line.split(' ').next().unwrap_or_default();
        assert!(ANSWERS.contains(&word) && !line.contains(is_hidden), "{line:?}");
        for fault in FAULTS {
            assert!(!line.starts_with(fault), "{input}\n{output}");
        }
        answered += usize::from(["bestmove", "checkmate"].contains(&word));
    }
    assert!(if quits { answered <= asked } else { answered == asked }, "{input}\n{output}");
}

/// True for a line that would replace one of [`LIMITS`].
fn sets_limit(line: &str) -> bool {
    let mut words = line.split_whitespace();
    words.next() == Some("setoption")
        && words.nth(1).is_some_and(|name| {
            let is = |limit: &&str| limit.eq_ignore_ascii_case(name);
            ["USI_Hash", "Threads", "NodesLimit"].iter().any(is)
        })
}
