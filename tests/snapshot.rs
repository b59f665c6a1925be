//! Snapshots of texts for people. A crate for this would cost as much build time as a fifth of all
//! dependencies of the tests.

use std::path::Path;

/// Compares a text with the snapshot `NAME.snap` in a folder below `tests`; spaces at its end do
/// not count. With `TSUME_SNAPSHOTS=update` in the environment, writes the snapshot instead.
pub fn assert_snapshot(folder: &str, name: &str, text: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    let path = folder.join(format!("{name}.snap"));
    let text = text.trim_end();
    let old = std::fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
    let old = without_header(&old).trim_end();
    if old == text {
        return;
    }
    if std::env::var("TSUME_SNAPSHOTS").is_ok_and(|value| value == "update") {
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(&path, format!("{text}\n")).unwrap();
        return;
    }
    panic!(
        "{} differs; TSUME_SNAPSHOTS=update accepts the new text\n{}",
        path.display(),
        difference(old, text)
    );
}

/// A snapshot without the header that the crate insta writes.
fn without_header(snapshot: &str) -> &str {
    let header = snapshot.strip_prefix("---\n").and_then(|rest| rest.split_once("\n---\n"));
    header.map_or(snapshot, |(_, text)| text)
}

/// Lines of both texts between their common beginning and their common end.
fn difference(old: &str, new: &str) -> String {
    let [old, new] = [old, new].map(|text| text.lines().collect::<Vec<_>>());
    let equal = |pairs: &mut dyn Iterator<Item = (&&str, &&str)>| {
        pairs.take_while(|(old, new)| old == new).count()
    };
    let before = equal(&mut old.iter().zip(&new));
    let after = equal(&mut old[before..].iter().rev().zip(new[before..].iter().rev()));
    let marked = |mark: &str, lines: &[&str]| -> String {
        lines[before..lines.len() - after].iter().map(|line| format!("{mark} {line}\n")).collect()
    };
    format!("line {}:\n{}{}", before + 1, marked("-", &old), marked("+", &new))
}

#[test]
fn difference_shows_changed_lines() {
    assert_eq!(difference("a\nb\nc", "a\nx\ny\nc"), "line 2:\n- b\n+ x\n+ y\n");
    assert_eq!(difference("a", "a\nb"), "line 2:\n+ b\n");
}

#[test]
fn snapshot_may_have_a_header() {
    assert_eq!(without_header("---\nsource: x\n---\ntext\n---\n"), "text\n---\n");
    assert_eq!(without_header("text\n---\n"), "text\n---\n");
}
