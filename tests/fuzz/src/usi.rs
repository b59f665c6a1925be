//! Moves on every board: what is read is written so that it reads the same.

use super::support::{check_error, game_and_text};
use tsume::notation::usi;

/// Checks one input.
pub fn check(data: &[u8]) {
    let Some((rules, text)) = game_and_text(data) else { return };
    match usi::parse(rules, text) {
        Err(error) => check_error(text, &error),
        Ok(m) => assert_eq!(usi::parse(rules, &usi::write(rules, m)), Ok(m)),
    }
}
