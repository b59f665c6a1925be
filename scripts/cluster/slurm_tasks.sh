#!/usr/bin/env bash
#SBATCH --job-name=tsume
#SBATCH --ntasks=8
#SBATCH --cpus-per-task=1
#SBATCH --output=/dev/null
# A set as the tasks of one Slurm job, for sites that prefer few large jobs: `srun` starts a process for each part.
# Usage: sbatch scripts/cluster/slurm_tasks.sh FOLDER ARGUMENTS…    see part.sh
set -uo pipefail
folder=$1
shift
cluster=${TSUME_CLUSTER:-$SLURM_SUBMIT_DIR/scripts/cluster}
srun --kill-on-bad-exit=0 bash -c '"$0/part.sh" "$1" "$((SLURM_PROCID + 1))/$SLURM_NTASKS" "${@:2}" --threads 1' \
  "$cluster" "$folder" "$@"
