//! Requests that no position and no line can meet, as far as that is known before the campaign.

use crate::generator::PieceConstraints;
use crate::generator::features::THEMES;
use crate::generator::placement_weights::{
    captures_in_place, carriers, is_hook, is_lion, is_range_jump,
};
use crate::messages::tr;
use crate::rules::{Kind, MovementAtom, PieceSpec, Royalty, Rules, Side, describe};

/// A request to check.
pub struct Feasibility<'a> {
    pub rules: &'a Rules,
    pub taste: &'a PieceConstraints,
    pub themes: &'a [String],
    /// Longest requested problem in plies.
    pub longest: u16,
    /// True if the user gives problems to start from.
    pub given: bool,
    /// True if the user gives a number of royals; otherwise themes choose it.
    pub royals_given: bool,
}

/// Largest number of royals of a side: its kings, and its elephants after promotion.
pub fn most_royals(rules: &Rules) -> usize {
    let bases = rules.iter().filter(|(kind, spec)| spec.base == *kind);
    let royals = bases.filter(|(_, spec)| spec.royalty != Royalty::None);
    royals.fold(0, |sum, (kind, _)| sum.saturating_add(rules.most_of(kind, Side::White)))
}

impl Feasibility<'_> {
    /// Reasons why no problem can be found: at most one about pieces, then one for each theme.
    pub fn impossible(&self) -> Vec<String> {
        let pieces = self.required().or_else(|| self.numbers());
        let themes = self.themes.iter().filter_map(|theme| {
            let why = self.theme(theme)?;
            Some(tr!(generate_theme_impossible, theme = theme.as_str(), why))
        });
        pieces.into_iter().chain(themes).collect()
    }

    /// If a theme is impossible: the themes that the game can show within the other options.
    pub fn possible_themes(&self) -> Option<String> {
        self.themes.iter().find(|theme| self.theme(theme).is_some())?;
        let able: Vec<&str> =
            THEMES.into_iter().filter(|theme| self.theme(theme).is_none()).collect();
        Some(tr!(
            generate_themes_possible,
            game = describe::game_name(self.rules),
            themes = able.join(", ")
        ))
    }

    /// Conflict among the required pieces.
    fn required(&self) -> Option<String> {
        let Feasibility { rules, taste, .. } = self;
        if let Some(&both) = taste.required.iter().find(|kind| taste.forbids(rules, **kind)) {
            let piece = rules.spec(both).id.as_str();
            return Some(tr!(generate_required_and_forbidden, piece));
        }
        for (kind, needed) in taste.required_counts() {
            let royal = rules.spec(kind).royalty == Royalty::Royal;
            let base = rules.spec(kind).base;
            let alike = taste.required.iter().filter(|other| rules.spec(**other).base == base);
            let (asked, most) = (alike.count(), self.most(kind, royal));
            let spec = rules.spec(kind);
            if most == 0 {
                return Some(tr!(
                    generate_required_absent,
                    name = describe::piece_name(spec),
                    piece = spec.id.as_str(),
                    game = describe::game_name(rules),
                ));
            }
            if asked.max(needed) > most {
                let piece = rules.spec(base).id.as_str();
                return Some(tr!(generate_required_too_many, most, asked, piece));
            }
        }
        let royals = self.taste.required.iter().filter(|kind| self.is_royal(**kind)).count();
        (royals > taste.royals.1)
            .then(|| tr!(generate_required_royals, asked = royals, most = taste.royals.1))
    }

    /// Largest number of pieces of a kind in a problem. Without drops the attacker has no royal.
    fn most(&self, kind: Kind, royal: bool) -> usize {
        let most = Side::BOTH.map(|side| self.rules.most_of(kind, side));
        match self.rules.has_drops() {
            true if royal && self.given => most.iter().sum(),
            _ if royal => most[Side::White.index()],
            true => most[0],
            false => most[0].saturating_add(most[1]),
        }
    }

    fn is_royal(&self, kind: Kind) -> bool {
        self.rules.spec(kind).royalty == Royalty::Royal
    }

    /// Conflict among the numbers of pieces.
    fn numbers(&self) -> Option<String> {
        let rules = self.rules;
        let PieceConstraints { pieces, attackers, defenders, hand, royals, required, .. } =
            self.taste;
        if hand.0 > 0 && !rules.has_drops() {
            return Some(tr!(generate_hand_without_drops, game = describe::game_name(rules)));
        }
        if attackers.1 == 0 && (hand.1 == 0 || !rules.has_drops()) {
            return Some(tr!(generate_no_attackers));
        }
        let men = required.iter().filter(|kind| !self.is_royal(**kind)).count();
        let forces = attackers.0.saturating_add(hand.0).max(1);
        let beside = forces.saturating_add(defenders.0);
        let least = beside.max(men).saturating_add(royals.0);
        if pieces.1 < least {
            let most = pieces.1;
            return Some(if men > beside {
                tr!(generate_pieces_below_required, most, least)
            } else if defenders.0 > 0 {
                tr!(generate_pieces_below_all, most, least)
            } else {
                tr!(generate_pieces_below_attackers, most, least)
            });
        }
        let (all, own) = self.supply();
        if own == 0 {
            return Some(tr!(generate_army_without_pieces, game = describe::game_name(rules)));
        }
        if forces > own {
            return Some(tr!(generate_attackers_too_many, asked = forces, available = own));
        }
        let asked = least.max(pieces.0);
        (asked > all).then(|| {
            if least <= pieces.0 {
                tr!(generate_supply_pieces, asked, available = all)
            } else if defenders.0 > 0 {
                tr!(generate_supply_all, asked, available = all)
            } else {
                tr!(generate_supply_attackers, asked, available = all)
            }
        })
    }

    /// Number of pieces in the game, and number that the attacker can have.
    fn supply(&self) -> (usize, usize) {
        let rules = self.rules;
        let bases = || rules.iter().filter(|(kind, spec)| spec.base == *kind);
        let sum = |side: Side, royals: bool| {
            let counted = bases().filter(|(_, spec)| royals || spec.royalty != Royalty::Royal);
            counted.fold(0usize, |sum, (kind, _)| sum.saturating_add(rules.most_of(kind, side)))
        };
        let squares = rules.board.squares();
        if rules.has_drops() {
            let all = rules.iter().map(|(_, spec)| usize::from(spec.at_start())).sum();
            return (all, sum(Side::Black, false));
        }
        let (black, white) = (sum(Side::Black, false), sum(Side::White, true));
        (black.saturating_add(white).min(squares), black.min(squares))
    }

    /// ObjectionKind why no problem has the theme.
    fn theme(&self, theme: &str) -> Option<String> {
        let rules = self.rules;
        let PieceConstraints { attackers, defenders, hand, royals, .. } = self.taste;
        let drops = rules.has_drops();
        let game = describe::game_name(rules);
        let short =
            |plies: u16| (self.longest < plies).then(|| tr!(generate_theme_too_short, plies));
        let has_kind = |wanted: &dyn Fn(&PieceSpec) -> bool| {
            let exists = |kind: Kind| Side::BOTH.iter().any(|side| rules.most_of(kind, *side) > 0);
            let mut kinds = rules.iter().filter(|(kind, _)| exists(*kind));
            kinds.any(|(_, spec)| wanted(spec))
        };
        let has_piece = |wanted: &dyn Fn(&MovementAtom) -> bool| {
            has_kind(&|spec| spec.atoms.iter().any(wanted))
        };
        match theme {
            "two_royals" if drops || most_royals(rules) < 2 => {
                Some(tr!(generate_theme_one_royal, game))
            }
            "royal_captured" if drops || most_royals(rules) < 2 => {
                Some(tr!(generate_theme_royal_not_captured, game))
            }
            "two_royals" | "royal_captured" if royals.1 < 2 && self.royals_given => {
                Some(tr!(generate_theme_royals_option))
            }
            "lion" if !has_piece(&is_lion) => Some(tr!(generate_theme_no_lion, game)),
            "emperor" if !has_piece(&|atom| *atom == MovementAtom::Emperor) => {
                Some(tr!(generate_theme_no_emperor, game))
            }
            "contagion" if carriers(rules).is_empty() => {
                Some(tr!(generate_theme_no_contagion, game))
            }
            "burning" if !has_kind(&|spec| spec.burns) => {
                Some(tr!(generate_theme_no_burning, game))
            }
            "range_jump" if !has_piece(&is_range_jump) => {
                Some(tr!(generate_theme_no_range_jump, game))
            }
            "igui" if !has_piece(&captures_in_place) => Some(tr!(generate_theme_no_igui, game)),
            "multiple_capture" if !has_piece(&|atom| atom.captures() > 1) => {
                Some(tr!(generate_theme_no_double_capture, game))
            }
            "hook" if !has_piece(&is_hook) => Some(tr!(generate_theme_no_hook, game)),
            "counter_check" if !drops => Some(tr!(generate_theme_no_attacking_royal)),
            "counter_check" if !self.given => Some(tr!(generate_theme_no_attacking_king)),
            "declined_promotion" | "promotion_by_capture"
                if rules.iter().all(|(_, spec)| spec.promotes_to.is_none()) =>
            {
                Some(tr!(generate_theme_no_promotion, game))
            }
            "distant_drop" | "interposition" | "empty_hand" if !drops => {
                Some(tr!(generate_theme_no_drops, game))
            }
            "distant_drop" if hand.1 == 0 => Some(tr!(generate_theme_nothing_in_hand)),
            "bare_king" if defenders.0 > 0 => {
                Some(tr!(generate_theme_defenders, least = defenders.0))
            }
            "empty_hand" if hand.0 > 0 => Some(tr!(generate_theme_hand, least = hand.0)),
            "one_kind" if attackers.1.saturating_add(hand.1) < 2 => {
                Some(tr!(generate_theme_two_attackers))
            }
            "sacrifice" | "switchback" | "interposition" | "counter_check" => short(3),
            "sacrifices" => short(5),
            // A king needs three moves for it.
            "king_hunt" if drops => short(7),
            _ => None,
        }
    }
}
