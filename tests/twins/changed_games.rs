//! The built-in games with random changes to their rule files: other movements, options and flags
//! of pieces, on boards, with armies and in positions of real games.
//!
//! `TSUME_CHANGED=n` compares `n` changed files of each game, `TSUME_SEED=s` changes them, and
//! `TSUME_GAME=name` selects one game.

use super::comparison::{Comparison, compare, lists_match_single_moves};
use super::draft::Flavour;
use super::movements::composed;
use super::rule_files::{SEARCH_BYTES, Tally, compare_verdict};
use crate::support::number;
use crate::support::random::{Random, any_position, option_values};
use serde_yaml::{Mapping, Value};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Instant;
use tsume::io::problems::rule_file::read_text;
use tsume::movegen::{BitboardEngine, MailboxEngine, bitboard};
use tsume::notation::sfen;
use tsume::position::{Forcing, Position};
use tsume::rules::{Rules, builtin};
use tsume::search::Limits;
use tsume::search::transposition_table::TranspositionTable;
use tsume::solver::{Certify, SolverConfig, new_table};

/// Positions of each changed game.
const POSITIONS: usize = 6;

/// Largest board of a game that is changed: the referee is slow on larger ones.
const MAX_SQUARES: usize = 256;

/// Largest board on which the referee's lists of moves are compared with single moves.
const MAX_LISTED_SQUARES: usize = 100;

/// Options that [`option_values`] leaves out.
const OTHER_OPTIONS: &[(&str, &[&str])] = &[
    ("stalemate", &["draw", "loss"]),
    ("facing_royals", &["forbidden", "allowed"]),
    ("no_drop_mate", &["P", "G"]),
    ("no_drop_check", &["P", "R"]),
];

/// A rule file and what was changed in it.
struct ChangedFile {
    file: Value,
    changes: Vec<String>,
}

impl ChangedFile {
    fn new(text: &str, random: &mut Random) -> ChangedFile {
        let file = serde_yaml::from_str(text).expect("a built-in rule file is YAML");
        let mut changed = ChangedFile { file, changes: Vec::new() };
        for _ in 0..1 + random.below(5) {
            changed.change(random);
        }
        changed
    }

    fn pieces(&mut self) -> &mut Vec<Value> {
        self.file["pieces"].as_sequence_mut().expect("pieces are a list")
    }

    fn set(&mut self, piece: usize, key: &str, value: Value) {
        let entry = self.pieces()[piece].as_mapping_mut().expect("a piece is a mapping");
        let id = entry["id"].as_str().unwrap_or_default().to_owned();
        entry.insert(key.into(), value.clone());
        self.changes.push(format!("{id} {key}: {value:?}"));
    }

    fn betza(&mut self, piece: usize) -> String {
        self.pieces()[piece]["betza"].as_str().unwrap_or_default().to_owned()
    }

    fn change(&mut self, random: &mut Random) {
        let count = self.pieces().len();
        let [one, other] = [random.below(count), random.below(count)];
        let flavour = *random.pick(&[Flavour::Plain, Flavour::Plain, Flavour::Odd]);
        match random.below(12) {
            0 | 1 => self.set(one, "betza", composed(random, flavour).into()),
            2 | 3 => {
                let betza = self.betza(one) + &composed(random, flavour);
                self.set(one, "betza", betza.into());
            }
            4 => {
                let [a, b] = [self.betza(one), self.betza(other)];
                self.set(one, "betza", b.into());
                self.set(other, "betza", a.into());
            }
            5..=7 => self.change_option(random),
            8 => {
                let flag = *random.pick(&["burns", "pawn", "royal", "potentially_royal"]);
                self.set(one, flag, (!random.once_in(3)).into());
            }
            9 => self.set(one, "rank", (random.below(4) as u64).into()),
            10 => self.set_region(one, random),
            _ => {
                let entry = self.pieces()[one].as_mapping_mut().expect("a piece is a mapping");
                if entry.remove("promotes_to").is_some() {
                    self.changes.push(format!("piece {one} does not promote"));
                }
            }
        }
    }

    fn change_option(&mut self, random: &mut Random) {
        let mut values = option_values();
        values.extend(OTHER_OPTIONS.iter().map(|(name, values)| (*name, values.to_vec())));
        let (name, values) = random.pick(&values);
        let value = *random.pick(values);
        self.changes.push(format!("{name}: {value}"));
        let rules = &mut self.file["rules"];
        if rules.is_null() {
            *rules = Mapping::new().into();
        }
        let value = serde_yaml::from_str(value).unwrap_or_else(|_| value.into());
        rules.as_mapping_mut().expect("options are a mapping").insert((*name).into(), value);
    }

    fn set_region(&mut self, piece: usize, random: &mut Random) {
        let [files, ranks] =
            ["files", "ranks"].map(|key| self.file["board"][key].as_u64().unwrap_or(1) as usize);
        let mut span = |most: usize| {
            let (a, b) = (1 + random.below(most) as u64, 1 + random.below(most) as u64);
            Value::from(vec![a.min(b), a.max(b)])
        };
        let mut region = Mapping::new();
        region.insert("files".into(), span(files));
        region.insert("ranks".into(), span(ranks));
        self.set(piece, "region", region.into());
    }

    /// The game, unless the file is refused.
    fn rules(&self) -> Option<Arc<Rules>> {
        let text = serde_yaml::to_string(&self.file).ok()?;
        read_text("changed", &text).ok().map(Arc::new)
    }
}

fn compare_everything(
    rules: &Arc<Rules>,
    position: &Position,
    random: &mut Random,
    table: &mut TranspositionTable,
    tally: &mut Tally,
) -> Comparison {
    compare::<MailboxEngine>(rules, position, random)?;
    if bitboard::suits(rules, position) {
        compare::<BitboardEngine>(rules, position, random)?;
    }
    if rules.board.squares() <= MAX_LISTED_SQUARES {
        lists_match_single_moves(rules, position)?;
    }
    let forcing = *random.pick(&[Forcing::Check, Forcing::Royal]);
    let config = SolverConfig {
        hash: SEARCH_BYTES,
        limits: Limits { nodes: Some(1_000), ..Limits::default() },
        certify: Certify::Length,
        ..SolverConfig::default()
    };
    compare_verdict(rules, position.clone(), None, forcing, &config, table, tally)
}

#[test]
fn changed_games_match_the_referee() {
    let (count, seed) = (number("TSUME_CHANGED", 4), number("TSUME_SEED", 1));
    let only = std::env::var("TSUME_GAME").ok();
    let mut table = new_table(SEARCH_BYTES);
    let mut differences = 0;
    for (game, (name, text)) in builtin::VARIANTS.iter().enumerate() {
        let is_large = crate::support::rules(name, &[]).board.squares() > MAX_SQUARES;
        if only.as_ref().is_some_and(|only| only != name) || only.is_none() && is_large {
            continue;
        }
        let began = Instant::now();
        let (mut files, mut positions, mut tally) = (0, 0, Tally::default());
        for file in 0..4 * count {
            let mut random = Random::of_case(seed, file);
            random.0 ^= game as u64;
            let random = &mut random;
            let changed = ChangedFile::new(text, random);
            let Some(rules) = changed.rules() else { continue };
            files += 1;
            for _ in 0..POSITIONS {
                let position = any_position(&rules, 40, random);
                positions += 1;
                let compared = catch_unwind(AssertUnwindSafe(|| {
                    compare_everything(&rules, &position, random, &mut table, &mut tally)
                }));
                let difference = match compared {
                    Ok(Ok(())) => continue,
                    Ok(Err(difference)) => difference,
                    Err(_) => "panic".to_owned(),
                };
                differences += 1;
                eprintln!("{name}, file {file} of seed {seed}: {difference}");
                eprintln!("  changes: {:?}", changed.changes);
                eprintln!("  position: {}", sfen::write(&rules, &position));
                break;
            }
            if files == count {
                break;
            }
        }
        let seconds = began.elapsed().as_secs_f64();
        eprintln!("{name}: {files} files, {positions} positions, {tally:?}, {seconds:.0} s");
    }
    assert_eq!(differences, 0);
}
