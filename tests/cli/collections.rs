//! Files of collectors: several problems in one file, and what their programs write besides.

use super::*;

const FILES: &str = "  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n";

/// A board with a king on 1a and `guard` on 1c.
fn board(guard: &str) -> String {
    let mut board = FILES.to_owned();
    for (i, rank) in "一二三四五六七八九".chars().enumerate() {
        let piece = [(0, "v玉"), (2, guard)].into_iter().find(|(at, _)| *at == i);
        let piece = piece.map_or(" ・", |(_, piece)| piece);
        board.push_str(&format!("|{}{piece}|{rank}\n", " ・".repeat(8)));
    }
    board + "+---------------------------+\n"
}

/// Runs `solve` on a file of the running test. Returns for each result the id with the position or
/// the error's line.
fn positions(name: &str, text: &str, more: &[&str]) -> (Vec<String>, Run) {
    let thread = std::thread::current();
    let test = thread.name().unwrap_or("main").replace("::", "-");
    let path = folder(&test).join(name);
    std::fs::write(&path, text).unwrap();
    let base = ["solve", "--format", "json", "--stable", super::text(&path)];
    let run = run(&[&base[..], more].concat());
    let told = |line: &Value| match line["position"].as_str() {
        Some(position) => format!("{}: {position}", line["id"].as_str().unwrap()),
        None => format!("{}: line {}", line["id"].as_str().unwrap(), line["line"]),
    };
    (json(&run.out).iter().map(told).collect(), run)
}

#[test]
fn every_problem_of_a_file_is_read() {
    let pawn = "8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
    let silver = "8k/9/8S/9/9/9/9/9/9 b G2r2b3g3s4n4l18p 1";
    let knight = "8k/9/8N/9/9/9/9/9/9 b S2r2b4g3s3n4l18p 1";
    let [a, b, c] = [(" 歩", "金"), (" 銀", "金"), (" 桂", "銀")].map(|(guard, held)| {
        let (above, below) = ("後手の持駒：残り\n", format!("先手の持駒：{held}\n"));
        (above, board(guard), below)
    });
    let bod = |(above, board, below): &(&str, String, String)| format!("{above}{board}{below}");
    let hands_above =
        |(above, board, below): &(&str, String, String)| format!("{below}{above}{board}");
    let hands_below =
        |(above, board, below): &(&str, String, String)| format!("{board}{below}{above}\n");
    let kif = |problem: &(&str, String, String)| {
        let head = format!("#KIF version=2.0\n手合割：詰将棋\n作者：某\n{}", bod(problem));
        format!("{head}手数----指手----\n   1 １二{}打\n*注\nまで1手で詰み\n\n", &problem.2[18..21])
    };
    let titled = |title: &str, problem: &(&str, String, String)| {
        format!("題名：{title}\n{}", problem.1.clone() + &problem.2)
    };
    let all = |write: &dyn Fn(&(&str, String, String)) -> String| [&a, &b, &c].map(write).concat();
    let expected =
        [pawn, silver, knight].into_iter().zip(1..).map(|(sfen, i)| format!("a-{i}: {sfen}"));
    let expected: Vec<String> = expected.collect();
    let mixed = kif(&a) + &bod(&b) + "\n" + &titled("三", &c);
    let titles = titled("一", &a) + &titled("二", &b) + &titled("三", &c);
    for text in [all(&bod), all(&hands_above), all(&hands_below), all(&kif), mixed, titles] {
        let (found, run) = positions("a.kif", &text, &[]);
        assert_eq!(found, expected, "{text}\n{}", run.err);
    }
    // One faulty problem does not hide the others, and its line is the file's.
    let text = all(&bod).replacen('銀', "象", 1);
    let (found, run) = positions("a.kif", &text, &[]);
    assert_eq!((found[0].clone(), found[2].clone()), (expected[0].clone(), expected[2].clone()));
    assert_eq!((found[1].as_str(), run.code), ("a-2: line 20", Some(2)), "{}", run.err);
    // Games need no board.
    let game = "手合割：平手\n手数----指手----\n   1 ７六歩(77)\n   2 投了\n";
    for games in [game.repeat(2), format!("#KIF\n{game}").repeat(2).replace("手合割：平手\n", "")]
    {
        let (found, _) = positions("a.kif", &games, &["--at", "end"]);
        let after = "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 1";
        assert_eq!(found, [1, 2].map(|i| format!("a-{i}@1: {after}")), "{games}");
    }
    let (found, run) = positions("a.kif", &game.repeat(2), &[]);
    assert_eq!(found, ["a-1: line 1", "a-2: line 5"], "{}", run.err);
    // Remarks after the moves begin no record.
    let (found, _) = positions("a.kif", &(kif(&a) + "備考：改作\n掲載：不明\n"), &[]);
    assert_eq!(found, [format!("a: {pawn}")]);
}

/// As copied from a page, in a file without a telling name.
#[test]
fn board_below_other_words_is_read() {
    let text = format!("今日の詰将棋 第１問\n\n後手の持駒：残り\n{}先手の持駒：金\n", board(" 歩"));
    for name in ["a.txt", "a", "a.kif"] {
        let (found, run) = positions(name, &text, &[]);
        assert_eq!(found, ["a: 8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1"], "{name}{}", run.err);
        assert!(run.err.contains("`今日の詰将棋 第１問`"), "{}", run.err);
    }
    // In a problem file, whose first line is indented further than the others.
    let drawing: String = board(" 歩").lines().map(|line| format!("  {line}\n")).collect();
    let problem = format!("# 詰将棋\nid: 一\nboard: |\n{drawing}hand: {{ black: 金 }}\n");
    let (_, run) = positions("a", &problem, &[]);
    assert!(run.code == Some(2) && run.out.contains("write `|2` above it"), "{}", run.out);
    let (found, run) = positions("a", &problem.replacen('|', "|2", 1), &[]);
    assert_eq!(found, ["一: 8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1"], "{}", run.err);
}

#[test]
fn position_in_a_header_is_the_start() {
    let sfen = "8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
    let head = "手合割：平手\n手数----指手----\n";
    let moves = "   1 １二金打\n";
    for text in [
        format!("開始局面：sfen {sfen}\n{head}{moves}"),
        format!("{head}{moves}").replacen('\n', &format!("\n開始局面：{sfen}\n"), 1),
        format!("#SFEN：{sfen}\n{head}{moves}"),
        format!("SFEN：sfen {sfen}\n"),
        format!("{}先手の持駒：金\nSFEN：sfen {sfen}\n", board(" 歩")),
    ] {
        let (found, run) = positions("a.kif", &text, &[]);
        assert_eq!((found, run.code), (vec![format!("a: {sfen}")], Some(0)), "{text}{}", run.err);
    }
    for text in [
        format!("{}SFEN：{sfen}\n", board(" 香")),
        format!("{}先手の持駒：銀\nSFEN：{sfen}\n", board(" 歩")),
        format!("SFEN：{sfen}\n後手番\n"),
        format!("SFEN：{sfen}\n開始局面：{}\n", sfen.replace('G', "S")),
        format!("開始局面：{}\n{head}{moves}", sfen.replace('P', "Q")),
    ] {
        let (found, run) = positions("a.kif", &text, &[]);
        assert!(found[0].contains("line") && run.code == Some(2), "{text}{}", run.out);
    }
}

#[test]
fn hands_and_remarks_have_many_spellings() {
    let expected = "a: 8k/9/8P/9/9/9/9/9/9 b 2GP2r2b2g4s4n4l16p 1";
    for hand in ["金 二 歩", "金二　歩 一", "金2枚、歩1枚", "金×２ 歩", "金x2歩x1", "歩 金2"]
    {
        let text = format!("{}先手の持駒：{hand}\n", board(" 歩"));
        let (found, run) = positions("a.kif", &text, &[]);
        assert_eq!(found, [expected], "{hand}{}", run.err);
    }
    for hand in ["歩 2金", "金 二枚目", "二"] {
        let text = format!("{}先手の持駒：{hand}\n", board(" 歩"));
        assert_eq!(positions("a.kif", &text, &[]).1.code, Some(2), "{hand}");
    }
    let moves = "＊注意\n１ １二金打\n＊最後\n２ まで１手詰\n";
    let text = format!("{}先手の持駒：金\n{moves}", board("▲歩").replace("v玉", "△玉"));
    let (found, run) = positions("a.kif", &text, &[]);
    assert_eq!(
        (found.len(), run.code, run.err.contains("note")),
        (1, Some(0), false),
        "{}",
        run.err
    );
}

#[test]
fn board_of_another_game_in_a_record_names_the_game() {
    let rank = |n: usize, files: usize| format!("|{}|{n}\n", " ・".repeat(files));
    for (files, ranks, game) in [(5, 5, "minishogi"), (12, 12, "chu"), (3, 4, "dobutsu")] {
        let board: String = (1..=ranks).map(|n| rank(n, files)).collect();
        let (_, run) = positions("a.kif", &format!("手合割：その他\n{board}"), &[]);
        let message = run.out;
        assert!(message.contains(&format!("this board has {files}x{ranks} squares")), "{message}");
        assert!(message.contains(&format!("`variant: {game}`")), "{message}");
    }
    let board: String = (1..=8).map(|n| rank(n, 9)).collect();
    let (_, run) = positions("a.kif", &board, &[]);
    assert!(run.out.contains("8 ranks instead of 9"), "{}", run.out);
}

#[test]
fn line_of_a_problem_is_scanned_for_its_attacker() {
    let text = format!("{}先手の持駒：金\n   1 １二金打\n", board(" 歩"));
    let (found, run) = positions("a.kif", &text, &["--every"]);
    assert_eq!((found.len(), run.code), (2, Some(0)), "{}{}", run.out, run.err);
    let lines = json(&run.out);
    let told: Vec<_> = lines.iter().map(|line| (&line["attacker"], &line["verdict"])).collect();
    let (black, mate) = (Value::from("black"), Value::from("mate"));
    assert_eq!(told, [(&black, &mate), (&black, &mate)]);
    assert_eq!((&lines[0]["plies"], &lines[1]["plies"]), (&1.into(), &0.into()));
}
