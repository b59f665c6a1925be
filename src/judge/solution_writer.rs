//! Writes a solution down: finds the variations of the main line, then adds cooks and tolerated
//! moves.

use crate::judge::conventions::convention::Convention;
use crate::judge::mate_oracle::{MateAnswer, MateOracle};
use crate::judge::optimal_play::{self, OptimalPlay, role_of};
use crate::judge::report::{FlawKind, SoundnessReport};
use crate::judge::solution_tree::{
    BranchKind, SolutionBranch, SolutionLine, SolutionStep, SolutionTree,
};
use crate::position::{Engine, Move, Role};
use crate::rules::Side;
use crate::search::plies::Plies;

/// Branches of a solution at most.
const MAX_BRANCHES: usize = 5_000;

/// Writes down the main line `moves` of `graph` with all other defences, `levels` deep; 1 is
/// defences against the main line alone.
pub fn write_solution<E: Engine + Sync, C: Convention<E>>(
    oracle: &MateOracle<'_, E>,
    convention: &C,
    graph: &OptimalPlay,
    moves: &[Move],
    levels: u16,
) -> SolutionTree {
    let mut writer = Writer { convention, attacker: oracle.attacker, complete: true, branches: 0 };
    let main = Some((graph, 0));
    let mut engine = oracle.root.clone();
    let line = writer.annotate(&mut engine, main, moves, 0, levels);
    SolutionTree { line, complete: writer.complete && graph.complete }
}

/// Adds the cooks, tolerated moves and the author's line of a report.
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
        let (kind, plies, exact) = match flaw.kind {
            FlawKind::Cook { plies, exact, .. } => (BranchKind::Cook(flaw.at), plies, exact),
            FlawKind::ShortCook { plies, .. } => (BranchKind::ShortCook(flaw.at), plies, true),
            _ => continue,
        };
        // A line without its end is shown as far as it goes.
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
    /// Gives each move of a line its branches. The line starts from `engine`, `ply` plies from the
    /// root; `at` is the engine's node in the graph of optimal play, if it has one.
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
            at = at.and_then(|(graph, node)| {
                let (_, child) = graph.nodes[node].moves.iter().find(|(other, _)| *other == m)?;
                Some((graph, (*child)?))
            });
        }
        line.leftover = engine.hand(self.attacker).total();
        moves.iter().for_each(|_| engine.undo());
        line
    }

    /// The other defences at a position whose line continues with `known` and lasts `rest` plies.
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
            if self.branches >= MAX_BRANCHES {
                self.complete = false;
                break;
            }
            engine.play(reply);
            let child = at.and_then(|(graph, node)| {
                let found = graph.nodes[node].moves.iter().find(|(m, _)| *m == reply)?;
                Some((graph, found.1?))
            });
            let moves = child.and_then(|(graph, child)| graph.best_line_from(child));
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
            match branches.iter_mut().find(|other| other.continues_as(&branch)) {
                Some(other) => other.also.push(reply),
                None => {
                    self.branches += 1;
                    branches.push(branch);
                }
            }
        }
        // The longest first, as results print them.
        branches.sort_by_key(|branch| std::cmp::Reverse(branch.plies));
        branches
    }

    /// For each reply, the length of the mate that is known within `rest` - 1 plies, and whether it
    /// is exact.
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
            let answers = self.convention.decide_within(&questions);
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

    /// A line of optimal play from an attacker's position that is mated within `len` plies, as far
    /// as lengths decide.
    fn optimal<E: Engine + Sync>(&mut self, engine: &E, len: Plies) -> Vec<Move>
    where
        C: Convention<E>,
    {
        let mut engine = engine.clone();
        let mut line = Vec::new();
        let mut rest = len;
        loop {
            let role = role_of(engine.side(), self.attacker);
            let moves = optimal_play::ordered_moves(self.convention, &mut engine, role);
            let best = match moves {
                Some(moves) if moves.is_empty() && role == Role::Defender => return line,
                Some(moves) if rest > 0 => self.best_move(&mut engine, &moves, role, rest),
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

    /// The move to play, and the plies within which mate follows it.
    fn best_move<E: Engine + Sync>(
        &self,
        engine: &mut E,
        moves: &[Move],
        role: Role,
        rest: Plies,
    ) -> Option<(Move, Plies)>
    where
        C: Convention<E>,
    {
        let mut questions = Vec::with_capacity(moves.len());
        let len = if role == Role::Attacker { rest - 1 } else { rest.saturating_sub(3) };
        for &m in moves {
            engine.play(m);
            questions.push((engine.clone(), len));
            engine.undo();
        }
        if role == Role::Defender && rest < 3 {
            return moves.first().map(|&m| (m, rest - 1));
        }
        let answers = self.convention.decide_within(&questions);
        let all = moves.iter().zip(&answers);
        if role == Role::Attacker {
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
