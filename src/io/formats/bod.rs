//! Writes BOD, the clipboard format for a board: a position without moves.
//! [`super::kakinoki_moves`] reads it.

use super::kakinoki;
use super::record::GameRecord;
use crate::rules::Rules;

/// Writes headers and board, even for the start position.
pub fn write(rules: &Rules, record: &GameRecord) -> String {
    let mut out = String::new();
    for (key, value) in &record.headers {
        let value: String = value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        out.push_str(&format!("{key}：{value}\n"));
    }
    out + &kakinoki::drawing(rules, &record.position)
}
