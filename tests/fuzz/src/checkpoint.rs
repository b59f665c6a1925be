//! Checkpoints: whatever the bytes are, reading ends, what is read is written so that it reads the
//! same, and a search that continues from them reports no wrong verdict or length.
//!
//! The first byte of the input chooses a problem and what the rest is: a file, the table of a file
//! with the right first line and digest, or changes of the table that a short search of the problem
//! leaves, three bytes each: a place and what is XORed to the byte there.

use sha2::{Digest, Sha256};
use std::sync::LazyLock;
use std::time::Instant;
use tsume::io::files::checkpoint_file::{Checkpoint, CheckpointHeader, write_to};
use tsume::notation::sfen;
use tsume::position::{Forcing, Problem};
use tsume::referee::{ObjectionKind, admit};
use tsume::rules::builtin;
use tsume::search::Limits;
use tsume::search::transposition_table::TranspositionTable;
use tsume::solver::{Certify, SolverConfig, Verdict, new_table, resume, solve_with};

/// Bytes for the table and certificates of a search.
const HASH: usize = 1 << 20;

/// Nodes of the searches that leave a table, and of those that go on from one.
const NODES: [u64; 2] = [60, 400];

/// Games and positions.
const POSITIONS: [(&str, &str); 5] = [
    ("shogi", "9/4k4/9/4P4/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1"),
    ("shogi", "4k4/9/9/9/9/9/9/9/9 b 2G2r2b2g4s4n4l18p 1"),
    ("shogi", "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1"),
    ("minishogi", "4k/5/4G/5/5 b RS 1"),
    ("chu", "5k6/12/5G6/4S7/12/12/12/12/12/12/12/12 b - 1"),
];

struct Case {
    problem: Problem,
    header: CheckpointHeader,
    /// Length of the shortest mate in plies; `None` if there is no mate.
    mate: Option<u16>,
    /// The table that a short search leaves, as bytes.
    table: Vec<u8>,
}

static CASES: LazyLock<Vec<Case>> = LazyLock::new(|| POSITIONS.map(Case::new).into());

impl Case {
    fn new((game, position): (&str, &str)) -> Case {
        let rules = builtin::rules(game, &[]).expect("built in").expect("well formed");
        let position = sfen::parse(&rules, position).expect("a position");
        let side = Some(position.side);
        let problem = admit(&rules.into(), position, side, Forcing::Check, ObjectionKind::ALL);
        let problem = problem.expect("a problem");
        let mut known = new_table(64 << 20);
        let solution = solve_with(&problem, &config(u64::MAX), &1, &mut known, &Instant::now());
        let mate = match solution.verdict {
            Verdict::Mate { plies, shortest: true, .. } => Some(plies),
            Verdict::NoMate { .. } => None,
            other => panic!("{game}: {other:?}"),
        };
        assert!(solution.checked);
        let mut short = new_table(HASH);
        solve_with(&problem, &config(NODES[0]), &1, &mut short, &Instant::now());
        let mut table = Vec::new();
        short.dump(&mut table).expect("a vector takes everything");
        Case { header: CheckpointHeader::new("fuzz", &problem), problem, mate, table }
    }

    /// The bytes of a checkpoint with this table.
    fn file(&self, table: &[u8]) -> Vec<u8> {
        let mut file = Vec::new();
        write_to(&mut file, &self.header, &TranspositionTable::new(0))
            .expect("a vector takes everything");
        let line = file.iter().position(|&byte| byte == b'\n').expect("a first line");
        file.truncate(line + 1);
        file.extend(table);
        let digest = Sha256::digest(&file);
        file.extend(digest);
        file
    }

    /// Goes on from a table.
    fn search(&self, table: &TranspositionTable) {
        let solution = resume(&self.problem, &config(NODES[1]), &1, table, &Instant::now());
        match solution.verdict {
            Verdict::Mate { plies, shortest, .. } => {
                let truth = self.mate.expect("no mate where there is none");
                assert!(plies >= truth && (plies == truth || !shortest), "{plies} {shortest}");
            }
            Verdict::NoMate { .. } => assert_eq!(self.mate, None),
            Verdict::Unknown(_) => {}
        }
        if let Some(plies) = solution.no_mate_within {
            assert!(self.mate.is_none_or(|mate| mate > plies), "no mate within {plies}");
        }
    }
}

fn config(nodes: u64) -> SolverConfig {
    SolverConfig {
        threads: 1,
        hash: HASH,
        limits: Limits { nodes: Some(nodes), ..Limits::default() },
        shortest: true,
        main_line: true,
        within: None,
        certify: Certify::Verdict,
    }
}

/// Checks one input.
pub fn check(data: &[u8]) {
    let Some((&first, rest)) = data.split_first() else { return };
    let case = &CASES[usize::from(first) % CASES.len()];
    let file = match first >> 6 {
        0 => rest.to_vec(),
        1 => case.file(rest),
        _ => {
            let mut table = case.table.clone();
            for change in rest.chunks_exact(3) {
                let at = usize::from(u16::from_le_bytes([change[0], change[1]])) % table.len();
                table[at] ^= change[2];
            }
            case.file(&table)
        }
    };
    let Ok(checkpoint) = Checkpoint::read(&file[..], &case.header) else { return };
    let mut table = new_table(HASH);
    let Ok(entries) = checkpoint.load(&mut table) else { return };
    let mut written = Vec::new();
    let kept = write_to(&mut written, &case.header, &table).expect("a vector takes everything");
    assert!(kept.entries <= entries && kept.bytes == written.len() as u64);
    let again = Checkpoint::read(&written[..], &case.header).expect("what was written");
    assert_eq!(
        again.load(&mut TranspositionTable::new(HASH)).expect("what was written"),
        kept.entries
    );
    case.search(&table);
}
