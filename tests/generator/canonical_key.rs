//! Equality of problems: keys up to mirror images and shifts.

use super::*;
use std::collections::BTreeSet;
use tsume::generator::canonical_key::{
    ending_key, ending_keys, figure_key, line_key, neighbour_keys, position_key, upright,
};
use tsume::movegen::MailboxEngine;
use tsume::notation::usi;
use tsume::position::{Move, Piece};

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

/// A position and a line in USI notation.
fn played(space: &ProblemSpace, text: &str, moves: &str) -> (Position, Vec<Move>) {
    let moves = moves.split(' ').map(|m| usi::parse(&space.rules, m).unwrap()).collect();
    (sfen(&space.rules, text), moves)
}

#[test]
fn lines_are_equal_up_to_the_names_of_pieces() {
    let space = space("shogi");
    let key = |text: &str, moves: &str| {
        let (position, moves) = played(&space, text, moves);
        line_key(&space, &position, &moves)
    };
    let rook = key("8r/8k/6G2/9/9/9/9/9/9 b R 1", "R*2b 1b1c 2b2c+");
    assert_eq!(rook, key("r8/k8/2G6/9/9/9/9/9/9 b R 1", "R*8b 9b9c 8b8c+"));
    // A silver that does not promote, a move from elsewhere, and a shift.
    assert_eq!(rook, key("8r/8k/6G2/9/9/9/9/9/9 b S 1", "S*2b 1b1c 2b2c"));
    assert_eq!(rook, key("8r/8k/6G2/9/9/9/9/9/9 b S 1", "S*2b 1b1c 3c2c"));
    assert_eq!(rook, key("9/8r/8k/6G2/9/9/9/9/9 b R 1", "R*2c 1c1d 2c2d+"));
    // A promoted piece for a gold, a lance for a pawn.
    let gold = key("8r/8k/6G2/9/9/9/9/9/9 b R 1", "3c2c 1b1a R*1b");
    assert_eq!(gold, key("8r/8k/6+P2/9/9/9/9/9/9 b R 1", "3c2c 1b1a R*1b"));
    let pawn = key("9/7k1/9/9/9/9/9/9/9 b PG 1", "P*2c 2b2a G*2b");
    assert_eq!(pawn, key("9/7k1/9/9/9/9/9/9/9 b LG 1", "L*2c 2b2a G*2b"));
    // Another square, a move in place of a drop, another reply.
    assert_ne!(rook, key("8r/8k/6G2/9/9/9/9/9/9 b R 1", "R*3b 1b1c 2b2c+"));
    assert_ne!(rook, key("7R1/8k/6G2/9/9/9/9/9/9 b - 1", "2a2b 1b1c 2b2c+"));
    assert_ne!(pawn, key("9/7k1/9/9/9/9/9/9/9 b PG 1", "P*2c 2b1a G*2b"));
    // A single move is nothing but its piece and square.
    let one = key("8k/9/8P/9/9/9/9/9/9 b G 1", "G*1b");
    assert_ne!(one, key("8k/9/8P/9/9/9/9/9/9 b R 1", "R*1b"));
    assert_eq!(one, key("9/8k/9/8P/9/9/9/9/9 b G 1", "G*1c"));
}

#[test]
fn endings_are_equal_by_squares_alone() {
    let space = space("shogi");
    let key = |text: &str, moves: &str, plies: usize| {
        let (position, moves) = played(&space, text, moves);
        ending_key(&space, &position, &moves, plies)
    };
    let short = key("8r/8k/6G2/9/9/9/9/9/9 b R 1", "R*2b 1b1c 2b2c+", 3);
    assert_eq!(short, key("7R1/8k/6G2/9/9/9/9/9/9 b - 1", "2a2b 1b1c 2b2c+", 3));
    let (start, long) = ("8r/9/6G1k/9/9/9/9/9/9 b RG 1", "G*1d 1c1b R*2b 1b1c 2b2c+");
    assert_eq!(short, key(start, long, 3));
    assert_ne!(short, key(start, long, 5));
    assert_ne!(short, key("8r/8k/6G2/9/9/9/9/9/9 b R 1", "R*2b 1b1c 2b2c+", 2));
    // By the squares of the board: the same squares with the king elsewhere have one key in common.
    let keys = |text: &str, moves: &str| {
        let (position, moves) = played(&space, text, moves);
        BTreeSet::from_iter(ending_keys(&space, &position, &moves))
    };
    let here = keys("7k1/9/9/9/9/9/9/9/8p b GNS 1", "N*3c S*9i G*2b");
    let there = keys("8k/9/9/9/9/9/9/9/8p b GNS 1", "N*3c S*9i G*2b");
    assert_eq!(here.intersection(&there).count(), 1);
    assert!(keys("8k/9/8P/9/9/9/9/9/9 b G 1", "G*1b").is_empty());
}

#[test]
fn neighbours_share_all_but_one_piece() {
    let space = space("shogi");
    let keys = |text: &str| BTreeSet::from_iter(neighbour_keys(&space, &sfen(&space.rules, text)));
    let near = |a: &str, b: &str| !keys(a).is_disjoint(&keys(b));
    let first = "6p1k/9/6SG1/9/9/9/9/9/9 b RB 1";
    for (what, text) in [
        ("itself", first),
        ("its mirror image", "k1p6/9/1GS6/9/9/9/9/9/9 b RB 1"),
        ("shifted", "9/6p1k/9/6SG1/9/9/9/9/9 b RB 1"),
        ("a piece moved", "5p2k/9/6SG1/9/9/9/9/9/9 b RB 1"),
        ("a piece of the hand replaced", "6p1k/9/6SG1/9/9/9/9/9/9 b RN 1"),
        ("a piece more", "6p1k/9/6SG1/9/9/9/9/9/9 b RBP 1"),
        ("a piece less", "8k/9/6SG1/9/9/9/9/9/9 b RB 1"),
        ("a piece that moves alike", "6p1k/9/6S+P1/9/9/9/9/9/9 b RB 1"),
        ("a piece of the other side", "6P1k/9/6SG1/9/9/9/9/9/9 b RB 1"),
    ] {
        assert!(near(first, text), "{what}");
    }
    for (what, text) in [
        ("two pieces moved", "5p2k/9/5S1G1/9/9/9/9/9/9 b RB 1"),
        ("one moved, one more", "5p2k/9/6SG1/9/9/9/9/9/9 b RBP 1"),
        ("king moved", "6pk1/9/6SG1/9/9/9/9/9/9 b RB 1"),
    ] {
        assert!(!near(first, text), "{what}");
    }
}
