//! Encodings other than UTF-8 that Japanese programs write: Shift_JIS on Windows, EUC-JP on old
//! Unix systems, ISO-2022-JP in mail, UTF-16 in text editors.

use encoding_rs::{EUC_JP, Encoding, ISO_2022_JP, SHIFT_JIS, UTF_8};

/// The encodings of records that are not UTF-8, each with its name.
const ENCODINGS: [(&Encoding, &str); 3] =
    [(SHIFT_JIS, "Shift_JIS"), (EUC_JP, "EUC-JP"), (ISO_2022_JP, "ISO-2022-JP")];

/// Decodes bytes in the first encoding of Japanese programs whose text `accepts` recognizes. The
/// test is needed because almost any bytes are valid Shift_JIS.
pub fn decode_japanese(bytes: &[u8], accepts: impl Fn(&str) -> bool) -> Option<String> {
    ENCODINGS.iter().filter(|(encoding, _)| may_be(bytes, encoding)).find_map(|(encoding, _)| {
        let text = encoding.decode_without_bom_handling_and_without_replacement(bytes)?;
        accepts(&text).then(|| text.into_owned())
    })
}

/// Decodes damaged bytes, with U+FFFD for each damaged part. Chooses the encoding with the least
/// damage among those whose text `accepts` recognizes, and returns its name too.
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

/// False for ISO-2022-JP without its escapes, which would be plain ASCII.
fn may_be(bytes: &[u8], encoding: &Encoding) -> bool {
    encoding != ISO_2022_JP || bytes.windows(2).any(|pair| pair == b"\x1b$")
}

/// Name of the encoding of a text in UTF-16 with a byte order mark.
pub fn marked_utf16(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [0xff, 0xfe, ..] => Some("UTF-16LE"),
        [0xfe, 0xff, ..] => Some("UTF-16BE"),
        _ => None,
    }
}

/// Decodes UTF-16 with a byte order mark.
pub fn decode_utf16(bytes: &[u8]) -> Option<String> {
    let (encoding, mark) = Encoding::for_bom(bytes)?;
    let text = encoding.decode_without_bom_handling_and_without_replacement(&bytes[mark..])?;
    Some(text.into_owned())
}

/// Bytes that show whether a text is UTF-16.
const UTF16_SAMPLE_BYTES: usize = 4096;

/// Characters of the sample that are ASCII at least, if the text is UTF-16.
const MIN_ASCII_CHARACTERS: usize = 4;

/// Name of the encoding of a text in UTF-16 without a byte order mark.
///
/// In UTF-16LE a NUL follows each ASCII character; in UTF-16BE it comes first. Other characters may
/// have a NUL too: `一` is U+4E00. Blanks and line ends show the order, because with swapped bytes
/// they are characters that no text has.
pub fn unmarked_utf16(bytes: &[u8]) -> Option<&'static str> {
    let sample = &bytes[..bytes.len().min(UTF16_SAMPLE_BYTES)];
    let pairs: Vec<[u8; 2]> = sample.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect();
    if marked_utf16(bytes).is_some() || pairs.contains(&[0, 0]) {
        return None;
    }
    let swapped: Vec<[u8; 2]> = pairs.iter().map(|&[first, second]| [second, first]).collect();
    let blanks = |pairs: &[[u8; 2]]| {
        pairs.iter().filter(|pair| matches!(pair, [b'\n' | b'\r' | b' ', 0])).count()
    };
    let ascii =
        |pairs: &[[u8; 2]]| pairs.iter().filter(|pair| pair[0].is_ascii() && pair[1] == 0).count();
    let least = MIN_ASCII_CHARACTERS.max(sample.len() / 32);
    let is_text = |pairs: &[[u8; 2]], others: &[[u8; 2]]| {
        blanks(pairs) > 0 && blanks(others) == 0 && ascii(pairs) >= least
    };
    if is_text(&pairs, &swapped) {
        Some("UTF-16LE")
    } else {
        is_text(&swapped, &pairs).then_some("UTF-16BE")
    }
}

/// Decodes Shift_JIS; `None` if the bytes are not valid.
pub fn decode_shift_jis(bytes: &[u8]) -> Option<String> {
    SHIFT_JIS
        .decode_without_bom_handling_and_without_replacement(bytes)
        .map(|text| text.into_owned())
}

/// Encodes a text in Shift_JIS.
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
    fn utf16_shows_without_a_mark() {
        for text in ["4k4/9/4P4/9/9/9/9/9/9 b G 1\n", "作品名：図巧　第一番\r\n手数 1\r\n"]
        {
            let units: Vec<u16> = text.encode_utf16().collect();
            let little: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
            let big: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
            assert_eq!(unmarked_utf16(&little), Some("UTF-16LE"));
            assert_eq!(unmarked_utf16(&big), Some("UTF-16BE"));
            assert_eq!(unmarked_utf16(text.as_bytes()), None);
            let marked = [&b"\xff\xfe"[..], &little].concat();
            assert_eq!((marked_utf16(&marked), unmarked_utf16(&marked)), (Some("UTF-16LE"), None));
        }
        for other in [&b""[..], b"a\0", b"abc\0\0\0\0\0\0\0\0", b"\0a\0a\0aa\0a\0a\0a\0a\0"] {
            assert_eq!(unmarked_utf16(other), None, "{other:?}");
        }
    }

    #[test]
    fn texts_come_back() {
        let text = "作品名：図巧　第一番\r\n| ・v香 ・\r\n２三銀成(34)";
        assert_eq!(decode_shift_jis(&encode_shift_jis(text).unwrap()).unwrap(), text);
        assert_eq!(encode_shift_jis("☗７六歩"), Err('☗'));
        assert_eq!(decode_shift_jis(b"\xff\xff"), None);
    }
}
