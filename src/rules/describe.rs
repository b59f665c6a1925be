//! Describes rules for people: options with their allowed values, movements with arrows.

use super::options::{
    self, Burning, CapturePromotion, Contagion, Deferral, Emperor, EmperorGuard, ForcedPromotion,
    FuriousFiend, HookAfterCapture, KingSafety, LionDog, LionTrade, NAMES, Options, Promotion,
    RangeJump, TeachingKing,
};
use super::{Dir, MovementAtom, Only, PieceSpec, Region, Rules, Side};
use crate::messages::{Language, language, list, remarks, tr};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// An option of a game with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// Its name.
    pub name: &'static str,
    /// Its value, as it is written.
    pub value: String,
    /// The allowed values.
    pub allowed: Allowed,
}

impl Setting {
    /// What the option decides.
    pub fn meaning(&self) -> String {
        options::meaning(self.name)
    }
}

/// The allowed values of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Allowed {
    /// One of these words.
    Words(Vec<&'static str>),
    /// A number from 0 to this one.
    UpTo(u8),
    /// Ids of pieces with commas between them, or `none`.
    Pieces,
}

impl std::fmt::Display for Allowed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Allowed::Words(words) => f.write_str(&list(words)),
            Allowed::UpTo(most) => f.write_str(&tr!(rules_allowed_numbers, most = *most)),
            Allowed::Pieces => f.write_str(&tr!(rules_allowed_pieces)),
        }
    }
}

/// Every option of a game, in the order of [`NAMES`].
pub fn settings(rules: &Rules) -> Vec<Setting> {
    settings_of(rules, &rules.options)
}

/// The options that can matter in a game: those about pieces and mechanisms that it has.
pub fn relevant_settings(rules: &Rules) -> Vec<Setting> {
    let mut settings = settings(rules);
    settings.retain(|setting| can_matter(rules, setting.name));
    settings
}

/// False if an option is about pieces that the game does not have.
fn can_matter(rules: &Rules, option: &str) -> bool {
    let has = |id: &str| rules.kind(id).is_some();
    let moves = |test: fn(&MovementAtom) -> bool| {
        rules.kinds.iter().any(|spec| spec.atoms.iter().any(test))
    };
    match option {
        "liondog" | "liondog_pass" => {
            has("LD") || moves(|atom| matches!(atom, MovementAtom::LionDog { .. }))
        }
        "teaching_king" => has("+Dv"),
        "furious_fiend" => has("+Ln"),
        "emperor" | "emperor_guard" => {
            has("+K") || moves(|atom| matches!(atom, MovementAtom::Emperor))
        }
        "hook_after_capture" => {
            moves(|atom| matches!(atom, MovementAtom::Hook { forward: false, .. }))
        }
        "contagion" => rules.kinds.iter().any(|spec| spec.contagion.is_some()),
        "lion_trade" => rules.kinds.iter().any(|spec| spec.lion),
        "burning" => rules.has_burners,
        "range_jump" => moves(|atom| matches!(atom, MovementAtom::RangeJump { .. })),
        "nifu" | "uchifuzume" => rules.kinds.iter().any(|spec| spec.pawn),
        "no_drop_mate" | "no_drop_check" | "dead_drops" | "drop_forms" => rules.has_drops(),
        "capture_promotion" => rules.options.promotion == Promotion::ByCapture,
        _ => true,
    }
}

fn settings_of(rules: &Rules, options: &Options) -> Vec<Setting> {
    NAMES
        .iter()
        .map(|&name| {
            let (value, allowed) = setting(rules, options, name);
            Setting { name, value, allowed }
        })
        .collect()
}

fn words<T>(values: &'static [(&'static str, T)]) -> Allowed {
    Allowed::Words(values.iter().map(|(word, _)| *word).collect())
}

fn setting(rules: &Rules, o: &Options, name: &str) -> (String, Allowed) {
    let flag = |value: bool| (value.to_string(), Allowed::Words(vec!["true", "false"]));
    let (value, allowed) = match name {
        "king_safety" => (o.king_safety.name(), words(KingSafety::VALUES)),
        "promotion" => (o.promotion.name(), words(Promotion::VALUES)),
        "forced_promotion" => (o.forced_promotion.name(), words(ForcedPromotion::VALUES)),
        "deferral" => (o.deferral.name(), words(Deferral::VALUES)),
        "capture_promotion" => (o.capture_promotion.name(), words(CapturePromotion::VALUES)),
        "contagion" => (o.contagion.name(), words(Contagion::VALUES)),
        "liondog" => (o.liondog.name(), words(LionDog::VALUES)),
        "teaching_king" => (o.teaching_king.name(), words(TeachingKing::VALUES)),
        "furious_fiend" => (o.furious_fiend.name(), words(FuriousFiend::VALUES)),
        "emperor" => (o.emperor.name(), words(Emperor::VALUES)),
        "emperor_guard" => (o.emperor_guard.name(), words(EmperorGuard::VALUES)),
        "lion_trade" => (o.lion_trade.name(), words(LionTrade::VALUES)),
        "stalemate" => (o.stalemate.name(), words(options::Stalemate::VALUES)),
        "facing_royals" => (o.facing_royals.name(), words(options::Facing::VALUES)),
        "drop_forms" => (o.drop_forms.name(), words(options::DropForms::VALUES)),
        "dead_drops" => return flag(o.dead_drops),
        "no_drop_mate" => return (pieces(rules, &o.no_drop_mate), Allowed::Pieces),
        "no_drop_check" => return (pieces(rules, &o.no_drop_check), Allowed::Pieces),
        "range_jump" => (o.range_jump.name(), words(RangeJump::VALUES)),
        "burning" => (o.burning.name(), words(Burning::VALUES)),
        "bare_king" => ("ignored", Allowed::Words(vec!["ignored"])),
        "liondog_pass" => return flag(o.liondog_pass),
        "hook_after_capture" => {
            (o.hook_after_capture.name(), words(options::HookAfterCapture::VALUES))
        }
        "drops" => return flag(o.drops),
        "nifu" => {
            let most = options::NIFU_VALUES[usize::from(o.nifu.min(options::MAX_NIFU))];
            return (most.to_owned(), Allowed::Words(options::NIFU_VALUES.to_vec()));
        }
        "uchifuzume" => return flag(o.uchifuzume),
        "zone" => return (o.zone.to_string(), Allowed::UpTo(rules.board.ranks)),
        "second_chance" => return (pieces(rules, &o.second_chance), Allowed::Pieces),
        _ => ("", Allowed::Words(Vec::new())),
    };
    (value.to_owned(), allowed)
}

fn pieces(rules: &Rules, kinds: &[super::Kind]) -> String {
    if kinds.is_empty() {
        return "none".to_owned();
    }
    let ids: Vec<&str> = kinds.iter().map(|&kind| rules.spec(kind).id.as_str()).collect();
    ids.join(",")
}

/// The options in which two readings of one game differ: name, and value in `rules`.
pub fn differences(rules: &Rules, from: &Rules) -> Vec<(&'static str, String)> {
    changed(settings(rules), settings(from))
}

/// The options that differ from those of a rule file that sets none: name and value.
pub fn beyond_defaults(rules: &Rules) -> Vec<(&'static str, String)> {
    changed(settings(rules), defaults(rules))
}

/// The options of a rule file that sets none, in the order of [`NAMES`].
pub fn defaults(rules: &Rules) -> Vec<Setting> {
    settings_of(rules, &Options::default())
}

fn changed(ours: Vec<Setting>, theirs: Vec<Setting>) -> Vec<(&'static str, String)> {
    ours.into_iter()
        .zip(theirs)
        .filter(|(ours, theirs)| ours.value != theirs.value)
        .map(|(ours, _)| (ours.name, ours.value))
        .collect()
}

/// Name of a side in texts: Black or White, 先手 or 後手.
pub fn side_name(side: Side) -> String {
    match side {
        Side::Black => tr!(rules_black),
        Side::White => tr!(rules_white),
    }
}

/// Title of a game.
pub fn title(rules: &Rules) -> &str {
    match language() {
        Language::Japanese if !rules.title_ja.is_empty() => &rules.title_ja,
        _ => &rules.title,
    }
}

/// Name of a game in texts: in English the name that files use.
pub fn game_name(rules: &Rules) -> &str {
    match language() {
        Language::Japanese if !rules.title_ja.is_empty() => &rules.title_ja,
        _ => &rules.name,
    }
}

/// Remarks on the sources of a game.
pub fn notes(rules: &Rules) -> &[String] {
    match language() {
        Language::Japanese if !rules.notes_ja.is_empty() => &rules.notes_ja,
        _ => &rules.notes,
    }
}

/// Name of a piece in texts: `gold general`, 金将.
pub fn piece_name(spec: &PieceSpec) -> &str {
    let kanji = spec.kanji.split('/').next().unwrap_or_default();
    if language() == Language::Japanese && !kanji.is_empty() { kanji } else { &spec.name }
}

/// Another reading of a piece's movement, as [`PieceSpec::alternatives`] has it: Betza notation, or
/// in English words for the second capture of a hook mover.
pub fn reading<'a>(spec: &PieceSpec, movement: &'a str) -> Cow<'a, str> {
    if language() == Language::English || !movement.contains(' ') {
        return Cow::from(movement);
    }
    Cow::from(spec.betza.replace("[HM]", "[HM2]").replace("[CA]", "[CA2]"))
}

fn arrow(dir: Dir) -> char {
    ['↑', '↗', '→', '↘', '↓', '↙', '←', '↖'][dir as usize]
}

fn arrows(dirs: &[Dir]) -> String {
    Dir::ALL.iter().filter(|dir| dirs.contains(dir)).map(|&dir| arrow(dir)).collect()
}

/// The ids of the kinds to which a piece can promote: `Q / R / B`.
pub fn promotion_choices(rules: &Rules, spec: &PieceSpec) -> String {
    let ids = spec.promotion_choices.iter().map(|&kind| rules.spec(kind).id.as_str());
    ids.collect::<Vec<_>>().join(" / ")
}

/// A movement as its owner sees it, ahead at the top: `slides ↑↓; steps ↖↗; leaps (-1,2)`. Leaps
/// are squares to the right and ahead. What another part of the movement includes is left out.
pub fn movement_in_words(atoms: &[MovementAtom]) -> String {
    let mut slides: BTreeMap<u8, Vec<Dir>> = BTreeMap::new();
    let mut leaps: Vec<String> = Vec::new();
    let mut lines: Vec<Dir> = Vec::new();
    let mut skips: BTreeMap<u8, Vec<Dir>> = BTreeMap::new();
    let (mut iguis, mut jumps): (Vec<Dir>, Vec<Dir>) = (Vec::new(), Vec::new());
    let mut parts: Vec<String> = Vec::new();
    let lion = atoms.iter().any(|movement| matches!(movement, MovementAtom::Lion { .. }));
    for movement in atoms {
        match *movement {
            MovementAtom::Slide { dir, range } => {
                let farther = |other: &MovementAtom| matches!(*other, MovementAtom::Slide { dir: d, range: r } if d == dir && r > range);
                if !atoms.iter().any(farther) {
                    slides.entry(range).or_default().push(dir);
                }
            }
            MovementAtom::Leap { right, forward }
                if lion && right.abs().max(forward.abs()) <= 2 => {}
            MovementAtom::Leap { right, forward } => leaps.push(format!("({right},{forward})")),
            MovementAtom::Stroke { .. } | MovementAtom::Jump { .. } | MovementAtom::Hop { .. } => {}
            MovementAtom::LameLeap { .. } => {}
            MovementAtom::LionLine { dir } => lines.push(dir),
            MovementAtom::Lion { steps: 2 } => {
                parts.push(tr!(rules_lion));
            }
            MovementAtom::Lion { .. } => {
                parts.push(tr!(rules_lion_of_three));
            }
            MovementAtom::LionDog { back: false } => {
                parts.push(tr!(rules_lion_dog));
            }
            MovementAtom::LionDog { back: true } => parts.push(tr!(rules_lion_dog_back)),
            MovementAtom::Hook { diagonal, forward: true, .. } => parts.push(match diagonal {
                false => tr!(rules_forward_hook_mover),
                true => tr!(rules_forward_capricorn),
            }),
            MovementAtom::Hook { diagonal, forward: false, after_capture } => {
                parts.push(match (diagonal, after_capture) {
                    (false, HookAfterCapture::No) => tr!(rules_hook_mover),
                    (false, HookAfterCapture::Yes) => tr!(rules_hook_mover_twice),
                    (false, HookAfterCapture::Only) => tr!(rules_capture_turn_lines),
                    (true, HookAfterCapture::No) => tr!(rules_capricorn),
                    (true, HookAfterCapture::Yes) => tr!(rules_capricorn_twice),
                    (true, HookAfterCapture::Only) => tr!(rules_capture_turn_diagonals),
                })
            }
            MovementAtom::Emperor => parts.push(tr!(rules_emperor)),
            MovementAtom::Area { steps } => parts.push(tr!(rules_area, steps)),
            MovementAtom::Skip { dir, range } => skips.entry(range).or_default().push(dir),
            MovementAtom::Igui { dir } => iguis.push(dir),
            MovementAtom::RangeJump { dir } => jumps.push(dir),
        }
    }
    if !lines.is_empty() {
        parts.push(tr!(rules_lion_on_lines, directions = arrows(&lines)));
    }
    for (range, dirs) in slides.iter().rev() {
        parts.push(match *range {
            MovementAtom::UNLIMITED => tr!(rules_slides, directions = arrows(dirs)),
            1 => tr!(rules_steps, directions = arrows(dirs)),
            squares => tr!(rules_short_slides, squares, directions = arrows(dirs)),
        });
    }
    for (range, dirs) in skips.iter().rev() {
        parts.push(match *range {
            MovementAtom::UNLIMITED => tr!(rules_skips, directions = arrows(dirs)),
            squares => tr!(rules_short_skips, squares, directions = arrows(dirs)),
        });
    }
    if !iguis.is_empty() {
        parts.push(tr!(rules_iguis, directions = arrows(&iguis)));
    }
    if !jumps.is_empty() {
        parts.push(tr!(rules_range_jumps, directions = arrows(&jumps)));
    }
    if !leaps.is_empty() {
        parts.push(tr!(rules_leaps, squares = leaps.join(" ")));
    }
    for only in [None, Some(Only::Move), Some(Only::Capture)] {
        let how = special_strokes(atoms, only);
        if !how.is_empty() {
            parts.push(match only {
                None => how.join(" "),
                Some(Only::Move) => tr!(rules_moves_only, how = how.join(" ")),
                Some(Only::Capture) => tr!(rules_captures_only, how = how.join(" ")),
            });
        }
    }
    remarks(parts)
}

/// Where a piece may go, if not everywhere.
pub fn region_in_words(spec: &PieceSpec) -> Option<String> {
    let Region { files: (first_file, last_file), ranks: (first_rank, last_rank) } = spec.region?;
    Some(tr!(rules_in_region, first_file, last_file, first_rank, last_rank))
}

/// The strokes, lame leaps and hops of a movement that are for one purpose.
fn special_strokes(atoms: &[MovementAtom], wanted: Option<Only>) -> Vec<String> {
    let mut parts = Vec::new();
    let mut lines: BTreeMap<(u8, u8), Vec<Dir>> = BTreeMap::new();
    let (mut leaps, mut lame) = (Vec::new(), Vec::new());
    for movement in atoms {
        match *movement {
            MovementAtom::Stroke { dir, range, only } if Some(only) == wanted => {
                lines.entry((0, range)).or_default().push(dir);
            }
            MovementAtom::Hop { dir, range, next, only } if only == wanted => {
                lines.entry((1 + u8::from(next), range)).or_default().push(dir);
            }
            MovementAtom::Jump { right, forward, only } if Some(only) == wanted => {
                leaps.push(format!("({right},{forward})"));
            }
            MovementAtom::LameLeap { right, forward, only } if only == wanted => {
                lame.push(format!("({right},{forward})"));
            }
            _ => {}
        }
    }
    for ((how, range), dirs) in lines {
        let directions = arrows(&dirs);
        parts.push(match (how, range) {
            (0, MovementAtom::UNLIMITED) => tr!(rules_slides, directions),
            (0, 1) => tr!(rules_steps, directions),
            (0, squares) => tr!(rules_short_slides, squares, directions),
            (1, MovementAtom::UNLIMITED) => tr!(rules_hops, directions),
            (1, squares) => tr!(rules_short_hops, squares, directions),
            _ => tr!(rules_hops_next, directions),
        });
    }
    if !leaps.is_empty() {
        parts.push(tr!(rules_leaps, squares = leaps.join(" ")));
    }
    if !lame.is_empty() {
        parts.push(tr!(rules_lame_leaps, squares = lame.join(" ")));
    }
    parts
}

/// What a piece does beside its movement: it burns, or has a rank for jumping captures.
pub fn powers_in_words(spec: &PieceSpec) -> Vec<String> {
    let burns = spec.burns.then(|| tr!(rules_burns));
    let rank = (spec.rank > 0).then(|| tr!(rules_rank, rank = spec.rank));
    burns.into_iter().chain(rank).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::builtin;

    fn game(name: &str, chosen: &[(&str, &str)]) -> Rules {
        let chosen: Vec<(String, String)> =
            chosen.iter().map(|(n, v)| ((*n).to_owned(), (*v).to_owned())).collect();
        builtin::rules(name, &chosen).unwrap().unwrap()
    }

    #[test]
    fn every_listed_value_is_accepted_and_shown_again() {
        let mut differ = 0;
        for (name, _) in builtin::VARIANTS {
            let plain = game(name, &[]);
            for setting in settings(&plain) {
                let values: Vec<String> = match &setting.allowed {
                    Allowed::Words(words) => words.iter().map(|w| (*w).to_owned()).collect(),
                    Allowed::UpTo(most) => vec!["0".to_owned(), most.to_string()],
                    Allowed::Pieces => vec!["none".to_owned(), plain.kinds[1].id.clone()],
                };
                assert!(!values.is_empty() && !setting.value.is_empty(), "{}", setting.name);
                for value in values {
                    let rules =
                        match builtin::rules(name, &[(setting.name.to_owned(), value.clone())]) {
                            Some(Ok(rules)) => rules,
                            // Hands are too small for the large games. No elephant turns over into
                            // a prince, and royals may face an emperor.
                            Some(Err(_))
                                if matches!(
                                    setting.name,
                                    "drops" | "promotion" | "facing_royals" | "lion_trade"
                                ) =>
                            {
                                continue;
                            }
                            other => panic!("{name} {} {value}: {other:?}", setting.name),
                        };
                    let found = settings(&rules);
                    let shown = found.iter().find(|s| s.name == setting.name).unwrap();
                    assert_eq!(shown.value, value);
                    let changed = differences(&rules, &plain);
                    if value == setting.value {
                        assert_eq!(changed, []);
                    } else {
                        assert_eq!(changed, [(setting.name, value)]);
                        differ += 1;
                    }
                }
            }
        }
        assert!(differ > 100);
    }

    #[test]
    fn movements_read_like_the_tables_of_the_rules() {
        let shogi = game("shogi", &[]);
        let words =
            |rules: &Rules, id: &str| movement_in_words(&rules.spec(rules.kind(id).unwrap()).atoms);
        assert_eq!(words(&shogi, "G"), "steps ↑↗→↓←↖");
        assert_eq!(words(&shogi, "+R"), "slides ↑→↓←; steps ↗↘↙↖");
        assert_eq!(words(&shogi, "N"), "leaps (-1,2) (1,2)");
        let maka = game("maka_dai_dai", &[]);
        assert_eq!(words(&maka, "OR"), "up to 2 squares ↗↓↖");
        assert_eq!(words(&maka, "HM"), "hook mover: rook lines with one turn");
        assert_eq!(words(&maka, "SM"), "slides →←; steps ↑↓");
        assert!(words(&maka, "Ln").starts_with("lion: ") && !words(&maka, "Ln").contains('('));
        let chu = game("chu", &[]);
        assert_eq!(words(&chu, "+DH"), "lion on the line ↑; slides ↗→↘↓↙←↖; leaps (0,2)");
    }
}
