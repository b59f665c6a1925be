//! Variants by name or by file, compiled once for each set of options.

use super::Diagnostic;
use crate::rules::Rules;
use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex};

/// Rules that were loaded, by variant and options. Clones share what they hold.
#[derive(Clone, Debug, Default)]
pub struct Library {
    loaded: Arc<Mutex<HashMap<Key, Arc<Rules>>>>,
}

type Key = (String, Vec<(String, String)>);

impl Library {
    /// The rules of a variant: the name of a built-in one, or a path to a rule file (relative to the
    /// working directory), with options chosen on the command line, each over the one before.
    ///
    /// # Errors
    /// Everything that is wrong with the file and the options.
    pub fn load(
        &self,
        variant: &str,
        chosen: &[(String, String)],
    ) -> Result<Arc<Rules>, Vec<Diagnostic>> {
        let _ = (variant, chosen, &self.loaded, Path::new("."));
        Err(Vec::new())
    }
}
