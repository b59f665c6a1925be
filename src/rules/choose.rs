//! Sets options, readings of single pieces and source sets by name.

use super::compile::Compiler;
use super::file::PieceEntry;
use super::{Kind, options};
use crate::messages::{list, tr};
use crate::text::similarity::closest;
use crate::text::{DocumentError, PathStep};

/// A source set (RULES 10): name, readings of single pieces, options.
pub struct SourceSet {
    /// Its name after `sources=`.
    pub name: &'static str,
    /// The only game that has it; `None` if every large game without a set of this name has it.
    pub game: Option<&'static str>,
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
pub const SOURCE_SETS: [SourceSet; 12] = [
    SourceSet { name: "ssz", game: None, options: &[], pieces: &[], labelled: &[], label: "SSZ" },
    SourceSet {
        name: "sz",
        game: None,
        options: &[("furious_fiend", "lion_liondog")],
        pieces: &[],
        labelled: &["Dv", "DS"],
        label: "SZ",
    },
    SourceSet {
        name: "srz",
        game: None,
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
        game: None,
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
        game: None,
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
        game: None,
        options: &[("hook_after_capture", "true")],
        pieces: &[],
        labelled: &[],
        label: "edo",
    },
    SourceSet {
        name: "hachu",
        game: Some("tenjiku"),
        options: &[("promotion", "zone_entry_or_capture"), ("forced_promotion", "none")],
        pieces: &[("LHk", "NAD[aK]B"), ("+Ln", "NAD[aK]B")],
        labelled: &["VGn", "+BGn", "FiD", "+WBf", "FEg", "+Q", "+ChS"],
        label: "HaChu",
    },
    SourceSet {
        name: "jocly",
        game: Some("tenjiku"),
        options: &[("promotion", "zone_entry_or_capture"), ("range_jump", "any_rank")],
        pieces: &[("LHk", "NAD[aK]B"), ("+Ln", "NAD[aK]B")],
        labelled: &["FiD", "+WBf", "FEg", "+Q", "+ChS"],
        label: "Jocly",
    },
    chu_set(
        "lishogi",
        &[
            ("promotion", "zone_entry_or_capture"),
            ("second_chance", "P,L"),
            ("lion_trade", "lishogi"),
        ],
    ),
    chu_set(
        "hachu",
        &[
            ("promotion", "zone_entry_or_capture"),
            ("second_chance", "none"),
            ("lion_trade", "after_move"),
        ],
    ),
    chu_set(
        "jcsa",
        &[("promotion", "zone_entry_or_capture"), ("second_chance", "P"), ("lion_trade", "jcsa")],
    ),
    chu_set(
        "edo",
        &[
            ("promotion", "zone_touch"),
            ("deferral", "next_move"),
            ("second_chance", "none"),
            ("lion_trade", "after_move"),
        ],
    ),
];

/// A set of chu, which differs in options alone.
const fn chu_set(
    name: &'static str,
    options: &'static [(&'static str, &'static str)],
) -> SourceSet {
    SourceSet { name, game: Some("chu"), options, pieces: &[], labelled: &[], label: name }
}

/// The source sets of a game.
pub fn source_sets(game: &str) -> impl Iterator<Item = &'static SourceSet> {
    let own = |name: &str| SOURCE_SETS.iter().any(|set| set.name == name && set.game == Some(game));
    SOURCE_SETS.iter().filter(move |set| set.game.map_or(!own(set.name), |only| only == game))
}

/// A mistake in the name or value of an option.
pub(super) struct OptionError {
    /// One sentence.
    message: String,
    /// What to write instead.
    help: String,
    /// True if the name is wrong, not the value.
    of_name: bool,
}

impl OptionError {
    fn of_name(message: String, help: String) -> OptionError {
        OptionError { message, help, of_name: true }
    }

    fn of_value(message: String, help: String) -> OptionError {
        OptionError { message, help, of_name: false }
    }

    /// As a complaint about the option at `path`.
    pub(super) fn complaint(self, path: Vec<PathStep>) -> DocumentError {
        let complaint = DocumentError::new("E0105", path, self.message).help(self.help);
        DocumentError { on_key: self.of_name, ..complaint }
    }
}

impl Compiler<'_> {
    /// Sets one option by its name.
    pub(super) fn try_set(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        if let Some(id) = name.strip_prefix("piece.") {
            return self.choose_piece(id, value);
        }
        fn pick<T: Copy>(name: &str, value: &str, values: &[(&str, T)]) -> Result<T, OptionError> {
            values.iter().find(|(text, _)| *text == value).map(|&(_, v)| v).ok_or_else(|| {
                let known = list(values.iter().map(|(text, _)| *text));
                OptionError::of_value(
                    tr!(rules_not_a_value, value, name),
                    tr!(rules_not_a_value_help, values = known),
                )
            })
        }
        const FLAG: &[(&str, bool)] = &[("true", true), ("false", false)];
        match name {
            "king_safety" => {
                self.options.king_safety = pick(name, value, options::KingSafety::VALUES)?
            }
            "stalemate" => self.options.stalemate = pick(name, value, options::Stalemate::VALUES)?,
            "facing_royals" => {
                self.options.facing_royals = pick(name, value, options::Facing::VALUES)?
            }
            "bare_king" => pick(name, value, &[("ignored", ())])?,
            "promotion" => self.options.promotion = pick(name, value, options::Promotion::VALUES)?,
            "zone" => {
                let deepest = self.file.board.ranks;
                self.options.zone =
                    value.parse().ok().filter(|zone| *zone <= deepest).ok_or_else(|| {
                        OptionError::of_value(
                            tr!(rules_zone, value),
                            tr!(rules_zone_help, most = deepest),
                        )
                    })?;
            }
            "forced_promotion" => {
                self.options.forced_promotion = pick(name, value, options::ForcedPromotion::VALUES)?
            }
            "range_jump" => {
                self.options.range_jump = pick(name, value, options::RangeJump::VALUES)?
            }
            "burning" => self.options.burning = pick(name, value, options::Burning::VALUES)?,
            "second_chance" => self.options.second_chance = self.kinds_of(name, value)?,
            "no_drop_mate" => self.options.no_drop_mate = self.kinds_of(name, value)?,
            "no_drop_check" => self.options.no_drop_check = self.kinds_of(name, value)?,
            "drop_forms" => {
                self.options.drop_forms = pick(name, value, options::DropForms::VALUES)?
            }
            "dead_drops" => self.options.dead_drops = pick(name, value, FLAG)?,
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
            "hook_after_capture" => {
                self.options.hook_after_capture =
                    pick(name, value, options::HookAfterCapture::VALUES)?
            }
            "emperor" => self.options.emperor = pick(name, value, options::Emperor::VALUES)?,
            "emperor_guard" => {
                self.options.emperor_guard = pick(name, value, options::EmperorGuard::VALUES)?
            }
            "lion_trade" => {
                self.options.lion_trade = pick(name, value, options::LionTrade::VALUES)?
            }
            "drops" => self.options.drops = pick(name, value, FLAG)?,
            "nifu" => {
                let most: Vec<(&str, u8)> = options::NIFU_VALUES.into_iter().zip(0..).collect();
                self.options.nifu = pick(name, value, &most)?
            }
            "uchifuzume" => self.options.uchifuzume = pick(name, value, FLAG)?,
            "sources" => return self.choose_sources(value),
            _ => {
                return Err(OptionError::of_name(
                    tr!(rules_unknown_option, name),
                    instead_of(name),
                ));
            }
        }
        Ok(())
    }

    /// The kinds of a list of ids; none for `none`.
    fn kinds_of(&self, name: &str, value: &str) -> Result<Vec<Kind>, OptionError> {
        let ids = value.split(',').map(str::trim).filter(|id| !id.is_empty() && *id != "none");
        let kind = |id: &str| {
            self.index(id).map(|kind| Kind(kind as u8)).ok_or_else(|| {
                OptionError::of_value(
                    tr!(rules_not_a_piece_of_option, id, name),
                    tr!(rules_not_a_piece_of_option_help),
                )
            })
        };
        ids.map(kind).collect()
    }

    fn choose_piece(&mut self, id: &str, label: &str) -> Result<(), OptionError> {
        let i = self.index(id).ok_or_else(|| {
            let ids = self.file.pieces.iter().map(|piece| piece.id.as_str());
            let help = match closest(id, ids) {
                Some(id) => tr!(rules_unknown_piece_similar, id),
                None => tr!(rules_unknown_piece_help),
            };
            OptionError::of_name(tr!(rules_unknown_piece, id), help)
        })?;
        let piece = &self.file.pieces[i];
        if label == "default" {
            self.readings[i] = (piece.betza.clone(), None);
            return Ok(());
        }
        let Some((name, betza)) = reading(piece, label) else {
            let known: Vec<&str> = readings(piece).map(|(name, _)| name).collect();
            let known = if known.is_empty() {
                tr!(rules_only_default)
            } else {
                tr!(rules_readings, labels = list(known))
            };
            return Err(OptionError::of_value(tr!(rules_unknown_reading, id, label), known));
        };
        // The file has the hook movers' second capture in words; for one piece it is a movement
        // text.
        let betza = if name == "edo" && betza.contains(' ') {
            piece.betza.replace("[HM]", "[HM2]").replace("[CA]", "[CA2]")
        } else {
            betza.to_owned()
        };
        self.readings[i] = (betza, Some(name.to_owned()));
        Ok(())
    }

    fn choose_sources(&mut self, name: &str) -> Result<(), OptionError> {
        let game = self.file.name.as_str();
        let Some(set) = source_sets(game).find(|set| set.name == name) else {
            let names = list(source_sets(game).map(|set| set.name));
            let help = tr!(rules_unknown_sources_help, names);
            return Err(OptionError::of_value(tr!(rules_unknown_sources, name), help));
        };
        for (option, value) in set.options {
            self.try_set(option, value)?;
        }
        for id in set.labelled {
            // A game that has the piece without this reading keeps its own reading.
            let pieces = &self.file.pieces;
            if self.index(id).is_some_and(|i| reading(&pieces[i], set.label).is_some()) {
                self.choose_piece(id, set.label)?;
            }
        }
        for (id, betza) in set.pieces {
            if let Some(i) = self.index(id) {
                self.readings[i] = ((*betza).to_owned(), Some(set.label.to_owned()));
            }
        }
        Ok(())
    }
}

/// The labels of a piece's other readings, with the readings.
fn readings(piece: &PieceEntry) -> impl Iterator<Item = (&str, &str)> {
    piece.alternatives.iter().filter_map(|(name, betza)| Some((name.as_str()?, betza.as_str()?)))
}

/// The reading of a piece with this label, or with this label as a part of its own: `SZ/SSZ`,
/// `western (TSA v1)`.
fn reading<'p>(piece: &'p PieceEntry, label: &str) -> Option<(&'p str, &'p str)> {
    readings(piece).find(|(name, _)| *name == label).or_else(|| {
        readings(piece).find(|(name, _)| {
            name.split(['/', '(']).next().is_some_and(|first| first.trim() == label)
                || name.split('/').any(|part| part.trim() == label)
        })
    })
}

/// Help for the name of an option that does not exist.
fn instead_of(name: &str) -> String {
    match name {
        "check" | "forcing" => tr!(rules_forcing_is_no_option),
        "attacker" | "allow" | "variant" => tr!(rules_beside_rules, name),
        _ => match closest(name, options::NAMES.iter().copied().chain(["sources"])) {
            Some(name) => tr!(text_similar, word = name),
            None => tr!(rules_options_known, names = list(options::NAMES)),
        },
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::options::HookAfterCapture;
    use crate::rules::{MovementAtom, builtin};

    /// The betza of a piece of maka dai dai under a source set.
    fn betza_of(set: &str, id: &str) -> String {
        let chosen = [("sources".to_owned(), set.to_owned())];
        let rules = builtin::rules("maka_dai_dai", &chosen).unwrap().unwrap();
        rules.spec(rules.kind(id).unwrap()).betza.clone()
    }

    #[test]
    fn source_sets_are_those_of_the_rules() {
        // RULES 10, first column of each row.
        let sz = [("Dv", "fFlWblF"), ("DS", "fFrWbrF"), ("+Ln", "NAD[aK][LD]")];
        let srz = [
            ("Dv", "WlF"),
            ("DS", "WrF"),
            ("Co", "fWbF"),
            ("RD", "FfW"),
            ("CC", "FbW"),
            ("OM", "FfW"),
            ("BB", "K"),
            ("W", "B3W"),
            ("SD", "B2"),
            ("SF", "fFrlR"),
            ("+RD", "frlRbWbF"),
            ("+CC", "B"),
            ("+EW", "fBrlbR"),
            ("+BB", "BrlR"),
            ("+AB", "fRfB"),
        ];
        let western = [("LD", "Q3"), ("+Dv", "Q"), ("Dn", "rlWfbD")];
        let revival = [
            ("BB", "FrlW"),
            ("+BB", "BrlR"),
            ("+Kr", "NAD[aK]"),
            ("+Ph", "Q"),
            ("+Ln", "NAD[aK][LD]"),
        ];
        let sets: [(&str, &[(&str, &str)]); 4] =
            [("sz", &sz), ("srz", &srz), ("western", &western), ("revival", &revival)];
        for (set, pieces) in sets {
            for (id, betza) in pieces {
                assert_eq!(betza_of(set, id), *betza, "{set} {id}");
            }
        }
    }

    #[test]
    fn the_reading_of_one_hook_mover_leaves_the_other_alone() {
        for (id, other) in [("HM", "Ca"), ("Ca", "HM")] {
            let chosen = [(format!("piece.{id}"), "edo".to_owned())];
            let rules = builtin::rules("maka_dai_dai", &chosen).unwrap().unwrap();
            let twice = |id: &str| {
                let spec = rules.spec(rules.kind(id).unwrap());
                let [MovementAtom::Hook { after_capture, .. }] = spec.atoms[..] else {
                    return false;
                };
                after_capture == HookAfterCapture::Yes
            };
            assert!(twice(id) && !twice(other), "{id}");
            assert_eq!(rules.options.hook_after_capture, HookAfterCapture::No, "{id}");
        }
    }

    #[test]
    fn a_set_leaves_alone_what_a_game_reads_only_one_way() {
        let chosen = [("sources".to_owned(), "srz".to_owned())];
        let dai = |chosen: &[(String, String)]| builtin::rules("dai", chosen).unwrap().unwrap();
        assert_eq!(dai(&chosen).kinds, dai(&[]).kinds);
    }
}
