//! Certificates as text: reading gives back what was written, and everything else is refused with
//! its place and a reason, without a panic.

use super::{Case, admit, cases, certificates, verify};
use crate::snapshot::assert_snapshot;
use proptest::prelude::*;
use std::fmt::Write;
use std::sync::{Arc, LazyLock};
use tsume::io::files::certificate_file::{self, CertificateReadError};
use tsume::position::Forcing;
use tsume::proof::certificate::{Certificate, Claim};
use tsume::proof::text_format::{self, CertificateError, MAX_LINE_BYTES};
use tsume::rules::{Side, builtin};

fn case(name: &str) -> Case {
    cases().into_iter().find(|case| case.name == name).unwrap_or_else(|| panic!("no case {name}"))
}

/// Proofs of a mate in three and of no mate, with drops.
static MATE: LazyLock<String> = LazyLock::new(|| text_of("minishogi:0", Claim::MateWithin(3)));
static NO_MATE: LazyLock<String> = LazyLock::new(|| text_of("standard:18", Claim::NoMate));

/// Text of the case's certificate of a claim, with the attacker to move.
fn text_of(name: &str, claim: Claim) -> String {
    let attacks = |c: &Certificate| c.problem.position().side == c.problem.attacker();
    let all = certificates(&case(name));
    let found = all.iter().find(|c| c.claim == claim && attacks(c));
    text_format::write(found.unwrap())
}

#[test]
fn certificates_survive_writing_and_reading() {
    for case in cases() {
        for certificate in certificates(&case) {
            let text = text_format::write(&certificate);
            let back = text_format::parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
            assert_eq!(back.claim, certificate.claim);
            assert_eq!(back.nodes, certificate.nodes);
            assert_eq!(back.problem.position(), certificate.problem.position());
            assert_eq!(back.problem.attacker(), certificate.problem.attacker());
            assert_eq!(back.problem.forcing(), certificate.problem.forcing());
            assert_eq!(**back.problem.rules(), **certificate.problem.rules());
            assert_eq!(text_format::write(&back), text);
        }
    }
}

#[test]
fn examples_of_the_format_description_are_accepted() {
    let page = include_str!("../../src/proof/CERTIFICATES.md");
    let blocks: Vec<&str> = page.split("```text\n").skip(1).collect();
    let [whole, node] = blocks[..] else { panic!("two examples") };
    let whole = text_format::parse(whole.split("```").next().unwrap()).unwrap();
    assert_eq!(verify(&whole).unwrap().plies(), Some(3));
    let header = text_format::write(&Certificate {
        claim: Claim::NoMateWithin(1),
        nodes: vec![whole.nodes[0].clone()],
        ..whole
    });
    let header = header.lines().next().unwrap();
    let node = text_format::parse(&format!("{header}\n{}", node.split("```").next().unwrap()));
    assert!(verify(&node.unwrap()).is_ok());
}

#[test]
fn memories_and_phantoms_survive_writing_and_reading() {
    // Not a proof, but it uses every field of a position. Both sides have a prince or a king, and
    // Black's has no effect.
    let rules = crate::support::rules("chu", &[]);
    let sfen = "11k/12/12/5+[DE]6/12/12/12/12/12/12/12/12 b - 7f phantom:b 1";
    let position = crate::support::position(&rules, sfen);
    let problem = admit(&rules, position.clone(), Side::Black, Forcing::Check);
    let mut certificate = Certificate { problem, claim: Claim::NoMate, nodes: Vec::new() };
    let mut elsewhere = position.clone();
    elsewhere.deferred = vec![tsume::rules::Square(3), tsume::rules::Square(7)];
    elsewhere.counter_strike = None;
    for position in [position, elsewhere] {
        let strategy = tsume::proof::certificate::Strategy::Defense(Vec::new());
        certificate.nodes.push(tsume::proof::certificate::CertificateNode {
            position,
            plies: 0,
            strategy,
        });
    }
    let back = text_format::parse(&text_format::write(&certificate)).unwrap();
    assert_eq!(back.nodes, certificate.nodes);
    assert_eq!(back.problem.position(), certificate.problem.position());
}

#[test]
fn certificate_carries_the_rules_of_a_user_game() {
    let case = case("minishogi:0");
    let mut rules = builtin::rules("minishogi", &[]).unwrap().unwrap();
    rules.name = "my_mini".to_owned();
    let position = case.problem.position().clone();
    let problem = admit(&Arc::new(rules), position, case.problem.attacker(), Forcing::Check);
    let certificate = Certificate { problem, ..certificates(&case).remove(3) };
    let text = text_format::write(&certificate);
    assert!(text.contains("\"game\""));
    let back = text_format::parse(&text).unwrap();
    assert_eq!(back.problem.rules().name, "my_mini");
    assert!(verify(&back).is_ok());
    assert_eq!(text_format::write(&back), text);
}

#[test]
fn certificate_lists_the_allowed_objections() {
    // Nineteen pawns.
    let rules = crate::support::rules("shogi", &[]);
    let position = crate::support::position(&rules, "4k4/9/4P4/9/9/9/9/9/9 b G18p 1");
    let allow = [tsume::referee::ObjectionKind::TooManyPieces];
    let problem = tsume::referee::admit(&rules, position, None, Forcing::Check, &allow).unwrap();
    let certificate = Certificate { problem, claim: Claim::NoMateWithin(0), nodes: Vec::new() };
    let text = text_format::write(&certificate);
    assert!(text.contains(r#""allow":["too_many_pieces"]"#));
    assert!(text_format::parse(&text).is_ok());
    let bare = text.replace(r#""allow":["too_many_pieces"],"#, "");
    assert_eq!(text_format::parse(&bare).unwrap_err().code, "E0606");
}

#[test]
fn file_and_text_readers_agree() {
    let folder = std::env::temp_dir().join(format!("tsume-certificates-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("one.cert");
    for text in [&*MATE, &*NO_MATE] {
        let certificate = text_format::parse(text).unwrap();
        certificate_file::write(&path, &certificate).unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), *text);
        assert_eq!(certificate_file::read(&path).unwrap().nodes, certificate.nodes);
        // No temporary file remains.
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
    }
    assert!(certificate_file::write(&folder.join("none/one.cert"), &certificate()).is_err());
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(matches!(certificate_file::read(&path), Err(CertificateReadError::Io(_))));
}

fn certificate() -> Certificate {
    text_format::parse(&MATE).unwrap()
}

fn streamed(bytes: &[u8]) -> Result<Certificate, CertificateReadError> {
    certificate_file::read_from(&mut &*bytes)
}

#[test]
fn both_line_ends_are_read() {
    let windows = MATE.replace('\n', "\r\n");
    assert!(text_format::parse(&windows).is_ok());
    assert!(streamed(windows.as_bytes()).is_ok());
    assert!(streamed(MATE.trim_end().as_bytes()).is_ok());
}

#[test]
fn overlong_line_is_refused_before_its_end() {
    let code = |bytes: &[u8]| match streamed(bytes) {
        Err(CertificateReadError::Text(error)) => (error.code, error.line),
        other => panic!("{other:?}"),
    };
    assert_eq!(code(&vec![b'a'; MAX_LINE_BYTES + 1]), ("E0608", 1));
    assert_eq!(
        code(format!("{}{}", *MATE, "a".repeat(3 * MAX_LINE_BYTES)).as_bytes()),
        ("E0608", 4)
    );
    assert_eq!(code(b"\xff\xfe\n"), ("E0601", 1));
    assert_eq!(code(b""), ("E0601", 1));
}

/// The error as users see it, with the place marked in its line.
fn shown(text: &str, error: &CertificateError) -> String {
    let line = text.lines().nth(error.line - 1).unwrap_or_default();
    let mut out = format!("{} {error}\n", error.code);
    if let Some(help) = &error.help {
        let _ = writeln!(out, "help: {help}");
    }
    let marked = line.get(error.at.clone()).expect("the place is in the line");
    let before = line[..error.at.start].chars().rev().take(12).collect::<Vec<_>>();
    let before: String = before.into_iter().rev().collect();
    let after: String = line[error.at.end..].chars().take(12).collect();
    assert_eq!(line[..error.at.start].chars().count() + 1, error.column);
    let _ = write!(out, "at: {before}»{marked}«{after}");
    out
}

/// Malformed certificates: name and text.
fn malformed() -> Vec<(&'static str, String)> {
    let mate = |from: &str, to: &str| {
        assert!(MATE.contains(from), "{from}\n{}", *MATE);
        MATE.replacen(from, to, 1)
    };
    let no_mate = |from: &str, to: &str| {
        assert!(NO_MATE.contains(from), "{from}\n{}", *NO_MATE);
        let (header, nodes) = NO_MATE.split_once('\n').unwrap();
        format!("{header}\n{}", nodes.replacen(from, to, 1))
    };
    let first_line = |text: &str| text.lines().next().unwrap().to_owned();
    let first_node = |to: &str| {
        let mut lines: Vec<&str> = MATE.lines().collect();
        lines[1] = to;
        lines.join("\n")
    };
    vec![
        ("empty", String::new()),
        ("not_json", "this is a certificate\n".to_owned()),
        ("half_a_header", first_line(&MATE)[..40].to_owned()),
        ("unknown_key", mate("\"claim\"", "\"claims\"")),
        ("version", mate("\"tsume_certificate\":1", "\"tsume_certificate\":2")),
        ("unknown_game", mate("\"variant\":\"minishogi\"", "\"variant\":\"mini\"")),
        ("unknown_option", mate("\"rules\":[]", "\"rules\":[[\"nifoo\",\"true\"]]")),
        ("rule_without_its_option", mate("\"rules\":[]", "\"rules\":[[\"nifu\",\"false\"]]")),
        ("option_that_disagrees", mate("\"nifu\":\"true\"", "\"nifu\":\"false\"")),
        ("option_too_many", mate("\"nifu\":\"true\"", "\"nifu\":\"true\",\"tofu\":\"true\"")),
        ("game_that_is_none", mate("\"rules\":[]", "\"rules\":[],\"game\":{\"name\":\"x\"}")),
        ("forcing", mate("\"forcing\":\"check\"", "\"forcing\":\"chess\"")),
        ("attacker", mate("\"attacker\":\"black\"", "\"attacker\":\"both\"")),
        ("attacker_without_king", mate("\"attacker\":\"black\"", "\"attacker\":\"white\"")),
        ("pardon", mate("\"claim\"", "\"allow\":[\"anything\"],\"claim\"")),
        ("claim", mate("\"claim\":\"mate_within\"", "\"claim\":\"maybe\"")),
        ("claim_without_plies", mate(",\"plies\":3", "")),
        ("claim_with_plies", mate("\"mate_within\"", "\"mate\"")),
        ("negative_plies", mate("\"plies\":3", "\"plies\":-3")),
        ("huge_plies", mate("\"plies\":3", "\"plies\":70000")),
        ("position", mate("\"position\":\"4k/1+R3", "\"position\":\"4k/1+X3")),
        (
            "position_with_too_much",
            mate("\"position\":\"4k/1+R3/2P2", "\"position\":\"4k/1+R3/PPP2"),
        ),
        ("fewer_nodes", mate("\"nodes\":2", "\"nodes\":1")),
        ("more_nodes", mate("\"nodes\":2", "\"nodes\":3")),
        ("countless_nodes", mate("\"nodes\":2", "\"nodes\":18446744073709551615")),
        ("cut_off", MATE[..MATE.trim_end().rfind('\n').unwrap()].to_owned()),
        ("empty_line", MATE.replacen('\n', "\n\n", 1)),
        ("node_plies", first_node("three R*1b 4k/1+R3/2P2/5/5 Rgp")),
        ("node_huge_plies", first_node("65536 R*1b 4k/1+R3/2P2/5/5 Rgp")),
        ("node_signed_plies", first_node("+3 R*1b 4k/1+R3/2P2/5/5 Rgp")),
        ("node_move", first_node("3 R*1f 4k/1+R3/2P2/5/5 Rgp")),
        ("node_replies", first_node("3 R*1b:1a1b 4k/1+R3/2P2/5/5 Rgp")),
        ("node_board", first_node("3 R*1b 4k/1+R3/2P2/5/6 Rgp")),
        ("node_empty_board", first_node("3 R*1b  Rgp")),
        ("node_hands", first_node("3 R*1b 4k/1+R3/2P2/5/5 Rgk")),
        ("node_without_hands", first_node("3 R*1b 4k/1+R3/2P2/5/5")),
        ("node_side", first_node("3 R*1b 4k/1+R3/2P2/5/5 b Rgp")),
        ("node_move_number", first_node("3 R*1b 4k/1+R3/2P2/5/5 Rgp 1")),
        ("node_phantom", first_node("3 R*1b 4k/1+R3/2P2/5/5 Rgp phantom:b")),
        ("node_memory", first_node("3 R*1b 4k/1+R3/2P2/5/5 Rgp ~6a")),
        ("node_spaces", first_node("3 R*1b 4k/1+R3/2P2/5/5  Rgp")),
        ("node_wide_letters", first_node("3 R*1b 4玉/1+R3/2P2/5/5 Rgp")),
        ("reply_missing", no_mate(":", "")),
        ("reply_twice", no_mate(":", "::")),
        ("reply_comma", no_mate(",", ",,")),
    ]
}

#[test]
fn malformed_certificates_are_refused_with_place_and_reason() {
    for (name, text) in malformed() {
        let error = text_format::parse(&text).map(|c| c.claim).expect_err(name);
        assert_snapshot(
            "certificates/snapshots",
            &format!("malformed_{name}"),
            &shown(&text, &error),
        );
    }
}

/// Reads bytes as a certificate: it is refused, or the checker has an answer to it. Both readers
/// must agree.
fn survives(bytes: &[u8]) {
    let streamed = streamed(bytes);
    if let Ok(text) = std::str::from_utf8(bytes) {
        assert_eq!(text_format::parse(text).is_ok(), streamed.is_ok(), "{text}");
    }
    if let Ok(certificate) = streamed {
        let _ = verify(&certificate);
        let text = text_format::write(&certificate);
        let back = text_format::parse(&text).unwrap();
        assert_eq!(back.nodes, certificate.nodes);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn cut_certificates_do_not_panic(at in 0..2000usize) {
        for text in [&*MATE, &*NO_MATE] {
            survives(&text.as_bytes()[..at.min(text.len())]);
        }
    }

    #[test]
    fn garbled_certificates_do_not_panic(edits in prop::collection::vec((0..2000usize, any::<u8>()), 1..4)) {
        for text in [&*MATE, &*NO_MATE] {
            let mut bytes = text.as_bytes().to_vec();
            for (at, byte) in &edits {
                let at = at % bytes.len();
                bytes[at] = *byte;
            }
            survives(&bytes);
        }
    }

    #[test]
    fn garbled_nodes_do_not_panic(
        edits in prop::collection::vec((any::<prop::sample::Index>(), "[0-9a-iA-Z+*:,/ ~-]"), 1..6)
    ) {
        for text in [&*MATE, &*NO_MATE] {
            let header = text.find('\n').unwrap() + 1;
            let mut bytes = text.as_bytes().to_vec();
            for (at, letter) in &edits {
                let at = header + at.index(bytes.len() - header);
                bytes.splice(at..=at, letter.bytes());
            }
            survives(&bytes);
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in ".{0,200}") {
        survives(text.as_bytes());
        let header = MATE.lines().next().unwrap();
        survives(format!("{header}\n{text}\n{text}").as_bytes());
    }
}
