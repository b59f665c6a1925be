//! Whole campaigns as users run them: equal seeds write equal files, a kill loses nothing, every
//! wrong argument is explained.

use super::*;
use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;
use tsume::generator::archive::{Archive, FAMILY_CAPACITY, OfferOutcome};
use tsume::generator::problem_record::Lineage;
use tsume::generator::{ArchivedProblem, ProblemRecord};

fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("generator-{name}"));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

fn generate(folder: &Path, arguments: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tsume"))
        .arg("generate")
        .args(arguments.split_whitespace())
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn equal_seeds_write_equal_files() {
    let folder = folder("seed");
    for arguments in [
        "--length 1..5 --count 12",
        "--variant chu --length 3 --count 4",
        "--length 3..5 --nodes 400000",
    ] {
        let run = |seed: u32| {
            let output =
                generate(&folder, &format!("{arguments} --threads 1 --quiet --seed {seed}"));
            assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
            text(&output.stdout)
        };
        let first = run(1);
        assert_eq!(first, run(1), "{arguments}");
        assert_ne!(first, run(2), "{arguments}");
        assert!(first.matches("  - id:").count() >= 3, "{first}");
    }
}

#[test]
fn generated_problems_meet_the_request() {
    let folder = folder("asked");
    let cases = [
        ("--length 3 --count 6 --pieces ..6 --hand 1..2 --require R --forbid P,L", "shogi"),
        ("--length 1..3 --count 1:3,3:5 --theme bare_king,sacrifice", "shogi"),
        ("--variant dai --length 3 --count 3 --attackers 2", "dai"),
        ("--variant chu --length 3 --count 3 --royals 2 --forcing royal", "chu"),
        ("--length 3 --count 3 --require +R", "shogi"),
        ("--length 3 --count 3 --require R,R --forbid +B", "shogi"),
        ("--variant maka_dai_dai --length 3 --count 3 --require HM,+B", "maka_dai_dai"),
        ("--variant hishigata --length 3 --count 3", "hishigata"),
    ];
    for (arguments, variant) in cases {
        let output =
            generate(&folder, &format!("{arguments} --threads 1 --quiet --seed 7 -o made.yaml"));
        assert_eq!(output.status.code(), Some(0), "{arguments}: {}", text(&output.stderr));
        let made = std::fs::read_to_string(folder.join("made.yaml")).unwrap();
        let made: serde_yaml::Value = serde_yaml::from_str(&made).unwrap();
        let problems = made["problems"].as_sequence().unwrap();
        let rules = crate::support::rules(variant, &[]);
        let mut lengths = Vec::new();
        for problem in problems {
            let position = sfen(&rules, problem["position"].as_str().unwrap());
            let plies = problem["expect"]["plies"].as_u64().unwrap();
            let hand = position.hands[0].total();
            lengths.push(plies);
            let ids: BTreeSet<&str> = position
                .pieces()
                .map(|(_, piece)| rules.spec(rules.spec(piece.kind()).base).id.as_str())
                .chain(
                    (rules.lanes.iter().enumerate())
                        .filter(|(lane, _)| position.hands[0].count(*lane as u8) > 0)
                        .map(|(_, kind)| rules.spec(*kind).id.as_str()),
                )
                .collect();
            let tags: Vec<&str> = problem["tags"]
                .as_sequence()
                .unwrap()
                .iter()
                .map(|t| t.as_str().unwrap())
                .collect();
            let there = |id: &str| {
                let kind = rules.kind(id).unwrap();
                let lane = rules.spec(kind).lane;
                let held = lane.map_or(0, |lane| usize::from(position.hands[0].count(lane)));
                held + position.pieces().filter(|(_, piece)| piece.kind() == kind).count()
            };
            if let Some(required) = arguments.split_once("--require ").map(|(_, rest)| rest) {
                for id in required.split_whitespace().next().unwrap().split(',') {
                    let times = required.split([',', ' ']).filter(|other| *other == id).count();
                    assert!(there(id) >= times, "{id}: {problem:?}");
                }
            }
            if arguments.contains("--forbid +B") {
                assert_eq!(there("+B"), 0, "{problem:?}");
            }
            super::shipped::assert_within_army(&rules, &position);
            if arguments.contains("--require R --forbid") {
                assert!((1..=2).contains(&hand) && ids.contains("R"), "{problem:?}");
                assert!(!ids.contains("P") && !ids.contains("L"), "{problem:?}");
                assert!(position.pieces().count() + hand as usize <= 6);
            }
            if arguments.contains("--theme") {
                assert!(tags.contains(&"bare_king") || tags.contains(&"sacrifice"), "{tags:?}");
            }
            if arguments.contains("--attackers 2") {
                let black = |p: &tsume::position::Piece| p.side() == tsume::rules::Side::Black;
                assert_eq!(position.pieces().filter(|(_, piece)| black(piece)).count(), 2);
            }
            if arguments.contains("--royals 2") {
                assert_eq!(position.royals(&rules, tsume::rules::Side::White).len(), 2);
                assert_eq!(problem["forcing"].as_str(), Some("royal"));
            }
        }
        let of = |plies: u64| lengths.iter().filter(|l| **l == plies).count();
        if arguments.contains("1:3,3:5") {
            assert_eq!((of(1), of(3)), (3, 5));
        } else {
            assert_eq!(of(3), problems.len(), "{arguments}");
        }
        // The program's other commands agree with the file.
        let solve = Command::new(env!("CARGO_BIN_EXE_tsume"))
            .args(["solve", "made.yaml", "--quiet"])
            .current_dir(&folder)
            .output()
            .unwrap();
        assert_eq!(solve.status.code(), Some(0), "{}", text(&solve.stdout));
    }
}

#[test]
fn avoided_sets_are_avoided_and_given_sets_extended() {
    let folder = folder("avoid");
    let first = generate(&folder, "--length 3 --count 10 --threads 1 --quiet -o first.yaml");
    assert_eq!(first.status.code(), Some(0));
    let second = generate(
        &folder,
        "--length 3 --count 10 --threads 1 --quiet --avoid first.yaml -o second.yaml",
    );
    assert_eq!(second.status.code(), Some(0), "{}", text(&second.stderr));
    let ids = |name: &str| -> BTreeSet<String> {
        let text = std::fs::read_to_string(folder.join(name)).unwrap();
        text.lines().filter_map(|line| line.strip_prefix("  - id: ")).map(str::to_owned).collect()
    };
    // An id is a hash of the line.
    assert!(ids("first.yaml").is_disjoint(&ids("second.yaml")));
    let third = generate(
        &folder,
        "--length 3 --count 10 --threads 1 --quiet --seed 5 --from first.yaml -o third.yaml",
    );
    assert_eq!(third.status.code(), Some(0));
    let third = std::fs::read_to_string(folder.join("third.yaml")).unwrap();
    assert!(third.matches("\"origin\":\"given\"").count() >= 8, "{third}");
}

/// Chu shogi, a mate in 3 that an independent program found by brute force.
const CHU: &str = "4k3[KR]3/12/5[gb]s5/12/4+[DH]7/4R7/12/12/12/12/12/12 b - 1";

/// Ids of the lines of an archive's problems.
fn archived(path: &Path) -> Vec<String> {
    let Ok(text) = std::fs::read_to_string(path) else { return Vec::new() };
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    text[..whole]
        .lines()
        .filter_map(|line| {
            serde_json::from_str::<serde_json::Value>(line).unwrap().get("found").cloned()
        })
        .map(|found| found["id"].as_str().unwrap().to_owned())
        .collect()
}

/// The test kills a campaign at twenty moments. Problems of the archive before a kill are there
/// afterwards, and in the final file.
#[cfg(unix)]
#[test]
fn killed_campaign_loses_nothing() {
    let folder = folder("kill");
    let archive = folder.join("campaign.jsonl");
    let mut random = RandomStream::new(1, 0);
    let mut before: Vec<String> = Vec::new();
    for round in 0..20 {
        let mut child = Command::new(env!("CARGO_BIN_EXE_tsume"))
            .args(["generate", "--length", "1..5", "--time", "60", "--threads", "2", "--quiet"])
            .args(["--archive", "campaign.jsonl", "--resume", "-o", "never.yaml"])
            .current_dir(&folder)
            .stdin(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(50 + random.draw_below(400) as u64));
        // Problems reported so far.
        let told = archived(&archive);
        child.kill().unwrap();
        child.wait().unwrap();
        let after = archived(&archive);
        assert!(after.starts_with(&before), "round {round}: old problems are gone");
        assert!(after.starts_with(&told), "round {round}: what was told is gone");
        before = after;
        if round % 4 == 1 {
            // As if the kill had cut off a line.
            let mut file = std::fs::OpenOptions::new().append(true).open(&archive).unwrap();
            file.write_all(b"{\"found\":{\"id\":\"torn").unwrap();
        }
    }
    assert!(before.len() >= 10, "only {} problems in twenty runs", before.len());
    assert!(!folder.join("never.yaml").exists());
    let last = generate(
        &folder,
        "--length 1..5 --nodes 1 --threads 1 --resume campaign.jsonl -o all.yaml",
    );
    assert_eq!(last.status.code(), Some(0), "{}", text(&last.stderr));
    let all = std::fs::read_to_string(folder.join("all.yaml")).unwrap();
    let there: BTreeSet<&str> =
        all.lines().filter_map(|line| line.strip_prefix("  - id: ")).collect();
    // A better problem of the same family may have replaced one; its line was replaced then.
    let gone = before.iter().filter(|id| !there.contains(id.as_str())).count();
    let replaced = before.len() - there.len().min(before.len());
    assert!(gone <= replaced, "{gone} gone, {replaced} replaced");
}

#[cfg(unix)]
#[test]
fn signal_ends_a_campaign_in_order() {
    let folder = folder("signal");
    let archive = folder.join("signal.jsonl");
    let mut child = Command::new(env!("CARGO_BIN_EXE_tsume"))
        .args(["generate", "--length", "1..5", "--time", "600", "--quiet", "-o", "set.yaml"])
        .args(["--archive", "signal.jsonl"])
        .current_dir(&folder)
        .spawn()
        .unwrap();
    let start = Instant::now();
    while archived(&archive).is_empty() && start.elapsed() < Duration::from_secs(120) {
        std::thread::sleep(Duration::from_millis(50));
    }
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let set = std::fs::read_to_string(folder.join("set.yaml")).unwrap();
    assert!(set.contains("  - id: shogi-"), "{set}");
}

#[test]
fn wrong_campaign_arguments_are_explained() {
    let folder = folder("mistakes");
    std::fs::write(folder.join("broken.jsonl"), "{\"no\":1}\n").unwrap();
    std::fs::write(
        folder.join("chu.yaml"),
        format!("variant: chu\nproblems:\n  - id: a\n    position: \"{CHU}\"\n"),
    )
    .unwrap();
    let other = generate(
        &folder,
        "--variant chu --length 1 --nodes 1 --quiet --archive chu.jsonl -o x.yaml",
    );
    assert_eq!(other.status.code(), Some(3), "{}", text(&other.stderr));
    let cases = [
        ("--length 4", "no odd number", "odd numbers"),
        ("--length 9..5", "expected a range, found `9..5`", "5"),
        ("--length x", "expected a range, found `x`", "8, 4..10"),
        ("--length 3..999", "999 plies", "at most"),
        ("--count 0", "expected a number of problems, found `0`", "write a number"),
        ("--length 3..5 --count 7:5", "does not include 7 plies", "--count"),
        ("--count 3:5,6", "expected `LENGTH:COUNT`, found `6`", "3:50"),
        ("--require Q", "shogi has no piece `Q`", "tsume rules shogi"),
        ("--forbid K", "excludes all pieces", ""),
        ("--theme sacrifise", "invalid value 'sacrifise'", "similar value exists: 'sacrifice"),
        ("--theme two_royals", "a side of shogi has only one royal", ""),
        ("--theme royal_captured,igui", "one royal", "captures without moving"),
        ("--variant chu --theme two_royals", "add --royals 2", ""),
        ("--variant chu --theme distant_drop", "has no drops", ""),
        ("--variant chu --theme hook", "turns a corner", ""),
        ("--hand 0 --theme distant_drop", "nothing to drop", "--hand"),
        ("--hand 1.. --theme empty_hand", "asks for at least 1", ""),
        ("--theme counter_check", "no king", "--from"),
        ("--length 1 --theme sacrifice", "at least 3 plies", ""),
        ("--hand 0 --attackers 1 --theme one_kind", "two pieces", ""),
        ("--require R,R,R", "asks for 3 of `R`", "there are 2"),
        ("--require R,+R,+R", "asks for 3 of `R`", "there are 2"),
        ("--require R --forbid R", "both name `R`", ""),
        ("--require +R --forbid R", "both name `+R`", ""),
        ("--require R,B,G --pieces 3", "--require names", "4"),
        ("--require K,K", "asks for 2 of `K`", "there is 1"),
        ("--variant hishigata --require LD", "lion dog (`LD`), which hishigata does not have", ""),
        ("--variant maka_dai_dai --require HM,HM,HM", "asks for 3 of `HM`", "there are 2"),
        ("--variant chu --require K,+DE", "asks for 2 royals", "--royals 2"),
        ("--variant chu --royals 3", "at most 2 royals", ""),
        ("--hand 60", "60 pieces", "38"),
        ("--variant hishigata --attackers 31", "31 pieces", "30"),
        ("--royals 2", "has drops", "--royals"),
        ("--royals 0", "needs a royal", "1..2"),
        ("--pieces -3", "", ""),
        ("--resume", "--resume needs the FILE", ""),
        ("--resume a --archive b", "remove one of them", ""),
        ("--resume gone.jsonl", "the campaign `gone.jsonl` does not exist", "--archive"),
        ("--resume broken.jsonl", "line 1", "not a line of a campaign"),
        ("--archive chu.jsonl", "already exists", "--resume"),
        ("--resume chu.jsonl", "this campaign is about chu", "not about shogi"),
        ("--from chu.yaml", "no problem of shogi", "--from"),
        ("--from nowhere.yaml", "nowhere.yaml", ""),
        ("--depth 1 --length 3", "--depth excludes all", ""),
        ("--variant shogy", "shogy", "shogi"),
        ("--time 0", "seconds", ""),
        (
            "-o /nowhere/x.yaml --length 1 --nodes 1",
            "cannot write into `/nowhere`",
            "does not exist",
        ),
    ];
    for (arguments, message, help) in cases {
        let output = generate(&folder, &format!("{arguments} --quiet"));
        let err = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments}: {err}");
        assert!(err.contains(message) && err.contains(help), "{arguments}: {err}");
    }
    // Too few problems within the limit: undecided.
    let few = generate(&folder, "--length 3 --count 1000 --nodes 50000 --quiet --threads 1");
    assert_eq!(few.status.code(), Some(3), "{}", text(&few.stderr));
}

/// An artificial problem for the archive.
fn kept(
    space: &ProblemSpace,
    id: &str,
    position: &str,
    line: &[&str],
    score: f64,
) -> ArchivedProblem {
    let lineage = Lineage {
        origin: "given".to_owned(),
        parent: None,
        generation: 0,
        seed: 1,
        stream: 0,
        attempt: 0,
    };
    let found = ProblemRecord {
        id: id.to_owned(),
        position: position.to_owned(),
        plies: line.len() as u16,
        line: line.iter().map(|m| (*m).to_owned()).collect(),
        tolerated: Vec::new(),
        themes: vec!["plain".to_owned()],
        first: "drop R".to_owned(),
        features: Default::default(),
        score,
        lineage,
    };
    ArchivedProblem::read(space, found).unwrap()
}

#[test]
fn archive_keeps_the_best_per_line_and_few_per_family() {
    let space = space("shogi");
    let mut archive = Archive::default();
    let problem = |id: &str, position: &str, score: f64| {
        kept(&space, id, position, &["R*2b", "1b1c", "2b2c+"], score)
    };
    let plain = "8r/8k/6G2/9/9/9/9/9/9 b R 1";
    assert_eq!(archive.offer(problem("a", plain, 5.0)), OfferOutcome::New);
    assert_eq!(archive.offer(problem("b", plain, 5.0)), OfferOutcome::Known);
    assert_eq!(
        archive.offer(problem("c", "8r/8k/6+P2/9/9/9/9/9/9 b R 1", 6.0)),
        OfferOutcome::Better
    );
    assert_eq!(archive.problems().len(), 1);
    assert_eq!(archive.problems()[0].record.score, 6.0);
    // Different starts, one end: all move down the file and end on the same squares.
    let start = "9/9/8k/9/9/9/9/9/9 b R8G 1";
    let long = |id: &str, first: &str, score: f64| {
        let line = [first, "1c1b", "R*2b", "1b1c", "2b2c", "1c1d", "2c2d"];
        kept(&space, id, start, &line, score)
    };
    for (i, first) in ["G*9a", "G*9b", "G*9c", "G*9d", "G*9e", "G*9f"].iter().enumerate() {
        let offer = archive.offer(long(first, first, i as f64));
        let expected = if i < FAMILY_CAPACITY { OfferOutcome::New } else { OfferOutcome::Better };
        assert_eq!(offer, expected, "{first}");
    }
    assert_eq!(archive.of_length(7).count(), FAMILY_CAPACITY);
    assert_eq!(archive.offer(long("G*9g", "G*9g", 0.5)), OfferOutcome::Crowded);
    assert_eq!(archive.families(7), 1);
    // The archive forgets replaced problems, and takes no avoided ones.
    assert!(archive.problems().iter().all(|kept| kept.record.line[0] != "G*9a"));
    let new = problem("d", "8r/8k/6G2/9/9/9/9/9/8p b R 1", 99.0);
    archive.avoid(new.line_key);
    assert_eq!(archive.offer(new), OfferOutcome::Avoided);
}

/// No file can be written here, as on a full disk.
#[cfg(unix)]
#[test]
fn unwritable_problems_are_not_lost() {
    let folder = folder("full");
    let script = "trap '' XFSZ; ulimit -f 0; exec \"$0\" \"$@\"";
    let arguments = "generate --length 1 --count 1 --threads 1 --quiet -o set.yaml";
    let output = Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_tsume")])
        .args(arguments.split_whitespace())
        .current_dir(&folder)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let expected = generate(&folder, "--length 1 --count 1 --threads 1 --quiet");
    assert_eq!(text(&output.stdout), text(&expected.stdout));
    let told = text(&output.stderr);
    assert!(told.contains("cannot write `set.yaml`") && told.contains("standard output"), "{told}");
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
}
