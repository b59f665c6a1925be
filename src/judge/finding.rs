//! Answers to yes-or-no questions that limits can leave open.

/// Answer to a yes-or-no question within limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// Yes.
    Yes,
    /// No.
    No,
    /// The limits did not suffice.
    Unknown,
}

impl Finding {
    /// `Some` if the limits sufficed.
    pub fn to_option(self) -> Option<bool> {
        match self {
            Finding::Yes => Some(true),
            Finding::No => Some(false),
            Finding::Unknown => None,
        }
    }
}

impl From<bool> for Finding {
    fn from(yes: bool) -> Finding {
        if yes { Finding::Yes } else { Finding::No }
    }
}
