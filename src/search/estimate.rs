//! Initial numbers for a move that has not been searched (df-pn+, Nagai 2002), and the order in which
//! equal ones are tried.

use super::number::{ENDLESS, Number, Plies};
use crate::position::{Engine, Move, Role};
use crate::rules::{Rules, Square};

/// Of the attacker's moves that are left, so many count in [`to_refute`].
const MOVES_AHEAD: Plies = 5;

/// So many pieces at most count in [`checks_to_refute`].
const MOST_ARMS: u32 = 32;

/// The largest estimate: below the numbers that a [frame](super::frame) no longer adds up.
const LARGEST: u64 = 1_000_000;

/// The disproof number of a node that `len` plies are left at, if it were `number` at the end: twice as large with
/// each move that the attacker has left.
///
/// Without it what has been searched looks harder than what has not, only because it has been looked into, and the
/// search goes from reply to reply instead of to the end of one.
pub fn to_refute(number: Number, len: Plies) -> Number {
    if len == ENDLESS {
        number
    } else {
        let moves = (len.saturating_sub(2) / 2).min(MOVES_AHEAD);
        (u64::from(number) << moves).min(LARGEST) as Number
    }
}

/// The disproof number of an attacker's node where `checks` moves have to be refuted, by an attacker with so many
/// [arms](Engine::arms), `len` plies before the end.
///
/// The nodes that a refutation takes grow with the square of `checks`, by the square root of two with each piece, and
/// with each move left: a fit to 93,000 nodes of classics, each refuted by itself (`benches/README.md`).
pub fn checks_to_refute(checks: u32, arms: impl FnOnce() -> u32, len: Plies) -> Number {
    let arms = arms().min(MOST_ARMS);
    // Eighths; three for two is near enough to the root.
    let weight = if arms.is_multiple_of(2) { 2_u64 } else { 3 } << (arms / 2);
    let number = u64::from(checks).pow(2).saturating_mul(weight) / 8;
    to_refute(number.clamp(1, LARGEST) as Number, len)
}

/// What the estimate needs to know of the node.
pub struct Scene<'a> {
    rules: &'a Rules,
    royals: &'a [Square],
}

/// An estimate.
#[derive(Clone, Copy, Default)]
pub struct Estimate {
    /// Proof number.
    pub pn: Number,
    /// Disproof number.
    pub dn: Number,
    /// Smaller is tried first.
    pub order: i32,
}

impl<'a> Scene<'a> {
    /// With the squares of the defender's royals.
    pub fn new(rules: &'a Rules, royals: &'a [Square]) -> Scene<'a> {
        Scene { rules, royals }
    }

    /// The estimate for a move that has not been played yet.
    pub fn estimate<E: Engine>(&self, engine: &E, role: Role, m: Move) -> Estimate {
        let board = self.rules.board;
        let to = m.to();
        let captures = m.from() != Some(to) && engine.at(to).is_some() || m.mids()[0].is_some();
        let near =
            self.royals.iter().map(|&royal| board.distance(royal, to) as i32).min().unwrap_or(0);
        match role {
            Role::Attacker => {
                let far = (near - 2).clamp(0, 3) as Number;
                let (pn, dn) = if captures { (1, 2) } else { (2 + far, 1) };
                let order = near * 4 - i32::from(captures) * 6 - i32::from(m.changes()) * 3;
                Estimate { pn, dn, order }
            }
            Role::Defender => {
                let royal = m.from().is_some_and(|from| self.royals.contains(&from));
                let (pn, dn) = match (captures, royal) {
                    (true, _) => (3, 1),
                    (false, true) => (2, 1),
                    (false, false) => (1, 2),
                };
                // Of the drops on one square the cheapest first: if it is captured, the attacker has gained
                // the least, so it refutes soonest, and what mates it mates the others most often.
                let reach = m.dropped().map_or(0, |kind| self.rules.kinds[kind.index()].reach);
                let order = if captures {
                    0
                } else if royal {
                    1
                } else {
                    2 + near * 1024 + i32::from(reach.min(1023))
                };
                Estimate { pn, dn, order }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_move_left_doubles_a_number_up_to_a_point() {
        assert_eq!([1, 2, 3].map(|len| to_refute(3, len)), [3, 3, 3]);
        assert_eq!([4, 5, 6, 7].map(|len| to_refute(3, len)), [6, 6, 12, 12]);
        assert_eq!(to_refute(3, 501), to_refute(3, 13));
        assert_eq!(to_refute(3, 13), 2 * to_refute(3, 11));
        assert_eq!(to_refute(3, ENDLESS), 3);
    }

    #[test]
    fn a_refutation_grows_with_checks_pieces_and_length() {
        let number = |checks, arms, len| checks_to_refute(checks, || arms, len);
        assert_eq!([1, 2, 3, 4, 8].map(|checks| number(checks, 0, 3)), [1, 1, 2, 4, 16]);
        assert_eq!([0, 1, 2, 3, 4].map(|arms| number(4, arms, 3)), [4, 6, 8, 12, 16]);
        assert_eq!(number(4, 1, 13), 32 * number(4, 1, 3));
        assert_eq!(number(u32::MAX, u32::MAX, 99), LARGEST as Number);
        assert_eq!(number(7, 3, ENDLESS), number(7, 3, 3));
    }
}
