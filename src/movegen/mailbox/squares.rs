//! Sets of squares, walked through in square order whatever order they were filled in.

use crate::rules::Board;

/// A set of squares by index; room for the largest board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Squares([u64; Squares::WORDS]);

impl Squares {
    /// 25x25 squares need ten words.
    pub(super) const WORDS: usize = 10;

    pub(super) fn insert(&mut self, square: u16) {
        self.0[usize::from(square >> 6)] |= 1 << (square & 63);
    }

    pub(super) fn remove(&mut self, square: u16) {
        self.0[usize::from(square >> 6)] &= !(1 << (square & 63));
    }

    pub(super) fn contains(&self, square: u16) -> bool {
        self.0[usize::from(square >> 6)] >> (square & 63) & 1 == 1
    }

    /// Inserts what lies on a line from one of its squares to another, both included, in the order of squares.
    pub(super) fn insert_run(&mut self, line: &Squares, first: u16, last: u16) {
        let (low, high) = (usize::from(first >> 6), usize::from(last >> 6));
        for word in low..=high.min(Squares::WORDS - 1) {
            let mut run = line.0[word];
            if word == low {
                run &= u64::MAX << (first & 63);
            }
            if word == high {
                run &= u64::MAX >> (63 - (last & 63));
            }
            self.0[word] |= run;
        }
    }

    /// Inserts squares of a rank, a bit for each file; what lies beyond the last file is left out.
    pub(super) fn insert_rank(&mut self, board: Board, rank: usize, files: u32) {
        let bits = u64::from(files) & ((1 << board.files) - 1);
        let first = rank * usize::from(board.files);
        let (word, shift) = (first / 64, first % 64);
        self.0[word] |= bits << shift;
        if let Some(next) = self.0.get_mut(word + 1).filter(|_| shift > 0) {
            *next |= bits >> (64 - shift);
        }
    }

    /// Inserts what is in another set.
    pub(super) fn insert_all(&mut self, other: &Squares) {
        self.0.iter_mut().zip(other.0).for_each(|(own, other)| *own |= other);
    }

    /// What is in this set and not in the other.
    pub(super) fn and_not(self, other: &Squares) -> Squares {
        Squares(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    /// What is in both.
    pub(super) fn and(self, other: &Squares) -> Squares {
        Squares(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    pub(super) fn iter(self) -> Iter {
        Iter { word: self.0[0], set: self, at: 0 }
    }
}

/// The squares of a set, in order.
pub(super) struct Iter {
    set: Squares,
    word: u64,
    at: usize,
}

impl Iterator for Iter {
    type Item = u16;

    fn next(&mut self) -> Option<u16> {
        while self.word == 0 {
            self.at += 1;
            self.word = *self.set.0.get(self.at)?;
        }
        let square = (self.at * 64) as u16 + self.word.trailing_zeros() as u16;
        self.word &= self.word - 1;
        Some(square)
    }
}
