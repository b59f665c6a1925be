//! Durations in words, rounded to one unit: `40 seconds`, `4s`; `40秒`.

use crate::messages::tr;
use std::time::Duration;

/// Seconds in a minute, an hour, a day, a week and a year.
const UNIT_SECONDS: [(Unit, u64); 5] = [
    (Unit::Year, 365 * 86_400),
    (Unit::Week, 7 * 86_400),
    (Unit::Day, 86_400),
    (Unit::Hour, 3600),
    (Unit::Minute, 60),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unit {
    Second,
    Minute,
    Hour,
    Day,
    Week,
    Year,
}

/// The duration with the unit's name.
pub fn long(duration: Duration) -> String {
    match rounded(duration) {
        (count, Unit::Second) => tr!(terminal_seconds, count),
        (count, Unit::Minute) => tr!(terminal_minutes, count),
        (count, Unit::Hour) => tr!(terminal_hours, count),
        (count, Unit::Day) => tr!(terminal_days, count),
        (count, Unit::Week) => tr!(terminal_weeks, count),
        (count, Unit::Year) => tr!(terminal_years, count),
    }
}

/// The duration with the unit's symbol.
pub fn short(duration: Duration) -> String {
    match rounded(duration) {
        (count, Unit::Second) => tr!(terminal_seconds_short, count),
        (count, Unit::Minute) => tr!(terminal_minutes_short, count),
        (count, Unit::Hour) => tr!(terminal_hours_short, count),
        (count, Unit::Day) => tr!(terminal_days_short, count),
        (count, Unit::Week) => tr!(terminal_weeks_short, count),
        (count, Unit::Year) => tr!(terminal_years_short, count),
    }
}

/// The duration in the largest unit of which it has one and a half, so that the number is two or
/// more, except for seconds.
fn rounded(duration: Duration) -> (u64, Unit) {
    let seconds = duration.as_secs_f64();
    let fits = |&&(_, size): &&(Unit, u64)| seconds >= 1.5 * size as f64;
    let (unit, size) = UNIT_SECONDS.iter().find(fits).copied().unwrap_or((Unit::Second, 1));
    ((seconds / size as f64).round() as u64, unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_rounded_to_one_unit() {
        let cases = [
            (0.2, "0 seconds", "0s"),
            (1.2, "1 second", "1s"),
            (89.0, "89 seconds", "89s"),
            (90.0, "2 minutes", "2m"),
            (5000.0, "83 minutes", "83m"),
            (6000.0, "2 hours", "2h"),
            (200_000.0, "2 days", "2d"),
            (1_000_000.0, "2 weeks", "2w"),
            (80_000_000.0, "3 years", "3y"),
        ];
        for (seconds, in_words, in_brief) in cases {
            let duration = Duration::from_secs_f64(seconds);
            assert_eq!((long(duration), short(duration)), (in_words.into(), in_brief.into()));
        }
    }
}
