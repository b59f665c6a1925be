//! Reading whole problem files: all that are shipped, many at once, good ones beside broken ones.

use std::path::Path;
use tsume::io::problems::{Context, Entry, Item, read_path, read_text};

fn split(items: Vec<Item>) -> (Vec<Entry>, Vec<String>) {
    let (mut entries, mut errors) = (Vec::new(), Vec::new());
    for item in items {
        match item {
            Item::Problem(entry) => entries.push(*entry),
            Item::Broken { errors: found, .. } => {
                errors.extend(found.iter().map(ToString::to_string));
            }
        }
    }
    (entries, errors)
}

fn yaml_files(dir: &Path, out: &mut Vec<std::path::PathBuf>) {
    for entry in std::fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            yaml_files(&path, out);
        } else if path.extension().is_some_and(|e| e == "yaml") {
            out.push(path);
        }
    }
}

#[test]
fn every_shipped_problem_is_read() {
    let mut files = Vec::new();
    yaml_files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("problems"), &mut files);
    assert!(!files.is_empty());
    for file in files {
        let (entries, errors) = split(read_path(&file, &Context::default()));
        assert_eq!(errors, [""; 0], "{}", file.display());
        let text = std::fs::read_to_string(&file).unwrap();
        let ids = text.lines().filter(|line| line.trim_start().starts_with("- id:")).count();
        assert_eq!(entries.len(), ids, "{}", file.display());
    }
}
