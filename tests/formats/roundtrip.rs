//! Records and problems survive writing and reading.

use super::made_records::*;
use crate::support::random::Random;
use proptest::prelude::*;
use tsume::io::formats::record::{GameRecord, MoveTree};
use tsume::io::formats::{Format, bod, csa, jkf, ki2, kif};
use tsume::io::problems::{LoadResult, LoadedProblem, PositionChoice, ReadOptions, read_documents};
use tsume::io::problems::{detect_format, record_problems, yaml_writer};
use tsume::referee;
use tsume::rules::Rules;
use tsume::text::encoding;

const HEADERS: [&str; 9] =
    ["作品番号", "作品名", "作者", "発表誌", "手数", "完全性", "備考", "先手", "棋戦"];

fn sorted(record: &GameRecord) -> Vec<(String, String)> {
    let mut headers = record.headers.clone();
    headers.sort();
    headers
}

fn assert_same(rules: &Rules, what: &str, read: &GameRecord, written: &GameRecord) {
    assert_eq!(sorted(read), sorted(written), "{what}");
    assert_eq!(read.position, written.position, "{what}");
    assert_eq!(blocks(rules, &read.tree), blocks(rules, &written.tree), "{what}");
}

/// The record without what a format cannot express.
fn without(
    record: &GameRecord,
    change: impl Fn(&mut tsume::io::formats::record::MoveNode),
) -> GameRecord {
    let mut record = record.clone();
    let mut ids = vec![MoveTree::ROOT];
    ids.extend(record.tree.blocks().into_iter().flat_map(|(_, ids)| ids));
    ids.into_iter().for_each(|id| change(record.tree.node_mut(id)));
    record
}

fn main_line(record: &GameRecord) -> GameRecord {
    let mut tree = MoveTree::line(&record.tree.main_moves());
    let ids = |tree: &MoveTree| [vec![MoveTree::ROOT], tree.main(MoveTree::ROOT)].concat();
    for (to, from) in ids(&tree).into_iter().zip(ids(&record.tree)) {
        let said = record.tree.node(from).clone();
        let node = tree.node_mut(to);
        (node.comments, node.seconds, node.end) = (said.comments, said.seconds, said.end);
    }
    GameRecord { tree, ..record.clone() }
}

fn problem(record: &GameRecord) -> LoadedProblem {
    let bytes = kif::write(&rules(), record).into_bytes();
    let allow = referee::ObjectionKind::ALL.to_vec();
    let context = ReadOptions { allow, at: PositionChoice::Start, ..ReadOptions::default() };
    match read_documents("a.kifu", bytes, &context).remove(0).item {
        LoadResult::Problem(entry) => *entry,
        LoadResult::Broken { errors, .. } => panic!("{}", errors[0]),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn records_survive_every_format(seed in 1u64..) {
        let rules = rules();
        let record = random_record(&rules, &mut Random(seed), &HEADERS);
        let text = kif::write(&rules, &record);
        assert_same(&rules, "KIF", &read("a.kifu", text.as_bytes()), &record);
        let windows = encoding::encode_shift_jis(&text.replace('\n', "\r\n")).unwrap();
        assert_same(&rules, "KIF in Shift_JIS", &read("a.kif", &windows), &record);
        let timeless = without(&record, |node| node.seconds = None);
        let text = ki2::write(&rules, &record);
        assert_same(&rules, "KI2", &read("a.ki2", text.as_bytes()), &timeless);
        let text = csa::write(&rules, &record);
        assert_same(&rules, "CSA", &read("a.csa", text.as_bytes()), &main_line(&record));
        let text = jkf::write(&rules, &record).unwrap();
        assert_same(&rules, "JKF", &read("a.jkf", text.as_bytes()), &record);
        let board = read("a.bod", bod::write(&rules, &record).as_bytes());
        prop_assert_eq!(&board.position, &record.position);
        prop_assert_eq!(&board.headers, &record.headers);
        // By way of a problem file, with the keys under `meta`.
        let text = yaml_writer::heading("shogi", None).unwrap()
            + &yaml_writer::write(&problem(&record), "shogi").unwrap();
        assert_same(&rules, "YAML", &read("a.yaml", text.as_bytes()), &record);
        // The content determines the format, whatever the name.
        for (format, text) in [
            (Format::Kif, kif::write(&rules, &record)),
            (Format::Kif, ki2::write(&rules, &record)),
            (Format::Csa, csa::write(&rules, &record)),
            (Format::Jkf, jkf::write(&rules, &record).unwrap()),
            (Format::Yaml, text),
        ] {
            prop_assert_eq!(detect_format("-", &text), format, "{}", text);
        }
    }
}

/// Every shipped problem of standard shogi, as KIF and back.
#[test]
fn shipped_problems_survive_conversion_to_records() {
    for file in ["shogi/zukou.yaml", "shogi/musou.yaml", "shogi/tanuki.yaml"] {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("problems").join(file);
        for item in tsume::io::problems::read_path(&path, &ReadOptions::default()) {
            let LoadResult::Problem(before) = item else { panic!("{file}") };
            let (record, lost) = record_problems::record(&before);
            assert_eq!(lost, None);
            let after = problem(&record);
            assert_eq!(after.problem.position(), before.problem.position());
            assert_eq!((&after.title, &after.author), (&before.title, &before.author));
            assert_eq!(after.source, before.source);
        }
    }
}
