//! Proofs by exhaustive trial with the referee: no table, no proof numbers, no generalisation. The
//! tests of checker and file format start from these certificates, and these proofs decide whether
//! a mutant that passes is true.

use std::collections::HashSet;
use std::sync::Arc;
use tsume::position::{Forcing, Position, Problem};
use tsume::proof::certificate::{Certificate, CertificateNode, Claim, Strategy};
use tsume::referee;
use tsume::rules::Rules;

/// Prover of one problem.
pub struct Brute {
    pub rules: Arc<Rules>,
    pub forcing: Forcing,
}

impl Brute {
    pub fn of(problem: &Problem) -> Brute {
        Brute { rules: Arc::clone(problem.rules()), forcing: problem.forcing() }
    }

    /// Every reply to the last move, with the position after it.
    fn replies(&self, after: &Position) -> Vec<(tsume::position::Move, Position)> {
        let legal = referee::legal_moves(&self.rules, after);
        legal.into_iter().map(|m| (m, referee::play(&self.rules, after, m))).collect()
    }

    /// Nodes of a proof that the attacker, who is to move, mates within `plies` (odd).
    pub fn mate(&self, position: &Position, plies: u16) -> Option<Vec<CertificateNode>> {
        // The shortest first, so that every node states the least number.
        let shorter = plies.checked_sub(2).and_then(|plies| self.mate(position, plies));
        shorter.or_else(|| self.mate_in(position, plies))
    }

    fn mate_in(&self, position: &Position, plies: u16) -> Option<Vec<CertificateNode>> {
        referee::forcing_moves(&self.rules, position, self.forcing).into_iter().find_map(|m| {
            let mut nodes = vec![CertificateNode {
                position: position.clone(),
                plies,
                strategy: Strategy::Attack(m),
            }];
            for (_, child) in self.replies(&referee::play(&self.rules, position, m)) {
                nodes.extend(self.mate(&child, plies.checked_sub(2)?)?);
            }
            Some(nodes)
        })
    }

    /// Nodes of a proof that the attacker, who is to move, does not mate within `plies` (odd).
    pub fn no_mate_within(&self, position: &Position, plies: u16) -> Option<Vec<CertificateNode>> {
        let mut nodes = Vec::new();
        let mut held = Vec::new();
        for m in referee::forcing_moves(&self.rules, position, self.forcing) {
            let replies = self.replies(&referee::play(&self.rules, position, m));
            let (reply, below) = replies.into_iter().find_map(|(reply, child)| {
                let below = if plies < 3 {
                    Some(Vec::new())
                } else {
                    self.no_mate_within(&child, plies - 2)
                };
                Some((reply, below?))
            })?;
            held.push((m, reply));
            nodes.extend(below);
        }
        nodes.push(CertificateNode {
            position: position.clone(),
            plies,
            strategy: Strategy::Defense(held),
        });
        Some(nodes)
    }

    /// Nodes of a proof that the attacker, who is to move, never mates. `None` if he mates, or if
    /// the proof needs more than `budget` nodes.
    pub fn no_mate(&self, position: &Position, budget: usize) -> Option<Vec<CertificateNode>> {
        let mut search = Closure { brute: self, budget, trail: Vec::new(), lost: HashSet::new() };
        search.holds(position).then_some(search.trail)
    }

    /// A proof of a claim about a problem, if one exists.
    pub fn certificate(
        &self,
        problem: &Problem,
        claim: Claim,
        budget: usize,
    ) -> Option<Certificate> {
        let root = problem.position();
        let children = || self.replies(root).into_iter().map(|(_, child)| child);
        let attacks = root.side == problem.attacker();
        let odd = |plies: u16| if plies % 2 == 1 { Some(plies) } else { plies.checked_sub(1) };
        let nodes = match (claim, attacks) {
            (Claim::MateWithin(plies), true) => self.mate(root, odd(plies)?)?,
            (Claim::MateWithin(plies), false) => {
                let proofs = children().map(|child| self.mate(&child, odd(plies.checked_sub(1)?)?));
                proofs.collect::<Option<Vec<_>>>()?.concat()
            }
            (Claim::NoMateWithin(plies), true) => match odd(plies) {
                Some(plies) => self.no_mate_within(root, plies)?,
                None => Vec::new(),
            },
            (Claim::NoMateWithin(plies), false) => {
                children().find_map(|child| match plies.checked_sub(1).and_then(odd) {
                    Some(plies) => self.no_mate_within(&child, plies),
                    None => Some(Vec::new()),
                })?
            }
            (Claim::NoMate, true) => self.no_mate(root, budget)?,
            (Claim::NoMate, false) => children().find_map(|child| self.no_mate(&child, budget))?,
            (Claim::Mate, _) => {
                let longest = u16::try_from(budget).unwrap_or(u16::MAX);
                self.certificate(problem, Claim::MateWithin(longest), budget)?.nodes
            }
        };
        Some(Certificate { problem: problem.clone(), claim, nodes: unique(nodes) })
    }
}

fn unique(nodes: Vec<CertificateNode>) -> Vec<CertificateNode> {
    let mut seen = HashSet::new();
    nodes.into_iter().filter(|node| seen.insert((node.position.clone(), node.plies))).collect()
}

/// Searches a set of positions in which the defender can stay forever.
///
/// A position on the trail counts as refuted. If it turns out to be lost, every position that came
/// onto the trail after it is removed too, since it may have relied on it.
struct Closure<'a> {
    brute: &'a Brute,
    budget: usize,
    trail: Vec<CertificateNode>,
    lost: HashSet<Position>,
}

impl Closure<'_> {
    fn holds(&mut self, position: &Position) -> bool {
        if self.trail.iter().any(|node| node.position == *position) {
            return true;
        }
        if self.lost.contains(position) || self.budget == 0 {
            return false;
        }
        self.budget -= 1;
        let mark = self.trail.len();
        let play = Strategy::Defense(Vec::new());
        self.trail.push(CertificateNode { position: position.clone(), plies: 0, strategy: play });
        let rules = &self.brute.rules;
        let mut held = Vec::new();
        for m in referee::forcing_moves(rules, position, self.brute.forcing) {
            let replies = self.brute.replies(&referee::play(rules, position, m));
            match replies.into_iter().find(|(_, child)| self.holds(child)) {
                Some((reply, _)) => held.push((m, reply)),
                None => {
                    self.trail.truncate(mark);
                    self.lost.insert(position.clone());
                    return false;
                }
            }
        }
        self.trail[mark].strategy = Strategy::Defense(held);
        true
    }
}
