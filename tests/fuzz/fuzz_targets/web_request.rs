#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tsume_fuzz::web_request::check(data));
