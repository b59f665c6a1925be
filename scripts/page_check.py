"""Opens a page of `tsume analyze --html` in headless Chromium and plays every problem through: the main line by
keys, the first variation by clicks. After each move, the target square must hold a piece of the mover and the origin
must be empty. The page must not ask for anything from the network. Needs Python's playwright and a Chromium.

Usage: python3 scripts/page_check.py PAGE.html [SHOTS]     SHOTS: a folder for screenshots
"""
import json, pathlib, shutil, sys
from playwright.sync_api import sync_playwright

page_file = pathlib.Path(sys.argv[1]).resolve()
shots = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else None
CELL, EDGE = (38, 42), 22

BOARD = """() => [...document.querySelectorAll('.board g:last-child use')].map(u => {
  const at = u.transform.baseVal.getItem(0).matrix;
  return [at.e, at.f, u.transform.baseVal.numberOfItems > 1 ? 1 : 0];
})"""


def squares(page, problem):
    """Side of the piece on each occupied square."""
    files = problem["files"]
    board = {}
    for x, y, side in page.evaluate(BOARD):
        board[round((y - EDGE) / CELL[1] - 0.5) * files + round((x - EDGE) / CELL[0] - 0.5)] = side
    return board


def side_of(page, problem):
    """Side to move in the first position, which may be the defender, or None if there is no move."""
    if not problem["tree"]["nodes"]:
        return None
    move = problem["nodes"][problem["tree"]["nodes"][0]]
    return int(move["t"][0] == "△") if move["at"] is None else squares(page, problem)[move["at"]]


def check(page, problem, node, mover):
    board = squares(page, problem)
    move = problem["nodes"][node]
    assert board.get(move["to"]) == mover or move["at"] == move["to"], (problem["id"], move)
    if move["at"] is not None and move["at"] != move["to"]:
        assert move["at"] not in board, (problem["id"], move)
    assert page.locator(f'[data-node="{node}"]').get_attribute("aria-current") == "step"


def ply(problem, node):
    count = 0
    while node is not None:
        node, count = problem["nodes"][node]["p"], count + 1
    return count


def play(page, number, problem, name):
    page.goto(f"{page_file.as_uri()}#{number + 1}")
    assert page.locator(".move").count() == 0, "the answer is hidden at first"
    first = side_of(page, problem)
    mover = lambda node: (first + ply(problem, node) - 1) % 2
    page.keyboard.press("Enter")
    tree = problem["tree"]
    for node in tree["nodes"]:
        page.keyboard.press("ArrowRight")
        check(page, problem, node, mover(node))
    if shots and name:
        page.screenshot(path=shots / f"{name}-end.png")
    for branch in tree["branches"][:1]:
        for node in branch["nodes"]:
            page.locator(f'[data-node="{node}"]').click()
            check(page, problem, node, mover(node))
        if shots and name:
            page.screenshot(path=shots / f"{name}-variation.png")
    return len(tree["nodes"]), len(tree["branches"][:1])


with sync_playwright() as p:
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    browser = p.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
    plays = [0, 0, 0]
    for scheme, width in [("light", 1400), ("dark", 1400), ("light", 390)]:
        page = browser.new_page(color_scheme=scheme, viewport={"width": width, "height": 900})
        wrong, asked = [], []
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("request", lambda request: asked.append(request.url))
        page.goto(page_file.as_uri())
        data = json.loads(page.locator("#data").text_content())
        if shots:
            page.screenshot(path=shots / f"{scheme}-{width}-hidden.png")
        boards = set()
        for number, problem in enumerate(data):
            if not problem["tree"] or (scheme, width) != ("light", 1400) and problem["files"] in boards:
                continue
            name = None if problem["files"] in boards else f"{scheme}-{width}-{problem['files']}"
            boards.add(problem["files"])
            plies, branches = play(page, number, problem, name)
            plays = [a + b for a, b in zip(plays, [1, plies, branches])]
            wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
            assert wide <= 0, f"{problem['id']} is {wide} pixels too wide"
        assert not wrong, wrong
        assert all(url.startswith("file:") for url in asked), asked
    print(f"{plays[0]} problems played, {plays[1]} moves of main lines, {plays[2]} variations")
