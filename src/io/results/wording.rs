//! Text for parts of a result.

use super::grouping::OpenGroup;
use super::line_text::LineWriter;
use crate::judge::report::Flaw;
use crate::judge::{
    CountingConvention, FlawKind, MateLength, OpenQuestion, PieceLocation, SoundnessClass,
    SoundnessReport, Tolerance,
};
use crate::messages::{Language, language, list, tr};
use crate::notation::usi;
use crate::position::{Move, Piece, Problem};
use crate::proof::certificate::{Claim, UncertifiedReason};
use crate::search::StopReason;

/// A soundness class.
pub fn class(class: SoundnessClass) -> String {
    match class {
        SoundnessClass::Complete => tr!(results_class_complete),
        SoundnessClass::CompletelyLimited => tr!(results_class_completely_limited),
        SoundnessClass::Flawed => tr!(results_class_flawed),
        SoundnessClass::Unknown => tr!(results_class_unknown),
    }
}

/// Class and length of a report: `sound, mate in 3 (9 if every interposition counts)`; without a
/// mate there is no class: `no mate`. `paint` adds color to the class.
pub fn headline(report: &SoundnessReport, paint: impl Fn(&str) -> String) -> String {
    let class = paint(&class_of(report));
    match report.by_chosen_count().length {
        MateLength::None => class,
        _ => tr!(results_headline, class, length = length(report)),
    }
}

/// The class of a report; without a mate there is none: `no mate`.
pub fn class_of(report: &SoundnessReport) -> String {
    match report.by_chosen_count().length {
        MateLength::None => tr!(results_length_no_mate),
        _ => class(report.class),
    }
}

/// The length by the count of the report, and those by other counts if they differ or are unknown.
pub fn length(report: &SoundnessReport) -> String {
    let counted = report.by_chosen_count().length;
    let headline = match (counted, report.length) {
        // Every count bounds the others: more interpositions make the mate longer.
        (MateLength::Unknown(_), MateLength::Exact(plies) | MateLength::AtMost(plies)) => {
            tr!(results_length_at_most, plies)
        }
        _ => length_alone(report.main_length()),
    };
    let others = CountingConvention::ALL.iter().zip(&report.by_convention);
    let others: Vec<String> = others
        .filter(|(_, result)| result.length != counted)
        // The other two say enough where one of them agrees.
        .filter(|(other, result)| {
            let [every, _, composers] = report.by_convention.map(|result| result.length);
            **other != CountingConvention::Immediate || ![every, composers].contains(&result.length)
        })
        .filter_map(|(other, result)| match result.length {
            MateLength::Exact(plies) => Some(match other {
                CountingConvention::Every => tr!(results_length_every, plies),
                CountingConvention::Immediate => tr!(results_length_immediate, plies),
                CountingConvention::Composers => tr!(results_length_composers, plies),
            }),
            _ => None,
        })
        .collect();
    let variation = report
        .longer_variation
        .as_ref()
        .map(|variation| tr!(results_length_longer, plies = variation.line.len()));
    let others: Vec<String> = variation.into_iter().chain(others).collect();
    if others.is_empty() {
        return headline;
    }
    let others = list(others);
    tr!(results_length_with_others, length = headline, others)
}

fn length_alone(length: MateLength) -> String {
    match length {
        MateLength::Exact(plies) => tr!(results_length_mate, plies),
        MateLength::AtMost(plies) => tr!(results_length_at_most, plies),
        MateLength::None => tr!(results_length_no_mate),
        MateLength::Unknown(0) => tr!(results_length_nothing),
        MateLength::Unknown(plies) => tr!(results_length_none_within, plies),
    }
}

/// Name of a count.
pub fn count(count: CountingConvention) -> String {
    match count {
        CountingConvention::Every => tr!(results_count_every),
        CountingConvention::Immediate => tr!(results_count_immediate),
        CountingConvention::Composers => tr!(results_count_composers),
    }
}

/// A kind of flaw; in English with its Japanese term: `short cook (早詰)`.
pub fn kind(fault: FlawKind) -> String {
    match fault {
        FlawKind::NoMate => tr!(results_kind_no_mate),
        FlawKind::ShortCook { .. } => tr!(results_kind_short_cook),
        FlawKind::Cook { .. } => tr!(results_kind_cook),
        FlawKind::Leftover { .. } => tr!(results_kind_leftover),
        FlawKind::LongerVariation { .. } => tr!(results_kind_longer_variation),
        FlawKind::VariationDual => tr!(results_kind_variation_dual),
        FlawKind::Decoration { .. } => tr!(results_kind_decoration),
    }
}

/// Number of flaws of a kind, which has the name of [`FlawKind::name`]: `12 cooks`.
pub fn counted_kind(name: &str, count: usize) -> String {
    match name {
        "short_cook" => tr!(results_counted_short_cooks, count),
        "cook" => tr!(results_counted_cooks, count),
        "leftover" => tr!(results_counted_leftovers, count),
        "longer_variation" => tr!(results_counted_longer_variations, count),
        "variation_dual" => tr!(results_counted_variation_duals, count),
        "decoration" => tr!(results_counted_decorations, count),
        _ => tr!(results_counted_no_mates, count),
    }
}

/// Name of a tolerance.
pub fn tolerance(tolerance: Tolerance) -> String {
    match language() {
        Language::English => tolerance.name().replace('_', " "),
        Language::Japanese => tolerance.japanese_name().to_owned(),
    }
}

/// Names of tolerances as a list.
pub fn tolerances(kinds: &[Tolerance]) -> String {
    let kinds: Vec<String> = kinds.iter().map(|&kind| tolerance(kind)).collect();
    list(kinds)
}

/// A piece and its place: `P on 9g`.
pub fn located(writer: LineWriter, piece: Piece, at: PieceLocation) -> String {
    let piece = writer.piece(piece);
    match at {
        PieceLocation::Board(square) => {
            tr!(results_piece_on, piece, square = writer.square(square))
        }
        PieceLocation::Hand => tr!(results_piece_in_hand, piece),
    }
}

/// Pieces that the problem does not need: `decoration (飾り駒): P on 9g, G in hand are not needed`.
pub fn unneeded(writer: LineWriter, flaws: &[&Flaw]) -> String {
    let pieces = flaws.iter().filter_map(|flaw| match flaw.kind {
        FlawKind::Decoration { piece, place } => Some(located(writer, piece, place)),
        _ => None,
    });
    let pieces: Vec<String> = pieces.collect();
    let count = pieces.len();
    let pieces = list(pieces);
    tr!(results_unneeded, kind = tr!(results_kind_decoration), pieces, count)
}

/// A flaw without its line: `cook (余詰) at ply 3: mate in 7 instead of 5`. `paint` adds color to
/// the kind.
pub fn flaw(writer: LineWriter, flaw: &Flaw, paint: impl Fn(&str) -> String) -> String {
    let ply = flaw.at;
    let kind = paint(&kind(flaw.kind));
    match flaw.kind {
        FlawKind::NoMate => kind,
        FlawKind::Cook { plies, known, .. } if plies == known => {
            tr!(results_flaw_cook_equal, kind, ply)
        }
        FlawKind::Cook { plies, known, exact: true } => {
            tr!(results_flaw_cook, kind, ply, plies, known)
        }
        FlawKind::Cook { plies, known, exact: false } => {
            tr!(results_flaw_cook_at_most, kind, ply, plies, known)
        }
        FlawKind::ShortCook { claimed, by: "solution", plies } => {
            tr!(results_flaw_short_author, kind, ply, plies, claimed)
        }
        FlawKind::ShortCook { claimed, by, plies } => {
            tr!(results_flaw_short_claimed, kind, ply, plies, by, claimed)
        }
        FlawKind::Leftover { pieces } => tr!(results_flaw_leftover, kind, pieces),
        FlawKind::LongerVariation { plies, main_line, pieces } => {
            tr!(results_flaw_longer, kind, ply, plies, pieces, main_line)
        }
        FlawKind::VariationDual => tr!(results_flaw_dual, kind, ply),
        FlawKind::Decoration { .. } => unneeded(writer, &[flaw]),
    }
}

/// A question that a limit left open: `whether S*5b at ply 3 also mates`.
fn open_question(writer: LineWriter, question: OpenQuestion) -> String {
    let name = |m, at| writer.at_ply(usize::from(at), m);
    match question {
        OpenQuestion::Mate => tr!(results_open_mate),
        OpenQuestion::UncheckedMate => tr!(results_open_unchecked),
        OpenQuestion::ShorterMate { plies } => tr!(results_open_shorter, plies),
        OpenQuestion::Length => tr!(results_open_length),
        OpenQuestion::MainLines => tr!(results_open_main_lines),
        OpenQuestion::SecondSolution { m, at, is_tolerated: false } => {
            tr!(results_open_second, alternative = name(m, at), ply = at)
        }
        OpenQuestion::SecondSolution { m, at, is_tolerated: true } => {
            tr!(results_open_second_tolerated, alternative = name(m, at), ply = at)
        }
        OpenQuestion::CookOrDetour { m, at } => {
            tr!(results_open_detour, alternative = name(m, at), ply = at)
        }
        OpenQuestion::Decoration => tr!(results_open_decoration),
    }
}

/// Open questions of one kind: `whether 14 other moves at 3 plies also mate, such as S*5b at ply
/// 3`.
pub fn open_group(writer: LineWriter, group: &OpenGroup) -> String {
    let OpenGroup { example, count, ref plies } = *group;
    let Some((m, ply)) = example.place().filter(|_| count > 1) else {
        return open_question(writer, example);
    };
    let example_move = writer.at_ply(usize::from(ply), m);
    let (plies, is_one_ply) = (plies.len(), plies.len() == 1);
    let tolerated = matches!(example, OpenQuestion::SecondSolution { is_tolerated: true, .. });
    let places = match is_one_ply {
        true => tr!(results_open_at_ply, ply),
        false => tr!(results_open_at_plies, plies),
    };
    let example_text = match is_one_ply {
        true => example_move,
        false => tr!(results_open_example_at, alternative = example_move, ply),
    };
    match example {
        OpenQuestion::SecondSolution { .. } if tolerated => {
            tr!(results_open_seconds_tolerated, count, places, example = example_text)
        }
        OpenQuestion::SecondSolution { .. } => {
            tr!(results_open_seconds, count, places, example = example_text)
        }
        _ => tr!(results_open_detours, count, places, example = example_text),
    }
}

/// The limit that left a question open, and a remedy.
pub fn limit(reason: StopReason) -> String {
    match reason {
        StopReason::Time => tr!(results_limit_time),
        StopReason::Nodes => tr!(results_limit_nodes),
        StopReason::Depth => tr!(results_limit_depth),
        StopReason::Memory => tr!(results_limit_memory),
        StopReason::Interrupt => tr!(results_limit_interrupt),
        StopReason::Refused => tr!(results_limit_refused),
    }
}

/// The reason why a USI engine found no answer.
pub fn usi_stop(reason: StopReason) -> String {
    match reason {
        StopReason::Time => tr!(usi_out_of_time),
        StopReason::Nodes => tr!(usi_out_of_nodes),
        StopReason::Depth => tr!(usi_no_mate_within_depth),
        StopReason::Memory => tr!(usi_out_of_memory),
        StopReason::Interrupt => tr!(usi_stopped),
        StopReason::Refused => tr!(usi_refused),
    }
}

/// Name of a limit.
pub fn limit_name(reason: StopReason) -> String {
    match reason {
        StopReason::Time => tr!(results_stopped_time),
        StopReason::Nodes => tr!(results_stopped_nodes),
        StopReason::Depth => tr!(results_stopped_depth),
        StopReason::Memory => tr!(results_stopped_memory),
        StopReason::Interrupt => tr!(results_stopped_interrupt),
        StopReason::Refused => tr!(results_stopped_refused),
    }
}

/// Claim of a certificate.
pub fn claim(claim: Claim) -> String {
    match claim {
        Claim::Mate => tr!(results_claim_mate),
        Claim::MateWithin(plies) => tr!(results_claim_mate_within, plies),
        Claim::NoMate => tr!(results_length_no_mate),
        Claim::NoMateWithin(plies) => tr!(results_length_none_within, plies),
    }
}

/// Reason why no certificate was checked, and a remedy.
pub fn doubt(doubt: UncertifiedReason) -> String {
    match doubt {
        UncertifiedReason::Stopped => tr!(results_doubt_stopped),
        UncertifiedReason::Memory => tr!(results_doubt_memory),
        UncertifiedReason::Contradiction => tr!(results_doubt_contradiction),
    }
}

/// Moves in USI.
pub fn usi_moves(problem: &Problem, moves: &[Move]) -> Vec<String> {
    moves.iter().map(|&m| usi::write(problem.rules(), m)).collect()
}
