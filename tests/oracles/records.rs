//! The crate `shogi-kifu-converter` as a second opinion: it reads our records, and we read its
//! records. Both ways lead through its JKF. It supports no headers except the position, no white
//! first move in KI2, and no ends in some formats, so the test compares positions and moves.

use crate::made_records::{blocks, random_record, read, rules};
use crate::support::random::Random;
use shogi_kifu_converter::converter::{ToCsa, ToKi2, ToKif};
use shogi_kifu_converter::parser::{parse_csa_str, parse_jkf_str, parse_ki2_str, parse_kif_str};
use tsume::io::formats::record::{GameRecord, LineCursor, MoveTree};
use tsume::io::formats::{csa, jkf, ki2, kif};
use tsume::position::Move;
use tsume::referee;
use tsume::rules::{Rules, Side};

#[test]
fn shogi_kifu_converter_reads_and_writes_the_same_records() {
    let rules = rules();
    let mut random = Random(0x6f72_6163_6c65);
    let mut compared = [0; 2];
    for _ in 0..120 {
        let mut record = random_record(&rules, &mut random, &[]);
        // It accepts only ends in the last line of a file, and comments after moves.
        let mut ids = vec![MoveTree::ROOT];
        ids.extend(record.tree.blocks().into_iter().flat_map(|(_, ids)| ids));
        for id in ids {
            let node = record.tree.node_mut(id);
            (node.end, node.comments, node.seconds) = (None, Vec::new(), None);
        }
        let main = record.tree.main_moves();
        if main.is_empty() {
            continue;
        }
        let lines = |found: &GameRecord| {
            let tree = &found.tree;
            blocks(&rules, tree)
                .into_iter()
                .map(|(ply, said, _)| {
                    (ply, said.into_iter().map(|(text, ..)| text).collect::<Vec<_>>())
                })
                .collect::<Vec<_>>()
        };
        let ours = lines(&record);
        // It takes a drop for a move of a like piece that could go to the same square.
        if has_doubtful_drop(&rules, &record) {
            continue;
        }
        let theirs = parse_jkf_str(&jkf::write(&rules, &record).unwrap()).unwrap();
        compared[0] += 1;
        let reread = read("a.jkf", serde_json::to_string(&theirs).unwrap().as_bytes());
        assert_eq!((lines(&reread), &reread.position), (ours.clone(), &record.position));
        // It assumes in every KIF and KI2 text that Black begins.
        if record.position.side == Side::White {
            continue;
        }
        // Its reader of 変化 blocks does not support variations of variations, so one line must do.
        let record = GameRecord { tree: MoveTree::line(&main), ..record };
        let ours = lines(&record);
        let written = kif::write(&rules, &record);
        let theirs_of_kif = parse_kif_str(&written).unwrap_or_else(|e| panic!("{e:?}\n{written}"));
        let reread = read("a.jkf", serde_json::to_string(&theirs_of_kif).unwrap().as_bytes());
        assert_eq!((lines(&reread), &reread.position), (ours.clone(), &record.position));
        let theirs_of_csa = parse_csa_str(&csa::write(&rules, &record)).unwrap();
        let reread = read("a.jkf", serde_json::to_string(&theirs_of_csa).unwrap().as_bytes());
        assert_eq!((reread.tree.main_moves(), &reread.position), (main.clone(), &record.position));
        if let Ok(theirs_of_ki2) = parse_ki2_str(&ki2::write(&rules, &record)) {
            let reread = read("a.jkf", serde_json::to_string(&theirs_of_ki2).unwrap().as_bytes());
            assert_eq!((lines(&reread), &reread.position), (ours.clone(), &record.position));
            compared[1] += 1;
        }
        for (name, text) in [
            ("a.kif", theirs.to_kif_owned()),
            ("a.ki2", theirs.to_ki2_owned()),
            ("a.csa", theirs.to_csa_owned()),
        ] {
            let reread = read(name, text.as_bytes());
            assert_eq!(reread.position, record.position, "{text}");
            assert_eq!(reread.tree.main_moves(), main, "{name}\n{text}");
        }
    }
    assert!(compared[0] > 60 && compared[1] > 20, "{compared:?}");
}

/// True if a piece is dropped where another of its kind could go.
fn has_doubtful_drop(rules: &Rules, record: &GameRecord) -> bool {
    let mut path = LineCursor::new(&record.position);
    for (ply, ids) in record.tree.blocks() {
        path.back_to(rules, ply - 1);
        for id in ids {
            let m = record.tree.node(id).played.unwrap();
            let position = &path.end().position;
            let like = |other: &Move| {
                let moved = other.from().and_then(|from| position.at(from));
                other.to() == m.to() && moved.map(|piece| piece.kind()) == m.dropped()
            };
            // It ignores pins, and whether the king is in check.
            let mut free = position.clone();
            for square in position.royals(rules, position.side) {
                free.board[square.index()] = None;
            }
            free.infer_phantoms(rules);
            if m.dropped().is_some() && referee::legal_moves(rules, &free).iter().any(like) {
                return true;
            }
            path.play(rules, id, m);
        }
    }
    false
}
