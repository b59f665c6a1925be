//! Line ends of old Macs: a carriage return alone.

use std::io::{self, Read};

/// An input with a line feed for each carriage return, if its first line ends in a carriage return
/// alone. Any other input stays as it is.
pub struct OldLineEnds<R> {
    input: R,
    ends: LineEnds,
}

/// Line ends of an input, as far as it has been read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LineEnds {
    /// Nothing is read.
    Start,
    /// No line end is read.
    Unknown,
    /// The last byte was the first line end: a carriage return, which may be half of one.
    Half,
    /// Carriage returns alone.
    Old,
    /// Line feeds, or carriage returns with line feeds; or the encoding is UTF-16.
    Modern,
}

impl<R: Read> OldLineEnds<R> {
    /// Wraps an input.
    pub fn new(input: R) -> OldLineEnds<R> {
        OldLineEnds { input, ends: LineEnds::Start }
    }
}

impl<R: Read> Read for OldLineEnds<R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let mut read = self.input.read(to)?;
        let [first, ..] = to[..read] else { return Ok(0) };
        match self.ends {
            LineEnds::Start if first >= 0xfe => self.ends = LineEnds::Modern,
            LineEnds::Start => self.ends = LineEnds::Unknown,
            LineEnds::Half if first == b'\n' => {
                self.ends = LineEnds::Modern;
                to.copy_within(1..read, 0);
                read -= 1;
                if read == 0 {
                    return self.input.read(to);
                }
            }
            LineEnds::Half => self.ends = LineEnds::Old,
            LineEnds::Unknown | LineEnds::Old | LineEnds::Modern => {}
        }
        let bytes = &mut to[..read];
        if self.ends == LineEnds::Unknown {
            self.ends = first_line_end(bytes);
        }
        if matches!(self.ends, LineEnds::Half | LineEnds::Old) {
            bytes.iter_mut().filter(|byte| **byte == b'\r').for_each(|byte| *byte = b'\n');
        }
        Ok(read)
    }
}

/// Kind of the first line end.
fn first_line_end(bytes: &[u8]) -> LineEnds {
    match bytes.iter().position(|byte| matches!(byte, b'\r' | b'\n')) {
        None => LineEnds::Unknown,
        Some(at) if bytes[at] == b'\n' => LineEnds::Modern,
        Some(at) => match bytes.get(at + 1) {
            None => LineEnds::Half,
            // A NUL is half a character of UTF-16.
            Some(b'\n' | 0) => LineEnds::Modern,
            Some(_) => LineEnds::Old,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads parts of a text that arrive one by one.
    fn read(parts: &[&[u8]]) -> Vec<u8> {
        struct Parts<'a>(std::slice::Iter<'a, &'a [u8]>);
        impl Read for Parts<'_> {
            fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
                let part = self.0.next().copied().unwrap_or_default();
                to[..part.len()].copy_from_slice(part);
                Ok(part.len())
            }
        }
        let mut text = Vec::new();
        OldLineEnds::new(Parts(parts.iter())).read_to_end(&mut text).unwrap();
        text
    }

    #[test]
    fn carriage_returns_alone_become_line_feeds() {
        assert_eq!(read(&[b"a\rb\rc"]), b"a\nb\nc");
        assert_eq!(read(&[b"a", b"\r", b"b", b"\r", b"c\r"]), b"a\nb\nc\n");
    }

    #[test]
    fn other_line_ends_stay() {
        for text in [&b"a\r\nb\r\n"[..], b"a\nb\rc\n", b"a", b"", b"\xff\xfea\0\r\0", b"a\0\r\0b\0"]
        {
            assert_eq!(read(&[text]), text, "{text:?}");
        }
    }

    #[test]
    fn line_end_in_two_reads_is_one() {
        assert_eq!(read(&[b"a\r", b"\nb\rc\r\n"]), b"a\nb\rc\r\n");
        assert_eq!(read(&[b"a\r", b"\n", b"b"]), b"a\nb");
    }
}
