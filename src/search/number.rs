//! Proof and disproof numbers: they only saturate. Lengths, likewise.

/// A proof or disproof number.
pub type Number = u32;

/// Settled against the side that the number speaks for. Sums of open children stay below.
pub const INFINITE: Number = 1 << 30;

/// The largest number of an open node.
pub const MOST: Number = INFINITE - 1;

/// The sum, below [`INFINITE`] unless one part is infinite.
pub fn add(a: Number, b: Number) -> Number {
    if a >= INFINITE || b >= INFINITE { INFINITE } else { (a + b).min(MOST) }
}

/// A number of plies.
pub type Plies = u16;

/// No limit: any length. As a disproved length it means that there is no mate at all.
pub const ENDLESS: Plies = u16::MAX;

/// The longest length that a proof can have.
pub const LONGEST: Plies = ENDLESS - 1;

/// One ply less, of a limit.
pub fn less(len: Plies) -> Plies {
    if len == ENDLESS { ENDLESS } else { len.saturating_sub(1) }
}

/// One ply more, of a disproved length.
pub fn more(len: Plies) -> Plies {
    if len >= LONGEST { len } else { len + 1 }
}
