//! A proof as data: a set of positions with the attacker to move, each with a strategy.
//!
//! Nothing here is checked. The fields are public because a certificate is a claim by anybody;
//! [`checker::verify`](super::checker::verify) decides whether it is true.

use crate::position::{Move, Position, Problem};

/// What a certificate claims about the root position of its problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The attacker mates.
    Mate,
    /// The attacker mates within this number of plies.
    MateWithin(u16),
    /// The attacker never mates.
    NoMate,
    /// The attacker does not mate within this number of plies.
    NoMateWithin(u16),
}

/// A claim about a problem, with its proof. Trust nothing of it until the checker has replayed it.
#[derive(Clone, Debug)]
pub struct Certificate {
    /// The problem.
    pub problem: Problem,
    /// What is claimed.
    pub claim: Claim,
    /// Positions with the attacker to move, in any order. No two have the same position and plies.
    pub nodes: Vec<CertificateNode>,
}

/// One position of a proof, with the attacker to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CertificateNode {
    /// The position.
    pub position: Position,
    /// Plies to the mate, by claim:
    ///
    /// | claim | value |
    /// | --- | --- |
    /// | mate, mate within | upper bound of the mate's length from here; odd, falls along every edge |
    /// | no mate within | the attacker does not mate from here within this number; odd |
    /// | no mate | 0 |
    pub plies: u16,
    /// What one side plays here.
    pub strategy: Strategy,
}

/// What one side plays at a node: the attacker in a proof of mate, else the defender.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// Proof of mate: the attacker's move.
    Attack(Move),
    /// Proof of no mate: the defender's reply to every forcing move, as (move, reply).
    Defense(Vec<(Move, Move)>),
}

/// Why a verdict has no verified certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UncertifiedReason {
    /// A time limit or an interrupt stopped the extraction or the check.
    Stopped,
    /// The certificate would exceed its share of the memory.
    Memory,
    /// The search contradicts itself or the checker: either two positions have the same hash, or
    /// the program has an error.
    Contradiction,
}
