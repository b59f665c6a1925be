//! Emperors that capture in turn on one square (RULES 5.6, point 4).
//!
//! An emperor may capture where the enemy cannot recapture. An enemy emperor can recapture where *it*
//! cannot be captured in turn, and so on. Each capture takes an emperor off its own square. With n
//! emperors on each side there are n! orders.
//!
//! The emperors that have left matter only because of the lines that they blocked. Hence two cases:
//! 1. No emperor blocks a line, or there are too many to play out. Then numbers and lines decide
//!    ([`Exchange::by_lines`]). That is exact if no emperor blocks two lines or captures by another
//!    movement. [`admit`](super::admit) refuses positions of more emperors in all other games
//!    ([`Rules::most_emperors`]).
//! 2. An emperor blocks a line, or a piece turns after a capture (and may need an emperor to
//!    capture). Then the captures are played out, each set of departed emperors once.

use super::geometry::offset;
use super::plain_attacks::{atom_paths, captures_plainly, is_plainly_guarded};
use super::without;
use crate::position::{Piece, Position};
use crate::rules::emperors::MAX_EMPERORS_PLAYED_OUT;
use crate::rules::options::EmperorGuard;
use crate::rules::{MovementAtom, Rules, Side, Square};

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

impl Exchange<'_> {
    fn is_won_by(&self, by: Side) -> bool {
        let all: Vec<Square> = self.emperors.iter().flatten().copied().collect();
        let only_leaps = all.iter().all(|at| {
            let kind = self.position.at(*at).map(|piece| self.rules.spec(piece.kind()));
            kind.is_none_or(|spec| {
                spec.atoms.iter().all(|movement| *movement == MovementAtom::Emperor)
            })
        });
        // A piece that turns after a capture may need an emperor for it.
        let lines_only_open = !self.rules.has_capture_turns;
        if only_leaps && lines_only_open && self.guards(by.other()) {
            return false;
        }
        let few = all.len() <= MAX_EMPERORS_PLAYED_OUT;
        let lines = self.blocked_lines();
        if few && !(only_leaps && lines_only_open && lines.is_empty()) {
            let mut known = vec![None; 1 << all.len()];
            return self.play_out(self.position, &all, 0, by, &mut known);
        }
        self.by_lines(lines, by)
    }

    /// Plays out every capture of `side` after the emperors in `left` have left their squares; `left` has
    /// one bit for each emperor of `all`.
    fn play_out(
        &self,
        position: &Position,
        all: &[Square],
        left: usize,
        side: Side,
        known: &mut [Option<bool>],
    ) -> bool {
        if let Some(won) = known[left] {
            return won;
        }
        let own = |at: &Square| self.emperors[side.index()].contains(at);
        let won = all.iter().enumerate().any(|(i, emperor)| {
            let after = || without(position, *emperor);
            left >> i & 1 == 0 && own(emperor) && {
                let after = after();
                !is_plainly_guarded(self.rules, &after, self.square, side.other())
                    && !self.play_out(&after, all, left | 1 << i, side.other(), known)
            }
        });
        known[left] = Some(won);
        won
    }

    /// Decides by counting captures and lines.
    ///
    /// A side must not open a line of the enemy, and wins when it opens one of its own. A line of its
    /// own that only its own emperors still block takes as many captures as there are blockers, and the
    /// enemy cannot prevent it: the side with the shorter such race wins. So neither side takes its
    /// last emperor off an enemy line. All other captures are free for both, and the side that runs out
    /// of them loses.
    fn by_lines(&self, mut lines: Vec<BlockedLine>, by: Side) -> bool {
        if self.guards(by.other()) {
            return false;
        }
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
            if from == self.square || is_emperor(self.rules, piece) {
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
