//! Text with positions, and reports of what is wrong with it. Knows nothing of shogi.
//!
//! | module | task |
//! | --- | --- |
//! | [`yaml`] | reads YAML into a tree whose keys and values know their bytes; checks the tree against a schema |
//! | [`document_error`] | a fault of a document, located by its path (`pieces[3].betza`) |
//! | [`locate()`] | turns such a path into bytes of the text |
//! | [`diagnostic`] | a fault with file, line, column and help, and its picture for people |
//! | [`codes`] | the explanation of every error code |
//! | [`encoding`] | Shift_JIS, EUC-JP, ISO-2022-JP and UTF-16 |
//! | [`char_boundary`] | character boundaries next to a byte |
//! | [`escape`] | shows hidden characters of input as escapes |
//! | [`similarity`] | "did you mean …?" |
//! | [`wrap()`] | breaks prose into lines, also in Japanese |
//! | [`columns`] | pads text to a width in terminal columns |
//! | [`comments`] | counts the comments that a conversion drops |
//!
//! The `rules` layer below a position and the problem files above the solver read YAML with the
//! same reader. The layers in between report a fault by its path only, because they do not know
//! the text; whoever has the text locates it.

pub mod char_boundary;
pub mod codes;
pub mod columns;
pub mod comments;
pub mod diagnostic;
pub mod document_error;
pub mod encoding;
pub mod escape;
mod locate;
#[cfg(feature = "cli")]
mod render;
pub mod similarity;
#[cfg(feature = "cli")]
mod wrap;
pub mod yaml;

pub use diagnostic::{Diagnostic, Source};
pub use document_error::{DocumentError, PathStep};
pub use locate::locate;
#[cfg(feature = "cli")]
pub use render::render;
#[cfg(feature = "cli")]
pub use wrap::wrap;
