//! Files read as streams: whatever the bytes are, reading ends, every error has a place, and what is escaped for
//! terminals has nothing in it that acts on them.

#![no_main]

use libfuzzer_sys::fuzz_target;
use std::convert::Infallible;
use tsume::io::choose::At;
use tsume::io::formats::Document;
use tsume::io::plain::{is_hidden, plain};
use tsume::io::problems::{Context, Item};
use tsume::io::{sfen_list, stream};

fuzz_target!(|data: &[u8]| {
    let at = match data.first() {
        Some(b'a'..=b'm') => At::Every,
        Some(b'n'..=b'z') => At::End,
        _ => At::Stated,
    };
    let context = Context { at, fill_hand: data.len() % 2 == 0, ..Context::default() };
    let mut sink = |document: Document| -> Result<(), Infallible> {
        let Item::Broken { errors, .. } = document.item else { return Ok(()) };
        assert!(!errors.is_empty());
        for error in errors {
            assert!(error.source.text.get(error.span.clone()).is_some(), "{error:?}");
            assert!(!plain(&error.to_string()).contains(is_hidden), "{error:?}");
        }
        Ok(())
    };
    assert!(sfen_list::stream("fuzz", data, &context, &mut sink).is_ok());
    assert!(stream::divided("fuzz", data, &context, &mut sink).is_ok());
});
