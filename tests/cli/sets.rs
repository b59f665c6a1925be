//! Many problems: files, folders, expectations, shards, earlier runs.

use super::*;

#[test]
fn duplicate_problem_is_solved_once_and_reported_twice() {
    let arguments = ["solve", "--format", "json", "--sfen", NO_MATE, "--sfen", NO_MATE];
    let lines = json(&run(&arguments).out);
    assert_eq!((&lines[0]["id"], &lines[1]["id"]), (&"1".into(), &"2".into()));
    for same in ["key", "nodes", "time_ms", "refutation"] {
        assert_eq!(lines[0][same], lines[1][same]);
    }
}

#[test]
fn earlier_run_is_resumed() {
    let folder = folder("resume");
    let earlier = folder.join("earlier.jsonl");
    let first = run(&["solve", "--format", "json", "--sfen", NO_MATE]);
    // Changed figures show where a result comes from; the last line is cut off.
    let mut known = json(&first.out).remove(0);
    known["nodes"] = 123_456_789.into();
    std::fs::write(&earlier, format!("{known}\n{{\"id\":\"x\",\"ke")).unwrap();
    let resumed = run(&[
        "solve",
        "--format",
        "json",
        "--resume",
        text(&earlier),
        "--sfen",
        MATE_IN_1,
        "--sfen",
        NO_MATE,
    ]);
    let lines = json(&resumed.out);
    assert_eq!(resumed.code, Some(0));
    assert_eq!((&lines[0]["id"], &lines[0]["verdict"]), (&"1".into(), &"mate".into()));
    assert_eq!((&lines[1]["id"], &lines[1]["nodes"]), (&"2".into(), &123_456_789.into()));
    let piped = ["solve", "--format", "json", "--resume", "-", "--sfen", NO_MATE];
    let piped = run_with_input(&piped, &format!("\n{{\"cut\n{known}\n"));
    assert_eq!(json(&piped.out)[0]["nodes"], 123_456_789);
    assert!(piped.err.contains("1 line"), "{}", piped.err);
    known["verdict"] = "unknown".into();
    std::fs::write(&earlier, format!("{known}\n")).unwrap();
    let again = ["solve", "--format", "json", "--resume", text(&earlier), "--sfen", NO_MATE];
    assert_eq!(json(&run(&again).out)[0]["verdict"], "no_mate");
}

#[test]
fn shards_partition_the_problems() {
    let base = ["solve", "--format", "json", "--sfen", MATE_IN_1, "--sfen", NO_MATE];
    let ids = |mut command: Command| -> Vec<String> {
        let output: Run = command.output().unwrap().into();
        json(&output.out).iter().map(|line| line["id"].as_str().unwrap().to_owned()).collect()
    };
    let shard = |part: &str| ids(tsume(&[&base[..], &["--shard", part]].concat()));
    assert_eq!((shard("1/2"), shard("2/2")), (vec!["1".to_owned()], vec!["2".to_owned()]));
    let auto = |part: &str, variables: &[(&str, &str)]| {
        let mut command = tsume(&[&base[..], &["--shard", part]].concat());
        command.envs(variables.iter().copied());
        ids(command)
    };
    let slurm = [
        ("SLURM_ARRAY_TASK_ID", "8"),
        ("SLURM_ARRAY_TASK_COUNT", "2"),
        ("SLURM_ARRAY_TASK_MIN", "7"),
        ("SLURM_ARRAY_TASK_MAX", "8"),
    ];
    assert_eq!(auto("auto", &slurm), ["2"]);
    let lsf = [("LSB_JOBINDEX", "2"), ("LSB_JOBINDEX_END", "2"), ("LSB_JOBINDEX_STEP", "1")];
    assert_eq!(auto("auto", &lsf), ["2"]);
    // These count from 0.
    let aws = [("AWS_BATCH_JOB_ARRAY_INDEX", "1"), ("AWS_BATCH_JOB_ARRAY_SIZE", "2")];
    assert_eq!(auto("auto", &aws), ["2"]);
    let cloud = [("CLOUD_RUN_TASK_INDEX", "0"), ("CLOUD_RUN_TASK_COUNT", "2")];
    assert_eq!(auto("auto", &cloud), ["1"]);
    assert_eq!(auto("auto", &[("SLURM_PROCID", "1"), ("SLURM_NTASKS", "2")]), ["2"]);
    assert_eq!(auto("auto/2", &[("JOB_COMPLETION_INDEX", "1")]), ["2"]);
}

/// A variable of the environment divides a set only on request. The program reports a shard that it
/// takes, and also one that it ignores: otherwise a user would miss results, or have them twice.
#[test]
fn shard_of_a_job_array_needs_shard_auto() {
    let solve = |more: &[&str], variables: &[(&str, &str)]| -> Run {
        let mut command =
            tsume(&[&["solve", "--sfen", MATE_IN_1, "--sfen", NO_MATE], more].concat());
        command.envs(variables.iter().copied()).output().unwrap().into()
    };
    let slurm = [("SLURM_ARRAY_TASK_ID", "1"), ("SLURM_ARRAY_TASK_COUNT", "2")];
    let auto = solve(&["--shard", "auto"], &slurm);
    assert!(auto.err.contains("takes part 1/2") && auto.err.contains("1 decided"));
    assert!(!solve(&["--shard", "1/2"], &slurm).err.contains("job array"));
    assert_eq!(solve(&["--shard", "auto", "--quiet"], &slurm).err, "");
    for variables in [&slurm[..], &[("PBS_ARRAY_INDEX", "1")], &[("JOB_COMPLETION_INDEX", "1")]] {
        let all = solve(&[], variables);
        assert!(all.err.contains("2 decided") && all.err.contains("--shard auto"), "{}", all.err);
        assert!(all.err.contains(variables[0].0), "{}", all.err);
    }
    for (variables, words) in [
        (&[][..], "AWS_BATCH_JOB_ARRAY_INDEX"),
        (&[("PBS_ARRAY_INDEX", "1")], "--shard \"$PBS_ARRAY_INDEX/8\""),
        (&[("JOB_COMPLETION_INDEX", "1")], "--shard auto/8"),
        (&[("SOME_TASK_ID", "1")], "looks for SLURM_ARRAY_TASK_ID"),
    ] {
        let refused = solve(&["--shard", "auto"], variables);
        assert_eq!((refused.code, refused.out.as_str()), (Some(2), ""), "{}", refused.err);
        assert!(refused.err.contains(words), "{}", refused.err);
    }
}

/// More threads than problems, fewer, and far more than memory allows: the output does not change.
#[test]
fn results_do_not_depend_on_threads() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/problems/shogi/small.yaml");
    let solve = |threads: &str| {
        let base =
            ["solve", file, "--depth", "7", "--hash", "8MiB", "--format", "json", "--stable"];
        let run = run(&[&base[..], &["--threads", threads]].concat());
        (run.code, run.out)
    };
    let alone = solve("1");
    assert_eq!(alone.0, Some(0), "everything is as expected, and checked");
    for threads in ["2", "3", "8", "32"] {
        assert_eq!(solve(threads), alone, "{threads} threads");
    }
}

#[test]
fn standard_input_is_read_as_a_file() {
    let yaml =
        format!("id: one\nposition: \"{MATE_IN_1}\"\nexpect: {{ verdict: mate, plies: 1 }}\n");
    let solved = run_with_input(&["solve", "--format", "json", "-"], &yaml);
    let line = &json(&solved.out)[0];
    assert_eq!((solved.code, &line["expected"]), (Some(0), &"agrees".into()));
    assert_eq!((&line["id"], &line["file"]), (&"one".into(), &"-".into()));
}

/// A file with one problem: its id, position and further keys.
fn problem(id: &str, position: &str, more: &str) -> String {
    format!("id: {id}\nposition: \"{position}\"\n{more}")
}

#[test]
fn results_are_compared_with_expectations() {
    let folder = folder("expect");
    let path = folder.join("problems.yaml");
    let check = |position: &str, expect: &str, options: &[&str]| {
        let more = format!("variant: chu\nexpect: {{ {expect} }}\n");
        let shogi = more.replace("variant: chu\n", "");
        let more = if position == MATE_IN_3 { more } else { shogi };
        std::fs::write(&path, problem("a", position, &more)).unwrap();
        let base = ["solve", "--format", "json", text(&path)];
        let solved = run(&[&base[..], options].concat());
        let line = json(&solved.out).remove(0);
        (solved.code.unwrap(), line.get("expected").map(|said| said.as_str().unwrap().to_owned()))
    };
    let agrees = (0, Some("agrees".to_owned()));
    let disagrees = (1, Some("disagrees".to_owned()));
    assert_eq!(check(MATE_IN_3, "verdict: mate, plies: 3", &[]), agrees);
    assert_eq!(check(MATE_IN_3, "verdict: mate, plies: 5", &[]), disagrees);
    assert_eq!(check(MATE_IN_3, "verdict: mate", &["--first"]), agrees);
    assert_eq!(check(MATE_IN_3, "no_mate_within: 1", &[]), agrees);
    assert_eq!(check(MATE_IN_3, "no_mate_within: 3", &[]), disagrees);
    assert_eq!(check(MATE_IN_3, "verdict: no_mate", &[]), disagrees);
    assert_eq!(check(NO_MATE, "verdict: no_mate", &[]), agrees);
    assert_eq!(check(NO_MATE, "verdict: mate, plies: 7", &[]), disagrees);
    // A result under a limit says nothing about shorter mates.
    assert_eq!(check(MATE_IN_3, "verdict: mate, plies: 3", &["--depth", "1"]), (3, None));
    assert_eq!(check(MATE_IN_3, "verdict: mate, plies: 1", &["--depth", "1"]), disagrees);
    let within = check(MATE_IN_3, "no_mate_within: 1", &["--depth", "1"]);
    assert_eq!(within.1.as_deref(), Some("agrees"));
    let shown = run(&["solve", text(&path)]);
    assert!(shown.out.contains("as expected") && shown.err.contains("1 as expected"));
}

#[test]
fn folders_are_read_recursively_in_order() {
    let folder = folder("order");
    for sub in ["b", "a"] {
        std::fs::create_dir_all(folder.join(sub)).unwrap();
    }
    let file = |name: &str, content: &str| std::fs::write(folder.join(name), content).unwrap();
    file("c.yaml", &problem("in-c", MATE_IN_1, "tags: [easy]\n"));
    file("b/y.sfen", &format!("# two\n{MATE_IN_1}\nsfen {NO_MATE}\n"));
    file("a/z.yml", &problem("in-z", NO_MATE, "tags: [hard, easy]\n"));
    file("a/notes.txt", "no problem file");
    let ids = |arguments: &[&str]| -> Vec<String> {
        let base = ["solve", "--format", "json", text(&folder)];
        let solved = run(&[&base[..], arguments].concat());
        assert_eq!(solved.code, Some(0));
        json(&solved.out).iter().map(|line| line["id"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(ids(&[]), ["in-z", "1", "2", "in-c"]);
    assert_eq!(ids(&["--sfen", NO_MATE, "--threads", "3"]), ["in-z", "1", "2", "in-c", "1"]);
    assert_eq!(ids(&["--tag", "easy"]), ["in-z", "in-c"]);
    assert_eq!(ids(&["--shard", "2/3"]), ["1"]);
    let empty = folder.join("d");
    std::fs::create_dir_all(&empty).unwrap();
    let missing = folder.join("e.yaml");
    let base = ["solve", "--quiet", text(&empty), text(&missing), "--sfen", MATE_IN_1];
    let solved = run(&[&base[..], &["--format", "json"]].concat());
    assert_eq!((solved.code, solved.err.as_str()), (Some(2), ""));
    let lines = json(&solved.out);
    for (line, (code, file)) in lines.iter().zip([("E0219", &empty), ("E0201", &missing)]) {
        assert_eq!(keys(line), ["id", "error", "file", "line", "column"]);
        assert_eq!((&line["error"]["code"], &line["file"]), (&code.into(), &text(file).into()));
    }
    assert_eq!((lines.len(), &lines[2]["plies"]), (3, &1.into()));
    let solved = run(&base);
    assert!(solved.err.contains("this folder holds no problem file"), "{}", solved.err);
    assert_eq!((solved.code, solved.out.lines().next()), (Some(2), Some("1  mate in 1")));
    let both = [text(&empty), text(&missing), text(&folder), "-"];
    let list = run(&[&["convert", "--to", "sfen"], &both[..]].concat());
    assert_eq!((list.code, list.out.lines().count()), (Some(2), 4), "{}", list.err);
    let verified = run(&["verify", "--format", "json", text(&empty)]);
    assert_eq!((verified.code, verified.err.as_str()), (Some(2), ""));
    assert_eq!(json(&verified.out)[0]["error"]["code"], "E0219");
}

#[test]
fn unknown_tag_is_a_wrong_argument() {
    let folder = folder("tags");
    let path = folder.join("a.yaml");
    std::fs::write(&path, problem("a", MATE_IN_1, "tags: [edo, smoke]\n")).unwrap();
    let solve = |more: &[&str]| run(&[&["solve", "-q", text(&path)], more].concat());
    for more in [&["--tag", "smkoe"][..], &["--tag", "edo", "--tag", "smkoe"]] {
        let told = solve(more);
        assert_eq!((told.code, told.out.as_str()), (Some(2), ""));
        assert!(told.err.contains("E0711") && told.err.contains("`smkoe`"), "{}", told.err);
        assert!(told.err.contains("known: smoke, edo"), "{}", told.err);
    }
    let told = solve(&["--tag", "x", "--sfen", "nonsense"]);
    assert!(["E0711", "E0304"].iter().all(|code| told.err.contains(code)), "{}", told.err);
    assert_eq!(solve(&["--tag", "smoke"]).code, Some(0));
}

#[test]
fn file_extensions_may_be_upper_case() {
    let folder = folder("upper");
    std::fs::write(folder.join("A.YAML"), problem("in-a", MATE_IN_1, "")).unwrap();
    std::fs::write(folder.join("B.Sfen"), format!("{NO_MATE}\n")).unwrap();
    let kif = run(&["convert", "-q", text(&folder.join("A.YAML")), text(&folder.join("C.KIF"))]);
    assert_eq!(kif.code, Some(0), "{}", kif.err);
    let solved = run(&["solve", "--format", "json", "--quiet", text(&folder)]);
    assert_eq!(solved.code, Some(0), "{}", solved.err);
    let lines = json(&solved.out);
    let ids: Vec<&str> = lines.iter().map(|line| line["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["in-a", "1", "C"]);
}

#[test]
fn certificates_of_equal_ids_do_not_collide() {
    let folder = folder("names");
    let proofs = folder.join("proofs");
    for (name, id, position) in
        [("a", "same/id", MATE_IN_1), ("b", "same/id", NO_MATE), ("c", "Same/ID", HARD)]
    {
        let path = folder.join(format!("{name}.yaml"));
        std::fs::write(path, problem(id, position, "")).unwrap();
    }
    let base = ["solve", "--format", "json", "--nodes", "5000", "--certificate", text(&proofs)];
    let solved = run(&[&base[..], &[text(&folder)]].concat());
    assert_eq!(solved.code, Some(3));
    let lines = json(&solved.out);
    let file = |i: usize| lines[i]["certificate"]["file"].as_str().unwrap();
    assert_eq!(file(0), text(&proofs.join("same_id.tsc")));
    assert_ne!(file(0), file(1));
    assert_eq!(std::fs::read_dir(&proofs).unwrap().count(), 2);
    let verified = run(&["verify", "--format", "json", file(0), file(1)]);
    let claims: Vec<Value> = json(&verified.out).iter().map(|line| line["claim"].clone()).collect();
    assert_eq!(claims, ["mate_within", "no_mate"]);
    // A shard names its certificates as the whole set does.
    std::fs::remove_dir_all(&proofs).unwrap();
    let part = run(&[&base[..], &[text(&folder), "--shard", "2/3"]].concat());
    assert_eq!(json(&part.out)[0]["certificate"]["file"], lines[1]["certificate"]["file"]);
}

#[test]
fn all_errors_are_reported_and_other_problems_solved() {
    let folder = folder("broken");
    let path = folder.join("problems.yaml");
    let content = format!(
        "problems:\n  - id: a\n    position: \"{MATE_IN_1}\"\n  - id: b\n    \
         position: \"4k4/9/4X4/9/9/9/9/9/9 b - 1\"\n    colour: red\n  - id: c\n    \
         position: \"{NO_MATE}\"\n"
    );
    std::fs::write(&path, content).unwrap();
    let solved = run(&["solve", "--format", "json", text(&path)]);
    assert_eq!(solved.code, Some(2));
    let lines = json(&solved.out);
    let ids: Vec<&str> = lines.iter().map(|line| line["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["a", "b", "c"]);
    let broken = [&lines[1], &lines[1]["more"][0]];
    let places: Vec<(u64, u64)> = broken
        .iter()
        .map(|line| (line["line"].as_u64().unwrap(), line["column"].as_u64().unwrap()))
        .collect();
    // Piece X in the position, and the unknown key.
    assert!(places.contains(&(5, 23)) && places.contains(&(6, 5)), "{places:?}");
    assert!(broken.iter().all(|line| line["file"] == text(&path)));
    // `show` accepts the position with or without `--allow`.
    let pawns = "4k4/9/4P4/9/4P4/9/9/9/9 b - 1";
    std::fs::write(&path, problem("pawns", pawns, "")).unwrap();
    assert_eq!(run(&["solve", text(&path)]).code, Some(2));
    assert_eq!(run(&["solve", "--allow", "two_pawns", text(&path)]).code, Some(0));
    assert_eq!(run(&["show", text(&path)]).code, Some(0));
}
