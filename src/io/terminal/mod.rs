//! The terminal: progress displays, and signals.

pub mod campaign_display;
pub mod progress;
pub mod signals;
