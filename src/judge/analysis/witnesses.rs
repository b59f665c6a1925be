//! Witnesses of flaws: lines and certificates.

use super::ProblemJudge;
use crate::judge::cooks::SecondSolution;
use crate::judge::examination::{CookLengthTask, MateWithinTask};
use crate::judge::mate_oracle::{MateAnswer, MateLength};
use crate::judge::optimal_play::OptimalPlay;
use crate::judge::report::{CountingConvention, Flaw, FlawKind, SoundnessReport};
use crate::position::{Engine, Move};
use crate::proof::certificate::{Certificate, Claim};
use crate::proof::checker;
use crate::referee;
use crate::search::plies::Plies;
use crate::solver::lines::ProvedLength;

impl<E: Engine + Sync> ProblemJudge<'_, E> {
    /// A cook with its witness: the line up to it, then optimal play of both sides.
    pub(super) fn cook_flaw(&self, graph: &OptimalPlay, solution: &SecondSolution) -> Flaw {
        let node = &graph.nodes[solution.node];
        let mut line = graph.path_to(solution.node);
        line.push(solution.m);
        if self.config.first_cook_only {
            let (plies, known) = (node.ply + 1 + solution.plies, graph.nodes[0].remaining);
            let kind = FlawKind::Cook { plies, known, exact: false };
            return Flaw { kind, at: node.ply + 1, line, certificate: None };
        }
        let plain = self.plain(&self.root);
        let after = plain.engine_after(&line);
        let known = graph.nodes[0].remaining;
        let child = node.moves.iter().find(|(m, _)| *m == solution.m).and_then(|(_, child)| *child);
        let (rest, exact) = if let Some(child) = child {
            let rest = node.remaining - 1;
            line.extend(
                graph
                    .best_line_from(child)
                    .unwrap_or_else(|| plain.extract_line(&after, rest, ProvedLength::Shortest)),
            );
            (rest, true)
        } else {
            let work = CookLengthTask { best: solution.plies, least: node.remaining };
            let (length, end) = self.run_task(&after, self.count(), work);
            line.extend(end);
            match length {
                MateLength::Exact(rest) => (rest, true),
                MateLength::AtMost(rest) => (rest, false),
                MateLength::None | MateLength::Unknown(_) => (solution.plies, false),
            }
        };
        // Certificates count every interposition.
        let plain_plies = if self.count() == CountingConvention::Every {
            rest
        } else {
            solution.plies_all_replies
        };
        let prefix = &line[..usize::from(node.ply) + 1];
        Flaw {
            kind: FlawKind::Cook { plies: node.ply + 1 + rest, known, exact },
            at: node.ply + 1,
            certificate: self.certificate(prefix, Claim::MateWithin(plain_plies)),
            line,
        }
    }

    /// Reports a short cook if the attacker mates sooner than the author claims.
    ///
    /// An author may count every interposition: a claim of `plain_plies` plies, the length by that
    /// count, is right. A smaller claim is compared with the length by the chosen count.
    pub(super) fn report_short_cook(&self, plain_plies: Plies, report: &mut SoundnessReport) {
        let solution = &self.claims.solution;
        let by_line =
            self.is_mating_line(solution).then_some((solution.len() as Plies, "solution"));
        if let Some(claim) = by_line {
            let chosen = (claim.0 < plain_plies).then_some(self.count());
            let mut counts = vec![CountingConvention::Every];
            counts.extend(chosen.filter(|count| *count != CountingConvention::Every));
            for count in counts {
                if let Some((at, line, rest)) = self.find_sooner_mate(count) {
                    report.flaws.push(self.short_cook(claim, count, (at, line, rest)));
                    return;
                }
            }
        }
        let counted = match report.by_chosen_count().length {
            MateLength::Exact(plies) => plies,
            _ => plain_plies,
        };
        for claim in by_line.into_iter().chain(self.claims.plies.iter().copied()) {
            let (claimed, _) = claim;
            let (count, line, plies) = if claimed > plain_plies {
                (CountingConvention::Every, Some(&report.line), plain_plies)
            } else if claimed > counted && claimed < plain_plies {
                (self.count(), report.main_lines.first(), counted)
            } else {
                continue;
            };
            let line = line.cloned().unwrap_or_default();
            report.flaws.push(self.short_cook(claim, count, (1, line, plies)));
            return;
        }
    }

    /// The flaw that the attacker mates sooner by `count` than by a claim, given as its plies and
    /// the key of the file. The mate leaves the author's line at ply `at` and has `rest` plies from
    /// there; `line` begins at the root.
    fn short_cook(
        &self,
        (claimed, by): (Plies, &'static str),
        count: CountingConvention,
        (at, line, rest): (Plies, Vec<Move>, Plies),
    ) -> Flaw {
        let certificate = match count {
            CountingConvention::Every => {
                self.certificate(&line[..usize::from(at - 1)], Claim::MateWithin(rest))
            }
            // Certificates count every interposition.
            CountingConvention::Immediate | CountingConvention::Composers => None,
        };
        Flaw {
            kind: FlawKind::ShortCook { claimed, by, plies: at - 1 + rest },
            at,
            line,
            certificate,
        }
    }

    /// True if the line is legal, the attacker always forces, and it ends in mate.
    pub(super) fn is_mating_line(&self, line: &[Move]) -> bool {
        self.root.clone().play_to_mate(self.problem.attacker(), line)
    }

    /// The place on the author's line where the attacker can mate sooner, by `count`, than by its
    /// continuation: the last of the first such nodes in a row. Returns ply, line through it to the
    /// mate and length from there.
    fn find_sooner_mate(&self, count: CountingConvention) -> Option<(Plies, Vec<Move>, Plies)> {
        let solution = &self.claims.solution;
        let mut engine = self.root.clone();
        let mut found = None;
        for (i, &m) in solution.iter().enumerate() {
            if engine.side() == self.problem.attacker() {
                let rest = (solution.len() - i) as Plies;
                let sooner = rest.checked_sub(2).filter(|plies| {
                    let task = MateWithinTask { plies: *plies };
                    matches!(self.run_task(&engine, count, task), MateAnswer::Mate(_))
                });
                match sooner {
                    Some(best) => {
                        let task = CookLengthTask { best, least: 0 };
                        let (length, end) = self.run_task(&engine, count, task);
                        if let MateLength::Exact(plies) = length {
                            let line = solution[..i].iter().copied().chain(end).collect();
                            found = Some((i as Plies + 1, line, plies));
                        }
                    }
                    None if found.is_some() => break,
                    None => {}
                }
            }
            engine.play(m);
        }
        found
    }

    /// A certificate for the position after a line that the checker accepted. `None` if the
    /// configuration does not ask for it or it could not be made.
    pub(super) fn certificate(&self, line: &[Move], claim: Claim) -> Option<Certificate> {
        if !self.config.certify_flaws {
            return None;
        }
        let (rules, attacker) = (self.problem.rules(), self.problem.attacker());
        let position = line.iter().fold(self.problem.position().clone(), |position, &m| {
            referee::play(rules, &position, m)
        });
        let (forcing, all) = (self.problem.forcing(), referee::ObjectionKind::ALL);
        let problem = referee::admit(rules, position, Some(attacker), forcing, all).ok()?;
        let plain = self.plain(&self.root);
        let nodes =
            plain.extract_proof(&plain.engine_after(line), claim, self.budget.limits(None)).ok()?;
        let certificate = Certificate { problem, claim, nodes };
        let stop = || self.budget.stop_reason().is_some();
        checker::verify(&certificate, self.budget.threads(), &stop).is_ok().then_some(certificate)
    }
}
