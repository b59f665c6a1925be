//! Text from files that would control a terminal or imitate other text: every command escapes it.

use super::*;
use tsume::text::escape::is_hidden;

/// Terminal sequences, line ends, bidirectional controls, characters without width.
const NASTY: &str = r"a\e[2J\e]0;pwned\a\r\nb  mate in 99\u202Etam\u2028c\u200B\x7f\x9b31m";

fn problems() -> String {
    format!(
        "variant: shogi\nproblems:\n\
         \x20 - id: \"{NASTY}\"\n    title: \"{NASTY}\"\n    author: \"{NASTY}\"\n    source: \"{NASTY}\"\n\
         \x20   tags: [\"{NASTY}\"]\n    position: \"7k1/9/7P1/9/9/9/9/9/9 b G 1\"\n\
         \x20   expect: {{ plies: 3 }}\n    meta: {{ record: {{ headers: {{ \"{NASTY}\": \"{NASTY}\" }} }} }}\n\
         \x20 - id: \"bad {NASTY}\"\n    position: \"7k1/9/7P1/9/9/9/P{NASTY}8/9/9 b G 1\"\n\
         \x20 - id: other\n    \"{NASTY}\": 1\n    position: \"7k1/9/7P1/9/9/9/9/9/9 b G 1\"\n"
    )
}

/// Output has no control character except line feeds, and colours on request.
fn check(arguments: &[&str], run: &Run) {
    for text in [&run.out, &run.err] {
        let mut seen = String::new();
        for (i, part) in text.split("\x1b[").enumerate() {
            let end = part.find(|c: char| !c.is_ascii_digit() && c != ';').unwrap_or(0);
            let is_colour = i > 0 && part[end..].starts_with('m');
            seen.push_str(if i == 0 || is_colour { "" } else { "\x1b" });
            seen.push_str(if is_colour { &part[end + 1..] } else { part });
        }
        let seen = seen.replace('\n', "");
        assert!(!seen.contains(is_hidden), "{arguments:?} {text:?}");
        assert!(
            !text.contains("\x1b[31m\x1b") && !text.lines().any(|l| l.starts_with("b  mate")),
            "{text}"
        );
    }
}

#[test]
fn no_command_prints_control_characters_of_a_file() {
    let folder = folder("hostile");
    let nasty_name = "n\u{1b}[2J\u{202e}\n.sfen";
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    std::fs::write(folder.join("p.yaml"), problems()).unwrap();
    std::fs::write(
        folder.join(nasty_name),
        "7k1/9/7P1/9/9/9/9/9/9 b G 1\nx\u{1b}[2J\u{202e}/\u{9b}\n",
    )
    .unwrap();
    let kif = "作品名：\u{1b}[2J\u{202e}名\n先手の持駒：金\n&\u{1b}]0;x\u{7}\n\
               | ・ ・ ・ ・ ・ ・ ・v玉 ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ ・ ・ ・ 歩 ・|三\n"
        .to_owned()
        + &"| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n".repeat(6)
        + "*\u{1b}[2J\n   1 \u{1b}[2J\n";
    std::fs::write(folder.join("k.kif"), kif).unwrap();
    let results =
        "{\"id\":\"a\\u001b[2J\\u202e\",\"key\":\"k\\u001b\",\"verdict\":\"mate\"}\nx\u{1b}[2J\n";
    std::fs::write(folder.join("r.jsonl"), results).unwrap();
    let mut rules = std::fs::read_to_string("src/variants/minishogi.yaml").unwrap();
    rules = rules.replacen("name: minishogi", &format!("name: \"mini{NASTY}\""), 1);
    std::fs::write(folder.join("g.yaml"), &rules).unwrap();
    let titled = std::fs::read_to_string("src/variants/minishogi.yaml").unwrap();
    let titled = titled.replacen("Minishogi (5x5)", NASTY, 1).replacen(
        "name: \"king\"",
        &format!("name: \"{NASTY}\""),
        1,
    );
    std::fs::write(folder.join("t.yaml"), titled).unwrap();
    let titled = path("t.yaml");
    std::fs::write(
        folder.join("c.tsc"),
        "{\"tsume_certificate\":1,\"variant\":\"\u{1b}[2J\u{202e}\"}\nx\u{9b}\n",
    )
    .unwrap();
    let files = [path("p.yaml"), path(nasty_name), path("k.kif")];
    let out = path("out.yaml");
    let (page, results, rules) = (path("out.html"), path("r.jsonl"), path("g.yaml"));
    let mut all: Vec<Vec<&str>> = Vec::new();
    for file in &files {
        for colour in ["never", "always"] {
            all.push(vec!["--color", colour, "solve", file, "-v", "--time", "10"]);
            all.push(vec!["--color", colour, "solve", file, "--format", "json"]);
            all.push(vec!["--color", colour, "analyze", file, "-v", "--time", "10"]);
            all.push(vec!["--color", colour, "analyze", file, "--format", "json", "--time", "10"]);
            all.push(vec!["--color", colour, "show", file]);
            all.push(vec!["--color", colour, "convert", file, &out]);
        }
        all.push(vec!["solve", file, "--tag", "none"]);
    }
    all.push(vec!["merge", &results, "-o", "-"]);
    all.push(vec!["solve", "--resume", &results, &files[0]]);
    all.push(vec!["rules", &rules]);
    all.push(vec!["rules", &titled]);
    all.push(vec!["rules", &titled, "--format", "json"]);
    all.push(vec!["solve", "--variant", &rules, "--sfen", "4k/5/4P/5/5 b G 1"]);
    let certificate = path("c.tsc");
    all.push(vec!["verify", &certificate]);
    all.push(vec!["verify", "--format", "json", &certificate]);
    for arguments in &all {
        let ran = run(arguments);
        assert!(!ran.out.contains("panicked") && !ran.err.contains("panicked"), "{}", ran.err);
        check(arguments, &ran);
    }
    // Pages keep the text, and it changes nothing around it.
    run(&["analyze", "-q", &files[0], "--html", &page, "--time", "10"]);
    let html = std::fs::read_to_string(&page).unwrap();
    assert!(!html.contains(|c: char| is_hidden(c) && c != '\n' && c != '\t'), "{html}");
    let usi = run_with_input(
        &["usi"],
        "setoption name USI_Variant value x\u{1b}[2J\u{202e}\nposition sfen \u{1b}[2J\u{9b} b - 1\nquit\n",
    );
    check(&["usi"], &usi);
}

/// A name that looks like another game's does not make it that game.
#[test]
fn certificate_with_hidden_character_in_game_name_is_refused() {
    let refused = run(&["verify", "tests/data/zero_width_shogi.tsc"]);
    assert_eq!((refused.code, refused.out.as_str()), (Some(2), ""), "{}", refused.err);
    assert!(refused.err.contains("letters from a to z, digits and `_` only"), "{}", refused.err);
}

/// A typing error such as `--html set.yaml` must not cost the problems.
#[test]
fn no_command_overwrites_its_input() {
    let folder = folder("own-input");
    let (list, archive) = (folder.join("a.yaml"), folder.join("a.jsonl"));
    let problem = format!("id: a\nposition: {MATE_IN_1:?}\n");
    std::fs::write(&list, &problem).unwrap();
    let names = ["a.html", "a.svg", "a.kifu"].map(|name| folder.join(name));
    for name in &names {
        std::fs::copy(&list, name).unwrap();
    }
    let [html, svg, kif] = &names;
    let records = folder.join("records");
    let kept = ["convert", "-q", text(&list), &format!("{}/", text(&records)), "--to", "kifu"];
    assert_eq!(run(&kept).code, Some(0));
    let record = records.join("a.kifu");
    let before = std::fs::read(&record).unwrap();
    // A problem under the name of its own picture.
    let pictures = folder.join("pictures");
    std::fs::create_dir(&pictures).unwrap();
    let picture = pictures.join("001.svg");
    std::fs::copy(&list, &picture).unwrap();
    let [list, archive, html, svg] = [&list, &archive, html, svg].map(|path| text(path));
    let into = ["analyze", "-q", text(&records), "--kif", text(&records)];
    for arguments in [
        &["analyze", list, "--html", list][..],
        &["analyze", html, "--sheet", html],
        &["analyze", "-q", text(kif), "--kif", text(kif)],
        &into,
        &["show", svg, "-o", svg],
        &["show", text(&picture), "-o", &format!("{}/", text(&pictures))],
        &["solve", list, "--checkpoint", list],
        &["generate", "--from", list, "-o", list, "--time", "0.1"],
        &["generate", "--avoid", list, "-o", list, "--time", "0.1"],
        &["generate", "--archive", archive, "-o", archive, "--time", "0.1"],
    ] {
        let refused = run(arguments);
        assert_eq!(refused.code, Some(2), "{arguments:?} {}", refused.err);
    }
    for path in [list, html, svg] {
        assert_eq!(std::fs::read_to_string(path).unwrap(), problem);
    }
    assert_eq!(std::fs::read(record).unwrap(), before);
    assert_eq!(std::fs::read_to_string(picture).unwrap(), problem);
    // The input may also come through a pipe sign.
    #[cfg(unix)]
    {
        let input = std::fs::File::open(svg).unwrap();
        let mut command = tsume(&["show", "-", "-o", svg]);
        assert_eq!(command.stdin(input).output().unwrap().status.code(), Some(2));
        assert_eq!(std::fs::read_to_string(svg).unwrap(), problem);
    }
}
