#!/usr/bin/env python3
"""Ends every command at random moments by INT, TERM, HUP and KILL, and checks its output and its files.

Usage: scripts/kills.py [KILLS] [SEED] [PROGRAM]    by default 1000 kills of target/release/tsume

Checked after each signal:

- The program ends within two seconds, with the exit status of the signal (or its own, if it had ended before).
- Its output ends with a whole line, and is valid JSON lines, or a prefix of the output without a signal.
- Each file that it writes is whole, unchanged, or absent.
- The search continues from its checkpoint.
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
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
KILLS = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
SEED = int(sys.argv[2]) if len(sys.argv) > 2 else 1
PROGRAM = str(Path(sys.argv[3] if len(sys.argv) > 3 else ROOT / "target/release/tsume").resolve())
SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL]
# On a busy machine a process may not be scheduled for a while.
LONGEST_END_S = 2.0

HARD = "4+bn1g1/5kpPl/2l1b1s2/3+l1N1GP/4G1+P1N/5L3/9/1+r7/R8 b GP3sn13p 1"
EMPERORS = "19/" + "+k" * 6 + "13/" + "19/" * 15 + "+K" * 6 + "13/19 b -"

# Name, arguments, the files that the command writes whole or not at all, longest delay of the signal in seconds.
# In the arguments, {w} is the folder of the run, {i} that of the inputs.
COMMANDS = [
    ("solve", "solve {r}/problems/shogi/tanuki.yaml --format json --threads 2 --hash 64MiB --time 5 --quiet", [], 4),
    ("solve text", "solve {r}/problems/chu/small.yaml --threads 2 --hash 64MiB --time 5 --quiet --stable", [], 3),
    ("solve certificate", "solve {r}/problems/chu/small.yaml --threads 1 --certificate {w}/c --hash 16MiB --quiet --time 5 --format json", [], 3),
    ("solve checkpoint", "solve --sfen|" + HARD + "|--checkpoint {w}/k --checkpoint-every 1 --hash 16MiB --threads 1 --quiet", [], 4),
    ("solve emperors", "solve --variant hishigata --allow too_many_pieces --sfen|" + EMPERORS + "|--threads 1 --hash 16MiB --quiet --format json", [], 2),
    ("analyze", "analyze {r}/problems/shogi/tanuki.yaml --format json --threads 2 --hash 64MiB --time 5 --quiet", [], 4),
    ("analyze html", "analyze {r}/problems/shogi/small.yaml --html {w}/page.html --threads 2 --hash 64MiB --time 2 --quiet", [], 3),
    ("generate", "generate --length 3..5 --count 50 --threads 1 --seed 1 --quiet -o {w}/g.yaml", [], 4),
    ("convert", "convert {r}/problems/shogi/tanuki.yaml {w}/out.sfen", ["out.sfen"], 0.3),
    ("convert yaml", "convert {i}/list.sfen {w}/out.yaml", ["out.yaml"], 0.5),
    ("merge", "merge {i}/results.jsonl {i}/results.jsonl -o {w}/merged.jsonl", ["merged.jsonl"], 0.1),
    ("show", "show {r}/problems/shogi/zukou.yaml -o {w}/out.html", ["out.html"], 0.3),
    ("verify", "verify {i}/certificates", [], 0.5),
    ("perft", "perft 4 --divide", [], 1),
    ("moves", "moves --variant hishigata --position|" + EMPERORS, [], 0.1),
    ("rules", "rules maka_dai_dai", [], 0.05),
    ("schema", "schema", [], 0.05),
    ("man", "man", [], 0.05),
    ("bench", "bench --threads 1 --hash 64MiB --format json", [], 2),
    ("usi", "usi", [], 0.2),
]


def heed_signals():
    """Restores SIGHUP and SIGINT in the child process: nohup ignores the one, and a shell in the background the other."""
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def has_handler(pid, number):
    """True if the process has installed a handler for the signal; Linux only."""
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return False
    caught = next(line for line in status.splitlines() if line.startswith("SigCgt:"))
    return int(caught.split()[1], 16) >> (number - 1) & 1 == 1


def arguments(text, work, inputs):
    parts = []
    for i, part in enumerate(text.split("|")):
        parts += [part] if i % 2 else part.split()
    return [PROGRAM] + [part.format(w=work, i=inputs, r=ROOT) if "{" in part else part for part in parts]


def prepare(inputs):
    run = lambda *arguments, **rest: subprocess.run([PROGRAM, *arguments], check=False, capture_output=True, **rest)
    sfens = subprocess.run([PROGRAM, "convert", str(ROOT / "problems/shogi/tanuki.yaml"), f"{inputs}/list.sfen"], check=False)
    assert sfens.returncode == 0
    lines = Path(inputs, "list.sfen").read_text()
    Path(inputs, "list.sfen").write_text(lines * 40)
    results = run("solve", str(ROOT / "problems/chu/small.yaml"), "--format", "json", "--quiet", "--time", "5", "--threads", "2",
                  "--certificate", f"{inputs}/certificates")
    Path(inputs, "results.jsonl").write_bytes(results.stdout * 20)


def uninterrupted(name, text, inputs):
    """Output and files of a command without a signal, or None if they differ from run to run."""
    if name in ("solve", "solve text", "solve certificate", "solve checkpoint", "solve emperors", "analyze", "analyze html", "generate", "bench", "usi"):
        return None
    work = tempfile.mkdtemp()
    done = subprocess.run(arguments(text, work, inputs), capture_output=True, check=False)
    files = {path.name: path.read_bytes() for path in Path(work).iterdir() if path.is_file()}
    shutil.rmtree(work)
    return done.stdout, files


def fault_of(name, text, files, known, work, inputs, code, number, out, took):
    """The first fault of an ended command, or None."""
    if took > LONGEST_END_S:
        return f"took {took:.1f} s to end"
    if number == signal.SIGKILL:
        if code not in (-9, 0, 1, 2, 3):
            return f"exit status {code}"
    elif code not in (128 + number, 0, 1, 3):
        return f"exit status {code} after signal {number}"
    if out and not out.endswith(b"\n"):
        return f"a torn line: {out[-80:]!r}"
    if "--format json" in text and name != "bench":
        for line in out.splitlines():
            try:
                json.loads(line)
            except ValueError:
                return f"not JSON: {line[:80]!r}"
    if known is not None and not known[0].startswith(out):
        return "the output differs from that without a signal"
    for file in files:
        path = Path(work, file)
        if path.exists() and path.read_bytes() != known[1].get(file):
            return f"{file} is neither whole nor absent"
    if name == "solve checkpoint" and Path(work, "k").exists():
        again = subprocess.run(
            [PROGRAM, "solve", "--sfen", HARD, "--restore", f"{work}/k", "--time", "0.2", "--hash", "16MiB", "--threads", "1"],
            capture_output=True, check=False)
        # A checkpoint that cannot be read is an error of the input, status 2.
        if again.returncode not in (0, 3):
            return f"the search does not continue from the checkpoint: {again.stderr[-200:]!r}"
    if name == "solve certificate" and Path(work, "c").exists():
        for line in out.splitlines():
            file = json.loads(line).get("certificate", {}).get("file")
            if file and subprocess.run([PROGRAM, "verify", file], capture_output=True, check=False).returncode:
                return f"{file} was reported, but the checker refuses it"
    if name == "generate":
        yaml = Path(work, "g.yaml")
        if yaml.exists() and subprocess.run([PROGRAM, "convert", str(yaml), f"{work}/g.sfen"], capture_output=True, check=False).returncode:
            return "the generated file cannot be read"
    return None


def main():
    rng = random.Random(SEED)
    inputs = tempfile.mkdtemp()
    prepare(inputs)
    known = {name: uninterrupted(name, text, inputs) for name, text, _, _ in COMMANDS}
    tally, slowest, faults = Counter(), 0.0, 0
    for kill in range(KILLS):
        name, text, files, longest = rng.choice(COMMANDS)
        number, delay = rng.choice(SIGNALS), rng.uniform(0, longest) * rng.choice((0.05, 0.3, 1))
        work = tempfile.mkdtemp()
        with open(f"{work}/stdout", "wb") as out:
            process = subprocess.Popen(
                arguments(text, work, inputs), stdout=out, stderr=subprocess.DEVNULL,
                stdin=subprocess.PIPE if name == "usi" else subprocess.DEVNULL, preexec_fn=heed_signals)
            time.sleep(delay)
            ended = process.poll() is not None
            early = not ended and not has_handler(process.pid, number)
            begun = time.monotonic()
            process.send_signal(number)
            try:
                code = process.wait(30)
            except subprocess.TimeoutExpired:
                process.kill()
                code = process.wait()
            took = time.monotonic() - begun
        slowest = max(slowest, took)
        tally["ended before" if ended else signal.Signals(number).name] += 1
        # Before its handlers are installed, a signal ends the program at once.
        early = early and code == -number and number != signal.SIGKILL
        fault = None if early else fault_of(
            name, text, files, known[name], work, inputs, code, number, Path(work, "stdout").read_bytes(), took)
        if fault:
            faults += 1
            print(f"{kill}: {name}, {signal.Signals(number).name} after {delay:.3f} s: {fault}", flush=True)
        shutil.rmtree(work)
    shutil.rmtree(inputs)
    print(f"{KILLS} kills, seed {SEED}: {dict(tally)}; slowest end {slowest:.2f} s; {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    os.chdir(ROOT)
    sys.exit(main())
