//! Problems in messages.

use crate::position::Problem;
use crate::proof::certificate::{Certificate, Claim};
use crate::proof::text_format;

/// A text from which [`text_format::parse`] reads the problem.
pub(super) fn problem_text(problem: &Problem) -> String {
    let certificate =
        Certificate { problem: problem.clone(), claim: Claim::Mate, nodes: Vec::new() };
    text_format::write(&certificate)
}
