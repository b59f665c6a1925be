//! Path dependencies of a disproof: the path positions whose repetition it needs.
//!
//! A position that occurs again is a failure for the attacker, so a repetition refutes a move; but
//! only on the paths that contain the earlier position. A table that stores such a disproof without
//! its condition answers wrongly on other paths: the graph-history interaction (GHI) problem.
//!
//! ```text
//! root ─ … ─ A ── B ── C ── D       D has one move, back to A. On this path that is a repetition,
//!            ↑              │       so D is disproved with the dependency {A}. So is C, if D is its
//!            └──────────────┘       only child.
//!
//! root ─ … ─ E ── D ── A ── mate    On a path without A the same move may lead to a mate.
//! ```
//!
//! At A itself the dependency ends: whether or not the attacker returns to A, A is disproved, and
//! with A disproved, the move to A fails on every path.
//!
//! Kishimoto and Müller (2004) store a disproof together with a hash of its whole path. A set of
//! positions says more: the disproof holds on every path through these positions, and once they are
//! disproved themselves it holds everywhere.

/// Dependencies that are stored one by one; beyond that only the earliest.
const MAX_DEPTHS: usize = 7;

/// Depths of the path positions whose repetition a disproof needs. Empty if the disproof holds on
/// every path.
///
/// Aligned to 8 bytes, so that a value that contains it is copied by whole words. A read that spans
/// two earlier stores waits for both to reach the cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(8))]
pub struct PathDependencies {
    /// Ascending; meaningless from `count` on.
    depths: [u16; MAX_DEPTHS],
    count: u8,
    /// More dependencies than fit: only the first is known, and it is the earliest of all.
    is_truncated: bool,
}

impl PathDependencies {
    /// No dependency: the disproof holds on every path.
    pub const NONE: PathDependencies =
        PathDependencies { depths: [0; MAX_DEPTHS], count: 0, is_truncated: false };

    /// Unknown dependencies, to be joined with the earliest.
    pub const UNKNOWN: PathDependencies =
        PathDependencies { depths: [0; MAX_DEPTHS], count: 0, is_truncated: true };

    /// A dependency on the path position at `depth`.
    pub fn on(depth: u32) -> PathDependencies {
        let mut dependencies = PathDependencies::NONE;
        dependencies.depths[0] = depth.min(u32::from(u16::MAX)) as u16;
        dependencies.count = 1;
        dependencies.is_truncated = depth >= u32::from(u16::MAX);
        dependencies
    }

    /// True if the disproof holds on every path.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The earliest depth.
    pub fn earliest(&self) -> Option<u32> {
        (self.count > 0).then(|| u32::from(self.depths[0]))
    }

    /// The number of dependencies; a lower bound where they are too many to store.
    pub fn min_count(&self) -> usize {
        usize::from(self.count) + usize::from(self.is_truncated)
    }

    /// All depths, ascending; none where they are too many to store.
    pub fn depths(&self) -> Option<&[u16]> {
        (!self.is_truncated).then(|| &self.depths[..usize::from(self.count)])
    }

    /// The dependencies of a disproof that needs both.
    #[must_use]
    pub fn union(mut self, other: PathDependencies) -> PathDependencies {
        for &depth in &other.depths[..usize::from(other.count)] {
            self.add(depth);
        }
        if other.is_truncated {
            self.truncate();
        }
        self
    }

    fn add(&mut self, depth: u16) {
        let known = &self.depths[..usize::from(self.count)];
        let Err(place) = known.binary_search(&depth) else { return };
        if self.is_truncated {
            self.depths[0] = self.depths[0].min(depth);
        } else if usize::from(self.count) < MAX_DEPTHS {
            self.depths.copy_within(place..usize::from(self.count), place + 1);
            self.depths[place] = depth;
            self.count += 1;
        } else {
            self.depths[0] = self.depths[0].min(depth);
            self.truncate();
        }
    }

    fn truncate(&mut self) {
        self.count = self.count.min(1);
        self.is_truncated = true;
    }

    /// The dependencies above `depth`: those of the node at that depth, whose disproof holds
    /// whether or not the attacker returns to it.
    #[must_use]
    pub fn above(mut self, depth: u32) -> PathDependencies {
        while self.count > 0 && u32::from(self.depths[usize::from(self.count) - 1]) >= depth {
            self.count -= 1;
        }
        // Where only the earliest is known and it is not above, none is.
        self.is_truncated &= self.count > 0;
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn union_sorts_and_above_cuts_at_the_node() {
        let both =
            PathDependencies::on(9).union(PathDependencies::on(4)).union(PathDependencies::on(9));
        assert_eq!(both.depths(), Some(&[4, 9][..]));
        assert_eq!(both.above(9).depths(), Some(&[4][..]));
        assert!(both.above(4).is_empty());
    }

    #[test]
    fn too_many_dependencies_keep_the_earliest() {
        let all = (10..20)
            .fold(PathDependencies::NONE, |all, depth| all.union(PathDependencies::on(depth)));
        assert_eq!((all.depths(), all.earliest()), (None, Some(10)));
        let more = PathDependencies::on(3).union(all);
        assert_eq!((more.depths(), more.earliest()), (None, Some(3)));
        assert_eq!(all.union(PathDependencies::on(2)).earliest(), Some(2));
        assert!(more.above(3).is_empty() && !more.above(4).is_empty());
    }
}
