// The panels beside the board: pasted texts, judgement, generation.

import { $, h, number, say, t } from "./dom.js";

/** Lengths of generated problems, in plies. */
const LENGTHS = [1, 3, 5, 7, 9, 11, 13, 15];
/** Seconds that a judgement or a generation takes at most. */
const JUDGE_SECONDS = 120;
const GENERATE_SECONDS = 120;

export class Panels {
  constructor(app) {
    this.app = app;
    this.listen();
  }

  listen() {
    $("read").addEventListener("click", () => this.read($("paste").value));
    $("file").addEventListener("change", () => this.open($("file").files[0]));
    document.addEventListener("dragover", (event) => event.dataTransfer?.types.includes("Files") && event.preventDefault());
    document.addEventListener("drop", (event) => {
      if (!event.dataTransfer?.files.length) return;
      event.preventDefault();
      this.app.openTab("paste");
      this.open(event.dataTransfer.files[0]);
    });
    $("judge").addEventListener("click", () => this.judge());
    $("generate").addEventListener("click", () => this.generate());
    for (const id of ["length-from", "length-to"]) $(id).replaceChildren(...LENGTHS.map((plies) => h("option", {}, String(plies))));
    $("length-from").value = "3";
    $("length-to").value = "5";
  }

  // Paste

  async open(file) {
    if (!file) return;
    const bytes = await file.arrayBuffer();
    let text;
    try {
      text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    } catch {
      text = new TextDecoder("shift_jis").decode(bytes);
    }
    $("paste").value = text;
    await this.read(text);
  }

  async read(text) {
    const { app } = this;
    try {
      if (text.startsWith('{"tsume_certificate"')) return await this.verify(text);
      const answer = await app.ask({ do: "read", text });
      const problems = answer.problems.filter((problem) => !problem.faults);
      const broken = answer.problems.filter((problem) => problem.faults);
      const parts = [h("p", {}, t("read-count", { n: number(problems.length), format: answer.format }))];
      if (broken.length > 0) parts.push(faultList(broken.flatMap((problem) => problem.faults)));
      $("read-result").replaceChildren(...parts);
      if (problems.length > 0) {
        await app.useProblems(problems);
        say(t("read-count", { n: number(problems.length), format: answer.format }), "good");
      } else say(t("nothing-read"), "bad");
    } catch (error) {
      $("read-result").replaceChildren(faultList(error.faults?.length ? error.faults : [{ message: error.message }]));
      app.fail(error);
    }
  }

  /** Checks a pasted certificate; an accepted one can be stepped through. */
  async verify(text) {
    const { app } = this;
    const answer = await app.engine.search({ do: "verify", text, lang: app.language }, () => {}).result;
    $("read-result").replaceChildren(h("p", { class: answer.accepted ? "result-text good" : "result-text bad" }, answer.text));
    if (answer.accepted) {
      const { game, rules, position, attacker, forcing } = answer;
      await app.useProblem({ game, rules, position, attacker, forcing });
      app.solution.addProof([], answer);
      $("play").hidden = !answer.proof;
      await app.go([], 0);
    }
    say(answer.text, answer.accepted ? "good" : "bad");
  }

  // Searches of a panel

  /** Runs a search of a panel with its buttons and its progress. */
  async run(name, request, onEvent) {
    const { app } = this;
    const search = app.engine.search(request, (event) => {
      $(`${name}-phase`).textContent = event.event === "waiting" ? t("waiting") : onEvent(event);
    });
    const stop = $(`${name}-stop`);
    const show = (isRunning) => {
      for (const [id, isHidden] of [[name, isRunning], [`${name}-stop`, !isRunning], [`${name}-progress`, !isRunning]]) $(id).hidden = isHidden;
    };
    $(`${name}-phase`).textContent = t("starting");
    $(`${name}-result`).replaceChildren();
    show(true);
    stop.onclick = () => search.stop();
    stop.focus();
    try {
      return await search.result;
    } catch (error) {
      if (error.kind !== "stopped") app.fail(error);
      return null;
    } finally {
      show(false);
      $(name).focus();
    }
  }

  // Judge

  async judge() {
    const { app } = this;
    const request = { do: "judge", ...app.request(), solution: app.problem.solution ?? [], limits: { seconds: JUDGE_SECONDS } };
    say(t("judging"));
    const report = await this.run("judge", request, (event) => `${event.text} · ${t("nodes-count", { n: number(event.nodes) })}`);
    if (!report) return;
    const isSound = report.class.startsWith("complete");
    const kind = isSound ? "good" : report.class === "unknown" ? "" : "bad";
    const note = (remark) => h("li", { class: remark.kind }, remark.text);
    const parts = [h("p", { class: `result-text ${kind}` }, report.text)];
    if (report.notes.length > 0) parts.push(h("h3", {}, t("remarks")), h("ul", { class: "notes" }, report.notes.map(note)));
    for (const flaw of report.flaws) parts.push(h("p", { class: "dim" }, flaw.text), this.lineOf([], flaw.line));
    if (report.tree) parts.push(h("h3", {}, t("solution-tree")), this.tree(report.tree, []));
    if (report.tree && !report.tree.complete) parts.push(h("p", { class: "dim" }, t("tree-incomplete")));
    $("judge-result").replaceChildren(...parts);
    say(report.text, kind);
  }

  /** Buttons for the moves of a line after `before`. */
  lineOf(before, line) {
    const { app } = this;
    app.name(before, line);
    const all = [...before, ...line.map((move) => move.usi)];
    return h("ol", { class: "moves" }, line.map((move, i) => h("li", {}, h("button", {
      type: "button", class: "move", onclick: () => app.go(all, before.length + i + 1),
    }, h("span", { class: "ply" }, String(before.length + i + 1)), app.spelled(move)))));
  }

  /** A line with its branches, each below the line that it leaves. */
  tree(line, before) {
    const moves = line.steps.map((step) => step.move);
    const branches = line.steps.flatMap((step, i) => {
      const at = [...before, ...moves.slice(0, i).map((move) => move.usi)];
      return step.branches.map((branch) => h("li", {}, h("span", { class: "about" }, branch.text), this.tree(branch, at)));
    });
    const parts = [this.lineOf(before, moves)];
    if (branches.length > 0) parts.push(h("ul", { class: "tree" }, branches));
    return h("div", {}, parts);
  }

  // Generate

  /** Themes of the game. */
  useGame(game) {
    const themes = game.themes.map(({ name, text }) => h("option", { value: name }, text));
    $("theme-of-problem").replaceChildren(h("option", { value: "" }, t("any-theme")), ...themes);
  }

  async generate() {
    const { app } = this;
    const [from, to] = [Number($("length-from").value), Number($("length-to").value)];
    const theme = $("theme-of-problem").value;
    const { game, rules, forcing } = app.problem;
    const request = {
      do: "generate", lang: app.language, game, rules, forcing, lengths: [Math.min(from, to), Math.max(from, to)], count: Number($("how-many").value),
      seed: Math.floor(Math.random() * 2 ** 48), themes: theme ? [theme] : [], limits: { seconds: GENERATE_SECONDS },
    };
    say(t("generating"));
    const event = ({ found, tried }) => t("generated-so-far", { found: number(found), tried: number(tried) });
    const answer = await this.run("generate", request, event);
    if (!answer) return;
    const problems = answer.problems.map((problem) => ({ ...problem, game, rules, title: t("generated-title", { n: problem.plies }), solution: problem.line.map((move) => move.usi) }));
    if (problems.length === 0) return say(t("nothing-generated"), "bad");
    const item = (problem, i) => h("li", {}, h("button", { type: "button", class: "quiet", onclick: () => app.chooseProblem(i) },
      t("generated-item", { n: number(problem.plies), points: number(problem.difficulty), themes: problem.themes.map((theme) => app.themeName(theme)).join(t("comma")) })));
    await app.useProblems(problems);
    $("generate-result").replaceChildren(h("ol", { class: "problem-list" }, problems.map(item)));
    say(t("generated-count", { n: number(problems.length) }), "good");
  }
}

function faultList(faults) {
  const place = (fault) => (fault.line ? t("place", { line: fault.line, column: fault.column }) : "");
  return h("ul", { class: "objections" }, faults.map((fault) => h("li", {}, place(fault), fault.message, fault.help ? h("span", { class: "dim" }, ` ${fault.help}`) : null)));
}
