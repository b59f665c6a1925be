//! The terminal: progress of long work, and signals.

pub mod campaign_display;
pub mod progress;
pub mod signals;
