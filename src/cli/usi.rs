//! The USI engine. It answers the handshake; solving comes with the full engine, and until then
//! `go mate` is answered as the protocol has it for engines that cannot.

use super::console;
use std::io::{self, BufRead, Write};
use std::process::ExitCode;

/// Speaks USI on standard input and output until `quit` or the end of input.
pub fn run() -> ExitCode {
    match speak(io::stdin().lock(), io::stdout().lock()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            console::complain(&format!("tsume-usi: {error}"));
            ExitCode::from(2)
        }
    }
}

fn speak(input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    for line in input.split(b'\n') {
        // Names of files and players may come in other encodings; the commands are ASCII.
        let line = line?;
        let line = String::from_utf8_lossy(&line);
        let mut words = line.split_whitespace();
        match (words.next(), words.next()) {
            (Some("usi"), _) => {
                writeln!(output, "id name tsume {}", env!("CARGO_PKG_VERSION"))?;
                writeln!(output, "id author the tsume authors")?;
                writeln!(output, "option name USI_Hash type spin default 1024 min 1 max 1048576")?;
                writeln!(output, "option name Threads type spin default 1 min 1 max 1024")?;
                writeln!(output, "usiok")?;
            }
            (Some("isready"), _) => writeln!(output, "readyok")?,
            (Some("go"), Some("mate")) => writeln!(output, "checkmate notimplemented")?,
            (Some("go"), _) => writeln!(output, "bestmove resign")?,
            (Some("quit"), _) => break,
            _ => {}
        }
        output.flush()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answers(input: &str) -> Vec<String> {
        let mut output = Vec::new();
        speak(input.as_bytes(), &mut output).unwrap();
        String::from_utf8(output).unwrap().lines().map(str::to_owned).collect()
    }

    #[test]
    fn the_handshake_is_answered() {
        let lines = answers("usi\nisready\nusinewgame\nsetoption name X value \u{ff}\nquit\nusi\n");
        assert!(lines[0].starts_with("id name tsume "));
        assert_eq!(lines.iter().filter(|line| *line == "usiok").count(), 1);
        assert_eq!(lines.last().unwrap(), "readyok");
        assert!(lines.iter().all(|line| !line.starts_with("option") || line.contains(" type ")));
    }

    #[test]
    fn a_search_is_declined_in_the_words_of_the_protocol() {
        assert_eq!(answers("position startpos\ngo mate 1000\r\n"), ["checkmate notimplemented"]);
        assert_eq!(answers("\n\n"), Vec::<String>::new());
    }
}
