//! The answer key of a problem: every move by which a solver mates in time, and the replies to it.
//!
//! An application that judges its player needs both: the player may deviate from the printed line
//! where another move mates as soon (with or without promotion, any move at the end), or where a
//! piece is dropped from farther away. The key has all such moves, also in the lines that follow
//! from them. The replies are those that hold out longest; the first one continues the printed
//! line.
//!
//! Lengths are exact and count every interposition. A problem whose printed line is shorter than
//! that has no key.

use crate::generator::mate_probe::{MateProbe, ProbeExhausted};
use crate::generator::problem_space::{PieceConstraints, ProblemSpace};
use crate::judge::tolerance::differ_in_distance;
use crate::movegen::{BitboardEngine, MailboxEngine, bitboard};
use crate::position::{Engine, Move, MoveList, Problem};

/// Moves of a key at most.
const MAX_MOVES: usize = 5_000;
/// Nodes of the search for one key.
const MAX_NODES: u64 = 3_000_000;
/// Plies by which the mate after a drop from farther away may be longer.
const MAX_DISTANCE_PLIES: u16 = 4;

/// A move of the attacker that mates in time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerMove {
    /// The move.
    pub m: Move,
    /// The replies that hold out longest; none if the move mates.
    pub replies: Vec<AnswerReply>,
}

/// A reply of the defender.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerReply {
    /// The reply.
    pub m: Move,
    /// The attacker's next moves.
    pub answers: Vec<AnswerMove>,
}

/// The answer key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerKey {
    /// Length of the shortest mate in plies.
    pub plies: u16,
    /// The first moves; the printed one first.
    pub answers: Vec<AnswerMove>,
    /// True if all replies that hold out longest are there; false if only the first one of each
    /// position is, because the key would have more than 5,000 moves.
    pub all_replies: bool,
}

/// The answer key of a problem with a mate of at most `most` plies. Moves of `line`, the printed
/// solution, come before others.
///
/// `None` if there is no such mate, if the defender moves first, or if a limit does not suffice.
pub fn answer_key(problem: &Problem, line: &[Move], most: u16) -> Option<AnswerKey> {
    let rules = problem.rules();
    let position = problem.position();
    if position.side != problem.attacker() {
        return None;
    }
    let royals = position.royals(rules, problem.attacker().other()).len();
    if bitboard::plays(rules) && royals == 1 {
        write::<BitboardEngine>(problem, line, most)
    } else {
        write::<MailboxEngine>(problem, line, most)
    }
}

fn write<E: Engine>(problem: &Problem, line: &[Move], most: u16) -> Option<AnswerKey> {
    let space = ProblemSpace::new(problem.rules(), problem.forcing(), PieceConstraints::default());
    let mut probe = MateProbe::<E>::of_attacker(&space, problem.attacker());
    probe.set_up(&space, problem.position(), MAX_NODES);
    let plies = probe.find_length(most).ok()??;
    let mut writer = KeyWriter { space: &space, probe, moves: 0, all_replies: true };
    if let Ok(answers) = writer.answers(plies, Some(line)) {
        return Some(AnswerKey { plies, answers, all_replies: true });
    }
    (writer.moves, writer.all_replies) = (0, false);
    writer.probe.set_up(&space, problem.position(), MAX_NODES);
    let answers = writer.answers(plies, Some(line)).ok()?;
    Some(AnswerKey { plies, answers, all_replies: false })
}

struct KeyWriter<'a, E> {
    space: &'a ProblemSpace,
    probe: MateProbe<E>,
    /// Moves written so far.
    moves: usize,
    all_replies: bool,
}

impl<E: Engine> KeyWriter<'_, E> {
    fn count_move(&mut self) -> Result<(), ProbeExhausted> {
        self.moves += 1;
        if self.moves > MAX_MOVES { Err(ProbeExhausted) } else { Ok(()) }
    }

    fn is_mated_after(&mut self, m: Move, plies: u16) -> Result<bool, ProbeExhausted> {
        self.probe.engine.play(m);
        let mated = self.probe.is_mated_within(plies);
        self.probe.engine.undo();
        mated
    }

    /// The attacker's moves that mate within `rest` plies, and drops from farther away. `line` is
    /// the rest of the printed line, if the position is on it.
    fn answers(
        &mut self,
        rest: u16,
        line: Option<&[Move]>,
    ) -> Result<Vec<AnswerMove>, ProbeExhausted> {
        let mut moves = MoveList::new();
        self.probe.engine.generate_forcing(&mut moves);
        let known = line.and_then(|line| line.first().copied());
        moves.sort_by_key(|m| (Some(*m) != known, !m.changes(), *m));
        let (mut timely, mut others) = (Vec::new(), Vec::new());
        for &m in &moves {
            let list = if self.is_mated_after(m, rest - 1)? { &mut timely } else { &mut others };
            list.push(m);
        }
        let board = self.space.rules.board;
        let attacker = self.probe.engine.side();
        let mut royals = Vec::new();
        self.probe.engine.royals(attacker.other(), &mut royals);
        let mut answers: Vec<(Move, u16)> = timely.iter().map(|&m| (m, rest)).collect();
        others.retain(|&m| timely.iter().any(|&t| differ_in_distance(board, &royals, t, m)));
        for m in others {
            for longer in (2..=MAX_DISTANCE_PLIES).step_by(2) {
                if self.is_mated_after(m, rest - 1 + longer)? {
                    answers.push((m, rest + longer));
                    break;
                }
            }
        }
        let mut written = Vec::new();
        for (m, rest) in answers {
            self.count_move()?;
            let line = line.filter(|line| line.first() == Some(&m)).map(|line| &line[1..]);
            self.probe.engine.play(m);
            let replies = self.replies(rest - 1, line);
            self.probe.engine.undo();
            written.push(AnswerMove { m, replies: replies? });
        }
        Ok(written)
    }

    /// The replies that hold out longest against a mate within `most` plies.
    fn replies(
        &mut self,
        most: u16,
        line: Option<&[Move]>,
    ) -> Result<Vec<AnswerReply>, ProbeExhausted> {
        let rest = self.probe.find_length(most)?.ok_or(ProbeExhausted)?;
        if rest == 0 {
            return Ok(Vec::new());
        }
        let mut moves = MoveList::new();
        self.probe.engine.generate_legal(&mut moves);
        let known = line.and_then(|line| line.first().copied());
        moves.sort_by_key(|m| (Some(*m) != known, m.dropped().is_some(), *m));
        let mut replies = Vec::new();
        for &m in &moves {
            if rest > 2 && self.is_mated_after(m, rest - 3)? {
                continue;
            }
            self.count_move()?;
            let line = line.filter(|line| line.first() == Some(&m)).map(|line| &line[1..]);
            self.probe.engine.play(m);
            let answers = self.answers(rest - 1, line);
            self.probe.engine.undo();
            replies.push(AnswerReply { m, answers: answers? });
            if !self.all_replies {
                break;
            }
        }
        Ok(replies)
    }
}
