#!/usr/bin/env bash
# Makes the pictures of README.md and README.ja.md in problems/pictures: boards by `tsume show`, a recording of real runs in a
# terminal, and the page in Chromium (which needs what scripts/browser.sh needs). Give a finished program, or let the script build one.
# shogihome.png is a picture of the web version of ShogiHome, taken by hand.
# Usage: scripts/pictures.sh [PROGRAM]
set -euo pipefail
cd "$(dirname "$0")/.."
program=${1:-target/release/tsume}
(($#)) || cargo build --release --locked
out=problems/pictures
mkdir -p "$out"

# A problem, the position after its first two plies, and the mate.
"$program" show -o "$out/mate-in-3.svg" \
  --sfen "9/8k/6B2/9/9/9/9/9/9 b GS2rb3g3s4n4l18p 1" \
  --sfen "7k1/9/6B2/9/9/9/9/9/9 b G2rb3g4s4n4l18p 3" \
  --sfen "7k1/7G1/6B2/9/9/9/9/9/9 w 2rb3g4s4n4l18p 4"
"$program" show problems/chu/historic.yaml --tag lion_line -o "$out/chu.svg"

# The upper part of a sheet in Japanese.
"$program" --lang ja analyze - --sheet "$out/sheet.ja.svg" -q <<'PROBLEM'
variant: shogi
problems:
  - id: musou-077
    author: 伊藤宗看 (三代)
    title: 将棋無双 第七十七番
    position: "9/9/9/1+P1+B5/1p2S4/+pn7/1k2G4/s8/+l1L+p1+B3 b 3G2r2s3n2l14p 1"
PROBLEM
sed -i '1s/height="297mm" viewBox="0 0 794 1123"/height="216mm" viewBox="0 0 794 816"/' "$out/sheet.ja.svg"

scripts/recording.py "$out/recording.svg" "$program" <<'SCENES'
# Prove a mate: the checker has replayed the proof before the verdict is printed.
tsume solve --sfen "9/8k/6B2/9/9/9/9/9/9 b GS2rb3g3s4n4l18p 1" -v -q
# Is this problem sound? No: it has a cook. The judge proposes a repair.
tsume analyze --sfen "6gk+b/9/7GL/9/7N1/9/9/9/9 b P2rb2g4s3n3l17p 1" --fix=1 -q
# Make a new problem, and solve it.
tsume generate --length 7 --count 1 --threads 1 -o a.yaml -q && tsume solve a.yaml -v -q
# Chu shogi, 18th century: a lion's power along a line.
tsume solve problems/chu/historic.yaml --tag lion_line -v -q
SCENES

scripts/browser.sh --program "$program" --pictures
