//! Texts with places, and what is wrong with them. Knows no shogi.
//!
//! The YAML reader turns a text into a [`tree`] whose keys and values know their bytes. [`shape`] finds
//! what does not fit the kind of file, and [`values`] makes Rust values of the rest. A fault found later
//! is a [`Complaint`] with a path into the document; [`locate`] turns the path into bytes of the text.
//! Every fault ends as a [`Diagnostic`]: file, line and column, the place shown, and what to write.

pub mod codes;
pub mod comments;
pub mod complaint;
pub mod diagnostic;
pub mod encoding;
mod locate;
pub mod places;
pub mod plain;
pub mod shape;
pub mod tree;
pub mod values;
pub mod yaml;

pub use complaint::{Complaint, Step};
pub use diagnostic::{Diagnostic, Source, render};
pub use locate::locate;
