//! The solution as composers write it down: the main line, and at each of its moves what else could be
//! played there, with how long that takes: defences that last less or as long, cooks, what is tolerated.

use crate::judge::conventions::convention::Convention;
use crate::judge::duals;
use crate::judge::mate_oracle::{MateAnswer, MateOracle};
use crate::judge::optimal_play::{self, OptimalPlay};
use crate::judge::report::{FlawKind, SoundnessReport};
use crate::judge::tolerance::Tolerance;
use crate::position::{Engine, Move};
use crate::rules::Side;
use crate::search::plies::Plies;

/// Branches after which no more are added.
const MOST_BRANCHES: usize = 5_000;

/// A line with what branches off it.
#[derive(Clone, Debug, Default)]
pub struct SolutionLine {
    /// The moves, each with the branches that leave the line before it.
    pub steps: Vec<SolutionStep>,
    /// Pieces in the attacker's hand at the end.
    pub leftover: u32,
}

/// A move of a line.
#[derive(Clone, Debug)]
pub struct SolutionStep {
    /// The move.
    pub m: Move,
    /// What can be played instead of it.
    pub branches: Vec<SolutionBranch>,
}

/// A line that leaves another one.
#[derive(Clone, Debug)]
pub struct SolutionBranch {
    /// What it shows.
    pub kind: BranchKind,
    /// The line, from the move that leaves.
    pub line: SolutionLine,
    /// Other drops on the first move's square that go on in the same way.
    pub also: Vec<Move>,
    /// Plies from the root to the end; none if it does not matter or is not known.
    pub plies: Option<Plies>,
    /// False if `plies` is only an upper bound.
    pub exact: bool,
}

/// What a branch shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BranchKind {
    /// A defence that lasts less long.
    Variation,
    /// A defence that lasts as long, and leaves the attacker something in hand.
    Leftover,
    /// A defence that lasts as long: another main line.
    Equal,
    /// A cook; its move is at this ply.
    Cook(Plies),
    /// The author's line, where it is no main line.
    Author,
    /// A sooner mate than the author's; it leaves his line at this ply.
    ShortCook(Plies),
    /// A second solution that is tolerated.
    Tolerated(Vec<Tolerance>),
}

impl BranchKind {
    /// Its name in results.
    pub fn name(&self) -> &'static str {
        match self {
            BranchKind::Variation => "variation",
            BranchKind::Leftover => "equal_with_leftover",
            BranchKind::Equal => "equal",
            BranchKind::Cook(_) => "cook",
            BranchKind::Author => "author",
            BranchKind::ShortCook(_) => "short_cook",
            BranchKind::Tolerated(_) => "tolerated",
        }
    }
}

/// The solution of a problem.
#[derive(Clone, Debug)]
pub struct SolutionTree {
    /// The main line; of a problem without a mate a line in which the defence holds.
    pub line: SolutionLine,
    /// Nothing is missing: the budget sufficed, and every line goes on to its end.
    pub complete: bool,
}

impl SolutionLine {
    /// A line without branches.
    pub fn plain(moves: &[Move], leftover: u32) -> SolutionLine {
        let step = |&m: &Move| SolutionStep { m, branches: Vec::new() };
        SolutionLine { steps: moves.iter().map(step).collect(), leftover }
    }

    /// Its moves.
    pub fn moves(&self) -> Vec<Move> {
        self.steps.iter().map(|step| step.m).collect()
    }

    /// The line and the step, or its end, where `moves`, from `at` on, leave what is written down.
    fn leave(&mut self, moves: &[Move], mut at: usize) -> (&mut SolutionLine, usize, usize) {
        let begin = at;
        while at < moves.len() && self.steps.get(at - begin).is_some_and(|s| s.m == moves[at]) {
            at += 1;
        }
        let slot = at - begin;
        let along =
            |branch: &SolutionBranch| moves.get(at) == branch.line.steps.first().map(|s| &s.m);
        let next = self.steps.get(slot).and_then(|step| step.branches.iter().position(along));
        match next {
            Some(i) => self.steps[slot].branches[i].line.leave(moves, at),
            None => (self, slot, at),
        }
    }

    /// Adds a line from the root as a branch, where it leaves what is there.
    fn insert(
        &mut self,
        moves: &[Move],
        branch: impl FnOnce(SolutionLine) -> SolutionBranch,
        leftover: u32,
    ) {
        let (line, slot, at) = self.leave(moves, 0);
        if let Some(step) = line.steps.get_mut(slot)
            && at < moves.len()
        {
            step.branches.push(branch(SolutionLine::plain(&moves[at..], leftover)));
        }
    }
}

/// Writes the solution down: the main line `moves` of `tree`, with every other defence, `levels` deep: 1 is
/// defences against the main line alone.
pub fn write<E: Engine + Sync, C: Convention<E>>(
    oracle: &MateOracle<'_, E>,
    convention: &C,
    tree: &OptimalPlay,
    moves: &[Move],
    levels: u16,
) -> SolutionTree {
    let mut writer = Writer { convention, attacker: oracle.attacker, complete: true, branches: 0 };
    let main = Some((tree, 0));
    let mut engine = oracle.root.clone();
    let line = writer.annotate(&mut engine, main, moves, 0, levels);
    SolutionTree { line, complete: writer.complete && tree.complete }
}

/// Adds what was found out about the problem besides.
pub fn add_flaws<E: Engine>(
    outline: &mut SolutionTree,
    report: &SoundnessReport,
    root: &E,
    attacker: Side,
    author: &[Move],
) {
    let left = |line: &[Move]| {
        let mut engine = root.clone();
        line.iter().for_each(|&m| engine.play(m));
        engine.hand(attacker).total()
    };
    let branch = |kind, plies, exact| {
        move |line| SolutionBranch { kind, line, also: Vec::new(), plies, exact }
    };
    if !author.is_empty() {
        let plies = Some(author.len() as Plies);
        outline.line.insert(author, branch(BranchKind::Author, plies, true), left(author));
    }
    for flaw in &report.flaws {
        let (kind, plies, exact) = match flaw.fault {
            FlawKind::Cook { plies, exact, .. } => (BranchKind::Cook(flaw.at), plies, exact),
            FlawKind::ShortCook { plies, .. } => (BranchKind::ShortCook(flaw.at), plies, true),
            _ => continue,
        };
        // A line that was not found to its end is shown as far as it goes.
        let whole = flaw.line.len() == usize::from(plies);
        outline.complete &= whole;
        outline.line.insert(&flaw.line, branch(kind, Some(plies), exact), left(&flaw.line));
    }
    for tolerated in &report.tolerances {
        let kind = BranchKind::Tolerated(tolerated.kinds.clone());
        outline.line.insert(&tolerated.line, branch(kind, None, true), left(&tolerated.line));
    }
}

struct Writer<'a, C> {
    convention: &'a C,
    attacker: Side,
    complete: bool,
    branches: usize,
}

impl<C> Writer<'_, C> {
    /// Gives the moves of a line from `engine`, which is `ply` plies from the root, their branches. `at` is
    /// the engine's node in the graph of optimal play, if it is there.
    fn annotate<E: Engine + Sync>(
        &mut self,
        engine: &mut E,
        mut at: Option<(&OptimalPlay, usize)>,
        moves: &[Move],
        ply: Plies,
        levels: u16,
    ) -> SolutionLine
    where
        C: Convention<E>,
    {
        let mut line = SolutionLine::default();
        let last = ply + moves.len() as Plies;
        for (i, &m) in moves.iter().enumerate() {
            let ply = ply + i as Plies;
            let defends = engine.side() != self.attacker;
            let branches = if defends && levels > 0 {
                self.defences(engine, at, m, ply, last - ply, levels)
            } else {
                Vec::new()
            };
            line.steps.push(SolutionStep { m, branches });
            engine.play(m);
            at = at.and_then(|(tree, node)| {
                let (_, child) = tree.nodes[node].moves.iter().find(|(other, _)| *other == m)?;
                Some((tree, (*child)?))
            });
        }
        line.leftover = engine.hand(self.attacker).total();
        moves.iter().for_each(|_| engine.undo());
        line
    }

    /// The other defences at a position whose line goes on with `known` and lasts `rest` plies.
    fn defences<E: Engine + Sync>(
        &mut self,
        engine: &mut E,
        at: Option<(&OptimalPlay, usize)>,
        known: Move,
        ply: Plies,
        rest: Plies,
        levels: u16,
    ) -> Vec<SolutionBranch>
    where
        C: Convention<E>,
    {
        let Some(replies) = self.convention.replies(engine) else {
            self.complete = false;
            return Vec::new();
        };
        let mut branches: Vec<SolutionBranch> = Vec::new();
        let others: Vec<Move> = replies.into_iter().filter(|m| *m != known).collect();
        let lengths = self.lengths(engine, &others, rest);
        for (&reply, (len, exact)) in others.iter().zip(lengths) {
            if self.branches >= MOST_BRANCHES {
                self.complete = false;
                break;
            }
            engine.play(reply);
            let child = at.and_then(|(tree, node)| {
                let found = tree.nodes[node].moves.iter().find(|(m, _)| *m == reply)?;
                Some((tree, found.1?))
            });
            let moves = child.and_then(|(tree, child)| tree.finish(child));
            let moves = moves.unwrap_or_else(|| self.optimal(engine, len));
            let rest_of_line = self.annotate(engine, child, &moves, ply + 1, levels - 1);
            engine.undo();
            let mut line = SolutionLine::plain(&[reply], rest_of_line.leftover);
            line.steps.extend(rest_of_line.steps);
            let kind = match exact && len + 1 == rest {
                false => BranchKind::Variation,
                true if line.leftover > 0 => BranchKind::Leftover,
                true => BranchKind::Equal,
            };
            let plies = Some(ply + 1 + len);
            let branch = SolutionBranch { kind, line, also: Vec::new(), plies, exact };
            match branches.iter_mut().find(|other| other.goes_on_as(&branch)) {
                Some(other) => other.also.push(reply),
                None => {
                    self.branches += 1;
                    branches.push(branch);
                }
            }
        }
        // The longest first, as they are printed.
        branches.sort_by_key(|branch| std::cmp::Reverse(branch.plies));
        branches
    }

    /// After each reply, how long the mate is that is known to be there within `rest` - 1 plies, and whether
    /// that is exact.
    fn lengths<E: Engine + Sync>(
        &mut self,
        engine: &mut E,
        replies: &[Move],
        rest: Plies,
    ) -> Vec<(Plies, bool)>
    where
        C: Convention<E>,
    {
        let mut lengths = vec![(rest - 1, true); replies.len()];
        let mut open: Vec<usize> = (0..replies.len()).collect();
        for len in (1..rest.saturating_sub(1)).step_by(2) {
            let mut after = |i: &usize| {
                engine.play(replies[*i]);
                let after = engine.clone();
                engine.undo();
                (after, len)
            };
            let questions: Vec<(E, Plies)> = open.iter().map(&mut after).collect();
            let answers = self.convention.within(&questions);
            for (&i, answer) in open.iter().zip(answers.iter()) {
                match answer {
                    MateAnswer::Mate(_) => lengths[i].0 = len,
                    MateAnswer::No => {}
                    MateAnswer::Unknown => lengths[i].1 = false,
                }
            }
            open.retain(|&i| lengths[i].0 == rest - 1);
        }
        lengths
    }

    /// A line from a position of the attacker that is mated within `len`: both sides as well as they can,
    /// as far as lengths go.
    fn optimal<E: Engine + Sync>(&mut self, engine: &E, len: Plies) -> Vec<Move>
    where
        C: Convention<E>,
    {
        let mut engine = engine.clone();
        let mut line = Vec::new();
        let mut rest = len;
        loop {
            let attacking = engine.side() == self.attacker;
            let moves = optimal_play::moves(self.convention, &mut engine, attacking);
            let best = match moves {
                Some(moves) if moves.is_empty() && !attacking => return line,
                Some(moves) if rest > 0 => self.best(&mut engine, &moves, attacking, rest),
                _ => None,
            };
            let Some((m, next)) = best else {
                self.complete = false;
                return line;
            };
            engine.play(m);
            line.push(m);
            rest = next;
        }
    }

    /// The move to be played, and within how many plies the mate comes after it.
    fn best<E: Engine + Sync>(
        &self,
        engine: &mut E,
        moves: &[Move],
        attacking: bool,
        rest: Plies,
    ) -> Option<(Move, Plies)>
    where
        C: Convention<E>,
    {
        let mut questions = Vec::with_capacity(moves.len());
        let len = if attacking { rest - 1 } else { rest.saturating_sub(3) };
        for &m in moves {
            engine.play(m);
            questions.push((engine.clone(), len));
            engine.undo();
        }
        if !attacking && rest < 3 {
            return moves.first().map(|&m| (m, rest - 1));
        }
        let answers = self.convention.within(&questions);
        let all = moves.iter().zip(&answers);
        if attacking {
            let mut mates = all.filter(|(_, answer)| matches!(answer, MateAnswer::Mate(_)));
            return mates.next().map(|(&m, _)| (m, rest - 1));
        }
        let holds = |answer: &MateAnswer| match answer {
            MateAnswer::No => 0,
            MateAnswer::Unknown => 1,
            MateAnswer::Mate(_) => 2,
        };
        let (&m, answer) = all.min_by_key(|(_, answer)| holds(answer))?;
        Some((m, if matches!(answer, MateAnswer::Mate(_)) { rest - 3 } else { rest - 1 }))
    }
}

impl SolutionBranch {
    /// True if the other one is the same but for what is dropped.
    fn goes_on_as(&self, other: &SolutionBranch) -> bool {
        let first = |branch: &SolutionBranch| branch.line.steps.first().map(|step| step.m);
        let (Some(a), Some(b)) = (first(self), first(other)) else { return false };
        a.dropped().is_some()
            && b.dropped().is_some()
            && a.to() == b.to()
            && (&self.kind, self.plies, self.exact) == (&other.kind, other.plies, other.exact)
            && self.line.moves()[1..] == other.line.moves()[1..]
    }
}

/// The line that is written down as the main one: the author's if it is one, else the first; none if too much is
/// missing for any.
pub fn main_line(tree: &OptimalPlay, author: &[Move]) -> Option<Vec<Move>> {
    let length = usize::from(tree.nodes[0].rest);
    match author.len() == length && duals::along(tree, author).len() == length {
        true => Some(author.to_vec()),
        false => tree.finish(0),
    }
}
