//! Descriptions of games and positions: `rules`, `perft`, `moves`, `show`, and the engine.

use super::*;

/// All built-in games.
const GAMES: [&str; 21] = [
    "shogi",
    "minishogi",
    "sho",
    "chu",
    "dai",
    "maka_dai_dai",
    "hishigata",
    "tori",
    "okisaki",
    "judkins",
    "kyoto",
    "micro",
    "gorogoro",
    "dobutsu",
    "yari",
    "wa",
    "cannon",
    "xiangqi",
    "tenjiku",
    "dai_dai",
    "tai",
];

#[test]
fn rules_lists_every_game() {
    let list = run(&["rules"]);
    let names: Vec<&str> =
        list.out.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!((list.code, names.as_slice()), (Some(0), &GAMES[..]));
    let lines = json(&run(&["rules", "--format", "json"]).out);
    assert_eq!(lines[3]["variant"], "chu");
    assert_eq!((&lines[3]["files"], &lines[3]["drops"]), (&12.into(), &false.into()));
}

#[test]
fn rules_describes_options_and_pieces() {
    for game in GAMES {
        let described = run(&["rules", game]);
        assert_eq!(described.code, Some(0));
        for part in ["promotion", "Options", "Pieces", "Start position", "king_safety"] {
            assert!(described.out.contains(part), "{game} {part}");
        }
    }
    // The emperor by default, and as a lion and queen (RULES 5.6).
    let piece = |arguments: &[&str]| {
        let line = json(&run(arguments).out).remove(0);
        let pieces = line["pieces"].as_array().unwrap().clone();
        pieces.into_iter().find(|piece| piece["id"] == "+K").unwrap()
    };
    let by_default = ["rules", "maka_dai_dai", "--format", "json"];
    assert_eq!(piece(&by_default)["betza"], "[E]");
    let chosen = [&by_default[..], &["--rule", "emperor=lion_queen"]].concat();
    assert_eq!(piece(&chosen)["betza"], "NAD[aK]Q");
    let described = &json(&run(&chosen).out)[0];
    assert_eq!(described["rules"], serde_json::json!({"emperor": "lion_queen"}));
    assert_eq!(described["sources"]["edo"]["hook_after_capture"], "true");
    assert_eq!(described["options"].as_array().unwrap().len(), 22);
    // Options about pieces that a game does not have are not listed.
    let lists = |game: &str, option: &str| {
        let described = json(&run(&["rules", game, "--format", "json"]).out).remove(0);
        described["options"].as_array().unwrap().iter().any(|listed| listed["name"] == option)
    };
    for option in ["liondog", "teaching_king", "emperor_guard", "hook_after_capture", "contagion"] {
        assert!(lists("maka_dai_dai", option) && !lists("chu", option), "{option}");
    }
    assert!(lists("chu", "lion_trade") && !lists("shogi", "lion_trade"));
}

#[test]
fn user_rule_file_is_a_game() {
    let folder = folder("rules");
    let path = folder.join("tiny.yaml");
    let file = "name: tiny\nboard: {files: 3, ranks: 3}\ninitial_sfen: 1k1/3/1K1 b - 1\n\
                pieces:\n  - {id: K, name: king, betza: K, royal: true}\n";
    std::fs::write(&path, file).unwrap();
    let described = run(&["rules", text(&path)]);
    assert_eq!((described.code, described.err.as_str()), (Some(0), ""));
    assert!(described.out.starts_with("tiny"));
    // The king on 2c can go to two squares beside it and to none ahead, where the other king is.
    let moves = run(&["moves", "--variant", text(&path)]);
    assert_eq!(moves.out, "2c1c\n2c3c\n");
}

#[test]
fn perft_counts_match_the_tables() {
    // Counts of independent programs (`tests/data/perft/README.md`); RULES says how to count.
    for (arguments, count) in [
        (&["perft", "4"][..], "719731\n"),
        (&["perft", "--variant", "minishogi", "4"], "35401\n"),
        (&["perft", "--variant", "chu", "3"], "48315\n"),
        (&["perft", "--variant", "hishigata", "1"], "256\n"),
        (&["perft", "0"], "1\n"),
        (&["perft", "0", "--divide"], "1\n"),
    ] {
        let run = run(arguments);
        assert_eq!((run.code, run.out.as_str()), (Some(0), count), "{arguments:?}");
    }
}

#[test]
fn perft_divides_by_root_move() {
    let divided = run(&["perft", "2", "--divide"]);
    let mut lines: Vec<&str> = divided.out.lines().collect();
    assert_eq!(lines.pop(), Some("900"));
    // 30 moves, sorted, each with 30 replies.
    assert_eq!(lines.len(), 30);
    assert!(lines.is_sorted() && lines.iter().all(|line| line.ends_with(" 30")));
    let object = &json(&run(&["perft", "2", "--divide", "--format", "json"]).out)[0];
    assert_eq!((&object["count"], &object["divide"]["7g7f"]), (&900.into(), &30.into()));
}

#[test]
fn moves_are_sorted_and_can_be_forcing_only() {
    let position = ["moves", "--position", MATE_IN_1];
    let attacks = run(&[&position[..], &["--attacks"]].concat());
    assert_eq!(attacks.out, "5c5b\n5c5b+\nG*4a\nG*4b\nG*5b\nG*6a\nG*6b\n");
    let all = run(&position);
    let lines: Vec<&str> = all.out.lines().collect();
    // A drop on each of the 79 empty squares, and the pawn's move with and without promotion.
    assert_eq!((all.code, lines.len()), (Some(0), 81));
    assert!(lines.is_sorted());
    let object = &json(&run(&[&position[..], &["--format", "json"]].concat()).out)[0];
    assert_eq!(object["moves"].as_array().unwrap().len(), 81);
}

/// `moves` and `perft` have no problem to object to, but what no engine can play they refuse.
#[test]
fn moves_refuses_more_emperors_than_can_be_played_out() {
    let position =
        format!("{}/{}", "[+k]".repeat(17) + "1[HM]", vec!["19"; 18].join("/")) + " b - 1";
    for command in [&["moves"][..], &["perft", "1"]] {
        let game = ["--variant", "maka_dai_dai", "--position", &position];
        let refused = run(&[command, &game].concat());
        assert_eq!(refused.code, Some(2), "{command:?}");
        assert!(refused.err.contains("E0214"), "{}", refused.err);
        assert!(refused.err.contains("17 pieces are emperors"), "{}", refused.err);
    }
}

#[test]
fn moves_accepts_any_placement() {
    let bare = run(&["moves", "--position", "9/9/9/9/4P4/9/9/9/9 b - 1"]);
    assert_eq!((bare.code, bare.out.as_str()), (Some(0), "5e5d\n"));
    let none = run(&["moves", "--position", "9/9/9/9/9/9/9/9/9 w - 1"]);
    assert_eq!((none.code, none.out.as_str()), (Some(0), ""));
    let attacks = run(&["moves", "--position", "9/9/9/9/4P4/9/9/9/9 b - 1", "--attacks"]);
    assert_eq!((attacks.code, attacks.out.as_str()), (Some(0), ""));
}

#[test]
fn threat_to_one_of_two_royals_is_forcing_only_under_royal() {
    // White has a king and a prince; the rook can attack only the king.
    let position = "5k6/12/12/12/12/12/12/12/12/12/R11/11+[de] b - 1";
    let base = ["moves", "--variant", "chu", "--position", position, "--attacks"];
    assert_eq!(run(&base).out, "");
    let royal = run(&[&base[..], &["--forcing", "royal"]].concat());
    let moves: Vec<&str> = royal.out.lines().collect();
    assert!(moves.contains(&"12k7k") && moves.contains(&"12k12a"), "{moves:?}");
}

#[test]
fn attacker_may_be_the_side_not_to_move() {
    // The gold has just been dropped: White is to move and mated.
    let mated = ["solve", "--sfen", "4k4/4G4/4P4/9/9/9/9/9/9 w - 1", "--format", "json"];
    let refused = run(&mated);
    let error = &json(&refused.out)[0]["error"];
    assert_eq!((refused.code, &error["code"]), (Some(2), &"E0214".into()));
    assert!(error["help"].as_str().unwrap().contains("--attacker"), "{error}");
    let solved = run(&[&mated[..], &["--attacker", "black"]].concat());
    let result = &json(&solved.out)[0];
    assert_eq!((&result["attacker"], &result["verdict"]), (&"black".into(), &"mate".into()));
    assert_eq!((solved.code, &result["plies"]), (Some(0), &0.into()));
}

#[test]
fn show_accepts_any_placement() {
    let shown = run(&["show", "--sfen", MATE_IN_1, "--sfen", "9/9/9/9/9/9/9/9/9 b - 1"]);
    assert_eq!(shown.code, Some(0));
    assert!(shown.out.contains("v玉") && shown.out.matches(" e\n").count() == 2);
    assert!(!shown.out.contains('\u{1b}'));
    let colored = run(&["show", "--color", "always", "--sfen", MATE_IN_1]);
    assert!(colored.out.contains("\u{1b}["));
}

#[test]
fn usi_engine_answers_the_handshake() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tsume-usi"))
        .env("TSUME_LANG", "en")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let commands = b"usi\nisready\nposition startpos\ngo mate 1000\nquit\n";
    child.stdin.take().unwrap().write_all(commands).unwrap();
    let run: Run = child.wait_with_output().unwrap().into();
    assert_eq!(run.code, Some(0));
    let lines: Vec<&str> = run.out.lines().collect();
    assert!(lines[0].starts_with("id name tsume"));
    assert!(lines.contains(&"usiok") && lines.contains(&"readyok"));
    // There is no check in the start position.
    assert_eq!(lines.last(), Some(&"checkmate nomate"));
}

/// The rules of minishogi under another name, in `a/mine.yaml` of an empty folder.
fn own_game(name: &str) -> PathBuf {
    let folder = folder(name);
    std::fs::create_dir_all(folder.join("a")).unwrap();
    std::fs::create_dir_all(folder.join("b")).unwrap();
    let rules = tsume::rules::builtin::text("minishogi").unwrap();
    let own = rules.replacen("name: minishogi", "name: mine", 1);
    std::fs::write(folder.join("a/mine.yaml"), own).unwrap();
    folder
}

/// A user's own game has its own board: the built-in games are not what he means.
#[test]
fn board_of_another_size_names_no_game_beside_a_rule_file() {
    let folder = own_game("own-size");
    let position = "9/9/9/9/9/9/9/9/9 b - 1";
    let arguments = ["solve", "--variant", "a/mine.yaml", "--sfen", position];
    let run = Run::from(tsume(&arguments).current_dir(&folder).output().unwrap());
    assert_eq!(run.code, Some(2));
    assert!(
        run.err.contains("this board has 9x9 squares, but mine is played on 5x5"),
        "{}",
        run.err
    );
    assert!(run.err.contains("write 5x5 squares") && !run.err.contains("shogi"), "{}", run.err);
}

#[test]
fn rule_file_path_is_relative_to_the_problem_file() {
    let folder = own_game("rebased");
    let done = |arguments: &[&str]| {
        let run = Run::from(tsume(arguments).current_dir(&folder).output().unwrap());
        assert_eq!(run.code, Some(0), "{arguments:?}\n{}", run.err);
        run.out
    };
    let position = "4k/5/4P/5/5 b G 1";
    let problem = format!("id: p\nvariant: ./mine.yaml\nposition: {position}\n");
    std::fs::write(folder.join("a/p.yaml"), problem).unwrap();
    std::fs::write(folder.join("p.sfen"), format!("{position}\n")).unwrap();
    std::fs::write(folder.join("b/bare.yaml"), format!("id: p\nposition: {position}\n")).unwrap();
    let named = ["--variant", "a/mine.yaml"];
    done(&["convert", "a/p.yaml", "b/p.yaml"]);
    done(&["convert", "a/p.yaml", "a/q.yaml"]);
    done(&["convert", "a/p.yaml", "b/folder/", "--to", "yaml"]);
    done(&[&["convert"], &named[..], &["p.sfen", "b/s.yaml"]].concat());
    done(&[&["convert"], &named[..], &["b/bare.yaml", "b/named.yaml"]].concat());
    done(
        &[&["generate", "--length", "1", "--count", "1", "-q", "-o", "b/g.yaml"], &named[..]]
            .concat(),
    );
    let to_output = done(&["convert", "a/p.yaml", "-", "--to", "yaml"]);
    std::fs::write(folder.join("o.yaml"), to_output).unwrap();
    for (file, variant) in [
        ("b/p.yaml", "../a/mine.yaml"),
        ("a/q.yaml", "./mine.yaml"),
        ("b/folder/p.yaml", "../../a/mine.yaml"),
        ("b/s.yaml", "../a/mine.yaml"),
        ("b/named.yaml", "../a/mine.yaml"),
        ("b/g.yaml", "../a/mine.yaml"),
        ("o.yaml", "./a/mine.yaml"),
    ] {
        let text = std::fs::read_to_string(folder.join(file)).unwrap();
        assert!(text.starts_with(&format!("variant: {variant}\n")), "{file}\n{text}");
        let solved = done(&["solve", "--format", "json", "-q", file]);
        assert_eq!(json(&solved)[0]["variant"], "mine", "{file}");
    }
    // Two games have the same name here.
    let other = folder.join("b/mine.yaml");
    let rules = std::fs::read_to_string(folder.join("a/mine.yaml")).unwrap();
    std::fs::write(&other, rules.replacen("name: mine", "name: other", 1)).unwrap();
    std::fs::copy(folder.join("a/p.yaml"), folder.join("b/p.yaml")).unwrap();
    done(&["convert", "a/p.yaml", "b/p.yaml", "both.yaml"]);
    let solved = json(&done(&["solve", "--format", "json", "-q", "both.yaml"]));
    assert_eq!((&solved[0]["variant"], &solved[1]["variant"]), (&"mine".into(), &"other".into()));
}

#[test]
fn user_game_cannot_pass_for_a_built_in_one() {
    let folder = own_game("impostor");
    let path = folder.join("a/mine.yaml");
    let own = std::fs::read_to_string(&path).unwrap();
    let certify = || {
        let base = ["solve", "--variant", text(&path), "--certificate", text(&folder)];
        let problem = ["--rule", "nifu=false", "--sfen", "4k/5/4P/5/5 b G 1"];
        assert_eq!(run(&[&base[..], &problem].concat()).code, Some(0));
    };
    certify();
    let verify = |marked: bool| {
        let certificate = folder.join("1.tsc");
        let verified = run(&["verify", "--format", "json", text(&certificate)]);
        let line = &json(&verified.out)[0];
        assert_eq!((verified.code, &line["accepted"]), (Some(0), &true.into()), "{}", verified.out);
        assert_eq!(line["own_rules"] == true, marked, "{}", verified.out);
        let told = run(&["verify", text(&certificate)]).out;
        assert_eq!(told.contains(" (by rules of its own)"), marked, "{told}");
    };
    // The rules identify the game, not its name.
    verify(true);
    // The game itself, and another one of the same name.
    for (zone, marked) in [("zone: 1", false), ("zone: 2", true)] {
        let named = own.replacen("mine", "minishogi", 1).replacen("zone: 1", zone, 1);
        std::fs::write(&path, named).unwrap();
        certify();
        verify(marked);
    }
}

#[test]
fn certificate_report_names_its_rules() {
    let folder = folder("verified-rules");
    let options = ["--rule", "nifu=false", "--certificate", text(&folder)];
    run(&[&["solve", "--sfen", MATE_IN_1], &options[..]].concat());
    let verified = run(&["verify", "--format", "json", text(&folder)]);
    assert_eq!(json(&verified.out)[0]["rules"], serde_json::json!({"nifu": "false"}));
}
