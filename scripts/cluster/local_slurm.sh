#!/usr/bin/env bash
# A Slurm of one node on the loopback interface, for tests of the recipes. Needs slurmctld, slurmd, munged, and root.
# Usage: scripts/cluster/local_slurm.sh start FOLDER [CPUS]    then: export SLURM_CONF=FOLDER/slurm.conf
#        scripts/cluster/local_slurm.sh stop FOLDER
set -euo pipefail
action=$1 folder=$2 cpus=${3:-8}
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)

case $action in
  start)
    mkdir -p "$folder"/{state,spool,munge}
    chmod 700 "$folder/munge"
    if [[ ! -e $folder/munge/key ]]; then
      (umask 077 && head -c 128 /dev/urandom > "$folder/munge/key")
    fi
    munged --force --key-file="$folder/munge/key" --socket="$folder/munge/socket" --pid-file="$folder/munge/pid" \
      --log-file="$folder/munge/log" --seed-file="$folder/munge/seed" 2> "$folder/munge/warnings"
    # Slurm asks for more processors than there are, so that tasks run side by side.
    cat > "$folder/slurm.conf" << CONF
ClusterName=loopback
SlurmctldHost=$(hostname -s)(127.0.0.1)
SlurmctldPort=16817
SlurmdPort=16818
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$folder/munge/socket
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmdParameters=config_overrides
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
ReturnToService=2
JobRequeue=1
KillWait=5
MpiDefault=none
SchedulerParameters=sched_interval=1,batch_sched_delay=0
NodeName=$(hostname -s) NodeAddr=127.0.0.1 CPUs=$cpus State=UNKNOWN
PartitionName=all Nodes=$(hostname -s) Default=YES MaxTime=INFINITE State=UP
CONF
    export SLURM_CONF=$folder/slurm.conf
    slurmctld -f "$SLURM_CONF"
    slurmd -f "$SLURM_CONF"
    for _ in {1..50}; do
      if [[ $(sinfo --noheader --format %t 2> /dev/null) == idle ]]; then
        exit 0
      fi
      sleep 0.2
    done
    echo "the node did not become idle; see $folder/slurmd.log" >&2
    exit 1
    ;;
  stop)
    for pid in slurmd.pid slurmctld.pid munge/pid; do
      if [[ -e $folder/$pid ]]; then
        kill "$(cat "$folder/$pid")" || true
      fi
    done
    ;;
  *)
    echo "expected start or stop, found $action" >&2
    exit 2
    ;;
esac
