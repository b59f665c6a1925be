#!/usr/bin/env bash
#SBATCH --job-name=tsume-chain
#SBATCH --array=1-9%1
#SBATCH --cpus-per-task=2
#SBATCH --output=/dev/null
# One hard problem for longer than the queue allows: tasks that run one after the other. Each continues from the
# checkpoint of the one before. Once there is a result, the tasks that are left end at once.
# Usage: sbatch --time=12:00:00 scripts/cluster/slurm_chain.sh FOLDER SECONDS ARGUMENTS…
#   SECONDS    of each task: a little less than --time, so that time is left to save
#   ARGUMENTS  of `tsume solve`, such as: --sfen POSITION --hash 64GiB
set -uo pipefail
folder=$1 seconds=$2
shift 2
mkdir -p "$folder"
if [[ -e $folder/result.jsonl ]]; then
  exit 0
fi
"${TSUME:-tsume}" solve "$@" --time "$seconds" --threads "${SLURM_CPUS_PER_TASK:-1}" --format json \
  --checkpoint "$folder/search.ckpt" --restore "$folder/search.ckpt" \
  > "$folder/running.jsonl" 2>> "$folder/log.txt" &
trap 'kill -TERM $! 2> /dev/null' TERM
wait $!
wait $!
status=$?
# 3: the problem is open, and the next task continues.
if ((status <= 1)); then
  mv "$folder/running.jsonl" "$folder/result.jsonl"
fi
exit 0
