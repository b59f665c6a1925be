//! A position in the style of books: files from the left, the defender's pieces upside down, the
//! attacker's hand beside the board. The defender's hand is omitted.

use super::extent::BoardExtent;
use super::{INK, Picture, PictureColor, PictureShape, RED};
use crate::messages::{Language, language};
use crate::notation::kanji::japanese_number;
use crate::notation::names::{character, has_characters};
use crate::position::{Piece, Position};
use crate::rules::{Board, Kind, Rules, Side};

/// Width and height of a square, in pixels.
const CELL_PX: (f32, f32) = (38.0, 42.0);
/// Margin around the board, in pixels.
const MARGIN_PX: f32 = 30.0;
/// How far lines go on where the board does, in pixels.
const BEYOND_PX: f32 = 7.0;
/// Width of the hand to the right of the board, in pixels.
const HAND_WIDTH_PX: f32 = 44.0;

/// Characters of a piece from top to bottom, and their color. Promoted pieces without characters of
/// their own are red, as on real pieces.
pub fn face(rules: &Rules, kind: Kind) -> (Vec<char>, PictureColor) {
    let spec = rules.spec(kind);
    if has_characters(rules) {
        return (character(rules, kind).into_iter().collect(), INK);
    }
    let name = spec.kanji.split('/').next().unwrap_or_default();
    let text = if name.is_empty() { spec.id.as_str() } else { name };
    (text.chars().collect(), if spec.is_promoted() { RED } else { INK })
}

/// Draws the characters of a piece in a box around `center`.
pub fn draw_face(
    picture: &mut Picture,
    (characters, color): (Vec<char>, PictureColor),
    center: (f32, f32),
    size: (f32, f32),
    turned: bool,
) {
    let sign = if turned { -1.0 } else { 1.0 };
    // Four or more characters need two columns, the right one first.
    let columns = if characters.len() > 3 { 2 } else { 1 };
    let rows = characters.len().div_ceil(columns).max(1);
    let (width, height) = (size.0 / columns as f32, size.1 / rows as f32);
    let wide = if rows > 1 { width.min(height * 1.35) } else { width };
    for (i, c) in characters.into_iter().enumerate() {
        let column = (columns - 1) as f32 / 2.0 - (i / rows) as f32;
        let row = (i % rows) as f32 - (rows - 1) as f32 / 2.0;
        let place = (center.0 + column * width * sign, center.1 + row * height * sign);
        picture.character(c, place, (wide, height), turned, color);
    }
}

/// Name of a rank, from 0, at the edge of a board. Japanese books number the ranks; games in
/// Western notation need letters.
pub fn rank_name(rules: &Rules, rank: u8) -> String {
    if has_characters(rules) || language() == Language::Japanese {
        japanese_number(u32::from(rank) + 1)
    } else {
        char::from(b'a' + rank).to_string()
    }
}

/// Draws the part `shown` of a position. `attacker` is the side whose hand is shown. Lines go on
/// beyond the picture's part where the board does.
pub fn diagram(rules: &Rules, position: &Position, attacker: Side, shown: BoardExtent) -> Picture {
    let board = rules.board;
    let (columns, rows) = (shown.files.1 - shown.files.0 + 1, shown.ranks.1 - shown.ranks.0 + 1);
    let (width, height) = (columns as f32 * CELL_PX.0, rows as f32 * CELL_PX.1);
    let hand = if rules.has_drops() { HAND_WIDTH_PX } else { 0.0 };
    let mut picture = Picture::new(width + 2.0 * MARGIN_PX + hand, height + 1.6 * MARGIN_PX);
    let (left, top) = (MARGIN_PX * 0.6, MARGIN_PX);
    draw_grid(&mut picture, board, shown, (left, top));
    let middle = |file: i32, rank: i32| {
        let (column, row) = (shown.files.1 - file, rank - shown.ranks.0);
        (left + (column as f32 + 0.5) * CELL_PX.0, top + (row as f32 + 0.5) * CELL_PX.1)
    };
    for file in shown.files.0..=shown.files.1 {
        let x = middle(file, 0).0;
        picture.word(&(file + 1).to_string(), (x, top - MARGIN_PX * 0.4), 17.0, INK);
    }
    for rank in shown.ranks.0..=shown.ranks.1 {
        let name = rank_name(rules, rank as u8);
        let center = (left + width + MARGIN_PX * 0.45, middle(0, rank).1);
        picture.word(&name, center, if name.chars().count() > 1 { 11.0 } else { 16.0 }, INK);
    }
    for (square, piece) in position.pieces().filter(|(at, _)| shown.contains(board, *at)) {
        let center = middle(board.file(square), board.rank(square));
        let size = (CELL_PX.0 * 0.92, CELL_PX.1 * 0.92);
        draw_face(
            &mut picture,
            face(rules, piece.kind()),
            center,
            size,
            piece.side() == Side::White,
        );
    }
    if rules.has_drops() {
        let at = (left + width + MARGIN_PX + HAND_WIDTH_PX * 0.4, top);
        hand_column(&mut picture, rules, position, attacker, at, height);
    }
    picture
}

/// Lines between the squares that are shown: thick at the edge of the board, and a little longer
/// than the squares where the board goes on.
fn draw_grid(picture: &mut Picture, board: Board, shown: BoardExtent, (left, top): (f32, f32)) {
    let whole = BoardExtent::whole(board);
    let (columns, rows) = (shown.files.1 - shown.files.0 + 1, shown.ranks.1 - shown.ranks.0 + 1);
    let (right, bottom) = (left + columns as f32 * CELL_PX.0, top + rows as f32 * CELL_PX.1);
    let beyond = |goes_on: bool| if goes_on { BEYOND_PX } else { 0.0 };
    let is_cut_left = shown.files.1 < whole.files.1;
    let is_cut_right = shown.files.0 > whole.files.0;
    let is_cut_above = shown.ranks.0 > whole.ranks.0;
    let is_cut_below = shown.ranks.1 < whole.ranks.1;
    let (first_y, last_y) = (top - beyond(is_cut_above), bottom + beyond(is_cut_below));
    for line in 0..=columns {
        let x = left + line as f32 * CELL_PX.0;
        let is_edge = (line == 0 && !is_cut_left) || (line == columns && !is_cut_right);
        picture.line((x, first_y), (x, last_y), if is_edge { 2.0 } else { 0.8 }, INK);
    }
    let (first_x, last_x) = (left - beyond(is_cut_left), right + beyond(is_cut_right));
    for line in 0..=rows {
        let y = top + line as f32 * CELL_PX.1;
        let is_edge = (line == 0 && !is_cut_above) || (line == rows && !is_cut_below);
        picture.line((first_x, y), (last_x, y), if is_edge { 2.0 } else { 0.8 }, INK);
    }
}

/// The hand from top to bottom: a mark for the side, 持駒, and the pieces with their numbers.
fn hand_column(
    picture: &mut Picture,
    rules: &Rules,
    position: &Position,
    side: Side,
    (x, top): (f32, f32),
    height: f32,
) {
    let hand = position.hands[side.index()];
    let mut text: Vec<char> = vec!['持', '駒', ' '];
    let held = rules.lanes.iter().filter_map(|&kind| {
        let count = hand.count(rules.spec(kind).lane?);
        (count > 0).then_some((kind, count))
    });
    for (kind, count) in held {
        text.extend(face(rules, kind).0);
        if count > 1 {
            text.extend(japanese_number(u32::from(count)).chars());
        }
    }
    if hand.is_empty() {
        text.extend("なし".chars());
    }
    let size = (height / (text.len() as f32 + 1.5)).min(24.0);
    mark(picture, (x, top + size * 0.6), size * 0.5, side);
    for (i, c) in text.into_iter().enumerate().filter(|(_, c)| *c != ' ') {
        let y = top + size * (i as f32 + 1.9);
        picture.character(c, (x, y), (size, size), false, INK);
    }
}

/// Outline of a piece, filled for black.
fn mark(picture: &mut Picture, (x, y): (f32, f32), half: f32, side: Side) {
    let corners = [(0.0, -1.0), (0.62, -0.6), (0.85, 1.0), (-0.85, 1.0), (-0.62, -0.6)];
    let fill = Some(if side == Side::Black { INK } else { super::PAPER });
    picture.shapes.push(PictureShape::Polygon {
        corners: corners.iter().map(|(dx, dy)| (x + dx * half, y + dy * half)).collect(),
        fill,
        border: 1.5,
        color: INK,
    });
}

/// Draws only the characters of a piece, in a square of `size` pixels.
pub fn piece(rules: &Rules, piece: Piece, size: f32) -> Picture {
    let mut picture = Picture::new(size, size);
    let turned = piece.side() == Side::White;
    draw_face(
        &mut picture,
        face(rules, piece.kind()),
        (size / 2.0, size / 2.0),
        (size, size),
        turned,
    );
    picture
}

/// Arranges pictures in rows of `across`.
pub fn sheet(pictures: &[Picture], across: usize) -> Picture {
    let across = across.clamp(1, pictures.len().max(1));
    let width = pictures.iter().map(|picture| picture.width).fold(0.0, f32::max);
    let height = pictures.iter().map(|picture| picture.height).fold(0.0, f32::max);
    let rows = pictures.len().div_ceil(across);
    let mut sheet = Picture::new(width * across as f32, height * rows as f32);
    for (i, picture) in pictures.iter().enumerate() {
        let at = ((i % across) as f32 * width, (i / across) as f32 * height);
        sheet.add(picture, at);
    }
    sheet
}
