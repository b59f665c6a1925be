//! The rules of a certificate's game as JSON. A certificate is complete: a reader needs no other
//! file.
//!
//! A built-in game is written as its name and the chosen options. The value of every option follows
//! as a cross-check. Any other game is written as a complete rule file, even if it has the name of a
//! built-in game.

use crate::messages::{json_error, tr};
use crate::rules::file::RuleFile;
use crate::rules::options::LATER;
use crate::rules::{Region, Royalty, Rules, builtin, compile, describe};
use serde_json::{Map, Value, json};

/// The game as the first line of a certificate describes it.
#[derive(Debug)]
pub(super) struct GameDescription {
    /// Name of the variant.
    pub variant: String,
    /// Chosen options in order; a later one overrides an earlier one.
    pub rules: Vec<(String, String)>,
    /// Every option with its value; of the [`LATER`] ones those that differ from the default.
    pub options: Map<String, Value>,
    /// The rule file, if the game is not built in.
    pub game: Option<Value>,
}

impl GameDescription {
    /// Describes a game.
    pub fn of(rules: &Rules) -> GameDescription {
        let settings = describe::settings(rules);
        let default = describe::defaults(rules);
        let options: Map<String, Value> = settings
            .into_iter()
            .zip(default)
            .filter(|(it, default)| !LATER.contains(&it.name) || it.value != default.value)
            .map(|(it, _)| (it.name.to_owned(), it.value.into()))
            .collect();
        let built_in =
            matches!(builtin::rules(&rules.name, &rules.changed), Some(Ok(same)) if same == *rules);
        let variant = rules.name.clone();
        if built_in {
            return GameDescription { variant, rules: rules.changed.clone(), options, game: None };
        }
        let chosen = rules.iter().filter_map(|(_, spec)| {
            spec.source.clone().map(|label| (format!("piece.{}", spec.id), label))
        });
        let game = Some(rule_file(rules, &options));
        GameDescription { variant, rules: chosen.collect(), options, game }
    }

    /// The rules that the description yields.
    ///
    /// # Errors
    /// The first mistake, with the key that has it.
    pub fn rules(&self) -> Result<Rules, GameError> {
        let wrong = |key: &str, message: String| GameError { key: key.to_owned(), message };
        let compiled = match &self.game {
            Some(game) => {
                let file: RuleFile = serde_json::from_value(game.clone()).map_err(|error| {
                    wrong("game", tr!(proof_game_no_rule_file, why = json_error(&error)))
                })?;
                if file.name != self.variant {
                    let message = tr!(proof_game_other_name, name = file.name.as_str());
                    return Err(wrong("variant", message));
                }
                compile::compile(&file, &self.rules)
            }
            None => builtin::rules(&self.variant, &self.rules).ok_or_else(|| {
                let message = tr!(proof_game_unknown, name = self.variant.as_str());
                wrong("variant", message)
            })?,
        };
        let rules = compiled.map_err(|complaints| {
            let first = complaints.first().map(ToString::to_string).unwrap_or_default();
            wrong(if self.game.is_some() { "game" } else { "rules" }, first)
        })?;
        let settings = describe::settings(&rules);
        for (setting, default) in settings.iter().zip(describe::defaults(&rules)) {
            let (name, value) = (setting.name, setting.value.as_str());
            match self.options.get(name).map(Value::as_str) {
                Some(Some(said)) if said == value => {}
                None if LATER.contains(&name) && default.value == value => {}
                Some(_) => {
                    return Err(wrong(name, tr!(proof_game_other_value, name, value)));
                }
                None => return Err(wrong("options", tr!(proof_game_missing_option, name))),
            }
        }
        let unknown = |name: &&String| settings.iter().all(|setting| setting.name != **name);
        match self.options.keys().find(unknown) {
            Some(name) => Err(wrong(name, tr!(rules_unknown_option, name = name.as_str()))),
            None => Ok(rules),
        }
    }
}

/// A mistake in the description of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct GameError {
    /// The key of the first line that has the mistake.
    pub key: String,
    /// One sentence that says what is wrong.
    pub message: String,
}

/// A rule file that compiles to the same game. It states each piece's current movement as the
/// default. A movement that was chosen by its label stays chosen by that label, because some options
/// (such as `teaching_king`) replace movements without a label.
fn rule_file(rules: &Rules, options: &Map<String, Value>) -> Value {
    let pieces: Vec<Value> = rules
        .kinds
        .iter()
        .map(|spec| {
            let mut piece = json!({"id": spec.id, "name": spec.name});
            let mut put = |key: &str, value: Value| piece[key] = value;
            if !spec.kanji.is_empty() {
                put("kanji", spec.kanji.clone().into());
            }
            if !spec.romaji.is_empty() {
                put("romaji", spec.romaji.clone().into());
            }
            if let Some(promoted) = spec.promotes_to {
                put("promotes_to", rules.spec(promoted).id.clone().into());
            }
            if !spec.promotion_choices.is_empty() {
                let ids = spec.promotion_choices.iter().map(|&kind| &rules.spec(kind).id);
                put("promotes_to_any", json!(ids.collect::<Vec<_>>()));
            }
            match spec.royalty {
                Royalty::None => {}
                Royalty::Potential => put("potentially_royal", true.into()),
                Royalty::Royal => put("royal", true.into()),
            }
            put("betza", spec.betza.clone().into());
            if spec.pawn != (spec.id == "P") {
                put("pawn", spec.pawn.into());
            }
            if let Some(Region { files, ranks }) = spec.region {
                put("region", json!({"files": files, "ranks": ranks}));
            }
            if spec.rank > 0 {
                put("rank", spec.rank.into());
            }
            if spec.burns {
                put("burns", true.into());
            }
            if let Some(label) = &spec.source {
                put("alternatives", json!({ label: spec.betza }));
            }
            if !spec.aliases.is_empty() {
                put("aliases", json!(spec.aliases));
            }
            piece
        })
        .collect();
    json!({
        "name": rules.name,
        "title": rules.title,
        "board": {"files": rules.board.files, "ranks": rules.board.ranks},
        "rules": options,
        "initial_sfen": rules.start,
        "pieces": pieces,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::compile::source_sets;

    fn chosen(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    }

    /// Compares everything that play depends on.
    fn assert_same_play(a: &Rules, b: &Rules) {
        assert_eq!(a.board, b.board);
        assert_eq!(a.options, b.options);
        assert_eq!(a.lanes, b.lanes);
        assert_eq!(a.kinds.len(), b.kinds.len());
        for (x, y) in a.kinds.iter().zip(&b.kinds) {
            assert_eq!(x.atoms, y.atoms, "{}", x.id);
            assert_eq!((x.promotes_to, x.base, x.royalty), (y.promotes_to, y.base, y.royalty));
            assert_eq!(x.promotion_choices, y.promotion_choices, "{}", x.id);
            assert_eq!((x.contagion, x.pawn, x.lion), (y.contagion, y.pawn, y.lion));
            assert_eq!((x.minor, x.lane, x.army), (y.minor, y.lane, y.army));
            assert_eq!(x.region, y.region, "{}", x.id);
        }
    }

    #[test]
    fn built_in_games_are_named() {
        for (name, _) in builtin::VARIANTS {
            let rules = builtin::rules(name, &[]).unwrap().unwrap();
            let game = GameDescription::of(&rules);
            assert!(game.game.is_none(), "{name}");
            assert_eq!(game.rules().unwrap(), rules);
        }
    }

    #[test]
    fn other_games_are_written_out() {
        let sets = source_sets("maka_dai_dai").map(|set| chosen(&[("sources", set.name)]));
        let more = [
            chosen(&[("piece.+Dv", "western")]),
            chosen(&[("piece.HM", "edo")]),
            chosen(&[("piece.+Dv", "TSA v2"), ("emperor", "lion_queen")]),
            chosen(&[("liondog", "triple_back"), ("contagion", "promoted_only")]),
        ];
        for chosen in sets.into_iter().chain(more) {
            let mut rules = builtin::rules("maka_dai_dai", &chosen).unwrap().unwrap();
            rules.name = "my_maka".to_owned();
            let game = GameDescription::of(&rules);
            assert!(game.game.is_some());
            assert_same_play(&game.rules().unwrap(), &rules);
        }
        for (name, _) in builtin::VARIANTS {
            let mut rules = builtin::rules(name, &[]).unwrap().unwrap();
            rules.name = "mine".to_owned();
            assert_same_play(&GameDescription::of(&rules).rules().unwrap(), &rules);
        }
    }

    #[test]
    fn a_changed_game_is_not_taken_for_the_built_in_one() {
        let mut rules = builtin::rules("shogi", &[]).unwrap().unwrap();
        rules.options.nifu = 0;
        let game = GameDescription::of(&rules);
        assert!(game.game.is_some());
        assert_eq!(game.rules().unwrap().options.nifu, 0);
    }

    #[test]
    fn an_option_that_disagrees_is_named() {
        let rules = builtin::rules("shogi", &[]).unwrap().unwrap();
        let mut game = GameDescription::of(&rules);
        game.options.insert("nifu".to_owned(), "false".into());
        assert_eq!(game.rules().unwrap_err().key, "nifu");
        game.options.insert("nifu".to_owned(), "true".into());
        game.options.insert("nifty".to_owned(), "true".into());
        assert_eq!(game.rules().unwrap_err().key, "nifty");
        game.options.shift_remove("nifty");
        assert!(game.rules().is_ok());
        game.options.shift_remove("nifu");
        assert_eq!(game.rules().unwrap_err().key, "options");
    }
}
