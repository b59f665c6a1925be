//! Compiles a rule file and chosen options to [`Rules`]. It makes all checks and reports all
//! mistakes, not only the first.

pub use super::choose::{SOURCE_SETS, SourceSet, source_sets};

use super::betza::{self, WordReadings};
use super::file::{PieceEntry, RuleFile, option_text};
use super::hand_dominance::hands_dominate;
use super::options::{self, Options};
use super::promotion_choices;
use super::{Board, Kind, MovementAtom, PieceSpec, Region, Royalty, Rules, Side};
use crate::messages::tr;
use crate::text::DocumentError;
use std::collections::HashMap;

/// Largest number of kinds that a hand can hold.
pub const LANES: usize = 16;

/// Number of kinds up to which the lanes of a hand have the order of the file.
pub(super) const NARROW_LANES: usize = 8;

/// Compiles a file with the options that the user chose. Options are `NAME=VALUE` pairs with the
/// names of [`options::NAMES`], `piece.ID=LABEL` and `sources=SET`. A later option overrides an
/// earlier one.
///
/// # Errors
/// All mistakes. A mistake in a chosen option has the option's index; all others are of the file.
pub fn compile(file: &RuleFile, chosen: &[(String, String)]) -> Result<Rules, Vec<DocumentError>> {
    Compiler::new(file).run(chosen)
}

pub(super) struct Compiler<'a> {
    pub(super) file: &'a RuleFile,
    pub(super) options: Options,
    /// Movement text of each piece, with its label if a label chose it.
    pub(super) readings: Vec<(String, Option<String>)>,
    /// By option or piece: the index of the chosen option that decided it last.
    pub(super) decided: HashMap<String, usize>,
    pub(super) complaints: Vec<DocumentError>,
}

impl<'a> Compiler<'a> {
    fn new(file: &'a RuleFile) -> Compiler<'a> {
        let readings = file.pieces.iter().map(|piece| (piece.betza.clone(), None)).collect();
        Compiler {
            file,
            options: Options::default(),
            readings,
            decided: HashMap::new(),
            complaints: Vec::new(),
        }
    }

    fn run(mut self, chosen: &[(String, String)]) -> Result<Rules, Vec<DocumentError>> {
        let file = self.file;
        self.check_shape();
        for (name, value) in &file.rules {
            let Some(name) = name.as_str() else {
                let path = vec!["rules".into()];
                self.complaints.push(DocumentError::new("E0105", path, tr!(rules_option_name)));
                continue;
            };
            let path = vec!["rules".into(), name.into()];
            match option_text(value) {
                Some(value) => {
                    if let Err(error_of_option) = self.try_set(name, &value) {
                        self.complain(error_of_option.complaint(path));
                    }
                }
                None => self.complaints.push(
                    DocumentError::new("E0105", path, tr!(rules_option_value, name))
                        .help(tr!(rules_option_value_help)),
                ),
            }
        }
        for (i, (name, value)) in chosen.iter().enumerate() {
            match self.try_set(name, value) {
                Ok(()) => {
                    self.decided.insert(name.clone(), i);
                }
                Err(error_of_option) => {
                    let complaint = error_of_option.complaint(Vec::new());
                    self.complain(DocumentError { chosen: Some(i), ..complaint });
                }
            }
        }
        self.apply_movement_options();
        let kinds = self.kinds();
        self.check_combinations(&kinds);
        self.check_start();
        self.check_burning_and_jumps(&kinds);
        if !self.complaints.is_empty() {
            return Err(self.complaints);
        }
        let mut lanes: Vec<Kind> =
            (0..kinds.len()).filter(|&i| kinds[i].lane.is_some()).map(|i| Kind(i as u8)).collect();
        lanes.sort_by_key(|kind| kinds[kind.index()].lane);
        let turns = |atom: &MovementAtom| {
            use options::HookAfterCapture::Only;
            matches!(atom, MovementAtom::Hook { after_capture: Only, .. })
        };
        Ok(Rules {
            has_burners: kinds.iter().any(|spec| spec.burns),
            has_promotion_choices: kinds.iter().any(|spec| !spec.promotion_choices.is_empty()),
            has_capture_turns: kinds.iter().any(|spec| spec.atoms.iter().any(turns)),
            name: file.name.clone(),
            title: if file.title.is_empty() { file.name.clone() } else { file.title.clone() },
            title_ja: file.title_ja.clone(),
            board: Board { files: file.board.files, ranks: file.board.ranks },
            hands_dominate: !lanes.is_empty() && hands_dominate(&kinds, &self.options),
            kinds,
            options: self.options,
            changed: chosen.to_vec(),
            start: file.initial_sfen.clone(),
            notes: file.notes.clone(),
            notes_ja: file.notes_ja.clone(),
            lanes,
        })
    }

    pub(super) fn complain(&mut self, complaint: DocumentError) {
        self.complaints.push(complaint);
    }

    pub(super) fn index(&self, id: &str) -> Option<usize> {
        self.file.pieces.iter().position(|piece| piece.id.eq_ignore_ascii_case(id))
    }

    fn check_shape(&mut self) {
        let file = self.file;
        let in_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        if !file.name.contains(in_name) || !file.name.chars().all(in_name) {
            // What looks like another game's name is not a suggestion.
            let mut instead: String =
                file.name.chars().map(|c| if in_name(c) { c } else { '_' }).take(40).collect();
            if !instead.contains(|c: char| c.is_ascii_alphanumeric()) {
                instead = "my_chu".to_owned();
            }
            self.complain(
                DocumentError::new("E0101", vec!["name".into()], tr!(rules_variant_name))
                    .help(tr!(rules_variant_name_help, name = instead)),
            );
        }
        for (key, value) in [("files", file.board.files), ("ranks", file.board.ranks)] {
            if !(1..=Board::MAX_SIDE).contains(&value) {
                let path = vec!["board".into(), key.into()];
                let message = match key {
                    "files" => tr!(rules_board_files, count = value),
                    _ => tr!(rules_board_ranks, count = value),
                };
                self.complain(
                    DocumentError::new("E0102", path, message)
                        .help(tr!(rules_board_size_help, most = Board::MAX_SIDE)),
                );
            }
        }
        if file.pieces.is_empty() || file.pieces.len() > Kind::MAX {
            let message = tr!(rules_piece_count, most = Kind::MAX, count = file.pieces.len());
            self.complain(DocumentError::new("E0103", vec!["pieces".into()], message));
        }
        for (i, piece) in file.pieces.iter().enumerate() {
            self.check_piece(i, piece);
        }
        self.check_royals();
    }

    fn check_piece(&mut self, i: usize, piece: &PieceEntry) {
        let path = |key: &str| vec!["pieces".into(), i.into(), key.into()];
        let bare = piece.id.strip_prefix('+').unwrap_or(&piece.id);
        if bare.is_empty() || bare.len() > 4 || !bare.bytes().all(|b| b.is_ascii_alphabetic()) {
            self.complain(
                DocumentError::new(
                    "E0104",
                    path("id"),
                    tr!(rules_piece_id, id = piece.id.as_str()),
                )
                .help(tr!(rules_piece_id_help)),
            );
        }
        if self.index(&piece.id) != Some(i) {
            self.complain(
                DocumentError::new(
                    "E0104",
                    path("id"),
                    tr!(rules_id_twice, id = piece.id.as_str()),
                )
                .help(tr!(rules_id_twice_help)),
            );
        }
        if piece.id.starts_with('+') && self.index(bare).is_none() {
            self.complain(
                DocumentError::new("E0104", path("id"), tr!(rules_unknown_piece, id = bare))
                    .help(tr!(rules_no_base_help)),
            );
        }
        if let Some(target) = &piece.promotes_to {
            if *target != format!("+{}", piece.id) || self.index(target).is_none() {
                let id = piece.id.as_str();
                let message = tr!(rules_promoted_form, target = target.as_str(), id);
                let help = tr!(rules_promoted_form_help, id);
                self.complain(DocumentError::new("E0104", path("promotes_to"), message).help(help));
            }
        }
        self.complaints.extend(promotion_choices::complaints(self.file, i));
        if piece.royal && piece.potentially_royal {
            self.complain(
                DocumentError::new(
                    "E0104",
                    path("potentially_royal"),
                    tr!(rules_royal_and_potential),
                )
                .help(tr!(rules_leave_key_out)),
            );
        }
        if let Some(entry) = &piece.region {
            let bounds = [
                ("files", &entry.files, self.file.board.files),
                ("ranks", &entry.ranks, self.file.board.ranks),
            ];
            for (key, part, most) in bounds {
                let fits = match part[..] {
                    [] => true,
                    [first, last] => (1..=last).contains(&first) && last <= most,
                    _ => false,
                };
                if !fits {
                    let path = [path("region").as_slice(), &[key.into()]].concat();
                    let complaint = DocumentError::new("E0104", path, tr!(rules_region));
                    self.complain(complaint.help(tr!(rules_region_help, most)));
                }
            }
        }
        for (label, value) in &piece.alternatives {
            let (Some(label), Some(betza)) = (label.as_str(), value.as_str()) else {
                let message = tr!(rules_alternative);
                let complaint = DocumentError::new("E0104", path("alternatives"), message);
                self.complain(complaint.help(tr!(rules_alternative_help)));
                continue;
            };
            // What has spaces says in words which option stands for the reading.
            if betza.contains(' ') {
                continue;
            }
            let words = WordReadings {
                lion_dog: options::LionDog::Western,
                hook_after_capture: options::HookAfterCapture::No,
            };
            if let Err(error) = betza::parse(betza, words) {
                let path = [path("alternatives").as_slice(), &[label.into()]].concat();
                let complaint = DocumentError::new("E0106", path, error.message).help(error.help);
                self.complain(complaint.within(error.at));
            }
        }
    }

    /// Without a royal there is nothing to mate.
    fn check_royals(&mut self) {
        let pieces = &self.file.pieces;
        if !pieces.iter().any(|piece| piece.royal) {
            let message = tr!(rules_no_royal);
            let complaint = DocumentError::new("E0103", vec!["pieces".into()], message).on_key();
            self.complain(complaint.help(tr!(rules_no_royal_help)));
        }
        for (i, piece) in pieces.iter().enumerate() {
            let promoted = piece.promotes_to.as_deref().and_then(|id| self.index(id));
            let becomes_royal = promoted.is_some_and(|k| pieces[k].royal);
            let (key, message, help) = if piece.potentially_royal && !piece.royal && !becomes_royal
            {
                (
                    "potentially_royal",
                    tr!(rules_promoted_not_royal),
                    tr!(rules_promoted_not_royal_help),
                )
            } else if becomes_royal && !piece.royal && !piece.potentially_royal {
                ("promotes_to", tr!(rules_promoted_royal), tr!(rules_promoted_royal_help))
            } else if piece.royal && promoted.is_some() && !becomes_royal {
                ("promotes_to", tr!(rules_royal_promotes), tr!(rules_royal_promotes_help))
            } else {
                continue;
            };
            let path = vec!["pieces".into(), i.into(), key.into()];
            self.complain(DocumentError::new("E0104", path, message).help(help));
        }
    }

    /// Applies the options that replace the movement of one piece. A label that was chosen for the
    /// piece wins.
    fn apply_movement_options(&mut self) {
        let teaching_king = match self.options.teaching_king {
            options::TeachingKing::LiondogQueen => "[LD]Q",
            options::TeachingKing::Queen => "Q",
            options::TeachingKing::ViceGeneral => "[A3]Q",
        };
        let furious_fiend = match self.options.furious_fiend {
            options::FuriousFiend::LionRange3 => "NAD[aK]Q3",
            options::FuriousFiend::LionLiondog => "NAD[aK][LD]",
        };
        let emperor = match self.options.emperor {
            options::Emperor::Leap => "[E]",
            options::Emperor::LionQueen => "NAD[aK]Q",
        };
        let standard: [(&str, &[&str], &str); 3] = [
            ("+Dv", &["[LD]Q", "Q", "[A3]Q"], teaching_king),
            ("+Ln", &["NAD[aK]Q3", "NAD[aK][LD]"], furious_fiend),
            ("+K", &["[E]", "NAD[aK]Q"], emperor),
        ];
        for (id, readings, betza) in standard {
            let Some(i) = self.index(id) else { continue };
            if self.readings[i].1.is_none() && readings.contains(&self.readings[i].0.as_str()) {
                self.readings[i].0 = betza.to_owned();
            }
        }
    }

    fn kinds(&mut self) -> Vec<PieceSpec> {
        let words = WordReadings {
            lion_dog: self.options.liondog,
            hook_after_capture: self.options.hook_after_capture,
        };
        let mut lanes = 0;
        let mut kinds = Vec::new();
        for (i, piece) in self.file.pieces.iter().enumerate() {
            let (betza, source) = self.readings[i].clone();
            let atoms = match betza::parse(&betza, words) {
                Ok(atoms) => atoms,
                Err(error) => {
                    self.complain_of_movement(i, piece, source.as_deref(), error);
                    Vec::new()
                }
            };
            let promoted = piece.id.starts_with('+');
            let royalty = match (piece.royal, piece.potentially_royal) {
                (true, _) => Royalty::Royal,
                (_, true) => Royalty::Potential,
                _ => Royalty::None,
            };
            let lane = (self.options.drops && !promoted && royalty != Royalty::Royal).then(|| {
                lanes += 1;
                (lanes - 1) as u8
            });
            let contagion = match piece.id.as_str() {
                "Dv" | "+Dv" => self.index("+Dv"),
                "DS" | "+DS" => self.index("+DS"),
                _ => None,
            };
            let length = u16::from(self.file.board.files.max(self.file.board.ranks));
            kinds.push(PieceSpec {
                id: piece.id.clone(),
                name: piece.name.clone(),
                kanji: piece.kanji.clone(),
                romaji: piece.romaji.clone(),
                aliases: piece.aliases.clone(),
                betza,
                source,
                alternatives: piece
                    .alternatives
                    .iter()
                    .filter_map(|(label, text)| {
                        Some((label.as_str()?.to_owned(), text.as_str()?.to_owned()))
                    })
                    .collect(),
                rank: piece.rank,
                burns: piece.burns,
                region: region(piece, self.file),
                pawn: piece.pawn.unwrap_or(piece.id == "P"),
                lion: atoms.contains(&MovementAtom::Lion { steps: 2 }),
                minor: matches!(piece.id.as_str(), "P" | "GB"),
                reach: atoms.iter().map(|movement| movement.reach(length)).sum(),
                atoms,
                promotes_to: piece
                    .promotes_to
                    .as_deref()
                    .and_then(|id| self.index(id))
                    .map(|k| Kind(k as u8)),
                promotion_choices: piece
                    .promotes_to_any
                    .iter()
                    .filter_map(|id| self.index(id))
                    .map(|k| Kind(k as u8))
                    .collect(),
                base: Kind(self.index(piece.id.trim_start_matches('+')).unwrap_or(i) as u8),
                royalty,
                contagion: contagion.map(|k| Kind(k as u8)),
                lane,
                army: [0, 0],
                most: [0, 0],
            });
        }
        if lanes > LANES {
            let path = vec!["rules".into(), "drops".into()];
            let message = tr!(rules_too_many_lanes, count = lanes, most = LANES);
            let complaint =
                DocumentError::new("E0107", path, message).help(tr!(rules_too_many_lanes_help));
            let chosen = self.decided.get("drops").copied();
            self.complain(DocumentError { chosen, ..complaint });
        }
        for (_, id) in tokens(&self.file.initial_sfen).into_iter().flatten() {
            let base = id.trim_start_matches('+');
            if let Some(i) = self.index(base) {
                let side =
                    if base.starts_with(char::is_uppercase) { Side::Black } else { Side::White };
                let count = &mut kinds[i].army[side.index()];
                *count = count.saturating_add(1);
            }
        }
        if lanes > NARROW_LANES {
            sort_lanes(&mut kinds);
        }
        promotion_choices::count(&mut kinds);
        kinds
    }

    /// A movement that is not understood: of the piece itself, or a reading of it by its label.
    fn complain_of_movement(
        &mut self,
        i: usize,
        piece: &PieceEntry,
        label: Option<&str>,
        error: betza::BetzaError,
    ) {
        let mut path = vec!["pieces".into(), i.into()];
        let Some(label) = label else {
            path.push("betza".into());
            let complaint = DocumentError::new("E0106", path, error.message).help(error.help);
            return self.complain(complaint.within(error.at));
        };
        let decided = [format!("piece.{}", piece.id), "sources".to_owned()];
        let chosen = decided.iter().find_map(|name| self.decided.get(name).copied());
        path.extend(["alternatives".into(), label.into()]);
        let message = tr!(rules_reading_no_movement, label, id = piece.id.as_str());
        let complaint =
            DocumentError::new("E0106", path, message).help(tr!(rules_reading_no_movement_help));
        self.complain(DocumentError { chosen, ..complaint });
    }

    fn check_start(&mut self) {
        let mut complaints = Vec::new();
        for token in tokens(&self.file.initial_sfen) {
            let (at, message) = match token {
                Ok((_, id)) if self.index(&id).is_some() => continue,
                Ok((at, id)) => (at, tr!(rules_unknown_piece, id)),
                Err(at) => (at, tr!(rules_start_not_a_piece)),
            };
            complaints.push(
                DocumentError::new("E0108", vec!["initial_sfen".into()], message)
                    .help(tr!(rules_start_help))
                    .within(at),
            );
        }
        self.complaints.append(&mut complaints);
    }
}

/// Gives the lanes of a hand by the number of pieces at the start, most first: the first lanes of a
/// wide hand hold the most.
fn sort_lanes(kinds: &mut [PieceSpec]) {
    let mut held: Vec<usize> = (0..kinds.len()).filter(|&i| kinds[i].lane.is_some()).collect();
    held.sort_by_key(|&i| std::cmp::Reverse(kinds[i].at_start()));
    for (lane, i) in held.into_iter().enumerate() {
        kinds[i].lane = Some(lane as u8);
    }
}

/// The region of a piece's entry. Bounds that do not fit the board have a complaint of their own.
fn region(piece: &PieceEntry, file: &RuleFile) -> Option<Region> {
    let entry = piece.region.as_ref()?;
    let bounds = |part: &[u8], most: u8| match *part {
        [first, last] => (first, last),
        _ => (1, most),
    };
    Some(Region {
        files: bounds(&entry.files, file.board.files),
        ranks: bounds(&entry.ranks, file.board.ranks),
    })
}

type Token = Result<(std::ops::Range<usize>, String), std::ops::Range<usize>>;

/// The piece ids in the board field of a position text, with their places.
fn tokens(sfen: &str) -> Vec<Token> {
    let board = sfen.split_whitespace().next().unwrap_or_default();
    let offset = sfen.len() - sfen.trim_start().len();
    let mut tokens = Vec::new();
    let mut i = 0;
    while i < board.len() {
        let start = i;
        let plus = if board[i..].starts_with('+') { "+" } else { "" };
        i += plus.len();
        let Some(c) = board[i..].chars().next() else {
            tokens.push(Err(offset + start..offset + i));
            break;
        };
        i += c.len_utf8();
        match c {
            '[' => match board[i..].find(']') {
                Some(close) => {
                    let id = format!("{plus}{}", &board[i..i + close]);
                    i += close + 1;
                    tokens.push(Ok((offset + start..offset + i, id)));
                }
                None => {
                    tokens.push(Err(offset + start..offset + board.len()));
                    break;
                }
            },
            'a'..='z' | 'A'..='Z' => {
                tokens.push(Ok((offset + start..offset + i, format!("{plus}{c}"))))
            }
            '0'..='9' | '/' if plus.is_empty() => {}
            _ => tokens.push(Err(offset + start..offset + i)),
        }
    }
    tokens
}
