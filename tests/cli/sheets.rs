//! `tsume analyze --sheet`: pages for print.

use super::*;

/// A mate in 3, and one in 1 in chu shogi.
const MATES: &str = "problems:
  - {id: first, title: 試作 <一>, author: 山田太郎, source: 詰将棋の本, position: \"9/8k/6SP1/9/9/9/9/9/9 b Rr2b4g3s4n4l17p 1\"}
  - {id: second, position: \"9/8k/6SP1/9/9/9/9/9/9 b Rr2b4g3s4n4l17p 1\"}
  - {id: chu, variant: chu, position: \"4k3[KR]3/12/5[gb]s5/12/4+[DH]7/4R7/12/12/12/12/12/12 b - 1\"}
  - {id: none, position: \"4k4/9/4P4/9/9/9/9/9/9 b S 1\"}
  - {id: last, position: \"4k4/9/4P4/9/9/9/9/9/9 b G 1\"}
";

fn sheet(out: &Path, more: &[&str]) -> Run {
    let arguments =
        ["analyze", "-", "-q", "--no-decoration", "--longer", "2", "--sheet", text(out)];
    run_with_input(&[&arguments[..], more].concat(), MATES)
}

#[test]
fn html_sheet_is_complete_and_self_contained() {
    let out = folder("sheet-html").join("sheet.html");
    let told = sheet(&out, &["--lang", "ja"]);
    assert_eq!(told.code, Some(0), "{}", told.err);
    let page = std::fs::read_to_string(&out).unwrap();
    for outside in
        ["http://", "https://", "<link", "<script", "src=", "@font-face", "@import", "url("]
    {
        let page = page.replace("http://www.w3.org/2000/svg", "");
        assert!(!page.contains(outside), "{outside}");
    }
    assert!(page.contains("@page { size: A4"));
    assert_eq!(page.matches("<article").count(), 5);
    assert_eq!(page.matches("<div class=\"sheet").count(), 5);
    assert!(page.contains("&lt;") && !page.contains("<一>"));
    // The solution of the first problem: any of its mates in 3 ends so.
    assert!(page.contains("aria-label=\"作意\"") && page.contains("aria-label=\"まで3手詰\""));
    assert!(page.contains("aria-label=\"3手詰\"") && page.contains("aria-label=\"不詰\""));
    assert!(page.contains("<html lang=\"ja\">"));
    // Moves of chu shogi are in Japanese too.
    assert!(page.contains("▲１１二角鷹") && !page.contains("Solution"));
    // Every character that is used is defined.
    for part in page.split("href=\"#").skip(1) {
        let name = part.split('"').next().unwrap();
        assert!(page.contains(&format!("<symbol id=\"{name}\"")), "{name}");
    }
}

#[test]
fn several_problems_share_a_page() {
    let folder = folder("sheet-pages");
    let html = folder.join("sheet.html");
    assert_eq!(sheet(&html, &["--per-page", "2"]).code, Some(0));
    let page = std::fs::read_to_string(&html).unwrap();
    assert_eq!(page.matches("<div class=\"sheet").count(), 3);
    assert_eq!(page.matches("<article").count(), 5);
    assert_eq!(sheet(&folder.join("out.svg"), &["--per-page", "4"]).code, Some(0));
    for name in ["out-1.svg", "out-2.svg"] {
        let text = std::fs::read_to_string(folder.join(name)).unwrap();
        let svg = roxmltree::Document::parse(&text).unwrap();
        assert_eq!(svg.root_element().attribute("width"), Some("210mm"));
        // A font that a tool does not have would leave the sheet empty.
        assert!(!text.contains("font-family"), "{name}");
    }
    assert!(!folder.join("out-3.svg").exists() && !folder.join("out.svg").exists());
    assert_eq!(sheet(&folder.join("all.svg"), &["--per-page", "6"]).code, Some(0));
    assert!(folder.join("all.svg").exists());
}

#[test]
fn western_sheet_has_western_moves_and_headings() {
    let out = folder("sheet-western").join("sheet.html");
    assert_eq!(sheet(&out, &["--notation", "western"]).code, Some(0));
    let page = std::fs::read_to_string(&out).unwrap();
    assert!(page.contains("Solution") && page.contains("1.G*5b"), "moves with numbers");
    assert!(!page.contains("作意") && !page.contains('▲'));
    assert_eq!(sheet(&out, &["--notation", "usi"]).code, Some(0));
    assert!(std::fs::read_to_string(&out).unwrap().contains("1.G*5b"));
}

#[test]
fn sheet_of_another_format_is_refused_before_the_analysis() {
    for name in ["sheet.pdf", "sheet"] {
        let told = sheet(&folder("sheet-wrong").join(name), &[]);
        assert_eq!(told.code, Some(2));
        assert!(told.err.contains(".html or .svg") && told.out.is_empty(), "{}", told.err);
    }
    let told = run(&["analyze", "--sfen", MATE_IN_1, "--per-page", "2"]);
    assert_eq!(told.code, Some(2), "{}", told.err);
}

/// What does not fit is left out, but never the main line.
#[test]
fn text_of_small_parts_is_short() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/problems/shogi/small.yaml");
    let folder = folder("sheet-small");
    let mut lengths = Vec::new();
    for per_page in ["1", "4", "12"] {
        let out = folder.join(format!("{per_page}.html"));
        let arguments = ["analyze", file, "-q", "--no-decoration", "--nodes", "20000", "--sheet"];
        let told = run(&[&arguments[..], &[text(&out), "--per-page", per_page]].concat());
        assert_ne!(told.code, Some(2), "{}", told.err);
        let page = std::fs::read_to_string(&out).unwrap();
        assert_eq!(page.matches(">Solution<").count(), told.out.matches(", mate in").count());
        lengths.push(page.matches("<p>").count());
    }
    assert!(lengths[0] > lengths[1] && lengths[1] > lengths[2], "{lengths:?}");
}
