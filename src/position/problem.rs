//! A position that may be searched, its attacker, and the stipulation.

use super::{Engine, Forcing, Position};
use crate::rules::{Rules, Side};
use std::sync::Arc;

/// Part of a side in a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// Must force with every move; wants to mate.
    Attacker,
    /// May play any legal move.
    Defender,
}

/// A checked problem. Only [`referee::admit`](fn@crate::referee::admit) creates one, so that no
/// impossible position is searched by mistake.
#[derive(Clone, Debug)]
pub struct Problem {
    rules: Arc<Rules>,
    position: Position,
    attacker: Side,
    forcing: Forcing,
}

impl Problem {
    /// For [`referee::admit`](fn@crate::referee::admit), which checks the position.
    pub(crate) fn new(
        rules: Arc<Rules>,
        position: Position,
        attacker: Side,
        forcing: Forcing,
    ) -> Problem {
        Problem { rules, position, attacker, forcing }
    }

    /// The game.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// The root position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The side that wants to mate.
    pub fn attacker(&self) -> Side {
        self.attacker
    }

    /// The stipulation: the attacker's moves that count.
    pub fn forcing(&self) -> Forcing {
        self.forcing
    }

    /// An engine at the root.
    pub fn engine<E: Engine>(&self) -> E {
        E::new(&self.rules, &self.position, self.attacker, self.forcing)
    }

    /// The role of `side`.
    pub fn role(&self, side: Side) -> Role {
        if side == self.attacker { Role::Attacker } else { Role::Defender }
    }
}
