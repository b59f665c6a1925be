//! The option `Count`: which line follows `checkmate`.

use super::driver::Engine;
use tsume::Variant;
use tsume::solver::{count_legal_plies, ends_in_mate};

/// A rook on the first rank: everything dropped between is taken at once.
const FROM_AFAR: &str = "3+R3nk/8p/7P1/9/9/9/9/9/8B b rb4g4s3n4l16p 1";
/// The same with a king of the attacker.
const WITH_KING: &str = "3+R3nk/8p/7P1/9/9/9/9/9/K7B b rb4g4s3n4l16p 1";

/// The line after `checkmate`, whether it ends in mate, and the lines before it.
fn ask(options: &[(&str, &str)], position: &str, go: &str) -> (usize, bool, Vec<String>) {
    let mut engine = Engine::launch();
    engine.ready(&[&[("USI_Hash", "64")][..], options].concat());
    engine.send(&format!("position sfen {position}"));
    engine.send(go);
    let (answer, infos) = engine.answer();
    engine.quit();
    let shogi = Variant::shogi();
    let problem = shogi.problem(position).unwrap();
    let line = answer.strip_prefix("checkmate ").expect("checkmate").split(' ');
    let line: Vec<_> = line.map(|text| shogi.parse_move(text).unwrap()).collect();
    assert_eq!(count_legal_plies(&problem, &line), line.len(), "{answer}");
    (line.len(), ends_in_mate(&problem, &line), infos)
}

/// Twelve or so squares to interpose on, none of which counts: users expect a mate in one.
#[test]
fn composers_line_is_the_answer_where_the_attacker_has_no_king() {
    for options in [&[][..], &[("Count", "Composers")], &[("PostSearchLevel", "MinLength")]] {
        for go in ["go mate 20000", "go mate infinite", "go mate nodes 1000000"] {
            let (plies, mates, infos) = ask(options, FROM_AFAR, go);
            assert_eq!((plies, mates), (1, false), "{options:?} {go}");
            let told = |text: &str| infos.iter().any(|info| info.contains(text));
            assert!(told("info string mate in 1 by composers' count; "), "{infos:?}");
            assert!(told("if every interposition counts, proved"), "{infos:?}");
            assert!(infos.last().unwrap().contains("score mate 1 pv "), "{infos:?}");
        }
    }
}

#[test]
fn proved_line_is_the_answer_where_every_interposition_counts() {
    for (options, position) in [
        (&[("Count", "Every")], FROM_AFAR),
        (&[("Count", "every")], FROM_AFAR),
        (&[("Count", "Auto")], WITH_KING),
    ] {
        let (plies, mates, infos) = ask(options, position, "go mate 20000");
        assert!(plies > 1 && mates, "{options:?}");
        assert!(!infos.iter().any(|info| info.contains("composers")), "{infos:?}");
    }
    let (plies, ..) = ask(&[("Count", "Composers")], WITH_KING, "go mate 20000");
    assert_eq!(plies, 1);
}
