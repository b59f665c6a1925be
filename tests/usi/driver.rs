//! A driver of the USI engine, and the checks of its answers.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};
use tsume::io::problems::{LoadResult, LoadedProblem, ReadOptions, read_path};
use tsume::notation::usi;
use tsume::referee;
use tsume::rules::{Rules, builtin};

/// Longer than any answer takes on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(60);

pub struct Engine {
    pub child: Child,
    pub input: Option<ChildStdin>,
    pub output: Receiver<String>,
    pub options: HashMap<String, String>,
}

impl Engine {
    /// Starts the program and waits for `usiok`.
    pub fn launch() -> Engine {
        let mut child = Command::new(env!("CARGO_BIN_EXE_tsume-usi"))
            .env("TSUME_LANG", "en")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (sender, output) = channel();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        std::thread::spawn(move || lines.map_while(Result::ok).try_for_each(|l| sender.send(l)));
        let input = child.stdin.take();
        let mut engine = Engine { child, input, output, options: HashMap::new() };
        engine.send("usi");
        loop {
            let line = engine.line();
            // Like ShogiHome: at the spaces, name second and type fourth.
            let words: Vec<&str> = line.split(' ').collect();
            match words[0] {
                "id" => assert!(matches!(words[1], "name" | "author"), "{line}"),
                "option" => {
                    assert_eq!((words[1], words[3], words[5]), ("name", "type", "default"));
                    assert!(["spin", "check", "combo", "string"].contains(&words[4]), "{line}");
                    let bounds = words[7..]
                        .chunks(2)
                        .all(|pair| pair.len() == 2 && ["min", "max", "var"].contains(&pair[0]));
                    assert!(bounds, "{line}");
                    engine.options.insert(words[2].to_owned(), words[6].to_owned());
                }
                _ => {
                    assert_eq!(line, "usiok");
                    return engine;
                }
            }
        }
    }

    /// Sends every option back as declared, as programs do, then the given ones; waits for
    /// `readyok`.
    pub fn ready(&mut self, options: &[(&str, &str)]) {
        for (name, value) in self.options.clone() {
            self.send(&format!("setoption name {name} value {value}"));
        }
        for (name, value) in options {
            assert!(self.options.contains_key(*name), "{name}");
            self.send(&format!("setoption name {name} value {value}"));
        }
        self.send("isready");
        assert_eq!(self.line(), "readyok");
        self.send("usinewgame");
    }

    pub fn send(&mut self, line: &str) {
        self.send_bytes(line.as_bytes());
    }

    pub fn send_bytes(&mut self, line: &[u8]) {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(line).and_then(|()| input.write_all(b"\n")).unwrap();
        input.flush().unwrap();
    }

    pub fn line(&mut self) -> String {
        self.output.recv_timeout(PATIENCE).expect("an answer")
    }

    /// Waits for the answer to `go`, with the `info` lines before it.
    pub fn answer(&mut self) -> (String, Vec<String>) {
        let mut infos = Vec::new();
        loop {
            let line = self.line();
            check_reply(&line);
            if line.starts_with("info ") {
                infos.push(line);
            } else {
                return (line, infos);
            }
        }
    }

    /// Asserts that no line comes for a while.
    pub fn is_silent(&mut self, time: Duration) {
        assert_eq!(self.output.recv_timeout(time), Err(RecvTimeoutError::Timeout));
    }

    pub fn quit(mut self) {
        self.send("quit");
        self.ends();
    }

    /// Asserts that the program ends by itself with success.
    pub fn ends(mut self) {
        self.input = None;
        let start = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            assert!(start.elapsed() < Duration::from_secs(5), "the program does not end");
            std::thread::sleep(Duration::from_millis(5));
        };
        assert!(status.success(), "{status}");
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub fn is_move(word: &str) -> bool {
    // Compiled once: otherwise the check is slower than the `info` lines that it checks.
    static RULES: LazyLock<[Arc<Rules>; 2]> = LazyLock::new(|| {
        ["shogi", "maka_dai_dai"].map(|name| Arc::new(builtin::rules(name, &[]).unwrap().unwrap()))
    });
    RULES.iter().any(|rules| usi::parse(rules, word).is_ok())
}

/// Fails on a line that the protocol does not have.
pub fn check_reply(line: &str) {
    let words: Vec<&str> = line.split(' ').collect();
    let good = match words[0] {
        "usiok" | "readyok" => words.len() == 1,
        "id" | "option" => words.len() > 2,
        "checkmate" => match words[1..] {
            ["nomate" | "timeout" | "notimplemented"] => true,
            ref moves => !moves.is_empty() && moves.iter().all(|word| is_move(word)),
        },
        "bestmove" => matches!(words[1..], [m] if m == "resign" || is_move(m)),
        "info" => check_info(&words[1..]),
        _ => false,
    };
    assert!(good, "`{line}` is not an answer");
}

pub fn check_info(words: &[&str]) -> bool {
    let mut words = words.iter().copied();
    let is_number = |word: Option<&str>| word.is_some_and(|word| word.parse::<i64>().is_ok());
    while let Some(word) = words.next() {
        let good = match word {
            "string" => return true,
            "depth" | "seldepth" | "time" | "nodes" | "nps" | "hashfull" | "multipv" => {
                is_number(words.next())
            }
            "score" => words.next() == Some("mate") && is_number(words.next()),
            "lowerbound" | "upperbound" => true,
            "pv" => {
                let moves: Vec<&str> = words.by_ref().collect();
                !moves.is_empty() && moves.into_iter().all(is_move)
            }
            _ => false,
        };
        if !good {
            return false;
        }
    }
    true
}

/// The referee plays a mating line: every move is legal, the attacker's moves force, and the end is
/// mate.
pub fn check_mate(entry: &LoadedProblem, line: &[&str]) {
    let problem = &entry.problem;
    let rules = problem.rules();
    let mut position = problem.position().clone();
    for text in line {
        let m = usi::parse(rules, text).unwrap();
        let moves = if position.side == problem.attacker() {
            referee::forcing_moves(rules, &position, problem.forcing())
        } else {
            referee::legal_moves(rules, &position)
        };
        assert!(moves.contains(&m), "{}: {text}", entry.id);
        position = referee::play(rules, &position, m);
    }
    assert_ne!(position.side, problem.attacker(), "{}", entry.id);
    assert!(referee::legal_moves(rules, &position).is_empty(), "{}", entry.id);
}

pub fn problems(file: &str) -> Vec<LoadedProblem> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("problems").join(file);
    let items = read_path(&path, &ReadOptions::default());
    let entries = items.into_iter().map(|item| match item {
        LoadResult::Problem(entry) => *entry,
        LoadResult::Broken { errors, .. } => panic!("{}", errors[0]),
    });
    entries.collect()
}

/// Settings that a problem needs.
pub fn settings(entry: &LoadedProblem) -> Vec<(&'static str, String)> {
    let problem = &entry.problem;
    let rules: Vec<String> =
        entry.chosen_rules.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let attacks = problem.position().side == problem.attacker();
    vec![
        ("USI_Variant", problem.rules().name.clone()),
        ("Rules", if rules.is_empty() { "<empty>".to_owned() } else { rules.join(";") }),
        ("Forcing", problem.forcing().name().to_owned()),
        ("RootIsAndNodeIfChecked", (!attacks).to_string()),
    ]
}
