//! The formats of other programs: what is written comes back, what others write is read, and an
//! independent reader and writer agree.

mod damage;
mod dialects;
pub mod made_records;
mod roundtrip;
