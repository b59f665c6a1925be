#!/usr/bin/env python3
"""Kills ranks of tsume-mpi at random moments, and compares what comes out in the end with one process.

Usage: scripts/cluster/mpi_check.py [PROBLEMS] [KILLS] [PROGRAM]    by default 10000, 20, target/release/tsume

Needs mpirun, and tsume-mpi beside PROGRAM.

Checked:

- The results of a set on eight ranks are, byte for byte, those of one process with --stable.
- So are they after KILLS kills of random ranks by KILL or TERM, where each run continues with --resume.
- After KILLS kills of random ranks, rank 0 among them, a single search that continues from its checkpoint has the verdict of one
  process. Printed: the nodes up to the checkpoint of the last run, and of that run, over those of a run without kills.
"""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from check import KILLS, OPTIONS, PROBLEMS, PROGRAM, ROOT, make_set, run

MPI_PROGRAM = f"{PROGRAM}-mpi"
SET_RANKS = 8
SEARCH_RANKS = 3
# Takes two threads some seconds: a dozen checkpoints.
SEARCH = "zukou-001"
SEARCH_OPTIONS = ["--count", "every", "--hash", "128MiB", "--format", "json", "--quiet"]
CHECKPOINT_INTERVAL_S = 1
# A run that starts from a checkpoint needs some time before it can save the next one.
KILL_AFTER_S = (2.0, 6.0)
LONGEST_RUN_S = 900
ENVIRONMENT = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "TSUME_LANG": "en"}


def ranks_of(mpirun):
    """Process ids of the ranks of a running `mpirun`, by rank."""
    ranks = {}
    children = run(["pgrep", "--parent", str(mpirun.pid)]).stdout.split()
    for child in children:
        try:
            environment = Path(f"/proc/{child}/environ").read_bytes().split(b"\0")
        except OSError:
            continue
        for variable in environment:
            name, _, value = variable.partition(b"=")
            if name == b"OMPI_COMM_WORLD_RANK":
                ranks[int(value)] = int(child)
    return ranks


def begin(ranks, arguments, output):
    command = ["mpirun", "--oversubscribe", "-n", str(ranks), MPI_PROGRAM, *arguments]
    return subprocess.Popen(command, env=ENVIRONMENT, stdout=output, stderr=subprocess.PIPE, text=True)


def kill_one(mpirun, rng, kills):
    """Kills a random rank; False if none runs any more."""
    ranks = ranks_of(mpirun)
    if not ranks:
        return False
    rank, how = rng.choice(sorted(ranks)), rng.choice([signal.SIGKILL, signal.SIGTERM])
    try:
        os.kill(ranks[rank], how)
    except ProcessLookupError:
        return False
    name = f"{how.name[3:]} of {'rank 0' if rank == 0 else 'another rank'}"
    kills[name] = kills.get(name, 0) + 1
    return True


def wait(mpirun):
    _, errors = mpirun.communicate(timeout=LONGEST_RUN_S)
    return errors


def told(kills):
    return f"{sum(kills.values())} kills ({', '.join(f'{count} {name}' for name, count in sorted(kills.items()))})"


class Check:
    def __init__(self, work):
        self.work, self.set = work, work / "set.sfen"
        make_set(self.set)
        begun = time.monotonic()
        whole = run([PROGRAM, "solve", str(self.set), *OPTIONS, "--format", "json", "--quiet", "--threads", "1"])
        self.whole, self.status, self.whole_s = whole.stdout, whole.returncode, time.monotonic() - begun
        print(f"one process: {PROBLEMS} problems, {self.whole_s:.1f} s", flush=True)

    def run_set(self):
        begun, path = time.monotonic(), self.work / "set.jsonl"
        with path.open("w") as output:
            mpirun = begin(SET_RANKS, ["solve", str(self.set), *OPTIONS, "--format", "json", "--quiet"], output)
            errors = wait(mpirun)
        assert path.read_text() == self.whole, f"the set differs from one process\n{errors}"
        assert mpirun.returncode == self.status, f"status {mpirun.returncode}, not {self.status}\n{errors}"
        self.set_s = time.monotonic() - begun
        print(f"{SET_RANKS} ranks: equal, {self.set_s:.1f} s", flush=True)

    def killed_set(self):
        begun, rng, kills, runs = time.monotonic(), random.Random(1), {}, 0
        earlier, later = self.work / "earlier.jsonl", self.work / "later.jsonl"
        earlier.write_text("")
        arguments = ["solve", str(self.set), *OPTIONS, "--format", "json", "--quiet", "--resume", str(earlier)]
        while True:
            with later.open("w") as output:
                mpirun = begin(SET_RANKS, arguments, output)
                runs += 1
                while sum(kills.values()) < KILLS and mpirun.poll() is None:
                    # About as many kills as the set allows, if a run without kills takes `set_s`.
                    time.sleep(rng.uniform(0.3, max(0.6, 2 * self.set_s / KILLS)))
                    kill_one(mpirun, rng, kills)
                errors = wait(mpirun)
            # A run that was killed may end with half a line, and has the lines of the earlier run only as far as it came.
            known = {}
            for line in [*earlier.read_text().splitlines(), *later.read_text().splitlines()]:
                try:
                    result = json.loads(line)
                except ValueError:
                    continue
                if result["verdict"] != "unknown" or result["key"] not in known:
                    known[result["key"]] = line
            if later.read_text() == self.whole:
                break
            assert mpirun.returncode != self.status or sum(kills.values()) < KILLS, f"the set differs after {told(kills)}\n{errors}"
            assert runs <= KILLS + 2, f"the set does not end\n{errors}"
            earlier.write_text("".join(f"{line}\n" for line in known.values()))
        print(f"{SET_RANKS} ranks, killed: equal after {runs} runs, {time.monotonic() - begun:.1f} s, {told(kills)}", flush=True)

    def killed_search(self):
        text = (ROOT / "problems/shogi/zukou.yaml").read_text()
        position = text.split(f"id: {SEARCH}\n", 1)[1].split("position: ", 1)[1].split("\n", 1)[0].strip('"')
        search = ["solve", "--sfen", position, *SEARCH_OPTIONS]
        one = json.loads(run([PROGRAM, *search, "--threads", "1"]).stdout)
        path, checkpoint = self.work / "search.json", self.work / "checkpoint"
        with path.open("w") as output:
            wait(begin(SEARCH_RANKS, search, output))
        whole = json.loads(path.read_text())
        verdict = [one["verdict"], one["plies"]]
        assert [whole["verdict"], whole["plies"]] == verdict, whole
        print(f"{SEARCH}: {one['nodes']} nodes in one process, {whole['nodes']} on {SEARCH_RANKS} ranks", flush=True)
        rng, kills, ends, runs, begun = random.Random(2), {}, [], 0, time.monotonic()
        checkpointed = ["--checkpoint", str(checkpoint), "--checkpoint-every", str(CHECKPOINT_INTERVAL_S), "--restore", str(checkpoint)]
        while sum(kills.values()) < KILLS or checkpoint.exists():
            saved = 0
            if checkpoint.exists():
                with checkpoint.open("rb") as file:
                    saved = json.loads(file.readline())["nodes"]
            with path.open("w") as output:
                mpirun = begin(SEARCH_RANKS, [*search, *checkpointed], output)
                runs += 1
                if sum(kills.values()) < KILLS:
                    end = time.monotonic() + rng.uniform(*KILL_AFTER_S)
                    while time.monotonic() < end and mpirun.poll() is None:
                        time.sleep(0.05)
                    kill_one(mpirun, rng, kills)
                errors = wait(mpirun)
            try:
                result = json.loads(path.read_text())
            except ValueError:
                continue
            if result["verdict"] == "unknown":
                continue
            assert [result["verdict"], result["plies"]] == verdict, f"{result}\n{errors}"
            if not result["shortest"]:
                continue
            ends.append(saved + result["nodes"])
            checkpoint.unlink(missing_ok=True)
        assert ends, "no search has ended"
        most, mean = max(ends) / whole["nodes"], sum(ends) / len(ends) / whole["nodes"]
        print(f"{SEARCH}, killed: {len(ends)} searches ended in {runs} runs, {told(kills)}; {mean:.2f} times the nodes of a run without "
              f"kills, at most {most:.2f}; {time.monotonic() - begun:.1f} s", flush=True)


def main():
    if not shutil.which("mpirun") or not Path(MPI_PROGRAM).exists():
        sys.exit(f"mpirun or {MPI_PROGRAM} is missing")
    work = Path(tempfile.mkdtemp(prefix="tsume-mpi-"))
    try:
        check = Check(work)
        check.run_set()
        check.killed_set()
        check.killed_search()
    finally:
        shutil.rmtree(work, ignore_errors=True)


main()
