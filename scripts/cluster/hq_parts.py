#!/usr/bin/env python3
"""Solves a set as tasks of HyperQueue: one task for each part, and as many at a time as the workers have cores.

Usage: scripts/cluster/hq_parts.py FOLDER PARTS ARGUMENTS…    arguments of part.sh
Needs: pip install hyperqueue. Without a running server (HQ_SERVER_DIR) it starts one with a worker on this machine.
"""

import os
import sys
from pathlib import Path

from hyperqueue import Client, Job, LocalCluster
from hyperqueue.cluster import WorkerConfig

PART = str(Path(__file__).resolve().parent / "part.sh")


def submit(client, folder, parts, arguments):
    job = Job(max_fails=None)
    for part in range(1, parts + 1):
        job.program([PART, folder, f"{part}/{parts}", *arguments, "--threads", "1"], name=f"part-{part}", env=dict(os.environ),
                    stdout=None, stderr=None)
    submitted = client.submit(job)
    client.wait_for_jobs([submitted], raise_on_error=False)


def main():
    folder, parts, arguments = os.path.abspath(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
    server = os.environ.get("HQ_SERVER_DIR")
    if server:
        submit(Client(server), folder, parts, arguments)
        return
    with LocalCluster() as cluster:
        cluster.start_worker(WorkerConfig(cores=os.cpu_count()))
        submit(cluster.client(), folder, parts, arguments)


main()
