//! A public type's name is unique in the crate, so that a name says which type is meant.

use super::{File, Offences, files};
use std::collections::BTreeMap;

/// Names that several modules may use: every command has its `Args`.
const SHARED: [&str; 1] = ["Args"];

/// Public types of a file: names behind `pub struct`, `pub enum`, `pub trait` and `pub type`.
fn public_types(file: &File) -> Vec<String> {
    let kinds = ["struct", "enum", "trait", "type", "union"];
    let mut names = Vec::new();
    for line in file.text.lines() {
        let mut words = line.split_whitespace();
        let is_public = words.next().is_some_and(|word| word == "pub" || word.starts_with("pub("));
        // An associated type is indented, and belongs to its trait.
        if !is_public || line.starts_with(' ') || !words.next().is_some_and(|w| kinds.contains(&w)) {
            continue;
        }
        let name = words.next().unwrap_or_default();
        let end = name.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(name.len());
        names.push(name[..end].to_owned());
    }
    names
}

/// Every name that several files define, with the files.
fn duplicates(files: &[File]) -> Offences {
    let mut places: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for file in files {
        for name in public_types(file) {
            places.entry(name).or_default().push(&file.path);
        }
    }
    places
        .into_iter()
        .filter(|(name, files)| files.len() > 1 && !SHARED.contains(&name.as_str()))
        .map(|(name, files)| format!("`{name}` is a type of {}", files.join(" and of ")))
        .collect()
}

#[test]
fn public_types_have_names_of_their_own() {
    let offences = duplicates(&files("src"));
    assert!(offences.is_empty(), "\n{}", offences.join("\n"));
}

#[test]
fn types_of_one_name_are_found() {
    let files = [
        File::new("a.rs", "pub struct Entry<T>(T);\npub(crate) enum Other {}\n"),
        File::new("b.rs", "pub trait Entry {\n    pub type Other;\n}\nstruct Other;\n"),
    ];
    assert_eq!(duplicates(&files), ["`Entry` is a type of a.rs and of b.rs"]);
    assert_eq!(public_types(&files[0]), ["Entry", "Other"]);
}
