//! Shift_JIS, which Japanese programs on Windows write.

use encoding_rs::SHIFT_JIS;

/// The text of bytes that are no UTF-8, if they are Shift_JIS. Almost any bytes could be: the caller looks
/// whether the text makes sense.
pub fn from_shift_jis(bytes: &[u8]) -> Option<String> {
    SHIFT_JIS
        .decode_without_bom_handling_and_without_replacement(bytes)
        .map(|text| text.into_owned())
}

/// A text in Shift_JIS.
///
/// # Errors
/// The first character that Shift_JIS does not have.
pub fn to_shift_jis(text: &str) -> Result<Vec<u8>, char> {
    let (bytes, _, lossy) = SHIFT_JIS.encode(text);
    if !lossy {
        return Ok(bytes.into_owned());
    }
    let missing = |c: &char| SHIFT_JIS.encode(c.encode_utf8(&mut [0; 4])).2;
    Err(text.chars().find(missing).unwrap_or('\u{fffd}'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_come_back() {
        let text = "作品名：図巧　第一番\r\n| ・v香 ・\r\n２三銀成(34)";
        assert_eq!(from_shift_jis(&to_shift_jis(text).unwrap()).unwrap(), text);
        assert_eq!(to_shift_jis("☗７六歩"), Err('☗'));
        assert_eq!(from_shift_jis(b"\xff\xff"), None);
    }
}
