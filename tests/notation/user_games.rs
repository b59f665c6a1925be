//! Positions and moves of random games of users survive writing and reading.
//!
//! `TSUME_WRITTEN=n` tries `n` rule files, and `TSUME_SEED=s` changes them.

use crate::support::number;
use crate::twins::draft::drafts;
use crate::twins::rule_files::placed_or_played;
use std::collections::HashSet;
use tsume::notation::{diagram, hands, hodges, sfen, usi};
use tsume::position::Position;
use tsume::referee::legal_moves;
use tsume::rules::Rules;

fn survives(rules: &Rules, position: &Position) -> Result<(), String> {
    let text = sfen::write(rules, position);
    if sfen::parse(rules, &text).as_ref() != Ok(position) {
        return Err(format!("position {text}"));
    }
    let drawing = diagram::draw(rules, position);
    let read = diagram::read(rules, &drawing, None).map(|drawn| drawn.board);
    if read.as_ref() != Ok(&position.board) {
        return Err(format!("drawing of {text}\n{drawing}\n{read:?}"));
    }
    for hand in position.hands {
        let written = hands::write(rules, hand);
        if hands::read(rules, &written) != Ok(hand) {
            return Err(format!("hand {written} of {text}"));
        }
    }
    let legal = legal_moves(rules, position);
    let mut texts = HashSet::new();
    for &m in &legal {
        let name = usi::write(rules, m);
        if usi::parse(rules, &name) != Ok(m) {
            return Err(format!("move {name} of {text}"));
        }
        let western = hodges::write(rules, position, &legal, m);
        let read = hodges::read(rules, position, &legal, &western);
        if read != Ok(m) || !texts.insert(western.clone()) {
            return Err(format!("move {name}, {western} of {text}: {read:?}"));
        }
    }
    Ok(())
}

#[test]
fn positions_and_moves_of_user_games_survive_writing_and_reading() {
    let (count, seed) = (number("TSUME_WRITTEN", 1000), number("TSUME_SEED", 1));
    let (mut positions, mut differences) = (0, 0);
    for (file, draft, mut random) in drafts(count, seed) {
        let Some(rules) = draft.rules() else { continue };
        for _ in 0..6 {
            let mut position = placed_or_played(&rules, &mut random);
            // A position text does not tell a captured royal from one that is off the board.
            position.infer_phantoms(&rules);
            positions += 1;
            if let Err(what) = survives(&rules, &position) {
                differences += 1;
                eprintln!("file {file} of seed {seed}: {what}");
                draft.print();
                break;
            }
        }
    }
    eprintln!("{positions} positions from seed {seed}");
    assert_eq!(differences, 0);
}
