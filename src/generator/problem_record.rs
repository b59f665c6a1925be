//! A problem of the archive as plain data, for files, and with the keys and the cell that follow
//! from it.

use crate::generator::canonical_key::{figure_key, line_key};
use crate::generator::certification::CertifiedProblem;
use crate::generator::difficulty::difficulty;
use crate::generator::features::{ProblemCharacter, ProblemFeatures};
use crate::generator::likeness::LikenessKeys;
use crate::generator::problem_space::{ATTACKER, ProblemSpace};
use crate::generator::score::score;
use crate::messages::tr;
use crate::notation::{sfen, usi};
use crate::position::{Forcing, Move, Position};
use crate::referee::{self, ObjectionKind};
use crate::solver::ends_in_mate;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Lineage of a problem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lineage {
    /// The seed or operator that made it, such as `seed:random` or `extend_capture`; `given` for
    /// one of the user's.
    pub origin: String,
    /// Id of the parent.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub parent: Option<String>,
    /// Number of ancestors.
    pub generation: u32,
    /// The campaign's seed.
    pub seed: u64,
    /// Stream of random numbers under the seed.
    pub stream: u64,
    /// Number of the attempt in its stream.
    pub attempt: u64,
}

/// A problem as files hold it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ProblemRecord {
    /// Game, stipulation if unusual, length and hash of the line: equal for equal lines.
    pub id: String,
    /// Extended SFEN.
    pub position: String,
    /// Length in plies.
    pub plies: u16,
    /// The first main line, in USI notation.
    pub line: Vec<String>,
    /// Names of the tolerances that were needed.
    pub tolerated: Vec<String>,
    /// Names of the themes; the first is the one of its cell.
    pub themes: Vec<String>,
    /// Kind of the first move.
    pub first: String,
    /// Features.
    pub features: ProblemFeatures,
    /// Score; see [`score()`].
    pub score: f64,
    /// Lineage.
    pub lineage: Lineage,
}

/// A cell of the archive.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ArchiveCell {
    /// Length in plies.
    pub plies: u16,
    /// Pieces on the board and in the attacker's hand.
    pub pieces: usize,
    /// The first theme.
    pub theme: String,
    /// Kind of the first move.
    pub first: String,
}

/// A problem of the archive: its record, position, keys and cell.
#[derive(Clone, Debug)]
pub struct ArchivedProblem {
    /// The record.
    pub record: ProblemRecord,
    /// The position.
    pub position: Position,
    /// See [`line_key`].
    pub line_key: u64,
    /// See [`figure_key`].
    pub figure_key: u64,
    /// Keys of the problems that are like it.
    pub likeness: LikenessKeys,
    /// The cell.
    pub cell: ArchiveCell,
    /// See [`difficulty()`].
    pub difficulty: u32,
}

impl ArchivedProblem {
    /// The archive's entry for a certified problem.
    pub fn new(
        space: &ProblemSpace,
        certified: &CertifiedProblem,
        mut features: ProblemFeatures,
        character: &ProblemCharacter,
        lineage: Lineage,
    ) -> ArchivedProblem {
        let rules = &space.rules;
        let position = certified.problem.position().clone();
        features.completely_limited = certified.is_completely_limited;
        features.main_lines = certified.main_line_count;
        features.judged = certified.judge_nodes;
        features.proof = certified.proof_nodes as u64;
        let score = score(certified.plies, &features, character);
        let found = ProblemRecord {
            id: String::new(),
            position: sfen::write(rules, &position),
            plies: certified.plies,
            line: certified.line.iter().map(|&m| usi::write(rules, m)).collect(),
            tolerated: certified.tolerated.iter().map(|t| t.name().to_owned()).collect(),
            themes: character.themes.iter().map(|&name| name.to_owned()).collect(),
            first: character.first.clone(),
            features,
            score,
            lineage,
        };
        ArchivedProblem::with(space, found, position, &certified.line)
    }

    /// Reads a record. Position and line must be well formed, and the id follows from them;
    /// everything else is taken from the record as it is.
    ///
    /// # Errors
    /// The position or a move is not valid.
    pub fn read(
        space: &ProblemSpace,
        found: ProblemRecord,
    ) -> Result<ArchivedProblem, InvalidRecord> {
        let (position, line) = position_and_line(space, &found)?;
        Ok(ArchivedProblem::with(space, found, position, &line))
    }

    /// Like [`ArchivedProblem::read`], for a record that may have been altered: checks without a
    /// search that the position is a problem, and the line a mate of its length. More pieces than
    /// the game has are allowed.
    ///
    /// # Errors
    /// The position or a move is not valid, the referee objects to the position, or the line does
    /// not mate in its length.
    pub fn read_checked(
        space: &ProblemSpace,
        found: ProblemRecord,
    ) -> Result<ArchivedProblem, InvalidRecord> {
        let (position, line) = position_and_line(space, &found)?;
        let (start, allowed) = (position.clone(), [ObjectionKind::TooManyPieces]);
        let problem = referee::admit(&space.rules, start, Some(ATTACKER), space.forcing, &allowed)
            .map_err(|_| InvalidRecord::NotAdmitted)?;
        let plies = found.plies;
        if line.len() != usize::from(plies) || !ends_in_mate(&problem, &line) {
            return Err(InvalidRecord::NoMate { plies });
        }
        Ok(ArchivedProblem::with(space, found, position, &line))
    }

    fn with(
        space: &ProblemSpace,
        mut found: ProblemRecord,
        position: Position,
        line: &[Move],
    ) -> ArchivedProblem {
        let key = line_key(space, &position, line);
        let royal = if space.forcing == Forcing::Royal { "-royal" } else { "" };
        found.id = format!("{}{royal}-{}-{:012x}", space.rules.name, found.plies, key >> 16);
        let cell = ArchiveCell {
            plies: found.plies,
            pieces: space.piece_count(&position),
            theme: found.themes.first().cloned().unwrap_or_default(),
            first: found.first.clone(),
        };
        ArchivedProblem {
            line_key: key,
            figure_key: figure_key(space, &position),
            likeness: LikenessKeys::new(space, &position, line),
            cell,
            difficulty: difficulty(found.plies, &found.features),
            record: found,
            position,
        }
    }
}

/// Position and legal line of a record.
fn position_and_line(
    space: &ProblemSpace,
    found: &ProblemRecord,
) -> Result<(Position, Vec<Move>), InvalidRecord> {
    let position = sfen::parse(&space.rules, &found.position)
        .map_err(|error| InvalidRecord::Notation(error.message))?;
    let line: Result<Vec<Move>, _> =
        found.line.iter().map(|text| usi::parse(&space.rules, text)).collect();
    let line = line.map_err(|error| InvalidRecord::Notation(error.message))?;
    let mut at = position.clone();
    for (i, &m) in line.iter().enumerate() {
        if !referee::is_legal(&space.rules, &at, m) {
            let text = found.line[i].clone();
            return Err(InvalidRecord::IllegalMove { number: i + 1, text });
        }
        at = referee::play(&space.rules, &at, m);
    }
    Ok((position, line))
}

/// Error of [`ArchivedProblem::read`] and [`ArchivedProblem::read_checked`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InvalidRecord {
    /// Position or line cannot be parsed; the parser's message.
    Notation(String),
    /// A move of the line is not legal.
    IllegalMove {
        /// Number of the move, from 1.
        number: usize,
        /// The move as the record has it.
        text: String,
    },
    /// The referee objects to the position.
    NotAdmitted,
    /// The line does not mate in the length that the record states.
    NoMate {
        /// The length.
        plies: u16,
    },
}

impl fmt::Display for InvalidRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InvalidRecord::Notation(message) => f.write_str(message),
            InvalidRecord::IllegalMove { number, text } => f.write_str(&tr!(
                judge_illegal_move_of_line,
                number = *number,
                text = text.as_str()
            )),
            InvalidRecord::NotAdmitted => f.write_str(&tr!(generate_record_not_admitted)),
            InvalidRecord::NoMate { plies } => {
                f.write_str(&tr!(generate_record_no_mate, plies = *plies))
            }
        }
    }
}

impl std::error::Error for InvalidRecord {}
