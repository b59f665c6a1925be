//! Moves as people write them, after George Hodges: `P-8g`, `Gx7h`, `P*5e`.
//!
//! ```text
//! Nx7d+   promotes (or is changed by contagion)
//! Nx7d=   could have promoted
//! G6i-5h  with its origin, since another gold could go there
//! Lnx3hx2i, +DKx3e-4d   takes on the way, and ends on the last square
//! Lnx!9d  takes without leaving its square (igui); `Lnx9d!` and `Lnx9d-8c` are read too
//! Ln!     passes; `Ln-8c`, from the square 8c, is read too
//! ```
//!
//! Captures on the way are written in the order in which they happen. The reader ignores the order,
//! except where it decides what the piece becomes (contagion by the last victim).
//!
//! Writer and reader need the legal moves, because the text has only what distinguishes a move from
//! the others.

use super::names::{instead_of, kinds_called};
use super::{NotationError, PromotionMark, declines, square_at, usi};
use crate::messages::{list, tr};
use crate::position::{Move, Position};
use crate::rules::{Kind, Rules, Square, describe};
use std::fmt::Write;

/// Largest number of legal moves that an error lists.
const MAX_LISTED_MOVES: usize = 6;

/// Writes a move of `position`, whose legal moves are `legal`. [`read`] reads it back. The text has
/// the origin only if another piece of the same kind could make the same move.
///
/// If no piece is on the origin, the text is that of USI.
pub fn write(rules: &Rules, position: &Position, legal: &[Move], m: Move) -> String {
    let Some(kind) = position.moving_kind(m) else { return usi::write(rules, m) };
    let move_text = MoveText::of(position, kind, m);
    let mut out = rules.spec(kind).id.clone();
    let same = |other: &Move| other.from() != m.from() && move_text.means(position, *other);
    if let Some(from) = m.from().filter(|_| legal.iter().any(same)) {
        let _ = write!(out, "{}", rules.board.name(from));
    }
    move_text.write_path(rules, &mut out);
    if m.changes() {
        out.push('+');
        out.extend(m.chosen().map(|kind| rules.spec(kind).id.as_str()));
    } else if declines(legal, m) {
        out.push('=');
    }
    out
}

/// Reads a move of `position`, whose legal moves are `legal`. Aliases of pieces are allowed, `mate`
/// or `#` may follow, and `+` is optional if promotion is forced.
///
/// # Errors
/// The first part that is not part of a move, with its place; or no legal move fits, or several do.
pub fn read(
    rules: &Rules,
    position: &Position,
    legal: &[Move],
    text: &str,
) -> Result<Move, NotationError> {
    let readings = parse(rules, text)?;
    let fitting: Vec<Move> = legal
        .iter()
        .copied()
        .filter(|m| readings.iter().any(|move_text| move_text.means(position, *m)))
        .collect();
    // If the last capture decides what the piece becomes (contagion), the order in the text counts.
    let ordered: Vec<Move> = fitting
        .iter()
        .copied()
        .filter(|m| readings.iter().any(|move_text| move_text.takes_in_order_of(*m)))
        .collect();
    let fitting = if ordered.is_empty() { fitting } else { ordered };
    let at = 0..text.len();
    let written = |moves: &[Move]| {
        let mut names: Vec<String> =
            moves.iter().map(|m| write(rules, position, legal, *m)).collect();
        names.sort();
        if names.len() > MAX_LISTED_MOVES {
            names.truncate(MAX_LISTED_MOVES);
            names.push("…".to_owned());
        }
        list(names)
    };
    match fitting[..] {
        [m] => Ok(m),
        [] => {
            let by_kind = |m: &Move| {
                let kind = position.moving_kind(*m);
                readings
                    .iter()
                    .any(|move_text| kind.is_some_and(|kind| move_text.kinds.contains(&kind)))
            };
            let to = |m: &Move| readings.iter().any(|move_text| move_text.last() == Some(m.to()));
            let mut near: Vec<Move> = legal.iter().copied().filter(by_kind).collect();
            if near.iter().any(to) {
                near.retain(to);
            }
            let help = if near.is_empty() {
                tr!(notation_hodges_no_legal_move)
            } else {
                tr!(notation_hodges_legal, moves = written(&near))
            };
            Err(NotationError::new("E0333", at, tr!(notation_hodges_illegal, text = text.trim()))
                .help(help))
        }
        _ => Err(NotationError::new("E0334", at, tr!(notation_hodges_several, text = text.trim()))
            .help(tr!(notation_hodges_several_help, moves = written(&fitting)))),
    }
}

/// The squares of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
enum MovePath {
    /// A drop on this square.
    Drop(Square),
    /// Captures on the squares, in any order, and ends on the last square; true if that is a
    /// capture.
    Go(Vec<Square>, Square, bool),
    /// Captures on the squares, in any order, and ends on its origin. Without captures: a pass.
    Stay(Vec<Square>),
}

/// The content of a move's text.
#[derive(Clone, Debug)]
struct MoveText {
    kinds: Vec<Kind>,
    from: Option<Square>,
    path: MovePath,
    promotion: PromotionMark,
    /// The kind after `+`, if the text names one.
    chosen: Option<Kind>,
}

impl MoveText {
    /// The text of `m`, without origin and promotion mark.
    fn of(position: &Position, kind: Kind, m: Move) -> MoveText {
        let mids = m.mids().into_iter().flatten().collect();
        let path = if m.dropped().is_some() {
            MovePath::Drop(m.to())
        } else if m.from() == Some(m.to()) {
            MovePath::Stay(mids)
        } else {
            MovePath::Go(mids, m.to(), position.at(m.to()).is_some())
        };
        let promotion = PromotionMark::Unmarked;
        MoveText { kinds: vec![kind], from: None, path, promotion, chosen: None }
    }

    fn means(&self, position: &Position, m: Move) -> bool {
        let Some(kind) = position.moving_kind(m) else { return false };
        let actual = MoveText::of(position, kind, m).path;
        self.kinds.contains(&kind)
            && self.from.is_none_or(|from| m.from() == Some(from))
            && self.promotion.allows(m.changes())
            && self.chosen.is_none_or(|chosen| m.chosen() == Some(chosen))
            && same_path(&self.path, &actual, m.to())
    }

    /// True if the text has the captures on the way in the order of `m`.
    fn takes_in_order_of(&self, m: Move) -> bool {
        let taken = match &self.path {
            MovePath::Drop(_) => return true,
            MovePath::Go(mids, _, _) | MovePath::Stay(mids) => mids,
        };
        taken.iter().copied().eq(m.mids().into_iter().flatten())
    }

    /// The last square in the text.
    fn last(&self) -> Option<Square> {
        match &self.path {
            MovePath::Drop(to) | MovePath::Go(_, to, _) => Some(*to),
            MovePath::Stay(mids) => mids.last().copied(),
        }
    }

    fn write_path(&self, rules: &Rules, out: &mut String) {
        let name = |square: &Square| rules.board.name(*square);
        let _ = match &self.path {
            MovePath::Drop(to) => write!(out, "*{}", name(to)),
            MovePath::Go(mids, to, takes) => {
                for mid in mids {
                    let _ = write!(out, "x{}", name(mid));
                }
                write!(out, "{}{}", if *takes { 'x' } else { '-' }, name(to))
            }
            MovePath::Stay(mids) => {
                out.push_str(if mids.is_empty() { "!" } else { "x!" });
                let names: Vec<String> = mids.iter().map(|mid| name(mid).to_string()).collect();
                write!(out, "{}", names.join("x"))
            }
        };
    }
}

/// True if the path in the text is that of a move that ends on `to`.
fn same_path(move_text: &MovePath, done: &MovePath, to: Square) -> bool {
    let same_set = |a: &[Square], b: &[Square]| {
        a.len() == b.len() && a.iter().all(|s| b.contains(s)) && b.iter().all(|s| a.contains(s))
    };
    match (move_text, done) {
        (MovePath::Drop(a), MovePath::Drop(b)) => a == b,
        (MovePath::Go(mids, end, takes), MovePath::Go(done, _, took)) => {
            same_set(mids, done) && *end == to && takes == took
        }
        (MovePath::Stay(mids), MovePath::Stay(done)) => same_set(mids, done),
        // `Ln-8c` from 8c, `Lnx9d-8c` from 8c.
        (MovePath::Go(mids, end, false), MovePath::Stay(done)) => {
            same_set(mids, done) && *end == to
        }
        _ => false,
    }
}

/// The readings of a text; several if the end of the piece's name is ambiguous.
fn parse(rules: &Rules, text: &str) -> Result<Vec<MoveText>, NotationError> {
    let mut words = super::words(text);
    let at = words.next().ok_or_else(|| {
        NotationError::new("E0331", 0..text.len(), tr!(notation_hodges_no_move))
            .help(tr!(notation_hodges_no_move_help))
    })?;
    if let Some(word) = words.find(|word| !matches!(&text[word.clone()], "mate" | "checkmate")) {
        return Err(NotationError::new(
            "E0331",
            word.clone(),
            tr!(notation_hodges_extra_word, word = &text[word]),
        )
        .help(tr!(notation_hodges_extra_word_help)));
    }
    let end = at.start + text[at.clone()].trim_end_matches('#').len();
    let plus = usize::from(text[at.start..end].starts_with('+'));
    let letters = text[at.start + plus..end].bytes().take_while(u8::is_ascii_alphabetic).count();
    let name = |end: usize| &text[at.start..end];
    let name_end = at.start + plus + letters;
    // The `x` of a capture follows the letters of the id; in some games it may be part of the id.
    let short = name_end - usize::from(name(name_end).ends_with('x'));
    let mut ends = vec![short];
    ends.extend((short < name_end && rules.kind(name(name_end)).is_some()).then_some(name_end));
    let mut readings = Vec::new();
    let mut error = None;
    for name_end in ends {
        let kinds = kinds_called(rules, name(name_end));
        if kinds.is_empty() {
            continue;
        }
        match (MoveReader { rules, text, at: name_end, end }).read(kinds) {
            Ok(move_text) => readings.push(move_text),
            Err(e) => error = error.or(Some(e)),
        }
    }
    if !readings.is_empty() {
        return Ok(readings);
    }
    Err(error.unwrap_or_else(|| {
        let called = name(short);
        if called.trim_start_matches('+').is_empty() {
            NotationError::new("E0331", at.start..end, tr!(notation_hodges_no_piece))
                .help(tr!(notation_hodges_no_piece_help))
        } else {
            NotationError::new(
                "E0332",
                at.start..short,
                tr!(notation_no_piece, id = called, game = describe::game_name(rules)),
            )
            .help(instead_of(rules, called, str::to_owned))
        }
    }))
}

/// Reads the rest of a move, after the piece's name.
struct MoveReader<'a> {
    rules: &'a Rules,
    text: &'a str,
    at: usize,
    end: usize,
}

impl MoveReader<'_> {
    fn eat(&mut self, token: &str) -> bool {
        let found = self.text[self.at..self.end].starts_with(token);
        self.at += if found { token.len() } else { 0 };
        found
    }

    fn square(&mut self) -> Result<Square, NotationError> {
        let rest = &self.text[self.at..self.end];
        match square_at(self.rules.board, rest) {
            Some((square, len)) => {
                self.at += len;
                Ok(square)
            }
            None => {
                let len = rest.bytes().take_while(u8::is_ascii_digit).count();
                let len = len + rest[len..].chars().next().map_or(0, char::len_utf8);
                let message = if rest.is_empty() {
                    tr!(notation_square_missing)
                } else {
                    let game = describe::game_name(self.rules);
                    tr!(notation_not_a_square, square = &rest[..len], game)
                };
                Err(NotationError::new("E0331", self.at..self.at + len, message)
                    .help(tr!(notation_square_help)))
            }
        }
    }

    fn read(mut self, kinds: Vec<Kind>) -> Result<MoveText, NotationError> {
        let starts_with_digit =
            self.text[self.at..self.end].starts_with(|c: char| c.is_ascii_digit());
        let from = if starts_with_digit { Some(self.square()?) } else { None };
        let path = self.path()?;
        let promotion = if self.eat("+") {
            PromotionMark::Promotes
        } else if self.eat("=") {
            PromotionMark::Declines
        } else {
            PromotionMark::Unmarked
        };
        let rest = &self.text[self.at..self.end];
        let chosen = self.rules.kind(rest).filter(|kind| {
            let mut choices = self.rules.kinds.iter().map(|spec| &spec.promotion_choices);
            promotion == PromotionMark::Promotes && choices.any(|kinds| kinds.contains(kind))
        });
        if self.at < self.end && chosen.is_none() {
            return Err(NotationError::new(
                "E0331",
                self.at..self.end,
                tr!(notation_hodges_not_understood, text = &self.text[self.at..self.end]),
            )
            .help(tr!(notation_hodges_not_understood_help)));
        }
        Ok(MoveText { kinds, from, path, promotion, chosen })
    }

    fn path(&mut self) -> Result<MovePath, NotationError> {
        if self.eat("*") {
            return Ok(MovePath::Drop(self.square()?));
        }
        if self.eat("!") {
            return Ok(MovePath::Stay(Vec::new()));
        }
        let stays = self.eat("x!");
        let mut taken = if stays { vec![self.square()?] } else { Vec::new() };
        let mut quiet = None;
        while quiet.is_none() {
            if self.eat("x") {
                taken.push(self.square()?);
            } else if !stays && self.eat("-") {
                quiet = Some(self.square()?);
            } else {
                break;
            }
        }
        if stays {
            return Ok(MovePath::Stay(taken));
        }
        if quiet.is_none() && self.eat("!") {
            return Ok(MovePath::Stay(taken));
        }
        match quiet.map(|to| (to, false)).or_else(|| Some((taken.pop()?, true))) {
            Some((to, takes)) => Ok(MovePath::Go(taken, to, takes)),
            None => Err(NotationError::new(
                "E0331",
                self.at..self.end,
                tr!(notation_hodges_no_destination),
            )
            .help(tr!(notation_hodges_no_destination_help))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::sfen;
    use crate::rules::builtin;

    /// A position with some moves that count as the legal ones.
    struct Scene {
        rules: Rules,
        position: Position,
        legal: Vec<Move>,
    }

    impl Scene {
        fn new(game: &str, sfen: &str, legal: &str) -> Scene {
            let rules = builtin::rules(game, &[]).unwrap().unwrap();
            let position = sfen::parse(&rules, sfen).unwrap();
            let legal =
                legal.split_whitespace().map(|text| usi::parse(&rules, text).unwrap()).collect();
            Scene { rules, position, legal }
        }

        fn write(&self) -> Vec<String> {
            let write = |m: &Move| write(&self.rules, &self.position, &self.legal, *m);
            self.legal.iter().map(write).collect()
        }

        fn read(&self, text: &str) -> Result<String, (Range<usize>, String)> {
            read(&self.rules, &self.position, &self.legal, text)
                .map(|m| usi::write(&self.rules, m))
                .map_err(|e| (e.at, e.help.unwrap_or_default()))
        }
    }

    use std::ops::Range;

    #[test]
    fn lion_moves() {
        let sfen = "12/12/2[LN]1p7/3p8/3p8/12/12/12/12/12/12/12 b - 1";
        let legal = "10c10c 10c9d10c 10c9d9e 10c9d10e 10c9d 10c8c 10c8b";
        let scene = Scene::new("chu", sfen, legal);
        let written = ["Ln!", "Lnx!9d", "Lnx9dx9e", "Lnx9d-10e", "Lnx9d", "Lnx8c", "Ln-8b"];
        assert_eq!(scene.write(), written);
        for (text, m) in written.iter().zip(legal.split(' ')) {
            assert_eq!(scene.read(text).as_deref(), Ok(m));
        }
        for text in ["Lnx9d!", "Lnx9d-10c", "LN10cx!9d", "Nx!9d", "  Lnx!9d mate", "lnx!9d#"] {
            assert_eq!(scene.read(text).as_deref(), Ok("10c9d10c"), "{text}");
        }
        assert_eq!(scene.read("Ln-10c").as_deref(), Ok("10c10c"));
        assert_eq!(scene.read("Ln-8c").unwrap_err().1, "legal: Lnx8c");
        assert_eq!(scene.read("Lnx9dx8d").unwrap_err().0, 0..8);
    }

    #[test]
    fn captures_on_the_way_come_in_any_order() {
        let sfen = "12/12/2[LN]9/3p8/3p8/12/12/12/12/12/12/12 b - 1";
        let mut scene = Scene::new("chu", sfen, "");
        let squares = |text: &str| square_at(scene.rules.board, text).unwrap().0;
        let (from, a, b) = (squares("10c"), squares("9d"), squares("9e"));
        scene.legal = vec![
            Move::through(from, [Some(a), Some(b)], from),
            Move::through(from, [Some(a), Some(b)], squares("9c")).with_change(true),
        ];
        assert_eq!(scene.write(), ["Lnx!9dx9e", "Lnx9dx9e-9c+"]);
        for text in ["Lnx!9dx9e", "Lnx!9ex9d", "Lnx9ex9d!", "Lnx9dx9e-10c"] {
            assert_eq!(scene.read(text).as_deref(), Ok("10c9d9e10c"), "{text}");
        }
        assert_eq!(scene.read("Lnx9ex9d-9c+").as_deref(), Ok("10c9d9e9c+"));
        assert!(scene.read("Lnx9dx9d-9c+").is_err());
        // Two moves whose captures come in different order, with different results.
        let other = Move::through(from, [Some(b), Some(a)], squares("9c"));
        scene.legal.push(other);
        assert_eq!(scene.write(), ["Lnx!9dx9e", "Lnx9dx9e-9c+", "Lnx9ex9d-9c"]);
        assert_eq!(scene.read("Lnx9dx9e-9c").as_deref(), Ok("10c9d9e9c+"));
        assert_eq!(scene.read("Lnx9ex9d-9c").as_deref(), Ok("10c9e9d9c"));
    }

    #[test]
    fn origins_and_promotion_are_written_where_they_must_be() {
        // Two golds can go to 5h. The silver's promotion is free, the pawn's compelled.
        let sfen = "9/4P4/9/3S5/9/9/9/9/3G1G3 b P 1";
        let legal = "6i5h 4i5h 4i4h 6d5c 6d5c+ 5b5a+ P*5e";
        let scene = Scene::new("shogi", sfen, legal);
        let written = ["G6i-5h", "G4i-5h", "G-4h", "S-5c=", "S-5c+", "P-5a+", "P*5e"];
        assert_eq!(scene.write(), written);
        for (text, m) in written.iter().zip(legal.split(' ')) {
            assert_eq!(scene.read(text).as_deref(), Ok(m));
        }
        assert_eq!(scene.read("P-5a").as_deref(), Ok("5b5a+"));
        assert_eq!(scene.read("S-5c").unwrap_err().1, "write S-5c+, S-5c=");
        assert_eq!(scene.read("G-5h").unwrap_err().1, "write G4i-5h, G6i-5h");
        assert_eq!(scene.read("Gx4h").unwrap_err().1, "legal: G-4h");
        assert_eq!(scene.read("G5i-5h").unwrap_err().1, "legal: G4i-5h, G6i-5h");
        assert_eq!(scene.read("N-5h").unwrap_err().1, "this piece has no legal move");
    }

    #[test]
    fn errors_have_places() {
        let scene = Scene::new("chu", "12/12/12/12/12/12/12/12/12/12/12/11[LN] b - 1", "1l1l");
        let place = |text: &str| scene.read(text).unwrap_err().0;
        assert_eq!(place(""), 0..0);
        assert_eq!(place("x7d"), 0..3);
        assert_eq!(place("+-7d"), 0..4);
        assert_eq!(place("Zz-7d"), 0..2);
        assert_eq!(place(" +Qx7d"), 1..3);
        assert_eq!(place("Ln"), 2..2);
        assert_eq!(place("Ln-"), 3..3);
        assert_eq!(place("Ln-13a"), 3..6);
        assert_eq!(place("Lnx7十"), 3..7);
        assert_eq!(place("Ln-7d+?"), 6..7);
        assert_eq!(place("Ln-7d now"), 6..9);
        assert_eq!(place("獅-7d"), 0..6);
    }
}
