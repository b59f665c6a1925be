//! Results from files: the program checks what it can, and marks the rest as unchecked.

use super::*;

/// A mate in 3, with its result line.
fn honest() -> (Value, [&'static str; 5]) {
    const ARGUMENTS: [&str; 5] = ["solve", "--format", "json", "--sfen", COOKED];
    let line = json(&run(&ARGUMENTS).out).remove(0);
    (line, ARGUMENTS)
}

/// A mate in 5.
const COOKED: &str = "7k1/9/8L/7PB/5N3/9/9/9/9 b 2rb4g4s3n3l17p 1";

/// Changes of an honest result that contradict the problem, each with its message.
fn forgeries() -> Vec<(&'static str, Value)> {
    let (line, _) = honest();
    let with = |changes: &[(&str, Value)]| {
        let mut line = line.clone();
        for (name, value) in changes {
            match value {
                Value::Null => drop(line.as_object_mut().unwrap().remove(*name)),
                value => line[*name] = value.clone(),
            }
        }
        line
    };
    let moves = line["line"].as_array().unwrap();
    let shorter: Vec<Value> = moves[..3].to_vec();
    let illegal: Vec<Value> = ["4e4d", "2a1a", "P*1b"].map(Value::from).to_vec();
    let other = json(&run(&["solve", "--format", "json", "--sfen", MATE_IN_1]).out).remove(0);
    let mut key_of_other = other;
    key_of_other["key"] = line["key"].clone();
    vec![
        ("their number is odd", with(&[("plies", 4.into())])),
        ("its line has 5 plies, not 3", with(&[("plies", 3.into())])),
        ("its main line has 5 plies, not 7", with(&[("plies", 7.into())])),
        ("not a mate", with(&[("line", shorter.into())])),
        ("not a mate", with(&[("line", illegal.into())])),
        ("another problem", key_of_other),
        ("another problem", with(&[("attacker", "white".into())])),
        ("do not match", with(&[("verdict", "no_mate".into())])),
        ("do not match", with(&[("verdict", "no_mate".into()), ("plies", Value::Null)])),
    ]
}

#[test]
fn resumed_results_are_marked_and_forged_ones_solved_again() {
    let folder = folder("trust-resume");
    let kept = folder.join("kept.jsonl");
    let (honest, arguments) = honest();
    let resume = |line: &Value| {
        std::fs::write(&kept, format!("{line}\n")).unwrap();
        let ran = run(&[&arguments[..], &["--resume", text(&kept)]].concat());
        (json(&ran.out).remove(0), ran)
    };
    let (line, ran) = resume(&honest);
    assert_eq!((&line["from"], ran.code), (&text(&kept).into(), Some(0)));
    assert!(ran.err.contains("1 taken from an earlier run"), "{}", ran.err);
    assert!(honest.get("from").is_none());
    for (says, forged) in forgeries() {
        let (line, ran) = resume(&forged);
        assert!(line.get("from").is_none(), "{says}: {line}");
        for same in ["verdict", "plies", "shortest", "line"] {
            assert_eq!(line[same], honest[same], "{says}");
        }
        assert!(ran.err.contains(says), "{says}: {}", ran.err);
        assert!(ran.err.contains("solves the problem again"), "{}", ran.err);
    }
}

/// A result line cannot show that there is no mate: the program takes it over, and marks it.
#[test]
fn uncheckable_resumed_result_names_its_source() {
    let folder = folder("trust-marked");
    let kept = folder.join("kept.jsonl");
    let (honest, arguments) = honest();
    let mut forged = honest;
    for name in ["plies", "shortest", "line", "leftover", "leftover_proved", "composers"] {
        forged.as_object_mut().unwrap().remove(name);
    }
    forged["verdict"] = "no_mate".into();
    forged["refutation"] = serde_json::json!([]);
    std::fs::write(&kept, format!("{forged}\n")).unwrap();
    let ran = run(&[&arguments[..], &["--resume", text(&kept)]].concat());
    assert_eq!(json(&ran.out)[0]["from"], text(&kept));
    let told = run(&["solve", "--sfen", COOKED, "--resume", text(&kept)]);
    assert!(told.out.contains(&format!("taken from {}", text(&kept))), "{}", told.out);
}

#[test]
fn merge_drops_impossible_results() {
    let folder = folder("trust-merge");
    let (kept, out) = (folder.join("kept.jsonl"), folder.join("out.jsonl"));
    let merge = |line: &Value| {
        std::fs::write(&kept, format!("{line}\n")).unwrap();
        run(&["merge", text(&kept), "-o", text(&out)])
    };
    assert_eq!(merge(&honest().0).code, Some(0));
    for (says, forged) in forgeries() {
        let ran = merge(&forged);
        assert_eq!(ran.code, Some(2), "{says}: {}", ran.err);
        assert!(ran.err.contains(says) && ran.err.contains("E0504"), "{says}: {}", ran.err);
    }
}

/// A verdict without a requested certificate says so in every form. Only a run that requests none
/// takes it over.
#[test]
fn uncertified_result_says_so() {
    let folder = folder("trust-none");
    let kept = folder.join("kept.jsonl");
    let base = ["solve", "--sfen", COOKED, "--certify", "none"];
    assert!(run(&[&base[..], &["--stable"]].concat()).out.contains("mate in 5, not certified"));
    for stable in [&[][..], &["--stable"]] {
        let ran = run(&[&base[..], &["--format", "json"], stable].concat());
        assert_eq!(json(&ran.out)[0]["certified"], false);
        std::fs::write(&kept, ran.out).unwrap();
        let resume = ["--format", "json", "--resume", text(&kept)];
        let again = json(&run(&[&base[..3], &resume].concat()).out).remove(0);
        assert_eq!((again.get("from"), again.get("certified")), (None, None), "{stable:?}");
        assert_eq!(again["certificate"]["checked"], true);
        let taken = json(&run(&[&base[..], &resume].concat()).out).remove(0);
        assert_eq!(taken["certified"], false);
    }
    let undecided =
        ["solve", "--certify", "none", "--nodes", "1", "--format", "json", "--sfen", HARD];
    let undecided = run(&undecided);
    assert!(json(&undecided.out)[0].get("certified").is_none());
}

/// A proof that the checker cannot replay proves nothing: the program claims neither mate nor
/// length.
#[test]
fn verdict_without_certificate_is_unknown() {
    // The certificate of this mate exceeds a quarter of a mebibyte: the proof that no shorter mate
    // exists takes some 1,700 nodes.
    let large = ["solve", "--format", "json", "--hash", "1MiB", "--sfen"];
    let ran =
        run(&[&large[..], &["9/7R1/3G1k3/9/1P6G/9/9/8+P/9 b NRp", "--certify", "length"]].concat());
    let line = json(&ran.out).remove(0);
    assert_eq!(ran.code, Some(3));
    if line["verdict"] == "mate" {
        assert_eq!(line["shortest"], false, "{line}");
    } else {
        assert_eq!((&line["verdict"], line.get("plies")), (&"unknown".into(), None), "{line}");
    }
    assert!(line["unchecked"].is_object(), "{line}");
    assert_ne!(line["expected"], "agrees");
}

#[test]
fn impossible_length_is_not_an_expectation() {
    let folder = folder("trust-parity");
    let path = folder.join("a.yaml");
    for (side, plies, good) in [("b", 3, true), ("b", 4, false), ("w", 4, true), ("w", 3, false)] {
        let position = if side == "b" { COOKED } else { "4k4/4G4/4P4/9/9/9/9/9/9 w - 1" };
        let expect = format!("expect: {{ verdict: mate, plies: {plies} }}");
        let file = format!("id: a\nattacker: black\nposition: \"{position}\"\n{expect}\n");
        std::fs::write(&path, file).unwrap();
        let ran = run(&["solve", text(&path)]);
        assert_eq!(ran.code == Some(2), !good, "{side} {plies}: {}", ran.err);
        if !good {
            let says =
                ran.err.contains("E0213") && ran.err.contains(&format!("no mate has {plies}"));
            assert!(says && ran.err.contains("a.yaml:4:"), "{}", ran.err);
        }
    }
}

/// The search's engine does not know the emperor's drop here; the output follows the referee.
#[test]
fn forcing_moves_match_the_referee() {
    let rules = "name: empdrop\nboard: {files: 3, ranks: 3}\nrules: {drops: true}\ninitial_sfen: \"k2/3/K1A b -\"\n\
                 pieces:\n  - {id: K, name: king, betza: K, royal: true}\n\
                 \u{20} - {id: A, name: emperor-like, betza: \"[E]\"}\n";
    let path = folder("trust-moves").join("emperor-drop.yaml");
    std::fs::write(&path, rules).unwrap();
    let game = ["--variant", text(&path), "--position", "2k/3/3 b A"];
    let all = run(&[&["moves"][..], &game].concat());
    let attacks = run(&[&["moves", "--attacks"][..], &game].concat());
    // A drop anywhere attacks the king: an emperor goes to every square that the opponent does not
    // guard.
    assert_eq!(all.out, "A*1b\nA*1c\nA*2a\nA*2b\nA*2c\nA*3a\nA*3b\nA*3c\n");
    assert_eq!(attacks.out, all.out, "{}", attacks.err);
    let solved = run(&["solve", "--format", "json", "--variant", text(&path), "--sfen", game[3]]);
    let line = json(&solved.out).remove(0);
    assert_ne!(line["verdict"], "no_mate", "{}", solved.err);
    if line["verdict"] == "unknown" {
        assert_eq!((&line["stopped_by"], solved.code), (&"refused".into(), Some(3)));
        assert!(solved.err.contains("please report"), "{}", solved.err);
    }
}

/// Nobody vouches for an archive, as for results. Records with an invalid position, line or length
/// are named and left out, and the rest is used.
#[test]
fn altered_problems_of_an_archive_are_left_out() {
    let folder = folder("trust-archive");
    let archive = folder.join("archive.jsonl");
    let base = ["generate", "--length", "1..3", "--count", "4", "--threads", "1", "-q"];
    let made = run(&[&base[..], &["--archive", text(&archive), "-o", "-"]].concat());
    assert_eq!(made.code, Some(0), "{}", made.err);
    let honest = std::fs::read_to_string(&archive).unwrap();
    let lines = json(&honest);
    let one = lines.iter().find(|line| line["found"]["plies"] == 1).unwrap();
    let altered = |change: &dyn Fn(&mut Value)| {
        let mut line = one.clone();
        change(&mut line["found"]);
        line.to_string()
    };
    let cut = altered(&|_| {}).split_at(60).0.to_owned();
    let empty = altered(&|found| found["position"] = "9/9/9/9/9/9/9/9/9 b - 1".into());
    let short = altered(&|found| found["line"] = serde_json::json!([]));
    let parity = altered(&|found| found["plies"] = 2.into());
    // A mate in 3 where there is one in 1.
    let long = altered(&|found| {
        found["position"] = "4k4/9/4G4/9/9/9/9/9/9 b 2G2r2bg4s4n4l18p 1".into();
        found["line"] = serde_json::json!(["G*4b", "5a6a", "G*6b"]);
        found["plies"] = 3.into();
    });
    let wrong = [&cut, &empty, &short, &parity].map(|line| format!("{line}\n")).concat();
    std::fs::write(&archive, honest.clone() + &wrong + &format!("{long}\n")).unwrap();
    let before = std::fs::read_to_string(&archive).unwrap();

    let first = honest.lines().count() + 1;
    let set = folder.join("set.yaml");
    let merged = run(&["merge", text(&archive), "-o", text(&set)]);
    assert_eq!(merged.code, Some(2), "{}", merged.err);
    assert!(merged.err.contains(&format!("archive.jsonl:{first}:")), "{}", merged.err);
    for line in first + 1..first + 4 {
        assert!(merged.err.contains(&format!("archive.jsonl`, line {line}:")), "{}", merged.err);
    }
    assert!(merged.err.contains("could not be certified again"), "{}", merged.err);
    let problems = std::fs::read_to_string(&set).unwrap();
    assert!(!problems.contains("G*6b") && problems.contains("  - id:"), "{problems}");

    let resumed = run(&[&base[..], &["--resume", text(&archive), "-o", "-"]].concat());
    assert!(resumed.err.contains(&format!("archive.jsonl:{first}:")), "{}", resumed.err);
    assert!(std::fs::read_to_string(&archive).unwrap().starts_with(&before));
}
