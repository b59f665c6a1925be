//! Faults of certificates.

use crate::messages::tr;
use std::fmt;

/// A fault of a certificate. Moves are in USI notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CertificateFault {
    /// The caller stopped the check. The certificate may be right or wrong.
    Stopped,
    /// 2^32 nodes or more.
    TooManyNodes,
    /// The board has the wrong size, or pieces that the game does not have.
    Board,
    /// Pieces in hand that cannot be dropped, or more of a kind than a hand can have.
    Material,
    /// A remembered square is off the board, or the remembered squares are not sorted.
    Memories,
    /// The defender is to move.
    Side,
    /// Phantom royals that differ from those of the root.
    Phantoms,
    /// Plies that are 0 or even; in a proof of no mate, plies other than 0.
    Plies(u16),
    /// Same position and plies as an earlier node.
    Duplicate(usize),
    /// Replies in a proof of mate, or an attacker's move in a proof of no mate.
    Strategy,
    /// The attacker's move is illegal or not forcing.
    NotForcing(String),
    /// A reply to a move that is not forcing or already has a reply.
    Surplus(String),
    /// A forcing move without a reply.
    NoReply(String),
    /// An illegal reply.
    IllegalReply(String, String),
    /// No node covers the position after a move and a reply.
    Uncovered(String, String),
    /// No node covers the root.
    RootUncovered,
    /// No node covers the position after a reply at the root.
    ReplyUncovered(String),
    /// The defender is to move at the root, and no node covers the position after any reply.
    NoReplyHolds,
}

impl fmt::Display for CertificateFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&match self {
            CertificateFault::Stopped => tr!(proof_stopped),
            CertificateFault::TooManyNodes => tr!(proof_too_many_nodes),
            CertificateFault::Board => tr!(proof_board),
            CertificateFault::Material => tr!(proof_material),
            CertificateFault::Memories => tr!(proof_memories),
            CertificateFault::Side => tr!(proof_side),
            CertificateFault::Phantoms => tr!(proof_phantoms),
            CertificateFault::Plies(plies) => tr!(proof_plies, plies = *plies),
            CertificateFault::Duplicate(node) => tr!(proof_duplicate, node = node + 1),
            CertificateFault::Strategy => tr!(proof_strategy),
            CertificateFault::NotForcing(text) => tr!(proof_not_forcing, text = text.as_str()),
            CertificateFault::Surplus(text) => tr!(proof_surplus, text = text.as_str()),
            CertificateFault::NoReply(text) => tr!(proof_no_reply, text = text.as_str()),
            CertificateFault::IllegalReply(text, reply) => {
                tr!(proof_illegal_reply, text = text.as_str(), reply = reply.as_str())
            }
            CertificateFault::Uncovered(text, reply) => {
                tr!(proof_uncovered, text = text.as_str(), reply = reply.as_str())
            }
            CertificateFault::RootUncovered => tr!(proof_root_uncovered),
            CertificateFault::ReplyUncovered(text) => {
                tr!(proof_reply_uncovered, text = text.as_str())
            }
            CertificateFault::NoReplyHolds => tr!(proof_no_reply_holds),
        })
    }
}

impl std::error::Error for CertificateFault {}
