//! Formats of other programs: records survive writing and reading, and files of other programs are
//! read. `tests/oracles` compares with an independent reader and writer.

mod damage;
mod dialects;
pub mod made_records;
mod roundtrip;
