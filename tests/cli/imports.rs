//! Texts and files from other programs: each is read as intended, or refused with its place.

use super::*;
use encoding_rs::{EUC_JP, SHIFT_JIS};

/// Writes a file into a folder of the running test, since tests run at the same time.
fn file_of_this_test(name: &str, bytes: &[u8]) -> std::path::PathBuf {
    let thread = std::thread::current();
    let test = thread.name().unwrap_or("main").replace("::", "-");
    let path = folder(&test).join(name);
    std::fs::write(&path, bytes).unwrap();
    path
}

/// Runs `solve` on a file with this name. Returns the results and the run.
fn solve(name: &str, bytes: &[u8], more: &[&str]) -> (Vec<Value>, Run) {
    let path = file_of_this_test(name, bytes);
    let base = ["solve", "--format", "json", "--stable", "--time", "60", text(&path)];
    let run = run(&[&base[..], more].concat());
    (json(&run.out), run)
}

fn plies(name: &str, bytes: &[u8]) -> Value {
    let (lines, run) = solve(name, bytes, &[]);
    assert_eq!(lines.len(), 1, "{}", run.err);
    assert_eq!(run.code, Some(0), "{}{}", run.out, run.err);
    lines[0]["plies"].clone()
}

fn code(name: &str, bytes: &[u8], more: &[&str]) -> (Value, Value) {
    let (lines, run) = solve(name, bytes, more);
    assert_eq!((lines.len(), run.code), (1, Some(2)), "{}{}", run.out, run.err);
    (lines[0]["error"]["code"].clone(), lines[0]["line"].clone())
}

const EMPTY_RANK: &str = " *  *  *  *  *  *  *  *  * ";

/// A CSA text: king on 2a, pawn on 2c, a gold in hand; `end` ends each statement.
fn csa(end: &str) -> String {
    let mut text = String::new();
    for rank in 1..=9 {
        let squares = match rank {
            1 => " *  *  *  *  *  *  * -OU * ",
            3 => " *  *  *  *  *  *  * +FU * ",
            _ => EMPTY_RANK,
        };
        text.push_str(&format!("P{rank}{squares}{end}"));
    }
    text + &["P+00KI", "P-00AL", "+", ""].join(end)
}

#[test]
fn csa_statements_may_share_a_line() {
    for end in ["\n", ",", ",\n", "\r\n"] {
        assert_eq!(plies("a.csa", csa(end).as_bytes()), 1, "{end:?}");
    }
    let squeezed = csa("\n").replace("  ", " ");
    assert_eq!(plies("a.csa", squeezed.as_bytes()), 1);
    // `AL` is the rest of the army, wherever the line is.
    let early = csa("\n").replace("P+00KI\nP-00AL\n", "P-00AL\nP+00KI\n");
    let (lines, _) = solve("a.csa", early.as_bytes(), &[]);
    let position = lines[0]["position"].as_str().unwrap();
    assert!(position.contains(" b G2r2b3g4s4n4l17p"), "{position}");
}

#[test]
fn csa_contradictions_are_refused() {
    let good = csa("\n");
    for (from, to, line) in [
        ("P4", "P3", 4),
        ("P+00KI\n", "P+00KI\nP+00KI\n", 11),
        ("P-00AL\n", "P-00AL\nP-00AL\n", 12),
        ("P+00KI\n", "P+23FU\n", 10),
        ("P+00KI\n", "P+55KI55KI\n", 10),
        ("P1", "PI\nP1", 2),
        ("P4", "P4 * ", 4),
        ("P5", "P5+FU", 5),
    ] {
        let text = good.replacen(from, to, 1);
        assert_ne!(text, good);
        assert_eq!(code("a.csa", text.as_bytes(), &[]), ("E0408".into(), line.into()), "{to}");
    }
    // Too many pieces of a kind are reported as in every other format.
    let many = good.replacen("P-00AL", "P-00KI00KI00KI00KI", 1);
    assert_eq!(code("a.csa", many.as_bytes(), &[]).0, "E0214");
}

const KIF: &str = "後手の持駒：飛二 角二 金三 銀四 桂四 香四 歩十七\n\
    | ・ ・ ・ ・ ・ ・ ・v玉 ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n\
    | ・ ・ ・ ・ ・ ・ ・ 歩 ・|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n\
    | ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n\
    | ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n\
    | ・ ・ ・ ・ ・ ・ ・ ・ ・|九\n先手の持駒：金\n";

#[test]
fn unknown_words_in_kif_are_noted() {
    for (more, noted) in [
        ("&読み込み時表示\n   1 ２二金打(00) ( 0:09/00:00:09)\n   2 詰み\n", "読み込み時表示"),
        ("盤面回転\n   1 ２二金打\n", "盤面回転"),
        ("   1 ２二金打\n   2 何かの終わり\n", "宣言勝ち"),
        ("   1 ２二金打 {12s}\n", "{12s}"),
        ("   1 ２二金打\nおわり\n", "おわり"),
    ] {
        let text = format!("{KIF}{more}");
        let (lines, run) = solve("a.kif", text.as_bytes(), &[]);
        assert_eq!((run.code, &lines[0]["plies"]), (Some(0), &1.into()), "{more}{}", run.err);
        assert!(run.err.contains("note: ") && run.err.contains(noted), "{}", run.err);
        assert_eq!(lines[0]["position"], "7k1/9/7P1/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1");
        let quiet = solve("a.kif", text.as_bytes(), &["-q"]).1;
        assert_eq!(quiet.err, "");
    }
    // A line that could be part of a board or a move is not such a word.
    for more in ["・ ・ ・\n", "   1 ２二金打 ３三\u{3000}角打\n", "２二金打\n"] {
        assert_eq!(code("a.kif", format!("{KIF}{more}").as_bytes(), &[]).0, "E0405", "{more}");
    }
    let beside = KIF.replacen("|二", "|二 先手の持駒：銀", 1);
    assert_eq!(code("a.kif", beside.as_bytes(), &[]), ("E0402".into(), 3.into()));
    let twice = format!("先手の持駒：銀\n{KIF}");
    assert_eq!(code("a.kif", twice.as_bytes(), &[]).0, "E0405");
}

const GAME: &str =
    "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２二角成(88)\n   4 宣言勝ち\n";

#[test]
fn ends_and_variations_of_other_programs_are_read() {
    let folder = folder("import-ends");
    let usi = |text: &str| {
        let path = folder.join("a.kifu");
        std::fs::write(&path, text).unwrap();
        let run = run(&["convert", "-q", "--at", "end", super::text(&path), "-", "--to", "sfen"]);
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
        run.out
    };
    for end in [
        "中断",
        "投了",
        "持将棋",
        "千日手",
        "切れ負け",
        "反則勝ち",
        "反則負け",
        "入玉勝ち",
        "宣言勝ち",
    ] {
        let after = usi(&GAME.replace("宣言勝ち", end));
        assert!(after.starts_with("lnsgkgsnl/1r5+B1/pppppp1pp/6p2/"), "{end} {after}");
    }
    let varied = "手合割：平手\n   1 ７六歩(77)\n\n変化：1手目\n   1 ２六歩(27)\n";
    std::fs::write(folder.join("v.kifu"), varied).unwrap();
    let out = run(&["convert", "-q", super::text(&folder.join("v.kifu")), "-", "--to", "ki2u"]);
    assert!(out.out.contains("変化：1手\n▲２六歩"), "{}{}", out.out, out.err);
}

#[test]
fn game_record_requires_the_choice_of_a_position() {
    let jkf = r#"{"header":{},"initial":{"preset":"HIRATE"},"moves":[{},{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"}}]}"#;
    for (name, text) in [
        ("g.kif", GAME),
        ("g.ki2", "手合割：平手\n▲７六歩 △３四歩\n"),
        ("g.csa", "V2.2\nPI\n+\n+7776FU\n"),
        ("g.csa", "V2.2\nPI82HI22KA\n-\n-8384FU\n"),
        ("g.jkf", jkf),
        ("g.kif", "手合割：二枚落ち\n   1 ６二銀(71)\n"),
    ] {
        let (error, _) = code(name, text.as_bytes(), &[]);
        assert_eq!(error, "E0411", "{name}");
        let (lines, run) = solve(name, text.as_bytes(), &["--at", "end"]);
        assert_eq!((run.code, &lines[0]["verdict"]), (Some(0), &"no_mate".into()), "{}", run.err);
    }
    let told = solve("g.kif", GAME.as_bytes(), &[]).1;
    assert!(told.out.contains("--at") && told.out.contains("E0411") || told.err.contains("--at"));
    let (lines, run) = solve("g.kif", GAME.as_bytes(), &["--every"]);
    let ids: Vec<&str> = lines.iter().map(|line| line["id"].as_str().unwrap()).collect();
    assert_eq!((run.code, ids), (Some(0), vec!["g@0", "g@1", "g@2", "g@3"]), "{}", run.err);
    assert_eq!(lines[1]["attacker"], "white");
    let (lines, _) = solve("g.kif", GAME.as_bytes(), &["--at", "1"]);
    let after = "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 1";
    assert_eq!((&lines[0]["id"], &lines[0]["position"]), (&"g@1".into(), &after.into()));
    assert_eq!(code("g.kif", GAME.as_bytes(), &["--at", "4"]).0, "E0413");
    assert_eq!(run_code(&["solve", "--at", "x", "--sfen", "startpos"]), Some(2));
    assert_eq!(run_code(&["solve", "--at", "1", "--every", "--sfen", "startpos"]), Some(2));
    // Texts without a position.
    for (name, text) in [("n.kif", "先手：甲\n"), ("n.csa", "V2.2\n"), ("n.jkf", "{\"foo\":1}")]
    {
        code(name, text.as_bytes(), &[]);
    }
}

fn run_code(arguments: &[&str]) -> Option<i32> {
    run(arguments).code
}

#[test]
fn file_kind_follows_its_keys() {
    let problems =
        r#"{"problems":[{"id":"a","position":"4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1"}]}"#;
    let one = r#"{"id":"moves","title":"\"moves\":","position":"4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1"}"#;
    for name in ["a.json", "a.yaml", "a", "a.txt"] {
        assert_eq!(plies(name, problems.as_bytes()), 1, "{name}");
        assert_eq!(plies(name, one.as_bytes()), 1, "{name}");
    }
    let (lines, run) = solve("a.json", b"{\"foo\":1}", &[]);
    assert!(
        run.code == Some(2) && lines.iter().all(|line| line["error"].is_object()),
        "{}",
        run.out
    );
}

#[test]
fn copied_texts_of_programs_are_read_as_positions() {
    const POSITION: &str = "7k1/9/7P1/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
    let texts = [
        format!("position sfen {POSITION} moves G*2b"),
        format!("position sfen {POSITION}"),
        format!("sfen {POSITION} moves G*2b resign"),
        format!("{POSITION} moves G*2b win"),
        format!("{POSITION} moves G*2b rep_draw"),
        POSITION.replace(' ', "_"),
        format!("sfen_{}_moves_G*2b", POSITION.replace(' ', "_")),
    ];
    for text in &texts {
        let (list, yaml) = (format!("{text}\n"), format!("id: a\nposition: '{text}'\n"));
        assert_eq!(plies("a.sfen", list.as_bytes()), 1, "{text}");
        assert_eq!(plies("a.txt", list.as_bytes()), 1, "{text}");
        assert_eq!(plies("a.yaml", yaml.as_bytes()), 1, "{text}");
        let lines = json(&run(&["solve", "--format", "json", "-q", "--sfen", text]).out);
        assert_eq!(lines[0]["plies"], 1, "{text}");
        let input = run_with_input(&["solve", "--format", "json", "-q", "-"], &list);
        assert_eq!(json(&input.out)[0]["plies"], 1, "{text}");
    }
    let moves = |position: &str| run(&["moves", "--position", position]).out.lines().count();
    assert_eq!(moves("startpos"), 30);
    assert_eq!(moves("position startpos moves 7g7f"), 30);
    let after = "lnsgkgsnl/1r5+B1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL w B 1";
    assert_eq!(moves("position startpos moves 7g7f 3c3d 8h2b+ resign"), moves(after));
    let wrong = run(&["solve", "--sfen", &format!("{POSITION} moves G*2b resign G*2b")]);
    assert!(wrong.code == Some(2) && wrong.err.contains("E0311"), "{}", wrong.err);
    // With `--at` the moves lead to the position, even where the game has no mate.
    let game = ["--at", "1", "--sfen", "startpos moves 7g7f 3c3d"];
    let at = run(&[&["solve", "--format", "json", "-q"][..], &game].concat());
    let line = &json(&at.out)[0];
    assert_eq!((&line["id"], &line["attacker"]), (&"1@1".into(), &"white".into()), "{}", at.out);
}

#[test]
fn letters_of_other_programs_are_written_and_read_back() {
    let edo = "problems/chu/edo.yaml";
    let list = |extra: &[&str], input: &str, text: &str| {
        run_with_input(&[&["convert", input, "-", "-q", "--to", "sfen"], extra].concat(), text)
    };
    let own = list(&["--variant", "chu"], edo, "");
    assert!(own.out.lines().count() > 100, "{}", own.err);
    for program in ["lishogi", "xboard"] {
        let foreign = list(&["--variant", "chu", "--letters", program], edo, "");
        assert_eq!(foreign.code, own.code);
        assert!(!foreign.out.contains('['), "{program}");
        let back = list(&["--variant", "chu"], "-", &foreign.out);
        assert_eq!(back.code, Some(0), "{}", back.err);
        let positions = |text: &str| -> Vec<String> {
            text.lines().map(|line| line.split(" moves").next().unwrap().to_owned()).collect()
        };
        assert_eq!(positions(&back.out), positions(&own.out), "{program}");
    }
    let refused = list(&["--variant", "dai", "--letters", "lishogi"], "-", "startpos\n");
    assert_eq!(refused.code, Some(2));
    assert!(refused.err.contains("lishogi has no letter for stone general"), "{}", refused.err);
    let unfit = run(&["convert", edo, "x.kif", "--letters", "lishogi"]);
    assert_eq!(unfit.code, Some(2));
    assert!(unfit.err.contains("--letters is for SFEN lists"), "{}", unfit.err);
}

#[test]
fn lishogi_letters_and_fields_are_read() {
    let theirs = "lfcsgekgscfl/a1b1txot1b1a/mvrhdqndhrvm/pppppppppppp/3i4i3/12/12/3I4I3/PPPPPPPPPPPP/\
                  MVRHDNQDHRVM/A1B1TOXT1B1A/LFCSGKEGSCFL b 5e 1";
    let ours = "l[fl]csg[de]kgsc[fl]l/[rc]1b1[bt][ph][kr][bt]1b1[rc]/[sm][vm]r[dh][dk]q[ln][dk][dh]r[vm][sm]/\
                pppppppppppp/3[gb]4[gb]3/12/12/3[GB]4[GB]3/PPPPPPPPPPPP/\
                [SM][VM]R[DH][DK][LN]Q[DK][DH]R[VM][SM]/[RC]1B1[BT][KR][PH][BT]1B1[RC]/L[FL]CSGK[DE]GSC[FL]L b - 5e 1";
    let moves = |position: &str| {
        let run = run(&["moves", "--variant", "chu", "--format", "json", "--position", position]);
        assert_eq!(run.code, Some(0), "{}", run.err);
        json(&run.out)[0].clone()
    };
    assert_eq!(moves(theirs), moves(ours));
    let promoted = "12/12/12/12/12/5+O6/12/12/12/12/12/12 b - 1";
    assert_eq!(moves(promoted)["position"], "12/12/12/12/12/5+[KR]6/12/12/12/12/12/12 b - 1");
}

/// lishogi names every square on which a lion steps, also empty ones.
#[test]
fn empty_squares_on_the_way_may_be_named() {
    let start = "k11/12/12/12/12/5N6/6p5/12/12/12/12/K11 b - 1";
    let after = |moves: &str| {
        let position = format!("{start} moves {moves}");
        let run = run(&["moves", "--variant", "chu", "--format", "json", "--position", &position]);
        assert_eq!(run.code, Some(0), "{moves}{}", run.err);
        json(&run.out)[0]["position"].clone()
    };
    for (theirs, ours) in [
        ("7f8g7f", "7f7f"),
        ("7f8g9h", "7f9h"),
        // A capture on the way stays one.
        ("7f6g5h", "7f6g5h"),
        ("7f7g6g", "7f6g"),
    ] {
        assert_eq!(after(theirs), after(ours), "{theirs}");
    }
    assert_ne!(after("7f6g5h"), after("7f5h"));
    let solution = format!("id: a\nvariant: chu\nposition: {start}\nsolution: [7f8g7f, 12a12b]\n");
    let written = run_with_input(&["convert", "-q", "-", "-", "--to", "yaml"], &solution).out;
    assert!(written.contains("- 7f7f\n"), "{written}");
    let input = format!(
        "setoption name USI_Variant value chu\nisready\nposition sfen {start} moves 7f8g9h\ngo mate 2000\n"
    );
    let answered = run_with_input(&["usi"], &input).out;
    assert!(!answered.contains("notimplemented") && answered.contains("checkmate"), "{answered}");
}

#[test]
fn solution_may_be_in_japanese() {
    let head = "id: a\nposition: 7k1/9/8L/7PB/5N3/9/9/9/9 b 2rb4g4s3n3l17p 1\n";
    let convert = |moves: &str| {
        let text = format!("{head}solution: [{moves}]\n");
        run_with_input(&["convert", "-q", "-", "-", "--to", "yaml"], &text)
    };
    let ours = convert("4e3c, 2a3a, 1d2c");
    assert_eq!(ours.code, Some(0), "{}", ours.err);
    for theirs in ["▲３三桂不成, △３一玉, ▲２三角不成", "３三桂生(45), 31玉(21), ☗２三角不成(14)"]
    {
        assert_eq!(convert(theirs).out, ours.out, "{theirs}");
    }
    for (wrong, code) in [
        ("△３三桂不成", "E0333"),
        ("３三銀", "E0333"),
        ("３三桂不成 ３一玉", "E0311"),
        ("桂不成", "E0341"),
        ("同桂不成", "E0341"),
    ] {
        let refused = convert(wrong);
        assert!(refused.code == Some(2) && refused.err.contains(code), "{wrong}{}", refused.err);
    }
}

#[test]
fn missing_pieces_are_reported_and_can_go_to_the_defender() {
    const LEFT_OUT: &str = "9/7pk/9/9/9/9/9/9/R8 b R 1";
    let run_it = |more: &[&str]| {
        run(&[
            &["solve", "--format", "json", "--stable", "--sfen", LEFT_OUT, "--nodes", "3000000"],
            more,
        ]
        .concat())
    };
    let plain = run_it(&["--depth", "1"]);
    assert!(plain.err.contains("36 pieces") && plain.err.contains("--fill-hand"), "{}", plain.err);
    let filled = run_it(&["--fill-hand"]);
    assert_eq!(json(&filled.out)[0]["position"], "9/7pk/9/9/9/9/9/9/R8 b R2b4g4s4n4l17p 1");
    assert_eq!(json(&filled.out)[0]["verdict"], "no_mate");
    assert!(!filled.err.contains("pieces are missing"), "{}", filled.err);
    let yaml = format!("id: a\nposition: '{LEFT_OUT}'\nhand: {{ white: rest }}\n");
    let (lines, run) = solve("a.yaml", yaml.as_bytes(), &[]);
    assert_eq!((&lines[0]["verdict"], run.code), (&"no_mate".into(), Some(0)), "{}", run.err);
    let other = yaml.replace("rest", "G");
    assert_eq!(code("a.yaml", other.as_bytes(), &[]).0, "E0210");
    // An attacker with a king plays a game, from which pieces may be missing.
    let king = solve("a.sfen", b"9/7pk/9/9/9/9/9/9/R7K b R 1\n", &["--depth", "1"]).1;
    assert!(!king.err.contains("pieces are missing"), "{}", king.err);
}

#[test]
fn encoding_is_detected_and_damage_reported_with_its_line() {
    let text = format!("作品名：頭金\n{KIF}先手：詰方\n   1 ２二金打\n   2 詰み\n");
    let (sjis, _, _) = SHIFT_JIS.encode(&text);
    let (euc, _, _) = EUC_JP.encode(&text);
    let wide = |little: bool| -> Vec<u8> {
        let units = std::iter::once(0xfeff).chain(text.encode_utf16());
        units
            .flat_map(|unit: u16| if little { unit.to_le_bytes() } else { unit.to_be_bytes() })
            .collect()
    };
    let marked = format!("\u{feff}{text}");
    for (bytes, what) in [
        (sjis.to_vec(), "sjis"),
        (euc.to_vec(), "euc"),
        (wide(true), "le"),
        (wide(false), "be"),
        (marked.into_bytes(), "bom"),
    ] {
        for name in ["a.kif", "a.txt", "a"] {
            assert_eq!(plies(name, &bytes), 1, "{what} {name}");
        }
    }
    // The second byte of a character of the thirteenth line is missing.
    for (bytes, name) in
        [(&sjis, "Shift_JIS"), (&euc, "EUC-JP"), (&text.as_bytes().into(), "UTF-8")]
    {
        let line = bytes.split(|b| *b == b'\n').take(12).map(|line| line.len() + 1).sum::<usize>();
        let mut cut = bytes.to_vec();
        let end = line + cut[line..].iter().position(|b| *b == b'\n').unwrap();
        cut.remove(end - 1);
        let (lines, run) = solve("a.kif", &cut, &[]);
        let error = &lines[0]["error"];
        assert_eq!(
            (&error["code"], &lines[0]["line"]),
            (&"E0203".into(), &13.into()),
            "{}",
            run.out
        );
        assert!(error["message"].as_str().unwrap().contains(&format!("in {name} text")), "{error}");
    }
}

#[test]
fn drawing_of_show_is_read_back() {
    let of = |yaml: &str| {
        let run = run_with_input(&["convert", "-q", "-", "-", "--to", "sfen"], yaml);
        assert_eq!(run.code, Some(0), "{}", run.err);
        run.out
    };
    let drawn = "id: a\nboard: |\n  .   v桂  v香\n  ・   .   v玉\n  竜   成銀   歩\n  v全  銀  .\ncorner: 3a\n\
                 hand: { black: 金2 歩十 飛, white: \"-\" }\n";
    let expected = "7nl/8k/6+R+SP/6+sS1/9/9/9/9/9 b R2G10P 1\n";
    assert_eq!(of(drawn), expected);
    assert_eq!(of(&drawn.replace("金2 歩十 飛", "飛金金歩10")), expected);
    // Output of `show`, with frame and labels.
    let shown = run(&["show", "--color", "never", "--sfen", expected.trim()]).out;
    let board: Vec<&str> =
        shown.lines().filter(|l| l.contains(['|', '+']) || l.trim().starts_with('9')).collect();
    let pasted = format!(
        "id: a\nboard: |2\n  {}\nhand: {{ black: R2G10P, white: '-' }}\n",
        board.join("\n  ")
    );
    assert_eq!(of(&pasted), expected, "{pasted}");
    // An unpromoted piece has its name before a promoted one.
    let large = "id: a\nvariant: chu\nboard: |\n  v玉将 . 獅子\n  . v麒麟 銅\ncorner: 3a\n";
    let clear = large.replace("獅子", "+麒麟");
    for (drawing, ranks) in [(large, "9k1[LN]/10[kr]C/"), (&clear, "9k1+[KR]/10[kr]C/")] {
        let shown = run_with_input(
            &["convert", "-q", "--variant", "chu", "-", "-", "--to", "sfen"],
            drawing,
        );
        assert!(shown.out.starts_with(ranks), "{}{}", shown.out, shown.err);
    }
}

/// The program gets a fraction of the address space that the whole list would need.
#[cfg(target_os = "linux")]
#[test]
fn long_list_is_solved_in_constant_memory() {
    let folder = folder("solve-long");
    let line = "7k1/9/7P1/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1\n";
    let lines = 300_000;
    std::fs::write(folder.join("a.sfen"), line.repeat(lines)).unwrap();
    let script = "ulimit -v 280000; exec \"$0\" solve \"$1\" -q --format json --stable --hash 16MiB \
                  --threads 1 --shard \"$2\"";
    for (shard, expected) in [("1/100000", 3), ("2/10", lines / 10)] {
        let output = Command::new("sh")
            .args(["-c", script, env!("CARGO_BIN_EXE_tsume")])
            .arg(folder.join("a.sfen"))
            .arg(shard)
            .output()
            .unwrap();
        let run = Run::from(output);
        assert_eq!(run.code, Some(0), "{}", run.err);
        assert_eq!(run.out.lines().count(), expected);
        let first = format!("\"id\":\"{}\"", &shard[..1]);
        assert!(run.out.starts_with(&format!("{{{first}")), "{}", &run.out[..80]);
    }
}

/// Programs of old systems end lines with a carriage return, or files with 0x1A.
#[test]
fn files_of_old_systems_are_read() {
    let list = format!("# A mate.\n{MATE_IN_1}\n");
    for (name, text) in
        [("a.csa", csa("\n")), ("a.kif", format!("{KIF}   1 ２二金打\n")), ("a.sfen", list)]
    {
        for old in [text.replace('\n', "\r"), text.replace('\n', "\r\n") + "\u{1a}"] {
            assert_eq!(plies(name, old.as_bytes()), 1, "{old:?}");
        }
    }
}

/// A device that never ends, and has no line.
#[test]
#[cfg(target_os = "linux")]
fn endless_line_ends_the_input() {
    for command in ["solve", "analyze", "show"] {
        let run = run(&[command, "/dev/zero"]);
        assert_eq!(run.code, Some(2));
        assert!(run.err.contains("reads no further"), "{}", run.err);
    }
}

/// A file of the program in the wrong place is named, and not read as something else.
#[test]
fn own_files_are_no_problems() {
    let folder = folder("imports-own");
    let file = |name: &str| text(&folder.join(name)).to_owned();
    let (results, page, archive) = (file("r.jsonl"), file("p.html"), file("a.jsonl"));
    let base = ["solve", "-q", "--threads", "1", "--hash", "8MiB", "--sfen", MATE_IN_1];
    let solved = run(&[&base[..], &["--certificate", text(&folder), "--format", "json"]].concat());
    std::fs::write(&results, solved.out).unwrap();
    assert_eq!(run(&["show", "--sfen", MATE_IN_1, "-o", &page]).code, Some(0));
    let made = ["generate", "-q", "--threads", "1", "--length", "1", "--count", "1", "-o"];
    let set = file("set.yaml");
    assert_eq!(run(&[&made[..], &[&set, "--archive", &archive]].concat()).code, Some(0));
    for (path, word) in [
        (file("1.tsc"), "tsume verify"),
        (results, "tsume merge"),
        (archive, "tsume merge"),
        (page, "page or picture"),
    ] {
        for command in [&["solve"][..], &["show"], &["rules"], &["solve", "--variant"]] {
            let refused = run(&[command, &[&path]].concat());
            let needs_input = command.len() > 1;
            assert_eq!(refused.code, Some(2), "{command:?} {path} {}", refused.err);
            let named = refused.err.contains("error[E0220]") && refused.err.contains(word);
            assert!(named || needs_input, "{command:?} {path} {}", refused.err);
            assert_eq!(refused.err.matches("error").count(), 1, "{}", refused.err);
        }
    }
}
