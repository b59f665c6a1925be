//! Certificates, and the checker that accepts or rejects them.
//!
//! Every verdict of the solver comes with a *certificate*: a proof as data. The search may contain
//! errors, and so may both move generators. The verdict does not depend on them, because a separate
//! program part, the checker, replays the certificate with the [referee](crate::referee), which plays
//! by the rules and knows no search.
//!
//! # What a certificate is
//! A [`Certificate`](certificate::Certificate) has a problem, a [`Claim`](certificate::Claim) about
//! it, and nodes. A node is one position with the attacker to move. It carries the
//! [`Strategy`](certificate::Strategy) of the side that the proof is for:
//!
//! ```text
//! mate:     one forcing move of the attacker      no mate:  a reply of the defender
//!           every reply leads to a node                     to every forcing move
//!
//!                 node, 3 plies                                  node <----+
//!                     | attack                                 /   |  \    | a cycle is
//!                  position                                   m1   m2  m3  | allowed: it
//!                 /    |   \  all replies                     |    |   |   | is no mate
//!           node, 1  node, 1  (none: mate)                    r1   r2  r3--+
//! ```
//!
//! The nodes form a set, not a tree. Positions that many lines reach are written once.
//!
//! # What the checker checks
//! [`checker::verify`] checks each node alone, in any order and by several threads: its position
//! fits the game, its moves are legal, no forcing move or reply is missing, and another node covers
//! each position that follows. Then it checks that a node covers the problem's root.
//!
//! # Why this is sound
//! In a proof of mate the number of plies falls along every edge, so each node is true by induction.
//! In a proof of no mate the defender stays within the set of nodes forever, whatever the attacker
//! plays. The [checker]'s page has both arguments in full, and the lemma about pieces in hand
//! (dominance).
//!
//! # What the checker trusts
//! The rules tables, `Position`, the referee, and the code of this folder. It does not trust the
//! search, the transposition table, the move generators, hash keys (a position found by hash is
//! compared in full), or the program that wrote the certificate. `tests/architecture` holds this
//! folder to it: it names neither `search` nor `movegen`, and therefore stands below both.
//!
//! [`checker::VerifiedClaim`] has private fields and one constructor, in the checker. A value that
//! says "proved" therefore exists only after a check.
//!
//! # Where to read on
//! | module | content |
//! | --- | --- |
//! | [`certificate`] | the data |
//! | [`checker`] | the check, with its proof |
//! | [`certificate_index`] | the moves that a certificate prescribes, by position |
//! | [`text_format`] | certificates as text; `CERTIFICATES.md` specifies it for other programs |
//! | `game` | the rules of the game as JSON inside a certificate |
//! | `node_index` | finds nodes by their boards |

pub mod certificate;
mod certificate_fault;
pub mod certificate_index;
pub mod checker;
mod game;
mod node_index;
pub mod text_format;
