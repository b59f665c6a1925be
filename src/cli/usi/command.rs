//! Parser of the USI commands `position` and `go`.

use super::options::UsiOptions;
use crate::io::problems::position_text;
use crate::io::problems::rule_file::RuleLibrary;
use crate::messages::{remarks, tr};
use crate::notation::sfen;
use crate::position::{Position, Problem};
use crate::referee::{self, ObjectionKind, admit};
use crate::rules::{Rules, Side};
use std::str::SplitWhitespace;
use std::sync::Arc;
use std::time::Duration;

/// Objections to a position that do not prevent a search. A USI program has no other way to accept
/// them.
const ACCEPTED_OBJECTIONS: [ObjectionKind; 3] =
    [ObjectionKind::TooManyPieces, ObjectionKind::TwoPawns, ObjectionKind::DeadPiece];

/// Main time divided by this number is spent on one move of a game.
const MOVES_PER_MAIN_TIME: u32 = 20;

/// Part of the time reserved for communication with the program.
const COMMUNICATION_MARGIN: Duration = Duration::from_millis(50);

/// A `go` command.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GoCommand {
    /// `go mate`: the answer is `checkmate` instead of `bestmove`.
    pub mate: bool,
    /// Limit of time.
    pub time: Option<Duration>,
    /// Limit of positions.
    pub nodes: Option<u64>,
    /// Longest mate to search for, in plies.
    pub depth: Option<u16>,
    /// `infinite` or `ponder`: the answer waits for `stop` or `ponderhit`.
    pub hold: bool,
}

/// Words that introduce a limit.
const LIMIT_WORDS: [&str; 8] =
    ["nodes", "depth", "movetime", "btime", "wtime", "binc", "winc", "byoyomi"];

/// The command of a line; empty without one.
pub fn word(line: &str) -> &str {
    line.split_whitespace().next().unwrap_or_default()
}

/// True if a line is a `go` whose answer waits for `stop` or `ponderhit`.
pub fn waits_for_stop(line: &str) -> bool {
    let mut words = line.split_whitespace();
    words.next() == Some("go") && go(words, Side::Black).is_ok_and(|go| go.hold)
}

/// Parses the words after `go`; `side` is to move.
///
/// # Errors
/// A message about an invalid word.
pub fn go(words: SplitWhitespace<'_>, side: Side) -> Result<GoCommand, String> {
    let mut words = words.peekable();
    let mut go = GoCommand::default();
    let mut clock = Clock::default();
    while let Some(word) = words.next() {
        let mut number = || {
            let value = words.next().unwrap_or_default();
            // Some programs send negative times after the flag has fallen.
            let value = if value.starts_with('-') { "0" } else { value };
            value.parse::<u64>().map_err(|_| tr!(usi_number_missing, word))
        };
        match word {
            "mate" => {
                go.mate = true;
                let next = words.next_if(|word| !LIMIT_WORDS.contains(word));
                if let Some(text) = next.filter(|&text| text != "infinite") {
                    match text.parse() {
                        Ok(time) => go.time = Some(Duration::from_millis(time)),
                        Err(_) => return Err(tr!(usi_limit_missing)),
                    }
                }
            }
            "infinite" => go.hold = true,
            "ponder" => go.hold = true,
            "nodes" => go.nodes = Some(number()?.max(1)),
            "depth" => go.depth = Some(number()?.clamp(1, u64::from(u16::MAX)) as u16),
            "movetime" => go.time = Some(Duration::from_millis(number()?)),
            "btime" => clock.main[0] = Some(number()?),
            "wtime" => clock.main[1] = Some(number()?),
            "binc" => clock.increment[0] = number()?,
            "winc" => clock.increment[1] = number()?,
            "byoyomi" => clock.byoyomi = number()?,
            _ => {}
        }
    }
    go.time = go.time.or_else(|| clock.budget(side));
    Ok(go)
}

/// Clocks of a game in milliseconds.
#[derive(Default)]
struct Clock {
    main: [Option<u64>; 2],
    increment: [u64; 2],
    byoyomi: u64,
}

impl Clock {
    /// Time for one move.
    fn budget(&self, side: Side) -> Option<Duration> {
        let main = self.main[side.index()];
        if main.is_none() && self.byoyomi == 0 {
            return None;
        }
        let main = Duration::from_millis(main.unwrap_or(0));
        let extra = Duration::from_millis(self.byoyomi.max(self.increment[side.index()]));
        let budget = main / MOVES_PER_MAIN_TIME + extra;
        Some(budget.min(main.saturating_add(extra)).saturating_sub(COMMUNICATION_MARGIN))
    }
}

/// The problem in the words after `position`, with the engine's options.
///
/// # Errors
/// A message about the fault.
pub fn problem(
    words: &str,
    options: &UsiOptions,
    library: &RuleLibrary,
) -> Result<Problem, String> {
    let chosen = options.chosen()?;
    let rules = library.load(&options.variant, &chosen).map_err(|errors| {
        errors.into_iter().next().map_or_else(String::new, |error| error.message)
    })?;
    let position = position(&rules, words)?;
    let attacker = attacker(&rules, &position, options.and_if_checked)?;
    admit(&rules, position, Some(attacker), options.forcing, &ACCEPTED_OBJECTIONS)
        .map_err(|objections| remarks(objections.into_iter().map(|objection| objection.message)))
}

/// The position in the words after `position`.
fn position(rules: &Arc<Rules>, words: &str) -> Result<Position, String> {
    let (own, behind) = position_text::split(words);
    let start = match words[own].trim() {
        "" | "startpos" => rules.start.as_str(),
        text => text,
    };
    let start = sfen::parse(rules, start).map_err(|error| error.message)?;
    let played = position_text::moves(rules, &start, words, behind);
    played.map(|(_, position)| position).map_err(|error| error.message)
}

/// Attacker of a `go mate`; `README.md` in this folder has the table.
fn attacker(rules: &Rules, position: &Position, and_if_checked: bool) -> Result<Side, String> {
    let mover = position.side;
    let has_royal = |side: Side| !position.royals(rules, side).is_empty();
    match (has_royal(mover), has_royal(mover.other())) {
        (false, false) => Err(tr!(usi_nobody_to_mate)),
        (false, true) => Ok(mover),
        (true, false) => Ok(mover.other()),
        (true, true) if and_if_checked && referee::in_check(rules, position) => Ok(mover.other()),
        (true, true) => Ok(mover),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<GoCommand, String> {
        go(text.split_whitespace(), Side::White)
    }

    fn millis(text: &str) -> Option<u128> {
        read(text).unwrap().time.map(|time| time.as_millis())
    }

    #[test]
    fn limits_are_read() {
        assert_eq!(millis("mate 1500"), Some(1500));
        assert_eq!(millis("mate infinite"), None);
        assert_eq!(millis("mate"), None);
        assert_eq!(millis("btime 0 wtime 0 byoyomi 3000"), Some(2950));
        assert_eq!(millis("btime 9 wtime 60000 binc 0 winc 1000"), Some(3950));
        assert_eq!(millis("btime 9 wtime -20 byoyomi 0"), Some(0));
        assert_eq!(millis("infinite"), None);
        assert!(read("infinite").unwrap().hold && !read("mate infinite").unwrap().hold);
        let both = read("mate nodes 70 depth 9").unwrap();
        assert_eq!((both.mate, both.time, both.nodes, both.depth), (true, None, Some(70), Some(9)));
        let both = read("mate 1500 nodes 70").unwrap();
        assert_eq!((both.time, both.nodes), (Some(Duration::from_millis(1500)), Some(70)));
        assert_eq!(read("mate infinite nodes 70").unwrap().nodes, Some(70));
        assert_eq!(millis("mate movetime 800"), Some(800));
        assert_eq!(read("depth 9 nodes 5").unwrap().depth, Some(9));
        assert_eq!(read("depth 9 nodes 5").unwrap().nodes, Some(5));
        for wrong in
            ["mate soon", "mate -1", "mate nodes", "mate nodes x", "nodes", "depth x", "byoyomi 1s"]
        {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn who_attacks_is_as_the_table_says() {
        let library = RuleLibrary::default();
        let told = |words: &str, and_if_checked: bool| {
            let options = UsiOptions { and_if_checked, ..UsiOptions::default() };
            problem(words, &options, &library).map(|problem| problem.attacker())
        };
        let both = |words: &str| [told(words, true), told(words, false)].map(Result::ok);
        let (black, white) = (Some(Side::Black), Some(Side::White));
        // Neither side has a king.
        assert_eq!(both("sfen 9/9/9/9/4G4/9/9/9/9 b - 1"), [None, None]);
        // Only the other side has one.
        assert_eq!(both("sfen 4k4/9/9/9/4G4/9/9/9/9 b - 1"), [black, black]);
        // Only the side to move has one, not in check and in check.
        assert_eq!(both("sfen 4k4/9/9/9/4G4/9/9/9/9 w - 1"), [black, black]);
        assert_eq!(both("sfen 4k4/4G4/9/9/9/9/9/9/9 w - 1"), [black, black]);
        // Both have one; not in check, and in check.
        assert_eq!(both("sfen 4k4/9/9/9/4G4/9/9/9/4K4 b - 1"), [black, black]);
        assert_eq!(both("sfen 4k4/4G4/9/9/9/9/9/9/4K4 w - 1"), [black, white]);
        // The side not to move is in check: no position of the game.
        assert_eq!(both("sfen 4k4/4G4/9/9/9/9/9/9/4K4 b - 1"), [None, None]);
    }

    #[test]
    fn positions_are_read_with_their_moves() {
        let library = RuleLibrary::default();
        let read = |words: &str| problem(words, &UsiOptions::default(), &library);
        assert_eq!(read("startpos moves 7g7f 3c3d").unwrap().position().side, Side::Black);
        assert_eq!(read("").unwrap().position().side, Side::Black);
        assert_eq!(read("startpos moves 7g7f resign").unwrap().position().side, Side::White);
        for (wrong, about) in [
            ("startpos moves 7g7e", "illegal"),
            ("startpos moves 7g7f resign 3c3d", "resign"),
            ("startpos moves hello", "square"),
            ("sfen 9/9 b -", "ranks"),
            ("nonsense", "piece"),
        ] {
            let message = read(wrong).unwrap_err();
            assert!(message.contains(about), "{wrong}: {message}");
        }
    }
}
