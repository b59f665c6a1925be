//! Every document keeps its promises: the commands in its `sh` blocks run, and its links lead somewhere.

use super::*;

/// Commands that `scripts/ci.sh` runs, which build the program or test it.
const RUN_BY_THE_GATE: [&str; 2] =
    ["cargo run --release -- solve problems/tour.yaml", "cargo test --release"];
/// Folders that hold no documents of the project.
const SKIPPED: [&str; 3] = ["target", "data", "fuzz"];

fn package() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All Markdown files of the package, by their path from its root, sorted.
fn documents() -> Vec<PathBuf> {
    let mut folders = vec![package().to_owned()];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap();
            if path.is_dir() {
                if !name.starts_with('.') && !SKIPPED.contains(&name) {
                    folders.push(path);
                }
            } else if name.ends_with(".md") {
                found.push(path.strip_prefix(package()).unwrap().to_owned());
            }
        }
    }
    found.sort();
    found
}

fn read(document: &Path) -> String {
    std::fs::read_to_string(package().join(document)).unwrap()
}

/// The commands in the `sh` blocks of a document, without their comments.
fn commands(document: &str) -> Vec<String> {
    let mut commands = Vec::new();
    let mut block = None;
    for line in document.lines() {
        if let Some(language) = line.trim_start().strip_prefix("```") {
            block = if block.is_some() { None } else { Some(language) };
        } else if block == Some("sh") {
            let command = line.split(" #").next().unwrap().trim();
            if !command.is_empty() && !command.starts_with('#') {
                commands.push(command.to_owned());
            }
        }
    }
    commands
}

/// The targets of a document's links and pictures, outside of code.
fn links(document: &str) -> Vec<String> {
    let mut links = Vec::new();
    let mut in_block = false;
    for line in document.lines() {
        in_block ^= line.trim_start().starts_with("```");
        if in_block {
            continue;
        }
        let prose: String = line.split('`').step_by(2).collect::<Vec<_>>().join("`");
        for (opening, closing) in [("](", ')'), ("src=\"", '"')] {
            for rest in prose.split(opening).skip(1) {
                links.push(rest.split(closing).next().unwrap().to_owned());
            }
        }
    }
    links
}

/// The anchors of a document's headings, as code forges make them.
fn anchors(document: &str) -> Vec<String> {
    let headings = document.lines().filter(|line| line.starts_with('#'));
    headings
        .map(|line| {
            let title = line.trim_start_matches('#').trim().to_lowercase();
            let kept =
                title.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
            kept.map(|c| if c == ' ' { '-' } else { c }).collect()
        })
        .collect()
}

#[test]
fn links_of_all_documents_lead_somewhere() {
    let mut dead = Vec::new();
    for document in documents() {
        for link in links(&read(&document)) {
            if link.contains("://") || link.starts_with("mailto:") {
                continue;
            }
            let (file, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let target = match file {
                "" => package().join(&document),
                file => package().join(&document).parent().unwrap().join(file),
            };
            let found = target.exists()
                && (anchor.is_empty()
                    || anchors(&std::fs::read_to_string(&target).unwrap())
                        .contains(&anchor.to_owned()));
            if !found {
                dead.push(format!("{}: {link}", document.display()));
            }
        }
    }
    assert!(dead.is_empty(), "dead links:\n{}", dead.join("\n"));
}

/// A folder with the inputs that the documents' commands name.
#[cfg(unix)]
fn prepared(name: &str) -> PathBuf {
    let folder = folder(name);
    std::os::unix::fs::symlink(package().join("problems"), folder.join("problems")).unwrap();
    std::fs::write(folder.join("million.sfen"), format!("{MATE_IN_1}\n").repeat(1000)).unwrap();
    let kif = run_with_input(&["convert", "--to", "kifu", "-", "-"], MATE_IN_1);
    std::fs::write(folder.join("problem.kif"), kif.out).unwrap();
    folder
}

/// The files that a command writes, as far as the command names them.
#[cfg(unix)]
fn outputs(command: &str) -> Vec<&str> {
    let words: Vec<&str> = command.split_whitespace().collect();
    let after = words.windows(2).filter(|pair| matches!(pair[0], "-o" | ">" | "--plot" | "--html"));
    let named = after.map(|pair| pair[1]);
    let converted = words.get(1) == Some(&"convert") && words.len() == 4;
    named.chain(converted.then(|| words[3])).filter(|word| !word.starts_with(['-', '>'])).collect()
}

/// Runs the commands of a document one after the other, and expects each to succeed.
#[cfg(unix)]
fn run_commands(document: &Path, folder: &Path) -> usize {
    let program = Path::new(env!("CARGO_BIN_EXE_tsume")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    let commands = commands(&read(document));
    for command in &commands {
        if RUN_BY_THE_GATE.contains(&command.as_str()) {
            continue;
        }
        let place = document.display();
        assert!(command.starts_with("tsume "), "{place}: nothing tests `{command}`");
        let output = Command::new("sh")
            .args(["-euc", command])
            .current_dir(folder)
            .env("PATH", &path)
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let run = Run::from(output);
        assert_eq!(run.code, Some(0), "{place}: {command}\n{}", run.err);
        for written in outputs(command) {
            assert!(folder.join(written).exists(), "{place}: {command}: no {written}");
        }
    }
    commands.len()
}

#[cfg(unix)]
#[test]
fn commands_of_all_documents_work() {
    let mut count = 0;
    for (number, document) in documents().iter().enumerate() {
        count += run_commands(document, &prepared(&format!("document-{number}")));
    }
    assert!(count >= 25, "{count} commands");
}

#[test]
fn readme_shows_the_commands_of_the_gate() {
    let (readme, gate) = (read(Path::new("README.md")), read(Path::new("scripts/ci.sh")));
    for command in RUN_BY_THE_GATE {
        assert!(commands(&readme).contains(&command.to_owned()), "README.md: {command}");
        assert!(gate.contains(command), "scripts/ci.sh: {command}");
    }
}
