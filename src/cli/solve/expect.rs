//! Comparison of a result with the `expect` key of its file.

use crate::io::problems::{Expectation, ExpectedVerdict};
use crate::io::results::{Agreement, Outcome, ResultVerdict};
use crate::judge::CountingConvention;
use crate::messages::{list, tr};
use std::fmt;

/// Finding of a result about the shortest mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LengthFinding {
    /// The shortest mate has exactly this many plies.
    Mate(u16),
    /// The shortest mate has at most this many plies.
    MateWithin(u16),
    /// There is no mate.
    NoMate,
    /// There is no mate within this many plies.
    NoMateWithin(u16),
    /// The result says nothing.
    Nothing,
}

impl LengthFinding {
    /// Finding of `outcome` about the shortest mate, if every interposition counts.
    pub fn of(outcome: &Outcome) -> LengthFinding {
        match (outcome.verdict, outcome.plies) {
            (ResultVerdict::Mate, Some(plies)) if outcome.shortest == Some(true) => {
                LengthFinding::Mate(plies)
            }
            (ResultVerdict::Mate, plies) => LengthFinding::MateWithin(plies.unwrap_or(u16::MAX)),
            (ResultVerdict::NoMate, _) => LengthFinding::NoMate,
            (ResultVerdict::Unknown, _) => match outcome.no_mate_within {
                Some(len) => LengthFinding::NoMateWithin(len),
                None => LengthFinding::Nothing,
            },
        }
    }

    /// Upper bound on the length of the shortest mate, in plies.
    pub fn within(self) -> Option<u16> {
        match self {
            LengthFinding::Mate(plies) | LengthFinding::MateWithin(plies) => Some(plies),
            _ => None,
        }
    }

    /// Plies within which there is no mate; `u16::MAX` if there is none at all.
    pub fn beyond(self) -> Option<u16> {
        match self {
            LengthFinding::Mate(plies) => plies.checked_sub(1),
            LengthFinding::NoMate => Some(u16::MAX),
            LengthFinding::NoMateWithin(len) => Some(len),
            LengthFinding::MateWithin(_) | LengthFinding::Nothing => None,
        }
    }

    /// Finding by a count that leaves out some interpositions, as far as this one bounds it.
    fn by_fewer_interpositions(self) -> LengthFinding {
        match self {
            LengthFinding::Mate(most) | LengthFinding::MateWithin(most) => {
                LengthFinding::MateWithin(most)
            }
            LengthFinding::NoMate => LengthFinding::NoMate,
            LengthFinding::NoMateWithin(_) | LengthFinding::Nothing => LengthFinding::Nothing,
        }
    }

    /// Finding of a result about the shortest mate by the composers' count.
    fn by_composers(outcome: &Outcome) -> LengthFinding {
        match outcome.composers.as_ref().and_then(|note| note.plies) {
            Some(plies) => LengthFinding::Mate(plies),
            None => LengthFinding::Nothing,
        }
    }

    /// True if both cannot hold for the same problem.
    pub fn contradicts(self, other: LengthFinding) -> bool {
        let refutes =
            |a: LengthFinding, b: LengthFinding| a.beyond() >= b.within() && b.within().is_some();
        refutes(self, other) || refutes(other, self)
    }
}

impl fmt::Display for LengthFinding {
    /// Text such as `mate in 5`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            LengthFinding::Mate(plies) => tr!(results_length_mate, plies),
            LengthFinding::MateWithin(u16::MAX) => tr!(results_claim_mate),
            LengthFinding::MateWithin(plies) => tr!(results_length_at_most, plies),
            LengthFinding::NoMate => tr!(results_length_no_mate),
            LengthFinding::NoMateWithin(plies) => tr!(results_length_none_within, plies),
            LengthFinding::Nothing => tr!(results_class_unknown),
        };
        f.write_str(&text)
    }
}

/// Compares a result with an expectation; `None` if the file expects nothing, or if the result does
/// not decide it. In `found` every interposition counts.
///
/// An upper bound on the length decides about an expected length only if it is smaller: then it
/// refutes the expected length.
pub fn compare(expect: &Expectation, found: LengthFinding) -> Option<Agreement> {
    compare_counted(expect, found, LengthFinding::Nothing)
}

/// Compares a result of `solve` with an expectation.
pub fn compare_outcome(expect: &Expectation, outcome: &Outcome) -> Option<Agreement> {
    let counted = match expect.count {
        Some(CountingConvention::Composers) => LengthFinding::by_composers(outcome),
        _ => LengthFinding::Nothing,
    };
    compare_counted(expect, LengthFinding::of(outcome), counted)
}

/// The same with the finding by the count that the file names, if there is one.
pub fn compare_counted(
    expect: &Expectation,
    found: LengthFinding,
    counted: LengthFinding,
) -> Option<Agreement> {
    let by_count = match (expect.count, counted) {
        (None | Some(CountingConvention::Every), _) => found,
        (Some(_), LengthFinding::Nothing) => found.by_fewer_interpositions(),
        (Some(_), counted) => counted,
    };
    let parts = [
        expect.verdict.map(|verdict| agrees_on_verdict(verdict, found)),
        expect.plies.map(|plies| agrees_on_length(plies, by_count)),
        expect.no_mate_within.map(|plies| agrees_on_no_mate_within(plies, found)),
    ];
    let mut parts = parts.into_iter().flatten().peekable();
    parts.peek()?;
    let mut answer = Some(Agreement::Agrees);
    for part in parts {
        match part {
            Some(false) => return Some(Agreement::Disagrees),
            None => answer = None,
            Some(true) => {}
        }
    }
    answer
}

fn agrees_on_verdict(verdict: ExpectedVerdict, found: LengthFinding) -> Option<bool> {
    match found {
        LengthFinding::Mate(_) | LengthFinding::MateWithin(_) => {
            Some(verdict == ExpectedVerdict::Mate)
        }
        LengthFinding::NoMate => Some(verdict == ExpectedVerdict::NoMate),
        LengthFinding::NoMateWithin(_) | LengthFinding::Nothing => None,
    }
}

fn agrees_on_length(plies: u16, found: LengthFinding) -> Option<bool> {
    match found {
        LengthFinding::Mate(shortest) => Some(shortest == plies),
        LengthFinding::MateWithin(most) => Some(most >= plies),
        LengthFinding::NoMate => Some(false),
        LengthFinding::NoMateWithin(bound) if bound >= plies => Some(false),
        LengthFinding::NoMateWithin(_) | LengthFinding::Nothing => None,
    }
}

fn agrees_on_no_mate_within(plies: u16, found: LengthFinding) -> Option<bool> {
    match found {
        LengthFinding::Mate(shortest) => Some(shortest > plies),
        LengthFinding::MateWithin(most) if most <= plies => Some(false),
        LengthFinding::NoMate => Some(true),
        LengthFinding::NoMateWithin(bound) if bound >= plies => Some(true),
        LengthFinding::MateWithin(_) | LengthFinding::NoMateWithin(_) | LengthFinding::Nothing => {
            None
        }
    }
}

/// The expectation in words; empty if there is none.
pub fn words(expect: &Expectation) -> String {
    let mut parts = Vec::new();
    match (expect.verdict, expect.plies) {
        (Some(ExpectedVerdict::NoMate), _) => parts.push(tr!(results_length_no_mate)),
        (_, Some(plies)) => parts.push(match expect.count {
            None | Some(CountingConvention::Every) => tr!(results_length_mate, plies),
            Some(CountingConvention::Immediate) => tr!(solve_expect_immediate, plies),
            Some(CountingConvention::Composers) => tr!(solve_expect_composers, plies),
        }),
        (Some(ExpectedVerdict::Mate), None) => parts.push(tr!(results_claim_mate)),
        (None, None) => {}
    }
    parts.extend(expect.no_mate_within.map(|plies| tr!(results_length_none_within, plies)));
    list(parts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use Agreement::{Agrees, Disagrees};
    use LengthFinding::{Mate, MateWithin, NoMate, NoMateWithin, Nothing};

    fn check(expect: Expectation, cases: [(LengthFinding, Option<Agreement>); 7]) {
        for (found, expected) in cases {
            assert_eq!(compare(&expect, found), expected, "{expect:?} {found:?}");
        }
    }

    #[test]
    fn a_verdict_is_met_by_any_length() {
        let mate = Expectation { verdict: Some(ExpectedVerdict::Mate), ..Expectation::default() };
        let no_mate =
            Expectation { verdict: Some(ExpectedVerdict::NoMate), ..Expectation::default() };
        for (found, with_mate, with_none) in [
            (Mate(5), Some(Agrees), Some(Disagrees)),
            (MateWithin(5), Some(Agrees), Some(Disagrees)),
            (NoMate, Some(Disagrees), Some(Agrees)),
            (NoMateWithin(5), None, None),
            (Nothing, None, None),
        ] {
            assert_eq!(compare(&mate, found), with_mate);
            assert_eq!(compare(&no_mate, found), with_none);
            assert_eq!(compare(&Expectation::default(), found), None);
        }
    }

    #[test]
    fn a_length_is_compared_where_the_result_bounds_it() {
        let expect = Expectation {
            verdict: Some(ExpectedVerdict::Mate),
            plies: Some(7),
            ..Expectation::default()
        };
        check(
            expect,
            [
                (Mate(7), Some(Agrees)),
                (Mate(5), Some(Disagrees)),
                (Mate(9), Some(Disagrees)),
                (MateWithin(9), Some(Agrees)),
                (MateWithin(5), Some(Disagrees)),
                (NoMateWithin(7), Some(Disagrees)),
                (NoMateWithin(5), None),
            ],
        );
        let length_alone = Expectation { plies: Some(7), ..Expectation::default() };
        assert_eq!(compare(&length_alone, NoMate), Some(Disagrees));
    }

    #[test]
    fn length_by_another_count_is_at_most_the_proved_one() {
        let composers = Some(CountingConvention::Composers);
        let expect = Expectation { plies: Some(3), count: composers, ..Expectation::default() };
        check(
            expect.clone(),
            [
                (Mate(9), Some(Agrees)),
                (Mate(3), Some(Agrees)),
                (Mate(1), Some(Disagrees)),
                (MateWithin(1), Some(Disagrees)),
                (NoMate, Some(Disagrees)),
                (NoMateWithin(7), None),
                (Nothing, None),
            ],
        );
        assert_eq!(compare_counted(&expect, Mate(9), Mate(3)), Some(Agrees));
        assert_eq!(compare_counted(&expect, Mate(9), Mate(5)), Some(Disagrees));
        let every = Expectation { count: Some(CountingConvention::Every), ..expect };
        assert_eq!(compare_counted(&every, Mate(9), Mate(3)), Some(Disagrees));
    }

    #[test]
    fn no_mate_within_is_met_by_longer_mates_and_deep_limits() {
        let expect = Expectation { no_mate_within: Some(5), ..Expectation::default() };
        check(
            expect.clone(),
            [
                (Mate(7), Some(Agrees)),
                (Mate(5), Some(Disagrees)),
                (MateWithin(5), Some(Disagrees)),
                (MateWithin(7), None),
                (NoMate, Some(Agrees)),
                (NoMateWithin(5), Some(Agrees)),
                (NoMateWithin(3), None),
            ],
        );
        let both = Expectation { verdict: Some(ExpectedVerdict::Mate), ..expect };
        assert_eq!(compare(&both, MateWithin(7)), None);
        assert_eq!(compare(&both, NoMate), Some(Disagrees));
        assert_eq!(compare(&both, Mate(7)), Some(Agrees));
    }

    #[test]
    fn results_contradict_each_other_where_their_bounds_cross() {
        let all =
            [Mate(5), Mate(7), MateWithin(5), MateWithin(7), NoMate, NoMateWithin(5), Nothing];
        for (i, a) in all.into_iter().enumerate() {
            let crossed = all.map(|b| a.contradicts(b));
            let expected = match i {
                0 => [false, true, false, false, true, true, false],
                1 => [true, false, true, false, true, false, false],
                2 => [false, true, false, false, true, true, false],
                3 => [false, false, false, false, true, false, false],
                4 => [true, true, true, true, false, false, false],
                5 => [true, false, true, false, false, false, false],
                _ => [false; 7],
            };
            assert_eq!(crossed, expected, "{a}");
        }
        assert!(!Mate(0).contradicts(MateWithin(0)) && Mate(0).contradicts(Mate(1)));
    }

    #[test]
    fn expectations_in_words() {
        let expect =
            Expectation { plies: Some(7), no_mate_within: Some(5), ..Expectation::default() };
        assert_eq!(words(&expect), "mate in 7, no mate within 5");
        assert_eq!(words(&Expectation::default()), "");
        let expect = Expectation { count: Some(CountingConvention::Composers), ..expect };
        assert_eq!(words(&expect), "mate in 7 by composers' count, no mate within 5");
    }
}
