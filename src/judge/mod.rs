//! The judge: is a problem sound, and if not, why?
//!
//! # Definitions
//! The definitions are those of composers; `src/variants/RULES.md` has their sources.
//!
//! | term | meaning |
//! | --- | --- |
//! | value of a position | its length in plies; at equal length, the pieces that the attacker holds at the mate |
//! | main line 作意 | a line on which every move keeps the value: the attacker mates as soon as possible, the defender holds out as long as possible |
//! | variation 変化, try 紛れ | a line that leaves a main line by a defence, or by an attacking move |
//! | known move | at a node of a main line: the author's move, else the first move that keeps the value |
//! | second solution | another forcing move at that node that mates too, however long the mate is |
//! | cook 余詰 | a second solution that no [tolerance](Tolerance) covers |
//! | short cook 早詰 | a mate sooner than the author's |
//! | leftover 駒余り | pieces that the attacker holds at the end of a main line |
//! | [longer variation](longer_variation) 変長 | a defence that lasts longer than the main line and leaves a leftover |
//! | variation dual 変同 | a defence that lasts as long as the main line's and leaves no leftover |
//! | non-uniqueness 非限定 | second solutions that a tolerance covers, such as another square for a distant drop |
//! | decoration | a piece without which neither length nor soundness changes |
//! | futile interposition 無駄合 | a drop between checker and royal that does not count, by one of three [conventions](CountingConvention) |
//!
//! A problem is complete (完全作) if it has a mate, no cook and no leftover; otherwise it is flawed
//! (不完全作). Duals and decoration are blemishes.
//!
//! # How a question becomes searches
//! 1. **Length.** The solver finds the length with every interposition counted, and the checker
//!    replays its certificate if [`JudgeConfig::check_verdict`] is set.
//! 2. **Convention.** Each convention about futile interpositions counts fewer defences, so this
//!    length bounds its length from above. `conventions` asks for shorter mates downwards.
//! 3. **Optimal play.** `optimal_play` grows the graph of all moves that keep the length, layer by
//!    layer: one fixed-length question for each move. Leftover and main lines follow from it.
//! 4. **Cooks.** At every attacker's node of a main line, `cooks` asks for each other forcing move
//!    whether it mates, in rounds of growing effort. Longer mates may be detours, which only come back
//!    to a main line: another search decides.
//! 5. **Witnesses.** `analysis` finds each cook's length and line, compares the author's claims,
//!    and asks for each piece whether the problem needs it.
//!
//! All questions about one problem share a table; `mate_oracle` says why that is sound.
//!
//! # What is proved
//! Every answer is yes, no or unknown. A limit leaves open what it was spent on, and nothing else:
//! a mate found by the search is a mate, and "no mate" is stored in the table only if it is
//! independent of the path. The verdict and, with [`JudgeConfig::certify_flaws`], mates shown by
//! flaws are replayed by the [checker](crate::proof). The classes rest on the search and on the
//! tests that compare them with a brute-force judge (`tests/judge`), because no certificate says
//! "there is no other mate".
//!
//! # Files
//! | module | subject |
//! | --- | --- |
//! | `analysis` | all questions about one problem in order of weight; witnesses; decoration |
//! | `budget` | limits, stages and rounds; threads |
//! | `mate_oracle` | questions to the search; refutations by a fixpoint |
//! | `conventions` | futile interpositions: the three ways of counting |
//! | `optimal_play` | the graph of optimal play |
//! | `cooks`, [`tolerance`], `duals` | second solutions, and which of them count |
//! | [`longer_variation`] | the main line of the old practice |
//! | `examination` | one problem under one convention |
//! | `counted_length` | the composers' length of a mate that the solver has proved |
//! | [`solution_tree`], `solution_writer` | the solution with its variations |
//! | [`delegated_question`] | a question that another process answers |
//! | `listener` | reports while the judge is still at work |
//! | [`tries`] | moves that nearly mate, with their refutations |
//! | `decoration`, [`repair`] | the problem without a piece; the smallest edits that make it sound |
//! | [`report`], `open_question` | the result, and what limits left open |
//!
//! # What was tried
//! | question | rejected | adopted | effect |
//! | --- | --- | --- | --- |
//! | cooks | first any mate up to four plies longer, without a limit of nodes, then any mate: twice the work where there is none | both in turn, each with four times the nodes of the turn before | musou-094 (59 plies): no class after ten minutes; now complete a minute after its length |
//! | pieces that the problem does not need | the length without the piece with every interposition counted, which refutes mates of any length, and from it the length by `composers` | whether the length by the chosen count is the same | 60 composed problems of 3 to 11 plies, 2 M nodes each at most: half the nodes for the median, 32.7 M instead of 41.3 M in all; 10 instead of 15 left open |
//! | replies by `composers` that the search never needed | each decided before the next is looked at: musou-068 open after 82 M nodes, zukou-060 after 12 M | all in turn, in rounds of growing effort: the first that is easy will do | complete after 5.8 M and 2.6 M nodes |
//! | other counts | answers of the plain search and of the one without drops looked up before the search for `immediate` | as it was | one part in four hundred |
//! | lengths by `composers` | plain recursion over lengths: zukou-001 open at 33 of 69 plies after 54 M nodes | a graph of the defence | 6.9 M nodes |
//!
//! `benches/history.md` has the measurements ("Cooks", "Lengths by `transparent`").

mod analysis;
mod budget;
mod conventions;
mod cooks;
mod counted_length;
mod decoration;
pub mod delegated_question;
mod duals;
mod examination;
mod finding;
mod listener;
pub mod longer_variation;
mod mate_oracle;
mod memory_shares;
mod open_question;
mod optimal_play;
pub mod repair;
pub mod report;
pub mod solution_tree;
mod solution_writer;
pub mod tolerance;
pub mod tries;

pub use crate::judge::analysis::{judge, judge_in_stages};
pub use crate::judge::counted_length::{
    COUNTING_BUDGET_NODES, CountRequest, CountingConfig, CountingEffort, CountingTables, count_mate,
};
pub use crate::judge::finding::Finding;
pub use crate::judge::listener::{JudgeListener, JudgeStage, NoListener};
pub use crate::judge::mate_oracle::MateLength;
pub use crate::judge::open_question::OpenQuestion;
pub use crate::judge::report::{
    AuthorClaims, CountingConvention, Flaw, FlawKind, PieceLocation, SoundnessClass,
    SoundnessReport,
};
pub use crate::judge::solution_tree::SolutionTree;
pub use crate::judge::tolerance::{Tolerance, ToleranceProfile};

use crate::rules::Rules;
use crate::search::Limits;

/// Settings of the judge.
#[derive(Clone, Debug)]
pub struct JudgeConfig {
    /// Number of threads, 1 or more. Default: 1.
    pub threads: usize,
    /// Size of all tables together, in bytes. Default: 256 MiB.
    pub hash_bytes: usize,
    /// Limits for all questions about the problem together. Default: none.
    pub limits: Limits,
    /// Tolerances: second solutions that do not count as cooks, and longer variations. Default:
    /// [`Tolerance::DEFAULT`].
    pub tolerate: Vec<Tolerance>,
    /// A second solution counts as a cook only if it is at most `cook_margin` plies longer than the
    /// main line, by the chosen convention. Default: `None`, every length counts.
    pub cook_margin: Option<u16>,
    /// The convention about futile interpositions that class, flaws and main lines follow. Default:
    /// [`CountingConvention::Composers`].
    pub count: CountingConvention,
    /// Stop at the first cook, and report only its move: enough for class and length. Default:
    /// false.
    pub first_cook_only: bool,
    /// Find length and class by the other conventions too; otherwise they are unknown. Default:
    /// true.
    pub all_conventions: bool,
    /// Ask of every piece whether it is decoration. Default: true.
    pub decoration: bool,
    /// Report second ways of the attacker off the main line. Default: false.
    pub side_duals: bool,
    /// Levels of variations in [`SoundnessReport::solution`]: 1 is defences against the main line,
    /// 2 also defences against those variations, and so on. Default: 0, no solution tree.
    pub variation_levels: u16,
    /// Give flaws certificates where a mate shows them. Default: false.
    pub certify_flaws: bool,
    /// Have the checker replay a certificate of the verdict (mate, no mate, no mate within the
    /// depth) before the report states it. A verdict that the checker does not accept is unknown.
    /// Default: false: the caller checks.
    pub check_verdict: bool,
}

impl JudgeConfig {
    /// The convention that applies to a game: without drops every reply counts.
    pub fn count_in(&self, rules: &Rules) -> CountingConvention {
        if rules.has_drops() { self.count } else { CountingConvention::Every }
    }
}

impl Default for JudgeConfig {
    fn default() -> JudgeConfig {
        JudgeConfig {
            threads: 1,
            hash_bytes: 256 << 20,
            limits: Limits::default(),
            tolerate: Tolerance::DEFAULT.to_vec(),
            cook_margin: None,
            count: CountingConvention::Composers,
            first_cook_only: false,
            all_conventions: true,
            decoration: true,
            side_duals: false,
            variation_levels: 0,
            certify_flaws: false,
            check_verdict: false,
        }
    }
}
