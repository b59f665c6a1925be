//! Builds a problem from its keys.

use super::keys::{ExpectKeys, ProblemKeys};
use super::loaded::{Expectation, ExpectedVerdict, wrong_parity};
use super::read_options::{PositionChoice, ReadOptions};
use super::rule_file::{self, RuleLibrary, RulesError, on_command_line};
use super::{fill_hand, line_move, position_text, squares};
use crate::judge::CountingConvention;
use crate::messages::{list, tr};
use crate::notation::{NotationError, hands, sfen};
use crate::position::{Forcing, Move, Position, Problem};
use crate::referee::{self, Objection, ObjectionKind, admit};
use crate::rules::file::option_text;
use crate::rules::{Rules, Side, Square};
use crate::text::similarity::closest;
use crate::text::{Diagnostic, DocumentError, PathStep};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

/// Everything that determines a problem.
pub struct SetupInput<'a> {
    /// Options of the command line.
    pub options: &'a ReadOptions,
    /// Directory relative to which rule files are searched.
    pub base: &'a Path,
    /// `variant` of the document.
    pub variant: Option<&'a str>,
    /// `defaults` of the document.
    pub defaults: &'a ProblemKeys,
    /// Keys of the problem.
    pub section: &'a ProblemKeys,
    /// Path from the root of the document to the problem.
    pub path: &'a [PathStep],
    /// Keys of the problem whose values are invalid.
    pub unsettled: &'a [&'static str],
    /// Place where the user can accept an objection.
    pub pardon: AllowPlace,
}

/// Place where the user can accept an objection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AllowPlace {
    /// The key `allow` in the file.
    Key,
    /// The option `--allow` on the command line.
    Option,
}

impl AllowPlace {
    /// Help text that removes the reason for an objection, or accepts it, if that is possible.
    pub fn or_accept(self, reason: ObjectionKind) -> String {
        let (help, name) = (reason.help(), reason.name());
        if !reason.is_acceptable() {
            return help;
        }
        match self {
            AllowPlace::Key => tr!(problems_or_write_allow, help, name),
            AllowPlace::Option => tr!(problems_or_add_allow, help, name),
        }
    }
}

/// A problem built from its keys.
pub struct SetupResult {
    /// A built-in name, or the path of a rule file relative to the working directory.
    pub variant: String,
    pub chosen: Vec<(String, String)>,
    pub problem: Problem,
    pub expect: Expectation,
    pub solution: Vec<Move>,
}

/// Errors of a problem.
#[derive(Default)]
pub struct SetupErrors {
    /// Errors with a path in the document.
    pub complaints: Vec<DocumentError>,
    /// Errors elsewhere: on the command line.
    pub elsewhere: Vec<Diagnostic>,
    /// Variant that cannot be loaded, with the path of the value that names it.
    pub variant: Option<(String, Vec<PathStep>, RulesError)>,
}

impl SetupErrors {
    fn any(&self) -> bool {
        !self.complaints.is_empty() || !self.elsewhere.is_empty() || self.variant.is_some()
    }
}

/// Builds a problem, or collects all its errors.
pub fn set_up(call: &SetupInput<'_>) -> Result<SetupResult, Box<SetupErrors>> {
    let mut builder = SetupBuilder { call, wrong: SetupErrors::default() };
    let setup = builder.run();
    match setup {
        Some(setup) if !builder.wrong.any() => Ok(setup),
        _ => Err(Box::new(builder.wrong)),
    }
}

/// Variant, chosen options, and the resulting rules.
struct ChosenGame {
    variant: String,
    chosen: Vec<(String, String)>,
    rules: Arc<Rules>,
    /// False if some options are invalid: these are the rules without them, by which the remaining
    /// keys can still be checked.
    settled: bool,
}

/// Position of a problem.
pub(super) struct ParsedPosition {
    pub(super) position: Position,
    /// Top left square of its drawing, if it is drawn.
    pub(super) drawn: Option<Square>,
    /// Moves after the position, if they are its solution.
    pub(super) moves: Vec<Move>,
}

/// A problem while it is built. `drawn_setup` reads drawings.
pub(super) struct SetupBuilder<'a> {
    pub(super) call: &'a SetupInput<'a>,
    wrong: SetupErrors,
}

impl<'a> SetupBuilder<'a> {
    fn run(&mut self) -> Option<SetupResult> {
        let side = self.side("attacker", |s| &s.attacker);
        let side = self.call.options.attacker.or(side);
        let turn = self.side("turn", |s| &s.turn);
        let forcing = self.forcing();
        let allow = self.allow();
        let expect = self.expect();
        let ChosenGame { variant, chosen, rules, settled } = self.game()?;
        let placed = self.position(&rules, side, turn).filter(|_| settled);
        let mut behind = Vec::new();
        let problem = placed.and_then(|ParsedPosition { position, drawn, moves }| {
            behind = moves;
            let admitted = admit(&rules, position, side, forcing, &allow);
            let objections = admitted.as_ref().err().into_iter().flatten();
            for objection in objections {
                self.complain(self.objection(&rules, drawn, objection.clone()));
            }
            admitted.ok()
        });
        if let Some(problem) = &problem {
            self.check_parity(problem, &expect);
        }
        let mut solution = self.solution(&rules, problem.as_ref().map(Problem::position));
        if solution.is_empty() {
            solution = behind;
        }
        Some(SetupResult { variant, chosen, problem: problem?, expect, solution })
    }

    /// Value and path of a key of the problem, or else of `defaults`.
    pub(super) fn pick<T>(
        &self,
        key: &str,
        field: impl Fn(&'a ProblemKeys) -> &'a Option<T>,
    ) -> Option<(&'a T, Vec<PathStep>)> {
        let path = |before: &[PathStep]| [before, &[key.into()]].concat();
        let own = field(self.call.section).as_ref().map(|value| (value, path(self.call.path)));
        own.or_else(|| {
            field(self.call.defaults).as_ref().map(|value| (value, path(&["defaults".into()])))
        })
    }

    pub(super) fn own(&self, key: &str) -> Vec<PathStep> {
        [self.call.path, &[key.into()]].concat()
    }

    pub(super) fn complain(&mut self, complaint: DocumentError) {
        self.wrong.complaints.push(complaint);
    }

    /// Value of a key with a closed list of words.
    fn word<T: Copy>(
        &mut self,
        key: &str,
        word: Option<(&String, Vec<PathStep>)>,
        known: &[(&str, T)],
    ) -> Option<T> {
        let (word, path) = word?;
        let found = known.iter().find(|(name, _)| name == word).map(|(_, value)| *value);
        if found.is_none() {
            let names: Vec<String> = known.iter().map(|(name, _)| format!("`{name}`")).collect();
            let names = names.into_iter().reduce(|before, next| tr!(problems_or, before, next));
            let message = tr!(rules_not_a_value, value = word.as_str(), name = key);
            let help = tr!(problems_write, text = names.unwrap_or_default());
            self.complain(DocumentError::new("E0212", path, message).help(help));
        }
        found
    }

    fn side(
        &mut self,
        key: &str,
        field: impl Fn(&'a ProblemKeys) -> &'a Option<String>,
    ) -> Option<Side> {
        let word = self.pick(key, field);
        self.word(key, word, &[("black", Side::Black), ("white", Side::White)])
    }

    fn forcing(&mut self) -> Forcing {
        let word = self.pick("forcing", |s| &s.forcing);
        let known = [Forcing::Check, Forcing::Royal].map(|forcing| (forcing.name(), forcing));
        let own = self.word("forcing", word, &known);
        self.call.options.forcing.or(own).unwrap_or(Forcing::Check)
    }

    fn allow(&mut self) -> Vec<ObjectionKind> {
        let mut allow = self.call.options.allow.clone();
        let Some((names, path)) = self.pick("allow", |s| &s.allow) else { return allow };
        for (i, name) in names.iter().enumerate() {
            if let Some(reason) =
                ObjectionKind::from_name(name).filter(|r| *r != ObjectionKind::WrongGame)
            {
                allow.push(reason);
                continue;
            }
            let known: Vec<&str> = ObjectionKind::acceptable().collect();
            let help = match closest(name, known.iter().copied()) {
                Some(known) => tr!(text_similar, word = known),
                None => tr!(problems_write, text = list(known)),
            };
            let path = [path.as_slice(), &[i.into()]].concat();
            let message = tr!(problems_not_an_objection, name = name.as_str());
            self.complain(DocumentError::new("E0215", path, message).help(help));
        }
        allow
    }

    fn expect(&mut self) -> Expectation {
        let Some((given, path)) = self.pick("expect", |s| &s.expect) else {
            return Expectation::default();
        };
        let ExpectKeys { verdict, plies, count, no_mate_within } = given;
        let key = |key: &str| [path.as_slice(), &[key.into()]].concat();
        let known = [("mate", ExpectedVerdict::Mate), ("no_mate", ExpectedVerdict::NoMate)];
        let verdict =
            self.word("verdict", verdict.as_ref().map(|word| (word, key("verdict"))), &known);
        let count = count.as_ref().map(|word| (word, key("count"))).or_else(|| {
            let word = self.call.defaults.expect.as_ref()?.count.as_ref()?;
            Some((word, vec!["defaults".into(), "expect".into(), "count".into()]))
        });
        let known = CountingConvention::ALL.map(|count| (count.name(), count));
        let count = self.word("count", count, &known);
        if verdict == Some(ExpectedVerdict::NoMate) && plies.is_some() {
            let (message, help) = (tr!(problems_no_mate_length), tr!(problems_no_mate_length_help));
            self.complain(DocumentError::new("E0213", key("plies"), message).help(help));
        }
        // Within those plies a mate by another count is no mate if every interposition counts.
        let is_raw = matches!(count, None | Some(CountingConvention::Every));
        if let (Some(plies), Some(within), true) = (plies, no_mate_within, is_raw) {
            if plies <= within {
                let message = tr!(problems_mate_within, plies, within);
                let help = tr!(formats_remove_one);
                self.complain(
                    DocumentError::new("E0213", key("no_mate_within"), message).help(help),
                );
            }
        }
        Expectation { verdict, plies: *plies, count, no_mate_within: *no_mate_within }
    }

    /// Reports a length that no mate from this position has.
    fn check_parity(&mut self, problem: &Problem, expect: &Expectation) {
        let attacks = problem.position().side == problem.attacker();
        let Some(plies) = expect.plies.filter(|plies| (plies % 2 == 1) != attacks) else { return };
        // The command line may have exchanged the roles.
        if self.call.options.attacker.is_some() {
            return;
        }
        let Some((_, path)) = self.pick("expect", |s| &s.expect) else { return };
        let path = [path.as_slice(), &["plies".into()]].concat();
        let help = tr!(problems_count_both_sides);
        self.complain(DocumentError::new("E0213", path, wrong_parity(plies)).help(help));
    }

    fn game(&mut self) -> Option<ChosenGame> {
        let call = self.call;
        if call.unsettled.contains(&"variant") {
            return None;
        }
        let named = self
            .pick("variant", |s| &s.variant)
            .map(|(name, path)| (name.as_str(), path))
            .or_else(|| call.variant.map(|name| (name, vec!["variant".into()])));
        let (base, variant, variant_path) = match named {
            Some((name, path)) => (call.base, name, path),
            None => (Path::new(""), call.options.default_variant.as_str(), Vec::new()),
        };
        let mut chosen = Vec::new();
        let mut paths = Vec::new();
        let places = [(call.defaults, vec!["defaults".into()]), (call.section, call.path.to_vec())];
        for (section, path) in places {
            for (name, value) in section.rules.iter().flatten() {
                let name = name.as_str().unwrap_or_default();
                let path = [path.as_slice(), &["rules".into(), name.into()]].concat();
                match option_text(value) {
                    Some(value) => {
                        chosen.push((name.to_owned(), value));
                        paths.push(path);
                    }
                    None => self.complain(
                        DocumentError::new("E0105", path, tr!(problems_invalid_option, name))
                            .help(tr!(rules_option_value_help)),
                    ),
                }
            }
        }
        chosen.extend(call.options.rules.iter().cloned());
        let library: &RuleLibrary = &call.options.library;
        let place = rule_file::place(base, variant).display().to_string();
        match library.get(base, variant, &chosen) {
            Ok(rules) => Some(ChosenGame { variant: place, chosen, rules, settled: true }),
            Err(RulesError::Options(complaints)) => {
                let wrong: Vec<usize> = complaints.iter().filter_map(|c| c.chosen).collect();
                for mut complaint in complaints {
                    match complaint.chosen.and_then(|i| paths.get(i)) {
                        Some(path) => {
                            complaint.path = path.clone();
                            self.complain(complaint);
                        }
                        None => self.wrong.elsewhere.push(on_command_line(&chosen, complaint)),
                    }
                }
                let good = chosen.into_iter().enumerate().filter(|(i, _)| !wrong.contains(i));
                let chosen: Vec<_> = good.map(|(_, option)| option).collect();
                let rules = library.get(base, variant, &chosen).ok()?;
                Some(ChosenGame { variant: place, chosen, rules, settled: false })
            }
            Err(failure) => {
                self.wrong.variant = Some((variant.to_owned(), variant_path, failure));
                None
            }
        }
    }

    fn position(
        &mut self,
        rules: &Rules,
        attacker: Option<Side>,
        turn: Option<Side>,
    ) -> Option<ParsedPosition> {
        let section = self.call.section;
        match (&section.position, &section.board) {
            (Some(text), None) => {
                let filled = section.hand.as_ref().map_or([false; 2], |hands| {
                    [&hands.black, &hands.white]
                        .map(|hand| hand.as_ref().is_some_and(|word| hands::is_rest(word)))
                });
                let other_hand = section.hand.as_ref().is_some_and(|hands| {
                    let said = [hands.black.is_some(), hands.white.is_some()];
                    said != filled || filled == [true; 2]
                });
                let with_board = [
                    ("corner", section.corner.is_some()),
                    ("hand", other_hand),
                    ("turn", section.turn.is_some()),
                ];
                for (key, given) in with_board {
                    if given {
                        let message = tr!(problems_belongs_to_board, key);
                        let help = if key == "hand" {
                            tr!(problems_hand_beside_position)
                        } else {
                            tr!(problems_beside_position)
                        };
                        self.complain(
                            DocumentError::new("E0210", self.own(key), message).on_key().help(help),
                        );
                    }
                }
                self.written(rules, text, filled, attacker)
            }
            (None, Some(text)) => self.drawing(rules, text, attacker, turn),
            (Some(_), Some(_)) => {
                let error = DocumentError::new(
                    "E0210",
                    self.own("board"),
                    tr!(problems_position_and_board),
                );
                self.complain(error.on_key().help(tr!(formats_remove_one)));
                None
            }
            (None, None) => {
                let settled =
                    ["position", "board"].iter().all(|k| !self.call.unsettled.contains(k));
                if settled {
                    let help = tr!(problems_no_position_help, position = abridged(&rules.start));
                    let path = self.call.path.to_vec();
                    let error = DocumentError::new("E0207", path, tr!(problems_no_position));
                    self.complain(error.help(help));
                }
                None
            }
        }
    }

    /// Parses a position in SFEN and the moves after it. Sides that are `filled` hold all remaining
    /// pieces.
    fn written(
        &mut self,
        rules: &Rules,
        text: &str,
        filled: [bool; 2],
        attacker: Option<Side>,
    ) -> Option<ParsedPosition> {
        let (own, behind) = position_text::split(text);
        let read = sfen::read(rules, &text[own]).and_then(|mut position| {
            for side in Side::BOTH.into_iter().filter(|side| filled[side.index()]) {
                let other = position.hands[side.other().index()];
                position.hands[side.index()] = hands::rest(rules, &position.board, other);
            }
            if self.call.options.fill_hand {
                fill_hand::fill(rules, &mut position, attacker);
            }
            position_text::moves(rules, &position, text, behind)
                .map(|(moves, after)| (position, moves, after))
                .map_err(|error| vec![error])
        });
        let (position, moves, after) = read
            .map_err(|errors| {
                errors.into_iter().for_each(|e| self.notation(self.own("position"), e));
            })
            .ok()?;
        let stay = self.call.options.at != PositionChoice::Stated
            || position_text::is_mating_line(rules, &position, &moves);
        Some(match stay {
            true => ParsedPosition { position, drawn: None, moves },
            false => ParsedPosition { position: after, drawn: None, moves: Vec::new() },
        })
    }

    /// Parses the author's line. After an illegal move, and if the start position is unknown, only
    /// words that are not moves are errors.
    fn solution(&mut self, rules: &Rules, start: Option<&Position>) -> Vec<Move> {
        let mut moves = Vec::new();
        let mut lost = start.is_none();
        let mut position =
            start.cloned().unwrap_or_else(|| Position::empty(rules.board, Side::Black));
        for (i, text) in self.call.section.solution.iter().flatten().enumerate() {
            let last = moves.last().map(|m: &Move| m.to());
            let read = line_move::read(rules, &position, last, text);
            let error = match read {
                Ok(_) if lost => continue,
                Err(error) if lost && matches!(error.code, "E0333" | "E0334") => continue,
                Ok(m) if referee::is_legal(rules, &position, m) => {
                    position = referee::play(rules, &position, m);
                    moves.push(m);
                    continue;
                }
                Ok(_) => {
                    let message = tr!(problems_illegal_at, played = text.as_str(), ply = i + 1);
                    NotationError::new("E0333", 0..text.len(), message)
                        .help(tr!(problems_illegal_at_help))
                }
                Err(error) => error,
            };
            lost = true;
            let path = [self.own("solution").as_slice(), &[i.into()]].concat();
            self.notation(path, error);
        }
        moves
    }

    pub(super) fn notation(&mut self, path: Vec<PathStep>, error: NotationError) {
        let mut complaint = DocumentError::new(error.code, path, error.message).within(error.at);
        complaint.help = error.help;
        self.complain(complaint);
    }

    fn objection(
        &self,
        rules: &Rules,
        drawn: Option<Square>,
        objection: Objection,
    ) -> DocumentError {
        let Objection { kind, message, squares } = objection;
        let section = self.call.section;
        let (key, text) = match drawn {
            None => ("position", section.position.as_deref().unwrap_or_default()),
            Some(_) => ("board", section.board.as_deref().unwrap_or_default()),
        };
        let place = |square: Square| -> Option<Range<usize>> {
            match drawn {
                None => squares::in_sfen(rules.board, text, square),
                Some(corner) => squares::in_drawing(rules, text, corner, square),
            }
        };
        let mut complaint = DocumentError::new("E0214", self.own(key), message)
            .help(self.call.pardon.or_accept(kind));
        let mut places = squares.into_iter().filter_map(place);
        complaint.within = places.next();
        complaint.also = places.collect();
        complaint
    }
}

/// The text, shortened if it is long.
fn abridged(text: &str) -> String {
    match text.char_indices().nth(80) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn advises_to_accept_only_what_can_be_accepted() {
        let accepted: Vec<&str> = ObjectionKind::acceptable().collect();
        for &kind in ObjectionKind::ALL {
            let name = kind.name();
            for (place, word) in [(AllowPlace::Option, "--allow"), (AllowPlace::Key, "allow")] {
                let advice = format!("{word} {name}");
                let advises = place.or_accept(kind).replace([':', '[', ']'], "").contains(&advice);
                assert_eq!(advises, accepted.contains(&name), "{name} {}", place.or_accept(kind));
            }
        }
    }
}
