//! Positions that a problem draws under `board`.

use super::fill_hand;
use super::setup::{ParsedPosition, SetupBuilder};
use crate::messages::tr;
use crate::notation::diagram::{self, DrawnPosition};
use crate::notation::hands;
use crate::position::{Hand, Piece, Position};
use crate::rules::{Rules, Side};
use crate::text::{DocumentError, PathStep};
use std::ops::Range;

/// Text of a hand, and its place.
#[derive(Clone)]
struct HandText<'t> {
    text: &'t str,
    /// The value that has the text.
    path: Vec<PathStep>,
    /// Bytes of the value before the text.
    start: usize,
}

impl<'a> SetupBuilder<'a> {
    /// Reads a drawing, with the hands and the side to move if it says them.
    pub(super) fn drawing(
        &mut self,
        rules: &Rules,
        text: &'a str,
        attacker: Option<Side>,
        turn: Option<Side>,
    ) -> Option<ParsedPosition> {
        let top_left = rules.board.square(i32::from(rules.board.files) - 1, 0);
        let given = self.pick("corner", |s| &s.corner);
        let given = given.map(|(name, path)| {
            diagram::read_corner(rules, name).map_err(|error| self.notation(path, error))
        });
        // A drawing with an invalid corner is read at a place where it fits.
        let misplaced = given == Some(Err(()));
        let corner = given.and_then(|corner| corner.ok().or(top_left));
        let mut texts = self.written_hands();
        let drawn = match diagram::read(rules, text, corner) {
            Ok(drawn) => drawn,
            Err(errors) => {
                // Labels depend on the place of the drawing.
                for error in errors.into_iter().filter(|e| !misplaced || e.code != "E0325") {
                    self.notation(self.own("board"), error);
                }
                // The hands are checked all the same.
                let attacking = attacker.or(turn).unwrap_or(Side::Black);
                self.add_drawn_hands(&mut texts, text, diagram::hands(rules, text));
                let _ = self.hands(rules, &vec![None; rules.board.squares()], &texts, attacking);
                return None;
            }
        };
        let turn = self.turn(turn, &drawn);
        let attacking = attacker.or(turn).unwrap_or(Side::Black);
        self.add_drawn_hands(&mut texts, text, drawn.hands);
        let mut position = Position::empty(rules.board, turn.unwrap_or(attacking));
        position.hands = self.hands(rules, &drawn.board, &texts, attacking)?;
        position.board = drawn.board;
        position.counter_strike = drawn.counter_strike;
        position.deferred = drawn.deferred;
        if self.call.options.fill_hand {
            fill_hand::fill(rules, &mut position, Some(attacking));
        }
        position.infer_phantoms(rules);
        let corner = corner.or(top_left).filter(|_| !misplaced)?;
        Some(ParsedPosition { position, drawn: Some(corner), moves: Vec::new() })
    }

    /// The side to move: that of the key `turn`, or else that of the drawing.
    fn turn(&mut self, turn: Option<Side>, drawn: &DrawnPosition) -> Option<Side> {
        if self.call.section.turn.is_none() {
            return drawn.turn.or(turn);
        }
        if turn.is_some() && drawn.turn.is_some() && drawn.turn != turn {
            let error = DocumentError::new("E0210", self.own("turn"), tr!(problems_turn_differs));
            self.complain(error.help(tr!(formats_remove_one)));
        }
        turn
    }

    /// The hands under `hand`, by side.
    fn written_hands(&self) -> [Option<HandText<'a>>; 2] {
        let Some((hands, path)) = self.pick("hand", |s| &s.hand) else { return [None, None] };
        [("black", &hands.black), ("white", &hands.white)].map(|(key, text)| {
            let path = [path.as_slice(), &[key.into()]].concat();
            text.as_deref().map(|text| HandText { text, path, start: 0 })
        })
    }

    /// Adds the hands of a drawing, which go before those of `defaults`.
    fn add_drawn_hands(
        &mut self,
        texts: &mut [Option<HandText<'a>>; 2],
        text: &'a str,
        drawn: [Option<Range<usize>>; 2],
    ) {
        for (side, at) in Side::BOTH.into_iter().zip(drawn) {
            let Some(at) = at else { continue };
            let written = &mut texts[side.index()];
            if let Some(twice) = written.as_ref().filter(|_| self.call.section.hand.is_some()) {
                let error =
                    DocumentError::new("E0210", twice.path.clone(), tr!(problems_hand_drawn_too));
                self.complain(error.help(tr!(formats_remove_one)));
                continue;
            }
            let (path, start) = (self.own("board"), at.start);
            *written = Some(HandText { text: &text[at], path, start });
        }
    }

    /// Reads the hands. The attacker's is empty by default, and the other side holds the rest.
    fn hands(
        &mut self,
        rules: &Rules,
        board: &[Option<Piece>],
        texts: &[Option<HandText<'a>>; 2],
        attacker: Side,
    ) -> Option<[Hand; 2]> {
        let mut read = [None; 2];
        let mut good = true;
        for side in Side::BOTH {
            let Some(HandText { text, path, start }) = &texts[side.index()] else {
                read[side.index()] = (side == attacker).then_some(Hand::EMPTY);
                continue;
            };
            if hands::is_rest(text) {
                continue;
            }
            match hands::read(rules, text) {
                Ok(hand) => read[side.index()] = Some(hand),
                Err(mut error) => {
                    error.at = start + error.at.start..start + error.at.end;
                    self.notation(path.clone(), error);
                    good = false;
                }
            }
        }
        match read {
            _ if !good => None,
            [Some(black), Some(white)] => Some([black, white]),
            [Some(black), None] => Some([black, hands::rest(rules, board, black)]),
            [None, Some(white)] => Some([hands::rest(rules, board, white), white]),
            [None, None] => {
                let given = self.pick("hand", |s| &s.hand);
                let path = given.map_or_else(|| self.own("board"), |(_, path)| path);
                let error = DocumentError::new("E0210", path, tr!(problems_both_rest));
                self.complain(error.help(tr!(problems_both_rest_help)));
                None
            }
        }
    }
}
