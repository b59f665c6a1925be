//! `tsume-mpi`: one search, one set of problems, or the judge, on all processes of an MPI job.
//!
//! Every rank is a worker. Rank 0 also reads the command line and the problems, leads the search
//! (`crate::cluster`), and prints what `tsume` prints. Only the main thread of a rank calls MPI: it
//! passes messages between MPI and channels, so that neither the search nor the leader ever waits
//! for a rank.
//!
//! MPI ends a job when one of its processes dies, unless `mpirun` has other options
//! (`src/cluster/README.md`).

mod post;

use super::ranks::Ranks;
use super::streams::StdStreams;
use super::{GlobalArgs, analyze, conclude, lang, print_of_clap, solve, streams};
use crate::cluster::transport::{WorkerPort, channels, relayed_channels};
use crate::cluster::worker::obey;
use crate::cluster::{Cluster, ClusterConfig, ClusterEvent};
use crate::io::terminal::signals::Signals;
use crate::messages::{self, os_error, tr};
use ::mpi::Threading;
use ::mpi::topology::SimpleCommunicator;
use ::mpi::traits::Communicator;
use clap::{CommandFactory, Parser, Subcommand};
use std::ffi::OsString;
use std::process::ExitCode;
use std::thread;

/// The program.
#[derive(Debug, Parser)]
#[command(
    name = "tsume-mpi", version, max_term_width = 100,
    about = tr!(help_mpi),
    long_about = tr!(help_mpi_long),
    after_help = tr!(help_mpi_examples),
    subcommand_required = true
)]
struct Cli {
    #[command(flatten)]
    global: GlobalArgs,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Solve(Box<solve::Args>),
    Analyze(Box<analyze::Args>),
}

/// Runs the program. The first argument is the program's name.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    messages::set_language(lang::chosen(&arguments));
    let Some((universe, _)) = ::mpi::initialize_with_threading(Threading::Funneled) else {
        streams::complain(&tr!(mpi_not_initialized));
        return ExitCode::from(2);
    };
    let world: SimpleCommunicator = universe.world();
    let is_leader = world.rank() == 0;
    let cli = match Cli::try_parse_from(arguments) {
        Ok(cli) => cli,
        Err(error) => {
            // Every rank reads the same command line; one of them says what is wrong with it.
            if is_leader {
                return print_of_clap(&error, Cli::command);
            }
            return ExitCode::from(if error.use_stderr() { 2 } else { 0 });
        }
    };
    let signals = match Signals::install() {
        Ok(signals) => signals,
        Err(error) => {
            streams::complain(&tr!(cli_cannot_watch_signals, error = os_error(&error)));
            return ExitCode::from(2);
        }
    };
    if is_leader { lead(&world, cli, &signals) } else { follow(&world, &signals) }
}

/// Rank 0: leads, and works.
fn lead(world: &SimpleCommunicator, cli: Cli, signals: &Signals) -> ExitCode {
    let ranks = usize::try_from(world.size()).unwrap_or(1);
    let (port, mut own, relay) = relayed_channels(ranks);
    let Cli { global, command } = cli;
    let stopped = signals.clone();
    let listener = move |event: &ClusterEvent| {
        // After a signal all ranks go.
        if !stopped.stopped() {
            note(event);
        }
    };
    let cluster = Cluster::new(port, ClusterConfig::default(), listener);
    let team = Ranks::of(cluster);
    let (status, are_gone) = thread::scope(|scope| {
        scope.spawn(move || obey(&mut own, &|| signals.stopped()));
        let leader = scope.spawn(move || {
            let mut streams = StdStreams::new(global.color);
            let result = match command {
                Command::Solve(mut args) => {
                    args.ranks = team.clone();
                    solve::run(&args, signals, &mut streams)
                }
                Command::Analyze(mut args) => {
                    args.ranks = team.clone();
                    analyze::run(&args, signals, &mut streams)
                }
            };
            let status = conclude(result, &streams);
            team.quit();
            status
        });
        let are_gone = post::deliver_for_leader(world, &relay, || leader.is_finished());
        (leader.join().unwrap_or(2), are_gone)
    });
    if !are_gone {
        // A rank that got no signal may be at a problem for hours, and one that hangs forever.
        world.abort(status.into());
    }
    ExitCode::from(status)
}

/// Another rank: works.
fn follow(world: &SimpleCommunicator, signals: &Signals) -> ExitCode {
    signals.orderly();
    let (port, mut workers) = channels(1);
    let Some(mut own) = workers.pop() else { return ExitCode::from(2) };
    thread::scope(|scope| {
        let worker = scope.spawn(move || {
            obey(&mut own, &|| signals.stopped());
            own.is_closed()
        });
        post::deliver_for_worker(world, port, || worker.is_finished());
    });
    // `mpirun` ends with the status of rank 0.
    ExitCode::SUCCESS
}

/// Reports an event on standard error.
fn note(event: &ClusterEvent) {
    streams::complain(&match event {
        ClusterEvent::Lost { worker } => tr!(mpi_rank_lost, rank = *worker),
        ClusterEvent::Back { worker } => tr!(mpi_rank_back, rank = *worker),
        ClusterEvent::Distrusted { worker, reason } if reason.is_empty() => {
            tr!(mpi_rank_unreadable, rank = *worker)
        }
        ClusterEvent::Distrusted { worker, reason } => {
            tr!(mpi_rank_refused, rank = *worker, reason = reason.as_str())
        }
        ClusterEvent::StartedAgain => tr!(mpi_started_again),
    });
}
