//! Code that benchmarks share with tests.
//!
//! The benchmarks are a package of their own (`cargo bench -p benches`), so that criterion and the
//! programs timed beside ours do not burden the build of the tests.

#[path = "../tests/support/mod.rs"]
pub mod support;
