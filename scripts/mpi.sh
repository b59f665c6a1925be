#!/usr/bin/env bash
# Builds tsume-mpi and compares it with tsume: a set on 4 ranks, single problems and the judge on 3, and the
# end by a signal. Needs mpicc, mpirun and libclang (Debian: libopenmpi-dev openmpi-bin libclang-dev).
# Usage: scripts/mpi.sh [--if-possible]   with it, does nothing where something is missing
set -euo pipefail
cd "$(dirname "$0")/.."

has_libclang() { compgen -G '/usr/lib/llvm-*/lib/libclang*.so*' >/dev/null || [[ -n ${LIBCLANG_PATH:-} ]]; }
if ! command -v mpicc >/dev/null || ! command -v mpirun >/dev/null || ! has_libclang; then
  echo "MPI: mpicc, mpirun or libclang is missing"
  [[ ${1:-} == --if-possible ]] && exit 0
  exit 1
fi
cargo build --release --locked --features mpi --bin tsume --bin tsume-mpi
tsume=target/release/tsume work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Ranks may be more than cores, and the gate may run as root.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
ranks() { mpirun --oversubscribe -n "$1" target/release/tsume-mpi "${@:2}"; }
same() { cmp "$work/$1" "$work/$2" || { echo "MPI: $3 differs from one process" >&2; exit 1; }; }

sets=(problems/shogi/small.yaml problems/minishogi/small.yaml problems/chu/small.yaml)
options=(--stable --format json --quiet --hash 64MiB --nodes 100000)
"$tsume" solve "${sets[@]}" "${options[@]}" --threads 1 >"$work/one" || (($? == 3))
ranks 4 solve "${sets[@]}" "${options[@]}" >"$work/four" || (($? == 3))
same one four "a set"

options=(--stable --format json --quiet --hash 128MiB --count every)
for id in zukou-001 zukou-002 musou-001; do
  position=$(sed -n "/id: $id\$/,/position:/s/.*position: \"\(.*\)\"/\1/p" "problems/shogi/${id%-*}.yaml")
  "$tsume" solve --sfen "$position" "${options[@]}" >"$work/one"
  ranks 3 solve --sfen "$position" "${options[@]}" >"$work/three"
  same one three "$id"
done

judging=(--variant minishogi --stable --format json --quiet --hash 64MiB --time 600)
sed -n 's/^ *position: "*\([^"]*\)"*$/\1/p' problems/minishogi/small.yaml | head -6 >"$work/few.sfen"
"$tsume" analyze "$work/few.sfen" "${judging[@]}" --threads 1 >"$work/one"
ranks 3 analyze "$work/few.sfen" "${judging[@]}" >"$work/three"
same one three "the judge"

position=$(sed -n "/id: zukou-008\$/,/position:/s/.*position: \"\(.*\)\"/\1/p" problems/shogi/zukou.yaml)
mpirun --oversubscribe -n 3 target/release/tsume-mpi solve --sfen "$position" "${options[@]}" \
  >"$work/stopped" 2>/dev/null &
mpi=$!
sleep 4
kill -TERM "$mpi"
begun=$SECONDS
wait "$mpi" || true
((SECONDS - begun <= 5)) || { echo "MPI: a signal does not end the ranks" >&2; exit 1; }
grep -q '"verdict":"unknown"' "$work/stopped" || { echo "MPI: no result after a signal" >&2; exit 1; }
echo "MPI: a set, three problems, the judge and a signal agree with one process"
