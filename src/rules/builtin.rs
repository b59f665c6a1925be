//! The games that are part of the program.

use super::Rules;
use super::compile::compile;
use super::file::RuleFile;
use crate::text::{DocumentError, yaml};
use serde::Deserialize;
use std::sync::LazyLock;

/// Name and rule file of every built-in game, in the order of listings.
pub const VARIANTS: [(&str, &str); 21] = [
    ("shogi", include_str!("../variants/shogi.yaml")),
    ("minishogi", include_str!("../variants/minishogi.yaml")),
    ("sho", include_str!("../variants/sho.yaml")),
    ("chu", include_str!("../variants/chu.yaml")),
    ("dai", include_str!("../variants/dai.yaml")),
    ("maka_dai_dai", include_str!("../variants/maka_dai_dai.yaml")),
    ("hishigata", include_str!("../variants/hishigata.yaml")),
    ("tori", include_str!("../variants/tori.yaml")),
    ("okisaki", include_str!("../variants/okisaki.yaml")),
    ("judkins", include_str!("../variants/judkins.yaml")),
    ("kyoto", include_str!("../variants/kyoto.yaml")),
    ("micro", include_str!("../variants/micro.yaml")),
    ("gorogoro", include_str!("../variants/gorogoro.yaml")),
    ("dobutsu", include_str!("../variants/dobutsu.yaml")),
    ("yari", include_str!("../variants/yari.yaml")),
    ("wa", include_str!("../variants/wa.yaml")),
    ("cannon", include_str!("../variants/cannon.yaml")),
    ("xiangqi", include_str!("../variants/xiangqi.yaml")),
    ("tenjiku", include_str!("../variants/tenjiku.yaml")),
    ("dai_dai", include_str!("../variants/dai_dai.yaml")),
    ("tai", include_str!("../variants/tai.yaml")),
];

/// Text of a built-in game's rule file. `standard` is another name of `shogi`.
pub fn text(name: &str) -> Option<&'static str> {
    let name = if name == "standard" { "shogi" } else { name };
    VARIANTS.iter().find(|(variant, _)| *variant == name).map(|(_, text)| *text)
}

/// Names of the built-in games whose board has this size.
pub fn games_on(files: usize, ranks: usize) -> Vec<&'static str> {
    static SIZES: LazyLock<Vec<(&str, usize, usize)>> = LazyLock::new(|| {
        let size = |&(name, text): &(&'static str, &str)| {
            let board = rule_file(text).board;
            (name, usize::from(board.files), usize::from(board.ranks))
        };
        VARIANTS.iter().map(size).collect()
    });
    let on_it = SIZES.iter().filter(|(_, of_game, high)| (*of_game, *high) == (files, ranks));
    on_it.map(|(name, ..)| *name).collect()
}

/// A built-in rule file as data.
fn rule_file(text: &str) -> RuleFile {
    let tree = yaml::parse(text);
    let root = tree.documents.first().expect("a built-in rule file has a document");
    RuleFile::deserialize(root).expect("a built-in rule file is well formed")
}

/// Rules of a built-in game with the chosen options; `None` if there is no such game.
///
/// # Errors
/// All mistakes in the options.
///
/// ```
/// use tsume::rules::builtin;
/// let rules = builtin::rules("minishogi", &[]).unwrap().unwrap();
/// assert_eq!((rules.board.files, rules.has_drops()), (5, true));
/// ```
pub fn rules(name: &str, chosen: &[(String, String)]) -> Option<Result<Rules, Vec<DocumentError>>> {
    Some(compile(&rule_file(text(name)?), chosen))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_built_in_game_compiles_under_its_name() {
        for (name, _) in VARIANTS {
            let rules =
                rules(name, &[]).unwrap().unwrap_or_else(|errors| panic!("{name}: {errors:?}"));
            assert_eq!(rules.name, name);
        }
    }

    #[test]
    fn every_source_set_applies_to_maka_dai_dai() {
        for set in super::super::compile::source_sets("maka_dai_dai") {
            let chosen = [("sources".to_owned(), set.name.to_owned())];
            assert!(rules("maka_dai_dai", &chosen).unwrap().is_ok(), "{}", set.name);
        }
    }

    #[test]
    fn devas_dark_spirits_and_side_chariots_favour_a_side() {
        let rules = rules("maka_dai_dai", &[]).unwrap().unwrap();
        let all = rules.iter().filter(|&(kind, _)| rules.is_lopsided(kind));
        let ids: Vec<&str> = all.map(|(_, spec)| spec.id.as_str()).collect();
        assert_eq!(ids, ["Dv", "DS", "LC", "RC"]);
    }
}
