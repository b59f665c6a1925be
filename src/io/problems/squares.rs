//! Byte ranges of squares in the text of a position.

use crate::notation::drawing;
use crate::rules::{Board, Rules, Square};
use std::ops::Range;

/// Bytes of an SFEN position that hold the piece on a square, or the number that counts the square
/// as empty. `None` if the text is not a position.
pub fn in_sfen(board: Board, text: &str, square: Square) -> Option<Range<usize>> {
    let text = &*text.replace('_', " ");
    let field = text.split_whitespace().find(|word| !matches!(*word, "position" | "sfen"))?;
    let rank = field.split('/').nth(usize::try_from(board.rank(square)).ok()?)?;
    let mut at = rank.as_ptr() as usize - text.as_ptr() as usize;
    let mut wanted = i32::from(board.files) - 1 - board.file(square);
    let mut rest = rank;
    while !rest.is_empty() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (len, squares) = if digits > 0 {
            (digits, rest[..digits].parse().ok()?)
        } else {
            let plus = usize::from(rest.starts_with('+'));
            let body = &rest[plus..];
            let len = match body.starts_with('[') {
                true => body.find(']')? + 1,
                false => {
                    let letter = body.chars().next()?.len_utf8();
                    // XBoard's marks.
                    letter + usize::from(body[letter..].starts_with(['\'', '!']))
                }
            };
            (plus + len, 1)
        };
        if wanted < squares {
            return Some(at..at + len);
        }
        wanted -= squares;
        at += len;
        rest = &rest[len..];
    }
    None
}

/// Like [`in_sfen`], for a drawing whose top left square is `corner`.
pub fn in_drawing(
    rules: &Rules,
    text: &str,
    corner: Square,
    square: Square,
) -> Option<Range<usize>> {
    let board = rules.board;
    let mut rows = drawing::divide(rules, text).rows;
    let is_header =
        |row: &Vec<Range<usize>>| row.iter().all(|at| drawing::is_number(&text[at.clone()]));
    if rows.first().is_some_and(is_header) {
        rows.remove(0);
    }
    let row = usize::try_from(board.rank(square) - board.rank(corner)).ok()?;
    let mut cells = std::mem::take(rows.get_mut(row)?);
    let is_label = |at: &Range<usize>| drawing::rank_label(&text[at.clone()]).is_some();
    if cells.first().is_some_and(is_label) {
        cells.remove(0);
    }
    let column = usize::try_from(board.file(corner) - board.file(square)).ok()?;
    cells.get(column).filter(|at| !is_label(at)).cloned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{diagram, sfen};
    use crate::rules::builtin;

    #[test]
    fn every_piece_of_every_game_is_found_in_both_texts() {
        for (name, _) in builtin::VARIANTS {
            let rules = builtin::rules(name, &[]).unwrap().unwrap();
            let board = rules.board;
            let position = sfen::parse(&rules, &rules.start).unwrap();
            let drawing = diagram::draw(&rules, &position);
            let corner = Square(u16::from(board.files) - 1);
            let spaced = format!(" sfen  {}", rules.start);
            for square in board.iter() {
                let of = |text: &str, at: Option<Range<usize>>| text[at.unwrap()].to_owned();
                let drawn = of(&drawing, in_drawing(&rules, &drawing, corner, square));
                let written = of(&rules.start, in_sfen(board, &rules.start, square));
                assert_eq!(of(&spaced, in_sfen(board, &spaced, square)), written);
                match position.at(square) {
                    Some(piece) => {
                        assert_eq!(written, sfen::piece_text(&rules, piece));
                        assert_eq!(drawn, diagram::token_of(&rules, piece));
                    }
                    None => {
                        assert!(written.parse::<u8>().is_ok());
                        assert_eq!(drawn, ".");
                    }
                }
            }
        }
    }

    #[test]
    fn labels_are_no_squares() {
        let rules = builtin::rules("shogi", &[]).unwrap().unwrap();
        let board = rules.board;
        let text = "3 2 1\na . . vK\nb . G +P b\n";
        let corner = board.square(2, 0).unwrap();
        let at = |file, rank| {
            let square = board.square(file - 1, rank).unwrap();
            in_drawing(&rules, text, corner, square).map(|at| &text[at])
        };
        assert_eq!(
            [at(3, 0), at(1, 0), at(2, 1), at(1, 1)].map(Option::unwrap),
            [".", "vK", "G", "+P"]
        );
        assert_eq!([at(4, 0), at(1, 2), at(3, 5)], [None; 3]);
        let marked = "c'1k!+p'4";
        let found = |file| in_sfen(board, marked, board.square(file - 1, 0)?).map(|at| &marked[at]);
        assert_eq!([9, 8, 7, 6, 5].map(found), ["c'", "1", "k!", "+p'", "4"].map(Some));
        assert_eq!(in_sfen(board, "9/9", board.square(0, 5).unwrap()), None);
        assert_eq!(in_sfen(board, "", board.square(0, 0).unwrap()), None);
    }
}
