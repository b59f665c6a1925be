#!/usr/bin/env bash
#SBATCH --job-name=tsume
#SBATCH --array=1-8
#SBATCH --cpus-per-task=1
#SBATCH --requeue
#SBATCH --signal=B:TERM@30
#SBATCH --output=/dev/null
# A set as a Slurm job array: each task solves its part. A task that is killed is queued again and continues.
# Usage: sbatch scripts/cluster/slurm_array.sh FOLDER ARGUMENTS…    see part.sh
# Slurm copies this file; run sbatch in the top folder of the repository, or set TSUME_CLUSTER to the folder of part.sh.
set -uo pipefail
folder=$1
shift
cluster=${TSUME_CLUSTER:-$SLURM_SUBMIT_DIR/scripts/cluster}
shard=$((SLURM_ARRAY_TASK_ID - SLURM_ARRAY_TASK_MIN + 1))/$SLURM_ARRAY_TASK_COUNT
"$cluster/part.sh" "$folder" "$shard" "$@" --threads "${SLURM_CPUS_PER_TASK:-1}" &
trap 'kill -TERM $! 2> /dev/null' TERM
wait $!
wait $!
status=$?
echo "part $shard, start ${SLURM_RESTART_COUNT:-0}: status $status"
if ((status > 128)) && ((${SLURM_RESTART_COUNT:-0} < 20)); then
  scontrol requeue "${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID"
fi
# A task with undecided problems succeeds; `tsume merge` reports them.
((status == 3)) && status=0
exit "$status"
