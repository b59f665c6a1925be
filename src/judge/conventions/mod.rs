//! The conventions about futile interpositions (無駄合): which replies count, and how long a position
//! then is.
//!
//! | convention | a drop does not count if | lengths come from |
//! | --- | --- | --- |
//! | `every` | never: every reply counts | the plain search ([`MateOracle`](crate::judge::mate_oracle::MateOracle)) |
//! | `immediate` | all drops on its square can be captured at once with mate | a search of a restricted engine, with a table of its own |
//! | `composers` | after some capture, with the piece given back, the length is at most that without drops | a graph of the defence between two searches |
//!
//! Each convention removes replies of the defender, so a mate against all replies is a mate by
//! every convention, and lengths are found downwards from the plain one.

pub mod composers;
pub mod convention;
pub mod restricted_engine;
