//! The mailbox engine against the referee: the same moves, checks and results in every game and
//! under every option, on positions from random play and on random heaps of pieces. The bitboard
//! engine takes part in `games` where it can play; `tests/bitboard.rs` has its other tests.
//!
//! `TSUME_TWINS=n` multiplies the number of positions by `n`.

mod changed_games;
pub mod comparison;
pub mod draft;
mod exact;
mod games;
mod many_kinds;
mod movements;
pub mod rule_files;

use crate::support::random::{
    Random, all_rules, besieged, crowned, played, played_from, scattered,
};
use crate::support::{effort, rules};
use comparison::{agreed_mates, compare, same_moves};
use std::collections::HashMap;
use std::sync::Arc;
use tsume::movegen::MailboxEngine;
use tsume::notation::sfen;
use tsume::position::{Engine, Forcing, Move, Piece, Position};
use tsume::referee::{attacks, forcing_moves, legal_moves, play};
use tsume::rules::emperors::MAX_EMPERORS_PLAYED_OUT;
use tsume::rules::options::{EmperorGuard, HookAfterCapture};
use tsume::rules::{Board, Dir, Kind, MovementAtom, PieceSpec, Rules, Side, Square};

fn assert_same(rules: &Rules, position: &Position, what: &str, fast: &[Move], slow: &[Move]) {
    same_moves(rules, what, fast.to_vec(), slow)
        .unwrap_or_else(|what| panic!("{rules}\n{}\n{what}", sfen::write(rules, position)));
}

/// Fails if engine and referee differ on a position.
fn assert_alike<E: Engine>(rules: &Arc<Rules>, position: &Position, random: &mut Random) {
    compare::<E>(rules, position, random)
        .unwrap_or_else(|what| panic!("{rules}\n{}\n{what}", sfen::write(rules, position)));
}

/// Number of positions that were searched for a mate in one, under either stipulation, and of
/// mates.
#[derive(Default)]
struct Tally {
    positions: usize,
    mates: usize,
}

impl Tally {
    fn add(&mut self, rules: &Arc<Rules>, position: &Position) {
        let found = agreed_mates(rules, position)
            .unwrap_or_else(|what| panic!("{rules}\n{}\n{what}", sfen::write(rules, position)));
        for found in found {
            self.positions += 1;
            self.mates += usize::from(found.is_some());
        }
    }

    /// Compares a position, and the position a few moves later, in every way.
    fn add_played(
        &mut self,
        rules: &Arc<Rules>,
        position: Position,
        plies: usize,
        random: &mut Random,
    ) {
        let later = played_from(rules, position.clone(), plies, random);
        for position in [position, later] {
            assert_alike::<MailboxEngine>(rules, &position, random);
            self.add(rules, &position);
        }
    }

    /// Fails unless more than one position in `most` had a mate.
    fn assert_one_in(&self, most: usize) {
        let Tally { positions, mates } = self;
        assert!(mates * most > *positions, "{mates} mates in {positions} positions");
    }
}

fn run<E: Engine>(variant: &str, seed: u64, positions: usize) {
    let mut random = Random(seed);
    let random = &mut random;
    for rules in all_rules(variant, 12, random) {
        for round in 0..positions * effort() {
            if round % 8 == 0 {
                let plies = random.below(40);
                assert_alike::<E>(&rules, &played(&rules, plies, random), random);
            }
            let scattered = scattered(&rules, random);
            assert_alike::<E>(&rules, &scattered, random);
            let plies = 1 + random.below(3);
            let later = played_from(&rules, scattered, plies, random);
            assert_alike::<E>(&rules, &later, random);
        }
    }
}

#[test]
fn mailbox_matches_the_referee_in_shogi() {
    run::<MailboxEngine>("shogi", 1, 8);
}

#[test]
fn mailbox_matches_the_referee_in_minishogi() {
    run::<MailboxEngine>("minishogi", 2, 8);
}

#[test]
fn mailbox_matches_the_referee_in_sho() {
    run::<MailboxEngine>("sho", 3, 8);
}

#[test]
fn mailbox_matches_the_referee_in_chu() {
    run::<MailboxEngine>("chu", 4, 8);
}

#[test]
fn mailbox_matches_the_referee_in_dai() {
    run::<MailboxEngine>("dai", 5, 8);
}

#[test]
fn mailbox_matches_the_referee_in_maka_dai_dai() {
    run::<MailboxEngine>("maka_dai_dai", 6, 2);
}

#[test]
fn mailbox_matches_the_referee_in_hishigata() {
    run::<MailboxEngine>("hishigata", 7, 2);
}

/// Compares positions with royals among hook movers of both sides, on boards so small that hook
/// movers mate now and then.
fn compare_crowned(seed: u64, royals: &[&str]) {
    let mut random = Random(seed);
    let random = &mut random;
    let mut tally = Tally::default();
    for rules in all_rules("maka_dai_dai", 24, random) {
        for _ in 0..8 * effort() {
            let mut length = || 4 + random.below(6) as u8;
            let board = Board { files: length(), ranks: length() };
            let rules = Arc::new(Rules { board, ..Rules::clone(&rules) });
            let position = crowned(&rules, royals, random);
            let plies = random.below(3);
            tally.add_played(&rules, position, plies, random);
        }
    }
    tally.assert_one_in(20);
}

/// The attackers and guards of a royal that goes anywhere depend on the whole board.
#[test]
fn emperors_among_hook_movers_match_the_referee() {
    compare_crowned(12, &["+K", "+K", "+K", "K"]);
}

#[test]
fn kings_among_hook_movers_match_the_referee() {
    compare_crowned(14, &["K"]);
}

/// No built-in game has both drops and hook movers, but a user's own game may. A piece that blocks
/// one path round a corner does not stop the check on another.
#[test]
fn dropped_hook_movers_match_the_referee() {
    let mut random = Random(15);
    let random = &mut random;
    let mut tally = Tally::default();
    for mut rules in all_rules("minishogi", 12, random) {
        let hooks = Arc::make_mut(&mut rules);
        for (id, diagonal) in [("B", true), ("R", false)] {
            let spec = hooks.kinds.iter_mut().find(|spec| spec.id == id).unwrap();
            let after_capture =
                if random.once_in(4) { HookAfterCapture::Yes } else { HookAfterCapture::No };
            spec.atoms = vec![MovementAtom::Hook { diagonal, forward: false, after_capture }];
        }
        for _ in 0..30 * effort() {
            let scattered = scattered(&rules, random);
            let plies = 1 + random.below(3);
            tally.add_played(&rules, scattered, plies, random);
        }
    }
    tally.assert_one_in(20);
}

/// An engine derives from its first position which pieces can appear later. Here it plays on,
/// mostly captures, so that pieces promote, change by contagion or come to hand.
#[test]
fn pieces_absent_from_the_first_position_move_as_well() {
    let mut random = Random(13);
    let random = &mut random;
    for variant in ["minishogi", "chu", "dai", "maka_dai_dai", "hishigata"] {
        for rules in all_rules(variant, 12, random) {
            for _ in 0..effort() {
                let mut position = scattered(&rules, random);
                let forcing = *random.pick(&[Forcing::Check, Forcing::Royal]);
                let mut engine = MailboxEngine::new(&rules, &position, position.side, forcing);
                let mut list = Vec::new();
                for _ in 0..12 {
                    let legal = legal_moves(&rules, &position);
                    engine.generate_legal(&mut list);
                    assert_same(&rules, &position, "legal", &list, &legal);
                    engine.generate_forcing(&mut list);
                    let slow = forcing_moves(&rules, &position, forcing);
                    assert_same(&rules, &position, forcing.name(), &list, &slow);
                    let captures = legal.iter().copied().filter(|m| position.at(m.to()).is_some());
                    let captures: Vec<Move> = captures.collect();
                    let moves = if captures.is_empty() { &legal } else { &captures };
                    if moves.is_empty() {
                        break;
                    }
                    let m = *random.pick(moves);
                    position = play(&rules, &position, m);
                    engine.play(m);
                }
            }
        }
    }
}

/// Compares mates in one of besieged royals, which are rare in random heaps. They exercise the
/// tests that refute a check without playing it.
fn compare_besieged(variant: &str, seed: u64, positions: usize) {
    let mut random = Random(seed);
    let random = &mut random;
    let mut tally = Tally::default();
    for rules in all_rules(variant, 24, random) {
        for _ in 0..positions * effort() {
            let position = besieged(&rules, random);
            tally.add(&rules, &position);
        }
    }
    tally.assert_one_in(10);
}

#[test]
fn mates_of_surrounded_royals_match_on_small_boards() {
    for (seed, variant) in ["shogi", "minishogi", "sho"].into_iter().enumerate() {
        compare_besieged(variant, seed as u64, 40);
    }
}

#[test]
fn mates_of_surrounded_royals_match_in_chu() {
    compare_besieged("chu", 0, 12);
}

#[test]
fn mates_of_surrounded_royals_match_in_dai() {
    compare_besieged("dai", 1, 12);
}

#[test]
fn mates_of_surrounded_royals_match_in_maka_dai_dai() {
    compare_besieged("maka_dai_dai", 2, 3);
}

#[test]
fn mates_of_surrounded_royals_match_in_hishigata() {
    compare_besieged("hishigata", 3, 3);
}

/// A position with up to `most` emperors a side in the way of other pieces, on a board so small
/// that emperors block lines.
///
/// If there are few enough to play out their captures, there may be hook movers among the others,
/// and in one game of four the emperor also slides.
fn blocking_emperors(
    rules: &Arc<Rules>,
    most: usize,
    random: &mut Random,
) -> (Arc<Rules>, Position) {
    let mut side = || 4 + random.below(5) as u8;
    let mut rules = Rules { board: Board { files: side(), ranks: side() }, ..Rules::clone(rules) };
    let emperor = rules.kind("+K").unwrap();
    let few = 2 * most <= MAX_EMPERORS_PLAYED_OUT;
    if few && random.once_in(4) {
        let movement =
            MovementAtom::Slide { dir: *random.pick(&Dir::ALL), range: MovementAtom::UNLIMITED };
        rules.kinds[emperor.index()].atoms.push(movement);
    }
    let turning = if few { ["HM", "Ca", "HM", "Ca"].as_slice() } else { &[] };
    let others: Vec<Kind> = ["R", "B", "L", "Q", "Ln", "P", "G"]
        .iter()
        .chain(turning)
        .filter_map(|id| rules.kind(id))
        .collect();
    let mut position = Position::empty(rules.board, *random.pick(&Side::BOTH));
    for owner in Side::BOTH {
        for _ in 0..1 + random.below(most) {
            position.board[random.below(rules.board.squares())] = Some(Piece::new(emperor, owner));
        }
        for _ in 0..random.below(5) {
            let at = random.below(rules.board.squares());
            position.board[at] = Some(Piece::new(*random.pick(&others), owner));
        }
    }
    position.infer_phantoms(&rules);
    (Arc::new(rules), position)
}

/// RULES 5.6, point 4, word for word: tries every order in which emperors can capture on the
/// square.
fn is_safe_in_every_order(rules: &Rules, position: &Position, from: Square, to: Square) -> bool {
    let after = after_capture(position, from, to);
    let emperor = after.at(to).unwrap();
    let counts = rules.options.emperor_guard == EmperorGuard::Counts;
    !after.pieces().any(|(at, piece)| {
        let atoms = &rules.spec(piece.kind()).atoms;
        let leaps = atoms.contains(&MovementAtom::Emperor);
        let plain = PieceSpec {
            atoms: atoms
                .iter()
                .copied()
                .filter(|movement| *movement != MovementAtom::Emperor)
                .collect(),
            ..rules.spec(piece.kind()).clone()
        };
        let otherwise = || {
            let mut rules = rules.clone();
            rules.kinds[piece.kind().index()] = plain;
            attacks::can_capture(&rules, &after, at, to)
        };
        piece.side() != emperor.side()
            && at != to
            && (leaps && counts && is_safe_in_every_order(rules, &after, at, to)
                || if leaps { otherwise() } else { attacks::can_capture(rules, &after, at, to) })
    })
}

/// Compares the decision by numbers and lines with every order in which emperors can capture in
/// turn.
#[test]
fn emperor_recaptures_match_every_order_of_captures() {
    let mut random = Random(46);
    let random = &mut random;
    let (mut safe, mut unsafe_) = (0, 0);
    for game in all_rules("maka_dai_dai", 8, random) {
        for _ in 0..6 * effort() {
            let (rules, position) = blocking_emperors(&game, 4, random);
            let is_emperor =
                |piece: &Piece| rules.spec(piece.kind()).atoms.contains(&MovementAtom::Emperor);
            let emperors: Vec<(Square, Piece)> =
                position.pieces().filter(|(_, piece)| is_emperor(piece)).collect();
            for _ in 0..6 {
                let Some(&(from, emperor)) = emperors.get(random.below(emperors.len().max(1)))
                else {
                    continue;
                };
                let to = Square(random.below(rules.board.squares()) as u16);
                if position.at(to).is_some_and(|piece| piece.side() == emperor.side()) {
                    continue;
                }
                let right = is_safe_in_every_order(&rules, &position, from, to);
                *(if right { &mut safe } else { &mut unsafe_ }) += 1;
                let said = attacks::is_safe_for_emperor(&rules, &position, from, to);
                let here = || format!("{rules} {}", sfen::write(&rules, &position));
                let [from, to] = [from, to].map(|square| rules.board.name(square).to_string());
                assert_eq!(said, right, "{} {from} {to}", here());
            }
            assert_alike::<MailboxEngine>(&rules, &position, random);
        }
    }
    assert!(safe > 100 && unsafe_ > 100, "{safe} safe, {unsafe_} not");
}

/// With too many emperors to try every order, engine and referee still agree.
#[test]
fn emperors_that_block_each_other_match_the_referee() {
    let mut random = Random(47);
    let random = &mut random;
    for game in all_rules("maka_dai_dai", 2, random) {
        for most in [8, 16] {
            for _ in 0..effort() {
                let (rules, position) = blocking_emperors(&game, most, random);
                assert_alike::<MailboxEngine>(&rules, &position, random);
            }
        }
    }
}

/// The board after an emperor has captured. The side to move stays.
fn after_capture(position: &Position, from: Square, to: Square) -> Position {
    let mut after = position.clone();
    after.board[to.index()] = after.board[from.index()].take();
    after
}

/// True if a piece of `by` other than an emperor can capture on a square.
fn is_guarded(rules: &Rules, position: &Position, to: Square, by: Side) -> bool {
    position.pieces().any(|(at, piece)| {
        piece.side() == by
            && !rules.spec(piece.kind()).is_emperor()
            && attacks::can_capture(rules, position, at, to)
    })
}

/// True if an emperor of `by` can capture on a square and not be captured there in turn. Plays out
/// each set of departed emperors once. For positions without hook movers.
fn recaptures_in_some_order(
    rules: &Rules,
    position: &Position,
    to: Square,
    by: Side,
    known: &mut HashMap<(Vec<Square>, usize, usize), bool>,
) -> bool {
    let is_emperor = |piece: Piece| rules.spec(piece.kind()).is_emperor();
    let emperors: Vec<(Square, Piece)> =
        position.pieces().filter(|(at, piece)| *at != to && is_emperor(*piece)).collect();
    // Only those on the same file, rank or diagonal can block a line.
    let (blocking, others): (Vec<_>, Vec<_>) = emperors.iter().partition(|(at, _)| {
        let files = rules.board.file(*at) - rules.board.file(to);
        let ranks = rules.board.rank(*at) - rules.board.rank(to);
        files == 0 || ranks == 0 || files.abs() == ranks.abs()
    });
    let of_turn = others.iter().filter(|(_, piece)| piece.side() == by).count();
    let here = (blocking.iter().map(|(at, _)| *at).collect(), of_turn, others.len() - of_turn);
    if let Some(&known) = known.get(&here) {
        return known;
    }
    let recaptures = emperors.iter().any(|&(from, emperor)| {
        emperor.side() == by && {
            let after = after_capture(position, from, to);
            !is_guarded(rules, &after, to, by.other())
                && !recaptures_in_some_order(rules, &after, to, by.other(), known)
        }
    });
    known.insert(here, recaptures);
    recaptures
}

/// Numbers and lines decide exchanges of more emperors than are played out. The result is that of
/// playing them out, because no emperor blocks two lines.
#[test]
fn exchanges_of_many_emperors_match_every_set_of_captures() {
    let mut random = Random(48);
    let random = &mut random;
    let counts = ("emperor_guard".to_owned(), "counts".to_owned());
    let game = rules("maka_dai_dai", &[counts]);
    let (mut can, mut cannot) = (0, 0);
    while can + cannot < 30 * effort() {
        let (rules, position) = blocking_emperors(&game, 12, random);
        let emperors: Vec<(Square, Piece)> =
            position.pieces().filter(|(_, piece)| rules.spec(piece.kind()).is_emperor()).collect();
        if emperors.len() < MAX_EMPERORS_PLAYED_OUT + 2 {
            continue;
        }
        let &(from, emperor) = random.pick(&emperors);
        let to = Square(random.below(rules.board.squares()) as u16);
        if position.at(to).is_some_and(|piece| piece.side() == emperor.side()) {
            continue;
        }
        let after = after_capture(&position, from, to);
        let enemy = emperor.side().other();
        if is_guarded(&rules, &after, to, enemy) {
            continue;
        }
        let known = &mut HashMap::new();
        let right = !recaptures_in_some_order(&rules, &after, to, enemy, known);
        *(if right { &mut can } else { &mut cannot }) += 1;
        let said = attacks::is_safe_for_emperor(&rules, &position, from, to);
        let here = sfen::write(&rules, &position);
        assert_eq!(said, right, "{here} {from:?} {to:?}");
        assert_alike::<MailboxEngine>(&rules, &position, random);
    }
    assert!(can > 5 && cannot > 5, "{can} can go, {cannot} cannot");
}

/// If no line is blocked, the sides capture in turn until one has no emperor left: the side that
/// goes to the square first needs one more than the other.
#[test]
fn unblocked_emperor_exchanges_are_decided_by_number() {
    let rules = rules("hishigata", &[("emperor_guard".into(), "counts".into())]);
    let emperor = rules.kind("+K").unwrap();
    for (black, white) in [(60, 60), (61, 60), (3, 2), (2, 3), (1, 1), (160, 159)] {
        let mut position = Position::empty(rules.board, Side::Black);
        let squares = position.board.len();
        position.board[..white].fill(Some(Piece::new(emperor, Side::White)));
        position.board[squares - black..].fill(Some(Piece::new(emperor, Side::Black)));
        position.infer_phantoms(&rules);
        let can_go = attacks::is_safe_for_emperor(
            &rules,
            &position,
            Square(squares as u16 - 1),
            Square(squares as u16 / 2),
        );
        assert_eq!(can_go, black > white, "{black} against {white}");
        let mut engine = MailboxEngine::new(&rules, &position, Side::Black, Forcing::Check);
        let mut list = Vec::new();
        engine.generate_legal(&mut list);
        assert_same(&rules, &position, "legal", &list, &legal_moves(&rules, &position));
    }
}
