//! Final table: number of candidates that passed each filter, by length and by origin.

use crate::generator::ArchivedProblem;
use crate::generator::CampaignGoals;
use crate::generator::archive::Archive;
use crate::generator::likeness::Likeness;
use crate::generator::stats::{CampaignStats, OriginYield, StageCounts};
use crate::messages::tr;
use crate::text::columns::{left, right};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::time::Duration;

/// The table as lines of text without a final line break.
pub fn table(
    goals: &CampaignGoals,
    archive: &Archive,
    stats: &CampaignStats,
    elapsed: Duration,
) -> String {
    let seconds = elapsed.as_secs_f64().max(0.001);
    let mut text = String::new();
    let mut row = |indent: &str, name: &str, count: u64| {
        let (name, rate) = (left(&format!("{indent}{name}"), 28), count as f64 / seconds);
        let _ = writeln!(text, "{name} {count:>12} {rate:>10.1}/s");
    };
    let total = stats.total();
    row("", &tr!(generate_table_tried), stats.tried);
    row(STEP, &tr!(generate_table_seen), stats.seen);
    for (reject, count) in &stats.rejected {
        row(STEP, &reject.words(), *count);
    }
    row("", &tr!(generate_table_screened), total.screened);
    row(STEP, &tr!(generate_table_enough), stats.enough);
    row(STEP, &tr!(generate_table_same_line), stats.same_line);
    row(STEP, &tr!(generate_table_crowded), stats.crowded);
    if !goals.themes.is_empty() {
        row(STEP, &tr!(generate_table_without_theme), stats.without_theme);
    }
    row("", &tr!(generate_table_judged), total.minimised);
    for (reason, count) in &stats.refused {
        row(STEP, &reason.words(), *count);
    }
    row("", &tr!(generate_table_certified), total.certified);
    row(STEP, &tr!(generate_table_avoided), stats.avoided);
    row(STEP, &tr!(generate_table_better), stats.better);
    row("", &tr!(generate_table_figures), archive.figures() as u64);
    row("", &tr!(generate_table_kept), archive.problems().len() as u64);
    row("", &tr!(generate_table_repaired), stats.repaired);
    row("", &tr!(generate_table_screen_nodes), stats.nodes[0]);
    row("", &tr!(generate_table_judge_nodes), stats.nodes[1]);
    text.push('\n');
    lengths(&mut text, goals, archive, stats);
    text.push('\n');
    origins(&mut text, stats);
    let themes: BTreeSet<&str> = archive
        .problems()
        .iter()
        .flat_map(|kept| kept.record.themes.iter().map(String::as_str))
        .collect();
    let firsts: BTreeSet<&str> =
        archive.problems().iter().map(|kept| kept.record.first.as_str()).collect();
    let (themes, moves) = (themes.len(), firsts.len());
    text + "\n" + &tr!(generate_variety, themes, moves, cells = archive.cells().count())
}

/// Indentation of the filters of a stage.
const STEP: &str = "  ";

/// A line for each length.
fn lengths(text: &mut String, goals: &CampaignGoals, archive: &Archive, stats: &CampaignStats) {
    let heading = [
        (tr!(generate_column_plies), 6),
        (tr!(generate_column_screened), 10),
        (tr!(generate_column_judged), 10),
        (tr!(generate_column_certified), 10),
        (tr!(generate_column_kept), 10),
        (tr!(generate_column_families), 8),
        (tr!(generate_column_cells), 12),
    ];
    let heading: Vec<String> = heading.iter().map(|(name, width)| right(name, *width)).collect();
    let _ = writeln!(text, "{}", heading.join(" "));
    for (plies, stages) in &stats.stages {
        let cells = archive.cells().filter(|(cell, _)| cell.plies == *plies).count();
        let StageCounts { screened, minimised, certified, kept } = stages;
        let families = archive.families(*plies);
        let _ = write!(
            text,
            "{plies:>6} {screened:>10} {minimised:>10} {certified:>10} {kept:>10} {families:>8} {cells:>12}"
        );
        if !goals.lengths.contains(plies) {
            let _ = write!(text, "  {}", tr!(generate_not_requested));
        }
        text.push('\n');
    }
}

/// A line for each origin of candidates.
fn origins(text: &mut String, stats: &CampaignStats) {
    let heading = [
        left(&tr!(generate_column_origin), 20),
        right(&tr!(generate_column_tried), 12),
        right(&tr!(generate_column_screened), 10),
        right(&tr!(generate_column_kept), 8),
    ];
    let _ = writeln!(text, "{}", heading.join(" "));
    for (origin, OriginYield { tried, screened, kept }) in &stats.yields {
        let _ = writeln!(text, "{:<20} {tried:>12} {screened:>10} {kept:>8}", origin.name());
    }
}

/// Shortfalls of the set against the goals, in words.
pub fn shortfalls(
    goals: &CampaignGoals,
    archive: &Archive,
    chosen: &[&ArchivedProblem],
) -> Vec<String> {
    let mut notes = Vec::new();
    for (&plies, &wanted) in &goals.each {
        let found = chosen.iter().filter(|kept| kept.record.plies == plies).count();
        if found < wanted {
            notes.push(tr!(generate_too_few, plies, found, wanted));
        }
    }
    if archive.may_exchange_lengths() && !notes.is_empty() {
        notes.push(tr!(generate_lengths_exchanged));
    }
    for likeness in Likeness::ALL {
        let (most, limit) = (archive.most_alike(likeness, chosen), likeness.limit(chosen.len()));
        if archive.stalls() > 0 && most > limit {
            notes.push(tr!(generate_alike, count = most, feature = likeness.words()));
        }
    }
    notes
}
