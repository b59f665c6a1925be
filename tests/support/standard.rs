//! Random positions of standard shogi that resemble tsume problems, and random play.

use super::random::Random;
use tsume::position::{Engine, Piece, Position};
use tsume::rules::{Rules, Side, Square};

/// Kinds and numbers of a set, without kings.
const BOX: [(&str, usize); 7] =
    [("P", 18), ("L", 4), ("N", 4), ("S", 4), ("G", 4), ("B", 2), ("R", 2)];

/// Some pieces of a set near White's king; Black is to move half of the time. Half of the positions
/// have a black king too. They may be impossible: with immobile pieces, attacked kings or two pawns
/// on a file.
pub fn scatter(rules: &Rules, random: &mut Random) -> Position {
    let side = if random.once_in(2) { Side::White } else { Side::Black };
    let mut position = Position::empty(rules.board, side);
    let king = rules.kind("K").unwrap();
    let target = Square(random.below(81) as u16);
    position.board[target.index()] = Some(Piece::new(king, Side::White));
    if random.once_in(2) {
        let at = free_square(&position, random, None);
        position.board[at] = Some(Piece::new(king, Side::Black));
    }
    let density = 1 + random.below(12);
    for (id, count) in BOX {
        let kind = rules.kind(id).unwrap();
        for _ in 0..count {
            if random.below(14) >= density {
                continue;
            }
            let owner = if random.once_in(2) { Side::White } else { Side::Black };
            if random.once_in(3) {
                let lane = rules.spec(kind).lane.unwrap();
                let hand = &mut position.hands[owner.index()];
                *hand = hand.with(lane);
                continue;
            }
            let near = if random.once_in(3) { None } else { Some(target) };
            let at = free_square(&position, random, near);
            let promoted = rules.spec(kind).promotes_to.filter(|_| random.once_in(3));
            position.board[at] = Some(Piece::new(promoted.unwrap_or(kind), owner));
        }
    }
    position.infer_phantoms(rules);
    if random.once_in(50) {
        position.phantom = [random.once_in(2), random.once_in(2)];
    }
    position
}

/// An empty square, within three files and ranks of `near` if that is given and such a square is
/// found.
fn free_square(position: &Position, random: &mut Random, near: Option<Square>) -> usize {
    for attempt in 0.. {
        let at = random.below(81);
        let far = near.is_some_and(|near| {
            let apart = |a: usize, b: usize| a.abs_diff(b) > 3;
            apart(at % 9, near.index() % 9) || apart(at / 9, near.index() / 9)
        });
        if position.board[at].is_none() && (!far || attempt > 200) {
            return at;
        }
    }
    unreachable!("a set leaves squares empty")
}

/// True if other programs accept the position: it has no two pawns of a side on a file, no immobile
/// piece, no attacked king of the side not to move, and phantoms for exactly the sides without a
/// king.
pub fn sound(rules: &Rules, position: &Position) -> bool {
    let stuck = |square: Square, piece: Piece| {
        let dead = match rules.spec(piece.kind()).id.as_str() {
            "P" | "L" => 1,
            "N" => 2,
            _ => 0,
        };
        rules.board.depth(square, piece.side()) < dead
    };
    let pawn = rules.kind("P").unwrap();
    let doubled = |square: Square, piece: Piece| {
        piece.kind() == pawn
            && (square.index() + 9..81).step_by(9).any(|at| position.board[at] == Some(piece))
    };
    let mut inferred = position.clone();
    inferred.infer_phantoms(rules);
    let mut turned = position.clone();
    turned.side = position.side.other();
    inferred.phantom == position.phantom
        && !position.pieces().any(|(at, piece)| stuck(at, piece) || doubled(at, piece))
        && !tsume::referee::in_check(rules, &turned)
}

/// Plays a random move, three times in four a forcing one if there is any. False if there is no
/// move.
pub fn step<E: Engine>(engine: &mut E, random: &mut Random) -> bool {
    let mut moves = Vec::new();
    if !random.once_in(4) {
        engine.generate_forcing(&mut moves);
    }
    if moves.is_empty() {
        engine.generate_legal(&mut moves);
    }
    if moves.is_empty() {
        return false;
    }
    engine.play(*random.pick(&moves));
    true
}
