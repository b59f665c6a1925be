//! Tests each piece for decoration: the problem without it is judged again.

use super::ProblemJudge;
use crate::judge::decoration;
use crate::judge::examination::ComparisonTask;
use crate::judge::finding::Finding;
use crate::judge::mate_oracle::MateLength;
use crate::judge::open_question::OpenQuestion;
use crate::judge::report::{Flaw, FlawKind, PieceLocation, SoundnessClass, SoundnessReport};
use crate::position::{Engine, Piece, Problem};
use crate::search::plies::Plies;
use crate::search::{JudgeQuestion, SearchObserver};

impl<E: Engine + Sync> ProblemJudge<'_, E> {
    pub(super) fn report_decoration(&self, report: &mut SoundnessReport) {
        self.budget.begin_stage(1.0, JudgeQuestion::Decoration);
        let MateLength::Exact(length) = report.by_chosen_count().length else { return };
        let candidates = decoration::candidates(self.problem);
        if self.budget.assistants() > 0 {
            self.ask_together(&candidates, length);
        }
        for (piece, place) in candidates {
            let finding = self.is_decoration(piece, place, length, report.class);
            report.decoration.push((piece, place, finding));
            if finding == Finding::Yes {
                let line = report.main_lines.first().cloned().unwrap_or_default();
                let kind = FlawKind::Decoration { piece, place };
                report.flaws.push(Flaw { kind, at: 0, line, certificate: None });
            }
        }
        if report.decoration.iter().any(|(_, _, finding)| *finding == Finding::Unknown) {
            report.open_questions.push(OpenQuestion::Decoration);
        }
    }

    /// Asks about all pieces at a time, so that other processes have enough to do. The answers go
    /// into the table.
    fn ask_together(&self, candidates: &[(Piece, PieceLocation)], length: Plies) {
        let mut questions = Vec::new();
        for &(piece, place) in candidates {
            let changed = decoration::without(self.problem, piece, place);
            let is_same =
                |changed: &Problem| changed.position().phantom == self.problem.position().phantom;
            let Some(changed) = changed.filter(is_same) else { continue };
            let root: E = changed.engine();
            questions.extend(length.checked_sub(2).map(|less| (root.clone(), less)));
            questions.push((root, length));
        }
        self.plain(&self.root).decide_within(&questions);
    }

    /// Whether the piece is decoration. The problem has `length` by the chosen convention, and
    /// `class`.
    fn is_decoration(
        &self,
        piece: Piece,
        place: PieceLocation,
        length: Plies,
        class: SoundnessClass,
    ) -> Finding {
        let Some(changed) = decoration::without(self.problem, piece, place) else {
            return Finding::No;
        };
        if changed.position().phantom != self.problem.position().phantom {
            // The attacker's moves differ without the piece, so that no table entry can be shared.
            let judge = ProblemJudge::<E>::new(&changed, self.claims, self.config, self.budget);
            return judge.compare_from(&judge.root, length, class);
        }
        let root: E = changed.engine();
        self.compare_from(&root, length, class)
    }

    /// Comparison of the problem at `root` with the original, of this length and class.
    fn compare_from(&self, root: &E, length: Plies, class: SoundnessClass) -> Finding {
        let config = self.cook_search_config(true, &[]);
        self.run_task(root, self.count(), ComparisonTask { length, class, config })
    }
}
