#!/usr/bin/env bash
# Compares the JSON output of two builds byte for byte: every command over problems/, one thread, limits
# in nodes only. Usage: scripts/same_output.sh OLD-BINARY NEW-BINARY
set -euo pipefail
(($# == 2)) || { sed -n '2,3s/^# //p' "$0" >&2; exit 2; }
old=$(realpath "$1") new=$(realpath "$2")
cd "$(dirname "$0")/.."

folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
different=0

# Runs one command with both builds and compares standard output and exit status.
compare() {
  local build status
  for build in old new; do
    status=0
    # Time differs from run to run (perft has no --stable), and what stayed open is said in words.
    "${!build}" "$@" 2>/dev/null | sed -E 's/"time_ms":[0-9]+//; s/"open":\[[^]]*\]//' \
      >"$folder/$build" || status=$?
    echo "exit status $status" >>"$folder/$build"
  done
  if cmp -s "$folder/old" "$folder/new"; then
    printf 'same       %8d lines  tsume %s\n' "$(wc -l <"$folder/new")" "$*"
  else
    different=$((different + 1))
    printf 'DIFFERENT                  tsume %s\n' "$*"
    diff "$folder/old" "$folder/new" | head -n 6 || true
  fi
}

# The same for a file that the command writes: its name is the first argument, `@` in the command.
compare_file() {
  local build name=$1
  shift
  for build in old new; do
    "${!build}" "${@//@/$folder/$build.$name}" >/dev/null 2>&1 || true
  done
  if diff -r "$folder/old.$name" "$folder/new.$name" >"$folder/diff"; then
    printf 'same       %8s files  tsume %s\n' "$(find "$folder/new.$name" -type f | wc -l)" "$*"
  else
    different=$((different + 1))
    printf 'DIFFERENT                  tsume %s\n' "$*"
    cut -c 1-200 "$folder/diff" | head -n 6
  fi
}

json=(--format json --stable --quiet)
for set in problems/*/*.yaml problems/*.yaml; do
  compare convert "$set" --to sfen
  compare convert "$set" --to yaml
  # Thousands of generated problems would take minutes.
  [ "$(wc -l <"$set")" -gt 3000 ] || compare solve "${json[@]}" --threads 1 --hash 64MiB --nodes 3000 "$set"
done
for game in shogi minishogi sho chu dai maka_dai_dai hishigata; do
  compare rules "$game" --format json
  compare perft --variant "$game" --format json 2
  compare moves --variant "$game" --format json --position startpos
  set=problems/$game/small.yaml
  [ -f "$set" ] || continue
  compare analyze "${json[@]}" --threads 1 --hash 64MiB --nodes 3000 "$set"
done
compare generate --quiet --variant shogi --length 3..5 --count 6 --seed 3 --threads 1
compare generate --quiet --variant chu --length 3 --count 2 --seed 3 --threads 1
compare_file archive generate --quiet --length 1..3 --count 5 --seed 3 --threads 1 --archive @ -o @.yaml
compare_file certificates solve problems/tour.yaml --quiet --threads 1 --certificate @
# Descriptions in the schema are texts, and may differ.
exit $((different > 0))
