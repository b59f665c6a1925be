//! Options of the solver.

use crate::search::Limits;

/// Share of [`SolverConfig::hash`] for certificates: one part in this many.
const CERTIFICATE_SHARE: usize = 4;

/// Bytes for certificates, out of `hash` bytes for table and certificates together.
pub(super) fn certificate_bytes(hash: usize) -> usize {
    hash / CERTIFICATE_SHARE
}

/// Claims that need a certificate that the checker accepts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Certify {
    /// The verdict.
    #[default]
    Verdict,
    /// The verdict, and that no shorter mate exists.
    Length,
    /// Nothing.
    None,
}

/// Options of the solver.
///
/// ```
/// use tsume::search::Limits;
/// use tsume::solver::SolverConfig;
///
/// let limits = Limits { nodes: Some(1_000_000), ..Limits::default() };
/// let config = SolverConfig { threads: 2, limits, ..SolverConfig::default() };
/// assert!(config.shortest);
/// ```
#[derive(Clone, Debug)]
pub struct SolverConfig {
    /// Threads that search the problem, at least 1. Default: 1.
    pub threads: usize,
    /// Bytes for transposition table and certificates together. Default: 256 MiB.
    pub hash: usize,
    /// Limits of the search. Default: none.
    pub limits: Limits,
    /// After the first proof, continue until the length is proved shortest. Default: true.
    pub shortest: bool,
    /// Then find out which of the shortest lines is a main line. Default: true.
    pub main_line: bool,
    /// First settle whether there is a mate within this many plies, before looking for any mate.
    /// Default: none.
    pub within: Option<u16>,
    /// Claims that need a certificate. Default: the verdict.
    pub certify: Certify,
}

impl Default for SolverConfig {
    fn default() -> SolverConfig {
        SolverConfig {
            threads: 1,
            hash: 256 << 20,
            limits: Limits::default(),
            shortest: true,
            main_line: true,
            within: None,
            certify: Certify::default(),
        }
    }
}
