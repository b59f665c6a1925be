#!/usr/bin/env python3
"""Records real runs of the program as an animated SVG, which every browser plays without a script.

Usage: scripts/recording.py OUT.svg [PROGRAM] [COLUMNS]     by default target/release/tsume, 90 columns

Reads scenes from standard input: one shell command a line; `# text` before a command is its caption. Each command
runs with colours, in a folder that has `problems/`. The picture types the command, waits as long as the command took,
shows its output, and loops. Readers who prefer reduced motion see the end of the first scene.
"""

import html
import os
import re
import subprocess
import sys
import tempfile
import time
import unicodedata
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OUT = Path(sys.argv[1]).resolve()
PROGRAM = Path(sys.argv[2] if len(sys.argv) > 2 else ROOT / "target/release/tsume").resolve()
COLUMNS = int(sys.argv[3]) if len(sys.argv) > 3 else 90

CELL_WIDTH_PX, CELL_HEIGHT_PX, MARGIN_PX, TITLE_BAR_PX = 8.4, 18, 14, 30
KEYSTROKE_S, PAUSE_BEFORE_ENTER_S, READING_S_PER_LINE, SHORTEST_READING_S = 0.035, 0.4, 0.3, 4.0
BACKGROUND, FOREGROUND, PROMPT, CAPTION = "#1e2127", "#d7dae0", "#61afef", "#8b93a1"
COLOURS = {31: "#e06c75", 32: "#98c379", 33: "#e5c07b", 34: "#61afef", 35: "#c678dd", 36: "#56b6c2"}


def run(command, folder):
    """The output of a command, standard error included, and its duration in seconds."""
    path = Path(folder) / "bin"
    path.mkdir(exist_ok=True)
    wrapper = path / "tsume"
    wrapper.write_text(f'#!/bin/sh\nexec "{PROGRAM}" "$@" --color always\n')
    wrapper.chmod(0o755)
    environment = {**os.environ, "PATH": f"{path}:{os.environ['PATH']}", "COLUMNS": str(COLUMNS)}
    if len(command) + 2 > COLUMNS:
        sys.exit(f"{command}: longer than {COLUMNS} columns")
    begin = time.monotonic()
    done = subprocess.run(["sh", "-euc", command], cwd=folder, env=environment, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    duration = time.monotonic() - begin
    if done.returncode:
        sys.exit(f"{command}: exit status {done.returncode}\n{done.stdout}")
    return done.stdout.rstrip("\n").split("\n"), duration


def width(character):
    """Cells of the terminal that a character takes."""
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def cells(text):
    return sum(map(width, text))


def wrap(line):
    """A line with its escape codes, broken where the terminal would break it."""
    parts, column, broken = [], 0, [[]]
    for part in re.split(r"(\x1b\[[0-9;]*m)", line):
        if part.startswith("\x1b"):
            broken[-1].append(part)
            continue
        for character in part:
            if column + width(character) > COLUMNS:
                broken.append([])
                column = 0
            broken[-1].append(character)
            column += width(character)
    return ["".join(parts) for parts in broken]


def spans(line):
    """The runs of one style and one character width: column, text, style."""
    found, style, column = [], "", 0
    for part in re.split(r"(\x1b\[[0-9;]*m)", line):
        if part.startswith("\x1b"):
            codes = [int(code or 0) for code in part[2:-1].split(";")]
            weight = ' font-weight="bold"' if 1 in codes else ' opacity="0.6"' if 2 in codes else ""
            colour = "".join(f' fill="{COLOURS[code]}"' for code in codes if code in COLOURS)
            style = weight + colour
            continue
        # A wide character is a run by itself, so that it keeps to its cells in any font.
        for text in re.findall(r"[^\u2e80-\uffef]+|[\u2e80-\uffef]", part):
            if text.strip() and text.strip("\u3000"):
                lead = len(text) - len(text.lstrip(" "))
                found.append((column + lead, text.strip(" "), style))
            column += cells(text)
    return found


def text(column, row, content, style):
    x = MARGIN_PX + column * CELL_WIDTH_PX
    y = TITLE_BAR_PX + MARGIN_PX + (row + 0.75) * CELL_HEIGHT_PX
    length = cells(content) * CELL_WIDTH_PX
    adjust = ' lengthAdjust="spacingAndGlyphs"' if cells(content) == 2 * len(content) else ""
    return (f'<text x="{x:.1f}" y="{y:.1f}" textLength="{length:.1f}"{adjust}{style}>'
            f"{html.escape(content)}</text>")


def scenes():
    captions = []
    for line in sys.stdin.read().splitlines():
        if line.startswith("#"):
            captions.append(line)
        elif line.strip():
            yield captions, line.strip()
            captions = []


def main():
    played, rows, now = [], 0, 0.0
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "problems").symlink_to(ROOT / "problems")
        for captions, command in scenes():
            output, duration = run(command, folder)
            lines = [part for line in output for part in wrap(line)]
            typed = now + 0.5
            entered = typed + len(command) * KEYSTROKE_S + PAUSE_BEFORE_ENTER_S
            shown = entered + duration
            end = shown + max(SHORTEST_READING_S, READING_S_PER_LINE * len(lines))
            played.append((captions, command, lines, now, typed, entered, shown, end))
            rows = max(rows, len(captions) + 1 + len(lines))
            now = end
    total = now

    def visible(begin, end):
        """A style that shows an element from `begin` to `end`, given in seconds, of every loop."""
        name = f"v{len(rules)}"
        on, off = 100 * begin / total, 100 * end / total
        frames = f"0%{{visibility:hidden}}{on:.3f}%{{visibility:visible}}" if begin else "0%{visibility:visible}"
        frames += f"{off:.3f}%{{visibility:hidden}}" if end < total else ""
        rules.append(f"@keyframes {name}{{{frames}}}.{name}{{animation:{name} {total:.2f}s step-end infinite}}")
        return name

    rules, body = [], []
    for number, (captions, command, lines, begin, typed, entered, shown, end) in enumerate(played):
        still = "" if number == 0 else " later"
        head = [text(0, row, caption, f' fill="{CAPTION}"') for row, caption in enumerate(captions)]
        row = len(captions)
        head.append(text(0, row, "$", f' fill="{PROMPT}" font-weight="bold"'))
        body.append(f'<g class="{visible(begin, end)}{still}">{"".join(head)}')
        # A cover over the command, which moves on by one cell with every keystroke.
        name, cell = f"k{number}", CELL_WIDTH_PX
        first, last = 100 * typed / total, 100 * (entered - PAUSE_BEFORE_ENTER_S) / total
        rules.append(
            f"@keyframes {name}{{0%,{first:.3f}%{{transform:translateX(0);"
            f"animation-timing-function:steps({len(command)})}}"
            f"{last:.3f}%,100%{{transform:translateX({len(command) * cell:.1f}px)}}}}"
            f".{name}{{animation:{name} {total:.2f}s infinite}}")
        y = TITLE_BAR_PX + MARGIN_PX + row * CELL_HEIGHT_PX
        body.append(text(2, row, command, ""))
        body.append(f'<rect class="{name} cover" x="{MARGIN_PX + 2 * cell:.1f}" y="{y}" width="{COLUMNS * cell:.1f}" '
                    f'height="{CELL_HEIGHT_PX}" fill="{BACKGROUND}"/>')
        body.append(f'<g class="{visible(shown, end)}">')
        for at, line in enumerate(lines):
            body += [text(column, row + 1 + at, content, style) for column, content, style in spans(line)]
        body.append("</g></g>")

    across = COLUMNS * CELL_WIDTH_PX + 2 * MARGIN_PX
    down = TITLE_BAR_PX + rows * CELL_HEIGHT_PX + 2 * MARGIN_PX
    dots = "".join(f'<circle cx="{18 + 18 * i}" cy="16" r="5.5" fill="{colour}"/>'
                   for i, colour in enumerate(["#e06c75", "#e5c07b", "#98c379"]))
    rules.append("@media (prefers-reduced-motion:reduce){*{animation:none!important}.later,.cover{display:none}}")
    OUT.write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{across:.0f}" height="{down:.0f}" '
        f'viewBox="0 0 {across:.0f} {down:.0f}" role="img">\n'
        f"<title>Recording of tsume in a terminal</title>\n<style>{''.join(rules)}"
        f"text{{white-space:pre}}</style>\n"
        f'<clipPath id="window"><rect width="{across:.0f}" height="{down:.0f}" rx="8"/></clipPath>\n'
        f'<g clip-path="url(#window)"><rect width="{across:.0f}" height="{down:.0f}" fill="{BACKGROUND}"/>{dots}\n'
        f'<g font-family="ui-monospace,Menlo,Consolas,\'DejaVu Sans Mono\',\'Noto Sans Mono CJK JP\',monospace" '
        f'font-size="14" fill="{FOREGROUND}" xml:space="preserve">\n' + "\n".join(body) + "\n</g></g></svg>\n")
    print(f"{OUT.name}: {len(played)} scenes, {total:.0f} s, {OUT.stat().st_size} bytes")


main()
