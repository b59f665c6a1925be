//! Meaning of the options: lengths, counts, ranges, pieces, themes.

use super::feasibility::{self, Feasibility};
use super::{Args, Preset};
use crate::cli::Failure;
use crate::cli::common::{self, ArgumentSpan, argument_error};
use crate::cli::shard::Shard;
use crate::generator::placement_weights::ThemePieces;
use crate::generator::{CampaignGoals, MAX_LENGTH_PLIES, PieceConstraints, PlayConstraints};
use crate::judge::{Tolerance, ToleranceProfile};
use crate::messages::tr;
use crate::position::Forcing;
use crate::rules::{Kind, Rules, describe};
use crate::text::Diagnostic;
use crate::text::similarity::closest;
use clap::ValueEnum;
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};

/// Themes that need two royals.
const ROYAL_THEMES: [&str; 2] = ["two_royals", "royal_captured"];
/// Largest number of --weight.
const MAX_WEIGHT: u32 = 1000;
/// Number of problems without --count and limits.
const DEFAULT_COUNT: usize = 10;

/// Goals and pieces that the options request.
pub struct RequestedCampaign {
    pub goals: CampaignGoals,
    pub taste: PieceConstraints,
    /// The demand on an attacking move.
    pub forcing: Forcing,
    /// Tolerances of the judge.
    pub tolerate: Vec<Tolerance>,
    /// True if --count is given; fewer problems are then a failure.
    pub asked: bool,
}

/// Goals of the campaign with these options, which a run has recorded in its archive. Options that
/// are absent exclude no problem; the lengths are then those in `found`.
///
/// # Errors
/// An option is not valid.
pub fn recorded_goals(
    options: &Map<String, Value>,
    found: &BTreeSet<u16>,
) -> Result<CampaignGoals, Vec<Diagnostic>> {
    let text = |name: &str| options.get(name).and_then(Value::as_str);
    let depth = text("depth").and_then(|plies| plies.parse::<u16>().ok());
    let one = |error: Box<Diagnostic>| vec![*error];
    let wanted = match text("length") {
        Some(text) => lengths("--length", text, text).map_err(one)?,
        None => found.clone(),
    };
    let wanted: BTreeSet<u16> =
        wanted.into_iter().filter(|plies| depth.is_none_or(|most| *plies <= most)).collect();
    let is_limited = text("time").or(text("nodes")).is_some() || options.is_empty();
    let (count, each) = match text("count") {
        Some(text) => counts(text, &wanted).map_err(one)?,
        None if is_limited => (0, BTreeMap::new()),
        None => (DEFAULT_COUNT, BTreeMap::new()),
    };
    let mut goals = CampaignGoals::spread(wanted.into_iter().collect(), count);
    if count == 0 {
        goals.each = each;
    }
    goals.themes =
        text("theme").into_iter().flat_map(|text| text.split(',')).map(str::to_owned).collect();
    let preset = text("preset").and_then(|name| Preset::from_str(name, false).ok());
    goals.play = preset.map(Preset::play).unwrap_or_default();
    Ok(goals)
}

/// Parses all options that describe the problems. A part of a campaign gets its share of --count,
/// one problem or more.
///
/// # Errors
/// All invalid options.
pub fn wanted(
    args: &Args,
    rules: &Rules,
    shard: Option<Shard>,
) -> Result<RequestedCampaign, Failure> {
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
    // A problem with two royals threatens one of them at a time.
    let two_royals =
        args.theme.iter().filter(|theme| ROYAL_THEMES.contains(&theme.as_str())).count();
    let royals = match two_royals {
        0 => (1, 1),
        all if all == args.theme.len() => (2, 2),
        _ => (1, 2),
    };
    let royals = optional("--royals", &args.royals, royals);
    let forcing = match args.forcing {
        Some(forcing) => forcing.into(),
        None if two_royals > 0 => Forcing::Royal,
        None => Forcing::Check,
    };
    if let (Some(text), (_, 0)) = (&args.pieces, pieces) {
        let place = ArgumentSpan { option: "--pieces", text, span: 0..text.len() };
        let (message, help) = (tr!(generate_no_pieces), tr!(generate_no_pieces_help));
        errors.push(argument_error("E0710", place, message, help));
    }
    let most_royals = feasibility::most_royals(rules);
    if royals.0 == 0 || royals.0 > most_royals || royals.1 > 1 && rules.has_drops() {
        let (message, help) = if royals.0 == 0 {
            (tr!(generate_no_royal), tr!(generate_no_royal_help))
        } else if rules.has_drops() {
            let message = tr!(generate_one_royal, game = describe::game_name(rules));
            (message, tr!(generate_one_royal_help))
        } else {
            let message =
                tr!(generate_most_royals, game = describe::game_name(rules), most = most_royals);
            (message, tr!(generate_most_royals_help))
        };
        // The default is right in every game, but for a theme that `Feasibility` objects to.
        if let Some(text) = &args.royals {
            let place = ArgumentSpan { option: "--royals", text, span: 0..text.len() };
            errors.push(argument_error("E0710", place, message, help));
        }
    }
    let lengths = lengths("--length", &args.length, &args.length);
    let lengths = lengths.map_err(|error| errors.push(*error)).unwrap_or_default();
    let lengths: BTreeSet<u16> =
        lengths.into_iter().filter(|plies| args.depth.is_none_or(|most| *plies <= most)).collect();
    let (count, each) = match &args.count {
        None if args.time.is_some() || args.nodes.is_some() => (0, BTreeMap::new()),
        None => (DEFAULT_COUNT, BTreeMap::new()),
        Some(text) => {
            counts(text, &lengths).map_err(|error| errors.push(*error)).unwrap_or_default()
        }
    };
    let share = |count: usize| match shard {
        Some(shard) if count > 0 => shard.share(count).max(1),
        _ => count,
    };
    let count = share(count);
    let each: BTreeMap<u16, usize> =
        each.into_iter().map(|(plies, count)| (plies, share(count))).collect();
    let mut kinds = |option: &'static str, ids: &[String]| -> Vec<Kind> {
        ids.iter()
            .filter_map(|id| kind(rules, option, id).map_err(|error| errors.push(*error)).ok())
            .collect()
    };
    let required = kinds("--require", &args.require);
    let forbidden = kinds("--forbid", &args.forbid);
    let weights = weights(rules, &args.weight).map_err(|error| errors.push(*error));
    if !errors.is_empty() {
        return Err(errors.into());
    }
    let taste = PieceConstraints {
        pieces,
        attackers,
        defenders,
        hand,
        royals,
        required,
        forbidden,
        weights: weights.unwrap_or_default(),
        themes: args.theme.iter().map(|theme| ThemePieces::of_theme(rules, theme)).collect(),
    };
    let feasibility = Feasibility {
        rules,
        taste: &taste,
        themes: &args.theme,
        longest: lengths.last().copied().unwrap_or(MAX_LENGTH_PLIES),
        given: !args.from.is_empty(),
        royals_given: args.royals.is_some(),
    };
    let reasons = feasibility.impossible();
    if !reasons.is_empty() {
        return Err(Failure::Impossible { reasons, help: feasibility.possible_themes() });
    }
    if lengths.is_empty() {
        return Err(Failure::Message(tr!(generate_depth_excludes_lengths)));
    }
    let mut goals = CampaignGoals::spread(lengths.into_iter().collect(), count);
    if count == 0 {
        goals.each = each;
    }
    goals.themes.clone_from(&args.theme);
    goals.play = args.preset.map(Preset::play).unwrap_or_default();
    (goals.time, goals.nodes) = (args.time, args.nodes);
    let (tolerate, asked) = (tolerances(args)?, args.count.is_some());
    Ok(RequestedCampaign { goals, taste, forcing, tolerate, asked })
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
    help: String,
) -> Box<Diagnostic> {
    // `part` is a slice of `whole`.
    let start = (part.as_ptr() as usize).wrapping_sub(whole.as_ptr() as usize);
    let span = if start <= whole.len() { start..start + part.len() } else { 0..whole.len() };
    Box::new(argument_error("E0710", ArgumentSpan { option, text: whole, span }, message, help))
}

/// Parses `8`, `4..10`, `4..` or `..12`; both ends are included.
fn range(option: &'static str, whole: &str, text: &str) -> Result<(usize, usize), Box<Diagnostic>> {
    let wrong = || {
        let message = tr!(generate_range_expected, found = text);
        error(option, whole, text, message, tr!(generate_range_help))
    };
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
            let message = tr!(generate_length_too_long, plies = most);
            let help = tr!(generate_length_too_long_help, most = MAX_LENGTH_PLIES);
            return Err(error(option, whole, part, message, help));
        }
        let odd: Vec<u16> = (least as u16..=most as u16).filter(|plies| plies % 2 == 1).collect();
        if odd.is_empty() {
            let message = tr!(generate_length_even, found = part);
            return Err(error(option, whole, part, message, tr!(generate_length_even_help)));
        }
        lengths.extend(odd);
    }
    Ok(lengths)
}

type Counts = (usize, BTreeMap<u16, usize>);

/// Parses `100` or `3:50,5:50,7..11:10`.
fn counts(text: &str, wanted: &BTreeSet<u16>) -> Result<Counts, Box<Diagnostic>> {
    let wrong = |part: &str, message: String| {
        error("--count", text, part, message, tr!(generate_count_help))
    };
    let number = |part: &str| {
        let count = part.trim().parse::<usize>().ok().filter(|count| *count > 0);
        count.ok_or_else(|| wrong(part, tr!(generate_count_expected, found = part)))
    };
    if !text.contains(':') {
        return Ok((number(text)?, BTreeMap::new()));
    }
    let mut each = BTreeMap::new();
    for part in text.split(',') {
        let Some((plies, count)) = part.split_once(':') else {
            return Err(wrong(part, tr!(generate_count_pair_expected, found = part)));
        };
        let count = number(count)?;
        for plies in lengths("--count", text, plies)? {
            if !wanted.contains(&plies) {
                return Err(wrong(part, tr!(generate_count_other_length, plies)));
            }
            each.insert(plies, count);
        }
    }
    Ok((0, each))
}

/// Parses weights of kinds, such as `Ln=5`.
fn weights(rules: &Rules, texts: &[String]) -> Result<Vec<(Kind, u32)>, Box<Diagnostic>> {
    let weight = |text: &String| {
        let wrong = || {
            let message = tr!(generate_weight_expected, found = text.as_str());
            let help = tr!(generate_weight_help, most = MAX_WEIGHT);
            error("--weight", text, text, message, help)
        };
        let (id, number) = text.split_once('=').ok_or_else(wrong)?;
        let number = number.trim().parse().ok().filter(|weight| *weight <= MAX_WEIGHT);
        Ok((kind(rules, "--weight", id)?, number.ok_or_else(wrong)?))
    };
    texts.iter().map(weight).collect()
}

/// Kind of piece with this id.
fn kind(rules: &Rules, option: &'static str, id: &str) -> Result<Kind, Box<Diagnostic>> {
    let text = id.trim();
    if let Some(kind) = rules.kind(text) {
        return Ok(kind);
    }
    let ids: Vec<&str> = rules.iter().map(|(_, spec)| spec.id.as_str()).collect();
    let game = describe::game_name(rules);
    let variant = rules.name.as_str();
    let message = tr!(generate_unknown_piece, game, piece = text);
    let help = match closest(text, ids.iter().copied()) {
        Some(like) => tr!(generate_unknown_piece_similar, like, variant),
        None => tr!(generate_unknown_piece_help, variant),
    };
    Err(error(option, id, id, message, help))
}
