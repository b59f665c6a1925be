//! Proves or refutes shogi mating problems (tsume shogi, 詰将棋), judges whether they are sound, and
//! generates new ones: in standard shogi with drops, and in chu, dai, maka dai dai and hishigata
//! shogi.
//!
//! # Solve a problem
//! ```
//! use tsume::{Solver, Variant, Verdict};
//!
//! let shogi = Variant::shogi();
//! // King on 1a, pawn on 1c, a gold in hand; the defender holds the rest.
//! let problem = shogi.problem("8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1")?;
//! let solution = Solver::new().hash(16 << 20).solve(&problem);
//! assert!(matches!(solution.verdict, Verdict::Mate { plies: 1, shortest: true, .. }));
//! # Ok::<(), tsume::Error>(())
//! ```
//!
//! # Ask whether it is sound, in any game
//! ```
//! use tsume::{Analyzer, SoundnessClass, Variant};
//!
//! let minishogi = Variant::named("minishogi")?;
//! let problem = minishogi.problem("4k/5/4P/5/5 b G2r2b2sgp 1")?;
//! let report = Analyzer::new().hash(32 << 20).nodes(100_000).analyze(&problem);
//! assert_eq!(report.class, SoundnessClass::CompletelyLimited); // one solution, nothing left in hand
//! # Ok::<(), tsume::Error>(())
//! ```
//!
//! # Generate one
//! ```
//! let minishogi = tsume::Variant::named("minishogi")?;
//! let problems = tsume::Generator::new(&minishogi).lengths(3..=3).generate()?;
//! assert_eq!(problems[0].line.len(), 3);
//! # Ok::<(), tsume::Error>(())
//! ```
//!
//! # The library and its layers
//! The names at the root are the library. [`Variant`] leads to positions, moves and [`Problem`]s;
//! [`Solver`], [`Analyzer`], [`Generator`] and [`verify_certificate`] work on them. The modules are
//! the program's layers. They are public for the program itself and its tests, and change without
//! notice.
//!
//! Each layer uses only layers to its left; `tests/architecture` enforces it, and that no two files
//! of a folder import each other:
//!
//! ```text
//! messages ← text ← rules ← position ← notation, referee ← proof ← movegen ← search ← solver ← judge
//!      ← generator ← io ← cluster ← facade ← web ← wasm ← cli
//! ```
//!
//! | layer | holds | invariant |
//! | --- | --- | --- |
//! | [`messages`] | texts for people by key, English and Japanese | a missing translation does not compile |
//! | [`text`] | diagnostics with places, error codes, the YAML reader | knows no shogi |
//! | [`rules`] | from rule files to tables | knows no position |
//! | [`position`] | positions, moves, the contract of move generators | [`Problem`] cannot be built except by the referee |
//! | [`notation`] | SFEN, USI, board drawings, Western and Japanese moves | pure functions |
//! | [`referee`] | legal moves straight from the rules: slow and obvious | the reference for every fast path |
//! | [`proof`] | certificates and their checker | names neither search nor move generator |
//! | [`movegen`] | a bitboard engine for 9×9, a mailbox engine for every game | agrees with the referee on every position |
//! | [`search`] | parallel df-pn over a shared transposition table | knows only the contract; the only atomics and `unsafe` |
//! | [`solver`] | from a problem to a certified verdict | reports nothing that the checker has not accepted |
//! | [`judge`] | cooks, main lines, conventions, duals, decoration, repair | an open question stays open |
//! | [`generator`] | seeds, operators, screens, archive, campaign | one thread is deterministic |
//! | [`mod@io`] | problem files, formats, results, pictures, checkpoints | the first layer that opens files |
//! | [`cluster`] | one search on many processes | what a rank says is a claim until the checker has accepted it |
//! | [`facade`] | the names at the root | prints nothing |
//! | [`web`] | requests of the page in JSON, and the page | has no clock, no threads, no network |
//! | `wasm` | the module for browsers and engines in JavaScript | imports nothing |
//! | `cli` | one file or folder per command | the only layer that prints |
//!
//! Absent on purpose: below `io` no layer opens a file, prints, reads the environment or the clock,
//! or seeds itself. The only global state is the
//! language of texts ([`messages::set_language`]). There is no floating-point number in the search.
//!
//! # Reading order
//! [`rules`] (what a game is), [`referee`] (how it is played), [`proof`] (what a verdict must
//! show), [`search`] (df-pn with the figures that explain it), [`solver`], [`judge`],
//! [`generator`].
//!
//! # Glossary
//! | word | meaning |
//! | --- | --- |
//! | attacker, defender | the side that mates (玉方に対する攻方), and the other (玉方) |
//! | check | threatens to capture every royal of the other side at once |
//! | cook 余詰, short cook 早詰 | a second solution; one that is shorter |
//! | complete 完全作, flawed 不完全作 | without and with a cook or leftover |
//! | count | which interpositions count for a length: every one in proofs, all but the futile ones for composers |
//! | decoration | a piece that the problem does not need |
//! | double counting | a position counted once for each path to it; prevented by double-count elimination |
//! | df-pn | depth-first proof-number search |
//! | disproof hand, proof hand | the largest hand of the attacker for which a refutation holds; the smallest for which a proof holds |
//! | dominance | a result for one hand covers better or worse hands |
//! | forcing | what every move of the attacker must be: a check, or a threat to any royal |
//! | futile interposition 無駄合 | one that only delays the mate |
//! | GHI | graph-history interaction: a refutation by repetition depends on the path to the position |
//! | leftover 駒余り | pieces in the attacker's hand at the mate |
//! | longer variation 変長, variation dual 変同 | a defense that lasts longer than the author's line; one as long |
//! | main line 作意, variation 変化, try 紛れ | the solution; another defense; an attack that fails |
//! | non-uniqueness 非限定 | a choice that does not change the solution's idea |
//! | pn, dn | proof number and disproof number: the cost of a proof and of a refutation |
//! | ply | one move of one side |
//! | royal | a piece whose loss loses: kings, princes, emperors |
//! | TCA | threshold control algorithm, against endless loops |
//!
//! # Bibliography
//! | cited as | work |
//! | --- | --- |
//! | Allis et al. 1994 | L. V. Allis, M. van der Meulen, H. J. van den Herik: *Proof-number search*. Artificial Intelligence 66, 91–124. [doi:10.1016/0004-3702(94)90004-3](https://doi.org/10.1016/0004-3702(94)90004-3) |
//! | Plaat et al. 1996 | A. Plaat, J. Schaeffer, W. Pijls, A. de Bruin: *Best-first fixed-depth minimax algorithms*. Artificial Intelligence 87, 255–293. [doi:10.1016/0004-3702(95)00126-3](https://doi.org/10.1016/0004-3702(95)00126-3) |
//! | Seo 1999 | M. Seo: *詰将棋を解くアルゴリズムにおける優越関係の効率的な利用について*. Game Programming Workshop 1999, 129–136 |
//! | Nagai 2002 | A. Nagai: *Df-pn algorithm for searching AND/OR trees and its applications*. PhD thesis, University of Tokyo |
//! | Hyatt and Mann 2002 | R. M. Hyatt, T. Mann: *A lock-less transposition-table implementation for parallel search*. ICGA Journal 25, 36–39. [doi:10.3233/ICG-2002-25104](https://doi.org/10.3233/ICG-2002-25104) |
//! | Kishimoto and Müller 2004 | A. Kishimoto, M. Müller: *A general solution to the graph history interaction problem*. AAAI 2004, 644–649 |
//! | Pawlewicz and Lew 2007 | J. Pawlewicz, Ł. Lew: *Improving depth-first PN-search: 1 + ε trick*. Computers and Games 2006, LNCS 4630, 160–171. [doi:10.1007/978-3-540-75538-8_14](https://doi.org/10.1007/978-3-540-75538-8_14) |
//! | Kishimoto 2010 | A. Kishimoto: *Dealing with infinite loops, underestimation, and overestimation of depth-first proof-number search*. AAAI 2010, 108–113. [doi:10.1609/aaai.v24i1.7534](https://doi.org/10.1609/aaai.v24i1.7534) |
//! | Kaneko 2010 | T. Kaneko: *Parallel depth first proof number search*. AAAI 2010, 95–100 |
//! | Kaneko et al. 2010 | T. Kaneko, T. Tanaka, K. Yamaguchi, S. Kawai: *新規節点で固定深さの探索を行う df-pn の拡張*. 情報処理学会論文誌 51, 2040–2047 |
//! | Pawlewicz and Hayward 2013 | J. Pawlewicz, R. B. Hayward: *Scalable parallel DFPN search*. Computers and Games 2013, LNCS 8427, 138–150. [doi:10.1007/978-3-319-09165-5_12](https://doi.org/10.1007/978-3-319-09165-5_12) |
//! | Wu et al. 2013 | I-C. Wu, H.-H. Lin, D.-J. Sun, K.-Y. Kao, P.-H. Lin, Y.-C. Chan, P.-T. Chen: *Job-level proof number search*. IEEE Transactions on Computational Intelligence and AI in Games 5, 44–56. [doi:10.1109/TCIAIG.2012.2224659](https://doi.org/10.1109/TCIAIG.2012.2224659) |
//! | Franz et al. 2022 | C. Franz, G. Mogk, T. Mrziglod, K. Schewior: *Completeness and diversity in depth-first proof-number search with applications to retrosynthesis*. IJCAI 2022, 4747–4753. [doi:10.24963/ijcai.2022/658](https://doi.org/10.24963/ijcai.2022/658) |
//! | KomoringHeights | A df-pn solver of shogi problems: <https://github.com/komori-n/KomoringHeights> |
//!
//! # Cargo features
//! `cli` (on by default) adds the command line, terminal progress, pictures and pages. `wasm` adds
//! the C interface of the WebAssembly module; `mpi` adds the program `tsume-mpi`, and needs an MPI
//! library and libclang to build. Without default features the library has 16 direct dependencies.

pub mod cluster;
pub mod facade;
pub mod generator;
pub mod io;
pub mod judge;
pub mod messages;
pub mod movegen;
pub mod notation;
pub mod position;
pub mod proof;
pub mod referee;
pub mod rules;
pub mod search;
pub mod solver;
pub mod text;
#[cfg(feature = "wasm")]
pub mod wasm;
pub mod web;

#[cfg(feature = "cli")]
pub mod cli;

pub use facade::{
    Analyzer, CancelToken, Error, GeneratedProblem, Generator, ProblemOptions, SearchStatus,
    Solver, SteppedSearch, Variant, verify_certificate,
};
pub use judge::{CountRequest, CountingConvention, Flaw, SoundnessClass, SoundnessReport};
pub use position::{Forcing, Move, Position, Problem, Role};
pub use proof::certificate::Certificate;
pub use rules::{Rules, Side, Square};
pub use search::{Progress, StopReason};
pub use solver::{Certify, CountedMate, ProvedMate, Solution, Verdict};

/// The examples of the README, as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
