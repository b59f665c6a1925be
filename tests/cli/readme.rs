//! The commands of the README, as they stand there.

use super::*;

/// The lines of the README's shell blocks that call the program itself; `scripts/ci.sh` runs the others.
fn commands() -> Vec<String> {
    let readme = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md"));
    let mut commands = Vec::new();
    let mut inside = false;
    for line in readme.unwrap().lines() {
        if line.starts_with("```") {
            inside = line == "```sh";
        } else if inside && line.starts_with("tsume ") {
            commands.push(line.split('#').next().unwrap().trim().to_owned());
        }
    }
    commands
}

#[cfg(unix)]
#[test]
fn the_commands_of_the_readme_work() {
    let folder = folder("readme");
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    std::os::unix::fs::symlink(package.join("problems"), folder.join("problems")).unwrap();
    std::fs::write(folder.join("million.sfen"), format!("{MATE_IN_1}\n").repeat(1000)).unwrap();
    let kif = run(&["convert", "--quiet", "--to", "kif", "--variant", "shogi", "-", "-"]);
    assert_eq!(kif.code, Some(2), "nothing to read: {}", kif.err);
    let kif = run_with_input(&["convert", "--to", "kifu", "-", "-"], MATE_IN_1);
    std::fs::write(folder.join("problem.kif"), kif.out).unwrap();
    let program = Path::new(env!("CARGO_BIN_EXE_tsume")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    let commands = commands();
    assert!(commands.len() >= 5);
    for command in commands {
        let output = Command::new("sh")
            .args(["-euc", &command])
            .current_dir(&folder)
            .env("PATH", &path)
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let run = Run::from(output);
        assert_eq!(run.code, Some(0), "{command}\n{}", run.err);
    }
    for written in [
        "results.jsonl",
        "problem.yaml",
        "zukou/zukou-100.kif",
        "million.yaml",
        "problem.svg",
        "new.html",
        "more.yaml",
    ] {
        assert!(folder.join(written).exists(), "{written}");
    }
}
