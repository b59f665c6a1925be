//! Attacks on several royals that stand before the move: any move that leaves one of them in place
//! is forcing.

use crate::movegen::mailbox::MailboxEngine;
use crate::movegen::mailbox::attacks::{CheckInfo, HookCheckSquares};
use crate::movegen::mailbox::board::{
    Cell, EMPEROR, HOOK, JUMPER, MAX_LISTED_ROYALS, Offset, PaddedBoard, ROYAL, SquareSet,
};
use crate::position::{Forcing, Move};

/// Threats that are listed.
const MAX_LISTED_THREATS: usize = 8;

/// The attacks of the side to move on enemy royals.
#[derive(Default)]
pub struct StandingThreats {
    /// Along a line or by a jump.
    listed: [StandingThreat; MAX_LISTED_THREATS],
    /// Number of these, the unlisted ones included.
    count: usize,
    /// Round a corner: for each open path, its squares and the hook mover's.
    hook_paths: Vec<SquareSet>,
}

impl StandingThreats {
    /// True if no royal is attacked.
    pub fn is_empty(&self) -> bool {
        self.count == 0 && self.hook_paths.is_empty()
    }
}

/// A piece that attacks a royal.
#[derive(Clone, Copy, Default)]
struct StandingThreat {
    from: Cell,
    royal: Cell,
    /// Offset from royal to attacker; `None` if nothing can come between them.
    line: Option<Offset>,
}

/// Infos of the royals to attack, computed when the first move needs them: most moves leave a
/// threat in place.
#[derive(Default)]
pub struct CheckInfoCache {
    infos: Option<[CheckInfo; MAX_LISTED_ROYALS]>,
    hook_squares: HookCheckSquares,
}

/// Answer to "does the move force?" without playing it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ForcesMove {
    Yes,
    No,
    Unknown,
}

impl MailboxEngine {
    /// The attacks of the side to move on the royals of its opponent. `None` if they depend on
    /// emperors or on captures of hook movers, or if an attack on one of the royals does not force.
    pub fn standing_threats(&self) -> Option<StandingThreats> {
        let board = &self.board;
        let side = board.turn();
        let (royals, count) = board.royal_cells(1 - side);
        if self.forcing != Forcing::Royal
            || board.has_hidden_attacks(side)
            || board.royal_count(1 - side) > count
        {
            return None;
        }
        let mut threats = StandingThreats::default();
        let mut add = |threat: StandingThreat| {
            if let Some(slot) = threats.listed.get_mut(threats.count) {
                *slot = threat;
            }
            threats.count += 1;
        };
        for &royal in &royals[..count] {
            for (dir, distance) in board.ray_lengths(royal).into_iter().enumerate() {
                let from = board.along(royal, dir, distance);
                if board.slides_back(side, board.content(from), dir, distance) {
                    let line = Some(board.offset(royal, from));
                    add(StandingThreat { from, royal, line });
                }
            }
            if !board.has_any(side, JUMPER) {
                continue;
            }
            for source in board.jump_sources(side) {
                let from = board.shifted(royal, source.delta);
                if source.has(board.content(from)) {
                    add(StandingThreat { from, royal, line: None });
                }
            }
        }
        if board.has_any(side, HOOK) {
            let paths = royals[..count].iter().flat_map(|&r| board.hook_paths(r, side, side));
            threats.hook_paths = paths.filter_map(|path| board.stopping_squares(&path)).collect();
        }
        Some(threats)
    }
}

impl PaddedBoard {
    /// Answer to "does a legal move attack or capture a royal?" without playing it.
    #[inline(always)]
    pub fn forces_beside(
        &self,
        m: Move,
        threats: &StandingThreats,
        cache: &mut CheckInfoCache,
    ) -> ForcesMove {
        let from = m.from().map(|from| self.cell(from));
        let to = self.cell(m.to());
        let listed = &threats.listed[..threats.count.min(MAX_LISTED_THREATS)];
        let touches = |path: &SquareSet| {
            path.contains(m.to()) || m.from().is_some_and(|from| path.contains(from))
        };
        if listed.iter().any(|threat| self.leaves_threat(m, from, to, threat))
            || threats.hook_paths.iter().any(|path| !touches(path))
        {
            return ForcesMove::Yes;
        }
        let side = self.turn();
        let [_, form] = self.before_and_after(m);
        let is_straight = m.is_straight();
        let is_hook_mover = self.flags(form) & HOOK != 0;
        let infos = cache.infos.get_or_insert_with(|| self.check_infos());
        let infos = &infos[..self.royal_count(1 - side)];
        let attacks = |info: &CheckInfo| {
            self.may_give_check(to, info) && self.gives_check(form, from, to, info)
                || is_straight && from.is_some_and(|from| self.discovers_check(from, to, info))
        };
        if self.captures_any(m, ROYAL)
            || infos.iter().any(attacks)
            || is_straight
                && is_hook_mover
                && self.gives_check_by_turn(infos, form, from, to, &mut cache.hook_squares)
        {
            return ForcesMove::Yes;
        }
        let is_unknown = self.flags(form) & EMPEROR != 0
            || !is_straight && is_hook_mover
            || threats.count > MAX_LISTED_THREATS
            || self.has_any(side, HOOK)
                && from.is_some_and(|from| self.is_hook_path_blocker(from, infos))
            || !is_straight && from.is_none_or(|from| self.may_discover_check(m, from, infos));
        if is_unknown { ForcesMove::Unknown } else { ForcesMove::No }
    }

    /// True if a threat is still there after a move: its piece stays, or comes back unchanged, and
    /// the moving piece does not come between.
    fn leaves_threat(
        &self,
        m: Move,
        from: Option<Cell>,
        to: Cell,
        threat: &StandingThreat,
    ) -> bool {
        (from != Some(threat.from) || to == threat.from && !m.changes())
            && threat.line.is_none_or(|line| {
                let end = self.offset(threat.royal, to);
                end.dir != line.dir || end.distance >= line.distance
            })
    }

    /// True if a move that empties several cells might thereby open a line to a royal.
    pub fn may_discover_check(&self, m: Move, from: Cell, infos: &[CheckInfo]) -> bool {
        let is_on_line =
            |cell: Cell| infos.iter().any(|info| self.offset(info.royal, cell).is_on_line());
        self.has_any(self.turn(), HOOK)
            || is_on_line(from)
            || m.mids().into_iter().flatten().any(|mid| is_on_line(self.cell(mid)))
    }
}
