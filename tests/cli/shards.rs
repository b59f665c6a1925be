//! `--shard` of every command: the parts together are the whole, and `merge` names what is wrong
//! with them.

use super::*;

/// Positions with mates and without, two of which are equal, and a line that is no position.
const LIST: &str = "4k4/9/4P4/9/9/9/9/9/9 b G 1\n4k4/9/4P4/9/9/9/9/9/9 b S 1\n\
    8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1\nk8/9/P8/9/9/9/9/9/9 b G 1\n4k4/9/4X4/9/9/9/9/9/9 b - 1\n\
    8k/9/8P/9/9/9/9/9/9 b 2G 1\n4k4/9/4P4/9/9/9/9/9/9 b G 1\n3k5/9/3P5/9/9/9/9/9/9 b GS 1\n\
    8k/9/8B/9/9/9/9/9/9 b B2r4g4s4n4l18p 1\nk8/9/P8/9/9/9/9/9/9 b N 1\n\
    8k/9/8P/9/9/9/9/9/9 b S 1\n";

/// Runs a command for each of `count` parts, and returns the files with their results.
fn parts(folder: &Path, command: &[&str], count: usize) -> Vec<String> {
    let part = |index: usize| {
        let shard = format!("{index}/{count}");
        let done = run(&[command, &["--shard", &shard]].concat());
        let path = folder.join(format!("{index}-of-{count}.jsonl"));
        std::fs::write(&path, done.out).unwrap();
        text(&path).to_owned()
    };
    (1..=count).map(part).collect()
}

fn merge(files: &[String], out: &str) -> Run {
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    run(&[&["merge", "-o", out], &files[..]].concat())
}

#[test]
fn merged_parts_of_every_command_equal_one_run() {
    let folder = folder("shards-all");
    let (list, proofs) = (folder.join("list.sfen"), folder.join("proofs"));
    std::fs::write(&list, LIST).unwrap();
    let common = ["--format", "json", "--threads", "1", "--hash", "4MiB"];
    run(&["solve", text(&list), "--certificate", text(&proofs), "-q"]);
    let judge = ["--stable", "--nodes", "2000", "--no-decoration", "-q"];
    for command in [
        [&["solve", text(&list), "--stable", "-q"], &common[..]].concat(),
        [&["analyze", text(&list)], &common[..], &judge].concat(),
        vec!["verify", text(&proofs), "--format", "json", "--threads", "1"],
    ] {
        let whole = run(&command);
        assert!(whole.out.lines().count() >= 8, "{}", whole.err);
        for count in [1, 3, 8] {
            let mut files = parts(&folder, &command, count);
            // The parts know their order.
            files.reverse();
            let merged = merge(&files, "-");
            assert_eq!((&merged.out, merged.code), (&whole.out, whole.code), "{}", merged.err);
            if count == 1 {
                continue;
            }
            let lost = files.remove(1);
            let merged = merge(&files, "-");
            let shard = format!("no result from shard {}/{count}", count - 1);
            assert!(merged.err.contains(&shard), "{}", merged.err);
            assert!(merged.code == Some(3) || merged.code == Some(2), "{}", merged.err);
            assert!(json(&merged.out).iter().all(|line| line["shard"].is_string()));
            let twice = merge(&[&files[..], &[lost.clone(), lost]].concat(), "-");
            assert_eq!((&twice.out, twice.code), (&whole.out, whole.code), "{}", twice.err);
            assert!(twice.err.contains(&format!("shard {}/{count} is in several", count - 1)));
        }
    }
}

/// A killed part leaves a prefix of its results. A later run of the part continues from it.
#[test]
fn part_of_a_killed_run_is_named_and_continued() {
    let folder = folder("shards-killed");
    let list = folder.join("list.sfen");
    std::fs::write(&list, LIST.replace("4k4/9/4X4/9/9/9/9/9/9 b - 1\n", "")).unwrap();
    let solve = ["solve", text(&list), "--format", "json", "--stable", "-q", "--threads", "1"];
    let whole = run(&solve);
    let files = parts(&folder, &solve, 3);
    let second = std::fs::read_to_string(&files[1]).unwrap();
    let kept = second.lines().next().unwrap();
    std::fs::write(&files[1], format!("{kept}\n{}", &kept[..40])).unwrap();
    let killed = merge(&files, "-");
    assert!(killed.err.contains("shard 2/3 has 1 result, another one 4"), "{}", killed.err);
    let again = run(&[&solve[..], &["--shard", "2/3", "--resume", &files[1]]].concat());
    let later = folder.join("later.jsonl");
    std::fs::write(&later, &again.out).unwrap();
    std::fs::write(&files[1], format!("{kept}\n")).unwrap();
    let merged = merge(&[&files[..], &[text(&later).to_owned()]].concat(), "-");
    assert_eq!((&merged.out, merged.code), (&whole.out, whole.code), "{}", merged.err);
}

#[test]
fn part_from_other_options_is_named() {
    let folder = folder("shards-options");
    let list = folder.join("list.sfen");
    std::fs::write(&list, LIST.replace("4k4/9/4X4/9/9/9/9/9/9 b - 1\n", "")).unwrap();
    let solve = ["solve", text(&list), "--format", "json", "-q"];
    let files = parts(&folder, &solve, 2);
    for (more, words, code) in [
        (["--count", "every"], "without --count (shard 1/2), --count every (shard 2/2)", Some(1)),
        (["--nodes", "100000"], "--nodes 100000 (shard 2/2)", Some(0)),
    ] {
        let other = run(&[&solve[..], &["--shard", "2/2"], &more].concat());
        std::fs::write(&files[1], other.out).unwrap();
        let merged = merge(&files, "-");
        assert_eq!(merged.code, code, "{}", merged.err);
        assert!(merged.err.contains(words), "{}", merged.err);
    }
}

#[test]
fn parts_of_a_campaign_merge_into_one_set() {
    let folder = folder("shards-campaign");
    let base = ["generate", "--variant", "minishogi", "--length", "1..3", "--count", "6"];
    let base = [&base[..], &["--threads", "1", "-q"]].concat();
    let mut files = Vec::new();
    let mut found = Vec::new();
    for part in ["1/2", "2/2"] {
        let archive = folder.join(format!("{}.jsonl", &part[..1]));
        let made = run(&[&base[..], &["--shard", part, "--archive", text(&archive)]].concat());
        assert_eq!(made.code, Some(0), "{}", made.err);
        // Half of the set each.
        assert_eq!(made.out.matches("  - id:").count(), 3, "{}", made.out);
        found.push(std::fs::read_to_string(&archive).unwrap());
        files.push(text(&archive).to_owned());
    }
    let run_of = |text: &str| json(text)[1]["run"].clone();
    let streams = found.iter().map(|text| run_of(text)["stream"].as_u64().unwrap());
    assert_eq!(streams.collect::<Vec<_>>(), [0, 1 << 32]);
    assert_eq!(run_of(&found[1])["shard"], "2/2");
    let set = folder.join("set.yaml");
    let merged = merge(&files, text(&set));
    assert!(matches!(merged.code, Some(0 | 3)), "{}", merged.err);
    // The order of the files does not matter, and neither does a second look at a file.
    let again = merge(&[files[1].clone(), files[0].clone(), files[0].clone()], "-");
    assert_eq!(again.out, std::fs::read_to_string(&set).unwrap());
    assert!(again.err.contains("shard 1/2 is in several files"), "{}", again.err);
    // The archive of the whole continues with random numbers that no part has used.
    let whole = folder.join("whole.jsonl");
    merge(&files, text(&whole));
    let more = run(&[&base[..], &["--resume", text(&whole)]].concat());
    assert!(matches!(more.code, Some(0 | 3)), "{}", more.err);
    let lines = json(&std::fs::read_to_string(&whole).unwrap());
    let last = lines.iter().rfind(|line| line["run"].is_object()).unwrap();
    assert_eq!(last["run"]["stream"], (1_u64 << 32) + 1);
    // The judge agrees with each problem of the set.
    let judged = run(&["analyze", text(&set), "--format", "json", "-q", "--threads", "1"]);
    assert_eq!(judged.code, Some(0), "{}", judged.err);
    let lines = json(&judged.out);
    assert!(lines.len() >= 4);
    assert!(lines.iter().all(|line| line["class"] != "flawed" && line["expected"] == "agrees"));
    let lost = merge(&files[1..], "-");
    assert_eq!(lost.code, Some(3));
    assert!(lost.err.contains("no result from shard 1/2"), "{}", lost.err);
    let mixed = folder.join("results.jsonl");
    std::fs::write(&mixed, &judged.out).unwrap();
    let mixed = merge(&[files[0].clone(), text(&mixed).to_owned()], "-");
    assert_eq!(mixed.code, Some(2), "{}", mixed.err);
}
