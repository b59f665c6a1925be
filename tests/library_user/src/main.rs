//! Solves a position, and cancels a long search from another thread.

use std::thread;
use std::time::{Duration, Instant};
use tsume::{CancelToken, Solver, StopReason, Variant, Verdict};

fn main() -> Result<(), tsume::Error> {
    let shogi = Variant::shogi();
    let problem = shogi.problem("9/7pk/9/8N/9/9/9/9/9 b RG r2b3g4s3n4l17p 1")?;
    let solution = Solver::new().time(Duration::from_secs(60)).solve(&problem);
    let Verdict::Mate { plies, line, .. } = solution.verdict else {
        panic!("no mate: {:?}", solution.verdict);
    };
    let moves: Vec<String> = line.into_iter().map(|played| shogi.move_text(played)).collect();
    println!("mate in {plies}: {}", moves.join(" "));

    // Nobody mates this king soon, or proves quickly that nobody can.
    let long = Variant::named("chu")?.problem("12/12/12/5k6/12/12/12/12/12/12/12/QRQ9 b - 1")?;
    let cancel = CancelToken::new();
    let solver = Solver::new().cancel(&cancel);
    let start = Instant::now();
    let solution = thread::scope(|scope| {
        let search = scope.spawn(|| solver.solve(&long));
        thread::sleep(Duration::from_millis(300));
        cancel.cancel();
        search.join().unwrap()
    });
    assert_eq!(solution.verdict, Verdict::Unknown(StopReason::Interrupt));
    println!("cancelled after {} ms", start.elapsed().as_millis());
    Ok(())
}
