//! Burning, area moves and jumping captures of tenjiku shogi, as RULES 5.9 states them, and move
//! counts of its start position from another program.

use crate::support;
use std::sync::Arc;
use tsume::movegen::MailboxEngine;
use tsume::notation::{sfen, usi};
use tsume::position::perft::perft;
use tsume::position::{Engine, Forcing, Position};
use tsume::referee::{in_check, is_legal, legal_moves, play};
use tsume::rules::{Rules, Side};

fn rules(chosen: &[(&str, &str)]) -> Arc<Rules> {
    let own = |&(name, value): &(&str, &str)| (name.to_owned(), value.to_owned());
    support::rules("tenjiku", &chosen.iter().map(own).collect::<Vec<_>>())
}

fn at(rules: &Rules, text: &str) -> Position {
    sfen::parse(rules, text).unwrap()
}

/// The board after a move, without its empty ranks but the first; engine and referee agree on it.
fn after(rules: &Arc<Rules>, position: &Position, text: &str) -> String {
    let m = usi::parse(rules, text).unwrap();
    assert!(is_legal(rules, position, m), "{text}");
    let after = play(rules, position, m);
    let mut engine = MailboxEngine::new(rules, position, Side::Black, Forcing::Check);
    engine.play(m);
    assert_eq!(engine.position().board, after.board, "{text}");
    let key = engine.key();
    let fresh = MailboxEngine::new(rules, &after, Side::Black, Forcing::Check);
    assert_eq!(key, fresh.key());
    engine.undo();
    assert_eq!(engine.position(), *position);
    sfen::write(rules, &after).split(' ').next().unwrap().replace("/16", "")
}

/// Counts of Jocly (fhoudebert/jocly2, its tests), whose readings the source set has.
#[test]
fn start_position_has_as_many_moves_as_in_jocly() {
    let rules = rules(&[("sources", "jocly")]);
    let start = sfen::parse(&rules, &rules.start).unwrap();
    let mut engine = MailboxEngine::new(&rules, &start, Side::Black, Forcing::Check);
    assert_eq!([1, 2].map(|depth| perft(&mut engine, depth)), [74, 5466]);
}

/// HaChu 0.21 lists 62, without the eight that decline a promotion into a piece that moves better.
#[test]
fn start_position_has_as_many_moves_as_in_hachu() {
    let rules = rules(&[("sources", "hachu")]);
    let start = sfen::parse(&rules, &rules.start).unwrap();
    assert_eq!(legal_moves(&rules, &start).len(), 62 + 8);
}

#[test]
fn fire_demon_burns_its_neighbours_and_none_of_its_own() {
    let rules = rules(&[]);
    let position =
        at(&rules, "16/16/6ppp7/6p1P7/6p1p7/16/16/16/16/7[FID]8/16/16/16/16/16/16 b - 1");
    assert_eq!(after(&rules, &position, "9j9d"), "16/7[FID]P7")
}

#[test]
fn piece_that_ends_beside_a_fire_demon_is_burned() {
    let rules = rules(&[]);
    let position = at(&rules, "8r7/16/16/7[FID]8/16/16/16/16/16/16/16/16/16/16/16/16 w - 1");
    assert_eq!(after(&rules, &position, "8a8d"), "16/7[FID]8");
}

#[test]
fn fire_demon_beside_another_is_burned_alone() {
    let position = "7[fid]8/16/8p7/7[FID]8/16/16/16/16/16/16/16/16/16/16/16/16 b - 1";
    let both = rules(&[]);
    assert_eq!(after(&both, &at(&both, position), "9d9b"), "7[fid]8/8p7");
    let mutual = rules(&[("burning", "mutual")]);
    assert_eq!(after(&mutual, &at(&mutual, position), "9d9b"), "16");
    let moving = rules(&[("burning", "moving")]);
    assert_eq!(after(&moving, &at(&moving, position), "9d9b"), "16/7[FID]8");
}

#[test]
fn king_that_could_be_burned_is_in_check_and_may_not_go_where_it_burns() {
    let rules = rules(&[]);
    let far = at(&rules, "8k7/16/16/16/10[FID]5/16/16/16/16/16/16/16/16/16/16/16 w - 1");
    assert!(in_check(&rules, &far));
    let near = at(&rules, "8k7/8P7/8[FID]7/16/16/16/16/16/16/16/16/16/16/16/16/16 w - 1");
    let stays: Vec<String> =
        legal_moves(&rules, &near).iter().map(|&m| usi::write(&rules, m)).collect();
    assert_eq!(stays, [""; 0]);
}

#[test]
fn general_captures_over_lower_ranks_as_the_option_says() {
    let text = "8k7/16/8p7/8P7/16/8[RGN]7/16/16/16/16/16/16/16/16/16/16 w - 1";
    assert!(!in_check(&rules(&[]), &at(&rules(&[]), text)));
    let any = rules(&[("range_jump", "any_rank")]);
    assert!(in_check(&any, &at(&any, text)));
    let barred = text.replace("8p7", "8[ggn]7");
    assert!(!in_check(&any, &at(&any, &barred)));
}
