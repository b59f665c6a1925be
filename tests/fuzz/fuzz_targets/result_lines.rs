//! Lines of results: a line, or why it is none.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tsume::io::result_lines::Line;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    for line in text.lines() {
        let _ = Line::parse(line);
    }
});
