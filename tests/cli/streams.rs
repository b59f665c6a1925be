//! Inputs that have no end, or none that fits: memory is bounded, and what was read is kept.

use super::*;

/// Squares of all boards of a picture at most, as the error says.
const MAX_PICTURE_SQUARES: usize = 150_000;

#[test]
fn picture_holds_a_stated_number_of_squares() {
    let folder = folder("streams-picture");
    let (list, picture) = (folder.join("list.sfen"), folder.join("list.svg"));
    let most = MAX_PICTURE_SQUARES / 81;
    for (lines, code) in [(most, 0), (most + 1, 2)] {
        std::fs::write(&list, format!("{MATE_IN_1}\n").repeat(lines)).unwrap();
        let shown = run(&["show", text(&list), "-o", text(&picture)]);
        assert_eq!(shown.code, Some(code), "{}", shown.err);
        let svg = std::fs::read_to_string(&picture).unwrap();
        assert!(svg.contains(&format!("<title>{most} problems</title>")), "{}", &svg[..300]);
        let words = [format!("{most} problems"), format!("{MAX_PICTURE_SQUARES} squares")];
        assert!(code == 0 || words.iter().all(|words| shown.err.contains(words)), "{}", shown.err);
    }
}

/// A suite is measured as a whole.
#[test]
fn benchmark_of_too_many_problems_is_refused() {
    let list = folder("streams-bench").join("list.sfen");
    std::fs::write(&list, format!("{MATE_IN_1}\n").repeat(20_001)).unwrap();
    let refused = run(&["bench", text(&list), "--threads", "1", "--hash", "1MiB"]);
    assert_eq!(refused.code, Some(2), "{}", refused.err);
    assert!(refused.err.contains("more than 20000 problems"), "{}", refused.err);
}

/// The end of the list is read although its line ends are those of old Macs.
#[test]
fn list_with_carriage_returns_has_any_length() {
    let list = folder("streams-returns").join("list.sfen");
    let lines = 3000;
    std::fs::write(&list, format!("{MATE_IN_1}\r").repeat(lines)).unwrap();
    assert!(std::fs::metadata(&list).unwrap().len() > 64 << 10);
    let out = list.with_extension("out.sfen");
    let read = run(&["convert", text(&list), text(&out)]);
    assert_eq!((read.code, read.err.contains(&format!("{lines} problems"))), (Some(0), true));
    let piped =
        run_with_input(&["show", "-", "--format", "json"], &format!("{MATE_IN_1}\r").repeat(3));
    assert_eq!((piped.code, piped.out.lines().count()), (Some(0), 3), "{}", piped.err);
}

/// The text with each of its code units as two bytes.
fn utf16(text: &str, mark: &[u8], bytes_of: fn(u16) -> [u8; 2]) -> Vec<u8> {
    mark.iter().copied().chain(text.encode_utf16().flat_map(bytes_of)).collect()
}

#[test]
fn utf16_is_named() {
    let folder = folder("streams-utf16");
    let result = run(&["solve", "--sfen", MATE_IN_1, "--format", "json", "-q"]).out;
    let yaml = format!("problems:\n- id: a\n  position: {MATE_IN_1:?}\n");
    let list = format!("{MATE_IN_1}\n").repeat(9);
    for (name, content) in [("p.yaml", yaml.as_str()), ("l.sfen", &list), ("r.jsonl", &result)] {
        let path = folder.join(name);
        let command =
            if name == "r.jsonl" { ["merge", "-o", "-"] } else { ["show", "--format", "json"] };
        for (mark, bytes_of, encoding) in [
            (&b""[..], u16::to_le_bytes as fn(u16) -> [u8; 2], "UTF-16LE"),
            (b"", u16::to_be_bytes, "UTF-16BE"),
            (b"\xff\xfe", u16::to_le_bytes, "UTF-16LE"),
        ] {
            std::fs::write(&path, utf16(content, mark, bytes_of)).unwrap();
            let read = run(&[&command[..], &[text(&path)]].concat());
            // With its mark it is read, except where PowerShell has written results.
            let is_read = !mark.is_empty() && name != "r.jsonl";
            assert_eq!(read.code, Some(if is_read { 0 } else { 2 }), "{name} {}", read.err);
            assert!(is_read || read.err.contains(encoding), "{name} {}", read.err);
            assert_eq!(
                read.err.matches("error").count(),
                usize::from(!is_read) * if name == "r.jsonl" { 2 } else { 1 },
                "{}",
                read.err
            );
        }
    }
}
