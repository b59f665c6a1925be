//! Mechanisms and options of a rule file that do not go together.

use super::compile::{Compiler, NARROW_LANES};
use super::{MovementAtom, PieceSpec, Royalty, options, promotion_choices};
use crate::messages::tr;
use crate::text::DocumentError;

impl Compiler<'_> {
    /// Mechanisms that no rule combines.
    pub(super) fn check_combinations(&mut self, kinds: &[PieceSpec]) {
        let has = |spec: &PieceSpec, test: fn(&MovementAtom) -> bool| spec.atoms.iter().any(test);
        let leaps = |spec: &PieceSpec| has(spec, |atom| *atom == MovementAtom::Emperor);
        let emperor = kinds.iter().any(leaps);
        let complaints: Vec<DocumentError> = kinds
            .iter()
            .enumerate()
            .filter_map(|(i, spec)| {
                let conditional = has(spec, |atom| atom.is_conditional());
                let several = has(spec, |atom| atom.captures() > 1);
                let message = if emperor && (conditional || spec.region.is_some()) {
                    tr!(rules_beside_emperor)
                } else if spec.region.is_some() && several {
                    tr!(rules_region_of_several)
                } else {
                    return None;
                };
                let key = if conditional && emperor { "betza" } else { "region" };
                let path = vec!["pieces".into(), i.into(), key.into()];
                Some(DocumentError::new("E0104", path, message).help(tr!(rules_beside_help)))
            })
            .collect();
        self.complaints.extend(complaints);
        let turning = matches!(
            self.options.promotion,
            options::Promotion::EachMove | options::Promotion::EachCapture
        );
        let decided = |name: &str| self.decided.get(name).copied();
        let choices = promotion_choices::combinations(kinds, &self.options, NARROW_LANES, decided);
        self.complaints.extend(choices);
        let royal = |spec: &PieceSpec| spec.royalty == Royalty::Royal;
        let one_sided = |spec: &PieceSpec| {
            !royal(spec) && spec.promotes_to.is_some_and(|kind| royal(&kinds[kind.index()]))
        };
        for i in (0..kinds.len()).filter(|&i| turning && one_sided(&kinds[i])) {
            let path = vec!["pieces".into(), i.into(), "promotes_to".into()];
            let complaint = DocumentError::new("E0104", path, tr!(rules_turns_royal));
            self.complain(complaint.help(tr!(rules_turns_royal_help)));
        }
        self.check_contagion(kinds);
        if emperor && self.options.facing_royals == options::Facing::Forbidden {
            let path = vec!["rules".into(), "facing_royals".into()];
            let complaint = DocumentError::new("E0105", path, tr!(rules_facing_emperor))
                .help(tr!(rules_not_a_value_help, values = "allowed"));
            let chosen = self.decided.get("facing_royals").copied();
            self.complain(DocumentError { chosen, ..complaint });
        }
    }

    /// Contagion adds pieces to a kind. With many kinds in hand, a lane is too narrow to count
    /// them.
    fn check_contagion(&mut self, kinds: &[PieceSpec]) {
        let lanes = kinds.iter().filter(|spec| spec.lane.is_some()).count();
        let spreads = self.options.spreads() && kinds.iter().any(|spec| spec.contagion.is_some());
        if lanes <= NARROW_LANES || !spreads {
            return;
        }
        let path = vec!["rules".into(), "contagion".into()];
        let message = tr!(rules_contagion_beside_lanes, most = NARROW_LANES);
        let complaint = DocumentError::new("E0105", path, message)
            .help(tr!(rules_not_a_value_help, values = "none"));
        let chosen =
            ["contagion", "drops"].iter().find_map(|name| self.decided.get(*name).copied());
        self.complain(DocumentError { chosen, ..complaint });
    }

    /// Burning and jumping captures are defined for games without drops, emperors and lion trading.
    pub(super) fn check_burning_and_jumps(&mut self, kinds: &[PieceSpec]) {
        let jumps = |atom: &MovementAtom| matches!(atom, MovementAtom::RangeJump { .. });
        let has_emperor = kinds.iter().any(|spec| spec.is_emperor());
        for (i, spec) in kinds.iter().enumerate() {
            let jumps = spec.atoms.iter().any(jumps);
            let key = if spec.burns { "burns" } else { "betza" };
            let trades = self.options.lion_trade != options::LionTrade::None;
            let (decided, message) = if has_emperor && (spec.burns || jumps) {
                ("emperor", tr!(rules_no_emperor_beside, id = spec.id.as_str()))
            } else if self.options.drops && (spec.burns || jumps) {
                ("drops", tr!(rules_no_drops_beside, id = spec.id.as_str()))
            } else if trades && spec.burns {
                ("lion_trade", tr!(rules_no_lion_trade_beside, id = spec.id.as_str()))
            } else {
                continue;
            };
            let path = vec!["pieces".into(), i.into(), key.into()];
            let chosen = self.decided.get(decided).copied();
            let complaint = DocumentError::new("E0105", path, message);
            self.complain(DocumentError { chosen, ..complaint.help(tr!(rules_beside_help)) });
        }
    }
}
