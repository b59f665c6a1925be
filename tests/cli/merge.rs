//! `tsume merge`: shards, later runs, contradictions, damaged files.

use super::*;

const SMALL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/problems/minishogi/small.yaml");

/// A result line of a problem, whose key is made from its id.
fn line(id: &str, rest: &str) -> String {
    format!(
        "{{\"id\":\"{id}\",\"key\":\"key-{id}\",\"file\":\"set.yaml\",\"variant\":\"shogi\",\"rules\":{{}},\
         \"forcing\":\"check\",\"attacker\":\"black\",\"position\":\"\",{rest}}}\n"
    )
}

/// A line about unreadable input.
fn error(id: &str, code: &str) -> String {
    format!(
        "{{\"id\":{id},\"error\":{{\"code\":\"{code}\",\"message\":\"no\"}},\"file\":\"set.yaml\",\
         \"line\":1,\"column\":1}}\n"
    )
}

const UNKNOWN: &str = r#""verdict":"unknown","stopped_by":"time","nodes":5"#;
const MATE_9: &str = r#""verdict":"mate","plies":9,"shortest":true"#;
const NO_MATE: &str = r#""verdict":"no_mate""#;

/// Writes the files, and merges them into `out.jsonl`. Returns the run and the merged text.
fn merge(name: &str, files: &[&str]) -> (Run, String) {
    let folder = folder(name);
    let out = folder.join("out.jsonl");
    let mut command = tsume(&["merge", "-o", "out.jsonl"]);
    for (content, letter) in files.iter().zip('a'..) {
        let name = format!("{letter}.jsonl");
        std::fs::write(folder.join(&name), content).unwrap();
        command.arg(name);
    }
    let run = command.current_dir(&folder).output().unwrap().into();
    (run, std::fs::read_to_string(out).unwrap_or_default())
}

#[test]
fn merged_shards_equal_one_run() {
    let folder = folder("merge-shards");
    let base = ["solve", SMALL, "--depth", "5", "--format", "json", "--stable"];
    let whole = run(&base);
    let mut arguments = vec!["merge".to_owned(), "-o".to_owned(), "-".to_owned()];
    for part in ["1/3", "2/3", "3/3"] {
        let path = folder.join(format!("{}.jsonl", &part[..1]));
        std::fs::write(&path, run(&[&base[..], &["--shard", part]].concat()).out).unwrap();
        arguments.push(text(&path).to_owned());
    }
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let merged = run(&arguments);
    assert_eq!((merged.code, &merged.out), (whole.code, &whole.out), "{}", merged.err);
    assert!(merged.out.lines().count() > 20);
    let counts = |run: &Run| run.err.lines().last().unwrap().split(';').next().unwrap().to_owned();
    assert_eq!(counts(&merged), counts(&whole));
    // The last shard was killed: its results take their places all the same.
    let path = folder.join("3.jsonl");
    let last = std::fs::read_to_string(&path).unwrap();
    let kept: String = last.split_inclusive('\n').take(3).collect();
    let cut = &last[kept.len()..kept.len() + 40];
    std::fs::write(&path, format!("{kept}{cut}")).unwrap();
    let merged = run(&arguments);
    assert_eq!(merged.code, Some(2));
    assert!(merged.err.contains("error[E0502]: the line is incomplete"), "{}", merged.err);
    assert!(merged.err.contains("3.jsonl:4:40"), "{}", merged.err);
    assert!(merged.err.contains("shard 3/3 has 3 results"), "{}", merged.err);
    let ids = |text: &str| -> Vec<String> {
        json(text).iter().map(|line| line["id"].as_str().unwrap().to_owned()).collect()
    };
    let missing = &ids(&last)[3..];
    let rest: Vec<String> =
        ids(&whole.out).into_iter().filter(|id| !missing.contains(id)).collect();
    assert_eq!(ids(&merged.out), rest);
}

/// A gold drop in front of a king that a pawn guards, two ranks further down.
const MATE_IN_3_OF_SHOGI: &str = "9/9/4k4/9/4P4/9/9/9/9 b 2G 1";

#[test]
fn missing_shard_is_reported() {
    let folder = folder("merge-missing");
    let set = ["solve", "--format", "json", "-q", "--sfen", MATE_IN_1, "--sfen", super::NO_MATE];
    let set = [&set[..], &["--sfen", MATE_IN_1]].concat();
    let part = |shard: &str| {
        let path = folder.join(format!("{}.jsonl", &shard[..1]));
        let out = run(&[&set[..], &["--shard", shard]].concat()).out;
        assert_eq!(json(&out)[0]["shard"], shard, "{out}");
        std::fs::write(&path, out).unwrap();
        text(&path).to_owned()
    };
    let parts = ["1/3", "2/3", "3/3"].map(part);
    let merge = |files: &[&String]| {
        let files: Vec<&str> = files.iter().map(|file| file.as_str()).collect();
        run(&[&["merge", "-o", "-"], &files[..]].concat())
    };
    assert_eq!(merge(&[&parts[0], &parts[1], &parts[2]]).code, Some(0));
    let two = merge(&[&parts[0], &parts[2]]);
    assert_eq!(two.code, Some(3));
    assert!(two.err.contains("no result from shard 2/3"), "{}", two.err);
    let whole = run(&set).out;
    assert!(json(&whole)[0].get("shard").is_none());
    // A run over the set replaces the other parts, a run over something else does not.
    let undivided = text(&folder.join("undivided.jsonl")).to_owned();
    std::fs::write(&undivided, &whole).unwrap();
    assert_eq!(merge(&[&parts[0], &undivided]).code, Some(0));
    for other in [MATE_IN_3_OF_SHOGI, super::NO_MATE] {
        let other = run(&["solve", "--format", "json", "-q", "--sfen", other]).out;
        std::fs::write(&undivided, other).unwrap();
        let merged = merge(&[&undivided, &parts[0]]);
        assert_eq!(merged.code, Some(3), "{}", merged.err);
        assert!(merged.err.contains("no result from shards 2/3, 3/3"), "{}", merged.err);
    }
}

#[test]
fn better_result_replaces_the_earlier_in_place() {
    let folder = folder("merge-later");
    let [one, two, later, out] =
        ["1.jsonl", "2.jsonl", "later.jsonl", "out.jsonl"].map(|name| folder.join(name));
    let base = ["solve", SMALL, "--format", "json"];
    for (path, more) in [
        (&one, &["--nodes", "40", "--shard", "1/2"][..]),
        (&two, &["--nodes", "40", "--shard", "2/2"]),
        (&later, &["--nodes", "4000"]),
    ] {
        let solved = run(&[&base[..], more].concat());
        std::fs::write(path, solved.out).unwrap();
    }
    let first = run(&["merge", text(&one), text(&two), "-o", text(&out)]);
    assert_eq!(first.code, Some(3), "{}", first.err);
    let arguments = ["merge", text(&one), text(&two), text(&later), "-o", text(&out)];
    let both = run(&arguments);
    let lines = json(&std::fs::read_to_string(&out).unwrap());
    let whole = json(&std::fs::read_to_string(&later).unwrap());
    let of = |lines: &[Value], what: &str| -> Vec<Value> {
        lines.iter().map(|line| line[what].clone()).collect()
    };
    for same in ["id", "verdict", "plies", "shortest"] {
        assert_eq!(of(&lines, same), of(&whole, same), "{same}");
    }
    assert_ne!(of(&lines, "nodes"), of(&whole, "nodes"), "of equals the first stays");
    assert_eq!(both.code, run(&[&base[..], &["--nodes", "4000"]].concat()).code);
    // A run can resume from the merged file, and solves no decided problem again.
    let resumed = run(&[&base[..], &["--nodes", "1", "--resume", text(&out)]].concat());
    let merged = std::fs::read_to_string(&out).unwrap();
    let settled = |line: &&str| line.contains("\"shortest\":true") || line.contains("\"no_mate\"");
    let same = merged.lines().zip(resumed.out.lines()).filter(|(old, _)| settled(old));
    assert!(same.clone().count() > 60);
    for (old, new) in same {
        let mut new = json(new).remove(0);
        assert_eq!(new.as_object_mut().unwrap().remove("from"), Some(text(&out).into()));
        assert_eq!(json(old)[0], new);
    }
}

#[test]
fn path_of_the_file_does_not_identify_a_problem() {
    let first = [line("a", UNKNOWN), line("b", UNKNOWN)].concat();
    let later =
        [line("b", NO_MATE), line("a", MATE_9)].concat().replace("set.yaml", "/far/set.yaml");
    let (merged, out) = merge("merge-path", &[&first, &later]);
    let lines: Vec<&str> = later.lines().rev().collect();
    assert_eq!((merged.code, out.lines().collect::<Vec<_>>()), (Some(0), lines), "{}", merged.err);
    // In one run these are two problems.
    let twins = line("a", MATE_9) + &line("a", MATE_9).replace("set.yaml", "other.yaml");
    let (_, out) = merge("merge-twins", &[&twins]);
    assert_eq!(out, twins);
}

#[test]
fn better_result_wins_and_new_problems_come_last() {
    let bound = r#""verdict":"mate","plies":11,"shortest":false"#;
    let first = [line("a", UNKNOWN), line("b", bound), line("c", NO_MATE)].concat();
    let later = [line("x", NO_MATE), line("c", UNKNOWN), line("b", MATE_9), line("a", UNKNOWN)];
    // A byte order mark, blank lines and Windows line ends are accepted.
    let later = format!("\u{feff}{}", later.concat().replace('\n', "\r\n\r\n"));
    let other = line("d", MATE_9);
    let (merged, out) = merge("merge-better", &[&first, &other, &later]);
    let lines = [
        line("a", UNKNOWN),
        line("d", MATE_9),
        line("b", MATE_9),
        line("c", NO_MATE),
        line("x", NO_MATE),
    ];
    assert_eq!(out, lines.concat());
    assert_eq!(merged.code, Some(3));
    assert_eq!(merged.err, "tsume: 4 decided, 1 unknown; 3 files\n");
    let (merged, _) = merge("merge-bound", &[&line("b", bound)]);
    assert_eq!(merged.code, Some(3), "the length is open");
    let folder = folder("merge-first");
    std::fs::write(folder.join("a"), line("b", bound)).unwrap();
    let first = run(&["merge", "--quiet", "--first", text(&folder.join("a")), "-o", "-"]);
    assert_eq!((first.code, first.err.as_str()), (Some(0), ""));
}

#[test]
fn contradictions_are_reported_and_both_results_written() {
    let first = line("a", MATE_9) + &line("b", MATE_9);
    let checked = r#""certificate":{"covers":"verdict","nodes":1,"checked":true},"nodes":5"#;
    let later = line("a", NO_MATE)
        + &line("b", &format!(r#""verdict":"mate","plies":7,"shortest":false,{checked}"#));
    let again = line("a", MATE_9) + &line("a", NO_MATE);
    let (merged, out) = merge("merge-contradiction", &[&first, &later, &again]);
    assert_eq!(merged.code, Some(1));
    let told = "error[E0503]: for `a` this line says no mate, but a.jsonl:1 says mate in 9";
    assert!(merged.err.contains(told) && merged.err.contains("--> b.jsonl:1:"), "{}", merged.err);
    let told = "for `b` this line says mate in 7 or fewer, but a.jsonl:2 says mate in 9";
    assert!(merged.err.contains(told), "{}", merged.err);
    let lines: Vec<&str> = first.lines().zip(later.lines()).flat_map(|(a, b)| [a, b]).collect();
    assert_eq!(out.lines().collect::<Vec<_>>(), lines);
    // A problem has one key under all its ids.
    let twin = line("a", NO_MATE).replace("\"id\":\"a\"", "\"id\":\"twin\"");
    let (merged, out) = merge("merge-twin", &[&line("a", MATE_9), &twin]);
    assert_eq!((merged.code, out), (Some(1), line("a", MATE_9) + &twin));
    let (merged, _) = merge("merge-same", &[&line("a", MATE_9), &line("a", MATE_9)]);
    assert_eq!(merged.code, Some(0), "{}", merged.err);
    let disagrees = format!(r#"{NO_MATE},"expected":"disagrees""#);
    assert_eq!(merge("merge-disagrees", &[&line("a", &disagrees)]).0.code, Some(1));
}

#[test]
fn unreadable_line_is_reported_and_the_rest_merged() {
    let good = line("a", MATE_9);
    let bad = good.replace("\"mate\"", "\"mat\"");
    let (merged, out) =
        merge("merge-bad", &[&format!("{good}{bad}[1]\nnonsense\n"), &line("b", NO_MATE)]);
    assert_eq!((merged.code, out), (Some(2), good.clone() + &line("b", NO_MATE)));
    for place in ["a.jsonl:2:", "a.jsonl:3:", "a.jsonl:4:2"] {
        assert!(merged.err.contains(place), "{place}\n{}", merged.err);
    }
    assert!(merged.err.contains("unknown variant `mat`"), "{}", merged.err);
    assert!(merged.err.ends_with("tsume: 2 decided, 3 lines or files left out; 2 files\n"));
    let (merged, _) = merge("merge-text", &[&"a  mate in 5\n".repeat(1000), &good]);
    assert_eq!(merged.err.matches("error[E0501]").count(), 5);
    assert!(merged.err.contains("995 more lines of `a.jsonl` cannot be read"), "{}", merged.err);
    let folder = folder("merge-files");
    let (a, out) = (folder.join("a"), folder.join("out"));
    std::fs::write(&a, &good).unwrap();
    std::fs::write(&out, "old").unwrap();
    let nothing = run(&["merge", "no/such/file", text(&folder), "-o", text(&out)]);
    assert_eq!((nothing.code, std::fs::read_to_string(&out).unwrap()), (Some(2), "old".to_owned()));
    assert!(nothing.err.contains("this is a directory; name the files in it"), "{}", nothing.err);
    let some = run(&["merge", "no/such/file", text(&a), "-o", text(&out)]);
    assert_eq!((some.code, std::fs::read_to_string(&out).unwrap()), (Some(2), good.clone()));
    let input = run_with_input(&["merge", "-", "-o", "-"], &good);
    assert_eq!((input.code, input.out), (Some(0), good));
    for out in [text(&folder), "no/such/folder/out"] {
        assert_eq!(run(&["merge", text(&a), "-o", out]).code, Some(2));
    }
    assert_eq!(run(&["merge", text(&a)]).code, Some(2));
}

/// Results that need more memory than allowed are refused as a whole: half of them would look like
/// all.
#[test]
fn memory_of_merged_results_has_a_limit() {
    let folder = folder("merge-memory");
    let (many, out) = (folder.join("many.jsonl"), folder.join("out.jsonl"));
    let lines: String = (0..2000).map(|n| line(&format!("p{n}"), UNKNOWN)).collect();
    std::fs::write(&many, &lines).unwrap();
    std::fs::write(&out, "old").unwrap();
    for path in ["-", text(&many)] {
        let mut command = tsume(&["merge", path, "-o", text(&out), "--hash", "1MiB"]);
        let input = std::fs::File::open(&many).unwrap();
        let merged = Run::from(command.stdin(input).output().unwrap());
        assert_eq!(
            (merged.code, std::fs::read_to_string(&out).unwrap()),
            (Some(2), "old".to_owned())
        );
        assert!(
            merged.err.contains("1MiB of memory") && merged.err.contains("--hash"),
            "{}",
            merged.err
        );
    }
    let merged = run(&["merge", text(&many), "-o", text(&out), "--hash", "16MiB"]);
    assert_eq!((merged.code, std::fs::read_to_string(&out).unwrap()), (Some(3), lines));

    let (archive, set) = (folder.join("archive.jsonl"), folder.join("set.yaml"));
    let made = ["generate", "--length", "1", "--count", "1", "--threads", "1", "-q"];
    run(&[&made[..], &["--archive", text(&archive), "-o", text(&set)]].concat());
    let found = std::fs::read_to_string(&archive).unwrap();
    let last = found.lines().last().unwrap();
    std::fs::write(&archive, found.clone() + &format!("{last}\n").repeat(500)).unwrap();
    let merged = run(&["merge", text(&archive), "-o", text(&set), "--hash", "1MiB"]);
    assert!(merged.code == Some(2) && merged.err.contains("1MiB of memory"), "{}", merged.err);
    let merged = run(&["merge", text(&archive), "-o", text(&set), "--hash", "16MiB"]);
    assert_eq!(merged.code, Some(0), "{}", merged.err);
}

#[test]
fn output_may_be_one_of_the_inputs() {
    let folder = folder("merge-in-place");
    let (all, new) = (folder.join("all.jsonl"), folder.join("new.jsonl"));
    std::fs::write(&all, line("a", UNKNOWN) + &line("b", NO_MATE)).unwrap();
    std::fs::write(&new, line("a", MATE_9)).unwrap();
    let arguments = ["merge", text(&all), text(&new), "-o", text(&all)];
    let merged = run(&arguments);
    let both = line("a", MATE_9) + &line("b", NO_MATE);
    assert_eq!((merged.code, std::fs::read_to_string(&all).unwrap()), (Some(0), both.clone()));
    assert_eq!(run(&arguments).code, Some(0));
    assert_eq!(std::fs::read_to_string(&all).unwrap(), both, "once more changes nothing");
    // A file with a damaged line is not overwritten, since no other file has that line.
    let damaged = both + "{\"id\":\"c\",";
    std::fs::write(&all, &damaged).unwrap();
    let refused = run(&arguments);
    assert_eq!((refused.code, std::fs::read_to_string(&all).unwrap()), (Some(2), damaged));
    assert!(refused.err.contains("is unchanged"), "{}", refused.err);
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 2);
}

#[test]
fn input_error_is_kept_until_a_result_replaces_it() {
    let two = error("\"b\"", "E0214") + &error("\"b\"", "E0205");
    let again = error("\"a\"", "E0209");
    let whole =
        [line("a", MATE_9), two.clone(), line("c", NO_MATE), error("null", "E0204"), again.clone()];
    let shards = [whole[0].clone() + &whole[3], whole[1].clone() + &whole[4], whole[2].clone()];
    let shards = shards.each_ref().map(String::as_str);
    let (merged, out) = merge("merge-errors", &shards);
    assert_eq!((merged.code, out), (Some(2), whole.concat()));
    assert_eq!(merged.err, "tsume: 2 decided, 3 unreadable; 3 files\n");
    // After a correction and a second run: errors that belong to no known problem stay.
    let later = line("b", NO_MATE) + &error("null", "E0204");
    let (merged, out) = merge("merge-mended", &[&shards[..], &[&later]].concat());
    let mended = out.replace(&line("b", NO_MATE), &two);
    assert_eq!((merged.code, mended), (Some(2), whole.concat()));
    let (merged, out) = merge("merge-mended-first", &[&line("b", NO_MATE), &two]);
    assert_eq!((merged.code, out), (Some(0), line("b", NO_MATE)));
    // Problems without an id, and errors in the head of a file.
    let nameless = error("null", "E0207") + &error("null", "E0205");
    let head = error("null", "E0211") + &error("null", "E0218");
    let shards = [nameless.clone() + &nameless.replace(":1}", ":9}"), head.clone()];
    let (_, out) = merge("merge-nameless", &shards.each_ref().map(String::as_str));
    assert_eq!(out, [nameless.clone(), head, nameless.replace(":1}", ":9}")].concat());
}

#[test]
fn merged_analyses_keep_all_fields() {
    let folder = folder("merge-analyses");
    let path = |name: &str| folder.join(name);
    let analyze = |name: &str, options: &[&str]| {
        let base = ["analyze", "--format", "json", "--longer", "2", "--threads", "1"];
        let told = run(&[&base[..], options].concat());
        std::fs::write(path(name), &told.out).unwrap();
        told.out
    };
    let sound = "k8/9/1G6R/9/9/9/9/9/9 b - 1";
    let short = analyze("short", &["--sfen", sound, "--sfen", MATE_IN_1, "--nodes", "2"]);
    let long = analyze("long", &["--sfen", sound, "--sfen", MATE_IN_1]);
    let merge = |files: &[&str]| {
        let files: Vec<PathBuf> = files.iter().map(|name| path(name)).collect();
        let files: Vec<&str> = files.iter().map(|path| text(path)).collect();
        run(&[&["merge", "-o", "-"][..], &files].concat())
    };
    let merged = merge(&["short", "long"]);
    assert_eq!((merged.code, &merged.out), (Some(0), &long), "{}", merged.err);
    assert_eq!(merge(&["long", "short"]).out, long);
    let open = merge(&["short"]);
    assert_eq!((open.code, &open.out), (Some(3), &short));
    assert!(open.err.contains("unknown"), "{}", open.err);
}

/// Two files start with the same problem under the same id.
#[test]
fn shards_with_duplicate_problems_equal_one_run() {
    let folder = folder("merge-equal");
    std::fs::create_dir_all(folder.join("x")).unwrap();
    let list = format!("{MATE_IN_1}\n{}\n{MATE_IN_1}\n", super::NO_MATE);
    for name in ["A.sfen", "B.sfen", "x/A.sfen"] {
        std::fs::write(folder.join(name), &list).unwrap();
    }
    let done =
        |arguments: &[&str]| Run::from(tsume(arguments).current_dir(&folder).output().unwrap());
    for files in [["A.sfen", "B.sfen"], ["A.sfen", "x/A.sfen"]] {
        let base =
            [&["solve", "--format", "json", "--stable", "--certify", "none", "-q"], &files[..]]
                .concat();
        let whole = done(&base);
        for count in 1..=4 {
            let mut merge = vec!["merge".to_owned(), "-o".to_owned(), "-".to_owned()];
            for part in 1..=count {
                let name = format!("{part}.jsonl");
                let part = done(&[&base[..], &["--shard", &format!("{part}/{count}")]].concat());
                std::fs::write(folder.join(&name), part.out).unwrap();
                merge.push(name);
            }
            let merge: Vec<&str> = merge.iter().map(String::as_str).collect();
            let merged = done(&merge);
            assert_eq!((merged.code, merged.out), (whole.code, whole.out.clone()), "{files:?}");
        }
    }
}
