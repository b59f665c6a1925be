//! Results of an earlier run, so that what is decided need not be decided again.

use super::ask::Ask;
use crate::cli::Failure;
use crate::io::results::Outcome;
use std::collections::HashMap;
use std::path::Path;

/// The results of an earlier run.
#[derive(Debug, Default)]
pub struct Earlier {
    decided: HashMap<String, Outcome>,
    /// Lines that are no results.
    pub unreadable: usize,
}

impl Earlier {
    /// Reads the JSON lines of an earlier run. Lines that cannot be read are counted: the last one may
    /// have been cut off when that run was killed.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn read(path: &Path, ask: &Ask) -> Result<Earlier, Failure> {
        let bytes = std::fs::read(path).map_err(|error| {
            Failure::Message(format!("cannot read `{}` (--resume): {error}", path.display()))
        })?;
        Ok(Earlier::parse(&String::from_utf8_lossy(&bytes), ask))
    }

    fn parse(text: &str, ask: &Ask) -> Earlier {
        let mut earlier = Earlier::default();
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            let value: Option<serde_json::Value> = serde_json::from_str(line).ok();
            if value.as_ref().is_some_and(|value| value.get("error").is_some()) {
                continue;
            }
            match value.and_then(|value| serde_json::from_value::<Outcome>(value).ok()) {
                Some(outcome) if ask.accepts(&outcome) => {
                    earlier.decided.insert(outcome.key.clone(), outcome);
                }
                Some(_) => {}
                None => earlier.unreadable += 1,
            }
        }
        earlier
    }

    /// The decided result of the problem with this key.
    pub fn get(&self, key: &str) -> Option<&Outcome> {
        self.decided.get(key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::soundness::Certify;

    const ASK: Ask = Ask { shortest: true, certify: Certify::Verdict };

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
            "{\"id\":\"7\",\"error\":{\"code\":\"E0301\",\"message\":\"\"}}\n".to_owned(),
            "\n{\"id\":\"8\",\"key\":\"cut".to_owned(),
        ]
        .concat();
        let earlier = Earlier::parse(&text, &ASK);
        let found = |key: &str| earlier.get(key).is_some();
        assert!(found("mate") && found("none") && found("stable"));
        assert!(["long", "doubtful", "open", "depth"].iter().all(|key| !found(key)));
        assert_eq!(earlier.unreadable, 1);
        let strict = Ask { certify: Certify::Length, ..ASK };
        let earlier = Earlier::parse(&text, &strict);
        assert!(earlier.get("mate").is_none() && earlier.get("none").is_some());
        let relaxed = Ask { shortest: false, certify: Certify::None };
        let earlier = Earlier::parse(&text, &relaxed);
        assert!(["long", "doubtful"].iter().all(|key| earlier.get(key).is_some()));
    }
}
