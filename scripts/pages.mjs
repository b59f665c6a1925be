// Opens pages of `tsume analyze --html` and booklets of `tsume show` in headless Chromium, on a screen and on paper:
// axe-core must find nothing, nothing is wider than the window, every link leads somewhere, nothing comes from the
// network; printed pages show no answer that the reader has not opened, and split no board.
//
// Usage: node pages.mjs [SHOTS] PAGE.html...     SHOTS: a folder for screenshots and prints
// Needs playwright-core and axe-core; scripts/browser.sh installs them.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const files = process.argv.slice(2);
const shots = fs.statSync(files[0]).isDirectory() ? files.shift() : null;
const axe = fs.readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
const VIEWS = [["light", 1280], ["dark", 1280], ["light", 390]];

let faults = 0;

async function check(browser, file, scheme, width) {
  const name = `${path.basename(file, ".html")}-${scheme}-${width}`;
  const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme: scheme });
  const fault = (text) => {
    faults += 1;
    console.log(`FAULT ${name}: ${text}`);
  };
  page.on("pageerror", (error) => fault(`error: ${error.message}`));
  page.on("request", (request) => request.url().startsWith("file:") || fault(`asks ${request.url()}`));
  const look = async (what) => {
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => window.axe.run(document));
    for (const { id, nodes } of violations) fault(`axe, ${what}: ${id}: ${nodes.slice(0, 2).map((node) => node.html.slice(0, 160)).join(" | ")}`);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (wide > 0) fault(`${what}: ${wide} pixels wider than the window`);
    if (shots) await page.screenshot({ path: `${shots}/${name}-${what}.png` });
  };
  await page.goto(pathToFileURL(path.resolve(file)).href);
  await page.waitForSelector("svg:visible");
  await look("start");
  const broken = await page.evaluate(() => {
    const ids = JSON.parse(document.getElementById("data")?.textContent ?? "[]").map((problem, i) => [problem.id, String(i + 1)]);
    const known = new Set([...document.querySelectorAll("[id]")].map((element) => element.id).concat(ids.flat()));
    const targets = [...document.querySelectorAll("a[href^='#']")].map((link) => decodeURIComponent(link.hash.slice(1)));
    return targets.filter((target) => !known.has(target));
  });
  assert.deepEqual(broken, []);
  if (scheme === "light" && width === 1280) await print(page, name, fault);
  // The reader opens what there is to open: the first answers of a booklet, or the solution of a study.
  for (const summary of (await page.locator("summary").all()).slice(0, 3)) await summary.click();
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowRight");
  await look("open");
  await page.close();
}

/** The page on paper: answers are hidden, and each picture is within one sheet. */
async function print(page, name, fault) {
  await page.emulateMedia({ media: "print" });
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  const answers = await page.locator(".answer table, .answer .moves, .move").evaluateAll((all) => all.filter((one) => one.checkVisibility()).length);
  if (answers > 0) fault(`print: ${answers} answers are visible`);
  const splits = await page.locator("figure").evaluateAll((all) => all.filter((one) => one.checkVisibility() && getComputedStyle(one).breakInside !== "avoid").length);
  if (splits > 0) fault(`print: ${splits} boards may be split`);
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  if (shots) await page.pdf({ path: `${shots}/${name}.pdf`, format: "A4" });
  await page.emulateMedia({ media: "screen" });
}

const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
for (const file of files) {
  for (const [scheme, width] of VIEWS) await check(browser, file, scheme, width);
  console.log(`${path.basename(file)}: looked at`);
}
await browser.close();
console.log(faults === 0 ? "no faults" : `${faults} faults`);
process.exit(faults === 0 ? 0 : 1);
