// State of the page, and what its controls do.

import { Board, sideNumber } from "./board.js";
import { $, h, remember, say, t, useTexts } from "./dom.js";
import { connect } from "./engine.js";
import { EXAMPLES } from "./examples.js";
import { Panels } from "./panels.js";
import { Setup } from "./setup.js";
import { Share, fromFragment, toFragment } from "./share.js";
import { Solution } from "./solution.js";

const TABS = ["solve", "setup", "paste", "judge", "generate", "save"];
const ZOOMS = [0.6, 0.8, 1, 1.25, 1.6, 2, 2.6];
/** Boards of this many files or more show at first only the part with pieces. */
const LARGE_BOARD = 11;

class App {
  constructor() {
    this.engine = connect();
    this.language = remember("language") ?? (navigator.language.startsWith("ja") ? "ja" : "en");
    this.problem = null;
    this.problems = [];
    /** Moves of the line on the page in USI notation, and how many of them are played. */
    this.path = [];
    this.ply = 0;
    this.names = new Map();
    this.view = null;
    this.ticket = 0;
    this.tab = "solve";
    this.zoomStep = ZOOMS.indexOf(1);
    this.board = new Board({
      play: (moves) => this.chooseMove(moves),
      press: (place) => this.setup.press(place),
      edit: (from, to, hand) => this.setup.edit(from, to, hand),
      hand: (side, lane, by) => this.setup.hand(side, lane, by),
      key: (square, kind, side) => this.setup.key(square, kind, side),
      promote: (square) => this.setup.promote(square),
      chosen: () => this.showSquareTools(),
      pieceOf: (place) => (place.startsWith("drop:") ? { kind: Number(place.slice(5)), side: sideNumber(this.view.side) } : this.setup.pieceOf(place)),
    });
    this.setup = new Setup(this.board, () => this.edited());
    this.solution = new Solution(this);
    this.share = new Share(this);
    this.panels = new Panels(this);
    this.listen();
  }

  // Requests

  ask(request) {
    return this.engine.ask({ lang: this.language, ...request });
  }

  /** The problem as requests have it. */
  request() {
    const { game, rules, position, attacker, forcing } = this.problem;
    return { lang: this.language, game, rules, position, attacker, forcing };
  }

  fail(error) {
    const { faults = [] } = error;
    const help = faults[0]?.help ? ` ${faults[0].help}` : "";
    say(error.kind === "lost" ? t("connection-lost") : `${error.message}${help}`, "bad");
  }

  // Start, language, theme

  async start() {
    $("language").value = this.language;
    $("theme").value = remember("theme") ?? "auto";
    this.useTheme();
    await this.useLanguage();
    const shared = fromFragment(location.hash);
    try {
      if (shared) await this.useProblem(shared.problem, shared.moves);
      else await this.useProblem({ game: "shogi", title: t("example-title"), ...EXAMPLES.shogi });
    } catch (error) {
      await this.useProblem({ game: "shogi", ...EXAMPLES.shogi });
      this.fail(error);
    }
    document.body.dataset.ready = "true";
  }

  async useLanguage() {
    useTexts(await this.ask({ do: "texts" }), this.language);
    const { games, version } = await this.ask({ do: "games" });
    this.games = games;
    $("game").replaceChildren(...games.map((game) => h("option", { value: game.name }, game.title)));
    if (this.problem) $("game").value = this.problem.game;
    $("engine-note").textContent = t(document.body.dataset.engine === "server" ? "engine-server" : "engine-wasm", { version });
    this.solution.choosePart(this.solution.part);
  }

  useTheme() {
    const theme = $("theme").value;
    const isDark = theme === "dark" || (theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
    document.documentElement.dataset.theme = isDark ? "dark" : "light";
  }

  // Problems

  /** Shows several problems, the first one now. */
  useProblems(problems) {
    this.problems = problems;
    $("set").hidden = problems.length < 2;
    $("problem").replaceChildren(...problems.map((problem, i) => h("option", { value: i }, problem.title ?? problem.id ?? String(i + 1))));
    return this.chooseProblem(0);
  }

  chooseProblem(index) {
    if (!this.problems[index]) return undefined;
    $("problem").value = index;
    $("previous-problem").disabled = index === 0;
    $("next-problem").disabled = index === this.problems.length - 1;
    return this.useProblem(this.problems[index]);
  }

  async useProblem(problem, moves = []) {
    const { game, rules = {} } = problem;
    const isSame = this.game && this.game.key === gameKey(game, rules, this.language);
    if (!isSame) {
      const loaded = await this.ask({ do: "game", game, rules });
      this.game = { ...loaded, key: gameKey(game, rules, this.language) };
      this.board.setGame(this.game);
      this.panels.useGame(this.game);
    }
    this.board.area = null;
    this.problem = { ...problem, rules };
    this.setCropped(this.game.files >= LARGE_BOARD);
    $("game").value = game;
    this.names.clear();
    this.solution.clear();
    this.offer([]);
    $("judge-result").replaceChildren();
    say("");
    await this.go(moves, moves.length);
    this.describe();
    if (this.tab === "setup") this.openSetup();
  }

  /** Title and task above the board. */
  describe() {
    const { title, author } = this.problem;
    $("title").textContent = title || this.game.title;
    const sides = { attacker: t(this.problem.attacker) };
    const task = t(this.problem.forcing === "royal" ? "task-royal" : "task", sides);
    $("task").textContent = [author, task].filter(Boolean).join(" · ");
  }

  // Position and line

  played() {
    return this.path.slice(0, this.ply);
  }

  /** Remembers how the moves of a line after `before` are written. */
  name(before, line) {
    const moves = [...before];
    for (const move of line) {
      moves.push(move.usi);
      this.names.set(moves.join(), move);
    }
  }

  /** A move in the chosen notation. */
  spelled(move) {
    return move[$("notation").value] ?? move.text;
  }

  /** Shows the position after the first `ply` moves of `path`. */
  async go(path, ply) {
    const ticket = ++this.ticket;
    const moves = path.slice(0, ply);
    const proof = this.solution.proofFor(moves);
    try {
      let view = null;
      if (proof) {
        try {
          view = await this.ask({ do: "node", proof: proof.number, moves: moves.slice(proof.base.length) });
        } catch (error) {
          if (error.kind !== "proof_gone") throw error;
          this.solution.proofs = this.solution.proofs.filter((known) => known !== proof);
        }
      }
      const isNamed = path.every((_, i) => this.names.has(path.slice(0, i + 1).join()));
      if (!view || !isNamed) {
        const position = await this.ask({ do: "position", ...this.request(), moves: isNamed || !view ? moves : path });
        this.name([], position.line);
        if (!view) view = position;
        if (moves.length === 0) this.takeProblem(position);
      }
      if (ticket !== this.ticket) return;
      Object.assign(this, { path, ply, view });
      this.draw();
    } catch (error) {
      this.fail(error);
    }
  }

  /** What the engine says of the problem's position. */
  takeProblem(position) {
    Object.assign(this.problem, { position: position.position, attacker: position.attacker, forcing: position.forcing });
    this.objections = position.objections;
    this.missing = position.missing;
  }

  draw() {
    const { view } = this;
    const moves = view.branches ?? view.moves ?? [];
    this.name(this.played(), moves);
    const isEditing = this.tab === "setup";
    const wrong = isEditing ? (this.objections ?? []).flatMap((objection) => objection.squares) : [];
    this.board.show(view, { moves: isEditing ? [] : moves, isEditing, wrong });
    if (this.setup.keep !== undefined && isEditing) this.board.choose(this.setup.keep);
    this.setup.keep = undefined;
    this.drawLine();
    this.solution.branches();
    $("solve").disabled = $("judge").disabled = (this.objections?.length ?? 0) > 0;
    history.replaceState(null, "", toFragment(this.problem, this.played()));
    if (this.tab === "save") this.share.show();
  }

  drawLine() {
    const items = this.path.map((usi, i) => {
      const move = this.names.get(this.path.slice(0, i + 1).join());
      const attributes = { type: "button", class: "move", "aria-current": i + 1 === this.ply ? "step" : null, onclick: () => this.leave(this.path, i + 1) };
      return h("li", {}, h("button", attributes, h("span", { class: "ply" }, String(i + 1)), move ? this.spelled(move) : usi));
    });
    const hadFocus = $("line").contains(document.activeElement);
    $("line").replaceChildren(...items);
    $("line-title").hidden = items.length === 0;
    $("use-here").hidden = this.ply === 0;
    if (hadFocus) $("line").querySelector("[aria-current]")?.focus();
    $("first").disabled = $("back").disabled = this.ply === 0;
    $("forward").disabled = this.ply === this.path.length && !this.solution.best();
    $("last").disabled = this.ply === this.path.length;
  }

  /** Goes to another place of the line by the user's wish. */
  leave(path, ply) {
    this.offer([]);
    say("");
    return this.go(path, ply);
  }

  /** Plays a move of the position on the board. */
  play(move) {
    this.name(this.played(), [move]);
    const isNext = this.path[this.ply] === move.usi;
    const path = isNext ? this.path : [...this.played(), move.usi];
    return this.go(path, this.ply + 1);
  }

  forward() {
    if (this.ply < this.path.length) return this.leave(this.path, this.ply + 1);
    const best = this.solution.best();
    return best && this.play(best);
  }

  /** The user's move; several between the same places are offered. */
  chooseMove(moves) {
    this.offer([]);
    if (moves.length === 1) return this.solution.play(moves[0]);
    const dialog = $("chooser");
    $("choices").replaceChildren(...moves.map((move) => h("button", { type: "button", onclick: () => {
      dialog.close();
      this.solution.play(move);
    } }, this.spelled(move))));
    dialog.showModal();
    return undefined;
  }

  /** Buttons below the board: label and what it does. */
  offer(choices) {
    $("offer").replaceChildren(...choices.map(([label, act]) => h("button", { type: "button", onclick: act }, label)));
  }

  // Setup

  openSetup() {
    if (this.ply > 0) return this.go(this.path, 0).then(() => this.openSetup());
    this.setup.open(this.view);
    this.showSetup();
    this.draw();
    return undefined;
  }

  showSetup() {
    $("side").value = this.setup.draft.side;
    $("forcing").value = this.problem.forcing ?? "check";
    const isChosen = this.problem.attacker && this.problem.attacker !== this.setup.draft.side;
    $("attacker").value = isChosen ? this.problem.attacker : "";
    $("setup-fill").hidden = !this.game.drops;
    const notes = (this.objections ?? []).map(({ message, help }) => h("li", {}, message, h("span", { class: "dim" }, ` ${help}`)));
    if (notes.length === 0 && this.missing) notes.push(h("li", { class: "dim" }, this.missing));
    $("objections").replaceChildren(...notes);
    this.showSquareTools();
    const option = ({ name, value, meaning, allowed }) => h("label", {}, `${name}: ${meaning}`, h("select", {
      onchange: (event) => this.setRule(name, event.target.value),
    }, allowed.map((word) => h("option", { value: word, selected: word === value }, word))));
    if ($("options").dataset.key !== this.game.key) {
      $("options").dataset.key = this.game.key;
      $("options").replaceChildren(...this.game.options.filter(({ allowed }) => allowed.length > 1).map(option));
    }
  }

  showSquareTools() {
    const isChosen = this.tab === "setup" && typeof this.board.chosen === "number";
    for (const id of ["setup-promote", "setup-turn", "setup-remove"]) $(id).disabled = !isChosen;
  }

  setRule(name, value) {
    return this.useProblem({ ...this.problem, rules: { ...this.problem.rules, [name]: value } });
  }

  /** The draft changed, or what makes it a problem. */
  async edited(more = {}) {
    const attacker = $("attacker").value || undefined;
    const { game, rules } = this.problem;
    const request = { do: "position", game, rules, placed: { ...this.setup.placed(), ...more }, attacker, forcing: $("forcing").value };
    const ticket = ++this.ticket;
    try {
      const view = await this.ask(request);
      if (ticket !== this.ticket) return;
      this.solution.clear();
      this.names.clear();
      this.problem = { game, rules };
      this.takeProblem(view);
      Object.assign(this, { path: [], ply: 0, view });
      const { keep } = this.setup;
      this.setup.open(view);
      this.setup.keep = keep;
      this.draw();
      this.showSetup();
      this.describe();
    } catch (error) {
      this.fail(error);
    }
  }

  // Controls

  setCropped(isCropped) {
    this.board.isCropped = isCropped;
    this.board.area = null;
    $("crop").setAttribute("aria-pressed", String(isCropped));
  }

  openTab(name) {
    const wasSetup = this.tab === "setup";
    this.tab = name;
    for (const tab of TABS) {
      const isOpen = tab === name;
      $(`tab-${tab}`).setAttribute("aria-selected", String(isOpen));
      $(`tab-${tab}`).tabIndex = isOpen ? 0 : -1;
      $(`panel-${tab}`).hidden = !isOpen;
    }
    if (!this.view) return;
    if (name === "setup") this.openSetup();
    else if (wasSetup) this.draw();
    if (name === "save") this.share.show();
  }

  listen() {
    const on = (id, act) => $(id).addEventListener("click", act);
    on("first", () => this.leave(this.path, 0));
    on("back", () => this.leave(this.path, this.ply - 1));
    on("forward", () => this.forward());
    on("last", () => this.leave(this.path, this.path.length));
    on("crop", () => {
      this.setCropped(!this.board.isCropped);
      this.board.draw();
    });
    const zoom = (by) => {
      this.zoomStep = Math.min(Math.max(this.zoomStep + by, 0), ZOOMS.length - 1);
      this.board.zoom = ZOOMS[this.zoomStep];
      this.board.draw();
    };
    on("zoom-in", () => zoom(1));
    on("zoom-out", () => zoom(-1));
    on("turn-board", () => {
      this.board.isTurned = !this.board.isTurned;
      for (const cell of this.board.cells.values()) delete cell.dataset.look;
      this.board.draw();
    });
    for (const tab of TABS) on(`tab-${tab}`, () => this.openTab(tab));
    document.querySelector("[role=tablist]").addEventListener("keydown", (event) => this.keyedTab(event));
    on("setup-start", () => this.useProblem({ game: this.problem.game, rules: this.problem.rules, position: this.game.start }));
    on("setup-fill", () => this.edited({ fill: true }));
    on("use-here", () => this.useHere());
    for (const id of ["attacker", "forcing"]) $(id).addEventListener("change", () => this.edited());
    on("previous-problem", () => this.chooseProblem(Number($("problem").value) - 1));
    on("next-problem", () => this.chooseProblem(Number($("problem").value) + 1));
    $("problem").addEventListener("change", () => this.chooseProblem(Number($("problem").value)));
    $("game").addEventListener("change", () => {
      this.useProblems([]);
      const game = $("game").value;
      this.useProblem({ game, title: t("example-title"), ...EXAMPLES[game] });
    });
    $("language").addEventListener("change", () => this.changeLanguage());
    $("theme").addEventListener("change", () => {
      remember("theme", $("theme").value);
      this.useTheme();
    });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.useTheme());
    $("notation").addEventListener("change", () => this.draw());
    $("letters").addEventListener("change", () => this.board.setLettered($("letters").checked));
    addEventListener("hashchange", () => {
      const shared = fromFragment(location.hash);
      if (shared) this.useProblem(shared.problem, shared.moves).catch((error) => this.fail(error));
    });
    document.addEventListener("keydown", (event) => this.keyed(event));
    this.openTab("solve");
  }

  async changeLanguage() {
    this.language = $("language").value;
    remember("language", this.language);
    await this.useLanguage();
    const example = Object.values(EXAMPLES).find(({ position }) => position === this.problem.position);
    const title = example ? (example.title ?? t("example-title")) : this.problem.title;
    await this.useProblem({ ...this.problem, title }, this.played());
  }

  /** Makes the position on the board the problem. */
  useHere() {
    const { game, rules, attacker, forcing } = this.problem;
    return this.useProblem({ game, rules, attacker, forcing, position: this.view.position });
  }

  themeName(name) {
    return this.game.themes.find((theme) => theme.name === name)?.text ?? name;
  }

  keyedTab(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const next = TABS[(TABS.indexOf(this.tab) + step + TABS.length) % TABS.length];
    this.openTab(next);
    $(`tab-${next}`).focus();
  }

  keyed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select, dialog")) return;
    if (event.key === "ArrowLeft" && this.ply > 0) this.leave(this.path, this.ply - 1);
    else if (event.key === "ArrowRight") this.forward();
    else return;
    event.preventDefault();
  }
}

function gameKey(game, rules, language) {
  return [game, language, ...Object.entries(rules).flat()].join();
}

new App().start().catch((error) => {
  $("status").textContent = error.message;
});
