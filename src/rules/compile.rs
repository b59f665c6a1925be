//! From a rule file and chosen options to [`Rules`]: every check is here, and every complaint is
//! reported, not only the first.

use super::betza::{self, Words};
use super::file::{PieceEntry, RuleFile, option_text};
use super::options::{self, Options};
use super::{Board, Complaint, Kind, PieceSpec, Royalty, Rules, Stroke};
use crate::rules::complaint::closest;
use std::collections::HashMap;

/// How many kinds of pieces can be held in hand.
pub const LANES: usize = 8;

/// A source set (RULES 10): name, readings of single pieces, options.
pub struct SourceSet {
    /// Its name after `sources=`.
    pub name: &'static str,
    /// Option values it sets.
    pub options: &'static [(&'static str, &'static str)],
    /// Movements it sets that the piece's own alternatives do not label with the set's name.
    pub pieces: &'static [(&'static str, &'static str)],
    /// Pieces whose alternative with that label belongs to the set.
    pub labelled: &'static [&'static str],
    /// The label of those alternatives.
    pub label: &'static str,
}

/// The source sets of the large games.
pub const SOURCE_SETS: [SourceSet; 6] = [
    SourceSet { name: "ssz", options: &[], pieces: &[], labelled: &[], label: "SSZ" },
    SourceSet {
        name: "sz",
        options: &[("furious_fiend", "lion_liondog")],
        pieces: &[],
        labelled: &["Dv", "DS"],
        label: "SZ",
    },
    SourceSet {
        name: "srz",
        options: &[],
        pieces: &[],
        labelled: &[
            "Dv", "DS", "Co", "RD", "CC", "OM", "BB", "W", "SD", "SF", "+RD", "+CC", "+EW", "+BB",
            "+AB",
        ],
        label: "SRZ",
    },
    SourceSet {
        name: "western",
        options: &[
            ("liondog", "western"),
            ("teaching_king", "queen"),
            ("capture_promotion", "always"),
            ("contagion", "none"),
        ],
        pieces: &[],
        labelled: &["LD", "+Dv", "Dn"],
        label: "western",
    },
    SourceSet {
        name: "revival",
        options: &[
            ("furious_fiend", "lion_liondog"),
            ("capture_promotion", "always"),
            ("contagion", "promoted_only"),
        ],
        pieces: &[("+Kr", "NAD[aK]"), ("+Ph", "Q")],
        labelled: &["BB", "+BB"],
        label: "revival",
    },
    SourceSet {
        name: "edo",
        options: &[("hook_after_capture", "true")],
        pieces: &[],
        labelled: &[],
        label: "edo",
    },
];

/// Compiles a file with options chosen by the user, in order, each over the one before:
/// `NAME=VALUE` pairs with the names of [`options::NAMES`], `piece.ID=LABEL` and `sources=SET`.
///
/// # Errors
/// All complaints. Those about chosen options say which one it is; all others are about the file.
pub fn compile(file: &RuleFile, chosen: &[(String, String)]) -> Result<Rules, Vec<Complaint>> {
    Compiler::new(file).run(chosen)
}

struct Compiler<'a> {
    file: &'a RuleFile,
    options: Options,
    /// Movement and its label for each piece, as far as settled.
    movements: Vec<(String, Option<String>)>,
    /// The chosen option that had the last word on each option and piece, as far as any had.
    decided: HashMap<String, usize>,
    complaints: Vec<Complaint>,
}

impl<'a> Compiler<'a> {
    fn new(file: &'a RuleFile) -> Compiler<'a> {
        let movements = file.pieces.iter().map(|piece| (piece.betza.clone(), None)).collect();
        Compiler {
            file,
            options: Options::default(),
            movements,
            decided: HashMap::new(),
            complaints: Vec::new(),
        }
    }

    fn run(mut self, chosen: &[(String, String)]) -> Result<Rules, Vec<Complaint>> {
        let file = self.file;
        self.check_shape();
        for (name, value) in &file.rules {
            let Some(name) = name.as_str() else {
                let path = vec!["rules".into()];
                self.complaints.push(Complaint::new("E0105", path, "an option's name is a word"));
                continue;
            };
            let path = vec!["rules".into(), name.into()];
            match option_text(value) {
                Some(value) => {
                    if let Err((message, help)) = self.try_set(name, &value) {
                        self.complain(Complaint::new("E0105", path, message).help(help));
                    }
                }
                None => self.complaints.push(
                    Complaint::new("E0105", path, format!("this is not a value for `{name}`"))
                        .help("write a word, a number, true or false, or a list of piece ids"),
                ),
            }
        }
        for (i, (name, value)) in chosen.iter().enumerate() {
            match self.try_set(name, value) {
                Ok(()) => {
                    self.decided.insert(name.clone(), i);
                }
                Err((message, help)) => {
                    let complaint = Complaint::new("E0105", Vec::new(), message).help(help);
                    self.complain(Complaint { chosen: Some(i), ..complaint });
                }
            }
        }
        self.apply_movement_options();
        let kinds = self.kinds();
        self.check_start();
        if !self.complaints.is_empty() {
            return Err(self.complaints);
        }
        let lanes: Vec<Kind> =
            (0..kinds.len()).filter(|&i| kinds[i].lane.is_some()).map(|i| Kind(i as u8)).collect();
        Ok(Rules {
            name: file.name.clone(),
            title: if file.title.is_empty() { file.name.clone() } else { file.title.clone() },
            board: Board { files: file.board.files, ranks: file.board.ranks },
            hands_dominate: !lanes.is_empty() && hands_dominate(&kinds, &self.options),
            kinds,
            options: self.options,
            changed: chosen.to_vec(),
            start: file.initial_sfen.clone(),
            notes: file.notes.clone(),
            lanes,
        })
    }

    fn complain(&mut self, complaint: Complaint) {
        self.complaints.push(complaint);
    }

    fn index(&self, id: &str) -> Option<usize> {
        self.file.pieces.iter().position(|piece| piece.id.eq_ignore_ascii_case(id))
    }

    fn check_shape(&mut self) {
        let file = self.file;
        if file.name.is_empty() || file.name.contains(|c: char| c.is_whitespace() || c == '/') {
            self.complain(
                Complaint::new("E0101", vec!["name".into()], "a variant needs a name of one word")
                    .help("letters, digits and `_`, such as `my_chu`"),
            );
        }
        for (key, value) in [("files", file.board.files), ("ranks", file.board.ranks)] {
            if !(1..=Board::MAX_SIDE).contains(&value) {
                let path = vec!["board".into(), key.into()];
                self.complain(
                    Complaint::new("E0102", path, format!("a board cannot have {value} {key}"))
                        .help(format!("write a number from 1 to {}", Board::MAX_SIDE)),
                );
            }
        }
        if file.pieces.is_empty() || file.pieces.len() > Kind::MAX {
            let message =
                format!("a game has 1 to {} kinds of pieces, not {}", Kind::MAX, file.pieces.len());
            self.complain(Complaint::new("E0103", vec!["pieces".into()], message));
        }
        for (i, piece) in file.pieces.iter().enumerate() {
            self.check_piece(i, piece);
        }
    }

    fn check_piece(&mut self, i: usize, piece: &PieceEntry) {
        let path = |key: &str| vec!["pieces".into(), i.into(), key.into()];
        let bare = piece.id.strip_prefix('+').unwrap_or(&piece.id);
        if bare.is_empty() || bare.len() > 4 || !bare.bytes().all(|b| b.is_ascii_alphabetic()) {
            self.complain(
                Complaint::new("E0104", path("id"), format!("`{}` is not a piece id", piece.id))
                    .help("one to four letters; `+` first for a promoted piece"),
            );
        }
        if self.index(&piece.id) != Some(i) {
            self.complain(
                Complaint::new("E0104", path("id"), format!("the id `{}` occurs twice", piece.id))
                    .help("ids must differ in more than upper and lower case"),
            );
        }
        if piece.id.starts_with('+') && self.index(bare).is_none() {
            self.complain(
                Complaint::new("E0104", path("id"), format!("there is no piece `{bare}`"))
                    .help("a promoted piece is `+` and the id of the piece it was"),
            );
        }
        if let Some(target) = &piece.promotes_to {
            if *target != format!("+{}", piece.id) || self.index(target).is_none() {
                self.complain(
                    Complaint::new(
                        "E0104",
                        path("promotes_to"),
                        format!("`{target}` is not the promoted form of `{}`", piece.id),
                    )
                    .help(format!(
                        "add a piece `+{0}` and write `promotes_to: +{0}`, or leave the key out",
                        piece.id
                    )),
                );
            }
        }
        if piece.royal && piece.potentially_royal {
            self.complain(
                Complaint::new(
                    "E0104",
                    path("potentially_royal"),
                    "a royal piece is not potentially royal",
                )
                .help("leave this key out"),
            );
        }
        for (label, value) in &piece.alternatives {
            if label.as_str().is_none() || value.as_str().is_none() {
                self.complain(
                    Complaint::new(
                        "E0104",
                        path("alternatives"),
                        "an alternative is a label and a movement",
                    )
                    .help("such as `{SRZ: WlF}`"),
                );
            }
        }
    }

    fn try_set(&mut self, name: &str, value: &str) -> Result<(), (String, String)> {
        if let Some(id) = name.strip_prefix("piece.") {
            return self.choose_piece(id, value);
        }
        fn pick<T: Copy>(
            name: &str,
            value: &str,
            values: &[(&str, T)],
        ) -> Result<T, (String, String)> {
            values.iter().find(|(text, _)| *text == value).map(|&(_, v)| v).ok_or_else(|| {
                let known: Vec<&str> = values.iter().map(|(text, _)| *text).collect();
                (
                    format!("`{value}` is not a value of `{name}`"),
                    format!("write {}", known.join(", ")),
                )
            })
        }
        const FLAG: &[(&str, bool)] = &[("true", true), ("false", false)];
        match name {
            "king_safety" => {
                self.options.king_safety = pick(name, value, options::KingSafety::VALUES)?
            }
            "stalemate" => pick(name, value, &[("loss", ())])?,
            "bare_king" => pick(name, value, &[("ignored", ())])?,
            "promotion" => self.options.promotion = pick(name, value, options::Promotion::VALUES)?,
            "zone" => {
                let deepest = self.file.board.ranks;
                self.options.zone =
                    value.parse().ok().filter(|zone| *zone <= deepest).ok_or_else(|| {
                        (
                            format!("`{value}` is not a depth of the zone"),
                            format!("write a number from 0 to {deepest}"),
                        )
                    })?;
            }
            "forced_promotion" => {
                self.options.forced_promotion = pick(name, value, options::ForcedPromotion::VALUES)?
            }
            "second_chance" => {
                let mut kinds = Vec::new();
                for id in
                    value.split(',').map(str::trim).filter(|id| !id.is_empty() && *id != "none")
                {
                    let kind = self.index(id).ok_or_else(|| {
                        (
                            format!("there is no piece `{id}`"),
                            "write ids of this game, such as P,L, or none".to_owned(),
                        )
                    })?;
                    kinds.push(Kind(kind as u8));
                }
                self.options.second_chance = kinds;
            }
            "deferral" => self.options.deferral = pick(name, value, options::Deferral::VALUES)?,
            "capture_promotion" => {
                self.options.capture_promotion =
                    pick(name, value, options::CapturePromotion::VALUES)?
            }
            "contagion" => self.options.contagion = pick(name, value, options::Contagion::VALUES)?,
            "liondog" => self.options.liondog = pick(name, value, options::LionDog::VALUES)?,
            "liondog_pass" => self.options.liondog_pass = pick(name, value, FLAG)?,
            "teaching_king" => {
                self.options.teaching_king = pick(name, value, options::TeachingKing::VALUES)?
            }
            "furious_fiend" => {
                self.options.furious_fiend = pick(name, value, options::FuriousFiend::VALUES)?
            }
            "hook_after_capture" => self.options.hook_after_capture = pick(name, value, FLAG)?,
            "emperor" => self.options.emperor = pick(name, value, options::Emperor::VALUES)?,
            "emperor_guard" => {
                self.options.emperor_guard = pick(name, value, options::EmperorGuard::VALUES)?
            }
            "lion_trade" => {
                self.options.lion_trade = pick(name, value, options::LionTrade::VALUES)?
            }
            "drops" => self.options.drops = pick(name, value, FLAG)?,
            "nifu" => self.options.nifu = pick(name, value, FLAG)?,
            "uchifuzume" => self.options.uchifuzume = pick(name, value, FLAG)?,
            "sources" => return self.choose_sources(value),
            _ => {
                let names: Vec<&str> = options::NAMES.iter().map(|(name, _)| *name).collect();
                return Err((
                    format!("there is no option `{name}`"),
                    format!("known: {}, piece.ID, sources", names.join(", ")),
                ));
            }
        }
        Ok(())
    }

    fn choose_piece(&mut self, id: &str, label: &str) -> Result<(), (String, String)> {
        let i = self.index(id).ok_or_else(|| {
            (
                format!("there is no piece `{id}`"),
                format!("`tsume rules {}` lists the pieces", self.file.name),
            )
        })?;
        let piece = &self.file.pieces[i];
        if label == "default" {
            self.movements[i] = (piece.betza.clone(), None);
            return Ok(());
        }
        if label == "edo" && piece.alternatives.contains_key("edo") {
            // The only reading that is not a movement of its own: the hook movers' second capture.
            self.options.hook_after_capture = true;
            return Ok(());
        }
        let labels: Vec<(&str, &str)> = piece
            .alternatives
            .iter()
            .filter_map(|(name, movement)| Some((name.as_str()?, movement.as_str()?)))
            .collect();
        let found = labels.iter().find(|(name, _)| *name == label).or_else(|| {
            labels.iter().find(|(name, _)| {
                name.split(['/', '(']).next().is_some_and(|first| first.trim() == label)
                    || name.split('/').any(|part| part.trim() == label)
            })
        });
        let Some((name, movement)) = found else {
            let known: Vec<&str> = labels.iter().map(|(name, _)| *name).collect();
            let known = if known.is_empty() {
                "it has only the default".to_owned()
            } else {
                format!("known: default, {}", known.join(", "))
            };
            return Err((format!("`{id}` has no alternative `{label}`"), known));
        };
        self.movements[i] = ((*movement).to_owned(), Some((*name).to_owned()));
        Ok(())
    }

    fn choose_sources(&mut self, name: &str) -> Result<(), (String, String)> {
        let Some(set) = SOURCE_SETS.iter().find(|set| set.name == name) else {
            let known = SOURCE_SETS.map(|set| set.name).join(", ");
            return Err((format!("`{name}` is not a set of sources"), format!("write {known}")));
        };
        for (option, value) in set.options {
            self.try_set(option, value)?;
        }
        for id in set.labelled {
            if self.index(id).is_some() {
                self.choose_piece(id, set.label)?;
            }
        }
        for (id, movement) in set.pieces {
            if let Some(i) = self.index(id) {
                self.movements[i] = ((*movement).to_owned(), Some(set.label.to_owned()));
            }
        }
        Ok(())
    }

    /// Options that stand for the movement of one piece; the piece's own label goes first.
    fn apply_movement_options(&mut self) {
        let teaching_king = match self.options.teaching_king {
            options::TeachingKing::LiondogQueen => "[LD]Q",
            options::TeachingKing::Queen => "Q",
        };
        let furious_fiend = match self.options.furious_fiend {
            options::FuriousFiend::LionRange3 => "NAD[aK]Q3",
            options::FuriousFiend::LionLiondog => "NAD[aK][LD]",
        };
        let emperor = match self.options.emperor {
            options::Emperor::Leap => "[E]",
            options::Emperor::LionQueen => "NAD[aK]Q",
        };
        let standard = [
            ("+Dv", ["[LD]Q", "Q"], teaching_king),
            ("+Ln", ["NAD[aK]Q3", "NAD[aK][LD]"], furious_fiend),
            ("+K", ["[E]", "NAD[aK]Q"], emperor),
        ];
        for (id, readings, movement) in standard {
            let Some(i) = self.index(id) else { continue };
            if self.movements[i].1.is_none() && readings.contains(&self.movements[i].0.as_str()) {
                self.movements[i].0 = movement.to_owned();
            }
        }
    }

    fn kinds(&mut self) -> Vec<PieceSpec> {
        let words = Words {
            lion_dog: match self.options.liondog {
                options::LionDog::Triple => Some(betza::LionDog::Triple),
                options::LionDog::TripleBack => Some(betza::LionDog::TripleBack),
                options::LionDog::Western => None,
            },
            hook_after_capture: self.options.hook_after_capture,
        };
        let mut lanes = 0;
        let mut kinds = Vec::new();
        for (i, piece) in self.file.pieces.iter().enumerate() {
            let (movement, source) = self.movements[i].clone();
            let strokes = match betza::parse(&movement, words) {
                Ok(strokes) => strokes,
                Err(error) => {
                    let key = if source.is_some() { "alternatives" } else { "betza" };
                    let mut complaint = Complaint::new(
                        "E0106",
                        vec!["pieces".into(), i.into(), key.into()],
                        error.message,
                    )
                    .help(error.help);
                    if source.is_none() {
                        complaint = complaint.within(error.at);
                    }
                    self.complaints.push(complaint);
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
            kinds.push(PieceSpec {
                id: piece.id.clone(),
                name: piece.name.clone(),
                kanji: piece.kanji.clone(),
                romaji: piece.romaji.clone(),
                aliases: piece.aliases.clone(),
                betza: movement,
                source,
                alternatives: piece
                    .alternatives
                    .iter()
                    .filter_map(|(label, text)| {
                        Some((label.as_str()?.to_owned(), text.as_str()?.to_owned()))
                    })
                    .collect(),
                pawn: piece.id == "P",
                lion: strokes.contains(&Stroke::Lion { steps: 2 }),
                minor: matches!(piece.id.as_str(), "P" | "GB"),
                strokes,
                promotes_to: piece
                    .promotes_to
                    .as_deref()
                    .and_then(|id| self.index(id))
                    .map(|k| Kind(k as u8)),
                base: Kind(self.index(piece.id.trim_start_matches('+')).unwrap_or(i) as u8),
                royalty,
                contagion: contagion.map(|k| Kind(k as u8)),
                lane,
                at_start: 0,
            });
        }
        if lanes > LANES {
            self.complain(
                Complaint::new(
                    "E0107",
                    vec!["rules".into(), "drops".into()],
                    format!(
                        "{lanes} kinds of pieces can be dropped; at most {LANES} are supported"
                    ),
                )
                .help("write `drops: false`"),
            );
        }
        for token in tokens(&self.file.initial_sfen) {
            if let Ok((_, id)) = token {
                if let Some(i) = self.index(id.trim_start_matches('+')) {
                    kinds[i].at_start += 1;
                }
            }
        }
        kinds
    }

    fn check_start(&mut self) {
        let mut complaints = Vec::new();
        for token in tokens(&self.file.initial_sfen) {
            let (at, message) = match token {
                Ok((_, id)) if self.index(&id).is_some() => continue,
                Ok((at, id)) => (at, format!("there is no piece `{id}`")),
                Err(at) => (at, "this is not a piece".to_owned()),
            };
            complaints.push(
                Complaint::new("E0108", vec!["initial_sfen".into()], message)
                    .help("write ids of `pieces`, those of several letters in brackets: `[LN]`")
                    .within(at),
            );
        }
        self.complaints.append(&mut complaints);
    }
}

/// See [`Rules::hands_dominate`], for a game with drops.
fn hands_dominate(kinds: &[PieceSpec], options: &Options) -> bool {
    let contact =
        |stroke: &Stroke| matches!(stroke, Stroke::Slide { range: 1, .. } | Stroke::Leap { .. });
    let pawns_are_contact =
        kinds.iter().filter(|spec| spec.pawn).all(|spec| spec.strokes.iter().all(contact));
    let no_emperor = !kinds.iter().any(|spec| spec.strokes.contains(&Stroke::Emperor));
    !options.uchifuzume
        || options.king_safety == options::KingSafety::Strict && pawns_are_contact && no_emperor
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
