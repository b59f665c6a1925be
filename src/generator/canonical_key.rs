//! Canonical keys: when are two problems the same?
//!
//! | key | equal for |
//! | --- | --- |
//! | [`position_key`] | a position and its mirror image |
//! | [`figure_key`] | positions that differ by a shift or a mirror, with pieces that move alike |
//! | [`line_key`] | lines with the same moves around the royal, whatever else is on the board |
//! | [`ending_key`] | lines whose last moves go to the same squares, by whatever pieces |

use crate::generator::placement::mirror_image;
use crate::generator::problem_space::{ATTACKER, DEFENDER, ProblemSpace};
use crate::position::splitmix64::finalize;
use crate::position::{Move, Position};
use crate::referee;
use crate::rules::Square;

/// A hash over a sequence of words.
#[derive(Clone, Copy, Debug)]
struct KeyHasher(u64);

impl KeyHasher {
    fn add(&mut self, word: u64) {
        self.0 =
            finalize(self.0.wrapping_mul(3).wrapping_add(word).wrapping_add(0x9e37_79b9_7f4a_7c15));
    }
}

/// The smaller of the keys of a position and its mirror image, if the mirror image is played alike.
fn least_of_mirror_images(
    space: &ProblemSpace,
    position: &Position,
    key: impl Fn(&Position) -> u64,
) -> u64 {
    let plain = key(position);
    if space.has_mirror(position) { plain.min(key(&mirror_image(space, position))) } else { plain }
}

/// The mirror image if it has the king on the right, where diagrams have him by custom; `None` if
/// the position is upright already.
pub fn upright(space: &ProblemSpace, position: &Position) -> Option<Position> {
    let board = space.rules.board;
    let left = |square: &Square| 2 * board.file(*square) >= i32::from(board.files);
    let king = position.royals(&space.rules, DEFENDER).into_iter().next();
    (king.as_ref().is_some_and(left) && space.has_mirror(position))
        .then(|| mirror_image(space, position))
}

/// Equal for a position and its mirror image; different, up to hash collisions, for all others.
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

/// The offset of a square from another.
fn relative_square(space: &ProblemSpace, from: Square, square: Square) -> u64 {
    let board = space.rules.board;
    let files = board.file(square) - board.file(from) + 64;
    let ranks = board.rank(square) - board.rank(from) + 64;
    (files as u64) << 8 | ranks as u64
}

/// Equal for positions that differ by a shift over the board or a mirror, where pieces that move
/// alike stand for each other. With an equal [`line_key`] too, edges and ranks made no difference.
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

/// Equal for lines that are played alike around the defender's first royal, mirrored or not.
///
/// It covers the squares to which pieces go, as offsets from the royal's first square, drops,
/// promotions, captures on the way, and the attacker's pieces up to alike movement. It ignores the
/// squares from which pieces come and the pieces that the defender interposes.
pub fn line_key(space: &ProblemSpace, position: &Position, line: &[Move]) -> u64 {
    key_of(space, position, line, line.len(), true)
}

/// Equal for lines whose last `plies` plies are moves and drops to the same squares, by whatever
/// pieces: a gold in place of a silver tells the same story, a move in place of a drop does not.
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
