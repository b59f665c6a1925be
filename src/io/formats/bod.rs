//! BOD, the board as programs put it on the clipboard: one position without moves. Read by
//! [`super::kakinoki_moves`].

use super::kakinoki;
use super::record::GameRecord;
use crate::rules::Rules;

/// Writes headers and board; the board is drawn even if it is the start position.
pub fn write(rules: &Rules, record: &GameRecord) -> String {
    let mut out = String::new();
    for (key, value) in &record.headers {
        let value: String = value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        out.push_str(&format!("{key}：{value}\n"));
    }
    out + &kakinoki::drawing(rules, &record.position)
}
