#!/usr/bin/env bash
# Makes the published figures: `tsume bench` on its suite, and the plot of speed-up against threads. Keep the machine idle
# meanwhile.
# Usage: scripts/figures.sh [FOLDER] [THREADS] [OLD.json]
#   FOLDER    where figures.json, figures.txt and speedup.svg are written; default: target/figures
#   THREADS   such as 1,2,4; default: 1 and all cores
#   OLD.json  figures of an earlier version, to be compared with; `-` or nothing: none
# TSUME_BENCH holds further options of `tsume bench`, such as "--only zukou-046 --repeat 2".
set -euo pipefail
folder=$(realpath -m "${1:-target/figures}")
threads=${2:-1,$(nproc)}
old=${3:--}
[[ $old == - ]] || old=$(realpath "$old")
cd "$(dirname "$0")/.."
read -ra more <<<"${TSUME_BENCH:-}"

mkdir -p "$folder"
cargo build --release --locked
program=target/release/tsume
"$program" bench --threads "$threads" --format json --plot "$folder/speedup.svg" "${more[@]}" >"$folder/figures.json"
# The same figures for people, and what changed: nothing is measured again.
show=(--show "$folder/figures.json")
[[ $old == - ]] || show+=(--compare "$old")
"$program" bench "${show[@]}" | tee "$folder/figures.txt"
