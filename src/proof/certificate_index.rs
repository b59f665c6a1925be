//! The moves that a certificate prescribes, by position: to play against it, and to show it.

use super::certificate::{Certificate, CertificateNode, Claim};
use super::node_index::{IndexedNode, NodeIndex};
use crate::position::Position;

/// A certificate with an index of its nodes. It says nothing about the truth of the certificate,
/// which is [`checker::verify`](super::checker::verify)'s to decide.
///
/// # Examples
/// ```
/// use tsume::proof::certificate_index::CertificateIndex;
/// use tsume::{Solver, Variant};
///
/// let problem = Variant::shogi().problem("8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1")?;
/// let solution = Solver::new().hash(16 << 20).solve(&problem);
/// let index = CertificateIndex::new(solution.certificates.into_iter().next().unwrap());
/// assert_eq!(index.node(problem.position()).unwrap().plies, 1);
/// # Ok::<(), tsume::Error>(())
/// ```
#[derive(Debug)]
pub struct CertificateIndex {
    certificate: Certificate,
    sorted: Vec<IndexedNode>,
}

impl CertificateIndex {
    /// Indexes a certificate with fewer than 2^32 nodes.
    pub fn new(certificate: Certificate) -> CertificateIndex {
        let attacker = certificate.problem.attacker();
        let sorted = NodeIndex::new(&certificate.nodes, attacker, None).into_sorted();
        CertificateIndex { certificate, sorted }
    }

    /// The certificate.
    pub fn certificate(&self) -> &Certificate {
        &self.certificate
    }

    /// Approximate size in memory, in bytes.
    pub fn bytes(&self) -> usize {
        let position = self.certificate.problem.position();
        let node = size_of::<CertificateNode>() + position.board.len() + size_of::<IndexedNode>();
        self.certificate.nodes.len() * node
    }

    /// The node that covers a position with the attacker to move: in a proof of mate the one with
    /// the shortest mate, in a proof of no mate the one with the widest bound. `None` if the
    /// certificate does not cover the position.
    pub fn node(&self, position: &Position) -> Option<&CertificateNode> {
        let problem = &self.certificate.problem;
        let (attacker, dominance) = (problem.attacker(), problem.rules().hands_dominate);
        if position.side != attacker {
            return None;
        }
        let hand = position.hands[attacker.index()];
        let mates = matches!(self.certificate.claim, Claim::Mate | Claim::MateWithin(_));
        let covers = |known: &IndexedNode| {
            let dominates =
                if mates { hand.dominates(known.hand) } else { known.hand.dominates(hand) };
            hand == known.hand || dominance && dominates
        };
        let index = NodeIndex::of_sorted(&self.certificate.nodes, &self.sorted);
        let covering = index.same_board(position, covers);
        let best = match mates {
            true => covering.min_by_key(|known| known.plies),
            false => covering.max_by_key(|known| known.plies),
        };
        best.map(|known| &self.certificate.nodes[known.node as usize])
    }
}
