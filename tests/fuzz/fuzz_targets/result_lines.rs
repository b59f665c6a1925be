//! Files of results: whatever the bytes are, every line is a result, the refusal of an input, or an error
//! with its place; and what a line claims can be looked at.

#![no_main]

use libfuzzer_sys::fuzz_target;
use std::io::Cursor;
use std::sync::LazyLock;
use tsume::io::results::claims;
use tsume::text::escape::{is_hidden, escape_line};
use tsume::io::results::result_lines::{ResultLine, LineStart, read_again, read_from};
use tsume::io::problems::rule_file::RuleLibrary;

static LIBRARY: LazyLock<RuleLibrary> = LazyLock::new(RuleLibrary::default);

fuzz_target!(|data: &[u8]| {
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
            Ok((_, ResultLine::InputError(_))) => {}
            Err(error) => {
                assert!(error.source.text.get(error.span.clone()).is_some(), "{error:?}");
                assert!(!escape_line(&error.to_string()).contains(is_hidden), "{error:?}");
                assert!(tsume::text::render(&error, false).contains(error.code));
            }
        }
    });
    if let Err(error) = done {
        assert!(tsume::text::render(&error, false).contains(error.code));
    }
});
