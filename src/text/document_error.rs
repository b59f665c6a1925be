//! A fault of a document, located by its path.
//!
//! The layers that interpret a document do not know its text. They report a fault by its path, and
//! the layer that has the text turns the path into bytes ([`locate`](super::locate())).

use crate::messages::tr;
use std::fmt;
use std::ops::Range;

/// One step from the root of a YAML document to a value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum PathStep {
    /// The value of this key.
    Key(String),
    /// This item of a list, from 0.
    Item(usize),
}

impl From<&str> for PathStep {
    fn from(key: &str) -> PathStep {
        PathStep::Key(key.to_owned())
    }
}

impl From<usize> for PathStep {
    fn from(item: usize) -> PathStep {
        PathStep::Item(item)
    }
}

/// One fault of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentError {
    /// Stable code, such as `E0203`.
    pub code: &'static str,
    /// One sentence that says what is wrong.
    pub message: String,
    /// What to write instead.
    pub help: Option<String>,
    /// Path to the value from the document's root; empty for the whole document.
    pub path: Vec<PathStep>,
    /// True if the key is at fault, not its value.
    pub on_key: bool,
    /// Bytes of the value at fault; `None` for the whole value.
    pub within: Option<Range<usize>>,
    /// Other bytes of the value that matter.
    pub also: Vec<Range<usize>>,
    /// Index of the chosen option at fault, if it is an option's fault and not the document's.
    pub chosen: Option<usize>,
}

impl DocumentError {
    /// A fault of a whole value.
    pub fn new(
        code: &'static str,
        path: Vec<PathStep>,
        message: impl Into<String>,
    ) -> DocumentError {
        let message = message.into();
        DocumentError {
            code,
            message,
            help: None,
            path,
            on_key: false,
            within: None,
            also: Vec::new(),
            chosen: None,
        }
    }

    /// The same, with what to write instead.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> DocumentError {
        self.help = Some(help.into());
        self
    }

    /// The same, about a part of the value's text.
    #[must_use]
    pub fn within(mut self, within: Range<usize>) -> DocumentError {
        self.within = Some(within);
        self
    }

    /// The same, about the key.
    #[must_use]
    pub fn on_key(mut self) -> DocumentError {
        self.on_key = true;
        self
    }
}

impl fmt::Display for DocumentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, step) in self.path.iter().enumerate() {
            match step {
                PathStep::Key(key) if i == 0 => write!(f, "{key}")?,
                PathStep::Key(key) => write!(f, ".{key}")?,
                PathStep::Item(item) => write!(f, "[{item}]")?,
            }
        }
        if !self.path.is_empty() {
            f.write_str(": ")?;
        }
        match &self.help {
            Some(help) => f.write_str(&tr!(
                text_message_with_help,
                message = self.message.as_str(),
                help = help.as_str()
            )),
            None => f.write_str(&self.message),
        }
    }
}
