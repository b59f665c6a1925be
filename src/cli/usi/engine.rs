//! The engine between program and search. It handles one event at a time.

use super::command::{self, GoCommand};
use super::event::{EngineEvent, SearchAnswer, SearchFigures};
use super::line_queue::LineQueue;
use super::options::UsiOptions;
use super::report::{self, Info, Score};
use super::search::{self, SearchRequest};
use crate::cli::reusable_table::ReusableTable;
use crate::io::problems::rule_file::RuleLibrary;
use crate::messages::{self, tr, with_language};
use crate::position::{Move, Problem};
use crate::referee;
use crate::search::Progress;
use crate::solver::{Certify, CountedMate, ProvedMate, SolverConfig};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Tolerated delay of an answer if the search does not stop in time.
const ANSWER_GRACE_TIME: Duration = Duration::from_millis(50);

/// Time for which `quit` waits for searches that end by themselves, so that a script can send
/// `quit` right after its questions.
const QUIT_WAIT_TIME: Duration = Duration::from_secs(1);

/// Time until the first `info` line of a search.
const FIRST_INFO_DELAY: Duration = Duration::from_millis(100);

/// A new `position` that arrives at least this long after `go mate infinite` does not belong to a
/// script sent at once: the program has moved on.
const SCRIPT_MAX_DELAY: Duration = Duration::from_millis(500);

/// A search without an answer yet.
struct RunningSearch {
    number: u64,
    problem: Problem,
    mate: bool,
    /// The answer waits for `stop` or `ponderhit`.
    hold: bool,
    interval: Option<Duration>,
    start: Instant,
    /// Limit of time once the search is no longer held.
    time: Option<Duration>,
    /// Latest time of the answer.
    deadline: Option<Instant>,
    stop: Arc<AtomicBool>,
    /// Time of the next `info` line.
    next_info: Option<Instant>,
    /// Length of the longest line so far, in plies.
    seldepth: usize,
    /// Last line that the search reported.
    line: Vec<Move>,
    several: bool,
    /// True if the search has a limit, so that it ends by itself.
    limited: bool,
    /// Shortest proved mate so far.
    best: Option<ProvedMate>,
    /// The mate by the composers' count, once it is settled.
    counted: Option<ProvedMate>,
    /// The result, once the search for the best line has ended.
    found: Option<SearchAnswer>,
    figures: SearchFigures,
    done: bool,
}

/// State of a USI conversation.
pub struct UsiEngine<W> {
    out: W,
    events: SyncSender<EngineEvent>,
    options: UsiOptions,
    library: RuleLibrary,
    memory: Arc<ReusableTable>,
    /// Words after the last `position`.
    position: String,
    search: Option<RunningSearch>,
    /// Lines that arrived during a search, from the first `go` on, and their total size in bytes.
    waiting: LineQueue,
    /// Thread of the last search.
    thread: Option<JoinHandle<()>>,
    /// Number of searches so far.
    searches: u64,
    /// True after the end of the input.
    ended: bool,
    /// Time at which `quit` stops waiting.
    leave: Option<Instant>,
}

impl<W: Write> UsiEngine<W> {
    /// An engine before the first command. Its searches report through `events`.
    pub fn new(out: W, events: SyncSender<EngineEvent>) -> UsiEngine<W> {
        UsiEngine {
            out,
            events,
            options: UsiOptions::default(),
            library: RuleLibrary::default(),
            memory: Arc::default(),
            position: String::new(),
            search: None,
            waiting: LineQueue::default(),
            thread: None,
            searches: 0,
            ended: false,
            leave: None,
        }
    }

    /// Handles events until `quit`, or until the input has ended and all questions are answered.
    ///
    /// # Errors
    /// The output cannot be written.
    pub fn run(mut self, events: &Receiver<EngineEvent>) -> io::Result<()> {
        let language = messages::language();
        loop {
            let language = self.options.language.unwrap_or(language);
            if with_language(language, || self.step(events))?.is_break() {
                return Ok(());
            }
        }
    }

    /// Executes a line that has waited, or waits for an event and handles it. Breaks at the end.
    fn step(&mut self, events: &Receiver<EngineEvent>) -> io::Result<ControlFlow<()>> {
        if !self.answers_by_itself() {
            if let Some(line) = self.waiting.pop() {
                if matches!(command::word(&line), "position" | "usinewgame") {
                    self.answer()?;
                }
                if !self.obey(&line)? {
                    return Ok(ControlFlow::Break(()));
                }
                if self.ended {
                    self.end()?;
                }
                return Ok(ControlFlow::Continue(()));
            }
        }
        if self.ended && self.search.is_none() {
            return Ok(ControlFlow::Break(()));
        }
        let times = self.search.as_ref().map(|search| [search.deadline, search.next_info]);
        let wake = times.into_iter().flatten().flatten().chain(self.leave).min();
        let event = match wake {
            Some(deadline) => {
                events.recv_timeout(deadline.saturating_duration_since(Instant::now()))
            }
            None => events.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        match event {
            Ok(EngineEvent::Line(line)) => {
                if !self.hear(line)? {
                    return Ok(ControlFlow::Break(()));
                }
            }
            Ok(EngineEvent::End) => self.end()?,
            Ok(EngineEvent::Progress(number, progress)) => self.progress(number, &progress),
            Ok(EngineEvent::Best(number, found, figures)) => self.found(number, found, figures)?,
            Ok(EngineEvent::Counted(number, counted)) => self.counted(number, counted)?,
            Ok(EngineEvent::Mate(number, mate)) => self.mate(number, mate)?,
            Ok(EngineEvent::Other(number, place, mate)) => self.other(number, place, &mate)?,
            Ok(EngineEvent::Done(number)) => self.done(number)?,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                return self.answer().map(ControlFlow::Break);
            }
        }
        let now = Instant::now();
        let is_over = |time: Option<Instant>| time.is_some_and(|time| now >= time);
        if is_over(self.leave) {
            return self.answer().map(ControlFlow::Break);
        }
        match &self.search {
            Some(search) if is_over(search.deadline) => self.answer()?,
            Some(search) if is_over(search.next_info) => self.show()?,
            _ => {}
        }
        Ok(ControlFlow::Continue(()))
    }

    fn say(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.out, "{line}")?;
        self.out.flush()
    }

    /// Executes a line, or queues it. A `go` waits for the answer to the one before, and all
    /// following lines wait with it, so that a script can send all its problems at once, and then
    /// `quit`. A search that waits for `stop` ends instead. Returns false after `quit`.
    fn hear(&mut self, line: String) -> io::Result<bool> {
        let word = command::word(&line);
        let answers_by_itself = self.answers_by_itself();
        let waits = match word {
            "quit" => {
                let first = self.leave.is_none();
                self.leave = self.leave.or(Instant::now().checked_add(QUIT_WAIT_TIME));
                first && (answers_by_itself || !self.waiting.is_empty())
            }
            "go" => answers_by_itself || !self.waiting.is_empty(),
            "position" | "usinewgame" if self.waiting.is_empty() => {
                // A program that asks something else without `stop` still gets its answer.
                if self.search.as_ref().is_some_and(RunningSearch::is_left_behind) {
                    self.answer()?;
                }
                false
            }
            "position" | "usinewgame" | "setoption" => !self.waiting.is_empty(),
            "stop" | "gameover" | "ponderhit" => self.waiting.awaits_stop(),
            _ => false,
        };
        if !waits {
            return self.obey(&line);
        }
        self.waiting.push(line);
        if self.waiting.is_full() { self.answer().map(|()| true) } else { Ok(true) }
    }

    /// True if the running search will answer without `stop` or `ponderhit`. Another one holds up
    /// no queue, because its word may be in there.
    fn answers_by_itself(&self) -> bool {
        self.search.as_ref().is_some_and(|search| !search.hold)
    }

    /// Executes a line; returns false after `quit`.
    fn obey(&mut self, line: &str) -> io::Result<bool> {
        let line = line.trim();
        let mut words = line.split_whitespace();
        match words.next().unwrap_or_default() {
            "usi" => {
                self.say(&format!("id name tsume {}", env!("CARGO_PKG_VERSION")))?;
                self.say("id author the tsume authors")?;
                for declaration in self.options.declarations() {
                    self.say(&declaration)?;
                }
                self.say("usiok")?;
            }
            "isready" => {
                // A running search already has its table.
                if self.search.is_none() {
                    self.memory.prepare(self.options.hash());
                }
                self.say("readyok")?;
            }
            "setoption" => self.set_option(line)?,
            "position" => self.position = line["position".len()..].to_owned(),
            "go" => {
                self.answer()?;
                self.go(&line["go".len()..])?;
            }
            "ponderhit" => self.ponderhit(&line["ponderhit".len()..])?,
            "stop" | "gameover" => self.answer()?,
            "quit" => {
                self.answer()?;
                return Ok(false);
            }
            _ => {}
        }
        Ok(true)
    }

    fn set_option(&mut self, line: &str) -> io::Result<()> {
        let words: Vec<&str> = line.split_whitespace().skip(1).collect();
        let [first, name, rest @ ..] = words.as_slice() else { return Ok(()) };
        if *first != "name" {
            return Ok(());
        }
        let value = match rest {
            ["value", value @ ..] => value.join(" "),
            _ => String::new(),
        };
        match self.options.set(name, &value) {
            Ok(()) => Ok(()),
            Err(message) => self.say(&report::remark(&message)),
        }
    }

    fn go(&mut self, words: &str) -> io::Result<()> {
        let start = Instant::now();
        let mate = words.split_whitespace().any(|word| word == "mate");
        let problem = command::problem(&self.position, &self.options, &self.library);
        let asked = problem.and_then(|problem| {
            let go = command::go(words.split_whitespace(), problem.position().side)?;
            Ok((problem, go))
        });
        if let Ok((problem, go)) = &asked {
            if problem.position().side != problem.attacker() && legal(problem).is_empty() {
                self.say(&report::remark(&tr!(usi_already_mated)))?;
                return self.say(if go.mate { "checkmate nomate" } else { "bestmove resign" });
            }
        }
        match asked {
            Ok((problem, go)) => self.begin(problem, go, start),
            Err(message) => {
                self.say(&report::remark(&message))?;
                self.say(if mate { "checkmate notimplemented" } else { "bestmove resign" })
            }
        }
    }

    fn begin(&mut self, problem: Problem, go: GoCommand, start: Instant) -> io::Result<()> {
        let options = &self.options;
        self.searches += 1;
        let nodes = (options.nodes > 0).then_some(options.nodes);
        // The clock does not run during pondering.
        let time = go.time.filter(|_| !go.hold);
        let stop = Arc::new(AtomicBool::new(false));
        let config = SolverConfig {
            threads: options.threads as usize,
            hash: options.hash(),
            limits: search::limits(time, go.nodes.into_iter().chain(nodes).min(), go.depth),
            shortest: options.shortest,
            // With a clock, a fast answer matters more than the main line.
            main_line: time.is_none(),
            within: None,
            certify: Certify::Verdict,
        };
        let lines = options.multi_pv as usize;
        let job = SearchRequest {
            number: self.searches,
            problem: problem.clone(),
            config,
            count: options.count,
            lines,
            start,
            stop: Arc::clone(&stop),
        };
        let memory = Arc::clone(&self.memory);
        let thread = search::start(job, memory, self.thread.take(), self.events.clone());
        self.search = Some(RunningSearch {
            number: self.searches,
            problem,
            mate: go.mate,
            hold: go.hold,
            interval: options.interval(),
            start,
            time: go.time,
            deadline: time.and_then(|time| start.checked_add(time + ANSWER_GRACE_TIME)),
            stop,
            next_info: options.interval().map(|interval| start + interval.min(FIRST_INFO_DELAY)),
            seldepth: 0,
            line: Vec::new(),
            several: lines > 1,
            limited: go.nodes.or(nodes).is_some() || go.depth.is_some() || go.time.is_some(),
            best: None,
            counted: None,
            found: None,
            figures: SearchFigures::default(),
            done: false,
        });
        match thread {
            Ok(thread) => {
                self.thread = Some(thread);
                Ok(())
            }
            Err(error) => {
                let error = messages::os_error(&error);
                self.say(&report::remark(&tr!(solve_no_thread, error)))?;
                self.answer()
            }
        }
    }

    /// Handles the end of the input: a running search continues to its answer as long as the output
    /// can be written.
    fn end(&mut self) -> io::Result<()> {
        self.ended = true;
        let Some(search) = &mut self.search else { return Ok(()) };
        search.hold = false;
        // Without `info` lines a closed output would go unnoticed.
        if search.done || (search.deadline.is_none() && search.interval.is_none()) {
            return self.answer();
        }
        Ok(())
    }

    fn ponderhit(&mut self, words: &str) -> io::Result<()> {
        let Some(search) = self.search.as_mut().filter(|search| search.hold) else {
            return Ok(());
        };
        search.hold = false;
        // The clock runs from now on: with the time of this command, or else of `go ponder`.
        let go = command::go(words.split_whitespace(), search.problem.position().side);
        let time = go.ok().and_then(|go| go.time).or(search.time);
        search.deadline = time.and_then(|time| Instant::now().checked_add(time));
        if search.done { self.answer() } else { Ok(()) }
    }

    fn current(&mut self, number: u64) -> Option<&mut RunningSearch> {
        self.search.as_mut().filter(|search| search.number == number)
    }

    fn progress(&mut self, number: u64, progress: &Progress) {
        let Some(search) = self.current(number) else { return };
        // After the first result the search visits other first moves, with separate counters.
        if search.found.is_some() {
            return;
        }
        search.seldepth = search.seldepth.max(progress.line.len());
        // The count after the search, for certificates, starts again and is smaller.
        let nodes = search.figures.nodes.max(progress.nodes);
        search.figures = SearchFigures { nodes, hash_used: progress.hash_used };
        if !progress.line.is_empty() {
            search.line.clone_from(&progress.line);
        }
    }

    /// Writes an `info` line: the proved mate, or else the current line of the search.
    fn show(&mut self) -> io::Result<()> {
        let Some(search) = &mut self.search else { return Ok(()) };
        search.next_info = search.interval.map(|interval| Instant::now() + interval);
        if search.found.is_some() {
            return Ok(());
        }
        let info = match &search.best {
            Some(mate) => search.mate_info(1, mate),
            None => Info { depth: search.line.len(), pv: &search.line, ..search.info() },
        };
        let text = report::info(search.problem.rules(), &info);
        self.say(&text)
    }

    fn mate(&mut self, number: u64, mate: ProvedMate) -> io::Result<()> {
        let Some(search) = self.current(number) else { return Ok(()) };
        search.best = Some(mate);
        if search.interval.is_some() { self.show() } else { Ok(()) }
    }

    fn found(
        &mut self,
        number: u64,
        found: SearchAnswer,
        figures: SearchFigures,
    ) -> io::Result<()> {
        let Some(search) = self.current(number) else { return Ok(()) };
        search.figures = figures;
        let rules = Arc::clone(search.problem.rules());
        let text = match &found {
            SearchAnswer::Mate(mate) => report::info(&rules, &search.mate_info(1, mate)),
            SearchAnswer::NoMate { refutation } => {
                let depth = refutation.len();
                let seldepth = search.seldepth.max(depth);
                let info = Info { depth, seldepth, pv: refutation, ..search.info() };
                report::info(&rules, &info)
            }
            SearchAnswer::Unknown(reason) => report::remark(&reason.text()),
        };
        search.found = Some(found);
        self.say(&text)
    }

    /// Reports the composers' mate, if it is not the proved one.
    fn counted(&mut self, number: u64, counted: CountedMate) -> io::Result<()> {
        let Some(search) = self.current(number) else { return Ok(()) };
        let Some(proved) = search.proved() else { return Ok(()) };
        let (every, is_exact) = (proved.plies, proved.shortest);
        let CountedMate { plies, line, .. } = counted;
        if !counted.is_settled {
            return self.say(&report::remark(&if is_exact {
                tr!(usi_composers_open, every)
            } else {
                tr!(usi_composers_open_at_most, every)
            }));
        }
        if line == proved.line {
            return Ok(());
        }
        let remark = report::remark(&if is_exact {
            tr!(usi_composers, plies, every)
        } else {
            tr!(usi_composers_at_most, plies, every)
        });
        let mut info = None;
        if !line.is_empty() && line.len() == usize::from(plies) {
            let mate = ProvedMate { line, plies, shortest: true };
            info = Some(report::info(search.problem.rules(), &search.mate_info(1, &mate)));
            search.counted = Some(mate);
        }
        self.say(&remark)?;
        info.map_or(Ok(()), |info| self.say(&info))
    }

    fn other(&mut self, number: u64, place: usize, mate: &ProvedMate) -> io::Result<()> {
        let Some(search) = self.current(number) else { return Ok(()) };
        let text = report::info(search.problem.rules(), &search.mate_info(place, mate));
        self.say(&text)
    }

    fn done(&mut self, number: u64) -> io::Result<()> {
        let Some(search) = self.current(number) else { return Ok(()) };
        search.done = true;
        if search.hold { Ok(()) } else { self.answer() }
    }

    /// Answers the running search, if there is one, with what is known.
    fn answer(&mut self) -> io::Result<()> {
        let Some(search) = self.search.take() else { return Ok(()) };
        search.stop.store(true, Ordering::Relaxed);
        let answer = search.answer();
        self.say(&answer)
    }
}

/// Legal moves at the root.
fn legal(problem: &Problem) -> Vec<Move> {
    referee::legal_moves(problem.rules(), problem.position())
}

impl RunningSearch {
    /// 1 if the side to move attacks, otherwise -1.
    fn sign(&self) -> i32 {
        if self.problem.position().side == self.problem.attacker() { 1 } else { -1 }
    }

    fn info(&self) -> Info<'static> {
        Info {
            seldepth: self.seldepth,
            time: self.start.elapsed(),
            nodes: self.figures.nodes,
            hash_used: self.figures.hash_used,
            ..Info::default()
        }
    }

    /// `info` data of a mate. A line shorter than the proof is omitted, because score and moves
    /// must match.
    fn mate_info<'a>(&self, place: usize, mate: &'a ProvedMate) -> Info<'a> {
        let ProvedMate { ref line, plies, shortest } = *mate;
        let whole = line.len() == usize::from(plies);
        Info {
            multipv: self.several.then_some(place),
            depth: plies.into(),
            seldepth: self.seldepth.max(plies.into()),
            mate: Some(Score { plies: self.sign() * i32::from(plies), bound: !shortest }),
            pv: if whole { line } else { &[] },
            ..self.info()
        }
    }

    /// True if the search would never end and a program that sends something else does not wait for
    /// it.
    fn is_left_behind(&self) -> bool {
        self.hold || !self.limited && self.start.elapsed() >= SCRIPT_MAX_DELAY
    }

    /// The proved mate: of the result, or of a search that was stopped.
    fn proved(&self) -> Option<&ProvedMate> {
        match &self.found {
            Some(SearchAnswer::Mate(mate)) => Some(mate),
            Some(SearchAnswer::NoMate { .. }) => None,
            Some(SearchAnswer::Unknown(_)) | None => self.best.as_ref(),
        }
    }

    fn answer(&self) -> String {
        let rules = self.problem.rules();
        let proved = self.proved();
        if self.mate {
            return match (proved, &self.found) {
                (Some(mate), _) => {
                    let mate = self.counted.as_ref().unwrap_or(mate);
                    format!("checkmate {}", report::moves(rules, &mate.line))
                }
                (None, Some(SearchAnswer::NoMate { .. })) => "checkmate nomate".to_owned(),
                (None, _) => "checkmate timeout".to_owned(),
            };
        }
        if let Some(&m) = proved.and_then(|mate| mate.line.first()) {
            return format!("bestmove {}", report::moves(rules, &[m]));
        }
        let m = match &self.found {
            Some(SearchAnswer::Mate(_)) => None,
            // The attacker has failed; a defender plays the move that refutes the mate.
            Some(SearchAnswer::NoMate { refutation }) => {
                refutation.first().copied().filter(|_| self.sign() < 0)
            }
            Some(SearchAnswer::Unknown(_)) | None => {
                let legal = legal(&self.problem);
                let looked_at = self.line.first().filter(|m| legal.contains(m));
                looked_at.or(legal.first()).copied()
            }
        };
        match m {
            Some(m) => format!("bestmove {}", report::moves(rules, &[m])),
            None => "bestmove resign".to_owned(),
        }
    }
}
