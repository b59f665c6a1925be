//! Help, and what is said of wrong command lines.

use crate::*;

#[test]
fn help_is_as_it_was_agreed() {
    for command in ["", "solve", "generate", "verify", "merge", "show", "perft", "moves", "rules"] {
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
fn what_contradicts_itself_is_not_looked_for() {
    for (arguments, names) in [
        (&["--require", "R", "--forbid", "R"][..], "--forbid"),
        (&["--pieces", "2", "--hand", "5"], "--pieces"),
        (&["--attackers", "60"], "--attackers"),
        (&["--pieces", "41.."], "--pieces"),
        (&["--pieces", "..1"], "--pieces"),
        (&["--attackers", "0", "--hand", "0"], "--attackers"),
        (&["--variant", "chu", "--attackers", "0"], "--attackers"),
        (&["--variant", "chu", "--hand", "2"], "--hand"),
    ] {
        let base = ["generate", "--length", "3", "--count", "1", "--nodes", "1000", "-q"];
        let run = run(&[&base[..], arguments].concat());
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(run.err.starts_with("error: ") && run.err.contains(names), "{}", run.err);
    }
}

#[test]
fn nothing_is_shorter_than_a_mate_in_one() {
    let first = run(&["solve", "--first", "--format", "json", "--sfen", MATE_IN_1]);
    let result = &json(&first.out)[0];
    assert_eq!(
        (first.code, &result["plies"], &result["shortest"]),
        (Some(0), &1.into(), &true.into())
    );
    assert_eq!(
        run(&["solve", "--first", "--certify", "length", "--sfen", MATE_IN_1]).code,
        Some(0)
    );
}

#[cfg(target_os = "linux")]
#[test]
fn what_has_no_end_is_not_read_to_its_end() {
    let solve = &["solve", "--sfen", MATE_IN_1, "--resume", "/dev/zero"][..];
    let generate = &["generate", "--length", "1", "--count", "1", "--resume", "/dev/zero"];
    for arguments in [solve, generate] {
        let run = run(arguments);
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(run.err.contains("/dev/zero") && run.err.contains(" MiB; "), "{}", run.err);
    }
}
