//! Certificates of all four kinds: the checker accepts the proofs, and nothing else.

mod brute;
mod mutants;
mod text;
mod twin;

use brute::Brute;
use std::sync::Arc;
use std::time::Instant;
use tsume::position::{Forcing, Position, Problem};
use tsume::proof::certificate::{Certificate, CertificateNode, Claim, Strategy};
use tsume::proof::checker::{self, CertificateFault, Rejection, VerifiedClaim};
use tsume::proof::text_format;
use tsume::referee::{self, ObjectionKind};
use tsume::rules::{Rules, Side};
use tsume::search::Limits;
use tsume::solver::{Certify, SolverConfig, solve};

/// A problem of `tests/data/certificates.tsv`.
struct Case {
    name: String,
    problem: Problem,
    /// Length of the mate; `None` if there is no mate within a few plies.
    mate: Option<u16>,
}

fn admit(rules: &Arc<Rules>, position: Position, attacker: Side, forcing: Forcing) -> Problem {
    // The positions are from other programs; some have more pieces of a kind than the army.
    let allow = [referee::ObjectionKind::TooManyPieces];
    referee::admit(rules, position, Some(attacker), forcing, &allow)
        .unwrap_or_else(|e| panic!("{e:?}"))
}

fn cases() -> Vec<Case> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/certificates.tsv");
    let text = std::fs::read_to_string(path).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let columns: Vec<&str> = line.split('\t').collect();
            let [variant, options, forcing, sfen, mate, source] = columns[..] else {
                panic!("{line}");
            };
            let pairs = options.split(' ').filter_map(|pair| pair.split_once('='));
            let options: Vec<(String, String)> =
                pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
            let rules = crate::support::rules(variant, &options);
            let position = crate::support::position(&rules, sfen);
            let forcing = if forcing == "royal" { Forcing::Royal } else { Forcing::Check };
            let attacker = position.side;
            Case {
                name: source.to_owned(),
                problem: admit(&rules, position, attacker, forcing),
                mate: mate.parse().ok(),
            }
        })
        .collect()
}

/// A problem from an SFEN, with the side to move attacking.
fn problem(variant: &str, options: &[(&str, &str)], sfen: &str) -> Problem {
    let options: Vec<(String, String)> =
        options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let rules = crate::support::rules(variant, &options);
    let position = crate::support::position(&rules, sfen);
    let attacker = position.side;
    admit(&rules, position, attacker, Forcing::Check)
}

/// The problem after the attacker's first move of a proof, or after any forcing move: at its root
/// the defender is to move.
fn after_first_move(certificate: &Certificate) -> Option<Problem> {
    let (problem, root) = (&certificate.problem, certificate.problem.position());
    let node = certificate.nodes.iter().find(|node| node.position == *root)?;
    let m = match &node.strategy {
        Strategy::Attack(m) => *m,
        Strategy::Defense(replies) => replies.first()?.0,
    };
    let after = referee::play(problem.rules(), root, m);
    Some(admit(problem.rules(), after, problem.attacker(), problem.forcing()))
}

/// Certificates of every kind that the case allows, by brute force.
fn certificates(case: &Case) -> Vec<Certificate> {
    let brute = Brute::of(&case.problem);
    let prove = |problem: &Problem, claim: Claim| {
        let proof = brute.certificate(problem, claim, 60);
        proof.unwrap_or_else(|| panic!("{}: {claim:?}", case.name))
    };
    let mut all = Vec::new();
    if let Some(plies) = case.mate {
        let first = prove(&case.problem, Claim::MateWithin(plies));
        let after = after_first_move(&first).unwrap();
        all.push(prove(&after, Claim::MateWithin(plies - 1)));
        all.push(Certificate { claim: Claim::Mate, ..all[0].clone() });
        all.push(Certificate { claim: Claim::Mate, ..first.clone() });
        all.push(first);
        all.push(prove(&case.problem, Claim::NoMateWithin(plies - 1)));
        if let Some(shorter) = plies.checked_sub(2) {
            all.push(prove(&case.problem, Claim::NoMateWithin(shorter)));
            all.push(prove(&after, Claim::NoMateWithin(shorter)));
        }
    } else {
        let first = prove(&case.problem, Claim::NoMate);
        if let Some(after) = after_first_move(&first) {
            all.push(prove(&after, Claim::NoMate));
            all.push(prove(&after, Claim::NoMateWithin(2)));
        }
        all.push(first);
        all.push(prove(&case.problem, Claim::NoMateWithin(3)));
    }
    all
}

fn verify(certificate: &Certificate) -> Result<VerifiedClaim, Rejection> {
    let answer = checker::verify(certificate, 1, &|| false);
    assert_eq!(answer, checker::verify(certificate, 3, &|| false), "the threads must not matter");
    answer
}

#[track_caller]
fn assert_accepted(name: &str, certificate: &Certificate) {
    if let Err(refusal) = verify(certificate) {
        panic!("{name}: {:?}: {refusal}\n{}", certificate.claim, text_format::write(certificate));
    }
}

#[test]
fn checker_accepts_proofs_by_brute_force() {
    let mut kinds = [0; 4];
    for case in cases() {
        for certificate in certificates(&case) {
            assert_accepted(&case.name, &certificate);
            assert!(twin::holds(&certificate), "{}", case.name);
            kinds[match certificate.claim {
                Claim::Mate => 0,
                Claim::MateWithin(_) => 1,
                Claim::NoMate => 2,
                Claim::NoMateWithin(_) => 3,
            }] += 1;
        }
    }
    assert!(kinds.iter().all(|&count| count >= 15), "{kinds:?}");
}

#[test]
fn acceptance_states_claim_and_counts() {
    for case in cases() {
        for certificate in certificates(&case) {
            let accepted = verify(&certificate).unwrap();
            assert_eq!(accepted.claim(), certificate.claim);
            assert_eq!(accepted.nodes(), certificate.nodes.len());
            let attacks = certificate.problem.position().side == certificate.problem.attacker();
            let plies = match certificate.claim {
                // Brute force tries shorter mates first, so its proofs have the exact length.
                Claim::Mate | Claim::MateWithin(_) if attacks => case.mate,
                Claim::Mate | Claim::MateWithin(_) => case.mate.map(|plies| plies - 1),
                _ => None,
            };
            assert_eq!(accepted.plies(), plies, "{}", case.name);
        }
    }
}

/// Nodes that state more than the proof needs: the attacker with less in hand and the defender with
/// more (mate), or the reverse (no mate). Such a proof holds only by dominance.
fn generalised(certificate: &Certificate) -> Certificate {
    let mut wide = certificate.clone();
    let (rules, attacker) = (certificate.problem.rules(), certificate.problem.attacker());
    let mates = matches!(certificate.claim, Claim::Mate | Claim::MateWithin(_));
    let (giver, taker) =
        if mates { (attacker, attacker.other()) } else { (attacker.other(), attacker) };
    for i in 0..wide.nodes.len() {
        for lane in 0..rules.lanes.len() as u8 {
            while wide.nodes[i].position.hands[giver.index()].count(lane) > 0 {
                let before = wide.nodes[i].position.clone();
                let hands = &mut wide.nodes[i].position.hands;
                hands[giver.index()] = hands[giver.index()].without(lane);
                hands[taker.index()] = hands[taker.index()].with(lane);
                if !twin::holds(&wide) {
                    wide.nodes[i].position = before;
                    break;
                }
            }
        }
    }
    wide
}

#[test]
fn dominating_node_covers_a_position() {
    let mut moved = [0, 0];
    for case in cases().iter().filter(|case| case.problem.rules().has_drops()) {
        for certificate in certificates(case) {
            let wide = generalised(&certificate);
            assert_accepted(&case.name, &wide);
            let mates = matches!(certificate.claim, Claim::Mate | Claim::MateWithin(_));
            moved[usize::from(mates)] += usize::from(wide.nodes != certificate.nodes);
            // A game without dominance refuses the same references.
            if wide.nodes != certificate.nodes {
                let free = in_other_game(&wide, &[("king_safety", "free")]);
                assert!(!free.problem.rules().hands_dominate);
                assert!(verify(&free).is_err(), "{}", case.name);
            }
        }
    }
    assert!(moved.iter().all(|&count| count >= 8), "{moved:?}");
}

/// The same certificate about the same position under other options.
fn in_other_game(certificate: &Certificate, options: &[(&str, &str)]) -> Certificate {
    let problem = &certificate.problem;
    let mut chosen = problem.rules().changed.clone();
    chosen.extend(options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
    let rules = crate::support::rules(&problem.rules().name, &chosen);
    let position = problem.position().clone();
    let problem = referee::admit(
        &rules,
        position,
        Some(problem.attacker()),
        problem.forcing(),
        ObjectionKind::ALL,
    );
    Certificate { problem: problem.unwrap(), ..certificate.clone() }
}

#[test]
fn dominance_is_granted_only_where_it_is_sound() {
    let dominates = |variant: &str, options: &[(&str, &str)]| {
        problem(variant, options, start_of(variant)).rules().hands_dominate
    };
    assert!(dominates("shogi", &[]));
    assert!(dominates("minishogi", &[]));
    assert!(dominates("shogi", &[("king_safety", "free"), ("uchifuzume", "false")]));
    assert!(!dominates("shogi", &[("king_safety", "free")]));
    assert!(!dominates("shogi", &[("drops", "false")]));
    for variant in ["sho", "chu", "dai", "maka_dai_dai", "hishigata"] {
        assert!(!dominates(variant, &[]), "{variant}");
    }
    let long_pawn = tsume::rules::builtin::text("minishogi").unwrap().replace("\"fW\"", "\"fR\"");
    let file = serde_json::from_value(yaml(&long_pawn)).unwrap();
    let rules = tsume::rules::compile::compile(&file, &[]).unwrap();
    assert!(!rules.hands_dominate);
}

fn yaml(text: &str) -> serde_json::Value {
    serde_yaml::from_str(text).unwrap()
}

fn start_of(variant: &str) -> &'static str {
    match variant {
        "shogi" | "sho" => "4k4/9/9/9/9/9/9/9/9 b - 1",
        "minishogi" => "4k/5/5/5/5 b - 1",
        "chu" => "11k/12/12/12/12/12/12/12/12/12/12/12 b - 1",
        "dai" => "14k/15/15/15/15/15/15/15/15/15/15/15/15/15/15 b - 1",
        _ => "18k/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19 b - 1",
    }
}

#[test]
fn mate_in_zero_needs_no_nodes() {
    // A gold before a king on the edge of the board, guarded by another.
    let rules = crate::support::rules("shogi", &[]);
    let mated = crate::support::position(&rules, "4k4/4G4/4G4/9/9/9/9/9/9 w - 1");
    let problem = admit(&rules, mated, Side::Black, Forcing::Check);
    for claim in [Claim::Mate, Claim::MateWithin(0), Claim::MateWithin(7)] {
        let certificate = Certificate { problem: problem.clone(), claim, nodes: Vec::new() };
        assert_eq!(verify(&certificate).unwrap().plies(), Some(0));
    }
    for claim in [Claim::NoMate, Claim::NoMateWithin(0), Claim::NoMateWithin(3)] {
        let certificate = Certificate { problem: problem.clone(), claim, nodes: Vec::new() };
        assert_eq!(verify(&certificate).unwrap_err().fault, CertificateFault::NoReplyHolds);
    }
}

/// With several wrong nodes, any number of threads reports the first.
#[test]
fn threads_share_a_large_certificate() {
    // Shogi Zukou 96 (1755).
    let sfen = "RS1lk3s/P2n4n/1P3B2R/pp1nppp2/1g4G2/N1+p6/9/9/L8 b 8Pb2g2s2l2p 1";
    let config = SolverConfig {
        threads: 1,
        hash: 64 << 20,
        limits: Limits::default(),
        shortest: false,
        main_line: false,
        within: None,
        certify: Certify::Verdict,
    };
    let solution = solve(&problem("shogi", &[], sfen), &config, &Instant::now());
    let mut certificate = solution.certificates[0].clone();
    assert!(certificate.nodes.len() >= 500, "too small to be shared");
    assert_accepted("Shogi Zukou 96", &certificate);
    let long: Vec<usize> =
        (0..certificate.nodes.len()).filter(|&i| certificate.nodes[i].plies > 1).collect();
    // The replies of this node are no longer covered. Where another node needs it, it still does.
    for place in [long[long.len() - 2], long[long.len() / 3]] {
        certificate.nodes[place].plies = 1;
        let refusal = verify(&certificate).unwrap_err();
        assert_eq!(refusal.node, Some(place));
        assert!(matches!(refusal.fault, CertificateFault::Uncovered(..)));
    }
}

#[test]
fn interrupted_check_accepts_nothing() {
    let case = &cases()[0];
    for certificate in certificates(case).iter().filter(|c| !c.nodes.is_empty()) {
        let refusal = checker::verify(certificate, 1, &|| true).unwrap_err();
        assert_eq!(refusal.fault, CertificateFault::Stopped);
    }
}

#[test]
fn mate_proof_with_a_cycle_is_refused() {
    // The rook checks forever from the same two squares; the king steps to and fro.
    let problem = problem("shogi", &[], "k8/9/9/9/9/9/9/9/1R7 b - 1");
    let brute = Brute::of(&problem);
    assert!(brute.certificate(&problem, Claim::MateWithin(3), 60).is_none());
    // Every reachable position has a node with a forcing move: only the number of plies can refute
    // the claim.
    for plies in [1, 3, 5, u16::MAX] {
        let mut nodes: Vec<CertificateNode> = Vec::new();
        let mut open = vec![problem.position().clone()];
        while let Some(position) = open.pop() {
            if nodes.iter().any(|node| node.position == position) || nodes.len() > 400 {
                continue;
            }
            let forcing = referee::forcing_moves(problem.rules(), &position, problem.forcing());
            let Some(&m) = forcing.first() else { continue };
            let after = referee::play(problem.rules(), &position, m);
            for reply in referee::legal_moves(problem.rules(), &after) {
                open.push(referee::play(problem.rules(), &after, reply));
            }
            nodes.push(CertificateNode { position, plies, strategy: Strategy::Attack(m) });
        }
        assert!(nodes.len() > 5);
        let certificate = Certificate { problem: problem.clone(), claim: Claim::Mate, nodes };
        assert!(verify(&certificate).is_err());
    }
}

#[test]
fn no_mate_proof_with_a_cycle_is_accepted() {
    let mut circles = 0;
    for case in cases().iter().filter(|case| case.mate.is_none()) {
        for certificate in certificates(case).iter().filter(|c| c.claim == Claim::NoMate) {
            circles += usize::from(twin::has_a_circle(certificate));
        }
    }
    assert!(circles > 0);
}
