//! The main line of `solve` and its leftover against plain minimax with the referee's moves: the
//! attacker prefers a short mate, then many pieces in hand; the defender a long one, then few.

use crate::support::random::{Random, all_rules, scattered};
use crate::support::{effort, rules};
use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;
use tsume::notation::{sfen, usi};
use tsume::position::{Forcing, Position};
use tsume::referee::admit::ObjectionKind;
use tsume::referee::{admit, forcing_moves, legal_moves, play};
use tsume::rules::{MovementAtom, Rules, Side};
use tsume::search::Limits;
use tsume::solver::{Certify, SolverConfig, Verdict, solve};

/// Longest mate that is searched, in plies.
const MOST: u16 = 5;

/// Positions of the slow search for each problem.
const ROOM: usize = 2000;

/// Plies to the mate, and pieces in the attacker's hand at its end.
type Value = (u16, u32);

struct Minimax<'a> {
    rules: &'a Rules,
    attacker: Side,
    known: HashMap<(Position, u16), Option<Value>>,
    /// Positions that may still be expanded.
    room: usize,
}

impl Minimax<'_> {
    /// Value of a position with a mate within `plies`, as far as the positions suffice.
    fn value(&mut self, position: &Position, plies: u16) -> Option<Value> {
        if let Some(&known) = self.known.get(&(position.clone(), plies)) {
            return known;
        }
        self.room = self.room.saturating_sub(1);
        if self.room == 0 {
            return None;
        }
        let attacking = position.side == self.attacker;
        let moves = if attacking {
            forcing_moves(self.rules, position, Forcing::Check)
        } else {
            legal_moves(self.rules, position)
        };
        let left = position.hands[self.attacker.index()].total();
        let mut best = (!attacking && moves.is_empty()).then_some((0, left));
        for m in moves {
            let rest = plies.checked_sub(1);
            let value = rest.and_then(|rest| self.value(&play(self.rules, position, m), rest));
            let value = value.map(|(plies, left)| (plies + 1, left));
            if !attacking && value.is_none() {
                best = None;
                break;
            }
            let both = [best, value].into_iter().flatten();
            let order = |&(plies, left): &Value| (plies, Reverse(left));
            best = if attacking { both.min_by_key(order) } else { both.max_by_key(order) };
        }
        self.known.insert((position.clone(), plies), best);
        best
    }
}

/// Figures of a run.
#[derive(Debug, Default)]
struct Tally {
    mates: usize,
    /// Longer than one ply, with a leftover.
    left: usize,
}

impl Tally {
    fn compare(&mut self, rules: &Arc<Rules>, position: Position) {
        let attacker = position.side;
        let Ok(problem) =
            admit(rules, position, Some(attacker), Forcing::Check, ObjectionKind::ALL)
        else {
            return;
        };
        let mut slow = Minimax { rules, attacker, known: HashMap::new(), room: ROOM };
        let mut lengths = (1..=MOST).step_by(2);
        let value = lengths.find_map(|plies| slow.value(problem.position(), plies));
        let Some((plies, left)) = value.filter(|_| slow.room > 0) else { return };
        slow.room = usize::MAX;
        let here = format!("{rules}: {}", sfen::write(rules, problem.position()));
        let config = SolverConfig {
            threads: 1,
            hash: 4 << 20,
            limits: Limits::default(),
            shortest: true,
            main_line: true,
            within: None,
            certify: Certify::None,
        };
        let verdict = solve(&problem, &config, &Instant::now()).verdict;
        let Verdict::Mate { plies: found, shortest: true, line, main: true } = verdict else {
            panic!("{here}: {verdict:?}")
        };
        assert_eq!((found, line.len()), (plies, usize::from(plies)), "{here}");
        let mut position = problem.position().clone();
        for (m, rest) in line.iter().zip((0..plies).rev()) {
            position = play(rules, &position, *m);
            let name = usi::write(rules, *m);
            assert_eq!(slow.value(&position, rest), Some((rest, left)), "{here}: {name}");
        }
        self.mates += 1;
        self.left += usize::from(plies > 1 && left > 0);
    }

    fn compare_scattered(&mut self, rules: &Arc<Rules>, random: &mut Random) {
        for _ in 0..50 * effort() {
            self.compare(rules, scattered(rules, random));
        }
    }
}

#[test]
fn main_lines_are_optimal_on_small_boards() {
    let mut random = Random(21);
    let mut tally = Tally::default();
    for rules in all_rules("minishogi", 4, &mut random) {
        tally.compare_scattered(&rules, &mut random);
    }
    assert!(tally.mates > 100 && tally.left > 15, "{tally:?}");
}

#[test]
fn main_lines_are_optimal_in_shogi() {
    let mut random = Random(22);
    let mut tally = Tally::default();
    let rules = rules("shogi", &[]);
    for _ in 0..600 * effort() {
        let position = crate::support::standard::scatter(&rules, &mut random);
        tally.compare(&rules, position);
    }
    assert!(tally.mates > 60 && tally.left > 2, "{tally:?}");
}

/// No shipped game has both drops and lions. A user's game may have both, and then one move adds
/// several pieces to the hand.
#[test]
fn main_lines_are_optimal_with_multiple_captures() {
    let mut random = Random(23);
    let mut tally = Tally::default();
    for mut rules in all_rules("minishogi", 4, &mut random) {
        let lions = Arc::make_mut(&mut rules);
        for (id, movement) in
            [("R", MovementAtom::Lion { steps: 2 }), ("B", MovementAtom::LionDog { back: false })]
        {
            let spec = lions.kinds.iter_mut().find(|spec| spec.id == id).unwrap();
            spec.atoms = vec![movement];
        }
        tally.compare_scattered(&rules, &mut random);
    }
    assert!(tally.mates > 100 && tally.left > 15, "{tally:?}");
}
