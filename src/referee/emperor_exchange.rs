//! Emperors that capture in turn on one square (RULES 5.6, point 4).
//!
//! An emperor may capture where the enemy cannot recapture. An enemy emperor can recapture where
//! *it* cannot be captured in turn, and so on. Each capture takes an emperor off its own square.
//! With n emperors on each side there are n! orders.
//!
//! An emperor that has left matters if it blocked a line, or captured by another move too. Call
//! such an emperor *special*. All others of a side are alike. Hence two cases:
//! 1. If there are special ones, and at most [`MAX_EMPERORS_PLAYED_OUT`] emperors in all, the
//!    captures are played out: once for each set of special ones that have left and each number of
//!    others.
//! 2. Otherwise numbers and lines decide ([`Exchange::by_lines`]). That is exact if no emperor
//!    blocks two lines or has other moves. [`admit`](super::admit) refuses all other positions with
//!    so many emperors ([`Rules::too_many_emperors`]).

use super::geometry::offset;
use super::plain_attacks::{atom_paths, captures_plainly, is_plainly_guarded};
use super::without;
use crate::position::{Piece, Position};
use crate::rules::emperors::MAX_EMPERORS_PLAYED_OUT;
use crate::rules::options::EmperorGuard;
use crate::rules::{Rules, Side, Square};
use std::collections::HashMap;

/// True if an emperor of `by` could capture an enemy on `square` without being recaptured there.
pub fn recaptures(rules: &Rules, position: &Position, square: Square, by: Side) -> bool {
    let emperors = |side: Side| -> Vec<Square> {
        let leaps = |piece: Piece| piece.side() == side && is_emperor(rules, piece);
        let there = position.pieces().filter(|(at, piece)| *at != square && leaps(*piece));
        there.map(|(at, _)| at).collect()
    };
    let own = emperors(by);
    if own.is_empty() {
        return false;
    }
    if rules.options.emperor_guard == EmperorGuard::Ignored {
        return own.iter().any(|emperor| {
            let after = without(position, *emperor);
            !is_plainly_guarded(rules, &after, square, by.other())
        });
    }
    Exchange { rules, position, square, emperors: Side::BOTH.map(emperors) }.is_won_by(by)
}

/// True if a piece leaps like an emperor.
pub(super) fn is_emperor(rules: &Rules, piece: Piece) -> bool {
    rules.spec(piece.kind()).is_emperor()
}

/// A line of `side` to the square that only emperors block.
struct BlockedLine {
    blockers: Vec<Square>,
    side: Side,
}

struct Exchange<'a> {
    rules: &'a Rules,
    position: &'a Position,
    square: Square,
    /// The emperors by side, without one on the square itself.
    emperors: [Vec<Square>; 2],
}

/// Captures played out.
struct PlayOut {
    special: Vec<Square>,
    /// The others, by side.
    alike: [Vec<Square>; 2],
    known: HashMap<Departed, bool>,
}

/// The emperors that have left: the special ones, and the numbers of the others by side.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Departed {
    special: Vec<bool>,
    alike: [usize; 2],
}

impl Exchange<'_> {
    fn is_won_by(&self, by: Side) -> bool {
        let all = self.emperors.concat();
        let few = all.len() <= MAX_EMPERORS_PLAYED_OUT;
        let turns = self.rules.has_capture_turns;
        let guards_stay = !turns && all.iter().all(|at| self.is_pure_emperor(*at));
        if (guards_stay || !few) && self.guards(by.other()) {
            return false;
        }
        let lines = self.blocked_lines();
        // If some piece turns only after a capture, an emperor may also open a line by staying.
        let is_special = |at: &Square| {
            turns
                || !self.is_pure_emperor(*at)
                || lines.iter().any(|line| line.blockers.contains(at))
        };
        let special: Vec<Square> = all.into_iter().filter(is_special).collect();
        if special.is_empty() || !few {
            return self.by_lines(lines, by);
        }
        let alike = self.emperors.each_ref().map(|side| {
            side.iter().copied().filter(|at| !special.contains(at)).collect::<Vec<Square>>()
        });
        let departed = Departed { special: vec![false; special.len()], alike: [0; 2] };
        let mut play_out = PlayOut { special, alike, known: HashMap::new() };
        self.play_out(self.position, departed, by, &mut play_out)
    }

    fn is_pure_emperor(&self, at: Square) -> bool {
        self.position.at(at).is_none_or(|piece| self.rules.spec(piece.kind()).is_pure_emperor())
    }

    /// True if `side` captures last after some emperors have left their squares. Those say whose
    /// turn it is, because each side captures with its own.
    fn play_out(
        &self,
        position: &Position,
        departed: Departed,
        side: Side,
        play_out: &mut PlayOut,
    ) -> bool {
        if let Some(&won) = play_out.known.get(&departed) {
            return won;
        }
        let own = &self.emperors[side.index()];
        let mut captures: Vec<(Square, Departed)> = Vec::new();
        for (i, at) in play_out.special.iter().enumerate() {
            if own.contains(at) && !departed.special[i] {
                let mut next = departed.clone();
                next.special[i] = true;
                captures.push((*at, next));
            }
        }
        if let Some(at) = play_out.alike[side.index()].get(departed.alike[side.index()]) {
            let mut next = departed.clone();
            next.alike[side.index()] += 1;
            captures.push((*at, next));
        }
        let won = captures.into_iter().any(|(from, next)| {
            let after = without(position, from);
            !is_plainly_guarded(self.rules, &after, self.square, side.other())
                && !self.play_out(&after, next, side.other(), play_out)
        });
        play_out.known.insert(departed, won);
        won
    }

    /// Decides by counting captures and lines. The enemy has no guard but emperors.
    ///
    /// A side must not open a line of the enemy, and wins when it opens one of its own. A line of
    /// its own that only its own emperors still block takes as many captures as there are blockers,
    /// and the enemy cannot prevent it: the side with the shorter such race wins. So neither side
    /// takes its last emperor off an enemy line. All other captures are free for both, and the side
    /// that runs out of them loses.
    fn by_lines(&self, mut lines: Vec<BlockedLine>, by: Side) -> bool {
        keep_least(&mut lines);
        let own = &self.emperors[by.index()];
        if self.guards(by) {
            let forbidden = lines.iter().filter(|line| {
                line.side != by && line.blockers.len() == 1 && own.contains(&line.blockers[0])
            });
            return own.len() > forbidden.count();
        }
        let blocking = |line: &BlockedLine, side: Side| {
            line.blockers.iter().filter(|at| self.emperors[side.index()].contains(at)).count()
        };
        let race = |side: Side| {
            let free = |line: &&BlockedLine| line.side == side && blocking(line, side.other()) == 0;
            lines.iter().filter(free).map(|line| line.blockers.len()).min()
        };
        match (race(by), race(by.other())) {
            (Some(own), theirs) => theirs.is_none_or(|theirs| own <= theirs),
            (None, Some(_)) => false,
            (None, None) => {
                // Those that stay to keep a line of the enemy closed.
                let staying = |side: Side| lines.iter().filter(|line| line.side != side).count();
                let theirs = &self.emperors[by.other().index()];
                own.len() + staying(by.other()) > theirs.len() + staying(by)
            }
        }
    }

    /// True if a piece of `side` that is not an emperor captures on the square.
    fn guards(&self, side: Side) -> bool {
        self.position.pieces().any(|(from, piece)| {
            piece.side() == side
                && from != self.square
                && !is_emperor(self.rules, piece)
                && captures_plainly(self.rules, self.position, from, self.square)
        })
    }

    /// The lines of both sides to the square that only emperors block.
    fn blocked_lines(&self) -> Vec<BlockedLine> {
        let mut lines = Vec::new();
        for (from, piece) in self.position.pieces() {
            if from == self.square {
                continue;
            }
            let offset = offset(self.rules.board, from, self.square);
            for &movement in &self.rules.spec(piece.kind()).atoms {
                for path in atom_paths(self.rules, self.position, from, offset, movement) {
                    let there = path.iter().filter_map(|at| Some((*at, self.position.at(*at)?)));
                    let (blockers, pieces): (Vec<Square>, Vec<Piece>) = there.unzip();
                    if pieces.iter().all(|piece| is_emperor(self.rules, *piece))
                        && !blockers.is_empty()
                    {
                        lines.push(BlockedLine { blockers, side: piece.side() });
                    }
                }
            }
        }
        lines
    }
}

/// Sorts the lines, and removes a line if it can open only after another line of the same side.
fn keep_least(lines: &mut Vec<BlockedLine>) {
    for line in lines.iter_mut() {
        line.blockers.sort_unstable();
    }
    lines.sort_by(|a, b| {
        let key = |line: &BlockedLine| (line.blockers.len(), line.side.index());
        (key(a).0, &a.blockers, key(a).1).cmp(&(key(b).0, &b.blockers, key(b).1))
    });
    let mut kept: Vec<BlockedLine> = Vec::new();
    for line in lines.drain(..) {
        let implied = kept.iter().any(|other| {
            other.side == line.side && other.blockers.iter().all(|at| line.blockers.contains(at))
        });
        if !implied {
            kept.push(line);
        }
    }
    *lines = kept;
}
