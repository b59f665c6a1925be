//! Proof and disproof numbers (Allis, van der Meulen and van den Herik 1994), which saturate.
//!
//! The proof number `pn` of a node is the least number of leaves to prove before the attacker's
//! mate is proved, the disproof number `dn` the least number of leaves to disprove before it is
//! refuted. A proved node has `pn == 0` and `dn == INFINITE`, a disproved node the reverse.

/// A proof or disproof number.
pub type ProofNumber = u32;

/// The number of a node that its side can no longer settle. Sums of open children stay below.
pub const INFINITE: ProofNumber = 1 << 30;

/// The largest number of an open node.
pub const MAX_FINITE: ProofNumber = INFINITE - 1;

/// The sum of two numbers: at most [`MAX_FINITE`] unless one of them is infinite.
pub fn saturating_sum(a: ProofNumber, b: ProofNumber) -> ProofNumber {
    if a >= INFINITE || b >= INFINITE { INFINITE } else { (a + b).min(MAX_FINITE) }
}
