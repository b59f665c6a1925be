//! Mends problems: looks for the smallest edits that make one sound while its main line stays.
//!
//! Most edits are told to be useless at little cost: the main line must still be a mate that leaves nothing
//! in hand, there must be no sooner one, and the cooks that are known must be gone. What passes these
//! sieves is analysed in full, and proposed only if that finds it sound, without decoration, and the line a
//! main line.

pub mod edit;

pub use edit::Edit;

use super::judge::{self, Claims, Config, Fault, Finding, Futile, Place, Report};
use crate::movegen::{Bitboard, Mailbox, bitboard};
use crate::position::{Engine, Move, Problem};
use crate::search::number::Plies;
use crate::search::table::Table;
use crate::search::workers::Shared;
use crate::search::{Limits, Phase, Progress, StopReason, Watch};
use std::time::Duration;

/// Nodes for one question of the sieve; if they do not suffice, the edit passes.
const SIEVE_NODES: u64 = 20_000;
/// Faults that are told apart when two edits are combined; the others are left to the analysis.
const MOST_FAULTS: usize = 63;
/// Pairs of edits that are considered.
const MOST_PAIRS: usize = 2_000_000;
/// What one analysis may spend of what is left.
const SHARE: u32 = 4;

/// What is wanted.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// Proposals, 1 or more. Default: 3.
    pub proposals: usize,
    /// Single edits in each, at most: 1 or 2. Two are tried only if one does not do. Default: 2.
    pub edits: usize,
}

impl Default for Wanted {
    fn default() -> Wanted {
        Wanted { proposals: 3, edits: 2 }
    }
}

/// A proposal.
#[derive(Clone, Debug)]
pub struct Repair {
    /// What is changed.
    pub edits: Vec<Edit>,
    /// The problem after that.
    pub problem: Problem,
    /// Its full analysis.
    pub report: Report,
}

/// What was found.
#[derive(Clone, Debug, Default)]
pub struct Repairs {
    /// Proposals, the smallest first.
    pub found: Vec<Repair>,
    /// Edits, or pairs of them, that were looked at.
    pub tried: u64,
    /// Those of which it stayed open whether they would do.
    pub open: u64,
    /// Why the search ended before everything was tried or enough was found.
    pub stopped: Option<StopReason>,
}

/// Looks for repairs of a problem whose analysis, by `config`, is `report`. None if nothing is to be mended, or
/// there is no line that could stay: the author's if it mates, else the first main line. The limits are
/// those of `config`, for all of this together and anew.
pub fn repair(
    problem: &Problem,
    claims: &Claims,
    report: &Report,
    config: &Config,
    wanted: Wanted,
    watch: &dyn Watch,
) -> Option<Repairs> {
    let watch = &Later { watch, since: watch.elapsed() };
    if report.flaws.iter().all(|flaw| matches!(flaw.fault, Fault::VariationDual)) {
        return None;
    }
    if bitboard::suits(problem.rules(), problem.position()) {
        Workshop::<Bitboard>::open(problem, claims, report, config, watch)?.work(wanted)
    } else {
        Workshop::<Mailbox>::open(problem, claims, report, config, watch)?.work(wanted)
    }
    .into()
}

/// What is wrong, as far as it can be looked for at once.
enum Wrong {
    /// After the line the attacker mates within so many plies.
    Cook(Vec<Move>, Plies),
    /// There is a mate that is shorter than the line.
    Sooner,
    /// The line leaves something in hand.
    Leftover,
    /// A piece is not needed.
    Decoration(Place),
}

struct Workshop<'a, E> {
    problem: &'a Problem,
    config: &'a Config,
    watch: &'a dyn Watch,
    /// The line that stays.
    line: Vec<Move>,
    wrong: Vec<Wrong>,
    table: Table,
    nodes: u64,
    repairs: Repairs,
    engine: std::marker::PhantomData<E>,
}

/// An edited problem that keeps the line.
struct Candidate {
    problem: Problem,
    /// By the list of what is wrong: what is so no longer.
    mended: u64,
}

impl<'a, E: Engine + Sync> Workshop<'a, E> {
    fn open(
        problem: &'a Problem,
        claims: &Claims,
        report: &Report,
        config: &'a Config,
        watch: &'a dyn Watch,
    ) -> Option<Self> {
        let mut workshop = Workshop {
            problem,
            config,
            watch,
            line: claims.solution.clone(),
            wrong: Vec::new(),
            table: Table::new(config.hash / 4),
            nodes: 0,
            repairs: Repairs::default(),
            engine: std::marker::PhantomData,
        };
        if workshop.end(problem).is_none() {
            workshop.line = report.main_lines.first()?.clone();
            workshop.end(problem)?;
        }
        for flaw in &report.flaws {
            let wrong = match flaw.fault {
                Fault::Cook { plies, .. } => {
                    let before = flaw.line[..usize::from(flaw.at)].to_vec();
                    Wrong::Cook(before, plies.saturating_sub(flaw.at))
                }
                Fault::ShortCook { .. } => Wrong::Sooner,
                Fault::Leftover { .. } => Wrong::Leftover,
                Fault::Decoration { place, .. } => Wrong::Decoration(place),
                Fault::NoMate | Fault::VariationDual => continue,
            };
            workshop.wrong.push(wrong);
        }
        workshop.wrong.truncate(MOST_FAULTS);
        Some(workshop)
    }

    fn work(mut self, wanted: Wanted) -> Repairs {
        let all = (1u64 << self.wrong.len()) - 1;
        let mut keeping: Vec<(Edit, u64)> = Vec::new();
        for edit in edit::all(self.problem) {
            if self.is_over() || self.repairs.found.len() >= wanted.proposals {
                return self.repairs;
            }
            let Some(candidate) = self.sieve(&[edit]) else { continue };
            keeping.push((edit, candidate.mended));
            // Whether a piece is needed is seen by the analysis alone, unless it is all there is to mend.
            if (candidate.mended | self.blemishes()) == all && candidate.mended != 0 || all == 0 {
                self.confirm(&[edit], candidate.problem);
            }
        }
        if self.repairs.found.is_empty() && wanted.edits > 1 {
            self.pairs(&keeping, all, wanted.proposals);
        }
        self.repairs
    }

    /// Two edits that mend everything together, and neither does alone.
    fn pairs(&mut self, keeping: &[(Edit, u64)], all: u64, proposals: usize) {
        let rules = self.problem.rules();
        let mut pairs = Vec::new();
        for (i, &(a, mends)) in keeping.iter().enumerate().filter(|(_, (_, mends))| *mends != 0) {
            for (j, &(b, also)) in keeping.iter().enumerate() {
                let twice = also != 0 && j <= i;
                if (mends | also) == all && j != i && !twice && pairs.len() < MOST_PAIRS {
                    pairs.push((a.weight(rules) + b.weight(rules), [a, b]));
                }
            }
        }
        pairs.sort_unstable();
        for (_, pair) in pairs {
            if self.is_over() || self.repairs.found.len() >= proposals {
                return;
            }
            if let Some(candidate) = self.sieve(&pair)
                && (candidate.mended | self.blemishes()) == all
            {
                self.confirm(&pair, candidate.problem);
            }
        }
    }

    /// The faults that are blemishes, where there are others.
    fn blemishes(&self) -> u64 {
        let bits = self.wrong.iter().enumerate();
        let blemish = |wrong: &Wrong| matches!(wrong, Wrong::Decoration(_));
        if self.wrong.iter().all(blemish) {
            return 0;
        }
        bits.filter(|(_, wrong)| blemish(wrong)).fold(0, |bits, (i, _)| bits | 1 << i)
    }

    fn is_over(&mut self) -> bool {
        let stopped = self.config.limits.reached(self.nodes, self.watch);
        self.repairs.stopped = self.repairs.stopped.or(stopped);
        stopped.is_some()
    }

    /// The edited problem, if the line is still a mate in it.
    fn sieve(&mut self, edits: &[Edit]) -> Option<Candidate> {
        self.repairs.tried += 1;
        let problem = edit::apply(self.problem, edits)?;
        // Facts in the table are of one game only.
        if problem.position().phantom != self.problem.position().phantom {
            return None;
        }
        let left = self.end(&problem)?;
        let root = problem.engine::<E>();
        let length = self.line.len() as Plies;
        if self.mates(&root, length) == Some(false) {
            return None;
        }
        let sooner = length >= 3 && self.mates(&root, length - 2) == Some(true);
        if sooner && !self.wrong.iter().any(|wrong| matches!(wrong, Wrong::Sooner)) {
            return None;
        }
        let mut mended = 0;
        for i in 0..self.wrong.len() {
            let gone = match &self.wrong[i] {
                Wrong::Leftover => left == 0,
                Wrong::Sooner => !sooner,
                Wrong::Decoration(Place::Board(square)) => {
                    edits.iter().any(|edit| edit.touches(*square))
                }
                Wrong::Decoration(Place::Hand) => {
                    edits.iter().any(|edit| matches!(edit, Edit::Take { .. }))
                }
                Wrong::Cook(line, plies) => {
                    let (plies, mut after) = (*plies, root.clone());
                    !after.play_line(self.problem.attacker(), line)
                        || self.mates(&after, plies) != Some(true)
                }
            };
            mended |= u64::from(gone) << i;
        }
        Some(Candidate { problem, mended })
    }

    /// If the line can be played and ends in mate: what it leaves in hand.
    fn end(&self, problem: &Problem) -> Option<u32> {
        let (mut end, attacker) = (problem.engine::<E>(), problem.attacker());
        end.play_to_mate(attacker, &self.line).then(|| end.hand(attacker).total())
    }

    /// Is there a mate within so many plies? None if a small search does not tell.
    fn mates(&mut self, engine: &E, plies: Plies) -> Option<bool> {
        if self.config.futile != Futile::None {
            // Lengths by other counts are left to the analysis.
            return None;
        }
        let limits = Limits { nodes: Some(SIEVE_NODES), ..self.config.limits };
        let shared = Shared::new(&self.table, 1, limits, self.watch);
        shared.set_phase(Phase::Asking("which edits would mend it?"));
        let (rules, attacker) = (self.problem.rules(), self.problem.attacker());
        let decided = shared.decide(rules, attacker, engine, plies);
        self.nodes += shared.nodes();
        decided.ok().map(|(look, _)| look.is_mate())
    }

    /// Analyses an edited problem in full, and keeps it if it is sound.
    fn confirm(&mut self, edits: &[Edit], problem: Problem) {
        let claims = Claims { solution: self.line.clone(), ..Claims::default() };
        let Some(limits) = self.allowance() else { return };
        let config = Config { limits, certify: false, side_duals: false, ..self.config.clone() };
        let watch = Later { watch: self.watch, since: self.watch.elapsed() };
        let brief = Config { decoration: false, outline: 0, ..config.clone() };
        let report = judge::judge(&problem, &claims, &brief, &watch);
        self.nodes += report.nodes;
        if !report.class.is_sound() || report.solution_agrees != Some(true) {
            self.repairs.open += u64::from(report.class == judge::Class::Unknown);
            return;
        }
        let Some(limits) = self.allowance() else { return };
        let watch = Later { watch: self.watch, since: self.watch.elapsed() };
        let report = judge::judge(&problem, &claims, &Config { limits, ..config }, &watch);
        self.nodes += report.nodes;
        let unsettled =
            report.decoration.iter().any(|(_, _, finding)| *finding == Finding::Unknown);
        let decorated = report.decoration.iter().any(|(_, _, found)| *found == Finding::Yes);
        if !report.class.is_sound() || unsettled {
            self.repairs.open += 1;
        } else if !decorated && report.solution_agrees == Some(true) {
            self.repairs.found.push(Repair { edits: edits.to_vec(), problem, report });
        }
    }

    /// The limits of the next analysis; none if nothing is left.
    fn allowance(&mut self) -> Option<Limits> {
        if self.is_over() {
            return None;
        }
        let Limits { nodes, time, depth } = self.config.limits;
        let left = |most: u64| most.saturating_sub(self.nodes) / u64::from(SHARE) + 1;
        let time = time.map(|most| most.saturating_sub(self.watch.elapsed()) / SHARE);
        Some(Limits { nodes: nodes.map(left), time, depth })
    }
}

/// The clock of an analysis that begins later.
struct Later<'a> {
    watch: &'a dyn Watch,
    since: Duration,
}

impl Watch for Later<'_> {
    fn elapsed(&self) -> Duration {
        self.watch.elapsed().saturating_sub(self.since)
    }

    fn stopped(&self) -> bool {
        self.watch.stopped()
    }

    fn progress(&self, progress: &Progress) {
        self.watch.progress(progress);
    }
}
