//! Files and streams: what users write, read with places and good words for every mistake.

pub mod certificate_file;
pub mod codes;
pub mod diagnostic;
pub mod problems;
pub mod progress;
pub mod results;
pub mod rule_file;
pub mod signals;

pub use diagnostic::{Diagnostic, Source};
pub use problems::{Context, Entry, Item};
