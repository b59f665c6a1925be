"""Makes problems/shogi/CLASSICS.md, the table of the Edo classics whose length or soundness by `tsume analyze` differs
from print, and keeps its input in problems/shogi/classics.jsonl.

  for f in zukou musou; do
    tsume analyze problems/shogi/$f.yaml --count every --threads 1 --hash 1GiB --nodes 10000000 --no-decoration --format json
  done > new.jsonl
  python3 scripts/classics.py '`--nodes 10000000`' problems/shogi/classics.jsonl new.jsonl

The first argument describes the limits. If a problem occurs several times, the last result with a class counts. So you
can analyse problems that stayed unknown again with larger limits (a file of these problems alone, --hash 4GiB --nodes
60000000 --time 3600, then --hash 6GiB --time 1200), and need not repeat the others. Leave out the kept file to start
from the beginning.
"""
import collections, json, pathlib, sys, textwrap

KEPT = ("id", "published", "verdict", "plies", "shortest", "lengths", "class", "flaws", "cooks")
limits, *sources = sys.argv[1:]
folder = pathlib.Path(__file__).parent.parent / "problems" / "shogi"


def brief(result):
    """The result with its first cook, without lines, and the number of its cooks."""
    flaws = [{key: flaw[key] for key in flaw if key != "line"} for flaw in result["flaws"]]
    cooks = sorted((flaw for flaw in flaws if flaw["kind"] == "cook"), key=lambda flaw: flaw["at"])
    others = [flaw for flaw in flaws if flaw["kind"] != "cook"]
    return {"cooks": len(cooks)} | result | {"flaws": cooks[:1] + others}


results = {}
for source in sources:
    for line in open(source, encoding="utf-8"):
        result = brief(json.loads(line))
        name = result["id"]
        known = results.get(name, result)
        if result["class"] == "unknown" and known["class"] != "unknown":
            continue
        # An earlier run may have proved a length for which this one had no time.
        proved = {count: plies for count, plies in known["lengths"].items() if plies is not None}
        result["lengths"] |= proved
        results[name] = {key: result[key] for key in KEPT if key in result}
order = ["zukou", "musou"]
results = dict(sorted(results.items(), key=lambda item: (order.index(item[0].split("-")[0]), item[0])))


def length(result):
    plies = result.get("plies")
    if result["verdict"] == "no_mate":
        return "no mate"
    if plies is None:
        return "?"
    return str(plies) if result["shortest"] else f"≤ {plies}"


def reasons(result, published):
    """Proved differences from print, in words."""
    found = []
    plies, exact = result.get("plies"), result.get("shortest")
    lengths = result["lengths"]
    if result["verdict"] == "no_mate":
        found.append("no mate in the position as transmitted")
    elif plies is not None and published is not None:
        if plies < published:
            found.append("mates sooner than published")
        elif exact and plies > published:
            names = [name for name in ("immediate", "transparent") if lengths.get(name) == published]
            if names:
                found.append(f"as published by the count `{names[0]}`")
            else:
                found.append("longer with every interposition counted; by the other counts not settled, or not as "
                             "published" if None in lengths.values() else "longer by every count")
    if result["cooks"]:
        first = result["flaws"][0]
        kind = "equally long" if first["length"] == "equal" else f"mate in {first['plies']}"
        more = f", {result['cooks']} in all" if result["cooks"] > 1 else ""
        found.append(f"cook at ply {first['at']}: {first['move']} ({kind}){more}")
    for flaw in result["flaws"]:
        if flaw["kind"] == "leftover":
            found.append(f"{flaw['pieces']} left in hand")
    return found


classes = collections.Counter(result["class"] for result in results.values())
exact = sum(result["verdict"] == "mate" and bool(result["shortest"]) for result in results.values())
upper = sum(result["verdict"] == "mate" and not result["shortest"] for result in results.values())
rows = []
for name, result in results.items():
    published = (result.get("published") or {}).get("plies")
    differs = reasons(result, published)
    if differs:
        by = [str(result["lengths"].get(key) or "?") for key in ("immediate", "transparent")]
        rows.append([name, published or "", length(result), *by, result["class"].replace("_", " "), "; ".join(differs)])

books = collections.Counter(name.split("-")[0] for name in results)
analysed = ", ".join(f"{count} of {name}" for name, count in books.items())

paragraphs = [
    f"Made by `scripts/classics.py` from `tsume analyze --count every --threads 1 --no-decoration` with {limits}.",
    "These limits are small for such works. What is not proved within them is *unknown*, and this table leaves it out.",
    "The class counts every interposition (by default `analyze` counts as composers do), and applies every tolerance. "
    "So an equally long line through interpositions that composers call futile is a main line here, and a second way in it counts as a cook. \"Flawed\" therefore tells "
    "what was proved of the position by that count, not how the work was regarded. The report of the program has a line "
    "for each cook, and `--certificate` proves it.",
]
head = "\n\n".join(textwrap.fill(text, 100, break_long_words=False, break_on_hyphens=False) for text in paragraphs)
table = [f"""# The classics: what differs from print

{head}

| of 200 problems | number |
| --- | --- |
| analysed | {len(results)} ({analysed}) |
| length proved | {exact} |
| an upper bound of the length known | {upper} |
{chr(10).join(f"| {name.replace('_', ' ')} | {count} |" for name, count in sorted(classes.items()))}

| problem | published | length | immediate | transparent | class | what differs |
| --- | --- | --- | --- | --- | --- | --- |"""]
table += ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]
(folder / "CLASSICS.md").write_text("\n".join(table) + "\n", encoding="utf-8")
with open(folder / "classics.jsonl", "w", encoding="utf-8") as file:
    file.writelines(json.dumps(result, ensure_ascii=False) + "\n" for result in results.values())
