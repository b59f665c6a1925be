//! The engine between program and search: one event after the other.

use super::command::{self, Go};
use super::options::Options;
use super::report::{self, Info};
use super::search::{self, Figures, Found, Job};
use crate::cli::memory::Memory;
use crate::io::rule_file::Library;
use crate::position::{Move, Problem};
use crate::referee;
use crate::search::{Phase, Progress};
use crate::soundness::{Certify, Config};
use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How much later than asked an answer may come when the search itself does not end in time.
const GRACE: Duration = Duration::from_millis(50);

/// How long `quit` waits for searches that will answer by themselves, so that a script can send it with
/// its questions.
const PATIENCE: Duration = Duration::from_secs(1);

/// What may wait behind a search, in bytes of lines: tens of thousands of positions.
const MOST_WAITING: usize = 8 << 20;

/// What the engine hears. Searches are told apart by their numbers.
pub enum Event {
    /// A line of the program.
    Line(String),
    /// The program has no more to say.
    End,
    /// How far a search has come.
    Progress(u64, Box<Progress>),
    /// What a search found of its problem.
    Best(u64, Found, Figures),
    /// Another first move, with its place among them and a line to the mate.
    Other(u64, usize, Vec<Move>),
    /// A search has nothing more to say.
    Done(u64),
}

/// A search that has not been answered.
struct Search {
    number: u64,
    problem: Problem,
    mate: bool,
    /// The answer waits for `stop` or `ponderhit`.
    hold: bool,
    interval: Option<Duration>,
    start: Instant,
    /// How long it may take, once it is not held any more.
    time: Option<Duration>,
    /// When the answer must be given at the latest.
    deadline: Option<Instant>,
    stop: Arc<AtomicBool>,
    /// When the last `info` line was written.
    shown: Instant,
    /// The longest line so far.
    seldepth: usize,
    /// The last line that the search told of.
    line: Vec<Move>,
    several: bool,
    found: Option<Found>,
    figures: Figures,
    done: bool,
}

/// The state of a conversation.
pub struct Engine<W> {
    out: W,
    events: SyncSender<Event>,
    options: Options,
    library: Library,
    memory: Arc<Memory>,
    /// The words after the last `position`.
    position: String,
    search: Option<Search>,
    /// Lines from a `go` on that came while a search ran, and their bytes in all.
    waiting: VecDeque<String>,
    waiting_bytes: usize,
    /// The thread of the last search.
    thread: Option<JoinHandle<()>>,
    /// Searches so far.
    searches: u64,
    /// There is no more input.
    ended: bool,
    /// When `quit` will have waited long enough.
    leave: Option<Instant>,
}

impl<W: Write> Engine<W> {
    /// An engine that was told nothing yet. Its searches speak to it through `events`.
    pub fn new(out: W, events: SyncSender<Event>) -> Engine<W> {
        Engine {
            out,
            events,
            options: Options::default(),
            library: Library::default(),
            memory: Arc::default(),
            position: String::new(),
            search: None,
            waiting: VecDeque::new(),
            waiting_bytes: 0,
            thread: None,
            searches: 0,
            ended: false,
            leave: None,
        }
    }

    /// Handles events until `quit`, or until the input has ended and everything is answered.
    ///
    /// # Errors
    /// The output cannot be written.
    pub fn run(mut self, events: &Receiver<Event>) -> io::Result<()> {
        loop {
            while self.search.is_none()
                && let Some(line) = self.waiting.pop_front()
            {
                self.waiting_bytes -= line.len();
                if !self.obey(&line)? {
                    return Ok(());
                }
            }
            if self.ended && self.search.is_none() {
                return Ok(());
            }
            let deadline = self.search.as_ref().and_then(|search| search.deadline);
            let deadline = deadline.into_iter().chain(self.leave).min();
            let event = match deadline {
                Some(deadline) => {
                    events.recv_timeout(deadline.saturating_duration_since(Instant::now()))
                }
                None => events.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            match event {
                Ok(Event::Line(line)) => {
                    if !self.hear(line)? {
                        return Ok(());
                    }
                }
                Ok(Event::End) => self.end()?,
                Ok(Event::Progress(number, progress)) => self.progress(number, &progress)?,
                Ok(Event::Best(number, found, figures)) => self.found(number, found, figures)?,
                Ok(Event::Other(number, place, line)) => self.other(number, place, &line)?,
                Ok(Event::Done(number)) => self.done(number)?,
                Err(RecvTimeoutError::Timeout) => {
                    self.answer()?;
                    if self.leave.is_some_and(|leave| Instant::now() >= leave) {
                        return Ok(());
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return self.answer(),
            }
        }
    }

    fn say(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.out, "{line}")?;
        self.out.flush()
    }

    /// Obeys a line, or has it wait: a `go` waits for the answer to the one before, and what follows waits
    /// with it, so that a script can send all its problems at once, and `quit` behind them. What waits for
    /// `stop` itself is ended. False after `quit`.
    fn hear(&mut self, line: String) -> io::Result<bool> {
        let word = line.split_whitespace().next().unwrap_or_default();
        let answered_by_itself = self.search.as_ref().is_some_and(|search| !search.hold);
        let waits = match word {
            "quit" => {
                let first = self.leave.is_none();
                self.leave = self.leave.or(Instant::now().checked_add(PATIENCE));
                first && (answered_by_itself || !self.waiting.is_empty())
            }
            "go" => answered_by_itself || !self.waiting.is_empty(),
            "position" | "setoption" => !self.waiting.is_empty(),
            _ => false,
        };
        if !waits {
            return self.obey(&line);
        }
        self.waiting_bytes += line.len();
        self.waiting.push_back(line);
        if self.waiting_bytes > MOST_WAITING { self.stop().map(|()| true) } else { Ok(true) }
    }

    /// Obeys one line; false after `quit`.
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
                // A search that runs has its table.
                if self.search.is_none() {
                    self.memory.prepare(self.options.hash());
                }
                self.say("readyok")?;
            }
            "setoption" => self.set_option(line)?,
            "position" => self.position = line["position".len()..].to_owned(),
            "go" => {
                self.stop()?;
                self.go(&line["go".len()..])?;
            }
            "ponderhit" => self.ponderhit(&line["ponderhit".len()..])?,
            "stop" | "gameover" => self.stop()?,
            "quit" => {
                self.stop()?;
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
        let mate = words.split_whitespace().next() == Some("mate");
        let problem = command::problem(&self.position, &self.options, &self.library);
        let asked = problem.and_then(|problem| {
            let go = command::go(words.split_whitespace(), problem.position().side)?;
            let mover_defends = problem.position().side != problem.attacker();
            if mover_defends && legal(&problem).is_empty() {
                return Err("the side to move is mated already".to_owned());
            }
            Ok((problem, go))
        });
        match asked {
            Ok((problem, go)) => self.begin(problem, go, start),
            Err(message) => {
                self.say(&report::remark(&message))?;
                self.say(if mate { "checkmate notimplemented" } else { "bestmove resign" })
            }
        }
    }

    fn begin(&mut self, problem: Problem, go: Go, start: Instant) -> io::Result<()> {
        let options = &self.options;
        self.searches += 1;
        let nodes = (options.nodes > 0).then_some(options.nodes);
        // While pondering the clock does not run yet.
        let time = go.time.filter(|_| !go.hold);
        let stop = Arc::new(AtomicBool::new(false));
        let config = Config {
            threads: options.threads as usize,
            hash: options.hash(),
            limits: search::limits(time, go.nodes.into_iter().chain(nodes).min(), go.depth),
            shortest: options.shortest,
            // With a clock the answer is wanted first.
            main_line: time.is_none(),
            within: None,
            certify: Certify::Verdict,
        };
        let lines = options.multi_pv as usize;
        let job = Job {
            number: self.searches,
            problem: problem.clone(),
            config,
            lines,
            start,
            stop: Arc::clone(&stop),
        };
        let memory = Arc::clone(&self.memory);
        let thread = search::start(job, memory, self.thread.take(), self.events.clone());
        self.search = Some(Search {
            number: self.searches,
            problem,
            mate: go.mate,
            hold: go.hold,
            interval: options.interval(),
            start,
            time: go.time,
            deadline: time.and_then(|time| start.checked_add(time + GRACE)),
            stop,
            shown: start,
            seldepth: 0,
            line: Vec::new(),
            several: lines > 1,
            found: None,
            figures: Figures::default(),
            done: false,
        });
        match thread {
            Ok(thread) => {
                self.thread = Some(thread);
                Ok(())
            }
            Err(error) => {
                self.say(&report::remark(&format!("no thread can be started: {error}")))?;
                self.answer()
            }
        }
    }

    /// The program has no more to say: a search goes on to its answer, as long as somebody reads.
    fn end(&mut self) -> io::Result<()> {
        self.ended = true;
        let Some(search) = &mut self.search else { return Ok(()) };
        search.hold = false;
        // Without `info` lines nobody would notice that the reader is gone.
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
        // The clock runs from now on: as `go ponder` has said, unless this says otherwise.
        let go = command::go(words.split_whitespace(), search.problem.position().side);
        let time = go.ok().and_then(|go| go.time).or(search.time);
        search.deadline = time.and_then(|time| Instant::now().checked_add(time));
        if search.done { self.answer() } else { Ok(()) }
    }

    /// Ends the search that runs, if one does: a mate that is asked for was not found in time.
    fn stop(&mut self) -> io::Result<()> {
        if let Some(search) = self.search.as_mut().filter(|search| search.mate) {
            search.found = None;
        }
        self.answer()
    }

    fn current(&mut self, number: u64) -> Option<&mut Search> {
        self.search.as_mut().filter(|search| search.number == number)
    }

    fn progress(&mut self, number: u64, progress: &Progress) -> io::Result<()> {
        let Some(search) = self.current(number) else { return Ok(()) };
        search.seldepth = search.seldepth.max(progress.line.len());
        search.figures = Figures { nodes: progress.nodes, hash_used: progress.hash_used };
        let due = search.interval.is_some_and(|interval| search.shown.elapsed() >= interval);
        // After the first result only other first moves are searched, with figures of their own.
        if search.found.is_some() {
            return Ok(());
        }
        if !progress.line.is_empty() {
            search.line.clone_from(&progress.line);
        }
        if !due {
            return Ok(());
        }
        search.shown = Instant::now();
        let mate = match progress.phase {
            Phase::Shortening(plies) => Some(search.sign() * i32::from(plies)),
            _ => None,
        };
        let info = Info { depth: progress.line.len(), mate, pv: &progress.line, ..search.info() };
        let text = report::info(search.problem.rules(), &info);
        self.say(&text)
    }

    fn found(&mut self, number: u64, found: Found, figures: Figures) -> io::Result<()> {
        let Some(search) = self.current(number) else { return Ok(()) };
        search.figures = figures;
        let rules = Arc::clone(search.problem.rules());
        let text = match &found {
            Found::Mate { line } => report::info(&rules, &search.mate_info(1, line)),
            Found::NoMate { refutation } => {
                let depth = refutation.len();
                let seldepth = search.seldepth.max(depth);
                let info = Info { depth, seldepth, pv: refutation, ..search.info() };
                report::info(&rules, &info)
            }
            Found::Unknown(why) => report::remark(why),
        };
        search.found = Some(found);
        self.say(&text)
    }

    fn other(&mut self, number: u64, place: usize, line: &[Move]) -> io::Result<()> {
        let Some(search) = self.current(number) else { return Ok(()) };
        let text = report::info(search.problem.rules(), &search.mate_info(place, line));
        self.say(&text)
    }

    fn done(&mut self, number: u64) -> io::Result<()> {
        let Some(search) = self.current(number) else { return Ok(()) };
        search.done = true;
        if search.hold { Ok(()) } else { self.answer() }
    }

    /// Answers the search that runs, if one does, with what is known.
    fn answer(&mut self) -> io::Result<()> {
        let Some(search) = self.search.take() else { return Ok(()) };
        search.stop.store(true, Ordering::Relaxed);
        let answer = search.answer();
        self.say(&answer)
    }
}

/// The legal moves at the root.
fn legal(problem: &Problem) -> Vec<Move> {
    referee::legal_moves(problem.rules(), problem.position())
}

impl Search {
    /// 1 if the side to move attacks, else -1.
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

    fn mate_info<'a>(&self, place: usize, line: &'a [Move]) -> Info<'a> {
        let plies = i32::try_from(line.len()).unwrap_or(i32::MAX);
        Info {
            multipv: self.several.then_some(place),
            depth: line.len(),
            seldepth: self.seldepth.max(line.len()),
            mate: Some(self.sign() * plies),
            pv: line,
            ..self.info()
        }
    }

    fn answer(&self) -> String {
        let rules = self.problem.rules();
        if self.mate {
            return match &self.found {
                Some(Found::Mate { line }) => format!("checkmate {}", report::moves(rules, line)),
                Some(Found::NoMate { .. }) => "checkmate nomate".to_owned(),
                Some(Found::Unknown(_)) | None => "checkmate timeout".to_owned(),
            };
        }
        let m = match &self.found {
            Some(Found::Mate { line }) => line.first().copied(),
            // The attacker has failed; a defender has a move that saves him.
            Some(Found::NoMate { refutation }) => {
                refutation.first().copied().filter(|_| self.sign() < 0)
            }
            Some(Found::Unknown(_)) | None => {
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
