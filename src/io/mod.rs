//! Files and streams: what users read and write.
//!
//! | module | what it holds |
//! | --- | --- |
//! | [`problems`] | problem files, SFEN lists, rule files: from text to a [`Problem`](crate::position::Problem) |
//! | [`formats`] | the formats of other programs: KIF, KI2, CSA, JKF, BOD |
//! | [`results`] | verdicts and analyses as JSON lines, and as text |
//! | [`render`] | pictures and HTML pages |
//! | [`files`] | atomic writes, checkpoints, campaigns, certificates |
//! | [`terminal`] | progress and signals |

pub mod files;
pub mod formats;
pub mod input;
pub mod problems;
#[cfg(feature = "cli")]
pub mod render;
pub mod results;
#[cfg(feature = "cli")]
pub mod terminal;
