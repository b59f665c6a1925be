//! Canonical keys: when are two problems the same?
//!
//! | key | equal for |
//! | --- | --- |
//! | [`position_key`] | a position and its mirror image |
//! | [`figure_key`] | positions that differ by a shift or a mirror, with pieces that move alike |
//! | [`line_key`] | lines with the same moves up to the names of the pieces, mirrored or shifted |
//! | [`ending_key`] | lines whose last moves go to the same squares, by whatever pieces |
//! | [`neighbour_keys`] | one key in common: positions that share all but one of their pieces |
//!
//! A reader takes a problem with a lance for a pawn, or with a promoted piece for a gold, for the
//! same problem. So the keys of lines ignore which piece moves, from where, and whether it
//! promotes.

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

/// Equal for lines with the same moves up to the names of the pieces, mirrored or not.
///
/// It covers drops and moves of both sides, the squares to which they go as offsets from the square
/// on which the defender's first royal is mated, and captures on the way. It ignores pieces,
/// promotions, and the squares from which pieces come. Lines of one ply are nothing else: there the
/// piece counts, up to alike movement.
pub fn line_key(space: &ProblemSpace, position: &Position, line: &[Move]) -> u64 {
    let detail = if line.len() == 1 { LineDetail::Pieces } else { LineDetail::Drops };
    key_of(space, position, line, line.len(), detail)
}

/// Equal for lines whose last `plies` plies go to the same squares around the mated royal, mirrored
/// or not, by whatever moves or drops.
pub fn ending_key(space: &ProblemSpace, position: &Position, line: &[Move], plies: usize) -> u64 {
    key_of(space, position, line, plies, LineDetail::Squares)
}

/// Plies at the end by which [`ending_keys`] compare lines.
pub const ENDING_PLIES: usize = 3;

/// Keys of the last [`ENDING_PLIES`] plies: by the squares around the mated royal, and by the
/// squares of the board, mirrored or not. Empty for shorter lines.
pub fn ending_keys(space: &ProblemSpace, position: &Position, line: &[Move]) -> Vec<u64> {
    if line.len() < ENDING_PLIES {
        return Vec::new();
    }
    let board = space.rules.board;
    let squares = |mirror: bool| {
        let mut words = KeyHasher(4);
        for m in &line[line.len() - ENDING_PLIES..] {
            for square in m.mids().into_iter().flatten().chain([m.to()]) {
                let square = if mirror { board.mirror(square) } else { square };
                words.add(square.index() as u64);
            }
            words.add(u64::MAX);
        }
        words.0
    };
    let on_board =
        if space.has_mirror(position) { squares(false).min(squares(true)) } else { squares(false) };
    vec![ending_key(space, position, line, ENDING_PLIES), on_board]
}

/// Key of the square to which the last move goes, mirrored or not; `None` for an empty line.
pub fn last_square_key(space: &ProblemSpace, position: &Position, line: &[Move]) -> Option<u64> {
    let square = line.last()?.to();
    let image = space.rules.board.mirror(square);
    let square = if space.has_mirror(position) { square.min(image) } else { square };
    Some(square.index() as u64)
}

/// Fewest pieces beside the royal for which [`neighbour_keys`] compare positions. Most positions
/// with fewer are alike.
const MIN_COMPARED_PIECES: usize = 3;

/// Keys of a position's pieces around the defender's first royal without one of them, and with all.
/// Two positions that share all but one of their pieces, mirrored or shifted, have a key in common;
/// pieces that move alike stand for each other.
pub fn neighbour_keys(space: &ProblemSpace, position: &Position) -> Vec<u64> {
    let board = space.rules.board;
    let pieces = |mirror: bool| -> Vec<u64> {
        let seen = |square: Square| if mirror { board.mirror(square) } else { square };
        let royal = position.royals(&space.rules, DEFENDER).first().copied().unwrap_or(Square(0));
        let king = seen(royal);
        let on_board = position.pieces().filter(|(square, _)| *square != royal);
        let on_board = on_board.map(|(square, piece)| {
            let movement_class = u64::from(space.movement_class(piece.kind()).0);
            relative_square(space, king, seen(square)) << 16
                | movement_class << 1
                | piece.side().index() as u64
        });
        let hand = position.hands[ATTACKER.index()];
        let held = (0..space.rules.lanes.len() as u8).flat_map(|lane| {
            std::iter::repeat_n(1 << 40 | u64::from(lane), hand.count(lane).into())
        });
        on_board.chain(held).map(finalize).collect()
    };
    let plain = pieces(false);
    if plain.len() < MIN_COMPARED_PIECES {
        return Vec::new();
    }
    // A sum does not depend on the order of its pieces, and is the same multiset's in any position.
    let without = |pieces: &[u64]| -> Vec<u64> {
        let all = pieces.iter().fold(0u64, |sum, word| sum.wrapping_add(*word));
        pieces.iter().map(|word| all.wrapping_sub(*word)).chain([all]).collect()
    };
    let mut keys = without(&plain);
    if space.has_mirror(position) {
        // Both lists have the pieces in the same order.
        for (key, image) in keys.iter_mut().zip(without(&pieces(true))) {
            *key = (*key).min(image);
        }
    }
    keys.sort_unstable();
    keys.dedup();
    keys
}

/// What a key of a line covers besides the squares to which moves go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LineDetail {
    /// Nothing.
    Squares,
    /// Which moves are drops.
    Drops,
    /// Drops, promotions and the attacker's pieces.
    Pieces,
}

fn key_of(
    space: &ProblemSpace,
    position: &Position,
    line: &[Move],
    plies: usize,
    detail: LineDetail,
) -> u64 {
    let mate = line.iter().fold(position.clone(), |at, &m| referee::play(&space.rules, &at, m));
    let begin = line.len().saturating_sub(plies);
    let key = |mirror: bool| {
        let seen = |square: Square| if mirror { space.rules.board.mirror(square) } else { square };
        let kings = mate.royals(&space.rules, DEFENDER);
        let king = kings.into_iter().map(seen).min().unwrap_or(Square(0));
        let mut words = KeyHasher(3);
        for (i, &m) in line[begin..].iter().enumerate() {
            if detail != LineDetail::Squares {
                words.add(u64::from(m.dropped().is_some()));
            }
            // Only the first move's piece can be read off the first position.
            if detail == LineDetail::Pieces && begin + i == 0 {
                let kind = m.from().and_then(|from| position.at(from)).map(|piece| piece.kind());
                let movement_class = kind
                    .or(m.dropped())
                    .map_or(0, |kind| u64::from(space.movement_class(kind).0) + 1);
                words.add(movement_class << 1 | u64::from(m.changes()));
            }
            for mid in m.mids().into_iter().flatten() {
                words.add(relative_square(space, king, seen(mid)));
            }
            words.add(relative_square(space, king, seen(m.to())));
        }
        words.0
    };
    if space.has_mirror(position) { key(false).min(key(true)) } else { key(false) }
}
