//! `convert`, and output for other programs: schemas, completions, pages, pictures.

use super::*;

const PROBLEM: &str = "id: 頭金\ntitle: 頭金\nauthor: 誰か\nposition: \"4k4/9/4P4/9/9/9/9/9/9 b G 1\"\n\
                       solution: [G*5b]\npublished: { plies: 1, soundness: 完全 }\n";

#[test]
fn problem_survives_every_format() {
    let folder = folder("convert");
    let first = folder.join("a.yaml");
    std::fs::write(&first, PROBLEM).unwrap();
    let mut before = first;
    for ending in ["kif", "ki2", "kifu", "jkf", "ki2u", "csa", "yaml"] {
        let after = folder.join(format!("b.{ending}"));
        let run = run(&["convert", text(&before), text(&after)]);
        assert_eq!((run.code, run.out.as_str()), (Some(0), ""), "{}", run.err);
        assert!(run.err.contains("1 problem written as "), "{}", run.err);
        before = after;
    }
    let yaml = std::fs::read_to_string(&before).unwrap();
    for part in ["title: 頭金", "author: 誰か", "plies: 1", "soundness: 完全", "- G*5b"] {
        assert!(yaml.contains(part), "{yaml}");
    }
    // Shift_JIS with Windows line ends.
    let kif = std::fs::read(folder.join("b.kif")).unwrap();
    assert!(std::str::from_utf8(&kif).is_err() && kif.windows(2).any(|pair| pair == b"\r\n"));
    // All converted problems can be solved.
    let solved = run(&["solve", "--format", "json", "--stable", "--quiet", text(&folder)]);
    assert_eq!(solved.code, Some(0), "{}", solved.err);
    let lines = json(&solved.out);
    assert_eq!(lines.len(), 8);
    let key = &lines[0]["key"];
    assert!(lines.iter().all(|line| line["key"] == *key && line["plies"] == 1), "{}", solved.out);
}

#[test]
fn several_problems_need_a_folder_or_a_list_format() {
    let list = "4k4/9/4P4/9/9/9/9/9/9 b G 1\n4k4/9/4P4/9/9/9/9/9/9 b 2G 1\n";
    let folder = folder("convert-several");
    let file = folder.join("a.sfen");
    std::fs::write(&file, list).unwrap();
    let one = run(&["convert", text(&file), text(&folder.join("a.kif"))]);
    assert_eq!(one.code, Some(2));
    let told = "a KIF file holds one problem: name a folder such as";
    assert!(one.err.contains(told) && one.err.contains("a.kif`"), "{}", one.err);
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
    let out = folder.join("out");
    let many = run(&["convert", text(&file), &format!("{}/", text(&out)), "--to", "kifu"]);
    assert_eq!(many.code, Some(0), "{}", many.err);
    assert!(out.join("1.kifu").exists() && out.join("2.kifu").exists());
    let back = run(&["convert", "--quiet", "--to", "sfen", text(&out), "-"]);
    assert_eq!((back.code, back.out.as_str(), back.err.as_str()), (Some(0), list, ""));
    let csa = run_with_input(&["convert", "-", "-", "--to", "csa"], list);
    assert_eq!(csa.out.matches("\n/\n").count(), 1);
    let again = run_with_input(&["convert", "-", "-", "--to", "sfen"], &csa.out);
    assert_eq!(again.out, list);
}

#[test]
fn inconvertible_problem_is_reported_with_its_place() {
    let list = "4k4/9/4P4/9/9/9/9/9/9 b G 1\nnonsense\n4k4/9/4P4/9/9/9/9/9/9 b G 1 moves G*5b\n";
    let some = run_with_input(&["convert", "-", "-", "--to", "sfen"], list);
    assert_eq!(some.code, Some(2));
    assert_eq!(some.out.lines().count(), 2);
    assert!(some.err.contains("-:2:2"), "{}", some.err);
    let ending = run(&["convert", "-", "x.doc"]);
    assert_eq!(ending.code, Some(2));
    assert!(ending.err.contains("E0706"), "{}", ending.err);
    let large = run_with_input(
        &["convert", "--variant", "chu", "-", "-", "--to", "kifu"],
        &format!("{MATE_IN_3}\n"),
    );
    assert_eq!(large.code, Some(2));
    assert!(large.err.contains("KIF is for standard shogi, not chu"), "{}", large.err);
    let word = "id: a\ntitle: \u{1f600}\nposition: 4k4/9/4P4/9/9/9/9/9/9 b G 1\n";
    let emoji = run_with_input(&["convert", "-", "-", "--to", "kif"], word);
    assert_eq!(emoji.code, Some(2));
    assert!(emoji.err.contains("Shift_JIS does not have"), "{}", emoji.err);
}

/// Keys of the problems of a file before and after conversion to YAML.
fn keys_through_yaml(yaml: &str) -> (String, Vec<Value>, Vec<Value>) {
    let written = run_with_input(&["convert", "-", "-", "--to", "yaml"], yaml);
    assert_eq!(written.code, Some(0), "{}", written.err);
    let keys = |yaml: &str| -> Vec<Value> {
        let solve = ["solve", "-", "--format", "json", "-q", "--nodes", "1", "--certify", "none"];
        json(&run_with_input(&solve, yaml).out).iter().map(|line| line["key"].clone()).collect()
    };
    (written.out.clone(), keys(yaml), keys(&written.out))
}

#[test]
fn options_keep_type_and_order() {
    let yaml = "
defaults: { rules: { liondog: triple, liondog_pass: 'false', zone: '2', promotion: zone_touch } }
problems:
  - id: a
    variant: maka_dai_dai
    allow: [no_royal]
    position: '19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/9K9 b -'
    rules: { sources: western, liondog: triple_back, second_chance: [P, L] }
";
    let (written, before, after) = keys_through_yaml(yaml);
    assert_eq!((before.len(), &before), (1, &after), "{written}");
    for part in ["liondog_pass: false", "zone: 2", "second_chance: P,L"] {
        assert!(written.contains(part), "{written}");
    }
    let place = |word: &str| written.find(word).unwrap();
    assert!(place("sources: western") < place("liondog: triple_back"), "{written}");
}

#[test]
fn file_heading_is_the_game_of_the_first_problem() {
    let mini = "id: a\nvariant: minishogi\nposition: 4k/5/4P/5/5 b G 1\n";
    let yaml = format!("{mini}---\n{}\n---\n{}", PROBLEM, mini.replace("id: a", "id: b"));
    let (written, before, after) = keys_through_yaml(&yaml);
    assert_eq!((before.len(), &before), (3, &after), "{written}");
    assert!(written.starts_with("variant: minishogi\nproblems:\n  - id: a\n"), "{written}");
    assert_eq!(written.matches("variant:").count(), 2, "{written}");
}

#[test]
fn list_has_one_move_number_per_line() {
    let list = format!("{MATE_IN_1} moves G*5b\n{MATE_IN_1} 2\n{MATE_IN_1} 2 moves G*5b\n");
    let some = run_with_input(&["convert", "-", "-", "--to", "sfen"], &list);
    assert_eq!((some.code, some.out.lines().count()), (Some(2), 1));
    assert!(some.err.contains("-:2:29") && some.err.contains("-:3:29"), "{}", some.err);
    assert!(some.err.contains("`2` is a second move number"), "{}", some.err);
}

/// A problem that only YAML can express completely.
const FULL: &str = "id: one\ntitle: 頭金\nauthor: 誰か\nsource: 本\nforcing: royal\nallow: [no_royal]\n\
     position: 4k4/9/4P4/9/9/9/9/9/9 b G 1\nexpect: { plies: 1 }\nsolution: [G*5b]\ntags: [a]\n\
     published: { plies: 1, note: x }\nmeta: { score: 1, record: { headers: { 備考: よし }, \
     comments: { 1: [ok] }, seconds: { 1: 5 }, end: 詰み, variations: [{ at: 1, moves: [G*4b] }] } }\n";

#[test]
fn losses_of_a_format_are_reported() {
    let folder = folder("left-out");
    let file = folder.join("one.yaml");
    std::fs::write(&file, FULL).unwrap();
    let told = |name: &str| {
        let run = run(&["convert", text(&file), text(&folder.join(name))]);
        assert_eq!(run.code, Some(0), "{}", run.err);
        run.err.lines().skip(1).collect::<Vec<_>>().join("|")
    };
    let always = "forcing, expect, tags, published.note, meta";
    assert_eq!(told("one.kif"), format!("KIF cannot express, by number of problems: 1: {always}"));
    assert_eq!(
        told("two.kifu"),
        format!("KIF cannot express, by number of problems: 1: id, {always}")
    );
    assert_eq!(
        told("one.ki2"),
        format!("KI2 cannot express, by number of problems: 1: {always}, times")
    );
    assert_eq!(told("one.jkf"), format!("JKF cannot express, by number of problems: 1: {always}"));
    assert_eq!(
        told("one.csa"),
        format!("CSA cannot express, by number of problems: 1: {always}, variations")
    );
    let moves = "comments, times, ends of lines, variations";
    let solution = always.replace("tags", "solution, tags");
    assert_eq!(
        told("one.bod"),
        format!("BOD cannot express, by number of problems: 1: {solution}, {moves}")
    );
    assert_eq!(
        told("one.sfen"),
        "SFEN list cannot express, by number of problems: 1: id, title, author, source, forcing, expect, tags, published, meta, \
         header 備考, comments, times, ends of lines, variations"
    );
    assert_eq!(told("two.yaml"), "");
    // A record gives no id. Losses of the same kind share one message.
    let back = run(&["convert", text(&folder.join("one.kif")), "-", "--to", "csa"]);
    assert_eq!(
        back.err.lines().last(),
        Some("CSA cannot express, by number of problems: 1: variations")
    );
    let games = format!(
        "id: b\nvariant: chu\nposition: {MATE_IN_3}\n---\nid: c\nposition: {NO_MATE}\n\
         author: x\nsolution: [S*5b]\n"
    );
    let list = run_with_input(&["convert", "-", "-", "--to", "sfen"], &games);
    let notes: Vec<&str> = list.err.lines().skip(1).collect();
    let each = "SFEN list cannot express, by number of problems: 1: variant, author, solution";
    assert_eq!(notes, ["SFEN list cannot express, by number of problems: 2: id", each]);
    // The output states options even if the command line gave them.
    let chu = ["convert", "--variant", "chu", "-", "-", "--to", "sfen"];
    let list = run_with_input(&chu, list.out.lines().next().unwrap());
    assert_eq!((list.code, list.err.lines().count()), (Some(0), 1), "{}", list.err);
}

#[test]
fn inconvertible_problem_is_not_lost() {
    let folder = folder("convert-lost");
    let (good, bad) = (folder.join("good.sfen"), folder.join("bad.sfen"));
    let list = "4k4/9/4P4/9/9/9/9/9/9 b G 1\n";
    std::fs::write(&good, list).unwrap();
    std::fs::write(&bad, "nonsense\n").unwrap();
    let kept = run(&["convert", text(&bad), text(&good)]);
    assert_eq!((kept.code, std::fs::read_to_string(&good).unwrap().as_str()), (Some(2), list));
    assert!(kept.err.contains("is unchanged"), "{}", kept.err);
    let mixed = format!("nonsense\n{list}");
    std::fs::write(&bad, &mixed).unwrap();
    assert_eq!(run(&["convert", text(&bad), text(&bad)]).code, Some(2));
    assert_eq!(std::fs::read_to_string(&bad).unwrap(), mixed);
    // The other problems are written to another file.
    assert_eq!(run(&["convert", text(&bad), text(&good)]).code, Some(2));
    assert_eq!(std::fs::read_to_string(&good).unwrap().lines().count(), 1);
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 2);
}

/// The output is the input by another path, by links, or within a folder.
#[test]
fn input_file_is_not_overwritten_unasked() {
    let folder = folder("convert-over");
    let list = "4k4/9/4P4/9/9/9/9/9/9 b G 1\n";
    let read = folder.join("a.sfen");
    std::fs::write(&read, list).unwrap();
    let roundabout = folder.join("..").join("cli-convert-over").join("a.sfen");
    let mut outs = vec![read.clone(), roundabout];
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(&read, folder.join("soft.yaml")).unwrap();
        std::fs::hard_link(&read, folder.join("hard.yaml")).unwrap();
        outs.extend([folder.join("soft.yaml"), folder.join("hard.yaml")]);
    }
    for out in &outs {
        let refused = run(&["convert", text(&read), text(out)]);
        assert_eq!(refused.code, Some(2), "{}", out.display());
        assert!(refused.err.contains("--overwrite"), "{}", refused.err);
        assert_eq!(std::fs::read_to_string(out).unwrap(), list);
    }
    assert_eq!(run(&["convert", "--overwrite", text(&read), text(&read)]).code, Some(0));
    // A folder in which an input file has the name of an output file.
    let kif = folder.join("kif");
    assert_eq!(
        run(&["convert", text(&read), &format!("{}/", text(&kif)), "--to", "kifu"]).code,
        Some(0)
    );
    let file = std::fs::read_dir(&kif).unwrap().next().unwrap().unwrap().path();
    let before = std::fs::read(&file).unwrap();
    let within = ["convert", text(&file), text(&kif), "--to", "kifu"];
    let refused = run(&within);
    let name = file.file_stem().unwrap().to_str().unwrap();
    if refused.err.contains("--overwrite") {
        assert_eq!((refused.code, std::fs::read(&file).unwrap()), (Some(2), before), "{name}");
    } else {
        // The id gives the written file another name.
        assert_eq!(std::fs::read(&file).unwrap(), before, "{name}");
    }
}

#[test]
fn dropped_comments_are_reported() {
    let yaml = "# of the file\nid: a # of the id\nposition: \"4k4/9/4P4/9/9/9/9/9/9 b G 1\"\n";
    for to in ["sfen", "yaml", "kifu"] {
        let told = run_with_input(&["convert", "-", "-", "--to", to], yaml);
        assert_eq!(told.code, Some(0), "{}", told.err);
        assert!(told.err.contains("2 comments of `-`"), "{to}: {}", told.err);
    }
    let list = "# one\n4k4/9/4P4/9/9/9/9/9/9 b G 1\n";
    let told = run_with_input(&["convert", "-", "-", "--to", "yaml"], list);
    assert!(told.err.contains("1 comment of `-`"), "{}", told.err);
    let none = run_with_input(&["convert", "-", "-", "--to", "yaml"], &list[6..]);
    assert!(!none.err.contains("comment"), "{}", none.err);
}

#[test]
fn options_may_stand_between_paths() {
    let folder = folder("convert-between");
    let (list, out) = (folder.join("a.sfen"), folder.join("out"));
    std::fs::write(&list, format!("{MATE_IN_1}\n")).unwrap();
    for arguments in [
        ["convert", text(&list), "--to", "yaml", text(&out)],
        ["convert", "--to", "yaml", text(&list), text(&out)],
        ["convert", text(&list), text(&out), "--to", "yaml"],
    ] {
        let run = run(&arguments);
        assert_eq!(run.code, Some(0), "{arguments:?} {}", run.err);
        std::fs::remove_file(&out).unwrap();
    }
    let alone = run(&["convert", text(&list)]);
    assert_eq!(alone.code, Some(2));
    assert!(alone.err.contains("tsume convert IN OUT"), "{}", alone.err);
}

#[test]
fn list_may_begin_with_bom_and_comment() {
    let list = format!("\u{feff}# mine\n{MATE_IN_1}\n");
    let solved = run_with_input(&["solve", "-q", "-"], &list);
    assert_eq!(solved.code, Some(0), "{}", solved.err);
}

/// The longest line of one read ends exactly at the end of that read.
#[test]
fn long_comment_hides_no_position() {
    for length in (1 << 20) - 1..=(1 << 20) + 1 {
        let list = format!("{MATE_IN_1}\n#{}\n{NO_MATE}\n", " ".repeat(length - 2));
        let converted = run_with_input(&["convert", "-q", "-", "-", "--to", "sfen"], &list);
        let both = format!("{MATE_IN_1}\n{NO_MATE}\n");
        assert_eq!((converted.code, converted.out), (Some(0), both), "{length}");
    }
}

#[test]
fn integers_keep_all_digits() {
    let long = "123456789012345678901234567890";
    let problem = format!("{PROBLEM}meta: {{ i: {long}, n: -{long}{long} }}\n");
    let written = run_with_input(&["convert", "-q", "-", "-", "--to", "yaml"], &problem).out;
    assert!(written.contains(&format!("i: '{long}'")), "{written}");
    assert!(written.contains(&format!("n: '-{long}{long}'")), "{written}");
}

/// No file may exceed one block here, and all of these are longer.
#[cfg(unix)]
#[test]
fn failed_write_leaves_the_old_file() {
    let folder = folder("half");
    let names = ["a.svg", "a.html", "1.kifu", "a.csa", "played.html"];
    let at = |name: &str| text(&folder.join(name)).to_owned();
    let bench = at("bench.yaml");
    std::fs::write(&bench, PROBLEM).unwrap();
    for name in names {
        std::fs::write(at(name), "old").unwrap();
    }
    let long = "4k4/9/4P4/9/9/9/9/9/9 b G 1\n".repeat(9);
    std::fs::write(at("long.sfen"), &long).unwrap();
    let folder_name = format!("{}/", text(&folder));
    for arguments in [
        vec!["show", "--sfen", MATE_IN_1, "-o", &at("a.svg")],
        vec!["show", "--sfen", MATE_IN_1, "-o", &at("a.html")],
        vec!["analyze", "-q", "--sfen", MATE_IN_1, "--kif", &folder_name],
        vec!["analyze", "-q", "--sfen", MATE_IN_1, "--html", &at("played.html")],
        vec!["convert", &at("long.sfen"), &at("a.csa")],
        vec!["convert", &at("long.sfen"), &folder_name, "--to", "kifu"],
    ] {
        let script = "trap '' XFSZ; ulimit -f 1; exec \"$0\" \"$@\"";
        let mut command = Command::new("sh");
        command.env("TSUME_LANG", "en");
        command.args(["-c", script, env!("CARGO_BIN_EXE_tsume")]).args(&arguments);
        let run = Run::from(command.output().unwrap());
        assert_eq!(run.code, Some(2), "{arguments:?} {}", run.err);
        assert!(run.err.contains("File too large"), "{arguments:?} {}", run.err);
        assert!(!run.err.contains("long.sfen"), "{arguments:?} {}", run.err);
    }
    for name in names {
        assert_eq!(std::fs::read_to_string(at(name)).unwrap(), "old", "{name}");
    }
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), names.len() + 2);
}

#[test]
fn author_line_may_be_in_hodges_notation_and_must_be_legal() {
    let solved = |line: &str| {
        let problem = format!("id: a\nvariant: chu\nposition: {MATE_IN_3}\nsolution: {line}\n");
        run_with_input(&["convert", "-", "-", "--to", "sfen"], &problem)
    };
    let usi = solved("[8e11b, 8a7a, 11b8b]");
    assert!(usi.out.ends_with(" moves 8e11b 8a7a 11b8b\n"), "{}", usi.err);
    assert_eq!(solved("[+DH-11b, K-7a, +DH-8b]").out, usi.out);
    let illegal = solved("[+DH-11b, 8a8c]");
    assert_eq!(illegal.code, Some(2));
    assert!(illegal.err.contains("E0333") && illegal.err.contains("-:4:21"), "{}", illegal.err);
}

/// The program gets a fraction of the address space that the whole list would need.
#[cfg(target_os = "linux")]
#[test]
fn long_list_is_read_in_constant_memory() {
    let folder = folder("convert-long");
    let line = "9/9/3B3G1/6+p1n/7+p1/7k1/5BL1p/7G1/7+R+r b N2P2g4s2n3l13p 1\n";
    let lines = 300_000;
    std::fs::write(folder.join("a.sfen"), line.repeat(lines)).unwrap();
    let script = "ulimit -v 200000; exec \"$0\" convert \"$1\" \"$2\"";
    let status = Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_tsume")])
        .args([folder.join("a.sfen"), folder.join("b.yaml")])
        .status()
        .unwrap();
    assert!(status.success());
    let written = std::fs::read_to_string(folder.join("b.yaml")).unwrap();
    assert_eq!(written.matches("  - id: ").count(), lines);
    assert!(written.contains(&format!("id: '{lines}'")), "{}", &written[..200]);
}

#[test]
fn every_error_code_has_an_explanation() {
    let one = run(&["explain", "e0214"]);
    assert_eq!(one.code, Some(0));
    assert!(one.out.starts_with("E0214  The position breaks the rules"), "{}", one.out);
    assert!(run(&["explain"]).out.lines().count() > 50);
    let none = run(&["explain", "E0213x"]);
    assert_eq!(none.code, Some(2));
    assert!(none.err.contains("did you mean `E0213`?"), "{}", none.err);
}

/// The schema lists every key of the shipped files, and allows no other.
#[test]
fn schema_lists_the_keys_of_problem_files() {
    let schema: Value = serde_json::from_str(&run(&["schema"]).out).unwrap();
    let section = &schema["$defs"]["Section"];
    assert_eq!(section["additionalProperties"], false);
    let known = keys(&section["properties"]);
    for file in ["problems/tour.yaml", "problems/chu/historic.yaml", "problems/shogi/musou.yaml"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
        for line in std::fs::read_to_string(path).unwrap().lines() {
            let Some((key, _)) = line.strip_prefix("    ").and_then(|l| l.split_once(':')) else {
                continue;
            };
            if key.chars().all(|c| c.is_ascii_lowercase()) {
                assert!(known.contains(&key), "{file}: {key}");
            }
        }
    }
    assert!(section["properties"]["position"]["description"].is_string());
    let results: Value = serde_json::from_str(&run(&["schema", "results"]).out).unwrap();
    let folder = folder("schema");
    let options = ["--format", "json", "-q", "--certificate", text(&folder)];
    let positions = ["--sfen", MATE_IN_1, "--sfen", NO_MATE, "--sfen", "9/9 b - 1"];
    let solved = run(&[&["solve"], &options[..], &positions].concat());
    let yaml =
        "variant: chu\npublished: { plies: 1, note: x }\nrules: { promotion: zone_touch }\nid: a\n";
    let yaml = format!("{yaml}position: {MATE_IN_3}\nexpect: {{ plies: 9 }}\n");
    let ruled = run_with_input(&[&["solve", "-"], &options[..]].concat(), &yaml);
    let all = ["--tree=3", "--side-duals", "--fix=1", "--time", "2", "--longer", "4"];
    let flawed = [
        "--sfen",
        "7k1/9/7P1/9/9/9/P8/9/9 b G 1",
        "--sfen",
        "4k4/9/4G4/9/9/9/9/9/9 b RP 1",
        "--sfen",
        "k8/9/1G6R/9/9/9/9/9/9 b - 1",
    ];
    let judged = run(&[&["analyze"], &options[..], &all, &flawed, &positions].concat());
    let stable = run(&[&["analyze", "--stable"], &options[..], &flawed].concat());
    let short = run_with_input(&[&["analyze", "-"], &options[..], &all].concat(), &yaml);
    let all = [solved.out, ruled.out, judged.out, stable.out, short.out].concat();
    for word in ["branches", "edits", "leftover", "claimed", "zone_touch", "certificate", "repairs"]
    {
        assert!(all.contains(&format!("\"{word}\"")), "{word}: {all}");
    }
    for line in json(&all) {
        assert_eq!(
            crate::support::schema::offence(&results, &results, &line, "line"),
            None,
            "{line}"
        );
        for key in ["flaws", "tolerances", "decoration", "tree", "repairs", "lengths", "verdict"] {
            let mut other = line.clone();
            if other.get(key).is_some() {
                other[key] = serde_json::json!([{ "kind": 1 }]);
                assert!(
                    crate::support::schema::offence(&results, &results, &other, "line").is_some(),
                    "{key}"
                );
            }
        }
    }
}

#[test]
fn completions_and_man_page_are_written() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let run = run(&["completions", shell]);
        assert_eq!(run.code, Some(0));
        assert!(run.out.contains("convert") && run.out.contains("certify"), "{shell}");
    }
    let page = run(&["man"]);
    assert!(page.out.contains(".TH tsume 1") && page.out.contains("tsume\\-solve(1)"));
    let folder = folder("man");
    assert_eq!(run(&["man", "--output", text(&folder)]).code, Some(0));
    for name in ["tsume.1", "tsume-solve.1", "tsume-convert.1"] {
        assert!(folder.join(name).exists(), "{name}");
    }
}

#[test]
fn boards_and_games_become_pictures() {
    let folder = folder("pictures");
    let at = |name: &str| folder.join(name);
    let tour = Path::new(env!("CARGO_MANIFEST_DIR")).join("problems/tour.yaml");
    for name in ["a.svg", "a.png", "a.html"] {
        let run = run(&["show", "--sfen", MATE_IN_1, "-o", text(&at(name))]);
        assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (Some(0), "", ""));
    }
    let svg = std::fs::read_to_string(at("a.svg")).unwrap();
    // No font and no external reference; king, pawn and gold are outlines, the king upside down.
    assert!(!svg.contains("<text") && !svg.contains("font") && !svg.contains("href"));
    assert!(svg.contains("matrix(-0.03"), "{svg}");
    // A corner of a large board, and all of it.
    let corner = "10k1/12/9[DK]2/12/12/12/12/12/12/12/12/12 b - 1";
    let width = |when: &str| -> f32 {
        let out = at("corner.svg");
        let variant = ["show", "--variant", "chu", "--sfen", corner, "--crop", when];
        assert_eq!(run(&[&variant[..], &["-o", text(&out)]].concat()).code, Some(0));
        let svg = std::fs::read_to_string(out).unwrap();
        svg.split("width=\"").nth(1).unwrap().split('"').next().unwrap().parse().unwrap()
    };
    assert_eq!((width("auto"), width("never") > 2.0 * width("auto")), (width("always"), true));
    assert!(std::fs::read(at("a.png")).unwrap().starts_with(b"\x89PNG\r\n"));
    let run_tour = run(&["show", text(&tour), "-o", text(&at("tour.html"))]);
    assert_eq!(run_tour.code, Some(0), "{}", run_tour.err);
    let html = std::fs::read_to_string(at("tour.html")).unwrap();
    assert_eq!(html.matches("<figure").count(), 40);
    // All links stay in the page.
    assert_eq!(html.matches("href=\"").count(), html.matches("href=\"#").count());
    assert_eq!(html.matches("<li><a href=\"#").count(), 40);
    assert!(!["src=", "url(", "<script"].iter().any(|word| html.contains(word)));
    assert_eq!(run(&["show", "--sfen", MATE_IN_1, "-o", text(&at("a.gif"))]).code, Some(2));
    for game in ["shogi", "chu", "maka_dai_dai"] {
        let page = run(&["rules", game, "--html"]);
        assert_eq!(page.code, Some(0), "{}", page.err);
        let kinds = tsume::rules::builtin::rules(game, &[]).unwrap().unwrap().kinds.len();
        assert_eq!(page.out.matches("class=\"piece\"").count(), kinds);
        assert!(!page.out.contains("<script") && !page.out.contains("<link"));
    }
}

/// Ids of several files that are equal get numbers, which no other problem has.
#[test]
fn converted_ids_stay_unique() {
    let folder = folder("formats-ids");
    let file = |name: &str, ids: &[&str]| {
        let path = folder.join(name);
        let problem = |id: &&str| format!("- id: {id}\n  position: {MATE_IN_1:?}\n");
        let problems: String = ids.iter().map(problem).collect();
        std::fs::write(&path, format!("problems:\n{problems}")).unwrap();
        text(&path).to_owned()
    };
    let (one, two) = (file("1.yaml", &["a", "a-2"]), file("2.yaml", &["a", "a-2", "A"]));
    let out = folder.join("out.yaml");
    assert_eq!(run(&["convert", &one, &two, text(&out)]).code, Some(0));
    let shown = run(&["show", text(&out), "--format", "json"]);
    assert_eq!((shown.code, shown.out.lines().count()), (Some(0), 5), "{}", shown.err);
    // File names that differ in case only are one file in some systems.
    let records = format!("{}/", text(&folder.join("records")));
    assert_eq!(run(&["convert", &one, &two, &records, "--to", "kifu"]).code, Some(0));
    let names = std::fs::read_dir(&records).unwrap();
    let names: Vec<String> =
        names.map(|name| name.unwrap().file_name().to_string_lossy().to_lowercase()).collect();
    let unique: std::collections::BTreeSet<&String> = names.iter().collect();
    assert_eq!((names.len(), unique.len()), (5, 5), "{names:?}");
}
