//! The files that a command reads, so that it does not write over them.

use super::Failure;
use crate::messages::tr;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

/// What all names of a file have in common: device and inode, or the path without links.
#[cfg(unix)]
type Place = (u64, u64);
#[cfg(not(unix))]
type Place = PathBuf;

/// `None` if there is no such file.
fn place(path: &Path) -> Option<Place> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        path.metadata().ok().map(|data| (data.dev(), data.ino()))
    }
    #[cfg(not(unix))]
    {
        path.canonicalize().ok()
    }
}

/// The path of an input, under which standard input has one too.
fn opened(input: &Path) -> &Path {
    match cfg!(unix) && input == Path::new("-") {
        true => Path::new("/dev/stdin"),
        false => input,
    }
}

/// True if an output leads to the file that is read, also through links.
pub fn is_same(input: &Path, output: &Path) -> bool {
    let input = opened(input);
    input.is_file() && place(input).is_some_and(|input| place(output) == Some(input))
}

/// Files that are read. Each is looked up once, however many outputs are compared with it.
#[derive(Default)]
pub struct InputFiles {
    /// All of them, also those that do not exist yet.
    names: HashSet<PathBuf>,
    /// Those that exist. Devices and pipes are not among them: they may be written as well.
    files: HashMap<Place, PathBuf>,
}

impl InputFiles {
    /// Looks the files up.
    pub fn new(paths: impl IntoIterator<Item = PathBuf>) -> InputFiles {
        InputFiles::default().and(paths)
    }

    /// These files and others.
    pub fn and(mut self, paths: impl IntoIterator<Item = PathBuf>) -> InputFiles {
        for path in paths {
            let opened = opened(&path);
            if let Some(place) = place(opened).filter(|_| opened.is_file()) {
                self.files.entry(place).or_insert_with(|| path.clone());
            }
            // Standard input and standard output have the same name.
            if path != Path::new("-") {
                self.names.insert(path);
            }
        }
        self
    }

    /// The existing file among them that `output` leads to.
    pub fn find(&self, output: &Path) -> Option<&Path> {
        self.files.get(&place(output)?).map(PathBuf::as_path)
    }

    /// The error for an output that is one of the files, under any name.
    pub fn complaint(&self, output: &Path) -> Option<String> {
        let named = self.names.get(output).map(PathBuf::as_path);
        let input = named.or_else(|| self.find(output))?.display().to_string();
        let output = output.display().to_string();
        Some(tr!(cli_overwrites, output, input))
    }

    /// Checks that an output is none of the files.
    ///
    /// # Errors
    /// It is one of them.
    pub fn check(&self, output: &Path) -> Result<(), Failure> {
        self.complaint(output).map_or(Ok(()), |complaint| Err(Failure::Message(complaint)))
    }
}
