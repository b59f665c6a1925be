//! What the targets share: the first byte of the input chooses the game, the rest is text.

use std::sync::LazyLock;
use tsume::notation::NotationError;
use tsume::rules::{Rules, builtin};

static GAMES: LazyLock<Vec<Rules>> = LazyLock::new(|| {
    let rules = |name| builtin::rules(name, &[]).expect("built in").expect("well formed");
    builtin::VARIANTS.iter().map(|(name, _)| rules(name)).collect()
});

/// The game chosen by a digit from `0`, and the text after it.
pub fn game_and_text(data: &[u8]) -> Option<(&'static Rules, &str)> {
    let (first, rest) = data.split_first()?;
    let game = usize::from(first.wrapping_sub(b'0')) % GAMES.len();
    Some((&GAMES[game], std::str::from_utf8(rest).ok()?))
}

/// An error names a place in the text, between whole characters.
pub fn check_error(text: &str, error: &NotationError) {
    assert!(text.get(error.at.clone()).is_some(), "{text:?}: {error:?}");
}
