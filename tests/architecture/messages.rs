//! Message files and the calls that use them. The compiler checks that both languages have the same
//! messages with the same arguments, and that calls have the right number of arguments; these tests
//! check the rest.

use super::files;
use super::source::code;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// English messages: key, and the text as written, without comments.
fn messages() -> BTreeMap<String, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/messages/en");
    let mut found = BTreeMap::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        let mut key = String::new();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let begins = line.starts_with(|c: char| c.is_ascii_alphabetic());
            let (name, part) = line.split_once(" =").filter(|_| begins).unwrap_or(("", line));
            if !name.is_empty() {
                key = name.replace('-', "_");
                assert!(!found.contains_key(&key), "{key} stands twice");
            }
            let text: &mut String = found.entry(key.clone()).or_default();
            text.push_str(part);
            text.push('\n');
        }
    }
    found.remove("");
    found
}

/// Names of a message's arguments, in the order of their first use.
fn arguments(text: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for part in text.split('$').skip(1) {
        let end = part.find(|c: char| !c.is_ascii_alphanumeric() && !"-_".contains(c));
        let name = part[..end.unwrap_or(part.len())].replace('-', "_");
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// Call of `tr!`: line, key, and names of the arguments.
#[derive(Debug, PartialEq, Eq)]
struct Call {
    line: usize,
    key: String,
    names: Vec<String>,
}

/// Calls of `tr!` in a source text.
fn calls(source: &str) -> Vec<Call> {
    let code = code(source);
    let starts = code.match_indices("tr!(").map(|(at, _)| at);
    let own =
        starts.filter(|at| !code[..*at].ends_with(|c: char| c.is_ascii_alphanumeric() || c == '_'));
    own.map(|at| {
        let (mut depth, mut parts) = (0_i32, vec![String::new()]);
        for c in code[at + 3..].chars() {
            match c {
                '(' | '[' | '{' => depth += 1,
                ')' | ']' | '}' => depth -= 1,
                _ => {}
            }
            match (depth, c) {
                (0, _) => break,
                (1, ',') => parts.push(String::new()),
                (1, '(') => {}
                _ => parts.last_mut().unwrap().push(c),
            }
        }
        let name = |part: &String| part.split('=').next().unwrap_or_default().trim().to_owned();
        let mut names = parts.iter().map(name).filter(|name| !name.is_empty());
        let key = names.next().unwrap_or_default();
        Call { line: code[..at].matches('\n').count() + 1, key, names: names.collect() }
    })
    .collect()
}

#[test]
fn calls_name_the_arguments_of_the_message_in_its_order() {
    let english = messages();
    let mut offences = Vec::new();
    for file in files("src").iter().filter(|file| file.path != "messages/mod.rs") {
        for Call { line, key, names } in calls(&file.text) {
            let expected = english.get(&key).map(|text| arguments(text));
            if expected.as_ref() != Some(&names) {
                offences.push(format!(
                    "src/{}:{line}: {key}{names:?}, message has {expected:?}",
                    file.path
                ));
            }
        }
    }
    assert!(offences.is_empty(), "\n{}", offences.join("\n"));
}

#[test]
fn every_message_is_used() {
    let used: BTreeSet<String> =
        files("src").iter().flat_map(|file| calls(&file.text)).map(|call| call.key).collect();
    let unused: Vec<String> = messages().into_keys().filter(|key| !used.contains(key)).collect();
    assert!(unused.is_empty(), "{unused:#?}");
}

mod detectors {
    use super::*;

    #[test]
    fn calls_are_found_with_names_and_lines() {
        let source = "// tr!(none)\nlet a = tr!(key);\nlet b = other_tr!(no) + tr!(\n  two, count = f(1, 2), ply,\n);";
        let call = |line, key: &str, names: &[&str]| Call {
            line,
            key: key.to_owned(),
            names: names.iter().map(ToString::to_string).collect(),
        };
        assert_eq!(calls(source), [call(2, "key", &[]), call(3, "two", &["count", "ply"])]);
    }

    #[test]
    fn arguments_are_in_order_of_first_use() {
        assert_eq!(
            arguments("{ $b -> [one] { $a } *[other] { $b } { $long-name }"),
            ["b", "a", "long_name"]
        );
    }
}
