//! The board's shape, and directions as the owner of a piece sees them.

use std::fmt;

/// The number of files and ranks of a board: 1 to 25 each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// Files, counted from Black's right.
    pub files: u8,
    /// Ranks, counted from the far side as Black sees it (`a` is rank 0).
    pub ranks: u8,
}

impl Board {
    /// The largest number of files or ranks (tai shogi's board; ranks must have a letter).
    pub const MAX_SIDE: u8 = 25;

    /// Number of squares.
    pub fn squares(self) -> usize {
        usize::from(self.files) * usize::from(self.ranks)
    }

    /// All squares, from `1a` along the ranks.
    pub fn iter(self) -> impl Iterator<Item = Square> {
        (0..self.squares() as u16).map(Square)
    }

    /// The square on a zero-based file (0 is file 1) and rank (0 is rank `a`), if the board has it.
    pub fn square(self, file: i32, rank: i32) -> Option<Square> {
        let (files, ranks) = (i32::from(self.files), i32::from(self.ranks));
        ((0..files).contains(&file) && (0..ranks).contains(&rank))
            .then(|| Square((rank * files + file) as u16))
    }

    /// Zero-based file of a square: 0 is file 1, at Black's right.
    pub fn file(self, square: Square) -> i32 {
        i32::from(square.0 % u16::from(self.files))
    }

    /// Zero-based rank of a square: 0 is rank `a`.
    pub fn rank(self, square: Square) -> i32 {
        i32::from(square.0 / u16::from(self.files))
    }

    /// The square reached from `square` by `(files, ranks)`, if it is on the board.
    pub fn shift(self, square: Square, (files, ranks): (i32, i32)) -> Option<Square> {
        self.square(self.file(square) + files, self.rank(square) + ranks)
    }

    /// King's steps from one square to another on an empty board.
    pub fn distance(self, a: Square, b: Square) -> u32 {
        let files = self.file(a).abs_diff(self.file(b));
        files.max(self.rank(a).abs_diff(self.rank(b)))
    }

    /// The step (files, ranks) by which a line or diagonal leads from one square to another; none if
    /// none does.
    pub fn direction(self, from: Square, to: Square) -> Option<(i32, i32)> {
        let files = self.file(to) - self.file(from);
        let ranks = self.rank(to) - self.rank(from);
        let aligned = files == 0 || ranks == 0 || files.abs() == ranks.abs();
        (aligned && from != to).then(|| (files.signum(), ranks.signum()))
    }

    /// The square on the other side of the middle file.
    #[must_use]
    pub fn mirror(self, square: Square) -> Square {
        let files = i32::from(self.files);
        self.shift(square, (files - 1 - 2 * self.file(square), 0)).unwrap_or(square)
    }

    /// How deep a square lies on the board as `side` sees it: 0 is that side's farthest rank.
    pub fn depth(self, square: Square, side: Side) -> i32 {
        match side {
            Side::Black => self.rank(square),
            Side::White => i32::from(self.ranks) - 1 - self.rank(square),
        }
    }

    /// The square's name, such as `5e` or `19s`.
    pub fn name(self, square: Square) -> SquareName {
        SquareName { file: self.file(square) as u8 + 1, rank: self.rank(square) as u8 }
    }
}

/// A square of some board: an index along the ranks, from `1a`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(pub u16);

impl Square {
    /// The index as a `usize`, for array access.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A square's name, ready to be printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SquareName {
    file: u8,
    rank: u8,
}

impl fmt::Display for SquareName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file, char::from(b'a' + self.rank))
    }
}

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// Sente, the first player, who moves towards rank `a`.
    Black,
    /// Gote, the second player, who moves towards the last rank.
    White,
}

impl Side {
    /// Both sides, Black first.
    pub const BOTH: [Side; 2] = [Side::Black, Side::White];

    /// The other side.
    pub fn other(self) -> Side {
        match self {
            Side::Black => Side::White,
            Side::White => Side::Black,
        }
    }

    /// 0 for Black, 1 for White.
    pub fn index(self) -> usize {
        self as usize
    }

    /// `b` or `w`.
    pub fn letter(self) -> char {
        match self {
            Side::Black => 'b',
            Side::White => 'w',
        }
    }
}

/// A direction as the owner of the piece sees it, clockwise from straight ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Dir {
    /// Forward.
    F,
    /// Forward right.
    Fr,
    /// Right.
    R,
    /// Backward right.
    Br,
    /// Backward.
    B,
    /// Backward left.
    Bl,
    /// Left.
    L,
    /// Forward left.
    Fl,
}

impl Dir {
    /// All eight, clockwise.
    pub const ALL: [Dir; 8] = [Dir::F, Dir::Fr, Dir::R, Dir::Br, Dir::B, Dir::Bl, Dir::L, Dir::Fl];

    /// Change of (file, rank) for a piece of `side`. Black's left is the higher file.
    pub fn delta(self, side: Side) -> (i32, i32) {
        const BLACK: [(i32, i32); 8] =
            [(0, -1), (-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1)];
        let (files, ranks) = BLACK[self as usize];
        match side {
            Side::Black => (files, ranks),
            Side::White => (-files, -ranks),
        }
    }

    /// True for the four diagonals.
    pub fn is_diagonal(self) -> bool {
        self as u8 % 2 == 1
    }

    /// True for the three directions ahead.
    pub fn is_forward(self) -> bool {
        matches!(self, Dir::F | Dir::Fl | Dir::Fr)
    }
}
