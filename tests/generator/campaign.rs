//! Whole campaigns as users run them: equal seeds write equal files, and a kill loses nothing.

use super::*;
use crate::judge::brute_force::Brute;
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;
use tsume::generator::archive::{Archive, FAMILY_CAPACITY, OfferOutcome};
use tsume::generator::problem_record::Lineage;
use tsume::generator::{ArchivedProblem, CampaignGoals, ProblemRecord};
use tsume::notation::usi;

pub fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("generator-{name}"));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

pub fn generate(folder: &Path, arguments: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tsume"))
        .env("TSUME_LANG", "en")
        .arg("generate")
        .args(arguments.split_whitespace())
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

pub fn text(bytes: &[u8]) -> String {
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
            .env("TSUME_LANG", "en")
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
pub const CHU: &str = "4k3[KR]3/12/5[gb]s5/12/4+[DH]7/4R7/12/12/12/12/12/12 b - 1";

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
    for round in 0..12 {
        let mut child = Command::new(env!("CARGO_BIN_EXE_tsume"))
            .env("TSUME_LANG", "en")
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
    assert!(before.len() >= 6, "only {} problems in twelve runs", before.len());
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
        .env("TSUME_LANG", "en")
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
fn archive_keeps_the_best_per_line() {
    let space = space("shogi");
    let mut archive = Archive::default();
    let problem = |id: &str, position: &str, score: f64| {
        kept(&space, id, position, &["R*2b", "1b1c", "2b2c+"], score)
    };
    let plain = "8r/8k/6G2/9/9/9/9/9/9 b R 1";
    assert_eq!(archive.offer(problem("a", plain, 5.0)), OfferOutcome::New);
    assert_eq!(archive.offer(problem("b", plain, 5.0)), OfferOutcome::Known);
    let promoted = "8r/8k/6+P2/9/9/9/9/9/9 b R 1";
    assert_eq!(archive.offer(problem("c", promoted, 6.0)), OfferOutcome::Better);
    assert_eq!(archive.problems().len(), 1);
    assert_eq!(archive.problems()[0].record.score, 6.0);
    let new = problem("d", "8r/8k/6G2/9/9/9/9/9/8p b R 1", 99.0);
    archive.avoid(new.line_key);
    assert_eq!(archive.offer(new), OfferOutcome::Avoided);
}

/// Problems whose first moves differ, and that end alike.
fn ending_alike(space: &ProblemSpace, i: usize, score: f64) -> ArchivedProblem {
    // A silver and a knight for each, so that two differ in more than one piece.
    let row = |piece: char| match i {
        0 => format!("{piece}8"),
        8 => format!("8{piece}"),
        _ => format!("{i}{piece}{}", 8 - i),
    };
    let position = format!("9/9/8k/9/9/9/{}/{}/9 b RG 1", row('s'), row('n'));
    let first = format!("G*9{}", ['a', 'b', 'c', 'd', 'e', 'f', 'i'][i]);
    let line = [&first, "1c1b", "R*2b", "1b1c", "2b2c", "1c1d", "2c2d"];
    kept(space, &first, &position, &line, score)
}

#[test]
fn steps_on_the_way_that_end_alike_are_few() {
    let space = space("shogi");
    let mut archive = Archive::default();
    for i in 0..6 {
        let offer = archive.offer(ending_alike(&space, i, i as f64));
        let expected = if i < FAMILY_CAPACITY { OfferOutcome::New } else { OfferOutcome::Better };
        assert_eq!(offer, expected, "{i}");
    }
    assert_eq!(archive.of_length(7).count(), FAMILY_CAPACITY);
    assert_eq!(archive.offer(ending_alike(&space, 6, 0.5)), OfferOutcome::Crowded);
    assert_eq!(archive.families(7), 1);
    // The archive forgets replaced problems.
    assert!(archive.problems().iter().all(|kept| kept.record.line[0] != "G*9a"));
}

#[test]
fn three_percent_of_a_set_may_end_alike() {
    let space = space("shogi");
    for (size, limit) in [(10, 2), (66, 2), (67, 2), (100, 3), (170, 5)] {
        let mut archive = Archive::new(&CampaignGoals::spread(vec![7], size));
        let outcomes: Vec<OfferOutcome> =
            (0..7).map(|i| archive.offer(ending_alike(&space, i, -(i as f64)))).collect();
        assert!(outcomes[..limit].iter().all(|o| *o == OfferOutcome::New), "{size}: {outcomes:?}");
        assert!(
            outcomes[limit..].iter().all(|o| *o == OfferOutcome::Crowded),
            "{size}: {outcomes:?}"
        );
        // A better one takes a place.
        assert_eq!(archive.offer(ending_alike(&space, 6, 9.0)), OfferOutcome::Better);
        assert_eq!(archive.wanted(7), limit);
        // After a stall twice as many.
        archive.add_stall();
        let outcome = archive.offer(ending_alike(&space, 5, -9.0));
        assert_eq!(outcome, OfferOutcome::New, "{size}");
    }
}

#[test]
fn sets_hold_few_problems_with_all_but_one_piece_in_common() {
    let space = space("shogi");
    let problem = |helper: usize, line: &[&str], score: f64| {
        let position = format!("8r/8k/6G2/{helper}P{}/9/9/9/9/9 b RS 1", 8 - helper);
        kept(&space, "a", &position, line, score)
    };
    let mut archive = Archive::new(&CampaignGoals::spread(vec![3], 10));
    let first = ["R*2b", "1b1c", "2b2c+"];
    let second = ["S*2a", "1b1c", "R*1b"];
    assert_eq!(archive.offer(problem(3, &first, 5.0)), OfferOutcome::New);
    let third = ["R*2b", "1b1c", "2b2d+"];
    assert_eq!(archive.offer(problem(5, &second, 4.0)), OfferOutcome::New);
    assert_eq!(archive.offer(problem(4, &third, 3.0)), OfferOutcome::Crowded);
    assert_eq!(archive.offer(problem(4, &third, 6.0)), OfferOutcome::Better);
    assert_eq!(archive.problems().len(), 2);
}

#[test]
fn counts_are_spread_evenly() {
    let each = |lengths: &[u16], count| CampaignGoals::spread(lengths.to_vec(), count).each;
    assert_eq!(each(&[3, 5, 7, 9], 200), BTreeMap::from([(3, 50), (5, 50), (7, 50), (9, 50)]));
    assert_eq!(each(&[1, 3, 5], 11), BTreeMap::from([(1, 4), (3, 4), (5, 3)]));
    assert_eq!(each(&[1, 3, 5], 2), BTreeMap::from([(1, 1), (3, 1)]));
    assert_eq!(each(&[1, 3, 5], 0), BTreeMap::new());
}

/// The moves of a line in a form that is equal for lines with the same moves up to the names of
/// pieces and a mirror image.
fn squares(line: &[String], from: bool) -> Vec<String> {
    let seen = |mirror: bool| -> Vec<String> {
        let square = |text: &str| match mirror {
            true => format!("{}{}", 10 - text[..1].parse::<u32>().unwrap(), &text[1..]),
            false => text.to_owned(),
        };
        let squares = |m: &String| match (m.contains('*'), from) {
            (true, true) => format!("*{}", square(&m[2..4])),
            (false, true) => square(&m[..2]) + &square(&m[2..4]),
            (_, false) => square(&m[2..4]),
        };
        line.iter().map(squares).collect()
    };
    seen(false).min(seen(true))
}

#[test]
fn sets_are_even_and_diverse() {
    let folder = folder("diverse");
    let output = generate(&folder, "--length 3..5 --count 20 --threads 1 --quiet -o set.yaml");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let made = std::fs::read_to_string(folder.join("set.yaml")).unwrap();
    let made: serde_yaml::Value = serde_yaml::from_str(&made).unwrap();
    let (mut lengths, mut lines, mut endings) = (BTreeMap::new(), BTreeSet::new(), BTreeMap::new());
    for problem in made["problems"].as_sequence().unwrap() {
        let line: Vec<String> = serde_yaml::from_value(problem["solution"].clone()).unwrap();
        *lengths.entry(line.len()).or_insert(0) += 1;
        assert!(lines.insert(squares(&line, true)), "{line:?} is there twice");
        *endings.entry(squares(&line[line.len() - 3..], false)).or_insert(0) += 1;
    }
    assert_eq!(lengths, BTreeMap::from([(3, 10), (5, 10)]));
    // Three percent of 20 is less than two, and two are always allowed.
    assert!(endings.values().all(|count| *count <= 2), "{endings:?}");
}

#[test]
fn magazine_preset_sets_what_its_help_says() {
    let folder = folder("magazine");
    let arguments = "--preset magazine --length 3..5 --nodes 4000000 --pieces ..9 --threads 1 --quiet \
                     --sort difficulty -o set.yaml";
    let output = generate(&folder, arguments);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let made = std::fs::read_to_string(folder.join("set.yaml")).unwrap();
    let made: serde_yaml::Value = serde_yaml::from_str(&made).unwrap();
    let rules = crate::support::rules("shogi", &[]);
    let mut difficulties = Vec::new();
    for problem in made["problems"].as_sequence().unwrap() {
        let position = sfen(&rules, problem["position"].as_str().unwrap());
        let defenders = position.pieces().filter(|(_, p)| p.side() == tsume::rules::Side::White);
        assert!((2..=7).contains(&defenders.count()), "{problem:?}");
        let hand = position.hands[0].total() as usize;
        assert!((1..=4).contains(&hand), "{problem:?}");
        assert!(position.pieces().count() + hand <= 9, "--pieces overrides the preset");
        let line: Vec<String> = serde_yaml::from_value(problem["solution"].clone()).unwrap();
        let sacrificed =
            line.chunks(2).any(|pair| pair.len() == 2 && pair[0][2..4] == pair[1][2..4]);
        assert!(sacrificed, "{line:?}");
        let first = usi::parse(&rules, &line[0]).unwrap();
        assert!(first.dropped().is_some() || position.at(first.to()).is_none(), "{line:?}");
        let tolerated = problem["meta"]["tolerated"].as_sequence().unwrap();
        let allowed = |name: &serde_yaml::Value| name == "last_move" || name == "promotion";
        assert!(tolerated.iter().all(allowed), "{tolerated:?}");
        difficulties.push(problem["meta"]["difficulty"].as_u64().unwrap());
    }
    assert!(!difficulties.is_empty() && difficulties.is_sorted(), "{difficulties:?}");
}

/// Generates strictly limited problems and counts those that the brute-force analysis confirms as
/// completely limited. Problems that need more than `room` positions are left out.
fn confirm_strict(arguments: &str, room: u64) -> usize {
    let folder = folder("strict");
    let arguments = format!("{arguments} --tolerate strict --quiet -o set.yaml");
    let output = generate(&folder, &arguments);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let made = std::fs::read_to_string(folder.join("set.yaml")).unwrap();
    let made: serde_yaml::Value = serde_yaml::from_str(&made).unwrap();
    let rules = crate::support::rules("shogi", &[]);
    let confirms = |problem: &&serde_yaml::Value| {
        let position = sfen(&rules, problem["position"].as_str().unwrap());
        let plies = problem["expect"]["plies"].as_u64().unwrap() as u32;
        let mut brute = Brute::new(&rules, tsume::rules::Side::Black, room);
        let Ok(found) = brute.analyze(&position, plies) else { return false };
        let found = found.unwrap_or_else(|| panic!("no mate: {problem:?}"));
        assert_eq!(found.class, "completely_limited", "{problem:?}\n{found:?}");
        true
    };
    made["problems"].as_sequence().unwrap().par_iter().filter(confirms).count()
}

#[test]
fn strict_problems_are_completely_limited() {
    let confirmed = confirm_strict("--length 1..5 --count 15 --threads 1", 100_000);
    assert!(confirmed >= 10, "only {confirmed}");
}

#[test]
#[ignore = "takes long; run by scripts/deep.sh"]
fn a_thousand_strict_problems_are_completely_limited() {
    let confirmed = confirm_strict("--length 3..9 --count 1000", 3_000_000);
    println!("{confirmed} confirmed");
    assert!(confirmed >= 900, "only {confirmed}");
}

/// No file can be written here, as on a full disk.
#[cfg(unix)]
#[test]
fn unwritable_problems_are_not_lost() {
    let folder = folder("full");
    let script = "trap '' XFSZ; ulimit -f 0; exec \"$0\" \"$@\"";
    let arguments = "generate --length 1 --count 1 --threads 1 --quiet -o set.yaml";
    let output = Command::new("sh")
        .env("TSUME_LANG", "en")
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
