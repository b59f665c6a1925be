"""Makes problems/shogi/CLASSICS.md, the table of the Edo classics whose length or soundness by `tsume analyze` differs
from print, and keeps its input in problems/shogi/classics.jsonl.

  for f in zukou musou; do
    tsume analyze problems/shogi/$f.yaml --tolerate classic --no-decoration --threads 1 --time 60 --hash 1GiB --format json
  done > new.jsonl
  python3 scripts/classics.py problems/shogi/classics.jsonl new.jsonl

If a problem occurs several times, the last result with a class counts; a proved length is kept from any. So you can
analyse problems that stayed unknown again with larger limits (a file of these problems alone, --hash 4GiB --time 600),
and need not repeat the others. Leave out the kept file to start from the beginning.
"""
import collections, json, pathlib, sys, textwrap

KEPT = ("id", "published", "verdict", "plies", "shortest", "length", "longer_variation", "lengths", "class", "flaws",
        "cooks", "excused", "time_ms")
# Tolerances that tell a problem of the time from one of today, with the words of the table.
EXCUSES = {"variation_dual": "dual after another longest defence", "square": "another square", "move_order": "another order"}
# Problems of musou that its article in the Japanese Wikipedia calls imperfect.
IMPERFECT = (5, 6, 8, 31, 37, 40, 57, 63, 64, 65, 79, 92)
sources = sys.argv[1:]
folder = pathlib.Path(__file__).parent.parent / "problems" / "shogi"


def brief(result):
    """The result with its first cook, without lines, and the number of its cooks."""
    flaws = [{key: flaw[key] for key in flaw if key != "line"} for flaw in result["flaws"]]
    cooks = sorted((flaw for flaw in flaws if flaw["kind"] == "cook"), key=lambda flaw: flaw["at"])
    others = [flaw for flaw in flaws if flaw["kind"] != "cook"]
    excused = {}
    for move in sorted(result.get("tolerances", []), key=lambda move: move["at"]):
        for kind in EXCUSES.keys() & move.get("kinds", []):
            excused.setdefault(kind, [move["at"], move["move"]])
    return {"excused": excused, "cooks": len(cooks)} | result | {"flaws": cooks[:1] + others}


results = {}
for source in sources:
    for line in open(source, encoding="utf-8"):
        result = brief(json.loads(line))
        name = result["id"]
        known = results.get(name, result)
        if result["class"] == "unknown" and known["class"] != "unknown":
            result, known = known, result
        # Another run may have proved a length for which this one had no time.
        proved = {count: plies for count, plies in known["lengths"].items() if plies is not None}
        result["lengths"] |= proved
        if known.get("shortest") and not result.get("shortest"):
            result |= {key: known[key] for key in ("verdict", "plies", "shortest")}
        if result.get("length") is None and known.get("length") is not None:
            result |= {key: known[key] for key in ("length", "longer_variation") if key in known}
        results[name] = {key: result[key] for key in KEPT if key in result}
order = ["zukou", "musou"]
results = dict(sorted(results.items(), key=lambda item: (order.index(item[0].split("-")[0]), item[0])))


def length(result):
    """Length by the composers' count."""
    if result["verdict"] == "no_mate":
        return "no mate"
    return str(result.get("length") or "?")


def every(result):
    """Length if every interposition counts."""
    plies = result.get("plies")
    if plies is None:
        return "" if result["verdict"] == "no_mate" else "?"
    return str(plies) if result["shortest"] else f"≤ {plies}"


def reasons(result, published):
    """Proved differences from print, and flaws, in words."""
    found = []
    plies = result.get("length")
    variation = result.get("longer_variation")
    if result["verdict"] == "no_mate":
        found.append("no mate in the position as transmitted")
    elif plies is not None and published is not None and plies != published:
        if plies < published:
            found.append("mates sooner than the recorded line")
        elif result["lengths"].get("immediate") == published:
            found.append("as recorded by the count `immediate`")
        elif result.get("plies") == published:
            found.append("as recorded if every interposition counts")
        else:
            found.append("the recorded line is not the longest defence")
    if variation:
        found.append(f"longer variation: {variation['plies']} plies, {variation['leftover']} left in hand")
    if result["cooks"]:
        first = result["flaws"][0]
        kind = "equally long" if first["length"] == "equal" else f"mate in {first['plies']}"
        more = f", {result['cooks']} in all" if result["cooks"] > 1 else ""
        found.append(f"cook at ply {first['at']}: {first['move']} ({kind}){more}")
    for kind, words in EXCUSES.items():
        if result["class"] != "flawed" and kind in result.get("excused", {}):
            at, move = result["excused"][kind]
            found.append(f"{words} at ply {at}: {move}")
    for flaw in result["flaws"]:
        if flaw["kind"] == "leftover":
            found.append(f"{flaw['pieces']} left in hand")
    return found


classes = collections.Counter(result["class"] or "no mate" for result in results.values())
names = {"complete": "sound", "completely_limited": "sound without alternatives", "unknown": "undecided"}
recorded = [result for result in results.values()
            if result.get("length") and result["length"] == (result.get("published") or {}).get("plies")]
rows = []
for name, result in results.items():
    published = (result.get("published") or {}).get("plies")
    differs = reasons(result, published)
    if differs:
        judged = result["class"] or ""
        rows.append([name, published or "", length(result), every(result), names.get(judged, judged), "; ".join(differs)])

books = collections.Counter(name.split("-")[0] for name in results)
analysed = ", ".join(f"{count} of {name}" for name, count in books.items())
longest = max(result.get("time_ms", 0) for result in results.values()) / 1000

imperfect = [results[f"musou-{number:03}"]["class"] or "no mate" for number in IMPERFECT]
counted = collections.Counter(names.get(name, name) for name in imperfect)
found = ", ".join(f"{count} {name}" for name, count in counted.most_common())

paragraphs = [
    "Made by `scripts/classics.py` from `tsume analyze --tolerate classic --no-decoration --threads 1`, with "
    f"at most {longest:.0f} seconds a problem.",
    "Lengths and classes are by the composers' count; *every* is the length if every interposition counts. The profile "
    "`classic` tolerates what composers of the time did: another last move, promotion or not, the distance of a drop, "
    "another square or another order for the same moves, detours, mirrors, and a variation that is longer but leaves a "
    "piece. A cook counts only if every defence of the full length meets one.",
    "*recorded* is the length of the one line that the source of the positions records, checked only along itself: see "
    "`problems/README.md`. *Flawed* tells what was proved of the position, not how the work was regarded. What is not "
    "proved within these limits is undecided. The report of the program has a line for each cook, and `--certificate` "
    "proves it.",
    f"The Japanese Wikipedia (将棋無双, November 2026) names {len(IMPERFECT)} problems of musou as imperfect: "
    f"{', '.join(map(str, IMPERFECT))}. Here they are: {found}.",
]
head = "\n\n".join(textwrap.fill(text, 100, break_long_words=False, break_on_hyphens=False) for text in paragraphs)
table = [f"""# The classics: what differs from the record

{head}

| of 200 problems | number |
| --- | --- |
| analysed | {len(results)} ({analysed}) |
| length by the composers' count known | {sum(bool(result.get("length")) for result in results.values())} |
| that length is the recorded one | {len(recorded)} |
| length known if every interposition counts | {sum(bool(result.get("shortest")) for result in results.values())} |
{chr(10).join(f"| {names.get(name, name.replace('_', ' '))} | {count} |" for name, count in sorted(classes.items()))}

| problem | recorded | length | every | class | what differs |
| --- | --- | --- | --- | --- | --- |"""]
table += ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]
(folder / "CLASSICS.md").write_text("\n".join(table) + "\n", encoding="utf-8")
with open(folder / "classics.jsonl", "w", encoding="utf-8") as file:
    file.writelines(json.dumps(result, ensure_ascii=False) + "\n" for result in results.values())
