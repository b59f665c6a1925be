//! `tsume analyze`: fields of reports, exit statuses, certificates.

use super::*;
use serde_json::json;

/// A problem whose only second solution is a tolerated promotion.
const PROMOTION: &str = "k8/9/1G6R/9/9/9/9/9/9 b - 1";
/// A mate in 1 with a cook of 3 plies.
const COOKED: &str = "4k4/9/4G4/9/9/9/9/9/9 b R 1";

fn analyze(more: &[&str]) -> Run {
    let mut arguments = vec!["analyze", "--format", "json", "--quiet", "--longer", "2"];
    arguments.extend(more);
    run(&arguments)
}

#[test]
fn analysis_report_extends_the_result() {
    let told = analyze(&["--sfen", PROMOTION, "--sfen", NO_MATE, "--sfen", COOKED]);
    assert_eq!(told.code, Some(0), "{}", told.err);
    let lines = json(&told.out);
    let sound = &lines[0];
    assert_eq!(sound["class"], "complete");
    assert_eq!((&sound["verdict"], &sound["plies"]), (&"mate".into(), &1.into()));
    assert_eq!(sound["flaws"], json!([]));
    assert_eq!(sound["lengths"], json!({"none": 1, "immediate": 1, "transparent": 1}));
    assert_eq!(sound["main_lines"], json!([["1c1a+"], ["1c1a"]]));
    assert_eq!(sound["line"], json!(["1c1a+"]));
    assert_eq!(sound["leftover"], 0);
    let tolerated = &sound["tolerances"][0];
    assert_eq!((&tolerated["kind"], &tolerated["at"]), (&"promotion".into(), &1.into()));
    assert_eq!(tolerated["move"], "1c1a");
    let answers = sound["decoration"].as_array().unwrap();
    assert_eq!(answers.len(), 2);
    assert!(answers.iter().all(|piece| piece["answer"] == "no"));
    let refuted = &lines[1];
    assert_eq!((&refuted["verdict"], &refuted["class"]), (&"no_mate".into(), &"flawed".into()));
    assert_eq!(refuted["flaws"][0]["kind"], "no_mate");
    assert_eq!(refuted["lengths"]["none"], Value::Null);
    let cooked = &lines[2];
    assert_eq!(cooked["class"], "flawed");
    let cook = &cooked["flaws"][0];
    assert_eq!((&cook["kind"], &cook["at"]), (&"cook".into(), &1.into()));
    assert_eq!((&cook["length"], &cook["plies"]), (&"longer".into(), &3.into()));
    assert_eq!(cook["line"].as_array().unwrap().len(), 3);
    assert_eq!(cook["line"][0], "R*5b");
}

/// Whichever limit ends the analysis, every printed line ends in mate.
#[test]
fn limit_never_truncates_a_line() {
    let sfen = "9/8k/6SP1/9/9/9/9/9/9 b Rr2b4g3s4n4l17p 1";
    for nodes in ["7", "10", "15", "30", "60"] {
        let told =
            analyze(&["--sfen", sfen, "--threads", "1", "--no-decoration", "--nodes", nodes]);
        let report = &json(&told.out)[0];
        let line = report["line"].as_array().unwrap();
        assert_eq!((report["plies"].as_u64(), line.len()), (Some(3), 3), "{report}");
        let lines = report["main_lines"].as_array().unwrap();
        assert!(lines.iter().all(|line| line.as_array().unwrap().len() == 3), "{report}");
    }
    let page = folder("cut").join("a.kifu");
    let kif = ["--kif", text(&page), "--nodes", "10", "--threads", "1", "--count", "every"];
    analyze(&[&["--sfen", sfen][..], &kif].concat());
    let kif = std::fs::read_to_string(&page).unwrap();
    assert!(kif.contains("まで3手で詰み"), "{kif}");
}

#[test]
fn mated_position_has_an_empty_solution() {
    let position = ["--sfen", "k8/G8/1G7/9/9/9/9/9/9 w - 1", "--attacker", "black"];
    let told = run(&[&["analyze", "--tree", "--no-decoration"][..], &position].concat());
    let shown: Vec<&str> = told.out.lines().map(str::trim).collect();
    assert_eq!(shown[0], "1  sound without alternatives, mate in 0");
    assert_eq!(shown[shown.len() - 2..], ["solution", "(mate already)"]);
}

#[test]
fn futile_count_changes_neither_length_nor_line() {
    let sfen = "9/6g2/7kp/5L3/6SN1/7+R1/9/9/9 b r2b3g3s3n3l17p 1";
    let told = analyze(&["--sfen", sfen, "--count", "composers", "--no-decoration"]);
    let report = &json(&told.out)[0];
    assert_eq!((&report["plies"], &report["lengths"]["transparent"]), (&7.into(), &3.into()));
    assert_eq!(report["line"].as_array().unwrap().len(), 7);
    assert_eq!(report["main_lines"][0].as_array().unwrap().len(), 3);
}

#[test]
fn untolerated_second_solution_is_a_cook() {
    let told = analyze(&["--sfen", PROMOTION, "--tolerate", "none"]);
    let report = &json(&told.out)[0];
    assert_eq!((&report["class"], &report["flaws"][0]["kind"]), (&"flawed".into(), &"cook".into()));
    assert_eq!(report["flaws"][0]["length"], "equal");
    let told = analyze(&["--sfen", PROMOTION, "--tolerate", "sloth"]);
    assert_eq!(told.code, Some(2));
    assert!(told.err.contains("sloth") && told.err.contains("drop_distance"), "{}", told.err);
}

#[test]
fn exit_status_follows_expectations_and_limits() {
    let yaml = |expect: &str| {
        let file = format!("problems:\n  - {{id: a, position: {PROMOTION:?}, expect: {expect}}}\n");
        run_with_input(&["analyze", "-", "--format", "json", "--quiet", "--longer", "2"], &file)
    };
    let right = yaml("{verdict: mate, plies: 1}");
    assert_eq!(right.code, Some(0), "{}", right.err);
    assert_eq!(json(&right.out)[0]["expected"], "agrees");
    let wrong = yaml("{plies: 3}");
    assert_eq!(wrong.code, Some(1));
    let report = &json(&wrong.out)[0];
    assert_eq!(report["expected"], "disagrees");
    assert_eq!(report["flaws"][0]["kind"], "short_cook");
    assert_eq!(report["flaws"][0]["claimed"], 3);
    let unknown = run(&["analyze", "--format", "json", "-q", "--nodes", "1", "--sfen", HARD]);
    assert_eq!(unknown.code, Some(3));
    assert_eq!(json(&unknown.out)[0]["class"], "unknown");
    let page = folder("page-of-nothing").join("page.html");
    let broken = analyze(&["--sfen", "9/9 b - 1", "--html", text(&page)]);
    assert_eq!(broken.code, Some(2));
    assert!(json(&broken.out)[0]["error"]["code"].is_string());
    assert!(!page.exists() && broken.err.contains("is not written"), "{}", broken.err);
}

#[test]
fn published_solution_is_shown_and_not_compared() {
    let file = format!("id: a\nposition: {PROMOTION:?}\npublished: {{plies: 3, note: x}}\n");
    let told = run_with_input(&["analyze", "-", "--format", "json", "-q", "--longer", "2"], &file);
    assert_eq!(told.code, Some(0), "{}", told.err);
    let report = &json(&told.out)[0];
    assert_eq!(report["class"], "complete");
    assert_eq!(report["published"]["plies"], 3);
    let flaws = report["flaws"].as_array().unwrap();
    assert!(flaws.iter().all(|flaw| flaw["kind"] != "short_cook"), "{flaws:?}");
}

#[test]
fn certificates_of_flaws_verify() {
    let folder = folder("analyze-certificates");
    let told = analyze(&["--sfen", COOKED, "--sfen", NO_MATE, "--certificate", text(&folder)]);
    let lines = json(&told.out);
    for line in &lines {
        let file = line["flaws"][0]["certificate"].as_str().unwrap();
        let verified = run(&["verify", file]);
        assert_eq!(verified.code, Some(0), "{}{}", verified.out, verified.err);
    }
}

#[test]
fn analysis_text_describes_cooks() {
    let told = run(&["analyze", "--quiet", "--longer", "2", "--sfen", COOKED]);
    assert!(told.out.contains("flawed, mate in 1"), "{}", told.out);
    assert!(told.out.contains("cook (余詰) at ply 1: mate in 3 instead of 1"), "{}", told.out);
    assert!(told.out.contains("R*5b"), "{}", told.out);
}

#[test]
fn open_question_names_its_limit() {
    let cut = ["analyze", "-q", "--threads", "1", "--no-decoration", "--sfen", HARD];
    let told = run(&[&cut[..], &["--nodes", "60"]].concat());
    assert!(
        told.out.contains("open: ") && told.out.contains("use a larger --nodes"),
        "{}",
        told.out
    );
    let told = run(&[&cut[..], &["--time", "0.001"]].concat());
    assert!(told.out.contains("use a larger --time"), "{}", told.out);
    let whole = run(&["analyze", "-q", "--sfen", PROMOTION]);
    assert!(!whole.out.contains("use a "), "{}", whole.out);
}

/// Nine lines of this problem end with one of three other moves.
#[test]
fn tolerated_flaw_is_listed_once() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/problems/shogi/small.yaml");
    let text = std::fs::read_to_string(file).unwrap();
    let position = text.split("shogi-small-038").nth(1).unwrap().split('"').nth(1).unwrap();
    let told = run(&["analyze", "-q", "--longer", "2", "--no-decoration", "--sfen", position]);
    let lines: Vec<&str> = told.out.lines().filter(|line| line.contains("tolerated")).collect();
    assert_eq!(
        lines,
        [
            "  tolerated (promotion) at ply 1: 6d6c",
            "  tolerated (last move) at ply 3: B*5b, B*8c, B*9d"
        ]
    );
}

/// A report with thousands of findings: by this count every interposition on a line of six squares
/// counts.
const FLOOD: &str = "7l1/7pk/9/9/8+P/9/9/9/8L b 2r2b4g4s4n2l16p 1";

#[test]
fn report_of_thousands_of_findings_fits_on_a_page() {
    for (count, nodes) in
        [("every", "2000"), ("every", "400000"), ("immediate", "20000"), ("composers", "20000")]
    {
        let limits = ["-q", "--threads", "1", "--count", count, "--nodes", nodes];
        let told = run(&[&["analyze", "--sfen", FLOOD, "--side-duals"][..], &limits].concat());
        let lines = told.out.lines().count();
        assert!((2..=40).contains(&lines), "{count} {nodes}: {lines} lines");
        let limit = told.out.lines().filter(|line| line.contains("use a larger --nodes")).count();
        assert_eq!(limit, usize::from(told.out.contains("open: ")), "{}", told.out);
    }
}

#[test]
fn long_lists_of_findings_are_cut_in_json_and_counted() {
    let limits = ["-q", "--format", "json", "--threads", "1", "--nodes", "400000"];
    let told = run(&[&["analyze", "--sfen", FLOOD, "--count", "every"][..], &limits].concat());
    let report = &json(&told.out)[0];
    assert!(told.out.len() < 100_000, "{} bytes", told.out.len());
    let total = |key: &str| -> u64 {
        report[key].as_object().unwrap().values().map(|count| count.as_u64().unwrap()).sum()
    };
    let listed = |key: &str| report[key].as_array().unwrap().len() as u64;
    assert_eq!((listed("open_questions"), listed("main_lines")), (50, 50));
    assert!(report["open_count"].as_u64().unwrap() > 1000, "{}", report["open_count"]);
    assert!(listed("open") < 10);
    assert_eq!(report["open_limit"], "nodes");
    assert!(listed("flaws") <= 150 && listed("flaws") <= total("flaw_counts"));
    assert!(listed("tolerances") <= 250 && listed("tolerances") <= total("tolerance_counts"));
}

#[test]
fn flaws_of_one_kind_at_one_ply_are_a_group_with_one_example() {
    use tsume::io::formats::spelling::MoveNotation;
    use tsume::io::results::line_text::LineWriter;
    use tsume::judge::{Flaw, FlawKind};
    let problem = tsume::Variant::shogi().problem(MATE_IN_1).unwrap();
    let flaw = |moves: &str, kind: FlawKind, at| {
        let moves = moves.split(' ').map(|m| tsume::notation::usi::parse(problem.rules(), m));
        Flaw { kind, at, line: moves.map(Result::unwrap).collect(), certificate: None }
    };
    let cook = |plies| FlawKind::Cook { plies, known: 1, exact: true };
    let flaws = [
        // This line does not reach its mate, so that it is no example.
        flaw("S*5b 5a4b", cook(5), 1),
        flaw("G*5b 5a4a 5b4b", cook(3), 1),
        flaw("R*5b 5a4a R*3a", cook(3), 1),
        flaw("5c5b 5a4a 5b4b", cook(3), 1),
        flaw("5c5b+ 5a4a 5b4b", cook(3), 1),
        flaw("G*5b 5a4a G*4b", cook(3), 3),
        flaw("G*5b 5a4a 5b4b", FlawKind::VariationDual, 2),
    ];
    let groups = tsume::io::results::grouping::flaw_groups(&flaws);
    assert_eq!(groups.iter().map(|group| group.flaws.len()).collect::<Vec<_>>(), [5, 1, 1]);
    assert_eq!(groups[0].example.line, flaws[1].line);
    let writer = LineWriter::new(&problem, MoveNotation::Usi);
    assert_eq!(groups[0].others(writer), "2 more drops on 5b; 5c5b, 5c5b+");
    assert_eq!(groups[1].others(writer), "");
    let writer = LineWriter::new(&problem, MoveNotation::Japanese);
    assert_eq!(groups[0].others(writer), "2 more drops on ５二; ▲５二歩不成, ▲５二歩成");
}

#[test]
fn problem_without_mate_is_no_flawed_problem() {
    let text = run(&["analyze", "-q", "--sfen", NO_MATE]);
    assert!(text.out.starts_with("1  no mate\n"), "{}", text.out);
    assert!(!text.out.contains("flawed"), "{}", text.out);
    let file = format!(
        "problems:\n  - {{id: none, position: {NO_MATE:?}, expect: {{verdict: no_mate}}}}\n  \
         - {{id: mate, position: {NO_MATE:?}, expect: {{plies: 1}}}}\n"
    );
    let text = run_with_input(&["analyze", "-", "-q"], &file);
    assert_eq!(text.code, Some(1));
    assert!(text.out.contains("none  no mate, as expected"), "{}", text.out);
    assert!(text.out.contains("mate  no mate, but the file expects mate in 1"), "{}", text.out);
    let told = run_with_input(&["analyze", "-", "-q", "--format", "json"], &file);
    let lines = json(&told.out);
    assert_eq!((&lines[0]["class"], &lines[0]["flaws"]), (&Value::Null, &json!([])));
    assert_eq!(lines[0]["flaw_counts"], json!({}));
    assert_eq!(lines[0]["classes"]["transparent"], Value::Null);
    assert_eq!(lines[1]["class"], "flawed");
    assert_eq!(lines[1]["flaw_counts"], json!({"no_mate": 1}));
    let expected = file.lines().take(2).collect::<Vec<_>>().join("\n");
    assert_eq!(run_with_input(&["analyze", "-", "-q"], &expected).code, Some(0));
}

#[test]
fn lengths_of_other_counts_stand_in_brackets() {
    let sfen = "9/6g2/7kp/5L3/6SN1/7+R1/9/9/9 b r2b3g3s3n3l17p 1";
    let told = run(&["analyze", "-q", "--no-decoration", "--longer", "2", "--sfen", sfen]);
    let first = told.out.lines().next().unwrap();
    assert!(first.ends_with("mate in 3 (7 if every interposition counts)"), "{first}");
}

/// A mate in 3 by composers' count, in 7 if every interposition counts.
const FUTILE: &str = "9/6g2/7kp/5L3/6SN1/7+R1/9/9/9 b r2b3g3s3n3l17p 1";

#[test]
fn progressive_analysis_prints_a_line_after_each_stage() {
    let told = analyze(&["--sfen", FUTILE, "--sfen", NO_MATE, "--progressive", "--threads", "1"]);
    assert_eq!(told.code, Some(0), "{}", told.err);
    let lines = json(&told.out);
    let stages: Vec<_> =
        lines.iter().map(|line| (&line["id"], &line["stage"], &line["final"])).collect();
    let first = |stage: &Value, is_final: bool| (json!("1"), stage.clone(), json!(is_final));
    let expected = [
        first(&json!("length"), false),
        first(&json!("class"), false),
        first(&Value::Null, true),
        (json!("2"), Value::Null, json!(true)),
    ];
    let expected: Vec<_> = expected.iter().map(|(id, stage, last)| (id, stage, last)).collect();
    assert_eq!(stages, expected);
    // The mate is known first, then class and length by the count, and last the other counts.
    assert_eq!((&lines[0]["verdict"], &lines[0]["class"]), (&json!("mate"), &json!("unknown")));
    assert_eq!(
        (&lines[1]["length"], &lines[1]["class"]),
        (&lines[2]["length"], &lines[2]["class"])
    );
    assert_eq!(lines[1]["length"], 3);
    assert_eq!(
        (&lines[1]["lengths"]["immediate"], &lines[2]["lengths"]["immediate"]),
        (&Value::Null, &json!(7))
    );
    assert_eq!(lines[1]["flaws"], lines[2]["flaws"]);
    assert!(lines[1].get("decoration").is_none() && lines[2].get("decoration").is_some());
}

#[test]
fn progressive_text_is_marked_until_it_is_final() {
    let told = run(&["analyze", "--sfen", FUTILE, "--progressive", "--longer", "2", "-q"]);
    let reports: Vec<&str> = told.out.lines().filter(|line| line.starts_with("1  ")).collect();
    assert_eq!(reports.len(), 2, "{}", told.out);
    assert_eq!(told.out.matches("so far; the analysis continues").count(), 1);
    assert!(!told.out.trim_end().ends_with("goes on)") && !told.out.contains('\x1b'));
    let without = run(&["analyze", "--sfen", FUTILE, "--longer", "2", "-q"]);
    assert_eq!(without.out.lines().filter(|line| line.starts_with("1  ")).count(), 1);
}
