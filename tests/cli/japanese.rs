//! The program in Japanese: no English is left in what it prints, and everything but texts for
//! people is the same as in English.

use super::*;
use std::collections::BTreeSet;

/// Words of Latin letters that a Japanese text may have, beside those in capitals: names of
/// programs and formats, units, and code in titles of columns.
const ALLOWED: &[&str] = &[
    "tsume",
    "HaChu",
    "shogi",
    "tsume-usi",
    "bash",
    "id",
    "Lines",
    "Ctrl-C",
    "Slurm",
    "Grid",
    "Engine",
    "Batch",
    "Cloud",
    "Run",
    "Kubernetes",
    "parallel",
    "MiB",
    "GiB",
    "magazine",
    "promotion",
    "strict",
    "classic",
    "detour",
    "mirror",
    "square",
    "kif",
    "kifu",
    "ms",
    "auto",
    "end",
    "expect",
    "tags",
];

/// All commands.
const COMMANDS: [&str; 16] = [
    "solve",
    "analyze",
    "generate",
    "bench",
    "verify",
    "merge",
    "convert",
    "show",
    "perft",
    "moves",
    "rules",
    "schema",
    "explain",
    "completions",
    "man",
    "usi",
];

/// Runs the program in Japanese, with lines of at most 80 columns.
fn run_japanese(arguments: &[&str]) -> Run {
    let mut command = tsume(arguments);
    command.env("TSUME_LANG", "ja").env("COLUMNS", "80");
    command.current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap().into()
}

/// True for a character of Japanese text.
fn is_japanese(c: char) -> bool {
    matches!(c, '\u{3000}'..='\u{30ff}' | '\u{4e00}'..='\u{9fff}' | '\u{ff00}'..='\u{ffef}')
}

/// `text` without the part from each `open` to the next `close`.
fn without_spans(text: &str, open: &str, close: &str) -> String {
    let mut parts = text.split(open);
    let mut kept = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        kept.push(' ');
        kept.push_str(part.split_once(close).map_or("", |(_, after)| after));
    }
    kept
}

/// `text` without what is code: usage, commands, names of options and values, quoted input, and what is
/// in brackets, backquotes or quotation marks.
fn prose(text: &str) -> String {
    let kept = text.split('`').step_by(2).collect::<Vec<_>>().join(" ");
    let kept = without_spans(&kept, "使い方:", "\n");
    let kept = without_spans(&without_spans(&kept, "[", "]"), "<", ">");
    let is_code = |line: &&str| {
        let line = line.trim_start().trim_start_matches(|c: char| c.is_ascii_digit());
        ["tsume ", "--> ", "|", " |"].iter().any(|start| line.starts_with(start))
    };
    let mut lines = Vec::new();
    for line in kept.lines().filter(|line| !is_code(line)) {
        let line = line.trim_start();
        let value = line.strip_prefix("- ").and_then(|line| line.split_once(": "));
        let row = line.split_once("  ").filter(|(name, _)| name.is_ascii());
        let line = value.or(row).map_or(line, |(_, text)| text);
        let pieces = ['\'', '"'].into_iter().fold(line.to_owned(), |line, quote| {
            line.split(quote).step_by(2).collect::<Vec<_>>().join(" ")
        });
        lines.push(pieces);
    }
    lines.join("\n")
}

/// Words of Latin letters in the prose of a text, except words in capitals, options, paths, names
/// with digits or underscores, names of games, and `ALLOWED`.
fn foreign_words(text: &str) -> Vec<String> {
    let is_separator = |c: char| c.is_whitespace() || is_japanese(c) || "[](),:;<>|…".contains(c);
    let prose = prose(text);
    let words = prose.split(is_separator).map(|word| word.trim_end_matches(['.', '!', '?']));
    let is_word = |word: &&str| {
        let letters = word.chars().all(|c| c.is_ascii_alphabetic() || c == '-' || c == '\'');
        word.len() > 1 && letters && !word.starts_with('-')
    };
    let is_name = |word: &str| word.chars().all(|c| !c.is_ascii_lowercase());
    let is_game =
        |word: &str| tsume::rules::builtin::VARIANTS.iter().any(|(name, _)| *name == word);
    let is_foreign = |word: &&str| !is_name(word) && !is_game(word) && !ALLOWED.contains(word);
    let foreign = words.filter(is_word).filter(is_foreign);
    foreign.map(str::to_owned).collect::<BTreeSet<_>>().into_iter().collect()
}

/// Fails if the program prints English or a line that is wider than the terminal.
fn assert_japanese(arguments: &[&str]) {
    let run = run_japanese(arguments);
    let text = run.out + &run.err;
    let foreign = foreign_words(&text);
    assert!(foreign.is_empty(), "{arguments:?}: {foreign:?} in\n{text}");
    assert!(text.chars().any(is_japanese), "{arguments:?}: nothing in Japanese in\n{text}");
}

/// Columns of a line.
fn columns(line: &str) -> usize {
    line.chars().map(|c| if is_japanese(c) { 2 } else { 1 }).sum()
}

#[test]
fn help_of_every_command_is_in_japanese_and_fits_the_terminal() {
    for command in COMMANDS {
        for help in ["-h", "--help"] {
            assert_japanese(&[command, help]);
            for line in run_japanese(&[command, help]).out.lines() {
                assert!(columns(line) <= 80 || !line.contains(is_japanese), "{command}: {line}");
            }
        }
        assert_eq!(
            run_japanese(&["help", command]).out,
            run_japanese(&[command, "--help"]).out,
            "{command}"
        );
    }
    for arguments in [&[][..], &["-h"], &["--help"], &["help"]] {
        assert_japanese(arguments);
    }
}

#[test]
fn help_has_the_same_arguments_in_both_languages() {
    for command in COMMANDS {
        let names = |help: &str| -> Vec<String> {
            let is_row = |line: &&str| {
                let indent = line.len() - line.trim_start().len();
                (2..10).contains(&indent) && line.trim_start().starts_with('-')
            };
            help.lines().filter(is_row).map(|row| row.trim().to_owned()).collect()
        };
        let english = names(&run(&[command, "--help"]).out);
        assert_eq!(english, names(&run_japanese(&[command, "--help"]).out), "{command}");
    }
}

/// Errors of the command line: arguments, and the codes or words that both languages show.
#[test]
fn errors_of_the_command_line_are_in_japanese() {
    for (arguments, shown) in [
        ("frobnicate", "frobnicate"),
        ("slove", "solve"),
        ("solve --lenght 3", "--lenght"),
        ("solve --time never x", "--time <S>"),
        ("solve --threads 0 x", "1024"),
        ("solve --threads 99999999999 x", "--threads <N>"),
        ("solve --format yaml x", "text, json"),
        ("solve --at 3 --every x", "--every"),
        ("solve --nodes", "--nodes <N>"),
        ("solve --first --first x", "--first"),
        ("solve --first=3 x", "'3'"),
        ("solve", "tsume solve --help"),
        ("verify", "<CERTIFICATE>..."),
        ("solve --sfen 4k4/9/9/9/9/9/9/9/9 b G 1", "--sfen"),
        ("solve --rule y --sfen x", "E0702"),
        ("explain E9999", "E0707"),
    ] {
        let words: Vec<&str> = arguments.split(' ').collect();
        assert_japanese(&words);
        let (english, japanese) = (run(&words), run_japanese(&words));
        assert_eq!((english.code, japanese.code), (Some(2), Some(2)), "{arguments}");
        assert!(japanese.err.starts_with("エラー"), "{arguments}:\n{}", japanese.err);
        for text in [english.err, japanese.err] {
            assert!(text.contains(shown), "{arguments}: no {shown} in\n{text}");
        }
    }
}

/// Option, variables of the environment, and the language of the help page.
#[test]
fn language_is_that_of_the_option_then_of_the_environment() {
    for (arguments, variables, expected) in [
        (&["-h"][..], &[][..], "en"),
        (&["-h"], &[("LANG", "ja_JP.UTF-8")], "ja"),
        (&["-h"], &[("LANG", "ja_JP.UTF-8"), ("LC_MESSAGES", "C")], "en"),
        (&["-h"], &[("LC_MESSAGES", "C"), ("LC_ALL", "ja_JP.eucJP")], "ja"),
        (&["-h"], &[("LC_ALL", "ja_JP.UTF-8"), ("TSUME_LANG", "en")], "en"),
        (&["-h"], &[("LANG", "ja_JP.UTF-8"), ("LC_ALL", "")], "ja"),
        (&["-h"], &[("LANG", "de_DE.UTF-8")], "en"),
        (&["-h", "--lang", "ja"], &[("TSUME_LANG", "en")], "ja"),
        (&["--lang=en", "solve", "-h"], &[("TSUME_LANG", "ja")], "en"),
    ] {
        let mut command = tsume(arguments);
        for name in ["TSUME_LANG", "LC_ALL", "LC_MESSAGES", "LANG"] {
            command.env_remove(name);
        }
        command.envs(variables.iter().copied());
        let help = Run::from(command.output().unwrap()).out;
        let found = if help.contains("使い方") { "ja" } else { "en" };
        assert_eq!(found, expected, "{arguments:?} {variables:?}");
    }
}

/// JSON lines without the texts for people and the figures that differ from run to run.
fn comparable_json(output: &str) -> Vec<Value> {
    fn without_texts(value: &mut Value) {
        match value {
            Value::Object(map) => {
                for key in ["message", "help", "title", "time_ms", "seconds", "nps"] {
                    map.remove(key);
                }
                map.values_mut().for_each(without_texts);
            }
            Value::Array(list) => list.iter_mut().for_each(without_texts),
            _ => {}
        }
    }
    let mut lines = json(output);
    lines.iter_mut().for_each(without_texts);
    lines
}

#[test]
fn json_is_the_same_in_both_languages_but_for_messages() {
    let unreadable = ["--sfen", MATE_IN_1, "--sfen", NO_MATE, "--sfen", "9/9", "nowhere.yaml"];
    for command in [&["solve", "--stable"][..], &["analyze", "--stable"], &["show"]] {
        let arguments = [command, &["--format", "json", "--threads", "1"], &unreadable].concat();
        let arguments = if command[0] == "show" {
            arguments.into_iter().filter(|word| !["--threads", "1"].contains(word)).collect()
        } else {
            arguments
        };
        let (english, japanese) = (run(&arguments), run_japanese(&arguments));
        assert_eq!(english.code, japanese.code, "{command:?}");
        let (english, japanese) = (comparable_json(&english.out), comparable_json(&japanese.out));
        assert!(english.len() >= 2, "{command:?}");
        assert_eq!(english, japanese, "{command:?}");
    }
    let games = |lang| run(&["rules", "--format", "json", "--lang", lang]).out;
    assert_eq!(comparable_json(&games("en")), comparable_json(&games("ja")));
}

/// Pages of the manual in the folder.
#[cfg(unix)]
#[test]
fn manual_pages_are_in_japanese() {
    let folder = folder("japanese-manual");
    let run = run_japanese(&["man", "-o", text(&folder)]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    for command in COMMANDS {
        let page = std::fs::read_to_string(folder.join(format!("tsume-{command}.1"))).unwrap();
        for heading in ["名前", "書式", "説明", "オプション"] {
            assert!(page.contains(&format!(".SH {heading}\n")), "{command}: {heading}");
        }
        let shown: Vec<&str> = page.lines().filter(|line| !line.starts_with('.')).collect();
        let english = ["Possible values", "default:", "Print help", "Options", "Examples"];
        for word in english {
            assert!(!shown.iter().any(|line| line.contains(word)), "{command}: {word}");
        }
    }
}

/// A problem with a cook and a superfluous piece.
const FLAWED: &str = "6gk+b/9/7GL/9/7N1/9/9/9/9 b P2rb2g4s3n3l17p 1";

/// A folder with inputs, and how to name its files.
fn inputs(name: &str) -> (PathBuf, impl Fn(&str) -> String) {
    let folder = folder(name);
    let problems = "variant: shogi\nproblems:\n  - id: a\n    position: \
                    \"4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l18p 1\"\n  - id: a\n    position: \
                    \"4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1\"\n    expect: { verdict: no_mate }\n";
    std::fs::write(folder.join("problems.yaml"), problems).unwrap();
    std::fs::write(folder.join("record.kif"), "手合割：平手\n1 ７六歩(77)\n2 ９九玉(11)\n")
        .unwrap();
    std::fs::write(folder.join("mate.sfen"), format!("{MATE_IN_1}\n{NO_MATE}\n")).unwrap();
    let path = folder.clone();
    (folder, move |file: &str| text(&path.join(file)).to_owned())
}

#[test]
fn results_are_in_japanese() {
    let (_, file) = inputs("japanese-results");
    let start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
    let (mate, certificates) = (file("mate.sfen"), file("certificates"));
    for (arguments, code) in [
        (&["solve", "-v", "--sfen", MATE_IN_1][..], 0),
        (&["solve", "--sfen", NO_MATE, "--fill-hand"], 0),
        (&["solve", "--sfen", MATE_IN_3, "--variant", "chu", "--first"], 0),
        (&["solve", "--sfen", HARD, "--nodes", "500", "--threads", "1"], 3),
        (&["solve", "--sfen", start, "--depth", "3"], 0),
        (&["solve", "problems/tour.yaml", "--tag", "smoke", "--nodes", "3000"], 3),
        (&["solve", &file("problems.yaml")], 2),
        (&["solve", &mate, "--certificate", &certificates, "-q"], 0),
        (&["verify", &certificates], 0),
        (&["analyze", "-v", "--tree", "--sfen", MATE_IN_1], 0),
        (&["analyze", "--fix", "--sfen", FLAWED], 0),
        (&["analyze", "--sfen", NO_MATE], 0),
        (&["analyze", "--sfen", MATE_IN_3, "--variant", "chu", "--nodes", "3000"], 3),
        (&["analyze", "--sfen", HARD, "--nodes", "500", "--threads", "1"], 3),
        (&["generate", "--length", "1", "--count", "1", "-o", &file("new.yaml")], 0),
        (&["generate", "--length", "3", "--nodes", "9", "--count", "9", "-o", &file("b.yaml")], 3),
        (&["convert", &mate, &file("out.yaml")], 0),
        (&["convert", "problems/chu/historic.yaml", &file("out.kif")], 2),
        (&["show", "--sfen", MATE_IN_1], 0),
        (&["bench", "--only", "sho-prince-royal", "--hash", "16MiB"], 0),
        (&["explain"], 0),
        (&["explain", "E0214"], 0),
        (&["rules"], 0),
    ] {
        assert_japanese(arguments);
        assert_eq!(run_japanese(arguments).code, Some(code), "{arguments:?}");
    }
}

#[test]
fn errors_in_inputs_are_in_japanese() {
    let (_, file) = inputs("japanese-errors");
    let (out, record) = (file("out.jsonl"), file("record.kif"));
    let missing = file("missing/x");
    for (arguments, code) in [
        (&["solve", "nowhere.yaml"][..], "E0201"),
        (&["solve", &record], "E"),
        (&["solve", "--sfen", "9/9"], "E0303"),
        (&["solve", "--sfen", "9/8k/6B2/9/9/9/9/9/9 b GQ 1"], "E"),
        (&["solve", "--sfen", MATE_IN_1, "--attacker", "white"], "E"),
        (&["solve", "--sfen", MATE_IN_1, "--variant", "nothing"], "E0211"),
        (&["solve", "--sfen", MATE_IN_1, "--rule", "zone=x"], "E0105"),
        (&["solve", "--sfen", MATE_IN_1, "--hash", "1"], ""),
        (&["solve", "--sfen", MATE_IN_1, "--checkpoint", &missing], ""),
        (&["solve", "--sfen", MATE_IN_1, "--restore", &record], ""),
        (&["analyze", "--sfen", MATE_IN_1, "--html", &missing], ""),
        (&["show", "--sfen", MATE_IN_1, "-o", "x.pdf"], ""),
        (&["show", "--sfen", MATE_IN_1, "--scale", "x"], "--scale <N>"),
        (&["verify", "problems"], "E0219"),
        (&["merge", "nowhere.jsonl", "-o", &out], ""),
        (&["convert", "nowhere.yaml", &file("x.kif")], "E0201"),
        (&["moves", "--position", "x"], "E"),
        (&["perft", "1", "--position", "9/9 b"], "E"),
        (&["generate", "--length", "4"], "E0710"),
        (&["generate", "--length", "3", "--require", "XX"], "E"),
        (&["generate", "--length", "3", "--pieces", "9..2"], "E"),
    ] {
        assert_japanese(arguments);
        let (english, japanese) = (run(arguments), run_japanese(arguments));
        assert_eq!((english.code, japanese.code), (Some(2), Some(2)), "{arguments:?}");
        assert!(japanese.err.contains(code), "{arguments:?}: no {code} in\n{}", japanese.err);
        assert_eq!(places(&english.err), places(&japanese.err), "{arguments:?}");
    }
}

/// Codes and places of the diagnostics in a text, and the lines with their markers.
fn places(text: &str) -> Vec<String> {
    let code = |line: &str| {
        let (_, after) = line.split_once('[')?;
        after.starts_with('E').then(|| after.split(']').next().unwrap_or_default().to_owned())
    };
    let place = |line: &str| {
        let marked = line.trim_start().starts_with("-->") || line.contains(" | ");
        marked.then(|| line.to_owned())
    };
    text.lines().filter_map(|line| code(line).or_else(|| place(line))).collect()
}

/// Lists of data have ids and movements in Latin letters; English would be several words in a row.
#[test]
fn description_of_a_game_has_no_english_phrases() {
    for game in ["shogi", "sho", "chu", "dai", "maka_dai_dai", "hishigata"] {
        let run = run_japanese(&["rules", game]);
        for line in run.out.lines() {
            let is_word =
                |word: &str| word.len() > 1 && word.chars().all(|c| c.is_ascii_lowercase());
            let words: Vec<&str> = line.split(' ').collect();
            let phrase = words.windows(3).any(|words| words.iter().all(|word| is_word(word)));
            assert!(!phrase, "{game}: {line}");
        }
    }
}
