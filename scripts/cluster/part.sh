#!/usr/bin/env bash
# Solves one part of a set. May be killed at any moment and started again: it continues from the results so far, and
# only problems in flight are lost. The file of a part appears when the part is complete.
# Usage: scripts/cluster/part.sh FOLDER I/N ARGUMENTS…
#   FOLDER     for the results: part-I-of-N.jsonl
#   I/N        the part, such as 2/8
#   ARGUMENTS  of `tsume solve`, such as: set.sfen --time 60 --threads 1
# Environment: TSUME is the program, by default `tsume`.
set -euo pipefail
folder=$1 shard=$2
shift 2
part=$folder/part-${shard%/*}-of-${shard#*/}
mkdir -p "$folder"
if [[ -e $part.jsonl ]]; then
  exit 0
fi
# Whole lines of a run that was killed.
touch "$part.begun" "$part.running"
sed -n '/}$/p' "$part.running" >> "$part.begun"
rm "$part.running"

# Signals go to the program, which prints what it has and ends.
"${TSUME:-tsume}" solve "$@" --format json --quiet --shard "$shard" --resume "$part.begun" > "$part.running" &
trap 'kill -TERM $! 2> /dev/null' TERM INT
status=0
while wait $! || status=$?; kill -0 $! 2> /dev/null; do
  status=0
done
# 1: results contradict the file; 2: an input cannot be read; 3: a problem stays undecided. The part is complete.
if ((status <= 3)); then
  mv "$part.running" "$part.jsonl"
  rm -f "$part.begun"
fi
exit "$status"
