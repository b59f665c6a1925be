//! What attacks several royals already: whatever leaves one of these attacks alone forces.

use super::MailboxEngine;
use super::squares::Squares;
use super::tables::{Cell, EMPEROR, HOOK, JUMPS, MASK, Offset, ROYAL};
use super::target::{MOST_TARGETS, Target};
use super::turns::Turning;
use crate::position::{Forcing, Move};

/// The pieces that attack an enemy royal already.
#[derive(Default)]
pub(super) struct Threats {
    /// Along a line or by a jump.
    first: [Threat; MOST_THREATS],
    /// How many there are; more than fit where not all are remembered.
    count: usize,
    /// Round a corner: of each way the hook mover's square and those between.
    bends: Vec<Squares>,
}

impl Threats {
    /// True if no royal is attacked.
    pub(super) fn is_empty(&self) -> bool {
        self.count == 0 && self.bends.is_empty()
    }
}

/// What is known of the royals that are to be attacked, looked at only where a move needs it: most leave a threat alone.
#[derive(Default)]
pub(super) struct Seen {
    targets: Option<[Target; MOST_TARGETS]>,
    turning: Turning,
}

/// So many threats are remembered.
const MOST_THREATS: usize = 8;

/// A piece that attacks a royal.
#[derive(Clone, Copy, Default)]
struct Threat {
    from: Cell,
    royal: Cell,
    /// How it looks from the royal; none if it attacks whatever comes between.
    line: Option<Offset>,
}

impl MailboxEngine {
    /// Whether a legal move attacks a royal or takes one, where that can be told without playing it.
    pub(super) fn is_seen_to_force(
        &self,
        m: Move,
        threats: &Threats,
        seen: &mut Seen,
    ) -> Option<bool> {
        let from = m.from().map(|from| self.cell(from));
        let to = self.cell(m.to());
        let known = &threats.first[..threats.count.min(MOST_THREATS)];
        let closes = |way: &Squares| {
            way.contains(m.to().0) || m.from().is_some_and(|from| way.contains(from.0))
        };
        if known.iter().any(|threat| self.leaves(m, from, to, threat))
            || threats.bends.iter().any(|way| !closes(way))
        {
            return Some(true);
        }
        let [_, becomes] = self.before_and_after(m);
        let straight = m.is_straight();
        let targets = seen.targets.get_or_insert_with(|| self.targets());
        let targets = &targets[..usize::from(self.royal_count[1 - self.turn])];
        let attacks = |target: &Target| {
            self.sees(to, target) && self.checks(becomes, from, to, target)
                || straight && from.is_some_and(|from| self.unveils(from, to, target))
        };
        if self.takes(m, ROYAL) || targets.iter().any(attacks) {
            return Some(true);
        }
        let hooked = self.count(self.turn, HOOK) > 0;
        if straight
            && self.flags(becomes) & HOOK != 0
            && self.turns_upon(targets, becomes, from, to, &mut seen.turning)
        {
            return Some(true);
        }
        let unsure = self.flags(becomes) & EMPEROR != 0
            || !straight && self.flags(becomes) & HOOK != 0
            || threats.count > MOST_THREATS
            || hooked && from.is_some_and(|from| self.is_veil(from, targets))
            || !straight && from.is_none_or(|from| self.may_unveil(m, from, targets));
        (!unsure).then_some(false)
    }

    /// What attacks the royals of the side not to move; none where that depends on emperors or on what hook movers capture
    /// on the way, or where it does not force to attack one of them.
    pub(super) fn threats(&self) -> Option<Threats> {
        let side = self.turn;
        let plain = self.count(side, EMPEROR) == 0 && !self.goes_on_after_capture(side);
        let (royals, count) = self.royal_cells(1 - side);
        let few = usize::from(self.royal_count[1 - side]) <= MOST_TARGETS;
        if self.forcing != Forcing::Royal || !plain || !few {
            return None;
        }
        let mut threats = Threats::default();
        let mut add = |threat: Threat| {
            if let Some(slot) = threats.first.get_mut(threats.count) {
                *slot = threat;
            }
            threats.count += 1;
        };
        for &royal in &royals[..count] {
            for (dir, stop) in self.stops(royal).into_iter().enumerate() {
                let from = self.along(royal, dir, stop);
                if self.t.reach[side][usize::from(self.cells[from])][dir ^ 4] >= stop {
                    let line = Some(self.t.offset(royal, from));
                    add(Threat { from, royal, line });
                }
            }
            if self.count(side, JUMPS) == 0 {
                continue;
            }
            for probe in &self.probes[side] {
                let from = royal.wrapping_add(probe.delta) & MASK;
                if probe.has(self.cells[from]) {
                    add(Threat { from, royal, line: None });
                }
            }
        }
        if self.count(side, HOOK) > 0 {
            let bends = royals[..count].iter().flat_map(|&royal| self.bends(royal, side, side));
            threats.bends = bends.filter_map(|bend| self.closing(&bend)).collect();
        }
        Some(threats)
    }

    /// True if a threat still stands after a move: its piece stays, or comes back as it was, and nothing comes between.
    fn leaves(&self, m: Move, from: Option<Cell>, to: Cell, threat: &Threat) -> bool {
        (from != Some(threat.from) || to == threat.from && !m.changes())
            && threat.line.is_none_or(|line| {
                let end = self.t.offset(threat.royal, to);
                end.dir != line.dir || end.distance >= line.distance
            })
    }
}
