//! The key that identifies a problem in results.

use crate::io::problems::rule_file::RuleLibrary;
use crate::notation::sfen;
use crate::position::Problem;
use crate::rules::{Rules, Side, builtin, describe};
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::sync::Arc;

/// `black` or `white`.
pub fn side_name(side: Side) -> &'static str {
    match side {
        Side::Black => "black",
        Side::White => "white",
    }
}

/// Key of a problem: the first 16 hexadecimal digits of a SHA-256 over game, rules, stipulation,
/// attacker and position in canonical form.
///
/// The effective rules are hashed. Therefore it does not matter how they were chosen, and a changed
/// rule file yields other keys. Options with their general default are omitted, so that a new
/// option changes no existing key.
pub fn key(problem: &Problem) -> String {
    ProblemKeyCache::default().of(problem)
}

/// Computes the keys of many problems. Formatting the rules takes longer than everything else, and
/// successive problems mostly share them.
#[derive(Debug, Default)]
pub struct ProblemKeyCache {
    /// Rules of the last problem, and the hash state after them.
    before: Option<(Arc<Rules>, Sha256)>,
}

impl ProblemKeyCache {
    /// The [`key`] of a problem.
    pub fn of(&mut self, problem: &Problem) -> String {
        let rules = problem.rules();
        let known = self.before.take().filter(|(before, _)| Arc::ptr_eq(before, rules));
        let (_, digest) = self.before.insert(known.unwrap_or_else(|| {
            (Arc::clone(rules), Sha256::new_with_prefix(canonical_rules(rules)))
        }));
        let rest = format!(
            "forcing {}\nattacker {}\nposition {}\n",
            problem.forcing().name(),
            side_name(problem.attacker()),
            sfen::write(rules, problem.position())
        );
        let digest = digest.clone().chain_update(rest).finalize();
        let first = digest.iter().take(8).fold(0, |number, &byte| number << 8 | u64::from(byte));
        format!("{first:016x}")
    }
}

fn canonical_rules(rules: &Rules) -> String {
    let mut text = format!("{} {}x{}\n", rules.name, rules.board.files, rules.board.ranks);
    for (name, value) in describe::beyond_defaults(rules) {
        let _ = writeln!(text, "{name}={value}");
    }
    for spec in &rules.kinds {
        let promoted = spec.promotes_to.map_or("", |kind| &rules.spec(kind).id);
        let _ = write!(text, "{} {} {promoted} {:?}", spec.id, spec.betza, spec.royalty);
        if spec.pawn != (spec.id == "P") {
            let _ = write!(text, " pawn {}", spec.pawn);
        }
        if let Some(region) = spec.region {
            let _ = write!(text, " {:?} {:?}", region.files, region.ranks);
        }
        for &kind in &spec.promotion_choices {
            let _ = write!(text, " or {}", rules.spec(kind).id);
        }
        if spec.rank > 0 {
            let _ = write!(text, " rank {}", spec.rank);
        }
        text.push_str(if spec.burns { " burns\n" } else { "\n" });
    }
    text
}

/// Rules of the built-in game `name` with these options; `None` if there are none. The library
/// caches them.
pub fn built_in(
    library: &RuleLibrary,
    name: &str,
    chosen: &[(String, String)],
) -> Option<Arc<Rules>> {
    builtin::text(name).and_then(|_| library.load(name, chosen).ok())
}

/// True if the rules are not those of a built-in game with the same name. A user's file may have
/// the name of a built-in game.
pub fn has_own_rules(library: &RuleLibrary, rules: &Rules) -> bool {
    builtin::text(&rules.name).is_none()
        || built_in(library, &rules.name, &rules.changed).is_none_or(|known| *known != *rules)
}

/// Options in which `rules` differ from `plain`, the variant's own rules, in the form of the JSON
/// lines. If `plain` is unknown, all chosen options.
pub fn changed_rules(
    rules: &Rules,
    plain: Option<&Rules>,
) -> serde_json::Map<String, serde_json::Value> {
    let is_its =
        |plain: &&Rules| plain.name == rules.name && plain.kinds.len() == rules.kinds.len();
    let Some(plain) = plain.filter(is_its) else {
        let chosen = rules.changed.iter().cloned();
        return chosen.map(|(name, value)| (name, value.into())).collect();
    };
    let options = describe::differences(rules, plain);
    let pieces = rules.kinds.iter().zip(&plain.kinds).filter_map(|(ours, theirs)| {
        let label = ours.source.as_ref().filter(|_| ours.source != theirs.source)?;
        Some((format!("piece.{}", ours.id), label.clone().into()))
    });
    options.into_iter().map(|(name, value)| (name.to_owned(), value.into())).chain(pieces).collect()
}
