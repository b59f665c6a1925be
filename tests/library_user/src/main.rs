//! Solves a position, and cancels a long search from another thread.

use std::thread;
use std::time::{Duration, Instant};
use tsume::{CancelToken, Solver, Variant, Verdict};

fn main() -> Result<(), tsume::Error> {
    let shogi = Variant::shogi();
    let problem = shogi.problem("9/8k/6B2/9/9/9/9/9/9 b GS2rb3g3s4n4l18p 1")?;
    let solution = Solver::new().time(Duration::from_secs(60)).solve(&problem);
    let Verdict::Mate { plies, line, .. } = solution.verdict else {
        panic!("no mate: {:?}", solution.verdict);
    };
    let moves: Vec<String> = line.into_iter().map(|played| shogi.move_text(played)).collect();
    println!("mate in {plies}: {}", moves.join(" "));

    // Shogi Zukou no. 8 takes a minute.
    let long =
        shogi.problem("1gn2+r1n1/1s1knPg2/+R1L1s1+BS1/1s1+B1N3/4P+pP2/9/9/9/9 b P2g3l13p 1")?;
    let cancel = CancelToken::new();
    let solver = Solver::new().cancel(&cancel);
    let start = Instant::now();
    let solution = thread::scope(|scope| {
        let search = scope.spawn(|| solver.solve(&long));
        thread::sleep(Duration::from_millis(300));
        cancel.cancel();
        search.join().unwrap()
    });
    // A mate may be known by then, but not that it is the shortest.
    assert!(!matches!(solution.verdict, Verdict::Mate { shortest: true, .. }));
    println!("cancelled after {} ms", start.elapsed().as_millis());
    Ok(())
}
