//! Special play of lines: compared with the referee's moves of plainer pieces in their places, and
//! by examples.

use super::*;
use tsume::generator::special_play::SpecialPlay;
use tsume::movegen::MailboxEngine;
use tsume::notation::usi;
use tsume::position::{Move, Piece};
use tsume::referee::{legal_moves, play, pseudo_legal};
use tsume::rules::{Kind, Side, Square};

/// True if `side` could capture a royal of the other side with a piece of these kinds.
fn captures_royal(rules: &Rules, position: &Position, kinds: &[&str]) -> bool {
    let mut turned = position.clone();
    turned.side = Side::Black;
    let royals = position.royals(rules, Side::White);
    moves(rules, &turned).iter().any(|m| {
        let mut squares = m.mids().into_iter().flatten().chain([m.to()]);
        let mover = m.from().and_then(|from| position.at(from));
        let able = mover.is_some_and(|p| kinds.contains(&rules.spec(p.kind()).id.as_str()));
        able && squares.any(|square| royals.contains(&square))
    })
}

fn kind(rules: &Rules, id: &str) -> Kind {
    rules.kind(id).unwrap()
}

/// All moves, whether they leave an own royal to be captured or not.
fn moves(rules: &Rules, position: &Position) -> Vec<Move> {
    let own = position.pieces().filter(|(_, piece)| piece.side() == position.side);
    own.flat_map(|(from, _)| pseudo_legal::moves_of_piece(rules, position, from)).collect()
}

/// The position with another kind on a square.
fn retyped(position: &Position, square: Square, kind: Kind) -> Position {
    let mut other = position.clone();
    other.board[square.index()] = Some(Piece::new(kind, Side::Black));
    other
}

/// A hook mover needs the turn for a move or check if a rook in its place cannot make it; the
/// capricorn likewise with a bishop. A lion is at the mate if it could take the royal.
#[test]
fn turns_and_lions_are_those_of_the_plain_pieces() {
    let space = space("maka_dai_dai");
    let rules = &space.rules;
    let mut probe = MateProbe::<MailboxEngine>::new(&space);
    let mut random = RandomStream::new(11, 0);
    let mut seen = [0; 4];
    for mut position in sown(&space, &mut random, &mut probe, 40) {
        for (special, plain) in [("HM", "R"), ("Ca", "B"), ("Ln", "Ln")] {
            let square = Square(random.draw_below(rules.board.squares()) as u16);
            if position.at(square).is_some() {
                continue;
            }
            position.board[square.index()] = Some(Piece::new(kind(rules, special), Side::Black));
            let straight = retyped(&position, square, kind(rules, plain));
            for m in legal_moves(rules, &position).into_iter().filter(|m| !m.changes()).take(60) {
                let after = play(rules, &position, m);
                let shown = SpecialPlay::of_line(&space, &position, &[m]);
                if m.from() == Some(square) && special != "Ln" {
                    let moves = moves(rules, &straight).contains(&m);
                    let plain_after = retyped(&after, m.to(), kind(rules, plain));
                    let checks = captures_royal(rules, &after, &[special])
                        && !captures_royal(rules, &plain_after, &[plain]);
                    assert_eq!(shown.hook, !moves || checks, "{position:?} {m:?}");
                    seen[usize::from(shown.hook)] += 1;
                }
                let lion = captures_royal(rules, &after, &["Ln", "+Ln", "+DS"]);
                assert_eq!(shown.lion, lion, "{position:?} {m:?}");
                seen[2 + usize::from(lion)] += 1;
            }
            position.board[square.index()] = None;
        }
    }
    assert!(seen.iter().all(|count| *count > 20), "{seen:?}");
}

/// The names of what a line shows.
fn shown(variant: &str, position: &str, line: &[&str]) -> Vec<&'static str> {
    let space = space(variant);
    let position = sfen(&space.rules, position);
    let line: Vec<_> = line.iter().map(|m| usi::parse(&space.rules, m).unwrap()).collect();
    let play = SpecialPlay::of_line(&space, &position, &line);
    let names = [
        "royal_captured",
        "two_royals",
        "igui",
        "multiple_capture",
        "hook",
        "contagion",
        "burning",
        "range_jump",
        "lion",
        "emperor",
        "promotion_by_capture",
    ];
    names.into_iter().filter(|name| play.shows(name).unwrap()).collect()
}

#[test]
fn examples_show_what_they_are_about() {
    let cases: [(&str, &str, &[&str], &[&str]); 9] = [
        // The lion takes the pawn beside it without moving, and attacks the king two squares away.
        ("chu", "11k/12/9p[LN]1/12/12/12/12/12/12/12/12/12 b -", &["2c3c2c"], &["igui", "lion"]),
        // It takes two and ends far from the king.
        (
            "chu",
            "11k/12/12/8pp[LN]1/12/12/12/12/12/12/12/12 b -",
            &["2d3d4d"],
            &["multiple_capture"],
        ),
        // A gold takes a deva, and becomes a teaching king; a deva that takes one promotes to it.
        (
            "maka_dai_dai",
            "18k/19/19/17[dv]1/17G1/19/19/19/19/19/19/19/19/19/19/19/19/19/19 b -",
            &["2e2d+"],
            &["contagion", "promotion_by_capture"],
        ),
        (
            "maka_dai_dai",
            "18k/19/19/17[dv]1/17K1/19/19/19/19/19/19/19/19/19/19/19/19/19/19 b -",
            &["2e2d"],
            &[],
        ),
        // The emperor attacks the king from anywhere once nothing guards him.
        (
            "maka_dai_dai",
            "17gk/17G1/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/+K18 b -",
            &["2b2a"],
            &["emperor"],
        ),
        // A fire demon burns the pawns beside it, and then what is near to where it could go next.
        (
            "tenjiku",
            "15k/16/6ppp7/6p1P7/6p1p7/16/16/16/16/7[FID]8/16/16/16/16/16/16 b -",
            &["9j9d"],
            &["burning"],
        ),
        // A rook general takes the second pawn over the first; then the first.
        (
            "tenjiku",
            "15k/16/16/7p8/7p8/16/16/7[RGN]8/16/16/16/16/16/16/16/16 b -",
            &["9h9d"],
            &["range_jump"],
        ),
        ("tenjiku", "15k/16/16/7p8/7p8/16/16/7[RGN]8/16/16/16/16/16/16/16/16 b -", &["9h9e"], &[]),
        ("hishigata", "9k9/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19 b -", &[], &[]),
    ];
    for (variant, position, line, expected) in cases {
        assert_eq!(shown(variant, position, line), expected, "{position} {line:?}");
    }
}
