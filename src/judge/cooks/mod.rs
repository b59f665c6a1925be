//! Second solutions of a problem under one convention: the search for cooks, their tolerances, and
//! the class that follows.
//!
//! At each attacker's node of a main line, one move is known. Every other forcing move falls into
//! one of these:
//!
//! | move | found by | then |
//! | --- | --- | --- |
//! | keeps the length | the graph of optimal play | a cook, unless a tolerance for equal moves covers it (`tolerated`) |
//! | tolerated however long its mate is (`last_move`, `drop_distance`) | rounds with little effort, last | decides only between complete and completely limited |
//! | mates later | rounds of growing effort with every reply counted; if that fails within a finite margin, the convention | a cook, unless it is a detour |
//! | does not mate | the same searches | nothing |
//! | unsettled | | an open question |
//!
//! A cook counts only if every main line has one: see [`main_line`].

mod detours;
mod main_line;
mod move_order;
mod tolerated;

use crate::judge::conventions::convention::Convention;
use crate::judge::longer_variation::{self, LongerVariation};
use crate::judge::mate_oracle::{MateAnswer, MateLength, MateOracle};
use crate::judge::optimal_play::{self, MAX_BATCHED_QUESTIONS, OptimalPlay};
use crate::judge::report::SoundnessClass;
use crate::judge::tolerance::Tolerance;
use crate::position::{Engine, Move};
use crate::search::JudgeQuestion;
use crate::search::plies::{Plies, UNLIMITED_PLIES};
use main_line::{LineChoice, LineState};
use std::collections::HashMap;
use std::iter;

/// Share of the remaining budget for second solutions on which only "completely limited" depends.
const TOLERATED_BUDGET_SHARE: f64 = 0.2;
/// Rounds for those that a tolerance covers at any length.
const TOLERATED_ROUNDS: &[SearchRound] =
    &[(Horizon::Full, 5_000), (Horizon::Near, 20_000), (Horizon::Full, 40_000)];

/// A second solution at most this many plies longer than the main line is near: it is searched for
/// by itself.
pub const NEAR_COOK_PLIES: Plies = 4;

/// Length within which a round searches for a mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Horizon {
    /// Up to the greatest length that counts.
    Full,
    /// Up to [`NEAR_COOK_PLIES`] plies longer than the known move.
    Near,
}

/// A round over all open moves: horizon, and nodes for each move.
type SearchRound = (Horizon, u64);

/// Moves that do not keep the length, by what a mate would mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MoveGroup {
    /// A mate may be a cook.
    MayBeCooks,
    /// A tolerance covers a mate of any length.
    ToleratedAnyway,
}

/// Rounds of the search for cooks.
///
/// A short search for a mate of any length settles most moves. Of the others, cooks that are a
/// little longer are found soonest with the near horizon, and moves that do not mate are refuted
/// soonest with the full one. So the horizons take turns, each with four times the nodes of the
/// turn before, and neither spends much more than the other.
const SEARCH_ROUNDS: [SearchRound; 12] = [
    (Horizon::Full, 1_000),
    (Horizon::Full, 20_000),
    (Horizon::Near, 80_000),
    (Horizon::Full, 320_000),
    (Horizon::Near, 1_280_000),
    (Horizon::Full, 5_120_000),
    (Horizon::Near, 20_480_000),
    (Horizon::Full, 81_920_000),
    (Horizon::Near, 327_680_000),
    (Horizon::Full, 1_310_720_000),
    (Horizon::Near, u64::MAX),
    (Horizon::Full, u64::MAX),
];

/// Settings of the search for cooks.
#[derive(Clone, Debug)]
pub struct CookSearchConfig<'a> {
    /// The author's line. It decides which of several best moves is the known one.
    pub solution: &'a [Move],
    /// Tolerances: second solutions that do not count as cooks.
    pub tolerate: &'a [Tolerance],
    /// A second solution counts as a cook only if it is at most this many plies longer than the
    /// main line; `None`: at any length.
    pub cook_margin: Option<Plies>,
    /// Share of the remaining budget for longer cooks.
    pub budget_share: f64,
    /// Stop as soon as the class is clear.
    pub first_cook_only: bool,
    /// Bytes for the table of the search for detours.
    pub detour_table_bytes: usize,
    /// Bytes for the graph of optimal play.
    pub graph_bytes: usize,
}

/// Another mating move than the known one, at an attacker's node of a main line.
#[derive(Clone, Debug)]
pub struct SecondSolution {
    /// The node.
    pub node: usize,
    /// The move.
    pub m: Move,
    /// Plies after the move within which it mates by the convention.
    pub plies: Plies,
    /// The same with every reply counted; differs only if the mate is later than the known move's.
    pub plies_all_replies: Plies,
    /// Tolerances that cover it; empty: none is known to.
    pub tolerance: Vec<Tolerance>,
    /// True if it is unsettled whether a tolerance covers it.
    pub is_unsettled: bool,
    /// With every reply counted, there is no mate at most [`NEAR_COOK_PLIES`] plies later than by
    /// the known move.
    no_near_mate: bool,
}

impl SecondSolution {
    fn new(
        node: usize,
        m: Move,
        plies: Plies,
        tolerance: Vec<Tolerance>,
        is_unsettled: bool,
    ) -> SecondSolution {
        SecondSolution {
            node,
            m,
            plies,
            plies_all_replies: plies,
            tolerance,
            is_unsettled,
            no_near_mate: false,
        }
    }

    /// The engine after the move.
    fn after<E: Engine>(&self, graph: &OptimalPlay, root: &E) -> E {
        let mut engine = graph.engine_at(root, self.node);
        engine.play(self.m);
        engine
    }

    /// Plies after the move within which a mate counts, if second solutions may be `longer` plies
    /// longer than the main line.
    fn horizon(&self, graph: &OptimalPlay, longer: Option<Plies>) -> Plies {
        let rest = graph.nodes[self.node].remaining;
        longer.map_or(UNLIMITED_PLIES, |longer| (rest - 1).saturating_add(longer))
    }
}

/// A move for which the budget did not suffice.
#[derive(Clone, Copy, Debug)]
pub struct UnsettledMove {
    /// Its node in the graph of optimal play.
    pub node: usize,
    /// The move.
    pub m: Move,
    /// True if a tolerance would cover a mate by it at any length.
    pub is_tolerated: bool,
}

/// Findings about one problem under one convention.
#[derive(Clone, Debug)]
pub struct CookFindings {
    /// The length.
    pub length: MateLength,
    /// The graph of optimal play, if the length is known.
    pub graph: Option<OptimalPlay>,
    /// The known move at each attacker's node of a main line.
    pub known_moves: HashMap<usize, Move>,
    /// The main line: the author's, else the first that no cook spoils, else the first. Empty if
    /// none is known.
    pub main_line: Vec<Move>,
    /// All second solutions, by node.
    pub second_solutions: Vec<SecondSolution>,
    /// Moves that are not known to mate or not to mate.
    pub unsettled: Vec<UnsettledMove>,
    /// True if all cooks at most [`NEAR_COOK_PLIES`] plies longer than the main line are known.
    pub near_cooks_settled: bool,
    /// The longer variation, if the main line of the old practice is shorter than the length. Graph
    /// and second solutions are those of that main line if the variation is tolerated.
    pub longer_variation: Option<LongerVariation>,
    /// The class.
    pub class: SoundnessClass,
}

impl CookFindings {
    fn nothing(length: MateLength, class: SoundnessClass) -> CookFindings {
        CookFindings {
            length,
            graph: None,
            known_moves: HashMap::new(),
            main_line: Vec::new(),
            second_solutions: Vec::new(),
            unsettled: Vec::new(),
            near_cooks_settled: true,
            longer_variation: None,
            class,
        }
    }

    /// Pieces left in hand at the end of the main lines; `None` if unsettled.
    pub fn leftover(&self) -> Option<u32> {
        self.graph.as_ref().filter(|graph| graph.complete).map(|graph| graph.nodes[0].leftover)
    }

    /// The second solutions that no tolerance covers.
    pub fn cooks(&self) -> impl Iterator<Item = &SecondSolution> {
        self.second_solutions
            .iter()
            .filter(|solution| solution.tolerance.is_empty() && !solution.is_unsettled)
    }

    fn classify(&mut self, config: &CookSearchConfig<'_>) {
        let leftover = self.leftover();
        let is_limited = self.second_solutions.is_empty()
            && self.longer_variation.is_none()
            && self.unsettled.iter().all(|m| !m.is_tolerated);
        let state = LineChoice::new(self, iter::empty(), config).map(|choice| choice.of_problem());
        self.class = match state {
            _ if leftover.is_some_and(|left| left > 0) => SoundnessClass::Flawed,
            Some(LineState::Cooked) => SoundnessClass::Flawed,
            Some(LineState::Sound) if is_limited => SoundnessClass::CompletelyLimited,
            Some(LineState::Sound) => SoundnessClass::Complete,
            Some(LineState::Open) | None => SoundnessClass::Unknown,
        };
    }
}

/// Finds the second solutions of the problem at the oracle's root, and its class. `length` is its
/// length by the convention, and `graph` the graph of optimal play if the length is known.
pub fn find_cooks<E: Engine + Sync, C: Convention<E>>(
    oracle: &MateOracle<'_, E>,
    convention: &C,
    length: MateLength,
    graph: Option<OptimalPlay>,
    config: &CookSearchConfig<'_>,
) -> CookFindings {
    let Some(mut graph) = graph else {
        let class = if length == MateLength::None {
            SoundnessClass::Flawed
        } else {
            SoundnessClass::Unknown
        };
        return CookFindings::nothing(length, class);
    };
    let mut findings = CookFindings::nothing(length, SoundnessClass::Unknown);
    let (root, attacker) = (&oracle.root, oracle.attacker);
    let is_tolerated = config.tolerate.contains(&Tolerance::LongerVariation);
    if is_tolerated || !config.first_cook_only {
        findings.longer_variation =
            longer_variation::find(convention, root, attacker, &graph, config.solution);
    }
    if let Some(variation) = &findings.longer_variation {
        if is_tolerated {
            if let Some(line) =
                optimal_play::of_line(convention, root, attacker, &variation.main_line)
            {
                graph = line;
            }
        }
    }
    findings.known_moves = known_moves(&graph, config.solution);
    findings.graph = Some(graph);
    let mut search = CookSearch { oracle, convention, config, findings };
    search.find_equal_solutions();
    search.findings.classify(config);
    if !(config.first_cook_only && search.findings.class == SoundnessClass::Flawed) {
        search.find_longer_solutions();
        search.findings.second_solutions.sort_by_key(|solution| solution.node);
    }
    search.findings.choose_main_line(config);
    search.findings.classify(config);
    search.findings
}

/// The known move at each attacker's node of a main line: the author's on his line, else the first
/// best move.
fn known_moves(graph: &OptimalPlay, solution: &[Move]) -> HashMap<usize, Move> {
    let nodes = graph.nodes.iter().enumerate();
    let attacking = nodes.filter(|(_, node)| node.on_main_line && node.is_attacker());
    let mut known: HashMap<usize, Move> =
        attacking.filter_map(|(i, _)| Some((i, graph.first_best_move(i)?))).collect();
    known.extend(
        graph.follow(solution).into_iter().filter(|(at, _)| graph.nodes[*at].is_attacker()),
    );
    known
}

struct CookSearch<'a, 'o, E, C> {
    oracle: &'a MateOracle<'o, E>,
    convention: &'a C,
    config: &'a CookSearchConfig<'a>,
    findings: CookFindings,
}

impl<E: Engine + Sync, C: Convention<E>> CookSearch<'_, '_, E, C> {
    fn graph(&self) -> &OptimalPlay {
        self.findings.graph.as_ref().expect("set before the examination begins")
    }

    /// The attacker's nodes of main lines, in the order of the graph, each with its known move.
    fn attacker_nodes(&self) -> Vec<(usize, Move)> {
        let mut nodes: Vec<(usize, Move)> =
            self.findings.known_moves.iter().map(|(node, m)| (*node, *m)).collect();
        nodes.sort_unstable();
        nodes
    }

    /// Finds second solutions that mate as soon as the known move.
    fn find_equal_solutions(&mut self) {
        for (node, known) in self.attacker_nodes() {
            let moves = &self.graph().nodes[node].moves;
            let others: Vec<Move> = moves
                .iter()
                .filter(|(m, child)| *m != known && child.is_some())
                .map(|(m, _)| *m)
                .collect();
            for m in others {
                let rest = self.graph().nodes[node].remaining;
                let (tolerance, open) = self.tolerate_equal(node, known, m);
                let plies = rest - 1;
                self.findings
                    .second_solutions
                    .push(SecondSolution::new(node, m, plies, tolerance, open));
            }
        }
    }

    /// Finds second solutions that mate later than the known move. Those on which only the class
    /// "completely limited" depends come last and get less effort.
    fn find_longer_solutions(&mut self) {
        let brief = self.config.first_cook_only;
        let mut open = self.other_moves(MoveGroup::MayBeCooks);
        let (mut mating, mut refuted, mut aside) = (Vec::new(), Vec::new(), Vec::new());
        self.oracle.budget.begin_stage(self.config.budget_share, JudgeQuestion::Cooks);
        // A very short search often finds the first cook.
        for &step in if brief { &SEARCH_ROUNDS[..] } else { &SEARCH_ROUNDS[1..] } {
            self.set_aside(&mut open, &mating, &mut aside);
            let found = self.run_round(&mut open, &mut refuted, step);
            if self.record_mates(found, &mut mating) {
                return;
            }
        }
        let found = self.decide_by_convention(refuted, &mut open);
        if self.record_mates(found, &mut mating) {
            return;
        }
        self.findings.near_cooks_settled =
            C::PLAIN && open.iter().all(|solution| solution.no_near_mate);
        self.record_unsettled(&open);
        if brief {
            self.record_unsettled(&aside);
            return;
        }
        self.separate_detours(&mut mating);
        self.findings.second_solutions.append(&mut mating);
        self.oracle.budget.begin_stage(TOLERATED_BUDGET_SHARE, JudgeQuestion::Tolerated);
        let tolerated = self.other_moves(MoveGroup::ToleratedAnyway);
        let mut late = Vec::new();
        for (mut open, rounds) in [(tolerated, TOLERATED_ROUNDS), (aside, &SEARCH_ROUNDS[1..])] {
            let mut refuted = Vec::new();
            for &step in rounds {
                late.append(&mut self.run_round(&mut open, &mut refuted, step));
            }
            late.append(&mut self.decide_by_convention(refuted, &mut open));
            self.record_unsettled(&open);
        }
        self.record_late_mates(late);
    }

    /// Sets moves aside that no longer matter for the class: those after a defence that allows a
    /// cook, or off a line without one. Takes them back if all lines have a cook: the report names
    /// all.
    fn set_aside(
        &self,
        open: &mut Vec<SecondSolution>,
        mating: &[SecondSolution],
        aside: &mut Vec<SecondSolution>,
    ) {
        open.append(aside);
        let doubtful = open.iter().chain(mating).map(|solution| solution.node);
        let Some(choice) = LineChoice::new(&self.findings, doubtful, self.config) else { return };
        let deciding = choice.deciding_nodes();
        (*open, *aside) = open.drain(..).partition(|solution| deciding.contains(&solution.node));
    }

    /// Appends mates on which at most "completely limited" depends. If all lines have a cook,
    /// separates detours from cooks among those without a tolerance.
    fn record_late_mates(&mut self, mates: Vec<SecondSolution>) {
        let (mut others, mut tolerated): (Vec<SecondSolution>, Vec<SecondSolution>) =
            mates.into_iter().partition(|solution| solution.tolerance.is_empty());
        let choice = LineChoice::new(&self.findings, iter::empty(), self.config);
        let is_cooked = choice.is_some_and(|choice| choice.of_problem() == LineState::Cooked);
        if is_cooked && !others.is_empty() {
            self.separate_detours(&mut others);
        }
        self.findings.second_solutions.append(&mut tolerated);
        self.findings.second_solutions.append(&mut others);
    }

    /// Appends the mates found to `mating`. If one cook is enough, separates cooks from detours at
    /// once, and returns true if the class is clear.
    fn record_mates(
        &mut self,
        mut found: Vec<SecondSolution>,
        mating: &mut Vec<SecondSolution>,
    ) -> bool {
        if !self.config.first_cook_only {
            mating.append(&mut found);
        } else if !found.is_empty() {
            self.separate_detours(&mut found);
            self.findings.second_solutions.append(&mut found);
            self.findings.classify(self.config);
            self.oracle.budget.begin_stage(self.config.budget_share, JudgeQuestion::Cooks);
        }
        self.config.first_cook_only && self.findings.class == SoundnessClass::Flawed
    }

    fn record_unsettled(&mut self, open: &[SecondSolution]) {
        let unsettled = open.iter().map(|solution| UnsettledMove {
            node: solution.node,
            m: solution.m,
            is_tolerated: !solution.tolerance.is_empty(),
        });
        self.findings.unsettled.extend(unsettled);
    }

    /// Moves of `group` at nodes of main lines.
    fn other_moves(&self, group: MoveGroup) -> Vec<SecondSolution> {
        let mut others = Vec::new();
        for (node, known) in self.attacker_nodes() {
            let moves = self.graph().nodes[node].moves.iter();
            let moves = moves.filter(|(m, child)| *m != known && child.is_none());
            others.extend(moves.map(|&(m, _)| {
                let tolerance = self.tolerance_in_any_case(node, m);
                SecondSolution::new(node, m, 0, tolerance, false)
            }));
        }
        others.retain(|solution| solution.tolerance.is_empty() == (group == MoveGroup::MayBeCooks));
        others
    }

    /// Runs one round over `open`, with every reply counted. Returns the moves that mate; moves
    /// with no mate within a finite horizon go to `refuted`. Moves that never mate are dropped:
    /// they mate by no convention.
    fn run_round(
        &self,
        open: &mut Vec<SecondSolution>,
        refuted: &mut Vec<SecondSolution>,
        (horizon, most): SearchRound,
    ) -> Vec<SecondSolution> {
        let (graph, root, longer) = (self.graph(), &self.oracle.root, self.config.cook_margin);
        let far = |solution: &SecondSolution| solution.horizon(graph, longer);
        let within = |solution: &SecondSolution| match horizon {
            Horizon::Full => far(solution),
            Horizon::Near => {
                let rest = graph.nodes[solution.node].remaining;
                far(solution).min((rest - 1).saturating_add(NEAR_COOK_PLIES))
            }
        };
        let pose = |solution: &SecondSolution| (solution.after(graph, root), within(solution));
        let (asked, mut rest): (Vec<SecondSolution>, Vec<SecondSolution>) =
            open.drain(..).partition(|solution| horizon == Horizon::Full || !solution.no_near_mate);
        let answers = self.oracle.decide_with_effort(&asked, most, pose);
        let mut mating = Vec::new();
        for (solution, answer) in asked.into_iter().zip(answers) {
            match answer {
                MateAnswer::Mate(plies) => {
                    mating.push(SecondSolution { plies, plies_all_replies: plies, ..solution })
                }
                // No mate within the near horizon excludes no later mate.
                MateAnswer::No if within(&solution) < far(&solution) => {
                    rest.push(SecondSolution { no_near_mate: true, ..solution });
                }
                MateAnswer::No if far(&solution) < UNLIMITED_PLIES => refuted.push(solution),
                MateAnswer::No => {}
                MateAnswer::Unknown => rest.push(solution),
            }
        }
        *open = rest;
        mating
    }

    /// Of the moves that do not mate in time when every reply counts, finds those that do by the
    /// convention. Unsettled moves go to `open`.
    fn decide_by_convention(
        &self,
        refuted: Vec<SecondSolution>,
        open: &mut Vec<SecondSolution>,
    ) -> Vec<SecondSolution> {
        let mut mating = Vec::new();
        let (graph, root, longer) = (self.graph(), &self.oracle.root, self.config.cook_margin);
        let pose = |solution: &SecondSolution| {
            (solution.after(graph, root), solution.horizon(graph, longer))
        };
        let refuted = if C::PLAIN { Vec::new() } else { refuted };
        for some in refuted.chunks(MAX_BATCHED_QUESTIONS) {
            let questions: Vec<(E, Plies)> = some.iter().map(pose).collect();
            let answers = self.convention.decide_within(&questions);
            for ((solution, (engine, plies)), answer) in some.iter().zip(questions).zip(answers) {
                let length = match answer {
                    MateAnswer::No => continue,
                    MateAnswer::Mate(_) => self.oracle.find_length(&engine, plies),
                    MateAnswer::Unknown => MateLength::Unknown(plies),
                };
                match length {
                    MateLength::Exact(all_replies) | MateLength::AtMost(all_replies) => {
                        mating.push(SecondSolution {
                            plies,
                            plies_all_replies: all_replies,
                            ..solution.clone()
                        });
                    }
                    MateLength::None | MateLength::Unknown(_) => open.push(solution.clone()),
                }
            }
        }
        mating
    }
}
