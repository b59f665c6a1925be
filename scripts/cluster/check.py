#!/usr/bin/env python3
"""Runs the recipes of this folder on this machine, and compares their results with those of one process.

Usage: scripts/cluster/check.py [PROBLEMS] [KILLS] [PROGRAM]    by default 10000, 20, target/release/tsume

Recipes whose programs are not installed are skipped: GNU parallel, Slurm (on the loopback interface, as root), HyperQueue
(its Python module; TSUME_PYTHON is the interpreter that has it). Kubernetes and AWS Batch are simulated: their commands run with
the variables that they set, and their files are checked against the published schemas if the Python modules
kubernetes-validate and botocore are installed.

Checked:

- The merged results of eight parts are, byte for byte, those of one process with --stable.
- After KILLS kills of random tasks of the Slurm array, which are queued again, nothing is lost.
- `merge` names a part that is removed.
- A chain of jobs continues one search from its checkpoint.
"""

import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from datetime import datetime, timedelta
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
ROOT = FOLDER.parent.parent
PROBLEMS = int(sys.argv[1]) if len(sys.argv) > 1 else 10000
KILLS = int(sys.argv[2]) if len(sys.argv) > 2 else 20
PROGRAM = str(Path(sys.argv[3] if len(sys.argv) > 3 else ROOT / "target/release/tsume").resolve())
PARTS = 8
LONGEST_WAIT_S = 900
OPTIONS = ["--stable", "--nodes", "100000", "--hash", "16MiB"]
# Zukou 8 takes minutes. Two seconds for each job of the chain are too few, whatever the machine.
HARD = "4+bn1g1/5kpPl/2l1b1s2/3+l1N1GP/4G1+P1N/5L3/9/1+r7/R8 b GP3sn13p 1"
LINK_S = 2
# Jobs of slurm_chain.sh.
LINKS = 9


def run(arguments, **rest):
    return subprocess.run(arguments, check=False, capture_output=True, text=True, **rest)


def squares(board):
    """Rows of pieces, `None` for an empty square."""
    rows = []
    for rank in board.split("/"):
        row = []
        for number, piece in re.findall(r"(\d+)|(\+?[A-Za-z])", rank):
            row += [None] * int(number) if number else [piece]
        rows.append(row)
    return rows


def board_of(rows):
    text = "/".join("".join(piece or "1" for piece in row) for row in rows)
    return re.sub("1+", lambda ones: str(len(ones[0])), text)


def variants(position):
    """The position, its mirror image, and those with a pawn of the defender's hand on an empty file."""
    board, side, hand, number = position.split()
    rows = squares(board)
    yield position
    yield " ".join([board_of([row[::-1] for row in rows]), side, hand, number])
    pawns = re.search(r"(\d*)p", hand)
    if not pawns:
        return
    left = int(pawns[1] or 1) - 1
    rest = hand[: pawns.start()] + {0: "", 1: "p"}.get(left, f"{left}p") + hand[pawns.end() :]
    for file in range(9):
        if all(row[file] is None for row in rows):
            rows[4][file] = "p"
            yield " ".join([board_of(rows), side, rest or "-", number])
            rows[4][file] = None


def make_set(path):
    """Writes problems that all differ: the generated ones that are shipped, and variants of them, with and without mates."""
    text = (ROOT / "problems/shogi/generated.yaml").read_text()
    found = re.findall(r"position: (.+)\n    expect:\n      verdict: mate\n      plies: \d+\n", text)
    rounds = [list(variants(position)) for position in found]
    positions = {}
    for turn in range(max(map(len, rounds))):
        positions.update((all_of[turn], None) for all_of in rounds if turn < len(all_of))
    lines = list(positions)[:PROBLEMS]
    assert len(lines) == PROBLEMS, f"only {len(lines)} different positions"
    path.write_text("\n".join(lines) + "\n")


def merged(results):
    """Results of all parts, merged; the last value says what `merge` reports."""
    parts = sorted(str(path) for path in results.glob("part-*.jsonl"))
    done = run([PROGRAM, "merge", *parts, "-o", str(results / "all.jsonl")])
    return done.returncode, (results / "all.jsonl").read_text() if parts else "", done.stderr


class Check:
    def __init__(self, work):
        self.work, self.set = work, work / "set.sfen"
        self.environment = {**os.environ, "TSUME": PROGRAM, "TSUME_CLUSTER": str(FOLDER), "TSUME_LANG": "en"}
        make_set(self.set)
        begun = time.monotonic()
        whole = run([PROGRAM, "solve", str(self.set), *OPTIONS, "--format", "json", "--quiet", "--threads", "1"])
        self.whole, self.status = whole.stdout, whole.returncode
        decided = sum(json.loads(line)["verdict"] != "unknown" for line in self.whole.splitlines())
        print(f"one process: {PROBLEMS} problems, {decided} decided, {time.monotonic() - begun:.1f} s", flush=True)

    def compare(self, name, begun, kills=""):
        results = self.work / name
        status, text, report = merged(results)
        assert text == self.whole, f"{name}: the results differ from those of one process\n{report}"
        assert status == self.status, f"{name}: status {status}, not {self.status}\n{report}"
        lost = next(results.glob("part-3-of-*.jsonl"))
        lost.unlink()
        status, _, report = merged(results)
        assert f"no result from shard 3/{PARTS}" in report and status == 3, f"{name}: {report}"
        print(f"{name}: equal, {time.monotonic() - begun:.1f} s{kills}; the lost part is named", flush=True)

    def parallel(self):
        begun = time.monotonic()
        parts = [f"{part}/{PARTS}" for part in range(1, PARTS + 1)]
        done = run(["parallel", "--will-cite", "-j", str(PARTS), str(FOLDER / "part.sh"), str(self.work / "parallel"), "{}",
                    str(self.set), *OPTIONS, "--threads", "1", ":::", *parts], env=self.environment)
        assert done.returncode < 101, done.stderr
        self.compare("parallel", begun)
        # The program can also take its part from the variable of GNU parallel.
        done = run(["parallel", "--will-cite", "-j", str(PARTS), "-n0", PROGRAM, "solve", str(self.set), *OPTIONS, "--format", "json",
                    "-q", "--threads", "1", "--shard", f"auto/{PARTS}", ":::", *map(str, range(PARTS))], env=self.environment)
        assert run([PROGRAM, "merge", "-", "-o", "-"], input=done.stdout).stdout == self.whole, done.stderr

    def hyperqueue(self):
        begun = time.monotonic()
        done = run([os.environ.get("TSUME_PYTHON", sys.executable), str(FOLDER / "hq_parts.py"), str(self.work / "hyperqueue"),
                    str(PARTS), str(self.set), *OPTIONS], env=self.environment)
        if "No module named" in done.stderr:
            print("hyperqueue: skipped, its Python module is not installed", flush=True)
            return
        assert done.returncode == 0, done.stderr
        self.compare("hyperqueue", begun)

    def simulate(self, name, command, variables):
        """Runs the command of a container once for each task, with its variables and its paths on this machine."""
        begun = time.monotonic()
        folder = self.work / "bin"
        folder.mkdir(exist_ok=True)
        for program in [FOLDER / "part.sh", Path(PROGRAM)]:
            link = folder / program.name
            if not link.exists():
                link.symlink_to(program)
        paths = {"/data/results": str(self.work / name), "/data/set.sfen": str(self.set), "--time 60": " ".join(OPTIONS)}
        for old, new in paths.items():
            command = [part.replace(old, new) for part in command]
        environment = {**self.environment, "PATH": f"{folder}:{os.environ['PATH']}"}
        tasks = [subprocess.Popen(command, env={**environment, **variables(index)}) for index in range(PARTS)]
        assert all(task.wait() == 0 for task in tasks), f"{name}: a task failed"
        self.compare(name, begun)

    def kubernetes(self):
        try:
            import yaml
        except ImportError:
            print("kubernetes: skipped, PyYAML is not installed", flush=True)
            return
        job = yaml.safe_load((FOLDER / "kubernetes.yaml").read_text())
        assert job["spec"]["completions"] == PARTS and job["spec"]["completionMode"] == "Indexed"
        try:
            import kubernetes_validate
            kubernetes_validate.validate(job, kubernetes_validate.latest_version(), strict=True)
        except ImportError:
            print("kubernetes: the schema is not checked, kubernetes-validate is not installed", flush=True)
        container = job["spec"]["template"]["spec"]["containers"][0]
        self.simulate("kubernetes", container["command"] + container["args"], lambda index: {"JOB_COMPLETION_INDEX": str(index)})

    def aws_batch(self):
        definition = json.loads((FOLDER / "aws_batch.json").read_text())
        try:
            import botocore.session
            from botocore.validate import ParamValidator
            batch = botocore.session.get_session().get_service_model("batch")
            report = ParamValidator().validate(definition, batch.operation_model("RegisterJobDefinition").input_shape)
            assert not report.has_errors(), report.generate_report()
        except ImportError:
            print("aws_batch: the parameters are not checked, botocore is not installed", flush=True)
        parameters = definition["parameters"]
        command = [re.sub(r"^Ref::(\w+)$", lambda name: parameters[name[1]], part)
                   for part in definition["containerProperties"]["command"]]
        size = {"AWS_BATCH_JOB_ARRAY_SIZE": str(PARTS)}
        self.simulate("aws_batch", command, lambda index: {**size, "AWS_BATCH_JOB_ARRAY_INDEX": str(index)})

    def submit(self, script, arguments):
        done = run(["sbatch", "--parsable", "--chdir", str(self.work), "--open-mode=append", f"--output={self.work}/%x-%a.log",
                    str(FOLDER / script), *arguments], env=self.environment)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def wait(self, job, tasks, meanwhile=lambda: None):
        """Waits until all tasks of a job have ended in order."""
        end = time.monotonic() + LONGEST_WAIT_S
        shown = ["squeue", "--noheader", "--array", "--jobs", job, "--states", "all", "--format", "%T"]
        while run(shown, env=self.environment).stdout.split().count("COMPLETED") < tasks:
            logs = "".join(path.read_text() for path in self.work.glob("tsume-*.log"))
            states = run([*shown[:-1], "%i %T"], env=self.environment).stdout
            assert time.monotonic() < end and "FAILED" not in states, states + logs
            meanwhile()
            time.sleep(0.1)

    def slurm(self):
        folder = self.work / "slurm"
        done = run([str(FOLDER / "local_slurm.sh"), "start", str(folder), str(PARTS)])
        assert done.returncode == 0, done.stderr
        self.environment["SLURM_CONF"] = str(folder / "slurm.conf")
        try:
            begun = time.monotonic()
            self.wait(self.submit("slurm_array.sh", [str(self.work / "slurm_array"), str(self.set), *OPTIONS]), PARTS)
            self.compare("slurm_array", begun)
            begun = time.monotonic()
            self.wait(self.submit("slurm_tasks.sh", [str(self.work / "slurm_tasks"), str(self.set), *OPTIONS]), 1)
            self.compare("slurm_tasks", begun)
            self.killed_array()
            self.chain()
        finally:
            run([str(FOLDER / "local_slurm.sh"), "stop", str(folder)])

    def hasten(self, job):
        """Starts tasks that were queued again in three seconds rather than two minutes. At once is too soon for Slurm."""
        waiting = ["squeue", "--noheader", "--array", "--jobs", job, "--states", "pending", "--format", "%i %S"]
        for line in run(waiting, env=self.environment).stdout.splitlines():
            task, start = line.split()
            if start != "N/A" and datetime.fromisoformat(start) > datetime.now() + timedelta(seconds=10):
                run(["scontrol", "update", f"JobId={task}", "StartTime=now+3"], env=self.environment)

    def killed_array(self):
        """Kills random tasks of an array: the program by KILL or TERM, or the task by `scontrol requeue`."""
        begun, rng, kills = time.monotonic(), random.Random(1), {"KILL": 0, "TERM": 0, "requeue": 0}
        results = self.work / "slurm_killed"
        job = self.submit("slurm_array.sh", [str(results), str(self.set), *OPTIONS])

        def kill():
            self.hasten(job)
            if sum(kills.values()) >= KILLS or rng.random() < 0.5:
                return
            how = rng.choice(list(kills))
            if how == "requeue":
                running = run(["squeue", "--noheader", "--jobs", job, "--states", "running", "--format", "%i"], env=self.environment)
                task = rng.choice(running.stdout.split() or [""])
                kills[how] += bool(task) and run(["scontrol", "requeue", task], env=self.environment).returncode == 0
                return
            running = run(["pgrep", "--full", f"^{re.escape(PROGRAM)} solve .*--shard .*{re.escape(str(results))}"]).stdout.split()
            if running:
                try:
                    os.kill(int(rng.choice(running)), signal.SIGKILL if how == "KILL" else signal.SIGTERM)
                    kills[how] += 1
                except ProcessLookupError:
                    pass

        self.wait(job, PARTS, kill)
        count = sum(kills.values())
        assert count >= KILLS, f"only {count} kills: take more problems"
        self.compare("slurm_killed", begun, f", {count} kills ({', '.join(f'{n} {how}' for how, n in kills.items())})")

    def chain(self):
        begun, results = time.monotonic(), self.work / "slurm_chain"
        job = self.submit("slurm_chain.sh", [str(results), str(LINK_S), "--sfen", HARD, "--hash", "64MiB"])
        self.wait(job, LINKS)
        continued = [int(number.replace(",", "")) for number in re.findall(r"after ([\d,]+) nodes", (results / "log.txt").read_text())]
        assert len(continued) >= LINKS and sorted(continued) == continued, continued
        print(f"slurm_chain: {LINKS} jobs, {continued[0]} to {continued[-1]} nodes, {time.monotonic() - begun:.1f} s", flush=True)


def main():
    work = Path(tempfile.mkdtemp(prefix="tsume-cluster-"))
    try:
        check = Check(work)
        check.aws_batch()
        check.kubernetes()
        for program, recipe in [("parallel", check.parallel), ("python3", check.hyperqueue), ("slurmctld", check.slurm)]:
            if shutil.which(program):
                recipe()
            else:
                print(f"{recipe.__name__}: skipped, {program} is not installed", flush=True)
    finally:
        shutil.rmtree(work, ignore_errors=True)


if __name__ == "__main__":
    main()
