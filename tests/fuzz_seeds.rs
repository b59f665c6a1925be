//! The checks of the fuzz targets hold for every seed, among which are inputs that failed once.

#[path = "fuzz/src/lib.rs"]
mod targets;

use std::fs;
use std::path::Path;

#[test]
fn fuzz_targets_hold_for_their_seeds() {
    let seeds = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz/seeds");
    let mut folders: Vec<_> =
        fs::read_dir(&seeds).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    folders.sort();
    assert_eq!(folders, targets::TARGETS.map(|(name, _)| name));
    for (name, check) in targets::TARGETS {
        for seed in fs::read_dir(seeds.join(name)).unwrap() {
            let path = seed.unwrap().path();
            println!("{}", path.display());
            check(&fs::read(path).unwrap());
        }
    }
}
