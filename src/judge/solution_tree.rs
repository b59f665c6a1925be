//! The solution as composers write it down: the main line, and at each of its moves the
//! alternatives with their lengths: shorter and equal defences, cooks, tolerated moves.

use crate::judge::tolerance::Tolerance;
use crate::position::Move;
use crate::search::plies::Plies;

/// A line with the branches that leave it.
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
    /// Alternatives to it.
    pub branches: Vec<SolutionBranch>,
}

/// A line that leaves another one.
#[derive(Clone, Debug)]
pub struct SolutionBranch {
    /// Kind of the branch.
    pub kind: BranchKind,
    /// The line, from the move that leaves.
    pub line: SolutionLine,
    /// Other drops on the first move's square with the same continuation.
    pub also: Vec<Move>,
    /// Plies from the root to the end; `None` if irrelevant or unknown.
    pub plies: Option<Plies>,
    /// False if `plies` is an upper bound.
    pub exact: bool,
}

/// Kind of a branch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BranchKind {
    /// Variation (変化): a defence that lasts shorter.
    Variation,
    /// A defence that lasts as long and leaves the attacker a leftover.
    Leftover,
    /// A defence that lasts as long without leftover: another main line.
    Equal,
    /// A cook (余詰); its move is at this ply.
    Cook(Plies),
    /// The author's line, if it is not a main line.
    Author,
    /// A mate sooner than the author's (早詰); it leaves his line at this ply.
    ShortCook(Plies),
    /// A second solution that these tolerances cover.
    Tolerated(Vec<Tolerance>),
}

impl BranchKind {
    /// Name in results, such as `equal_with_leftover`.
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

/// The solution of a problem with its variations.
#[derive(Clone, Debug)]
pub struct SolutionTree {
    /// The main line; without a mate, a line on which the defence holds.
    pub line: SolutionLine,
    /// True if nothing is missing: the budget sufficed and every line reaches its end.
    pub complete: bool,
}

impl SolutionLine {
    /// A line without branches.
    pub fn plain(moves: &[Move], leftover: u32) -> SolutionLine {
        let step = |&m: &Move| SolutionStep { m, branches: Vec::new() };
        SolutionLine { steps: moves.iter().map(step).collect(), leftover }
    }

    /// The moves of the line.
    pub fn moves(&self) -> Vec<Move> {
        self.steps.iter().map(|step| step.m).collect()
    }

    /// Follows `moves` from index `at`. Returns the line and the step where they leave the tree,
    /// and the index reached.
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

    /// Adds a line from the root as a branch where it leaves the tree.
    pub(super) fn insert(
        &mut self,
        moves: &[Move],
        branch: impl FnOnce(SolutionLine) -> SolutionBranch,
        leftover: u32,
    ) {
        let (line, slot, at) = self.leave(moves, 0);
        if let Some(step) = line.steps.get_mut(slot) {
            if at < moves.len() {
                step.branches.push(branch(SolutionLine::plain(&moves[at..], leftover)));
            }
        }
    }
}

impl SolutionBranch {
    /// True if both branches differ only in the kind that they drop first.
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
