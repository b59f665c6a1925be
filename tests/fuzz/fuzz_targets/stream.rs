//! Files read as streams: whatever the bytes are, reading ends, every error has a place, what is escaped for
//! terminals has nothing in it that acts on them, and a file that is divided holds no other problems than
//! the whole one.

#![no_main]

use libfuzzer_sys::fuzz_target;
use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::LazyLock;
use tsume::io::problems::At;
use tsume::io::problems::rule_file::Library;
use tsume::io::problems::Document;
use tsume::text::escape::{escape_line, is_hidden};
use tsume::io::problems::{Context, Item, read_bytes, sfen_list, stream};
use tsume::notation::sfen;

static LIBRARY: LazyLock<Library> = LazyLock::new(Library::default);

fuzz_target!(|data: &[u8]| {
    let at = match data.first() {
        Some(b'a'..=b'm') => At::Every,
        Some(b'n'..=b'z') => At::End,
        _ => At::Stated,
    };
    let context = Context { at, fill_hand: data.len() % 2 == 0, library: LIBRARY.clone(), ..Context::default() };
    let mut problems = Vec::new();
    let mut sink = |document: Document| -> Result<(), Infallible> {
        let errors = match document.item {
            Item::Broken { errors, .. } => errors,
            Item::Problem(entry) => {
                problems.push(meaning(&entry));
                return Ok(());
            }
        };
        assert!(!errors.is_empty());
        for error in errors {
            assert!(error.source.text.get(error.span.clone()).is_some(), "{error:?}");
            assert!(!escape_line(&error.to_string()).contains(is_hidden), "{error:?}");
        }
        Ok(())
    };
    assert!(sfen_list::stream("fuzz", data, &context, &mut sink).is_ok());
    assert!(stream::divided("fuzz", data, &context, &mut sink).is_ok());
    let context = Context { library: LIBRARY.clone(), ..Context::default() };
    for chunk in [64, 300, 1000] {
        problems.clear();
        let mut sink = |document: Document| -> Result<(), Infallible> {
            if let Item::Problem(entry) = document.item {
                problems.push(meaning(&entry));
            }
            Ok(())
        };
        assert!(stream::divided_by(chunk, "fuzz.yaml", data, &context, &mut sink).is_ok());
        let whole: HashMap<_, _> = read_bytes("fuzz.yaml", data.to_vec(), &context)
            .into_iter()
            .filter_map(|item| match item {
                Item::Problem(entry) => Some(meaning(&entry)),
                Item::Broken { .. } => None,
            })
            .collect();
        for (id, problem) in &problems {
            if let Some(other) = whole.get(id) {
                assert_eq!(problem, other, "{id} in parts of {chunk}");
            }
        }
    }
});

/// A problem's id, and its game and position.
fn meaning(entry: &tsume::io::problems::Entry) -> (String, (String, String)) {
    let rules = entry.problem.rules();
    let position = sfen::write(rules, entry.problem.position());
    (entry.id.clone(), (entry.variant.clone(), position))
}
