//! `tsume solve -` and `tsume analyze -` in a pipe: an answer for each line as soon as it is there.

use super::*;
use std::sync::mpsc;
use std::time::Duration;

/// A command that reads positions from a pipe and answers each.
struct Filter {
    child: Child,
    answers: mpsc::Receiver<String>,
}

impl Filter {
    fn new(arguments: &[&str]) -> Filter {
        let mut command = tsume(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let (sender, answers) = mpsc::channel();
        std::thread::spawn(move || {
            lines.map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        Filter { child, answers }
    }

    fn write(&mut self, text: &str) {
        self.child.stdin.as_mut().unwrap().write_all(text.as_bytes()).unwrap();
    }

    /// The next answer, which comes while the pipe is open.
    fn answer(&self) -> Value {
        let line = self.answers.recv_timeout(Duration::from_secs(60)).expect("an answer");
        serde_json::from_str(&line).unwrap()
    }
}

#[test]
fn each_line_is_answered_before_the_next_is_written() {
    let base = ["--format", "json", "--threads", "2", "--hash", "4MiB", "-q"];
    for command in [&["solve", "-"][..], &["analyze", "-", "--no-decoration"]] {
        let mut filter = Filter::new(&[command, &base].concat());
        filter.write(&format!("# a comment\n\n{MATE_IN_1}\n"));
        let first = filter.answer();
        assert_eq!((&first["id"], &first["verdict"]), (&"1".into(), &"mate".into()));
        // A line in two writes, and a line that is no position.
        filter.write(&NO_MATE[..9]);
        assert!(filter.answers.recv_timeout(Duration::from_millis(50)).is_err());
        filter.write(&format!("{}\n", &NO_MATE[9..]));
        assert_eq!(filter.answer()["verdict"], "no_mate");
        filter.write("garbage\n");
        let broken = filter.answer();
        assert_eq!((&broken["id"], &broken["line"]), (&"3".into(), &5.into()));
        assert!(broken["error"]["code"].is_string());
        filter.write(&format!("{MATE_IN_1}\n{NO_MATE}\n{MATE_IN_1}"));
        assert_eq!([4, 5].map(|_| filter.answer()["id"].clone()), ["4", "5"]);
        drop(filter.child.stdin.take());
        assert_eq!(filter.answer()["id"], "6");
        assert_eq!(filter.child.wait().unwrap().code(), Some(2));
        assert!(filter.answers.recv().is_err());
    }
}

/// A first line that is no position does not hold up the answers.
#[test]
fn pipe_may_begin_with_a_line_that_is_no_position() {
    let mut filter = Filter::new(&["solve", "-", "--format", "json", "-q", "--hash", "4MiB"]);
    filter.write("garbage\n");
    assert!(filter.answer()["error"].is_object());
    filter.write(&format!("{MATE_IN_1}\n"));
    assert_eq!(filter.answer()["verdict"], "mate");
}

/// Boards too are there before the pipe ends.
#[test]
fn each_position_is_shown_before_the_next_is_written() {
    let mut filter = Filter::new(&["show", "-", "--format", "json"]);
    for id in ["1", "2"] {
        filter.write(&format!("{MATE_IN_1}\n"));
        assert_eq!(filter.answer()["id"], id);
    }
    drop(filter.child.stdin.take());
    assert_eq!(filter.child.wait().unwrap().code(), Some(0));
}

/// Problem files and records still go through a pipe, also in several writes.
#[test]
fn problem_file_in_a_pipe_is_read_as_a_whole() {
    let mut filter = Filter::new(&["solve", "-", "--format", "json", "-q", "--hash", "4MiB"]);
    let file = format!("problems:\n  - id: a\n    position: \"{MATE_IN_1}\"\n");
    for line in file.split_inclusive('\n') {
        filter.write(line);
        std::thread::sleep(Duration::from_millis(2));
    }
    drop(filter.child.stdin.take());
    assert_eq!(filter.answer()["id"], "a");
    assert_eq!(filter.child.wait().unwrap().code(), Some(0));
}

#[cfg(unix)]
#[test]
fn signal_ends_a_run_that_waits_for_a_line() {
    let mut filter = Filter::new(&["solve", "-", "--format", "json", "-q", "--hash", "4MiB"]);
    filter.write(&format!("{MATE_IN_1}\n"));
    assert_eq!(filter.answer()["verdict"], "mate");
    let pid = filter.child.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
    assert_eq!(filter.child.wait().unwrap().code(), Some(143));
}
