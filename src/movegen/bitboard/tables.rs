//! Attack tables, computed at compile time, and the attacks of sliding pieces.
//!
//! A set of squares is one `u128`; bit `rank * 9 + (file - 1)` is the square of that index, so the
//! lowest nine bits are rank `a`, and straight ahead is 9 bits down for Black and 9 up for White.
//!
//! Lines of slope 8, 9 and 10 have at most one square in each byte, so that reversing the *bytes* of a
//! set (two `bswap`) reverses the order of the squares on the line; then `occupied - 2 * slider` finds
//! the first blocker in either direction, and `^` puts both halves together. Ranks are short enough
//! for a table. This needs no multiplication, no big tables and no instruction beyond x86-64's first.

use super::code::{BISHOP, DRAGON, GOLD, HORSE, KING, KNIGHT, LANCE, PAWN, ROOK, SILVER};

/// A set of squares.
pub(super) type Set = u128;

/// Squares of the board.
pub(super) const SQUARES: usize = 81;

/// Tables by square have this length, so that `index & 127` needs no check.
const PAD: usize = 128;

/// All squares.
pub(super) const BOARD: Set = (1 << SQUARES) - 1;

/// Where a side's pieces may promote (three ranks), by side.
pub(super) const ZONE: [Set; 2] = [(1 << 27) - 1, ((1 << 27) - 1) << 54];

/// Lines through a square, without it: file, rank, the two diagonals, and none.
pub(super) const FILE: usize = 0;
const RANK: usize = 1;
const RISING: usize = 2;
const FALLING: usize = 3;
const NOWHERE: usize = 4;
/// Where the squares ahead follow, for Black and for White.
const AHEAD: usize = 5;

/// Direction (file, rank) of each line.
const LINES: [(i32, i32); 4] = [(0, 1), (1, 0), (-1, 1), (1, 1)];

type Table = [Set; PAD];

/// Sets that belong to one square, in whole cache lines: what is asked about a king's square lies together, and
/// not in as many lines of the same place in the cache as there are tables.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Sets<const N: usize>([Set; N]);

/// By square, then by side and class (of the eight unpromoted ones).
type ByClass = [Sets<16>; PAD];

#[inline(always)]
const fn of(side: usize, class: usize) -> usize {
    (side & 1) << 3 | class & 7
}

/// The set with just that square.
#[inline(always)]
pub(super) fn bit(square: usize) -> Set {
    BIT[square & 127]
}

static BIT: Table = {
    let mut table = [0; PAD];
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
const fn steps(class: usize) -> &'static [(i32, i32)] {
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

/// Squares one step away.
static STEP: ByClass = {
    let mut table = [Sets([0; 16]); PAD];
    let mut class = 0;
    while class < 8 {
        let deltas = steps(class);
        let mut square = 0;
        while square < SQUARES {
            let mut i = 0;
            while i < deltas.len() {
                let (files, ranks) = deltas[i];
                if let Some(to) = shifted(square, files, ranks) {
                    table[square].0[of(0, class)] |= 1 << to;
                }
                if let Some(to) = shifted(square, -files, -ranks) {
                    table[square].0[of(1, class)] |= 1 << to;
                }
                i += 1;
            }
            square += 1;
        }
        class += 1;
    }
    table
};

/// Squares that a piece of this class reaches with one step. For sliders: the first squares.
#[inline(always)]
pub(super) const fn step(side: usize, class: usize, square: usize) -> Set {
    STEP[square & 127].0[of(side, class)]
}

/// The eight squares around.
#[inline(always)]
pub(super) const fn ring(square: usize) -> Set {
    step(0, KING, square)
}

/// By square: the lines through it, and everything straight ahead of it for either side.
static LINE: [Sets<8>; PAD] = {
    let mut table = [Sets([0; 8]); PAD];
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

/// Which line, if any, joins two squares.
static JOINING: [[u8; PAD]; PAD] = {
    let mut table = [[NOWHERE as u8; PAD]; PAD];
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

/// The whole line through both squares, without `a`; empty if none joins them.
#[inline(always)]
pub(super) fn line_through(a: usize, b: usize) -> Set {
    let line = usize::from(JOINING[a & 127][b & 127]);
    LINE[a & 127].0[line & 7]
}

/// The squares strictly between, on a line; empty if none joins them.
#[inline(always)]
pub(super) fn between(a: usize, b: usize) -> Set {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    line_through(a, b) & bit(high).wrapping_sub(bit(low) << 1)
}

/// File and rank through a square.
#[inline(always)]
pub(super) const fn rook_lines(square: usize) -> Set {
    LINE[square & 127].0[FILE] | LINE[square & 127].0[RANK]
}

/// Both diagonals through a square.
#[inline(always)]
pub(super) const fn bishop_lines(square: usize) -> Set {
    LINE[square & 127].0[RISING] | LINE[square & 127].0[FALLING]
}

/// Everything straight ahead of a square as `side` sees it.
#[inline(always)]
pub(super) const fn ahead(side: usize, square: usize) -> Set {
    LINE[square & 127].0[AHEAD + (side & 1)]
}

/// Where a piece of this class may go on an empty board.
#[inline(always)]
pub(super) fn lines(class: usize, side: usize, square: usize) -> Set {
    match class {
        LANCE => ahead(side, square),
        BISHOP => bishop_lines(square),
        ROOK => rook_lines(square),
        HORSE => bishop_lines(square) | ring(square),
        DRAGON => rook_lines(square) | ring(square),
        _ => step(side, class, square),
    }
}

/// Squares from which a rook, a bishop, or a lance of either side has a line to the ring of a square.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Near {
    rook: Set,
    bishop: Set,
    lance: [Set; 2],
}

static NEAR: [Near; PAD] = {
    let mut table = [Near { rook: 0, bishop: 0, lance: [0; 2] }; PAD];
    let mut square = 0;
    while square < SQUARES {
        let near = &mut table[square];
        let mut around = ring(square);
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

/// Squares from which a rook has a line to the ring of a square.
#[inline(always)]
pub(super) fn rook_near(square: usize) -> Set {
    NEAR[square & 127].rook
}

/// Squares from which a bishop has a line to the ring of a square.
#[inline(always)]
pub(super) fn bishop_near(square: usize) -> Set {
    NEAR[square & 127].bishop
}

/// Squares from which a lance of `side` has a line to the ring of a square.
#[inline(always)]
pub(super) fn lance_near(side: usize, square: usize) -> Set {
    NEAR[square & 127].lance[side & 1]
}

/// Every square one rank ahead of a set, as `side` sees it.
#[inline(always)]
pub(super) fn forward(side: usize, set: Set) -> Set {
    if side == 0 { set >> 9 } else { set << 9 & BOARD }
}

/// Every square beside a set, left and right.
#[inline(always)]
pub(super) fn beside(set: Set) -> Set {
    const FIRST: Set = files_of(1);
    (set & !(FIRST << 8)) << 1 | (set & !FIRST) >> 1
}

#[inline(always)]
fn slide(line: usize, square: usize, occupied: Set) -> Set {
    let mask = LINE[square & 127].0[line];
    let slider = bit(square);
    let up = occupied & mask;
    let down = up.swap_bytes();
    let reversed = slider.swap_bytes();
    let up = up.wrapping_sub(slider << 1);
    let down = down.wrapping_sub(reversed << 1).swap_bytes();
    (up ^ down) & mask
}

/// Reachable squares of a rank, by file of the slider and the seven inner squares.
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

/// File of each square and the index of its rank's first square.
static PLACE: [(u8, u8); PAD] = {
    let mut table = [(0, 0); PAD];
    let mut square = 0;
    while square < SQUARES {
        table[square] = ((square % 9) as u8, (square / 9 * 9) as u8);
        square += 1;
    }
    table
};

#[inline(always)]
fn slide_rank(square: usize, occupied: Set) -> Set {
    let (file, first) = PLACE[square & 127];
    let inner = (occupied >> (first + 1)) as usize & 127;
    Set::from(RANK_SLIDE[usize::from(file & 15)][inner]) << first
}

/// Attacks of a rook.
#[inline(always)]
pub(super) fn rook(square: usize, occupied: Set) -> Set {
    slide(FILE, square, occupied) | slide_rank(square, occupied)
}

/// Attacks of a bishop.
#[inline(always)]
pub(super) fn bishop(square: usize, occupied: Set) -> Set {
    slide(RISING, square, occupied) | slide(FALLING, square, occupied)
}

/// Attacks of a lance.
#[inline(always)]
pub(super) fn lance(side: usize, square: usize, occupied: Set) -> Set {
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

/// The files, as whole files, on which a set has squares.
#[inline(always)]
pub(super) const fn files_of(set: Set) -> Set {
    let fold = set | set >> 36 | set >> 72;
    let fold = fold | fold >> 18;
    let fold = (fold | fold >> 9) & 0x1ff;
    // One bit for each rank spreads the nine files over the board.
    const RANKS: Set = {
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

/// Squares from which an unpromoted piece of this class could still move, by side.
#[inline(always)]
pub(super) fn alive(side: usize, class: usize) -> Set {
    const ONE: [Set; 2] = [BOARD & !0x1ff, BOARD >> 9];
    const TWO: [Set; 2] = [BOARD & !0x3ffff, BOARD >> 18];
    match class {
        PAWN | LANCE => ONE[side & 1],
        KNIGHT => TWO[side & 1],
        _ => BOARD,
    }
}

/// Squares from which a pawn, knight, silver or gold can check in one move, promoting or not.
static CANDIDATES: ByClass = {
    let mut table = [Sets([0; 16]); PAD];
    let mut side = 0;
    while side < 2 {
        let mut class = 0;
        while class <= GOLD {
            let mut king = 0;
            while king < SQUARES {
                let plain = step(side ^ 1, class, king);
                let gold = if class == GOLD { 0 } else { step(side ^ 1, GOLD, king) };
                let mut from = 0;
                while from < SQUARES {
                    let reach = step(side, class, from);
                    let promoting = if ZONE[side] >> from & 1 == 1 { BOARD } else { ZONE[side] };
                    if reach & (plain | gold & promoting) != 0 {
                        table[king].0[of(side, class)] |= 1 << from;
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

/// Squares from which a piece of `side` and that class (pawn, knight, silver, gold) could check a king,
/// promoting or not, by a step of its own.
#[inline(always)]
pub(super) fn candidates(side: usize, class: usize, king: usize) -> Set {
    CANDIDATES[king & 127].0[of(side, class)]
}

/// The squares of a set, ascending.
#[derive(Clone, Copy)]
pub(super) struct Squares(pub Set);

impl Iterator for Squares {
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

/// True if a set has two squares or more.
#[inline(always)]
pub(super) fn several(set: Set) -> bool {
    set & set.wrapping_sub(1) != 0
}
