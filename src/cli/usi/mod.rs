//! The USI engine: how graphical programs and scripts talk to the solver.
//!
//! One thread reads lines, one searches, and the `UsiEngine` in the middle owns all state
//! and does all the writing: every event passes through one channel, so answers and `info` lines cannot
//! mix, and an answer to `stop` waits for nobody. A search that was answered winds down in the background;
//! the next one begins when its memory is free again.
//!
//! What a search is asked stands in `command`, what can be set in `options`, what is said in
//! `report`. Memory is taken at `isready`, or by the first `go`, and kept.

mod command;
mod engine;
mod event;
mod options;
mod report;
mod search;

use super::streams;
use engine::UsiEngine;
use event::EngineEvent;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::ExitCode;
use std::sync::mpsc::{SyncSender, sync_channel};

/// The longest line that is read, in bytes; of a longer one the rest is dropped. The longest mate known,
/// 1,525 plies, takes less than a hundredth of it.
const LONGEST_LINE: u64 = 1 << 20;

/// Events under way between the threads: whoever has more to say waits.
const QUEUE: usize = 16;

/// The program `tsume-usi`: [`speak`], with the exit status.
pub fn run() -> ExitCode {
    match speak() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            streams::complain(&format!("tsume-usi: {error}"));
            ExitCode::from(2)
        }
    }
}

/// Speaks USI on standard input and output until `quit`, or until the input has ended and everything is
/// answered.
///
/// # Errors
/// The output cannot be written, or no thread can be started.
pub fn speak() -> io::Result<()> {
    converse(BufReader::new(io::stdin()), io::stdout().lock())
}

/// Speaks USI on any input and output, as [`speak`] does.
///
/// # Errors
/// The output cannot be written, or no thread can be started.
pub fn converse(input: impl BufRead + Send + 'static, output: impl Write) -> io::Result<()> {
    let (sender, receiver) = sync_channel(QUEUE);
    let lines = sender.clone();
    std::thread::Builder::new().name("usi-input".to_owned()).spawn(move || read(input, &lines))?;
    UsiEngine::new(output, sender).run(&receiver)
}

/// Passes the lines of the input on, until it ends or nobody listens any more.
fn read(mut input: impl BufRead, lines: &SyncSender<EngineEvent>) {
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line);
        let event = match read {
            Ok(0) | Err(_) => EngineEvent::End,
            // Names of files and players may come in other encodings; the commands are ASCII.
            Ok(_) => EngineEvent::Line(String::from_utf8_lossy(&line).into_owned()),
        };
        let last = matches!(event, EngineEvent::End);
        if lines.send(event).is_err() || last {
            return;
        }
        if line.last() != Some(&b'\n') && input.skip_until(b'\n').is_err() {
            continue;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_a_line_without_end_is_dropped() {
        let mut text = vec![b'x'; LONGEST_LINE as usize + 5];
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
        assert_eq!(lines[0].len() as u64, LONGEST_LINE);
        assert_eq!(lines[1..], ["usi", "\u{fffd}", "quit"]);
    }
}
