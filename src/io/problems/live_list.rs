//! A list of positions that another program writes to standard input line by line: each line is
//! passed on as soon as it is complete, and memory use does not depend on the number of lines.
//!
//! A thread reads the lines, so that the caller sees when no further one is there. The first line
//! that is not blank and not a comment decides whether the input is a list.

use super::loaded::{LoadResult, LoadedDocument};
use super::position_text::{content, looks_like_a_position};
use super::read_options::ReadOptions;
use super::sfen_list;
use super::sink::ProblemSink;
use crate::io::formats::foreign;
use crate::io::input::{self, LineRead};
use crate::text::Source;
use crate::text::encoding::unmarked_utf16;
use std::io::{self, BufRead, BufReader, ErrorKind, Read};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender, TryRecvError};
use std::thread;
use std::time::Duration;

/// Longest line in bytes.
const MAX_LINE_BYTES: u64 = 1 << 20;

/// Comments before the first position that are read in search of it, in bytes.
const MAX_COMMENT_BYTES: usize = 64 << 10;

/// Chunks that wait at most. The writer then waits too.
const MAX_WAITING_CHUNKS: usize = 16;

/// Time between two questions whether the run should stop, while no line arrives.
const PAUSE_INTERVAL: Duration = Duration::from_millis(50);

/// Lines that arrived together.
type Chunk = io::Result<Vec<u8>>;

/// An input whose lines arrive one by one.
pub struct ArrivingLines {
    /// Lines that were read and not yet used.
    begun: Vec<u8>,
    chunks: Receiver<Chunk>,
}

impl ArrivingLines {
    /// Starts to read an input.
    ///
    /// # Errors
    /// No thread can be started.
    pub fn new(input: impl Read + Send + 'static) -> io::Result<ArrivingLines> {
        let (sender, chunks) = mpsc::sync_channel(MAX_WAITING_CHUNKS);
        let read = move || send_lines(BufReader::new(input), &sender);
        thread::Builder::new().name("input".to_owned()).spawn(read)?;
        Ok(ArrivingLines { begun: Vec::new(), chunks })
    }

    /// The next lines; none at the end. `pause` is called while no line is there.
    fn next_chunk<E>(
        &self,
        pause: &mut dyn FnMut() -> Result<(), E>,
    ) -> io::Result<Result<Option<Vec<u8>>, E>> {
        loop {
            match self.chunks.recv_timeout(PAUSE_INTERVAL) {
                Ok(chunk) => return Ok(Ok(Some(chunk?))),
                Err(RecvTimeoutError::Disconnected) => return Ok(Ok(None)),
                Err(RecvTimeoutError::Timeout) => {
                    if let Err(error) = pause() {
                        return Ok(Err(error));
                    }
                }
            }
        }
    }

    /// True if the input is a list of positions, as far as its first line shows. `pause` is called
    /// while no line is there.
    ///
    /// # Errors
    /// The outer error is that of the input, the inner one that of `pause`.
    pub fn is_list<E>(
        &mut self,
        pause: &mut dyn FnMut() -> Result<(), E>,
    ) -> io::Result<Result<bool, E>> {
        loop {
            let is_utf16 = input::is_utf16(&self.begun) || unmarked_utf16(&self.begun).is_some();
            if is_utf16 || self.begun.len() > MAX_COMMENT_BYTES {
                return Ok(Ok(false));
            }
            let text = String::from_utf8_lossy(&self.begun);
            let text = text.trim_start_matches('\u{feff}');
            if let Some(line) = text.lines().find(|line| !content(line).is_empty()) {
                let is_list = foreign(text).is_none()
                    && (looks_like_a_position(line) || !may_begin_a_document(line));
                return Ok(Ok(is_list));
            }
            match self.next_chunk(pause)? {
                Ok(Some(chunk)) => self.begun.extend(chunk),
                Ok(None) => return Ok(Ok(false)),
                Err(error) => return Ok(Err(error)),
            }
        }
    }

    /// Passes on the positions of a list as they arrive.
    ///
    /// # Errors
    /// The outer error is that of the input, the inner one that of the sink.
    pub fn read_list<E>(
        mut self,
        name: &str,
        options: &ReadOptions,
        sink: &mut impl ProblemSink<E>,
    ) -> io::Result<Result<(), E>> {
        let (mut line, mut before) = (1, 0);
        let mut next = Some(std::mem::take(&mut self.begun));
        loop {
            let bytes = match next.take() {
                Some(bytes) => bytes,
                None => match self.next_chunk(&mut || sink.pause())? {
                    Ok(Some(bytes)) => bytes,
                    Ok(None) => return Ok(Ok(())),
                    Err(error) => return Ok(Err(error)),
                },
            };
            let lines = bytes.iter().filter(|byte| **byte == b'\n').count();
            let source = Source::part(name, input::marked(bytes), line);
            let (items, positions) =
                sfen_list::part(&source, options, before, &mut || sink.wants());
            (line, before) = (line + lines, before + positions);
            if let Err(error) = pass_on(items, sink) {
                return Ok(Err(error));
            }
            match self.chunks.try_recv() {
                Ok(chunk) => next = Some(chunk?),
                Err(TryRecvError::Empty) => {
                    if let Err(error) = sink.pause() {
                        return Ok(Err(error));
                    }
                }
                Err(TryRecvError::Disconnected) => return Ok(Ok(())),
            }
        }
    }
}

/// The rest of the input, as bytes.
impl Read for ArrivingLines {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        if self.begun.is_empty() {
            match self.chunks.recv() {
                Ok(chunk) => self.begun = chunk?,
                Err(_) => return Ok(0),
            }
        }
        let bytes = self.begun.len().min(to.len());
        to[..bytes].copy_from_slice(&self.begun[..bytes]);
        self.begun.drain(..bytes);
        Ok(bytes)
    }
}

fn pass_on<E>(items: Vec<LoadResult>, sink: &mut impl ProblemSink<E>) -> Result<(), E> {
    items.into_iter().try_for_each(|item| sink.take(LoadedDocument { item, record: None }))
}

/// Sends the lines of an input as they arrive, until its end or until nobody receives them.
fn send_lines(mut input: impl BufRead, to: &SyncSender<Chunk>) {
    loop {
        let chunk = match next_lines(&mut input) {
            Ok(lines) if lines.is_empty() => return,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            chunk => chunk,
        };
        let failed = chunk.is_err();
        if to.send(chunk).is_err() || failed {
            return;
        }
    }
}

/// The complete lines that are there, or the next one; nothing at the end.
fn next_lines(input: &mut impl BufRead) -> io::Result<Vec<u8>> {
    let there = input.fill_buf()?;
    if let Some(at) = there.iter().rposition(|byte| *byte == b'\n') {
        let lines = there[..=at].to_vec();
        input.consume(at + 1);
        return Ok(lines);
    }
    let mut line = Vec::new();
    // Of a long line the first part is reported as invalid.
    match input::read_line(input, MAX_LINE_BYTES, &mut line)? {
        LineRead::Endless => Err(ErrorKind::FileTooLarge.into()),
        _ => Ok(line),
    }
}

/// True if a problem file or a record may begin with this line: a key, an item, a marker, a header,
/// or a text in Japanese.
fn may_begin_a_document(line: &str) -> bool {
    let line = line.trim();
    !line.is_ascii()
        || line.contains(':')
        || line.starts_with([
            '-', '{', '[', '%', '\'', '"', '*', '&', 'V', 'N', 'P', '$', '+', '!', '|', '\0',
        ])
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;

    fn is_list(text: &str) -> bool {
        let mut input = ArrivingLines::new(io::Cursor::new(text.as_bytes().to_vec())).unwrap();
        let Ok(is_list) = input.is_list::<Infallible>(&mut || Ok(())).unwrap();
        let mut rest = String::new();
        input.read_to_string(&mut rest).unwrap();
        assert_eq!(rest, text, "no byte is lost");
        is_list
    }

    #[test]
    fn the_first_line_shows_whether_the_input_is_a_list() {
        for list in [
            "# a\n\n4k4/9/4P4/9/9/9/9/9/9 b G 1\n",
            "sfen 4k4/9/4P4/9/9/9/9/9/9 b G 1",
            "garbage\n",
        ] {
            assert!(is_list(list), "{list}");
        }
        for other in [
            "",
            "\n\n",
            "variant: chu\n",
            "- id: a\n",
            "{\"id\": 1}",
            "---\n",
            "手合割：平手\n",
            "V2.2\n",
        ] {
            assert!(!is_list(other), "{other}");
        }
    }

    #[test]
    fn lines_are_whole_whatever_the_reads() {
        // Gives one byte at a time.
        struct Slow(Vec<u8>);
        impl Read for Slow {
            fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
                if self.0.is_empty() || to.is_empty() {
                    return Ok(0);
                }
                to[0] = self.0.remove(0);
                Ok(1)
            }
        }
        let mut input = BufReader::new(Slow(b"ab\n\ncd".to_vec()));
        let mut lines = || String::from_utf8(next_lines(&mut input).unwrap()).unwrap();
        assert_eq!([lines(), lines(), lines(), lines()], ["ab\n", "\n", "cd", ""]);
        let mut input = BufReader::new(&b"ab\ncd\nef"[..]);
        assert_eq!(next_lines(&mut input).unwrap(), b"ab\ncd\n");
        let long = vec![b'x'; (MAX_LINE_BYTES + 9) as usize];
        let mut input = BufReader::new(io::Cursor::new([&long[..], b"\nab\n"].concat()));
        assert_eq!(next_lines(&mut input).unwrap().len() as u64, MAX_LINE_BYTES + 1);
        assert_eq!(next_lines(&mut input).unwrap(), b"ab\n");
    }
}
