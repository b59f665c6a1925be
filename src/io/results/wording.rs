//! Text for parts of a result.

use super::grouping::OpenGroup;
use crate::judge::report::Flaw;
use crate::judge::{
    CountingConvention, FlawKind, MateLength, OpenQuestion, PieceLocation, SoundnessClass,
    SoundnessReport,
};
use crate::notation::{sfen, usi};
use crate::position::{Move, Piece, Problem};
use crate::proof::certificate::{Claim, UncertifiedReason};
use crate::search::StopReason;

/// A soundness class.
pub fn class(class: SoundnessClass) -> &'static str {
    match class {
        SoundnessClass::CompletelyLimited => "completely limited",
        other => other.name(),
    }
}

/// Class and length of a report: `complete, mate in 3 (9 if every interposition counts)`; without a
/// mate there is no class: `no mate`.
pub fn headline(report: &SoundnessReport) -> (&'static str, String) {
    match report.by_chosen_count().length {
        MateLength::None => ("no mate", String::new()),
        _ => (class(report.class), format!(", {}", length(report))),
    }
}

/// The length by the count of the report, and those by other counts if they differ or are unknown.
pub fn length(report: &SoundnessReport) -> String {
    let counted = report.by_chosen_count().length;
    let headline = match (counted, report.length) {
        // Every count bounds the others: more interpositions make the mate longer.
        (MateLength::Unknown(_), MateLength::Exact(plies) | MateLength::AtMost(plies)) => {
            format!("mate in {plies} or fewer")
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
            MateLength::Exact(plies) => Some(format!("{plies} {}", by_count(*other))),
            _ => None,
        })
        .collect();
    let variation = report
        .longer_variation
        .as_ref()
        .map(|variation| format!("{} in a variation with a leftover", variation.line.len()));
    let others: Vec<String> = variation.into_iter().chain(others).collect();
    if others.is_empty() { headline } else { format!("{headline} ({})", others.join(", ")) }
}

/// The count by which a length is meant.
pub fn by_count(count: CountingConvention) -> &'static str {
    match count {
        CountingConvention::Every => "if every interposition counts",
        CountingConvention::Immediate => "by the count immediate",
        CountingConvention::Composers => "by composers' count",
    }
}

fn length_alone(length: MateLength) -> String {
    match length {
        MateLength::Exact(plies) => format!("mate in {plies}"),
        MateLength::AtMost(plies) => format!("mate in {plies} or fewer"),
        MateLength::None => "no mate".to_owned(),
        MateLength::Unknown(0) => "nothing known".to_owned(),
        MateLength::Unknown(len) => format!("no mate within {len}"),
    }
}

/// A kind of flaw with its Japanese term: `short cook (早詰)`.
pub fn kind(fault: FlawKind) -> String {
    let term = match fault {
        FlawKind::NoMate => "不詰",
        FlawKind::ShortCook { .. } => "早詰",
        FlawKind::Cook { .. } => "余詰",
        FlawKind::Leftover { .. } => "駒余り",
        FlawKind::LongerVariation { .. } => "変長",
        FlawKind::VariationDual => "変同",
        FlawKind::Decoration { .. } => "飾り駒",
    };
    format!("{} ({term})", fault.name().replace('_', " "))
}

/// Place of a piece: `on 5e`, `in hand`.
pub fn place(problem: &Problem, place: PieceLocation) -> String {
    match place {
        PieceLocation::Board(square) => format!("on {}", problem.rules().board.name(square)),
        PieceLocation::Hand => "in hand".to_owned(),
    }
}

/// Pieces that the problem does not need: `decoration (飾り駒): P on 9g, G in hand are not needed`.
pub fn unneeded(problem: &Problem, flaws: &[&Flaw]) -> String {
    let pieces = flaws.iter().filter_map(|flaw| match flaw.kind {
        FlawKind::Decoration { piece, place } => Some(located(problem, piece, place)),
        _ => None,
    });
    let pieces: Vec<String> = pieces.collect();
    let verb = if pieces.len() == 1 { "is" } else { "are" };
    let kind = flaws.first().map_or_else(String::new, |flaw| kind(flaw.kind));
    format!("{kind}: {} {verb} not needed", pieces.join(", "))
}

/// A piece and its place: `P on 9g`.
pub fn located(problem: &Problem, piece: Piece, at: PieceLocation) -> String {
    format!("{} {}", sfen::piece_text(problem.rules(), piece), place(problem, at))
}

/// Details of a flaw besides its kind and its line.
pub fn about(problem: &Problem, flaw: &Flaw) -> String {
    let at = flaw.at;
    match flaw.kind {
        FlawKind::NoMate => String::new(),
        FlawKind::Cook { plies, known, .. } if plies == known => {
            format!(" at ply {at}, equally long")
        }
        FlawKind::Cook { plies, known, exact } => {
            let most = if exact { "" } else { "at most " };
            format!(" at ply {at}: mate in {most}{plies} instead of {known}")
        }
        FlawKind::ShortCook { claimed, by: "solution", plies } => {
            format!(" at ply {at}: mate in {plies}, sooner than the author's {claimed}")
        }
        FlawKind::ShortCook { claimed, by, plies } => {
            format!(" at ply {at}: mate in {plies}, where `{by}` says {claimed}")
        }
        FlawKind::Leftover { pieces: 1 } => {
            ": a piece in hand at the end of every main line".to_owned()
        }
        FlawKind::Leftover { pieces } => {
            format!(": {pieces} pieces in hand at the end of every main line")
        }
        FlawKind::LongerVariation { plies, main_line, pieces } => {
            let left = if pieces == 1 { "a piece".to_owned() } else { format!("{pieces} pieces") };
            format!(
                " at ply {at}: a defense lasts {plies} plies and leaves {left}; the main line \
                 without it has {main_line}"
            )
        }
        FlawKind::VariationDual => format!(" at ply {at}: another defense as long"),
        FlawKind::Decoration { piece, place: at } => {
            format!(": {} is not needed", located(problem, piece, at))
        }
    }
}

/// A question that a limit left open: `whether S*5b at ply 3 also mates`.
pub fn open_question(problem: &Problem, question: OpenQuestion) -> String {
    let usi = |m| usi::write(problem.rules(), m);
    match question {
        OpenQuestion::Mate => "whether there is a mate".to_owned(),
        OpenQuestion::UncheckedMate => {
            "whether there is a mate: the checker did not accept the certificate".to_owned()
        }
        OpenQuestion::ShorterMate { plies } => {
            format!("whether there is a mate of fewer than {plies} plies")
        }
        OpenQuestion::Length => "the length by this count".to_owned(),
        OpenQuestion::MainLines => "some of the main lines".to_owned(),
        OpenQuestion::SecondSolution { m, at, is_tolerated } => {
            let harmless = if is_tolerated { ", which would be tolerated" } else { "" };
            format!("whether {} at ply {at} also mates{harmless}", usi(m))
        }
        OpenQuestion::CookOrDetour { m, at } => {
            format!("whether {} at ply {at} is a cook or only a detour", usi(m))
        }
        OpenQuestion::Decoration => "whether every piece is needed".to_owned(),
    }
}

/// Open questions of one kind: `whether 14 other moves at 3 plies also mate, such as S*5b at ply
/// 3`.
pub fn open_group(problem: &Problem, group: &OpenGroup) -> String {
    let OpenGroup { example, count, ref plies } = *group;
    let Some((m, at)) = example.place().filter(|_| count > 1) else {
        return open_question(problem, example);
    };
    let places = match plies.len() {
        1 => format!("at ply {at}"),
        len => format!("at {len} plies"),
    };
    let m = usi::write(problem.rules(), m);
    let such = if plies.len() == 1 { m } else { format!("{m} at ply {at}") };
    match example {
        OpenQuestion::SecondSolution { is_tolerated, .. } => {
            let harmless = if is_tolerated { " (they would be tolerated)" } else { "" };
            format!("whether {count} other moves {places} also mate, such as {such}{harmless}")
        }
        _ => format!("whether {count} moves {places} are cooks or only detours, such as {such}"),
    }
}

/// The limit that left a question open, and a remedy.
pub fn limit(reason: StopReason) -> &'static str {
    match reason {
        StopReason::Time => "out of time; use a larger --time",
        StopReason::Nodes => "out of nodes; use a larger --nodes",
        StopReason::Depth => "longer mates were not searched; use a larger --depth",
        StopReason::Memory => "out of memory; use a larger --hash",
        StopReason::Interrupt => "stopped before the end",
        StopReason::Refused => "the checker refused a proof; please report this",
    }
}

/// Claim of a certificate.
pub fn claim(claim: Claim) -> String {
    match claim {
        Claim::Mate => "mate".to_owned(),
        Claim::MateWithin(plies) => format!("mate within {plies}"),
        Claim::NoMate => "no mate".to_owned(),
        Claim::NoMateWithin(plies) => format!("no mate within {plies}"),
    }
}

/// Reason why no certificate was checked, and a remedy.
pub fn doubt(doubt: UncertifiedReason) -> &'static str {
    match doubt {
        UncertifiedReason::Stopped => "stopped before the check ended",
        UncertifiedReason::Memory => "the certificate needs more memory; use a larger --hash",
        UncertifiedReason::Contradiction => "the checker refuses the proof; please report this",
    }
}

/// Moves in USI.
pub fn usi_moves(problem: &Problem, moves: &[Move]) -> Vec<String> {
    moves.iter().map(|&m| usi::write(problem.rules(), m)).collect()
}
