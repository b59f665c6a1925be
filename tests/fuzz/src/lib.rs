//! Fuzz targets: what must hold for every input of a reader. Each module has a function `check`
//! that panics where it does not hold.

pub mod campaign;
pub mod certificate;
pub mod checkpoint;
pub mod drawing;
pub mod hodges;
pub mod problem_yaml;
pub mod record;
pub mod result_lines;
pub mod rule_yaml;
pub mod sfen;
pub mod stream;
mod support;
pub mod usi;
pub mod usi_commands;
pub mod web_request;

/// Name of a target, and its check.
pub type Target = (&'static str, fn(&[u8]));

/// All targets.
pub const TARGETS: [Target; 14] = [
    ("campaign", campaign::check),
    ("certificate", certificate::check),
    ("checkpoint", checkpoint::check),
    ("drawing", drawing::check),
    ("hodges", hodges::check),
    ("problem_yaml", problem_yaml::check),
    ("record", record::check),
    ("result_lines", result_lines::check),
    ("rule_yaml", rule_yaml::check),
    ("sfen", sfen::check),
    ("stream", stream::check),
    ("usi", usi::check),
    ("usi_commands", usi_commands::check),
    ("web_request", web_request::check),
];
