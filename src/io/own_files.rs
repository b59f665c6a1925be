//! Files that the program itself writes, where another kind of file is wanted.

use crate::messages::tr;
use crate::text::{Diagnostic, Source};

/// Bytes that show which file it is.
const SAMPLE_BYTES: usize = 4096;

/// A kind of file that is not read as problems or rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwnFile {
    /// A certificate of `solve --certificate`.
    Certificate,
    /// A table of `solve --checkpoint`.
    Checkpoint,
    /// A campaign of `generate --archive`.
    Campaign,
    /// JSON lines of `solve` and `analyze`.
    Results,
    /// A page or picture, of any program.
    Page,
}

impl OwnFile {
    /// The kind of a file that begins with these bytes.
    pub fn of(bytes: &[u8]) -> Option<OwnFile> {
        let sample = String::from_utf8_lossy(&bytes[..bytes.len().min(SAMPLE_BYTES)]);
        let start = sample.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
        let line = start.lines().next().unwrap_or_default();
        let has = |key: &str| line.contains(&format!("\"{key}\":"));
        match start.get(..1)? {
            "{" if has("tsume_certificate") => Some(OwnFile::Certificate),
            "{" if has("tsume_checkpoint") => Some(OwnFile::Checkpoint),
            "{" if has("tsume_campaign") => Some(OwnFile::Campaign),
            "{" if has("id") && has("key") && has("verdict") => Some(OwnFile::Results),
            "<" if ["<!DOCTYPE", "<html", "<svg", "<?xml"].iter().any(|tag| {
                start.get(..tag.len()).is_some_and(|start| start.eq_ignore_ascii_case(tag))
            }) =>
            {
                Some(OwnFile::Page)
            }
            _ => None,
        }
    }

    /// Error of such a file in the place of another one.
    pub fn complaint(self, name: &str) -> Box<Diagnostic> {
        let (message, help) = match self {
            OwnFile::Certificate => (tr!(files_is_certificate), tr!(files_is_certificate_help)),
            OwnFile::Checkpoint => (tr!(files_is_checkpoint), tr!(files_is_checkpoint_help)),
            OwnFile::Campaign => (tr!(files_is_campaign), tr!(files_is_campaign_help)),
            OwnFile::Results => (tr!(files_is_results), tr!(files_is_results_help)),
            OwnFile::Page => (tr!(files_is_page), tr!(files_is_page_help)),
        };
        let source = Source::new(name, "");
        Box::new(Diagnostic::new("E0220", &source, 0..0, message).help(help))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn start_of_a_file_shows_its_kind() {
        for (text, kind) in [
            (r#"{"tsume_certificate":1,"variant":"shogi"}"#, Some(OwnFile::Certificate)),
            (r#"{"tsume_checkpoint":2,"version":"0.1.0"}"#, Some(OwnFile::Checkpoint)),
            (r#"{"heading":{"tsume_campaign":1}}"#, Some(OwnFile::Campaign)),
            ("\u{feff}\n{\"id\":\"1\",\"key\":\"0\",\"verdict\":\"mate\"}", Some(OwnFile::Results)),
            ("<!doctype html>", Some(OwnFile::Page)),
            (
                r#"{"id":"1","position":"4k4/9/4P4/9/9/9/9/9/9 b G 1","expect":{"verdict":"mate"}}"#,
                None,
            ),
            ("problems:", None),
            ("<", None),
            ("", None),
        ] {
            assert_eq!(OwnFile::of(text.as_bytes()), kind, "{text}");
        }
    }
}
