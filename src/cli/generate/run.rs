//! Runs a campaign, and writes its problems.

use super::arguments::{self, RequestedCampaign};
use super::{Args, archived_problems, set_file, table};
use crate::cli::common::{self, ArgumentSpan, argument_error};
use crate::cli::input_files::InputFiles;
use crate::cli::shard::{self, Shard};
use crate::cli::{Failure, Status, StdStreams, inputs};
use crate::generator::archive::{Archive, OfferOutcome};
use crate::generator::canonical_key::{figure_key, line_key};
use crate::generator::problem_space::ATTACKER;
use crate::generator::stats::CampaignStats;
use crate::generator::{
    Campaign, CampaignConfig, CampaignObserver, CampaignState, MAX_FRUITLESS_CANDIDATES,
    ProblemRecord, ProblemSpace,
};
use crate::io::files::campaign_file::{CampaignFile, CampaignHeading, CampaignRun, VERSION};
use crate::io::problems::{self, LoadResult, LoadedProblem, ReadOptions};
use crate::io::terminal::campaign_display::CampaignDisplay;
use crate::io::terminal::signals::Signals;
use crate::messages::tr;
use crate::position::Position;
use crate::rules::{Side, describe};
use crate::search::{Limits, SearchObserver};
use crate::solver::{self, Certify, Verdict};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Node limit of the search for the line of a problem that is to be avoided and has no solution.
const AVOIDED_LINE_NODES: u64 = 300_000;

/// Streams of random numbers for each part of a campaign. Each thread of each run takes one.
const STREAMS_PER_PART: u64 = 1 << 32;

pub fn run(args: &Args, signals: &Signals, streams: &mut StdStreams) -> Result<Status, Failure> {
    let options = ReadOptions {
        default_variant: args.game.variant.clone(),
        rules: args.game.chosen()?,
        ..ReadOptions::default()
    };
    let rules = args.game.load(&options.library)?;
    let (shard, remark) = shard::of_argument(args.shard.as_deref())?;
    if let Some(remark) = remark.filter(|_| !args.quiet) {
        streams.note(&remark);
    }
    let RequestedCampaign { goals, taste, forcing, tolerate, asked } =
        arguments::wanted(args, &rules, shard)?;
    if let Some(path) = &args.output {
        common::check_output(path)?;
        input_files(args).check(path)?;
    }
    let threads = args.threads.map(usize::from).unwrap_or_else(common::cores);
    let game = ProblemSpace::new(&rules, forcing, taste);
    if game.kinds.is_empty() || game.first_royal().is_none() {
        return Err(Failure::Message(tr!(generate_all_forbidden)));
    }
    let mut config = CampaignConfig { tolerate, ..CampaignConfig::new(&game, threads, args.seed) };
    let mut state = CampaignState::new(&goals);
    if let Some(shard) = shard {
        config.stream = shard.index() as u64 * STREAMS_PER_PART;
    }
    let file = open(args, &game, shard, &mut config, &mut state, streams)?;
    signals.orderly();
    let clock = Clock { start: Instant::now(), signals };
    state.given = given(args, &game, &options, streams)?;
    avoid(args, &game, &options, &clock, &mut state.archive)?;

    let display = CampaignDisplay::new(args.quiet);
    let observer = Outside {
        clock: &clock,
        file: Mutex::new(file),
        display: &display,
        error: Mutex::default(),
    };
    let campaign = Campaign::new(&game, &goals, &config, &observer, state);
    let result = campaign.run();
    display.close();
    let state =
        result.map_err(|error| Failure::Message(tr!(judge_no_threads, why = error.to_string())))?;
    let elapsed = clock.elapsed();
    let error = observer.error.into_inner().unwrap_or_else(PoisonError::into_inner);

    let mut chosen = set_file::choose(args.sort, &state.archive);
    let mut wrong = false;
    // A file without problems is not a valid problem file.
    if !chosen.is_empty() {
        let (variant, output) = (&args.game.variant, args.output.as_deref());
        wrong = set_file::write(&game, variant, options, output, &mut chosen, streams)?;
    }
    if !args.quiet {
        streams.note(&table::table(&goals, &state.archive, &state.stats, elapsed));
        for note in table::shortfalls(&goals, &state.archive, &chosen) {
            streams.note(&format!("tsume: {note}"));
        }
        if state.is_exhausted() {
            let note = tr!(generate_exhausted, count = MAX_FRUITLESS_CANDIDATES);
            streams.note(&format!("tsume: {note}"));
        }
        let (count, seconds) = (chosen.len(), format!("{:.1}", elapsed.as_secs_f64()));
        streams.note(&match &args.output {
            _ if chosen.is_empty() => tr!(generate_summary_nothing, seconds),
            Some(path) => {
                tr!(generate_summary_file, count, path = path.display().to_string(), seconds)
            }
            None => tr!(generate_summary, count, seconds),
        });
    }
    if let Some(error) = error {
        return Err(Failure::Message(error));
    }
    Ok(Status {
        signal: signals.status(),
        wrong,
        undecided: chosen.is_empty() || asked && !state.archive.meets_goals(),
        ..Status::default()
    })
}

/// The files that are read, also the archive.
fn input_files(args: &Args) -> InputFiles {
    let problems: Vec<PathBuf> = args.from.iter().chain(&args.avoid).cloned().collect();
    let others = [args.game.rule_file(), args.archive.clone(), args.resume.clone().flatten()];
    let files = inputs::problem_files(&problems).into_iter().flatten();
    InputFiles::new(files.chain(others.into_iter().flatten()))
}

/// Opens the archive file, if there is one, and loads its problems into the state.
fn open(
    args: &Args,
    game: &ProblemSpace,
    shard: Option<Shard>,
    config: &mut CampaignConfig,
    state: &mut CampaignState,
    streams: &StdStreams,
) -> Result<Option<CampaignFile>, Failure> {
    let named = args.resume.as_ref().and_then(Option::as_ref);
    let path: Option<&PathBuf> = match (named, &args.archive) {
        (Some(a), Some(b)) if a != b => {
            let (resumed, archive) = (a.display().to_string(), b.display().to_string());
            return Err(Failure::Message(tr!(generate_two_campaigns, resumed, archive)));
        }
        (Some(path), _) | (None, Some(path)) => Some(path),
        (None, None) => None,
    };
    let Some(path) = path else {
        if args.resume.is_some() {
            return Err(Failure::Message(tr!(generate_resume_unnamed)));
        }
        return Ok(None);
    };
    let heading = CampaignHeading {
        tsume_campaign: VERSION,
        variant: game.rules.name.clone(),
        rules: game.rules.changed.iter().cloned().collect::<BTreeMap<_, _>>(),
        forcing: game.forcing.name().to_owned(),
    };
    if args.resume.is_some() && !path.exists() {
        if let Some(named) = named {
            let path = named.display().to_string();
            return Err(Failure::Message(tr!(generate_campaign_absent, path)));
        }
        if !args.quiet {
            streams.note(&tr!(generate_campaign_begins, path = path.display().to_string()));
        }
    }
    let mut file = if args.resume.is_some() && path.exists() {
        let (file, mut kept) = CampaignFile::resume(path, &heading).map_err(Failure::Message)?;
        // A campaign that continues as another part goes over to the streams of that part.
        let of_part = config.stream..config.stream + STREAMS_PER_PART;
        if shard.is_none() || of_part.contains(&kept.stream) {
            config.stream = kept.stream;
        }
        let (problems, _) = archived_problems::read(game, path, &mut kept, args.quiet, streams);
        for problem in problems {
            let plies = problem.record.plies;
            // Later problems of the same line are better.
            if state.archive.offer(problem) == OfferOutcome::New {
                state.stats.at(plies).kept += 1;
            }
        }
        file
    } else {
        CampaignFile::create(path, &heading).map_err(Failure::Message)?
    };
    file.begin(&CampaignRun {
        seed: config.seed,
        stream: config.stream,
        threads: config.threads,
        shard: shard.map(|shard| shard.to_string()),
        options: Some(args.run_options().into_map()),
    })
    .map_err(Failure::Message)?;
    Ok(Some(file))
}

/// Reads problem files, and reports their errors.
fn read(
    paths: &[PathBuf],
    game: &ProblemSpace,
    options: &ReadOptions,
) -> Result<Vec<LoadedProblem>, Failure> {
    let mut entries = Vec::new();
    let mut errors = Vec::new();
    for found in inputs::problem_files(paths) {
        let path = match found {
            Ok(path) => path,
            Err(error) => {
                errors.push(*error);
                continue;
            }
        };
        for item in problems::read_path(&path, options) {
            match item {
                LoadResult::Problem(entry) => entries.push(*entry),
                LoadResult::Broken { errors: mut found, .. } => errors.append(&mut found),
            }
        }
    }
    if !errors.is_empty() {
        return Err(errors.into());
    }
    // A file may hold problems of several games.
    entries.retain(|entry| {
        let rules = entry.problem.rules();
        rules.name == game.rules.name && rules.board == game.rules.board
    });
    Ok(entries)
}

/// The position with colors exchanged if White attacks: the generator's attacker is Black.
fn as_black(game: &ProblemSpace, entry: &LoadedProblem) -> Position {
    let position = entry.problem.position();
    if entry.problem.attacker() == ATTACKER {
        return position.clone();
    }
    let board = game.rules.board;
    let mut turned = Position::empty(board, ATTACKER);
    for (square, piece) in position.pieces() {
        let at = board.squares() - 1 - square.index();
        turned.board[at] = Some(crate::position::Piece::new(piece.kind(), piece.side().other()));
    }
    turned.hands = [position.hands[1], position.hands[0]];
    turned
}

fn given(
    args: &Args,
    game: &ProblemSpace,
    options: &ReadOptions,
    streams: &StdStreams,
) -> Result<Vec<Position>, Failure> {
    let entries = read(&args.from, game, options)?;
    if !args.from.is_empty() && entries.is_empty() {
        let names: Vec<String> = args.from.iter().map(|path| path.display().to_string()).collect();
        let text = names.join(" ");
        let game = describe::game_name(&game.rules);
        let message = tr!(generate_from_empty, paths = text.as_str(), game);
        let place = ArgumentSpan { option: "--from", text: &text, span: 0..text.len() };
        let help = tr!(generate_from_empty_help);
        return Err(vec![argument_error("E0710", place, message, help)].into());
    }
    let positions: Vec<Position> = entries.iter().map(|entry| as_black(game, entry)).collect();
    let (good, beyond): (Vec<_>, Vec<_>) =
        positions.into_iter().partition(|position| game.is_within_army(position));
    if !beyond.is_empty() && !args.quiet {
        let (count, game) = (beyond.len(), describe::game_name(&game.rules));
        streams.note(&tr!(generate_from_beyond_army, count, game));
    }
    Ok(good)
}

/// Marks the lines and figures of the problems to avoid.
fn avoid(
    args: &Args,
    game: &ProblemSpace,
    options: &ReadOptions,
    clock: &Clock<'_>,
    archive: &mut Archive,
) -> Result<(), Failure> {
    for entry in read(&args.avoid, game, options)? {
        let position = as_black(game, &entry);
        archive.avoid(figure_key(game, &position));
        let mut line = entry.solution.clone();
        if line.is_empty() {
            let config = solver::SolverConfig {
                threads: 1,
                hash: 64 << 20,
                limits: Limits { nodes: Some(AVOIDED_LINE_NODES), ..Limits::default() },
                shortest: true,
                main_line: true,
                within: None,
                certify: Certify::None,
            };
            // Without a line only the figure is avoided.
            if let Verdict::Mate { line: found, shortest: true, .. } =
                solver::solve(&entry.problem, &config, clock).verdict
            {
                line = found;
            }
        }
        if entry.problem.position().side == Side::Black && !line.is_empty() && legal(&entry, &line)
        {
            archive.avoid(line_key(game, entry.problem.position(), &line));
        }
    }
    Ok(())
}

fn legal(entry: &LoadedProblem, line: &[crate::position::Move]) -> bool {
    let rules = entry.problem.rules();
    let mut at = entry.problem.position().clone();
    line.iter().all(|&m| {
        let legal = crate::referee::is_legal(rules, &at, m);
        if legal {
            at = crate::referee::play(rules, &at, m);
        }
        legal
    })
}

/// Clock and stop signal of a campaign.
struct Clock<'a> {
    start: Instant,
    signals: &'a Signals,
}

impl SearchObserver for Clock<'_> {
    fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    fn should_stop(&self) -> bool {
        self.signals.stopped()
    }
}

/// Observer of a campaign: clock, archive file and display.
struct Outside<'a> {
    clock: &'a Clock<'a>,
    file: Mutex<Option<CampaignFile>>,
    display: &'a CampaignDisplay,
    error: Mutex<Option<String>>,
}

impl CampaignObserver for Outside<'_> {
    fn elapsed(&self) -> Duration {
        self.clock.elapsed()
    }

    fn stopped(&self) -> bool {
        self.clock.should_stop()
    }

    fn save(&self, found: &ProblemRecord) -> bool {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(file) = &mut *file else { return true };
        match file.add(found) {
            Ok(()) => true,
            Err(error) => {
                *self.error.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                false
            }
        }
    }

    fn progress(&self, archive: &Archive, stats: &CampaignStats) {
        self.display.update(archive, stats);
    }
}
