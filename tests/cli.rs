//! The program as its users run it: arguments in, text and exit status out.

use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

/// Mate in 1: a gold in front of the king, protected by a pawn.
const MATE_IN_1: &str = "4k4/9/4P4/9/9/9/9/9/9 b G 1";
/// The same with a silver, from which the king escapes.
const NO_MATE: &str = "4k4/9/4P4/9/9/9/9/9/9 b S 1";
/// Chu shogi, mate in 3 as an independent program found by brute force.
const MATE_IN_3: &str = "4k3[KR]3/12/5[gb]s5/12/4+[DH]7/4R7/12/12/12/12/12/12 b - 1";
/// Shogi Zukou 8 (1755), which no program is known to solve within a minute.
const HARD: &str = "4+bn1g1/5kpPl/2l1b1s2/3+l1N1GP/4G1+P1N/5L3/9/1+r7/R8 b GP3sn13p 1";

fn tsume(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tsume"));
    command.args(arguments).stdin(Stdio::null());
    for (name, _) in std::env::vars() {
        if name.starts_with("SLURM_") || name.starts_with("SGE_") || name == "COLUMNS" {
            command.env_remove(name);
        }
    }
    command
}

struct Run {
    code: Option<i32>,
    out: String,
    err: String,
}

impl From<Output> for Run {
    fn from(output: Output) -> Run {
        Run {
            code: output.status.code(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

fn run(arguments: &[&str]) -> Run {
    tsume(arguments).output().unwrap().into()
}

fn run_with_input(arguments: &[&str], input: &str) -> Run {
    let mut child = tsume(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap().into()
}

fn json(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

/// An empty folder for one test.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("cli-{name}"));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn help_is_as_it_was_agreed() {
    for command in ["", "solve", "verify", "show", "perft", "moves", "rules"] {
        let arguments: Vec<&str> =
            [command, "--help"].into_iter().filter(|word| !word.is_empty()).collect();
        let help = run(&arguments);
        assert_eq!((help.code, help.err.as_str()), (Some(0), ""));
        insta::assert_snapshot!(format!("help_{command}"), help.out);
    }
}

#[test]
fn with_nothing_to_read_solve_prints_its_help() {
    let help = run(&["solve", "--help"]).out;
    for arguments in [&["solve"][..], &["solve", "--format", "json", "--time", "1"]] {
        let bare = run(arguments);
        assert_eq!((bare.code, bare.out.as_str()), (Some(0), help.as_str()));
    }
    assert!(run(&[]).out.contains("Usage: tsume"));
}

#[test]
fn a_wrong_command_line_is_status_2() {
    for arguments in [
        &["sovle"][..],
        &["solve", "--no-such-option"],
        &["solve", "--time", "0", "--sfen", MATE_IN_1],
        &["solve", "--threads", "0", "--sfen", MATE_IN_1],
        &["solve", "--depth", "x", "--sfen", MATE_IN_1],
        &["solve", "--hash", "3X", "--sfen", MATE_IN_1],
        &["solve", "--hash", "", "--sfen", MATE_IN_1],
        &["solve", "--rule", "zone", "--sfen", MATE_IN_1],
        &["solve", "--rule", "zone=many", "--sfen", MATE_IN_1],
        &["solve", "--allow", "everything", "--sfen", MATE_IN_1],
        &["solve", "--shard", "3/2", "--sfen", MATE_IN_1],
        &["solve", "--resume", "no/such/file", "--sfen", MATE_IN_1],
        &["solve", "--variant", "shog", "--sfen", MATE_IN_1],
        &["solve", "--sfen", "nonsense"],
        &["solve", "no/such/file.yaml"],
        &["show", "--sfen", "9/9 b - 1"],
        &["perft"],
        &["perft", "1", "--position", "9/9 b - 1"],
        &["moves", "--variant", "chess"],
        &["rules", "chess"],
        &["verify"],
        &["verify", "no/such/file.tsc"],
    ] {
        let run = run(arguments);
        assert_eq!(run.code, Some(2), "{arguments:?}");
        assert_eq!(run.out, "", "{arguments:?}");
        assert!(!run.err.is_empty() && !run.err.contains("panicked"), "{arguments:?}");
    }
}

#[test]
fn arguments_are_complained_of_with_their_place() {
    let wrong = [
        &["solve", "--hash", "4XB", "--sfen", MATE_IN_1][..],
        &["solve", "--shard", "3/2", "--sfen", MATE_IN_1],
        &["solve", "--rule", "zone", "--sfen", MATE_IN_1],
        &["moves", "--rule", "promotion=never"],
        &["moves", "--position", "4k4/9/4X4/9/9/9/9/9/9 b - 1"],
        &["moves", "--variant", "shog"],
    ];
    let messages: Vec<String> = wrong.map(|arguments| run(arguments).err).to_vec();
    insta::assert_snapshot!(messages.join("\n"));
}

#[test]
fn the_games_are_listed() {
    let list = run(&["rules"]);
    let names: Vec<&str> =
        list.out.lines().filter_map(|line| line.split_whitespace().next()).collect();
    let games = ["shogi", "minishogi", "sho", "chu", "dai", "maka_dai_dai", "hishigata"];
    assert_eq!((list.code, names.as_slice()), (Some(0), &games[..]));
    let lines = json(&run(&["rules", "--format", "json"]).out);
    assert_eq!(lines[3]["variant"], "chu");
    assert_eq!((&lines[3]["files"], &lines[3]["drops"]), (&12.into(), &false.into()));
}

#[test]
fn a_game_is_described_with_its_options_piece_by_piece() {
    for game in ["shogi", "minishogi", "sho", "chu", "dai", "maka_dai_dai", "hishigata"] {
        let described = run(&["rules", game]);
        assert_eq!(described.code, Some(0));
        for part in ["promotion", "Options", "Pieces", "Start position", "king_safety"] {
            assert!(described.out.contains(part), "{game} {part}");
        }
    }
    // The emperor by default, and as a lion and queen (RULES 5.6).
    let piece = |arguments: &[&str]| {
        let line = json(&run(arguments).out).remove(0);
        let pieces = line["pieces"].as_array().unwrap().clone();
        pieces.into_iter().find(|piece| piece["id"] == "+K").unwrap()
    };
    let by_default = ["rules", "maka_dai_dai", "--format", "json"];
    assert_eq!(piece(&by_default)["betza"], "[E]");
    let chosen = [&by_default[..], &["--rule", "emperor=lion_queen"]].concat();
    assert_eq!(piece(&chosen)["betza"], "NAD[aK]Q");
    let described = &json(&run(&chosen).out)[0];
    assert_eq!(described["rules"], serde_json::json!({"emperor": "lion_queen"}));
    assert_eq!(described["sources"]["edo"]["hook_after_capture"], "true");
    assert_eq!(described["options"].as_array().unwrap().len(), 21);
}

#[test]
fn a_rule_file_of_the_users_own_is_a_game() {
    let folder = folder("rules");
    let path = folder.join("tiny.yaml");
    let file = "name: tiny\nboard: {files: 3, ranks: 3}\ninitial_sfen: 1k1/3/1K1 b - 1\n\
                pieces:\n  - {id: K, name: king, betza: K, royal: true}\n";
    std::fs::write(&path, file).unwrap();
    let described = run(&["rules", text(&path)]);
    assert_eq!((described.code, described.err.as_str()), (Some(0), ""));
    assert!(described.out.starts_with("tiny"));
    // The king on 2c has two squares beside it and none ahead, where the other king is.
    let moves = run(&["moves", "--variant", text(&path)]);
    assert_eq!(moves.out, "2c1c\n2c3c\n");
}

#[test]
fn perft_counts_what_the_tables_say() {
    // Counts of independent programs: ../shared/perft in the owner's data, RULES for the counting.
    for (arguments, count) in [
        (&["perft", "4"][..], "719731\n"),
        (&["perft", "--variant", "minishogi", "4"], "35401\n"),
        (&["perft", "--variant", "chu", "3"], "48315\n"),
        (&["perft", "--variant", "hishigata", "1"], "256\n"),
        (&["perft", "0"], "1\n"),
        (&["perft", "0", "--divide"], "1\n"),
    ] {
        let run = run(arguments);
        assert_eq!((run.code, run.out.as_str()), (Some(0), count), "{arguments:?}");
    }
}

#[test]
fn perft_divides() {
    let divided = run(&["perft", "2", "--divide"]);
    let mut lines: Vec<&str> = divided.out.lines().collect();
    assert_eq!(lines.pop(), Some("900"));
    // 30 moves, sorted, of 30 answers each.
    assert_eq!(lines.len(), 30);
    assert!(lines.is_sorted() && lines.iter().all(|line| line.ends_with(" 30")));
    let object = &json(&run(&["perft", "2", "--divide", "--format", "json"]).out)[0];
    assert_eq!((&object["count"], &object["divide"]["7g7f"]), (&900.into(), &30.into()));
}

#[test]
fn moves_are_sorted_and_may_be_forcing_only() {
    let position = ["moves", "--position", MATE_IN_1];
    let attacks = run(&[&position[..], &["--attacks"]].concat());
    assert_eq!(attacks.out, "5c5b\n5c5b+\nG*4a\nG*4b\nG*5b\nG*6a\nG*6b\n");
    let all = run(&position);
    let lines: Vec<&str> = all.out.lines().collect();
    // A drop on each of the 79 empty squares, and the pawn's step with and without promotion.
    assert_eq!((all.code, lines.len()), (Some(0), 81));
    assert!(lines.is_sorted());
    let object = &json(&run(&[&position[..], &["--format", "json"]].concat()).out)[0];
    assert_eq!(object["moves"].as_array().unwrap().len(), 81);
}

#[test]
fn moves_accept_any_placement() {
    let bare = run(&["moves", "--position", "9/9/9/9/4P4/9/9/9/9 b - 1"]);
    assert_eq!((bare.code, bare.out.as_str()), (Some(0), "5e5d\n"));
    let none = run(&["moves", "--position", "9/9/9/9/9/9/9/9/9 w - 1"]);
    assert_eq!((none.code, none.out.as_str()), (Some(0), ""));
    let attacks = run(&["moves", "--position", "9/9/9/9/4P4/9/9/9/9 b - 1", "--attacks"]);
    assert_eq!((attacks.code, attacks.out.as_str()), (Some(0), ""));
}

#[test]
fn one_royal_of_two_is_forced_only_under_royal() {
    // A king and a prince of White's; the rook can attack the king alone.
    let position = "5k6/12/12/12/12/12/12/12/12/12/R11/11+[de] b - 1";
    let base = ["moves", "--variant", "chu", "--position", position, "--attacks"];
    assert_eq!(run(&base).out, "");
    let royal = run(&[&base[..], &["--forcing", "royal"]].concat());
    let moves: Vec<&str> = royal.out.lines().collect();
    assert!(moves.contains(&"12k7k") && moves.contains(&"12k12a"), "{moves:?}");
}

#[test]
fn boards_are_shown_of_any_placement() {
    let shown = run(&["show", "--sfen", MATE_IN_1, "--sfen", "9/9/9/9/9/9/9/9/9 b - 1"]);
    assert_eq!(shown.code, Some(0));
    assert!(shown.out.contains("v玉") && shown.out.matches(" e\n").count() == 2);
    assert!(!shown.out.contains('\u{1b}'));
    let colored = run(&["show", "--color", "always", "--sfen", MATE_IN_1]);
    assert!(colored.out.contains("\u{1b}["));
}

#[test]
fn results_are_json_lines_of_the_fixed_shape() {
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
    for absent in ["plies", "shortest", "line", "leftover", "stopped_by"] {
        assert!(lines[1].get(absent).is_none(), "{absent}");
    }
}

#[test]
fn stable_results_leave_out_what_may_differ() {
    let arguments = ["solve", "--format", "json", "--stable", "--sfen", MATE_IN_1];
    let line = json(&run(&arguments).out).remove(0);
    assert_eq!(
        keys(&line),
        [
            "id", "key", "variant", "rules", "forcing", "attacker", "position", "verdict", "plies",
            "shortest", "leftover",
        ]
    );
    let text = run(&["solve", "--stable", "--sfen", MATE_IN_1]);
    assert_eq!(text.out, "1  mate in 1\n");
}

#[test]
fn the_key_says_what_problem_it_is() {
    let key = |arguments: &[&str]| {
        let base = ["solve", "--format", "json", "--sfen"];
        let line = json(&run(&[&base[..], arguments].concat()).out).remove(0);
        line["key"].as_str().unwrap().to_owned()
    };
    let plain = key(&[MATE_IN_1]);
    // The default said aloud, a move number, and other spelling make no difference.
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
fn what_cannot_be_read_is_a_line_too_and_the_rest_goes_on() {
    let arguments = ["solve", "--format", "json", "--sfen", "4k4/9/9 b - 1", "--sfen", MATE_IN_1];
    let solved = run(&arguments);
    assert_eq!(solved.code, Some(2));
    let lines = json(&solved.out);
    assert_eq!(keys(&lines[0]), ["id", "error", "file", "line", "column"]);
    assert_eq!((&lines[0]["id"], &lines[0]["error"]["code"]), (&"1".into(), &"E0303".into()));
    assert_eq!((&lines[0]["line"], &lines[0]["column"]), (&1.into(), &8.into()));
    assert_eq!((&lines[1]["id"], &lines[1]["verdict"]), (&"2".into(), &"mate".into()));
    let text = run(&["solve", "--sfen", "4k4/9/9 b - 1", "--sfen", MATE_IN_1]);
    assert_eq!(text.code, Some(2));
    assert!(text.out.starts_with("2  mate in 1") && text.err.contains("3 ranks"));
}

#[test]
fn what_stays_undecided_is_status_3() {
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
    // A proof of something else: the gold goes where the king can take it.
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
fn the_length_is_certified_where_that_is_asked() {
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
    assert!(json(&unchecked.out)[0].get("certificate").is_none());
}

#[test]
fn one_problem_that_occurs_twice_is_solved_once_and_reported_twice() {
    let arguments = ["solve", "--format", "json", "--sfen", NO_MATE, "--sfen", NO_MATE];
    let lines = json(&run(&arguments).out);
    assert_eq!((&lines[0]["id"], &lines[1]["id"]), (&"1".into(), &"2".into()));
    for same in ["key", "nodes", "time_ms", "refutation"] {
        assert_eq!(lines[0][same], lines[1][same]);
    }
}

#[test]
fn an_earlier_run_is_resumed() {
    let folder = folder("resume");
    let earlier = folder.join("earlier.jsonl");
    let first = run(&["solve", "--format", "json", "--sfen", NO_MATE]);
    // The figures are changed, so that it shows where a result comes from; the last line is cut off.
    let mut known = json(&first.out).remove(0);
    known["nodes"] = 123_456_789.into();
    std::fs::write(&earlier, format!("{known}\n{{\"id\":\"x\",\"ke")).unwrap();
    let resumed = run(&[
        "solve",
        "--format",
        "json",
        "--resume",
        text(&earlier),
        "--sfen",
        MATE_IN_1,
        "--sfen",
        NO_MATE,
    ]);
    let lines = json(&resumed.out);
    assert_eq!(resumed.code, Some(0));
    assert_eq!((&lines[0]["id"], &lines[0]["verdict"]), (&"1".into(), &"mate".into()));
    assert_eq!((&lines[1]["id"], &lines[1]["nodes"]), (&"2".into(), &123_456_789.into()));
    known["verdict"] = "unknown".into();
    std::fs::write(&earlier, format!("{known}\n")).unwrap();
    let again = ["solve", "--format", "json", "--resume", text(&earlier), "--sfen", NO_MATE];
    assert_eq!(json(&run(&again).out)[0]["verdict"], "no_mate");
}

#[test]
fn shards_divide_the_work() {
    let base = ["solve", "--format", "json", "--sfen", MATE_IN_1, "--sfen", NO_MATE];
    let ids = |mut command: Command| -> Vec<String> {
        let output: Run = command.output().unwrap().into();
        json(&output.out).iter().map(|line| line["id"].as_str().unwrap().to_owned()).collect()
    };
    let shard = |part: &str| ids(tsume(&[&base[..], &["--shard", part]].concat()));
    assert_eq!((shard("1/2"), shard("2/2")), (vec!["1".to_owned()], vec!["2".to_owned()]));
    let mut array = tsume(&base);
    array.env("SLURM_ARRAY_TASK_ID", "8").env("SLURM_ARRAY_TASK_COUNT", "2");
    array.env("SLURM_ARRAY_TASK_MIN", "7").env("SLURM_ARRAY_TASK_MAX", "8");
    assert_eq!(ids(array), ["2"]);
}

#[test]
fn quiet_is_quiet_and_a_summary_is_given_otherwise() {
    let quiet = run(&["solve", "--quiet", "--sfen", MATE_IN_1]);
    assert_eq!((quiet.code, quiet.err.as_str()), (Some(0), ""));
    let usual = run(&["solve", "--sfen", MATE_IN_1, "--sfen", NO_MATE]);
    assert!(usual.err.starts_with("tsume: 2 decided"), "{}", usual.err);
    assert!(!usual.out.contains('\u{1b}'));
}

#[test]
fn verbose_shows_the_board_and_hodges_notation() {
    let verbose = run(&["solve", "--verbose", "--sfen", MATE_IN_1]);
    assert!(verbose.out.contains("v玉") && verbose.out.contains("\n  G*5b\n"), "{}", verbose.out);
}

/// Starts a run that has reported on its first problem and works on a second, hard one.
#[cfg(unix)]
fn busy(arguments: &[&str]) -> (Child, BufReader<std::process::ChildStdout>, String) {
    let base = ["solve", "--format", "json", "--threads", "1", "--sfen", MATE_IN_1, "--sfen", HARD];
    let mut child = tsume(&[&base[..], arguments].concat())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut first = String::new();
    out.read_line(&mut first).unwrap();
    (child, out, first)
}

#[cfg(unix)]
#[test]
fn a_signal_ends_the_run_in_order() {
    for (signal, status) in [("-INT", 130), ("-TERM", 143)] {
        let (mut child, mut out, first) = busy(&["--sfen", NO_MATE]);
        assert_eq!(json(&first)[0]["verdict"], "mate");
        let killed = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
        assert!(killed.success());
        let mut rest = String::new();
        out.read_to_string(&mut rest).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(status));
        let lines = json(&rest);
        assert_eq!(lines.len(), 1, "{rest}");
        assert_eq!((&lines[0]["id"], &lines[0]["stopped_by"]), (&"2".into(), &"interrupt".into()));
    }
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_ends_the_run_quietly() {
    let (mut child, out, first) = busy(&["--time", "2"]);
    assert!(!first.is_empty());
    drop(out);
    let mut err = String::new();
    child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
    assert_eq!((child.wait().unwrap().code(), err.as_str()), (Some(0), ""));
    // The same where the pipe is closed before anything is written.
    let mut child = tsume(&["perft", "3", "--divide"]).stdout(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn the_engine_answers_the_handshake() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tsume-usi"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let commands = b"usi\nisready\nposition startpos\ngo mate 1000\nquit\n";
    child.stdin.take().unwrap().write_all(commands).unwrap();
    let run: Run = child.wait_with_output().unwrap().into();
    assert_eq!(run.code, Some(0));
    let lines: Vec<&str> = run.out.lines().collect();
    assert!(lines[0].starts_with("id name tsume"));
    assert!(lines.ends_with(&["usiok", "readyok", "checkmate notimplemented"]));
}

#[test]
fn standard_input_is_read_as_a_file() {
    let yaml =
        format!("id: one\nposition: \"{MATE_IN_1}\"\nexpect: {{ verdict: mate, plies: 1 }}\n");
    let solved = run_with_input(&["solve", "--format", "json", "-"], &yaml);
    let line = &json(&solved.out)[0];
    assert_eq!((solved.code, &line["expected"]), (Some(0), &"agrees".into()));
    assert_eq!((&line["id"], &line["file"]), (&"one".into(), &"-".into()));
}
