//! MovementAtom notation: Ralph Betza's funny notation, as far as shogi needs it, plus a word in
//! brackets for each mechanism that it lacks.
//!
//! `W F D A N` are the leapers (1,0) (1,1) (2,0) (2,2) (2,1); `R B Q` slide, a number after them
//! limits the range (`R5`), `K` is `WF`. Letters before an atom keep some of its directions: `fbW`
//! forward and backward, `rlR` sideways, `brF` one diagonal, `ffN` the two foremost knight jumps.
//! `m` only moves, `c` only captures, `n` leaps lamely, `p` hops over a piece to any square behind
//! it, `g` to the next one: `mRcpR` is the cannon of xiangqi, `nN` its horse. Words: `[aK]`
//! lion, `[avW]` and `[avF]` lion power along a line, `[LD]` lion dog, `[HM]` hook mover, `[CA]`
//! capricorn, `[HM2]` and `[CA2]` the same with a capture on each of the two legs, `[HMc]` and
//! `[CAc]` the same with a turn after a capture only, `f[HM]` and `f[CA]` the same with a first leg
//! that leads forward, `[E]` emperor, `[L3]` a lion of three steps, `[A2]` and `[A3]` an area move,
//! `[sR]` and `[sB]` a slide that skips its first square, `[iW]` and `[iF]` captures without
//! moving, `[jR]` and `[jB]` captures over pieces of lower rank.

use super::board::Dir;
use super::movement::{MovementAtom, Only};
use super::options::{HookAfterCapture, LionDog};
use crate::messages::{list, tr};
use std::ops::Range;

/// Readings of the words whose meaning depends on an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WordReadings {
    /// Reading of `[LD]`. The western reading is a slide of up to three squares.
    pub lion_dog: LionDog,
    /// Whether `[HM]` and `[CA]` turn after a capture.
    pub hook_after_capture: HookAfterCapture,
}

/// An error in a movement text, with its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct BetzaError {
    /// One sentence.
    pub message: String,
    /// What to write instead.
    pub help: String,
    /// Bytes of the text that are wrong.
    pub at: Range<usize>,
}

/// The words in brackets.
pub const WORDS: [&str; 20] = [
    "aK", "avW", "avF", "LD", "HM", "CA", "HM2", "CA2", "HMc", "CAc", "E", "L3", "A2", "A3", "sR",
    "sB", "iW", "iF", "jR", "jB",
];

/// Meaning of one of the [`WORDS`].
fn meaning(word: &str) -> String {
    match word {
        "aK" => tr!(rules_word_lion),
        "avW" => tr!(rules_word_lion_lines),
        "avF" => tr!(rules_word_lion_diagonals),
        "LD" => tr!(rules_word_lion_dog),
        "HM" => tr!(rules_word_hook_mover),
        "CA" => tr!(rules_word_capricorn),
        "HM2" => tr!(rules_word_hook_mover_twice),
        "CA2" => tr!(rules_word_capricorn_twice),
        "HMc" => tr!(rules_word_capture_turn_lines),
        "CAc" => tr!(rules_word_capture_turn_diagonals),
        "E" => tr!(rules_word_emperor),
        "A2" => tr!(rules_word_area_of_two),
        "A3" => tr!(rules_word_area_of_three),
        "sR" => tr!(rules_word_skip_lines),
        "sB" => tr!(rules_word_skip_diagonals),
        "iW" => tr!(rules_word_igui_lines),
        "iF" => tr!(rules_word_igui_diagonals),
        "jR" => tr!(rules_word_jump_lines),
        "jB" => tr!(rules_word_jump_diagonals),
        _ => tr!(rules_word_lion_of_three),
    }
}

/// Parses a movement into atoms, sorted and without repetition.
///
/// # Errors
/// The first part that is not part of a movement, with its place.
pub fn parse(text: &str, words: WordReadings) -> Result<Vec<MovementAtom>, BetzaError> {
    let bytes = text.as_bytes();
    let mut atoms = Vec::new();
    let mut i = 0;
    while i < bytes.len() {
        let start = i;
        while i < bytes.len() && b"fblrmcnpg".contains(&bytes[i]) {
            i += 1;
        }
        let manner = Manner::of(&text[start..i], start)?;
        let modifiers = manner.directions.as_str();
        let Some(&atom) = bytes.get(i) else {
            return Err(error(
                start..bytes.len(),
                tr!(rules_directions_alone, directions = modifiers),
                tr!(rules_directions_alone_help),
            ));
        };
        if atom == b'[' {
            let close = text[i..].find(']').map(|k| i + k).ok_or_else(|| {
                error(i..text.len(), tr!(rules_open_bracket), tr!(rules_open_bracket_help))
            })?;
            if !manner.is_plain() {
                return Err(error(start..i, tr!(rules_manner_of_word), tr!(rules_manner_help)));
            }
            word(&text[i + 1..close], modifiers, i + 1..close, words, &mut atoms)?;
            i = close + 1;
            continue;
        }
        let width = text[i..].chars().next().map_or(1, char::len_utf8);
        let at = i..i + width;
        i += width;
        let digits = i;
        while i < bytes.len() && bytes[i].is_ascii_digit() {
            i += 1;
        }
        let range = match &text[digits..i] {
            "" => None,
            number => Some(number.parse::<u8>().ok().filter(|n| (1..=25).contains(n)).ok_or_else(
                || error(digits..i, tr!(rules_not_a_range, number), tr!(rules_not_a_range_help)),
            )?),
        };
        let first = atoms.len();
        let leading = text[start..].bytes().take_while(|b| b"mcnpg".contains(b)).count();
        plain(atom, range, modifiers, start + leading, at, &mut atoms)?;
        for atom in &mut atoms[first..] {
            *atom = manner.apply(*atom).ok_or_else(|| {
                let letter = text[start..i].to_owned();
                error(start..i, tr!(rules_not_this_manner, letter), tr!(rules_manner_help))
            })?;
        }
    }
    if atoms.is_empty() {
        return Err(error(0..text.len(), tr!(rules_no_movement), tr!(rules_no_movement_help)));
    }
    atoms.sort_unstable();
    atoms.dedup();
    Ok(atoms)
}

/// The letters before a piece letter: what the movement is for, how it goes, and its directions.
struct Manner {
    only: Option<Only>,
    lame: bool,
    /// `Some(true)`: hops to the square behind the hurdle.
    hop: Option<bool>,
    directions: String,
}

impl Manner {
    fn of(letters: &str, start: usize) -> Result<Manner, BetzaError> {
        let mut manner = Manner { only: None, lame: false, hop: None, directions: String::new() };
        for (i, letter) in letters.char_indices() {
            let known = match letter {
                'm' | 'c' if manner.only.is_none() => {
                    manner.only = Some(if letter == 'm' { Only::Move } else { Only::Capture });
                    true
                }
                'n' if !manner.lame && manner.hop.is_none() => {
                    manner.lame = true;
                    true
                }
                'p' | 'g' if !manner.lame && manner.hop.is_none() => {
                    manner.hop = Some(letter == 'g');
                    true
                }
                'm' | 'c' | 'n' | 'p' | 'g' => false,
                _ => {
                    manner.directions.push(letter);
                    true
                }
            };
            if !known {
                let at = start + i..start + i + 1;
                return Err(error(at, tr!(rules_manner_twice), tr!(rules_manner_help)));
            }
        }
        Ok(manner)
    }

    fn is_plain(&self) -> bool {
        self.only.is_none() && !self.lame && self.hop.is_none()
    }

    /// The atom in this manner; `None` if there is no such thing.
    fn apply(&self, atom: MovementAtom) -> Option<MovementAtom> {
        Some(match (atom, self.lame, self.hop, self.only) {
            (_, false, None, None) => atom,
            (MovementAtom::Slide { dir, range }, false, None, Some(only)) => {
                MovementAtom::Stroke { dir, range, only }
            }
            (MovementAtom::Slide { dir, range }, false, Some(next), only) if range > 1 => {
                MovementAtom::Hop { dir, range, next, only }
            }
            (MovementAtom::Leap { right, forward }, false, None, Some(only)) => {
                MovementAtom::Jump { right, forward, only }
            }
            (MovementAtom::Leap { right, forward }, true, None, only) => {
                MovementAtom::LameLeap { right, forward, only }
            }
            _ => return None,
        })
    }
}

fn error(at: Range<usize>, message: String, help: String) -> BetzaError {
    BetzaError { message, help, at }
}

fn plain(
    atom: u8,
    range: Option<u8>,
    modifiers: &str,
    start: usize,
    at: Range<usize>,
    out: &mut Vec<MovementAtom>,
) -> Result<(), BetzaError> {
    let slides =
        |diagonal: bool, range: u8, out: &mut Vec<MovementAtom>| -> Result<(), BetzaError> {
            let dirs = directions(modifiers, diagonal, start)?;
            out.extend(dirs.into_iter().map(|dir| MovementAtom::Slide { dir, range }));
            Ok(())
        };
    let unlimited = range.unwrap_or(MovementAtom::UNLIMITED);
    match (atom, range) {
        (b'W', None) => slides(false, 1, out),
        (b'F', None) => slides(true, 1, out),
        (b'R', _) => slides(false, unlimited, out),
        (b'B', _) => slides(true, unlimited, out),
        (b'K', None) => slides(false, 1, out).and_then(|()| slides(true, 1, out)),
        (b'Q', _) => slides(false, unlimited, out).and_then(|()| slides(true, unlimited, out)),
        (b'D' | b'A', None) => {
            for dir in directions(modifiers, atom == b'A', start)? {
                let (files, ranks) = dir.delta(super::board::Side::Black);
                out.push(MovementAtom::Leap { right: -2 * files as i8, forward: -2 * ranks as i8 });
            }
            Ok(())
        }
        (b'N', None) => {
            let jumps: &[(i8, i8)] = match modifiers {
                "" => &[(-1, 2), (1, 2), (-1, -2), (1, -2), (-2, 1), (2, 1), (-2, -1), (2, -1)],
                "ff" => &[(-1, 2), (1, 2)],
                "bb" => &[(-1, -2), (1, -2)],
                _ => {
                    return Err(error(
                        start..at.start,
                        tr!(rules_knight_directions, directions = modifiers),
                        tr!(rules_knight_directions_help),
                    ));
                }
            };
            out.extend(jumps.iter().map(|&(right, forward)| MovementAtom::Leap { right, forward }));
            Ok(())
        }
        (b'W' | b'F' | b'K' | b'D' | b'A' | b'N', Some(_)) => Err(error(
            at.start..at.end,
            tr!(rules_no_range, letter = char::from(atom).to_string()),
            tr!(rules_no_range_help),
        )),
        _ => {
            Err(error(at, tr!(rules_not_a_movement_letter), tr!(rules_not_a_movement_letter_help)))
        }
    }
}

fn word(
    name: &str,
    modifiers: &str,
    at: Range<usize>,
    words: WordReadings,
    out: &mut Vec<MovementAtom>,
) -> Result<(), BetzaError> {
    let start = at.start - 1 - modifiers.len();
    match name {
        "avW" | "avF" => {
            let dirs = directions(modifiers, name == "avF", start)?;
            out.extend(dirs.into_iter().map(|dir| MovementAtom::LionLine { dir }));
            return Ok(());
        }
        "HM" | "CA" if modifiers == "f" => {
            let (diagonal, after_capture) = (name == "CA", HookAfterCapture::No);
            out.push(MovementAtom::Hook { diagonal, forward: true, after_capture });
            return Ok(());
        }
        "iW" | "iF" => {
            let dirs = directions(modifiers, name == "iF", start)?;
            out.extend(dirs.into_iter().map(|dir| MovementAtom::Igui { dir }));
            return Ok(());
        }
        "jR" | "jB" => {
            let dirs = directions(modifiers, name == "jB", start)?;
            out.extend(dirs.into_iter().map(|dir| MovementAtom::RangeJump { dir }));
            return Ok(());
        }
        _ if name.starts_with("sR") || name.starts_with("sB") => {
            let range = match &name[2..] {
                "" => MovementAtom::UNLIMITED,
                number => {
                    number.parse().ok().filter(|n| (1..=25).contains(n)).ok_or_else(|| {
                        let message = tr!(rules_not_a_range, number);
                        error(at.start + 2..at.end, message, tr!(rules_not_a_range_help))
                    })?
                }
            };
            let dirs = directions(modifiers, name.starts_with("sB"), start)?;
            out.extend(dirs.into_iter().map(|dir| MovementAtom::Skip { dir, range }));
            return Ok(());
        }
        _ if !modifiers.is_empty() => {
            return Err(error(
                start..at.start - 1,
                tr!(rules_no_directions, word = name),
                tr!(rules_no_directions_help, word = name),
            ));
        }
        "aK" => out.push(MovementAtom::Lion { steps: 2 }),
        "L3" => out.push(MovementAtom::Lion { steps: 3 }),
        "A2" => out.push(MovementAtom::Area { steps: 2 }),
        "A3" => out.push(MovementAtom::Area { steps: 3 }),
        "E" => out.push(MovementAtom::Emperor),
        "HM" | "CA" | "HM2" | "CA2" | "HMc" | "CAc" => {
            let after_capture = match &name[2..] {
                "2" => HookAfterCapture::Yes,
                "c" => HookAfterCapture::Only,
                _ => words.hook_after_capture,
            };
            let diagonal = name.starts_with("CA");
            out.push(MovementAtom::Hook { diagonal, forward: false, after_capture });
        }
        "LD" => match words.lion_dog {
            LionDog::Triple => out.push(MovementAtom::LionDog { back: false }),
            LionDog::TripleBack => out.push(MovementAtom::LionDog { back: true }),
            LionDog::Western => {
                out.extend(Dir::ALL.map(|dir| MovementAtom::Slide { dir, range: 3 }));
            }
        },
        _ => {
            let known = WORDS.map(|word| format!("[{word}] {}", meaning(word)));
            return Err(error(
                at,
                tr!(rules_unknown_word, word = name),
                tr!(rules_unknown_word_help, words = list(known)),
            ));
        }
    }
    Ok(())
}

/// The directions that `modifiers` select from the four straight or the four diagonal ones.
fn directions(modifiers: &str, diagonal: bool, start: usize) -> Result<Vec<Dir>, BetzaError> {
    if modifiers.is_empty() {
        return Ok(Dir::ALL.into_iter().filter(|dir| dir.is_diagonal() == diagonal).collect());
    }
    let bytes = modifiers.as_bytes();
    let mut dirs = Vec::new();
    let mut i = 0;
    while i < bytes.len() {
        let pair = bytes.get(i + 1).copied();
        let (found, used): (&[Dir], usize) = match (diagonal, bytes[i], pair) {
            (false, b'f', _) => (&[Dir::F], 1),
            (false, b'b', _) => (&[Dir::B], 1),
            (false, b'l', _) => (&[Dir::L], 1),
            (false, b'r', _) => (&[Dir::R], 1),
            (true, b'f', Some(b'l')) => (&[Dir::Fl], 2),
            (true, b'f', Some(b'r')) => (&[Dir::Fr], 2),
            (true, b'b', Some(b'l')) => (&[Dir::Bl], 2),
            (true, b'b', Some(b'r')) => (&[Dir::Br], 2),
            (true, b'f', _) => (&[Dir::Fl, Dir::Fr], 1),
            (true, b'b', _) => (&[Dir::Bl, Dir::Br], 1),
            (true, b'l', _) => (&[Dir::Fl, Dir::Bl], 1),
            (true, b'r', _) => (&[Dir::Fr, Dir::Br], 1),
            _ => {
                return Err(error(
                    start + i..start + i + 1,
                    tr!(rules_not_a_direction),
                    tr!(rules_not_a_direction_help),
                ));
            }
        };
        dirs.extend_from_slice(found);
        i += used;
    }
    Ok(dirs)
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORDS: WordReadings =
        WordReadings { lion_dog: LionDog::Triple, hook_after_capture: HookAfterCapture::No };

    fn slide(dir: Dir, range: u8) -> MovementAtom {
        MovementAtom::Slide { dir, range }
    }

    #[test]
    fn silver_is_forward_and_diagonals() {
        let silver = parse("FfW", WORDS).unwrap();
        let expected = [Dir::F, Dir::Fr, Dir::Br, Dir::Bl, Dir::Fl].map(|dir| slide(dir, 1));
        assert_eq!(silver, expected);
    }

    #[test]
    fn left_chariot_mixes_single_diagonals() {
        let chariot = parse("fRflBbrBbW", WORDS).unwrap();
        let all = MovementAtom::UNLIMITED;
        assert_eq!(
            chariot,
            [slide(Dir::F, all), slide(Dir::Br, all), slide(Dir::B, 1), slide(Dir::Fl, all)]
        );
    }

    #[test]
    fn falcon_has_one_lion_line() {
        let falcon = parse("BrlbRf[avW]fD", WORDS).unwrap();
        assert!(falcon.contains(&MovementAtom::LionLine { dir: Dir::F }));
        assert!(falcon.contains(&MovementAtom::Leap { right: 0, forward: 2 }));
        assert!(!falcon.contains(&slide(Dir::F, MovementAtom::UNLIMITED)));
    }

    #[test]
    fn unknown_words_and_letters_are_placed() {
        assert_eq!(parse("W[XY]", WORDS).unwrap_err().at, 2..4);
        assert_eq!(parse("WZ", WORDS).unwrap_err().at, 1..2);
        assert_eq!(parse("R0", WORDS).unwrap_err().at, 1..2);
        assert_eq!(parse("fb", WORDS).unwrap_err().at, 0..2);
        assert_eq!(parse("W[LD", WORDS).unwrap_err().at, 1..4);
        assert!(parse("", WORDS).is_err());
        assert!(parse("玉", WORDS).is_err());
    }
}
