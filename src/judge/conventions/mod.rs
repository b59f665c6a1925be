//! The conventions about futile interpositions.

pub mod convention;
pub mod restricted_engine;
pub mod transparent;
