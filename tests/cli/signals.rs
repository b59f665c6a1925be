//! Runs that signals or limits of the system end.

use super::*;
use std::time::{Duration, Instant};

/// Starts a run that has reported its first problem and works on a second, hard one.
fn busy(arguments: &[&str]) -> (Child, BufReader<std::process::ChildStdout>, String) {
    let base = ["solve", "--format", "json", "--threads", "1", "--sfen", MATE_IN_1, "--sfen", HARD];
    let mut child = tsume(&[&base[..], arguments].concat())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut first = String::new();
    out.read_line(&mut first).unwrap();
    // The run starts the second problem right after it reports the first, but not before.
    std::thread::sleep(Duration::from_millis(500));
    (child, out, first)
}

#[test]
fn signal_ends_the_run_in_order() {
    for (signal, status) in [("-INT", 130), ("-TERM", 143), ("-HUP", 129)] {
        if signal == "-HUP" && hangups_are_ignored() {
            continue;
        }
        let (mut child, mut out, first) = busy(&["--sfen", NO_MATE]);
        assert_eq!(json(&first)[0]["verdict"], "mate");
        // Two signals at once, as `timeout` sends them, are one request.
        let id = child.id().to_string();
        assert!(Command::new("kill").args([signal, &id, &id]).status().unwrap().success());
        let mut rest = String::new();
        out.read_to_string(&mut rest).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(status));
        let lines = json(&rest);
        assert_eq!(lines.len(), 1, "{rest}");
        assert_eq!((&lines[0]["id"], &lines[0]["stopped_by"]), (&"2".into(), &"interrupt".into()));
    }
}

/// True if `nohup` or the like started this test: its children then ignore hangups too.
fn hangups_are_ignored() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.is_some_and(|mask| u64::from_str_radix(mask.trim(), 16).is_ok_and(|mask| mask & 1 == 1))
}

/// Ends a program with SIGTERM. Returns its exit status, its output, and the time until its end.
fn terminated(child: Child) -> (Option<i32>, String, Duration) {
    let start = Instant::now();
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    (output.status.code(), String::from_utf8(output.stdout).unwrap(), start.elapsed())
}

#[test]
fn results_behind_an_open_problem_are_reported() {
    let sfens = ["--sfen", HARD, "--sfen", MATE_IN_1, "--sfen", NO_MATE];
    let base = ["solve", "--format", "json", "--threads", "2", "--hash", "32MiB"];
    let child = tsume(&[&base[..], &sfens].concat()).stdout(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(Duration::from_secs(2));
    let (code, out, _) = terminated(child);
    let lines = json(&out);
    let verdicts: Vec<_> = lines.iter().map(|line| line["verdict"].as_str().unwrap()).collect();
    assert_eq!((code, verdicts.as_slice()), (Some(143), &["unknown", "mate", "no_mate"][..]));
    assert_eq!(lines[0]["stopped_by"], "interrupt");
}

/// Twelve emperors on each side: the engine once tried every order of captures between two polls of
/// the signals. And commands that have nothing to report.
#[test]
fn signal_ends_every_command_promptly() {
    let emperors = "19/+k+k+k+k+k+k+k+k+k+k+k+k7/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/\
                    +K+K+K+K+K+K+K+K+K+K+K+K7/19 b -";
    let large = ["--variant", "hishigata", "--allow", "too_many_pieces", "--sfen", emperors];
    let small = ["--threads", "1", "--hash", "8MiB"];
    let commands: [&[&str]; 5] = [
        &[&["solve", "--quiet", "--forcing", "royal"][..], &large, &small].concat(),
        &["analyze", "--quiet", "--threads", "1", "--hash", "8MiB", "--sfen", HARD],
        &["perft", "9"],
        &["perft", "--variant", "hishigata", "--position", emperors, "4"],
        &["generate", "--quiet", "--threads", "1", "--length", "9..31", "--count", "1000"],
    ];
    for arguments in commands {
        let child = tsume(arguments).stdout(Stdio::piped()).spawn().unwrap();
        std::thread::sleep(Duration::from_secs(1));
        let (code, _, time) = terminated(child);
        assert_eq!(code, Some(143), "{arguments:?}");
        // The limit leaves time for a machine that runs other tests.
        assert!(time < Duration::from_secs(3), "{arguments:?}: {time:?}");
    }
}

/// Four emperors on each side, where one node takes seconds; and hook movers, whose refutations
/// need a certificate a hundred times as expensive as the search.
#[test]
fn time_limit_bounds_search_and_certificate() {
    let emperors = "19/+k+k+k+k15/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/+K+K+K+K15/19 b -";
    let hooks = "4[co]2k[co]2[HM]7/3+[rd]3+[ds]8+[DS]2/+[DV]5+[cs]3[hm]2[HM]5/7+[bd]1+[st][fl]B1B5/7+[de]1c9/11+[EW]7/\
                 8[DK]2+[KR]7/19/19/4+[DS]14/19/19/19/19/19/19/19/19/19 b -";
    for (variant, sfen, forcing) in
        [("hishigata", emperors, "royal"), ("maka_dai_dai", hooks, "royal")]
    {
        let start = Instant::now();
        let limits = ["--time", "1", "--depth", "5", "--allow", "too_many_pieces"];
        let small = ["--threads", "1", "--hash", "32MiB", "--quiet"];
        let problem = ["solve", "--variant", variant, "--forcing", forcing, "--sfen", sfen];
        let run = run(&[&problem[..], &limits, &small].concat());
        assert!(run.out.contains("unknown"), "{} {}", run.out, run.err);
        // One second for the search, two for the certificate, the rest for a machine that runs
        // other tests.
        assert!(start.elapsed() < Duration::from_secs(5), "{:?}: {}", start.elapsed(), run.out);
    }
}

/// Runs the program under a limit of the shell.
fn limited(limit: &str, arguments: &str) -> (Option<i32>, String) {
    let script = format!("{limit} && exec \"$0\" {arguments}");
    let mut shell = Command::new("sh");
    shell
        .args(["-c", &script, env!("CARGO_BIN_EXE_tsume")])
        .stdin(Stdio::null())
        .env("TSUME_LANG", "en");
    let output = shell.output().unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn file_size_limit_is_a_write_error() {
    let file = std::env::temp_dir().join(format!("tsume-limit-{}", std::process::id()));
    let (code, err) = limited("ulimit -f 1", &format!("schema > '{}'", file.display()));
    let written = std::fs::metadata(&file).unwrap().len();
    std::fs::remove_file(&file).unwrap();
    assert_eq!(code, Some(2), "{err}");
    assert!(err.contains("cannot write") && written > 0, "{err} {written}");
}

#[cfg(target_os = "linux")]
#[test]
fn unavailable_table_memory_is_refused_by_name() {
    let solve = format!("solve --threads 2 --sfen '{MATE_IN_1}'");
    let (code, err) = limited("ulimit -v 600000", &format!("{solve} --hash 4GiB"));
    assert_eq!(code, Some(2), "{err}");
    assert!(err.contains("--hash") && err.contains("ulimit -v"), "{err}");
    for kib in [200_000, 400_000, 800_000] {
        let (code, err) = limited(&format!("ulimit -v {kib}"), &solve);
        assert_eq!(code, Some(0), "{kib}: {err}");
    }
}

#[test]
fn closed_pipe_ends_the_run_quietly() {
    let (mut child, out, first) = busy(&["--time", "2", "--quiet"]);
    assert!(!first.is_empty());
    drop(out);
    let mut err = String::new();
    child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
    assert_eq!((child.wait().unwrap().code(), err.as_str()), (Some(0), ""));
    // The same if the pipe is closed before any output.
    let mut child = tsume(&["perft", "3", "--divide"]).stdout(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

/// No temporary file stays behind while the program waits for its input.
#[test]
fn stalled_conversion_leaves_no_file() {
    for signal in ["-INT", "-TERM", "-HUP"] {
        if signal == "-HUP" && hangups_are_ignored() {
            continue;
        }
        let folder = folder("convert-stall");
        let out = folder.join("out.yaml");
        let mut child =
            tsume(&["convert", "-q", "-", text(&out)]).stdin(Stdio::piped()).spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        writeln!(input, "{MATE_IN_1}").unwrap();
        let start = Instant::now();
        while std::fs::read_dir(&folder).unwrap().count() == 0 {
            assert!(start.elapsed() < Duration::from_secs(60), "no file");
            std::thread::sleep(Duration::from_millis(5));
        }
        let id = child.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
        assert!(child.wait().unwrap().code().is_some_and(|code| code > 128), "{signal}");
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0, "{signal}");
        drop(input);
    }
}

/// `nohup` starts programs that ignore hangups.
#[test]
fn ignored_hangup_stays_ignored() {
    let solve = format!("solve -q --threads 1 --hash 8MiB --time 2 --sfen '{HARD}'");
    let script = format!("trap '' HUP; exec \"$0\" {solve}");
    let mut shell = Command::new("sh");
    shell.args(["-c", &script, env!("CARGO_BIN_EXE_tsume")]).stdin(Stdio::null());
    let mut child = shell.stdout(Stdio::null()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(800));
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-HUP", &id]).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(3));
}

/// Help on a full disk is not there.
#[cfg(target_os = "linux")]
#[test]
fn full_disk_is_an_error_of_every_text() {
    for arguments in [
        &["--help"][..],
        &["--version"],
        &["--lang", "ja", "solve", "--help"],
        &["help", "show"],
        &["rules"],
        &["schema"],
        &["explain"],
        &["completions", "bash"],
        &["man"],
        &[],
    ] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let code = tsume(arguments).stdout(full).stderr(Stdio::null()).status().unwrap().code();
        assert_eq!(code, Some(2), "{arguments:?}");
    }
}

/// `convert` leaves nothing beside its unfinished file.
#[test]
fn unfinished_conversion_leaves_no_file() {
    let folder = folder("convert-stop");
    let out = folder.join("out.yaml");
    let mut child =
        tsume(&["convert", "-q", "-", text(&out)]).stdin(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let lines = format!("{MATE_IN_1}\n").repeat(100);
    let feeder = std::thread::spawn(move || while input.write_all(lines.as_bytes()).is_ok() {});
    let start = Instant::now();
    while std::fs::read_dir(&folder).unwrap().count() == 0 {
        assert!(start.elapsed() < Duration::from_secs(60), "no file");
        std::thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(terminated(child).0, Some(143));
    feeder.join().unwrap();
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
}
