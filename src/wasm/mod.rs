//! The library as WebAssembly: a C interface without imports, with texts in JSON.
//!
//! A module for `wasm32-unknown-unknown` has no clock, no threads and no files. The caller, a worker
//! in a browser or Node, tells the time and advances searches in steps. `scripts/wasm.sh` builds it,
//! `README.md` in this folder lists the requests.
//!
//! | file | purpose |
//! | --- | --- |
//! | `abi` | the exported functions: memory, and one call |
//! | `wasm_session` | requests of the page, and steps of its searches |
//! | `usi_engine` | an engine by lines of USI, for ShogiHome |
//! | `tsume.js` | the module for JavaScript |
//! | `shogihome/` | the engine folder of ShogiHome |

mod abi;
mod usi_engine;
mod wasm_session;

pub use usi_engine::UsiSteps;
pub use wasm_session::WasmSession;
