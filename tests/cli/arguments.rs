//! Help, and messages about wrong command lines.

use super::*;
use crate::snapshot::assert_snapshot;

#[test]
fn help_matches_its_snapshots() {
    for command in ["", "solve", "generate", "verify", "merge", "show", "perft", "moves", "rules"] {
        let arguments: Vec<&str> =
            [command, "--help"].into_iter().filter(|word| !word.is_empty()).collect();
        let help = run(&arguments);
        assert_eq!((help.code, help.err.as_str()), (Some(0), ""));
        let name = if command.is_empty() { "help".to_owned() } else { format!("help_{command}") };
        assert_snapshot("cli/snapshots", &name, &help.out);
    }
}

#[test]
fn command_without_input_says_what_it_reads() {
    for arguments in
        [&["solve"][..], &["solve", "--format", "json", "--time", "1"], &["analyze"], &["show"]]
    {
        let bare = run(arguments);
        assert_eq!((bare.code, bare.out.as_str()), (Some(2), ""), "{arguments:?}");
        assert_eq!(bare.err.lines().count(), 3, "{}", bare.err);
        assert!(bare.err.contains("--sfen POS") && bare.err.contains("--help"), "{}", bare.err);
    }
    assert!(run(&[]).out.contains("Usage: tsume"));
}

/// `--sfen` and `--position` mean the same in every command that reads a position, and `startpos`
/// is a position.
#[test]
fn every_command_accepts_the_same_position_arguments() {
    let moves = run(&["moves", "--position", MATE_IN_1]).out;
    assert_eq!(run(&["moves", "--sfen", MATE_IN_1]).out, moves);
    let solved = run(&["solve", "--stable", "-q", "--sfen", MATE_IN_1]).out;
    assert!(solved.contains("mate in 1"), "{solved}");
    assert_eq!(run(&["solve", "--stable", "-q", "--position", MATE_IN_1]).out, solved);
    for option in ["--sfen", "--position"] {
        assert_eq!(run(&["perft", "1", option, "startpos"]).out, "30\n");
        assert_eq!(run(&["moves", option, "startpos"]).out.lines().count(), 30);
    }
}

/// The error of a wrong number, also of a negative one, says what the option expects.
#[test]
fn wrong_number_says_what_is_expected() {
    for (option, value, expected) in [
        ("--time", "-1", "positive number of seconds"),
        ("--nodes", "1e6", "whole number in digits"),
        ("--nodes", "-5", "whole number in digits"),
        ("--depth", "-3", "between 1 and"),
        ("--threads", "0", "between 1 and"),
        ("--at", "-1", "a move number"),
    ] {
        let told = run(&["solve", "--sfen", MATE_IN_1, option, value]);
        assert_eq!((told.code, told.out.as_str()), (Some(2), ""), "{option} {value}");
        let named = told.err.contains(&format!("'{value}'")) && told.err.contains(option);
        assert!(named && told.err.contains(expected), "{}", told.err);
    }
}

#[test]
fn unquoted_position_gets_a_hint() {
    let words: Vec<&str> = MATE_IN_1.split(' ').collect();
    for base in [&["solve", "--sfen"][..], &["moves", "--position"], &["perft", "1", "--sfen"]] {
        let split = run(&[base, &words[..]].concat());
        assert_eq!((split.code, split.out.as_str()), (Some(2), ""), "{base:?}");
        assert!(split.err.contains("quotes"), "{}", split.err);
        assert!(split.err.contains(&format!("\"{MATE_IN_1}\"")), "{}", split.err);
    }
    let bare = run(&["solve", MATE_IN_1]);
    assert_eq!(bare.code, Some(2));
    assert!(bare.err.contains(&format!("--sfen \"{MATE_IN_1}\"")), "{}", bare.err);
}

/// The hint has the syntax of the place of the error: an option or a YAML key.
#[test]
fn error_shows_how_to_allow_an_objection() {
    let two_pawns = "4k4/9/4P4/4P4/9/9/9/9/9 b G 1";
    let given = run(&["solve", "--sfen", two_pawns]).err;
    assert!(given.contains("--allow two_pawns") && !given.contains("`allow:"), "{given}");
    let list = run_with_input(&["solve", "-"], &format!("{two_pawns}\n")).err;
    assert!(list.contains("--allow two_pawns") && !list.contains("`allow:"), "{list}");
    let file = run_with_input(&["solve", "-"], &format!("id: a\nposition: {two_pawns}\n")).err;
    assert!(file.contains("`allow: [two_pawns]`") && !file.contains("--allow"), "{file}");
    assert_eq!(run(&["solve", "--allow", "two_pawns", "--sfen", two_pawns]).code, Some(0));
    let chu = "11k/12/6LLL3/12/12/12/12/12/12/12/12/12 b -";
    let many = run(&["solve", "--variant", "chu", "--sfen", chu]);
    assert!(many.code == Some(2) && many.err.contains("--allow too_many_pieces"), "{}", many.err);
    let pardoned = run(&["solve", "--variant", "chu", "--allow", "too_many_pieces", "--sfen", chu]);
    assert_eq!(pardoned.code, Some(0), "{}", pardoned.err);
}

#[test]
fn invalid_solution_is_reported_and_the_rest_solved() {
    let set = format!(
        "problems:\n\
         \x20 - {{id: good, position: {MATE_IN_1:?}, solution: [G*5b]}}\n\
         \x20 - {{id: illegal, position: {MATE_IN_1:?}, solution: [G*5a]}}\n\
         \x20 - {{id: quiet, position: {MATE_IN_1:?}, solution: [G*1i]}}\n\
         \x20 - {{id: short, position: {MATE_IN_1:?}, solution: [G*4b, 5a6a]}}\n"
    );
    let solved = run_with_input(&["solve", "-"], &set);
    assert_eq!(solved.code, Some(2), "{}", solved.err);
    assert_eq!(solved.out.matches("mate in 1").count(), 3, "{}", solved.out);
    assert!(solved.err.contains("E0333") && solved.err.contains("-:3:"), "{}", solved.err);
    let notes: Vec<&str> =
        solved.err.lines().filter(|line| line.contains(": the solution of ")).collect();
    assert_eq!(notes.len(), 2, "{}", solved.err);
    assert!(notes[0].contains("`quiet`: ply 1, G*1i, is not a forcing move"), "{}", notes[0]);
    assert!(notes[1].contains("`short`") && notes[1].contains("does not end in mate"));
}

/// Structure errors do not hide errors in values.
#[test]
fn rule_file_reports_all_its_errors() {
    let folder = folder("rules-all-errors");
    let file = folder.join("my.yaml");
    let rules = "name: my\nboard: {files: 3, ranks: 3, depth: 2}\ninitial_sfen: \"k2/3/K1Z b -\"\npieces:\n\
                 \x20 - {id: K, name: king, betza: K, royal: true}\n\
                 \x20 - {id: A, betza: Xx}\n\
                 \x20 - {id: B, name: [b], betza: W, promotes_to: +C}\n";
    std::fs::write(&file, rules).unwrap();
    let err = run(&["rules", text(&file)]).err;
    for words in ["depth", "`name`", "E0106", "E0108", "E0104"] {
        assert!(err.contains(words), "{words}: {err}");
    }
    // A missing key causes no errors about other keys.
    let rules = "name: my\ninitial_sfen: \"k2/3/K2 b -\"\npieces:\n\
                 \x20 - {id: K, name: king, betza: K, royal: true}\n";
    std::fs::write(&file, rules).unwrap();
    let err = run(&["rules", text(&file)]).err;
    assert_eq!(err.matches("error[").count(), 1, "{err}");
    assert!(err.contains("`board`"), "{err}");
}

/// Every option that the notes of a game name exists.
#[test]
fn notes_of_games_name_existing_options() {
    let mut named = 0;
    for game in ["shogi", "minishogi", "sho", "chu", "dai", "maka_dai_dai", "hishigata"] {
        let told = json(&run(&["rules", game, "--format", "json"]).out).remove(0);
        let options = told["options"].to_string();
        for note in told["notes"].as_array().unwrap() {
            let words = note.as_str().unwrap().split(|c: char| !c.is_ascii_lowercase() && c != '_');
            for word in words.filter(|word| word.trim_matches('_').contains('_')) {
                assert!(options.contains(&format!("\"{word}\"")), "{game}: {word}");
                named += 1;
            }
        }
    }
    assert!(named >= 4, "{named}");
}

#[test]
fn help_and_completions_list_option_values() {
    let help = run(&["generate", "--help"]).out;
    for word in ["distant_drop", "two_royals", "maka_dai_dai"] {
        assert!(help.contains(word), "{word}: {help}");
    }
    assert!(run(&["solve", "--help"]).out.contains("too_many_pieces"));
    for command in
        ["solve", "analyze", "generate", "convert", "show", "merge", "moves", "perft", "rules"]
    {
        let help = run(&[command, "--help"]).out;
        assert!(help.contains(&format!("Examples:\n  tsume {command} ")), "{help}");
    }
    for shell in ["bash", "zsh", "fish"] {
        let script = run(&["completions", shell]).out;
        for word in ["distant_drop", "hishigata", "too_many_pieces", "promotion=zone_touch"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
}

#[test]
fn wrong_command_line_exits_with_2() {
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
        &["solve"],
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
fn argument_errors_show_their_place() {
    let wrong = [
        &["solve", "--hash", "4XB", "--sfen", MATE_IN_1][..],
        &["solve", "--shard", "3/2", "--sfen", MATE_IN_1],
        &["solve", "--rule", "zone", "--sfen", MATE_IN_1],
        &["moves", "--rule", "promotion=never"],
        &["moves", "--position", "4k4/9/4X4/9/9/9/9/9/9 b - 1"],
        &["moves", "--variant", "shog"],
    ];
    let messages: Vec<String> = wrong.map(|arguments| run(arguments).err).to_vec();
    assert_snapshot("cli/snapshots", "wrong_arguments", &messages.join("\n"));
}

#[test]
fn contradictory_generator_arguments_are_refused() {
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
fn mate_in_one_is_shortest_at_once() {
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
fn endless_input_is_refused() {
    let solve = &["solve", "--sfen", MATE_IN_1, "--resume", "/dev/zero"][..];
    let generate = &["generate", "--length", "1", "--count", "1", "--resume", "/dev/zero"];
    for arguments in [solve, generate] {
        let run = run(arguments);
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(run.err.contains("/dev/zero") && run.err.contains(" MiB; "), "{}", run.err);
    }
}

#[test]
fn errors_with_several_parts_have_a_line_for_each() {
    let impossible = run(&[
        "generate",
        "--variant",
        "chu",
        "--theme",
        "hook",
        "--theme",
        "emperor",
        "--count",
        "1",
        "-o",
        "never.yaml",
    ]);
    let split = run(&["solve", "--sfen", "4k4/9/4P4/9/9/9/9/9/9", "b", "G", "1"]);
    let starts = |run: &Run| -> Vec<String> {
        run.err.lines().map(|line| line.chars().take(8).collect()).collect()
    };
    assert_eq!((impossible.code, split.code), (Some(2), Some(2)));
    assert_eq!(starts(&impossible), ["error: -", "error: -", "help: ch"]);
    assert_eq!(starts(&split), ["error: t", "  --sfen"]);
}
