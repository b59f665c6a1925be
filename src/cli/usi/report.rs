//! `info` lines and answers as text.

use crate::notation::usi;
use crate::position::Move;
use crate::rules::Rules;
use crate::text::escape::escape_line;
use std::fmt::Write;
use std::time::Duration;

/// Data of an `info` line; absent values are omitted.
#[derive(Clone, Copy, Debug, Default)]
pub struct Info<'a> {
    /// Rank of the line among several, from 1.
    pub multipv: Option<usize>,
    /// Length of the current line in plies.
    pub depth: usize,
    /// Length of the longest line so far in plies.
    pub seldepth: usize,
    pub time: Duration,
    pub nodes: u64,
    /// Share of the memory in use, 0 to 1.
    pub hash_used: f64,
    /// The proved mate.
    pub mate: Option<Score>,
    pub pv: &'a [Move],
}

/// Score of a proved mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    /// Plies to the mate; negative if the side to move is mated.
    pub plies: i32,
    /// True if a shorter mate is possible: the score is then a bound, lower for the side that
    /// mates, upper for the other.
    pub bound: bool,
}

/// An `info` line.
pub fn info(rules: &Rules, info: &Info<'_>) -> String {
    let millis = info.time.as_millis();
    let nps = u128::from(info.nodes) * 1000 / millis.max(1);
    let mut out = format!(
        "info depth {} seldepth {} time {millis} nodes {} nps {nps} hashfull {}",
        info.depth,
        info.seldepth,
        info.nodes,
        (info.hash_used.clamp(0.0, 1.0) * 1000.0) as u32,
    );
    if let Some(number) = info.multipv {
        let _ = write!(out, " multipv {number}");
    }
    if let Some(Score { plies, bound }) = info.mate {
        let _ = write!(out, " score mate {plies}");
        if bound {
            out.push_str(if plies > 0 { " lowerbound" } else { " upperbound" });
        }
    }
    if !info.pv.is_empty() {
        let _ = write!(out, " pv {}", moves(rules, info.pv));
    }
    out
}

/// An `info string` line; line breaks in the text become spaces.
pub fn remark(text: &str) -> String {
    format!("info string {}", escape_line(&text.replace(['\r', '\n'], " ")))
}

/// Moves in USI, separated by spaces.
pub fn moves(rules: &Rules, moves: &[Move]) -> String {
    let moves: Vec<String> = moves.iter().map(|&m| usi::write(rules, m)).collect();
    moves.join(" ")
}
