//! Wrong certificates are refused: the test changes every field of a certificate in turn.
//!
//! A changed proof can still be right: another move may mate as well, another node may cover a
//! position. So each mutant is judged twice. The twin says whether it is still a complete proof; if
//! it passes, brute force says whether its claim is true.

use super::brute::Brute;
use super::{Case, cases, certificates, in_other_game, twin, verify};
use std::collections::BTreeMap;
use tsume::position::{Forcing, Hand, Move, Piece};
use tsume::proof::certificate::{Certificate, CertificateNode, Claim, Strategy};
use tsume::referee::{self, ObjectionKind};
use tsume::rules::{Kind, Rules, Side, Square};

/// Calls `test` with every mutant and the name of its change.
fn mutants(original: &Certificate, test: &mut dyn FnMut(&'static str, Certificate)) {
    for i in 0..original.nodes.len() {
        let mut change = |what, edit: &dyn Fn(&mut Vec<CertificateNode>)| {
            let mut mutant = original.clone();
            edit(&mut mutant.nodes);
            if mutant.nodes != original.nodes {
                test(what, mutant);
            }
        };
        change("node dropped", &|nodes| drop(nodes.remove(i)));
        change("node twice", &|nodes| nodes.push(nodes[i].clone()));
        let plies = original.nodes[i].plies;
        for other in [
            0,
            1,
            2,
            3,
            plies.wrapping_sub(2),
            plies.wrapping_sub(1),
            plies + 1,
            plies + 2,
            u16::MAX,
        ] {
            change("plies", &|nodes| nodes[i].plies = other);
        }
        play_mutants(original, i, &mut change);
        position_mutants(original.problem.rules(), &original.nodes[i], i, &mut change);
    }
    header_mutants(original, test);
}

/// Forcing moves with their replies.
type Pairs = Vec<(Move, Move)>;

type Change<'a> = dyn FnMut(&'static str, &dyn Fn(&mut Vec<CertificateNode>)) + 'a;

/// Moves that are absurd on every board.
fn nonsense(rules: &Rules) -> [Move; 5] {
    let far = Square(rules.board.squares() as u16);
    [
        Move::board(Square(0), Square(0)).with_change(true),
        Move::board(far, Square(1)),
        Move::board(Square(1), far),
        Move::through(Square(0), [Some(far), None], Square(1)),
        Move::drop(Kind(100), Square(0)),
    ]
}

fn play_mutants(original: &Certificate, i: usize, change: &mut Change) {
    let rules = original.problem.rules();
    let node = &original.nodes[i];
    let legal = referee::legal_moves(rules, &node.position);
    let moves = || legal.iter().copied().chain(nonsense(rules));
    match &node.strategy {
        Strategy::Attack(m) => {
            for other in moves().chain([m.with_change(!m.changes())]) {
                change("move", &|nodes| nodes[i].strategy = Strategy::Attack(other));
            }
            change("kind of play", &|nodes| nodes[i].strategy = Strategy::Defense(vec![(*m, *m)]));
            change("kind of play", &|nodes| nodes[i].strategy = Strategy::Defense(Vec::new()));
        }
        Strategy::Defense(pairs) => {
            let with = |edit: &dyn Fn(&mut Pairs)| {
                let mut pairs = pairs.clone();
                edit(&mut pairs);
                Strategy::Defense(pairs)
            };
            for m in moves() {
                change("reply added", &|nodes| {
                    nodes[i].strategy = with(&|pairs| pairs.push((m, m)))
                });
                change("kind of play", &|nodes| nodes[i].strategy = Strategy::Attack(m));
            }
            for (at, &(m, reply)) in pairs.iter().enumerate() {
                change("reply dropped", &|nodes| {
                    nodes[i].strategy = with(&|pairs| {
                        pairs.remove(at);
                    })
                });
                change("reply twice", &|nodes| {
                    nodes[i].strategy = with(&|pairs| pairs.push((m, reply)))
                });
                for other in nonsense(rules) {
                    change("forcing move", &|nodes| {
                        nodes[i].strategy = with(&|pairs| pairs[at].0 = other)
                    });
                }
                let after = referee::play(rules, &node.position, m);
                let replies = referee::legal_moves(rules, &after);
                for other in replies.into_iter().chain(nonsense(rules)).chain([m]) {
                    change("reply", &|nodes| {
                        nodes[i].strategy = with(&|pairs| pairs[at].1 = other)
                    });
                }
            }
        }
    }
}

fn position_mutants(rules: &Rules, node: &CertificateNode, i: usize, change: &mut Change) {
    let far = Square(rules.board.squares() as u16);
    change("side", &|nodes| nodes[i].position.side = nodes[i].position.side.other());
    for side in 0..2 {
        change("phantom", &|nodes| nodes[i].position.phantom[side] ^= true);
    }
    for square in [Square(3), far] {
        change("memory", &|nodes| nodes[i].position.counter_strike = Some(square));
        change("memory", &|nodes| nodes[i].position.deferred = vec![square]);
        change("memory", &|nodes| nodes[i].position.deferred = vec![square, square]);
    }
    change("board size", &|nodes| {
        nodes[i].position.board.pop();
    });
    change("board size", &|nodes| nodes[i].position.board.push(None));
    for lane in 0..8 {
        for side in 0..2 {
            let hand = node.position.hands[side];
            let more = hand.set(lane, hand.count(lane) + 1);
            let full = hand.set(lane, Hand::MAX);
            for other in [more, full, Hand::EMPTY] {
                change("hand", &|nodes| nodes[i].position.hands[side] = other);
            }
            if hand.count(lane) > 0 {
                let hands = &node.position.hands;
                let mut shared = *hands;
                shared[side] = hand.without(lane);
                change("hand", &|nodes| nodes[i].position.hands = shared);
                shared[1 - side] = hands[1 - side].with(lane);
                change("shares", &|nodes| nodes[i].position.hands = shared);
            }
        }
    }
    let empty: Vec<Square> =
        rules.board.iter().filter(|s| node.position.at(*s).is_none()).collect();
    for (from, piece) in node.position.pieces() {
        let at = from.index();
        change("piece removed", &|nodes| nodes[i].position.board[at] = None);
        let other = Piece::new(piece.kind(), piece.side().other());
        change("piece turned", &|nodes| nodes[i].position.board[at] = Some(other));
        let unknown = Piece::new(Kind(126), piece.side());
        change("unknown piece", &|nodes| nodes[i].position.board[at] = Some(unknown));
        if let Some(promoted) = rules.spec(piece.kind()).promotes_to {
            let other = Piece::new(promoted, piece.side());
            change("piece promoted", &|nodes| nodes[i].position.board[at] = Some(other));
        }
        for to in empty.iter().step_by(empty.len() / 12 + 1) {
            change("piece moved", &|nodes| {
                let board = &mut nodes[i].position.board;
                board[at] = None;
                board[to.index()] = Some(piece);
            });
        }
    }
}

fn header_mutants(original: &Certificate, test: &mut dyn FnMut(&'static str, Certificate)) {
    let with_claim = |claim| Certificate { claim, ..original.clone() };
    let n = match original.claim {
        Claim::MateWithin(n) | Claim::NoMateWithin(n) => n,
        Claim::Mate | Claim::NoMate => 3,
    };
    let mut claims = vec![Claim::Mate, Claim::NoMate];
    for n in [0, 1, n.saturating_sub(2), n.saturating_sub(1), n, n + 1, n + 2, u16::MAX] {
        claims.extend([Claim::MateWithin(n), Claim::NoMateWithin(n)]);
    }
    for claim in claims.into_iter().filter(|claim| *claim != original.claim) {
        test("claim", with_claim(claim));
    }
    let problem = &original.problem;
    let rules = problem.rules();
    let (attacker, forcing) = (problem.attacker(), problem.forcing());
    let mut with_problem = |what, position, attacker: Side, forcing| {
        // Certificates cannot have a root that the referee does not admit as a problem.
        if let Ok(problem) =
            referee::admit(rules, position, Some(attacker), forcing, ObjectionKind::ALL)
        {
            test(what, Certificate { problem, ..original.clone() });
        }
    };
    let root = problem.position();
    let other = if forcing == Forcing::Check { Forcing::Royal } else { Forcing::Check };
    with_problem("forcing", root.clone(), attacker, other);
    with_problem("attacker", root.clone(), attacker.other(), forcing);
    let node = CertificateNode {
        position: root.clone(),
        plies: 0,
        strategy: Strategy::Defense(Vec::new()),
    };
    position_mutants(rules, &node, 0, &mut |_, edit| {
        let mut nodes = vec![node.clone()];
        edit(&mut nodes);
        if nodes[0] != node {
            with_problem("root", nodes.remove(0).position, attacker, forcing);
        }
    });
    let options: &[(&str, &str)] = &[
        ("king_safety", "free"),
        ("promotion", "none"),
        ("promotion", "zone_touch"),
        ("zone", "0"),
        ("zone", "5"),
        ("forced_promotion", "none"),
        ("forced_promotion", "dead"),
        ("liondog", "western"),
        ("contagion", "none"),
        ("capture_promotion", "always"),
        ("emperor", "lion_queen"),
        ("lion_trade", "none"),
        ("nifu", "false"),
        ("uchifuzume", "false"),
    ];
    for (name, value) in options {
        test("option", in_other_game(original, &[(name, value)]));
    }
    // A game of the same name and board size with entirely different pieces.
    let files = rules.board.files;
    let others = [("shogi", 9), ("sho", 9), ("maka_dai_dai", 19), ("hishigata", 19)];
    for (variant, _) in
        others.into_iter().filter(|&(name, size)| size == files && name != rules.name)
    {
        let mut renamed = original.clone();
        let rules = crate::support::rules(variant, &[]);
        if let Ok(problem) =
            referee::admit(&rules, root.clone(), Some(attacker), forcing, ObjectionKind::ALL)
        {
            renamed.problem = problem;
            test("variant", renamed);
        }
    }
}

/// Truth of the claim, if brute force finds it quickly. A claim without a bound is tried within the
/// plies that the proof shows, or within 3.
fn is_true(certificate: &Certificate, shown: Option<u16>) -> Option<bool> {
    let problem = &certificate.problem;
    let claim = match (certificate.claim, shown) {
        (Claim::Mate | Claim::MateWithin(_), Some(plies @ 0..=3)) => Claim::MateWithin(plies),
        (Claim::NoMate, _) => Claim::NoMateWithin(3),
        (Claim::NoMateWithin(plies), _) => Claim::NoMateWithin(plies.min(3)),
        _ => return None,
    };
    Some(Brute::of(problem).certificate(problem, claim, 60).is_some())
}

/// Limits for one certificate: mutants judged, chosen evenly from all, and passing mutants whose
/// claims brute force proves.
const SAMPLE: (usize, usize) = (400, 25);

#[derive(Debug, Default)]
struct Count {
    refused: usize,
    passed: usize,
    true_by_brute_force: usize,
}

/// Checks the mutants of a case's certificates, and counts the answers for each kind of change.
fn judge(case: &Case, counts: &mut BTreeMap<&'static str, Count>) {
    // Some claims hold in any position and need no nodes.
    for original in certificates(case).into_iter().filter(|c| !c.nodes.is_empty()) {
        let mut all = 0;
        mutants(&original, &mut |_, _| all += 1);
        let (stride, mut at, mut passed) = (all / SAMPLE.0 + 1, 0, 0);
        mutants(&original, &mut |what, mutant| {
            at += 1;
            if at % stride != 0 {
                return;
            }
            let count = counts.entry(what).or_default();
            let answer = verify(&mutant);
            assert_eq!(answer.is_ok(), twin::holds(&mutant), "{}: {what}: {mutant:?}", case.name);
            let Ok(accepted) = answer else {
                count.refused += 1;
                return;
            };
            count.passed += 1;
            passed += 1;
            if passed % (all / stride / SAMPLE.1 / 8 + 1) == 0 {
                let truth = is_true(&mutant, accepted.plies());
                assert_ne!(truth, Some(false), "{}: {what}: {mutant:?}", case.name);
                count.true_by_brute_force += usize::from(truth == Some(true));
            }
        });
    }
}

#[test]
fn mutant_passes_only_if_it_is_a_proof() {
    let mut counts: BTreeMap<&'static str, Count> = BTreeMap::new();
    for shard in std::thread::scope(|scope| {
        let judge_shard = |nth: usize| {
            let mut counts = BTreeMap::new();
            cases().iter().skip(nth).step_by(4).for_each(|case| judge(case, &mut counts));
            counts
        };
        let shards = [0, 1, 2, 3].map(|nth| scope.spawn(move || judge_shard(nth)));
        shards.map(|shard| shard.join().unwrap())
    }) {
        for (what, more) in shard {
            let count = counts.entry(what).or_default();
            count.refused += more.refused;
            count.passed += more.passed;
            count.true_by_brute_force += more.true_by_brute_force;
        }
    }
    for (what, count) in &counts {
        println!("{what}: {count:?}");
        assert!(count.refused > 0, "{what}");
    }
    let total = |of: fn(&Count) -> usize| counts.values().map(of).sum::<usize>();
    assert!(total(|count| count.refused) > 30_000);
    assert!(total(|count| count.passed) < 5_000);
    assert!(total(|count| count.true_by_brute_force) > 300);
    // A node of another position, or one with a gap, is always refused.
    for what in ["node twice", "board size", "hand", "piece moved", "reply dropped", "reply added"]
    {
        assert_eq!(counts[what].passed, 0, "{what}");
    }
}
