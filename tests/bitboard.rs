//! The 9×9 engine against everything that knows standard shogi independently.

use std::sync::Arc;
use tsume::movegen::bitboard::Bitboard;
use tsume::notation::sfen;
use tsume::position::{Engine, Forcing, perft};
use tsume::rules::{Rules, builtin};

/// Counts that shogiops, python-shogi and cshogi agree on: position, counts from depth 1.
const PERFT: [(&str, &[u64]); 15] = [
    ("l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg", &[207, 28_684]),
    ("8l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L w Sbgn3p", &[178, 18_041]),
    ("ln1g5/1r2S1k2/p2pppn2/2ps2p2/1p7/2P6/PPSPPPPLP/2G2K1pr/LN4G1b w BGSLPnp", &[74, 16_440]),
    ("7lk/7p1/8G/9/9/9/9/9/K8 b P", &[75, 77, 1_229]),
    ("4k4/9/4P4/9/9/9/9/9/4K4 b G", &[85, 320, 5_742]),
    ("4r4/9/9/3b5/4K4/9/9/9/4k4 b GSNLP", &[5, 182, 61_953]),
    ("4k4/9/9/9/9/9/9/9/4K4 b RBGSNLP", &[525, 2_410]),
    ("4k4/9/9/9/9/9/P1P1P1P1P/9/4K4 b 4P", &[42, 206]),
    ("9/1P2L4/2N4N1/9/k8/9/9/9/4K4 b -", &[11, 55, 669]),
    ("1nkp2s2/l1g1gp2l/r1ps4p/p4Sp2/1pP3np1/P4PPPP/LPB1P3S/R6NL/3GGK1N1 w 2Pb", &[70, 3_115]),
    ("ln3+L3/nrgsp3n/1pp1N1kp1/6p2/p1PGg3b/PBK1P1P2/1P1P1P1PP/L1S3R2/S5G1+l b 3Ps", &[39, 3_126]),
    ("lnG2k1nl/1grr5/ppp2s2p/1n3P+Bp1/4S1p1P/PPP6/3PP1PPB/3S1G2L/3K2SNG w L3P", &[34, 2_938]),
    ("2ks1pGGn/l4r2l/1pn1p3p/9/1P3P1p1/P1GP2PPP/B1N1P3L/L1P1KR3/2S2g+sb1 b N3Pps", &[71, 7_260]),
    ("gn1pn3+B/4k4/lrsP2p2/p1p2s3/1p2N1B1P/2P1P1R2/PPG1KP1P1/L8/1NS1S1G1L w GL4Pp", &[44, 6_386]),
    ("l2s3+B1/3s1p3/r1pgpg1nl/Pp1p3kp/2PP1sP2/6pP1/pP1KR4/L1SG1P2+b/3G5 b L3NP2p", &[125, 4_981]),
];

fn shogi() -> Arc<Rules> {
    Arc::new(builtin::rules("shogi", &[]).unwrap().unwrap())
}

fn engine(rules: &Arc<Rules>, text: &str) -> Bitboard {
    let position = sfen::parse(rules, text).unwrap();
    Bitboard::new(rules, &position, position.side, Forcing::Check)
}

#[test]
fn perft_from_the_start() {
    let rules = shogi();
    let mut engine = engine(&rules, &rules.start);
    for (depth, nodes) in [(1, 30), (2, 900), (3, 25_470), (4, 719_731), (5, 19_861_490)] {
        assert_eq!(perft::perft(&mut engine, depth), nodes, "depth {depth}");
    }
}

#[test]
fn perft_from_other_positions() {
    let rules = shogi();
    for (text, counts) in PERFT {
        let mut engine = engine(&rules, text);
        for (depth, &nodes) in (1..).zip(counts) {
            assert_eq!(perft::perft(&mut engine, depth), nodes, "{text}, depth {depth}");
        }
    }
}
