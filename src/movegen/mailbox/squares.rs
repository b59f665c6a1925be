//! Sets of squares, walked through in square order whatever order they were filled in.

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
