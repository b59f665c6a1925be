//! Whole problem files: all shipped ones, many problems at once, good ones beside broken ones.

use proptest::prelude::*;
use tsume::io::problems::{LoadResult, LoadedProblem, ReadOptions, read_path, read_text};

fn split(items: Vec<LoadResult>) -> (Vec<LoadedProblem>, Vec<String>) {
    let (mut entries, mut errors) = (Vec::new(), Vec::new());
    for item in items {
        match item {
            LoadResult::Problem(entry) => entries.push(*entry),
            LoadResult::Broken { errors: found, .. } => {
                errors.extend(found.iter().map(ToString::to_string));
            }
        }
    }
    (entries, errors)
}

#[test]
fn every_shipped_problem_is_read() {
    let files = crate::support::shipped::files();
    assert!(!files.is_empty());
    for file in files {
        let (entries, errors) = split(read_path(&file, &ReadOptions::default()));
        assert_eq!(errors, [""; 0], "{}", file.display());
        let text = std::fs::read_to_string(&file).unwrap();
        let ids = text.lines().filter(|line| line.trim_start().starts_with("- id:")).count();
        assert_eq!(entries.len(), ids, "{}", file.display());
    }
}

/// An error in the corner hides no error that is independent of the corner.
#[test]
fn drawing_without_a_corner_is_read() {
    let text = "id: a\nboard: |\n  3 2 1\n  . X vK a\n  . Y\ncorner: 3z\nhand: { black: Q }\n";
    let items = read_text("x.yaml", text, &ReadOptions::default());
    let [LoadResult::Broken { errors, .. }] = items.as_slice() else { panic!("{items:?}") };
    let codes: Vec<&str> = errors.iter().map(|error| error.code).collect();
    assert_eq!(codes, ["E0323", "E0322", "E0323", "E0324", "E0326"], "{errors:#?}");
}

/// Codes of all errors of a problem.
fn codes(text: &str) -> Vec<&'static str> {
    let items = read_text("x.yaml", text, &ReadOptions::default());
    let [LoadResult::Broken { errors, .. }] = items.as_slice() else { panic!("{items:?}") };
    errors.iter().map(|error| error.code).collect()
}

/// Nobody could name such a problem, and its files would have no name.
#[test]
fn id_has_something_to_see() {
    for id in ["\"\"", "\"  \"", "\"\\u3000\"", "\"\\u200b\""] {
        let text = format!("id: {id}\nposition: 4k4/9/4P4/9/9/9/9/9/9 b G 1\n");
        assert_eq!(codes(&text), ["E0207"], "{id}");
    }
}

/// A board of another game has many faults in this one, and none of them is the cause.
#[test]
fn board_of_another_size_names_its_games() {
    for (board, games) in [
        ("4k3[KR]3/12/5[gb]s5/12/4+[DH]7/4R7/12/12/12/12/12/12", "chu"),
        ("2k2/5/5/5/2K2", "minishogi or kyoto"),
        ("9/9/4k4/9/9/9/9/9/9/9", "xiangqi"),
    ] {
        let items = read_text("x.sfen", &format!("{board} b - 1\n"), &ReadOptions::default());
        let [LoadResult::Broken { errors, .. }] = items.as_slice() else { panic!("{items:?}") };
        let [error] = errors.as_slice() else { panic!("{errors:?}") };
        let help = error.help.as_deref().unwrap_or_default();
        assert!(error.code == "E0303" && help.contains(&format!("a board of {games}:")), "{help}");
    }
    let drawing = |files: usize, ranks: usize, labels: bool| -> String {
        let rank = |n: usize| match labels {
            true => format!("    {} {}\n", char::from(b'a' + n as u8), ". ".repeat(files)),
            false => format!("    |{}|\n", " ・".repeat(files)),
        };
        let board: String = (0..ranks).map(rank).collect();
        format!("id: a\nboard: |\n{board}hand: {{ black: G }}\n")
    };
    for (files, ranks, games) in [(12, 12, "chu"), (9, 10, "xiangqi"), (5, 5, "minishogi or kyoto")]
    {
        for labels in [false, true] {
            let text = drawing(files, ranks, labels);
            let items = read_text("x.yaml", &text, &ReadOptions::default());
            let [LoadResult::Broken { errors, .. }] = items.as_slice() else { panic!("{items:?}") };
            let [error] = errors.as_slice() else { panic!("{text}{errors:?}") };
            let help = error.help.as_deref().unwrap_or_default();
            let names =
                help.contains(&format!("board of {games} needs")) && help.contains("corner");
            assert!(error.code == "E0321" && names, "{help}");
        }
    }
    assert_eq!(codes(&drawing(8, 8, false)), ["E0321"]);
    // No game has this board.
    assert_eq!(codes("id: a\nposition: 4k4/9/4P4/9/9/9/9/9 b G 1\n"), ["E0303"]);
}

#[test]
fn no_error_hides_another_kind_of_error() {
    let line = "solution: [G*5b, S*5d, XX]";
    // A malformed move is an error wherever the line starts; legality cannot be judged.
    let crowded = format!("id: a\nposition: 4k4/9/4P4/9/9/9/9/9/9 b G18p 1\n{line}\n");
    assert_eq!(codes(&crowded), ["E0214", "E0332"]);
    let unread = format!("id: a\nposition: 4k4/9/4Q4/9/9/9/9/9 b G2x 1\n{line}\n");
    assert_eq!(codes(&unread), ["E0304", "E0303", "E0304", "E0332"]);
    let none = format!("id: a\n{line}\n");
    assert_eq!(codes(&none), ["E0207", "E0332"]);
    // With a wrong option, only the notation of positions can be checked, and not whether they are
    // problems.
    let ruled = "id: a\nrules: { nifu: 9, zone: 2 }\nposition: 4k4/9/4P4/9/9/9/4P4/9 b G2x 1\n";
    assert_eq!(codes(ruled), ["E0105", "E0303", "E0304"]);
}

fn good(id: &str) -> String {
    format!("  - id: {id}\n    position: \"4k4/9/4G4/9/9/9/9/9/9 b G 1\"\n")
}

#[test]
fn file_defaults_apply_unless_overridden() {
    let text = "
variant: minishogi
defaults:
  author: 伊藤看寿
  tags: [edo]
  forcing: royal
  allow: [no_royal]
  rules: { nifu: false, zone: 2 }
  expect: { no_mate_within: 3 }
problems:
  - id: one
    position: '4k/5/4P/5/5 b G 1'
  - id: two
    author: another
    tags: []
    forcing: check
    rules: { zone: 3 }
    expect: { verdict: mate, plies: 3 }
    position: '4k/5/4P/5/5 b G 1'
    solution: [G*1b]
    published: { plies: 5 }
    meta: { seed: 7, note: 図巧 }
---
id: alone
variant: chu
rules: { promotion: zone_touch }
position: 11k/12/12/12/12/12/12/12/12/12/12/[LN]11 b - 1
";
    let (entries, errors) = split(read_text("x.yaml", text, &ReadOptions::default()));
    assert_eq!(errors, [""; 0]);
    let [one, two, alone] = &entries[..] else { panic!("{}", entries.len()) };
    assert_eq!((one.author.as_deref(), two.author.as_deref()), (Some("伊藤看寿"), Some("another")));
    assert_eq!((one.tags.as_slice(), two.tags.as_slice()), (&["edo".to_owned()][..], &[][..]));
    assert_eq!(one.problem.forcing(), tsume::position::Forcing::Royal);
    assert_eq!(two.problem.forcing(), tsume::position::Forcing::Check);
    let rules = |entry: &LoadedProblem| {
        let options = &entry.problem.rules().options;
        (entry.problem.rules().name.clone(), options.nifu, options.zone)
    };
    assert_eq!(rules(one), ("minishogi".to_owned(), 0, 2));
    assert_eq!(rules(two), ("minishogi".to_owned(), 0, 3));
    assert_eq!(alone.problem.rules().name, "chu");
    assert_eq!((one.expect.no_mate_within, one.expect.plies), (Some(3), None));
    assert_eq!((two.expect.no_mate_within, two.expect.plies), (None, Some(3)));
    assert_eq!((two.solution.len(), two.meta["seed"].as_u64()), (1, Some(7)));
    assert_eq!(two.published.as_ref().unwrap()["plies"], 5);
    assert_eq!((one.line, two.line, alone.line, alone.column), (11, 13, 24, 1));
}

#[test]
fn command_line_overrides_the_file() {
    let text = format!("defaults: {{ rules: {{ zone: 2 }} }}\nproblems:\n{}", good("a"));
    let context = ReadOptions {
        default_variant: "sho".to_owned(),
        rules: vec![("zone".to_owned(), "1".to_owned())],
        forcing: Some(tsume::position::Forcing::Royal),
        ..ReadOptions::default()
    };
    // Sho has no drops, so a gold in hand is an error there.
    let (_, errors) = split(read_text("x.yaml", &text, &context));
    assert_eq!(errors.len(), 1);
    let (entries, _) = split(read_text("x.yaml", &text.replace("b G 1", "b - 1"), &context));
    let problem = &entries[0].problem;
    assert_eq!((problem.rules().name.as_str(), problem.rules().options.zone), ("sho", 1));
    assert_eq!(problem.forcing(), tsume::position::Forcing::Royal);
}

#[test]
fn boards_are_drawn_with_japanese_pieces() {
    let text = "
problems:
  - id: written
    position: 7nk/9/6S1N/8+l/9/9/9/9/9 b 2GP 1
  - id: spaced
    board: |
      ・v桂v玉
      ・ ・ ・
      銀 ・ 桂
      ．．v成香
    corner: 3a
    hand: { black: 金金歩, white: '-' }
  - id: glued
    board: |
      |・▽桂△王|一
      |・・．|二
      |銀・桂|三
      |□＊ｖ杏|四
    corner: ３一
    hand: { black: 金二、歩, white: なし }
  - id: whole
    board: |
      後手の持駒：なし
      　９ ８ ７ ６ ５ ４ ３ ２ １
      +---------------------------+
      | ・ ・ ・ ・ ・ ・ ・v桂v玉|一
      | ・ ・ ・ ・ ・ ・ ・ ・ ・|二
      | ・ ・ ・ ・ ・ ・ 銀 ・ 桂|三
      | ・ ・ ・ ・ ・ ・ ・ ・v杏|四
      | ・ ・ ・ ・ ・ ・ ・ ・ ・|五
      | ・ ・ ・ ・ ・ ・ ・ ・ ・|六
      | ・ ・ ・ ・ ・ ・ ・ ・ ・|七
      | ・ ・ ・ ・ ・ ・ ・ ・ ・|八
      | ・ ・ ・ ・ ・ ・ ・ ・ ・|九
      +---------------------------+
      先手の持駒：金二　歩
      先手番
";
    let (entries, errors) = split(read_text("x.yaml", text, &ReadOptions::default()));
    assert_eq!(errors, [""; 0]);
    assert_eq!(entries.len(), 4);
    for entry in &entries[1..] {
        let position = entry.problem.position();
        assert_eq!(position, entries[0].problem.position(), "{}", entry.id);
    }
}

/// Each error lies at the characters that are wrong, whatever their width.
#[test]
fn errors_of_japanese_boards_have_their_places() {
    let wrong = |text: &str, expected: &[(&str, &str)]| {
        let items = read_text("x.yaml", text, &ReadOptions::default());
        let [LoadResult::Broken { errors, .. }] = items.as_slice() else { panic!("{items:?}") };
        let found: Vec<(&str, &str)> =
            errors.iter().map(|error| (error.code, &text[error.span.clone()])).collect();
        assert_eq!(found, expected, "{errors:#?}");
        for error in errors {
            let line = text.lines().nth(error.line - 1).unwrap();
            let from: String = line.chars().skip(error.column - 1).collect();
            assert!(from.starts_with(&text[error.span.clone()]), "{error}");
        }
    };
    let board = |lines: &str, rest: &str| format!("id: a\nboard: |\n{lines}corner: 3a\n{rest}");
    wrong(
        &board("  ・v壁v玉\n  ・ 銀 猫\n", "hand: { black: 金犬 }\n"),
        &[("E0323", "v壁"), ("E0323", "猫"), ("E0326", "犬")],
    );
    wrong(&board("  ・ 猫v玉\n  先手の持駒：犬\n", ""), &[("E0323", "猫"), ("E0326", "犬")]);
    wrong(&board("  |・ ・v玉|二\n", ""), &[("E0325", "二")]);
    wrong(&board("  ・v玉・\n  ・・\n", ""), &[("E0322", "・・")]);
    wrong(&board("  ・ ・v玉\n  先手の持駒：金 犬\n", ""), &[("E0326", "犬")]);
    wrong(&board("  ・ ・v玉\n  先手の持駒：金\n", "hand: { black: 銀 }\n"), &[("E0210", "銀")]);
    wrong(&board("  ・ ・v玉\n  後手番\n", "turn: black\n"), &[("E0210", "black")]);
}

#[test]
fn drawings_and_sfens_agree() {
    let text = "
problems:
  - id: drawn
    board: |
      .   .  vK
      .   .   .
      .   G  v+P
    corner: 3a
    hand: { black: G2P }
  - id: written
    position: 8k/9/6G1+p/9/9/9/9/9/9 b G2P2r2b2g4s4n4l15p 1
  - id: drawn for white
    board: |
      .   .   K
      .   .   .
      .  vG   .
    corner: 3a
    attacker: white
    hand: { white: vG }
  - id: defender first
    board: |
      .   .  vK
    corner: 3a
    attacker: black
    turn: white
    hand: { white: '-' }
";
    let (entries, errors) = split(read_text("x.yaml", text, &ReadOptions::default()));
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert!(errors[0].contains("`vG` cannot be in hand"), "{}", errors[0]);
    let [drawn, written, defender] = &entries[..] else { panic!("{}", entries.len()) };
    let shifted = drawn.problem.position().clone();
    // The drawing has its gold on the second file.
    let expected = tsume::notation::sfen::parse(
        written.problem.rules(),
        "8k/9/7G+p/9/9/9/9/9/9 b G2P2r2b2g4s4n4l15p 1",
    );
    assert_eq!(Ok(shifted), expected);
    let position = defender.problem.position();
    assert_eq!(position.side, tsume::rules::Side::White);
    assert_eq!(defender.problem.attacker(), tsume::rules::Side::Black);
    assert!(position.hands.iter().all(|hand| hand.is_empty()));
}

#[test]
fn good_problems_beside_broken_ones_are_returned() {
    let text = format!(
        "problems:\n{}  - id: b\n    positon: x\n{}  - id: d\n    position: 9/9 b - 1\n  - e\n{}---\n\
         problems:\n{}---\nproblems:\n{}  - [\n",
        good("a"),
        good("c"),
        good("f"),
        good("g"),
        good("h"),
    );
    let items = read_text("x.yaml", &text, &ReadOptions::default());
    let shown: Vec<String> = items
        .iter()
        .map(|item| match item {
            LoadResult::Problem(entry) => entry.id.clone(),
            LoadResult::Broken { id, errors } => format!("{id:?} {}", errors[0].code),
        })
        .collect();
    let broken_b = "Some(\"b\") E0205";
    let broken_d = "Some(\"d\") E0303";
    assert_eq!(shown, ["a", broken_b, "c", broken_d, "None E0206", "f", "g", "h", "None E0204"]);
}

#[test]
fn one_game_is_compiled_once() {
    let text = format!("problems:\n{}{}", good("a"), good("b"));
    let (entries, _) = split(read_text("x.yaml", &text, &ReadOptions::default()));
    let [a, b] = &entries[..] else { panic!() };
    assert!(std::sync::Arc::ptr_eq(a.problem.rules(), b.problem.rules()));
}

#[test]
fn rule_files_are_found_beside_the_problem_file() {
    let text = "variant: good.yaml\nproblems:\n  - id: a\n    position: 1k1/3/3/1K1 b P 1\n";
    let (entries, errors) =
        split(read_text("tests/impossible/rules/x.yaml", text, &ReadOptions::default()));
    assert_eq!(errors, [""; 0]);
    assert_eq!(entries[0].problem.rules().name, "tiny");
}

#[test]
fn fifty_thousand_problems_are_read_in_seconds() {
    let mut text = String::from("variant: shogi\nproblems:\n");
    for i in 0..50_000 {
        text.push_str(&format!(
            "  - id: p{i}\n    title: 将棋図巧 第一番\n    position: \"4k4/9/4G4/9/9/9/9/9/9 b G \
             1\"\n    expect: {{ verdict: mate, plies: 1 }}\n    solution: [G*5b]\n    tags: [a]\n"
        ));
    }
    let begin = std::time::Instant::now();
    let (entries, errors) = split(read_text("x.yaml", &text, &ReadOptions::default()));
    let good = begin.elapsed();
    assert_eq!((entries.len(), errors.len()), (50_000, 0));
    // The same number of errors must not take much longer.
    let begin = std::time::Instant::now();
    let (entries, errors) =
        split(read_text("x.yaml", &text.replace("G4/", "X4/"), &ReadOptions::default()));
    let broken = begin.elapsed();
    assert_eq!((entries.len(), errors.len()), (0, 50_000));
    // Nor must the same number of invalid YAML places.
    let begin = std::time::Instant::now();
    let (entries, errors) = split(read_text(
        "x.yaml",
        &text.replace("0\n    title: ", "0\n    title: '"),
        &ReadOptions::default(),
    ));
    let torn = begin.elapsed();
    assert_eq!((entries.len(), errors.len()), (45_000, 5_000));
    println!("{good:?} {broken:?} {torn:?}");
    // Generous, for unoptimised builds on busy machines: the limit detects quadratic time.
    assert!(
        [good, broken, torn].iter().all(|time| time.as_secs() < 30),
        "{good:?} {broken:?} {torn:?}"
    );
}

/// A text with every feature, for mutation.
const FULL: &str = include_str!("impossible/seed.yaml");

fn pieces() -> impl Strategy<Value = String> {
    prop_oneof![
        prop::sample::select(vec![
            "\n",
            "\n  ",
            "  - ",
            "- ",
            ": ",
            "[",
            "]",
            "{",
            "}",
            "\"",
            "'",
            "|",
            ">",
            "\t",
            "*a",
            "&a ",
            "!t ",
            "#",
            "---\n",
            "...\n",
            "%YAML 2.0\n",
            "\r\n",
            "日",
            "\u{feff}",
            "\0",
            "~",
            "? ",
            "<<: ",
            "\\",
            "|2-\n",
            "99999999999999999999",
            "-1",
            "problems:",
            "defaults:",
            "rules:",
            "board:",
            "variant: dai",
            "id: a",
            "\u{85}",
            "\u{2028}",
            "🀄",
        ])
        .prop_map(str::to_owned),
        ".{0,3}",
    ]
}

/// Checks for any input: errors have places in the text, and can be rendered.
fn check(items: &[LoadResult]) {
    assert!(!items.is_empty());
    for item in items {
        let LoadResult::Broken { errors, .. } = item else { continue };
        assert!(!errors.is_empty());
        for error in errors {
            let text = &error.source.text;
            let spans = error.also.iter().map(|(span, _)| span).chain([&error.span]);
            for span in spans {
                assert!(text.get(span.clone()).is_some(), "{span:?} of {text:?}");
            }
            assert!(tsume::text::render(error, false).contains(error.code));
        }
    }
}

fn boundary(text: &str, at: usize) -> usize {
    (0..=at % (text.len() + 1)).rev().find(|at| text.is_char_boundary(*at)).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

    #[test]
    fn changed_files_never_panic(
        edits in prop::collection::vec((any::<usize>(), 0..12usize, pieces()), 1..6),
    ) {
        let mut text = FULL.to_owned();
        for (at, len, new) in edits {
            let start = boundary(&text, at);
            let end = boundary(&text, (start + len).min(text.len())).max(start);
            text.replace_range(start..end, &new);
        }
        check(&read_text("x.yaml", &text, &ReadOptions::default()));
        check(&read_text("x.sfen", &text, &ReadOptions::default()));
    }

    #[test]
    fn cut_files_never_panic(at in any::<usize>()) {
        let text = &FULL[..boundary(FULL, at)];
        check(&read_text("x.yaml", text, &ReadOptions::default()));
    }

    #[test]
    fn changed_rule_files_never_panic(
        game in 0..7usize,
        edits in prop::collection::vec((any::<usize>(), 0..12usize, pieces()), 1..4),
    ) {
        let (name, text) = tsume::rules::builtin::VARIANTS[game];
        let mut text = text.to_owned();
        for (at, len, new) in edits {
            let start = boundary(&text, at);
            let end = boundary(&text, (start + len).min(text.len())).max(start);
            text.replace_range(start..end, &new);
        }
        if let Err(errors) = tsume::io::problems::rule_file::read_text(name, &text) {
            check(&[LoadResult::Broken { id: None, errors }]);
        }
    }
}
