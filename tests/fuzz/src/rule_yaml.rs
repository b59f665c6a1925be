//! Rule files: rules, or errors with places.

use tsume::io::problems::rule_file::read_text;
use tsume::notation::sfen;

/// Checks one input.
pub fn check(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match read_text("fuzz.yaml", text) {
        Ok(rules) => assert!(sfen::parse(&rules, &rules.start).is_ok()),
        Err(errors) => {
            assert!(!errors.is_empty());
            for error in errors {
                assert!(error.source.text.get(error.span.clone()).is_some(), "{error:?}");
                assert!(tsume::text::render(&error, false).contains(error.code));
            }
        }
    }
}
