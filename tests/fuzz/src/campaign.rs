//! Archives of campaigns: whatever the bytes are, reading ends, what is read is written so that it
//! reads the same, and a problem is read or refused.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::LazyLock;
use tsume::generator::archive::Archive;
use tsume::generator::{
    ArchivedProblem, CampaignGoals, PieceConstraints, ProblemRecord, ProblemSpace,
};
use tsume::io::files::campaign_file::{CampaignContents, FoundProblem, read_from, write};
use tsume::io::problems::rule_file::RuleLibrary;
use tsume::position::Forcing;

static LIBRARY: LazyLock<RuleLibrary> = LazyLock::new(RuleLibrary::built_in_only);

/// Checks one input.
pub fn check(data: &[u8]) {
    let read = |data| read_from(Path::new("fuzz.jsonl"), data);
    let Ok(contents) = read(data) else { return };
    let Some(heading) = &contents.heading else { return };
    assert!(contents.errors.len() <= contents.faulty);
    for error in &contents.errors {
        assert!(error.source.text.get(error.span.clone()).is_some(), "{error:?}");
    }
    let records = |contents: &CampaignContents| -> Vec<ProblemRecord> {
        contents.found.iter().map(|found| found.record.clone()).collect()
    };
    let found = records(&contents);
    let written = write(heading, &contents.runs, &found.iter().collect::<Vec<_>>());
    let again = read(written.expect("what was read").as_bytes()).expect("what was written");
    assert_eq!((&again.heading, &again.runs), (&contents.heading, &contents.runs));
    assert_eq!((records(&again), again.stream), (found, contents.stream));

    let options: Vec<_> = heading.rules.clone().into_iter().collect();
    let Ok(rules) = LIBRARY.load(&heading.variant, &options) else { return };
    let space = ProblemSpace::new(&rules, Forcing::Check, PieceConstraints::default());
    let goals =
        CampaignGoals { each: BTreeMap::from([(1, 2), (3, 2)]), ..CampaignGoals::default() };
    let mut archive = Archive::new(&goals);
    for FoundProblem { record, .. } in contents.found {
        let Ok(problem) = ArchivedProblem::read(&space, record) else { continue };
        let again = ArchivedProblem::read(&space, problem.record.clone()).expect("what was read");
        assert_eq!(again.record, problem.record);
        let preview = archive.preview_offer(&problem);
        assert_eq!(archive.offer(problem), preview);
    }
    assert!(archive.choose().len() <= archive.problems().len());
}
