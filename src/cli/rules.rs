//! `tsume rules`: lists the games, or describes one of them piece by piece.

use super::common::OutputFormat;
use super::streams::{BOLD, DIM, RESET};
use super::{Failure, Status, StdStreams};
use crate::cli::common;
use crate::io::problems::rule_file::RuleLibrary;
use crate::io::render::game_page::game_page;
use crate::io::results::{changed_rules, json_line};
use crate::messages::{Language, language, list, remarks, tr};
use crate::notation::{sfen, terminal};
use crate::rules::compile::source_sets;
use crate::rules::describe::{self, Allowed};
use crate::rules::{PieceSpec, Region, Royalty, Rules, builtin};
use crate::text::columns;
use crate::text::escape::escape_line;
use serde_json::{Map, Value, json};
use std::fmt::Write;

/// Arguments of `tsume rules`.
#[derive(Debug, clap::Args)]
#[command(after_help = tr!(help_rules_examples), about = tr!(help_rules), long_about = None)]
pub struct Args {
    #[arg(value_name = "V", value_parser = common::SuggestedValues(common::games),
          help = tr!(help_rules_variant))]
    variant: Option<String>,
    #[arg(long = "rule", value_name = "NAME=VALUE", hide_possible_values = true,
          value_parser = common::SuggestedValues(common::options), help = tr!(help_rules_rules))]
    rules: Vec<String>,
    #[arg(long, value_enum, default_value_t = OutputFormat::Text, help = tr!(help_format))]
    format: OutputFormat,
    #[arg(long, requires = "variant", conflicts_with = "format", help = tr!(help_rules_html))]
    html: bool,
}

pub fn run(args: &Args, streams: &mut StdStreams) -> Result<Status, Failure> {
    let library = RuleLibrary::default();
    let Some(variant) = &args.variant else {
        for (name, _) in builtin::VARIANTS {
            let rules = library.load(name, &[])?;
            streams.print(&summary(&rules, args.format))?;
        }
        return Ok(Status::default());
    };
    let game = common::GameArgs { variant: variant.clone(), rules: args.rules.clone() };
    let rules = game.load(&library)?;
    if args.html {
        streams.print(&game_page(&rules))?;
        return Ok(Status::default());
    }
    let plain = library.load(variant, &[])?;
    let sets = changing_sets(&library, variant, &plain);
    let text = match args.format {
        OutputFormat::Text => describe_text(&rules, &sets),
        OutputFormat::Json => format!("{}\n", json_line(&describe_json(&rules, &plain, &sets))),
    };
    streams.print(&text)?;
    Ok(Status::default())
}

fn summary(rules: &Rules, format: OutputFormat) -> String {
    let Rules { name, board, kinds, .. } = rules;
    let title = describe::title(rules);
    match format {
        OutputFormat::Text => format!(
            "{BOLD}{name:<13}{RESET} {:>2}x{:<2}  {}  {title}\n",
            board.files,
            board.ranks,
            kinds_text(rules),
        ),
        OutputFormat::Json => format!(
            "{}\n",
            json_line(&json!({
                "variant": name,
                "title": title,
                "files": board.files,
                "ranks": board.ranks,
                "kinds": kinds.len(),
                "drops": rules.has_drops(),
            }))
        ),
    }
}

/// Number of kinds, and whether there are drops, in a column of the list.
fn kinds_text(rules: &Rules) -> String {
    let kinds = format!("{:>2}", rules.kinds.len());
    let text = match rules.has_drops() {
        true => tr!(rules_list_drops, kinds = kinds.as_str()),
        false => tr!(rules_list_no_drops, kinds = kinds.as_str()),
    };
    columns::left(&text, columns::widest([tr!(rules_list_drops, kinds = kinds.as_str())]))
}

/// Changes that a named set of sources makes in this game.
struct SourceSet {
    name: &'static str,
    changes: Map<String, Value>,
}

fn changing_sets(library: &RuleLibrary, variant: &str, plain: &Rules) -> Vec<SourceSet> {
    source_sets(&plain.name)
        .filter_map(|set| {
            let chosen = [("sources".to_owned(), set.name.to_owned())];
            let rules = library.load(variant, &chosen).ok()?;
            Some(SourceSet { name: set.name, changes: changed_rules(&rules, Some(plain)) })
        })
        .filter(|set| !set.changes.is_empty())
        .collect()
}

/// The rules with their texts escaped, because a user's rule file may hold control characters.
fn seen(rules: &Rules) -> Rules {
    let clean = |text: &mut String| *text = escape_line(text).into_owned();
    let mut seen = rules.clone();
    clean(&mut seen.title);
    clean(&mut seen.title_ja);
    seen.notes.iter_mut().chain(&mut seen.notes_ja).for_each(clean);
    for spec in &mut seen.kinds {
        [&mut spec.name, &mut spec.kanji, &mut spec.romaji].into_iter().for_each(clean);
        spec.aliases.iter_mut().chain(&mut spec.source).for_each(clean);
        for (label, _) in &mut spec.alternatives {
            clean(label);
        }
    }
    seen
}

fn describe_text(rules: &Rules, sets: &[SourceSet]) -> String {
    let rules = &seen(rules);
    let mut out = format!("{BOLD}{}{RESET}  {}\n", rules, describe::title(rules));
    let (files, ranks) = (rules.board.files, rules.board.ranks);
    let _ = writeln!(out, "{}\n", tr!(rules_board, files, ranks));
    options_text(&mut out, rules);
    pieces_text(&mut out, rules);
    if !sets.is_empty() {
        let _ = writeln!(out, "{BOLD}{}{RESET} (--rule sources=SET)", tr!(rules_heading_sources));
        for set in sets {
            let changes: Vec<String> = set
                .changes
                .iter()
                .map(|(name, value)| format!("{name}={}", value.as_str().unwrap_or_default()))
                .collect();
            let _ = writeln!(out, "  {BOLD}{}{RESET}  {}", set.name, changes.join(" "));
        }
        out.push('\n');
    }
    let _ = writeln!(out, "{BOLD}{}{RESET}\n  {}", tr!(rules_heading_start), rules.start);
    if let Ok(position) = sfen::parse(rules, &rules.start) {
        let look = terminal::BoardStyle { color: true, ..terminal::BoardStyle::default() };
        out.push_str(&terminal::show(rules, &position, look));
    }
    if !rules.notes.is_empty() {
        let _ = writeln!(out, "\n{BOLD}{}{RESET}", tr!(rules_heading_notes));
        for note in describe::notes(rules) {
            let _ = writeln!(out, "  {note}");
        }
    }
    out
}

fn options_text(out: &mut String, rules: &Rules) {
    let _ = writeln!(out, "{BOLD}{}{RESET} (--rule NAME=VALUE)", tr!(rules_heading_options));
    let settings = describe::relevant_settings(rules);
    let name_width = settings.iter().map(|s| s.name.len()).max().unwrap_or(0);
    let value_width = settings.iter().map(|s| s.value.len()).max().unwrap_or(0);
    for setting in settings {
        let _ = writeln!(
            out,
            "  {BOLD}{:name_width$}{RESET}  {:value_width$}  {}",
            setting.name,
            setting.value,
            setting.meaning()
        );
        let _ = writeln!(out, "  {:name_width$}  {DIM}{}{RESET}", "", setting.allowed);
    }
    out.push('\n');
}

/// Table of the pieces, with other readings on lines of their own.
fn pieces_text(out: &mut String, rules: &Rules) {
    let _ = writeln!(
        out,
        "{}\n{}",
        tr!(rules_pieces, bold = BOLD, plain = RESET),
        tr!(rules_pieces_readings),
    );
    let rows: Vec<(Vec<String>, String)> =
        rules.kinds.iter().map(|spec| row(rules, spec)).collect();
    let width = |i: usize| columns::widest(rows.iter().map(|(cells, _)| &cells[i]));
    let widths: Vec<usize> =
        (0..rows.first().map_or(0, |(cells, _)| cells.len())).map(width).collect();
    for ((cells, rest), spec) in rows.iter().zip(&rules.kinds) {
        for (cell, width) in cells.iter().zip(&widths) {
            let _ = write!(out, "  {}", columns::left(cell, *width));
        }
        let _ = writeln!(out, "  {rest}");
        for (label, movement) in &spec.alternatives {
            let indent = " ".repeat(widths[0]);
            let movement = describe::reading(spec, movement);
            let text = tr!(rules_other_reading, label = label.as_str(), movement);
            let _ = writeln!(out, "  {indent}  {DIM}{text}{RESET}");
        }
    }
    out.push('\n');
}

/// Cells of the table (id, names, movement), and the remarks after them.
fn row(rules: &Rules, spec: &PieceSpec) -> (Vec<String>, String) {
    let mut more = vec![describe::movement_in_words(&spec.atoms)];
    more.extend(describe::region_in_words(spec));
    more.extend(describe::powers_in_words(spec));
    more.extend(
        spec.promotes_to.map(|kind| tr!(rules_promotes_to, id = rules.spec(kind).id.as_str())),
    );
    if !spec.promotion_choices.is_empty() {
        more.push(tr!(rules_promotes_to, id = describe::promotion_choices(rules, spec)));
    }
    match spec.royalty {
        Royalty::None => {}
        Royalty::Potential => more.push(tr!(rules_promotes_to_royal)),
        Royalty::Royal => more.push(tr!(rules_royal)),
    }
    more.extend(spec.source.as_ref().map(|label| tr!(rules_source, label = label.as_str())));
    if !spec.aliases.is_empty() {
        more.push(tr!(rules_aliases, ids = list(&spec.aliases)));
    }
    let cells = match language() {
        Language::English => {
            let japanese = format!("{} {}", spec.kanji, spec.romaji).trim().to_owned();
            vec![spec.id.clone(), spec.name.clone(), japanese, spec.betza.clone()]
        }
        Language::Japanese => {
            let name = if spec.kanji.is_empty() { &spec.name } else { &spec.kanji };
            vec![spec.id.clone(), name.clone(), spec.betza.clone()]
        }
    };
    (cells, remarks(more))
}

fn describe_json(rules: &Rules, plain: &Rules, sets: &[SourceSet]) -> Value {
    let options: Vec<Value> = describe::relevant_settings(rules)
        .into_iter()
        .map(|setting| {
            let allowed = match &setting.allowed {
                Allowed::Words(words) => json!(words),
                Allowed::UpTo(most) => json!({"from": 0, "to": most}),
                Allowed::Pieces => json!("ids"),
            };
            json!({
                "name": setting.name,
                "value": setting.value,
                "allowed": allowed,
                "meaning": setting.meaning(),
            })
        })
        .collect();
    let pieces: Vec<Value> = rules
        .kinds
        .iter()
        .map(|spec| {
            let royalty = match spec.royalty {
                Royalty::None => "none",
                Royalty::Potential => "potential",
                Royalty::Royal => "royal",
            };
            let alternatives: Map<String, Value> = spec
                .alternatives
                .iter()
                .map(|(label, movement)| (label.clone(), movement.clone().into()))
                .collect();
            let mut piece = json!({
                "id": spec.id,
                "name": spec.name,
                "kanji": spec.kanji,
                "romaji": spec.romaji,
                "aliases": spec.aliases,
                "betza": spec.betza,
                "movement": describe::movement_in_words(&spec.atoms),
                "source": spec.source,
                "alternatives": alternatives,
                "promotes_to": spec.promotes_to.map(|kind| rules.spec(kind).id.clone()),
                "royalty": royalty,
            });
            if let Some(Region { files, ranks }) = spec.region {
                piece["region"] = json!({"files": files, "ranks": ranks});
            }
            if !spec.promotion_choices.is_empty() {
                let ids = spec.promotion_choices.iter().map(|&kind| &rules.spec(kind).id);
                piece["promotes_to_any"] = json!(ids.collect::<Vec<_>>());
            }
            if spec.rank > 0 {
                piece["rank"] = spec.rank.into();
            }
            if spec.burns {
                piece["burns"] = true.into();
            }
            piece
        })
        .collect();
    let sets: Map<String, Value> =
        sets.iter().map(|set| (set.name.to_owned(), set.changes.clone().into())).collect();
    json!({
        "variant": rules.name,
        "title": describe::title(rules),
        "rules": changed_rules(rules, Some(plain)),
        "files": rules.board.files,
        "ranks": rules.board.ranks,
        "options": options,
        "pieces": pieces,
        "sources": sets,
        "start": rules.start,
        "notes": describe::notes(rules),
    })
}
