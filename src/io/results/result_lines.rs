//! Reads the JSON lines of `solve` and `analyze`.

use super::outcome::{Outcome, ResultVerdict};
use crate::io::input;
use crate::io::own_files::OwnFile;
use crate::messages::{json_reason, tr};
use crate::text::{Diagnostic, Source, encoding};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Error, Map, Value};
use std::borrow::Cow;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::ops::ControlFlow;
use std::path::Path;

/// Longest line that is read, in MiB. An analysis with all its variations needs less than one.
const MAX_LINE_MIB: u64 = 64;

/// A line of results.
#[derive(Debug)]
pub enum ResultLine {
    /// A result; of an analysis also its summary.
    Result(Box<Outcome>, Option<Judgement>),
    /// An input that could not be read.
    InputError(InputError),
    /// What the checker says about a certificate.
    Verification(Verification),
}

/// A line of `verify`, as far as merging needs it.
#[derive(Debug, Deserialize)]
#[serde(expecting = "an object")]
pub struct Verification {
    /// File of the certificate.
    pub file: String,
    /// True if the checker accepts it.
    pub accepted: bool,
    /// Part of the certificates, from `--shard`.
    #[serde(default)]
    pub shard: Option<String>,
}

/// How much an analysis has decided.
#[derive(Debug)]
pub struct Judgement {
    /// True if the class is known.
    pub classed: bool,
    /// True if a requested answer is unknown: class, lengths, decoration, variations, repairs.
    pub undecided: bool,
    /// Number of open questions.
    pub open: usize,
}

/// An input that could not be read.
#[derive(Debug, Deserialize)]
pub struct InputError {
    /// Id of the problem, if it could be read.
    #[serde(default)]
    pub id: Option<String>,
    /// First error.
    pub error: InputErrorCode,
    /// File of the input.
    #[serde(default)]
    pub file: String,
    /// Part of the set, from `--shard`.
    #[serde(default)]
    pub shard: Option<String>,
    /// Further errors.
    #[serde(default)]
    more: Vec<Further>,
}

#[derive(Debug, Deserialize)]
#[serde(expecting = "an object")]
struct Further {
    error: InputErrorCode,
}

/// An error of an input.
#[derive(Debug, Deserialize)]
#[serde(expecting = "an object")]
pub struct InputErrorCode {
    /// Code of the error.
    pub code: String,
}

impl InputError {
    /// True if id and file identify the input. They do not if the id is missing or occurs twice, or
    /// if the file is standard input or the command line, which differ between runs.
    pub fn is_named(&self) -> bool {
        let fleeting = ["", "-"].contains(&self.file.as_str()) || self.file.starts_with("--");
        let mut errors = self.more.iter().map(|further| &further.error).chain([&self.error]);
        self.id.is_some() && errors.all(|error| error.code != "E0209") && !fleeting
    }

    /// True if `next`, the following line, is about the same input, as far as id and file show.
    pub fn is_beside(&self, next: &InputError) -> bool {
        self.id == next.id && self.file == next.file
    }
}

/// Fields of a line besides those of an [`Outcome`].
#[derive(Deserialize)]
#[serde(expecting = "an object")]
struct Beside {
    #[serde(default)]
    error: Option<IgnoredAny>,
    #[serde(default)]
    class: Option<String>,
    #[serde(default)]
    lengths: Map<String, Value>,
    #[serde(default)]
    decoration: Vec<Piece>,
    #[serde(default)]
    tree: Option<Tree>,
    #[serde(default)]
    repairs: Option<Repairs>,
    #[serde(default)]
    open: Vec<IgnoredAny>,
    #[serde(default)]
    open_count: Option<usize>,
    /// Verdict about a certificate.
    #[serde(default)]
    accepted: Option<IgnoredAny>,
    /// Count of the analysis: a result of `solve` has none.
    #[serde(default)]
    count: Option<String>,
}

#[derive(Deserialize)]
struct Piece {
    answer: String,
}

#[derive(Deserialize)]
struct Tree {
    #[serde(default)]
    complete: Option<bool>,
}

#[derive(Deserialize)]
struct Repairs {
    found: Vec<IgnoredAny>,
    open: usize,
    stopped_by: Option<IgnoredAny>,
}

impl Beside {
    fn judgement(&self, outcome: &Outcome) -> Option<Judgement> {
        // A problem that has no mate, as its file expects, has no class.
        let classed = match &self.class {
            Some(class) => class != "unknown",
            None => self.count.as_ref().map(|_| true)?,
        };
        // A refuted problem has no length under any convention.
        let unmeasured = match outcome.verdict {
            ResultVerdict::Mate => self.lengths.values().any(Value::is_null),
            ResultVerdict::NoMate => false,
            ResultVerdict::Unknown => true,
        };
        let unsure = self.decoration.iter().any(|piece| piece.answer == "unknown");
        let cut = self.tree.as_ref().is_some_and(|tree| tree.complete == Some(false));
        let unmended = self.repairs.as_ref().is_some_and(|repairs| {
            repairs.found.is_empty() && (repairs.stopped_by.is_some() || repairs.open > 0)
        });
        let undecided = !classed || unmeasured || unsure || cut || unmended;
        let open = self.open_count.unwrap_or(self.open.len());
        Some(Judgement { classed, undecided, open })
    }
}

impl ResultLine {
    /// Parses a line.
    ///
    /// # Errors
    /// The text is not JSON, or not a line of results.
    pub fn parse(text: &str) -> Result<ResultLine, Error> {
        let beside: Beside = serde_json::from_str(text)?;
        if beside.error.is_some() {
            return serde_json::from_str(text).map(ResultLine::InputError);
        }
        if beside.accepted.is_some() {
            return serde_json::from_str(text).map(ResultLine::Verification);
        }
        let outcome: Box<Outcome> = serde_json::from_str(text)?;
        let judgement = beside.judgement(&outcome);
        Ok(ResultLine::Result(outcome, judgement))
    }
}

/// A line of a file with its text, or its error.
pub type ResultLineRead<'a> = Result<(&'a str, ResultLine), Box<Diagnostic>>;

/// Start of a line in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineStart {
    /// Number of the line, from 1.
    pub number: usize,
    /// Bytes before the line.
    pub offset: u64,
}

/// Reads results line by line (`-`: standard input), and passes each with its place and its text to
/// `each`, until `each` breaks. Skips blank lines.
///
/// # Errors
/// The file, or its rest, cannot be read. The error of a line is passed to `each`.
pub fn read(
    path: &Path,
    each: impl FnMut(LineStart, ResultLineRead) -> ControlFlow<()>,
) -> Result<(), Box<Diagnostic>> {
    let name = path.display().to_string();
    if name == "-" {
        return read_from(&name, io::stdin().lock(), each);
    }
    let file = File::open(path).map_err(|error| input::unreadable(path, &error))?;
    read_from(&name, BufReader::new(file), each)
}

/// Checks the first line of a file of results.
///
/// # Errors
/// The file is in UTF-16, or of another kind.
fn check_kind(name: &str, bytes: &[u8]) -> Result<(), Box<Diagnostic>> {
    if let Some(encoding) =
        encoding::marked_utf16(bytes).or_else(|| encoding::unmarked_utf16(bytes))
    {
        let source = Source::new(name, "");
        let message = tr!(results_utf_16, encoding);
        let error = Diagnostic::new("E0203", &source, 0..0, message);
        return Err(Box::new(error.help(tr!(results_utf_16_help))));
    }
    match OwnFile::of(bytes) {
        None | Some(OwnFile::Results) => Ok(()),
        Some(kind) => Err(kind.complaint(name)),
    }
}

/// Like [`read`], from an input with a name for messages.
///
/// # Errors
/// The input, or its rest, cannot be read. The error of a line is passed to `each`.
pub fn read_from(
    name: &str,
    mut input: impl BufRead,
    mut each: impl FnMut(LineStart, ResultLineRead) -> ControlFlow<()>,
) -> Result<(), Box<Diagnostic>> {
    let unreadable = |error: io::Error| input::unreadable(Path::new(name), &error);
    let longest = MAX_LINE_MIB << 20;
    let (mut bytes, mut offset) = (Vec::new(), 0);
    for number in 1.. {
        offset += bytes.len() as u64;
        let start = LineStart { number, offset };
        bytes.clear();
        input.by_ref().take(longest + 1).read_until(b'\n', &mut bytes).map_err(unreadable)?;
        if bytes.is_empty() {
            break;
        }
        if bytes.len() as u64 > longest {
            let source = Source::part(name, "", number);
            let message = tr!(results_line_too_long, line = number, size = MAX_LINE_MIB);
            let help = tr!(results_are_json_lines);
            return Err(Box::new(Diagnostic::new("E0202", &source, 0..0, message).help(help)));
        }
        if number == 1 {
            check_kind(name, &bytes)?;
        }
        let flow = match std::str::from_utf8(&bytes).map(bare) {
            Ok(text) if text.trim().is_empty() => continue,
            Ok(text) => {
                let line = ResultLine::parse(text).map(|line| (text, line));
                each(start, line.map_err(|error| refuse(name, number, text, &error)))
            }
            Err(error) => {
                let at = error.valid_up_to();
                let source = Source::part(name, String::from_utf8_lossy(&bytes), number);
                let message = tr!(files_not_unicode_byte, byte = format!("{:#04x}", bytes[at]));
                let error = Diagnostic::new("E0203", &source, at..at, message);
                each(start, Err(Box::new(error.help(tr!(files_save_as_unicode)))))
            }
        };
        if flow.is_break() {
            break;
        }
    }
    Ok(())
}

/// A line that names its part, without the part of the set that its run worked on, and without the options of that run.
/// Lines of several errors lose the part of each.
pub fn without_shard(text: &str) -> Cow<'_, str> {
    let mut lines: Vec<Cow<'_, str>> = Vec::new();
    for line in text.lines() {
        let mut rest = Cow::Borrowed(line);
        for name in ["\"shard\":", "\"options\":"] {
            // Before these fields there are only strings, in which quotes are escaped.
            let Some(at) = rest.find(name) else { break };
            let value = at + name.len();
            let values = serde_json::Deserializer::from_str(&rest[value..]);
            let mut values = values.into_iter::<IgnoredAny>();
            let Some(Ok(_)) = values.next() else { break };
            let end = value + values.byte_offset();
            let (before, after) = (&rest[..at], &rest[end..]);
            let whole = match after.strip_prefix(',') {
                Some(after) => format!("{before}{after}"),
                None => format!("{}{after}", before.strip_suffix(',').unwrap_or(before)),
            };
            rest = Cow::Owned(whole);
        }
        lines.push(rest);
    }
    match lines.as_slice() {
        [] => Cow::Borrowed(text),
        [_] => lines.remove(0),
        lines => Cow::Owned(lines.join("\n")),
    }
}

/// Reads the line at `offset` again; `None` if no valid line starts there any more.
pub fn read_again(mut input: impl BufRead + Seek, offset: u64) -> Option<ResultLine> {
    let mut bytes = Vec::new();
    input.seek(SeekFrom::Start(offset)).ok()?;
    input.take(MAX_LINE_MIB << 20).read_until(b'\n', &mut bytes).ok()?;
    ResultLine::parse(bare(std::str::from_utf8(&bytes).ok()?)).ok()
}

/// The line without its end and without a byte order mark.
fn bare(text: &str) -> &str {
    text.trim_start_matches('\u{feff}').trim_end_matches(['\r', '\n'])
}

fn refuse(name: &str, number: usize, text: &str, error: &Error) -> Box<Diagnostic> {
    let source = Source::part(name, text, number);
    let at = input::json_place(text, error);
    let (code, message, help) = if error.is_eof() {
        ("E0502", tr!(results_incomplete), tr!(results_incomplete_help))
    } else {
        let reason = json_reason(error);
        ("E0501", tr!(results_no_result, reason), tr!(results_no_result_help))
    };
    Box::new(Diagnostic::new(code, &source, at..at, message).help(help))
}

#[cfg(test)]
mod tests {
    use super::*;

    const RESULT: &str = r#"{"id":"1","key":"k","variant":"shogi","rules":{},"forcing":"check",
        "attacker":"black","position":"","verdict":"mate","plies":3,"shortest":true"#;

    fn told(bytes: &[u8]) -> Vec<String> {
        let mut told = Vec::new();
        let result = read_from("x", bytes, |LineStart { number, .. }, line| {
            told.push(match line {
                Ok((text, ResultLine::Result(outcome, _))) => {
                    format!("{number} {} {}", outcome.id, text.len())
                }
                Ok((_, ResultLine::InputError(refusal))) => {
                    format!("{number} {}", refusal.error.code)
                }
                Ok((_, ResultLine::Verification(line))) => format!("{number} {}", line.file),
                Err(error) => format!("{} {error}", error.code),
            });
            ControlFlow::Continue(())
        });
        told.extend(result.err().map(|error| format!("{} {error}", error.code)));
        told
    }

    #[test]
    fn shard_and_options_leave_no_trace() {
        for (with, without) in [
            (
                r#"{"id":"1","shard":"2/8","options":{"a":"}","b":true},"x":{"shard":"1/2"}}"#,
                r#"{"id":"1","x":{"shard":"1/2"}}"#,
            ),
            (
                r#"{"file":"\"shard\":","shard":"2/8","variant":"chu"}"#,
                r#"{"file":"\"shard\":","variant":"chu"}"#,
            ),
            (r#"{"file":"a","shard":"2/8"}"#, r#"{"file":"a"}"#),
            ("{\"a\":1,\"shard\":\"1/2\"}\n{\"shard\":\"1/2\",\"a\":2}", "{\"a\":1}\n{\"a\":2}"),
        ] {
            assert_eq!(without_shard(with), without);
        }
    }

    #[test]
    fn lines_are_read_whatever_their_ends() {
        let line = format!("{}}}", RESULT.replace('\n', ""));
        let refusal = r#"{"id":null,"error":{"code":"E0214","message":""},"file":"a"}"#;
        let text = format!("\u{feff}{line}\r\n\n  \r\n{refusal}\n{line}");
        let length = line.len();
        assert_eq!(
            told(text.as_bytes()),
            [format!("1 1 {length}"), "4 E0214".to_owned(), format!("5 1 {length}")]
        );
        assert!(told(b"").is_empty());
    }

    #[test]
    fn what_is_no_result_is_refused_with_its_place() {
        let line = format!("{}}}", RESULT.replace('\n', ""));
        let wrong = line.replace("\"mate\"", "\"mat\"");
        let lines = told(
            [
                line.as_bytes(),
                wrong.as_bytes(),
                b"\xe6\x97\xa5\xff",
                "日x".as_bytes(),
                b"{\"id\":\"1",
            ]
            .join(&b'\n')
            .as_slice(),
        );
        let begins = [
            "1 1 ",
            "E0501 x:2:1",
            "E0203 x:3:2: the byte 0xff",
            "E0501 x:4:1: this line is not a result: expected value; results are",
            "E0502 x:5:8: the line is incomplete",
        ];
        assert_eq!(lines.len(), begins.len());
        for (line, begin) in lines.iter().zip(begins) {
            assert!(line.starts_with(begin), "{line}");
        }
        assert!(lines[1].contains("unknown variant `mat`, expected one of `mate`"), "{}", lines[1]);
        assert_eq!(told(b"\xff\xfe{\0}\0\n\0").len(), 1, "UTF-16 is told once");
    }

    #[test]
    fn an_id_that_two_problems_have_names_none() {
        let named = |rest: &str| {
            let error = r#""error":{"code":"E0205","message":""}"#;
            match ResultLine::parse(&format!(r#"{{"id":"a",{error},"file":"x.yaml"{rest}}}"#))
                .unwrap()
            {
                ResultLine::InputError(refusal) => refusal.is_named(),
                other => panic!("{other:?}"),
            }
        };
        let more = |code| format!(r#","more":[{{"error":{{"code":"{code}","message":""}}}}]"#);
        assert!(named("") && named(&more("E0206")) && !named(&more("E0209")));
    }

    #[test]
    fn an_analysis_says_what_it_leaves_open() {
        let told = |rest: &str| match ResultLine::parse(&format!("{RESULT},{rest}}}")).unwrap() {
            ResultLine::Result(_, Some(judgement)) => (judgement.classed, judgement.undecided),
            other => panic!("{other:?}"),
        };
        let class = r#""class":"complete","lengths":{"none":3}"#;
        assert_eq!(told(class), (true, false));
        assert_eq!(told(r#""class":"unknown""#), (false, true));
        assert_eq!(told(r#""class":"flawed","lengths":{"none":3,"immediate":null}"#), (true, true));
        for open in [
            r#""decoration":[{"answer":"no"},{"answer":"unknown"}]"#,
            r#""tree":{"complete":false}"#,
            r#""repairs":{"found":[],"tried":3,"open":0,"stopped_by":"time"}"#,
        ] {
            assert_eq!(told(&format!("{class},{open}")), (true, true), "{open}");
        }
        let open = r#""open":["whether it would be tolerated"]"#;
        assert_eq!(told(&format!("{class},{open}")), (true, false));
    }
}
