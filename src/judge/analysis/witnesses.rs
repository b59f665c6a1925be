//! Witnesses of flaws: lines and certificates.

use super::ProblemJudge;
use crate::judge::cooks::SecondSolution;
use crate::judge::examination::CookLengthTask;
use crate::judge::mate_oracle::{MateAnswer, MateLength, MateOracle};
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
            let (length, end) = self.run_task(&after, self.config.count, work);
            line.extend(end);
            match length {
                MateLength::Exact(rest) => (rest, true),
                MateLength::AtMost(rest) => (rest, false),
                MateLength::None | MateLength::Unknown(_) => (solution.plies, false),
            }
        };
        // Certificates count every interposition.
        let plain_plies = if self.config.count == CountingConvention::Every {
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

    /// Reports a short cook if the length is smaller than a claim of the author.
    pub(super) fn report_short_cook(&self, length: Plies, report: &mut SoundnessReport) {
        let solution = &self.claims.solution;
        let by_line =
            self.is_mating_line(solution).then_some((solution.len() as Plies, "solution"));
        let claims = by_line.into_iter().chain(self.claims.plies.iter().copied());
        let plain = self.plain(&self.root);
        if by_line.is_some()
            && let Some((at, mut line, rest)) = self.find_sooner_mate(&plain)
        {
            line.extend(plain.extract_line(
                &plain.engine_after(&line),
                rest,
                ProvedLength::Shortest,
            ));
            let (claimed, by) = (solution.len() as Plies, "solution");
            let plies = at - 1 + rest;
            let certificate =
                self.certificate(&line[..usize::from(at - 1)], Claim::MateWithin(rest));
            let kind = FlawKind::ShortCook { claimed, by, plies };
            report.flaws.push(Flaw { kind, at, line, certificate });
        } else if let Some((claimed, by)) =
            claims.into_iter().find(|(claimed, _)| length < *claimed)
        {
            let line = report.line.clone();
            let certificate = self.certificate(&[], Claim::MateWithin(length));
            let kind = FlawKind::ShortCook { claimed, by, plies: length };
            report.flaws.push(Flaw { kind, at: 1, line, certificate });
        }
    }

    /// True if the line is legal, the attacker always forces, and it ends in mate.
    pub(super) fn is_mating_line(&self, line: &[Move]) -> bool {
        self.root.clone().play_to_mate(self.problem.attacker(), line)
    }

    /// The place on the author's line where the attacker can mate sooner than by its continuation:
    /// the last of the first such nodes in a row. Returns ply, line up to it and length from there.
    fn find_sooner_mate(&self, plain: &MateOracle<'_, E>) -> Option<(Plies, Vec<Move>, Plies)> {
        let solution = &self.claims.solution;
        let mut engine = self.root.clone();
        let mut found = None;
        for (i, &m) in solution.iter().enumerate() {
            if engine.side() == self.problem.attacker() {
                let rest = (solution.len() - i) as Plies;
                let sooner = match rest.checked_sub(2) {
                    Some(len) => plain.decide_within(&[(engine.clone(), len)])[0],
                    None => MateAnswer::No,
                };
                match sooner {
                    MateAnswer::Mate(_) => {
                        if let MateLength::Exact(len) = plain.find_length(&engine, 0) {
                            found = Some((i as Plies + 1, solution[..i].to_vec(), len));
                        }
                    }
                    _ if found.is_some() => break,
                    _ => {}
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
