//! One result: its fields, its certificate, its exit status.

use super::*;

/// Of two mates in three the attacker prefers the one that leaves the silver in hand: 3d2c 1b1a
/// 2c2b.
#[test]
fn main_line_leaves_what_optimal_play_leaves_in_hand() {
    let position = "2S6/6p1k/6G2/6G2/9/9/9/9/9 b S2r2b2g2s4n4l17p 1";
    let solved = run(&["solve", "--format", "json", "--sfen", position]);
    let mate = &json(&solved.out)[0];
    assert_eq!((&mate["plies"], &mate["shortest"]), (&3.into(), &true.into()));
    assert_eq!((&mate["leftover"], &mate["leftover_proved"]), (&1.into(), &true.into()));
    let text = run(&["solve", "--stable", "--sfen", position]);
    assert_eq!(text.out, "1  mate in 3, 1 left in hand\n");
}

/// The length takes 1,900 positions here, the leftover fifteen times as many.
#[test]
fn leftover_may_stay_undecided() {
    let position = "2+R6/5+N2l/p1npkp1p1/2S1p3p/7R1/9/P1P+bPPG1P/1G1SsK3/LN6L b B2GSNL4P3p 1";
    let solve = |rest: &[&str]| {
        let arguments = ["solve", "--threads", "1", "--sfen", position];
        run(&[&arguments[..], rest].concat()).out
    };
    let hurried = ["--nodes", "3000", "--format", "json"];
    for (rest, proved) in [(&hurried[2..], true), (&hurried, false)] {
        let mate = json(&solve(rest)).remove(0);
        assert_eq!((&mate["plies"], &mate["shortest"]), (&7.into(), &true.into()));
        assert_eq!(mate["leftover_proved"], proved);
        assert_eq!(mate["line"].as_array().unwrap().len(), 7);
        assert!(mate["leftover"].is_u64());
        let stable = json(&solve(&[rest, &["--stable"]].concat())).remove(0);
        assert_eq!(stable.get("leftover").is_some(), proved);
    }
    // A resumed result repeats what an earlier run has proved.
    let kept = folder("left").join("kept.jsonl");
    let earlier = solve(&["--format", "json", "--stable"]);
    std::fs::write(&kept, &earlier).unwrap();
    let again = ["--resume", text(&kept), "--format", "json", "--stable"];
    assert_eq!(solve(&again), earlier);
    assert!(solve(&hurried[..2]).contains("leftover not proved"));
    assert!(!solve(&[]).contains("not proved"));
}

#[test]
fn json_results_have_the_fixed_shape() {
    let arguments = ["solve", "--format", "json", "--sfen", MATE_IN_1, "--sfen", NO_MATE];
    let solved = run(&arguments);
    assert_eq!(solved.code, Some(0));
    let lines = json(&solved.out);
    assert_eq!(
        keys(&lines[0]),
        [
            "id",
            "key",
            "variant",
            "rules",
            "forcing",
            "attacker",
            "position",
            "verdict",
            "plies",
            "shortest",
            "line",
            "leftover",
            "leftover_proved",
            "composers",
            "nodes",
            "time_ms",
            "threads",
            "hash_used",
            "certificate",
        ]
    );
    let mate = &lines[0];
    assert_eq!((&mate["id"], &mate["variant"]), (&"1".into(), &"shogi".into()));
    assert_eq!((&mate["verdict"], &mate["plies"]), (&"mate".into(), &1.into()));
    assert_eq!((&mate["shortest"], &mate["leftover"]), (&true.into(), &0.into()));
    assert_eq!((&mate["forcing"], &mate["attacker"]), (&"check".into(), &"black".into()));
    assert_eq!(mate["line"], serde_json::json!(["G*5b"]));
    assert_eq!((&mate["rules"], &mate["position"]), (&serde_json::json!({}), &MATE_IN_1.into()));
    assert_eq!(mate["certificate"]["covers"], "verdict");
    assert_eq!(mate["certificate"]["checked"], true);
    let key = mate["key"].as_str().unwrap();
    assert!(key.len() == 16 && key.bytes().all(|b| b.is_ascii_hexdigit()));
    assert_ne!(lines[0]["key"], lines[1]["key"]);
    assert_eq!((&lines[1]["id"], &lines[1]["verdict"]), (&"2".into(), &"no_mate".into()));
    assert!(!lines[1]["refutation"].as_array().unwrap().is_empty());
    for absent in ["plies", "shortest", "line", "leftover", "leftover_proved", "stopped_by"] {
        assert!(lines[1].get(absent).is_none(), "{absent}");
    }
}

#[test]
fn stable_results_omit_varying_figures() {
    let arguments = ["solve", "--format", "json", "--stable", "--sfen", MATE_IN_1];
    let line = json(&run(&arguments).out).remove(0);
    assert_eq!(
        keys(&line),
        [
            "id",
            "key",
            "variant",
            "rules",
            "forcing",
            "attacker",
            "position",
            "verdict",
            "plies",
            "shortest",
            "leftover",
            "composers",
        ]
    );
    let text = run(&["solve", "--stable", "--sfen", MATE_IN_1]);
    assert_eq!(text.out, "1  mate in 1\n");
}

#[test]
fn key_identifies_the_problem() {
    let key = |arguments: &[&str]| {
        let base = ["solve", "--format", "json", "--sfen"];
        let line = json(&run(&[&base[..], arguments].concat()).out).remove(0);
        line["key"].as_str().unwrap().to_owned()
    };
    let plain = key(&[MATE_IN_1]);
    // An explicit default, a move number and other spelling do not change the key.
    assert_eq!(plain, key(&[MATE_IN_1, "--rule", "zone=3"]));
    assert_eq!(plain, key(&[MATE_IN_1, "--variant", "standard"]));
    assert_eq!(plain, key(&["sfen 4k4/9/4P4/9/9/9/9/9/9 b G 33"]));
    for other in [
        &[NO_MATE][..],
        &[MATE_IN_1, "--rule", "zone=2"],
        &[MATE_IN_1, "--forcing", "royal"],
        &["9/9/9/9/9/9/4p4/9/4K4 w g 1"],
    ] {
        assert_ne!(plain, key(other), "{other:?}");
    }
    let changed = run(&["solve", "--format", "json", "--sfen", MATE_IN_1, "--rule", "zone=2"]);
    assert_eq!(json(&changed.out)[0]["rules"], serde_json::json!({"zone": "2"}));
    let same = run(&["solve", "--format", "json", "--sfen", MATE_IN_1, "--rule", "zone=3"]);
    assert_eq!(json(&same.out)[0]["rules"], serde_json::json!({}));
}

#[test]
fn unreadable_problem_has_a_result_line_and_the_rest_is_solved() {
    let arguments = ["solve", "--format", "json", "--sfen", "4k4/9/9 b - 1", "--sfen", MATE_IN_1];
    let solved = run(&arguments);
    assert_eq!(solved.code, Some(2));
    let lines = json(&solved.out);
    assert_eq!(keys(&lines[0]), ["id", "error", "file", "line", "column"]);
    assert_eq!((&lines[0]["id"], &lines[0]["error"]["code"]), (&"1".into(), &"E0303".into()));
    assert_eq!((&lines[0]["line"], &lines[0]["column"]), (&1.into(), &8.into()));
    assert_eq!((&lines[1]["id"], &lines[1]["verdict"]), (&"2".into(), &"mate".into()));
    // One line, however many errors.
    let many = run(&["solve", "--format", "json", "--sfen", "4x4/9/9/9/9/9/9/9/9 b Y 1"]);
    let [line] = &json(&many.out)[..] else { panic!("{}", many.out) };
    assert_eq!(keys(line), ["id", "error", "file", "line", "column", "more"]);
    let more = line["more"].as_array().unwrap();
    assert!(!more.is_empty());
    for further in more {
        assert_eq!(keys(further), ["error", "file", "line", "column"]);
        assert!(further["error"]["message"].is_string() && further["column"] != line["column"]);
    }
    let text = run(&["solve", "--sfen", "4k4/9/9 b - 1", "--sfen", MATE_IN_1]);
    assert_eq!(text.code, Some(2));
    assert!(text.out.starts_with("2  mate in 1") && text.err.contains("3 ranks"));
}

#[test]
fn undecided_problem_exits_with_3() {
    for (limit, reason) in [
        (&["--nodes", "10"][..], "nodes"),
        (&["--time", "0.05"], "time"),
        (&["--depth", "1"], "depth"),
    ] {
        let arguments = [&["solve", "--format", "json", "--sfen", HARD], limit].concat();
        let solved = run(&arguments);
        let line = &json(&solved.out)[0];
        assert_eq!((&line["verdict"], &line["stopped_by"]), (&"unknown".into(), &reason.into()));
        assert_eq!(solved.code, Some(3), "{reason}");
    }
}

#[test]
fn certificates_are_written_and_verified() {
    let folder = folder("certificates");
    let solved = run(&[
        "solve",
        "--format",
        "json",
        "--certificate",
        text(&folder),
        "--sfen",
        MATE_IN_1,
        "--sfen",
        NO_MATE,
    ]);
    let lines = json(&solved.out);
    let file = |i: usize| lines[i]["certificate"]["file"].as_str().unwrap().to_owned();
    assert_eq!(file(0), text(&folder.join("1.tsc")));
    let verified = run(&["verify", text(&folder)]);
    assert_eq!(verified.code, Some(0));
    assert!(verified.out.contains("1.tsc  accepted: mate within 1"), "{}", verified.out);
    assert!(verified.out.contains("2.tsc  accepted: no mate"), "{}", verified.out);
    // A proof of another claim: the gold goes where the king can capture it.
    let forged = std::fs::read_to_string(file(0)).unwrap().replace("G*5b", "G*4a");
    std::fs::write(file(0), forged).unwrap();
    let refused = run(&["verify", "--format", "json", &file(1), &file(0)]);
    let answers = json(&refused.out);
    assert_eq!(refused.code, Some(1));
    assert_eq!((&answers[0]["accepted"], &answers[1]["accepted"]), (&true.into(), &false.into()));
    assert!(answers[1]["refusal"]["message"].is_string());
    std::fs::write(folder.join("broken.tsc"), "{}\n").unwrap();
    assert_eq!(run(&["verify", text(&folder)]).code, Some(2));
}

#[test]
fn length_is_certified_on_request() {
    let folder = folder("length");
    let base = ["solve", "--format", "json", "--variant", "chu", "--sfen", MATE_IN_3];
    let certified = ["--certify", "length", "--certificate", text(&folder)];
    let solved = run(&[&base[..], &certified].concat());
    let line = json(&solved.out).remove(0);
    assert_eq!(
        (solved.code, &line["plies"], &line["shortest"]),
        (Some(0), &3.into(), &true.into())
    );
    assert_eq!(line["certificate"]["covers"], "length");
    let verified = run(&["verify", text(&folder)]);
    assert_eq!(verified.code, Some(0));
    assert!(verified.out.contains("1.tsc  accepted: mate within 3"), "{}", verified.out);
    assert!(verified.out.contains("1.length.tsc  accepted: no mate within 1"), "{}", verified.out);
    let by_default = json(&run(&base).out).remove(0);
    assert_eq!(by_default["certificate"]["covers"], "verdict");
    let unchecked = run(&[&base[..], &["--certify", "none"]].concat());
    assert_eq!(unchecked.code, Some(0));
    let unchecked = json(&unchecked.out).remove(0);
    assert!(unchecked.get("certificate").is_none() && unchecked["certified"] == false);
}

#[test]
fn certificate_without_memory_gives_advice() {
    // shogi-small-017: the proof that no shorter mate exists takes some 1,700 nodes.
    let sfen = "9/7R1/3G1k3/9/1P6G/9/9/8+P/9 b NRp";
    let solve = |hash| run(&["solve", "--sfen", sfen, "--certify", "length", "--hash", hash]);
    let small = solve("1MiB");
    assert_eq!(small.code, Some(3), "{}", small.out);
    let advice = "did not check it (the certificate needs more memory; use a larger --hash)";
    assert!(small.out.contains("mate in 9") && small.out.contains(advice), "{}", small.out);
    assert_eq!(solve("16MiB").code, Some(0));
}

#[test]
fn hash_beyond_memory_does_not_fail() {
    let vast = run(&["solve", "--sfen", MATE_IN_1, "--hash", "1000000GiB"]);
    assert_eq!(vast.code, Some(0), "{}", vast.err);
}

#[test]
fn summary_is_printed_unless_quiet() {
    let quiet = run(&["solve", "--quiet", "--sfen", MATE_IN_1]);
    assert_eq!((quiet.code, quiet.err.as_str()), (Some(0), ""));
    let usual = run(&["solve", "--sfen", MATE_IN_1, "--sfen", NO_MATE]);
    assert!(usual.err.contains("\ntsume: 2 decided"), "{}", usual.err);
    assert!(usual.err.starts_with("note: --sfen:1:1: "), "{}", usual.err);
    assert!(!usual.out.contains('\u{1b}'));
}

#[test]
fn verbose_shows_board_and_hodges_notation() {
    let verbose = run(&["solve", "--verbose", "--sfen", MATE_IN_1]);
    assert!(verbose.out.contains("v玉") && verbose.out.contains("\n  G*5b\n"), "{}", verbose.out);
}
