#!/usr/bin/env bash
# Checks that take too long for every change: an hour or more on two cores. Run it before a release.
# Usage: scripts/deep.sh [STEP…]   without arguments: all steps, in this order
set -euo pipefail
cd "$(dirname "$0")/.."

# Every shipped problem, 60 s each, with certificates, which the checker then replays in a second process.
step_problems() {
  local certificates
  certificates=$(mktemp -d)
  cargo run --release --locked -- solve problems --time 60 --certificate "$certificates" --quiet
  cargo run --release --locked -- verify "$certificates"
  rm -r "$certificates"
}

# The tests that are marked `ignored` because of their length: deep move counts. Then 100,000 random
# positions against independent crates, and twenty times as many as usual against the referee.
step_tests() {
  cargo test --release --locked -- --ignored
  TSUME_ORACLES=100000 cargo test --release --locked --test oracles
  TSUME_TWINS=20 cargo test --release --locked --test twins --test bitboard
}

# Ten minutes for each fuzz target. Needs cargo-fuzz and a nightly compiler.
step_fuzz() {
  local target
  while read -r target; do
    cargo +nightly fuzz run --fuzz-dir tests/fuzz "$target" -- -max_total_time=600
  done < <(cargo +nightly fuzz list --fuzz-dir tests/fuzz)
}

# Licences and advisories of all dependencies. Needs cargo-deny.
step_deny() {
  cargo deny check
}

if (($# == 0)); then
  set -- problems tests fuzz deny
fi
for name in "$@"; do
  printf '\n== %s (after %d s)\n' "$name" "$SECONDS"
  "step_$name"
done
