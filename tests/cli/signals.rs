//! Runs that are ended from outside.

use crate::*;

/// Starts a run that has reported on its first problem and works on a second, hard one.
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
    // The second problem is begun right after the first is reported, but not before.
    std::thread::sleep(std::time::Duration::from_millis(500));
    (child, out, first)
}

#[test]
fn a_signal_ends_the_run_in_order() {
    for (signal, status) in [("-INT", 130), ("-TERM", 143)] {
        let (mut child, mut out, first) = busy(&["--sfen", NO_MATE]);
        assert_eq!(json(&first)[0]["verdict"], "mate");
        // Twice at once, as `timeout` does it: that is one wish.
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

#[test]
fn a_closed_pipe_ends_the_run_quietly() {
    let (mut child, out, first) = busy(&["--time", "2"]);
    assert!(!first.is_empty());
    drop(out);
    let mut err = String::new();
    child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
    assert_eq!((child.wait().unwrap().code(), err.as_str()), (Some(0), ""));
    // The same where the pipe is closed before anything is written.
    let mut child = tsume(&["perft", "3", "--divide"]).stdout(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    assert_eq!(child.wait().unwrap().code(), Some(0));
}
