//! Which positions on the path a refutation leans on.

/// The most depths that are told apart.
const MOST: usize = 7;

/// Depths of the positions on the path whose repetition a refutation needs; none if it holds on every path.
///
/// A refutation by repetition holds on every path that contains these positions, and once they are refuted
/// themselves it holds always (Kishimoto and Müller 2004 ask for the whole path instead).
///
/// Aligned, so that what contains it is copied by whole words: to read some bytes that were written by two stores takes
/// as long as to write them to the cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(8))]
pub struct Lean {
    /// Ascending; meaningless past `count`.
    depths: [u16; MOST],
    count: u8,
    /// There are more than fit: only the first is known, which is the earliest of all.
    many: bool,
}

impl Lean {
    /// Nothing: the refutation holds on every path.
    pub const NONE: Lean = Lean { depths: [0; MOST], count: 0, many: false };

    /// More than are told apart; to be joined with the earliest.
    pub const MANY: Lean = Lean { depths: [0; MOST], count: 0, many: true };

    /// One position, at this depth.
    pub fn on(depth: u32) -> Lean {
        let mut lean = Lean::NONE;
        lean.depths[0] = depth.min(u32::from(u16::MAX)) as u16;
        lean.count = 1;
        lean.many = depth >= u32::from(u16::MAX);
        lean
    }

    /// True if the refutation holds on every path.
    pub fn is_none(&self) -> bool {
        self.count == 0
    }

    /// The earliest depth.
    pub fn earliest(&self) -> Option<u32> {
        (self.count > 0).then(|| u32::from(self.depths[0]))
    }

    /// How many positions, at least.
    pub fn size(&self) -> usize {
        usize::from(self.count) + usize::from(self.many)
    }

    /// All depths, if all are known.
    pub fn depths(&self) -> Option<&[u16]> {
        (!self.many).then(|| &self.depths[..usize::from(self.count)])
    }

    /// What both lean on.
    #[must_use]
    pub fn and(mut self, other: Lean) -> Lean {
        for &depth in &other.depths[..usize::from(other.count)] {
            self.add(depth);
        }
        if other.many {
            self.clear_history();
        }
        self
    }

    fn add(&mut self, depth: u16) {
        let known = &self.depths[..usize::from(self.count)];
        let Err(place) = known.binary_search(&depth) else { return };
        if self.many {
            self.depths[0] = self.depths[0].min(depth);
        } else if usize::from(self.count) < MOST {
            self.depths.copy_within(place..usize::from(self.count), place + 1);
            self.depths[place] = depth;
            self.count += 1;
        } else {
            self.depths[0] = self.depths[0].min(depth);
            self.clear_history();
        }
    }

    fn clear_history(&mut self) {
        self.count = self.count.min(1);
        self.many = true;
    }

    /// The same without what lies at `depth` or below: for the node at that depth, whose result holds
    /// whether it is repeated or not.
    #[must_use]
    pub fn above(mut self, depth: u32) -> Lean {
        while self.count > 0 && u32::from(self.depths[usize::from(self.count) - 1]) >= depth {
            self.count -= 1;
        }
        // If the earliest of many is not above, none is.
        self.many &= self.count > 0;
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_join_and_end_at_the_node_itself() {
        let both = Lean::on(9).and(Lean::on(4)).and(Lean::on(9));
        assert_eq!(both.depths(), Some(&[4, 9][..]));
        assert_eq!(both.above(9).depths(), Some(&[4][..]));
        assert!(both.above(4).is_none());
    }

    #[test]
    fn too_many_keep_the_earliest() {
        let all = (10..20).fold(Lean::NONE, |lean, depth| lean.and(Lean::on(depth)));
        assert_eq!((all.depths(), all.earliest()), (None, Some(10)));
        let more = Lean::on(3).and(all);
        assert_eq!((more.depths(), more.earliest()), (None, Some(3)));
        assert_eq!(all.and(Lean::on(2)).earliest(), Some(2));
        assert!(more.above(3).is_none() && !more.above(4).is_none());
    }
}
