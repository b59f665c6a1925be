//! Damaged files: reading always ends, and a refusal names its place.

use super::made_records::*;
use crate::support::random::Random;
use tsume::io::formats::{Format, bod, csa, jkf, ki2, kif};
use tsume::io::problems::LoadedDocument;
use tsume::io::problems::sfen_list;
use tsume::io::problems::writer::write;
use tsume::io::problems::{LoadResult, ReadOptions, read_documents};
use tsume::notation::sfen;
use tsume::text::encoding;

#[test]
fn damaged_files_are_read_or_refused_with_a_place() {
    let rules = rules();
    let mut random = Random(0x6461_6d61_6765);
    let mut refused = 0;
    for _ in 0..40 {
        let record = random_record(&rules, &mut random, &["作品名", "手数", "先手"]);
        let text = kif::write(&rules, &record);
        let files = [
            ("a.kif", encoding::encode_shift_jis(&text).unwrap()),
            ("a.kifu", text.into_bytes()),
            ("a.ki2", ki2::write(&rules, &record).into_bytes()),
            ("a.csa", csa::write(&rules, &record).into_bytes()),
            ("a.jkf", jkf::write(&rules, &record).unwrap().into_bytes()),
            ("a.bod", bod::write(&rules, &record).into_bytes()),
        ];
        for (name, whole) in files {
            for _ in 0..25 {
                let mut bytes = whole.clone();
                for _ in 0..1 + random.below(3) {
                    damage(&mut bytes, &mut random);
                }
                for document in read_documents(name, bytes, &ReadOptions::default()) {
                    let LoadResult::Broken { errors, .. } = document.item else { continue };
                    refused += 1;
                    for error in errors {
                        let place = error.source.place(error.span.start);
                        assert_eq!(place, (error.line, error.column));
                        assert!(
                            tsume::text::codes::explain(error.code).is_some(),
                            "{}",
                            error.code
                        );
                        assert!(error.help.is_some(), "{error}");
                        tsume::text::render(&error, false);
                    }
                }
            }
        }
    }
    assert!(refused > 1000, "{refused}");
}

/// A bad byte in a list of thousands spoils only its line; comments may have any encoding.
#[test]
fn invalid_bytes_spoil_one_line_of_a_list() {
    const LINE: &[u8] = b"4k4/9/4P4/9/9/9/9/9/9 b G 1";
    let comment = encoding::encode_shift_jis("# 詰将棋\n").unwrap();
    let bytes = [&comment, LINE, b"\n", &LINE[..9], b"\xff", LINE, b"\n\n\0\n", LINE].concat();
    let told = |item: LoadResult| match item {
        LoadResult::Problem(entry) => (entry.id, entry.line, None),
        LoadResult::Broken { id, errors } => {
            let error = &errors[0];
            assert_eq!(error.source.place(error.span.start), (error.line, error.column));
            (id.unwrap_or_default(), error.line, Some((error.code, error.column)))
        }
    };
    let expected = [
        ("1".to_owned(), 2, None),
        ("2".to_owned(), 3, Some(("E0203", 10))),
        ("3".to_owned(), 5, Some(("E0203", 1))),
        ("4".to_owned(), 6, None),
    ];
    for name in ["a.sfen", "a.txt", "a", "-"] {
        let documents = read_documents(name, bytes.clone(), &ReadOptions::default());
        let items: Vec<_> = documents.into_iter().map(|document| told(document.item)).collect();
        assert_eq!(items, expected, "{name}");
    }
    let mut items = Vec::new();
    let mut each = |document: LoadedDocument| -> Result<(), ()> {
        items.push(told(document.item));
        Ok(())
    };
    sfen_list::stream("-", &bytes[..], &ReadOptions::default(), &mut each).unwrap().unwrap();
    assert_eq!(items, expected);
    // Text editors also write UTF-16, with a byte order mark.
    let units = [0xfeff].into_iter().chain(LINE.iter().map(|&byte| u16::from(byte)));
    let wide: Vec<u8> = units.flat_map(u16::to_le_bytes).collect();
    let read = read_documents("a.sfen", wide, &ReadOptions::default());
    assert!(matches!(&read[..], [LoadedDocument { item: LoadResult::Problem(_), .. }]));
    let cut = read_documents("a.sfen", vec![0xff, 0xfe, 0x34, 0xd8], &ReadOptions::default());
    assert!(matches!(&cut[..], [LoadedDocument { item: LoadResult::Broken { .. }, .. }]));
}

/// Damage to one problem of a file leaves the others unchanged.
#[test]
fn damaged_problem_spoils_no_other() {
    let path = "problems/shogi/mechanisms.yaml";
    let whole = std::fs::read_to_string(path).unwrap();
    let read = |bytes: Vec<u8>| -> Vec<LoadResult> {
        let documents = read_documents(path, bytes, &ReadOptions::default());
        documents.into_iter().map(|document| document.item).collect()
    };
    let told = |item: &LoadResult| match item {
        LoadResult::Problem(entry) => {
            Some((entry.id.clone(), entry.problem.position().clone(), entry.column))
        }
        LoadResult::Broken { .. } => None,
    };
    let before: Vec<_> = read(whole.clone().into_bytes()).iter().filter_map(told).collect();
    let starts: Vec<usize> = whole.match_indices("  - id:").map(|(at, _)| at).collect();
    assert!(starts.len() > 20 && starts.len() == before.len());
    let mut random = Random(0x7961_6d6c);
    let mut broken = 0;
    for _ in 0..400 {
        let i = random.below(starts.len());
        // The first line of the problem and the end of its last line stay.
        let begin = starts[i] + whole[starts[i]..].find('\n').unwrap() + 1;
        let end = starts.get(i + 1).copied().unwrap_or(whole.len());
        let mut own = whole.as_bytes()[begin..end].to_vec();
        for _ in 0..1 + random.below(3) {
            damage(&mut own, &mut random);
        }
        // A key at the left edge may own the following list, which is valid YAML.
        if own.split(|b| *b == b'\n').any(|line| line.first().is_some_and(|b| *b != b' ')) {
            continue;
        }
        let bytes = [&whole.as_bytes()[..begin], &own, b"\n", &whole.as_bytes()[end..]].concat();
        let shown = String::from_utf8_lossy(&own).into_owned();
        let items = read(bytes);
        let after: Vec<_> = items.iter().filter_map(told).filter(|p| p.0 != before[i].0).collect();
        let others: Vec<_> = before.iter().filter(|p| p.0 != before[i].0).cloned().collect();
        assert!(after == others, "{}: {shown}", before[i].0);
        broken += usize::from(items.iter().any(|item| told(item).is_none()));
    }
    assert!(broken > 100, "{broken}");
}

fn damage(bytes: &mut Vec<u8>, random: &mut Random) {
    if bytes.is_empty() {
        return;
    }
    let at = random.below(bytes.len());
    match random.below(6) {
        0 => bytes.truncate(at),
        1 => bytes[at] = random.below(256) as u8,
        2 => drop(bytes.remove(at)),
        3 => bytes.insert(at, b"9{+-%(\n:"[random.below(8)]),
        4 => {
            // Duplicates or moves a line.
            let lines: Vec<&[u8]> = bytes.split_inclusive(|b| *b == b'\n').collect();
            let line = lines[random.below(lines.len())].to_vec();
            bytes.splice(at..at, line);
        }
        _ => {
            let end = (at + random.below(40)).min(bytes.len());
            bytes.drain(at..end);
        }
    }
}

/// Files choose their depth and length; the reader must not need stack for them.
#[test]
fn deep_and_long_files_are_read() {
    let mut kif = String::from("手合割：平手\n手数----指手--\n");
    let cycle = ["５八玉(59)", "５二玉(51)", "５九玉(58)", "５一玉(52)"];
    for i in 0..3000 {
        kif.push_str(&format!("{:>4} {}\n", i + 1, cycle[i % 4]));
    }
    // Every variation starts one move after the one before it.
    for i in (1..1000).filter(|i| i % 4 == 1) {
        kif.push_str(&format!("変化：{i}手\n{i} ７六歩(77)\n"));
        kif.push_str(&format!("変化：{}手\n{} ３四歩(33)\n", i + 1, i + 1));
    }
    let broken = read_documents("a.kif", kif.into_bytes(), &ReadOptions::default()).remove(0);
    // The later variations start after the end of shorter lines, and are refused.
    let LoadResult::Broken { errors, .. } = broken.item else { panic!("lines of two moves") };
    assert_eq!(errors[0].code, "E0407");
    let (open, close) = ("{\"forks\":[[".repeat(5000), "]]}".repeat(5000));
    let nested = format!("{{\"moves\":[{open}{close}]}}");
    let broken = read_documents("a.jkf", nested.into_bytes(), &ReadOptions::default()).remove(0);
    let LoadResult::Broken { errors, .. } = broken.item else { panic!("5000 deep") };
    assert_eq!(errors[0].message, "variations are nested too deep");
    // A chain of variations, each of the previous one.
    let moves = ["７六歩(77)", "３四歩(33)", "２六歩(27)", "８四歩(83)"];
    let mut chain = format!("手合割：平手\n手数----指手--\n1 {}\n2 {}\n", moves[0], moves[1]);
    for i in 0..200 {
        let from = ["１六歩(17)", "９六歩(97)", "４六歩(47)", "６六歩(67)"][i % 4];
        chain.push_str(&format!("変化：1手\n1 {from}\n2 {}\n", moves[1]));
    }
    let record = read("a.kif", chain.as_bytes());
    assert_eq!(record.tree.blocks().len(), 5);
}

/// Too many pieces, all of them in hand, so that no square shows the fault.
#[test]
fn errors_of_hands_point_at_the_hands() {
    let position = "4k4/9/4P4/9/9/9/9/9/9 b G 1";
    let list = format!("{position}\n");
    let context = ReadOptions::default();
    let mut documents = read_documents("a.sfen", list.into_bytes(), &context);
    let LoadResult::Problem(entry) = documents.remove(0).item else { panic!() };
    let (mut record, _) = tsume::io::problems::record_problems::record(&entry);
    record.position = sfen::parse(&rules(), &position.replace("G 1", "5G 1")).unwrap();
    for (format, marked) in [
        (Format::Kif, "金五"),
        (Format::Ki2, "金五"),
        (Format::Bod, "金五"),
        (Format::Csa, "00KI"),
        (Format::Jkf, "\"hands\""),
    ] {
        let text = write(format, &entry, Some(&record), "shogi").unwrap();
        let items = read_documents("a", text.clone().into_bytes(), &context);
        let [LoadedDocument { item: LoadResult::Broken { errors, .. }, .. }] = items.as_slice()
        else {
            panic!("{items:?}")
        };
        let spans: Vec<&str> = errors.iter().map(|error| &text[error.span.clone()]).collect();
        assert_eq!(spans, [marked], "{text}");
    }
}
