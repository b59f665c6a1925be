//! Words for errors of JSON texts.

use super::{Language, language, tr};
use serde_json::error::{Category, Error};

/// An error of a JSON text in words: in English serde's own with the place, in Japanese the kind of
/// the error.
///
/// ```
/// use tsume::messages::{Language, json_error, with_language};
///
/// let error = serde_json::from_str::<u8>("").unwrap_err();
/// assert_eq!(json_error(&error), "EOF while parsing a value at line 1 column 0");
/// let japanese = with_language(Language::Japanese, || json_error(&error));
/// assert_eq!(japanese, "途中で終わっています");
/// ```
pub fn json_error(error: &Error) -> String {
    let text = error.to_string();
    if language() == Language::English {
        return text;
    }
    let missing = text.strip_prefix("missing field `").and_then(|text| text.split('`').next());
    match (error.classify(), missing) {
        (_, Some(key)) => tr!(text_json_missing, key),
        (Category::Eof, _) => tr!(text_json_ends),
        (Category::Data, _) => tr!(text_json_value),
        _ => tr!(text_json_syntax),
    }
}

/// Like [`json_error`], without the place.
pub fn json_reason(error: &Error) -> String {
    let place = format!(" at line {} column {}", error.line(), error.column());
    let text = json_error(error);
    text.strip_suffix(&place).unwrap_or(&text).to_owned()
}
