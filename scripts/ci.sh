#!/usr/bin/env bash
# The gate, on a bare Debian machine or on a developer's: format, lints, documentation, the two commands of
# the README (the tests are one of them), and the comparison with independent programs. Takes about ten
# minutes on two cores from an empty target folder. What it leaves out, it says at the end.
set -euo pipefail
cd "$(dirname "$0")/.."

step() { printf '\n== %s (after %d s)\n' "$1" "$SECONDS"; }

step "tools"
# Rust's own installer adds itself to the shells' profiles only, so look there too.
export PATH="${CARGO_HOME:-$HOME/.cargo}/bin:$PATH"
packages=()
command -v cc >/dev/null || packages+=(gcc libc6-dev)
command -v cargo >/dev/null || command -v curl >/dev/null || packages+=(curl ca-certificates)
if ((${#packages[@]})); then
  root=()
  ((EUID == 0)) || root=(sudo)
  "${root[@]}" apt-get update -qq
  DEBIAN_FRONTEND=noninteractive "${root[@]}" apt-get install -y -qq --no-install-recommends "${packages[@]}"
fi
if ! command -v cargo >/dev/null; then
  curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh -s -- -y --profile minimal -c rustfmt -c clippy
fi
cargo --version

step "format"
cargo fmt --all --check

step "lints"
cargo clippy --workspace --all-targets --locked -- -D warnings

step "documentation"
RUSTDOCFLAGS=-Dwarnings cargo doc --no-deps --locked

# The README's commands, word for word; each must stand there on a line of its own.
readme() {
  step "README: $1"
  grep -qxF -- "$1" README.md || { echo "README.md does not say: $1" >&2; exit 1; }
  bash -euc "$1"
}
readme "cargo test --release"
readme "cargo run --release -- solve problems/tour.yaml"

step "the library without its command line"
cargo run --release --locked --package library-user

step "WebAssembly"
scripts/wasm.sh --if-possible

step "MPI"
scripts/mpi.sh --if-possible

step "independent programs"
cargo test --release --locked -p oracles

step "Cargo.lock is as committed"
git diff --exit-code -- Cargo.lock

step "done"
cat <<'EOF'
Left out, since it takes hours: scripts/deep.sh runs deep move counts, every shipped problem, every generated
problem by brute force, random rule files, fuzzing, long stress, kills, time limits, loom, miri, ThreadSanitizer,
the oldest Rust and the check of licences. Benchmarks are compiled and not run: cargo bench -p benches.
EOF
