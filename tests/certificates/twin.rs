//! The checker as `CERTIFICATES.md` defines it, word for word: no index, no threads, no early
//! exits, every list compared as written.

use tsume::position::{Hand, Position};
use tsume::proof::certificate::{Certificate, CertificateNode, Claim, Strategy};
use tsume::referee;

/// True if the certificate proves its claim.
pub fn holds(c: &Certificate) -> bool {
    makes_sense(c) && c.nodes.iter().all(|node| node_holds(c, node)) && root_holds(c)
}

fn makes_sense(c: &Certificate) -> bool {
    let root = c.problem.position();
    fits(c, root)
        && c.nodes.iter().enumerate().all(|(i, node)| {
            let p = &node.position;
            let plies = match c.claim {
                Claim::NoMate => node.plies == 0,
                _ => node.plies % 2 == 1,
            };
            let play = match node.strategy {
                Strategy::Attack(_) => matches!(c.claim, Claim::Mate | Claim::MateWithin(_)),
                Strategy::Defense(_) => matches!(c.claim, Claim::NoMate | Claim::NoMateWithin(_)),
            };
            let earlier = &c.nodes[..i];
            fits(c, p)
                && plies
                && play
                && p.side == c.problem.attacker()
                && p.phantom == root.phantom
                && earlier.iter().all(|other| (&other.position, other.plies) != (p, node.plies))
        })
}

fn fits(c: &Certificate, p: &Position) -> bool {
    let rules = c.problem.rules();
    let squares = rules.board.squares();
    p.board.len() == squares
        && p.board.iter().flatten().all(|piece| piece.kind().index() < rules.kinds.len())
        && p.counter_strike.is_none_or(|square| square.index() < squares)
        && p.deferred.iter().all(|square| square.index() < squares)
        && p.deferred.windows(2).all(|pair| pair[0] < pair[1])
        && (0..8).all(|lane| lane_holds(c, p, lane))
}

fn lane_holds(c: &Certificate, p: &Position, lane: u8) -> bool {
    let rules = c.problem.rules();
    let on_board = p.board.iter().flatten();
    let base = |kind| rules.spec(rules.spec(kind).base).lane;
    let total = on_board.filter(|piece| base(piece.kind()) == Some(lane)).count()
        + p.hands.iter().map(|hand| usize::from(hand.count(lane))).sum::<usize>();
    if usize::from(lane) < rules.lanes.len() { total <= 125 } else { total == 0 }
}

fn node_holds(c: &Certificate, node: &CertificateNode) -> bool {
    let (rules, forcing) = (c.problem.rules(), c.problem.forcing());
    let all_forcing = referee::forcing_moves(rules, &node.position, forcing);
    let plies = i64::from(node.plies) - 2;
    match &node.strategy {
        Strategy::Attack(m) => {
            all_forcing.contains(m) && {
                let after = referee::play(rules, &node.position, *m);
                referee::legal_moves(rules, &after)
                    .into_iter()
                    .all(|reply| mate_covered(c, &referee::play(rules, &after, reply), plies, true))
            }
        }
        Strategy::Defense(pairs) => {
            let mut listed: Vec<_> = pairs.iter().map(|(m, _)| *m).collect();
            listed.sort();
            listed == all_forcing
                && pairs.iter().all(|(m, reply)| {
                    let after = referee::play(rules, &node.position, *m);
                    referee::legal_moves(rules, &after).contains(reply)
                        && no_mate_covered(c, &referee::play(rules, &after, *reply), plies, true)
                })
        }
    }
}

fn root_holds(c: &Certificate) -> bool {
    let (rules, root) = (c.problem.rules(), c.problem.position());
    let n = match c.claim {
        Claim::Mate | Claim::NoMate => i64::from(u16::MAX),
        Claim::MateWithin(n) | Claim::NoMateWithin(n) => i64::from(n),
    };
    let mut replies =
        referee::legal_moves(rules, root).into_iter().map(|m| referee::play(rules, root, m));
    let attacks = root.side == c.problem.attacker();
    let mut turned = root.clone();
    turned.side = root.side.other();
    let dominance = !referee::in_check(rules, &turned);
    match (c.claim, attacks) {
        (Claim::Mate | Claim::MateWithin(_), true) => mate_covered(c, root, n, dominance),
        (Claim::Mate | Claim::MateWithin(_), false) => {
            replies.all(|child| mate_covered(c, &child, n - 1, true))
        }
        (Claim::NoMate | Claim::NoMateWithin(_), true) => no_mate_covered(c, root, n, dominance),
        (Claim::NoMate | Claim::NoMateWithin(_), false) => {
            replies.any(|child| no_mate_covered(c, &child, n - 1, true))
        }
    }
}

fn mate_covered(c: &Certificate, p: &Position, plies: i64, dominance: bool) -> bool {
    let attacker = c.problem.attacker().index();
    c.nodes.iter().any(|node| {
        let q = &node.position;
        i64::from(node.plies) <= plies
            && (p == q
                || dominance
                    && same_material(c, p, q)
                    && more(p.hands[attacker], q.hands[attacker]))
    })
}

fn no_mate_covered(c: &Certificate, p: &Position, plies: i64, dominance: bool) -> bool {
    let odd = if plies % 2 == 0 { plies - 1 } else { plies };
    let attacker = c.problem.attacker().index();
    let ever = c.claim == Claim::NoMate;
    !ever && odd <= 0
        || c.nodes.iter().any(|node| {
            let q = &node.position;
            (ever || i64::from(node.plies) >= odd)
                && (p == q
                    || dominance
                        && same_material(c, p, q)
                        && more(q.hands[attacker], p.hands[attacker]))
        })
}

/// True if two positions differ only in the hands, and the hands have the same pieces together.
fn same_material(c: &Certificate, p: &Position, q: &Position) -> bool {
    let mut bare = q.clone();
    bare.hands = p.hands;
    c.problem.rules().hands_dominate
        && bare == *p
        && (0..8).all(|lane| {
            let sum =
                |p: &Position| p.hands.iter().map(|hand| u32::from(hand.count(lane))).sum::<u32>();
            sum(p) == sum(q)
        })
}

fn more(a: Hand, b: Hand) -> bool {
    (0..8).all(|lane| a.count(lane) >= b.count(lane))
}

/// True if the listed replies of a proof of no mate can return to a node.
pub fn has_a_circle(c: &Certificate) -> bool {
    let rules = c.problem.rules();
    let below = |node: &CertificateNode| -> Vec<usize> {
        let Strategy::Defense(pairs) = &node.strategy else { return Vec::new() };
        let children = pairs.iter().map(|(m, reply)| {
            referee::play(rules, &referee::play(rules, &node.position, *m), *reply)
        });
        children.filter_map(|p| c.nodes.iter().position(|node| node.position == p)).collect()
    };
    (0..c.nodes.len()).any(|start| {
        let (mut seen, mut open) = (vec![false; c.nodes.len()], below(&c.nodes[start]));
        while let Some(at) = open.pop() {
            if !std::mem::replace(&mut seen[at], true) {
                open.extend(below(&c.nodes[at]));
            }
        }
        seen[start]
    })
}
