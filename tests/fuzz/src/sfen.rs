//! Positions of every game: what is read is written so that it reads the same, in every form.

use super::support::{check_error, game_and_text};
use tsume::notation::terminal::{self, BoardStyle};
use tsume::notation::{diagram, hands, sfen};

/// Checks one input.
pub fn check(data: &[u8]) {
    let Some((rules, text)) = game_and_text(data) else { return };
    match sfen::parse(rules, text) {
        Err(error) => check_error(text, &error),
        Ok(position) => {
            assert_eq!(sfen::parse(rules, &sfen::write(rules, &position)), Ok(position.clone()));
            let drawing = diagram::draw(rules, &position);
            assert_eq!(diagram::read(rules, &drawing, None).unwrap().board, position.board);
            for hand in position.hands {
                assert_eq!(hands::read(rules, &hands::write(rules, hand)), Ok(hand));
                hands::rest(rules, &position.board, hand);
            }
            terminal::show(
                rules,
                &position,
                BoardStyle { color: true, last: position.counter_strike },
            );
        }
    }
}
