//! The checks of the fuzz targets hold for every seed, among which are inputs that failed once, and
//! for texts made of seeds and broken files.

#[path = "fuzz/src/lib.rs"]
mod targets;

use crate::impossible;
use crate::support::random::Random;
use crate::support::{files, number};
use std::fs;
use std::path::{Path, PathBuf};

#[test]
fn fuzz_targets_hold_for_their_seeds() {
    let folders = files(Path::new("tests/fuzz/seeds"));
    let names: Vec<_> = folders.iter().map(|folder| folder.file_name().unwrap()).collect();
    assert_eq!(names, targets::TARGETS.map(|(name, _)| name));
    for (folder, (_, check)) in folders.iter().zip(targets::TARGETS) {
        for path in files(folder) {
            println!("{}", path.display());
            check(&fs::read(path).unwrap());
        }
    }
}

/// Texts of which readers may mistake the place, the length or the end.
const WORDS: [&str; 64] = [
    " # 注釈",
    "# 注",
    "\"",
    "'",
    "''",
    "\\",
    "\\u3000",
    "\\x",
    "\t",
    "　",
    "\r\n",
    "\n",
    "\u{85}",
    "\u{2028}",
    "\u{feff}",
    "\u{0}",
    "\u{1b}[31m",
    "\u{202e}",
    "&a ",
    "*a",
    "!!str ",
    "!x ",
    "|",
    ">-",
    "|2",
    "- ",
    "? ",
    ": ",
    "：",
    "[",
    "]",
    "{",
    "}",
    ",",
    "、",
    "---\n",
    "...\n",
    "%YAML 1.2\n",
    "玉",
    "v歩",
    "成銀",
    "△",
    "▲同　",
    "一二",
    "１２",
    "𠮷",
    "e\u{301}",
    "-1",
    "0",
    "65536",
    "99999999999999999999",
    "1e400",
    "null",
    "~",
    "true",
    ".nan",
    "moves",
    "/",
    "+",
    "*",
    "b",
    "-",
    "%TORYO",
    "まで",
];

/// The start of each word of a text, and its end.
fn words(text: &str) -> Vec<(usize, usize)> {
    let mut words = Vec::new();
    for word in text.split_whitespace() {
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        words.push((start, start + word.len()));
    }
    words
}

/// A place between two characters of a text.
fn place(text: &str, random: &mut Random) -> usize {
    let mut at = random.below(text.len() + 1);
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// Changes a text in one place. `other` is another text of its kind.
fn change(text: &mut String, other: &str, random: &mut Random) {
    let word = *random.pick(&WORDS);
    let words_here = words(text);
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let (line, second) = (random.below(lines.len().max(1)), random.below(lines.len().max(1)));
    match random.below(9) {
        0 => text.insert_str(place(text, random), word),
        1 if !lines.is_empty() => {
            let end = lines[..=line].concat().trim_end_matches('\n').len();
            text.insert_str(end, word);
        }
        2 | 3 if !words_here.is_empty() => {
            let (start, end) = *random.pick(&words_here);
            let others = words(other);
            let new = match random.once_in(2) && !others.is_empty() {
                true => {
                    let (start, end) = *random.pick(&others);
                    &other[start..end]
                }
                false => word,
            };
            text.replace_range(start..end, new);
        }
        4 if !words_here.is_empty() => {
            let (start, end) = *random.pick(&words_here);
            let quote = *random.pick(&["\"", "'", "`"]);
            let comment = *random.pick(&["", "  # 注釈", " #"]);
            text.replace_range(
                start..end,
                &format!("{quote}{}{quote}{comment}", &text[start..end]),
            );
        }
        5 if !lines.is_empty() => *text = [&lines[..line], &lines[line + 1..]].concat().concat(),
        6 if !lines.is_empty() => *text = [&lines[..line], &lines[second..]].concat().concat(),
        7 if !lines.is_empty() => {
            let indented = format!("{}{}", " ".repeat(random.below(5)), lines[line].trim_start());
            *text = [&lines[..line], &[&indented], &lines[line + 1..]].concat().concat();
        }
        _ => {
            let at = place(text, random);
            if at < text.len() {
                text.remove(at);
            }
        }
    }
}

/// Random bytes seldom make a comment or a quoted word, so these texts exchange whole words and
/// lines.
#[test]
fn fuzz_targets_hold_for_exchanged_words() {
    let count = number("TSUME_EXCHANGES", 200);
    let mut random = Random(number("TSUME_SEED", 46));
    let read = |path: &PathBuf| String::from_utf8_lossy(&fs::read(path).unwrap()).into_owned();
    for (name, check) in targets::TARGETS {
        let mut paths = files(&Path::new("tests/fuzz/seeds").join(name));
        match name {
            "checkpoint" => continue,
            "problem_yaml" | "stream" => {
                paths.extend([impossible::files("problems"), impossible::files("lists")].concat())
            }
            "record" => paths.extend(impossible::files("records")),
            "rule_yaml" => paths.extend(impossible::files("rules")),
            _ => {}
        }
        let texts: Vec<String> =
            paths.iter().map(read).filter(|text| text.len() < 10_000).collect();
        for i in 0..count {
            let mut text = random.pick(&texts).clone();
            for _ in 0..1 + random.below(4) {
                let other: &String = random.pick(&texts);
                change(&mut text, other, &mut random);
            }
            let checked = std::panic::catch_unwind(|| check(text.as_bytes()));
            assert!(checked.is_ok(), "{name}, text {i}:\n{text}");
        }
    }
}
