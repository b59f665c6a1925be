//! The formats of other programs: what they look like, how they are read and written.
//!
//! Files are recognised by their content; the ends of names only decide what content may mean. KIF, KI2
//! and BOD share one [reader](kakinoki_moves); all of them hold [records](record::Record), of which
//! [`entry`] makes problems. No crate that was looked at (`shogi-kifu-converter`, `csa`, `shogiutil`) says
//! where in a file a mistake is and what to write instead, or reads what older programs write; the first
//! of them is a second opinion in the tests.

pub mod bod;
pub mod csa;
mod csa_words;
pub mod entry;
pub mod jkf;
pub mod kakinoki;
pub mod kakinoki_moves;
pub mod ki2;
pub mod kif;
pub mod left_out;
pub mod lines;
pub mod record;
pub mod yaml_file;

use super::problems::{Context, Entry, Item};
use crate::io::problems::choose::{self, At};
use crate::io::problems::{fill, recovery, sfen_list};
use crate::notation::{sfen, usi};
use crate::rules::Rules;
use crate::text::encoding;
use crate::text::{Diagnostic, Source};
use kakinoki::Placed;
use std::path::Path;
use std::sync::Arc;

/// A format of files with problems.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Problem files.
    Yaml,
    /// Positions, one a line.
    Sfen,
    /// Kifu for Windows and most others.
    Kif,
    /// The same with moves as they are printed.
    Ki2,
    /// Tournament programs.
    Csa,
    /// JSON of record viewers.
    Jkf,
    /// The clipboard's board.
    Bod,
}

/// Ends of file names; true where the file is in Shift_JIS when it is written.
type Endings = &'static [(&'static str, bool)];

/// Every format with its name, and the ends of file names that stand for it.
pub const FORMATS: [(Format, &str, Endings); 7] = [
    (Format::Yaml, "YAML", &[("yaml", false), ("yml", false)]),
    (Format::Sfen, "SFEN list", &[("sfen", false), ("txt", false)]),
    (Format::Kif, "KIF", &[("kif", true), ("kifu", false)]),
    (Format::Ki2, "KI2", &[("ki2", true), ("ki2u", false)]),
    (Format::Csa, "CSA", &[("csa", false)]),
    (Format::Jkf, "JKF", &[("jkf", false), ("json", false)]),
    (Format::Bod, "BOD", &[("bod", false)]),
];

impl Format {
    /// The format that the end of a file's name stands for, and whether it is written in Shift_JIS.
    pub fn of_name(path: &Path) -> Option<(Format, bool)> {
        Format::of_ending(path.extension()?.to_str()?)
    }

    /// The same for the end itself: `kif`.
    pub fn of_ending(ending: &str) -> Option<(Format, bool)> {
        let ending = ending.to_ascii_lowercase();
        FORMATS.iter().find_map(|(format, _, endings)| {
            let (_, shift_jis) = endings.iter().find(|(known, _)| *known == ending)?;
            Some((*format, *shift_jis))
        })
    }

    /// Its name, for people.
    pub fn name(self) -> &'static str {
        FORMATS.iter().find(|(format, _, _)| *format == self).map_or("", |(_, name, _)| name)
    }

    /// True if a file may hold many problems.
    pub fn holds_many(self) -> bool {
        matches!(self, Format::Yaml | Format::Sfen | Format::Csa)
    }

    /// The format of a text that is called `name`. BOD and KI2 are not told from KIF here, for one
    /// reader reads all three.
    pub fn sniff(name: &str, text: &str) -> Format {
        match Format::of_name(Path::new(name)) {
            Some((Format::Yaml, _)) => Format::Yaml,
            Some((Format::Sfen, _)) => {
                foreign(text).unwrap_or(match text.trim_start().starts_with('{') {
                    true => Format::Yaml,
                    false => Format::Sfen,
                })
            }
            Some((named, _)) => foreign(text).unwrap_or(match named {
                _ if sfen_list::looks_like_one(text) => Format::Sfen,
                Format::Ki2 | Format::Bod => Format::Kif,
                // JSON is YAML, and what is not a record may be a problem file.
                Format::Jkf if !name.ends_with(".jkf") => Format::Yaml,
                named => named,
            }),
            None => foreign(text).unwrap_or(match sfen_list::looks_like_one(text) {
                true => Format::Sfen,
                false => Format::Yaml,
            }),
        }
    }
}

/// The format of another program that a text is plainly in.
fn foreign(text: &str) -> Option<Format> {
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

/// True if a text begins as KIF, KI2 and BOD do.
fn looks_like_kakinoki(text: &str) -> bool {
    const BEGINNINGS: [&str; 8] =
        ["手数----", "手合割", "先手", "後手", "手数＝", "作品名", "変化：", "作者："];
    let text = text.trim_start_matches('\u{feff}');
    let mut lines = text
        .lines()
        .map(|line| line.trim_matches(lines::is_space))
        .filter(|line| !line.is_empty() && !line.starts_with(['*', '&']));
    let heading = text.lines().next().unwrap_or_default();
    if heading.starts_with('#') && ["KIF", "Kifu", "棋譜"].iter().any(|word| heading.contains(word))
    {
        return true;
    }
    let Some(first) = lines.find(|line| !line.starts_with('#')) else { return false };
    let begins = |line: &str| {
        BEGINNINGS.iter().any(|start| line.starts_with(start))
            || line.starts_with(['▲', '△', '☗', '☖', '|', '｜'])
            || line.starts_with("+----")
    };
    if begins(first) {
        return true;
    }
    // A header of another kind: KIF has the full-width colon, and a board or moves further on.
    let header = first.contains('：') || first.split(':').next().is_some_and(|key| !key.is_ascii());
    let move_one = first.starts_with(|c: char| c.is_ascii_digit()) && !first.contains('/');
    (header || move_one) && text.lines().map(str::trim).any(begins)
        || move_one && first.contains('(') && !first.is_ascii()
}

/// The text of a file's bytes: UTF-8 or UTF-16, and in records the encodings of Japanese programs. In lists and problem files bytes that
/// are no text spoil their lines and their problems, not the rest: the text has bytes of value 0 in their place.
///
/// # Errors
/// They are too many, or no text.
pub fn text(name: &str, bytes: Vec<u8>, limit: u64) -> Result<Arc<Source>, Box<Diagnostic>> {
    let is_utf_8 = std::str::from_utf8(&bytes).is_ok();
    let is_small = bytes.len() as u64 <= limit << 20 && !crate::io::files::read::is_utf16(&bytes);
    if is_small && (!is_utf_8 || bytes.contains(&0x1b)) {
        if let Some(text) = encoding::decode_japanese(&bytes, is_foreign) {
            return crate::io::files::read::text(name, text.into_bytes(), limit);
        }
        if !is_utf_8 && let Some((text, encoding)) = encoding::decode_damaged(&bytes, is_foreign) {
            return Err(Box::new(damaged(name, text, encoding)));
        }
    }
    let plain = is_utf_8 && !bytes.contains(&0);
    if !plain && bytes.len() as u64 <= limit << 20 && !crate::io::files::read::is_utf16(&bytes) {
        let lossy = String::from_utf8_lossy(&bytes);
        let divides = match Format::sniff(name, &lossy) {
            Format::Sfen => lossy.lines().any(sfen_list::looks_like_one),
            Format::Yaml => recovery::looks_like_one(&lossy),
            _ => false,
        };
        if divides {
            return Ok(Source::new(name, crate::io::files::read::marked(bytes)));
        }
    }
    crate::io::files::read::text(name, bytes, limit)
}

/// True for the text of another program.
fn is_foreign(text: &str) -> bool {
    foreign(text).is_some()
}

/// True if bytes that are not UTF-8 are a record in one of the encodings of Japanese programs.
pub fn is_record(bytes: &[u8]) -> bool {
    encoding::decode_damaged(bytes, is_foreign).is_some()
}

/// What to say of a record that is in `encoding` but for some bytes.
fn damaged(name: &str, text: String, encoding: &str) -> Diagnostic {
    let bytes = text.matches(char::REPLACEMENT_CHARACTER).count();
    let at = text.find(char::REPLACEMENT_CHARACTER).unwrap_or(0);
    let others = match bytes {
        0 | 1 => String::new(),
        bytes => format!(" and {} more", bytes - 1),
    };
    let message = format!("a byte here is damaged; the file is {encoding} but for it{others}");
    let source = Source::new(name, text);
    Diagnostic::new("E0203", &source, at..at + char::REPLACEMENT_CHARACTER.len_utf8(), message)
        .help("write the character that belongs here, or take the file again from where it came")
}

/// Something found in a file: a problem, with its record if the file had one.
#[derive(Debug)]
pub struct Document {
    /// The problem, or what is wrong.
    pub item: Item,
    /// The record, if all of it is meant.
    pub record: Option<record::Record>,
}

/// Reads a text in one of the formats that hold records.
pub fn read(source: &Arc<Source>, format: Format, context: &Context) -> Vec<Document> {
    let plain = |item: Item| Document { item, record: None };
    let broken = |id: Option<String>, errors| plain(Item::Broken { id, errors });
    let rules = match rules(source, context) {
        Ok(rules) => rules,
        Err(errors) => return vec![broken(None, errors)],
    };
    let placed: Vec<Result<Placed, Vec<Diagnostic>>> = match format {
        Format::Csa => csa::read(source, &rules),
        Format::Jkf => vec![jkf::read(source, &rules)],
        _ => vec![kakinoki_moves::read(source, &rules)],
    };
    let stem = Path::new(&source.name).file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let stem = stem.filter(|stem| !stem.is_empty() && stem != "-").unwrap_or("1".to_owned());
    let several = placed.len() > 1;
    let documents = placed.into_iter().enumerate().flat_map(|(i, placed)| {
        let id = if several { format!("{stem}-{}", i + 1) } else { stem.clone() };
        match placed {
            Err(errors) => vec![broken(Some(id), errors)],
            Ok(mut placed) => {
                if context.fill_hand {
                    fill::fill(&rules, &mut placed.record.position, context.attacker);
                }
                let item = entry::item(source, &rules, context, &id, &placed);
                match context.at {
                    At::Start | At::Stated => {
                        vec![Document { item, record: Some(placed.record) }]
                    }
                    _ => choose::choose(item, context).into_iter().map(plain).collect(),
                }
            }
        }
    });
    documents.collect()
}

/// The rules of the records: standard shogi, with the options of the command line.
fn rules(source: &Arc<Source>, context: &Context) -> Result<Arc<Rules>, Vec<Diagnostic>> {
    let rules = context.library.load(&context.default_variant, &context.rules)?;
    if rules.board.files == 9 && rules.board.ranks == 9 && csa::kind(&rules, "RY").is_some() {
        return Ok(rules);
    }
    let message =
        format!("records of {} are not read; this format is for standard shogi", rules.name);
    let help = "leave --variant out, or give the positions as YAML or SFEN";
    Err(vec![Diagnostic::new("E0410", source, 0..0, message).help(help)])
}

/// A problem in a format, as text; for formats that hold many, as its part of the file. YAML and lists are
/// made of the problem, the other formats of its record. A YAML file has `usual` for its variant.
///
/// # Errors
/// Why it cannot be said in this format.
pub fn write(
    format: Format,
    entry: &Entry,
    record: Option<&record::Record>,
    usual: &str,
) -> Result<String, String> {
    let problem = &entry.problem;
    let rules = problem.rules();
    if format == Format::Yaml {
        return yaml_file::write(entry, usual);
    }
    if problem.attacker() != problem.position().side {
        return Err("the side to move defends, which only YAML can say".to_owned());
    }
    if problem.forcing() != crate::position::Forcing::Check && rules.name != "shogi" {
        return Err("its stipulation is `royal`, which only YAML can say".to_owned());
    }
    if !rules.changed.is_empty() {
        return Err(format!("it is played with {rules}, which only YAML can say"));
    }
    if format == Format::Sfen {
        return Ok(sfen_line(entry));
    }
    let plain = rules.name == "shogi";
    if !plain {
        return Err(format!("{} is for standard shogi, not {}", format.name(), rules.name));
    }
    let Some(record) = record else { return Err("it has no record".to_owned()) };
    match format {
        Format::Kif => Ok(kif::write(rules, record)),
        Format::Ki2 => Ok(ki2::write(rules, record)),
        Format::Csa => Ok(csa::write(rules, record)),
        Format::Jkf => jkf::write(rules, record),
        _ => Ok(bod::write(rules, record)),
    }
}

/// A line of a list: the position, and its solution if that ends in mate, for other moves would lead to
/// another position.
fn sfen_line(entry: &Entry) -> String {
    let problem = &entry.problem;
    let rules = problem.rules();
    let mut line = sfen::write(rules, problem.position());
    if sfen_list::mates(rules, problem.position(), &entry.solution) {
        line.push_str(" moves");
        for &m in &entry.solution {
            line.push(' ');
            line.push_str(&usi::write(rules, m));
        }
    }
    line.push('\n');
    line
}
