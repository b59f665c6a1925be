//! The final test of a generated problem.

use super::*;
use tsume::generator::certification::{CertificationRefusal, CertificationTerms, certify};
use tsume::judge::Tolerance;

fn verdict(variant: &str, text: &str) -> Result<u16, CertificationRefusal> {
    let space = space(variant);
    let position = sfen(&space.rules, text);
    let mut spent = 0;
    let terms = CertificationTerms { nodes: 1_000_000, tolerate: Tolerance::DEFAULT };
    certify(&space, &position, &terms, &mut spent, &Instant::now()).map(|found| found.plies)
}

/// Complete if every interposition counts; by the other counts the mate is as long, but the problem
/// flawed.
#[test]
fn complete_problems_are_complete_under_every_count() {
    for (variant, text) in [
        // Without futile drops, a piece stays in hand.
        ("shogi", "9/8k/7Rg/9/9/9/9/9/9 b R2b3g4s4n4l18p 1"),
        ("minishogi", "2R2/4S/5/3k1/5 b R2b2gs2p 1"),
    ] {
        assert_eq!(verdict(variant, text).err(), Some(CertificationRefusal::Futile), "{text}");
    }
    assert_eq!(verdict("shogi", "7k1/9/7P1/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1").ok(), Some(1));
}
