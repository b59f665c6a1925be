//! The terminal: progress displays, and signals.

pub mod campaign_display;
mod durations;
pub mod progress;
pub mod signals;
