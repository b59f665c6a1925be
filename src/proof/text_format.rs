//! Certificates as text: a first line of JSON, then one line per node.
//! `CERTIFICATES.md` in this folder specifies the format for other programs.
//!
//! [`CertificateReader`] reads line by line, so the whole text need not be in memory. It trusts
//! nothing: numbers have bounds, no list is allocated in advance, and whether a node is valid is the
//! checker's decision.

use super::certificate::{Certificate, CertificateNode, Claim, Strategy};
use super::game::GameDescription;
use crate::messages::{json_reason, tr};
use crate::notation::{NotationError, sfen, usi};
use crate::position::{Forcing, Problem};
use crate::referee::{self, ObjectionKind};
use crate::rules::{Rules, Side};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::fmt::{self, Write};
use std::ops::Range;
use std::sync::Arc;

/// Version of the format that this program writes, and the only one that it reads.
pub const VERSION: u32 = 1;

/// Longest line that the reader accepts, in bytes, without its line feed.
pub const MAX_LINE_BYTES: usize = 1 << 20;

/// Largest number of nodes that the reader accepts.
pub const MAX_NODES: usize = 1 << 28;

/// An error in the text of a certificate, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CertificateError {
    /// Stable code, `E0601` to `E0608`.
    pub code: &'static str,
    /// One sentence that says what is wrong.
    pub message: String,
    /// What to write instead.
    pub help: Option<String>,
    /// The line, from 1.
    pub line: usize,
    /// Column of the place in characters, from 1.
    pub column: usize,
    /// Bytes of the line that are wrong; may be empty.
    pub at: Range<usize>,
}

/// The first line.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
struct Header {
    tsume_certificate: u32,
    variant: String,
    #[serde(default)]
    rules: Vec<(String, String)>,
    options: Map<String, Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    game: Option<Value>,
    forcing: String,
    attacker: String,
    position: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    allow: Vec<String>,
    claim: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    plies: Option<u16>,
    nodes: u64,
}

/// The lines of a certificate's text, each without a line feed.
pub fn lines(certificate: &Certificate) -> impl Iterator<Item = String> {
    let rules = certificate.problem.rules();
    let nodes = certificate.nodes.iter().map(|node| node_line(rules, node));
    std::iter::once(header(certificate)).chain(nodes)
}

/// Writes a certificate; [`parse`] reads it back.
pub fn write(certificate: &Certificate) -> String {
    lines(certificate).map(|line| line + "\n").collect()
}

/// Writes the nodes of a certificate without its first line; [`parse_nodes`] reads them back.
pub fn write_nodes(certificate: &Certificate) -> String {
    lines(certificate).skip(1).map(|line| line + "\n").collect()
}

/// Reads the nodes of a certificate whose problem and claim are known.
///
/// # Errors
/// The first thing that is wrong, with its place.
pub fn parse_nodes(
    problem: &Problem,
    claim: Claim,
    text: &str,
) -> Result<Certificate, CertificateError> {
    let certificate = Certificate { problem: problem.clone(), claim, nodes: Vec::new() };
    let promised = text.lines().count() as u64;
    let mut reader = CertificateReader { certificate, promised, lines: 0 };
    text.lines().try_for_each(|line| reader.line(line))?;
    reader.finish()
}

/// The first line of a certificate's text, without a line feed.
fn header(certificate: &Certificate) -> String {
    let problem = &certificate.problem;
    let rules = problem.rules();
    let GameDescription { variant, rules: chosen, options, game } = GameDescription::of(rules);
    let (claim, plies) = match certificate.claim {
        Claim::Mate => ("mate", None),
        Claim::MateWithin(plies) => ("mate_within", Some(plies)),
        Claim::NoMate => ("no_mate", None),
        Claim::NoMateWithin(plies) => ("no_mate_within", Some(plies)),
    };
    let header = Header {
        tsume_certificate: VERSION,
        variant,
        rules: chosen,
        options,
        game,
        forcing: problem.forcing().name().to_owned(),
        attacker: side_name(problem.attacker()).to_owned(),
        position: sfen::write(rules, problem.position()),
        allow: pardons(problem),
        claim: claim.to_owned(),
        plies,
        nodes: certificate.nodes.len() as u64,
    };
    serde_json::to_string(&header).expect("a header has only text keys")
}

/// One node as a line, without a line feed.
fn node_line(rules: &Rules, node: &CertificateNode) -> String {
    let mut out = node.plies.to_string();
    out.push(' ');
    match &node.strategy {
        Strategy::Attack(m) => out.push_str(&usi::write(rules, *m)),
        Strategy::Defense(replies) if replies.is_empty() => out.push('-'),
        Strategy::Defense(replies) => {
            for (i, (m, reply)) in replies.iter().enumerate() {
                let comma = if i == 0 { "" } else { "," };
                let _ =
                    write!(out, "{comma}{}:{}", usi::write(rules, *m), usi::write(rules, *reply));
            }
        }
    }
    let position = sfen::write(rules, &node.position);
    let words = position.split(' ').enumerate();
    let last = position.split(' ').count() - 1;
    for (i, word) in words {
        // All nodes share the side to move and the phantoms, and a node has no move number.
        if i != 1 && i != last && !word.starts_with("phantom:") {
            out.push(' ');
            out.push_str(word);
        }
    }
    out
}

/// Reads a certificate.
///
/// # Errors
/// The first thing that is wrong, with its place.
pub fn parse(text: &str) -> Result<Certificate, CertificateError> {
    let mut lines = text.lines();
    let mut reader = CertificateReader::new(lines.next().unwrap_or_default())?;
    for line in lines {
        reader.line(line)?;
    }
    reader.finish()
}

/// Reads a certificate line by line.
#[derive(Debug)]
pub struct CertificateReader {
    certificate: Certificate,
    /// Number of nodes that the first line announces.
    promised: u64,
    /// Lines read so far.
    lines: usize,
}

impl CertificateReader {
    /// Starts with the first line, without its line feed.
    ///
    /// # Errors
    /// The first mistake in it, with its place.
    pub fn new(line: &str) -> Result<CertificateReader, CertificateError> {
        long_line(line, 1)?;
        let header: Header = serde_json::from_str(line)
            .map_err(|error| CertificateError::new(not_json(line, &error), 1, line))?;
        let (certificate, promised) =
            header.read(line).map_err(|error| CertificateError::new(error, 1, line))?;
        Ok(CertificateReader { certificate, promised, lines: 1 })
    }

    /// Reads the next line, without its line feed.
    ///
    /// # Errors
    /// The first mistake in it, with its place.
    pub fn line(&mut self, line: &str) -> Result<(), CertificateError> {
        self.lines += 1;
        long_line(line, self.lines)?;
        let place = |error| CertificateError::new(error, self.lines, line);
        if self.certificate.nodes.len() as u64 == self.promised {
            let message = tr!(proof_promised_only, count = self.promised);
            return Err(place(NotationError::new("E0608", 0..line.len(), message)));
        }
        let holds = matches!(self.certificate.claim, Claim::NoMate | Claim::NoMateWithin(_));
        let node = node(&self.certificate.problem, holds, line).map_err(place)?;
        self.certificate.nodes.push(node);
        Ok(())
    }

    /// Ends the text and returns the certificate.
    ///
    /// # Errors
    /// Missing lines.
    pub fn finish(self) -> Result<Certificate, CertificateError> {
        let found = self.certificate.nodes.len();
        if found as u64 != self.promised {
            let message = tr!(proof_cut_off, promised = self.promised, found);
            let error = NotationError::new("E0608", 0..0, message).help(tr!(proof_cut_off_help));
            return Err(CertificateError::new(error, self.lines + 1, ""));
        }
        Ok(self.certificate)
    }
}

impl fmt::Display for CertificateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let message = self.message.as_str();
        f.write_str(&tr!(proof_place, line = self.line, column = self.column, message))
    }
}

impl std::error::Error for CertificateError {}

impl CertificateError {
    /// What is wrong with line number `line`, whose text is `text`.
    fn new(error: NotationError, line: usize, text: &str) -> CertificateError {
        let NotationError { code, message, help, at } = error;
        let column = text.get(..at.start).unwrap_or(text).chars().count() + 1;
        CertificateError { code, message, help, line, column, at }
    }

    /// A line that is not text.
    pub fn not_utf8(line: usize) -> CertificateError {
        let error = NotationError::new("E0601", 0..0, tr!(proof_not_utf_8));
        CertificateError::new(error, line, "")
    }

    /// A line of more than [`MAX_LINE_BYTES`] bytes.
    pub fn too_long(line: usize) -> CertificateError {
        let message = tr!(proof_long_line, most = MAX_LINE_BYTES);
        CertificateError::new(NotationError::new("E0608", 0..0, message), line, "")
    }
}

fn long_line(text: &str, line: usize) -> Result<(), CertificateError> {
    if text.len() > MAX_LINE_BYTES { Err(CertificateError::too_long(line)) } else { Ok(()) }
}

fn not_json(line: &str, error: &serde_json::Error) -> NotationError {
    let message = json_reason(error);
    // serde_json counts columns in bytes.
    let at = error.column().saturating_sub(1).min(line.len());
    let at = (0..=at).rev().find(|&at| line.is_char_boundary(at)).unwrap_or(0);
    NotationError::new("E0601", at..at, tr!(proof_no_certificate, why = message))
        .help(tr!(proof_no_certificate_help))
}

impl Header {
    /// The certificate without its nodes, and the number of nodes. `line` is the header's text.
    fn read(self, line: &str) -> Result<(Certificate, u64), NotationError> {
        let wrong = |code, key: &str, value: &str, message: String| {
            NotationError::new(code, place(line, key, value), message)
        };
        if self.tsume_certificate != VERSION {
            let message = tr!(proof_version, version = self.tsume_certificate);
            let error = wrong("E0602", "tsume_certificate", "", message);
            return Err(error.help(tr!(proof_version_help, version = VERSION)));
        }
        if self.nodes > MAX_NODES as u64 {
            let message = tr!(proof_too_large, count = self.nodes);
            let error = wrong("E0608", "nodes", "", message);
            return Err(error.help(tr!(proof_too_large_help, most = MAX_NODES)));
        }
        let Header { variant, rules, options, game, forcing, attacker, claim, .. } = self;
        let game = GameDescription { variant, rules, options, game };
        let rules = game.rules().map_err(|error| wrong("E0603", &error.key, "", error.message))?;
        let rules = Arc::new(rules);
        let choose = |key, value: &str, choices: [&str; 2]| {
            let at = choices.iter().position(|choice| *choice == value);
            at.ok_or_else(|| {
                wrong("E0604", key, value, tr!(rules_not_a_value, value, name = key)).help(tr!(
                    proof_not_a_value_help,
                    one = choices[0],
                    other = choices[1]
                ))
            })
        };
        let forcing =
            [Forcing::Check, Forcing::Royal][choose("forcing", &forcing, ["check", "royal"])?];
        let attacker = Side::BOTH[choose("attacker", &attacker, Side::BOTH.map(side_name))?];
        let claim = claim_of(&claim, self.plies).map_err(|(key, message)| {
            let value = if key == "claim" { claim.as_str() } else { "" };
            wrong("E0605", key, value, message).help(tr!(proof_claim_help))
        })?;
        let allow = pardoned(&self.allow)
            .map_err(|name| wrong("E0604", "allow", name, tr!(proof_no_objection, name)))?;
        let text_at = place(line, "position", &self.position);
        let position = sfen::parse(&rules, &self.position).map_err(|mut error| {
            // The line has the position unchanged, unless JSON had to escape a character.
            error.at = if line.get(text_at.clone()) == Some(self.position.as_str()) {
                text_at.start + error.at.start..text_at.start + error.at.end
            } else {
                text_at.clone()
            };
            error
        })?;
        let problem =
            referee::admit(&rules, position, Some(attacker), forcing, &allow).map_err(|all| {
                let Some(first) = all.first() else {
                    return NotationError::new("E0606", text_at.clone(), tr!(proof_not_a_problem));
                };
                NotationError::new("E0606", text_at.clone(), first.message.clone())
                    .help(tr!(proof_not_allowed, name = first.kind.name()))
            })?;
        Ok((Certificate { problem, claim, nodes: Vec::new() }, self.nodes))
    }
}

/// Bytes of a value in the first line, if the value follows its key; else the bytes of the key.
fn place(line: &str, key: &str, value: &str) -> Range<usize> {
    let quoted = format!("\"{key}\"");
    let Some(start) = line.find(&quoted) else { return 0..0 };
    let end = start + quoted.len();
    match line[end..].find(value) {
        Some(at) if !value.is_empty() => end + at..end + at + value.len(),
        _ => start..end,
    }
}

fn claim_of(name: &str, plies: Option<u16>) -> Result<Claim, (&'static str, String)> {
    match (name, plies) {
        ("mate", None) => Ok(Claim::Mate),
        ("no_mate", None) => Ok(Claim::NoMate),
        ("mate_within", Some(plies)) => Ok(Claim::MateWithin(plies)),
        ("no_mate_within", Some(plies)) => Ok(Claim::NoMateWithin(plies)),
        ("mate" | "no_mate", Some(_)) => Err(("plies", tr!(proof_claim_with_plies, name))),
        ("mate_within" | "no_mate_within", None) => {
            Err(("claim", tr!(proof_claim_without_plies, name)))
        }
        _ => Err(("claim", tr!(proof_no_claim, name))),
    }
}

/// Reads `PLIES MOVES BOARD HANDS [FIELDS]`.
fn node(problem: &Problem, holds: bool, line: &str) -> Result<CertificateNode, NotationError> {
    let rules = problem.rules();
    let wrong =
        |at, message| Err(NotationError::new("E0607", at, message).help(tr!(proof_node_help)));
    // The position is read by a parser that takes any blank for a space.
    let is_blank = |c: char| c != ' ' && c.is_whitespace();
    if let Some((at, blank)) = line.char_indices().find(|(_, c)| is_blank(*c)) {
        return wrong(at..at + blank.len_utf8(), tr!(proof_node_blank));
    }
    let mut words = line.splitn(4, ' ');
    let (Some(plies), Some(moves), Some(board), Some(rest)) =
        (words.next(), words.next(), words.next(), words.next())
    else {
        return wrong(line.len()..line.len(), tr!(proof_node_incomplete));
    };
    let moves_at = plies.len() + 1;
    let board_at = moves_at + moves.len() + 1;
    let rest_at = board_at + board.len() + 1;
    let number = Some(plies).filter(|text| text.bytes().all(|b| b.is_ascii_digit()));
    let Some(plies) = number.and_then(|text| text.parse().ok()) else {
        return wrong(0..plies.len(), tr!(proof_node_plies, text = plies));
    };
    let mut at = rest_at;
    for word in rest.split(' ') {
        // Move number and phantoms are fields of a position, but not of a node.
        let noise = at > rest_at && word.bytes().all(|b| b.is_ascii_digit());
        if word.is_empty() {
            return wrong(at..at, tr!(proof_node_double_space));
        }
        if noise || word.starts_with("phantom") {
            return wrong(at..at + word.len(), tr!(proof_node_noise, word));
        }
        at += word.len() + 1;
    }
    let strategy = strategy(rules, holds, moves).map_err(|error| shifted(error, moves_at))?;
    let text = format!("{board} {} {rest}", problem.attacker().letter());
    let mut position = sfen::parse(rules, &text).map_err(|mut error| {
        // In `text`, two more bytes separate the board from the rest.
        let back = |at: usize| if at > board.len() { at.saturating_sub(2) } else { at };
        error.at = back(error.at.start)..back(error.at.end).max(back(error.at.start));
        shifted(error, board_at)
    })?;
    position.phantom = problem.position().phantom;
    Ok(CertificateNode { position, plies, strategy })
}

fn strategy(rules: &Rules, holds: bool, text: &str) -> Result<Strategy, NotationError> {
    let read = |at: usize, word: &str| usi::parse(rules, word).map_err(|error| shifted(error, at));
    if !holds {
        return Ok(Strategy::Attack(read(0, text)?));
    }
    let mut replies = Vec::new();
    if text == "-" {
        return Ok(Strategy::Defense(replies));
    }
    let mut at = 0;
    for pair in text.split(',') {
        let Some((m, reply)) = pair.split_once(':') else {
            let message = tr!(proof_reply_pair, text = pair);
            return Err(NotationError::new("E0607", at..at + pair.len(), message)
                .help(tr!(proof_reply_pair_help)));
        };
        replies.push((read(at, m)?, read(at + m.len() + 1, reply)?));
        at += pair.len() + 1;
    }
    Ok(Strategy::Defense(replies))
}

fn shifted(mut error: NotationError, by: usize) -> NotationError {
    error.at = error.at.start + by..error.at.end + by;
    error
}

/// The objections with these names, or the first name that no objection has.
fn pardoned(names: &[String]) -> Result<Vec<ObjectionKind>, &str> {
    names.iter().map(|name| ObjectionKind::from_name(name).ok_or(name.as_str())).collect()
}

/// Names of the objections that had to be accepted to admit this problem.
fn pardons(problem: &Problem) -> Vec<String> {
    let (rules, position) = (problem.rules(), problem.position().clone());
    let objections =
        referee::admit(rules, position, Some(problem.attacker()), problem.forcing(), &[])
            .err()
            .unwrap_or_default();
    let mut names: Vec<String> =
        objections.iter().map(|objection| objection.kind.name().to_owned()).collect();
    names.dedup();
    names
}

fn side_name(side: Side) -> &'static str {
    match side {
        Side::Black => "black",
        Side::White => "white",
    }
}
