//! Texts of the page.

use serde_json::{Value, json};

/// Answer to `texts`.
pub(super) fn texts() -> Value {
    json!({})
}
