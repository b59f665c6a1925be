//! Japanese moves as `rsshogi` writes them.

use crate::made_positions::{build, recipe};
use crate::support::rules;
use proptest::prelude::*;
use std::collections::HashSet;
use tsume::notation::{japanese, sfen, usi};
use tsume::position::{Move, Piece, Position};
use tsume::referee::{attacks, legal_moves};
use tsume::rules::{Kind, Rules, Side, Square};

/// The move in rsshogi's notation.
fn oracle(sfen: &str, last: Option<&str>, m: &str) -> String {
    let mut position = rsshogi::board::Position::empty();
    position.set_sfen(sfen).unwrap_or_else(|e| panic!("{sfen}: {e:?}"));
    let parse = |text: &str| rsshogi::types::Move::from_usi(text).expect("a USI move");
    if let Some(last) = last {
        let last = position.move32_from_move(parse(last));
        position.apply_move32(last);
    }
    position.move32_from_move(parse(m)).to_ki2(&position).expect("a move of this position")
}

fn written(rules: &Rules, position: &Position, m: Move, last: Option<Square>) -> String {
    let legal = legal_moves(rules, position);
    japanese::write(rules, position, &legal, m, last, |from| {
        attacks::can_capture(rules, position, from, m.to())
    })
    .expect("a game with characters")
}

/// At most as many pieces of each kind as the game has, and one king on each side.
fn thinned(rules: &Rules, mut position: Position) -> Position {
    let mut left: Vec<u16> = rules.kinds.iter().map(|spec| spec.at_start()).collect();
    let king = rules.kind("K").expect("a king");
    for cell in &mut position.board {
        let Some(piece) = *cell else { continue };
        let base = rules.spec(piece.kind()).base.index();
        if piece.kind() == king || left[base] == 0 {
            *cell = None;
        } else {
            left[base] -= 1;
        }
    }
    for (side, square) in [(Side::White, Square(0)), (Side::Black, Square(80))] {
        position.board[square.index()] = Some(Piece::new(king, side));
    }
    position.hands = [Default::default(); 2];
    position.counter_strike = None;
    position.deferred.clear();
    position.infer_phantoms(rules);
    position
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..Default::default() })]

    #[test]
    fn moves_are_written_as_rsshogi_writes_them(recipe in recipe(), generals in any::<bool>()) {
        let rules = rules("shogi", &[]);
        let mut recipe = recipe;
        if generals {
            for (_, kind, _) in &mut recipe.pieces {
                let ids = ["G", "S", "+P", "+R", "+B", "R", "B", "+S"];
                *kind = rules.kind(ids[usize::from(*kind) % ids.len()]).map_or(0, |Kind(kind)| kind);
            }
        }
        let position = thinned(&rules, build(&rules, &recipe));
        let legal = legal_moves(&rules, &position);
        let royals = position.royals(&rules, position.side.other());
        prop_assume!(legal.iter().all(|m| !royals.contains(&m.to())), "the king could be taken");
        let sfen = sfen::write(&rules, &position);
        let mut texts = HashSet::new();
        for &m in &legal {
            let text = written(&rules, &position, m, None);
            // rsshogi never writes that one of two pieces goes sideways from the left or right.
            let said = text.replace("左寄", "左").replace("右寄", "右");
            prop_assert_eq!(said, oracle(&sfen, None, &usi::write(&rules, m)), "{}", sfen);
            prop_assert!(texts.insert(text));
        }
    }
}
