//! Games as the page shows them: pieces with names, options, outlines of characters.

use super::refusal::Refusal;
use super::request::GameChoice;
use super::{page_texts, problem_text};

use crate::io::problems::rule_file::RuleLibrary;
use crate::io::render::picture::{RED, board, glyphs};
use crate::notation::sfen;
use crate::position::Piece;
use crate::rules::describe::{self, Allowed};
use crate::rules::{Kind, PieceSpec, Royalty, Rules, Side, builtin};
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// A game in the list of games.
#[derive(Clone, Debug, Serialize)]
struct GameNote {
    name: &'static str,
    title: String,
    files: u8,
    ranks: u8,
    drops: bool,
}

/// A kind of piece.
#[derive(Clone, Debug, Serialize)]
struct KindView {
    id: String,
    /// Name in the page's language.
    name: String,
    /// Letters in SFEN, of black's piece.
    letters: String,
    /// Characters on the piece.
    face: String,
    /// True if the characters are red.
    red: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    promotes_to: Option<u8>,
    base: u8,
    royal: bool,
    /// Pieces at the start, by side.
    army: [u16; 2],
}

/// Answer to `games`.
pub(super) fn games(library: &RuleLibrary) -> Value {
    let note = |&(name, _): &(&'static str, &str)| {
        let rules = library.load(name, &[]).ok()?;
        Some(GameNote {
            name,
            title: describe::title(&rules).to_owned(),
            files: rules.board.files,
            ranks: rules.board.ranks,
            drops: rules.has_drops(),
        })
    };
    let games: Vec<GameNote> = builtin::VARIANTS.iter().filter_map(note).collect();
    json!({ "games": games, "version": env!("CARGO_PKG_VERSION") })
}

/// Answer to `game`.
pub(super) fn game(library: &RuleLibrary, choice: &GameChoice) -> Result<Value, Refusal> {
    let rules = problem_text::rules(library, choice)?;
    let kinds: Vec<KindView> = rules.iter().map(|(kind, spec)| view(&rules, kind, spec)).collect();
    let ranks: Vec<String> =
        (0..rules.board.ranks).map(|rank| board::rank_name(&rules, rank)).collect();
    let settings = describe::relevant_settings(&rules).into_iter().map(|setting| {
        let words = match &setting.allowed {
            Allowed::Words(words) => words.iter().map(|word| (*word).to_owned()).collect(),
            Allowed::UpTo(most) => (0..=*most).map(|number| number.to_string()).collect(),
            Allowed::Pieces => Vec::new(),
        };
        json!({
            "name": setting.name,
            "value": setting.value,
            "meaning": setting.meaning(),
            "allowed": words,
        })
    });
    let settings: Vec<Value> = settings.collect();
    let characters = kinds.iter().map(|kind| kind.face.as_str()).chain(ranks.iter().map(|r| &**r));
    Ok(json!({
        "name": rules.name,
        "title": describe::title(&rules),
        "files": rules.board.files,
        "ranks": rules.board.ranks,
        "drops": rules.has_drops(),
        "start": rules.start,
        "lanes": rules.lanes.iter().map(|kind| kind.0).collect::<Vec<_>>(),
        "kinds": kinds,
        "rankNames": ranks,
        "options": settings,
        "themes": page_texts::themes(),
        "glyphs": outlines(characters),
    }))
}

fn view(rules: &Rules, kind: Kind, spec: &PieceSpec) -> KindView {
    let (characters, color) = board::face(rules, kind);
    KindView {
        id: spec.id.clone(),
        name: describe::piece_name(spec).to_owned(),
        letters: sfen::piece_text(rules, Piece::new(kind, Side::Black)),
        face: characters.into_iter().collect(),
        red: color == RED,
        promotes_to: spec.promotes_to.map(|kind| kind.0),
        base: spec.base.0,
        royal: spec.royalty == Royalty::Royal,
        army: spec.army,
    }
}

/// Width and outline of each character.
fn outlines<'a>(texts: impl Iterator<Item = &'a str>) -> Map<String, Value> {
    let characters: BTreeSet<char> = texts.flat_map(str::chars).collect();
    let outline = |c: char| {
        let glyph = glyphs::glyph(c)?;
        Some((c.to_string(), json!([glyph.advance, glyph.outline])))
    };
    characters.into_iter().filter_map(outline).collect()
}
