//! A problem that was kept, with everything that is told of it; as plain data, for files.

use crate::generator::canonical_key::{ending_key, figure_key, line_key};
use crate::generator::certification::CertifiedProblem;
use crate::generator::features::{ProblemCharacter, ProblemFeatures};
use crate::generator::problem_space::ProblemSpace;
use crate::generator::score::score;
use crate::notation::{sfen, usi};
use crate::position::{Forcing, Move, Position};
use serde::{Deserialize, Serialize};

/// Where a problem came from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lineage {
    /// The seed or operator that made it: `seed:random`, `extend_capture`, `given` for one of the user's.
    pub origin: String,
    /// The id of the problem that was changed.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub parent: Option<String>,
    /// Problems between it and the first.
    pub generation: u32,
    /// The campaign's seed.
    pub seed: u64,
    /// The stream of random numbers under the seed.
    pub stream: u64,
    /// The number of the attempt in its stream.
    pub attempt: u64,
}

/// A problem as it is written to files.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ProblemRecord {
    /// Game, stipulation if it is not the usual one, length and a hash of the line: the same for the same line.
    pub id: String,
    /// In extended SFEN.
    pub position: String,
    /// Length in plies.
    pub plies: u16,
    /// The first main line, in USI notation.
    pub line: Vec<String>,
    /// Names of the tolerances that were needed.
    pub tolerated: Vec<String>,
    /// Names of themes; the first is that of its cell.
    pub themes: Vec<String>,
    /// The kind of its first move.
    pub first: String,
    /// Raw features.
    pub features: ProblemFeatures,
    /// See [`score()`].
    pub score: f64,
    /// Where it came from.
    pub lineage: Lineage,
}

/// The cell of the archive that a problem belongs to.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ArchiveCell {
    /// Length in plies.
    pub plies: u16,
    /// Pieces on the board and in the attacker's hand.
    pub pieces: usize,
    /// The first of its themes.
    pub theme: String,
    /// The kind of its first move.
    pub first: String,
}

/// A problem of the archive: as data, and ready to be worked on.
#[derive(Clone, Debug)]
pub struct ArchivedProblem {
    /// As data.
    pub record: ProblemRecord,
    /// The position.
    pub position: Position,
    /// See [`line_key`].
    pub line_key: u64,
    /// See [`figure_key`].
    pub figure_key: u64,
    /// The same for problems of one length that end alike; see [`family_key`].
    pub family_key: u64,
    /// Its cell.
    pub cell: ArchiveCell,
}

impl ArchivedProblem {
    /// Puts together what is known of a certified problem.
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

    /// Reads a problem back. What it says of itself is believed, but for position and line, which must
    /// be well formed, and its id, which follows from them.
    ///
    /// # Errors
    /// What is not understood.
    pub fn read(space: &ProblemSpace, found: ProblemRecord) -> Result<ArchivedProblem, String> {
        let position = sfen::parse(&space.rules, &found.position).map_err(|error| error.message)?;
        let line: Result<Vec<Move>, _> =
            found.line.iter().map(|text| usi::parse(&space.rules, text)).collect();
        let line = line.map_err(|error| error.message)?;
        let mut at = position.clone();
        for (i, &m) in line.iter().enumerate() {
            if !crate::referee::is_legal(&space.rules, &at, m) {
                return Err(format!("move {} of the line, {}, is not legal", i + 1, found.line[i]));
            }
            at = crate::referee::play(&space.rules, &at, m);
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
            family_key: family_key(space, &position, line),
            cell,
            record: found,
            position,
        }
    }
}

/// Plies at the end in which the problems of a family are alike. Shorter problems are alike as a whole.
const FAMILY_PLIES: usize = 5;

/// Problems of one length with the same key are a family: they end alike.
pub fn family_key(space: &ProblemSpace, position: &Position, line: &[Move]) -> u64 {
    ending_key(space, position, line, FAMILY_PLIES) ^ line.len() as u64
}
