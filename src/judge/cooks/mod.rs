//! A problem under one way of counting lengths: the graph of optimal play, every second solution at its
//! attacker's nodes, what of that is tolerated, and the class that follows.

mod detours;
mod tolerated;

use crate::judge::conventions::convention::Convention;
use crate::judge::mate_oracle::{MateAnswer, MateLength, MateOracle};
use crate::judge::optimal_play::{self, MAX_BATCHED_QUESTIONS, OptimalPlay};
use crate::judge::report::SoundnessClass;
use crate::judge::tolerance::Tolerance;
use crate::position::{Engine, Move};
use crate::search::plies::{Plies, UNLIMITED_PLIES};
use std::collections::HashMap;

/// What the longer ways that are tolerated in any case may spend of what is left after that.
const TOLERATED_BUDGET_SHARE: f64 = 0.2;
/// How those are asked about.
const TOLERATED_ROUNDS: &[SearchRound] =
    &[(Horizon::Full, 20_000), (Horizon::Near, 100_000), (Horizon::Full, 100_000)];

/// How much longer cooks are that are sought before others.
pub const NEAR_COOK_PLIES: Plies = 4;

/// How far ahead a mate is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Horizon {
    /// As far as a mate counts.
    Full,
    /// [`NEAR_COOK_PLIES`].
    Near,
}

/// How all rivals that are open are asked about: how far, and with so many nodes for each.
type SearchRound = (Horizon, u64);

/// Most are settled by a short search for a mate of any length. Of the others, those that are a little longer are found
/// soonest by asking for just that, and those that are none are refuted soonest by asking for any: so both take turns,
/// and neither spends much more than the other.
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

/// What is asked of an examination.
#[derive(Clone, Debug)]
pub struct CookSearchConfig<'a> {
    /// The author's line, which tells the known move where there are several best ones.
    pub solution: &'a [Move],
    /// What is tolerated.
    pub tolerate: &'a [Tolerance],
    /// Cooks count up to so many plies longer than the main line; none: all do.
    pub cook_margin: Option<Plies>,
    /// What the search for longer cooks may spend of what is left.
    pub budget_share: f64,
    /// Only soundness is wanted: stop as soon as it is clear.
    pub first_cook_only: bool,
    /// Bytes for the table of the search for detours.
    pub detour_table_bytes: usize,
    /// Bytes for the graph of optimal play.
    pub graph_bytes: usize,
}

/// Another move than the known one, at an attacker's node of a main line, that mates too.
#[derive(Clone, Debug)]
pub struct SecondSolution {
    /// The node.
    pub node: usize,
    /// The move.
    pub m: Move,
    /// A mate within so many plies after it.
    pub plies: Plies,
    /// Of a longer rival: the same if every answer counts.
    pub plies_all_replies: Plies,
    /// Why it is tolerated; empty if it is not.
    pub tolerance: Vec<Tolerance>,
    /// Whether it is tolerated could not be settled.
    pub open: bool,
    /// It is known not to mate at most [`NEAR_COOK_PLIES`] plies later than the known move if every answer counts.
    no_near_mate: bool,
}

impl SecondSolution {
    fn new(
        node: usize,
        m: Move,
        plies: Plies,
        tolerance: Vec<Tolerance>,
        open: bool,
    ) -> SecondSolution {
        SecondSolution {
            node,
            m,
            plies,
            plies_all_replies: plies,
            tolerance,
            open,
            no_near_mate: false,
        }
    }

    /// The engine after it.
    fn after<E: Engine>(&self, tree: &OptimalPlay, root: &E) -> E {
        let mut engine = tree.engine_at(root, self.node);
        engine.play(self.m);
        engine
    }

    /// Plies after it within which a mate counts, if those do that are up to `longer` plies longer than the main line.
    fn horizon(&self, tree: &OptimalPlay, longer: Option<Plies>) -> Plies {
        let rest = tree.nodes[self.node].rest;
        longer.map_or(UNLIMITED_PLIES, |longer| (rest - 1).saturating_add(longer))
    }
}

/// A move for which the budget did not suffice.
#[derive(Clone, Copy, Debug)]
pub struct UnsettledMove {
    /// Node of the graph of optimal play.
    pub node: usize,
    /// The move.
    pub m: Move,
    /// A mate by it would be tolerated, however long.
    pub is_tolerated: bool,
}

/// What an examination found.
#[derive(Clone, Debug)]
pub struct CookFindings {
    /// The length.
    pub length: MateLength,
    /// The graph of optimal play, if the length is known.
    pub tree: Option<OptimalPlay>,
    /// The known move at the attacker's nodes of main lines.
    pub known_moves: HashMap<usize, Move>,
    /// All rivals, by node.
    pub second_solutions: Vec<SecondSolution>,
    /// Moves of which it is not settled whether they mate: node, move, and true if that would be
    /// tolerated in any case.
    pub unsettled: Vec<UnsettledMove>,
    /// All cooks that are at most [`NEAR_COOK_PLIES`] plies longer are known.
    pub near_cooks_settled: bool,
    /// The class.
    pub class: SoundnessClass,
}

impl CookFindings {
    fn nothing(length: MateLength, class: SoundnessClass) -> CookFindings {
        CookFindings {
            length,
            tree: None,
            known_moves: HashMap::new(),
            second_solutions: Vec::new(),
            unsettled: Vec::new(),
            near_cooks_settled: true,
            class,
        }
    }

    /// Pieces left in hand at the end of the main lines; none if not settled.
    pub fn leftover(&self) -> Option<u32> {
        self.tree.as_ref().filter(|tree| tree.complete).map(|tree| tree.nodes[0].leftover)
    }

    /// The rivals that spoil the problem.
    pub fn cooks(&self) -> impl Iterator<Item = &SecondSolution> {
        self.second_solutions
            .iter()
            .filter(|solution| solution.tolerance.is_empty() && !solution.open)
    }

    fn classify(&mut self) {
        let leftover = self.leftover();
        let complete = self.tree.as_ref().is_some_and(|tree| tree.complete);
        let (mut open, mut limited) = (!complete, self.second_solutions.is_empty());
        for m in &self.unsettled {
            limited &= !m.is_tolerated;
            open |= !m.is_tolerated;
        }
        open |= self.second_solutions.iter().any(|solution| solution.open);
        self.class = if leftover.is_some_and(|left| left > 0) || self.cooks().next().is_some() {
            SoundnessClass::Flawed
        } else if open {
            SoundnessClass::Unknown
        } else if limited {
            SoundnessClass::CompletelyLimited
        } else {
            SoundnessClass::Complete
        };
    }
}

/// Examines the problem at the oracle's root, whose length by the convention's count is `length`.
pub fn find_cooks<E: Engine + Sync, C: Convention<E>>(
    oracle: &MateOracle<'_, E>,
    convention: &C,
    length: MateLength,
    config: &CookSearchConfig<'_>,
) -> CookFindings {
    let MateLength::Exact(plies) = length else {
        let class = if length == MateLength::None {
            SoundnessClass::Flawed
        } else {
            SoundnessClass::Unknown
        };
        return CookFindings::nothing(length, class);
    };
    let mut findings = CookFindings::nothing(length, SoundnessClass::Unknown);
    let tree =
        optimal_play::build(convention, &oracle.root, oracle.attacker, plies, config.graph_bytes);
    findings.known_moves = known_moves(&tree, config.solution);
    findings.tree = Some(tree);
    let mut search = CookSearch { oracle, convention, config, findings };
    search.find_equal_solutions();
    search.findings.classify();
    if !(config.first_cook_only && search.findings.class == SoundnessClass::Flawed) {
        search.find_longer_solutions();
        search.findings.second_solutions.sort_by_key(|solution| solution.node);
        search.findings.classify();
    }
    search.findings
}

/// The known move at every attacker's node of a main line: the author's on his line, else the first.
fn known_moves(tree: &OptimalPlay, solution: &[Move]) -> HashMap<usize, Move> {
    let nodes = tree.nodes.iter().enumerate();
    let attacking = nodes.filter(|(_, node)| node.main && node.is_attacker());
    let mut known: HashMap<usize, Move> =
        attacking.filter_map(|(i, _)| Some((i, tree.first_best_move(i)?))).collect();
    let mut at = 0;
    for &m in solution {
        let Some((_, child)) = tree.best_moves(at).find(|(best, _)| *best == m) else { break };
        if tree.nodes[at].is_attacker() {
            known.insert(at, m);
        }
        at = child;
    }
    known
}

struct CookSearch<'a, 'o, E, C> {
    oracle: &'a MateOracle<'o, E>,
    convention: &'a C,
    config: &'a CookSearchConfig<'a>,
    findings: CookFindings,
}

impl<E: Engine + Sync, C: Convention<E>> CookSearch<'_, '_, E, C> {
    fn tree(&self) -> &OptimalPlay {
        self.findings.tree.as_ref().expect("set before the examination begins")
    }

    /// Attacker's nodes of main lines in the order of the graph, each with its known move.
    fn attacker_nodes(&self) -> Vec<(usize, Move)> {
        let mut nodes: Vec<(usize, Move)> =
            self.findings.known_moves.iter().map(|(node, m)| (*node, *m)).collect();
        nodes.sort_unstable();
        nodes
    }

    /// Rivals that mate as soon as the known move.
    fn find_equal_solutions(&mut self) {
        for (node, known) in self.attacker_nodes() {
            let moves = &self.tree().nodes[node].moves;
            let others: Vec<Move> = moves
                .iter()
                .filter(|(m, child)| *m != known && child.is_some())
                .map(|(m, _)| *m)
                .collect();
            for m in others {
                let rest = self.tree().nodes[node].rest;
                let (tolerance, open) = self.tolerate_equal(node, known, m);
                let plies = rest - 1;
                self.findings
                    .second_solutions
                    .push(SecondSolution::new(node, m, plies, tolerance, open));
            }
        }
    }

    /// Rivals that mate later. Those that are tolerated in any case are asked about last and with little
    /// effort: only whether the problem is completely limited depends on them.
    fn find_longer_solutions(&mut self) {
        let brief = self.config.first_cook_only;
        let mut open = self.other_moves(false);
        let mut mating = Vec::new();
        let mut refuted = Vec::new();
        self.oracle.budget.begin_stage(self.config.budget_share, "looking for cooks");
        // Where one cook is enough, a very short search often finds it.
        for &step in if brief { &SEARCH_ROUNDS[..] } else { &SEARCH_ROUNDS[1..] } {
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
            return;
        }
        self.separate_detours(&mut mating);
        self.findings.second_solutions.append(&mut mating);
        self.oracle
            .budget
            .begin_stage(TOLERATED_BUDGET_SHARE, "looking for second solutions that are tolerated");
        let mut open = self.other_moves(true);
        let mut refuted = Vec::new();
        for &step in TOLERATED_ROUNDS {
            let mut found = self.run_round(&mut open, &mut refuted, step);
            self.findings.second_solutions.append(&mut found);
        }
        let mut found = self.decide_by_convention(refuted, &mut open);
        self.findings.second_solutions.append(&mut found);
        self.record_unsettled(&open);
    }

    /// Adds what was found to what mates. Where one cook is enough, tells cooks from detours at once instead; true if
    /// there is one.
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
            self.findings.classify();
            self.oracle.budget.begin_stage(self.config.budget_share, "looking for cooks");
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

    /// Moves of main nodes that do not keep the length: those that are tolerated in any case, with the reason, or
    /// the others.
    fn other_moves(&self, free: bool) -> Vec<SecondSolution> {
        let mut others = Vec::new();
        for (node, known) in self.attacker_nodes() {
            let moves = self.tree().nodes[node].moves.iter();
            let moves = moves.filter(|(m, child)| *m != known && child.is_none());
            others.extend(moves.map(|&(m, _)| {
                let tolerance = self.tolerance_in_any_case(node, m);
                SecondSolution::new(node, m, 0, tolerance, false)
            }));
        }
        others.retain(|solution| solution.tolerance.is_empty() != free);
        others
    }

    /// Takes out of `open` what a step settles if every answer counts: gives back what mates, and adds to `refuted` what
    /// does not so soon. What does not at all, does not by any count.
    fn run_round(
        &self,
        open: &mut Vec<SecondSolution>,
        refuted: &mut Vec<SecondSolution>,
        (horizon, most): SearchRound,
    ) -> Vec<SecondSolution> {
        let (tree, root, longer) = (self.tree(), &self.oracle.root, self.config.cook_margin);
        let far = |solution: &SecondSolution| solution.horizon(tree, longer);
        let within = |solution: &SecondSolution| match horizon {
            Horizon::Full => far(solution),
            Horizon::Near => {
                let rest = tree.nodes[solution.node].rest;
                far(solution).min((rest - 1).saturating_add(NEAR_COOK_PLIES))
            }
        };
        let pose = |solution: &SecondSolution| (solution.after(tree, root), within(solution));
        let (asked, mut rest): (Vec<SecondSolution>, Vec<SecondSolution>) =
            open.drain(..).partition(|solution| horizon == Horizon::Full || !solution.no_near_mate);
        let answers = self.oracle.decide_with_effort(&asked, most, pose);
        let mut mating = Vec::new();
        for (solution, answer) in asked.into_iter().zip(answers) {
            match answer {
                MateAnswer::Mate(plies) => {
                    mating.push(SecondSolution { plies, plies_all_replies: plies, ..solution })
                }
                // That there is no mate so soon says nothing of later ones.
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

    /// Of rivals that do not mate soon enough if every answer counts, those that do by this count. What is not settled
    /// goes to `open`.
    fn decide_by_convention(
        &self,
        refuted: Vec<SecondSolution>,
        open: &mut Vec<SecondSolution>,
    ) -> Vec<SecondSolution> {
        let mut mating = Vec::new();
        let (tree, root, longer) = (self.tree(), &self.oracle.root, self.config.cook_margin);
        let pose = |solution: &SecondSolution| {
            (solution.after(tree, root), solution.horizon(tree, longer))
        };
        let refuted = if C::PLAIN { Vec::new() } else { refuted };
        for some in refuted.chunks(MAX_BATCHED_QUESTIONS) {
            let questions: Vec<(E, Plies)> = some.iter().map(pose).collect();
            let answers = self.convention.decide_within(&questions);
            for ((solution, (engine, plies)), answer) in some.iter().zip(questions).zip(answers) {
                let raw = match answer {
                    MateAnswer::No => continue,
                    MateAnswer::Mate(_) => self.oracle.find_length(&engine, plies),
                    MateAnswer::Unknown => MateLength::Unknown(plies),
                };
                match raw {
                    MateLength::Exact(raw) | MateLength::AtMost(raw) => {
                        mating.push(SecondSolution {
                            plies,
                            plies_all_replies: raw,
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
