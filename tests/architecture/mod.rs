//! Rules of the source tree: direction of the layers, circles of files, what the lower layers must not
//! do, length of files.
//!
//! A rule is a function from one file to its offences; only circles need all files at once. Each rule
//! has a second test in which it must find offences, so that no rule can pass because it sees nothing.

mod circles;
mod codes;
mod messages;
mod source;

use source::{code, macros, paths, words};
use std::fs;
use std::path::Path;

/// The layers, lowest first. A module uses only the groups before its own.
const LAYERS: [&[&str]; 17] = [
    &["messages"],
    &["text"],
    &["rules"],
    &["position"],
    &["notation", "referee"],
    &["proof"],
    &["movegen"],
    &["search"],
    &["solver"],
    &["judge"],
    &["generator"],
    &["io"],
    &["cluster"],
    &["facade"],
    &["web"],
    &["wasm"],
    &["cli"],
];

/// Longest file, in lines.
const LONGEST_FILE_LINES: usize = 600;

/// Path below the searched folder, with `/` between its parts, and text of one file.
struct File {
    path: String,
    text: String,
}

impl File {
    fn new(path: &str, text: &str) -> File {
        File { path: path.to_owned(), text: text.to_owned() }
    }

    /// Segments of the module's path: `search`, `path` for `search/path.rs`, and `search` for
    /// `search/mod.rs`.
    fn module(&self) -> Vec<&str> {
        let path = self.path.strip_suffix(".rs").unwrap_or(&self.path);
        let mut parts: Vec<&str> = path.split('/').collect();
        if matches!(parts.last(), Some(&"mod")) || parts == ["lib"] {
            parts.pop();
        }
        parts
    }

    /// Layer of the file; `None` for the crate's root and the programs.
    fn layer(&self) -> Option<&str> {
        let top = self.module().first().copied()?;
        (!matches!(top, "main" | "bin")).then_some(top)
    }

    /// True if the file is module `name` of a layer, or lies in it.
    fn in_module(&self, layer: &str, name: &str) -> bool {
        matches!(self.module()[..], [top, module, ..] if top == layer && module == name)
    }

    /// True if the file's layer is lower than `layer`.
    fn below(&self, layer: &str) -> bool {
        self.layer().is_some_and(|own| rank(own) < rank(layer))
    }
}

/// Index of the layer's group in [`LAYERS`].
fn rank(layer: &str) -> Option<usize> {
    LAYERS.iter().position(|group| group.contains(&layer))
}

/// Offences of one file against one rule, each with its line.
type Offences = Vec<String>;

/// Every module belongs to a layer, and uses only its own layer and lower ones.
fn upward_uses(file: &File) -> Offences {
    let Some(layer) = file.layer() else { return Vec::new() };
    let Some(own) = rank(layer) else {
        return vec![format!("`{layer}` has no place among the layers")];
    };
    let mut offences = Vec::new();
    for named in paths(&code(&file.text), &file.module()) {
        let Some(target) = named.path.get(1).filter(|_| named.path[0] == "crate") else { continue };
        let upward = match rank(target) {
            Some(rank) => rank >= own && target != layer,
            // An item of the root could lead around the layers, and `*` names them all.
            None => target != layer,
        };
        if upward {
            offences.push(format!("line {}: `{layer}` uses `{target}`", named.line));
        }
    }
    offences
}

/// The search knows only the contract of engines. The checker trusts neither search nor engines.
fn forbidden_names(file: &File) -> Offences {
    let forbidden: &[&str] = if file.layer() == Some("search") {
        &["mailbox", "bitboard"]
    } else if file.layer() == Some("proof") {
        &["search", "movegen"]
    } else {
        &[]
    };
    words(&code(&file.text))
        .into_iter()
        .filter(|(_, word)| forbidden.contains(&word.as_str()))
        .map(|(line, word)| format!("line {line}: names `{word}`"))
        .collect()
}

/// Below `io` nothing opens a file, prints, reads the environment or the clock, or seeds itself.
fn outside_world(file: &File) -> Offences {
    if !file.below("io") {
        return Vec::new();
    }
    const PATHS: [&[&str]; 6] = [
        &["std", "fs"],
        &["std", "env"],
        &["std", "net"],
        &["std", "process"],
        &["rand", "rng"],
        &["rand", "random"],
    ];
    const WORDS: [&str; 7] =
        ["Instant", "SystemTime", "stdin", "stdout", "stderr", "thread_rng", "from_os_rng"];
    const MACROS: [&str; 5] = ["print", "println", "eprint", "eprintln", "dbg"];
    let code = code(&file.text);
    let mut offences = Vec::new();
    for named in paths(&code, &file.module()) {
        let begins = |path: &&&[&str]| {
            path.len() <= named.path.len() && path.iter().eq(&named.path[..path.len()])
        };
        if let Some(path) = PATHS.iter().find(begins) {
            offences.push(format!("line {}: uses {}", named.line, path.join("::")));
        }
    }
    for (line, word) in words(&code) {
        if WORDS.contains(&word.as_str()) {
            offences.push(format!("line {line}: names `{word}`"));
        }
    }
    for (line, name) in macros(&code) {
        if MACROS.contains(&name.as_str()) {
            offences.push(format!("line {line}: calls {name}!"));
        }
    }
    offences
}

/// True for `U64`, as in `AtomicU64`, and the like.
fn is_atomic_content(name: &str) -> bool {
    let integer = name.strip_prefix(['U', 'I']);
    let size = |text: &str| text == "size" || text.parse::<u8>().is_ok();
    matches!(name, "Bool" | "Ptr") || integer.is_some_and(size)
}

/// Threads publish data to each other only in the transposition table. `search/shared_state` and
/// `search/step_budget` may have flags and counters on which no other data depends (`Relaxed` only). From `io` upwards, where signals
/// arrive, a flag or a number is allowed.
fn shared_memory(file: &File) -> Offences {
    if file.in_module("search", "transposition_table") {
        return Vec::new();
    }
    let counters =
        file.in_module("search", "shared_state") || file.in_module("search", "step_budget");
    let flag = counters || !file.below("io");
    let code = code(&file.text);
    let mut offences = Vec::new();
    for (line, word) in words(&code) {
        let atomic = word.strip_prefix("Atomic").is_some_and(is_atomic_content);
        let forbidden = match word.as_str() {
            "unsafe" => !file.in_module("wasm", "abi"),
            "Acquire" | "Release" | "AcqRel" | "SeqCst" => counters,
            "AtomicPtr" => true,
            "AtomicBool" | "AtomicUsize" => !flag,
            _ => atomic && !counters,
        };
        if forbidden {
            offences.push(format!("line {line}: names `{word}`"));
        }
    }
    for named in paths(&code, &file.module()) {
        let atomics = named.path.get(1..3).is_some_and(|path| path == ["sync", "atomic"]);
        if atomics && (!flag || named.path.get(3).is_some_and(|name| name == "*")) {
            offences.push(format!("line {}: uses std::sync::atomic", named.line));
        }
    }
    offences
}

/// No file is longer than [`LONGEST_FILE_LINES`].
fn too_long(file: &File) -> Offences {
    let lines = file.text.lines().count();
    if lines > LONGEST_FILE_LINES {
        vec![format!("{lines} lines, more than {LONGEST_FILE_LINES}")]
    } else {
        Vec::new()
    }
}

/// All Rust files below a folder of the package, at any depth.
fn files(folder: &str) -> Vec<File> {
    fn visit(folder: &Path, prefix: &str, files: &mut Vec<File>) {
        let mut entries: Vec<_> =
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap()).collect();
        entries.sort_by_key(|entry| entry.file_name());
        for entry in entries {
            let name = entry.file_name().into_string().unwrap();
            let path = format!("{prefix}{name}");
            if name == "target" {
                continue;
            } else if entry.file_type().unwrap().is_dir() {
                visit(&entry.path(), &format!("{path}/"), files);
            } else if name.ends_with(".rs") {
                files.push(File { path, text: fs::read_to_string(entry.path()).unwrap() });
            }
        }
    }
    let mut found = Vec::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    if folder.exists() {
        visit(&folder, "", &mut found);
    }
    found
}

/// Fails with the offences of a folder's files against a rule.
fn assert_clean(folder: &str, rule: fn(&File) -> Offences) {
    let files = files(folder);
    let offences: Vec<String> = files
        .iter()
        .flat_map(|file| {
            rule(file).into_iter().map(|what| format!("{folder}/{}: {what}", file.path))
        })
        .collect();
    assert!(offences.is_empty(), "\n{}", offences.join("\n"));
}

#[test]
fn layers_use_only_lower_layers() {
    assert_clean("src", upward_uses);
}

#[test]
fn search_names_no_engine_and_proof_names_no_search() {
    assert_clean("src", forbidden_names);
}

#[test]
fn only_io_and_cli_touch_the_outside_world() {
    assert_clean("src", outside_world);
}

#[test]
fn only_the_transposition_table_shares_memory() {
    assert_clean("src", shared_memory);
}

#[test]
fn files_do_not_import_each_other() {
    let circles = circles::circles(&files("src"));
    let uses: Vec<String> = circles.iter().map(|circle| circle.uses.join("\n")).collect();
    assert!(circles.is_empty(), "\n{}", uses.join("\n\n"));
}

#[test]
fn no_file_exceeds_the_longest_length() {
    for folder in ["src", "tests", "benches"] {
        assert_clean(folder, too_long);
    }
}

/// The rules would pass if they read no files.
#[test]
fn source_reader_finds_layers_and_uses() {
    let files = files("src");
    let file = files.iter().find(|file| file.path == "notation/sfen.rs").expect("notation/sfen.rs");
    let named = paths(&code(&file.text), &file.module());
    let uses = |path: &str| named.iter().any(|named| named.path.join("::") == path);
    assert!(uses("crate::rules::Side") && uses("crate::notation::NotationError"));
    assert!(uses("std::ops::Range"));
    for layer in ["rules", "position", "notation"] {
        assert!(files.iter().any(|file| file.layer() == Some(layer)), "{layer}");
    }
}

mod detectors {
    use super::*;

    fn offences(rule: fn(&File) -> Offences, path: &str, text: &str) -> usize {
        rule(&File::new(path, text)).len()
    }

    #[test]
    fn upward_use_is_an_offence() {
        let found = |path, text| offences(upward_uses, path, text);
        assert_eq!(found("rules/a.rs", "use crate::position::Move;"), 1);
        assert_eq!(found("rules/a.rs", "use crate::{rules::Kind, position::{Move, Hand}};"), 2);
        assert_eq!(found("rules/a.rs", "fn f() { crate::search::go(); }"), 1);
        assert_eq!(found("rules/a.rs", "use super::super::cli::run;"), 1);
        assert_eq!(found("rules/mod.rs", "use super::cli::run;"), 1);
        assert_eq!(found("rules/a.rs", "mod tests { use super::super::super::io::load; }"), 1);
        assert_eq!(
            found("rules/a.rs", "mod tests { use super::*; } use super::super::io::load;"),
            1
        );
        assert_eq!(found("notation/a.rs", "use crate::referee::legal_moves;"), 1);
        assert_eq!(found("referee/a.rs", "use crate::notation::usi;"), 1);
        assert_eq!(found("search/a.rs", "pub use crate::*;"), 1);
        assert_eq!(found("search/a.rs", "use crate::Everything;"), 1);
        assert_eq!(
            found("search/transposition_table/a.rs", "use super::super::super::io::load;"),
            1
        );
        assert_eq!(found("text/a.rs", "use crate::rules::Kind;"), 1);
        assert_eq!(found("proof/a.rs", "use crate::movegen::Bitboard;"), 1);
        assert_eq!(found("solver/a.rs", "use crate::judge::Report;"), 1);
        assert_eq!(found("elsewhere/a.rs", ""), 1);
        assert_eq!(found("elsewhere.rs", ""), 1);
    }

    #[test]
    fn downward_use_is_no_offence() {
        let found = |path, text| offences(upward_uses, path, text);
        assert_eq!(found("search/a.rs", "use crate::{rules::Kind, position::{Move, Hand}};"), 0);
        assert_eq!(found("search/a.rs", "use crate::search::b; use super::c; use self::d::e;"), 0);
        assert_eq!(found("search/transposition_table/a.rs", "use super::super::path::Path;"), 0);
        assert_eq!(
            found("rules/a.rs", "// use crate::cli;\n/* crate::io::x */ /// crate::io::y"),
            0
        );
        assert_eq!(
            found("rules/a.rs", "const A: &str = \"crate::io::x\"; const B: char = '\"';"),
            0
        );
        assert_eq!(
            found("rules/a.rs", "const A: &str = r#\"crate::io::\"x\"#; fn f<'a>(x: &'a str) {}"),
            0
        );
        assert_eq!(
            found("rules/a.rs", "mod tests { use super::super::b; } fn f() { Kind::io(); }"),
            0
        );
        assert_eq!(found("lib.rs", "pub use crate::cli::run;"), 0);
        assert_eq!(found("bin/tsume-usi.rs", "use tsume::cli;"), 0);
    }

    #[test]
    fn forbidden_name_is_an_offence() {
        let found = |path, text| offences(forbidden_names, path, text);
        assert_eq!(found("search/a.rs", "use crate::movegen::{bitboard, mailbox::Engine};"), 2);
        assert_eq!(found("search/a.rs", "/// The mailbox engine.\nfn f() {}"), 0);
        assert_eq!(found("movegen/a.rs", "pub mod bitboard;"), 0);
        assert_eq!(found("proof/checker.rs", "use crate::search::Limits;"), 1);
        assert_eq!(found("proof/certificate.rs", "fn f(movegen: u8) {}"), 1);
        assert_eq!(found("proof/checker.rs", "use crate::search::Limits;"), 1);
        assert_eq!(found("proof/checker/a.rs", "use crate::movegen::Attacks;"), 1);
        assert_eq!(found("proof/checker_graph.rs", "use crate::{movegen as m};"), 1);
        assert_eq!(found("solver/solve.rs", "use crate::search::Limits;"), 0);
    }

    #[test]
    fn outside_world_below_io_is_an_offence() {
        let found = |path, text| offences(outside_world, path, text);
        assert_eq!(found("search/a.rs", "use std::fs;"), 1);
        assert_eq!(found("search/a.rs", "use std::{env, fs::File, io::Write};"), 2);
        assert_eq!(found("search/a.rs", "let t = std::time::Instant::now();"), 1);
        assert_eq!(found("search/a.rs", "use std::time::{Duration, SystemTime};"), 1);
        assert_eq!(found("search/a.rs", "println!(\"x\"); eprint!(\"y\"); dbg!(z)"), 3);
        assert_eq!(found("generator/a.rs", "let mut rng = rand::rng();"), 1);
        assert_eq!(found("generator/a.rs", "std::io::stdout().flush()"), 1);
        assert_eq!(found("io/a.rs", "use std::fs; println!()"), 0);
        assert_eq!(found("cli/a.rs", "use std::env; println!()"), 0);
        assert_eq!(found("main.rs", "println!()"), 0);
        assert_eq!(found("search/a.rs", "write!(out, \"println!\"); if print != 3 {}"), 0);
        assert_eq!(found("search/a.rs", "use std::time::Duration; include_str!(\"x\");"), 0);
    }

    #[test]
    fn shared_memory_is_an_offence() {
        let found = |path, text| offences(shared_memory, path, text);
        assert_eq!(found("search/a.rs", "use std::sync::atomic::{AtomicU64, Ordering};"), 3);
        assert_eq!(found("search/a.rs", "use std::sync::Arc; fn f(file: AtomicFile) {}"), 0);
        assert_eq!(
            found("search/transposition_table/a.rs", "use std::sync::atomic::AtomicU64;"),
            0
        );
        assert_eq!(found("search/transposition_table.rs", "use std::sync::atomic::AtomicU64;"), 0);
        assert_eq!(
            found("search/shared_state.rs", "use std::sync::atomic::{AtomicBool, Ordering};"),
            0
        );
        assert_eq!(found("search/shared_state.rs", "use std::sync::atomic::AtomicU64;"), 0);
        assert_eq!(found("search/shared_state.rs", "x.store(1, Ordering::Release)"), 1);
        assert_eq!(found("cli/signals.rs", "use std::sync::atomic::AtomicU64;"), 1);
        assert_eq!(found("solver/a.rs", "use std::sync::atomic::AtomicBool;"), 2);
        assert_eq!(found("search/shared_state.rs", "use core::sync::atomic::*;"), 1);
        assert_eq!(found("cli/signals.rs", "use std::sync::atomic::AtomicBool;"), 0);
        assert_eq!(found("cli/signals.rs", "unsafe { f() }"), 1);
        assert_eq!(found("lib.rs", "#![forbid(unsafe_code)]"), 0);
    }

    #[test]
    fn circle_of_files_is_found() {
        let found = |files: &[(&str, &str)]| {
            let folders = [File::new("lib.rs", ""), File::new("a/mod.rs", "")];
            let files = files.iter().map(|(path, text)| File::new(path, text));
            let files: Vec<File> = folders.into_iter().chain(files).collect();
            circles::circles(&files).into_iter().map(|circle| circle.files).collect::<Vec<_>>()
        };
        let pair = ["a/b.rs", "a/c.rs"];
        let c = ("a/c.rs", "use super::b::B; pub struct C;");
        assert_eq!(found(&[("a/b.rs", "use super::c::C; pub struct B;"), c]), [pair]);
        assert_eq!(found(&[("a/b.rs", "pub struct B(crate::a::c::C);"), c]), [pair]);
        assert_eq!(found(&[("a/b.rs", "use super::c; fn f() { c::g() }"), c]), [pair]);
        assert_eq!(found(&[("a/b.rs", "use super::c; pub struct B;"), c]).len(), 0);
        let tests = "pub struct B; mod tests { use super::super::c::C; fn f() { {} } }";
        assert_eq!(found(&[("a/b.rs", tests), c]).len(), 0);

        let facade = ("a/mod.rs", "mod b;\nmod c;\npub use b::B;\npub use c::C;");
        let through = [facade, ("a/b.rs", "use super::C;"), ("a/c.rs", "use crate::a::{B as X};")];
        assert_eq!(found(&through), [pair]);
        assert_eq!(found(&[facade, ("a/b.rs", "use super::C;"), ("a/c.rs", "")]).len(), 0);
        let parent =
            [("a/mod.rs", "mod b; pub struct A; fn f() { b::g(); }"), ("a/b.rs", "use super::A;")];
        assert_eq!(found(&parent).len(), 0);
        let neighbour = [
            ("a/mod.rs", "mod b; pub struct A; fn f() { b::g(); }"),
            ("a/b.rs", "use crate::d::D;"),
            ("d.rs", "use crate::a::A; pub struct D;"),
        ];
        assert_eq!(found(&neighbour), [["a/b.rs", "a/mod.rs", "d.rs"]]);
        let three = [
            ("x.rs", "use crate::y::Y; struct X;"),
            ("y.rs", "use crate::{z::{self, Z}};"),
            ("z.rs", "use super::x::X;"),
        ];
        assert_eq!(found(&three), [["x.rs", "y.rs", "z.rs"]]);
    }

    #[test]
    fn long_file_is_an_offence() {
        assert_eq!(offences(too_long, "a.rs", &"\n".repeat(LONGEST_FILE_LINES)), 0);
        assert_eq!(offences(too_long, "a.rs", &"\n".repeat(LONGEST_FILE_LINES + 1)), 1);
    }
}
