//! Requests that no position and no line can meet, as far as that is known before the campaign.

use crate::generator::PieceConstraints;
use crate::rules::{Kind, MovementAtom, Royalty, Rules, Side};

/// A request to check.
pub struct Feasibility<'a> {
    pub rules: &'a Rules,
    pub taste: &'a PieceConstraints,
    pub themes: &'a [String],
    /// Longest requested problem in plies.
    pub longest: u16,
    /// True if the user gives problems to start from.
    pub given: bool,
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
        let themes = self
            .themes
            .iter()
            .filter_map(|theme| self.theme(theme).map(|why| format!("--theme {theme}: {why}")));
        pieces.into_iter().chain(themes).collect()
    }

    /// Conflict among the required pieces.
    fn required(&self) -> Option<String> {
        let Feasibility { rules, taste, .. } = self;
        if let Some(&both) = taste.required.iter().find(|kind| taste.forbids(rules, **kind)) {
            let id = &rules.spec(both).id;
            return Some(format!(
                "--require and --forbid both name `{id}`: remove it from one of them"
            ));
        }
        for (kind, needed) in taste.required_counts() {
            let royal = rules.spec(kind).royalty == Royalty::Royal;
            let base = rules.spec(kind).base;
            let alike = taste.required.iter().filter(|other| rules.spec(**other).base == base);
            let (asked, most) = (alike.count(), self.most(kind, royal));
            let spec = rules.spec(kind);
            if most == 0 {
                return Some(format!(
                    "--require asks for the {} (`{}`), which {} does not have",
                    spec.name, spec.id, rules.name
                ));
            }
            if asked.max(needed) > most {
                return Some(format!(
                    "--require asks for {asked} of `{}`, promoted or not, but there {} {most}",
                    rules.spec(base).id,
                    if most == 1 { "is" } else { "are" }
                ));
            }
        }
        let royals = self.taste.required.iter().filter(|kind| self.is_royal(**kind)).count();
        (royals > taste.royals.1).then(|| {
            format!(
                "--require asks for {royals} royals, but --royals allows {}: add --royals {royals}",
                taste.royals.1
            )
        })
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
            return Some(format!(
                "--hand asks for pieces in hand, but {} has no drops: remove it",
                rules.name
            ));
        }
        if attackers.1 == 0 && (hand.1 == 0 || !rules.has_drops()) {
            return Some(
                "--attackers and --hand leave the attacker no piece to mate with".to_owned(),
            );
        }
        let men = required.iter().filter(|kind| !self.is_royal(**kind)).count();
        let forces = attackers.0.saturating_add(hand.0).max(1);
        let beside = forces.saturating_add(defenders.0);
        let least = beside.max(men).saturating_add(royals.0);
        if pieces.1 < least {
            let pieces =
                if pieces.1 == 1 { "1 piece".to_owned() } else { format!("{} pieces", pieces.1) };
            return Some(if men > beside {
                format!(
                    "--pieces allows {pieces}, but what --require names and the defender's royal are {least}"
                )
            } else {
                let others = if defenders.0 > 0 { ", the defenders" } else { "" };
                format!(
                    "--pieces allows {pieces}, but the attacker's{others} and the defender's royal are at least {least}"
                )
            });
        }
        let (all, own) = self.supply();
        if forces > own {
            return Some(format!(
                "--attackers and --hand ask for at least {forces} pieces of the attacker, but there are {own}"
            ));
        }
        let (option, asked) = if least > pieces.0 && defenders.0 > 0 {
            ("--attackers, --defenders and --hand ask", least)
        } else if least > pieces.0 {
            ("--attackers and --hand ask", least)
        } else {
            ("--pieces asks", pieces.0)
        };
        (asked > all).then(|| {
            format!(
                "{option} for at least {asked} pieces, the defender's royal too, but there are {all}"
            )
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
        let game = &rules.name;
        let short = |plies: u16| {
            (self.longest < plies)
                .then(|| format!("it needs at least {plies} plies, but --length allows fewer"))
        };
        let without = |wanted: &dyn Fn(&MovementAtom) -> bool, what: &str| {
            let exists = |kind: Kind| Side::BOTH.iter().any(|side| rules.most_of(kind, *side) > 0);
            let mut kinds = rules.iter().filter(|(kind, _)| exists(*kind));
            let found = kinds.any(|(_, spec)| spec.atoms.iter().any(wanted));
            (!found).then(|| format!("{game} has no piece that {what}"))
        };
        match theme {
            "two_royals" if most_royals(rules) < 2 => {
                Some(format!("a side of {game} has only one royal"))
            }
            "two_royals" if royals.1 < 2 => {
                Some("--royals allows one royal: add --royals 2".to_owned())
            }
            "royal_captured" if most_royals(rules) < 2 => {
                Some(format!("a side of {game} has only one royal, and a mate does not capture it"))
            }
            "igui" => without(
                &|atom| {
                    matches!(
                        atom,
                        MovementAtom::Lion { .. }
                            | MovementAtom::LionLine { .. }
                            | MovementAtom::LionDog { .. }
                    )
                },
                "captures without moving",
            ),
            "multiple_capture" => {
                without(&|atom| atom.captures() > 1, "captures twice in one move")
            }
            "hook" => without(&|atom| matches!(atom, MovementAtom::Hook { .. }), "turns a corner"),
            "counter_check" if !drops => {
                Some("without drops the attacker has no royal, so it cannot be in check".to_owned())
            }
            "counter_check" if !self.given => {
                Some("the attacker has no king unless a problem of --from gives him one".to_owned())
            }
            "declined_promotion" | "promotion_by_capture"
                if rules.iter().all(|(_, spec)| spec.promotes_to.is_none()) =>
            {
                Some(format!("no piece of {game} promotes"))
            }
            "distant_drop" | "interposition" | "empty_hand" if !drops => {
                Some(format!("{game} has no drops"))
            }
            "distant_drop" if hand.1 == 0 => {
                Some("--hand leaves the attacker nothing to drop at the start".to_owned())
            }
            "bare_king" if defenders.0 > 0 => {
                Some(format!("--defenders asks for at least {} beside the king", defenders.0))
            }
            "empty_hand" if hand.0 > 0 => {
                Some(format!("--hand asks for at least {} in hand", hand.0))
            }
            "one_kind" if attackers.1.saturating_add(hand.1) < 2 => Some(
                "it needs two pieces of the attacker, but --attackers and --hand allow one"
                    .to_owned(),
            ),
            "sacrifice" | "switchback" | "interposition" | "counter_check" => short(3),
            "sacrifices" => short(5),
            // A king needs three moves for it.
            "king_hunt" if drops => short(7),
            _ => None,
        }
    }
}
