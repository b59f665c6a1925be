//! Variants: the games, their positions, problems and moves.

use super::Error;
use crate::io::problems::rule_file::RuleLibrary;
use crate::notation::{sfen, usi};
use crate::position::{Forcing, Move, Position, Problem};
use crate::referee::admit::ObjectionKind;
use crate::referee::{self, admit};
use crate::rules::{Rules, Side, builtin};
use std::sync::Arc;

/// A game with its options settled: the entry to everything else.
///
/// Cloning is cheap: clones share the rules.
///
/// # Examples
/// ```
/// use tsume::Variant;
///
/// let shogi = Variant::shogi();
/// let start = shogi.start_position().unwrap();
/// assert_eq!(shogi.legal_moves(&start).len(), 30);
///
/// let chu = Variant::named("chu")?;
/// assert_eq!(chu.rules().board.files, 12);
/// # Ok::<(), tsume::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Variant {
    rules: Arc<Rules>,
}

impl From<Arc<Rules>> for Variant {
    fn from(rules: Arc<Rules>) -> Variant {
        Variant { rules }
    }
}

/// How a position becomes a problem.
///
/// # Examples
/// ```
/// use tsume::{Forcing, ProblemOptions, Variant};
///
/// // Two royals: each move threatens any of them, not both at once.
/// let options = ProblemOptions { forcing: Forcing::Royal, ..ProblemOptions::default() };
/// let chu = Variant::named("chu")?;
/// let problem = chu.problem_with("12/12/5k6/12/5G6/5G6/12/12/12/12/12/12 b - 1", &options)?;
/// assert_eq!(problem.forcing(), Forcing::Royal);
/// # Ok::<(), tsume::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct ProblemOptions {
    /// The side that mates. Default: the side to move.
    pub attacker: Option<Side>,
    /// What an attacking move must do. Default: [`Forcing::Check`].
    pub forcing: Forcing,
    /// Objections to accept, by name, such as `two_pawns`. Default: none.
    pub allow: Vec<String>,
}

impl Default for ProblemOptions {
    fn default() -> ProblemOptions {
        ProblemOptions { attacker: None, forcing: Forcing::Check, allow: Vec::new() }
    }
}

impl Variant {
    /// Standard shogi.
    pub fn shogi() -> Variant {
        Variant::named("shogi").unwrap_or_else(|error| unreachable!("a built-in game: {error}"))
    }

    /// A built-in game by its name (see [`Variant::names`]), or a rule file by its path (anything with
    /// `/` or `.yaml`).
    ///
    /// # Errors
    /// [`Error::Variant`]: there is no such game, or everything that is wrong with the file.
    pub fn named(name: &str) -> Result<Variant, Error> {
        Variant::with_options(name, &[])
    }

    /// The same with options of the game, as `NAME, VALUE`.
    ///
    /// # Errors
    /// As [`Variant::named`]; also every option that the game lacks or that has no such value.
    ///
    /// # Examples
    /// ```
    /// let edo = tsume::Variant::with_options("chu", &[("promotion", "zone_touch")])?;
    /// assert_eq!(edo.rules().name, "chu");
    ///
    /// let error = tsume::Variant::with_options("chu", &[("promotion", "never")]).unwrap_err();
    /// assert!(error.to_string().contains("never"));
    /// # Ok::<(), tsume::Error>(())
    /// ```
    pub fn with_options(name: &str, options: &[(&str, &str)]) -> Result<Variant, Error> {
        let owned = |&(name, value): &(&str, &str)| (name.to_owned(), value.to_owned());
        let chosen: Vec<_> = options.iter().map(owned).collect();
        let rules = RuleLibrary::default().load(name, &chosen).map_err(Error::Variant)?;
        Ok(Variant { rules })
    }

    /// Names of the built-in games, such as `shogi`, `chu` and `maka_dai_dai`.
    ///
    /// # Examples
    /// ```
    /// assert!(tsume::Variant::names().any(|name| name == "hishigata"));
    /// ```
    pub fn names() -> impl Iterator<Item = &'static str> {
        builtin::VARIANTS.iter().map(|(name, _)| *name)
    }

    /// Board, pieces and options of the game.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// The start position, or `None` if the rule file has none.
    pub fn start_position(&self) -> Option<Position> {
        sfen::parse(&self.rules, &self.rules.start).ok()
    }

    /// Reads a position in SFEN: `board side hands [move number]`. Pieces of the large games have
    /// their abbreviations in brackets where these are longer than a letter: `[DH]`.
    ///
    /// # Errors
    /// [`Error::Notation`]: everything that is wrong with the text, with the place.
    ///
    /// # Examples
    /// ```
    /// let shogi = tsume::Variant::shogi();
    /// assert!(shogi.position("9/9/4k4/9/4G4/9/9/9/9 b - 1").is_ok());
    /// // Eight squares on the first rank.
    /// assert!(shogi.position("8/9/9/9/9/9/9/9/9 b - 1").is_err());
    /// ```
    pub fn position(&self, sfen: &str) -> Result<Position, Error> {
        sfen::read(&self.rules, sfen).map_err(Error::Notation)
    }

    /// Reads a problem in SFEN: the side to move attacks, each of its moves gives check.
    ///
    /// # Errors
    /// [`Error::Notation`], or [`Error::Objections`] if the position is not a problem.
    ///
    /// # Examples
    /// ```
    /// let problem = tsume::Variant::shogi().problem("8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1")?;
    /// assert_eq!(problem.attacker(), tsume::Side::Black);
    /// # Ok::<(), tsume::Error>(())
    /// ```
    pub fn problem(&self, sfen: &str) -> Result<Problem, Error> {
        self.problem_with(sfen, &ProblemOptions::default())
    }

    /// The same with [`ProblemOptions`].
    ///
    /// # Errors
    /// As [`Variant::problem`]. A name in [`ProblemOptions::allow`] that no objection has is ignored.
    pub fn problem_with(&self, sfen: &str, options: &ProblemOptions) -> Result<Problem, Error> {
        let position = self.position(sfen)?;
        let allow: Vec<ObjectionKind> =
            options.allow.iter().filter_map(|name| ObjectionKind::from_name(name)).collect();
        admit(&self.rules, position, options.attacker, options.forcing, &allow)
            .map_err(Error::Objections)
    }

    /// All legal moves, in a fixed order, straight from the rules: exact for every game, and slower
    /// than the engines that search.
    pub fn legal_moves(&self, position: &Position) -> Vec<Move> {
        referee::legal_moves(&self.rules, position)
    }

    /// The legal moves that an attacker may play under `forcing`.
    ///
    /// # Examples
    /// ```
    /// let shogi = tsume::Variant::shogi();
    /// let position = shogi.position("8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1")?;
    /// let checks = shogi.forcing_moves(&position, tsume::Forcing::Check);
    /// let checks: Vec<String> = checks.iter().map(|&m| shogi.move_text(m)).collect();
    /// assert_eq!(checks, ["1c1b", "G*2a", "G*1b", "G*2b", "1c1b+"].map(String::from));
    /// # Ok::<(), tsume::Error>(())
    /// ```
    pub fn forcing_moves(&self, position: &Position, forcing: Forcing) -> Vec<Move> {
        referee::forcing_moves(&self.rules, position, forcing)
    }

    /// The position after a legal move.
    ///
    /// # Errors
    /// [`Error::IllegalMove`].
    ///
    /// # Examples
    /// ```
    /// let shogi = tsume::Variant::shogi();
    /// let start = shogi.start_position().unwrap();
    /// assert!(shogi.play(&start, shogi.parse_move("7g7f")?).is_ok());
    /// assert!(shogi.play(&start, shogi.parse_move("7g7e")?).is_err());
    /// # Ok::<(), tsume::Error>(())
    /// ```
    pub fn play(&self, position: &Position, played: Move) -> Result<Position, Error> {
        if !referee::is_legal(&self.rules, position, played) {
            return Err(Error::IllegalMove);
        }
        Ok(referee::play(&self.rules, position, played))
    }

    /// Whether the side to move is in check: all its royals can be captured at once.
    ///
    /// # Examples
    /// ```
    /// let shogi = tsume::Variant::shogi();
    /// assert!(shogi.is_check(&shogi.position("4k4/4G4/9/9/9/9/9/9/9 w - 1")?));
    /// # Ok::<(), tsume::Error>(())
    /// ```
    pub fn is_check(&self, position: &Position) -> bool {
        referee::in_check(&self.rules, position)
    }

    /// Reads a move in USI notation: `7g7f`, `8h2b+`, `G*5b`, and `6f5e4d` for a piece that captures
    /// on the way.
    ///
    /// # Errors
    /// [`Error::Notation`]. Whether the move is legal is not asked.
    ///
    /// # Examples
    /// ```
    /// let chu = tsume::Variant::named("chu")?;
    /// let lion_captures_twice = chu.parse_move("6f5e4d")?;
    /// assert_eq!(chu.move_text(lion_captures_twice), "6f5e4d");
    /// # Ok::<(), tsume::Error>(())
    /// ```
    pub fn parse_move(&self, usi: &str) -> Result<Move, Error> {
        usi::parse(&self.rules, usi).map_err(|error| Error::Notation(vec![error]))
    }

    /// A move in USI notation.
    pub fn move_text(&self, written: Move) -> String {
        usi::write(&self.rules, written)
    }

    /// A position in SFEN.
    ///
    /// # Examples
    /// ```
    /// let shogi = tsume::Variant::shogi();
    /// let start = shogi.start_position().unwrap();
    /// let after = shogi.play(&start, shogi.parse_move("7g7f")?)?;
    /// assert!(shogi.sfen(&after).starts_with("lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/"));
    /// # Ok::<(), tsume::Error>(())
    /// ```
    pub fn sfen(&self, position: &Position) -> String {
        sfen::write(&self.rules, position)
    }
}
