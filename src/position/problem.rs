//! A position that may be searched, with who attacks and what the attacker may play.

use super::{Engine, Position};
use crate::rules::{Rules, Side};
use std::sync::Arc;

/// What the attacker may play (RULES 2.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Forcing {
    /// Every move gives check: it threatens to capture all royals at once.
    Check,
    /// Every move captures a royal or threatens at least one.
    Royal,
}

impl Forcing {
    /// `check` or `royal`.
    pub fn name(self) -> &'static str {
        match self {
            Forcing::Check => "check",
            Forcing::Royal => "royal",
        }
    }
}

/// What a side does in a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// Must force with every move.
    Attacker,
    /// May play any legal move.
    Defender,
}

/// A checked problem. Only the referee's `admit` makes one, so an impossible position cannot be
/// searched by mistake.
#[derive(Clone, Debug)]
pub struct Problem {
    rules: Arc<Rules>,
    position: Position,
    attacker: Side,
    forcing: Forcing,
}

impl Problem {
    /// For `referee::admit`.
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

    /// The side that is to mate.
    pub fn attacker(&self) -> Side {
        self.attacker
    }

    /// What the attacker may play.
    pub fn forcing(&self) -> Forcing {
        self.forcing
    }

    /// An engine at the root.
    pub fn engine<E: Engine>(&self) -> E {
        E::new(&self.rules, &self.position, self.attacker, self.forcing)
    }

    /// What `side` does.
    pub fn role(&self, side: Side) -> Role {
        if side == self.attacker { Role::Attacker } else { Role::Defender }
    }
}
