//! Problems in files: from text to problems that may be searched, everything that is wrong with them, and back to text.

mod detect;
pub mod divided;
pub mod fill_hand;
pub mod generated_problems;
pub mod keys;
pub mod line_positions;
mod loaded;
pub mod lost_keys;
pub mod position_text;
mod read_options;
mod reader;
pub mod record_problems;
pub mod recovery;
pub mod rule_file;
mod setup;
pub mod sfen_list;
mod sink;
mod squares;
pub mod stream;
pub mod writer;
mod yaml_reader;
pub mod yaml_writer;

pub use detect::format as detect_format;
pub use loaded::{
    Expectation, ExpectedVerdict, LoadResult, LoadedDocument, LoadedProblem, wrong_parity,
};
pub use read_options::{PositionChoice, ReadOptions};
pub use reader::{read_bytes, read_documents, read_text};
pub use sink::ProblemSink;
pub use stream::read_path;
pub use yaml_reader::read as read_yaml;
