//! Initial numbers for a move that has not been searched (df-pn+, Nagai 2002), and the order in which
//! equal ones are tried.

use super::number::{ENDLESS, Number, Plies};
use crate::position::{Engine, ForcingMoveCount, Move, Role};
use crate::rules::{Rules, Square};

/// Plies beyond which a refutation grows no more in [`checks_to_refute`].
const FARTHEST: Plies = 15;

/// Plies that no limit counts as there.
const ENDLESS_AS: Plies = 9;

/// The largest estimate: below the numbers that a [frame](super::frame) no longer adds up.
const LARGEST: u64 = 1_000_000;

/// The disproof number of an attacker's node with these checks, and so many [arms](Engine::attack_potential), `len` plies before the
/// end.
///
/// It is roughly the number of nodes that a refutation takes: a fit to 80,000 nodes of classics and modern problems,
/// each refuted by itself (`benches/history.md`). In it the logarithm grows with that of the checks, the more the more
/// plies are left, and with the arms; all in sixteenths.
pub fn checks_to_refute(checks: ForcingMoveCount, arms: u32, len: Plies) -> Number {
    let len = u32::from(if len == ENDLESS { ENDLESS_AS } else { len.min(FARTHEST) });
    let (all, moves) = (log2(checks.total), log2(checks.board_moves.saturating_add(1)));
    let log = 18 + all * (35 + 11 * len) / 100 + moves + len * 2 / 3;
    exp2(log.saturating_add(arms)).min(LARGEST) as Number
}

/// The disproof number that each of these checks begins with: its share of that.
pub fn each_to_refute(checks: ForcingMoveCount, arms: u32, len: Plies) -> Number {
    (checks_to_refute(checks, arms, len) / checks.total.max(1)).max(1)
}

/// The logarithm to the base 2, in sixteenths; of 0 and 1 it is 0.
fn log2(number: u32) -> u32 {
    let number = number.max(1);
    let whole = number.ilog2();
    // Between powers of two nearly a line.
    16 * whole + (u64::from(number) << 4 >> whole) as u32 - 16
}

/// The inverse of [`log2`].
fn exp2(log: u32) -> u64 {
    u64::from(16 + log % 16) << (log / 16).min(32) >> 4
}

/// What the estimate needs to know of the node.
pub struct Scene<'a> {
    rules: &'a Rules,
    royals: &'a [Square],
    each: Number,
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
    /// With the squares of the defender's royals, and the disproof number [of each check](each_to_refute) where the
    /// attacker moves.
    pub fn new(rules: &'a Rules, royals: &'a [Square], each: Number) -> Scene<'a> {
        Scene { rules, royals, each }
    }

    /// The estimate for a move that has not been played yet. Inlined, as it goes on to the child by parts.
    #[inline(always)]
    pub fn estimate<E: Engine>(&self, engine: &E, role: Role, m: Move) -> Estimate {
        let board = self.rules.board;
        let to = m.to();
        let captures = m.from() != Some(to) && engine.at(to).is_some() || m.mids()[0].is_some();
        let near =
            self.royals.iter().map(|&royal| board.distance(royal, to) as i32).min().unwrap_or(0);
        match role {
            Role::Attacker => {
                let far = (near - 2).clamp(0, 3) as Number;
                let pn = if captures { 1 } else { 2 + far };
                let order = near * 4 - i32::from(captures) * 6 - i32::from(m.changes()) * 3;
                Estimate { pn, dn: self.each, order }
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
    fn logarithms_and_powers_undo_each_other() {
        assert_eq!([0, 1, 2, 3, 4, 6, 64].map(log2), [0, 0, 16, 24, 32, 40, 96]);
        assert_eq!([0, 16, 24, 32, 40].map(exp2), [1, 2, 3, 4, 6]);
        for number in 1..1000 {
            let back = exp2(log2(number)) as f64 / f64::from(number);
            assert!((0.9..1.1).contains(&back), "{number}: {back}");
        }
        assert!(exp2(u32::MAX) > u64::from(u32::MAX));
    }

    #[test]
    fn a_refutation_grows_with_checks_arms_and_length() {
        let number = |all, moves, arms, len| {
            checks_to_refute(ForcingMoveCount { total: all, board_moves: moves }, arms, len)
        };
        let rises =
            |numbers: [Number; 4]| assert!(numbers.is_sorted_by(|a, b| a < b), "{numbers:?}");
        rises([1, 2, 4, 8].map(|all| number(all, 0, 0, 9)));
        rises([0, 1, 2, 4].map(|moves| number(4, moves, 0, 9)));
        rises([3, 7, 11, 15].map(|len| number(4, 1, 0, len)));
        rises([0, 5, 16, 40].map(|arms| number(4, 1, arms, 9)));
        // Another sixteen double it, but for what is lost in whole numbers.
        assert!(number(4, 1, 48, 9).abs_diff(2 * number(4, 1, 32, 9)) <= 1);
        assert_eq!(number(4, 1, 16, ENDLESS), number(4, 1, 16, 9));
        assert_eq!(number(4, 1, 16, 99), number(4, 1, 16, 15));
        assert_eq!(number(u32::MAX, u32::MAX, u32::MAX, 99), LARGEST as Number);
        assert_eq!(number(0, 0, 0, 0), 2);
    }
}
