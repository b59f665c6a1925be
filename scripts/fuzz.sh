#!/bin/sh
# Fuzzes one target for some seconds: scripts/fuzz.sh sfen 60
# Needs cargo-fuzz (cargo install cargo-fuzz) and a C++ compiler. It uses no sanitizer, since code without
# `unsafe` needs none, so a stable compiler suffices. Inputs that fail are in tests/fuzz/artifacts.
set -eu
target=${1:?usage: scripts/fuzz.sh TARGET [SECONDS]}
seconds=${2:-60}
cd "$(dirname "$0")/.."
mkdir -p "tests/fuzz/corpus/$target"
cargo fuzz run --fuzz-dir tests/fuzz --sanitizer none "$target" \
    "tests/fuzz/corpus/$target" "tests/fuzz/seeds/$target" -- \
    -max_total_time="$seconds" -timeout=10 -max_len=4096 -rss_limit_mb=1024 -print_final_stats=1
