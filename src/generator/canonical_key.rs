//! When are two problems the same? If one is the other seen in the mirror, or moved over the board with the
//! same play; and they have the same line if the same moves are played around the king, whatever else
//! stands about.

use crate::generator::placement::mirror_image;
use crate::generator::problem_space::{ATTACKER, DEFENDER, ProblemSpace};
use crate::position::splitmix64::finalize;
use crate::position::{Move, Position};
use crate::referee;
use crate::rules::Square;

/// A hash that runs over words in order.
#[derive(Clone, Copy, Debug)]
struct KeyHasher(u64);

impl KeyHasher {
    fn add(&mut self, word: u64) {
        self.0 =
            finalize(self.0.wrapping_mul(3).wrapping_add(word).wrapping_add(0x9e37_79b9_7f4a_7c15));
    }
}

/// The lesser of a position's key and its mirror image's, where that is played alike.
fn least_of_mirror_images(
    space: &ProblemSpace,
    position: &Position,
    key: impl Fn(&Position) -> u64,
) -> u64 {
    let plain = key(position);
    if space.has_mirror(position) { plain.min(key(&mirror_image(space, position))) } else { plain }
}

/// The position, or its mirror image if that has the king on the right, where he is printed by custom.
pub fn upright(space: &ProblemSpace, position: &Position) -> Option<Position> {
    let board = space.rules.board;
    let left = |square: &Square| 2 * board.file(*square) >= i32::from(board.files);
    let king = position.royals(&space.rules, DEFENDER).into_iter().next();
    (king.as_ref().is_some_and(left) && space.has_mirror(position))
        .then(|| mirror_image(space, position))
}

/// The same for a position and its mirror image, different (up to chance) for all others.
pub fn position_key(space: &ProblemSpace, position: &Position) -> u64 {
    let key = |position: &Position| {
        let mut words = KeyHasher(1);
        for (square, piece) in position.pieces() {
            words.add((square.index() as u64) << 8 | piece.index() as u64);
        }
        words.add(position.hands[ATTACKER.index()].bits());
        words.0
    };
    least_of_mirror_images(space, position, key)
}

/// Where a square lies as seen from another.
fn relative_square(space: &ProblemSpace, from: Square, square: Square) -> u64 {
    let board = space.rules.board;
    let files = board.file(square) - board.file(from) + 64;
    let ranks = board.rank(square) - board.rank(from) + 64;
    (files as u64) << 8 | ranks as u64
}

/// The same for all positions that differ by a move over the board or a mirror, and in which pieces that
/// move alike stand for each other. Together with [`line_key`] it tells problems apart: if their play is
/// the same too, edges and ranks did not matter.
pub fn figure_key(space: &ProblemSpace, position: &Position) -> u64 {
    let key = |position: &Position| {
        let king = position.royals(&space.rules, DEFENDER).first().copied().unwrap_or(Square(0));
        let mut pieces: Vec<u64> = position
            .pieces()
            .map(|(square, piece)| {
                let movement_class = u64::from(space.movement_class(piece.kind()).0);
                relative_square(space, king, square) << 16
                    | movement_class << 1
                    | piece.side().index() as u64
            })
            .collect();
        pieces.sort_unstable();
        let mut words = KeyHasher(2);
        pieces.into_iter().for_each(|word| words.add(word));
        words.add(position.hands[ATTACKER.index()].bits());
        words.0
    };
    least_of_mirror_images(space, position, key)
}

/// The same for lines that are played alike around the defender's first royal: where pieces go as seen from
/// where the royal stood at first, drops, promotions, captures on the way, and which pieces the attacker
/// moves, those that move alike being one; mirrored or not. Where a piece came from does not matter, nor
/// what the defender puts between.
pub fn line_key(space: &ProblemSpace, position: &Position, line: &[Move]) -> u64 {
    key_of(space, position, line, line.len(), true)
}

/// The same for lines whose last `plies` moves and drops go to the same squares, whatever pieces do so: a gold that does
/// the work of a silver tells no other story, but a move in place of a drop does.
pub fn ending_key(space: &ProblemSpace, position: &Position, line: &[Move], plies: usize) -> u64 {
    key_of(space, position, line, plies, false)
}

fn key_of(
    space: &ProblemSpace,
    position: &Position,
    line: &[Move],
    plies: usize,
    kinds: bool,
) -> u64 {
    let begin = line.len().saturating_sub(plies);
    let start =
        line[..begin].iter().fold(position.clone(), |at, &m| referee::play(&space.rules, &at, m));
    let key = |mirror: bool| {
        let seen = |square: Square| if mirror { space.rules.board.mirror(square) } else { square };
        let kings = start.royals(&space.rules, DEFENDER);
        let king = kings.into_iter().map(seen).min().unwrap_or(Square(0));
        let mut words = KeyHasher(3);
        let mut at = start.clone();
        for &m in &line[begin..] {
            words.add(u64::from(m.dropped().is_some()));
            if kinds && at.side == ATTACKER {
                let kind = m.from().and_then(|from| at.at(from)).map(|piece| piece.kind());
                let movement_class = kind
                    .or(m.dropped())
                    .map_or(0, |kind| u64::from(space.movement_class(kind).0) + 1);
                words.add(movement_class << 1 | u64::from(m.changes()));
            }
            at = referee::play(&space.rules, &at, m);
            for mid in m.mids().into_iter().flatten() {
                words.add(relative_square(space, king, seen(mid)));
            }
            words.add(relative_square(space, king, seen(m.to())));
        }
        words.0
    };
    if space.has_mirror(position) { key(false).min(key(true)) } else { key(false) }
}
