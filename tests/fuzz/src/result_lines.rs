//! Files of results: whatever the bytes are, every line is a result, the refusal of an input, or an
//! error with its place; and what a line claims can be looked at.

use std::io::Cursor;
use std::ops::ControlFlow;
use std::sync::LazyLock;
use tsume::io::problems::rule_file::RuleLibrary;
use tsume::io::results::claims;
use tsume::io::results::result_lines::{LineStart, ResultLine, read_again, read_from};
use tsume::text::escape::{escape_line, is_hidden};

static LIBRARY: LazyLock<RuleLibrary> = LazyLock::new(RuleLibrary::default);

/// Checks one input.
pub fn check(data: &[u8]) {
    let mut last = 0;
    let done = read_from("fuzz", data, |LineStart { number, offset }, line| {
        assert!(number > last);
        last = number;
        let again = read_again(Cursor::new(data), offset);
        assert_eq!(again.is_some(), line.is_ok());
        match line {
            Ok((_, ResultLine::Result(outcome, _))) => {
                if let Ok(Some(problem)) = claims::problem(&LIBRARY, &outcome) {
                    let _ = claims::fault(&problem, &outcome);
                }
            }
            Ok((_, ResultLine::InputError(_) | ResultLine::Verification(_))) => {}
            Err(error) => {
                assert!(error.source.text.get(error.span.clone()).is_some(), "{error:?}");
                assert!(!escape_line(&error.to_string()).contains(is_hidden), "{error:?}");
                assert!(tsume::text::render(&error, false).contains(error.code));
            }
        }
        ControlFlow::Continue(())
    });
    if let Err(error) = done {
        assert!(tsume::text::render(&error, false).contains(error.code));
    }
}
