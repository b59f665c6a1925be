//! Random rule files of small games: every mechanism, every option, every word with a meaning.

use super::movements::composed;
use crate::support::random::{Random, option_values};
use serde_yaml::{Mapping, Value};
use std::fmt::Write;
use std::sync::Arc;
use tsume::io::problems::rule_file::read_text;
use tsume::rules::{MovementAtom, Rules};

/// Content of a rule file.
#[derive(Clone, Debug)]
pub struct Draft {
    files: usize,
    ranks: usize,
    pub options: Vec<(&'static str, String)>,
    pub pieces: Vec<PieceDraft>,
}

/// One piece of a draft.
#[derive(Clone, Debug)]
pub struct PieceDraft {
    id: String,
    pub betza: String,
    pub royal: bool,
    /// Its promoted form is the piece with `+` before its id.
    pub promotes: bool,
    /// Kinds of which it may become any by a promotion.
    choices: Vec<String>,
    /// Subject to nifu and uchifuzume, if the id alone does not decide.
    pawn: Option<bool>,
    /// Files and ranks that it may not leave.
    region: Option<[usize; 4]>,
    /// Burns its neighbours.
    burns: bool,
    /// Rank for jumping captures.
    rank: usize,
}

/// Movements of ordinary pieces.
const PLAIN: &[&str] = &[
    "W", "F", "K", "fW", "fF", "bW", "FfW", "WfF", "fbW", "rlW", "fFbrF", "D", "A", "N", "ffN",
    "bbN", "R", "B", "Q", "R2", "B3", "Q2", "fR", "fbR", "rlR", "BW", "RF", "WA", "FD", "R3fF",
    "fbRfB",
];

/// Movements for which the engine plays and tests every move.
const ODD: &[&str] = &[
    "mRcpR", "pB", "mQcgQ", "gR", "cpR3", "fpR", "mfWcfF", "mB", "cR2", "fmR", "mN", "cD", "nN",
    "nA", "nD", "mnN", "cnA", "ffnN", "mWcF", "pQ4", "[A2]", "[A3]", "[A2]R", "[jR]", "[jB]Q",
    "B[jB]", "f[jR]fR", "[sR]", "[sB]", "[sR2]F", "[iW]", "[iF]R", "f[HM]", "f[CA]", "[HMc]",
    "[CAc]", "[CAc]W",
];

/// Movements of the same sort that games with an emperor may have.
const BESIDE_EMPERORS: &[&str] = &[
    "[sR]", "[sB]W", "f[sR3]", "[iW]", "f[HM]", "f[CA]", "[E][sR]", "[HMc]", "[CAc]", "[A2]",
    "[A3]F",
];

/// Words for mechanisms.
const POWERS: &[&str] = &[
    "NAD[aK]",
    "[aK]",
    "NAD[aK]Q",
    "f[avW]fD",
    "f[avF]fA",
    "[avW]",
    "BrlbRf[avW]fD",
    "RbBf[avF]fA",
    "rl[avW]",
    "[LD]",
    "[LD]Q",
    "[HM]",
    "[CA]",
    "[HM2]",
    "[CA2]",
    "[HM][CA]",
    "[HM2][CA]",
    "[L3]",
    "NAD[aK][LD]",
    "[L3]Q",
    "[LD][HM2]",
];

/// Movements that may not have a region, because they capture several pieces or go anywhere.
const NO_REGION: &[&str] = &["aK", "avW", "avF", "LD", "HM2", "CA2", "HMc", "CAc", "L3", "E"];

/// Largest board on which odd mechanisms, which are slow, are as frequent as others.
const SMALL_SQUARES: usize = 24;

/// Largest board with odd mechanisms.
const LARGE_ODD_SQUARES: usize = 144;

/// Ids with a meaning for an option, and some without.
const IDS: &[&str] = &[
    "P", "GB", "Dv", "DS", "Ln", "LD", "HM", "Ca", "DE", "X", "Y", "Z", "N", "A", "B", "C", "D",
    "E", "F", "G",
];

/// Which of the mechanisms that exclude each other a draft has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Flavour {
    Plain,
    Emperors,
    /// Mechanisms for which every move is played, mostly on a small board.
    Odd,
}

fn movement(random: &mut Random, flavour: Flavour) -> String {
    if random.once_in(4) {
        return composed(random, flavour);
    }
    let emperors = flavour == Flavour::Emperors;
    if flavour == Flavour::Odd && random.once_in(4) {
        let odd = *random.pick(ODD);
        return if random.once_in(2) { format!("{odd}{}", random.pick(PLAIN)) } else { odd.into() };
    }
    if emperors && random.once_in(8) {
        return (*random.pick(BESIDE_EMPERORS)).to_owned();
    }
    match random.below(if emperors { 9 } else { 8 }) {
        0..=4 => (*random.pick(PLAIN)).to_owned(),
        5 => format!("{}{}", random.pick(PLAIN), random.pick(PLAIN)),
        6 => (*random.pick(POWERS)).to_owned(),
        7 => format!("{}{}", random.pick(POWERS), random.pick(PLAIN)),
        _ if random.once_in(4) => format!("[E]{}", random.pick(PLAIN)),
        _ => "[E]".to_owned(),
    }
}

impl Draft {
    /// A random draft.
    pub fn random(random: &mut Random) -> Draft {
        let (longest, most) = if random.once_in(12) { (25, 625) } else { (6, 24) };
        let (files, ranks) = loop {
            let (files, ranks) = (1 + random.below(longest), 1 + random.below(longest));
            if (4..=most).contains(&(files * ranks)) {
                break (files, ranks);
            }
        };
        let mut draft = Draft { files, ranks, options: Vec::new(), pieces: Vec::new() };
        let flavour = match random.below(3) {
            0 => Flavour::Emperors,
            1 if files * ranks <= SMALL_SQUARES => Flavour::Odd,
            1 if files * ranks <= LARGE_ODD_SQUARES && random.once_in(2) => Flavour::Odd,
            _ => Flavour::Plain,
        };
        draft.royals(random, flavour);
        let mut ids = IDS.to_vec();
        // Hands with more than eight kinds are stored in another way.
        let kinds = if random.once_in(12) { 6 + random.below(11) } else { 1 + random.below(5) };
        ids.retain(|id| draft.pieces.iter().all(|piece| piece.id != *id));
        for _ in 0..kinds {
            let id = ids.swap_remove(random.below(ids.len()));
            let betza = if id == "P" && !random.once_in(3) {
                "fW".to_owned()
            } else {
                movement(random, flavour)
            };
            draft.add(id, betza, false, random.once_in(2));
        }
        for i in 0..draft.pieces.len() {
            let PieceDraft { id, promotes, .. } = &draft.pieces[i];
            // A form to which nothing promotes may still appear by contagion.
            if id.starts_with('+') || !promotes && !random.once_in(24) {
                continue;
            }
            let id = format!("+{id}");
            let royal = if draft.pieces[i].royal { !random.once_in(16) } else { random.once_in(8) };
            let betza =
                if royal { royal_movement(random, flavour) } else { movement(random, flavour) };
            draft.add(&id, betza, royal, false);
        }
        draft.choose_options(random);
        draft.choose_pawns(random);
        if flavour == Flavour::Odd {
            draft.choose_odd_mechanisms(random);
        }
        draft
    }

    /// Pawns with other ids.
    fn choose_pawns(&mut self, random: &mut Random) {
        for piece in &mut self.pieces {
            if random.once_in(8) {
                piece.pawn = Some(random.once_in(2));
            }
        }
    }

    /// Regions, burning, ranks, and the options for which every move is played.
    fn choose_odd_mechanisms(&mut self, random: &mut Random) {
        if random.once_in(3) {
            self.options.retain(|(name, _)| !["drops", "lion_trade"].contains(name));
            self.options.push(("drops", "false".to_owned()));
            for piece in &mut self.pieces {
                piece.burns = random.once_in(3);
            }
        }
        for piece in &mut self.pieces {
            piece.rank = random.below(3);
            let has_power = |word: &&str| piece.betza.contains(&format!("[{word}]"));
            if random.once_in(8) && !NO_REGION.iter().any(has_power) {
                let span = |most: usize, random: &mut Random| {
                    let (a, b) = (1 + random.below(most), 1 + random.below(most));
                    (a.min(b), a.max(b))
                };
                let (files, ranks) = (span(self.files, random), span(self.ranks, random));
                piece.region = Some([files.0, files.1, ranks.0, ranks.1]);
            }
        }
        self.choose_promotions(random);
        let ids: Vec<String> = self.pieces.iter().map(|piece| piece.id.clone()).collect();
        for name in ["no_drop_mate", "no_drop_check"] {
            if random.once_in(4) {
                self.options.push((name, random.pick(&ids).clone()));
            }
        }
        for (name, value) in [("stalemate", "draw"), ("facing_royals", "forbidden")] {
            if random.once_in(4) {
                self.options.push((name, value.to_owned()));
            }
        }
    }

    /// Promotions to any of several kinds.
    fn choose_promotions(&mut self, random: &mut Random) {
        let turns = |(name, value): &(&str, String)| match *name {
            "promotion" => ["each_move", "each_capture"].contains(&value.as_str()),
            "drop_forms" => value == "both",
            _ => false,
        };
        if !random.once_in(3) || self.options.iter().any(turns) {
            return;
        }
        let others = |piece: &&PieceDraft| !piece.royal;
        let ids: Vec<String> =
            self.pieces.iter().filter(others).map(|piece| piece.id.clone()).collect();
        for piece in &mut self.pieces {
            if piece.royal || piece.promotes || piece.id.starts_with('+') {
                continue;
            }
            piece.choices = ids.clone();
            piece.choices.retain(|id| *id != piece.id && !random.once_in(3));
        }
    }

    fn add(&mut self, id: &str, betza: String, royal: bool, promotes: bool) {
        let id = id.to_owned();
        self.pieces.push(PieceDraft {
            id,
            betza,
            royal,
            promotes,
            choices: Vec::new(),
            pawn: None,
            region: None,
            burns: false,
            rank: 0,
        });
    }

    fn royals(&mut self, random: &mut Random, flavour: Flavour) {
        let betza = royal_movement(random, flavour);
        let id = if random.once_in(8) { *random.pick(IDS) } else { "K" };
        self.add(id, betza, true, random.once_in(4));
        if random.once_in(4) {
            let betza = royal_movement(random, flavour);
            self.add("CP", betza, true, random.once_in(4));
        }
    }

    fn choose_options(&mut self, random: &mut Random) {
        for (name, values) in option_values() {
            let value = match name {
                "zone" => random.below(self.ranks + 1).to_string(),
                "second_chance" if random.once_in(2) => {
                    self.pieces[random.below(self.pieces.len())].id.clone()
                }
                "second_chance" => "none".to_owned(),
                _ => (*random.pick(&values)).to_owned(),
            };
            let kept = match name {
                "king_safety" => random.once_in(4),
                "drops" | "promotion" | "zone" => true,
                _ => random.once_in(2),
            };
            if kept {
                self.options.push((name, value));
            }
        }
    }

    /// Text of the file in JSON, which is also YAML.
    pub fn text(&self) -> String {
        let mut text = format!(
            "{{\"name\": \"z\", \"board\": {{\"files\": {}, \"ranks\": {}}}, \"rules\": {{",
            self.files, self.ranks
        );
        for (i, (name, value)) in self.options.iter().enumerate() {
            let comma = if i > 0 { ", " } else { "" };
            let bare = matches!(value.as_str(), "true" | "false") || *name == "zone";
            let value = if bare { value.clone() } else { format!("\"{value}\"") };
            let _ = write!(text, "{comma}\"{name}\": {value}");
        }
        let mut ranks = vec![self.files.to_string(); self.ranks];
        let royal = format!("[{}]", self.pieces[0].id.to_lowercase());
        ranks[0] = if self.files > 1 { format!("{royal}{}", self.files - 1) } else { royal };
        let _ = write!(text, "}}, \"initial_sfen\": \"{} b -\", \"pieces\": [", ranks.join("/"));
        for (i, piece) in self.pieces.iter().enumerate() {
            let comma = if i > 0 { ", " } else { "" };
            let PieceDraft { id, betza, royal, promotes, choices, pawn, region, burns, rank } =
                piece;
            let _ = write!(
                text,
                "{comma}{{\"id\": \"{id}\", \"name\": \"{id}\", \"betza\": \"{betza}\""
            );
            if let Some(pawn) = pawn {
                let _ = write!(text, ", \"pawn\": {pawn}");
            }
            if let Some([a, b, c, d]) = region {
                let _ =
                    write!(text, ", \"region\": {{\"files\": [{a}, {b}], \"ranks\": [{c}, {d}]}}");
            }
            if !choices.is_empty() {
                let _ = write!(text, ", \"promotes_to_any\": [\"{}\"]", choices.join("\", \""));
            }
            if *burns {
                text.push_str(", \"burns\": true");
            }
            if *rank > 0 {
                let _ = write!(text, ", \"rank\": {rank}");
            }
            if *royal {
                text.push_str(", \"royal\": true");
            }
            if *promotes {
                let _ = write!(text, ", \"promotes_to\": \"+{id}\"");
                let promoted = format!("+{id}");
                let royal_form = self.pieces.iter().any(|p| p.id == promoted && p.royal);
                if royal_form && !royal {
                    text.push_str(", \"potentially_royal\": true");
                }
            }
            text.push('}');
        }
        text.push_str("]}");
        text
    }

    /// Prints a command that writes the file.
    pub fn print(&self) {
        eprintln!("  cat > /tmp/z.yaml <<< '{}'", self.text());
    }

    /// The game, unless the file is refused.
    pub fn rules(&self) -> Option<Arc<Rules>> {
        read_text("random", &self.text()).ok().map(Arc::new)
    }

    /// Drafts with a little less content.
    pub fn simpler(&self) -> Vec<Draft> {
        let mut drafts = Vec::new();
        let mut add = |change: &dyn Fn(&mut Draft)| {
            let mut draft = self.clone();
            change(&mut draft);
            drafts.push(draft);
        };
        for i in 0..self.options.len() {
            add(&|draft| drop(draft.options.remove(i)));
        }
        for (i, piece) in self.pieces.iter().enumerate() {
            let promoted = format!("+{}", piece.id);
            if piece.burns || piece.rank > 0 {
                add(&|draft| {
                    draft.pieces[i].burns = false;
                    draft.pieces[i].rank = 0;
                });
            }
            if !piece.choices.is_empty() {
                add(&|draft| drop(draft.pieces[i].choices.pop()));
            }
            if piece.region.is_some() || piece.pawn.is_some() {
                add(&|draft| {
                    draft.pieces[i].region = None;
                    draft.pieces[i].pawn = None;
                });
            }
            if !piece.promotes {
                add(&|draft| {
                    let bare = draft.pieces.remove(i).id.replacen('+', "", 1);
                    if let Some(base) = draft.pieces.iter_mut().find(|piece| piece.id == bare) {
                        base.promotes = false;
                    }
                });
            } else {
                add(&|draft| draft.pieces.retain(|p| p.id != piece.id && p.id != promoted));
            }
            for betza in [
                "K", "fW", "[A2]", "[jR]", "[sR]", "f[HM]", "[aK]", "[HM]", "[HM2]", "[E]",
                "f[avW]fD", "[LD]",
            ] {
                if piece.betza.len() > betza.len()
                    || piece.betza.len() == 1 && betza == "K" && piece.betza != "K"
                {
                    add(&|draft| draft.pieces[i].betza = betza.to_owned());
                }
            }
        }
        drafts
    }
}

/// The drafts of a seed with their numbers, each with the generator of its positions.
pub fn drafts(count: u64, seed: u64) -> impl Iterator<Item = (u64, Draft, Random)> {
    (0..count).map(move |file| {
        let mut random = Random::of_case(seed, file);
        (file, Draft::random(&mut random), random)
    })
}

fn royal_movement(random: &mut Random, flavour: Flavour) -> String {
    if random.once_in(2) { "K".to_owned() } else { movement(random, flavour) }
}

/// A game with a reading chosen by `piece.ID` is the game that states it.
#[test]
fn chosen_reading_is_as_good_as_a_stated_one() {
    let (mut games, mut refused) = (0, 0);
    for (file, draft, mut random) in drafts(400, 17) {
        let mut value: Value = serde_yaml::from_str(&draft.text()).unwrap();
        for i in 0..draft.pieces.len() {
            if random.once_in(2) {
                let id = draft.pieces[i].id.clone();
                let piece = &mut value["pieces"][i];
                let mut readings = Mapping::new();
                readings.insert("a source".into(), piece["betza"].clone());
                piece["alternatives"] = readings.into();
                piece["betza"] = "W".into();
                value["rules"][format!("piece.{id}")] = "a source".into();
            }
        }
        let text = serde_yaml::to_string(&value).unwrap();
        match (draft.rules(), read_text("chosen", &text)) {
            (None, Err(_)) => refused += 1,
            (Some(stated), Ok(chosen)) => {
                games += 1;
                let movements = |rules: &Rules| -> Vec<Vec<MovementAtom>> {
                    rules.kinds.iter().map(|spec| spec.atoms.clone()).collect()
                };
                assert_eq!(movements(&stated), movements(&chosen), "file {file}: {text}");
                let facts = |rules: &Rules| {
                    let Rules { hands_dominate, has_burners, has_capture_turns, .. } = *rules;
                    (rules.options.clone(), hands_dominate, has_burners, has_capture_turns)
                };
                assert_eq!(facts(&stated), facts(&chosen), "file {file}: {text}");
            }
            (stated, chosen) => {
                panic!(
                    "file {file}: {} stated, {:?} chosen: {text}",
                    stated.is_some(),
                    chosen.err()
                )
            }
        }
    }
    assert!(games > 200 && refused > 5, "{games} games, {refused} refused");
}
