"""Makes problems/chu/EDO.md, the table of the chu problems of the Edo period, and keeps its input in
problems/chu/edo.jsonl.

  for sources in lishogi edo "edo --rule deferral=next_turn" "edo --rule deferral=none"; do
    tsume solve problems/chu/edo.yaml --rule sources=$sources --time 60 --certify length --notation japanese --format json
  done > new.jsonl
  for sources in lishogi edo; do
    tsume analyze problems/chu/edo.yaml --rule sources=$sources --time 12 --no-decoration --notation japanese --format json
  done >> new.jsonl
  tsume analyze problems/chu/edo.yaml --fix=1 --nodes 3000000 --time 30000 --threads 1 --no-decoration --format json >> new.jsonl
  tsume solve --variant chu --sfen "POSITION AFTER THE EDIT" --certify length --format json >> new.jsonl
  python3 scripts/edo.py problems/chu/edo.jsonl new.jsonl

kinu34 needs --time 900; --fix matters to problems without a mate alone. The rules of a result say to which column it belongs. Of several results of a problem the best counts: a proved length
before a bound, a class before none.
"""
import json, pathlib, sys, textwrap

folder = pathlib.Path(__file__).parent.parent / "problems" / "chu"
KEPT = ("id", "rules", "position", "published", "verdict", "plies", "shortest", "line", "line_ja", "class", "flaws",
        "flaw_counts", "repairs", "stopped_by", "solution_agrees")


def readings(result):
    """`modern`, or the bar on promotion after a declined one, for promotion by touching the zone."""
    rules = result["rules"]
    return rules.get("deferral", "none") if rules.get("promotion") == "zone_touch" else "modern"


def brief(result):
    """What the table needs; of each kind of flaw the first."""
    kept = {key: result[key] for key in KEPT if key in result}
    if "flaws" in kept:
        first = {}
        for flaw in sorted(kept["flaws"], key=lambda flaw: flaw["at"]):
            first.setdefault(flaw["kind"], {key: flaw[key] for key in flaw if key != "line"})
        kept["flaws"] = list(first.values())
    if kept.get("repairs"):
        kept["repairs"] = kept["repairs"] | {"found": kept["repairs"]["found"][:1]}
    return kept


def better(old, new):
    """The two results of a problem as one: each field from the one that knows more."""
    if old is None:
        return new
    settled = lambda result: (result["verdict"] != "unknown") + bool(result.get("shortest"))
    length = new if settled(new) >= settled(old) else old
    known = lambda result: result.get("class") not in (None, "unknown")
    judged = new if known(new) or not known(old) and "class" in new else old
    joined = {key: length[key] for key in KEPT if key in length}
    for key in ("class", "flaws", "flaw_counts", "solution_agrees"):
        joined.pop(key, None)
        if key in judged:
            joined[key] = judged[key]
    for key in ("published", "repairs"):
        joined.pop(key, None)
        if new.get(key) or old.get(key):
            joined[key] = new.get(key) or old[key]
    return {key: joined[key] for key in KEPT if key in joined}


results, order, edited = {}, [], {}
for source in sys.argv[1:]:
    for line in open(source, encoding="utf-8"):
        result = json.loads(line)
        if "error" in result:
            continue
        result = brief(result)
        if result["id"].isdigit():
            edited[result["position"]] = result["plies"] if result.get("shortest") else None
            continue
        key = result["id"]
        if key not in order:
            order.append(key)
        columns = results.setdefault(key, {})
        columns[readings(result)] = better(columns.get(readings(result)), result)

for columns in results.values():
    for repair in (columns.get("modern", {}).get("repairs") or {}).get("found", []):
        if edited.get(repair["position"]):
            repair["plies"] = edited[repair["position"]]


def length(result):
    if result is None:
        return "?"
    if result["verdict"] == "no_mate":
        return "no mate"
    if result["verdict"] == "unknown":
        return "?"
    return str(result["plies"]) if result["shortest"] else f"≤ {result['plies']}"


def class_of(result):
    if result is None or result["verdict"] != "mate":
        return ""
    names = {"complete": "sound", "completely_limited": "sound without alternatives", "flawed": "flawed", "unknown": ""}
    return names[result.get("class", "unknown")]


BARS = {"next_turn": "a declined promotion barred for a turn", "none": "no bar after a declined promotion"}


def reasons(columns):
    """Differences from print, and flaws, in words."""
    found = []
    modern, edo = columns.get("modern"), columns.get("next_move")
    published = ((modern or edo).get("published") or {}).get("plies")
    lengths = [result["plies"] for result in (modern, edo) if result and result.get("shortest")]
    none = [name for name, result in (("modern", modern), ("Edo", edo)) if result and result["verdict"] == "no_mate"]
    if none:
        found.append("no mate" if len(none) == 2 else f"no mate by {none[0]} rules")
    if published and lengths:
        if published in lengths and len(set(lengths)) > 1:
            which = "modern" if modern.get("plies") == published else "Edo"
            found.append(f"as printed by {which} rules")
        elif all(plies < published for plies in lengths):
            found.append("mates sooner than printed")
        elif all(plies > published for plies in lengths):
            found.append("a better defence lasts longer")
        elif published not in lengths:
            found.append("longer by modern rules, sooner by Edo rules")
    for bar in ("next_turn", "none"):
        result = columns.get(bar)
        if result and edo and result["verdict"] == "mate" and length(result) != length(edo):
            printed = ", as printed" if result.get("plies") == published else ""
            found.append(f"mate in {result['plies']} with {BARS[bar]}{printed}")
    for flaw in (modern or {}).get("flaws", []):
        if flaw["kind"] == "cook":
            kind = "equally long" if flaw["length"] == "equal" else f"mate in {flaw['plies']}"
            count = modern["flaw_counts"]["cook"]
            more = f", {count} in all" if count > 1 else ""
            found.append(f"cook at ply {flaw['at']}: {flaw['move']} ({kind}){more}")
    repairs = (modern or {}).get("repairs")
    if repairs and repairs["found"]:
        repair = repairs["found"][0]
        how = "keeps the printed line" if repair["class"] == "flawed" else "makes it sound"
        plies = f" (mate in {repair['plies']})" if repair.get("plies") else ""
        found.append(f"an edit {how}{plies}: " + ", ".join(edit["words"] for edit in repair["edits"]))
    elif repairs and none:
        found.append(f"no repair among {repairs['tried'] - repairs['open']} judged, {repairs['open']} open")
    return found


rows, solutions = [], []
for key in order:
    modern, edo = results[key].get("modern"), results[key].get("next_move")
    published = ((modern or edo).get("published") or {}).get("plies") or ""
    classes = [class_of(modern), class_of(edo)]
    judged = classes[0] if classes[0] == classes[1] else " / ".join(name or "?" for name in classes)
    rows.append([key, published, length(modern), length(edo), judged, "; ".join(reasons(results[key]))])
    best = next((r for r in (modern, edo) if r and r["verdict"] == "mate" and r.get("line_ja")), None)
    if best:
        solutions.append(f"**{key}** ({length(best)}{'' if best is modern else ', Edo rules'}): {' '.join(best['line_ja'])}")

count = lambda test: sum(bool(test(results[key].get("modern"))) for key in order)
figures = [
    ("positions", len(order)),
    ("mates, shortest length proved", count(lambda r: r and r["verdict"] == "mate" and r["shortest"])),
    ("no mate", count(lambda r: r and r["verdict"] == "no_mate")),
    ("undecided", count(lambda r: not r or r["verdict"] == "unknown")),
    ("sound", count(lambda r: class_of(r).startswith("sound"))),
    ("flawed", count(lambda r: class_of(r) == "flawed")),
]
paragraphs = [
    "Made by `scripts/edo.py`, which says how. Every verdict and every length has a certificate that the checker "
    "accepted. *modern* is the default of `chu` (`sources=lishogi`), *Edo* is `sources=edo`: promotion on any move that "
    "touches the zone, a declined promotion barred for that piece's next move without capture (Middle Shogi Manual); other "
    "readings of that bar are named where they change the length. By the readings of HaChu and of the "
    "Japanese Chu Shogi Association (`sources=hachu`, `sources=jcsa`) every verdict and length is that of *modern*.",
    "HaChu 0.21 (`Tsume`, repetitions allowed, ten seconds each) decided 51 of the 125 positions by modern rules, 44 mates "
    "and 7 refutations, and by promotion on touching the zone, with its own bar of a turn, 59 mates and 8 refutations. Every "
    "length and verdict is the same.",
    "For each problem without a mate, `analyze --fix` looked for the lightest one or two edits by modern rules, with 3,000,000 "
    "nodes (kinu09, kinu23, kinu49 and tsukuri21: 40,000,000): edits that give the printed line back as a main line, or make a sound problem where no "
    "line is printed. *Open* are edits that these nodes did not decide. Pairs of edits came last and are not exhausted: "
    "after *no repair* there may still be one. The lengths after an edit have certificates.",
    "*print* is the length of the record's main line, which in many cases a modern reader has completed or emended: see "
    "the notes in `edo.yaml`; the manuscript of the `tsukuri` has no solutions. The books do not ask for the shortest mate and longest defence, and say nothing of second "
    "solutions, so *flawed* tells what is true of the position, not how the work was regarded. The class is by the rules of "
    "each column where they differ; it is empty where a question stayed open.",
]
head = "\n\n".join(textwrap.fill(text, 100, break_long_words=False, break_on_hyphens=False) for text in paragraphs)
table = [f"""# Chu problems of the Edo period

{head}

| by modern rules | number |
| --- | --- |
{chr(10).join(f"| {name} | {number} |" for name, number in figures)}

| problem | print | modern | Edo | class | what differs |
| --- | --- | --- | --- | --- | --- |"""]
table += ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]
table += ["", "## Solutions", "", "Main lines: shortest mate, longest defence.", ""]
table += [line for text in solutions for line in (text, "")]
(folder / "EDO.md").write_text("\n".join(table).rstrip() + "\n", encoding="utf-8")
with open(folder / "edo.jsonl", "w", encoding="utf-8") as file:
    file.writelines(json.dumps(result, ensure_ascii=False) + "\n" for key in order for result in results[key].values())
