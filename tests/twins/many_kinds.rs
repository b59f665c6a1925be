//! Games with as many kinds as a rule file can have.

use super::comparison::compare;
use crate::support::random::Random;
use std::fmt::Write;
use std::sync::Arc;
use tsume::movegen::MailboxEngine;
use tsume::notation::sfen;
use tsume::rules::compile::compile;
use tsume::rules::{Kind, Rules};

/// Movements that the kinds have in turn.
const MOVEMENTS: [&str; 9] = ["W", "F", "ffN", "fR", "B2", "NAD[aK]", "[HM]", "f[avW]fDB", "[LD]"];

/// A game of [`Kind::MAX`] kinds: a king, and pieces that promote to one another's movements.
fn rules() -> Arc<Rules> {
    let ids: Vec<String> = (0..Kind::MAX / 2)
        .map(|n| {
            ["A", "B", "C", "D", "E"][n / 26].to_owned()
                + &char::from(b'a' + (n % 26) as u8).to_string()
        })
        .collect();
    let mut pieces = "  - {id: K, name: king, betza: K, royal: true}\n".to_owned();
    for (n, id) in ids.iter().enumerate() {
        let [plain, promoted] = [n, n + 4].map(|n| MOVEMENTS[n % MOVEMENTS.len()]);
        let _ = writeln!(pieces, "  - {{id: {id}, name: x, betza: '{plain}', promotes_to: +{id}}}");
        let _ = writeln!(pieces, "  - {{id: +{id}, name: x, betza: '{promoted}'}}");
    }
    let files = 25;
    let rank = |of: &[String], white: bool| {
        let cell = |id: &String| {
            let id = if white { id.to_lowercase() } else { id.clone() };
            format!("[{id}]")
        };
        of.iter().map(cell).collect::<String>() + &(files - of.len()).to_string()
    };
    let ranks = |white: bool| -> Vec<String> {
        ids.chunks(24).map(|of| rank(of, white).replace("]0", "]")).collect()
    };
    let (white, black) = (ranks(true).join("/"), ranks(false).join("/"));
    let start = format!("12k12/{white}/25/25/{black}/12K12 b - 1");
    let ranks = start.split(' ').next().unwrap().split('/').count();
    let text = format!(
        "name: many\nboard: {{files: {files}, ranks: {ranks}}}\nrules: {{promotion: by_capture}}\n\
         initial_sfen: '{start}'\npieces:\n{pieces}"
    );
    Arc::new(compile(&serde_yaml::from_str(&text).unwrap(), &[]).unwrap())
}

#[test]
fn as_many_kinds_as_possible_match_the_referee() {
    let rules = rules();
    assert_eq!(rules.kinds.len(), Kind::MAX);
    let start = sfen::parse(&rules, &rules.start).unwrap();
    assert_eq!(sfen::parse(&rules, &sfen::write(&rules, &start)).unwrap(), start);
    let mut random = Random(7);
    // Few pieces, so that the referee is fast; the last kinds are among them.
    let mut position = start.clone();
    let kept = |at: usize| at % 11 == 0 || at % 41 == 3;
    for (at, piece) in position.board.iter_mut().enumerate() {
        let is_royal = piece.is_some_and(|piece| piece.kind() == Kind(0));
        *piece = piece.filter(|piece| is_royal || kept(at) || piece.kind().0 > 244);
    }
    compare::<MailboxEngine>(&rules, &position, &mut random).unwrap();
}
