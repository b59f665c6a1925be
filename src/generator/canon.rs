//! When are two problems the same? If one is the other seen in the mirror, or moved over the board with the
//! same play; and they have the same line if the same moves are played around the king, whatever else
//! stands about.

use super::game::{ATTACKER, DEFENDER, Game};
use super::place::{mirror_square, mirrored};
use super::probe::mix;
use crate::position::{Move, Position};
use crate::referee;
use crate::rules::Square;

/// A hash that runs over words in order.
#[derive(Clone, Copy, Debug)]
struct Words(u64);

impl Words {
    fn add(&mut self, word: u64) {
        self.0 = mix(self.0.wrapping_mul(3).wrapping_add(word).wrapping_add(0x9e37_79b9_7f4a_7c15));
    }
}

/// The same for a position and its mirror image, different (up to chance) for all others.
pub fn position_key(game: &Game, position: &Position) -> u64 {
    let key = |position: &Position| {
        let mut words = Words(1);
        for (square, piece) in position.pieces() {
            words.add((square.index() as u64) << 8 | piece.index() as u64);
        }
        words.add(position.hands[ATTACKER.index()].bits());
        words.0
    };
    key(position).min(key(&mirrored(game, position)))
}

/// Where a square lies as seen from another.
fn relative(game: &Game, from: Square, square: Square) -> u64 {
    let board = game.rules.board;
    let files = board.file(square) - board.file(from) + 64;
    let ranks = board.rank(square) - board.rank(from) + 64;
    (files as u64) << 8 | ranks as u64
}

/// The same for all positions that differ by a move over the board or a mirror, and in which pieces that
/// move alike stand for each other. Together with [`line_key`] it tells problems apart: if their play is
/// the same too, edges and ranks did not matter.
pub fn figure_key(game: &Game, position: &Position) -> u64 {
    let key = |position: &Position| {
        let king = position.royals(&game.rules, DEFENDER).first().copied().unwrap_or(Square(0));
        let mut pieces: Vec<u64> = position
            .pieces()
            .map(|(square, piece)| {
                let gait = u64::from(game.gait(piece.kind()).0);
                relative(game, king, square) << 16 | gait << 1 | piece.side().index() as u64
            })
            .collect();
        pieces.sort_unstable();
        let mut words = Words(2);
        pieces.into_iter().for_each(|word| words.add(word));
        words.add(position.hands[ATTACKER.index()].bits());
        words.0
    };
    key(position).min(key(&mirrored(game, position)))
}

/// The same for lines that are played alike around the defender's first royal: kinds that move (those that
/// move alike being one), where they go as seen from where the royal stood at first, drops, promotions,
/// captures on the way; mirrored or not. Where a piece came from does not matter.
pub fn line_key(game: &Game, position: &Position, line: &[Move]) -> u64 {
    let key = |mirror: bool| {
        let seen = |square: Square| if mirror { mirror_square(game, square) } else { square };
        let kings = position.royals(&game.rules, DEFENDER);
        let king = kings.into_iter().map(seen).min().unwrap_or(Square(0));
        let mut words = Words(3);
        let mut at = position.clone();
        for &m in line {
            let kind = match m.from() {
                Some(from) => at.at(from).map(|piece| piece.kind()),
                None => m.dropped(),
            };
            // What the defender puts between is a matter of taste.
            let kind = kind.filter(|_| at.side == ATTACKER || m.dropped().is_none());
            let gait = kind.map_or(0, |kind| u64::from(game.gait(kind).0) + 1);
            words.add(gait << 2 | u64::from(m.changes()) << 1 | u64::from(m.dropped().is_some()));
            for mid in m.mids().into_iter().flatten() {
                words.add(relative(game, king, seen(mid)));
            }
            words.add(relative(game, king, seen(m.to())));
            at = referee::play(&game.rules, &at, m);
        }
        words.0
    };
    key(false).min(key(true))
}
