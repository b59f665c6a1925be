#!/usr/bin/env bash
# Makes the published figures: `tsume bench` on its suite, and the plot of speed-up against threads.
# Keep the machine idle while it runs.
# Usage: scripts/figures.sh [FOLDER] [THREADS] [OLD.json]
#   FOLDER    folder for figures.json, figures.txt and speedup.svg; default: target/figures
#   THREADS   such as 1,2,4; default: 1 and all cores
#   OLD.json  figures of an earlier version to compare with; `-` or nothing: none
# TSUME_BENCH: further options of `tsume bench`, such as "--only zukou-046 --repeat 2".
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
# Prints the same figures as text, with the comparison, without measuring again.
show=(--show "$folder/figures.json")
[[ $old == - ]] || show+=(--compare "$old")
"$program" bench "${show[@]}" | tee "$folder/figures.txt"
