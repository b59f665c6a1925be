//! Random positions of standard shogi: from play, and scattered like tsume.

#![allow(dead_code, reason = "every user needs a part of this")]

use tsume::position::{Engine, Piece, Position};
use tsume::rules::{Rules, Side, Square};

/// SplitMix64.
pub struct Rng(pub u64);

impl Rng {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.next()) * n as u128) >> 64) as usize
    }

    /// True once in `n` times.
    pub fn once_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    pub fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        (!items.is_empty()).then(|| items[self.below(items.len())])
    }
}

/// The kinds and numbers of a set, without kings.
const BOX: [(&str, usize); 7] =
    [("P", 18), ("L", 4), ("N", 4), ("S", 4), ("G", 4), ("B", 2), ("R", 2)];

/// Some of a set scattered near White's king, Black to move half of the time. Half of the positions
/// have a black king too. Nothing else is promised: pieces may be stuck, kings attacked, pawns doubled.
pub fn scatter(rules: &Rules, rng: &mut Rng) -> Position {
    let side = if rng.once_in(2) { Side::White } else { Side::Black };
    let mut position = Position::empty(rules.board, side);
    let king = rules.kind("K").unwrap();
    let target = Square(rng.below(81) as u16);
    position.board[target.index()] = Some(Piece::new(king, Side::White));
    if rng.once_in(2) {
        let at = free_square(&position, rng, None);
        position.board[at] = Some(Piece::new(king, Side::Black));
    }
    let density = 1 + rng.below(12);
    for (id, count) in BOX {
        let kind = rules.kind(id).unwrap();
        for _ in 0..count {
            if rng.below(14) >= density {
                continue;
            }
            let owner = if rng.once_in(2) { Side::White } else { Side::Black };
            if rng.once_in(3) {
                let lane = rules.spec(kind).lane.unwrap();
                let hand = &mut position.hands[owner.index()];
                *hand = hand.with(lane);
                continue;
            }
            let near = if rng.once_in(3) { None } else { Some(target) };
            let at = free_square(&position, rng, near);
            let promoted = rules.spec(kind).promotes_to.filter(|_| rng.once_in(3));
            position.board[at] = Some(Piece::new(promoted.unwrap_or(kind), owner));
        }
    }
    position.infer_phantoms(rules);
    if rng.once_in(50) {
        position.phantom = [rng.once_in(2), rng.once_in(2)];
    }
    position
}

/// An empty square, within three files and ranks of `near` if given and any such was found.
fn free_square(position: &Position, rng: &mut Rng, near: Option<Square>) -> usize {
    for attempt in 0.. {
        let at = rng.below(81);
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

/// True if other programs accept the position: nobody's pawns doubled, no piece stuck, the king of
/// the side not to move not attacked, and phantoms exactly where there is no king.
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

/// Plays a random move: a forcing one three times in four where there is one. False at the end.
pub fn step<E: Engine>(engine: &mut E, rng: &mut Rng) -> bool {
    let mut moves = Vec::new();
    if !rng.once_in(4) {
        engine.forcing(&mut moves);
    }
    if moves.is_empty() {
        engine.legal(&mut moves);
    }
    match rng.pick(&moves) {
        Some(m) => {
            engine.play(m);
            true
        }
        None => false,
    }
}
