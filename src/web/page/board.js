// The board and the hands: drawing, pointer, keyboard, names of squares and pieces.
//
// A view is what the engine says of a position: `board` (square, kind, side), `hands`, `side`, `last`, `check`.
// The board does not know the rules: the moves that it offers are those of the view.

import { $, h, isCalm, s, t } from "./dom.js";

/** Outline of a piece in a box of 100 by 108. */
const TILE = "M50 4L81 18L92 103L8 103L19 18Z";
/** Squares narrower than this have no room for a number of two digits. */
const NARROW_CELL = 19;
/** Squares beside the outermost pieces that a cropped board shows. */
const CROP_MARGIN = 2;
/** Pixels after which a press becomes a drag. */
const DRAG_PX = 6;
/** Milliseconds within which typed letters form one abbreviation. */
const TYPING_MS = 900;

export class Board {
  /** `hooks`: `play(moves)` for moves between two places, `edit(from, to)`, `press(place)`, `key(square, kind, side)`. */
  constructor(hooks) {
    this.hooks = hooks;
    this.grid = $("board");
    this.game = null;
    this.view = null;
    this.moves = [];
    this.isEditing = false;
    this.isTurned = false;
    this.isCropped = false;
    this.isLettered = false;
    this.zoom = 1;
    this.chosen = null;
    this.focus = null;
    this.wrong = new Set();
    this.area = null;
    this.cells = new Map();
    this.typed = { text: "", at: 0 };
    this.listen();
  }

  // Game and size

  setGame(game) {
    this.game = game;
    this.area = null;
    this.focus = null;
    this.chosen = null;
    this.drawSymbols();
  }

  setLettered(isLettered) {
    this.isLettered = isLettered;
    if (!this.game) return;
    this.drawSymbols();
  }

  /** Symbols of the pieces, which squares, hands and palette use. */
  drawSymbols() {
    const { kinds, glyphs } = this.game;
    const symbols = kinds.map((kind, index) => {
      const face = s("g", { class: kind.red ? "face red" : "face" });
      if (this.isLettered) {
        const text = s("text", { class: face.getAttribute("class"), x: 50, y: 78, textLength: kind.id.length > 2 ? 66 : null, lengthAdjust: "spacingAndGlyphs" });
        text.textContent = kind.id;
        face.append(text);
      } else face.append(...layout([...kind.face]).map(({ c, x, y, width, height }) => glyph(glyphs, c, x, y, width, height)));
      return s("symbol", { id: `k${index}`, viewBox: "0 0 100 108" }, s("path", { d: TILE, class: "tile" }), face);
    });
    $("symbols").replaceChildren(...symbols);
  }

  /** The rectangle of squares that is shown: `[left, top, right, bottom]`, in files and ranks. */
  visible() {
    const { files, ranks } = this.game;
    const whole = [0, 0, files - 1, ranks - 1];
    if (!this.isCropped || this.isEditing || !this.view) return whole;
    const old = this.area ?? [files, ranks, -1, -1];
    const used = this.view.board.map(([square]) => square).concat(this.view.last ?? []);
    let [left, top, right, bottom] = old;
    for (const square of used) {
      const [file, rank] = [square % files, Math.floor(square / files)];
      left = Math.min(left, Math.max(file - CROP_MARGIN, 0));
      right = Math.max(right, Math.min(file + CROP_MARGIN, files - 1));
      top = Math.min(top, Math.max(rank - CROP_MARGIN, 0));
      bottom = Math.max(bottom, Math.min(rank + CROP_MARGIN, ranks - 1));
    }
    if (right < 0) return whole;
    this.area = [left, top, right, bottom];
    return this.area;
  }

  /** Width of a square, so that the board fits beside its hands. */
  fit(columns) {
    const room = $("board-scroll").clientWidth - 44;
    const fitting = Math.floor(room / columns);
    const cell = Math.max(Math.min(fitting, 56), 14) * this.zoom;
    $("board-frame").style.setProperty("--cell", `${Math.round(cell * 10) / 10}px`);
    $("board-frame").style.setProperty("--columns", columns);
    $("files").classList.toggle("narrow", columns > 9 && cell < NARROW_CELL);
  }

  // Drawing

  show(view, { moves = [], isEditing = false, wrong = [] } = {}) {
    const before = this.view;
    this.view = view;
    this.moves = moves;
    this.isEditing = isEditing;
    this.wrong = new Set(wrong);
    this.chosen = null;
    this.draw();
    if (!isEditing && before && before !== view && view.last !== undefined && !isCalm()) {
      const cell = this.cells.get(view.last);
      cell?.classList.add("moved");
      setTimeout(() => cell?.classList.remove("moved"), 250);
    }
  }

  draw() {
    if (!this.game || !this.view) return;
    const [left, top, right, bottom] = this.visible();
    const { files } = this.game;
    const columns = range(left, right, !this.isTurned);
    const rows = range(top, bottom, this.isTurned);
    const hadFocus = this.grid.contains(document.activeElement);
    this.pieces = new Map(this.view.board.map(([square, kind, side]) => [square, { kind, side }]));
    const shape = [columns, rows, this.game.name, document.documentElement.lang].join();
    if (shape !== this.shape) {
      this.shape = shape;
      this.cells = new Map();
      this.grid.replaceChildren(...rows.map((rank) => h("div", { role: "row" }, columns.map((file) => {
        const square = rank * files + file;
        const cell = h("button", { type: "button", role: "gridcell", "data-square": square, tabindex: "-1" });
        this.cells.set(square, cell);
        return cell;
      }))));
      this.grid.setAttribute("aria-rowcount", rows.length);
      this.grid.setAttribute("aria-colcount", columns.length);
      $("files").replaceChildren(...columns.map((file) => h("span", {}, String(file + 1))));
      $("ranks").replaceChildren(...rows.map((rank) => this.rankName(rank)));
    }
    this.fit(columns.length);
    this.grid.setAttribute("aria-label", t("board"));
    if (!this.cells.has(this.focus)) this.focus = this.startOfFocus();
    for (const [square, cell] of this.cells) this.drawCell(square, cell);
    this.drawHands();
    if (hadFocus) this.cells.get(this.focus)?.focus({ preventScroll: true });
  }

  /** Square where the keyboard enters: the defender's royal, or any. */
  startOfFocus() {
    const { kinds } = this.game;
    const royal = [...this.pieces].find(([square, { kind }]) => kinds[kind].royal && this.cells.has(square));
    return royal ? royal[0] : this.cells.keys().next().value;
  }

  drawCell(square, cell) {
    const piece = this.pieces.get(square);
    const source = this.chosen;
    const targets = source === null ? [] : this.movesBetween(source, square);
    const isTarget = targets.length > 0 && square !== source;
    const isLive = this.isEditing ? piece !== undefined : this.moves.some((m) => m.from === square);
    const look = `${piece ? `${piece.kind}/${piece.side}` : ""}`;
    if (cell.dataset.look !== look) {
      cell.dataset.look = look;
      cell.replaceChildren(...(piece ? [this.picture(piece.kind, piece.side)] : []));
    }
    const { kinds } = this.game;
    const isChecked = !this.isEditing && this.view.check && piece && kinds[piece.kind].royal && piece.side === sideNumber(this.view.side);
    const classes = {
      live: isLive, chosen: square === source, target: isTarget, taken: isTarget && piece !== undefined,
      soft: isTarget && targets.every((m) => m.forcing === false), last: this.view.last === square,
      wrong: this.wrong.has(square), "in-check": isChecked,
    };
    for (const [name, isOn] of Object.entries(classes)) cell.classList.toggle(name, Boolean(isOn));
    cell.tabIndex = square === this.focus ? 0 : -1;
    cell.setAttribute("aria-selected", String(square === source));
    cell.setAttribute("aria-label", this.label(square, piece, isTarget));
  }

  label(square, piece, isTarget) {
    const name = this.squareName(square);
    const parts = [piece ? t("square-piece", { square: name, side: this.sideName(piece.side), piece: this.game.kinds[piece.kind].name }) : t("square-empty", { square: name })];
    if (isTarget) parts.push(t("can-go-here"));
    if (this.view.last === square) parts.push(t("last-move"));
    if (this.wrong.has(square)) parts.push(t("objection-here"));
    return parts.join(t("comma"));
  }

  /** Name of a square in the page's language. */
  squareName(square) {
    const { files, rankNames } = this.game;
    const [file, rank] = [square % files, Math.floor(square / files)];
    const isJapanese = document.documentElement.lang === "ja";
    return `${file + 1}${isJapanese ? rankNames[rank] : String.fromCharCode(97 + rank)}`;
  }

  sideName(side) {
    return side === 0 ? t("black") : t("white");
  }

  picture(kind, side) {
    return s("svg", { class: side === (this.isTurned ? 0 : 1) ? "piece white" : "piece", viewBox: "0 0 100 108", "aria-hidden": "true" }, s("use", { href: `#k${kind}` }));
  }

  rankName(rank) {
    const { glyphs, rankNames } = this.game;
    if (document.documentElement.lang !== "ja") return h("span", {}, String.fromCharCode(97 + rank));
    const characters = [...rankNames[rank]];
    const width = 1000 * characters.length;
    return h("span", {}, s("svg", { viewBox: `0 0 ${width} 1000` }, characters.map((c, i) => glyph(glyphs, c, 1000 * i + 500, 500, 1000, 1000))));
  }

  drawHands() {
    const { lanes, kinds, drops } = this.game;
    for (const [id, side] of [["hand-top", this.isTurned ? 0 : 1], ["hand-bottom", this.isTurned ? 1 : 0]]) {
      const element = $(id);
      element.dataset.side = side;
      const counts = this.view.hands[side];
      const focused = element.contains(document.activeElement) ? document.activeElement.dataset.key : null;
      if (!drops) {
        element.replaceChildren();
        continue;
      }
      const owner = h("span", { class: "owner" }, t("in-hand-of", { side: this.sideName(side) }));
      const held = lanes.map((kind, lane) => ({ kind, lane, count: counts[lane] ?? 0 }));
      const parts = this.isEditing
        ? held.map(({ kind, lane, count }) => this.stepper(side, kind, lane, count))
        : held.filter(({ count }) => count > 0).map(({ kind, count }) => this.heldPiece(side, kind, count));
      if (parts.length === 0) parts.push(h("span", { class: "dim" }, t("nothing-in-hand")));
      element.replaceChildren(owner, ...parts);
      if (focused) element.querySelector(`[data-key="${focused}"]`)?.focus();
      element.setAttribute("role", "group");
      element.setAttribute("aria-label", t("in-hand-of", { side: this.sideName(side) }));
    }
  }

  heldPiece(side, kind, count) {
    const place = `drop:${kind}`;
    const isLive = side === sideNumber(this.view.side) && this.moves.some((m) => m.drop === kind);
    return h("button", {
      type: "button", class: this.chosen === place && isLive ? "held chosen" : "held", disabled: !isLive, "data-place": place, "data-key": `${side}-${kind}`,
      "aria-pressed": String(this.chosen === place && isLive),
      "aria-label": t("held-piece", { piece: this.game.kinds[kind].name, count }),
    }, this.picture(kind, side), count > 1 ? h("span", { class: "count", "aria-hidden": "true" }, String(count)) : null);
  }

  stepper(side, kind, lane, count) {
    const { name } = this.game.kinds[kind];
    const change = (by) => () => this.hooks.hand(side, lane, by);
    return h("span", { class: "stepper" },
      h("button", { type: "button", "aria-label": t("fewer", { piece: name }), "data-key": `less-${lane}`, onclick: change(-1), disabled: count === 0 }, "−"),
      h("span", { class: "face-of" }, this.picture(kind, side)), h("output", { "aria-label": t("held-piece", { piece: name, count }) }, String(count)),
      h("button", { type: "button", "aria-label": t("more", { piece: name }), "data-key": `more-${lane}`, onclick: change(1) }, "+"));
  }

  // Moves

  /** Moves from a place (a square, or `drop:KIND`) to a square. */
  movesBetween(from, to) {
    const drop = String(from).startsWith("drop:") ? Number(from.slice(5)) : null;
    return this.moves.filter((m) => m.to === to && (drop === null ? m.from === from : m.drop === drop));
  }

  isSource(place) {
    if (this.isEditing) return this.pieces.has(place);
    if (String(place).startsWith("drop:")) return this.moves.some((m) => m.drop === Number(place.slice(5)));
    return this.moves.some((m) => m.from === place);
  }

  choose(place) {
    this.chosen = place;
    this.draw();
    this.hooks.chosen?.(place);
  }

  /** A tap or Enter on a place. */
  press(place) {
    if (this.isEditing) return this.hooks.press(place);
    if (this.chosen !== null && typeof place === "number") {
      const found = this.movesBetween(this.chosen, place);
      if (found.length > 0) {
        this.choose(null);
        return this.hooks.play(found);
      }
    }
    this.choose(place !== this.chosen && this.isSource(place) ? place : null);
  }

  /** The end of a drag: `to` is a square, or null for a place off the board. */
  dropped(from, to, element) {
    if (this.isEditing) return this.hooks.edit(from, to, element?.closest?.(".hand")?.dataset.side);
    const found = to === null ? [] : this.movesBetween(from, to);
    this.choose(null);
    if (found.length > 0) this.hooks.play(found);
  }

  // Pointer and keyboard

  listen() {
    document.addEventListener("pointerdown", (event) => this.pressed(event));
    this.grid.addEventListener("click", (event) => {
      // A click without pointer is one of the keyboard or of a screen reader.
      if (event.detail === 0) this.clicked(event.target);
    });
    for (const id of ["hand-top", "hand-bottom"]) $(id).addEventListener("click", (event) => {
      if (event.detail === 0) this.clicked(event.target);
    });
    this.grid.addEventListener("focusin", (event) => {
      const square = Number(event.target.dataset.square);
      if (!Number.isNaN(square)) this.setFocus(square);
    });
    this.grid.addEventListener("keydown", (event) => this.keyed(event));
    new ResizeObserver(() => this.view && this.draw()).observe($("table"));
  }

  placeOf(element) {
    const found = element?.closest?.("[data-square], [data-place]");
    if (!found) return null;
    return found.dataset.square !== undefined ? Number(found.dataset.square) : found.dataset.place;
  }

  clicked(element) {
    const place = this.placeOf(element);
    if (place !== null) this.press(place);
  }

  pressed(event) {
    const place = this.placeOf(event.target);
    if (place === null || event.button !== 0 || !this.game) return;
    const start = [event.clientX, event.clientY];
    const canDrag = this.isEditing ? typeof place === "string" || this.pieces.has(place) : this.isSource(place);
    let ghost = null;
    const move = (moved) => {
      const far = Math.hypot(moved.clientX - start[0], moved.clientY - start[1]);
      if (!ghost && canDrag && far > DRAG_PX) {
        ghost = this.ghost(place);
        document.body.append(ghost);
        if (!this.isEditing) this.choose(place);
      }
      if (!ghost) return;
      ghost.style.left = `${moved.clientX - 27}px`;
      ghost.style.top = `${moved.clientY - 29}px`;
      moved.preventDefault();
    };
    const end = (ended) => {
      for (const [name, listener] of listeners) document.removeEventListener(name, listener);
      ghost?.remove();
      if (ended.type === "pointercancel") return;
      const element = document.elementFromPoint(ended.clientX, ended.clientY);
      if (ghost) {
        const to = this.placeOf(element);
        this.dropped(place, typeof to === "number" ? to : null, element);
      } else if (this.placeOf(element) === place) this.press(place);
    };
    const listeners = [["pointermove", move], ["pointerup", end], ["pointercancel", end]];
    for (const [name, listener] of listeners) document.addEventListener(name, listener, { passive: false });
  }

  ghost(place) {
    const piece = typeof place === "number" ? this.pieces.get(place) : this.hooks.pieceOf(place);
    return h("div", { class: "ghost" }, this.picture(piece.kind, piece.side));
  }

  setFocus(square) {
    if (square === this.focus) return;
    const before = this.cells.get(this.focus);
    if (before) before.tabIndex = -1;
    this.focus = square;
    const cell = this.cells.get(square);
    if (cell) cell.tabIndex = 0;
  }

  keyed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { files, ranks } = this.game;
    const turn = this.isTurned ? -1 : 1;
    const steps = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const [file, rank] = [this.focus % files, Math.floor(this.focus / files)];
    if (event.key in steps) {
      event.preventDefault();
      event.stopPropagation();
      const [dx, dy] = steps[event.key];
      const [x, y] = [file + dx * turn, rank + dy * turn];
      const square = y * files + x;
      if (x >= 0 && y >= 0 && x < files && y < ranks && this.cells.has(square)) {
        this.setFocus(square);
        this.cells.get(square).focus();
      }
    } else if (event.key === "Escape" && this.chosen !== null) {
      this.choose(null);
    } else if (this.isEditing) this.typedKey(event);
  }

  /** Typed letters place a piece: upper case black's, lower case white's. */
  typedKey(event) {
    if (event.key === "Delete" || event.key === "Backspace") return this.hooks.edit(this.focus, null);
    if (event.key === "+") return this.hooks.promote(this.focus);
    if (!/^[a-zA-Z]$/.test(event.key)) return;
    const isMore = event.timeStamp - this.typed.at < TYPING_MS;
    this.typed = { text: (isMore ? this.typed.text : "") + event.key, at: event.timeStamp };
    const find = (text) => this.game.kinds.findIndex((kind) => kind.id.toLowerCase() === text.toLowerCase());
    let { text } = this.typed;
    if (find(text) < 0) text = event.key;
    if (find(text) >= 0) this.hooks.key(this.focus, find(text), text[0] === text[0].toUpperCase() ? 0 : 1);
  }
}

function range(from, to, isDescending) {
  const all = Array.from({ length: to - from + 1 }, (_, i) => from + i);
  return isDescending ? all.reverse() : all;
}

export function sideNumber(name) {
  return name === "black" ? 0 : 1;
}

/** Places of the characters on a piece: four or more in two columns, the right one first. */
function layout(characters) {
  const columns = characters.length > 3 ? 2 : 1;
  const rows = Math.ceil(characters.length / columns) || 1;
  const [boxWidth, boxHeight] = [62, rows > 1 ? 82 : 70];
  const [width, height] = [boxWidth / columns, boxHeight / rows];
  const wide = rows > 1 ? Math.min(width, height * 1.35) : width;
  return characters.map((c, i) => ({
    c, width: wide, height,
    x: 50 + ((columns - 1) / 2 - Math.floor(i / rows)) * width,
    y: 61 + ((i % rows) - (rows - 1) / 2) * height,
  }));
}

/** A character in a box around a center. */
function glyph(glyphs, c, x, y, width, height) {
  const [advance, outline] = glyphs[c] ?? [1000, ""];
  const [a, d] = [width / 1000, height / 1000];
  return s("path", { d: outline, transform: `matrix(${a} 0 0 ${d} ${x - (a * advance) / 2} ${y - d * 500})` });
}
