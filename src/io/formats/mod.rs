//! Formats of game records of other programs: detection, reading and writing.
//!
//! The content of a file determines its format; extensions only resolve ambiguities. KIF, KI2 and
//! BOD share one [reader](kakinoki_records). All formats read and write [game
//! records](record::GameRecord), which `problems` converts to problems.
//!
//! Rejected: the crates `shogi-kifu-converter`, `csa` and `shogiutil`. None of them reports the
//! place of an error with a suggestion, or reads the output of older programs. The first serves as
//! an independent oracle in the tests.

pub mod bod;
pub mod csa;
mod csa_words;
pub mod jkf;
pub mod kakinoki;
pub mod kakinoki_moves;
pub mod kakinoki_records;
mod kakinoki_words;
pub mod ki2;
pub mod kif;
pub mod lines;
pub mod record;
pub mod spelling;

use crate::messages::tr;
use std::path::Path;

/// A file format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Problem files in YAML.
    Yaml,
    /// Positions, one a line.
    Sfen,
    /// Kifu for Windows, and most other programs.
    Kif,
    /// Like KIF, with moves as in print.
    Ki2,
    /// Tournament programs.
    Csa,
    /// JSON of record viewers.
    Jkf,
    /// A board on the clipboard.
    Bod,
}

/// File extensions; the flag is true if files with the extension are written in Shift_JIS.
type Endings = &'static [(&'static str, bool)];

/// All formats with their extensions.
pub const FORMATS: [(Format, Endings); 7] = [
    (Format::Yaml, &[("yaml", false), ("yml", false)]),
    (Format::Sfen, &[("sfen", false), ("txt", false)]),
    (Format::Kif, &[("kif", true), ("kifu", false)]),
    (Format::Ki2, &[("ki2", true), ("ki2u", false)]),
    (Format::Csa, &[("csa", false)]),
    (Format::Jkf, &[("jkf", false), ("json", false)]),
    (Format::Bod, &[("bod", false)]),
];

impl Format {
    /// Format for the extension of a path, and whether it is written in Shift_JIS.
    pub fn of_name(path: &Path) -> Option<(Format, bool)> {
        Format::of_ending(path.extension()?.to_str()?)
    }

    /// Format for an extension such as `kif`.
    pub fn of_ending(ending: &str) -> Option<(Format, bool)> {
        let ending = ending.to_ascii_lowercase();
        FORMATS.iter().find_map(|(format, endings)| {
            let (_, shift_jis) = endings.iter().find(|(known, _)| *known == ending)?;
            Some((*format, *shift_jis))
        })
    }

    /// Name of the format in messages.
    pub fn name(self) -> String {
        match self {
            Format::Yaml => "YAML".to_owned(),
            Format::Sfen => tr!(formats_sfen_list),
            Format::Kif => "KIF".to_owned(),
            Format::Ki2 => "KI2".to_owned(),
            Format::Csa => "CSA".to_owned(),
            Format::Jkf => "JKF".to_owned(),
            Format::Bod => "BOD".to_owned(),
        }
    }

    /// True if a file of the format can hold several problems.
    pub fn holds_many(self) -> bool {
        matches!(self, Format::Yaml | Format::Sfen | Format::Csa)
    }
}

/// Format of another program that the text is certainly in.
pub fn foreign(text: &str) -> Option<Format> {
    if jkf::looks_like_one(text) {
        Some(Format::Jkf)
    } else if csa::looks_like_one(text) {
        Some(Format::Csa)
    } else if looks_like_kakinoki(text) {
        Some(Format::Kif)
    } else {
        None
    }
}

/// True if a text starts like KIF, KI2 or BOD.
fn looks_like_kakinoki(text: &str) -> bool {
    const BEGINNINGS: [&str; 8] =
        ["手数----", "手合割", "先手", "後手", "手数＝", "作品名", "変化：", "作者："];
    let text = text.trim_start_matches('\u{feff}');
    let mut lines = text
        .lines()
        .map(|line| line.trim_matches(lines::is_space))
        .filter(|line| !line.is_empty() && !line.starts_with(['*', '&']));
    let heading = text.lines().next().unwrap_or_default();
    if kakinoki_words::is_heading(heading) {
        return true;
    }
    let Some(first) = lines.find(|line| !line.starts_with('#')) else { return false };
    let begins = |line: &str| {
        BEGINNINGS.iter().any(|start| line.starts_with(start))
            || line.starts_with(['▲', '△', '☗', '☖'])
            || line.starts_with(kakinoki_words::BARS)
            || line.starts_with("+----")
    };
    if begins(first) {
        return true;
    }
    // Words above a board, which in a problem file would be indented.
    let draws = |line: &str| line.starts_with("+----") || line.starts_with(kakinoki_words::BARS);
    if !first.is_ascii() && text.lines().any(draws) {
        return true;
    }
    // Another kind of header: KIF has a full-width colon, and a board or moves follow.
    let header = first.contains('：') || first.split(':').next().is_some_and(|key| !key.is_ascii());
    let move_one = first.starts_with(|c: char| c.is_ascii_digit()) && !first.contains('/');
    (header || move_one) && text.lines().map(str::trim).any(begins)
        || move_one && first.contains('(') && !first.is_ascii()
}
