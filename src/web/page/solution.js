// Results, and play against a proof: step through it, play the defence, play the attack, try other moves.

import { $, h, isCalm, number, say, t } from "./dom.js";

/** Pause before the page plays its move. */
const ANSWER_MS = 480;
/** Seconds for a try, and for a longer look at it. */
const TRY_SECONDS = 10;
const LONG_TRY_SECONDS = 120;

export class Solution {
  constructor(app) {
    this.app = app;
    this.result = null;
    /** Proofs with the moves from the problem to their roots. */
    this.proofs = [];
    this.part = "both";
    this.running = null;
    this.listen();
  }

  listen() {
    $("solve").addEventListener("click", () => this.solve());
    $("stop").addEventListener("click", () => this.running?.stop());
    for (const radio of document.querySelectorAll("[name=part]")) radio.addEventListener("change", () => this.setPart(radio.value));
  }

  /** Forgets everything about the problem before. */
  clear() {
    this.running?.stop();
    this.result = null;
    this.proofs = [];
    $("result").replaceChildren();
    $("play").hidden = true;
    this.choosePart("both");
  }

  choosePart(part) {
    this.part = part;
    for (const radio of document.querySelectorAll("[name=part]")) radio.checked = radio.value === part;
    $("play-help").textContent = t(`play-help-${part}`);
  }

  async setPart(part) {
    this.choosePart(part);
    if (part === "both") return;
    await this.app.go([], 0);
    this.respond();
  }

  // Solving

  async solve() {
    const seconds = Number($("seconds").value) || undefined;
    const problem = this.app.request();
    this.clear();
    const start = performance.now();
    const clock = setInterval(() => ($("elapsed").textContent = t("seconds", { n: number(Math.round((performance.now() - start) / 1000)) })), 200);
    this.show({ isRunning: true });
    const search = this.app.engine.search({ do: "solve", ...problem, limits: { seconds } }, (event) => this.progress(event));
    this.running = search;
    try {
      const result = await search.result;
      if (this.running !== search) return;
      this.finish(result, performance.now() - start);
    } catch (error) {
      if (this.running === search) this.app.fail(error);
    } finally {
      clearInterval(clock);
      if (this.running === search) {
        this.running = null;
        this.show({ isRunning: false });
      }
    }
  }

  show({ isRunning }) {
    $("solve").hidden = isRunning;
    $("stop").hidden = !isRunning;
    $("progress").hidden = !isRunning;
    if (!isRunning) return;
    for (const id of ["nodes", "numbers", "elapsed", "line-so-far"]) $(id).textContent = "";
    $("phase").textContent = t("starting");
    say(t("solving"));
    $("stop").focus();
  }

  progress(event) {
    if (event.event === "waiting") $("phase").textContent = t("waiting");
    if (event.event !== "progress") return;
    $("phase").textContent = event.text;
    $("nodes").textContent = number(event.nodes);
    if (event.proof || event.disproof) $("numbers").textContent = `${number(event.proof)} / ${number(event.disproof)}`;
    const more = event.depth > event.line.length ? " …" : "";
    if (event.line.length > 0) $("line-so-far").textContent = event.line.join(" ") + more;
  }

  async finish(result, milliseconds) {
    this.result = result;
    const kind = { mate: "good", no_mate: "bad" }[result.verdict] ?? "";
    const seconds = number(Math.round(milliseconds / 10) / 100);
    const parts = [h("p", { class: `result-text ${kind}` }, result.text)];
    const figures = [t("nodes-and-time", { nodes: number(result.nodes), seconds })];
    if (result.certificate && result.checked) figures.push(`${result.certificate.text}${t("certificate-checked")}`);
    if (result.doubt) figures.push(result.doubt);
    parts.push(h("p", { class: "dim" }, figures.join(" · ")));
    const lines = [[result.composers?.line, "show-main-line"], [result.line, result.verdict !== "mate" ? "show-refutation" : result.composers ? "show-proved-line" : "show-main-line"]];
    const button = ([line, label]) => h("button", { type: "button", class: "quiet", onclick: () => this.app.go(usis(line), 0) }, t(label));
    const shown = lines.filter(([line]) => line?.length > 0);
    if (shown.length > 0) parts.push(h("div", { class: "row" }, shown.map(button)));
    $("result").replaceChildren(...parts);
    this.addProof([], result);
    $("play").hidden = !result.proof;
    for (const [line] of shown) this.app.name([], line);
    await this.app.go(usis(shown[0]?.[0] ?? []), 0);
    say(result.text, kind);
    $("solve").focus();
  }

  // Proofs

  addProof(base, result) {
    if (!result.proof) return;
    this.proofs = this.proofs.filter((known) => known.base.join() !== base.join());
    this.proofs.push({ base, number: result.proof, mates: result.verdict === "mate" });
  }

  /** The proof that says most about the position after `moves`. */
  proofFor(moves) {
    const fitting = this.proofs.filter(({ base }) => base.every((usi, i) => moves[i] === usi));
    return fitting.sort((a, b) => b.base.length - a.base.length)[0];
  }

  /** The move of a proof at the position on the board, or the longest defence. */
  best() {
    const branches = this.app.view.branches ?? [];
    const prescribed = branches.find((branch) => branch.prescribed);
    if (prescribed) return prescribed;
    const proof = this.proofFor(this.app.played());
    if (!proof) return undefined;
    if (!proof.mates) return branches.find((branch) => branch.reply);
    return branches.filter((branch) => branch.plies).sort((a, b) => b.plies - a.plies)[0];
  }

  // Play

  /** A move of the user. */
  async play(move) {
    const { app } = this;
    const attacks = app.view.side === app.problem.attacker;
    const proof = this.proofFor(app.played());
    if (attacks && proof && app.view.covered) {
      const isKnown = proof.mates ? move.prescribed : move.reply !== undefined;
      if (!isKnown) return this.tryMove(move, TRY_SECONDS);
    } else if (attacks && this.part === "attacker") return this.tryMove(move, TRY_SECONDS);
    await app.play(move);
    this.respond();
  }

  /** The page's move, if it is the page's turn. */
  async respond() {
    const { app } = this;
    const moves = app.played();
    const proof = this.proofFor(moves);
    const { view } = app;
    if (!proof || !view.covered) return;
    const attacks = view.side === app.problem.attacker;
    if (view.mate) return say(t(this.part === "attacker" ? "you-mated" : "mated", { n: number(moves.length) }), "good");
    const isPages = proof.mates ? this.part === (attacks ? "defender" : "attacker") : !attacks && (this.part === "attacker" || moves.length > proof.base.length);
    if (!isPages) {
      if (!proof.mates && attacks && !view.branches.some((branch) => branch.forcing)) return say(t("no-check-left"), "bad");
      if (this.part === "both") return;
      if (attacks && !proof.mates) say(t("your-failing-attack"));
      else say(t(attacks ? "your-attack" : "your-defence", { n: number(view.plies ?? 0) }));
      return;
    }
    if (!isCalm()) await new Promise((resolve) => setTimeout(resolve, ANSWER_MS));
    if (app.played().join() !== moves.join()) return;
    const best = this.best();
    if (!best) return;
    await app.play(best);
    const now = app.view;
    if (now.mate) say(t("mated", { n: number(app.played().length) }), "good");
    else say(t(attacks ? "page-attacks" : "page-defends", { move: app.spelled(best) }));
    if (proof.mates && this.part === "both") return;
    this.respond();
  }

  /** Tries a move of the attacker that the proof does not play. */
  async tryMove(move, seconds) {
    const { app } = this;
    const moves = app.played();
    app.offer([]);
    say(t("trying", { move: app.spelled(move) }));
    const search = app.engine.search({ do: "try", ...app.request(), moves, played: move.usi, limits: { seconds } }, () => {});
    app.offer([[t("stop"), () => search.stop()]]);
    let result;
    try {
      result = await search.result;
    } catch (error) {
      app.offer([]);
      return app.fail(error);
    }
    app.offer([]);
    if (app.played().join() !== moves.join()) return;
    const back = [t("take-back"), () => {
      app.offer([]);
      say("");
      app.go(moves, moves.length);
    }];
    if (result.outcome === "not_forcing") return say(result.text, "bad");
    const after = [...moves, move.usi];
    this.addProof(after, result);
    if (result.line.length > 0) app.name(after, result.line);
    await app.play(move);
    say(result.text, { fails: "bad", mates: "good" }[result.outcome] ?? "");
    if (result.outcome === "mates") {
      if (this.part === "both") return app.offer([back]);
      return this.respond();
    }
    if (result.outcome === "fails" && result.proof) {
      return app.offer([[t("see-refutation"), () => {
        app.offer([back]);
        this.answerTry(after);
      }], back]);
    }
    const longer = [t("search-longer"), async () => {
      await app.go(moves, moves.length);
      this.tryMove(move, LONG_TRY_SECONDS);
    }];
    app.offer(result.outcome === "unknown" ? [longer, back] : [back]);
  }

  /** Plays the defender's answer to a try; every further check is answered too. */
  async answerTry(after) {
    const { app } = this;
    if (app.played().join() !== after.join()) await app.go(after, after.length);
    const best = this.best();
    if (!best) return;
    await app.play(best);
    const hasChecks = app.view.branches?.some((branch) => branch.forcing);
    say(t(hasChecks ? "refuted-so-far" : "no-check-left", { move: app.spelled(best) }), "bad");
  }

  // Branches

  /** The moves of the position with what the proof says of them. */
  branches() {
    const { app } = this;
    const { view } = app;
    const all = view.branches;
    if (!all || !view.covered || view.mate) return $("branches").replaceChildren();
    const attacks = view.side === app.problem.attacker;
    const proof = this.proofFor(app.played());
    const shown = attacks ? all.filter((branch) => branch.forcing || branch.prescribed) : all;
    const rank = (branch) => (branch.prescribed ? -1e6 : -(branch.plies ?? 0));
    const sorted = [...shown].sort((a, b) => rank(a) - rank(b));
    const what = (branch) => {
      if (branch.plies) return t("mate-within", { n: number(branch.plies) });
      if (branch.reply) return t("answered-by", { move: branch.reply_text ?? branch.reply });
      if (branch.prescribed) return t("proof-move");
      return attacks && proof.mates ? t("try-it") : "";
    };
    const item = (branch) => h("li", {}, h("button", { type: "button", class: branch.prescribed ? "prescribed" : null, onclick: () => this.play(branch) },
      app.spelled(branch), h("span", { class: "what" }, what(branch))));
    const title = t(attacks ? (proof.mates ? "attackers-moves" : "checks-and-answers") : "all-defences", { n: number(shown.length) });
    $("branches").replaceChildren(h("h3", {}, title), h("ul", { class: "branch-list", tabindex: "0", "aria-label": title }, sorted.map(item)));
  }
}

export const usis = (line) => line.map((move) => move.usi);
