#!/usr/bin/env python3
"""Solves random positions of the large games, with several emperors and hook movers, within a limit of time.

Usage: scripts/time_limit.py [POSITIONS] [SECONDS] [SEED] [PROGRAM]
By default 200 positions, 5 s each, by target/release/tsume.

Prints the times, certificates included. Fails if a position takes more than 1.6 times the limit: half of the limit,
but at least two seconds, is allowed for certificates.
"""

import random
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
POSITIONS = int(sys.argv[1]) if len(sys.argv) > 1 else 200
SECONDS = float(sys.argv[2]) if len(sys.argv) > 2 else 5.0
SEED = int(sys.argv[3]) if len(sys.argv) > 3 else 1
PROGRAM = sys.argv[4] if len(sys.argv) > 4 else str(ROOT / "target/release/tsume")
LONGEST_S = max(SECONDS * 1.6, SECONDS + 2.5)
PIECES = "P G S R B L N Q HM HM HM CA LN DK KR DH BB EW DV".split()


def position(rng):
    squares = {}

    def put(piece, black):
        while (at := rng.randrange(361)) in squares:
            pass
        bare = piece.lstrip("+")
        name = ("+" if piece[0] == "+" else "") + (bare if len(bare) == 1 else f"[{bare}]")
        squares[at] = name if black else name.lower()

    for black in (True, False):
        for _ in range(rng.randint(1, 6)):
            put("+K", black)
        for _ in range(rng.randint(0, 1)):
            put("K", black)
        for _ in range(rng.randint(1, 5)):
            put("HM", black)
        for _ in range(rng.randint(0, 12)):
            put(rng.choice(PIECES), black)
    ranks = []
    for rank in range(19):
        text, empty = "", 0
        for file in range(19):
            piece = squares.get(rank * 19 + file)
            if piece:
                text += (str(empty) if empty else "") + piece
                empty = 0
            else:
                empty += 1
        ranks.append(text + (str(empty) if empty else ""))
    return "/".join(ranks) + " b -"


def main():
    rng = random.Random(SEED)
    times, verdicts = [], Counter()
    for _ in range(POSITIONS):
        sfen = position(rng)
        variant, forcing = rng.choice(("maka_dai_dai", "hishigata")), rng.choice(("check", "royal"))
        begun = time.monotonic()
        done = subprocess.run(
            [PROGRAM, "solve", "--variant", variant, "--forcing", forcing, "--time", str(SECONDS), "--threads", "1", "--hash",
             "64MiB", "--quiet", "--allow", "defender_in_check", "--allow", "too_many_pieces", "--stable", "--sfen", sfen], capture_output=True, text=True, check=False)
        took = time.monotonic() - begun
        times.append(took)
        verdicts[" ".join(done.stdout.split()[1:]) or f"status {done.returncode}: {done.stderr[:100]}"] += 1
        if took > LONGEST_S:
            print(f"{took:.1f} s: {variant} {forcing} {sfen}", flush=True)
    times.sort()
    shares = {f"{share} %": f"{times[min(len(times) - 1, len(times) * share // 100)]:.1f} s" for share in (50, 90, 95, 99, 100)}
    print(f"{POSITIONS} positions, --time {SECONDS:g}: {shares}")
    for verdict, count in verdicts.most_common(12):
        print(f"{count:5} {verdict}")
    return 1 if times[-1] > LONGEST_S else 0


if __name__ == "__main__":
    sys.exit(main())
