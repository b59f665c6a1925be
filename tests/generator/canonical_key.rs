//! Equality of problems: keys up to mirror images and shifts.

use super::*;
use tsume::generator::canonical_key::{ending_key, figure_key, line_key, position_key, upright};
use tsume::movegen::MailboxEngine;
use tsume::notation::usi;
use tsume::position::Piece;

/// The position shifted or mirrored.
fn moved(
    space: &ProblemSpace,
    position: &Position,
    by: (i32, i32),
    mirror: bool,
) -> Option<Position> {
    let board = space.rules.board;
    let mut image = position.clone();
    image.board.fill(None);
    for (square, piece) in position.pieces() {
        let at = board.shift(square, by)?;
        let file = board.file(at);
        let file = if mirror { i32::from(board.files) - 1 - file } else { file };
        image.board[board.square(file, board.rank(at))?.index()] = Some(piece);
    }
    Some(image)
}

#[test]
fn only_mirrors_and_shifts_share_a_key() {
    for variant in ["shogi", "chu"] {
        let space = space(variant);
        let mut probe = MateProbe::<MailboxEngine>::new(&space);
        let mut random = RandomStream::new(3, 1);
        let positions = sown(&space, &mut random, &mut probe, 200);
        let mut keys = std::collections::HashMap::new();
        for position in &positions {
            let mirror = moved(&space, position, (0, 0), true).unwrap();
            if space.has_mirror(position) {
                assert_eq!(position_key(&space, position), position_key(&space, &mirror));
                assert_eq!(figure_key(&space, position), figure_key(&space, &mirror));
            }
            if let Some(shifted) = moved(&space, position, (1, 1), false) {
                assert_eq!(figure_key(&space, position), figure_key(&space, &shifted));
                assert_ne!(position_key(&space, position), position_key(&space, &shifted));
            }
            if let Some(image) = upright(&space, position) {
                assert_eq!(position_key(&space, position), position_key(&space, &image));
                assert_eq!(upright(&space, &image), None);
            }
            let old = keys.insert(position_key(&space, position), position.clone());
            assert!(old.is_none_or(|old| old == *position || old == mirror), "{position:?}");
        }
    }
}

#[test]
fn asymmetric_pieces_have_no_mirror() {
    let space = space("maka_dai_dai");
    let kind = |id: &str| space.rules.kind(id).unwrap();
    let with = |id: &str| {
        let mut position =
            sfen(&space.rules, "9k9/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19 b - 1");
        position.board[60] = Some(Piece::new(kind(id), tsume::rules::Side::Black));
        position
    };
    assert!(space.has_mirror(&with("R")) && space.has_mirror(&with("Ln")));
    // The left and the right chariot, by their rules in words.
    assert!(!space.has_mirror(&with("LC")) && !space.has_mirror(&with("RC")));
}

#[test]
fn lines_are_equal_by_squares() {
    let space = space("shogi");
    let line = |text: &str, moves: &str| {
        let position = sfen(&space.rules, text);
        let moves: Vec<_> =
            moves.split(' ').map(|m| usi::parse(&space.rules, m).unwrap()).collect();
        (position.clone(), moves.clone(), line_key(&space, &position, &moves))
    };
    let (position, moves, first) = line("8r/8k/6G2/9/9/9/9/9/9 b R 1", "R*2b 1b1c 2b2c+");
    let mirror = line("r8/k8/2G6/9/9/9/9/9/9 b R 1", "R*8b 9b9c 8b8c+").2;
    assert_eq!(first, mirror);
    // The same squares with other pieces: another line of the same family.
    let (other, moves_of_other, second) = line("8r/8k/6S2/9/9/9/9/9/9 b R 1", "R*2b 1b1c 2b2c");
    assert_ne!(first, second);
    let tail = |position, moves: &[_]| ending_key(&space, position, moves, 5);
    assert_eq!(tail(&position, &moves), tail(&other, &moves_of_other));
    // A move in place of a drop: another family.
    let (moved, moves_of_moved, _) = line("7R1/8k/6G2/9/9/9/9/9/9 b - 1", "2a2b 1b1c 2b2c+");
    assert_ne!(tail(&moved, &moves_of_moved), tail(&position, &moves));
    // Pieces that move alike are equal.
    let gold = line("8r/8k/6G2/9/9/9/9/9/9 b R 1", "3c2c 1b1a R*1b").2;
    assert_eq!(gold, line("8r/8k/6+P2/9/9/9/9/9/9 b R 1", "3c2c 1b1a R*1b").2);
    // Another square, and no drop.
    assert_ne!(first, line("8r/8k/6G2/9/9/9/9/9/9 b R 1", "R*3b 1b1c 2b2c+").2);
    assert_ne!(first, line("7R1/8k/6G2/9/9/9/9/9/9 b - 1", "2a2b 1b1c 2b2c+").2);
    assert_eq!(ending_key(&space, &position, &moves, 9), tail(&position, &moves));
    assert_ne!(ending_key(&space, &position, &moves, 2), tail(&position, &moves));
}
