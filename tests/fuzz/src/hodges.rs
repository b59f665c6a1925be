//! Moves for people: the first line is a position, the second a move in it.

use super::support::{check_error, game_and_text};
use tsume::notation::{hodges, japanese, sfen};
use tsume::referee::{attacks, legal_moves};

/// The referee is slow where many pieces stand.
const MOST_PIECES: usize = 40;

/// Checks one input.
pub fn check(data: &[u8]) {
    let Some((rules, text)) = game_and_text(data) else { return };
    let Some((position, text)) = text.split_once('\n') else { return };
    let Ok(position) = sfen::parse(rules, position) else { return };
    if position.pieces().count() > MOST_PIECES {
        return;
    }
    let legal = legal_moves(rules, &position);
    match hodges::read(rules, &position, &legal, text) {
        Err(error) => check_error(text, &error),
        Ok(m) => {
            assert!(legal.contains(&m));
            let text = hodges::write(rules, &position, &legal, m);
            assert_eq!(hodges::read(rules, &position, &legal, &text), Ok(m), "{text}");
            let goes = |from| attacks::can_capture(rules, &position, from, m.to());
            japanese::write(rules, &position, &legal, m, position.counter_strike, goes);
        }
    }
}
