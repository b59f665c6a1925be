//! The fixed suite: ids of problems in `problems/`. It ranges from easy to hard and covers every
//! game, mate and no mate, one royal and two. With one thread a problem takes from a millisecond to
//! 8 s, and the suite a minute. Enough problems of each sort take over a second, so that the
//! speed-up by threads can be measured.

use crate::io::problems::{LoadResult, ReadOptions, read_text};

/// A problem file, and the ids of its problems that belong to the suite.
struct Part {
    name: &'static str,
    text: &'static str,
    ids: &'static [&'static str],
}

/// Problems of the suite that are in one file.
macro_rules! part {
    ($file:literal, $($id:literal)*) => {
        Part {
            name: concat!("problems/", $file),
            text: include_str!(concat!("../../../problems/", $file)),
            ids: &[$($id),*],
        }
    };
}

const SUITE: &[Part] = &[
    part!("shogi/zukou.yaml", "zukou-022" "zukou-064" "zukou-046" "zukou-044" "zukou-010" "zukou-037"
        "zukou-079" "zukou-071" "zukou-083" "zukou-023" "zukou-049" "zukou-099" "zukou-100" "zukou-001"),
    part!("shogi/musou.yaml", "musou-071" "musou-021" "musou-016" "musou-035" "musou-014" "musou-075"
        "musou-070" "musou-045" "musou-010" "musou-052" "musou-012" "musou-067" "musou-037" "musou-100" "musou-001"
        "musou-048"),
    part!("shogi/small.yaml", "shogi-small-022" "shogi-small-032"),
    part!("minishogi/small.yaml", "minishogi-small-046" "minishogi-small-033"),
    part!("sho/mechanisms.yaml", "sho-prince-royal"),
    part!("chu/small.yaml", "chu-small-024"),
    part!("chu/zone_touch.yaml", "chu-zone-touch-003" "chu-zone-touch-018"),
    part!("chu/historic.yaml", "msm-d84-modern" "msm-c11-modern"),
    part!("chu/royal.yaml", "chu-royal-008" "chu-royal-003" "chu-royal-002" "chu-royal-005"),
    part!("dai/small.yaml", "dai-small-019" "dai-small-028" "dai-small-006"),
    part!("maka_dai_dai/small.yaml", "maka-small-011" "maka-small-020" "maka-small-003"),
    part!("maka_dai_dai/western.yaml", "maka-western-013"),
    part!("hishigata/small.yaml", "hishigata-small-015" "hishigata-small-008"),
    part!("hishigata/royal.yaml", "hishigata-royal-003"),
];

/// Problems of the suite.
pub fn items(options: &ReadOptions) -> Vec<LoadResult> {
    let mut items = Vec::new();
    for part in SUITE {
        items.extend(read_text(part.name, part.text, options).into_iter().filter(
            |item| match item {
                LoadResult::Problem(entry) => part.ids.contains(&entry.id.as_str()),
                LoadResult::Broken { .. } => true,
            },
        ));
    }
    items
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::builtin;
    use std::collections::BTreeSet;

    #[test]
    fn the_suite_is_whole_and_has_every_game_of_the_seeds() {
        let mut found = BTreeSet::new();
        let mut variants = BTreeSet::new();
        for item in items(&ReadOptions::default()) {
            let LoadResult::Problem(entry) = item else { panic!("{item:?}") };
            variants.insert(entry.problem.rules().name.clone());
            assert!(found.insert(entry.id.clone()), "{} twice", entry.id);
        }
        let named: BTreeSet<String> =
            SUITE.iter().flat_map(|part| part.ids).map(|id| (*id).to_owned()).collect();
        assert_eq!(found, named);
        // The first seven; the others came later, and the suite does not change.
        let seeds: BTreeSet<String> =
            builtin::VARIANTS.iter().take(7).map(|(name, _)| (*name).to_owned()).collect();
        assert_eq!(variants, seeds);
    }
}
