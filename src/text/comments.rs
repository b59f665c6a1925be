//! Counts the comments of an input file, so that a conversion can report that it drops them.

use std::io::{self, BufRead, Read};

/// Number of comments in a YAML text: `#` at the start of a line or after a space, outside quotes
/// and block scalars.
pub fn count_yaml_comments(text: &str) -> usize {
    let mut count = 0;
    let mut quote = None;
    // The indentation of the line that opened a block scalar.
    let mut block: Option<usize> = None;
    for line in text.lines() {
        let indent = line.len() - line.trim_start_matches(' ').len();
        if let Some(least) = block {
            if line.trim().is_empty() || indent > least {
                continue;
            }
            block = None;
        }
        let mut before = ' ';
        let mut content = String::new();
        let mut chars = line.chars().peekable();
        while let Some(c) = chars.next() {
            match (quote, c) {
                (Some('"'), '\\') => drop(chars.next()),
                (Some('\''), '\'') if chars.peek() == Some(&'\'') => drop(chars.next()),
                (Some(open), c) if c == open => quote = None,
                (Some(_), _) => {}
                // A quote opens where a value begins, not within a word.
                (None, '"' | '\'') if matches!(before, ' ' | '[' | '{' | ',' | '\t') => {
                    quote = Some(c)
                }
                (None, '#') if matches!(before, ' ' | '\t') => {
                    count += 1;
                    break;
                }
                (None, _) => {}
            }
            content.push(c);
            before = c;
        }
        let last = content.split_whitespace().next_back().unwrap_or_default();
        let opens = last.starts_with(['|', '>']) && last.len() <= 3;
        let value = content.trim_end().len() > last.len();
        if quote.is_none() && opens && value {
            block = Some(indent);
        }
    }
    count
}

/// A reader that passes a list of positions on and counts its lines that begin with `#`.
#[derive(Debug)]
pub struct CommentCounter<R> {
    inner: R,
    count: usize,
    /// True if only spaces followed the last line break.
    at_start: bool,
}

impl<R> CommentCounter<R> {
    /// Wraps a reader.
    pub fn new(inner: R) -> CommentCounter<R> {
        CommentCounter { inner, count: 0, at_start: true }
    }

    /// Number of comment lines so far.
    pub fn count(&self) -> usize {
        self.count
    }

    fn look(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            match byte {
                b'\n' => self.at_start = true,
                b' ' | b'\t' | b'\r' => {}
                b'#' if self.at_start => {
                    self.count += 1;
                    self.at_start = false;
                }
                _ => self.at_start = false,
            }
        }
    }
}

impl<R: BufRead> Read for CommentCounter<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.look(&buffer[..read]);
        Ok(read)
    }
}

impl<R: BufRead> BufRead for CommentCounter<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.inner.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        // What is consumed is in the buffer: nothing is read for it.
        if let Some(Ok(bytes)) = (amount > 0).then(|| self.inner.fill_buf()) {
            let seen = bytes[..amount.min(bytes.len())].to_vec();
            self.look(&seen);
        }
        self.inner.consume(amount);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn yaml_comments_are_counted_outside_of_values() {
        for (text, count) in [
            ("", 0),
            ("# one\nid: a # two\n  # three\n", 3),
            ("title: \"no # comment\"\n", 0),
            ("title: 'it''s # none' # one\n", 1),
            ("title: a#b\n", 0),
            ("title: it's # one\n", 1),
            ("board: |\n  # none\n  . .\nid: x # one\n", 1),
            ("note: >-\n  text # none\n\n  # none\n# one\n", 1),
            ("title: \"over\n  two # none\"\n# one\n", 1),
            ("- { id: a, title: \"x\" } # one\n", 1),
            ("title: \"a \\\" # none\"\n", 0),
        ] {
            assert_eq!(count_yaml_comments(text), count, "{text}");
        }
    }

    #[test]
    fn comments_of_a_list_are_counted_while_it_is_read() {
        let list = "# one\n4k4/9 b - # of the line\n  #two\n\n";
        let mut counter = CommentCounter::new(list.as_bytes());
        let mut line = String::new();
        assert!(counter.read_line(&mut line).unwrap() > 0);
        assert_eq!(counter.count(), 1);
        counter.read_to_string(&mut line).unwrap();
        assert_eq!((line.as_str(), counter.count()), (list, 2));
    }
}
