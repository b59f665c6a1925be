//! The stipulation: which moves the attacker may play.

/// The attacker's moves that count (RULES 2.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Forcing {
    /// Every move gives check: it threatens to capture all royals at once.
    Check,
    /// Every move captures a royal or threatens at least one.
    Royal,
}

impl Forcing {
    /// The name in problem files: `check` or `royal`.
    pub fn name(self) -> &'static str {
        match self {
            Forcing::Check => "check",
            Forcing::Royal => "royal",
        }
    }
}
