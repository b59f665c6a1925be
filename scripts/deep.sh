#!/usr/bin/env bash
# Checks that take too long for every change: hours on two cores. Run it before a release.
# Usage: scripts/deep.sh [STEP…]   without arguments: all steps, in this order
set -euo pipefail
cd "$(dirname "$0")/.."

# Solves every shipped problem within 60 s, and replays the certificates with the checker in a second
# process.
step_problems() {
  local certificates
  certificates=$(mktemp -d)
  cargo run --release --locked -- solve problems --time 60 --certificate "$certificates" --quiet
  cargo run --release --locked -- verify "$certificates"
  rm -r "$certificates"
}

# Tests that are marked `ignored` because they take long: deep move counts, generated problems by brute
# force. Then 33 times as many random positions as usual against independent programs, and 70 times as
# many against the referee.
step_tests() {
  cargo test --release --locked -- --ignored
  TSUME_ORACLES=33 cargo test --release --locked -p oracles
  TSUME_TWINS=70 cargo test --release --locked --test library -- twins:: bitboard:: main_lines:: referee::
}

# User games: compares 100,000 random rule files with the referee, and with the exact values of small
# problems. Then 3,000 changed rule files of every built-in game, judge and generator in 3,000 random games
# each, and 100,000 random positions of every built-in game. Takes hours; each run has other cases.
step_rules() {
  local seed
  seed=$(date +%s)
  TSUME_SEED=$seed TSUME_RULE_FILES=100000 \
    cargo test --release --locked --test library random_rule_files_match_the_referee -- --nocapture
  TSUME_SEED=$seed TSUME_CHANGED=3000 \
    cargo test --release --locked --test library changed_games_match_the_referee -- --nocapture
  TSUME_SEED=$seed TSUME_JUDGED=3000 \
    cargo test --release --locked --test library judge_agrees_with_brute_force_in_user_games -- --nocapture
  TSUME_SEED=$seed TSUME_GENERATED=3000 \
    cargo test --release --locked --test library generated_problems_of_user_games_are_sound -- --nocapture
  TSUME_SEED=$seed TSUME_GAMES=100000 \
    cargo test --release --locked --test library random_positions_of_every_game_match_the_referee -- --nocapture
}

# Runs each fuzz target for half an hour. Needs cargo-fuzz and a C++ compiler.
step_fuzz() {
  local target
  TSUME_SEED=$(date +%s) TSUME_EXCHANGES=20000 \
    cargo test --release --locked --test library fuzz_targets_hold_for_exchanged_words
  for target in tests/fuzz/seeds/*; do
    scripts/fuzz.sh "$(basename "$target")" 1800
  done
}

# Stress for an hour: random searches with any number of threads, table size, limits and interrupts, and
# the transposition table alone. Each run has other cases.
step_stress() {
  TSUME_STRESS=3600 TSUME_SEED=$(date +%s) cargo test --release --locked --test library stress:: -- --nocapture
}

# Ends all commands a thousand times at random moments, by four signals.
step_kills() {
  cargo build --release --locked
  scripts/kills.py 1000 "$(date +%s)"
}

# Checks that --time bounds the search of 200 random positions of large games with emperors and hook
# movers.
step_time() {
  cargo build --release --locked
  scripts/time_limit.py 200 5
}

# Drives the page in Chromium, served and as a static folder with WebAssembly. Needs Node 20, npm and Chromium.
step_browser() {
  cargo build --release --locked
  scripts/wasm.sh
  scripts/browser.sh --static target/web
}

# Runs the recipes for clusters that are installed here (GNU parallel, Slurm on loopback, HyperQueue) on
# 10,000 problems, with 20 kills; the others are simulated.
step_cluster() {
  cargo build --release --locked
  scripts/cluster/check.py
}

# Sends `tsume serve` large, slow, broken and very many requests.
step_hostile() {
  cargo build --release --locked
  scripts/hostile.py
}

# The model checker loom tries every order of a reader and writers at one entry of the transposition
# table, and of threads that allocate entries.
step_loom() {
  cargo run --release --manifest-path tests/loom/Cargo.toml
}

# Tests and stress of the transposition table in the interpreter miri, which also returns the old values
# that relaxed loads may return. Without aliasing checks: each probe would check the whole table. Needs a
# nightly compiler with the components miri and rust-src.
step_miri() {
  export MIRIFLAGS="-Zmiri-disable-stacked-borrows -Zmiri-disable-isolation"
  cargo +nightly miri test --locked --lib search::transposition_table
  MIRIFLAGS+=" -Zmiri-many-seeds=0..8" cargo +nightly miri test --locked --test library stress::table
}

# Stress for a minute under ThreadSanitizer, which also instruments the standard library. Needs a nightly
# compiler with rust-src.
step_tsan() {
  RUSTFLAGS=-Zsanitizer=thread RUSTDOCFLAGS=-Zsanitizer=thread TSUME_STRESS=60 \
    cargo +nightly test --release --locked -Zbuild-std --target x86_64-unknown-linux-gnu \
    --target-dir target/tsan --test library stress:: -- --nocapture
}

# Builds the WebAssembly module and compares it with the native program on 100 problems of all games.
step_wasm() {
  cargo build --release --locked
  cargo test --release --locked --features wasm --lib wasm::
  scripts/wasm.sh
  node scripts/wasm_compare.mjs 100
}

# Compares tsume-mpi with one process, and kills ranks. Needs Open MPI and libclang.
step_mpi() {
  scripts/mpi.sh
  scripts/cluster/mpi_check.py
}

# Compiles library and programs with the oldest Rust that Cargo.toml promises. Needs its toolchain:
# `rustup toolchain install 1.85`.
step_oldest() {
  local oldest
  oldest=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
  cargo "+$oldest" check --locked --lib --bins --target-dir target/oldest
}

# Checks licences and advisories of all dependencies. Needs cargo-deny.
step_deny() {
  cargo deny check
}

if (($# == 0)); then
  set -- problems tests rules fuzz stress kills time browser hostile cluster wasm mpi loom miri tsan oldest deny
fi
for name in "$@"; do
  printf '\n== %s (after %d s)\n' "$name" "$SECONDS"
  "step_$name"
done
