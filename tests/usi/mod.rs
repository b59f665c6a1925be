//! The USI engine as programs drive it: a child process, lines in, lines out. The driver follows
//! the states of ShogiHome (`WaitingForUSIOK`, `NotReady`, `WaitingForReadyOK`, `Ready`,
//! `WaitingForCheckmate`), and fails on every line that its state does not allow.

mod counts;
pub mod driver;
mod proved;

use crate::support::random::Random;
use driver::{Engine, check_mate, check_reply, is_move, problems, settings};
use std::time::{Duration, Instant};
use tsume::io::problems::{ExpectedVerdict, LoadResult, LoadedProblem, ReadOptions, read_text};
use tsume::notation::sfen;

/// Shogi Zukou 8 (1755), which takes minutes.
pub const HARD: &str = "4+bn1g1/5kpPl/2l1b1s2/3+l1N1GP/4G1+P1N/5L3/9/1+r7/R8 b GP3sn13p 1";

/// Mates and no mates of every game, as their files expect, in one conversation.
#[test]
fn tour_is_solved_over_usi() {
    let mut engine = Engine::launch();
    engine.ready(&[("USI_Hash", "256"), ("PostSearchLevel", "MinLength"), ("Count", "Every")]);
    let mut solved = 0;
    for entry in problems("tour.yaml") {
        for (name, value) in settings(&entry) {
            engine.send(&format!("setoption name {name} value {value}"));
        }
        let position = sfen::write(entry.problem.rules(), entry.problem.position());
        engine.send(&format!("position sfen {position}"));
        engine.send("go mate 60000");
        let (answer, infos) = engine.answer();
        let words: Vec<&str> = answer.split(' ').skip(1).collect();
        match entry.expect.verdict {
            Some(ExpectedVerdict::Mate) => {
                check_mate(&entry, &words);
                if let Some(plies) = entry.expect.plies {
                    assert_eq!(words.len(), usize::from(plies), "{}", entry.id);
                }
                let attacks = entry.problem.position().side == entry.problem.attacker();
                let plies = if attacks { words.len() as i64 } else { -(words.len() as i64) };
                let last = infos.last().unwrap();
                assert!(last.contains(&format!("score mate {plies} pv {}", words.join(" "))));
            }
            Some(ExpectedVerdict::NoMate) => assert_eq!(words, ["nomate"], "{}", entry.id),
            None => continue,
        }
        solved += 1;
    }
    assert!(solved >= 20, "{solved}");
    engine.send("gameover draw");
    engine.quit();
}

/// Repeats a recorded conversation: twenty problems, a time limit, a stop, a game position. The
/// same questions get answers of the same kind, and mates of the same shortest length.
#[test]
fn recorded_conversation_is_reproduced() {
    let mut engine = Engine::launch();
    // The recording is older than the composers' count.
    engine.send("setoption name Count value Every");
    let (mut position, mut asked, mut answered) = (String::new(), 0, 0);
    for line in include_str!("../data/usi_transcript.txt").lines() {
        if let Some(sent) = line.strip_prefix("> ") {
            match sent.split(' ').next() {
                Some("usi" | "quit") => continue,
                Some("go") => asked += 1,
                // The program sent it after a while.
                Some("stop") => std::thread::sleep(Duration::from_millis(300)),
                Some("position") => position = sent.to_owned(),
                _ => {}
            }
            engine.send(sent);
            continue;
        }
        let said = line.strip_prefix("< ").expect("every line was sent or heard");
        if said == "readyok" {
            assert_eq!(engine.line(), said);
        } else if let Some(said) = said.strip_prefix("checkmate ") {
            let answer = engine.answer().0;
            let heard = answer.strip_prefix("checkmate ").expect("checkmate");
            answered += 1;
            match said {
                "nomate" | "timeout" => assert_eq!(heard, said, "{position}"),
                _ => {
                    let entry = problem_of(position.strip_prefix("position ").unwrap());
                    let line: Vec<&str> = heard.split(' ').collect();
                    check_mate(&entry, &line);
                    assert_eq!(line.len(), said.split(' ').count(), "{position}");
                }
            }
        }
    }
    assert_eq!((asked, answered), (23, 23));
    engine.quit();
}

fn problem_of(position: &str) -> LoadedProblem {
    match read_text("a.sfen", position, &ReadOptions::default()).remove(0) {
        LoadResult::Problem(entry) => *entry,
        LoadResult::Broken { errors, .. } => panic!("{}", errors[0]),
    }
}

/// Without the option the first proof suffices: a mating line of any length.
#[test]
fn first_proof_is_a_mating_line() {
    let mut engine = Engine::launch();
    engine.ready(&[("USI_Hash", "128"), ("Count", "Every")]);
    for entry in problems("shogi/tanuki.yaml").iter().step_by(12) {
        let position = sfen::write(entry.problem.rules(), entry.problem.position());
        engine.send(&format!("position sfen {position}"));
        engine.send("go mate infinite");
        let (answer, _) = engine.answer();
        check_mate(entry, &answer.split(' ').skip(1).collect::<Vec<_>>());
    }
    engine.quit();
}

#[test]
fn stop_is_answered_within_a_tenth_of_a_second() {
    let mut engine = Engine::launch();
    engine.ready(&[("USI_Hash", "64")]);
    engine.send(&format!("position sfen {HARD}"));
    let times = (0..5).map(|_| {
        engine.send("go mate infinite");
        std::thread::sleep(Duration::from_millis(100));
        let start = Instant::now();
        engine.send("stop");
        assert_eq!(engine.answer().0, "checkmate timeout");
        start.elapsed()
    });
    // A busy machine may delay one of them.
    assert!(times.min().unwrap() < Duration::from_millis(100));
    engine.send("stop");
    engine.is_silent(Duration::from_millis(200));
    engine.quit();
}

#[test]
fn time_nodes_and_memory_limits_end_a_search() {
    let mut engine = Engine::launch();
    engine.ready(&[("USI_Hash", "64"), ("PvInterval", "50")]);
    engine.send(&format!("position sfen {HARD}"));
    let start = Instant::now();
    engine.send("go mate 400");
    let (answer, infos) = engine.answer();
    assert_eq!(answer, "checkmate timeout");
    let time = start.elapsed();
    assert!((300..3000).contains(&time.as_millis()), "{time:?}");
    assert!(infos.iter().any(|line| line.contains(" pv ") && line.contains(" nodes ")));
    engine.send("go mate 0");
    assert_eq!(engine.answer().0, "checkmate timeout");
    engine.send("setoption name NodesLimit value 1000");
    engine.send("go mate infinite");
    let (answer, infos) = engine.answer();
    assert_eq!(answer, "checkmate timeout");
    assert!(infos.iter().any(|line| line.contains("out of nodes")), "{infos:?}");
    engine.quit();
}

#[test]
fn memory_is_allocated_on_first_use() {
    if !cfg!(target_os = "linux") {
        return;
    }
    let mut engine = Engine::launch();
    engine.ready(&[("USI_Hash", "16384")]);
    let status = std::fs::read_to_string(format!("/proc/{}/status", engine.child.id())).unwrap();
    let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    let kib: u64 = resident.trim().trim_end_matches(" kB").parse().unwrap();
    assert!(kib < 64 << 10, "{kib} KiB");
    engine.quit();
}

/// One table serves all searches; neither its entries nor its size affect the next search.
#[test]
fn table_is_kept_between_searches() {
    let mut engine = Engine::launch();
    engine.ready(&[("PvInterval", "0")]);
    for size in ["64", "1", "256", "64"] {
        engine.send(&format!("setoption name USI_Hash value {size}"));
        engine.send(&format!("position sfen {HARD}"));
        engine.send("go mate infinite");
        engine.send("isready");
        assert_eq!(engine.line(), "readyok", "at once, whatever is searched");
        std::thread::sleep(Duration::from_millis(100));
        engine.send("stop");
        assert_eq!(engine.answer().0, "checkmate timeout");
        // With one gold it is a mate, without it none. Each search probes the table of the one
        // before.
        for (hand, mates) in [("G", true), ("-", false), ("2G", true)] {
            engine.send(&format!("position sfen 7nk/9/7PP/9/9/9/9/9/9 b {hand} 1"));
            engine.send("go mate infinite");
            let (answer, _) = engine.answer();
            assert_eq!(answer.starts_with("checkmate G*"), mates, "{hand}: {answer}");
            assert_eq!(answer == "checkmate nomate", !mates, "{hand}: {answer}");
        }
    }
    engine.quit();
}

#[test]
fn non_problem_is_answered_with_notimplemented() {
    let mut engine = Engine::launch();
    engine.ready(&[]);
    for position in [
        "sfen 9/9/9/9/4G4/9/9/9/9 b - 1",
        "sfen 4k4/4G4/9/9/9/9/9/9/9 b - 1",
        "sfen hello",
        "startpos moves 5e5d",
    ] {
        engine.send(&format!("position {position}"));
        engine.send("go mate 1000");
        let (answer, infos) = engine.answer();
        assert_eq!(answer, "checkmate notimplemented", "{position}");
        assert!(infos[0].starts_with("info string "));
    }
    engine.send("position startpos");
    engine.send("go mate when you like");
    assert_eq!(engine.answer().0, "checkmate notimplemented");
    engine.quit();
}

#[test]
fn go_infinite_ends_in_a_best_move() {
    let mut engine = Engine::launch();
    engine.ready(&[("USI_Hash", "64"), ("MultiPV", "3")]);
    // Mate by either gold drop.
    engine.send("position sfen 7nk/9/7PP/9/9/9/9/9/9 b 2G 1");
    engine.send("go infinite");
    std::thread::sleep(Duration::from_millis(500));
    let mut infos = Vec::new();
    while let Ok(line) = engine.output.recv_timeout(Duration::from_millis(200)) {
        check_reply(&line);
        assert!(line.starts_with("info "), "no answer before `stop`: {line}");
        infos.push(line);
    }
    let firsts: Vec<&str> =
        infos.iter().filter_map(|line| line.split(" pv ").nth(1)?.split(' ').next()).collect();
    assert!(infos.iter().any(|line| line.contains("multipv 2 score mate ")), "{infos:?}");
    engine.send("stop");
    let (answer, _) = engine.answer();
    assert!(firsts.contains(&answer.trim_start_matches("bestmove ")), "{answer}");
    // Pondering is answered after `ponderhit`.
    engine.send("go ponder btime 1000 wtime 1000 byoyomi 1000");
    engine.send("ponderhit");
    assert!(engine.answer().0.starts_with("bestmove "));
    engine.send(&format!("position sfen {HARD}"));
    // `ponderhit` has no times: those of `go ponder` apply from then on.
    engine.send("go ponder btime 0 wtime 0 byoyomi 300");
    engine.send("ponderhit");
    assert!(is_move(engine.answer().0.trim_start_matches("bestmove ")));
    engine.send("go btime 0 wtime 0 byoyomi 300");
    assert!(is_move(engine.answer().0.trim_start_matches("bestmove ")));
    // The start position has no forcing move.
    engine.send("position startpos");
    engine.send("go movetime 1000");
    assert_eq!(engine.answer().0, "bestmove resign");
    engine.quit();
}

/// A script may send everything at once, and close its end.
#[test]
fn pipelined_commands_are_answered_in_order() {
    let mut engine = Engine::launch();
    engine.ready(&[("USI_Hash", "64")]);
    for position in ["4k4/9/4P4/9/9/9/9/9/9 b G 1", "4k4/9/4P4/9/9/9/9/9/9 b S 1", HARD] {
        engine.send(&format!("position sfen {position}"));
        engine.send("go mate 500");
    }
    engine.input = None;
    let answers: Vec<String> = (0..3).map(|_| engine.answer().0).collect();
    assert_eq!(answers, ["checkmate G*5b", "checkmate nomate", "checkmate timeout"]);
    engine.ends();
}

/// `stop` and `ponderhit` belong to the `go` before them, also if that one still waits.
#[test]
fn ends_of_queued_searches_keep_their_places() {
    const ROUNDS: usize = 20;
    for (go, end) in [("go ponder", "ponderhit"), ("go infinite", "stop")] {
        let mut engine = Engine::launch();
        engine.ready(&[("USI_Hash", "16")]);
        let mut script = String::new();
        for _ in 0..ROUNDS {
            script += "position sfen 4k4/9/4P4/9/9/9/9/9/9 b G 1\ngo nodes 1000\n";
            script += &format!("{go}\n{end}\n");
        }
        engine.send(script.trim_end());
        for _ in 0..2 * ROUNDS {
            assert!(engine.answer().0.starts_with("bestmove "), "{go}");
        }
        // Earlier, it would wait only briefly for the searches.
        engine.send("quit");
        engine.ends();
    }
}

#[test]
fn quit_waits_briefly_for_pending_answers() {
    for (go, position, expected) in [
        ("go mate 20000", "4k4/9/4P4/9/9/9/9/9/9 b G 1", "checkmate G*5b"),
        ("go mate infinite", HARD, "checkmate timeout"),
    ] {
        let mut engine = Engine::launch();
        engine.ready(&[("USI_Hash", "64")]);
        engine.send(&format!("position sfen {position}"));
        engine.send(go);
        engine.send("quit");
        assert_eq!(engine.answer().0, expected);
        engine.ends();
    }
    // Searches that would not answer by themselves are not awaited.
    let mut engine = Engine::launch();
    engine.ready(&[("USI_Hash", "64")]);
    engine.send("go infinite");
    let start = Instant::now();
    engine.send("quit");
    assert!(engine.answer().0.starts_with("bestmove "));
    assert!(start.elapsed() < Duration::from_millis(900));
    engine.ends();
}

/// Ten thousand lines: protocol words in a wrong order, damaged words, and noise.
#[test]
fn hostile_input_gets_only_protocol_replies() {
    const LINES: [&str; 24] = [
        "usi",
        "isready",
        "usinewgame",
        "position startpos",
        "position startpos moves 7g7f 3c3d",
        "position sfen 4k4/9/4P4/9/9/9/9/9/9 b G 1",
        "position sfen 8k/9/8P/9/9/9/9/9/9 b 2G 1 moves G*1b",
        "go mate 20",
        "go mate infinite",
        "go infinite",
        "go ponder",
        "go nodes 50",
        "go btime 10 wtime 10 byoyomi 5",
        "stop",
        "stop",
        "ponderhit",
        "gameover win",
        "setoption name USI_Hash value 3",
        "setoption name Threads value 2",
        "setoption name USI_Variant value minishogi",
        "setoption name USI_Variant value shogi",
        "setoption name MultiPV value 2",
        "setoption name Rules value nifu=false",
        "setoption",
    ];
    let hard = format!("position sfen {HARD}");
    let mut engine = Engine::launch();
    engine.ready(&[("USI_Hash", "8"), ("PvInterval", "10")]);
    let mut random = Random(0x7365_6564);
    for number in 0..10_000 {
        let mut line = match random.below(40) {
            0 => hard.clone().into_bytes(),
            1..=3 => (0..random.below(200)).map(|_| random.below(256) as u8).collect(),
            _ => random.pick(&LINES).as_bytes().to_vec(),
        };
        if random.below(3) == 0 {
            for _ in 0..=random.below(4) {
                let at = random.below(line.len() + 1);
                match random.below(3) {
                    0 => line.insert(at, random.below(256) as u8),
                    1 if at < line.len() => drop(line.remove(at)),
                    _ => line.extend(random.pick(&LINES).bytes().take(at)),
                }
            }
        }
        line.retain(|byte| *byte != b'\n');
        // That would end the conversation.
        if !line.trim_ascii().starts_with(b"quit") {
            engine.send_bytes(&line);
        }
        // Searches without end are stopped from time to time, as a user would.
        if number % 50 == 0 {
            (0..20).for_each(|_| engine.send("stop"));
        }
        while let Ok(reply) = engine.output.try_recv() {
            check_reply(&reply);
        }
    }
    engine.send_bytes(&[b'x'; 3 << 20]);
    let mut waiting = 0;
    engine.send("stop");
    engine.send("isready");
    loop {
        let reply = engine.line();
        check_reply(&reply);
        waiting += 1;
        if reply == "readyok" {
            break;
        }
        assert!(waiting < 100_000);
    }
    engine.quit();
}
