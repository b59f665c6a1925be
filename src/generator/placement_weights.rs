//! Placement weights of kinds, and the pieces that a theme needs.

use crate::rules::{Kind, MovementAtom, PieceSpec, Royalty, Rules, Side};

/// Weight of kinds with special power against that of others, in games without drops. Drawn evenly
/// they would be rare there: two of the hundred kinds of maka dai dai shogi turn corners.
const SPECIAL_WEIGHT: u64 = 3;
/// Weight of the pieces of a wanted theme.
const THEME_WEIGHT: u64 = 8;

/// The pieces without which no line shows a theme: of each list that is not empty, one must be
/// there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ThemePieces {
    /// Kinds of the attacker.
    pub attacker: Vec<Kind>,
    /// Kinds of the defender.
    pub defender: Vec<Kind>,
    /// The theme is a capture without moving, for which there is a figure.
    pub in_place: bool,
}

impl ThemePieces {
    /// The pieces of a theme in a game. Both lists are empty for themes that any pieces can show,
    /// and for those that the game cannot show.
    pub fn of_theme(rules: &Rules, theme: &str) -> ThemePieces {
        let exists = |kind: Kind| Side::BOTH.iter().any(|side| rules.most_of(kind, *side) > 0);
        let with_spec = |wanted: &dyn Fn(&PieceSpec) -> bool| -> Vec<Kind> {
            let kinds = rules.iter().filter(|(kind, _)| exists(*kind));
            kinds.filter(|(_, spec)| wanted(spec)).map(|(kind, _)| kind).collect()
        };
        let with = |wanted: &dyn Fn(&MovementAtom) -> bool| {
            with_spec(&|spec| spec.atoms.iter().any(wanted))
        };
        let attacker = match theme {
            "lion" => with(&is_lion),
            "emperor" => with(&|atom| *atom == MovementAtom::Emperor),
            "igui" => with(&captures_in_place),
            "multiple_capture" => with(&|atom| atom.captures() > 1),
            "hook" => with(&is_hook),
            "burning" => with_spec(&|spec| spec.burns),
            "range_jump" => with(&is_range_jump),
            _ => Vec::new(),
        };
        let defender = if theme == "contagion" { carriers(rules) } else { Vec::new() };
        ThemePieces { attacker, defender, in_place: theme == "igui" }
    }

    /// True if there is nothing to place.
    pub fn is_empty(&self) -> bool {
        self.attacker.is_empty() && self.defender.is_empty()
    }

    /// The kinds of a side; Black attacks.
    pub fn of_side(&self, side: Side) -> &[Kind] {
        if side == Side::Black { &self.attacker } else { &self.defender }
    }
}

/// True for the power to take two or three king steps.
pub fn is_lion(atom: &MovementAtom) -> bool {
    matches!(atom, MovementAtom::Lion { .. })
}

/// True for a movement with a right-angled turn.
pub fn is_hook(atom: &MovementAtom) -> bool {
    matches!(atom, MovementAtom::Hook { .. })
}

/// True for captures over pieces of a lower rank.
pub fn is_range_jump(atom: &MovementAtom) -> bool {
    matches!(atom, MovementAtom::RangeJump { .. })
}

/// True for a movement that can capture and come back.
pub fn captures_in_place(atom: &MovementAtom) -> bool {
    matches!(
        atom,
        MovementAtom::Lion { .. }
            | MovementAtom::LionLine { .. }
            | MovementAtom::LionDog { .. }
            | MovementAtom::Igui { .. }
    )
}

/// The kinds whose capture changes the captor into another kind, royals aside. Empty if the option
/// is off.
pub fn carriers(rules: &Rules) -> Vec<Kind> {
    use crate::rules::options::Contagion;
    let options = &rules.options;
    if !options.spreads() {
        return Vec::new();
    }
    let carries = |kind: Kind| {
        let spec = rules.spec(kind);
        let infects = options.contagion == Contagion::Both || spec.is_promoted();
        let exists = Side::BOTH.iter().any(|side| rules.most_of(kind, *side) > 0);
        spec.contagion.is_some() && spec.royalty == Royalty::None && infects && exists
    };
    rules.iter().map(|(kind, _)| kind).filter(|kind| carries(*kind)).collect()
}

/// The weights of kinds by side.
#[derive(Clone, Debug)]
pub struct PlacementWeights([Vec<u64>; 2]);

impl PlacementWeights {
    /// The weights in a game: `given` ones first, then those of the themes' pieces, then those of
    /// special kinds, then 1. In games with drops only given ones differ from 1.
    pub fn new(rules: &Rules, given: &[(Kind, u32)], themes: &[ThemePieces]) -> PlacementWeights {
        let weight = |kind: Kind, side: Side| {
            let given = given.iter().rev().find(|(other, _)| *other == kind);
            if let Some((_, weight)) = given {
                return u64::from(*weight);
            }
            let featured = themes.iter().any(|theme| theme.of_side(side).contains(&kind));
            let special = rules.spec(kind).atoms.iter().any(|atom| {
                captures_in_place(atom)
                    || is_hook(atom)
                    || is_range_jump(atom)
                    || *atom == MovementAtom::Emperor
            });
            let spec = rules.spec(kind);
            match (featured, special || spec.burns || spec.contagion.is_some()) {
                (true, _) => THEME_WEIGHT,
                (false, true) if !rules.has_drops() => SPECIAL_WEIGHT,
                _ => 1,
            }
        };
        let of = |side| rules.iter().map(|(kind, _)| weight(kind, side)).collect();
        PlacementWeights(Side::BOTH.map(of))
    }

    /// The weight of a kind for a side; 0: never drawn.
    pub fn of(&self, kind: Kind, side: Side) -> u64 {
        self.0[side.index()][kind.index()]
    }
}
