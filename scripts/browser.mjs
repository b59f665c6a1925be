// Drives the page in headless Chromium as people use it, in three games, two widths and two languages: solve, step,
// play the defence, play the attack, try a wrong move, judge, generate, open texts, set up by drag, tap and keyboard,
// share and save. axe-core must find nothing.
//
// Usage: node browser.mjs ADDRESS [SHOTS [--pictures]]
//   SHOTS        a folder for screenshots
//   --pictures   makes the pictures of the READMEs in it, and no test
// Needs playwright-core and axe-core; scripts/browser.sh installs them.

import assert from "node:assert/strict";
import fs from "node:fs";
import { createRequire } from "node:module";
import { chromium } from "playwright-core";

const [address, shots, mode] = process.argv.slice(2);
const axe = fs.readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
const GAMES = ["shogi", "chu", "maka_dai_dai"];
const WIDTHS = [[1280, 900], [390, 844]];
/** For each game a problem, and a move that gives no check: from, to. */
const TRIES = {
  shogi: { position: "7k1/7B1/6S1S/9/7L1/9/9/9/9 b 2rb4g2s4n3l18p 1", quiet: [37, 28] },
  chu: { position: "9k1+P/11+S/8[FL]1B1/12/12/12/12/12/12/12/12/12 b - 1" },
  maka_dai_dai: { position: "17+[kr]k/17[VO][dv]/16[KR]1N/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19 b - 1" },
};
/** A problem that takes long to solve. */
const LONG = "4+bn1g1/5kpPl/2l1b1s2/3+l1N1GP/4G1+P1N/5L3/9/1+r7/R8 b GP3sn13p 1";
const NO_MATE = { shogi: "4k4/9/4P4/9/9/9/9/9/9 b S 1" };

let problems = 0;
const report = (text) => console.log(text);

class Visitor {
  constructor(page, name) {
    Object.assign(this, { page, name });
    page.on("pageerror", (error) => this.fault(`error: ${error.message}`));
    page.on("console", (message) => message.type() === "error" && this.fault(`console: ${message.text()}`));
    page.on("request", (request) => {
      const { origin, protocol } = new URL(request.url());
      if (origin !== new URL(address).origin && !["data:", "blob:"].includes(protocol)) this.fault(`asks ${request.url()}`);
    });
  }

  fault(text) {
    problems += 1;
    report(`FAULT ${this.name}: ${text}`);
  }

  async axe(where) {
    await this.page.evaluate(axe);
    const { violations } = await this.page.evaluate(() => window.axe.run(document));
    for (const { id, nodes } of violations) this.fault(`axe, ${where}: ${id}: ${nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(" | ")}`);
    const isWider = await this.page.evaluate(() => document.documentElement.scrollWidth > innerWidth + 1);
    if (isWider) this.fault(`${where}: wider than the window`);
  }

  async shot(what) {
    if (shots) await this.page.screenshot({ path: `${shots}/${this.name}-${what}.png`, fullPage: true });
  }

  async open(fragment = "") {
    await this.page.goto("about:blank");
    await this.page.goto(`${address}${fragment}`);
    await this.page.waitForSelector("body[data-ready]");
  }

  async openProblem(game, position) {
    await this.open(`#${new URLSearchParams({ game, position })}`);
  }

  tab(name) {
    return this.page.click(`#tab-${name}`);
  }

  cell(square) {
    return this.page.locator(`[data-square="${square}"]`);
  }

  status() {
    return this.page.locator("#status");
  }

  async text(selector) {
    return (await this.page.locator(selector).textContent()).trim();
  }

  async solve() {
    await this.tab("solve");
    await this.page.click("#solve");
    await this.page.waitForSelector("#result .result-text");
    await this.page.waitForSelector("#solve:visible");
  }

  /** Number of moves of the line, and of those played. */
  async line() {
    const all = await this.page.locator("#line .move").count();
    const at = await this.page.locator("#line .move").evaluateAll((moves) => moves.findIndex((move) => move.ariaCurrent === "step" || move.getAttribute("aria-current") === "step"));
    return [all, at + 1];
  }

  /** Squares with their pieces. */
  board() {
    return this.page.locator("[data-square]").evaluateAll((cells) => Object.fromEntries(cells.filter((cell) => cell.dataset.look).map((cell) => [cell.dataset.square, cell.dataset.look])));
  }

  async played(count) {
    await this.page.waitForFunction((n) => [...document.querySelectorAll("#line .move")].findIndex((move) => move.getAttribute("aria-current") === "step") + 1 === n, count);
  }
}

// What a visitor does

async function solves(v, game) {
  const { page } = v;
  await v.openProblem(game, TRIES[game].position);
  await v.axe("start");
  await v.solve();
  await v.axe("solved");
  await v.shot("solved");
  const [plies, at] = await v.line();
  assert.ok(plies % 2 === 1 && at === 0, `${plies} ${at}`);
  assert.equal(await v.status().getAttribute("class"), "status good");
  const start = await v.board();
  for (let ply = 1; ply <= plies; ply += 1) {
    await page.click("#forward");
    await v.played(ply);
  }
  assert.notDeepEqual(await v.board(), start);
  assert.ok(await page.isDisabled("#forward"));
  await page.click("#first");
  await page.waitForFunction(() => document.getElementById("back").disabled);
  assert.deepEqual(await v.board(), start);
  assert.ok((await page.locator("#branches .prescribed").count()) === 1);
  await page.keyboard.press("Escape");
  return plies;
}

/** Plays defences until mate: at each turn the first one that the list shows. */
async function defends(v, plies) {
  const { page } = v;
  await page.check("[name=part][value=defender]", { force: true });
  await v.played(1);
  for (let ply = 1; ply < plies; ply += 2) {
    const branch = page.locator("#branches .branch-list button").last();
    await page.waitForSelector("#branches .branch-list button");
    await branch.click();
    await page.waitForFunction((n) => document.querySelectorAll("#line .move").length >= n, ply + 2);
    await page.waitForTimeout(60);
    const isMate = await page.evaluate(() => document.getElementById("branches").childElementCount === 0);
    if (isMate) break;
    await v.played(ply + 2);
  }
  await page.waitForFunction(() => document.getElementById("status").className.includes("good"));
  await v.shot("defended");
}

/** Plays the attack by the marked moves of the list, on the board by keyboard. */
async function attacks(v, plies) {
  const { page } = v;
  await page.check("[name=part][value=attacker]", { force: true });
  await page.waitForFunction(() => document.getElementById("back").disabled);
  for (let ply = 0; ply < plies; ply += 2) {
    await page.waitForSelector("#branches .prescribed");
    await page.locator("#branches .prescribed").focus();
    await page.keyboard.press("Enter");
    await page.waitForFunction((n) => [...document.querySelectorAll("#line .move")].findIndex((move) => move.getAttribute("aria-current") === "step") + 1 >= Math.min(n, 99), ply + 1);
    if (await page.locator("#status.good").count()) break;
    await page.waitForFunction((n) => document.querySelector("#status.good") || [...document.querySelectorAll("#line .move")].findIndex((move) => move.getAttribute("aria-current") === "step") + 1 >= n, ply + 2);
  }
  await page.waitForSelector("#status.good");
}

/** A checking move that fails, and why; then a move without check. */
async function tries(v, game) {
  const { page } = v;
  await page.check("[name=part][value=both]", { force: true });
  await page.click("#first");
  await page.waitForSelector("#branches .prescribed");
  const others = page.locator("#branches .branch-list button:not(.prescribed)");
  const count = await others.count();
  assert.ok(count > 0, "no other check");
  let failed = 0;
  for (let i = 0; i < Math.min(count, 4); i += 1) {
    await page.waitForFunction((n) => document.querySelectorAll("#branches .branch-list button:not(.prescribed)").length === n, count);
    await others.nth(i).click();
    await page.waitForSelector("#status.bad, #status.good");
    await page.waitForTimeout(50);
    const choices = page.locator("#offer button");
    if (await page.locator("#status.bad").count()) {
      failed += 1;
      if (failed === 1) {
        const before = await v.line();
        assert.equal(before[1], 1);
        await choices.first().click();
        await v.played(2);
        await v.shot("refuted");
        await v.axe("refuted");
      }
    }
    await choices.last().click();
    await page.waitForFunction(() => document.getElementById("back").disabled);
  }
  report(`  ${v.name}: ${failed} of ${Math.min(count, 4)} tries fail`);
  if (TRIES[game].quiet) {
    const [from, to] = TRIES[game].quiet;
    await v.cell(from).click();
    await v.cell(to).click();
    await page.waitForSelector("#status.bad");
  }
}

async function judges(v) {
  const { page } = v;
  await v.tab("judge");
  await page.click("#judge");
  await page.waitForSelector("#judge-result .result-text", { timeout: 150_000 });
  await v.axe("judged");
  await v.shot("judged");
  assert.ok((await page.locator("#judge-result .move").count()) > 0);
  await page.locator("#judge-result .move").first().click();
  await v.played(1);
}

async function generates(v, game) {
  const { page } = v;
  await v.tab("generate");
  await page.selectOption("#length-from", "3");
  await page.selectOption("#length-to", "3");
  await v.axe("generate");
  await page.click("#generate");
  await page.waitForSelector("#generate-stop:visible, #generate-result li");
  await page.waitForSelector("#generate:visible", { timeout: 150_000 });
  await page.waitForSelector("#generate-result li");
  await v.shot("generated");
  await v.solve();
  assert.equal((await v.line())[0], 3, game);
}

const TEXTS = [
  "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1",
  "position sfen 4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1",
  "problems:\n  - id: one\n    title: First\n    position: \"4k4/9/4P4/9/9/9/9/9/9 b G 1\"\n  - id: two\n    variant: chu\n    position: \"9k1+P/11+S/8[FL]1B1/12/12/12/12/12/12/12/12/12 b - 1\"\n",
  "後手の持駒：なし\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|九\n+---------------------------+\n先手の持駒：金\n",
  "後手の持駒：なし\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|九\n+---------------------------+\n先手の持駒：金\n手数----指手---------消費時間--\n   1 ５二金打\n   2 詰み\n",
  "sfen 4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1 moves G*5b",
];

async function opens(v) {
  const { page } = v;
  await v.tab("paste");
  for (const text of TEXTS) {
    await page.fill("#paste", text);
    await page.click("#read");
    await page.waitForSelector("#status.good");
    await page.waitForTimeout(60);
    assert.deepEqual(Object.keys(await v.board()).map(Number).sort((a, b) => a - b), [4, 22], text);
  }
  await page.fill("#paste", TEXTS[2]);
  await page.click("#read");
  await page.waitForSelector("#set:visible");
  await page.click("#next-problem");
  await page.waitForFunction(() => document.getElementById("game").value === "chu");
  await page.click("#previous-problem");
  await page.waitForFunction(() => document.getElementById("game").value === "shogi");
  await page.fill("#paste", "problems:\n  - id: one\n    position: \"9/9 b - 1\"\n");
  await page.click("#read");
  await page.waitForSelector("#read-result .objections li");
  assert.match(await v.text("#read-result .objections li"), /3/);
  await v.axe("opened");
  await v.shot("opened");
}

/** Sets the same mate up three times: by drag, by taps, by keyboard. */
async function setsUp(v) {
  const { page } = v;
  const king = 4;
  const [gold, pawn] = [13, 22];
  const kinds = { king: "K", gold: "G", pawn: "P" };
  const index = async (id) => (await page.evaluate(async (id) => {
    const buttons = [...document.querySelectorAll("#palette button")];
    return buttons.findIndex((button) => button.title.endsWith(`(${id})`));
  }, kinds[id]));
  const button = async (id) => page.locator("#palette button").nth(await index(id));
  const side = (n) => page.check(`[name=palette-side][value="${n}"]`, { force: true });
  const center = async (locator) => {
    const box = await locator.boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const drag = async (from, to) => {
    await from.scrollIntoViewIfNeeded();
    const isFar = page.viewportSize().width < 600;
    if (isFar) return tap(from, to);
    const [[a, b], [c, d]] = [await center(from), await center(to)];
    await page.mouse.move(a, b);
    await page.mouse.down();
    await page.mouse.move((a + c) / 2, (b + d) / 2, { steps: 4 });
    await page.mouse.move(c, d, { steps: 4 });
    await page.mouse.up();
    return undefined;
  };
  const tap = async (from, to) => {
    await from.click();
    await to.click();
  };
  const expected = async () => {
    await page.waitForFunction(([k, p]) => document.querySelector(`[data-square="${k}"]`).dataset.look && document.querySelector(`[data-square="${p}"]`).dataset.look, [king, pawn]);
    const board = await v.board();
    assert.deepEqual(Object.keys(board).map(Number).sort((a, b) => a - b), [king, pawn]);
    assert.ok(board[king].endsWith("/1") && board[pawn].endsWith("/0"));
  };
  const hold = async () => {
    const more = page.locator("#hand-bottom .stepper").nth(await goldLane()).locator("button").last();
    await more.click();
    await page.waitForFunction(() => [...document.querySelectorAll("#hand-bottom output")].some((output) => output.textContent === "1"));
  };
  const goldLane = () => page.evaluate(() => [...document.querySelectorAll("#hand-bottom .stepper")].findIndex((stepper) => /gold|金/.test(stepper.querySelector("button").ariaLabel ?? stepper.querySelector("button").getAttribute("aria-label"))));
  for (const way of ["drag", "tap", "keyboard"]) {
    await v.openProblem("shogi", TEXTS[0]);
    await v.tab("setup");
    await page.click("#setup-clear");
    await page.waitForFunction(() => document.querySelectorAll("[data-look*='/']").length === 0);
    if (way === "keyboard") {
      await v.cell(king).focus();
      await page.keyboard.press("k");
      await page.waitForFunction((square) => document.querySelector(`[data-square="${square}"]`).dataset.look, king);
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("P");
    } else {
      const place = way === "drag" ? drag : tap;
      await side(1);
      await place(await button("king"), v.cell(king));
      await page.waitForFunction((square) => document.querySelector(`[data-square="${square}"]`).dataset.look, king);
      await side(0);
      await place(await button("pawn"), v.cell(pawn));
    }
    await expected();
    await hold();
    const white = page.locator("#hand-top .stepper").nth(await goldLane());
    await white.locator("button").last().click();
    await page.waitForFunction(() => [...document.querySelectorAll("#hand-top output")].some((output) => output.textContent === "1"));
    await white.locator("button").first().click();
    await page.waitForFunction(() => [...document.querySelectorAll("#hand-top output")].every((output) => output.textContent === "0"));
    await page.click("#setup-fill");
    await page.waitForFunction(() => [...document.querySelectorAll("#hand-top output")].some((output) => output.textContent === "17"));
    if (way === "drag") {
      await v.axe("set up");
      await v.shot("setup");
    }
    await v.solve();
    assert.equal((await v.line())[0], 1, way);
    await v.tab("setup");
  }
  // A piece promotes, changes sides, and leaves the board.
  await v.cell(pawn).click();
  const look = (await v.board())[pawn];
  for (const control of ["setup-promote", "setup-turn"]) {
    const before = (await v.board())[pawn];
    await page.click(`#${control}`);
    await page.waitForFunction(([square, before]) => document.querySelector(`[data-square="${square}"]`).dataset.look !== before, [pawn, before]);
  }
  assert.notEqual((await v.board())[pawn], look);
  await page.click("#setup-remove");
  await page.waitForFunction((square) => !document.querySelector(`[data-square="${square}"]`).dataset.look, pawn);
  // Two pawns on a file are marked and explained.
  await v.cell(13).focus();
  await page.keyboard.press("P");
  await v.cell(31).focus();
  await page.keyboard.press("P");
  await page.waitForSelector("#objections li:not(.dim)");
  assert.ok((await page.locator("#board .wrong").count()) >= 1);
  assert.ok(await page.isDisabled("#solve"));
  assert.ok(gold);
}

async function shares(v, game) {
  const { page } = v;
  await v.openProblem(game, TRIES[game].position);
  await v.solve();
  await page.click("#forward");
  await v.played(1);
  await v.tab("save");
  await v.axe("share");
  await v.shot("share");
  const link = await page.inputValue("#link");
  const board = await v.board();
  for (const format of game === "shogi" ? ["kif", "yaml", "svg"] : ["yaml", "svg"]) {
    const [download] = await Promise.all([page.waitForEvent("download"), page.click(`[data-save="${format}"]`)]);
    const text = fs.readFileSync(await download.path(), "utf8");
    assert.match(text, { kif: /手数----/, yaml: /position:/, svg: /^<svg/ }[format], format);
  }
  for (const [control, signature] of [["#save-png", "\x89PNG"], ["#save-certificate", "{\"tsume_certificate\""]]) {
    const [download] = await Promise.all([page.waitForEvent("download"), page.click(control)]);
    const text = fs.readFileSync(await download.path(), "latin1");
    assert.ok(text.startsWith(signature), control);
    if (control === "#save-certificate") {
      await v.tab("paste");
      await page.fill("#paste", text);
      await page.click("#read");
      await page.waitForSelector("#read-result .good");
      await v.tab("solve");
      await page.waitForSelector("#branches .prescribed");
    }
  }
  if (game !== "shogi") {
    await v.tab("save");
    await page.click("[data-save=kif]");
    await page.waitForSelector("#status.bad");
  }
  await v.open(new URL(link).hash);
  assert.deepEqual(await v.board(), board);
}

async function looks(v, game) {
  const { page } = v;
  await v.openProblem(game, TRIES[game].position);
  for (const theme of ["dark", "light"]) {
    await page.selectOption("#theme", theme);
    await v.axe(theme);
    await v.shot(theme);
  }
  const squares = () => page.locator("[data-square]").count();
  const whole = { shogi: 81, chu: 144, maka_dai_dai: 361 }[game];
  assert.equal((await squares()) < whole, game !== "shogi");
  const isCropped = (await page.getAttribute("#crop", "aria-pressed")) === "true";
  if (isCropped) await page.click("#crop");
  assert.equal(await squares(), whole);
  await v.axe("whole board");
  const width = async () => (await page.locator("[data-square]").first().boundingBox()).width;
  const before = await width();
  await page.click("#zoom-in");
  assert.ok((await width()) > before);
  await page.click("#zoom-out");
  await page.click("#turn-board");
  await page.click("#turn-board");
  await v.shot("whole");
  // The board is one stop of the tab key; arrows walk on it, and every square has a name.
  assert.equal(await page.locator("[data-square][tabindex='0']").count(), 1);
  const names = await page.locator("[data-square]").evaluateAll((cells) => cells.map((cell) => cell.getAttribute("aria-label")));
  assert.equal(new Set(names).size, whole);
  await page.locator("[data-square][tabindex='0']").focus();
  const first = await page.evaluate(() => document.activeElement.dataset.square);
  await page.keyboard.press("ArrowDown");
  assert.notEqual(await page.evaluate(() => document.activeElement.dataset.square), first);
}

async function refutes(v) {
  const { page } = v;
  await v.openProblem("shogi", NO_MATE.shogi);
  await v.solve();
  assert.equal(await v.status().getAttribute("class"), "status bad");
  await page.check("[name=part][value=attacker]", { force: true });
  await page.waitForSelector("#branches .branch-list button");
  await page.locator("#branches .branch-list button").first().click();
  await v.played(2);
  assert.match(await v.text("#status"), /every check has an answer|どの王手にも受け/);
  await v.shot("no-mate");
}

async function stops(v) {
  const { page } = v;
  await v.openProblem("shogi", LONG);
  await page.click("#solve");
  await page.waitForFunction(() => ["nodes", "numbers", "elapsed", "line-so-far"].every((id) => document.getElementById(id).textContent !== ""));
  await v.shot("solving");
  await v.axe("solving");
  await page.click("#stop");
  await page.waitForSelector("#result .result-text");
}

/** While the page judges or generates, the board still answers; stop is obeyed at once, and what was proved stays. */
async function stopsLong(v) {
  const { page } = v;
  await v.openProblem("shogi", TRIES.shogi.position);
  await v.solve();
  const branches = await page.locator("#branches .branch-list button").count();
  assert.ok(branches > 0);
  const atOnce = async (name) => {
    const start = Date.now();
    await page.click(`#${name}-stop`);
    await page.waitForSelector(`#${name}:visible`);
    assert.ok(Date.now() - start < 5_000, `${name}: ${Date.now() - start} ms`);
  };
  await v.tab("generate");
  await page.selectOption("#length-from", "9");
  await page.selectOption("#length-to", "9");
  await page.selectOption("#how-many", "10");
  await page.click("#generate");
  await page.waitForSelector("#generate-stop:visible");
  await page.click("#forward");
  await v.played(1);
  await page.waitForSelector("#branches .branch-list button", { state: "attached" });
  await page.click("#back");
  await page.waitForFunction(() => document.getElementById("back").disabled);
  await v.axe("generating");
  await atOnce("generate");
  await v.tab("solve");
  if (!(await page.locator("#generate-result li").count())) {
    await page.waitForFunction((n) => document.querySelectorAll("#branches .branch-list button").length === n, branches);
  }
  await v.openProblem("shogi", LONG);
  await v.tab("judge");
  await page.click("#judge");
  await page.waitForSelector("#judge-stop:visible");
  await page.waitForTimeout(300);
  await atOnce("judge");
}

/** A finger's tap and drag, where there is a touch screen. */
async function touches(v) {
  const { page } = v;
  await v.openProblem("shogi", TRIES.shogi.position);
  const [from, to] = TRIES.shogi.quiet;
  await v.cell(from).tap();
  await page.waitForSelector("#board .target");
  await v.cell(to).tap();
  await v.played(1);
  await v.openProblem("shogi", TRIES.shogi.position);
  await v.cell(from).scrollIntoViewIfNeeded();
  const session = await page.context().newCDPSession(page);
  const center = async (square) => {
    const { x, y, width, height } = await v.cell(square).boundingBox();
    return { x: x + width / 2, y: y + height / 2 };
  };
  const [a, b] = [await center(from), await center(to)];
  const touch = (type, points) => session.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  await touch("touchStart", [a]);
  for (const part of [0.3, 0.7, 1]) await touch("touchMove", [{ x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part }]);
  await touch("touchEnd", []);
  await v.played(1);
}

/** Pictures for the READMEs: shogi in English in the middle of a defence, chu in Japanese. */
async function pictures(browser) {
  const views = [
    ["page-shogi", "en", "shogi", "2B3l2/5lg2/5p1n1/6k1g/5P2+B/5Sg1N/6N+l1/9/9 b SN2rg2sl16p 1", 3, { title: "Shogi Musou no. 38 (1734)" }],
    ["page-chu.ja", "ja", "chu", "1+[SM]7[PH]2/8gbk1/+[DH]8[ln]c+C/11[kr]/7p1s1L/10+[DK]r/11q/12/9+[DK]2/12/11[DH]/12 b - 1", 4, { rule: "promotion=zone_touch", title: "伝伊藤看寿作 中将棋" }],
  ];
  for (const [name, lang, game, position, plies, more] of views) {
    const page = await browser.newPage({ viewport: { width: 1160, height: 880 }, locale: lang, reducedMotion: "reduce", bypassCSP: true });
    const v = new Visitor(page, name);
    await v.open(`#${new URLSearchParams({ game, position, ...more })}`);
    await v.solve();
    for (let ply = 1; ply <= plies; ply += 1) {
      await page.click("#forward");
      await v.played(ply);
    }
    await page.mouse.move(0, 0);
    // Without gradients the files are half as large.
    await page.addStyleTag({ content: ".board { background: var(--wood) } #table, #panel, .board { box-shadow: none }" });
    await page.evaluate(() => {
      document.activeElement.blur();
      scrollTo(0, 0);
    });
    await page.screenshot({ path: `${shots}/${name}.png` });
    await page.close();
  }
}

const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
if (mode === "--pictures") {
  await pictures(browser);
  await browser.close();
  process.exit(problems);
}
const only = process.env.ONLY?.split(",");
for (const game of GAMES) {
  for (const [width, height] of WIDTHS) {
    for (const lang of ["en", "ja"]) {
      const name = `${game}-${width}-${lang}`;
      if (only && !only.some((part) => name.includes(part))) continue;
      const start = Date.now();
      const isTouch = width < 600;
      const context = await browser.newContext({ viewport: { width, height }, locale: lang, reducedMotion: "reduce", hasTouch: isTouch, acceptDownloads: true });
      const page = await context.newPage();
      page.setDefaultTimeout(30_000);
      const v = new Visitor(page, name);
      const steps = [
        ["solve", () => solves(v, game)], ["defend", (plies) => defends(v, plies)], ["attack", (plies) => attacks(v, plies)],
        ["try", () => tries(v, game)], ["judge", () => judges(v)], ["generate", () => generates(v, game)], ["open", () => opens(v)],
        ["share", () => shares(v, game)], ["looks", () => looks(v, game)],
      ];
      if (game === "shogi") steps.push(["set up", () => setsUp(v)], ["refute", () => refutes(v)], ["stop", () => stops(v)], ["stop long work", () => stopsLong(v)]);
      if (isTouch) steps.push(["touch", () => touches(v)]);
      let plies;
      for (const [what, act] of steps) {
        try {
          plies = (await act(plies)) ?? plies;
        } catch (error) {
          v.fault(`${what}: ${error.stack.split("\n").slice(0, 12).join("\n    ")}`);
          await v.shot(`fault-${what}`);
        }
      }
      report(`${name}: ${((Date.now() - start) / 1000).toFixed(1)} s`);
      await context.close();
    }
  }
}
await browser.close();
report(problems === 0 ? "no faults" : `${problems} faults`);
process.exit(problems === 0 ? 0 : 1);
