//! Files of other programs: whatever the bytes are, there are items, every error has a place, and
//! what is read is written and read again.

use std::sync::LazyLock;
use tsume::io::formats::kif;
use tsume::io::problems::PositionChoice;
use tsume::io::problems::rule_file::RuleLibrary;
use tsume::io::problems::{LoadResult, ReadOptions, read_documents};
use tsume::referee::ObjectionKind;

static LIBRARY: LazyLock<RuleLibrary> = LazyLock::new(RuleLibrary::default);

/// Checks one input.
pub fn check(data: &[u8]) {
    let context = ReadOptions {
        allow: ObjectionKind::ALL.to_vec(),
        at: PositionChoice::Start,
        library: LIBRARY.clone(),
        ..ReadOptions::default()
    };
    for name in ["fuzz.kif", "fuzz.ki2", "fuzz.bod", "fuzz.csa", "fuzz.jkf"] {
        let documents = read_documents(name, data.to_vec(), &context);
        assert!(!documents.is_empty());
        for document in documents {
            if let LoadResult::Broken { errors, .. } = document.item {
                assert!(!errors.is_empty());
                for error in errors {
                    assert!(error.source.text.get(error.span.clone()).is_some(), "{error:?}");
                    assert!(tsume::text::render(&error, false).contains(error.code));
                }
                continue;
            }
            let (LoadResult::Problem(entry), Some(record)) = (document.item, document.record)
            else {
                continue;
            };
            let text = kif::write(entry.problem.rules(), &record);
            let again = read_documents("fuzz.kifu", text.clone().into_bytes(), &context);
            let again = again.into_iter().find_map(|document| document.record);
            assert_eq!(again.map(|record| record.position), Some(record.position), "{text}");
        }
    }
}
