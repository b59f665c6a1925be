//! Files read as streams: whatever the bytes are, reading ends, every error has a place, what is
//! escaped for terminals has nothing in it that acts on them, and a file that is divided holds no
//! other problems than the whole one.

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::LazyLock;
use tsume::io::problems::LoadedDocument;
use tsume::io::problems::PositionChoice;
use tsume::io::problems::rule_file::RuleLibrary;
use tsume::io::problems::{LoadResult, ReadOptions, divided, read_bytes, sfen_list};
use tsume::notation::sfen;
use tsume::text::escape::{escape_line, is_hidden};

static LIBRARY: LazyLock<RuleLibrary> = LazyLock::new(RuleLibrary::default);

/// Checks one input.
pub fn check(data: &[u8]) {
    let at = match data.first() {
        Some(b'a'..=b'm') => PositionChoice::Every,
        Some(b'n'..=b'z') => PositionChoice::End,
        _ => PositionChoice::Stated,
    };
    let context = ReadOptions {
        at,
        fill_hand: data.len() % 2 == 0,
        library: LIBRARY.clone(),
        ..ReadOptions::default()
    };
    let mut problems = Vec::new();
    let mut sink = |document: LoadedDocument| -> Result<(), Infallible> {
        let errors = match document.item {
            LoadResult::Broken { errors, .. } => errors,
            LoadResult::Problem(entry) => {
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
    assert!(divided::read("fuzz", data, &context, &mut sink).is_ok());
    let context = ReadOptions { library: LIBRARY.clone(), ..ReadOptions::default() };
    for chunk in [64, 300, 1000] {
        problems.clear();
        let mut sink = |document: LoadedDocument| -> Result<(), Infallible> {
            if let LoadResult::Problem(entry) = document.item {
                problems.push(meaning(&entry));
            }
            Ok(())
        };
        assert!(divided::read_in_parts(chunk, "fuzz.yaml", data, &context, &mut sink).is_ok());
        let whole: HashMap<_, _> = read_bytes("fuzz.yaml", data.to_vec(), &context)
            .into_iter()
            .filter_map(|item| match item {
                LoadResult::Problem(entry) => Some(meaning(&entry)),
                LoadResult::Broken { .. } => None,
            })
            .collect();
        for (id, problem) in &problems {
            if let Some(other) = whole.get(id) {
                assert_eq!(problem, other, "{id} in parts of {chunk}");
            }
        }
    }
}

/// A problem's id, and its game and position.
fn meaning(entry: &tsume::io::problems::LoadedProblem) -> (String, (String, String)) {
    let rules = entry.problem.rules();
    let position = sfen::write(rules, entry.problem.position());
    (entry.id.clone(), (entry.variant.clone(), position))
}
