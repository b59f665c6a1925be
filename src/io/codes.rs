//! Every error code with its explanation; `tsume explain` prints them.

/// Code and a short explanation, sorted by code.
pub const CODES: [(&str, &str); 0] = [];

/// The explanation of a code, in any case.
pub fn explain(code: &str) -> Option<&'static str> {
    CODES.iter().find(|(known, _)| known.eq_ignore_ascii_case(code)).map(|(_, text)| *text)
}
