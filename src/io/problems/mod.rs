//! Problems in files: reading, with all errors at their places, and writing.
//!
//! | file | purpose |
//! | --- | --- |
//! | `loaded` | a problem with its metadata, or its errors |
//! | `read_options` | options of all readers |
//! | `detect`, `reader`, `stream`, `sink` | any file, as a whole or problem by problem |
//! | `yaml_reader`, `recovery`, `divided` | problem files: valid, damaged, and large ones |
//! | `keys`, `setup`, `drawn_setup`, `squares` | from the keys of a problem to its position |
//! | `sfen_list`, `position_text` | lists of positions |
//! | `record_problems`, `line_positions` | problems from game records |
//! | `rule_file` | the rules of a game |
//! | `writer`, `yaml_writer`, `lost_keys`, `generated_problems` | writing |

mod detect;
pub mod divided;
mod drawn_setup;
pub mod fill_hand;
pub mod generated_problems;
pub mod keys;
mod line_move;
pub mod line_positions;
mod live_list;
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
