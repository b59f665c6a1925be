//! Encodings that Japanese programs write beside UTF-8: Shift_JIS on Windows, EUC-JP on old Unix systems,
//! ISO-2022-JP in mail, UTF-16 in text editors.

use encoding_rs::{EUC_JP, Encoding, ISO_2022_JP, SHIFT_JIS, UTF_8};

/// The encodings of records that are not UTF-8, each with its name.
const ENCODINGS: [(&Encoding, &str); 3] =
    [(SHIFT_JIS, "Shift_JIS"), (EUC_JP, "EUC-JP"), (ISO_2022_JP, "ISO-2022-JP")];

/// The text of bytes in one of the encodings of Japanese programs, if it makes sense to `accepts`: almost any bytes
/// could be Shift_JIS.
pub fn decode_japanese(bytes: &[u8], accepts: impl Fn(&str) -> bool) -> Option<String> {
    ENCODINGS.iter().filter(|(encoding, _)| may_be(bytes, encoding)).find_map(|(encoding, _)| {
        let text = encoding.decode_without_bom_handling_and_without_replacement(bytes)?;
        accepts(&text).then(|| text.into_owned())
    })
}

/// The text of bytes in one of these encodings or UTF-8 some of which are damaged, with U+FFFD in their place; and the
/// encoding's name. The encoding with the fewest damaged bytes is meant.
pub fn decode_damaged(
    bytes: &[u8],
    accepts: impl Fn(&str) -> bool,
) -> Option<(String, &'static str)> {
    let damage = |text: &str| text.matches(char::REPLACEMENT_CHARACTER).count();
    ENCODINGS
        .into_iter()
        .chain([(UTF_8, "UTF-8")])
        .filter(|(encoding, _)| may_be(bytes, encoding))
        .map(|(encoding, name)| (encoding.decode_without_bom_handling(bytes).0.into_owned(), name))
        .filter(|(text, _)| accepts(text))
        .min_by_key(|(text, _)| damage(text))
}

/// ISO-2022-JP is ASCII but for its escapes.
fn may_be(bytes: &[u8], encoding: &Encoding) -> bool {
    encoding != ISO_2022_JP || bytes.windows(2).any(|pair| pair == b"\x1b$")
}

/// The text of UTF-16 with a byte order mark.
pub fn decode_utf16(bytes: &[u8]) -> Option<String> {
    let (encoding, mark) = Encoding::for_bom(bytes)?;
    let text = encoding.decode_without_bom_handling_and_without_replacement(&bytes[mark..])?;
    Some(text.into_owned())
}

/// The text of bytes in Shift_JIS, if they are.
pub fn decode_shift_jis(bytes: &[u8]) -> Option<String> {
    SHIFT_JIS
        .decode_without_bom_handling_and_without_replacement(bytes)
        .map(|text| text.into_owned())
}

/// A text in Shift_JIS.
///
/// # Errors
/// The first character that Shift_JIS does not have.
pub fn encode_shift_jis(text: &str) -> Result<Vec<u8>, char> {
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
        assert_eq!(decode_shift_jis(&encode_shift_jis(text).unwrap()).unwrap(), text);
        assert_eq!(encode_shift_jis("☗７六歩"), Err('☗'));
        assert_eq!(decode_shift_jis(b"\xff\xff"), None);
    }
}
