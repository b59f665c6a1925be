//! One long search in several runs: `--checkpoint`, `--restore`.

use super::*;
use sha2::{Digest, Sha256};

/// One problem of a shipped file in a file of its own.
fn shipped(folder: &Path, file: &str, id: &str) -> PathBuf {
    let all = Path::new(env!("CARGO_MANIFEST_DIR")).join("problems").join(file);
    let list = run(&["solve", "--nodes", "1", "--certify", "none", "--format", "json", text(&all)]);
    let line = json(&list.out).into_iter().find(|line| line["id"] == id).unwrap();
    let path = folder.join(format!("{id}.yaml"));
    let field = |name: &str| line[name].as_str().unwrap().to_owned();
    let problem = format!(
        "id: {id}\nvariant: {}\nforcing: {}\nattacker: {}\nrules: {}\nposition: \"{}\"\n",
        field("variant"),
        field("forcing"),
        field("attacker"),
        line["rules"],
        field("position")
    );
    std::fs::write(&path, problem).unwrap();
    path
}

fn nodes(line: &Value) -> u64 {
    line["nodes"].as_u64().unwrap()
}

/// Runs of `nodes_each` nodes until the problem is decided. Returns the last result, and the nodes
/// of all runs but the last.
fn step_by_step(problem: &Path, nodes_each: u64, more: &[&str]) -> (Value, u64) {
    let kept = problem.with_extension("ckpt");
    let limit = nodes_each.to_string();
    // Checkpoints are of the search alone.
    let base = ["solve", "--format", "json", "--threads", "1", "--nodes", &limit, text(problem)];
    let base = [&base[..], &["--count", "every"]].concat();
    let files = ["--checkpoint", text(&kept), "--restore", text(&kept)];
    let mut spent = 0;
    for step in 0..60 {
        let ran = run(&[&base[..], &files, more].concat());
        let line = json(&ran.out).remove(0);
        assert_eq!(ran.err.contains("starts from the beginning"), step == 0, "{}", ran.err);
        if ran.code != Some(3) {
            assert!(ran.code == Some(0) && step > 1, "step {step}: {}", ran.err);
            return (line, spent);
        }
        assert!(ran.err.contains("saved to"), "{}", ran.err);
        spent += nodes(&line);
    }
    panic!("it does not come to an end");
}

#[test]
fn checkpoint_overwrites_no_other_file() {
    let folder = folder("checkpoint-others");
    let kept = folder.join("a.ckpt");
    let save = |position: &str, path: &Path| {
        let limits = ["--nodes", "1000", "--threads", "1", "--time", "60"];
        run(&[&["solve", "--sfen", position, "--checkpoint", text(path)], &limits[..]].concat())
    };
    assert_eq!(save(HARD, &kept).code, Some(3));
    let first = std::fs::read(&kept).unwrap();
    // The same search may start again.
    assert_eq!(save(HARD, &kept).code, Some(3));
    let other = HARD.replacen("b GP3s", "b GPS2s", 1);
    let refused = save(&other, &kept);
    assert_eq!(refused.code, Some(2));
    assert!(refused.err.contains("of another problem"), "{}", refused.err);
    let is_kept = |path: &Path, start: &[u8]| std::fs::read(path).unwrap().starts_with(start);
    let header = first.iter().position(|byte| *byte == b',').unwrap();
    assert!(is_kept(&kept, &first[..header]));
    let notes = folder.join("notes.txt");
    std::fs::write(&notes, "mine").unwrap();
    let refused = save(HARD, &notes);
    assert!(refused.code == Some(2) && is_kept(&notes, b"mine"), "{}", refused.err);
    assert!(refused.err.contains("is not a checkpoint"), "{}", refused.err);
    std::fs::write(&notes, "").unwrap();
    assert_eq!(save(HARD, &notes).code, Some(3));
}

#[test]
fn search_in_steps_finds_what_one_run_finds() {
    let folder = folder("checkpoint-steps");
    for (file, id, parts) in
        [("shogi/zukou.yaml", "zukou-046", 4), ("chu/small.yaml", "chu-small-024", 4)]
    {
        let problem = shipped(&folder, file, id);
        let base = ["solve", "--format", "json", "--threads", "1", "--count", "every"];
        let whole = run(&[&base[..], &[text(&problem)]].concat());
        let whole = json(&whole.out).remove(0);
        let (last, spent) = step_by_step(&problem, nodes(&whole) / parts, &[]);
        for same in ["verdict", "plies", "shortest"] {
            assert_eq!(last.get(same), whole.get(same), "{id}");
        }
        assert_eq!(last["certificate"]["checked"], true, "{id}");
        // No run starts from the beginning.
        assert!(nodes(&last) < nodes(&whole), "{id}");
        assert!(spent + nodes(&last) < 2 * nodes(&whole), "{id}: {spent}");
    }
}

#[test]
fn foreign_and_damaged_checkpoints_are_refused() {
    let folder = folder("checkpoint-refused");
    let kept = folder.join("kept");
    let hard = ["solve", "--threads", "1", "--nodes", "20000", "--sfen", HARD];
    let saved = run(&[&hard[..], &["--checkpoint", text(&kept)]].concat());
    assert_eq!(saved.code, Some(3), "{}", saved.err);
    let whole = std::fs::read(&kept).unwrap();
    let bad = folder.join("bad");
    let refused = |bytes: &[u8], says: &str| {
        std::fs::write(&bad, bytes).unwrap();
        let ran = run(&[&hard[..], &["--restore", text(&bad)]].concat());
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{}", ran.err);
        assert!(ran.err.contains(says) && ran.err.contains(text(&bad)), "{}", ran.err);
    };
    let line = whole.iter().position(|&byte| byte == b'\n').unwrap();
    for end in [0, 1, line] {
        refused(&whole[..end], if end == line { "incomplete" } else { "not a checkpoint" });
    }
    for end in [line + 1, line + 2, whole.len() / 2, whole.len() - 1] {
        refused(&whole[..end], "incomplete or damaged");
    }
    for at in [line + 1, whole.len() / 2, whole.len() - 1] {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x10;
        refused(&bytes, "incomplete or damaged");
    }
    refused(&[&whole[..], b"x"].concat(), "incomplete or damaged");
    refused(b"id: a\nposition: b\n", "not a checkpoint");
    let later = String::from_utf8_lossy(&whole[..=line]).replace("checkpoint\":", "checkpoint\":9");
    refused(later.as_bytes(), "another version");
    std::fs::write(&bad, &whole).unwrap();
    let other = run(&["solve", "--sfen", MATE_IN_1, "--restore", text(&bad)]);
    assert_eq!((other.code, other.out.as_str()), (Some(2), ""));
    assert!(other.err.contains("another problem, `1`"), "{}", other.err);
    let absent = run(&[&hard[..], &["--restore", text(&folder.join("absent"))]].concat());
    assert_eq!((absent.code, absent.out.as_str()), (Some(2), ""));
    let set = ["solve", "--sfen", HARD, "--sfen", MATE_IN_1, "--restore", text(&kept)];
    let set = run(&set);
    assert!(set.code == Some(2) && set.err.contains("--resume") && set.err.contains("--shard"));
    assert_eq!(std::fs::read(&kept).unwrap(), whole);
}

/// Words of an entry; `src/search/transposition_table/entry.rs` describes them.
type Words = [u64; 7];

/// A checkpoint with changed entries and a correct digest.
fn altered(checkpoint: &[u8], mut change: impl FnMut(&mut Words)) -> Vec<u8> {
    let head = checkpoint.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    let mut out = checkpoint[..head].to_vec();
    let mut rest = &checkpoint[head..checkpoint.len() - 32];
    let take = |rest: &mut &[u8], count: usize| {
        let (taken, left) = rest.split_at(count);
        *rest = left;
        taken.to_vec()
    };
    loop {
        let mask = take(&mut rest, 1)[0];
        if mask == 0 {
            break;
        }
        let mut words = Words::default();
        for (i, word) in words.iter_mut().enumerate().filter(|(i, _)| mask >> i & 1 == 1) {
            *word =
                u64::from_le_bytes(take(&mut rest, 8).try_into().unwrap_or_else(|_| panic!("{i}")));
        }
        change(&mut words);
        let mask = (0..7).filter(|&i| words[i] != 0).fold(0, |mask, i| mask | 1 << i);
        out.push(mask);
        words.iter().filter(|&&word| word != 0).for_each(|word| out.extend(word.to_le_bytes()));
    }
    out.push(0);
    out.extend(rest);
    let digest = Sha256::digest(&out);
    out.extend(digest);
    out
}

/// Sets the bounds of an entry: a mate within `mate` plies, no mate within `no_mate` plies.
fn settle(words: &mut Words, mate: u16, no_mate: u16) {
    words[3] = words[3] >> 32 << 32 | u64::from(no_mate) << 16 | u64::from(mate);
}

/// Whatever a checkpoint contains, the program claims only what the checker accepts: the truth, or
/// nothing and a warning.
#[test]
fn altered_checkpoint_causes_no_false_verdict() {
    const NEVER: u16 = u16::MAX;
    let folder = folder("checkpoint-altered");
    let (problem, kept, bad) = (
        shipped(&folder, "shogi/zukou.yaml", "zukou-046"),
        folder.join("kept"),
        folder.join("bad"),
    );
    let base = ["solve", "--format", "json", "--threads", "1", text(&problem), "--count", "every"];
    let truth = json(&run(&base).out).remove(0);
    let limit = (nodes(&truth) * 3 / 4).to_string();
    let part = run(&[&base[..], &["--nodes", &limit, "--checkpoint", text(&kept)]].concat());
    assert_eq!(part.code, Some(3), "{}", part.err);
    let whole = std::fs::read(&kept).unwrap();
    assert_eq!(altered(&whole, |_| ()), whole, "the format is read as it is written");
    let shortest = truth["plies"].as_u64().unwrap();
    let mut random = 1_u64;
    let mut step = || {
        random = random.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
        random >> 33
    };
    type Change<'a> = Box<dyn FnMut(&mut Words) + 'a>;
    let mut changes: Vec<(&str, Change<'_>)> = vec![
        ("no mate anywhere", Box::new(|words| settle(words, NEVER, NEVER))),
        ("mates everywhere", Box::new(|words| settle(words, 1, 0))),
        ("longer mates", Box::new(|words| settle(words, 9, 0))),
        ("even mates", Box::new(|words| settle(words, 4, 0))),
        ("both at once", Box::new(|words| settle(words, 3, 5))),
        // Also of nodes with a mate in one, which no search leaves open.
        ("all open", Box::new(|words| settle(words, NEVER, 0))),
        ("no short mates", Box::new(|words| settle(words, NEVER, 11))),
        (
            "the other way round",
            Box::new(|words| {
                let (mate, no_mate) = (words[3] as u16, (words[3] >> 16) as u16);
                match (mate, no_mate) {
                    (NEVER, 0) => {}
                    (NEVER, _) => settle(words, 3, 0),
                    _ => settle(words, NEVER, NEVER),
                }
            }),
        ),
        (
            "here and there",
            Box::new(move |words| match step() % 12 {
                0 => settle(words, NEVER, NEVER),
                1 => settle(words, (step() % 30) as u16, 0),
                2 => settle(words, NEVER, (step() % 30) as u16),
                3 => words[1] ^= step() & 0x1111,
                _ => {}
            }),
        ),
    ];
    let mut doubted = 0;
    for (what, change) in &mut changes {
        std::fs::write(&bad, altered(&whole, change)).unwrap();
        for certify in ["verdict", "length"] {
            let restored = ["--restore", text(&bad), "--certify", certify, "--nodes", "200000"];
            let ran = run(&[&base[..], &restored].concat());
            let line = json(&ran.out).remove(0);
            let plies = line["plies"].as_u64();
            match line["verdict"].as_str().unwrap() {
                "mate" => {
                    assert!(plies >= Some(shortest) && plies.unwrap() % 2 == 1, "{what}: {line}");
                    if line["shortest"] == true {
                        assert_eq!(plies, Some(shortest), "{what}: {line}");
                        assert_eq!(line["certificate"]["covers"], "length", "{what}: {line}");
                    } else {
                        assert_eq!(ran.code, Some(3), "{what}");
                    }
                    assert_ne!(line["leftover_proved"], true, "{what}: it is not certified");
                }
                "unknown" => {
                    assert_eq!((ran.code, plies), (Some(3), None), "{what}: {line}");
                    assert!(line["no_mate_within"].as_u64() < Some(shortest), "{what}: {line}");
                }
                other => panic!("{what}: {other}"),
            }
            if line["stopped_by"] == "refused" {
                assert!(line["refused"]["fault"].is_string() && ran.err.contains("please report"));
                assert!(ran.err.contains("--restore"), "{}", ran.err);
            }
            doubted += usize::from(line.get("refused").is_some());
        }
    }
    assert!(doubted > 2, "{doubted}");
}

/// An honest checkpoint leads to the result of a search without it, with a certified length.
#[test]
fn length_from_a_checkpoint_is_certified() {
    let folder = folder("checkpoint-length");
    let problem = shipped(&folder, "shogi/zukou.yaml", "zukou-046");
    let base = ["solve", "--format", "json", "--threads", "1", text(&problem), "--count", "every"];
    let truth = json(&run(&base).out).remove(0);
    let (kept, limit) = (folder.join("kept"), (nodes(&truth) * 3 / 4).to_string());
    run(&[&base[..], &["--nodes", &limit, "--checkpoint", text(&kept)]].concat());
    let restored = run(&[&base[..], &["--restore", text(&kept)]].concat());
    let line = json(&restored.out).remove(0);
    for same in ["verdict", "plies", "shortest"] {
        assert_eq!(line[same], truth[same]);
    }
    assert_eq!(truth["certificate"]["covers"], "verdict");
    let note = &line["certificate"];
    assert_eq!((&note["covers"], &note["checked"]), (&"length".into(), &true.into()));
}

#[test]
fn finished_search_writes_no_checkpoint() {
    let folder = folder("checkpoint-none");
    let kept = folder.join("kept");
    let ran = run(&["solve", "--sfen", MATE_IN_1, "--checkpoint", text(&kept)]);
    assert_eq!((ran.code, kept.exists()), (Some(0), false));
    let nowhere = folder.join("no").join("such");
    let ran = run(&["solve", "--sfen", MATE_IN_1, "--checkpoint", text(&nowhere)]);
    assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""));
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
}

#[cfg(target_os = "linux")]
#[test]
fn failed_save_is_reported_and_the_search_continues() {
    let full = ["solve", "--nodes", "5000", "--sfen", HARD, "--checkpoint", "/dev/full"];
    let ran = run(&full);
    assert_eq!(ran.code, Some(2));
    assert!(ran.out.contains("out of nodes") && ran.err.contains("cannot write"), "{}", ran.err);
}

#[cfg(unix)]
#[test]
fn signal_leaves_a_checkpoint() {
    let folder = folder("checkpoint-signal");
    let kept = folder.join("kept");
    for (signal, status) in [("-INT", 130), ("-TERM", 143)] {
        let arguments = ["solve", "--quiet", "--sfen", HARD, "--checkpoint", text(&kept)];
        let files = ["--restore", text(&kept), "--checkpoint-every", "1"];
        let child =
            tsume(&[&arguments[..], &files].concat()).stdout(Stdio::piped()).spawn().unwrap();
        std::thread::sleep(std::time::Duration::from_secs(2));
        let id = child.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
        let ran = Run::from(child.wait_with_output().unwrap());
        assert_eq!(ran.code, Some(status));
        assert!(ran.out.contains("interrupted"), "{}", ran.out);
    }
    let more = ["solve", "--nodes", "2000", "--sfen", HARD, "--restore", text(&kept)];
    let ran = run(&more);
    assert!(ran.code == Some(3) && ran.err.contains("continues from"), "{}", ran.err);
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
}
