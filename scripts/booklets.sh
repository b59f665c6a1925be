#!/usr/bin/env bash
# Makes a booklet of each game from the problems of this repository: target/booklets/LANGUAGE/GAME.html,
# for the screen and for print.
# Usage: scripts/booklets.sh [--program PROGRAM]
set -euo pipefail
cd "$(dirname "$0")/.."
program=target/release/tsume
[[ ${1-} != --program ]] || program=$2
[ -x "$program" ] || cargo build --release --locked
for language in en ja; do
  mkdir -p "target/booklets/$language"
  for folder in problems/*/; do
    game=$(basename "$folder")
    files=("$folder"*.yaml)
    [ -e "${files[0]}" ] || continue
    "$program" show --lang "$language" "${files[@]}" -o "target/booklets/$language/$game.html"
  done
done
ls -l target/booklets/en target/booklets/ja
