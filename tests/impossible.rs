//! Broken input: reads every file under `tests/impossible`, and compares the messages with
//! snapshots.
//!
//! Snapshots of problem files and lists also show the problems that could be read.

use crate::snapshot::assert_snapshot;
use crate::support;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use tsume::io::problems::rule_file::RuleLibrary;
use tsume::io::problems::{LoadResult, ReadOptions, read_path};
use tsume::text::{Diagnostic, render};

/// The broken files of a kind.
pub fn files(kind: &str) -> Vec<PathBuf> {
    support::files(&Path::new("tests/impossible").join(kind))
}

fn pin(kind: &str, path: &Path, shown: &str) {
    // Messages must not depend on the folder of the tests.
    assert!(!shown.contains(env!("CARGO_MANIFEST_DIR")));
    // Names of records differ in their extensions too.
    let name = if kind == "records" { path.file_name() } else { path.file_stem() };
    let stem = name.unwrap().to_str().unwrap();
    assert_snapshot(&format!("impossible/snapshots/{kind}"), stem, shown);
}

fn show(errors: &[Diagnostic], out: &mut String) {
    assert!(!errors.is_empty());
    for error in errors {
        assert!(tsume::text::codes::explain(error.code).is_some(), "{}", error.code);
        let (line, column) = error.source.place(error.span.start);
        assert_eq!((line, column), (error.line, error.column));
        writeln!(out, "{}\n", render(error, false)).unwrap();
    }
}

fn problems(dir: &str) -> usize {
    let files = files(dir);
    for path in &files {
        let mut shown = String::new();
        let mut broken = 0;
        for item in read_path(path, &ReadOptions::default()) {
            match item {
                LoadResult::Problem(entry) => {
                    writeln!(shown, "= {} (line {})\n", entry.id, entry.line).unwrap();
                }
                LoadResult::Broken { id, errors } => {
                    broken += 1;
                    writeln!(shown, "! {}", id.as_deref().unwrap_or("-")).unwrap();
                    show(&errors, &mut shown);
                }
            }
        }
        assert!(broken > 0, "{} is not broken", path.display());
        pin(dir, path, &shown);
    }
    files.len()
}

#[test]
fn broken_problem_files_are_explained() {
    assert!(problems("problems") >= 45);
}

#[test]
fn broken_lists_are_explained() {
    assert!(problems("lists") >= 2);
}

#[test]
fn broken_records_are_explained() {
    assert!(problems("records") >= 25);
}

#[test]
fn broken_rule_files_are_explained() {
    for path in files("rules") {
        let result = RuleLibrary::default().load(path.to_str().unwrap(), &[]);
        if path.ends_with("good.yaml") {
            assert!(result.is_ok());
            continue;
        }
        let mut shown = String::new();
        show(&result.unwrap_err(), &mut shown);
        pin("rules", &path, &shown);
    }
}

#[test]
fn unreadable_paths_are_explained() {
    let broken = |path: &str| match &read_path(Path::new(path), &ReadOptions::default())[..] {
        [LoadResult::Broken { id: None, errors }] => errors[0].to_string(),
        items => panic!("{items:?}"),
    };
    assert_eq!(
        broken("tests/impossible/none.yaml"),
        "tests/impossible/none.yaml:1:1: the file cannot be read: no such file or directory; \
         check the name and the permissions"
    );
    assert_eq!(
        broken("tests/impossible"),
        "tests/impossible:1:1: the file cannot be read: is a directory; \
         this is a directory; name the files in it"
    );
}

#[test]
fn wrong_rule_options_are_explained() {
    let chosen = |pairs: &[(&str, &str)]| {
        pairs.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect::<Vec<_>>()
    };
    let error = |variant: &str, pairs: &[(&str, &str)]| {
        let errors = RuleLibrary::default().load(variant, &chosen(pairs)).unwrap_err();
        errors.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(
        error("shogi", &[("zone", "3"), ("nifu", "no"), ("zon", "2")]),
        [
            "--rule:1:1: `no` is not a value of `nifu`; write false, true, 2, 3, 4",
            "--rule:1:1: there is no option `zon`; did you mean `zone`?"
        ]
    );
    assert_eq!(
        error("dai", &[("drops", "true")]),
        [
            "--rule:1:1: 28 kinds of pieces can be dropped; at most 16 are supported; write `drops: false`"
        ]
    );
    assert_eq!(
        error("maka_dai_dai", &[("piece.Dv", "X")]),
        ["--rule:1:1: `Dv` has no reading `X`; write default, SZ, SRZ"]
    );
    assert_eq!(
        error("maka", &[]),
        ["--variant:1:1: unknown variant `maka`; did you mean `maka_dai_dai`?"]
    );
}
