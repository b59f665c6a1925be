#!/usr/bin/env bash
# Drives the page in headless Chromium: the page of `tsume serve`, and a static folder if one is given; then looks at
# the pages of `analyze --html` and `show`. Installs playwright-core and axe-core in a temporary folder. Needs Node 20,
# npm, and Chromium (Debian: apt-get install chromium).
# Usage: scripts/browser.sh [--program PROGRAM] [--static FOLDER] [--shots FOLDER] [--pictures]
#   --static     a folder with the page and its WebAssembly module, as scripts/wasm.sh makes it
#   --shots      screenshots of every step
#   --pictures   makes the pictures of the READMEs instead
# ONLY=shogi-390,chu restricts the runs to those whose name has one of the parts.
set -euo pipefail
cd "$(dirname "$0")/.."
program=target/release/tsume static= shots= mode=
while (($#)); do
  case $1 in
    --program) program=$2; shift 2 ;;
    --static) static=$2; shift 2 ;;
    --shots) shots=$(realpath "$2"); shift 2 ;;
    --pictures) mode=--pictures shots=$PWD/problems/pictures; shift ;;
    *) echo "unknown argument: $1" >&2; exit 2 ;;
  esac
done
[ -x "$program" ] || cargo build --release --locked
work=$(mktemp -d)
jobs=()
trap 'kill "${jobs[@]}" 2>/dev/null || true; rm -rf "$work"' EXIT
(cd "$work" && npm init -y >/dev/null && npm install --silent playwright-core@1.65.1 axe-core@4.14.1)
cp scripts/browser.mjs scripts/pages.mjs "$work"
[ -z "$shots" ] || mkdir -p "$shots"

drive() {
  printf '\n== %s\n' "$1"
  (cd "$work" && node browser.mjs "$2" ${shots:+"$shots"} ${mode:+"$mode"})
}

"$program" serve --hash 512MiB >"$work/address" 2>/dev/null &
jobs+=($!)
for _ in {1..50}; do
  [ -s "$work/address" ] && break
  sleep 0.1
done
drive "tsume serve" "$(cat "$work/address")"

if [ -n "$static" ] && [ -z "$mode" ]; then
  python3 -m http.server --bind 127.0.0.1 --directory "$static" 0 >"$work/static" 2>&1 &
  jobs+=($!)
  for _ in {1..50}; do
    port=$(sed -n 's/.*port \([0-9]*\).*/\1/p' "$work/static" | head -1)
    [ -n "$port" ] && break
    sleep 0.1
  done
  drive "static folder" "http://127.0.0.1:$port/"
fi

[ -z "$mode" ] || exit 0
printf '\n== pages of analyze and show\n'
pages=()
for lang in en ja; do
  "$program" --lang $lang analyze -q problems/tour.yaml --html "$work/tour-$lang.html" >/dev/null || true # not all are sound
  "$program" --lang $lang show problems/tour.yaml problems/chu/historic.yaml -o "$work/booklet-$lang.html" 2>/dev/null
  pages+=("$work/tour-$lang.html" "$work/booklet-$lang.html")
done
(cd "$work" && node pages.mjs ${shots:+"$shots"} "${pages[@]}")
