//! Verdicts, and what backs them.

use crate::position::Move;
use crate::proof::certificate::{Certificate, Claim, UncertifiedReason};
use crate::proof::checker::Rejection;
use crate::search::StopReason;

/// The verdict on a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The attacker mates.
    Mate {
        /// Length of the mate in plies: exact if `shortest`, else an upper bound.
        plies: u16,
        /// True if the search proved that no shorter mate exists.
        shortest: bool,
        /// A line to the mate. If `shortest`, neither side can make it shorter or longer.
        line: Vec<Move>,
        /// True if the search proved that `line` is a main line: it is shortest, and neither side
        /// has a line of the same length that leaves a number of pieces in the attacker's hand that
        /// this side prefers. The search for it has limits of its own, beside those of the
        /// configuration.
        main: bool,
    },
    /// The attacker never mates.
    NoMate {
        /// A line in which the defense holds.
        refutation: Vec<Move>,
    },
    /// Undecided.
    Unknown(StopReason),
}

/// A mate that the checker has accepted, perhaps while the search looks for a shorter one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProvedMate {
    /// A line to the mate, replayed by the referee.
    pub line: Vec<Move>,
    /// Length of the longest line of the proof in plies.
    pub plies: u16,
    /// True if there is no shorter mate.
    pub shortest: bool,
}

/// Result of the search that the checker has not accepted: a reason to look again, and no more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UncheckedResult {
    /// The verdict of the search; [`Verdict::Unknown`] if only
    /// [`no_mate_within`](UncheckedResult::no_mate_within) is unproved.
    pub verdict: Verdict,
    /// The search found no mate within this many plies.
    pub no_mate_within: Option<u16>,
}

/// A certificate of the solver that the checker rejected: an error of this program, or two
/// positions with the same hash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RejectedCertificate {
    /// The claim of the certificate.
    pub claim: Claim,
    /// The checker's reason; `None` if the certificate could not be written, because the search
    /// contradicts itself.
    pub refusal: Option<Rejection>,
}

/// A mate by the composers' count, which does not count futile interpositions (無駄合). No
/// certificate covers it: it rests on the search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CountedMate {
    /// Length in plies: exact if settled, else an upper bound. At most the length with every
    /// interposition counted, and of the same parity.
    pub plies: u16,
    /// True if the length is settled.
    pub is_settled: bool,
    /// A line of that length: neither side can make it shorter or longer by this count. At its end
    /// the defender is mated, or has only futile interpositions. Empty if the length is unsettled,
    /// or if limits left no line.
    pub line: Vec<Move>,
    /// Pieces in the attacker's hand at the end of `line`.
    pub leftover: u32,
    /// True if every main line by this count leaves as many pieces in hand.
    pub is_leftover_proved: bool,
    /// Positions visited for it.
    pub nodes: u64,
    /// Why the length is unsettled.
    pub stopped: Option<StopReason>,
}

/// A verdict and its backing.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The verdict. Unless [`Certify::None`](super::Certify::None) was asked for, the checker has
    /// accepted it, its bound of the length and [`Solution::no_mate_within`]; what it has not
    /// accepted is in [`Solution::unchecked`]. `shortest` is certified with
    /// [`Certify::Length`](super::Certify::Length), and where the table was
    /// [loaded](crate::search::transposition_table::TranspositionTable::is_loaded).
    pub verdict: Verdict,
    /// Positions visited, over all threads.
    pub nodes: u64,
    /// Filled share of the transposition table at the end, 0 to 1.
    pub hash_used: f64,
    /// Without a verdict: there is no mate within this many plies.
    pub no_mate_within: Option<u16>,
    /// Why the search for a shorter mate ended before the length was settled; `None` if it is
    /// settled or was not asked for.
    pub shortening_stopped: Option<StopReason>,
    /// Certificates that the checker has accepted, that of the verdict first; empty if none was
    /// asked for. Without a verdict: that of [`Solution::no_mate_within`].
    pub certificates: Vec<Certificate>,
    /// True if the checker has accepted verdict, length and [`Solution::no_mate_within`], or
    /// nothing needed a certificate.
    pub checked: bool,
    /// Why something has no accepted certificate.
    pub doubt: Option<UncertifiedReason>,
    /// Results of the search beyond what the checker has accepted.
    pub unchecked: Option<UncheckedResult>,
    /// The first certificate that the checker rejected.
    pub rejected: Option<RejectedCertificate>,
    /// The mate by the composers' count, if somebody asked for it. The solver itself does not
    /// count: [`count_mate`](crate::judge::count_mate) does.
    pub composers: Option<CountedMate>,
}

impl Solution {
    /// Adds the mate by the composers' count, and the positions visited for it.
    pub fn add_composers(&mut self, counted: Option<CountedMate>) {
        self.nodes += counted.as_ref().map_or(0, |counted| counted.nodes);
        self.composers = counted;
    }
}
