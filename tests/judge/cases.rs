//! Small problems made for each flaw and tolerance, with their expected reports. The brute-force
//! analysis also finds class, length, cooks, tolerances, leftover and decoration of all of them.
//! The other lengths follow from the remark at each problem.

use super::brute_force::{Brute, LONGER};
use super::{findings, problem, report};
use crate::support::rules;
use std::collections::BTreeSet;
use tsume::judge::report::Flaw;
use tsume::judge::{
    AuthorClaims, CountingConvention, Finding, FlawKind, JudgeConfig, MateLength, OpenQuestion,
    PieceLocation, SoundnessClass, SoundnessReport, Tolerance,
};
use tsume::notation::usi;
use tsume::position::Move;
use tsume::rules::Rules;

struct Case {
    about: &'static str,
    variant: &'static str,
    sfen: &'static str,
    class: &'static str,
    /// By `none`, `immediate` and `transparent`; 0 is no mate.
    lengths: [u16; 3],
    /// Each as `kind@ply`, with move and length of cooks, and squares of decoration.
    flaws: &'static str,
    /// Each as `kind@ply`, once.
    tolerances: &'static str,
}

const fn case(
    (about, variant, sfen): (&'static str, &'static str, &'static str),
    class: &'static str,
    lengths: [u16; 3],
    flaws: &'static str,
    tolerances: &'static str,
) -> Case {
    Case { about, variant, sfen, class, lengths, flaws, tolerances }
}

#[rustfmt::skip]
const CASES: &[Case] = &[
    case(("one move, nothing else", "shogi", "7k1/9/7P1/9/9/9/9/9/9 b G 1"),
        "completely_limited", [1, 1, 1], "", ""),
    case(("the second gold stays in hand", "shogi", "7k1/9/7P1/9/9/9/9/9/9 b 2G 1"),
        "flawed", [1, 1, 1], "leftover@1", ""),
    case(("two mates at once in a problem of one move", "shogi", "4k4/9/4PG3/9/9/9/9/9/9 b G 1"),
        "flawed", [1, 1, 1], "cook@1:4c5b=1 cook@1:G*5b=1 leftover@1 decoration@0:hand", ""),
    case(("the king goes aside", "shogi", "4k4/9/4P4/9/9/9/9/9/9 b S 1"),
        "flawed", [0, 0, 0], "no_mate@1", ""),
    case(("with or without promotion", "shogi", "k8/9/1G6R/9/9/9/9/9/9 b - 1"),
        "complete", [1, 1, 1], "", "promotion@1"),
    case(("smothered from either side", "shogi", "3gkg3/3nnn3/9/9/9/9/9/9/9 b N 1"),
        "complete", [1, 1, 1], "", "mirror@1"),
    case(("from near or far", "shogi", "9/7Sk/9/7L1/9/9/9/9/9 b L2r2b4g3s4n2l18p 1"),
        "complete", [1, 1, 1], "", "drop_distance@1"),
    case(("from near or far, from either side; a cook from the front", "shogi",
          "4k4/9/4G4/9/9/9/9/9/9 b R 1"),
        "flawed", [1, 1, 1], "cook@1:R*5b=3", "drop_distance+mirror@1 drop_distance@1 mirror@1"),
    case(("a dragon that first goes one square", "shogi", "9/6RS1/9/7k1/9/6S2/9/9/9 b r2b4g2s4n4l18p 1"),
        "complete", [5, 5, 5], "", "detour@1 last_move@5"),
    case(("the main line's board, but the pawn in hand and not the lance", "shogi",
          "8k/9/9/7LS/9/9/9/9/9 b LP2r2b4g3s4n2l17p 1"),
        "flawed", [3, 3, 3], "cook@1:L*1b=5", "last_move@3"),
    case(("many last moves", "shogi", "8B/8k/9/7Gg/9/8L/9/9/9 b 2rb2g4s4n3l18p 1"),
        "complete", [3, 3, 3], "", "last_move@3"),
    case(("a longer mate in a problem of one move", "shogi", "7G1/8k/9/9/9/9/7R1/9/9 b r2b3g4s4n4l18p 1"),
        "flawed", [1, 1, 1], "cook@1:2a2b=3", ""),
    case(("a longer mate in the middle", "shogi", "7k1/9/8L/7PB/5N3/9/9/9/9 b 2rb4g4s3n3l17p 1"),
        "complete", [5, 5, 5], "variation_dual@2", "variation_dual@3"),
    case(("two defences of five", "shogi", "9/6S2/8k/9/7L1/9/9/9/9 b G2r2b3g3s4n3l18p 1"),
        "complete", [5, 5, 5], "variation_dual@2", "last_move@5"),
    // Any drop on 1b in answer to the lance's check is captured by the bishop, which mates.
    case(("a futile interposition saved from", "shogi", "8k/6S2/9/8B/8L/9/9/9/9 b P2rb4g3s4n3l17p 1"),
        "completely_limited", [3, 1, 1], "", ""),
    case(("a pawn too many on the board", "shogi", "7k1/9/7P1/9/9/9/P8/9/9 b G 1"),
        "completely_limited", [1, 1, 1], "decoration@0:9g", ""),
    case(("a pawn of the defender too many", "shogi", "7k1/9/7P1/p8/9/9/9/9/9 b G 1"),
        "completely_limited", [1, 1, 1], "decoration@0:9d", ""),
    case(("an attacker's king that looks on", "shogi", "7k1/9/7P1/9/9/9/9/9/K8 b G 1"),
        "completely_limited", [1, 1, 1], "", ""),
    case(("an attacker's king in check: the mates do not answer it", "shogi",
          "4k4/9/4PG3/9/9/9/4r4/9/4K4 b G 1"),
        "flawed", [0, 0, 0], "no_mate@1", ""),
    // The counts differ: the drop on 2d is captured with mate.
    case(("leftover from a futile interposition", "minishogi", "+B4/4k/3R1/3rS/5 b Ps 1"),
        "flawed", [5, 3, 3], "leftover@5 decoration@0:2d", "last_move@5"),
    case(("promotion beside cooks and leftover", "minishogi", "k4/p2+B1/4+P/2R2/2B2 b Ss 1"),
        "flawed", [3, 3, 3], "cook@1:3e2d=5 cook@1:S*4b=5 leftover@3 decoration@0:1c",
        "last_move@3 promotion@1"),
    case(("a rook on the edge", "minishogi", "4k/1+R3/2P2/5/5 b Rgp 1"),
        "complete", [3, 3, 3], "decoration@0:3c", "drop_distance@1 last_move@3"),
    case(("five ways to begin", "minishogi", "5/k4/5/1R3/2S2 b BSP 1"),
        "flawed", [3, 3, 3],
        "cook@1:B*3d=3 cook@1:B*2e=3 cook@1:S*4a=3 cook@1:S*5c=5 cook@1:P*5c=5 leftover@3 decoration@0:hand",
        "last_move@3"),
];

pub fn words(rules: &Rules, flaw: &Flaw) -> String {
    let (name, at) = (flaw.kind.name(), flaw.at);
    match flaw.kind {
        FlawKind::Cook { plies, .. } => {
            let m = usi::write(rules, flaw.line[usize::from(at) - 1]);
            format!("{name}@{at}:{m}={plies}")
        }
        FlawKind::Decoration { place: PieceLocation::Board(square), .. } => {
            format!("{name}@{at}:{}", rules.board.name(square))
        }
        FlawKind::Decoration { place: PieceLocation::Hand, .. } => format!("{name}@{at}:hand"),
        _ => format!("{name}@{at}"),
    }
}

pub fn flaws(rules: &Rules, report: &SoundnessReport) -> String {
    report.flaws.iter().map(|flaw| words(rules, flaw)).collect::<Vec<_>>().join(" ")
}

pub fn tolerances(report: &SoundnessReport) -> String {
    let name = |kinds: &[Tolerance]| kinds.iter().map(|k| k.name()).collect::<Vec<_>>().join("+");
    let all = report.tolerances.iter();
    let all: BTreeSet<String> = all.map(|t| format!("{}@{}", name(&t.kinds), t.at)).collect();
    all.into_iter().collect::<Vec<_>>().join(" ")
}

pub fn bounded() -> JudgeConfig {
    JudgeConfig {
        cook_margin: Some(LONGER as u16),
        hash_bytes: 64 << 20,
        count: CountingConvention::Every,
        ..JudgeConfig::default()
    }
}

#[test]
fn constructed_problems_have_their_flaws() {
    let mut counted = 0;
    for case in CASES {
        let about = case.about;
        let rules = rules(case.variant, &[]);
        let problem = problem(&rules, case.sfen);
        let report = report(&problem, &AuthorClaims::default(), &bounded());
        assert_eq!(report.class.name(), case.class, "{about}");
        for (count, expected) in report.by_convention.iter().zip(case.lengths) {
            let expected =
                if expected == 0 { MateLength::None } else { MateLength::Exact(expected) };
            assert_eq!(count.length, expected, "{about}");
        }
        assert_eq!(flaws(&rules, &report), case.flaws, "{about}");
        assert_eq!(tolerances(&report), case.tolerances, "{about}");
        for flaw in &report.flaws {
            assert!(
                flaw.at == 0 || flaw.line.len() >= usize::from(flaw.at) || case.lengths[0] == 0
            );
        }
        let mut brute = Brute::new(&rules, problem.attacker(), 3_000_000);
        let found = brute.analyze(problem.position(), 5).expect("room enough");
        let plain = JudgeConfig { decoration: false, ..bounded() };
        let report = super::report(&problem, &AuthorClaims::default(), &plain);
        assert_eq!(findings(&report), found, "{about}");
        super::compare_decoration(
            &problem,
            &super::report(&problem, &AuthorClaims::default(), &bounded()),
        );
        if found.is_some() {
            counted += super::compare_counts(&mut brute, &problem, &report, about);
        }
    }
    assert!(counted > CASES.len(), "{counted}");
}

const LIMITED: &str = "7k1/9/7P1/9/9/9/9/9/9 b G 1";

#[test]
fn untolerated_flaw_is_a_cook() {
    let rules = rules("shogi", &[]);
    for (sfen, kind) in [
        ("k8/9/1G6R/9/9/9/9/9/9 b - 1", Tolerance::Promotion),
        ("3gkg3/3nnn3/9/9/9/9/9/9/9 b N 1", Tolerance::Mirror),
        ("9/7Sk/9/7L1/9/9/9/9/9 b L2r2b4g3s4n2l18p 1", Tolerance::DropDistance),
        ("9/6RS1/9/7k1/9/6S2/9/9/9 b r2b4g2s4n4l18p 1", Tolerance::Detour),
        ("8B/8k/9/7Gg/9/8L/9/9/9 b 2rb2g4s4n3l18p 1", Tolerance::LastMove),
        ("7k1/9/8L/7PB/5N3/9/9/9/9 b 2rb4g4s3n3l17p 1", Tolerance::VariationDual),
    ] {
        let problem = problem(&rules, sfen);
        let with = report(&problem, &AuthorClaims::default(), &bounded());
        assert_eq!(with.class, SoundnessClass::Complete, "{kind}");
        let others = Tolerance::ALL.iter().copied();
        let others = others.filter(|other| ![kind, Tolerance::VariationDual].contains(other));
        let tolerate = others.collect();
        let config = JudgeConfig { tolerate, decoration: false, ..bounded() };
        let without = report(&problem, &AuthorClaims::default(), &config);
        assert_eq!(without.class, SoundnessClass::Flawed, "{kind}");
        assert!(flaws(&rules, &without).starts_with("cook@"), "{kind}");
    }
}

#[test]
fn author_length_is_compared() {
    let rules = rules("shogi", &[]);
    let problem = problem(&rules, LIMITED);
    let claims = AuthorClaims { plies: vec![(3, "expect")], ..AuthorClaims::default() };
    let told = report(&problem, &claims, &bounded());
    assert_eq!(flaws(&rules, &told), "short_cook@1");
    assert_eq!(told.class, SoundnessClass::Flawed);
    assert!(matches!(told.flaws[0].kind, FlawKind::ShortCook { claimed: 3, plies: 1, .. }));
    // A claimed length that is too small is the author's mistake, but not a cook.
    let claims = AuthorClaims { plies: vec![(1, "expect")], ..AuthorClaims::default() };
    assert_eq!(report(&problem, &claims, &bounded()).class, SoundnessClass::CompletelyLimited);
}

#[test]
fn author_line_is_compared() {
    let rules = rules("shogi", &[]);
    let moves = |text: &str| text.split(' ').map(|m| usi::parse(&rules, m).unwrap()).collect();
    let cooked = problem(&rules, "4k4/9/4G4/9/9/9/9/9/9 b R 1");
    // A mate in three by a line on which there was a mate in one.
    let claims = AuthorClaims { solution: moves("R*5b 5a4a 5c4b"), ..AuthorClaims::default() };
    let told = report(&cooked, &claims, &bounded());
    assert_eq!(told.flaws[0].kind.name(), "short_cook");
    assert_eq!(told.flaws[0].at, 1);
    assert_eq!(told.solution_agrees, Finding::No);
    // Of several moves, the author's is the known one.
    let claims = AuthorClaims { solution: moves("R*9a"), ..AuthorClaims::default() };
    let told = report(&cooked, &claims, &bounded());
    assert_eq!(told.solution_agrees, Finding::Yes);
    assert_eq!(told.main_lines[0], claims.solution);
    // A line that cannot be played claims no length.
    let claims = AuthorClaims { solution: moves("G*5b 5a4a G*4b"), ..AuthorClaims::default() };
    let told = report(&cooked, &claims, &bounded());
    assert!(told.flaws.iter().all(|flaw| flaw.kind.name() != "short_cook"));
    assert_eq!(told.solution_agrees, Finding::No);
}

/// Of two longest defences, one allows a cook: a flaw only if the author's line passes there, or if
/// nothing is tolerated.
#[test]
fn author_line_decides_about_cooks() {
    let rules = rules("shogi", &[]);
    let moves = |text: &str| text.split(' ').map(|m| usi::parse(&rules, m).unwrap()).collect();
    let problem = problem(&rules, "7k1/9/8L/7PB/5N3/9/9/9/9 b 2rb4g4s3n3l17p 1");
    let clean = "4e3c 2a3a 1d4a+ 3a2b 2d2c+";
    let cooked = "4e3c 2a2b 2d2c+ 2b3a 2c3b";
    let strict = JudgeConfig { tolerate: vec![Tolerance::LastMove], ..bounded() };
    for (line, config, expected) in [
        (clean, bounded(), SoundnessClass::Complete),
        (cooked, bounded(), SoundnessClass::Flawed),
        (clean, strict, SoundnessClass::Flawed),
    ] {
        let claims = AuthorClaims { solution: moves(line), ..AuthorClaims::default() };
        let told = report(&problem, &claims, &config);
        assert_eq!((told.class, &told.main_lines[0]), (expected, &claims.solution), "{line}");
        let cooks = told.flaws.iter().filter(|flaw| flaw.kind.name() == "cook").count();
        assert_eq!(cooks, usize::from(expected == SoundnessClass::Flawed), "{line}");
    }
}

#[test]
fn cook_beyond_the_bound_is_tolerated() {
    let rules = rules("shogi", &[]);
    let problem = problem(&rules, "7G1/8k/9/9/9/9/7R1/9/9 b r2b3g4s4n4l18p 1");
    let config = JudgeConfig { cook_margin: Some(0), ..bounded() };
    assert_eq!(
        report(&problem, &AuthorClaims::default(), &config).class,
        SoundnessClass::CompletelyLimited
    );
    assert_eq!(
        report(&problem, &AuthorClaims::default(), &bounded()).class,
        SoundnessClass::Flawed
    );
}

#[test]
fn exhausted_limit_gives_unknown() {
    let rules = rules("shogi", &[]);
    let problem = problem(&rules, "9/6S2/8k/9/7L1/9/9/9/9 b G2r2b3g3s4n3l18p 1");
    let mut seen = BTreeSet::new();
    for nodes in [1, 2_000, 4_000, 8_000, 16_000, 64_000] {
        let limits = tsume::search::Limits { nodes: Some(nodes), ..Default::default() };
        let report =
            report(&problem, &AuthorClaims::default(), &JudgeConfig { limits, ..bounded() });
        // Every finding under the limit is true: this problem is complete in five.
        assert!(
            matches!(report.class, SoundnessClass::Complete | SoundnessClass::Unknown),
            "{nodes}: {report:?}"
        );
        assert!(!matches!(report.length, MateLength::None));
        if let MateLength::Exact(plies) = report.length {
            assert_eq!(plies, 5);
        }
        if report.class == SoundnessClass::Unknown {
            assert!(!report.open_questions.is_empty(), "{nodes}");
        }
        seen.insert(report.class.name());
    }
    assert!(seen.contains("unknown"), "{seen:?}");
    let limits = tsume::search::Limits { depth: Some(3), ..Default::default() };
    let told = report(&problem, &AuthorClaims::default(), &JudgeConfig { limits, ..bounded() });
    assert_eq!((told.length, told.class), (MateLength::Unknown(3), SoundnessClass::Unknown));
}

/// More time never withdraws a finding that a limited analysis reported, although lines and cooks
/// are missing there.
#[test]
fn limit_removes_findings_and_never_adds_any() {
    let mut missing = 0;
    for case in CASES.iter().filter(|case| case.lengths[0] > 0) {
        let rules = rules(case.variant, &[]);
        let problem = problem(&rules, case.sfen);
        for nodes in (4..24).map(|i| 2u64.pow(i / 2) * (2 + u64::from(i % 2))) {
            let limits = tsume::search::Limits { nodes: Some(nodes), ..Default::default() };
            let config = JudgeConfig { limits, decoration: false, ..bounded() };
            let report = report(&problem, &AuthorClaims::default(), &config);
            let class = report.class;
            if class != SoundnessClass::Unknown {
                let flawed = case.class == SoundnessClass::Flawed.name();
                assert_eq!(
                    class == SoundnessClass::Flawed,
                    flawed,
                    "{} {nodes}: {report:?}",
                    case.about
                );
            }
            missing += usize::from(report.open_questions.contains(&OpenQuestion::MainLines));
        }
    }
    assert!(missing > CASES.len(), "{missing}");
}

#[test]
fn soundness_class_depends_on_the_convention() {
    let rules = rules("minishogi", &[]);
    let problem = problem(&rules, "+B4/4k/3R1/3rS/5 b Ps 1");
    for (count, class) in [
        (CountingConvention::Every, SoundnessClass::Flawed),
        (CountingConvention::Immediate, SoundnessClass::CompletelyLimited),
        (CountingConvention::Composers, SoundnessClass::CompletelyLimited),
    ] {
        let report =
            report(&problem, &AuthorClaims::default(), &JudgeConfig { count, ..bounded() });
        assert_eq!(report.class, class, "{}", count.name());
        assert_eq!(report.by_convention[count as usize].class, class);
        assert_eq!(report.length, MateLength::Exact(5), "the raw length stands beside");
    }
}

#[test]
fn report_does_not_depend_on_threads() {
    for case in CASES {
        let rules = rules(case.variant, &[]);
        let problem = problem(&rules, case.sfen);
        let config = JudgeConfig { threads: 3, ..bounded() };
        let report = report(&problem, &AuthorClaims::default(), &config);
        assert_eq!(report.class.name(), case.class, "{}", case.about);
        assert_eq!(flaws(&rules, &report), case.flaws, "{}", case.about);
    }
}

/// A drop beside the king that he takes, and one from afar, are different mates.
#[test]
fn taken_contact_drop_and_distant_drop_are_different_mates() {
    let rules = rules("shogi", &[]);
    let problem = problem(&rules, "8k/6S2/9/6N2/8N/9/9/9/9 b L2r2b4g3s2n3l18p 1");
    let report = report(&problem, &AuthorClaims::default(), &bounded());
    let is_contact_drop = |m: Move| usi::write(&rules, m) == "L*1b";
    assert!(!report.tolerances.iter().any(|t| is_contact_drop(t.line[0])), "{report:?}");
    let cook = report.flaws.iter().find(|flaw| is_contact_drop(flaw.line[0])).expect("a cook");
    assert_eq!(cook.kind, FlawKind::Cook { plies: 5, known: 3, exact: true });
}
