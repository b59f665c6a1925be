//! Exact mate lengths of small positions: an AND/OR search to a fixed depth with a small table.
//!
//! Proof-number search pays where trees are deep. A generator settles most positions within some
//! hundred nodes, where clearing a large table would cost more than the search.
//! `tests/generator/screen.rs` compares the probe with exhaustive search by the referee's moves.

use crate::generator::problem_space::{ATTACKER, ProblemSpace};
use crate::position::splitmix64::finalize;
use crate::position::{Engine, FrontierResult, Move, MoveList, Position};
use crate::rules::Side;

/// The probe's nodes are exhausted: nothing is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProbeExhausted;

/// Table entry of a node.
#[derive(Clone, Copy, Debug, Default)]
struct ProbeEntry {
    /// Hash of the node and of the position that was set up.
    key: u64,
    /// The move that settled it, as [`Move::bits`]; 0: none.
    best: u64,
    /// There is a mate within this many plies; 0: none known. A mate at hand is stored as 1.
    mate_within: u16,
    /// There is no mate within this many plies.
    no_mate_within: u16,
}

/// Entries of the table, a power of two; 24 bytes each.
const TABLE_ENTRIES: usize = 1 << 14;

/// A fixed-depth searcher that is set up on one position after another.
#[derive(Clone, Debug)]
pub struct MateProbe<E> {
    /// The engine.
    pub engine: E,
    attacker: Side,
    table: Box<[ProbeEntry]>,
    /// Mixed into keys, so that entries of earlier positions do not match.
    epoch: u64,
    lists: Vec<MoveList>,
    /// Nodes visited so far.
    pub nodes: u64,
    /// Value of [`MateProbe::nodes`] at which the search stops.
    limit: u64,
}

/// Replies that cost as much as one node.
const REPLIES_PER_NODE: u64 = 32;

impl<E: Engine> MateProbe<E> {
    /// A probe for positions of a problem space.
    pub fn new(space: &ProblemSpace) -> MateProbe<E> {
        MateProbe::of_attacker(space, ATTACKER)
    }

    /// A probe for positions in which this side attacks.
    pub fn of_attacker(space: &ProblemSpace, attacker: Side) -> MateProbe<E> {
        let empty = Position::empty(space.rules.board, attacker);
        MateProbe {
            engine: E::new(&space.rules, &empty, attacker, space.forcing),
            attacker,
            table: vec![ProbeEntry::default(); TABLE_ENTRIES].into_boxed_slice(),
            epoch: 0,
            lists: Vec::new(),
            nodes: 0,
            limit: 0,
        }
    }

    /// Sets a position up and grants `nodes` nodes for it.
    pub fn set_up(&mut self, space: &ProblemSpace, position: &Position, nodes: u64) {
        self.engine =
            self.engine.with_shared_tables(&space.rules, position, self.attacker, space.forcing);
        self.epoch = self.epoch.wrapping_add(0x9e37_79b9_7f4a_7c15);
        self.limit = self.nodes + nodes;
    }

    /// Nodes left.
    pub fn nodes_left(&self) -> u64 {
        self.limit.saturating_sub(self.nodes)
    }

    fn key(&self) -> u64 {
        finalize(
            self.engine.key().0 ^ finalize(self.engine.hand(self.attacker).bits() ^ self.epoch),
        ) | 1
    }

    fn entry(&self, key: u64) -> ProbeEntry {
        let entry = self.table[(key >> 32) as usize % TABLE_ENTRIES];
        if entry.key == key { entry } else { ProbeEntry { key, ..ProbeEntry::default() } }
    }

    fn store(&mut self, entry: ProbeEntry) {
        self.table[(entry.key >> 32) as usize % TABLE_ENTRIES] = entry;
    }

    /// A move list from the pool; return it with [`MateProbe::return_list`].
    pub(super) fn take_list(&mut self) -> MoveList {
        self.lists.pop().unwrap_or_default()
    }

    pub(super) fn return_list(&mut self, list: MoveList) {
        self.lists.push(list);
    }

    /// Whether there is a mate within `plies` plies from the engine's position, whoever is to move.
    ///
    /// # Errors
    /// The nodes do not suffice.
    pub fn is_mated_within(&mut self, plies: u16) -> Result<bool, ProbeExhausted> {
        if self.engine.side() == self.attacker {
            self.search_attacker(plies)
        } else {
            self.search_defender(plies)
        }
    }

    /// The length of the shortest mate of at most `most` plies from the engine's position; `None`
    /// if there is none.
    ///
    /// # Errors
    /// The nodes do not suffice.
    pub fn find_length(&mut self, most: u16) -> Result<Option<u16>, ProbeExhausted> {
        let first = u16::from(self.engine.side() == self.attacker);
        for plies in (first..=most).step_by(2) {
            if self.is_mated_within(plies)? {
                return Ok(Some(plies));
            }
        }
        Ok(None)
    }

    fn search_attacker(&mut self, plies: u16) -> Result<bool, ProbeExhausted> {
        // The attacker mates after an odd number of plies.
        let Some(plies) = plies.checked_sub(1).map(|less| less | 1) else { return Ok(false) };
        self.nodes += 1;
        if self.nodes > self.limit {
            return Err(ProbeExhausted);
        }
        let mut entry = self.entry(self.key());
        if entry.mate_within != 0 && entry.mate_within <= plies {
            return Ok(true);
        }
        if entry.no_mate_within >= plies {
            return Ok(false);
        }
        let mut moves = self.take_list();
        let mut mated = false;
        if entry.no_mate_within == 0 {
            match self.engine.test_frontier(&mut moves) {
                FrontierResult::NoForcingMove => entry.no_mate_within = u16::MAX,
                FrontierResult::Mate(m) => {
                    (mated, entry.mate_within, entry.best) = (true, 1, m.bits())
                }
                FrontierResult::Undecided(_) => entry.no_mate_within = 2,
            }
        }
        if !mated && entry.no_mate_within < plies {
            self.engine.generate_forcing(&mut moves);
            bring_forward(&mut moves, entry.best);
            for &m in &moves {
                self.engine.play(m);
                let falls = self.search_defender(plies - 1);
                self.engine.undo();
                if falls? {
                    (mated, entry.mate_within, entry.best) = (true, plies, m.bits());
                    break;
                }
            }
            if !mated {
                entry.no_mate_within = plies + 1;
            }
        }
        self.return_list(moves);
        self.store(entry);
        Ok(mated)
    }

    fn search_defender(&mut self, plies: u16) -> Result<bool, ProbeExhausted> {
        let plies = plies & !1;
        self.nodes += 1;
        let mut entry = self.entry(self.key());
        if entry.mate_within != 0 && entry.mate_within <= plies {
            return Ok(true);
        }
        // Stored as at least 1, because 0 means unknown.
        if entry.no_mate_within > plies
            || entry.no_mate_within != 0 && entry.no_mate_within == plies
        {
            return Ok(false);
        }
        let mut moves = self.take_list();
        self.engine.generate_legal(&mut moves);
        // An emperor has hundreds of replies, and each costs time.
        self.nodes += moves.len() as u64 / REPLIES_PER_NODE;
        let mut mated = plies > 0 || moves.is_empty();
        if plies > 0 {
            if entry.best == 0 {
                self.sort_replies(&mut moves);
            } else {
                bring_forward(&mut moves, entry.best);
            }
            for &m in &moves {
                self.engine.play(m);
                let falls = self.search_attacker(plies - 1);
                self.engine.undo();
                if !falls? {
                    (mated, entry.best) = (false, m.bits());
                    break;
                }
            }
        }
        self.return_list(moves);
        if mated {
            entry.mate_within = plies.max(1);
        } else {
            entry.no_mate_within = plies.max(1);
        }
        self.store(entry);
        Ok(mated)
    }

    /// Captures first, then moves, then drops: the best reply to most checks comes early in this
    /// order.
    fn sort_replies(&self, moves: &mut MoveList) {
        moves.sort_by_key(|m| {
            (m.dropped().is_some(), self.engine.at(m.to()).is_none() && m.mids()[0].is_none())
        });
    }
}

/// Moves the move with these bits to the front.
fn bring_forward(moves: &mut [Move], bits: u64) {
    if bits != 0 {
        if let Some(at) = moves.iter().position(|m| m.bits() == bits) {
            moves[..=at].rotate_right(1);
        }
    }
}
