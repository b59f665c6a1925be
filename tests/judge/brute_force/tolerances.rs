//! The tolerances, from their definitions.

use super::{Brute, Tried};
use std::collections::HashMap;
use tsume::position::{Move, Position};
use tsume::rules::{Board, Square};

impl Brute<'_> {
    /// Tolerances for moves that mate as fast as the known one: promotion, distance, mirror image.
    pub(super) fn is_alike(
        &mut self,
        position: &Position,
        known: Move,
        m: Move,
        rest: u32,
        memo: &HashMap<Position, u32>,
    ) -> Tried<bool> {
        let board = self.rules.board;
        let mut tries = vec![m];
        let mirrored = mirror_position(board, position);
        if mirrored.board == position.board {
            let image = mirror_move(board, m);
            if image == known {
                return Ok(true);
            }
            tries.push(image);
        }
        if self.is_from_afar(position, known, m)
            && !self.is_other_sacrifice(position, known, m, Some(rest - 1), rest, memo)?
        {
            return Ok(true);
        }
        for m in tries {
            if differ_in_promotion(known, m) {
                let (a, b) = (self.after(position, known), self.after(position, m));
                if self.same(&a, &b, rest - 1, memo)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Tolerances of the classics for moves that mate as fast as the known one: another square, and
    /// another order of moves.
    pub(super) fn is_classic_twin(
        &mut self,
        position: &Position,
        known: Move,
        m: Move,
        rest: u32,
        memo: &HashMap<Position, u32>,
    ) -> Tried<bool> {
        let (a, b) = (self.after(position, known), self.after(position, m));
        let is_same_piece = m.from() == known.from() && m.dropped() == known.dropped();
        let takes = |m: Move| m.from().is_some() && position.at(m.to()).is_some();
        if is_same_piece
            && rest > 1
            && m.to() != known.to()
            && m.changes() == known.changes()
            && !takes(m)
            && !takes(known)
            && self.same_elsewhere(&a, &b, rest - 1, memo)?
        {
            return Ok(true);
        }
        if memo.get(&a) != memo.get(&b) {
            return Ok(false);
        }
        let mut lines = Vec::new();
        self.collect(&a, rest - 1, memo, &mut lines)?;
        Ok(!self.keeps_away(&b, rest - 1, memo, &lines)?)
    }

    /// All positions of the main lines from a position, the mates included.
    fn collect(
        &mut self,
        position: &Position,
        rest: u32,
        memo: &HashMap<Position, u32>,
        lines: &mut Vec<Position>,
    ) -> Tried<()> {
        if lines.contains(position) {
            return Ok(());
        }
        lines.push(position.clone());
        for (_, after) in self.best(position, rest, memo)? {
            self.collect(&after, rest - 1, memo, lines)?;
        }
        Ok(())
    }

    /// True if the attacker has best moves to the mate that meet none of `lines`.
    fn keeps_away(
        &mut self,
        position: &Position,
        rest: u32,
        memo: &HashMap<Position, u32>,
        lines: &[Position],
    ) -> Tried<bool> {
        if lines.contains(position) {
            return Ok(false);
        }
        if rest == 0 {
            return Ok(true);
        }
        let attacking = position.side == self.attacker;
        for (_, after) in self.best(position, rest, memo)? {
            if self.keeps_away(&after, rest - 1, memo, lines)? == attacking {
                return Ok(attacking);
            }
        }
        Ok(!attacking)
    }

    /// True if one main line from `a` can be played from `b`, where one piece may stand elsewhere.
    fn same_elsewhere(
        &mut self,
        a: &Position,
        b: &Position,
        rest: u32,
        memo: &HashMap<Position, u32>,
    ) -> Tried<bool> {
        let possible = self.moves(b);
        if rest == 0 {
            return Ok(possible.is_empty());
        }
        let differ = |square: &Square| a.at(*square) != b.at(*square);
        let apart: Vec<Square> = self.rules.board.iter().filter(differ).collect();
        let place = apart.iter().find(|square| a.at(**square).is_some()).copied();
        let other = apart.iter().find(|square| b.at(**square).is_some()).copied();
        let attacking = a.side == self.attacker;
        for (m, after) in self.best(a, rest, memo)? {
            if Some(m.to()) == other {
                continue;
            }
            let elsewhere = |square: Square| {
                if Some(square) == place { other.unwrap() } else { square }
            };
            for &like in &possible {
                let is_like = like.dropped() == m.dropped()
                    && like.from() == m.from().map(elsewhere)
                    && like.to() == elsewhere(m.to())
                    && (like.changes() == m.changes() || attacking && apart.is_empty());
                if is_like && self.same_elsewhere(&after, &self.after(b, like), rest - 1, memo)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// The same drop, or its mirror image, at another distance on the same line.
    pub(super) fn is_from_afar(&self, position: &Position, known: Move, m: Move) -> bool {
        if m.dropped().is_none() {
            return false;
        }
        let board = self.rules.board;
        let king = position.royals(self.rules, self.attacker.other())[0];
        let symmetrical = mirror_position(board, position).board == position.board;
        let images = if symmetrical { vec![m, mirror_move(board, m)] } else { vec![m] };
        images.into_iter().any(|m| {
            m.dropped() == known.dropped()
                && m != known
                && one_line(board, king, m.to(), known.to())
        })
    }

    /// True if one of both drops is beside the king, the other is not, and one of them is taken:
    /// by a longest defence, or by any if the drop mates later. `plies` is the length after `m` if
    /// it mates as soon as the known drop, whose length is `rest`.
    pub(super) fn is_other_sacrifice(
        &mut self,
        position: &Position,
        known: Move,
        m: Move,
        plies: Option<u32>,
        rest: u32,
        memo: &HashMap<Position, u32>,
    ) -> Tried<bool> {
        let king = position.royals(self.rules, self.attacker.other())[0];
        let beside = |m: Move| {
            let board = self.rules.board;
            let files = board.file(king) - board.file(m.to());
            let ranks = board.rank(king) - board.rank(m.to());
            files.abs().max(ranks.abs()) == 1
        };
        if beside(known) == beside(m) {
            return Ok(false);
        }
        for (drop, plies) in [(known, Some(rest - 1)), (m, plies)] {
            let after = self.after(position, drop);
            let replies: Vec<Move> = match plies {
                Some(plies) => {
                    self.best(&after, plies, memo)?.into_iter().map(|(reply, _)| reply).collect()
                }
                None => self.moves(&after),
            };
            if replies.iter().any(|reply| reply.to() == drop.to()) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// True if every main line from `a` can be played from `b`, promotion apart.
    fn same(
        &mut self,
        a: &Position,
        b: &Position,
        rest: u32,
        memo: &HashMap<Position, u32>,
    ) -> Tried<bool> {
        let possible = self.moves(b);
        if rest == 0 {
            return Ok(possible.is_empty());
        }
        let attacking = a.side == self.attacker;
        for (m, after) in self.best(a, rest, memo)? {
            let mut goes_on = false;
            let likes = possible
                .iter()
                .filter(|like| **like == m || attacking && differ_in_promotion(m, **like));
            for &like in likes {
                goes_on |= self.same(&after, &self.after(b, like), rest - 1, memo)?;
            }
            if goes_on == attacking {
                return Ok(attacking);
            }
        }
        Ok(!attacking)
    }
}

/// True if both are the same move, with and without promotion.
fn differ_in_promotion(a: Move, b: Move) -> bool {
    a.from().is_some() && a.with_change(!a.changes()) == b
}

fn one_line(board: Board, king: Square, a: Square, b: Square) -> bool {
    let offset = |s: Square| (board.file(s) - board.file(king), board.rank(s) - board.rank(king));
    let ((af, ar), (bf, br)) = (offset(a), offset(b));
    // Parallel and on the same side.
    af * br == ar * bf && af * bf + ar * br > 0 && (af == 0 || ar == 0 || af.abs() == ar.abs())
}

fn mirror_square(board: Board, square: Square) -> Square {
    board.square(i32::from(board.files) - 1 - board.file(square), board.rank(square)).unwrap()
}

fn mirror_move(board: Board, m: Move) -> Move {
    let to = mirror_square(board, m.to());
    match (m.dropped(), m.from()) {
        (Some(kind), _) => Move::drop(kind, to),
        (_, Some(from)) => {
            let mids = m.mids().map(|mid| mid.map(|square| mirror_square(board, square)));
            Move::through(mirror_square(board, from), mids, to).with_change(m.changes())
        }
        _ => unreachable!(),
    }
}

fn mirror_position(board: Board, position: &Position) -> Position {
    let mut image = position.clone();
    for square in board.iter() {
        image.board[mirror_square(board, square).index()] = position.at(square);
    }
    image
}
