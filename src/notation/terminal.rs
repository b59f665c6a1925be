//! Draws a position for a terminal.
//!
//! ```text
//! white: 飛2 角2 金3
//!    5  4  3  2  1
//! +----------------+
//! | ・ ・ ・ ・v玉 | a
//! | ・ ・ ・ 歩 ・ | b
//! ```
//!
//! If all pieces of the game have one-character names, the board shows those, else ids. `v` marks
//! White's pieces. Japanese characters are two columns wide.

use super::diagram::token_of;
use super::names::{character, has_characters};
use crate::position::{Hand, Piece, Position};
use crate::rules::{Royalty, Rules, Side, Square};
use std::fmt::Write;
use unicode_width::UnicodeWidthStr;

/// How a board is shown.
#[derive(Clone, Copy, Debug, Default)]
pub struct BoardStyle {
    /// True for ANSI escapes: royals bold, promoted pieces red, `last` reversed. Default: false.
    pub color: bool,
    /// The last square of the last move, to highlight it. Default: `None`.
    pub last: Option<Square>,
}

/// Draws the board with labels, the hands if the game has drops, the side to move, and the memories
/// of the position. Lines end with a line feed and have no trailing spaces.
pub fn show(rules: &Rules, position: &Position, look: BoardStyle) -> String {
    let pieces = Pieces { rules, kanji: has_characters(rules), look };
    let files = usize::from(rules.board.files);
    let cells: Vec<String> =
        rules.board.iter().map(|square| pieces.cell(position.at(square))).collect();
    let labels: Vec<String> = (1..=files).map(|file| file.to_string()).collect();
    // A space stands between the cells; the mark of White's one-character names takes its place.
    let names =
        cells.iter().map(|cell| if pieces.kanji { cell.trim_start_matches('v') } else { cell });
    let width = names.chain(labels.iter().map(String::as_str)).map(UnicodeWidthStr::width).max();
    let width = width.unwrap_or(1);
    let mut out = String::new();
    pieces.hand(&mut out, Side::White, position.hands[Side::White.index()]);
    let mut header = String::from(" ");
    for label in labels.iter().rev() {
        let _ = write!(header, " {label:>width$}");
    }
    let border = format!("+{}+\n", "-".repeat(files * (width + 1) + 1));
    out.push_str(&header);
    out.push('\n');
    out.push_str(&border);
    for rank in 0..usize::from(rules.board.ranks) {
        out.push('|');
        for file in (0..files).rev() {
            let square = Square((rank * files + file) as u16);
            let cell = &cells[square.index()];
            out.push_str(&" ".repeat(1 + width - cell.width()));
            out.push_str(&pieces.colored(cell, square, position.at(square)));
        }
        let _ = writeln!(out, " | {}", char::from(b'a' + rank as u8));
    }
    out.push_str(&border);
    pieces.hand(&mut out, Side::Black, position.hands[Side::Black.index()]);
    state(&mut out, rules, position);
    out
}

struct Pieces<'a> {
    rules: &'a Rules,
    kanji: bool,
    look: BoardStyle,
}

impl Pieces<'_> {
    fn cell(&self, piece: Option<Piece>) -> String {
        match piece {
            None if self.kanji => "・".to_owned(),
            None => ".".to_owned(),
            Some(piece) => match character(self.rules, piece.kind()).filter(|_| self.kanji) {
                Some(c) if piece.side() == Side::White => format!("v{c}"),
                Some(c) => c.to_string(),
                None => token_of(self.rules, piece),
            },
        }
    }

    fn colored(&self, cell: &str, square: Square, piece: Option<Piece>) -> String {
        let mut codes = Vec::new();
        if self.look.color {
            if let Some(spec) = piece.map(|piece| self.rules.spec(piece.kind())) {
                if spec.royalty == Royalty::Royal {
                    codes.push("1");
                }
                if spec.is_promoted() {
                    codes.push("31");
                }
            }
            if self.look.last == Some(square) {
                codes.push("7");
            }
        }
        if codes.is_empty() {
            cell.to_owned()
        } else {
            format!("\x1b[{}m{cell}\x1b[0m", codes.join(";"))
        }
    }

    /// One line with what a side holds, if the game has drops.
    fn hand(&self, out: &mut String, side: Side, hand: Hand) {
        if !self.rules.has_drops() {
            return;
        }
        let mut held = Vec::new();
        for (lane, &kind) in self.rules.lanes.iter().enumerate() {
            let name = self.cell(Some(Piece::new(kind, Side::Black)));
            match hand.count(lane as u8) {
                0 => {}
                1 => held.push(name),
                count => held.push(format!("{name}{count}")),
            }
        }
        let held = if held.is_empty() { "nothing in hand".to_owned() } else { held.join(" ") };
        let _ = writeln!(out, "{}: {held}", name(side));
    }
}

fn name(side: Side) -> &'static str {
    match side {
        Side::Black => "black",
        Side::White => "white",
    }
}

/// The parts of a position that the board does not show, one line each.
fn state(out: &mut String, rules: &Rules, position: &Position) {
    let _ = writeln!(out, "{} to move", name(position.side));
    if let Some(square) = position.counter_strike {
        let square = rules.board.name(square);
        let _ = writeln!(out, "a lion was just captured on {square} by another piece");
    }
    if !position.deferred.is_empty() {
        let squares: Vec<String> =
            position.deferred.iter().map(|&square| rules.board.name(square).to_string()).collect();
        let _ = writeln!(out, "declined to promote: {}", squares.join(" "));
    }
    for side in Side::BOTH.into_iter().filter(|side| position.phantom[side.index()]) {
        let _ = writeln!(out, "{}'s king is off the board, out of reach", name(side));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::sfen;
    use crate::rules::builtin;

    fn shown(game: &str, sfen: &str, look: BoardStyle) -> String {
        let rules = builtin::rules(game, &[]).unwrap().unwrap();
        show(&rules, &sfen::parse(&rules, sfen).unwrap(), look)
    }

    #[test]
    fn small_games_are_drawn_with_characters() {
        let expected = "\
white: 角 金
   5  4  3  2  1
+----------------+
| ・ ・ ・ ・v玉 | a
| ・ ・ ・ と ・ | b
| ・ ・v龍 ・ ・ | c
| ・ ・ ・ ・ ・ | d
| ・ ・ ・ ・ ・ | e
+----------------+
black: 飛 歩2
black to move
black's king is off the board, out of reach
";
        assert_eq!(
            shown("minishogi", "4k/3+P1/2+r2/5/5 b R2Pgb 1", BoardStyle::default()),
            expected
        );
    }

    #[test]
    fn large_games_are_drawn_with_ids() {
        let text = "k11/12/12/12/12/12/12/12/12/12/5+[DE]6/9[ln]2 w - 7d ~1a ~12b";
        let shown = shown("chu", text, BoardStyle::default());
        let lines: Vec<&str> = shown.lines().collect();
        assert_eq!(lines[0], "   12  11  10   9   8   7   6   5   4   3   2   1");
        assert_eq!(lines[2], "|  vK   .   .   .   .   .   .   .   .   .   .   . | a");
        assert_eq!(lines[12], "|   .   .   .   .   . +DE   .   .   .   .   .   . | k");
        assert_eq!(lines[13], "|   .   .   .   .   .   .   .   .   . vLn   .   . | l");
        let state = ["white to move", "a lion was just captured on 7d by another piece"];
        assert_eq!(lines[15..17], state);
        assert_eq!(lines[17..], ["declined to promote: 1a 12b"]);
    }

    #[test]
    fn every_line_of_a_board_is_equally_wide() {
        for (game, _) in builtin::VARIANTS {
            let rules = builtin::rules(game, &[]).unwrap().unwrap();
            let shown = shown(game, &rules.start, BoardStyle::default());
            let widths: Vec<usize> = shown
                .lines()
                .filter(|line| line.starts_with('|'))
                .map(|line| line.width())
                .collect();
            assert_eq!(widths.len(), usize::from(rules.board.ranks));
            assert!(widths.iter().all(|width| *width == widths[0]), "{shown}");
            assert!(shown.lines().all(|line| line == line.trim_end()), "{shown}");
        }
    }

    #[test]
    fn color_changes_nothing_but_color() {
        let text = "4k/3+P1/2+r2/5/5 b R2Pgb 1";
        let look = BoardStyle { color: true, last: Some(Square(1)) };
        let colored = shown("minishogi", text, look);
        assert!(colored.contains("\x1b[1mv玉\x1b[0m"));
        assert!(colored.contains("\x1b[31mv龍\x1b[0m"));
        assert!(!colored.contains("\x1b[31;7mと"));
        let look = BoardStyle { color: true, last: Some(Square(6)) };
        assert!(shown("minishogi", text, look).contains("\x1b[31;7mと\x1b[0m"));
        let mut plain = String::new();
        for (i, part) in colored.split('\x1b').enumerate() {
            plain.push_str(if i == 0 { part } else { part.split_once('m').unwrap().1 });
        }
        assert_eq!(plain, shown("minishogi", text, BoardStyle::default()));
    }
}
