//! Meaning of the options: lengths, counts, ranges, pieces, themes.

use super::feasibility::{self, Feasibility};
use super::{Args, Preset};
use crate::cli::Failure;
use crate::cli::common::{self, ArgumentSpan, argument_error};
use crate::generator::{CampaignGoals, MAX_LENGTH_PLIES, PieceConstraints, PlayConstraints};
use crate::judge::{Tolerance, ToleranceProfile};
use crate::rules::{Kind, Rules};
use crate::text::Diagnostic;
use crate::text::similarity::closest;
use std::collections::{BTreeMap, BTreeSet};

/// Goals and pieces that the options request.
pub struct RequestedCampaign {
    pub goals: CampaignGoals,
    pub taste: PieceConstraints,
    /// Tolerances of the judge.
    pub tolerate: Vec<Tolerance>,
    /// True if --count is given; fewer problems are then a failure.
    pub asked: bool,
}

/// Parses all options that describe the problems.
///
/// # Errors
/// All invalid options.
pub fn wanted(args: &Args, rules: &Rules) -> Result<RequestedCampaign, Failure> {
    let mut errors = Vec::new();
    let mut take = |result: Result<(usize, usize), Box<Diagnostic>>, default| {
        result.unwrap_or_else(|error| {
            errors.push(*error);
            default
        })
    };
    let preset = args.preset.map_or_else(PieceConstraints::default, |preset| preset.pieces(rules));
    let mut optional = |option: &'static str, text: &Option<String>, default| {
        let given = text.as_ref().map(|text| range(option, text, text));
        take(given.unwrap_or(Ok(default)), default)
    };
    let pieces = optional("--pieces", &args.pieces, preset.pieces);
    let attackers = optional("--attackers", &args.attackers, preset.attackers);
    let defenders = optional("--defenders", &args.defenders, preset.defenders);
    let hand = optional("--hand", &args.hand, preset.hand);
    let royals = take(range("--royals", &args.royals, &args.royals), (1, 1));
    if let (Some(text), (_, 0)) = (&args.pieces, pieces) {
        let place = ArgumentSpan { option: "--pieces", text, span: 0..text.len() };
        let help = "the defender's royal counts: write 1 or more".to_owned();
        errors.push(argument_error("E0710", place, "a problem needs pieces".to_owned(), help));
    }
    let most_royals = feasibility::most_royals(rules);
    if royals.0 == 0 || royals.0 > most_royals || royals.1 > 1 && rules.has_drops() {
        let (message, help) = if royals.0 == 0 {
            ("the defender needs a royal".to_owned(), "write 1, or 1..2".to_owned())
        } else if rules.has_drops() {
            let message = format!("{} has drops, so each side has one royal", rules.name);
            (message, "remove --royals".to_owned())
        } else {
            let message = format!("a side of {} has at most {most_royals} royals", rules.name);
            (
                message,
                "king and emperor count as one piece, elephant and prince as another".to_owned(),
            )
        };
        let span = 0..args.royals.len();
        let place = ArgumentSpan { option: "--royals", text: &args.royals, span };
        errors.push(argument_error("E0710", place, message, help));
    }
    let lengths = lengths("--length", &args.length, &args.length);
    let lengths = lengths.map_err(|error| errors.push(*error)).unwrap_or_default();
    let lengths: BTreeSet<u16> =
        lengths.into_iter().filter(|plies| args.depth.is_none_or(|most| *plies <= most)).collect();
    let (count, each) = match &args.count {
        None if args.time.is_some() || args.nodes.is_some() => (0, BTreeMap::new()),
        None => (10, BTreeMap::new()),
        Some(text) => {
            counts(text, &lengths).map_err(|error| errors.push(*error)).unwrap_or_default()
        }
    };
    let mut kinds = |option: &'static str, ids: &[String]| -> Vec<Kind> {
        ids.iter()
            .filter_map(|id| kind(rules, option, id).map_err(|error| errors.push(*error)).ok())
            .collect()
    };
    let required = kinds("--require", &args.require);
    let forbidden = kinds("--forbid", &args.forbid);
    if !errors.is_empty() {
        return Err(errors.into());
    }
    let taste =
        PieceConstraints { pieces, attackers, defenders, hand, royals, required, forbidden };
    let feasibility = Feasibility {
        rules,
        taste: &taste,
        themes: &args.theme,
        longest: lengths.last().copied().unwrap_or(MAX_LENGTH_PLIES),
        given: !args.from.is_empty(),
    };
    let mut impossible = feasibility.impossible();
    if let Some(first) = (!impossible.is_empty()).then(|| impossible.remove(0)) {
        let rest = impossible.into_iter().map(|why| format!("\nerror: {why}"));
        return Err(Failure::Message(rest.fold(first, |all, why| all + &why)));
    }
    if lengths.is_empty() {
        return Err(Failure::Message("--depth excludes all lengths of --length".to_owned()));
    }
    let mut goals = CampaignGoals::spread(lengths.into_iter().collect(), count);
    if count == 0 {
        goals.each = each;
    }
    goals.themes.clone_from(&args.theme);
    goals.play = args.preset.map(Preset::play).unwrap_or_default();
    (goals.time, goals.nodes) = (args.time, args.nodes);
    Ok(RequestedCampaign { goals, taste, tolerate: tolerances(args)?, asked: args.count.is_some() })
}

impl Preset {
    /// Pieces of the problems, for options that are not given.
    fn pieces(self, rules: &Rules) -> PieceConstraints {
        match self {
            Preset::Magazine => PieceConstraints {
                pieces: (0, 14),
                defenders: (1, 6),
                hand: if rules.has_drops() { (1, 4) } else { (0, usize::MAX) },
                ..PieceConstraints::default()
            },
        }
    }

    /// Constraints on the solutions.
    fn play(self) -> PlayConstraints {
        match self {
            Preset::Magazine => PlayConstraints {
                min_sacrifices: 1,
                first_capture: false,
                max_area: 36,
                all_used: true,
            },
        }
    }

    /// Profile of tolerances.
    fn profile(self) -> ToleranceProfile {
        match self {
            Preset::Magazine => ToleranceProfile::Magazine,
        }
    }
}

/// The tolerances of the judge: those of --tolerate, of the preset, or the judge's default.
fn tolerances(args: &Args) -> Result<Vec<Tolerance>, Failure> {
    match args.preset {
        Some(preset) if args.tolerate.is_none() => Ok(preset.profile().tolerances().to_vec()),
        _ => common::tolerances(args.tolerate.as_deref()),
    }
}

fn error(
    option: &'static str,
    whole: &str,
    part: &str,
    message: String,
    help: &str,
) -> Box<Diagnostic> {
    // `part` is a slice of `whole`.
    let start = (part.as_ptr() as usize).wrapping_sub(whole.as_ptr() as usize);
    let span = if start <= whole.len() { start..start + part.len() } else { 0..whole.len() };
    Box::new(argument_error("E0710", ArgumentSpan { option, text: whole, span }, message, help))
}

/// Parses `8`, `4..10`, `4..` or `..12`; both ends are included.
fn range(option: &'static str, whole: &str, text: &str) -> Result<(usize, usize), Box<Diagnostic>> {
    const HELP: &str = "write a number or a range, such as 8, 4..10, 4.. or ..12";
    let wrong = || error(option, whole, text, format!("expected a range, found `{text}`"), HELP);
    let number = |text: &str, default: usize| {
        let text = text.trim();
        if text.is_empty() { Some(default) } else { text.parse().ok() }
    };
    let (least, most) = match text.split_once("..") {
        Some((least, most)) => (number(least, 0), number(most.trim_start_matches('='), usize::MAX)),
        None => {
            let one = text.trim().parse().ok();
            (one, one)
        }
    };
    let (Some(least), Some(most)) = (least, most) else { return Err(wrong()) };
    if least > most || text.trim() == ".." {
        return Err(wrong());
    }
    Ok((least, most))
}

/// Parses odd numbers of plies, such as `3,5,9..13`.
fn lengths(
    option: &'static str,
    whole: &str,
    text: &str,
) -> Result<BTreeSet<u16>, Box<Diagnostic>> {
    let mut lengths = BTreeSet::new();
    for part in text.split(',') {
        let (least, most) = range(option, whole, part)?;
        let most = if most == usize::MAX { least } else { most };
        if most > usize::from(MAX_LENGTH_PLIES) {
            let message = format!("{most} plies are too many");
            let help = format!("write at most {MAX_LENGTH_PLIES}");
            return Err(error(option, whole, part, message, &help));
        }
        let odd: Vec<u16> = (least as u16..=most as u16).filter(|plies| plies % 2 == 1).collect();
        if odd.is_empty() {
            let message =
                format!("`{part}` has no odd number, but the attacker makes the last move");
            return Err(error(option, whole, part, message, "write odd numbers, such as 5..9"));
        }
        lengths.extend(odd);
    }
    Ok(lengths)
}

type Counts = (usize, BTreeMap<u16, usize>);

/// Parses `100` or `3:50,5:50,7..11:10`.
fn counts(text: &str, wanted: &BTreeSet<u16>) -> Result<Counts, Box<Diagnostic>> {
    const HELP: &str =
        "write a number, such as 100, or one for each length, such as 3:50,5:50,7..11:10";
    let wrong = |part: &str, message: String| error("--count", text, part, message, HELP);
    let number = |part: &str| {
        let count = part.trim().parse::<usize>().ok().filter(|count| *count > 0);
        count.ok_or_else(|| wrong(part, format!("expected a number of problems, found `{part}`")))
    };
    if !text.contains(':') {
        return Ok((number(text)?, BTreeMap::new()));
    }
    let mut each = BTreeMap::new();
    for part in text.split(',') {
        let Some((plies, count)) = part.split_once(':') else {
            return Err(wrong(part, format!("expected `LENGTH:COUNT`, found `{part}`")));
        };
        let count = number(count)?;
        for plies in lengths("--count", text, plies)? {
            if !wanted.contains(&plies) {
                return Err(wrong(part, format!("--length does not include {plies} plies")));
            }
            each.insert(plies, count);
        }
    }
    Ok((0, each))
}

/// Kind of piece with this id.
fn kind(rules: &Rules, option: &'static str, id: &str) -> Result<Kind, Box<Diagnostic>> {
    let text = id.trim();
    if let Some(kind) = rules.kind(text) {
        return Ok(kind);
    }
    let ids: Vec<&str> = rules.iter().map(|(_, spec)| spec.id.as_str()).collect();
    let message = format!("{} has no piece `{text}`", rules.name);
    let help = match closest(text, ids.iter().copied()) {
        Some(like) => format!("did you mean `{like}`? `tsume rules {}` lists them", rules.name),
        None => format!("`tsume rules {}` lists them", rules.name),
    };
    Err(error(option, id, id, message, &help))
}
