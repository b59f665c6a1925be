//! The USI engine: the interface for shogi programs and scripts.
//!
//! One thread reads lines, one searches, and the `UsiEngine` between them owns all state and writes
//! all output. Each event passes through one channel, so answers and `info` lines cannot mix, and
//! the answer to `stop` never waits. After its answer a search winds down in the background; the
//! next search starts when the memory is free.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `command` | parser of `position` and `go` |
//! | `options` | options of `setoption` |
//! | `line_queue` | lines that wait for the answer to a search |
//! | `report` | `info` lines and answers as text |
//! | `search` | the thread that searches |
//!
//! Only the engine makes texts for people, in the language of the option `Language`.
//!
//! The engine allocates memory at `isready`, or at the first `go`, and keeps it.

mod command;
mod engine;
mod event;
mod line_queue;
mod options;
mod report;
mod search;

use super::{lang, streams};
use crate::io::input::{LineRead, read_line};
use crate::messages;
use engine::UsiEngine;
use event::EngineEvent;
use std::io::{self, BufRead, BufReader, Write};
use std::process::ExitCode;
use std::sync::mpsc::{SyncSender, sync_channel};

/// Longest line of input in bytes; the rest of a longer line is dropped. The longest known mate has
/// 1,525 plies, and its line needs less than a hundredth of this.
const MAX_LINE_BYTES: u64 = 1 << 20;

/// Events that may be in flight between the threads; a sender waits while the queue is full.
const EVENT_QUEUE_LENGTH: usize = 16;

/// Entry point of the program `tsume-usi`: runs [`speak`], and returns the exit status.
pub fn run() -> ExitCode {
    messages::set_language(lang::chosen(&[]));
    match speak() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            streams::complain(&format!("tsume-usi: {}", messages::os_error(&error)));
            ExitCode::from(2)
        }
    }
}

/// Speaks USI on standard input and output until `quit`, or until the input has ended and all
/// questions are answered.
///
/// # Errors
/// The output cannot be written, or no thread can be started.
pub fn speak() -> io::Result<()> {
    converse(BufReader::new(io::stdin()), io::stdout().lock())
}

/// Speaks USI on any input and output, like [`speak`].
///
/// # Errors
/// The output cannot be written, or no thread can be started.
pub fn converse(input: impl BufRead + Send + 'static, output: impl Write) -> io::Result<()> {
    let (sender, receiver) = sync_channel(EVENT_QUEUE_LENGTH);
    let lines = sender.clone();
    std::thread::Builder::new().name("usi-input".to_owned()).spawn(move || read(input, &lines))?;
    UsiEngine::new(output, sender).run(&receiver)
}

/// Sends the lines of the input, until it ends or the receiver is gone.
fn read(mut input: impl BufRead, lines: &SyncSender<EngineEvent>) {
    let mut line = Vec::new();
    loop {
        line.clear();
        let event = match read_line(&mut input, MAX_LINE_BYTES, &mut line) {
            Ok(LineRead::End | LineRead::Endless) | Err(_) => EngineEvent::End,
            // Names of files and players may have other encodings; the commands are ASCII.
            Ok(_) => EngineEvent::Line(String::from_utf8_lossy(&line).into_owned()),
        };
        let last = matches!(event, EngineEvent::End);
        if lines.send(event).is_err() || last {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_a_line_without_end_is_dropped() {
        let mut text = vec![b'x'; MAX_LINE_BYTES as usize + 5];
        text.extend(b"\nusi\n\xff\nquit");
        let (sender, receiver) = sync_channel(16);
        read(&text[..], &sender);
        let lines: Vec<String> = receiver
            .try_iter()
            .filter_map(|event| match event {
                EngineEvent::Line(line) => Some(line.trim_end().to_owned()),
                _ => None,
            })
            .collect();
        assert_eq!(lines[0].len() as u64, MAX_LINE_BYTES);
        assert_eq!(lines[1..], ["usi", "\u{fffd}", "quit"]);
    }
}
