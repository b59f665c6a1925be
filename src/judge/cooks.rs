//! A problem under one way of counting lengths: the graph of optimal play, every second solution at its
//! attacker's nodes, what of that is tolerated, and the class that follows.

use crate::judge::conventions::convention::Convention;
use crate::judge::conventions::restricted_engine::{RestrictedEngine, Restriction};
use crate::judge::mate_oracle::{MateAnswer, MateLength, MateOracle};
use crate::judge::optimal_play::{self, MANY_QUESTIONS, OptimalPlay};
use crate::judge::report::SoundnessClass;
use crate::judge::tolerance::{self, Tolerance};
use crate::position::{BoardKey, Engine, Hand, Move};
use crate::rules::Rules;
use crate::search::plies::{Plies, UNLIMITED_PLIES};
use crate::search::transposition_table::TranspositionTable;
use std::collections::HashMap;
use std::sync::Arc;

/// What the search for detours may spend of what is left after that.
const DETOURS_SHARE: f64 = 0.4;
/// What the longer ways that are tolerated in any case may spend of what is left after that.
const FREE_SHARE: f64 = 0.2;
/// How those are asked about.
const FREE_STEPS: &[Step] = &[(Reach::Far, 20_000), (Reach::Near, 100_000), (Reach::Far, 100_000)];

/// How much longer cooks are that are sought before others.
pub const NEAR: Plies = 4;

/// How far ahead a mate is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reach {
    /// As far as a mate counts.
    Far,
    /// [`NEAR`].
    Near,
}

/// How all rivals that are open are asked about: how far, and with so many nodes for each.
type Step = (Reach, u64);

/// Most are settled by a short search for a mate of any length. Of the others, those that are a little longer are found
/// soonest by asking for just that, and those that are none are refuted soonest by asking for any: so both take turns,
/// and neither spends much more than the other.
const STEPS: [Step; 12] = [
    (Reach::Far, 1_000),
    (Reach::Far, 20_000),
    (Reach::Near, 80_000),
    (Reach::Far, 320_000),
    (Reach::Near, 1_280_000),
    (Reach::Far, 5_120_000),
    (Reach::Near, 20_480_000),
    (Reach::Far, 81_920_000),
    (Reach::Near, 327_680_000),
    (Reach::Far, 1_310_720_000),
    (Reach::Near, u64::MAX),
    (Reach::Far, u64::MAX),
];

/// What is asked of an examination.
#[derive(Clone, Debug)]
pub struct CookSearchConfig<'a> {
    /// The author's line, which tells the known move where there are several best ones.
    pub solution: &'a [Move],
    /// What is tolerated.
    pub tolerate: &'a [Tolerance],
    /// Cooks count up to so many plies longer than the main line; none: all do.
    pub longer: Option<Plies>,
    /// What the search for longer cooks may spend of what is left.
    pub share: f64,
    /// Only soundness is wanted: stop as soon as it is clear.
    pub brief: bool,
    /// Bytes for the table of the search for detours.
    pub hash: usize,
    /// Bytes for the graph of optimal play.
    pub room: usize,
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
    pub raw: Plies,
    /// Why it is tolerated; empty if it is not.
    pub tolerance: Vec<Tolerance>,
    /// Whether it is tolerated could not be settled.
    pub open: bool,
    /// It is known not to mate at most [`NEAR`] plies later than the known move if every answer counts.
    not_near: bool,
}

impl SecondSolution {
    fn new(
        node: usize,
        m: Move,
        plies: Plies,
        tolerance: Vec<Tolerance>,
        open: bool,
    ) -> SecondSolution {
        SecondSolution { node, m, plies, raw: plies, tolerance, open, not_near: false }
    }

    /// The engine after it.
    fn after<E: Engine>(&self, tree: &OptimalPlay, root: &E) -> E {
        let mut engine = tree.engine(root, self.node);
        engine.play(self.m);
        engine
    }

    /// Plies after it within which a mate counts, if those do that are up to `longer` plies longer than the main line.
    fn horizon(&self, tree: &OptimalPlay, longer: Option<Plies>) -> Plies {
        let rest = tree.nodes[self.node].rest;
        longer.map_or(UNLIMITED_PLIES, |longer| (rest - 1).saturating_add(longer))
    }
}

/// What an examination found.
#[derive(Clone, Debug)]
pub struct CookFindings {
    /// The length.
    pub length: MateLength,
    /// The graph of optimal play, if the length is known.
    pub tree: Option<OptimalPlay>,
    /// The known move at the attacker's nodes of main lines.
    pub known: HashMap<usize, Move>,
    /// All rivals, by node.
    pub rivals: Vec<SecondSolution>,
    /// Moves of which it is not settled whether they mate: node, move, and true if that would be
    /// tolerated in any case.
    pub open: Vec<(usize, Move, bool)>,
    /// All cooks that are at most [`NEAR`] plies longer are known.
    pub near: bool,
    /// The class.
    pub class: SoundnessClass,
}

impl CookFindings {
    fn nothing(length: MateLength, class: SoundnessClass) -> CookFindings {
        CookFindings {
            length,
            tree: None,
            known: HashMap::new(),
            rivals: Vec::new(),
            open: Vec::new(),
            near: true,
            class,
        }
    }

    /// Pieces left in hand at the end of the main lines; none if not settled.
    pub fn leftover(&self) -> Option<u32> {
        self.tree.as_ref().filter(|tree| tree.complete).map(|tree| tree.nodes[0].leftover)
    }

    /// The rivals that spoil the problem.
    pub fn cooks(&self) -> impl Iterator<Item = &SecondSolution> {
        self.rivals.iter().filter(|rival| rival.tolerance.is_empty() && !rival.open)
    }

    fn classify(&mut self) {
        let leftover = self.leftover();
        let complete = self.tree.as_ref().is_some_and(|tree| tree.complete);
        let (mut open, mut limited) = (!complete, self.rivals.is_empty());
        for (_, _, free) in &self.open {
            limited &= !free;
            open |= !free;
        }
        open |= self.rivals.iter().any(|rival| rival.open);
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
pub fn examine<E: Engine + Sync, C: Convention<E>>(
    oracle: &MateOracle<'_, E>,
    convention: &C,
    length: MateLength,
    terms: &CookSearchConfig<'_>,
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
    let tree = optimal_play::grow(convention, &oracle.root, oracle.attacker, plies, terms.room);
    findings.known = known_moves(&tree, terms.solution);
    findings.tree = Some(tree);
    let mut examination = CookSearch { oracle, convention, terms, findings };
    examination.equals();
    examination.findings.classify();
    if !(terms.brief && examination.findings.class == SoundnessClass::Flawed) {
        examination.longer();
        examination.findings.rivals.sort_by_key(|rival| rival.node);
        examination.findings.classify();
    }
    examination.findings
}

/// The known move at every attacker's node of a main line: the author's on his line, else the first.
fn known_moves(tree: &OptimalPlay, solution: &[Move]) -> HashMap<usize, Move> {
    let nodes = tree.nodes.iter().enumerate();
    let attacking = nodes.filter(|(_, node)| node.main && node.attacking);
    let mut known: HashMap<usize, Move> =
        attacking.filter_map(|(i, _)| Some((i, tree.first(i)?))).collect();
    let mut at = 0;
    for &m in solution {
        let Some((_, child)) = tree.best(at).find(|(best, _)| *best == m) else { break };
        if tree.nodes[at].attacking {
            known.insert(at, m);
        }
        at = child;
    }
    known
}

struct CookSearch<'a, 'o, E, C> {
    oracle: &'a MateOracle<'o, E>,
    convention: &'a C,
    terms: &'a CookSearchConfig<'a>,
    findings: CookFindings,
}

impl<E: Engine + Sync, C: Convention<E>> CookSearch<'_, '_, E, C> {
    fn tree(&self) -> &OptimalPlay {
        self.findings.tree.as_ref().expect("set before the examination begins")
    }

    /// Attacker's nodes of main lines in the order of the graph, each with its known move.
    fn nodes(&self) -> Vec<(usize, Move)> {
        let mut nodes: Vec<(usize, Move)> =
            self.findings.known.iter().map(|(node, m)| (*node, *m)).collect();
        nodes.sort_unstable();
        nodes
    }

    /// Rivals that mate as soon as the known move.
    fn equals(&mut self) {
        for (node, known) in self.nodes() {
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
                self.findings.rivals.push(SecondSolution::new(node, m, plies, tolerance, open));
            }
        }
    }

    /// Rivals that mate later. Those that are tolerated in any case are asked about last and with little
    /// effort: only whether the problem is completely limited depends on them.
    fn longer(&mut self) {
        let brief = self.terms.brief;
        let mut open = self.others(false);
        let mut mating = Vec::new();
        let mut refuted = Vec::new();
        self.oracle.budget.stage(self.terms.share, "looking for cooks");
        // Where one cook is enough, a very short search often finds it.
        for &step in if brief { &STEPS[..] } else { &STEPS[1..] } {
            let found = self.later(&mut open, &mut refuted, step);
            if self.keep(found, &mut mating) {
                return;
            }
        }
        let found = self.sooner(refuted, &mut open);
        if self.keep(found, &mut mating) {
            return;
        }
        self.findings.near = C::PLAIN && open.iter().all(|rival| rival.not_near);
        self.leave_open(&open);
        if brief {
            return;
        }
        self.tell_detours(&mut mating);
        self.findings.rivals.append(&mut mating);
        self.oracle.budget.stage(FREE_SHARE, "looking for second solutions that are tolerated");
        let mut open = self.others(true);
        let mut refuted = Vec::new();
        for &step in FREE_STEPS {
            let mut found = self.later(&mut open, &mut refuted, step);
            self.findings.rivals.append(&mut found);
        }
        let mut found = self.sooner(refuted, &mut open);
        self.findings.rivals.append(&mut found);
        self.leave_open(&open);
    }

    /// Adds what was found to what mates. Where one cook is enough, tells cooks from detours at once instead; true if
    /// there is one.
    fn keep(&mut self, mut found: Vec<SecondSolution>, mating: &mut Vec<SecondSolution>) -> bool {
        if !self.terms.brief {
            mating.append(&mut found);
        } else if !found.is_empty() {
            self.tell_detours(&mut found);
            self.findings.rivals.append(&mut found);
            self.findings.classify();
            self.oracle.budget.stage(self.terms.share, "looking for cooks");
        }
        self.terms.brief && self.findings.class == SoundnessClass::Flawed
    }

    fn leave_open(&mut self, open: &[SecondSolution]) {
        let open = open.iter().map(|rival| (rival.node, rival.m, !rival.tolerance.is_empty()));
        self.findings.open.extend(open);
    }

    /// Finds out which of these rivals are but detours. Where main lines are missing, a mate that comes back to none
    /// of the others may come back to those.
    fn tell_detours(&self, mating: &mut [SecondSolution]) {
        self.oracle.budget.stage(DETOURS_SHARE, "telling cooks from detours");
        let unsure = self.allowed(Tolerance::Detour) && !self.tree().complete;
        let detours = self.detours(mating);
        for (rival, detour) in mating.iter_mut().zip(detours) {
            match detour {
                MateAnswer::No => rival.tolerance.push(Tolerance::Detour),
                MateAnswer::Mate(_) => rival.open = unsure,
                MateAnswer::Unknown => rival.open = true,
            }
        }
    }

    /// Why a second solution by this move would be tolerated, however long it is; empty if it would not.
    fn free(&self, node: usize, m: Move) -> Vec<Tolerance> {
        let tree = self.tree();
        if tree.nodes[node].rest == 1 && tree.nodes[0].rest > 1 && self.allowed(Tolerance::LastMove)
        {
            return vec![Tolerance::LastMove];
        }
        if m.dropped().is_none() || !self.allowed(Tolerance::DropDistance) {
            return Vec::new();
        }
        let (rules, known) = (self.oracle.rules, self.findings.known[&node]);
        let engine = tree.engine(&self.oracle.root, node);
        let mut royals = Vec::new();
        engine.royals(self.oracle.attacker.other(), &mut royals);
        let differs = |m| tolerance::differ_in_distance(rules.board, &royals, known, m);
        if differs(m) {
            vec![Tolerance::DropDistance]
        } else if self.allowed(Tolerance::Mirror)
            && tolerance::is_symmetrical(rules, &engine.position())
            && differs(tolerance::mirror(rules.board, m))
        {
            vec![Tolerance::DropDistance, Tolerance::Mirror]
        } else {
            Vec::new()
        }
    }

    /// Moves of main nodes that do not keep the length: those that are tolerated in any case, with the reason, or
    /// the others.
    fn others(&self, free: bool) -> Vec<SecondSolution> {
        let mut others = Vec::new();
        for (node, known) in self.nodes() {
            let moves = self.tree().nodes[node].moves.iter();
            let moves = moves.filter(|(m, child)| *m != known && child.is_none());
            others.extend(moves.map(|&(m, _)| {
                let tolerance = self.free(node, m);
                SecondSolution::new(node, m, 0, tolerance, false)
            }));
        }
        others.retain(|rival| rival.tolerance.is_empty() != free);
        others
    }

    /// Takes out of `open` what a step settles if every answer counts: gives back what mates, and adds to `refuted` what
    /// does not so soon. What does not at all, does not by any count.
    fn later(
        &self,
        open: &mut Vec<SecondSolution>,
        refuted: &mut Vec<SecondSolution>,
        (reach, most): Step,
    ) -> Vec<SecondSolution> {
        let (tree, root, longer) = (self.tree(), &self.oracle.root, self.terms.longer);
        let far = |rival: &SecondSolution| rival.horizon(tree, longer);
        let within = |rival: &SecondSolution| match reach {
            Reach::Far => far(rival),
            Reach::Near => {
                let rest = tree.nodes[rival.node].rest;
                far(rival).min((rest - 1).saturating_add(NEAR))
            }
        };
        let pose = |rival: &SecondSolution| (rival.after(tree, root), within(rival));
        let (asked, mut rest): (Vec<SecondSolution>, Vec<SecondSolution>) =
            open.drain(..).partition(|rival| reach == Reach::Far || !rival.not_near);
        let answers = self.oracle.within_effort(&asked, most, pose);
        let mut mating = Vec::new();
        for (rival, answer) in asked.into_iter().zip(answers) {
            match answer {
                MateAnswer::Mate(plies) => {
                    mating.push(SecondSolution { plies, raw: plies, ..rival })
                }
                // That there is no mate so soon says nothing of later ones.
                MateAnswer::No if within(&rival) < far(&rival) => {
                    rest.push(SecondSolution { not_near: true, ..rival });
                }
                MateAnswer::No if far(&rival) < UNLIMITED_PLIES => refuted.push(rival),
                MateAnswer::No => {}
                MateAnswer::Unknown => rest.push(rival),
            }
        }
        *open = rest;
        mating
    }

    /// Of rivals that do not mate soon enough if every answer counts, those that do by this count. What is not settled
    /// goes to `open`.
    fn sooner(
        &self,
        refuted: Vec<SecondSolution>,
        open: &mut Vec<SecondSolution>,
    ) -> Vec<SecondSolution> {
        let mut mating = Vec::new();
        let (tree, root, longer) = (self.tree(), &self.oracle.root, self.terms.longer);
        let pose = |rival: &SecondSolution| (rival.after(tree, root), rival.horizon(tree, longer));
        let refuted = if C::PLAIN { Vec::new() } else { refuted };
        for some in refuted.chunks(MANY_QUESTIONS) {
            let questions: Vec<(E, Plies)> = some.iter().map(pose).collect();
            let answers = self.convention.within(&questions);
            for ((rival, (engine, plies)), answer) in some.iter().zip(questions).zip(answers) {
                let raw = match answer {
                    MateAnswer::No => continue,
                    MateAnswer::Mate(_) => self.oracle.length(&engine, plies),
                    MateAnswer::Unknown => MateLength::Unknown(plies),
                };
                match raw {
                    MateLength::Exact(raw) | MateLength::AtMost(raw) => {
                        mating.push(SecondSolution { plies, raw, ..rival.clone() });
                    }
                    MateLength::None | MateLength::Unknown(_) => open.push(rival.clone()),
                }
            }
        }
        mating
    }

    fn allowed(&self, kind: Tolerance) -> bool {
        self.terms.tolerate.contains(&kind)
    }

    /// Why an equally short rival is tolerated, and whether that stayed open.
    fn tolerate_equal(&self, node: usize, known: Move, m: Move) -> (Vec<Tolerance>, bool) {
        let free = self.free(node, m);
        if !free.is_empty() {
            return (free, false);
        }
        let mut open = false;
        let engine = self.tree().engine(&self.oracle.root, node);
        match self.differs_in_promotion(node, &engine, known, m) {
            Some(true) => return (vec![Tolerance::Promotion], false),
            Some(false) => {}
            None => open = true,
        }
        let rules = self.oracle.rules;
        if self.allowed(Tolerance::Mirror) && tolerance::is_symmetrical(rules, &engine.position()) {
            let image = tolerance::mirror(rules.board, m);
            if image == known {
                return (vec![Tolerance::Mirror], false);
            }
            match self.differs_in_promotion(node, &engine, known, image) {
                Some(true) => return (vec![Tolerance::Promotion, Tolerance::Mirror], false),
                Some(false) => {}
                None => open = true,
            }
        }
        (Vec::new(), open)
    }

    /// True if the move is the known one but for promotion, with the same continuation. None if that
    /// stayed open.
    fn differs_in_promotion(&self, node: usize, engine: &E, known: Move, m: Move) -> Option<bool> {
        let tree = self.tree();
        let pair = m.from().is_some() && m == known.with_change(!known.changes());
        if !(pair && self.allowed(Tolerance::Promotion)) {
            return Some(false);
        }
        if !tree.complete {
            return None;
        }
        let mut best = tree.best(node);
        let Some((_, child)) = best.find(|(best, _)| *best == known) else { return Some(false) };
        let mut engine = engine.clone();
        engine.play(m);
        tolerance::goes_on_the_same(self.convention, tree, child, &mut engine)
    }

    /// For longer rivals: is there a mate after them that never comes back to a main line, to its board with no less
    /// in hand, so that it could be gone on with? `No` is a detour. Every answer counts there.
    fn detours(&self, rivals: &[SecondSolution]) -> Vec<MateAnswer> {
        if rivals.is_empty() || !self.allowed(Tolerance::Detour) {
            return vec![MateAnswer::Mate(0); rivals.len()];
        }
        let law = Restriction::Barred(Arc::new(self.main_positions()));
        let rules = Arc::new(Rules { hands_dominate: false, ..Rules::clone(self.oracle.rules) });
        let attacker = self.oracle.attacker;
        let wrap = |engine: E| RestrictedEngine::wrap(engine, attacker, law.clone());
        let table = TranspositionTable::new(self.terms.hash);
        let (tree, root, longer) = (self.tree(), &self.oracle.root, self.terms.longer);
        let oracle = MateOracle {
            rules: &rules,
            attacker,
            root: wrap(root.clone()),
            table: &table,
            budget: self.oracle.budget,
            room: self.oracle.room,
        };
        // Most often there is such a mate of the length within which there is some.
        let soon = |rival: &SecondSolution| (wrap(rival.after(tree, root)), rival.raw);
        let horizon = |rival: &SecondSolution| rival.horizon(tree, longer).max(rival.raw);
        let late = |rival: &&SecondSolution| (wrap(rival.after(tree, root)), horizon(rival));
        let mut answers = oracle.within_effort(rivals, u64::MAX, soon);
        let failed = |answer: &MateAnswer| !matches!(answer, MateAnswer::Mate(_));
        let rest: Vec<usize> = (0..answers.len()).filter(|&i| failed(&answers[i])).collect();
        let others: Vec<&SecondSolution> = rest.iter().map(|&i| &rivals[i]).collect();
        let later = oracle.within_effort(&others, u64::MAX, late);
        rest.into_iter().zip(later).for_each(|(i, answer)| answers[i] = answer);
        answers
    }

    /// The boards of main lines with the attacker to move, and what he holds there.
    fn main_positions(&self) -> HashMap<BoardKey, Vec<Hand>> {
        let mut positions: HashMap<BoardKey, Vec<Hand>> = HashMap::new();
        for &node in self.findings.known.keys() {
            let engine = self.tree().engine(&self.oracle.root, node);
            positions.entry(engine.key()).or_default().push(engine.hand(self.oracle.attacker));
        }
        positions
    }
}
