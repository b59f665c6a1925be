//! Lengths by the composers' count beside the proved ones.

use super::*;

/// The composers' length of each position that a user of some program has reported.
fn reported() -> impl Iterator<Item = (&'static str, u64)> {
    let rows = include_str!("../data/composers.tsv").lines().filter(|line| !line.starts_with('#'));
    rows.map(|row| {
        let mut fields = row.split('\t');
        (fields.next().unwrap(), fields.next().unwrap().parse().unwrap())
    })
}

/// A rook on the first rank: everything dropped between is taken at once.
const FROM_AFAR: &str = "3+R3nk/8p/7P1/9/9/9/9/9/8B b rb4g4s3n4l16p 1";

/// The line is legal, and the attacker's moves give check.
fn check_line(position: &str, line: &Value, plies: u64) {
    let variant = tsume::Variant::shogi();
    let problem = variant.problem(position).unwrap();
    let moves = line.as_array().unwrap().iter();
    let moves: Vec<_> =
        moves.map(|text| variant.parse_move(text.as_str().unwrap()).unwrap()).collect();
    assert_eq!(moves.len() as u64, plies, "{position}");
    assert_eq!(tsume::solver::count_legal_plies(&problem, &moves), moves.len(), "{position}");
}

#[test]
fn reported_positions_have_the_composers_length_in_solve_and_analyze() {
    assert_eq!(reported().count(), 6);
    for (position, plies) in reported() {
        let solved = run(&["solve", "--format", "json", "--sfen", position]);
        assert_eq!(solved.code, Some(0), "{}", solved.err);
        let mate = &json(&solved.out)[0];
        let composers = &mate["composers"];
        assert_eq!(composers["plies"], plies, "{position}");
        assert_eq!(composers["settled"], true);
        check_line(position, &composers["line"], plies);
        let raw = mate["plies"].as_u64().unwrap();
        assert!(raw >= plies && raw % 2 == plies % 2, "{position}");
        assert_eq!(mate["line"].as_array().unwrap().len() as u64, raw);
        let judged = run(&["analyze", "--format", "json", "--no-decoration", "--sfen", position]);
        let report = &json(&judged.out)[0];
        assert_eq!((&report["count"], &report["length"]), (&"composers".into(), &plies.into()));
    }
}

#[test]
fn text_names_both_lengths_and_which_is_proved() {
    let told =
        |rest: &[&str]| run(&[&["solve", "--stable", "--sfen", FROM_AFAR][..], rest].concat()).out;
    let both = told(&[]);
    assert!(both.starts_with("1  mate in 1 (proved: "), "{both}");
    assert!(both.ends_with(" if every interposition counts)\n"), "{both}");
    let raw = json(&told(&["--format", "json"]))[0]["plies"].as_u64().unwrap();
    assert_eq!(both, format!("1  mate in 1 (proved: {raw} if every interposition counts)\n"));
    for alias in ["every", "none"] {
        let told = told(&["--count", alias]);
        assert!(
            told.starts_with(&format!("1  mate in {raw}")) && !told.contains("every"),
            "{told}"
        );
    }
    for alias in ["composers", "transparent", "both"] {
        assert_eq!(told(&["--count", alias]), both);
    }
    let unchecked = told(&["--certify", "none"]);
    assert_eq!(
        unchecked,
        format!("1  mate in 1 ({raw} if every interposition counts), not certified\n")
    );
    // Its line comes first, then the proved one.
    let full = run(&["solve", "--sfen", FROM_AFAR]).out;
    let lines: Vec<&str> = full.lines().collect();
    assert_eq!(lines[1].split_whitespace().count(), 1, "{full}");
    let proved = lines[2].trim_start().strip_prefix("every interposition: ").unwrap();
    assert_eq!(proved.split_whitespace().count() as u64, raw, "{full}");
}

#[test]
fn results_say_nothing_of_composers_where_nothing_was_counted() {
    let composers = |arguments: &[&str]| {
        let base = ["solve", "--format", "json"];
        json(&run(&[&base[..], arguments].concat()).out)[0].get("composers").cloned()
    };
    assert_eq!(composers(&["--count", "every", "--sfen", FROM_AFAR]), None);
    assert_eq!(composers(&["--first", "--sfen", FROM_AFAR]), None);
    let first = composers(&["--first", "--count", "composers", "--sfen", FROM_AFAR]).unwrap();
    assert_eq!((&first["plies"], &first["settled"]), (&1.into(), &true.into()));
    assert_eq!(composers(&["--sfen", NO_MATE]), None);
    // No drops, no interpositions; and the run has nothing left open.
    let chu = ["--variant", "chu", "--sfen", MATE_IN_3, "--count", "composers"];
    assert_eq!(composers(&chu), None);
    assert_eq!(run(&[&["solve"], &chu[..]].concat()).code, Some(0));
    let stable = composers(&["--stable", "--sfen", FROM_AFAR]).unwrap();
    assert_eq!(keys(&stable), ["plies", "leftover", "settled"]);
}

/// A position without distant pieces has one length, whatever the budget.
#[test]
fn open_length_fails_only_if_it_was_asked_for() {
    let (position, _) = reported().nth(4).unwrap();
    let solved = run(&["solve", "--threads", "1", "--format", "json", "--sfen", position]);
    let every = ["--count", "every", "--threads", "1", "--format", "json", "--sfen", position];
    let raw = run(&[&["solve"], &every[..]].concat());
    assert_eq!((solved.code, raw.code), (Some(0), Some(0)));
    // As many nodes as the proof takes leave none for the other length.
    let nodes = json(&raw.out)[0]["nodes"].to_string();
    // The budget of `both` is fixed, so that no limit of the user is to blame.
    let open = serde_json::json!({"settled": false});
    let limited = serde_json::json!({"settled": false, "stopped_by": "nodes"});
    for (count, code, note, reason) in
        [("both", 0, open, ""), ("composers", 3, limited, " (out of nodes)")]
    {
        let base = ["solve", "--threads", "1", "--nodes", &nodes, "--count", count];
        let cut = run(&[&base[..], &["--format", "json", "--sfen", position]].concat());
        let mate = &json(&cut.out)[0];
        assert_eq!(mate["shortest"], true, "{}", cut.out);
        assert_eq!(mate["composers"], note);
        assert_eq!(cut.code, Some(code));
        let text = run(&[&base[..], &["--stable", "--sfen", position]].concat()).out;
        let words = format!("if every interposition counts, composers' length open{reason}");
        assert!(text.contains(&words), "{text}");
    }
}

#[test]
fn expected_length_is_compared_by_the_count_of_the_file() {
    let folder = folder("counted");
    let path = folder.join("p.yaml");
    let raw = {
        let solved = run(&["solve", "--format", "json", "--sfen", FROM_AFAR]);
        json(&solved.out)[0]["plies"].as_u64().unwrap()
    };
    for (expect, code) in [
        ("{ plies: 1, count: composers }".to_owned(), 0),
        ("{ plies: 3, count: composers }".to_owned(), 1),
        (format!("{{ plies: {raw}, count: every }}"), 0),
        (format!("{{ plies: {raw} }}"), 0),
        ("{ plies: 1, count: every }".to_owned(), 1),
        ("{ plies: 1 }".to_owned(), 1),
    ] {
        let file = format!("id: a\nposition: {FROM_AFAR}\nexpect: {expect}\n");
        std::fs::write(&path, &file).unwrap();
        for arguments in
            [&["solve"][..], &["solve", "--count", "every"], &["analyze", "--no-decoration"]]
        {
            let ran = run(&[arguments, &[text(&path)]].concat());
            assert_eq!(ran.code, Some(code), "{expect} {arguments:?}\n{}{}", ran.out, ran.err);
        }
        // The key is kept.
        let copy = folder.join("copy.yaml");
        assert_eq!(run(&["convert", text(&path), text(&copy)]).code, Some(0));
        let kept = std::fs::read_to_string(&copy).unwrap();
        let counted = ["composers", "every"].into_iter().find(|count| expect.contains(count));
        assert_eq!(
            kept.lines().any(|line| line.trim_start().starts_with("count:")),
            counted.is_some(),
            "{kept}"
        );
        let _ = std::fs::remove_file(&copy);
    }
    let wrong = format!("id: a\nposition: {FROM_AFAR}\nexpect: {{ plies: 3, count: composers }}\n");
    std::fs::write(&path, &wrong).unwrap();
    let told = run(&["solve", text(&path)]).out;
    assert!(told.contains("but the file expects mate in 3 by composers' count"), "{told}");
}

/// A count under `defaults` is the count of every expected length.
#[test]
fn count_of_the_defaults_applies_to_all_expected_lengths() {
    let path = folder("count-defaults").join("p.yaml");
    let file = format!(
        "defaults: {{ expect: {{ count: composers }} }}\nproblems:\n  - id: a\n    \
         position: {FROM_AFAR}\n    expect: {{ plies: 1 }}\n  - id: b\n    \
         position: {FROM_AFAR}\n    expect: {{ plies: 1, count: every }}\n"
    );
    std::fs::write(&path, &file).unwrap();
    let solved = json(&run(&["solve", "--format", "json", text(&path)]).out);
    assert_eq!(solved[0]["expected"], "agrees");
    assert_eq!(solved[1]["expected"], "disagrees");
}

#[test]
fn altered_composers_length_of_an_earlier_run_is_not_believed() {
    let folder = folder("count-resume");
    let (good, bad) = (folder.join("good.jsonl"), folder.join("bad.jsonl"));
    let solve = |rest: &[&str]| {
        run(&[&["solve", "--format", "json", "--sfen", FROM_AFAR][..], rest].concat())
    };
    let line = solve(&[]).out;
    std::fs::write(&good, &line).unwrap();
    let taken = solve(&["--resume", text(&good), "--count", "composers"]);
    assert!(json(&taken.out)[0].get("from").is_some());
    assert_eq!(taken.code, Some(0));
    for (old, new) in [
        (r#""composers":{"plies":1"#, r#""composers":{"plies":2"#),
        (r#""composers":{"plies":1"#, r#""composers":{"plies":41"#),
        (r#""settled":true"#, r#""settled":false"#),
    ] {
        assert!(line.contains(old), "{line}");
        std::fs::write(&bad, line.replace(old, new)).unwrap();
        let again = solve(&["--resume", text(&bad)]);
        assert!(json(&again.out)[0].get("from").is_none(), "{new}");
        assert!(again.err.contains("the earlier result of `1`"), "{}", again.err);
    }
    // A result without it is no answer to who asks for it.
    std::fs::write(&bad, solve(&["--count", "every"]).out).unwrap();
    let again = solve(&["--resume", text(&bad), "--count", "composers"]);
    assert!(json(&again.out)[0].get("from").is_none());
    let again = solve(&["--resume", text(&bad)]);
    assert!(json(&again.out)[0].get("from").is_some());
}
