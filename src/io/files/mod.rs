//! Files on disk: atomic writes, and the program's own formats that outlive a run.

pub mod atomic_file;
#[cfg(feature = "cli")]
pub mod campaign_file;
pub mod certificate_file;
pub mod checkpoint_file;
