//! Names of pieces: ids, aliases, Japanese names and one-character names.

use crate::messages::tr;
use crate::rules::{Kind, PieceSpec, Rules, describe};

/// The kinds that `name` can mean: the kind with that id, in any case; if there is none, all kinds
/// with that alias; after `+` their promoted forms.
pub(super) fn kinds_called(rules: &Rules, name: &str) -> Vec<Kind> {
    if let Some(kind) = rules.kind(name) {
        return vec![kind];
    }
    let by_alias = |name: &str| -> Vec<Kind> {
        rules
            .iter()
            .filter(|(_, spec)| {
                spec.aliases.iter().any(|a| bare_alias(a).eq_ignore_ascii_case(name))
            })
            .map(|(kind, _)| kind)
            .collect()
    };
    let found = by_alias(name);
    match name.strip_prefix('+') {
        Some(base) if found.is_empty() => {
            by_alias(base).into_iter().filter_map(|kind| rules.spec(kind).promotes_to).collect()
        }
        _ => found,
    }
}

/// An alias without the remark on its origin: `I` for `I (lishogi)`.
fn bare_alias(alias: &str) -> &str {
    alias.split('(').next().unwrap_or_default().trim_end()
}

/// Letters that stand for pieces in the boards of other programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Letters {
    /// lishogi: one letter each, as `N` for the lion and `+O` for the promoted kirin of chu shogi.
    Lishogi,
    /// XBoard and its engines, such as HaChu: the same in chu shogi; in larger games a mark can
    /// follow a letter, as in `C'` and `L!`.
    XBoard,
}

impl Letters {
    /// Every program's.
    pub const ALL: [Letters; 2] = [Letters::Lishogi, Letters::XBoard];

    /// The program's name.
    pub fn name(self) -> &'static str {
        match self {
            Letters::Lishogi => "lishogi",
            Letters::XBoard => "XBoard",
        }
    }

    /// The remarks after an alias that make it such a letter, the most specific first.
    fn remarks(self) -> &'static [&'static str] {
        match self {
            Letters::Lishogi => &[" (lishogi)"],
            Letters::XBoard => &[" (XBoard)", " (lishogi)"],
        }
    }

    /// The letter of an unpromoted piece. An id of one letter stands for itself, if no alias says
    /// otherwise.
    fn of(self, spec: &PieceSpec) -> Option<&str> {
        let marked =
            |remark: &&str| spec.aliases.iter().find_map(|alias| alias.strip_suffix(*remark));
        self.remarks().iter().find_map(marked).or((spec.id.len() == 1).then_some(&spec.id))
    }

    /// The text of a kind, with `+` before the letter of a promoted one. `None` if the program has
    /// no letter for it.
    pub fn text(self, rules: &Rules, kind: Kind) -> Option<String> {
        let spec = rules.spec(kind);
        let letter = self.of(rules.spec(spec.base))?;
        Some(if spec.base == kind { letter.to_owned() } else { format!("+{letter}") })
    }

    /// The kind that a text means, in any case.
    pub(super) fn kind(self, rules: &Rules, text: &str) -> Option<Kind> {
        let bare = text.strip_prefix('+').unwrap_or(text);
        let is_meant = |kind: &Kind| {
            let spec = rules.spec(*kind);
            spec.base == *kind && self.of(spec).is_some_and(|it| it.eq_ignore_ascii_case(bare))
        };
        let kind = rules.iter().map(|(kind, _)| kind).find(is_meant)?;
        if bare.len() == text.len() { Some(kind) } else { rules.spec(kind).promotes_to }
    }
}

/// The kinds that a Japanese name can mean; `+` before it means the promoted form.
///
/// In standard shogi, the names of records and boards (`銀`, `竜`, `成香`); in every game, the
/// piece's Japanese name or its beginning. A name that promoted pieces share with an unpromoted one
/// means the latter: `獅子` is the lion, `+麒麟` the promoted kirin.
pub(super) fn in_japanese(rules: &Rules, name: &str) -> Vec<Kind> {
    if let Some(base) = name.strip_prefix('+') {
        return in_japanese(rules, base)
            .into_iter()
            .filter_map(|kind| rules.spec(kind).promotes_to)
            .collect();
    }
    if has_characters(rules) {
        let in_record = super::kanji::piece_at(rules, name).filter(|(_, len)| *len == name.len());
        let drawn = |kind| character(rules, kind).is_some_and(|c| name.chars().eq([c]));
        let mut kinds = rules.iter().map(|(kind, _)| kind);
        if let Some(kind) = in_record.map(|(kind, _)| kind).or_else(|| kinds.find(|k| drawn(*k))) {
            return vec![kind];
        }
    }
    let called = |fits: &dyn Fn(&str) -> bool| -> Vec<Kind> {
        let is_so = |kanji: &String| kanji.split('/').any(fits);
        let mut kinds: Vec<Kind> =
            rules.iter().filter(|(_, spec)| is_so(&spec.kanji)).map(|(kind, _)| kind).collect();
        let is_unpromoted = |kind: &Kind| !rules.spec(*kind).is_promoted();
        if kinds.iter().filter(|kind| is_unpromoted(kind)).count() == 1 {
            kinds.retain(is_unpromoted);
        }
        kinds
    };
    let whole = called(&|kanji| kanji == name);
    if whole.is_empty() && !name.is_empty() {
        return called(&|kanji| kanji.starts_with(name));
    }
    whole
}

/// Name of a piece on boards in Japanese; [`in_japanese`] reads it back. One character in standard
/// shogi and its small variants; in other games the first two characters of the Japanese name, or
/// `+` and the name of the unpromoted piece if another piece has the name. `None` if the rule file
/// gives no such name.
pub(super) fn on_board(rules: &Rules, kind: Kind) -> Option<String> {
    if has_characters(rules) {
        return character(rules, kind).map(String::from);
    }
    let own = |kind: Kind| -> Option<String> {
        let kanji = rules.spec(kind).kanji.split('/').next()?;
        let name: String = kanji.chars().take(2).collect();
        (!name.is_empty() && name.chars().all(|c| !c.is_ascii() && !c.is_whitespace()))
            .then_some(name)
    };
    let base = rules.spec(kind).base;
    let promoted = || Some(format!("+{}", own(base)?));
    let is_clear = |name: &String| in_japanese(rules, name) == [kind];
    own(kind).filter(is_clear).or_else(|| promoted().filter(is_clear))
}

/// Help for the name of a piece that the game does not have. `write` spells an id in the notation
/// of the text.
pub(super) fn instead_of(rules: &Rules, name: &str, write: impl Fn(&str) -> String) -> String {
    if let [kind] = kinds_called(rules, name)[..] {
        let spec = rules.spec(kind);
        let piece = describe::piece_name(spec);
        return tr!(notation_written_here, piece, id = write(&spec.id));
    }
    match name.strip_prefix('+').and_then(|base| rules.kind(base)) {
        Some(base) => {
            let piece = describe::piece_name(rules.spec(base));
            tr!(notation_no_promoted_form, piece, game = describe::game_name(rules))
        }
        None => tr!(notation_list_of_pieces, game = rules.name.as_str()),
    }
}

/// One-character names of pieces: id, Japanese name, character.
const CHARACTERS: [(&str, &str, char); 16] = [
    ("K", "玉将/王将", '玉'),
    ("R", "飛車", '飛'),
    ("B", "角行", '角'),
    ("G", "金将", '金'),
    ("S", "銀将", '銀'),
    ("N", "桂馬", '桂'),
    ("L", "香車", '香'),
    ("P", "歩兵", '歩'),
    ("+R", "龍王", '龍'),
    ("+B", "龍馬", '馬'),
    ("+S", "成銀", '全'),
    ("+N", "成桂", '圭'),
    ("+L", "成香", '杏'),
    ("+P", "と金", 'と'),
    ("DE", "酔象", '象'),
    ("+DE", "太子", '太'),
];

/// One-character Japanese name of a piece in standard shogi and its small variants: `玉`, `と`.
/// `None` for pieces of the large games.
pub fn character(rules: &Rules, kind: Kind) -> Option<char> {
    let spec = rules.spec(kind);
    CHARACTERS.iter().find(|(id, kanji, _)| *id == spec.id && *kanji == spec.kanji).map(|c| c.2)
}

/// True if every piece of the game has a [`character`]. Such boards can be drawn with characters.
pub fn has_characters(rules: &Rules) -> bool {
    rules.iter().all(|(kind, _)| character(rules, kind).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::builtin;

    fn called(game: &str, name: &str) -> Vec<String> {
        let rules = builtin::rules(game, &[]).unwrap().unwrap();
        kinds_called(&rules, name).into_iter().map(|kind| rules.spec(kind).id.clone()).collect()
    }

    #[test]
    fn ids_go_before_aliases_and_remarks_do_not_count() {
        assert_eq!(called("chu", "FK"), ["Q"]);
        assert_eq!(called("chu", "ln"), ["Ln"]);
        assert_eq!(called("chu", "N"), ["Ln"]);
        assert_eq!(called("chu", "HF"), ["+DH"]);
        assert_eq!(called("chu", "+Ky"), ["+Kr"]);
        assert_eq!(called("chu", "Zz"), [""; 0]);
        assert_eq!(called("maka_dai_dai", "CS"), ["CS"]);
        assert_eq!(called("maka_dai_dai", "E"), ["E"]);
    }

    #[test]
    fn names_on_boards_are_read_back_in_every_game() {
        for (game, _) in builtin::VARIANTS {
            let rules = builtin::rules(game, &[]).unwrap().unwrap();
            for (kind, spec) in rules.iter() {
                let name = on_board(&rules, kind).unwrap_or_else(|| panic!("{game}: {}", spec.id));
                assert_eq!(in_japanese(&rules, &name), [kind], "{game}: {name}");
            }
        }
    }

    #[test]
    fn promoted_pieces_with_the_name_of_another_piece_are_marked() {
        let rules = builtin::rules("chu", &[]).unwrap().unwrap();
        let named = |id: &str| on_board(&rules, rules.kind(id).unwrap()).unwrap();
        assert_eq!(
            ["Ln", "+Kr", "G", "+P", "DH", "+B", "+DH", "K"].map(named),
            ["獅子", "+麒麟", "金将", "+歩兵", "龍馬", "+角行", "角鷹", "玉将"]
        );
    }

    #[test]
    fn only_the_small_games_have_characters() {
        let small: Vec<&str> = builtin::VARIANTS
            .iter()
            .map(|(name, _)| *name)
            .filter(|name| has_characters(&builtin::rules(name, &[]).unwrap().unwrap()))
            .collect();
        assert_eq!(small, ["shogi", "minishogi", "sho", "judkins", "gorogoro"]);
    }
}
