//! Output of `analyze`: solutions as trees, as KIF and as a page; repairs.

use super::*;
use tsume::notation::{sfen, usi};
use tsume::position::Position;
use tsume::referee;
use tsume::rules::{Side, builtin};

/// A mate in 5 with two equally long defences, and a cook at ply 3 after one of them.
const COOKED: &str = "7k1/9/8L/7PB/5N3/9/9/9/9 b 2rb4g4s3n3l17p 1";
/// That cook counts.
const COUNTED: [&str; 5] = ["analyze", "-q", "--longer=2", "--tolerate=last_move", "--sfen"];
/// A mate in 3 with two royals.
const ROYALS: &str = "17+[de]1/19/16I2/17[LD]k/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19 b - 1";

fn set() -> String {
    format!(
        "problems:\n  - {{id: cooked, title: \"<b>bold</b>\", position: {COOKED:?}}}\n\
         \x20 - {{id: royals, variant: maka_dai_dai, position: {ROYALS:?}}}\n\
         \x20 - {{id: refuted, position: {NO_MATE:?}}}\n"
    )
}

#[test]
fn solution_tree_is_written_as_text_and_json() {
    let told = run(&[&COUNTED[..], &[COOKED, "--tree"]].concat());
    assert!(told.out.contains("  solution\n    4e3c 2a3a"), "{}", told.out);
    assert!(told.out.contains("at 3: cook: mate in 7"), "{}", told.out);
    let told = run(&[&COUNTED[..], &[COOKED, "--tree=2", "--format", "json"]].concat());
    let tree = &json(&told.out)[0]["tree"];
    assert_eq!(tree["line"].as_array().unwrap().len(), 5);
    let equal = &tree["branches"][0];
    assert_eq!(
        (&equal["at"], &equal["kind"], &equal["plies"]),
        (&2.into(), &"equal".into(), &5.into())
    );
    assert!(equal["branches"].as_array().unwrap().iter().any(|branch| branch["kind"] == "cook"));
    let plain = run(&["analyze", "-q", "--longer", "2", "--format", "json", "--sfen", COOKED]);
    assert!(json(&plain.out)[0].get("tree").is_none());
}

/// The referee plays every move of the page's data; the page's changes must lead to the same board.
#[test]
fn page_agrees_with_the_referee() {
    let folder = folder("page");
    let page = folder.join("page.html");
    let told =
        run_with_input(&["analyze", "-", "-q", "--longer", "2", "--html", text(&page)], &set());
    assert_eq!(told.code, Some(0), "{}", told.err);
    let html = std::fs::read_to_string(&page).unwrap();
    assert!(!html.contains("<b>bold"), "what a file says is text");
    let addresses = html.matches("http").count();
    assert_eq!(addresses, html.matches("http://www.w3.org/2000/svg").count(), "no network");
    let data = html.split("id=\"data\">").nth(1).unwrap().split("</script>").next().unwrap();
    let problems: Vec<Value> = serde_json::from_str(data).unwrap();
    assert_eq!(problems.len(), 3);
    for (problem, (game, start)) in
        problems.iter().zip([("shogi", COOKED), ("maka_dai_dai", ROYALS), ("shogi", NO_MATE)])
    {
        let rules = builtin::rules(game, &[]).unwrap().unwrap();
        let mut start = sfen::parse(&rules, start).unwrap();
        start.infer_phantoms(&rules);
        let files = usize::from(rules.board.files);
        // Owner of the piece on each square, from the top left corner.
        let seen = |position: &Position| -> Vec<Option<u64>> {
            let ranks = i32::from(rules.board.ranks);
            let squares = (0..ranks).flat_map(|rank| {
                (0..files as i32).rev().map(move |file| rules.board.square(file, rank).unwrap())
            });
            let side = |square| position.at(square).map(|p| u64::from(p.side() == Side::White));
            squares.map(side).collect()
        };
        let apply = |board: &mut Vec<Option<u64>>, changes: &Value| {
            for change in changes.as_array().unwrap() {
                let square = change[0].as_u64().unwrap() as usize;
                board[square] = change[1].as_u64().map(|code| code % 2);
            }
        };
        let mut board = vec![None; seen(&start).len()];
        apply(&mut board, &problem["start"]);
        assert_eq!(board, seen(&start));
        let mut after: Vec<(Position, Vec<Option<u64>>)> = Vec::new();
        for node in problem["nodes"].as_array().unwrap() {
            let before = node["p"].as_u64().map(|parent| after[parent as usize].clone());
            let (position, mut board) = before.unwrap_or_else(|| (start.clone(), board.clone()));
            let m = usi::parse(&rules, node["u"].as_str().unwrap()).unwrap();
            assert!(referee::is_legal(&rules, &position, m));
            let position = referee::play(&rules, &position, m);
            apply(&mut board, &node["d"]);
            assert_eq!(board, seen(&position), "{node}");
            after.push((position, board));
        }
        assert!(after.len() > 1, "{problem}");
    }
}

#[test]
fn solution_is_written_as_kif() {
    let folder = folder("analyze-kif");
    let kif = folder.join("a.kifu");
    let told = run(&[&COUNTED[..], &[COOKED, "--kif", text(&kif)]].concat());
    assert_eq!(told.code, Some(0), "{}", told.err);
    let written = std::fs::read_to_string(&kif).unwrap();
    for part in ["手数：5手", "完全性：不完全", "変化：3手", "*余詰 7手", "まで5手で詰み"]
    {
        assert!(written.contains(part), "{part}:\n{written}");
    }
    let yaml = folder.join("a.yaml");
    assert_eq!(run(&["convert", text(&kif), text(&yaml)]).code, Some(0));
    let read = std::fs::read_to_string(&yaml).unwrap();
    assert_eq!(read.matches("- at: ").count(), written.matches("\n変化：").count(), "{read}");
    // Several solutions go into a folder. Losses of KIF are reported, and the other solutions
    // written.
    let out = format!("{}/", text(&folder.join("out")));
    let told = run_with_input(&["analyze", "-", "-q", "--longer", "2", "--kif", &out], &set());
    assert_eq!(told.code, Some(2));
    assert!(told.err.contains("`royals` cannot be written as KIF"), "{}", told.err);
    assert!(std::fs::read_to_string(format!("{out}refuted.kifu")).unwrap().contains("不詰"));
    let told = run_with_input(&["analyze", "-", "-q", "--kif", "x.kif"], &set());
    assert_eq!(told.code, Some(2));
    assert!(told.err.contains("a KIF file holds one problem"), "{}", told.err);
    let told = run(&["analyze", "-q", "--kif", "x.doc", "--sfen", COOKED]);
    assert!(told.err.contains("is not a KIF file"), "{}", told.err);
}

#[test]
fn repairs_are_proposed() {
    let decorated = "7k1/9/7P1/9/9/9/P8/9/9 b G 1";
    let fix = ["analyze", "-q", "--longer", "2", "--fix=1", "--sfen", decorated];
    let told = run(&fix);
    assert!(
        told.out.contains("repair: take P off 9g (sound without alternatives)"),
        "{}",
        told.out
    );
    let told = run(&[&fix[..], &["--format", "json"]].concat());
    let repair = &json(&told.out)[0]["repairs"]["found"][0];
    assert_eq!(repair["edits"][0]["kind"], "remove");
    assert_eq!(repair["edits"][0]["square"], "9g");
    let position = repair["position"].as_str().unwrap();
    let again = run(&["analyze", "-q", "--longer", "2", "--format", "json", "--sfen", position]);
    let again = &json(&again.out)[0];
    assert_eq!(
        (&again["class"], &again["flaws"]),
        (&"completely_limited".into(), &Value::Array(vec![]))
    );
}

#[test]
fn open_analysis_is_not_an_input_error() {
    let kif = format!("{}/", text(&folder("analyze-open")));
    let open =
        run(&["analyze", "--kif", &kif, "--sfen", HARD, "--nodes", "1000", "--threads", "1"]);
    assert_eq!(open.code, Some(3), "{}", open.err);
    assert!(open.err.contains("not written as KIF"), "{}", open.err);
    // An output file that cannot be written is reported before the analysis.
    let lost = run(&["analyze", "--html", "/no/such/folder/x.html", "--sfen", MATE_IN_1]);
    assert_eq!((lost.code, lost.out.as_str()), (Some(2), ""), "{}", lost.err);
}
