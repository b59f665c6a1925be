// Setting up: pieces, hands, side to move, stipulation, options of the game.

import { $, h, t } from "./dom.js";

/** Pieces of a kind in a hand at most. */
const MAX_IN_HAND = 127;

export class Setup {
  /** `changed(draft)` is called after each change. */
  constructor(board, changed) {
    this.board = board;
    this.changed = changed;
    this.draft = null;
    this.brush = null;
    this.listen();
  }

  get game() {
    return this.board.game;
  }

  /** Takes a position over, to change it. */
  open(view) {
    this.draft = {
      board: new Map(view.board.map(([square, kind, side]) => [square, [kind, side]])),
      hands: view.hands.map((hand) => [...hand]),
      side: view.side,
    };
    this.drawPalette();
  }

  /** The draft as a request has it. */
  placed() {
    const { board, hands, side } = this.draft;
    return { board: [...board].map(([square, [kind, owner]]) => [square, kind, owner]), hands, side };
  }

  commit() {
    this.changed();
  }

  listen() {
    const on = (id, act) => $(id).addEventListener("click", act);
    on("setup-clear", () => {
      this.draft.board.clear();
      this.draft.hands = this.draft.hands.map((hand) => hand.map(() => 0));
      this.commit();
    });
    on("setup-promote", () => this.promote(this.board.chosen));
    on("setup-turn", () => this.turn(this.board.chosen));
    on("setup-remove", () => this.edit(this.board.chosen, null));
    for (const radio of document.querySelectorAll("[name=palette-side]")) radio.addEventListener("change", () => this.drawPalette());
    $("palette-promoted").addEventListener("change", () => this.drawPalette());
    $("side").addEventListener("change", () => {
      this.draft.side = $("side").value;
      this.commit();
    });
  }

  // Palette

  drawPalette() {
    if (!this.game) return;
    const side = Number(document.querySelector("[name=palette-side]:checked").value);
    const isPromoted = $("palette-promoted").checked;
    const kinds = this.game.kinds.map((kind, index) => ({ kind, index }));
    const shown = kinds.filter(({ kind, index }) => (isPromoted ? kind.base !== index : kind.base === index));
    this.brush = null;
    $("palette").replaceChildren(...shown.map(({ kind, index }) => h("button", {
      type: "button", "data-place": `new:${index}:${side}`, "aria-pressed": "false",
      "aria-label": t("piece-of", { side: this.board.sideName(side), piece: kind.name }), title: `${kind.name} (${kind.id})`,
      onclick: (event) => event.detail === 0 && this.take(`new:${index}:${side}`),
    }, this.board.picture(index, side))));
  }

  /** Takes a piece of the palette into the hand, or lays it back. */
  take(place) {
    this.brush = this.brush === place ? null : place;
    for (const button of $("palette").children) button.setAttribute("aria-pressed", String(button.dataset.place === this.brush));
  }

  pieceOf(place) {
    const [what, kind, side] = place.split(":");
    if (what === "drop") return { kind: Number(kind), side: this.draft ? 0 : 0 };
    return { kind: Number(kind), side: Number(side) };
  }

  // Changes

  press(place) {
    if (typeof place === "string") return this.take(place);
    if (this.brush) {
      const { kind, side } = this.pieceOf(this.brush);
      const now = this.draft.board.get(place);
      if (now && now[0] === kind && now[1] === side) this.draft.board.delete(place);
      else this.draft.board.set(place, [kind, side]);
      return this.commit();
    }
    const { chosen } = this.board;
    if (chosen !== null && chosen !== place) return this.edit(chosen, place);
    if (chosen === place) return this.cycle(place);
    this.board.choose(this.draft.board.has(place) ? place : null);
  }

  /** Moves a piece; off the board it goes into a hand, or away. */
  edit(from, to, handSide) {
    const isNew = typeof from === "string";
    const piece = isNew ? this.asPair(from) : this.draft.board.get(from);
    if (!piece) return;
    if (!isNew) this.draft.board.delete(from);
    if (to !== null) this.draft.board.set(to, piece);
    else if (handSide !== undefined) this.addToHand(Number(handSide), this.laneOf(piece[0]), 1);
    this.commit();
    if (to !== null && !isNew) this.board.setFocus(to);
  }

  asPair(place) {
    const { kind, side } = this.pieceOf(place);
    return [kind, side];
  }

  laneOf(kind) {
    return this.game.lanes.indexOf(this.game.kinds[kind].base);
  }

  addToHand(side, lane, by) {
    if (lane < 0) return;
    const now = this.draft.hands[side][lane] ?? 0;
    this.draft.hands[side][lane] = Math.min(Math.max(now + by, 0), MAX_IN_HAND);
  }

  hand(side, lane, by) {
    this.addToHand(side, lane, by);
    this.commit();
  }

  key(square, kind, side) {
    this.draft.board.set(square, [kind, side]);
    this.commit();
  }

  /** The promoted form, or the unpromoted one again. */
  other(kind) {
    const { kinds } = this.game;
    return kinds[kind].base === kind ? kinds[kind].promotes_to : kinds[kind].base;
  }

  promote(square) {
    const piece = this.draft.board.get(square);
    const other = piece && this.other(piece[0]);
    if (other === undefined) return;
    this.draft.board.set(square, [other, piece[1]]);
    this.commitWith(square);
  }

  turn(square) {
    const piece = this.draft.board.get(square);
    if (!piece) return;
    this.draft.board.set(square, [piece[0], 1 - piece[1]]);
    this.commitWith(square);
  }

  /** Piece, promoted piece, the other side's piece, and so on. */
  cycle(square) {
    const [kind, side] = this.draft.board.get(square);
    const isBase = this.game.kinds[kind].base === kind;
    const other = this.other(kind);
    if (isBase && other !== undefined && other !== null) this.draft.board.set(square, [other, side]);
    else this.draft.board.set(square, [this.game.kinds[kind].base, 1 - side]);
    this.commitWith(square);
  }

  /** Commits, and keeps the square chosen. */
  commitWith(square) {
    this.keep = square;
    this.commit();
  }
}
