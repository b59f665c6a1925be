#!/usr/bin/env bash
# Checks that take too long for every change: hours on two cores. Run it before a release.
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

# The tests that are marked `ignored` because of their length: deep move counts, generated problems by brute force.
# Then 33 times as many random positions as usual against independent programs, and seventy times as many
# against the referee.
step_tests() {
  cargo test --release --locked -- --ignored
  TSUME_ORACLES=33 cargo test --release --locked -p oracles
  TSUME_TWINS=70 cargo test --release --locked --test library -- twins:: bitboard::
}

# Games of users' own: 100,000 random rule files against the referee and the exact value of what can be solved, then
# 100,000 positions of every built-in game. Hours, every time with other cases.
step_rules() {
  local seed
  seed=$(date +%s)
  TSUME_SEED=$seed TSUME_RULE_FILES=100000 \
    cargo test --release --locked --test library random_rule_files_match_the_referee -- --nocapture
  TSUME_SEED=$seed TSUME_GAMES=100000 \
    cargo test --release --locked --test library random_positions_of_every_game_match_the_referee -- --nocapture
}

# Ten minutes for each fuzz target. Needs cargo-fuzz and a nightly compiler.
step_fuzz() {
  local target
  while read -r target; do
    cargo +nightly fuzz run --fuzz-dir tests/fuzz "$target" -- -max_total_time=600
  done < <(cargo +nightly fuzz list --fuzz-dir tests/fuzz)
}

# Random searches with any number of threads, any table, limits and interrupts, and the table by itself: an hour,
# every time with other cases.
step_stress() {
  TSUME_STRESS=3600 TSUME_SEED=$(date +%s) cargo test --release --locked --test library stress:: -- --nocapture
}

# A thousand ends of all commands at random moments, by four signals.
step_kills() {
  cargo build --release --locked
  scripts/kills.py 1000 "$(date +%s)"
}

# Whether --time bounds 200 random positions of large games with emperors and hook movers.
step_time() {
  cargo build --release --locked
  scripts/time_limit.py 200 5
}

# Every order of a reader and writers at one entry of the table, and of threads that take places in it, by the model
# checker loom.
step_loom() {
  cargo run --release --manifest-path tests/loom/Cargo.toml
}

# The table's tests and its stress under the interpreter miri, which also returns the old values that relaxed
# loads may return. Aliasing is left out: to check it at every look takes time for the whole of the table.
# Needs a nightly compiler with the components miri and rust-src.
step_miri() {
  export MIRIFLAGS="-Zmiri-disable-stacked-borrows -Zmiri-disable-isolation"
  cargo +nightly miri test --locked --lib search::transposition_table
  MIRIFLAGS+=" -Zmiri-many-seeds=0..8" cargo +nightly miri test --locked --test library stress::table
}

# A minute of stress under ThreadSanitizer, the standard library included. Needs a nightly compiler with rust-src.
step_tsan() {
  RUSTFLAGS=-Zsanitizer=thread RUSTDOCFLAGS=-Zsanitizer=thread TSUME_STRESS=60 \
    cargo +nightly test --release --locked -Zbuild-std --target x86_64-unknown-linux-gnu \
    --target-dir target/tsan --test library stress:: -- --nocapture
}

# Licences and advisories of all dependencies. Needs cargo-deny.
step_deny() {
  cargo deny check
}

if (($# == 0)); then
  set -- problems tests rules fuzz stress kills time loom miri tsan deny
fi
for name in "$@"; do
  printf '\n== %s (after %d s)\n' "$name" "$SECONDS"
  "step_$name"
done
