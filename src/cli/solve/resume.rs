//! `--resume`: results of an earlier run, so that decided problems need not be solved again.

use super::expect::LengthFinding;
use super::requirements::Requirements;
use crate::cli::Failure;
use crate::io::results::Outcome;
use crate::io::results::result_lines::{self, ResultLine};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// Results of an earlier run. Keeps the offset of each line, and reads it again when it is needed:
/// there may be millions of lines of a kilobyte each.
#[derive(Debug, Default)]
pub struct EarlierResults {
    /// By key; `None` where results contradict each other, so that the problem is solved again.
    decided: HashMap<Box<str>, Option<Decided>>,
    /// The file of the lines, or a copy of an input that can be read only once.
    lines: Option<Mutex<BufReader<File>>>,
    /// Number of lines that are not results.
    pub unreadable: usize,
}

/// A result that settles its problem.
#[derive(Debug)]
struct Decided {
    found: LengthFinding,
    /// Bytes before its line in the file.
    offset: u64,
}

impl EarlierResults {
    /// Reads the JSON lines of an earlier run (`-`: standard input). Counts lines that cannot be
    /// read: a kill of that run may have cut off the last one.
    ///
    /// # Errors
    /// The file, or its rest, cannot be read; an input that can be read only once cannot be copied.
    pub fn read(path: &Path, requirements: &Requirements) -> Result<EarlierResults, Failure> {
        let file = File::open(path).ok().filter(|_| path != Path::new("-"));
        let file = file.filter(|file| file.metadata().is_ok_and(|data| data.is_file()));
        let uncopied = |error| Failure::unwritable(&std::env::temp_dir(), &error);
        let mut copy = match &file {
            Some(_) => None,
            None => Some(LineCopy::new().map_err(uncopied)?),
        };
        let (mut earlier, mut failed) = (EarlierResults::default(), None);
        result_lines::read(path, |at, line| {
            match line {
                Ok((text, ResultLine::Result(outcome, _))) if requirements.accepts(&outcome) => {
                    match copy.as_mut().map_or(Ok(at.offset), |copy| copy.add(text)) {
                        Ok(offset) => earlier.add(offset, *outcome),
                        Err(error) => {
                            failed = Some(error);
                            return ControlFlow::Break(());
                        }
                    }
                }
                Ok(_) => {}
                Err(_) => earlier.unreadable += 1,
            }
            ControlFlow::Continue(())
        })?;
        failed.map_or(Ok(()), Err).map_err(uncopied)?;
        let copied = copy.map(LineCopy::finish).transpose().map_err(uncopied)?;
        earlier.lines = copied.or(file).map(|file| Mutex::new(BufReader::new(file)));
        Ok(earlier)
    }

    fn add(&mut self, offset: u64, outcome: Outcome) {
        let found = LengthFinding::of(&outcome);
        let decided = Decided { found, offset };
        match self.decided.entry(outcome.key.into()) {
            Entry::Vacant(entry) => {
                entry.insert(Some(decided));
            }
            Entry::Occupied(mut entry) => {
                let fits = |known: &mut Decided| !known.found.contradicts(found);
                *entry.get_mut() = entry.get_mut().take_if(fits).map(|_| decided);
            }
        }
    }

    /// The decided result of the problem with this key; `None` if the file has changed since it was
    /// read, so that the problem is solved again.
    pub fn get(&self, key: &str) -> Option<Box<Outcome>> {
        let offset = self.decided.get(key)?.as_ref()?.offset;
        let mut lines = self.lines.as_ref()?.lock().unwrap_or_else(PoisonError::into_inner);
        match result_lines::read_again(&mut *lines, offset)? {
            ResultLine::Result(outcome, _) if outcome.key == key => Some(outcome),
            _ => None,
        }
    }
}

/// The lines of an input that can be read only once, in a file without a name.
struct LineCopy {
    file: BufWriter<File>,
    /// Bytes written.
    len: u64,
}

impl LineCopy {
    fn new() -> io::Result<LineCopy> {
        Ok(LineCopy { file: BufWriter::new(tempfile::tempfile()?), len: 0 })
    }

    /// Appends a line and returns its offset.
    fn add(&mut self, text: &str) -> io::Result<u64> {
        let offset = self.len;
        writeln!(self.file, "{text}")?;
        self.len += text.len() as u64 + 1;
        Ok(offset)
    }

    fn finish(self) -> io::Result<File> {
        Ok(self.file.into_inner()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::Certify;

    const ASK: Requirements =
        Requirements { shortest: true, composers: false, certify: Certify::Verdict };

    fn parse(text: &str, requirements: &Requirements) -> EarlierResults {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(text.as_bytes()).unwrap();
        EarlierResults::read(file.path(), requirements).unwrap()
    }

    fn line(key: &str, rest: &str) -> String {
        format!(
            "{{\"id\":\"1\",\"key\":\"{key}\",\"variant\":\"shogi\",\"rules\":{{}},\
             \"forcing\":\"check\",\"attacker\":\"black\",\"position\":\"\",{rest}}}\n"
        )
    }

    #[test]
    fn what_is_decided_is_kept_and_the_rest_tried_again() {
        let checked = r#""nodes":5,"certificate":{"covers":"verdict","nodes":1,"checked":true}"#;
        let unchecked = r#""nodes":5,"certificate":{"covers":"verdict","nodes":0,"checked":false}"#;
        let text = [
            line("mate", &format!(r#""verdict":"mate","plies":3,"shortest":true,{checked}"#)),
            line("long", &format!(r#""verdict":"mate","plies":9,"shortest":false,{checked}"#)),
            line("none", &format!(r#""verdict":"no_mate",{checked}"#)),
            line("doubtful", &format!(r#""verdict":"no_mate",{unchecked}"#)),
            line("open", r#""verdict":"unknown","stopped_by":"time","nodes":5"#),
            line("depth", &format!(r#""verdict":"unknown","expected":"agrees",{checked}"#)),
            line("stable", r#""verdict":"no_mate""#),
            line("cut", r#""verdict":"no_mate","interrupted":true"#),
            "{\"id\":\"7\",\"error\":{\"code\":\"E0301\",\"message\":\"\"}}\n".to_owned(),
            "\n{\"id\":\"8\",\"key\":\"cut".to_owned(),
        ]
        .concat();
        let earlier = parse(&text, &ASK);
        let found = |key: &str| earlier.get(key).is_some();
        assert!(found("mate") && found("none") && found("stable"));
        assert!(["long", "doubtful", "open", "depth", "cut"].iter().all(|key| !found(key)));
        assert_eq!(earlier.unreadable, 1);
        let refuted = line("mate", &format!(r#""verdict":"no_mate",{checked}"#));
        let proved =
            line("mate", &format!(r#""verdict":"mate","plies":3,"shortest":true,{checked}"#));
        for contested in [refuted.clone() + &text, proved + &refuted + &text] {
            assert!(parse(&contested, &ASK).get("mate").is_none());
        }
        let strict = Requirements { certify: Certify::Length, ..ASK };
        let earlier = parse(&text, &strict);
        assert!(earlier.get("mate").is_none() && earlier.get("none").is_some());
        let relaxed = Requirements { shortest: false, certify: Certify::None, ..ASK };
        let earlier = parse(&text, &relaxed);
        assert!(["long", "doubtful"].iter().all(|key| earlier.get(key).is_some()));
    }
}
