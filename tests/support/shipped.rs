//! The shipped problems.

use std::path::{Path, PathBuf};
use tsume::io::problems::{LoadResult, LoadedProblem, ReadOptions, read_path};

/// Their folder.
pub const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/problems");

/// Every problem file, sorted.
pub fn files() -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![PathBuf::from(FOLDER)];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "yaml") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Problems of a file without errors.
pub fn problems(file: &Path) -> Vec<LoadedProblem> {
    let problem = |item| match item {
        LoadResult::Problem(entry) => *entry,
        LoadResult::Broken { errors, .. } => panic!("{}: {errors:?}", file.display()),
    };
    read_path(file, &ReadOptions::default()).into_iter().map(problem).collect()
}
