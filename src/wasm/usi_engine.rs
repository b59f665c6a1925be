//! An engine by lines of USI that searches in steps: the engine of ShogiHome.
//!
//! `go mate` proves or refutes. Another `go` looks for a mate of the side to move and plays its
//! first move; where there is none, it resigns, because a solver knows no other good moves. The
//! side to move always attacks. The protocol of the command line, `tsume usi`, has threads, several
//! lines and all games; this one has what a worker of a browser can serve.

use crate::facade::{Error, SearchStatus, Solver, SteppedSearch, Variant};
use crate::io::problems::position_text;
use crate::io::results::wording;
use crate::judge::CountRequest;
use crate::messages::tr;
use crate::notation::usi;
use crate::position::{Forcing, Move, Position, Problem};
use crate::referee::{self, ObjectionKind};
use crate::search::Progress;
use crate::solver::{ProvedMate, Solution, Verdict};
use std::fmt::Write;
use std::time::Duration;

/// Memory of the tables in MiB: least, default, most.
const HASH_MIB: (usize, usize, usize) = (16, 128, 1024);
/// Time between two lines of information.
const INFO_INTERVAL: Duration = Duration::from_millis(500);
/// Moves of a line of information.
const MAX_SHOWN_MOVES: usize = 40;

/// The engine. It answers a line at once, and a search by [`UsiSteps::step`].
///
/// # Examples
/// ```
/// use std::time::Duration;
/// use tsume::wasm::UsiSteps;
///
/// let mut engine = UsiSteps::new();
/// engine.command("position sfen 8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1", Duration::ZERO);
/// engine.command("go mate infinite", Duration::ZERO);
/// let mut lines = Vec::new();
/// while !lines.iter().any(|line: &String| line.starts_with("checkmate")) {
///     lines = engine.step(1000, Duration::ZERO);
/// }
/// assert_eq!(lines.last().unwrap(), "checkmate G*1b");
/// ```
pub struct UsiSteps {
    variant: Variant,
    hash_mib: usize,
    /// The position of the last `position`, or why it was faulty.
    position: Result<Position, String>,
    search: Option<UsiSearch>,
    has_quit: bool,
}

/// A search, and what its `go` asked for.
struct UsiSearch {
    problem: Problem,
    search: SteppedSearch,
    kind: Go,
    start: Duration,
    informed: Duration,
    /// Most plies of a line so far.
    seldepth: usize,
    /// The shortest mate so far.
    mate: Option<ProvedMate>,
    /// The answer, held back until `stop`.
    answer: Option<String>,
}

/// What a `go` asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Go {
    /// `checkmate …`
    Mate,
    /// `bestmove …`
    Move,
    /// `bestmove …` after `stop`.
    Analysis,
}

impl Default for UsiSteps {
    fn default() -> UsiSteps {
        UsiSteps::new()
    }
}

impl UsiSteps {
    /// An engine at the start position.
    pub fn new() -> UsiSteps {
        let variant = Variant::shogi();
        let position = variant.start_position().ok_or_else(String::new);
        UsiSteps { variant, hash_mib: HASH_MIB.1, position, search: None, has_quit: false }
    }

    /// Obeys a line at the time `now` and returns the lines of the answer.
    pub fn command(&mut self, line: &str, now: Duration) -> Vec<String> {
        let mut words = line.split_whitespace();
        let command = if self.has_quit { None } else { words.next() };
        match command {
            Some("usi") => {
                let (least, default, most) = HASH_MIB;
                let version = env!("CARGO_PKG_VERSION");
                vec![
                    format!("id name tsume {version}"),
                    "id author tsume developers".to_owned(),
                    format!(
                        "option name USI_Hash type spin default {default} min {least} max {most}"
                    ),
                    "usiok".to_owned(),
                ]
            }
            Some("isready") => vec!["readyok".to_owned()],
            Some("setoption") => {
                let words: Vec<&str> = words.collect();
                if let ["name", "USI_Hash", "value", value] = words[..] {
                    if let Ok(mib) = value.parse::<usize>() {
                        self.hash_mib = mib.clamp(HASH_MIB.0, HASH_MIB.2);
                    }
                }
                Vec::new()
            }
            Some("position") => {
                self.position = self.read_position(line);
                Vec::new()
            }
            Some("go") => self.go(words.collect(), now),
            Some("stop") => self.stop(),
            Some("usinewgame" | "gameover") => {
                self.search = None;
                Vec::new()
            }
            Some("quit") => {
                self.search = None;
                self.has_quit = true;
                Vec::new()
            }
            _ => Vec::new(),
        }
    }

    /// Searches `nodes` nodes more at the time `now`. The last line is the answer, if there is one.
    pub fn step(&mut self, nodes: u64, now: Duration) -> Vec<String> {
        let Some(running) = &mut self.search else { return Vec::new() };
        if running.answer.is_some() {
            return Vec::new();
        }
        let elapsed = now.saturating_sub(running.start);
        running.search.set_elapsed(elapsed);
        match running.search.step(nodes) {
            SearchStatus::Running(progress) => {
                running.seldepth = running.seldepth.max(progress.line.len());
                let mate = running.search.proved_mate();
                let is_news = mate != running.mate;
                if !is_news && elapsed < running.informed + INFO_INTERVAL {
                    return Vec::new();
                }
                running.mate = mate;
                running.informed = elapsed;
                vec![running.progress_line(&progress)]
            }
            SearchStatus::Finished(solution) => {
                let (info, answer) = running.conclude(&solution, elapsed);
                if running.kind == Go::Analysis {
                    running.answer = Some(answer);
                    return vec![info];
                }
                self.search = None;
                vec![info, answer]
            }
        }
    }

    /// True if [`UsiSteps::step`] has work to do.
    pub fn is_searching(&self) -> bool {
        self.search.as_ref().is_some_and(|search| search.answer.is_none())
    }

    fn read_position(&self, line: &str) -> Result<Position, String> {
        let rest = line.trim_start().trim_start_matches("position").trim();
        let (place, moves) = position_text::split(rest);
        let start = match rest[place].trim() {
            "startpos" => self.variant.start_position().ok_or_else(String::new)?,
            place => {
                let sfen = place.strip_prefix("sfen").unwrap_or(place).trim();
                self.variant.position(sfen).map_err(|error| error.to_string())?
            }
        };
        let played = position_text::moves(self.variant.rules(), &start, rest, moves);
        played.map(|(_, position)| position).map_err(|error| error.message)
    }

    fn go(&mut self, words: Vec<&str>, now: Duration) -> Vec<String> {
        self.search = None;
        let number = |name: &str| {
            let at = words.iter().position(|word| *word == name)?;
            words.get(at + 1)?.parse::<u64>().ok()
        };
        let (kind, limit) = match words.first() {
            Some(&"mate") => (Go::Mate, number("mate")),
            Some(&"infinite") => (Go::Analysis, None),
            _ => (Go::Move, number("movetime").or_else(|| number("byoyomi")).or(Some(1000))),
        };
        let refusal = |why: &str| {
            let answer =
                if kind == Go::Mate { "checkmate notimplemented" } else { "bestmove resign" };
            vec![format!("info string {}", why.replace(['\r', '\n'], " ")), answer.to_owned()]
        };
        let position = match &self.position {
            Ok(position) => position.clone(),
            Err(why) => return refusal(why),
        };
        let attacker = Some(position.side);
        let allow = ObjectionKind::ALL;
        let rules = self.variant.rules();
        let problem = match referee::admit(rules, position, attacker, Forcing::Check, allow) {
            Ok(problem) => problem,
            Err(objections) => return refusal(&Error::Objections(objections).to_string()),
        };
        let mut solver = Solver::new().hash(self.hash_mib << 20).count(CountRequest::Every);
        // Between two steps the time grows, so a move is due a little before its limit.
        let limit = limit.map(|limit| limit - limit / 10).filter(|limit| *limit > 0);
        solver = limit.map(Duration::from_millis).into_iter().fold(solver, Solver::time);
        let search = solver.start(&problem);
        search.watch_mates();
        self.search = Some(UsiSearch {
            problem,
            search,
            kind,
            start: now,
            informed: Duration::ZERO,
            seldepth: 0,
            mate: None,
            answer: None,
        });
        Vec::new()
    }

    /// The answer at once: that of a finished analysis, or by the mate that is proved so far.
    fn stop(&mut self) -> Vec<String> {
        let Some(mut search) = self.search.take() else { return Vec::new() };
        vec![search.answer.take().unwrap_or_else(|| match &search.mate {
            Some(mate) => search.mating_answer(&mate.line),
            None if search.kind == Go::Mate => "checkmate timeout".to_owned(),
            None => "bestmove resign".to_owned(),
        })]
    }
}

impl UsiSearch {
    fn moves(&self, moves: &[Move]) -> String {
        let rules = self.problem.rules();
        let words: Vec<String> = moves.iter().map(|&m| usi::write(rules, m)).collect();
        words.join(" ")
    }

    fn info(&self, depth: usize, nodes: u64, elapsed: Duration, hash_used: f64) -> String {
        let millis = elapsed.as_millis().max(1);
        let rate = u128::from(nodes) * 1000 / millis;
        let seldepth = self.seldepth.max(depth);
        let full = (hash_used.clamp(0.0, 1.0) * 1000.0) as u32;
        format!(
            "info depth {depth} seldepth {seldepth} time {millis} nodes {nodes} nps {rate} hashfull {full}"
        )
    }

    /// The mate so far, or else the line that the search is at.
    fn progress_line(&self, progress: &Progress) -> String {
        let Progress { nodes, elapsed, hash_used, .. } = *progress;
        if let Some(mate) = &self.mate {
            return self.mate_info(mate, nodes, elapsed, hash_used);
        }
        let shown = &progress.line[..progress.line.len().min(MAX_SHOWN_MOVES)];
        let mut line = self.info(progress.line.len(), nodes, elapsed, hash_used);
        if !shown.is_empty() {
            let _ = write!(line, " pv {}", self.moves(shown));
        }
        line
    }

    fn mate_info(
        &self,
        mate: &ProvedMate,
        nodes: u64,
        elapsed: Duration,
        hash_used: f64,
    ) -> String {
        let ProvedMate { line, plies, shortest } = mate;
        let mut info = self.info(usize::from(*plies), nodes, elapsed, hash_used);
        let bound = if *shortest { "" } else { " lowerbound" };
        let _ = write!(info, " score mate {plies}{bound} pv {}", self.moves(line));
        info
    }

    /// The answer to `go` by a line that mates.
    fn mating_answer(&self, line: &[Move]) -> String {
        match self.kind {
            Go::Mate => format!("checkmate {}", self.moves(line)),
            Go::Move | Go::Analysis => format!("bestmove {}", self.moves(&line[..1])),
        }
    }

    /// Information and answer at the end.
    fn conclude(&self, solution: &Solution, elapsed: Duration) -> (String, String) {
        let Solution { nodes, hash_used, .. } = *solution;
        match &solution.verdict {
            Verdict::Mate { plies, shortest, line, .. } if !line.is_empty() => {
                let mate = ProvedMate { line: line.clone(), plies: *plies, shortest: *shortest };
                let info = self.mate_info(&mate, nodes, elapsed, hash_used);
                (info, self.mating_answer(line))
            }
            verdict => {
                let (words, answer) = match verdict {
                    Verdict::NoMate { .. } => (tr!(results_length_no_mate), "checkmate nomate"),
                    Verdict::Mate { .. } => (tr!(usi_no_line), "checkmate timeout"),
                    Verdict::Unknown(reason) => (wording::usi_stop(*reason), "checkmate timeout"),
                };
                let answer = if self.kind == Go::Mate { answer } else { "bestmove resign" };
                (format!("info string {words}"), answer.to_owned())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::ends_in_mate;

    /// Mate in 5; the first mate that the search proves is longer than need be.
    const PROBLEM: &str = "7k1/7B1/6S1S/9/7L1/9/9/9/9 b 2rb4g2s4n3l18p 1";

    /// The engine at the first mate of its search, and that mate.
    fn at_first_mate(go: &str) -> (UsiSteps, String) {
        let mut engine = UsiSteps::new();
        engine.command(&format!("position sfen {PROBLEM}"), Duration::ZERO);
        assert!(engine.command(go, Duration::ZERO).is_empty());
        loop {
            let lines = engine.step(1, Duration::ZERO);
            assert!(engine.is_searching(), "no mate before the end: {lines:?}");
            if let Some((_, line)) = lines.iter().find_map(|line| line.split_once(" pv ")) {
                if lines[0].contains(" score mate ") {
                    return (engine, line.to_owned());
                }
            }
        }
    }

    #[test]
    fn stop_gives_the_mate_that_is_proved_by_then() {
        let variant = Variant::shogi();
        let problem = variant.problem(PROBLEM).unwrap();
        for go in ["go mate infinite", "go infinite", "go movetime 1000"] {
            let (mut engine, line) = at_first_mate(go);
            let moves: Vec<Move> =
                line.split(' ').map(|word| variant.parse_move(word).unwrap()).collect();
            assert!(ends_in_mate(&problem, &moves), "{line}");
            let answer = match go {
                "go mate infinite" => format!("checkmate {line}"),
                _ => format!("bestmove {}", line.split(' ').next().unwrap()),
            };
            assert_eq!(engine.command("stop", Duration::ZERO), [answer]);
            assert!(!engine.is_searching());
            assert!(engine.command("stop", Duration::ZERO).is_empty());
        }
    }

    #[test]
    fn stop_before_a_mate_gives_none() {
        for (go, answer) in
            [("go mate infinite", "checkmate timeout"), ("go infinite", "bestmove resign")]
        {
            let mut engine = UsiSteps::new();
            engine.command(&format!("position sfen {PROBLEM}"), Duration::ZERO);
            engine.command(go, Duration::ZERO);
            engine.step(1, Duration::ZERO);
            assert_eq!(engine.command("stop", Duration::ZERO), [answer]);
        }
    }
}
