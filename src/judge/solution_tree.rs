//! The solution as composers write it down: the main line, and at each of its moves what else could be
//! played there, with how long that takes: defences that last less or as long, cooks, what is tolerated.

use crate::judge::tolerance::Tolerance;
use crate::position::Move;
use crate::search::plies::Plies;

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
    pub(super) fn insert(
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

impl SolutionBranch {
    /// True if the other one is the same but for what is dropped.
    pub(super) fn continues_as(&self, other: &SolutionBranch) -> bool {
        let first = |branch: &SolutionBranch| branch.line.steps.first().map(|step| step.m);
        let (Some(a), Some(b)) = (first(self), first(other)) else { return false };
        a.dropped().is_some()
            && b.dropped().is_some()
            && a.to() == b.to()
            && (&self.kind, self.plies, self.exact) == (&other.kind, other.plies, other.exact)
            && self.line.moves()[1..] == other.line.moves()[1..]
    }
}
