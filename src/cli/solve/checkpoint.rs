//! `--checkpoint` and `--restore`: one long search in several runs.
//!
//! The program writes the file at intervals, and at the end of a run that leaves something open. A
//! run that leaves nothing open writes no file and keeps an old one. So no file vanishes or grows
//! unexpectedly, and a longer search (without `--first`, with a larger `--depth`) can still
//! continue from it.

use super::states::ProblemState;
use crate::cli::batch::BatchObserver;
use crate::cli::input_files::InputFiles;
use crate::cli::{Failure, common, streams};
use crate::io::files::atomic_file::AtomicFile;
use crate::io::files::checkpoint_file::{
    self, Checkpoint, CheckpointError, CheckpointHeader, CheckpointSize,
};
use crate::io::terminal::progress::ProgressDisplay;
use crate::messages::{os_error, tr};
use crate::search::transposition_table::TranspositionTable;
use crate::search::{Progress, SearchObserver};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf, absolute};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::Duration;

/// Default time between two saves.
const DEFAULT_SAVE_INTERVAL: Duration = Duration::from_secs(600);

/// Options for checkpoints.
#[derive(Clone, Debug, clap::Args)]
pub struct CheckpointArgs {
    #[arg(long, value_name = "FILE", help = tr!(help_checkpoint_checkpoint))]
    checkpoint: Option<PathBuf>,
    #[arg(long, value_name = "S", value_parser = interval, requires = "checkpoint",
          help = tr!(help_checkpoint_checkpoint_every))]
    checkpoint_every: Option<Duration>,
    #[arg(long, value_name = "FILE", help = tr!(help_checkpoint_restore))]
    restore: Option<PathBuf>,
}

/// Parses the seconds between two saves.
fn interval(text: &str) -> Result<Duration, String> {
    let least = Duration::from_secs(1);
    let seconds = common::seconds(text).ok().filter(|&seconds| seconds >= least);
    seconds.ok_or_else(|| tr!(solve_bad_interval))
}

impl CheckpointArgs {
    /// True if one of the options is given.
    pub fn is_asked(&self) -> bool {
        self.checkpoint.is_some() || self.restore.is_some()
    }

    /// True if the search continues from a file.
    pub fn restores(&self) -> bool {
        self.restore.is_some()
    }

    /// Prepares the checkpoints of the one problem to solve; `None` without these options, or if
    /// there is no problem. Detects errors before the search starts.
    ///
    /// # Errors
    /// There are several problems, a file cannot be written, or a checkpoint cannot be restored.
    pub fn checkpointer(
        &self,
        states: &[ProblemState],
        inputs: &InputFiles,
        quiet: bool,
    ) -> Result<Option<Checkpointer>, Failure> {
        let mut open = states.iter().filter_map(|state| match state {
            ProblemState::Open(keyed) => Some(keyed),
            _ => None,
        });
        let Some(keyed) = open.next().filter(|_| self.is_asked()) else { return Ok(None) };
        let more = open.count();
        if more > 0 {
            return Err(Failure::Message(tr!(solve_checkpoint_of_set, count = more + 1)));
        }
        if let Some(path) = &self.checkpoint {
            inputs.check(path)?;
            probe(path).map_err(|error| unwritable(path, &error)).map_err(Failure::Message)?;
        }
        let header = CheckpointHeader::new(&keyed.entry.id, &keyed.entry.problem);
        if let Some(path) = &self.checkpoint {
            protect(path, &header)?;
        }
        let checkpoint = self.open(&header, quiet)?;
        let header = checkpoint.as_ref().map_or(header.clone(), |checkpoint| {
            let CheckpointHeader { nodes, time_ms, .. } = checkpoint.header;
            header.after(nodes, Duration::from_millis(time_ms))
        });
        let (options, checkpoint) = (self.clone(), Mutex::new(checkpoint));
        Ok(Some(Checkpointer { options, quiet, header, checkpoint, state: Mutex::default() }))
    }

    /// Opens the file of `--restore`.
    fn open(&self, search: &CheckpointHeader, quiet: bool) -> Result<Option<Checkpoint>, Failure> {
        let Some(path) = &self.restore else { return Ok(None) };
        let same = |other: &PathBuf| absolute(other).ok() == absolute(path).ok();
        match Checkpoint::open(path, search) {
            Ok(checkpoint) => Ok(Some(checkpoint)),
            Err(CheckpointError::Io(error))
                if error.kind() == ErrorKind::NotFound
                    && self.checkpoint.as_ref().is_some_and(same) =>
            {
                if !quiet {
                    let path = path.display().to_string();
                    streams::complain(&tr!(solve_checkpoint_absent, path));
                }
                Ok(None)
            }
            Err(refusal) => Err(unusable(path, &refusal)),
        }
    }
}

/// Checks that a file can be written.
fn probe(path: &Path) -> io::Result<()> {
    if path.is_dir() {
        return Err(ErrorKind::IsADirectory.into());
    }
    AtomicFile::begin(path).map(drop)
}

/// Checks that `path` holds no checkpoint of another problem, and no file of another kind.
fn protect(path: &Path, search: &CheckpointHeader) -> Result<(), Failure> {
    let has_content = path.metadata().is_ok_and(|data| data.is_file() && data.len() > 0);
    let path_text = || path.display().to_string();
    let refusal = match Checkpoint::open(path, search) {
        Err(CheckpointError::Foreign) if has_content => {
            tr!(solve_checkpoint_over_file, path = path_text())
        }
        Err(CheckpointError::Problem { id, position }) => {
            tr!(solve_checkpoint_over_other, path = path_text(), id, position)
        }
        _ => return Ok(()),
    };
    Err(Failure::Message(refusal))
}

fn unwritable(path: &Path, error: &io::Error) -> String {
    tr!(solve_checkpoint_unwritable, path = path.display().to_string(), error = os_error(error))
}

fn unusable(path: &Path, refusal: &CheckpointError) -> Failure {
    let path = path.display().to_string();
    Failure::Message(tr!(solve_checkpoint_unusable, path, reason = refusal.to_string()))
}

/// Checkpoints of one search.
pub struct Checkpointer {
    options: CheckpointArgs,
    quiet: bool,
    /// Header of the search, with the nodes and time of earlier runs.
    header: CheckpointHeader,
    /// The checkpoint to start from, until the search has read it.
    checkpoint: Mutex<Option<Checkpoint>>,
    state: Mutex<State>,
}

/// State of the saves. A save holds its lock.
#[derive(Default)]
struct State {
    /// [`SearchObserver::elapsed`] at the end of the last save.
    saved: Duration,
    /// Positions visited.
    nodes: u64,
    /// True if a save failed.
    failed: bool,
}

impl Checkpointer {
    /// True if a save failed.
    pub fn has_failed(&self) -> bool {
        self.state().failed
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Observer of a search, which saves checkpoints.
pub struct CheckpointObserver<'a> {
    pub watcher: BatchObserver<'a>,
    pub display: &'a ProgressDisplay,
    pub checkpointer: Option<&'a Checkpointer>,
}

impl CheckpointObserver<'_> {
    /// Prepares the table: empty, or with the entries of the checkpoint.
    ///
    /// # Errors
    /// The checkpoint is damaged.
    pub fn begin(&self, table: &mut TranspositionTable) -> Result<(), Failure> {
        table.clear();
        let Some(checkpointer) = self.checkpointer else { return Ok(()) };
        let checkpoint =
            checkpointer.checkpoint.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let (Some(checkpoint), Some(path)) = (checkpoint, &checkpointer.options.restore) {
            let begun = self.elapsed();
            let entries = checkpoint.load(table).map_err(|refusal| unusable(path, &refusal))?;
            let CheckpointHeader { nodes, time_ms, .. } = checkpointer.header;
            self.tell(tr!(
                solve_checkpoint_read,
                path = path.display().to_string(),
                nodes,
                seconds = format!("{:.1}", time_ms as f64 / 1000.0),
                entries,
                read = format!("{:.1}", (self.elapsed() - begun).as_secs_f64()),
            ));
        }
        Ok(())
    }

    /// Saves the table at the end of a search that leaves something open, after `nodes` nodes.
    pub fn end(&self, table: &TranspositionTable, nodes: u64) {
        if let Some(checkpointer) = self.checkpointer {
            self.write(checkpointer, &mut checkpointer.state(), table, nodes);
        }
    }

    fn write(
        &self,
        checkpointer: &Checkpointer,
        state: &mut State,
        table: &TranspositionTable,
        nodes: u64,
    ) {
        let Some(path) = &checkpointer.options.checkpoint else { return };
        let begun = self.elapsed();
        let header = checkpointer.header.after(nodes, begun);
        let written = checkpoint_file::write(path, &header, table);
        state.saved = self.elapsed();
        match written {
            Ok(CheckpointSize { entries, bytes }) => self.tell(tr!(
                solve_checkpoint_saved,
                path = path.display().to_string(),
                nodes = header.nodes,
                entries,
                size = format!("{:.1}", bytes as f64 / f64::from(1 << 20)),
                seconds = format!("{:.1}", (state.saved - begun).as_secs_f64()),
            )),
            Err(error) => {
                state.failed = true;
                let message = tr!(solve_error, message = unwritable(path, &error));
                self.display.aside(|| streams::complain(&message));
            }
        }
    }

    fn tell(&self, message: String) {
        if self.checkpointer.is_some_and(|checkpointer| !checkpointer.quiet) {
            self.display.aside(|| streams::complain(&message));
        }
    }
}

impl SearchObserver for CheckpointObserver<'_> {
    fn elapsed(&self) -> Duration {
        self.watcher.elapsed()
    }

    fn should_stop(&self) -> bool {
        self.watcher.should_stop()
    }

    fn on_progress(&self, progress: &Progress) {
        self.watcher.on_progress(progress);
    }

    fn checkpoint(&self, table: &TranspositionTable, nodes: u64) {
        let Some(checkpointer) = self.checkpointer else { return };
        let mut state = match checkpointer.state.try_lock() {
            Ok(state) => state,
            // Another thread is saving.
            Err(TryLockError::WouldBlock) => return,
            Err(TryLockError::Poisoned(state)) => state.into_inner(),
        };
        // The count after the search, for certificates, starts again and is smaller.
        state.nodes = state.nodes.max(nodes);
        let every = checkpointer.options.checkpoint_every.unwrap_or(DEFAULT_SAVE_INTERVAL);
        if self.elapsed() >= state.saved + every {
            let nodes = state.nodes;
            self.write(checkpointer, &mut state, table, nodes);
        }
    }
}
