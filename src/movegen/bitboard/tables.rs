//! Attack tables, computed at compile time, and the attacks of sliding pieces.
//!
//! A bitboard is one `u128`. Bit `rank * 9 + (file - 1)` is the square of that index:
//!
//! ```text
//!   file    9  8  7  6  5  4  3  2  1
//!   rank a  8  7  6  5  4  3  2  1  0      ahead of Black: 9 bits down
//!   rank b 17 16 15 14 13 12 11 10  9      ahead of White: 9 bits up
//!   ...
//!   rank i 80 79 78 77 76 75 74 73 72
//! ```
//!
//! Files and diagonals have slopes of 9, 8 and 10 bits: at most one square in each byte. To reverse
//! the *bytes* of a bitboard (two `bswap`) is therefore to reverse the order of the squares on such
//! a line. `occupied - 2 * slider` finds the first blocker in either direction, and `^` joins both
//! halves (the o^(o-2r) trick of hyperbola quintessence). A rank has seven inner squares, few
//! enough for a table. This takes no multiplication, no large tables and no instruction beyond the
//! first x86-64.

use super::piece_codes::{BISHOP, DRAGON, GOLD, HORSE, KING, KNIGHT, LANCE, PAWN, ROOK, SILVER};

/// A set of squares: one bit each.
pub(super) type Bitboard = u128;

/// Number of squares.
pub(super) const SQUARES: usize = 81;

/// Length of tables by square: `index & 127` then needs no bounds check.
const PADDED_SQUARES: usize = 128;

/// All squares.
pub(super) const BOARD: Bitboard = (1 << SQUARES) - 1;

/// By side: promotion zone, the three farthest ranks.
pub(super) const PROMOTION_ZONE: [Bitboard; 2] = [(1 << 27) - 1, ((1 << 27) - 1) << 54];

// Lines through a square, without the square.

/// File of a square.
pub(super) const FILE: usize = 0;
/// Rank of a square.
const RANK: usize = 1;
const RISING: usize = 2;
const FALLING: usize = 3;
const NOWHERE: usize = 4;
/// Squares ahead for Black; those for White follow.
const AHEAD: usize = 5;

/// Direction (file, rank) of each line.
const LINES: [(i32, i32); 4] = [(0, 1), (1, 0), (-1, 1), (1, 1)];

type SquareTable = [Bitboard; PADDED_SQUARES];

/// Bitboards of one square, in whole cache lines. What is looked up for a king's square then lies
/// together; separate tables would need one cache line each, all in the same set of the cache.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct SquareRow<const N: usize>([Bitboard; N]);

/// By square, then by side and unpromoted class.
type ClassTable = [SquareRow<16>; PADDED_SQUARES];

#[inline(always)]
const fn class_index(side: usize, class: usize) -> usize {
    (side & 1) << 3 | class & 7
}

/// The bitboard of one square.
#[inline(always)]
pub(super) fn bit(square: usize) -> Bitboard {
    BIT[square & 127]
}

static BIT: SquareTable = {
    let mut table = [0; PADDED_SQUARES];
    let mut square = 0;
    while square < SQUARES {
        table[square] = 1 << square;
        square += 1;
    }
    table
};

const fn shifted(square: usize, files: i32, ranks: i32) -> Option<usize> {
    let (file, rank) = ((square % 9) as i32 + files, (square / 9) as i32 + ranks);
    if file < 0 || file > 8 || rank < 0 || rank > 8 {
        None
    } else {
        Some((rank * 9 + file) as usize)
    }
}

/// (Files, ranks) of each one-step target, as Black moves.
const fn step_offsets(class: usize) -> &'static [(i32, i32)] {
    match class {
        PAWN | LANCE => &[(0, -1)],
        KNIGHT => &[(-1, -2), (1, -2)],
        SILVER => &[(0, -1), (-1, -1), (1, -1), (-1, 1), (1, 1)],
        GOLD => &[(0, -1), (-1, -1), (1, -1), (-1, 0), (1, 0), (0, 1)],
        KING => &[(0, -1), (-1, -1), (1, -1), (-1, 0), (1, 0), (0, 1), (-1, 1), (1, 1)],
        BISHOP => &[(-1, -1), (1, -1), (-1, 1), (1, 1)],
        ROOK => &[(0, -1), (-1, 0), (1, 0), (0, 1)],
        _ => &[],
    }
}

/// By side and class: squares one step away.
static STEP: ClassTable = {
    let mut table = [SquareRow([0; 16]); PADDED_SQUARES];
    let mut class = 0;
    while class < 8 {
        let deltas = step_offsets(class);
        let mut square = 0;
        while square < SQUARES {
            let mut i = 0;
            while i < deltas.len() {
                let (files, ranks) = deltas[i];
                if let Some(to) = shifted(square, files, ranks) {
                    table[square].0[class_index(0, class)] |= 1 << to;
                }
                if let Some(to) = shifted(square, -files, -ranks) {
                    table[square].0[class_index(1, class)] |= 1 << to;
                }
                i += 1;
            }
            square += 1;
        }
        class += 1;
    }
    table
};

/// Squares that a piece of this class attacks with one step. Of sliders: the first squares.
#[inline(always)]
pub(super) const fn step_attacks(side: usize, class: usize, square: usize) -> Bitboard {
    STEP[square & 127].0[class_index(side, class)]
}

/// The eight squares around a square.
#[inline(always)]
pub(super) const fn king_ring(square: usize) -> Bitboard {
    step_attacks(0, KING, square)
}

/// By square: the lines through it, and the squares straight ahead of it for either side.
static LINE: [SquareRow<8>; PADDED_SQUARES] = {
    let mut table = [SquareRow([0; 8]); PADDED_SQUARES];
    let mut line = 0;
    while line < 4 {
        let (files, ranks) = LINES[line];
        let mut square = 0;
        while square < SQUARES {
            let mut sign = -1;
            while sign <= 1 {
                let mut at = square;
                while let Some(to) = shifted(at, sign * files, sign * ranks) {
                    table[square].0[line] |= 1 << to;
                    at = to;
                }
                sign += 2;
            }
            square += 1;
        }
        line += 1;
    }
    let mut square = 0;
    while square < SQUARES {
        let below = (1 << square) - 1;
        table[square].0[AHEAD] = table[square].0[FILE] & below;
        table[square].0[AHEAD + 1] = table[square].0[FILE] & !below;
        square += 1;
    }
    table
};

/// By two squares: the line that joins them.
static JOINING: [[u8; PADDED_SQUARES]; PADDED_SQUARES] = {
    let mut table = [[NOWHERE as u8; PADDED_SQUARES]; PADDED_SQUARES];
    let mut line = 0;
    while line < 4 {
        let mut a = 0;
        while a < SQUARES {
            let mut b = 0;
            while b < SQUARES {
                if LINE[a].0[line] >> b & 1 == 1 {
                    table[a][b] = line as u8;
                }
                b += 1;
            }
            a += 1;
        }
        line += 1;
    }
    table
};

/// The whole line through two squares, without `a`. Empty if no line joins them.
#[inline(always)]
pub(super) fn line_through(a: usize, b: usize) -> Bitboard {
    let line = usize::from(JOINING[a & 127][b & 127]);
    LINE[a & 127].0[line & 7]
}

/// The squares strictly between two squares on a line. Empty if no line joins them.
#[inline(always)]
pub(super) fn between(a: usize, b: usize) -> Bitboard {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    line_through(a, b) & bit(high).wrapping_sub(bit(low) << 1)
}

/// File and rank through a square.
#[inline(always)]
pub(super) const fn rook_lines(square: usize) -> Bitboard {
    LINE[square & 127].0[FILE] | LINE[square & 127].0[RANK]
}

/// Both diagonals through a square.
#[inline(always)]
pub(super) const fn bishop_lines(square: usize) -> Bitboard {
    LINE[square & 127].0[RISING] | LINE[square & 127].0[FALLING]
}

/// The squares straight ahead of a square as `side` sees it.
#[inline(always)]
pub(super) const fn ahead(side: usize, square: usize) -> Bitboard {
    LINE[square & 127].0[AHEAD + (side & 1)]
}

/// The squares that a piece of this class attacks on an empty board.
#[inline(always)]
pub(super) fn empty_board_attacks(class: usize, side: usize, square: usize) -> Bitboard {
    match class {
        LANCE => ahead(side, square),
        BISHOP => bishop_lines(square),
        ROOK => rook_lines(square),
        HORSE => bishop_lines(square) | king_ring(square),
        DRAGON => rook_lines(square) | king_ring(square),
        _ => step_attacks(side, class, square),
    }
}

/// The squares from which a rook, a bishop, or a lance of either side has a line to the ring of a
/// square.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct NearLines {
    rook: Bitboard,
    bishop: Bitboard,
    lance: [Bitboard; 2],
}

static NEAR: [NearLines; PADDED_SQUARES] = {
    let mut table = [NearLines { rook: 0, bishop: 0, lance: [0; 2] }; PADDED_SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let near = &mut table[square];
        let mut around = king_ring(square);
        while around != 0 {
            let at = around.trailing_zeros() as usize;
            around &= around - 1;
            near.rook |= rook_lines(at);
            near.bishop |= bishop_lines(at);
            near.lance[0] |= ahead(1, at);
            near.lance[1] |= ahead(0, at);
        }
        square += 1;
    }
    table
};

/// The squares from which a rook has a line to the ring of a square.
#[inline(always)]
pub(super) fn rook_near(square: usize) -> Bitboard {
    NEAR[square & 127].rook
}

/// The squares from which a bishop has a line to the ring of a square.
#[inline(always)]
pub(super) fn bishop_near(square: usize) -> Bitboard {
    NEAR[square & 127].bishop
}

/// The squares from which a lance of `side` has a line to the ring of a square.
#[inline(always)]
pub(super) fn lance_near(side: usize, square: usize) -> Bitboard {
    NEAR[square & 127].lance[side & 1]
}

/// Moves every square one rank ahead, as `side` sees it.
#[inline(always)]
pub(super) fn shift_forward(side: usize, set: Bitboard) -> Bitboard {
    if side == 0 { set >> 9 } else { set << 9 & BOARD }
}

/// Moves every square one file to the left and one to the right.
#[inline(always)]
pub(super) fn shift_sideways(set: Bitboard) -> Bitboard {
    const FIRST: Bitboard = fill_files(1);
    (set & !(FIRST << 8)) << 1 | (set & !FIRST) >> 1
}

#[inline(always)]
fn slide_line(line: usize, square: usize, occupied: Bitboard) -> Bitboard {
    let mask = LINE[square & 127].0[line];
    let slider = bit(square);
    let up = occupied & mask;
    let down = up.swap_bytes();
    let reversed = slider.swap_bytes();
    let up = up.wrapping_sub(slider << 1);
    let down = down.wrapping_sub(reversed << 1).swap_bytes();
    (up ^ down) & mask
}

/// By file of the slider and occupied inner squares: the squares that it attacks on its rank.
static RANK_SLIDE: [[u16; 128]; 16] = {
    let mut table = [[0; 128]; 16];
    let mut file = 0;
    while file < 9 {
        let mut inner = 0;
        while inner < 128 {
            let occupied = (inner as u16) << 1;
            let mut reach = 0u16;
            let mut to = file + 1;
            while to < 9 {
                reach |= 1 << to;
                if occupied >> to & 1 == 1 {
                    break;
                }
                to += 1;
            }
            let mut to = file;
            while to > 0 {
                to -= 1;
                reach |= 1 << to;
                if occupied >> to & 1 == 1 {
                    break;
                }
            }
            table[file][inner] = reach;
            inner += 1;
        }
        file += 1;
    }
    table
};

/// By square: its file, and the index of its rank's first square.
static PLACE: [(u8, u8); PADDED_SQUARES] = {
    let mut table = [(0, 0); PADDED_SQUARES];
    let mut square = 0;
    while square < SQUARES {
        table[square] = ((square % 9) as u8, (square / 9 * 9) as u8);
        square += 1;
    }
    table
};

#[inline(always)]
fn slide_rank(square: usize, occupied: Bitboard) -> Bitboard {
    let (file, first) = PLACE[square & 127];
    let inner = (occupied >> (first + 1)) as usize & 127;
    Bitboard::from(RANK_SLIDE[usize::from(file & 15)][inner]) << first
}

/// The squares that a rook attacks.
#[inline(always)]
pub(super) fn rook_attacks(square: usize, occupied: Bitboard) -> Bitboard {
    slide_line(FILE, square, occupied) | slide_rank(square, occupied)
}

/// The squares that a bishop attacks.
#[inline(always)]
pub(super) fn bishop_attacks(square: usize, occupied: Bitboard) -> Bitboard {
    slide_line(RISING, square, occupied) | slide_line(FALLING, square, occupied)
}

/// The squares that a lance attacks.
#[inline(always)]
pub(super) fn lance_attacks(side: usize, square: usize, occupied: Bitboard) -> Bitboard {
    let mask = ahead(side, square);
    let blockers = occupied & mask;
    if side == 0 {
        let blockers = blockers.swap_bytes();
        let slider = bit(square).swap_bytes();
        (blockers ^ blockers.wrapping_sub(slider << 1)).swap_bytes() & mask
    } else {
        (blockers ^ blockers.wrapping_sub(bit(square) << 1)) & mask
    }
}

/// All squares of the files on which a bitboard has squares.
#[inline(always)]
pub(super) const fn fill_files(set: Bitboard) -> Bitboard {
    let fold = set | set >> 36 | set >> 72;
    let fold = fold | fold >> 18;
    let fold = (fold | fold >> 9) & 0x1ff;
    // One bit for each rank spreads the nine files over the board.
    const RANKS: Bitboard = {
        let mut ranks = 0;
        let mut rank = 0;
        while rank < 9 {
            ranks |= 1 << (9 * rank);
            rank += 1;
        }
        ranks
    };
    fold.wrapping_mul(RANKS)
}

/// The squares from which an unpromoted piece of this class could still move.
#[inline(always)]
pub(super) fn movable_squares(side: usize, class: usize) -> Bitboard {
    const ONE: [Bitboard; 2] = [BOARD & !0x1ff, BOARD >> 9];
    const TWO: [Bitboard; 2] = [BOARD & !0x3ffff, BOARD >> 18];
    match class {
        PAWN | LANCE => ONE[side & 1],
        KNIGHT => TWO[side & 1],
        _ => BOARD,
    }
}

/// By square of their king: the squares from which a pawn, knight, silver or gold can give check
/// with one move, promoting or not.
static CHECK_CANDIDATES: ClassTable = {
    let mut table = [SquareRow([0; 16]); PADDED_SQUARES];
    let mut side = 0;
    while side < 2 {
        let mut class = 0;
        while class <= GOLD {
            let mut king = 0;
            while king < SQUARES {
                let plain = step_attacks(side ^ 1, class, king);
                let gold = if class == GOLD { 0 } else { step_attacks(side ^ 1, GOLD, king) };
                let mut from = 0;
                while from < SQUARES {
                    let reach = step_attacks(side, class, from);
                    let promoting = if PROMOTION_ZONE[side] >> from & 1 == 1 {
                        BOARD
                    } else {
                        PROMOTION_ZONE[side]
                    };
                    if reach & (plain | gold & promoting) != 0 {
                        table[king].0[class_index(side, class)] |= 1 << from;
                    }
                    from += 1;
                }
                king += 1;
            }
            class += 1;
        }
        side += 1;
    }
    table
};

/// The squares from which a pawn, knight, silver or gold of `side` could check a king by its own
/// step, promoting or not.
#[inline(always)]
pub(super) fn check_candidates(side: usize, class: usize, king: usize) -> Bitboard {
    CHECK_CANDIDATES[king & 127].0[class_index(side, class)]
}

/// The squares of a bitboard, ascending.
#[derive(Clone, Copy)]
pub(super) struct SquareIter(pub Bitboard);

impl Iterator for SquareIter {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let square = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(square)
    }
}

/// True if a bitboard has two squares or more.
#[inline(always)]
pub(super) fn has_several(set: Bitboard) -> bool {
    set & set.wrapping_sub(1) != 0
}
