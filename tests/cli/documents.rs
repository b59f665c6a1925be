//! All documents: the commands in their `sh` blocks run, and their links have a target.

use super::*;

/// Commands that `scripts/ci.sh` runs; the first builds and starts the program.
const RUN_BY_THE_GATE: [&str; 2] =
    ["cargo run --release -- solve problems/tour.yaml", "cargo test --release"];
/// Folders without documents of the project.
const SKIPPED: [&str; 3] = ["target", "data", "fuzz"];

fn package() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Paths of all Markdown files of the package from its root, sorted.
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

/// Code blocks of a document: language and lines.
fn blocks(document: &str) -> Vec<(&str, Vec<&str>)> {
    let mut blocks = Vec::new();
    let mut inside = false;
    for line in document.lines() {
        if let Some(language) = line.trim_start().strip_prefix("```") {
            if !inside {
                blocks.push((language, Vec::new()));
            }
            inside = !inside;
        } else if inside {
            blocks.last_mut().unwrap().1.push(line);
        }
    }
    blocks
}

/// Commands in the lines of an `sh` block, without their comments.
fn commands<'a>(lines: &[&'a str]) -> Vec<&'a str> {
    let commands = lines.iter().map(|line| line.split(" #").next().unwrap().trim());
    commands.filter(|command| !command.is_empty() && !command.starts_with('#')).collect()
}

/// Commands of a whole document.
fn all_commands(document: &str) -> Vec<&str> {
    let shell = blocks(document).into_iter().filter(|(language, _)| *language == "sh");
    shell.flat_map(|(_, lines)| commands(&lines)).collect()
}

/// Targets of a document's links and pictures, except in code.
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

/// Anchors of a document's headings, as code forges make them.
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

/// A folder with the input files of the documents' commands.
#[cfg(unix)]
fn prepared(name: &str) -> PathBuf {
    let folder = folder(name);
    std::os::unix::fs::symlink(package().join("problems"), folder.join("problems")).unwrap();
    std::fs::write(folder.join("million.sfen"), format!("{MATE_IN_1}\n").repeat(1000)).unwrap();
    let kif = run_with_input(&["convert", "--to", "kifu", "-", "-"], MATE_IN_1);
    std::fs::write(folder.join("problem.kif"), kif.out).unwrap();
    folder
}

/// Output files that a command names.
#[cfg(unix)]
fn outputs(command: &str) -> Vec<&str> {
    let words: Vec<&str> = command.split_whitespace().collect();
    let after = words
        .windows(2)
        .filter(|pair| matches!(pair[0], "-o" | ">" | "--plot" | "--html" | "--sheet" | "--kif"));
    let named = after.map(|pair| pair[1]);
    let converted = words.get(1) == Some(&"convert") && words.len() == 4;
    named.chain(converted.then(|| words[3])).filter(|word| !word.starts_with(['-', '>'])).collect()
}

/// Language in which a document shows output.
#[cfg(unix)]
fn output_language(document: &Path) -> &'static str {
    if document.to_str().is_some_and(|path| path.ends_with(".ja.md")) { "ja" } else { "en" }
}

/// A line of output without its numbers, which differ from run to run. Empty for a line of moves,
/// since several can be right.
#[cfg(unix)]
fn comparable(line: &str) -> Option<String> {
    let is_move = |word: &str| {
        word.starts_with(['▲', '△'])
            || (word.contains(|c: char| c.is_ascii_digit()) && word.len() > 2)
    };
    if line.split_whitespace().all(is_move) {
        return None;
    }
    let kept = line.chars().filter(|c| !c.is_ascii_digit() && *c != '.');
    Some(kept.collect::<String>().trim().to_owned())
}

/// Runs a command as a user in this folder does. Expects success and the files that it writes;
/// returns its output.
#[cfg(unix)]
fn run_command(command: &str, folder: &Path, language: &str) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_tsume")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    let output = Command::new("sh")
        .args(["-euc", command])
        .current_dir(folder)
        .env("PATH", &path)
        .env("TSUME_LANG", language)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let run = Run::from(output);
    assert_eq!(run.code, Some(0), "{command}\n{}", run.err);
    for written in outputs(command) {
        assert!(folder.join(written).exists(), "{command}: no {written}");
    }
    run.out
}

/// Runs the commands of a document in order. A `text` block right after an `sh` block shows lines
/// of its output. Returns the number of commands.
#[cfg(unix)]
fn run_commands(document: &Path, folder: &Path) -> usize {
    let place = document.display();
    let text = read(document);
    let mut count = 0;
    let mut output = String::new();
    for (language, lines) in blocks(&text) {
        match language {
            "sh" => {
                output.clear();
                for command in commands(&lines) {
                    count += 1;
                    let command = command.replacen("cargo run --release -- ", "tsume ", 1);
                    if command.starts_with("tsume ") {
                        output += &run_command(&command, folder, output_language(document));
                    } else {
                        let by_the_gate = RUN_BY_THE_GATE.contains(&command.as_str());
                        assert!(by_the_gate, "{place}: nothing tests `{command}`");
                    }
                }
            }
            "text" if !output.is_empty() => {
                let mut printed = output.lines().filter_map(comparable);
                for line in lines.iter().filter_map(|line| comparable(line)) {
                    assert!(
                        printed.any(|other| other == line),
                        "{place} shows, not printed: {line}"
                    );
                }
                output.clear();
            }
            _ => output.clear(),
        }
    }
    count
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
        assert!(all_commands(&readme).contains(&command), "README.md: {command}");
        assert!(gate.contains(command), "scripts/ci.sh: {command}");
    }
}
