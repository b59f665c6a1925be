//! `--resume`: results of an earlier run, so that decided problems need not be solved again.

use super::expect::LengthFinding;
use super::requirements::Requirements;
use crate::io::results::Outcome;
use crate::io::results::result_lines::{self, ResultLine};
use crate::text::Diagnostic;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fs::File;
use std::io::BufReader;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// Results of an earlier run. Keeps the offset of each line, and reads it again when it is needed:
/// there may be millions of lines of a kilobyte each.
#[derive(Debug, Default)]
pub struct EarlierResults {
    /// By key; `None` where results contradict each other, so that the problem is solved again.
    decided: HashMap<Box<str>, Option<Decided>>,
    /// The file; `None` for an input that can be read only once.
    file: Option<Mutex<BufReader<File>>>,
    /// Number of lines that are not results.
    pub unreadable: usize,
}

/// A result that settles its problem.
#[derive(Debug)]
struct Decided {
    found: LengthFinding,
    place: Place,
}

#[derive(Debug)]
enum Place {
    /// Bytes in the file before its line.
    Offset(u64),
    /// The result itself, from an input that can be read only once.
    Memory(Box<Outcome>),
}

impl EarlierResults {
    /// Reads the JSON lines of an earlier run. Counts lines that cannot be read: a kill of that run
    /// may have cut off the last one.
    ///
    /// # Errors
    /// The file, or its rest, cannot be read.
    pub fn read(
        path: &Path,
        requirements: &Requirements,
    ) -> Result<EarlierResults, Box<Diagnostic>> {
        let file = File::open(path).ok().filter(|_| path != Path::new("-"));
        let file = file.filter(|file| file.metadata().is_ok_and(|data| data.is_file()));
        let file = file.map(|file| Mutex::new(BufReader::new(file)));
        let mut earlier = EarlierResults { file, ..EarlierResults::default() };
        result_lines::read(path, |at, line| {
            earlier.take(at.offset, line.ok().map(|(_, line)| line), requirements);
            ControlFlow::Continue(())
        })?;
        Ok(earlier)
    }

    /// Adds a line that could be read; counts others.
    fn take(&mut self, offset: u64, line: Option<ResultLine>, requirements: &Requirements) {
        match line {
            Some(ResultLine::Result(outcome, _)) if requirements.accepts(&outcome) => {
                self.add(offset, outcome)
            }
            Some(_) => {}
            None => self.unreadable += 1,
        }
    }

    fn add(&mut self, offset: u64, outcome: Box<Outcome>) {
        let (key, found) = (outcome.key.as_str().into(), LengthFinding::of(&outcome));
        let place = match self.file {
            Some(_) => Place::Offset(offset),
            None => Place::Memory(outcome),
        };
        let decided = Decided { found, place };
        match self.decided.entry(key) {
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
        let offset = match &self.decided.get(key)?.as_ref()?.place {
            Place::Offset(offset) => *offset,
            Place::Memory(outcome) => return Some(outcome.clone()),
        };
        let mut file = self.file.as_ref()?.lock().unwrap_or_else(PoisonError::into_inner);
        match result_lines::read_again(&mut *file, offset)? {
            ResultLine::Result(outcome, _) if outcome.key == key => Some(outcome),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::Certify;

    const ASK: Requirements =
        Requirements { shortest: true, composers: false, certify: Certify::Verdict };

    fn parse(text: &str, requirements: &Requirements) -> EarlierResults {
        let mut earlier = EarlierResults::default();
        for line in text.lines().filter(|line| !line.is_empty()) {
            earlier.take(0, ResultLine::parse(line).ok(), requirements);
        }
        earlier
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
