//! Random rule files: engine and referee agree on every position, and the solver agrees with the
//! exact value. The random rules have every mechanism and option (see [`Draft`]); games and
//! positions are small.
//!
//! `TSUME_RULE_FILES=n` tries `n` files, and `TSUME_SEED=s` changes them. A difference is reduced
//! and printed with the rule file, the position and commands that reproduce it.

use super::comparison::{Comparison, compare, lists_match_single_moves};
use super::draft::{Draft, drafts};
use super::exact::ExactValue;
use crate::support::number;
use crate::support::random::{Random, memories, played_from};
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tsume::movegen::MailboxEngine;
use tsume::movegen::mailbox::tests_every_move;
use tsume::notation::sfen;
use tsume::position::{Engine, Forcing, Hand, Piece, Position, Problem};
use tsume::proof::certificate::{Certificate, UncertifiedReason};
use tsume::proof::{checker, text_format};
use tsume::referee::{ObjectionKind, admit, forcing_moves, legal_moves, play};
use tsume::rules::{Kind, Royalty, Rules, Side};
use tsume::search::node_key::NodeKey;
use tsume::search::transposition_table::TranspositionTable;
use tsume::search::{Limits, StopReason};
use tsume::solver::{Certify, Solution, SolverConfig, Verdict, new_table, resume, solve_with};

/// Positions expanded for an exact value.
const EXACT_POSITIONS: usize = 1_000;

/// Node limit of a search.
const SEARCH_NODES: u64 = 20_000;

/// The same where the engine asks the referee.
const SLOW_SEARCH_NODES: u64 = 200;

/// Positions expanded for an exact value there.
const SLOW_EXACT_POSITIONS: usize = 100;

/// Largest board on which positions are solved; on larger ones the referee is too slow.
const MAX_SOLVED_SQUARES: usize = 36;

/// Memory of a search's transposition table and certificates.
pub const SEARCH_BYTES: usize = 8 << 20;

/// The same for a second search if that is too little.
const LARGER_SEARCH_BYTES: usize = 256 << 20;

/// Time after which a case is printed as slow.
const SLOW_CASE: Duration = Duration::from_secs(20);

/// One position of so many is solved in two runs too.
const CONTINUED: usize = 8;

/// Positions of each rule file.
const POSITIONS: usize = 12;

/// Counts of what was compared.
#[derive(Debug, Default)]
pub struct Tally {
    files: usize,
    refused: usize,
    positions: usize,
    solved: usize,
    mates: usize,
    no_mates: usize,
    undecided: usize,
}

/// A position of a random game, and the problem that it poses.
#[derive(Clone)]
struct Case {
    draft: Draft,
    position: String,
    attacker: Side,
    forcing: Forcing,
    /// Seed of the moves that are played.
    seed: u64,
}

#[test]
fn random_rule_files_match_the_referee() {
    let (count, seed) = (number("TSUME_RULE_FILES", 120), number("TSUME_SEED", 1));
    let mut tally = Tally::default();
    let mut table = new_table(SEARCH_BYTES);
    let mut differences = 0;
    let began = Instant::now();
    for (file, draft, mut random) in drafts(count, seed) {
        let Some(rules) = draft.rules() else {
            tally.refused += 1;
            continue;
        };
        tally.files += 1;
        for _ in 0..POSITIONS {
            let position = placed_or_played(&rules, &mut random);
            tally.positions += 1;
            let case = Case {
                draft: draft.clone(),
                position: sfen::write(&rules, &position),
                attacker: if random.once_in(5) { position.side.other() } else { position.side },
                forcing: *random.pick(&[Forcing::Check, Forcing::Royal]),
                seed: random.next_u64(),
            };
            let before = Instant::now();
            let difference = case.difference(&mut table, &mut tally);
            if before.elapsed() > SLOW_CASE {
                eprintln!("file {file} of seed {seed} took {:?}", before.elapsed());
                case.print();
            }
            if let Err(what) = difference {
                differences += 1;
                eprintln!("file {file} of seed {seed}: {what}");
                case.smaller(&mut table).print();
                break;
            }
        }
    }
    eprintln!("{tally:?} from seed {seed} in {:.0} s", began.elapsed().as_secs_f64());
    assert_eq!(differences, 0);
}

impl Case {
    fn rules_and_position(&self) -> Option<(Arc<Rules>, Position)> {
        let rules = self.draft.rules()?;
        let position = sfen::parse(&rules, &self.position).ok()?;
        Some((rules, position))
    }

    /// `Err` describes what engine, solver and referee differ in.
    fn difference(&self, table: &mut TranspositionTable, tally: &mut Tally) -> Comparison {
        let Some((rules, position)) = self.rules_and_position() else {
            return Err("the position cannot be read back".to_owned());
        };
        if rules.too_many_emperors(position.material(&rules)).is_some() {
            return Ok(());
        }
        let compared = catch_unwind(AssertUnwindSafe(|| {
            compare::<MailboxEngine>(&rules, &position, &mut Random(self.seed))?;
            lists_match_single_moves(&rules, &position)?;
            let (attacker, config) = (Some(self.attacker), self.config());
            compare_verdict(&rules, position, attacker, self.forcing, &config, table, tally)
        }));
        compared.unwrap_or_else(|panic| {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            Err(format!("panic: {}", text.or(panic.downcast_ref().copied()).unwrap_or_default()))
        })
    }

    /// Configuration of the solver: mostly the shortest mate, sometimes others.
    fn config(&self) -> SolverConfig {
        let mut random = Random(self.seed);
        let depth = random.once_in(4).then(|| *random.pick(&[1, 2, 3, 4, 5, 7]));
        let slow = self.draft.rules().is_some_and(|rules| tests_every_move(&rules));
        let most = if slow { SLOW_SEARCH_NODES } else { SEARCH_NODES };
        let nodes = if random.once_in(4) { 1 + random.next_u64() % most } else { most };
        let within = random.once_in(6).then(|| *random.pick(&[1, 3, 5]));
        SolverConfig {
            threads: 1,
            hash: SEARCH_BYTES,
            limits: Limits { nodes: Some(nodes), depth, ..Limits::default() },
            shortest: !random.once_in(4),
            main_line: !random.once_in(4),
            within,
            certify: *random.pick(&[Certify::Length, Certify::Length, Certify::Verdict]),
        }
    }

    /// The smallest case found that still differs.
    fn smaller(&self, table: &mut TranspositionTable) -> Case {
        let mut best = self.clone();
        loop {
            let smaller = best.variations().into_iter().find(|case| {
                let whole = case.rules_and_position().is_some();
                whole && case.difference(table, &mut Tally::default()).is_err()
            });
            match smaller {
                Some(case) => best = case,
                None => return best,
            }
        }
    }

    fn variations(&self) -> Vec<Case> {
        let mut cases = Vec::new();
        let Some((rules, position)) = self.rules_and_position() else { return cases };
        let mut add = |position: Position| {
            cases.push(Case { position: sfen::write(&rules, &position), ..self.clone() });
        };
        for (square, _) in position.pieces() {
            let mut less = position.clone();
            less.board[square.index()] = None;
            less.deferred.retain(|&s| s != square);
            add(less);
        }
        for side in 0..2 {
            for lane in (0..rules.lanes.len() as u8).filter(|&l| position.hands[side].count(l) > 0)
            {
                let mut less = position.clone();
                less.hands[side] = less.hands[side].without(lane);
                add(less);
            }
        }
        if position.counter_strike.is_some() {
            add(Position { counter_strike: None, ..position.clone() });
        }
        for i in 0..position.deferred.len() {
            let mut less = position.clone();
            less.deferred.remove(i);
            add(less);
        }
        cases.extend(self.draft.simpler().into_iter().map(|draft| Case { draft, ..self.clone() }));
        cases
    }

    fn print(&self) {
        let what = self.difference(&mut new_table(SEARCH_BYTES), &mut Tally::default());
        let (attacker, forcing) = (self.attacker, self.forcing.name());
        let letter = attacker.letter();
        eprintln!("  {}", what.err().unwrap_or_default());
        eprintln!("  attacker {letter}, forcing {forcing}, position {}", self.position);
        self.draft.print();
        eprintln!(
            "  tsume moves --variant /tmp/z.yaml --position '{}' --attacks --forcing {forcing}",
            self.position
        );
        eprintln!(
            "  tsume solve --variant /tmp/z.yaml --sfen '{}' --forcing {forcing} --attacker {letter}",
            self.position
        );
    }
}

/// Compares the verdict on a position with its exact value, unless the board is large or the game
/// is drawn.
pub fn compare_verdict(
    rules: &Arc<Rules>,
    position: Position,
    attacker: Option<Side>,
    forcing: Forcing,
    config: &SolverConfig,
    table: &mut TranspositionTable,
    tally: &mut Tally,
) -> Comparison {
    if rules.board.squares() > MAX_SOLVED_SQUARES {
        return Ok(());
    }
    match admit(rules, position, attacker, forcing, ObjectionKind::ALL) {
        Ok(problem) => compare_value(&problem, config, table, tally),
        Err(objections) if objections[0].kind == ObjectionKind::Stalemate => Ok(()),
        Err(objections) => Err(format!("{objections:?}")),
    }
}

/// Compares the solver's verdict with the exact value, and the table's keys with the positions.
pub fn compare_value(
    problem: &Problem,
    config: &SolverConfig,
    table: &mut TranspositionTable,
    tally: &mut Tally,
) -> Comparison {
    let (rules, attacker) = (problem.rules(), problem.attacker());
    let slow = tests_every_move(rules);
    let most = if slow { SLOW_EXACT_POSITIONS } else { EXACT_POSITIONS };
    let exact = ExactValue::of(problem, most);
    let engine: MailboxEngine = problem.engine();
    let mut known = HashMap::new();
    for position in &exact.positions {
        let here = engine.with_shared_tables(rules, position, attacker, problem.forcing());
        if let Some(other) = known.insert(NodeKey::of(&here, rules, attacker), position) {
            let [a, b] = [position, other].map(|position| sfen::write(rules, position));
            return Err(format!("one key for {a} and {b}"));
        }
    }
    let mut solution = solve_with(problem, config, &1, table, &Instant::now());
    if matches!(solution.verdict, Verdict::Unknown(StopReason::Memory)) {
        let config = SolverConfig { hash: LARGER_SEARCH_BYTES, ..config.clone() };
        let mut table = new_table(config.hash);
        solution = solve_with(problem, &config, &1, &mut table, &Instant::now());
    }
    agrees(problem, &exact, &solution, config, tally)?;
    let is_continued = tally.solved % CONTINUED == 0;
    tally.solved += 1;
    if is_continued {
        let solution = continued(problem, config, table);
        agrees(problem, &exact, &solution, config, tally)
            .map_err(|what| format!("continued: {what}"))?;
    }
    Ok(())
}

/// Stops a search, writes its table as a checkpoint does, reads it, and continues.
fn continued(problem: &Problem, config: &SolverConfig, table: &mut TranspositionTable) -> Solution {
    let nodes = config.limits.nodes.map_or(SEARCH_NODES, |most| 1 + most / 100);
    let limits = Limits { nodes: Some(nodes), ..config.limits };
    let stopped = SolverConfig { limits, ..config.clone() };
    solve_with(problem, &stopped, &1, table, &Instant::now());
    let mut bytes = Vec::new();
    table.dump(&mut bytes).expect("a vector takes every byte");
    table.load(&mut &bytes[..]).expect("what was written can be read");
    resume(problem, config, &1, table, &Instant::now())
}

/// Compares a solution with the exact value, and reads its certificates back.
fn agrees(
    problem: &Problem,
    exact: &ExactValue,
    solution: &Solution,
    config: &SolverConfig,
    tally: &mut Tally,
) -> Comparison {
    let right = match &solution.verdict {
        Verdict::Mate { plies, shortest, line, .. } => {
            tally.mates += 1;
            let plies = u32::from(*plies);
            exact.at_least.is_some_and(|least| least <= plies)
                && (!shortest || exact.at_most.is_none_or(|most| plies <= most))
                && (!shortest || mates_in(problem, line, plies))
        }
        Verdict::NoMate { .. } => {
            tally.no_mates += 1;
            exact.at_most.is_none()
        }
        Verdict::Unknown(reason) => {
            tally.undecided += 1;
            let depth = config.limits.depth.map(u32::from);
            let limited = match reason {
                StopReason::Nodes => true,
                StopReason::Depth => {
                    depth.is_some_and(|n| exact.at_most.is_none_or(|most| most > n))
                }
                _ => false,
            };
            limited
                && solution
                    .no_mate_within
                    .is_none_or(|n| exact.at_most.is_none_or(|m| m > n.into()))
        }
    };
    if !right
        || !(solution.checked
            || matches!(solution.verdict, Verdict::Unknown(_))
            || solution.doubt == Some(UncertifiedReason::Memory))
    {
        let ExactValue { at_most, at_least, complete, .. } = exact;
        let Solution { verdict, doubt, .. } = solution;
        return Err(format!(
            "{verdict:?}, doubt {doubt:?}; exact: mate in {at_least:?} to {at_most:?}, complete {complete}"
        ));
    }
    solution.certificates.iter().try_for_each(survives_as_text)
}

/// Largest certificate that is written, read and checked again.
const MAX_WRITTEN_NODES: usize = 300;

/// Writes a certificate with its game, reads it and checks it.
fn survives_as_text(certificate: &Certificate) -> Comparison {
    if certificate.nodes.len() > MAX_WRITTEN_NODES {
        return Ok(());
    }
    let text = text_format::write(certificate);
    let read = text_format::parse(&text).map_err(|error| format!("certificate: {error}"))?;
    let content = |it: &Certificate| {
        let Certificate { problem, claim, nodes } = it;
        let game = (problem.rules().kinds.clone(), problem.rules().options.clone());
        let question = (problem.position().clone(), problem.attacker(), problem.forcing());
        (game, question, *claim, nodes.clone())
    };
    if content(&read) != content(certificate) {
        return Err("the certificate is another one when it is read".to_owned());
    }
    match checker::verify(&read, 1, &|| false) {
        Ok(_) => Ok(()),
        Err(rejection) => Err(format!("certificate read: {rejection:?}")),
    }
}

/// True if the line can be played and mates after exactly `plies` plies.
fn mates_in(problem: &Problem, line: &[tsume::position::Move], plies: u32) -> bool {
    let rules = problem.rules();
    let mut position = problem.position().clone();
    let played = line.iter().all(|m| {
        let moves = if position.side == problem.attacker() {
            forcing_moves(rules, &position, problem.forcing())
        } else {
            legal_moves(rules, &position)
        };
        position = play(rules, &position, *m);
        moves.contains(m)
    });
    let mated = position.side != problem.attacker() && legal_moves(rules, &position).is_empty();
    played && mated && line.len() == plies as usize
}

/// A [`placed`] position, one of three a few moves later.
pub fn placed_or_played(rules: &Rules, random: &mut Random) -> Position {
    let position = placed(rules, random);
    match random.once_in(3) {
        true => played_from(rules, position, 1 + random.below(4), random),
        false => position,
    }
}

/// A position with pieces anywhere, up to three royals a side, hands and memories.
pub fn placed(rules: &Rules, random: &mut Random) -> Position {
    let board = rules.board;
    let mut position = Position::empty(board, *random.pick(&Side::BOTH));
    let (royal, plain): (Vec<Kind>, Vec<Kind>) = rules
        .iter()
        .map(|(kind, _)| kind)
        .partition(|&kind| rules.spec(kind).royalty == Royalty::Royal);
    let mut place = |random: &mut Random, kinds: &[Kind], owner: Side| {
        let at = random.below(board.squares());
        if position.board[at].is_none() && !kinds.is_empty() {
            let kind = *random.pick(kinds);
            let lane = rules.spec(rules.spec(kind).base).lane;
            if lane.is_none_or(|lane| room_in_hand(rules, &position, lane) > Some(0)) {
                position.board[at] = Some(Piece::new(kind, owner));
            }
        }
    };
    for owner in Side::BOTH {
        for _ in 0..*random.pick(&[0, 1, 1, 1, 1, 1, 1, 2, 2, 3]) {
            place(random, &royal, owner);
        }
    }
    for _ in 0..random.below(2 + board.squares().min(30) / 2) {
        let owner = *random.pick(&Side::BOTH);
        place(random, &plain, owner);
    }
    for owner in Side::BOTH {
        for lane in 0..rules.lanes.len() as u8 {
            if random.once_in(4) {
                let room = room_in_hand(rules, &position, lane).unwrap_or(0);
                let most = if random.once_in(8) { room } else { room.min(2) };
                let hand = &mut position.hands[owner.index()];
                *hand = hand.set(lane, random.below(most + 1) as u8);
            }
        }
    }
    position.infer_phantoms(rules);
    if random.once_in(12) {
        position.phantom[random.below(2)] = true;
    }
    memories(rules, &mut position, random);
    position
}

/// Pieces that may come to a lane of a hand before there are too many of them; `None` if there are
/// too many.
pub fn room_in_hand(rules: &Rules, position: &Position, lane: u8) -> Option<usize> {
    let most = usize::from(Hand::capacity(rules.lanes.len(), lane)) - 2;
    let counts = |kind: Kind| {
        rules.has_changing_kinds() || rules.spec(kind).base == rules.lanes[usize::from(lane)]
    };
    let pieces = position.material(rules).filter(|(kind, ..)| counts(*kind));
    most.checked_sub(pieces.map(|(.., count)| usize::from(count)).sum())
}
