//! Mates in one that the mailbox engine once judged wrongly.

use crate::support::rules;
use crate::twins::comparison::agreed_mates;
use tsume::movegen::MailboxEngine;
use tsume::notation::{sfen, usi};
use tsume::position::{Engine, Forcing, Move};
use tsume::referee::{forcing_moves, legal_moves, play};
use tsume::rules::Side;

/// A gold moves back and becomes a rook. The square behind the king is a flight square against the
/// gold, but not against the rook.
#[test]
fn promotion_farther_away_attacks_along_its_own_path() {
    let rules = rules("chu", &[("promotion".to_owned(), "zone_touch".to_owned())]);
    let place = format!("5p1p4/5pkp4/5p1p4/6G5{} b - 1", "/12".repeat(8));
    let position = sfen::parse(&rules, &place).unwrap();
    for forcing in [Forcing::Check, Forcing::Royal] {
        let mut engine = MailboxEngine::new(&rules, &position, Side::Black, forcing);
        let found = engine.mate_in_one().map(|m| usi::write(&rules, m));
        assert!(found.as_deref().is_some_and(|m| m.starts_with("6d6") && m.ends_with('+')));
        let mates = |m: &&Move| legal_moves(&rules, &play(&rules, &position, **m)).is_empty();
        let slow = forcing_moves(&rules, &position, forcing);
        assert_eq!(slow.iter().find(mates).map(|&m| usi::write(&rules, m)), found);
    }
}

/// Random heaps have no mate of two royals at once while a third piece could move: adjacent royals
/// capture whatever threatens both, unless it is a distant lion dog.
#[test]
fn pass_does_not_help_against_threats_to_all_royals() {
    let rules = rules("maka_dai_dai", &[]);
    let rest = "/19".repeat(17);
    let places = [
        ("13[LD]2p+[de]k/16ppp", true),
        ("13[LD]2p+[de]k/15gppp", false),
        ("13R2p+[de]k/16ppp", false),
    ];
    for (place, mates) in places {
        let position = sfen::parse(&rules, &format!("{place}{rest} b - 1")).unwrap();
        for found in agreed_mates(&rules, &position).unwrap() {
            assert_eq!(found.is_some(), mates, "{place}");
        }
    }
}
