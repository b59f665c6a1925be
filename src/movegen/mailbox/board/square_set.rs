//! Sets of squares; iteration follows the order of squares, whatever the order of insertion.

use crate::rules::{Board, Square};

/// A set of squares, one bit each; room for the largest board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SquareSet([u64; SquareSet::WORDS]);

impl SquareSet {
    /// Words for 25×25 squares.
    const WORDS: usize = 10;

    /// Every square of a board.
    pub fn of_board(board: Board) -> SquareSet {
        let mut all = SquareSet::default();
        board.iter().for_each(|square| all.insert(square));
        all
    }

    #[inline]
    pub fn insert(&mut self, square: Square) {
        self.0[usize::from(square.0 >> 6)] |= 1 << (square.0 & 63);
    }

    #[inline]
    pub fn remove(&mut self, square: Square) {
        self.0[usize::from(square.0 >> 6)] &= !(1 << (square.0 & 63));
    }

    #[inline]
    pub fn contains(&self, square: Square) -> bool {
        self.0[usize::from(square.0 >> 6)] >> (square.0 & 63) & 1 == 1
    }

    /// Inserts the squares of `line` from `first` to `last`, both included, in the order of
    /// squares.
    pub fn insert_run(&mut self, line: &SquareSet, first: Square, last: Square) {
        let (low, high) = (usize::from(first.0 >> 6), usize::from(last.0 >> 6));
        for word in low..=high.min(SquareSet::WORDS - 1) {
            let mut run = line.0[word];
            if word == low {
                run &= u64::MAX << (first.0 & 63);
            }
            if word == high {
                run &= u64::MAX >> (63 - (last.0 & 63));
            }
            self.0[word] |= run;
        }
    }

    /// Inserts squares of a rank, given as one bit for each file. Bits beyond the last file are
    /// ignored.
    pub fn insert_rank(&mut self, board: Board, rank: usize, files: u32) {
        let bits = u64::from(files) & ((1 << board.files) - 1);
        let first = rank * usize::from(board.files);
        let (word, shift) = (first / 64, first % 64);
        self.0[word] |= bits << shift;
        if let Some(next) = self.0.get_mut(word + 1).filter(|_| shift > 0) {
            *next |= bits >> (64 - shift);
        }
    }

    /// Inserts every square of another set.
    pub fn insert_all(&mut self, other: &SquareSet) {
        self.0.iter_mut().zip(other.0).for_each(|(own, other)| *own |= other);
    }

    /// The squares of this set that the other set does not have.
    #[must_use]
    pub fn and_not(self, other: &SquareSet) -> SquareSet {
        SquareSet(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    /// The squares that both sets have.
    #[must_use]
    pub fn and(self, other: &SquareSet) -> SquareSet {
        SquareSet(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    /// True if the set has no square.
    pub fn is_empty(&self) -> bool {
        *self == SquareSet::default()
    }

    /// The squares, in order.
    #[inline]
    pub fn iter(self) -> SquareSetIter {
        SquareSetIter { word: self.0[0], set: self, at: 0 }
    }
}

/// Iterator of [`SquareSet::iter`].
pub struct SquareSetIter {
    set: SquareSet,
    word: u64,
    at: usize,
}

impl Iterator for SquareSetIter {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        while self.word == 0 {
            self.at += 1;
            self.word = *self.set.0.get(self.at)?;
        }
        let square = (self.at * 64) as u16 + self.word.trailing_zeros() as u16;
        self.word &= self.word - 1;
        Some(Square(square))
    }
}
