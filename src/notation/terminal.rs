//! Draws a position for a terminal.
//!
//! ```text
//! white: 飛2 角2 金3             後手の持駒：飛二 角二 金三
//!    5  4  3  2  1                 ５ ４ ３ ２ １
//! +----------------+             +---------------+
//! | ・ ・ ・ ・v玉 | a           | ・ ・ ・ ・v玉|一
//! | ・ ・ ・ 歩 ・ | b           | ・ ・ ・ 歩 ・|二
//! ```
//!
//! In English, the board shows one-character names if all pieces of the game have one, else ids. In
//! Japanese it has the form of BOD, in every game; pieces of the large games have two characters.
//! `v` marks White's pieces. Japanese characters are two columns wide.

use super::diagram::token_of;
use super::kanji::{full_width_number, japanese_number, square_name};
use super::names::{character, has_characters, on_board};
use crate::messages::{Language, language, tr};
use crate::position::{Hand, Piece, Position};
use crate::rules::{Kind, Royalty, Rules, Side, Square};
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
    let drawing = Drawing::new(rules, look);
    let files = usize::from(rules.board.files);
    let cells: Vec<String> =
        rules.board.iter().map(|square| drawing.cell(position.at(square))).collect();
    let labels: Vec<String> = (1..=files as u32).map(|file| drawing.file(file)).collect();
    // A space stands between the cells; the mark of White's Japanese names takes its place.
    let names = cells.iter().map(|cell| match drawing.names {
        BoardNames::Ids => cell.as_str(),
        _ => cell.trim_start_matches('v'),
    });
    let width = names.chain(labels.iter().map(String::as_str)).map(UnicodeWidthStr::width).max();
    let width = width.unwrap_or(1);
    let mut out = String::new();
    drawing.hand(&mut out, Side::White, position.hands[Side::White.index()]);
    let mut header = String::from(" ");
    for label in labels.iter().rev() {
        header.push_str(&drawing.placed(label, label.width(), width, Align::Center));
    }
    let frame_columns = files * (width + 1) + drawing.margin.len();
    let border = format!("+{}+\n", "-".repeat(frame_columns));
    // The first line of a board that is pasted into YAML must not be indented.
    if drawing.language == Language::Japanese && !rules.has_drops() && header.starts_with("  ") {
        header.replace_range(..2, "　");
    }
    out.push_str(header.trim_end());
    out.push('\n');
    out.push_str(&border);
    for rank in 0..usize::from(rules.board.ranks) {
        out.push('|');
        for file in (0..files).rev() {
            let square = Square((rank * files + file) as u16);
            let (cell, piece) = (&cells[square.index()], position.at(square));
            let align = if piece.is_some() { Align::Right } else { Align::Center };
            let colored = drawing.colored(cell, square, piece);
            out.push_str(&drawing.placed(&colored, cell.width(), width, align));
        }
        let _ = writeln!(out, "{0}|{0}{1}", drawing.margin, drawing.rank(rank));
    }
    out.push_str(&border);
    drawing.hand(&mut out, Side::Black, position.hands[Side::Black.index()]);
    drawing.state(&mut out, position);
    out
}

/// Names of pieces on a board.
#[derive(Clone, Copy, PartialEq, Eq)]
enum BoardNames {
    /// One Japanese character.
    Characters,
    /// Japanese names of the large games.
    Words,
    /// Ids of the rule file.
    Ids,
}

/// Place of a text in a cell.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Align {
    Right,
    /// In the middle of a cell of Japanese, at the right of others.
    Center,
}

struct Drawing<'a> {
    rules: &'a Rules,
    look: BoardStyle,
    names: BoardNames,
    language: Language,
    /// Space on both sides of the frame at the right.
    margin: &'static str,
}

impl Drawing<'_> {
    fn new(rules: &Rules, look: BoardStyle) -> Drawing<'_> {
        let language = language();
        let has_words = || rules.iter().all(|(kind, _)| on_board(rules, kind).is_some());
        let names = if has_characters(rules) {
            BoardNames::Characters
        } else if language == Language::Japanese && has_words() {
            BoardNames::Words
        } else {
            BoardNames::Ids
        };
        let margin = if language == Language::Japanese { "" } else { " " };
        Drawing { rules, look, names, language, margin }
    }

    fn file(&self, file: u32) -> String {
        match (self.language, self.names) {
            (Language::English, _) | (_, BoardNames::Ids) => file.to_string(),
            (Language::Japanese, _) => full_width_number(file),
        }
    }

    fn rank(&self, rank: usize) -> String {
        match self.language {
            Language::English => char::from(b'a' + rank as u8).to_string(),
            Language::Japanese => japanese_number(rank as u32 + 1),
        }
    }

    fn square(&self, square: Square) -> String {
        match self.language {
            Language::English => self.rules.board.name(square).to_string(),
            Language::Japanese => square_name(self.rules, square),
        }
    }

    fn name(&self, kind: Kind) -> Option<String> {
        match self.names {
            BoardNames::Characters => character(self.rules, kind).map(String::from),
            BoardNames::Words => on_board(self.rules, kind),
            BoardNames::Ids => None,
        }
    }

    fn cell(&self, piece: Option<Piece>) -> String {
        match piece {
            None if self.names == BoardNames::Ids => ".".to_owned(),
            None => "・".to_owned(),
            Some(piece) => match self.name(piece.kind()) {
                Some(name) if piece.side() == Side::White => format!("v{name}"),
                Some(name) => name,
                None => token_of(self.rules, piece),
            },
        }
    }

    /// `text` of `columns` columns in a cell of `width` columns and the space before it.
    fn placed(&self, text: &str, columns: usize, width: usize, align: Align) -> String {
        let free = (1 + width).saturating_sub(columns);
        let after = match align {
            Align::Center if self.names == BoardNames::Words => (free.max(1) - 1) / 2,
            _ => 0,
        };
        format!("{}{text}{}", " ".repeat(free - after), " ".repeat(after))
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
            let count = hand.count(lane as u8);
            if count > 0 {
                let number = self.count(count);
                // Before an id, behind a Japanese name: so hands are read.
                let is_id = name.starts_with(|c: char| c.is_ascii());
                held.push(if is_id { number + &name } else { name + &number });
            }
        }
        let held = if held.is_empty() { tr!(show_board_empty_hand) } else { held.join(" ") };
        let _ = match side {
            Side::Black => writeln!(out, "{}", tr!(show_board_black_hand, held)),
            Side::White => writeln!(out, "{}", tr!(show_board_white_hand, held)),
        };
    }

    /// Number with the name of a piece in hand.
    fn count(&self, count: u8) -> String {
        match (count, self.language) {
            (1, _) => String::new(),
            (_, Language::Japanese) if self.names != BoardNames::Ids => {
                japanese_number(u32::from(count))
            }
            _ => count.to_string(),
        }
    }

    /// The parts of a position that the board does not show, one line each.
    fn state(&self, out: &mut String, position: &Position) {
        let mut line = |text: String| {
            out.push_str(&text);
            out.push('\n');
        };
        line(match position.side {
            Side::Black => tr!(show_board_black_to_move),
            Side::White => tr!(show_board_white_to_move),
        });
        if let Some(square) = position.counter_strike {
            line(tr!(show_board_lion_captured, square = self.square(square)));
        }
        if !position.deferred.is_empty() {
            let squares: Vec<String> =
                position.deferred.iter().map(|&square| self.square(square)).collect();
            line(tr!(show_board_declined, squares = squares.join(" ")));
        }
        for side in Side::BOTH.into_iter().filter(|side| position.phantom[side.index()]) {
            line(match side {
                Side::Black => tr!(show_board_black_king_away),
                Side::White => tr!(show_board_white_king_away),
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::with_language;
    use crate::notation::{diagram, sfen};
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
    fn japanese_boards_of_small_games_have_the_form_of_bod() {
        let expected = "\
後手の持駒：角 金
  ５ ４ ３ ２ １
+---------------+
| ・ ・ ・ ・v玉|一
| ・ ・ ・ と ・|二
| ・ ・v龍 ・ ・|三
| ・ ・ ・ ・ ・|四
| ・ ・ ・ ・ ・|五
+---------------+
先手の持駒：飛 歩二
先手番
先手の玉は盤上にありません
";
        let shown = with_language(Language::Japanese, || {
            shown("minishogi", "4k/3+P1/2+r2/5/5 b R2Pgb 1", BoardStyle::default())
        });
        assert_eq!(shown, expected);
    }

    #[test]
    fn japanese_boards_of_large_games_have_names_of_two_characters() {
        let text = "k11/12/12/12/12/12/12/12/12/12/5+[DE]6/9[ln]2 w - 7d ~1a ~12b";
        let shown = with_language(Language::Japanese, || shown("chu", text, BoardStyle::default()));
        let lines: Vec<&str> = shown.lines().collect();
        assert_eq!(lines[0], "　１２ １１ １０  ９   ８   ７   ６   ５   ４   ３   ２   １");
        assert_eq!(lines[2], "|v玉将  ・   ・   ・   ・   ・   ・   ・   ・   ・   ・   ・ |一");
        assert_eq!(lines[12], "|  ・   ・   ・   ・   ・  太子  ・   ・   ・   ・   ・   ・ |十一");
        assert_eq!(
            lines[15..],
            [
                "後手番",
                "直前に７四の獅子が獅子以外の駒に取られました",
                "成らなかった駒: １一 １２二"
            ]
        );
    }

    #[test]
    fn boards_in_japanese_are_read_back_in_every_game() {
        for (game, _) in builtin::VARIANTS {
            let rules = builtin::rules(game, &[]).unwrap().unwrap();
            let mut position = sfen::parse(&rules, &rules.start).unwrap();
            // Each kind somewhere, for each side.
            let kinds = rules.iter().flat_map(|(kind, _)| Side::BOTH.map(|side| (kind, side)));
            let squares = position.board.len();
            for (i, (kind, side)) in kinds.enumerate() {
                position.board[(i * 5) % squares] = Some(Piece::new(kind, side));
            }
            for language in [Language::English, Language::Japanese] {
                let shown =
                    with_language(language, || show(&rules, &position, BoardStyle::default()));
                let labels = shown.lines().position(|line| line.starts_with('+')).unwrap() - 1;
                let ranks = usize::from(rules.board.ranks);
                let drawing: Vec<&str> = shown.lines().skip(labels).take(ranks + 3).collect();
                let read = diagram::read(&rules, &drawing.join("\n"), None);
                assert_eq!(read.unwrap().board, position.board, "{shown}");
            }
        }
    }

    #[test]
    fn every_line_of_a_board_is_equally_wide() {
        let games = builtin::VARIANTS.iter().map(|(name, _)| *name);
        let languages = [Language::English, Language::Japanese];
        for (game, language) in games.flat_map(|game| languages.map(|language| (game, language))) {
            let rules = builtin::rules(game, &[]).unwrap().unwrap();
            let shown =
                with_language(language, || shown(game, &rules.start, BoardStyle::default()));
            let widths: Vec<usize> = shown
                .lines()
                .filter(|line| line.starts_with('|'))
                .map(|line| line.trim_end_matches(|c| c != '|').width())
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
