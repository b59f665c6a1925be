//! Output and answers state what is proved, and come in time.

use super::*;

/// Plies and line of an `info` line with a mate score; plies from the side to move.
fn score(info: &str) -> Option<(i64, Vec<&str>)> {
    let plies = info.split(" score mate ").nth(1)?.split(' ').next()?.parse().ok()?;
    let line = info.split(" pv ").nth(1).unwrap_or_default().split_whitespace().collect();
    Some((plies, line))
}

/// The first proof is not a shortest mate here, which takes 19 plies. The output is a line of the
/// proof with the longest defence, and both have the same length.
#[test]
fn score_and_line_agree() {
    let position = "sfen l8/1n7/np3B3/SR1+P5/k1N6/9/1Ps6/1N7/5+B3 b r4g2s3l15p 1";
    let entry = problem_of(position);
    for level in ["None", "MinLength"] {
        let mut engine = Engine::launch();
        let options = [("USI_Hash", "256"), ("Threads", "1"), ("Count", "Every")];
        engine.ready(&[&options[..], &[("PostSearchLevel", level)]].concat());
        engine.send(&format!("position {position}"));
        engine.send("go mate 60000");
        let (answer, infos) = engine.answer();
        let answer: Vec<&str> = answer.split(' ').skip(1).collect();
        check_mate(&entry, &answer);
        assert!(answer.len() >= 19, "{level}: {}", answer.len());
        let scores: Vec<_> = infos.iter().filter_map(|info| score(info)).collect();
        for (plies, line) in &scores {
            assert!(*plies >= 19, "{infos:?}");
            assert_eq!(line.len() as i64, *plies, "{infos:?}");
            check_mate(&entry, line);
        }
        let (plies, line) = scores.last().expect("the mate is shown");
        assert_eq!((line, *plies), (&answer, answer.len() as i64));
        let bound = infos.last().unwrap().contains(" lowerbound ");
        assert_eq!((bound, answer.len() > 19), (level == "None", level == "None"));
        engine.quit();
    }
}

/// The proved mate is the answer, however the search ends: `stop`, the end of a game, another
/// position.
#[test]
fn ended_search_answers_with_the_proved_mate() {
    let position = "5pg2/7P+L/5n3/3+R5/4l1pp1/2p1pg3/3+p1S1B1/1+l3P3/4k1s2 b B2G2SPr3nl9p 1";
    let entry = problem_of(&format!("sfen {position}"));
    let mut engine = Engine::launch();
    let options = [("USI_Hash", "256"), ("Threads", "1"), ("PvInterval", "300")];
    engine.ready(&[&options[..], &[("PostSearchLevel", "MinLength")]].concat());
    for end in ["stop", "gameover lose", "position startpos"] {
        engine.send(&format!("position sfen {position}"));
        engine.send("go mate infinite");
        let mut shown;
        loop {
            let line = engine.line();
            check_reply(&line);
            shown = line;
            if shown.contains(" score mate ") {
                break;
            }
        }
        // A user who sends everything at once would end his own searches.
        std::thread::sleep(Duration::from_millis(600));
        engine.send(end);
        let (answer, infos) = engine.answer();
        let words: Vec<&str> = answer.split(' ').skip(1).collect();
        check_mate(&entry, &words);
        let last = infos.iter().rev().find_map(|info| score(info)).or(score(&shown));
        assert_eq!(last.expect("a score").1, words, "{end}");
    }
    engine.quit();
}

#[test]
fn mated_side_has_no_best_move() {
    let mut engine = Engine::launch();
    engine.ready(&[]);
    for position in ["7k1/7G1/7P1/9/9/9/9/9/9 w 2r2b3g4s4n4l17p 1", "4k4/4G4/4P4/9/9/9/9/9/9 w - 1"]
    {
        engine.send(&format!("position sfen {position}"));
        for (go, expected) in [("go mate infinite", "checkmate nomate"), ("go", "bestmove resign")]
        {
            engine.send(go);
            let (answer, infos) = engine.answer();
            assert_eq!(answer, expected, "{position}");
            assert!(infos[0].starts_with("info string ") && infos[0].contains("already mated"));
        }
    }
    engine.quit();
}

/// `info` lines come from the beginning, during any phase of the search; limits may follow `go
/// mate`.
#[test]
fn first_info_line_comes_within_a_fifth_of_a_second() {
    let mut engine = Engine::launch();
    engine.ready(&[("USI_Hash", "64"), ("PvInterval", "150")]);
    engine.send(&format!("position sfen {HARD}"));
    let firsts = (0..3).map(|_| {
        let start = Instant::now();
        engine.send("go mate infinite");
        let first = engine.line();
        let time = start.elapsed();
        assert!(first.starts_with("info ") && first.contains(" nodes "), "{first}");
        let second = engine.line();
        assert!(second.starts_with("info ") && start.elapsed() < time + Duration::from_secs(1));
        engine.send("stop");
        engine.answer();
        time
    });
    // A busy machine may delay one of them.
    assert!(firsts.min().unwrap() < Duration::from_millis(200));
    engine.send("go mate nodes 1000");
    let (answer, infos) = engine.answer();
    assert_eq!(answer, "checkmate timeout");
    assert!(infos.iter().any(|line| line.contains("out of nodes")), "{infos:?}");
    engine.send("go mate depth 3");
    let (answer, infos) = engine.answer();
    assert_eq!(answer, "checkmate timeout");
    assert!(infos.iter().any(|line| line.contains("no mate within the depth")), "{infos:?}");
    engine.quit();
}
