//! Initial proof and disproof numbers of unvisited nodes (df-pn+, Nagai 2002), and the order in
//! which equally good moves are tried.

use super::plies::{Plies, UNLIMITED_PLIES};
use super::proof_number::ProofNumber;
use crate::position::{Engine, ForcingMoveCount, Move, Role};
use crate::rules::{Rules, Square};

/// Plies beyond which the estimate of a refutation grows no more.
const MAX_ESTIMATED_PLIES: Plies = 15;

/// Plies that stand for an unlimited length.
const UNLIMITED_AS_PLIES: Plies = 9;

/// The largest estimate: below the numbers that a [backup](super::backup) no longer adds.
const MAX_ESTIMATE: u64 = 1_000_000;

/// The disproof number of an attacker's node with these checks, `arms`
/// [arms](Engine::attack_potential) and `len` plies left.
///
/// It is roughly the number of nodes that a refutation takes: a fit to 80,000 nodes of classics and
/// modern problems, each refuted by itself (`benches/history.md`). Its logarithm grows with that of
/// the number of checks, the faster the more plies are left, and with the arms. All logarithms are
/// in sixteenths.
pub fn checks_to_refute(checks: ForcingMoveCount, arms: u32, len: Plies) -> ProofNumber {
    let len = match len {
        UNLIMITED_PLIES => UNLIMITED_AS_PLIES,
        len => len.min(MAX_ESTIMATED_PLIES),
    };
    let len = u32::from(len);
    let (all, moves) = (log2(checks.total), log2(checks.board_moves.saturating_add(1)));
    let log = 18 + all * (35 + 11 * len) / 100 + moves + len * 2 / 3;
    exp2(log.saturating_add(arms)).min(MAX_ESTIMATE) as ProofNumber
}

/// The initial disproof number of each of these checks: its share of [`checks_to_refute`].
pub fn refute_one_check(checks: ForcingMoveCount, arms: u32, len: Plies) -> ProofNumber {
    (checks_to_refute(checks, arms, len) / checks.total.max(1)).max(1)
}

/// The logarithm to the base 2, in sixteenths; 0 for 0 and 1. Linear between powers of two.
fn log2(number: u32) -> u32 {
    let number = number.max(1);
    let whole = number.ilog2();
    16 * whole + (u64::from(number) << 4 >> whole) as u32 - 16
}

/// The inverse of [`log2`].
fn exp2(log: u32) -> u64 {
    u64::from(16 + log % 16) << (log / 16).min(32) >> 4
}

/// Estimates the moves of one node.
pub struct Estimator<'a> {
    rules: &'a Rules,
    royals: &'a [Square],
    dn_of_check: ProofNumber,
}

/// Initial numbers of the node after a move.
#[derive(Clone, Copy, Default)]
pub struct Estimate {
    /// Proof number.
    pub pn: ProofNumber,
    /// Disproof number.
    pub dn: ProofNumber,
    /// Order among equally good moves: smaller comes first.
    pub order: i32,
}

impl<'a> Estimator<'a> {
    /// An estimator for a node with the defender's royals on `royals`. Where the attacker moves,
    /// `dn_of_check` is the disproof number of [each check](refute_one_check).
    pub fn new(rules: &'a Rules, royals: &'a [Square], dn_of_check: ProofNumber) -> Estimator<'a> {
        Estimator { rules, royals, dn_of_check }
    }

    /// The estimate for a move in the engine's position. Inlined, so that its parts go to the child
    /// without a copy.
    #[inline(always)]
    pub fn estimate<E: Engine>(&self, engine: &E, role: Role, m: Move) -> Estimate {
        let board = self.rules.board;
        let to = m.to();
        let captures = m.from() != Some(to) && engine.at(to).is_some() || m.mids()[0].is_some();
        let distances = self.royals.iter().map(|&royal| board.distance(royal, to) as i32);
        let distance = distances.min().unwrap_or(0);
        match role {
            Role::Attacker => {
                let far = (distance - 2).clamp(0, 3) as ProofNumber;
                let pn = if captures { 1 } else { 2 + far };
                let order = distance * 4 - i32::from(captures) * 6 - i32::from(m.changes()) * 3;
                Estimate { pn, dn: self.dn_of_check, order }
            }
            Role::Defender => {
                let is_royal = m.from().is_some_and(|from| self.royals.contains(&from));
                let (pn, dn) = match (captures, is_royal) {
                    (true, _) => (3, 1),
                    (false, true) => (2, 1),
                    (false, false) => (1, 2),
                };
                // Of the drops on one square the cheapest comes first. If the attacker captures it
                // he gains the least, so it refutes soonest, and the mate after it most often mates
                // the others too.
                let reach = m.dropped().map_or(0, |kind| self.rules.kinds[kind.index()].reach);
                let order = if captures {
                    0
                } else if is_royal {
                    1
                } else {
                    2 + distance * 1024 + i32::from(reach.min(1023))
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
    fn exp2_inverts_log2() {
        assert_eq!([0, 1, 2, 3, 4, 6, 64].map(log2), [0, 0, 16, 24, 32, 40, 96]);
        assert_eq!([0, 16, 24, 32, 40].map(exp2), [1, 2, 3, 4, 6]);
        for number in 1..1000 {
            let back = exp2(log2(number)) as f64 / f64::from(number);
            assert!((0.9..1.1).contains(&back), "{number}: {back}");
        }
        assert!(exp2(u32::MAX) > u64::from(u32::MAX));
    }

    #[test]
    fn refutation_grows_with_checks_arms_and_length() {
        let number = |all, moves, arms, len| {
            checks_to_refute(ForcingMoveCount { total: all, board_moves: moves }, arms, len)
        };
        let rises = |numbers: [ProofNumber; 4]| {
            assert!(numbers.is_sorted_by(|a, b| a < b), "{numbers:?}");
        };
        rises([1, 2, 4, 8].map(|all| number(all, 0, 0, 9)));
        rises([0, 1, 2, 4].map(|moves| number(4, moves, 0, 9)));
        rises([3, 7, 11, 15].map(|len| number(4, 1, 0, len)));
        rises([0, 5, 16, 40].map(|arms| number(4, 1, arms, 9)));
        // Sixteen more arms double the number, up to rounding.
        assert!(number(4, 1, 48, 9).abs_diff(2 * number(4, 1, 32, 9)) <= 1);
        assert_eq!(number(4, 1, 16, UNLIMITED_PLIES), number(4, 1, 16, 9));
        assert_eq!(number(4, 1, 16, 99), number(4, 1, 16, 15));
        assert_eq!(number(u32::MAX, u32::MAX, u32::MAX, 99), MAX_ESTIMATE as ProofNumber);
        assert_eq!(number(0, 0, 0, 0), 2);
    }
}
