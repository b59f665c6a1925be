//! Random movements, composed by the grammar of a rule file's `betza`.

use super::draft::Flavour;
use crate::support::random::Random;

/// One to three atoms with any directions, ranges and conditions that the flavour allows.
pub fn composed(random: &mut Random, flavour: Flavour) -> String {
    (0..1 + random.below(3)).map(|_| atom(random, flavour)).collect()
}

fn atom(random: &mut Random, flavour: Flavour) -> String {
    if random.once_in(4) {
        return word(random, flavour);
    }
    let letter = *random.pick(&["W", "F", "K", "R", "B", "Q", "D", "A", "N"]);
    let slides = ["R", "B", "Q"].contains(&letter);
    let range = if slides && random.once_in(2) { 1 + random.below(5) } else { 0 };
    let directions = match letter {
        "N" => (*random.pick(&["", "ff", "bb"])).to_owned(),
        "F" | "B" | "A" => directions(random, &["f", "b", "l", "r", "fl", "fr", "bl", "br"]),
        _ => directions(random, &["f", "b", "l", "r"]),
    };
    let manner = if flavour == Flavour::Odd { manner(random, letter, range) } else { "" };
    let range = if range > 0 { range.to_string() } else { String::new() };
    // Letters for the manner may stand before or behind the directions.
    match random.once_in(2) {
        true => format!("{manner}{directions}{letter}{range}"),
        false => format!("{directions}{manner}{letter}{range}"),
    }
}

/// Letters for all directions, or for some.
fn directions(random: &mut Random, letters: &[&str]) -> String {
    if random.once_in(3) {
        return String::new();
    }
    (0..1 + random.below(3)).map(|_| *random.pick(letters)).collect()
}

/// Letters for a movement with a condition, or none.
fn manner(random: &mut Random, letter: &str, range: usize) -> &'static str {
    let slides = ["R", "B", "Q"].contains(&letter);
    let leaps = ["D", "A", "N"].contains(&letter);
    let manners: &[&str] = if slides && range != 1 && random.once_in(3) {
        &["p", "g", "mp", "cp", "mg", "cg", "pm", "gc"]
    } else if leaps && random.once_in(3) {
        &["n", "mn", "cn", "nc"]
    } else {
        &["", "", "m", "c"]
    };
    manners[random.below(manners.len())]
}

fn word(random: &mut Random, flavour: Flavour) -> String {
    let straight = ["f", "b", "l", "r"];
    let range = if random.once_in(2) { (1 + random.below(4)).to_string() } else { String::new() };
    let words = match flavour {
        Flavour::Plain => 9,
        Flavour::Emperors => 17,
        Flavour::Odd => 19,
    };
    match random.below(words) {
        0 => "[aK]".to_owned(),
        1 => format!("{}[avW]", directions(random, &straight)),
        2 => format!("{}[avF]", directions(random, &straight)),
        3 => "[LD]".to_owned(),
        4 => "[HM]".to_owned(),
        5 => "[CA]".to_owned(),
        6 => "[HM2]".to_owned(),
        7 => "[CA2]".to_owned(),
        8 => "[L3]".to_owned(),
        9 => format!("{}[sR{range}]", directions(random, &straight)),
        10 => format!("{}[sB{range}]", directions(random, &straight)),
        11 => format!("{}[iW]", directions(random, &straight)),
        12 => format!("{}[iF]", directions(random, &straight)),
        13 => (*random.pick(&["f[HM]", "f[CA]"])).to_owned(),
        14 => (*random.pick(&["[HMc]", "[CAc]"])).to_owned(),
        15 => (*random.pick(&["[A2]", "[A3]"])).to_owned(),
        16 if flavour == Flavour::Emperors => "[E]".to_owned(),
        17 => format!("{}[jR]", directions(random, &straight)),
        _ => format!("{}[jB]", directions(random, &straight)),
    }
}
