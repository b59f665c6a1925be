//! Searches: what is asked, how it is run, and its result as JSON.

use super::move_view::{self, MoveView};
use super::problem_text::{self, ProblemDraft};
use super::proof_store::ProofStore;
use super::refusal::Refusal;
use super::request::{GenerateRequest, JudgeRequest, LimitRequest, SolveRequest, TryRequest};
use super::{proof_view, report_view, solution_view};
use crate::facade::{Analyzer, CancelToken, Generator, Solver, Variant};
use crate::io::problems::rule_file::RuleLibrary;
use crate::messages::{Language, tr, with_language};
use crate::position::{Move, Problem};
use crate::referee;
use crate::rules::Side;
use crate::search::{Phase, Progress};
use crate::solver::Solution;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;

/// Moves of the line so far that an event shows.
const MAX_LINE_PLIES: usize = 30;
/// Levels of variations in the solution of the judge.
const VARIATION_LEVELS: u16 = 2;
/// Problems that one request generates at most.
const MAX_GENERATED: usize = 100;

/// What a search may use.
#[derive(Clone, Debug)]
pub struct SearchResources {
    /// Threads. Default: 1.
    pub threads: usize,
    /// Bytes for the tables. Default: 256 MiB.
    pub hash: usize,
    /// Ends the search.
    pub cancel: CancelToken,
}

impl Default for SearchResources {
    fn default() -> SearchResources {
        SearchResources { threads: 1, hash: 256 << 20, cancel: CancelToken::new() }
    }
}

/// A search that a request asks for. [`SearchTask::run`] runs it to its end; a caller that advances
/// the search of [`SearchTask::problem`] itself reports with [`SearchTask::progress`] and
/// [`SearchTask::finish`].
#[derive(Debug)]
pub struct SearchTask {
    proofs: Arc<ProofStore>,
    language: Language,
    limits: LimitRequest,
    subject: Subject,
}

#[derive(Debug)]
enum Subject {
    Solve {
        problem: Problem,
        depth: Option<u16>,
        shortest: bool,
    },
    /// The position after a move of the attacker, which is the defender's.
    Try {
        problem: Problem,
        played: MoveView,
    },
    /// A move that needs no search.
    Settled(Value),
    Judge {
        problem: Problem,
        solution: Vec<Move>,
    },
    Generate {
        generator: Generator,
    },
    Verify {
        text: String,
    },
}

impl SearchTask {
    fn new(
        proofs: &Arc<ProofStore>,
        language: Language,
        limits: LimitRequest,
        subject: Subject,
    ) -> SearchTask {
        SearchTask { proofs: proofs.clone(), language, limits, subject }
    }

    pub(super) fn solve(
        library: &RuleLibrary,
        proofs: &Arc<ProofStore>,
        language: Language,
        request: &SolveRequest,
    ) -> Result<SearchTask, Refusal> {
        let problem = ProblemDraft::read(library, &request.problem)?.problem()?;
        let (depth, shortest) = (request.depth, request.shortest);
        let subject = Subject::Solve { problem, depth, shortest };
        Ok(SearchTask::new(proofs, language, request.limits, subject))
    }

    pub(super) fn try_move(
        library: &RuleLibrary,
        proofs: &Arc<ProofStore>,
        language: Language,
        request: &TryRequest,
    ) -> Result<SearchTask, Refusal> {
        let problem = ProblemDraft::read(library, &request.problem)?.problem()?;
        let rules = problem.rules();
        let (line, position) = problem_text::play(rules, problem.position(), &request.moves)?;
        let m = problem_text::legal_move(rules, &position, &request.played)?;
        let (attacker, forcing) = (problem.attacker(), problem.forcing());
        if position.side != attacker {
            return Err(Refusal::new(tr!(web_not_the_attackers)));
        }
        let legal = referee::legal_moves(rules, &position);
        let last = line.last().map(|m| m.to());
        let played = MoveView::new(rules, &position, &legal, m, last);
        let subject = if referee::is_forcing(rules, &position, m, forcing) {
            let after = referee::play(rules, &position, m);
            let allow = referee::ObjectionKind::ALL;
            let problem = referee::admit(rules, after, Some(attacker), forcing, allow)
                .map_err(|objections| Refusal::objections(&objections))?;
            Subject::Try { problem, played }
        } else {
            Subject::Settled(solution_view::not_forcing(&played, forcing))
        };
        Ok(SearchTask::new(proofs, language, request.limits, subject))
    }

    pub(super) fn judge(
        library: &RuleLibrary,
        proofs: &Arc<ProofStore>,
        language: Language,
        request: &JudgeRequest,
    ) -> Result<SearchTask, Refusal> {
        let problem = ProblemDraft::read(library, &request.problem)?.problem()?;
        let (rules, start) = (problem.rules(), problem.position());
        let (solution, _) = problem_text::play(rules, start, &request.solution)?;
        let subject = Subject::Judge { problem, solution };
        Ok(SearchTask::new(proofs, language, request.limits, subject))
    }

    pub(super) fn generate(
        library: &RuleLibrary,
        proofs: &Arc<ProofStore>,
        language: Language,
        request: GenerateRequest,
    ) -> Result<SearchTask, Refusal> {
        let rules = problem_text::rules(library, &request.game)?;
        let forcing = problem_text::forcing(request.forcing.as_deref())?;
        let (least, most) = request.lengths;
        let generator = Generator::new(&Variant::from(rules))
            .lengths(least..=most)
            .count(request.count.clamp(1, MAX_GENERATED))
            .seed(request.seed)
            .forcing(forcing)
            .themes(request.themes);
        let subject = Subject::Generate { generator };
        Ok(SearchTask::new(proofs, language, request.limits, subject))
    }

    pub(super) fn verify(proofs: &Arc<ProofStore>, language: Language, text: String) -> SearchTask {
        SearchTask::new(proofs, language, LimitRequest::default(), Subject::Verify { text })
    }

    /// The problem whose solution answers the request, with the greatest depth and whether the
    /// shortest mate is wanted; `None` if the request asks for something else.
    pub fn problem(&self) -> Option<(&Problem, Option<u16>, bool)> {
        match &self.subject {
            Subject::Solve { problem, depth, shortest } => Some((problem, *depth, *shortest)),
            Subject::Try { problem, .. } => Some((problem, None, false)),
            _ => None,
        }
    }

    /// Time limit in seconds, and limit of nodes.
    pub fn limits(&self) -> (Option<Duration>, Option<u64>) {
        let seconds = self.limits.seconds.filter(|seconds| *seconds > 0.0);
        let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        (time, self.limits.nodes)
    }

    /// Makes the time limit one of nodes, for a caller without a clock.
    pub fn count_time_in_nodes(&mut self, nodes_per_second: f64) {
        let Some(seconds) = self.limits.seconds.take().filter(|seconds| *seconds > 0.0) else {
            return;
        };
        let nodes = (seconds * nodes_per_second) as u64;
        self.limits.nodes = Some(self.limits.nodes.map_or(nodes, |most| most.min(nodes)));
    }

    /// Progress of the search of [`SearchTask::problem`] as an event: an object in JSON.
    pub fn progress(&self, progress: &Progress) -> String {
        let (Subject::Solve { problem, .. }
        | Subject::Try { problem, .. }
        | Subject::Judge { problem, .. }) = &self.subject
        else {
            return String::new();
        };
        with_language(self.language, || progress_event(problem, progress))
    }

    /// The answer from the solution of [`SearchTask::problem`]: an object in JSON.
    pub fn finish(self, solution: Solution) -> String {
        with_language(self.language, || {
            let answer = match &self.subject {
                Subject::Solve { problem, .. } => {
                    solution_view::solved(problem, solution, &self.proofs)
                }
                Subject::Try { problem, played } => {
                    solution_view::tried(problem, played, solution, &self.proofs)
                }
                _ => Value::Null,
            };
            json!({ "ok": answer }).to_string()
        })
    }

    /// Runs the search to its end. `on_event` receives events, each an object in JSON; the answer
    /// is returned.
    pub fn run(
        self,
        resources: &SearchResources,
        on_event: impl Fn(String) + Send + Sync + 'static,
    ) -> String {
        let (time, nodes) = self.limits();
        let SearchResources { threads, hash, cancel } = resources;
        let language = self.language;
        let answer = |value: Result<Value, Refusal>| match value {
            Ok(value) => json!({ "ok": value }).to_string(),
            Err(refusal) => refusal.answer().to_string(),
        };
        match self.subject {
            Subject::Solve { ref problem, .. } | Subject::Try { ref problem, .. } => {
                let (_, depth, shortest) = self.problem().unwrap_or((problem, None, false));
                let mut solver =
                    Solver::new().threads(*threads).hash(*hash).shortest(shortest).cancel(cancel);
                solver = time.into_iter().fold(solver, Solver::time);
                solver = nodes.into_iter().fold(solver, Solver::nodes);
                solver = depth.into_iter().fold(solver, Solver::depth);
                let root = problem.clone();
                let solver = solver.on_progress(move |progress| {
                    on_event(with_language(language, || progress_event(&root, progress)));
                });
                let solution = solver.solve(problem);
                self.finish(solution)
            }
            Subject::Settled(value) => answer(Ok(value)),
            Subject::Judge { problem, solution } => {
                let mut analyzer = Analyzer::new()
                    .threads(*threads)
                    .hash(*hash)
                    .variations(VARIATION_LEVELS)
                    .author_solution(solution.clone())
                    .cancel(cancel);
                analyzer = time.into_iter().fold(analyzer, Analyzer::time);
                analyzer = nodes.into_iter().fold(analyzer, Analyzer::nodes);
                let root = problem.clone();
                let analyzer = analyzer.on_progress(move |progress| {
                    on_event(with_language(language, || progress_event(&root, progress)));
                });
                let report = analyzer.analyze(&problem);
                with_language(language, || answer(Ok(report_view::judged(&problem, &report))))
            }
            Subject::Generate { generator } => {
                let mut generator = generator.threads(*threads).cancel(cancel);
                generator = time.into_iter().fold(generator, Generator::time);
                generator = nodes.into_iter().fold(generator, Generator::nodes);
                let generator = generator.on_progress(move |found, tried| {
                    let event = json!({ "event": "generating", "found": found, "tried": tried });
                    on_event(event.to_string());
                });
                let found = generator.generate();
                with_language(language, || {
                    answer(match found {
                        Ok(problems) => Ok(report_view::generated(&problems)),
                        Err(error) => Err(Refusal::new(error.to_string())),
                    })
                })
            }
            Subject::Verify { text } => with_language(language, || {
                answer(proof_view::verify(&self.proofs, &text, *threads, cancel))
            }),
        }
    }
}

fn progress_event(problem: &Problem, progress: &Progress) -> String {
    let shown = &progress.line[..progress.line.len().min(MAX_LINE_PLIES)];
    let line: Vec<String> =
        move_view::line(problem, shown).into_iter().map(|view| view.text).collect();
    let (phase, plies) = match progress.phase {
        Phase::Deciding => ("deciding", None),
        Phase::Shortening(plies) => ("shortening", Some(plies)),
        Phase::Certifying => ("certifying", None),
        Phase::Checking => ("checking", None),
        Phase::Asking(_) => ("judging", None),
    };
    let words = match progress.phase {
        Phase::Deciding => tr!(web_phase_deciding),
        Phase::Shortening(plies) => tr!(web_phase_shortening, plies),
        Phase::Certifying => tr!(web_phase_certifying),
        Phase::Checking => tr!(web_phase_checking),
        Phase::Asking(question) => question.to_string(),
    };
    json!({
        "event": "progress",
        "phase": phase,
        "plies": plies,
        "text": words,
        "nodes": progress.nodes,
        "proof": progress.proof,
        "disproof": progress.disproof,
        "hash": progress.hash_used,
        "line": line,
        "depth": progress.line.len(),
        "side": if problem.position().side == Side::Black { "black" } else { "white" },
    })
    .to_string()
}
