//! Moves on every board: what is read is written so that it reads the same.

#![no_main]

mod support;

use libfuzzer_sys::fuzz_target;
use support::{check, game_and_text};
use tsume::notation::usi;

fuzz_target!(|data: &[u8]| {
    let Some((rules, text)) = game_and_text(data) else { return };
    match usi::parse(rules, text) {
        Err(error) => check(text, &error),
        Ok(m) => assert_eq!(usi::parse(rules, &usi::write(rules, m)), Ok(m)),
    }
});
