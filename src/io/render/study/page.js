"use strict";
const problems = JSON.parse(document.getElementById("data").textContent);
const texts = JSON.parse(document.getElementById("texts").textContent);
const SVG = "http://www.w3.org/2000/svg";
const CELL = { w: 38, h: 42 }, EDGE = 22;
const revealed = new Set();
let problem = 0, here = null, view = {};

function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value !== null && value !== false) element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children);
  return element;
}

function draw(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

// A text in outlines, so that no font is needed; plain text where all of it is Latin, or where a character has no
// outline.
function spelled(text) {
  const drawn = c => document.getElementById("c" + c.codePointAt(0));
  if (/^[\x20-\x7e]*$/.test(text) || ![...text].every(drawn)) return document.createTextNode(text);
  const svg = draw("svg", { class: "glyphs", role: "img", "aria-label": text });
  let x = 0;
  for (const character of text) {
    const symbol = document.getElementById("c" + character.codePointAt(0));
    const advance = symbol ? symbol.viewBox.baseVal.width : 500;
    if (symbol) svg.append(draw("use", { href: "#" + symbol.id, x, y: 0, width: advance, height: 1000 }));
    x += advance;
  }
  svg.setAttribute("viewBox", `0 0 ${x} 1000`);
  return svg;
}

function board(p) {
  const { left, right, top, bottom } = p.area;
  const width = (right - left) * CELL.w, height = (bottom - top) * CELL.h;
  const startX = EDGE + left * CELL.w, startY = EDGE + top * CELL.h;
  const svg = draw("svg", {
    class: "board", role: "img",
    viewBox: `${startX - EDGE} ${startY - EDGE} ${width + 2 * EDGE} ${height + 2 * EDGE}`,
  });
  svg.append(draw("rect", { class: "wood", x: startX - EDGE, y: startY - EDGE, width: "100%", height: "100%" }));
  const marks = draw("g"), pieces = draw("g");
  svg.append(marks);
  for (let file = left; file <= right; file++) {
    const x = EDGE + file * CELL.w, wide = file % p.files ? 0.8 : 2;
    svg.append(draw("path", { class: "grid", "stroke-width": wide, d: `M${x} ${startY}v${height}` }));
  }
  for (let rank = top; rank <= bottom; rank++) {
    const y = EDGE + rank * CELL.h, wide = rank % p.ranks ? 0.8 : 2;
    svg.append(draw("path", { class: "grid", "stroke-width": wide, d: `M${startX} ${y}h${width}` }));
  }
  const label = { class: "label", "text-anchor": "middle", "font-size": 13, "font-family": "sans-serif" };
  for (let file = left; file < right; file++) {
    const x = EDGE + (file + 0.5) * CELL.w;
    svg.append(draw("text", { ...label, x, y: startY - 6 }, String(p.files - file)));
  }
  p.rankNames.forEach((name, rank) => {
    if (rank < top || rank >= bottom) return;
    const x = startX + width + EDGE / 2, y = EDGE + (rank + 0.5) * CELL.h;
    if (/^[a-z]$/.test(name)) {
      svg.append(draw("text", { ...label, x, y: y + 5 }, name));
      return;
    }
    const side = name.length > 1 ? 10 : 14;
    [...name].forEach((character, i) => {
      const top = y - side / 2 + (i - (name.length - 1) / 2) * side;
      svg.append(draw("use", { href: "#c" + character.codePointAt(0), class: "label", x: x - side / 2, y: top,
        width: side, height: side }));
    });
  });
  svg.append(pieces);
  return { svg, marks, pieces };
}

function center(p, square) {
  return [EDGE + (square % p.files + 0.5) * CELL.w, EDGE + (Math.floor(square / p.files) + 0.5) * CELL.h];
}

// The nodes from the first move to this one.
function path(p, node) {
  const nodes = [];
  for (let at = node; at !== null; at = p.nodes[at].p) nodes.push(at);
  return nodes.reverse();
}

function position(p, node) {
  const squares = new Map(p.start);
  let hands = p.hands;
  for (const at of path(p, node)) {
    const { d, h } = p.nodes[at];
    for (const [square, code] of d) squares.set(square, code);
    hands = h || hands;
  }
  return { squares, hands };
}

function showPosition() {
  const p = problems[problem];
  fill(p, view, here);
  const said = here === null ? texts.theProblem : texts.after.replace("{moves}", p.nodes[here].t);
  view.svg.setAttribute("aria-label", said);
  if (here !== null) view.status.textContent = said;
}

// Puts the pieces of a node on a board, and into the hands.
function fill(p, view, node) {
  const { squares, hands } = position(p, node);
  view.marks.replaceChildren();
  if (node !== null) {
    const { at, to } = p.nodes[node];
    for (const [kind, square] of [["at", at], ["to", to]]) {
      if (square === null) continue;
      const [x, y] = center(p, square);
      view.marks.append(draw("rect", { class: kind, x: x - CELL.w / 2, y: y - CELL.h / 2, width: CELL.w,
        height: CELL.h }));
    }
  }
  view.pieces.replaceChildren();
  for (const [square, code] of squares) {
    if (code < 0) continue;
    const [x, y] = center(p, square), size = CELL.w * 0.94;
    const turn = code % 2 ? ` rotate(180)` : "";
    view.pieces.append(draw("use", { href: "#p" + (code >> 1), x: -size / 2, y: -size / 2, width: size,
      height: size, transform: `translate(${x} ${y})${turn}` }));
  }
  [1, 0].forEach((side, row) => {
    const box = view.hands[row];
    box.replaceChildren();
    if (!hands.length) return;
    box.append(make("span", { class: "dim" }, side === p.attacker ? texts.attackerHolds : texts.defenderHolds));
    let any = false;
    hands[side].forEach((count, lane) => {
      if (!count) return;
      any = true;
      const face = draw("svg", { viewBox: "0 0 100 100" }, draw("use", { href: "#p" + p.lanes[lane] }));
      box.append(make("span", { class: side ? "held turned" : "held" }, face, count > 1 ? `×${count}` : ""));
    });
    if (!any) box.append(make("span", { class: "dim" }, texts.nothingHeld));
  });
}

// The move after this one on its line, its other moves, and so on.
function next(p, node) {
  return p.next.get(node) ?? null;
}

function siblings(p, node) {
  return node === null ? [] : p.after.get(p.nodes[node].p) || [];
}

function weave(p) {
  p.next = new Map();
  p.after = new Map();
  const visit = line => {
    line.nodes.forEach((node, i) => {
      const before = p.nodes[node].p;
      if (i > 0 || line === p.tree) p.next.set(before, node);
    });
    line.branches.forEach(visit);
  };
  if (!p.tree) return;
  visit(p.tree);
  p.nodes.forEach((node, i) => {
    if (!p.after.has(node.p)) p.after.set(node.p, []);
    p.after.get(node.p).push(i);
  });
  for (const [before, list] of p.after) {
    const main = p.next.get(before);
    list.sort((a, b) => (b === main) - (a === main) || a - b);
  }
}

function go(node) {
  if (!revealed.has(problem)) return;
  here = node;
  show();
}

function show() {
  const p = problems[problem];
  showPosition();
  const open = revealed.has(problem);
  const last = next(p, here) === null;
  view.buttons.forEach((button, i) => { button.disabled = !open || (i < 2 ? here === null : last); });
  for (const [node, button] of view.moves) {
    if (node === here) {
      button.setAttribute("aria-current", "step");
      const panel = view.solution.getBoundingClientRect(), place = button.getBoundingClientRect();
      if (view.solution.scrollHeight > view.solution.clientHeight
          && (place.top < panel.top || place.bottom > panel.bottom)) {
        view.solution.scrollTop += place.top - panel.top - panel.height / 3;
      }
    } else {
      button.removeAttribute("aria-current");
    }
  }
}

function moveList(p, line) {
  const moves = make("div", { class: "moves" });
  line.nodes.forEach((node, i) => {
    const button = make("button", { class: "move", type: "button", title: p.nodes[node].u, "data-node": node,
      onclick: () => go(node) }, make("small", {}, String(line.at + i)), spelled(p.nodes[node].t));
    view.moves.set(node, button);
    moves.append(button);
  });
  if (line.end) moves.append(make("span", { class: "end" }, spelled(line.end)));
  const list = make("ul", { class: "branches" });
  for (const branch of line.branches) {
    const [before, after = ""] = branch.about.split("{moves}");
    const about = make("div", { class: "about " + branch.kind }, before);
    branch.also.forEach((text, i) => about.append(i ? texts.comma : "", spelled(text)));
    about.append(after);
    const nested = moveList(p, branch);
    list.append(make("li", {}, about, ...nested));
  }
  return line.branches.length ? [moves, list] : [moves];
}

function solution() {
  const p = problems[problem];
  view.moves = new Map();
  if (!revealed.has(problem)) {
    view.solution.replaceChildren(make("button", { class: "reveal", type: "button", onclick: reveal },
      texts.showSolution));
    return;
  }
  const parts = [make("p", {}, make("span", { class: "badge " + p.class }, p.classWords), " ", p.verdict)];
  if (p.notes.length) {
    const notes = p.notes.map(([kind, words]) => make("p", { class: kind }, words));
    parts.push(make("details", { class: "notes", open: notes.length < 5 }, make("summary", {}, p.notesTitle), ...notes));
  }
  if (p.tree) parts.push(...moveList(p, p.tree));
  else parts.push(make("p", { class: "dim" }, texts.noLine));
  if (p.tree && !p.tree.complete) parts.push(make("p", { class: "dim" }, texts.incomplete));
  view.solution.replaceChildren(...parts);
}

function reveal() {
  revealed.add(problem);
  solution();
  show();
}

const ARROWS = [
  [texts.first, "M2 2h3v16h-3zM19 2v16L6 10z", () => go(null)],
  [texts.back, "M15 2v16L3 10z", () => here !== null && go(problems[problem].nodes[here].p)],
  [texts.forward, "M5 2v16L17 10z", () => forward()],
  [texts.end, "M1 2v16L14 10zM15 2h3v16h-3z", () => end()],
];

function forward() {
  const to = next(problems[problem], here);
  if (to !== null) go(to);
}

function end() {
  const p = problems[problem];
  let at = here;
  while (next(p, at) !== null) at = next(p, at);
  go(at);
}

function open(number) {
  problem = number;
  here = null;
  const p = problems[problem];
  if (!p.next) weave(p);
  view = board(p);
  view.moves = new Map();
  view.hands = [make("div", { class: "hand" }), make("div", { class: "hand" })];
  view.solution = make("div", { class: "solution" });
  view.status = make("p", { class: "status", role: "status" });
  view.buttons = ARROWS.map(([title, d, act]) => make("button", { type: "button", title, "aria-label": title,
    onclick: act }, draw("svg", { viewBox: "0 0 20 20" }, draw("path", { d }))));
  const panel = make("div", { class: "panel" },
    beside(number),
    make("h2", {}, make("a", { href: address(number) }, p.title)),
    make("p", { class: "dim" }, [p.game, ...p.by].join(" · ")),
    make("p", {}, p.task),
    make("div", { class: "controls" }, ...view.buttons),
    view.status,
    view.solution,
    make("p", { class: "keys" }, texts.keys));
  const large = p.files > 9 || p.ranks > 9;
  const main = make("main", { class: large ? "problem large" : "problem" },
    make("div", { class: "table" }, view.hands[0], view.svg, view.hands[1]), panel);
  const page = document.getElementById("page");
  page.querySelector("main")?.remove();
  page.append(main);
  document.querySelectorAll("nav a").forEach((link, i) => {
    if (i !== number) {
      link.removeAttribute("aria-current");
      return;
    }
    link.setAttribute("aria-current", "page");
    const list = link.closest("nav");
    const [box, place] = [list.getBoundingClientRect(), link.getBoundingClientRect()];
    if (place.top < box.top || place.bottom > box.bottom) list.scrollTop += place.top - box.top - box.height / 3;
  });
  solution();
  show();
}

// The part of the address for a problem: its id if that is its own, else its number.
function address(number) {
  const { id } = problems[number];
  const isOwn = id && problems.findIndex(p => p.id === id) === number;
  return "#" + (isOwn ? encodeURIComponent(id) : number + 1);
}

// Links to the problems before and after this one.
function beside(number) {
  if (problems.length < 2) return "";
  const link = (to, text) => to >= 0 && to < problems.length ? make("a", { href: address(to), class: "beside" }, text)
    : make("span", { class: "dim" }, text);
  return make("p", { class: "others" }, link(number - 1, texts.previous), `${number + 1} / ${problems.length}`,
    link(number + 1, texts.following));
}

// For print: the boards of all problems, without solutions.
function sheet() {
  const figures = problems.map(p => {
    const view = { ...board(p), hands: [make("div", { class: "hand" }), make("div", { class: "hand" })] };
    fill(p, view, null);
    view.svg.setAttribute("aria-label", texts.theProblem);
    return make("figure", {}, make("h2", {}, p.title), make("p", {}, [...p.by, p.task].filter(Boolean).join(" · ")),
      view.hands[0], view.svg, view.hands[1]);
  });
  return make("div", { class: "print" }, ...figures);
}

function index() {
  if (problems.length < 2) return;
  const links = problems.map((p, i) => make("li", {}, make("a", { href: address(i) },
    make("span", {}, p.title), make("span", {}, p.lengthLabel ? p.lengthLabel + " " : "",
      make("span", { class: "badge " + p.class }, p.classWords)))));
  const details = make("details", { open: matchMedia("(min-width: 70rem)").matches },
    make("summary", {}, texts.problems), make("ol", {}, ...links));
  const page = document.getElementById("page");
  page.classList.add("set");
  page.append(make("nav", {}, details));
}

function follow() {
  let wanted = location.hash.slice(1);
  try {
    wanted = decodeURIComponent(wanted);
  } catch {
    // Text that cannot be decoded is the id itself.
  }
  const named = problems.findIndex(p => p.id === wanted);
  const number = named >= 0 ? named + 1 : Number.parseInt(wanted, 10);
  open(number >= 1 && number <= problems.length ? number - 1 : 0);
}

function turn(by) {
  const to = problem + by;
  if (to >= 0 && to < problems.length) location.hash = address(to);
}

addEventListener("beforeprint", () => {
  document.querySelector(".print")?.remove();
  if (problems.length > 1) document.body.append(sheet());
  document.body.classList.toggle("printed", problems.length > 1);
});
addEventListener("afterprint", () => {
  document.querySelector(".print")?.remove();
  document.body.classList.remove("printed");
});

document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const p = problems[problem];
  const beside = siblings(p, here), place = beside.indexOf(here);
  const onButton = event.target.closest?.("button, a, summary");
  const keys = {
    ArrowRight: forward, ArrowLeft: ARROWS[1][2], Home: ARROWS[0][2], End: end,
    ArrowDown: () => beside.length > 1 && go(beside[(place + 1) % beside.length]),
    ArrowUp: () => beside.length > 1 && go(beside[(place + beside.length - 1) % beside.length]),
    n: () => turn(1), p: () => turn(-1),
    Enter: () => !onButton && reveal(),
  };
  const act = keys[event.key];
  if (!act || event.key === "Enter" && onButton) return;
  event.preventDefault();
  act();
});

document.getElementById("page").replaceChildren();
index();
follow();
addEventListener("hashchange", follow);
