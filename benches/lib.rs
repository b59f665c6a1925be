//! What the benchmarks share with the tests. A package of its own, so that criterion and the programs that
//! are timed beside ours do not burden the package's own tests: `cargo bench -p benches`.

#[path = "../tests/support/mod.rs"]
pub mod support;
