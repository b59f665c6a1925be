//! Final table: number of candidates that passed each filter, by length and by origin.

use crate::generator::ArchivedProblem;
use crate::generator::CampaignGoals;
use crate::generator::archive::Archive;
use crate::generator::likeness::Likeness;
use crate::generator::stats::CampaignStats;
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
    let mut row = |name: &str, count: u64| {
        let _ = writeln!(text, "{name:<28} {count:>12} {:>10.1}/s", count as f64 / seconds);
    };
    let total = stats.total();
    row("tried", stats.tried);
    row("  seen before", stats.seen);
    for (reject, count) in &stats.rejected {
        row(&format!("  {}", reject.name()), *count);
    }
    row("passed the screen", total.screened);
    row("  enough of this length", stats.enough);
    row("  same line, not smaller", stats.same_line);
    row("  too much alike", stats.crowded);
    row("judged", total.minimised);
    for (reason, count) in &stats.refused {
        row(&format!("  {reason}"), *count);
    }
    row("certified", total.certified);
    row("  avoided", stats.avoided);
    row("  better, same line", stats.better);
    row("different figures", archive.figures() as u64);
    row("different lines, kept", archive.problems().len() as u64);
    row("cooks repaired", stats.repaired);
    row("positions: screen", stats.nodes[0]);
    row("positions: judge", stats.nodes[1]);
    let _ = writeln!(
        text,
        "\n{:>6} {:>10} {:>10} {:>10} {:>10} {:>8} {:>12}",
        "plies", "screened", "judged", "certified", "kept", "families", "cells"
    );
    for (plies, stages) in &stats.stages {
        let cells = archive.cells().filter(|(cell, _)| cell.plies == *plies);
        let wanted = if goals.lengths.contains(plies) { "" } else { "  (not requested)" };
        let _ = writeln!(
            text,
            "{plies:>6} {:>10} {:>10} {:>10} {:>10} {:>8} {:>12}{wanted}",
            stages.screened,
            stages.minimised,
            stages.certified,
            stages.kept,
            archive.families(*plies),
            cells.count(),
        );
    }
    let _ = writeln!(text, "\n{:<20} {:>12} {:>10} {:>8}", "origin", "tried", "screened", "kept");
    for (origin, yields) in &stats.yields {
        let _ = writeln!(
            text,
            "{:<20} {:>12} {:>10} {:>8}",
            origin.name(),
            yields.tried,
            yields.screened,
            yields.kept
        );
    }
    let themes: BTreeSet<&str> = archive
        .problems()
        .iter()
        .flat_map(|kept| kept.record.themes.iter().map(String::as_str))
        .collect();
    let firsts: BTreeSet<&str> =
        archive.problems().iter().map(|kept| kept.record.first.as_str()).collect();
    let _ = write!(
        text,
        "\n{} themes, {} kinds of first moves, {} cells",
        themes.len(),
        firsts.len(),
        archive.cells().count()
    );
    text
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
            let ply = if plies == 1 { "ply" } else { "plies" };
            notes.push(format!("found only {found} of {wanted} problems of {plies} {ply}"));
        }
    }
    if archive.may_exchange_lengths() && !notes.is_empty() {
        notes.push(
            "other lengths took their places, because a long search found no more".to_owned(),
        );
    }
    for likeness in Likeness::ALL {
        let (most, limit) = (archive.most_alike(likeness, chosen), likeness.limit(chosen.len()));
        if archive.stalls() > 0 && most > limit {
            notes.push(format!(
                "{most} problems share {}, because a long search found no others",
                likeness.words()
            ));
        }
    }
    notes
}
