//! Promotion to any of several kinds (`promotes_to_any`): what may stand in a rule file, and how
//! many pieces of a kind there can be.

use super::PieceSpec;
use super::file::RuleFile;
use super::options::{DropForms, Options, Promotion};
use crate::messages::tr;
use crate::text::{DocumentError, PathStep};

fn path(piece: usize) -> Vec<PathStep> {
    vec!["pieces".into(), piece.into(), "promotes_to_any".into()]
}

fn complaint(path: Vec<PathStep>, message: String) -> DocumentError {
    DocumentError::new("E0104", path, message).help(tr!(rules_choices_help))
}

/// The mistakes in the choices of a piece, by its index in the file.
pub(super) fn complaints(file: &RuleFile, index: usize) -> Vec<DocumentError> {
    let piece = &file.pieces[index];
    let choices = &piece.promotes_to_any;
    if choices.is_empty() {
        return Vec::new();
    }
    let mut found = Vec::new();
    if piece.promotes_to.is_some() || piece.id.starts_with('+') || piece.royal {
        found.push(complaint(path(index), tr!(rules_choices_beside)));
    }
    for (i, id) in choices.iter().enumerate() {
        let is_meant = |other: &str| other.eq_ignore_ascii_case(id);
        let is_choice = file
            .pieces
            .iter()
            .enumerate()
            .any(|(k, other)| is_meant(&other.id) && k != index && !other.royal);
        if !is_choice || choices[..i].iter().any(|other| is_meant(other)) {
            let path = [path(index).as_slice(), &[i.into()]].concat();
            found.push(complaint(path, tr!(rules_not_a_choice, id = id.as_str())));
        }
    }
    found
}

/// Choices beside options that do not go with them. `most_lanes`: kinds in hand at most. `decided`:
/// the chosen option of that name.
pub(super) fn combinations(
    kinds: &[PieceSpec],
    options: &Options,
    most_lanes: usize,
    decided: impl Fn(&str) -> Option<usize>,
) -> Vec<DocumentError> {
    let turning = matches!(options.promotion, Promotion::EachMove | Promotion::EachCapture);
    let lanes = kinds.iter().filter(|spec| spec.lane.is_some()).count();
    let (option, message) = if turning {
        ("promotion", tr!(rules_choices_beside_turning))
    } else if options.drops && options.drop_forms == DropForms::Both {
        ("drop_forms", tr!(rules_choices_beside_drop_forms))
    } else if lanes > most_lanes {
        ("drops", tr!(rules_choices_beside_lanes, most = most_lanes))
    } else {
        return Vec::new();
    };
    let chooses = |i: &usize| !kinds[*i].promotion_choices.is_empty();
    let of_piece = |i: usize| {
        let complaint = complaint(path(i), message.clone());
        DocumentError { chosen: decided(option), ..complaint }
    };
    (0..kinds.len()).filter(chooses).map(of_piece).collect()
}

/// Adds to the army of each base kind the pieces that may become it, by promotions to a chosen kind
/// one after the other.
pub(super) fn count(kinds: &mut [PieceSpec]) {
    for base in 0..kinds.len() {
        let mut sources = vec![base];
        let mut done = 0;
        while let Some(&target) = sources.get(done) {
            done += 1;
            for (i, spec) in kinds.iter().enumerate() {
                let leads = spec
                    .promotion_choices
                    .iter()
                    .any(|choice| kinds[choice.index()].base.index() == target);
                if leads && !sources.contains(&i) {
                    sources.push(i);
                }
            }
        }
        kinds[base].most = [0, 1].map(|side| {
            let all = sources.iter().map(|&i| kinds[i].army[side]);
            all.fold(0, u16::saturating_add)
        });
    }
}
