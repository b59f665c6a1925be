//! Order of two results for one problem.

use crate::cli::solve::expect::LengthFinding;
use crate::cli::solve::requirements::Requirements;
use crate::io::results::result_lines::Judgement;
use crate::io::results::{Agreement, Outcome, ResultVerdict};
use crate::solver::Certify;
use std::cmp::Reverse;

/// Rank of a result, better ones greater; earlier fields take precedence. A result that `--resume`
/// accepts ranks above all that it does not accept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct ResultRank {
    /// There is a verdict.
    decided: bool,
    /// It is an analysis with a known class.
    classed: bool,
    /// The checker has accepted it, or it was printed with `--stable`, which omits that and is
    /// trusted.
    backed: bool,
    /// The length is proved.
    shortest: bool,
    /// Plies to the mate; fewer are better.
    plies: Reverse<u16>,
    /// Without a verdict: length within which there is no mate.
    no_mate_within: u16,
    /// No signal cut it short.
    complete: bool,
    /// The checker has also accepted the length.
    certified_length: bool,
    /// The checker has accepted it, and the line says so.
    checked: bool,
    /// The run found the result itself.
    first_hand: bool,
    /// The leftover is proved.
    left: bool,
    /// The composers' length is settled.
    counted: bool,
    /// It is an analysis.
    analysed: bool,
    /// Open questions of an analysis; fewer are better.
    open: Reverse<usize>,
}

impl ResultRank {
    pub fn of(outcome: &Outcome, judgement: Option<&Judgement>) -> ResultRank {
        let note = outcome.certificate.as_ref();
        let checked = note.is_some_and(|note| note.checked);
        let silent = note.is_none() && outcome.is_stable() && outcome.certified != Some(false);
        let believed = silent && judgement.is_none();
        ResultRank {
            decided: outcome.verdict != ResultVerdict::Unknown,
            classed: judgement.is_some_and(|judgement| judgement.classed),
            backed: checked || believed,
            shortest: outcome.shortest == Some(true),
            plies: Reverse(outcome.plies.unwrap_or(u16::MAX)),
            no_mate_within: outcome.no_mate_within.unwrap_or(0),
            complete: outcome.interrupted != Some(true),
            certified_length: checked && note.is_some_and(|note| note.covers == "length"),
            checked,
            first_hand: outcome.from.is_none(),
            left: outcome.leftover_proved == Some(true),
            counted: outcome.composers.as_ref().is_some_and(|note| note.settled),
            analysed: judgement.is_some(),
            open: Reverse(judgement.map_or(0, |judgement| judgement.open)),
        }
    }
}

/// Properties of a result besides its text.
#[derive(Clone, Copy, Debug)]
pub struct ResultSummary {
    pub rank: ResultRank,
    /// Its finding about the shortest mate.
    pub found: LengthFinding,
    pub expected: Option<Agreement>,
    /// There is a verdict; of an analysis, the class is known.
    pub decided: bool,
    /// Something that the user asked for is unknown or unchecked.
    pub undecided: bool,
}

impl ResultSummary {
    /// Summary of a verdict about a certificate. A refused one disagrees with its file.
    pub fn of_verification(is_accepted: bool) -> ResultSummary {
        ResultSummary {
            rank: ResultRank::default(),
            found: LengthFinding::Nothing,
            expected: (!is_accepted).then_some(Agreement::Disagrees),
            decided: true,
            undecided: false,
        }
    }

    /// Summary of a result. With `first` a length that is only a bound leaves nothing open.
    pub fn of(outcome: &Outcome, judgement: Option<&Judgement>, first: bool) -> ResultSummary {
        let verdict = outcome.verdict != ResultVerdict::Unknown;
        let requirements =
            Requirements { shortest: !first, composers: false, certify: Certify::None };
        // A result mentions a certificate if the run asked for one.
        let unchecked = outcome.certificate.as_ref().is_some_and(|note| !note.checked);
        ResultSummary {
            rank: ResultRank::of(outcome, judgement),
            found: LengthFinding::of(outcome),
            expected: outcome.expected,
            decided: judgement.map_or(verdict, |judgement| judgement.classed),
            undecided: match judgement {
                Some(judgement) => judgement.undecided,
                None => !requirements.answered(outcome) || unchecked,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::io::results::result_lines::ResultLine;

    fn summary(rest: &str) -> ResultSummary {
        let text = format!(
            "{{\"id\":\"1\",\"key\":\"k\",\"variant\":\"shogi\",\"forcing\":\"check\",\
             \"attacker\":\"black\",\"position\":\"\",{rest}}}"
        );
        match ResultLine::parse(&text).unwrap() {
            ResultLine::Result(outcome, judgement) => {
                ResultSummary::of(&outcome, judgement.as_ref(), false)
            }
            _ => panic!("{text}"),
        }
    }

    #[test]
    fn better_results_are_worth_more() {
        let checked = |covers| {
            format!(r#""nodes":5,"certificate":{{"covers":"{covers}","nodes":1,"checked":true}}"#)
        };
        let mate = |plies, shortest, rest: &str| {
            format!(r#""verdict":"mate","plies":{plies},"shortest":{shortest},{rest}"#)
        };
        let doubtful = r#""nodes":5,"certificate":{"covers":"verdict","nodes":1,"checked":false}"#;
        let rising = [
            r#""verdict":"unknown","nodes":5"#.to_owned(),
            r#""verdict":"unknown","nodes":5,"no_mate_within":3"#.to_owned(),
            r#""verdict":"unknown","nodes":5,"no_mate_within":5"#.to_owned(),
            mate(9, true, doubtful),
            mate(13, false, &checked("verdict")),
            mate(11, false, &checked("verdict")),
            mate(9, true, r#""leftover":0,"interrupted":true"#),
            mate(9, true, r#""leftover":0"#),
            mate(9, true, &checked("verdict")),
            mate(9, true, &checked("length")),
            mate(9, true, &format!(r#""leftover_proved":true,{}"#, checked("length"))),
            mate(9, true, r#""nodes":5,"class":"complete","open":["a","b"]"#),
            mate(9, true, r#""nodes":5,"class":"complete","open":["a"]"#),
        ];
        let worths = rising.each_ref().map(|rest| summary(rest).rank);
        assert!(worths.is_sorted_by(|a, b| a < b), "{worths:#?}");
    }

    #[test]
    fn what_is_open_is_what_the_run_left_open() {
        let open = |rest: &str| summary(rest).undecided;
        assert!(open(r#""verdict":"unknown""#));
        assert!(!open(r#""verdict":"unknown","expected":"agrees""#));
        assert!(!open(r#""verdict":"no_mate""#));
        assert!(open(r#""verdict":"mate","plies":9,"shortest":false"#));
        let note = r#""certificate":{"covers":"verdict","nodes":1,"checked":false}"#;
        assert!(open(&format!(r#""verdict":"no_mate",{note}"#)));
        assert!(open(r#""verdict":"mate","plies":9,"shortest":true,"class":"unknown""#));
    }
}
