//! Every error code in use is explained, and no other.

use super::files;
use std::collections::BTreeSet;
use tsume::text::codes::{CODES, explain};

#[test]
fn table_of_error_codes_lists_exactly_the_codes_in_use() {
    let mut codes = BTreeSet::new();
    for file in files("src").iter().filter(|file| file.path != "text/codes.rs") {
        let quoted = file.text.split('"').filter(|word| {
            word.len() == 5 && word.starts_with('E') && word[1..].parse::<u16>().is_ok()
        });
        codes.extend(quoted.map(str::to_owned));
    }
    assert_eq!(codes.iter().map(String::as_str).collect::<Vec<_>>(), CODES);
    assert!(CODES.iter().all(|code| explain(code).is_some()));
}

#[test]
fn error_codes_are_found_in_any_case() {
    assert!(explain("e0203").is_some() && explain("E9999").is_none());
}
