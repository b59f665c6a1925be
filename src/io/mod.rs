//! Files and streams: everything that users read and write.
//!
//! | module | what it holds |
//! | --- | --- |
//! | [`input`] | decoding of input files |
//! | [`old_line_ends`] | line ends of old Macs |
//! | [`own_files`] | files of the program in the wrong place |
//! | [`formats`] | game records of other programs: KIF, KI2, CSA, JKF, BOD |
//! | [`problems`] | problem files, SFEN lists and rule files: from text to a [`Problem`](crate::position::Problem), and back |
//! | [`results`] | verdicts and analyses as JSON lines and as text |
//! | [`render`] | pictures and HTML pages |
//! | [`files`] | atomic writes, checkpoints, campaigns, certificates |
//! | [`terminal`] | progress and signals |
//!
//! Each module uses only modules above it.

pub mod files;
pub mod formats;
pub mod input;
pub mod old_line_ends;
pub mod own_files;
pub mod problems;
pub mod render;
pub mod results;
#[cfg(feature = "cli")]
pub mod terminal;
