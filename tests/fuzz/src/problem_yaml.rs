//! Problem files and position lists: whatever the bytes are, there are items, and every error has a
//! place.

use std::sync::LazyLock;
use tsume::io::problems::rule_file::RuleLibrary;
use tsume::io::problems::{LoadResult, ReadOptions, read_bytes};

static LIBRARY: LazyLock<RuleLibrary> = LazyLock::new(RuleLibrary::default);

/// Checks one input.
pub fn check(data: &[u8]) {
    let context = ReadOptions { library: LIBRARY.clone(), ..ReadOptions::default() };
    for name in ["fuzz.yaml", "fuzz.sfen"] {
        let items = read_bytes(name, data.to_vec(), &context);
        assert!(!items.is_empty());
        for item in items {
            let LoadResult::Broken { errors, .. } = item else { continue };
            assert!(!errors.is_empty());
            for error in errors {
                let spans = error.also.iter().map(|(span, _)| span).chain([&error.span]);
                for span in spans {
                    assert!(error.source.text.get(span.clone()).is_some(), "{error:?}");
                }
                assert!(tsume::text::render(&error, false).contains(error.code));
            }
        }
    }
}
