// Links, files, pictures.

import { $, h, say, t } from "./dom.js";
import { usis } from "./solution.js";

const FORMATS = [["kif", "KIF"], ["ki2", "KI2"], ["yaml", "YAML"], ["sfen", "SFEN"], ["csa", "CSA"], ["jkf", "JKF"], ["bod", "BOD"]];
/** Pixels of a PNG for each unit of the picture. */
const PNG_SCALE = 2;

/** The part of the address that holds a problem. */
export function toFragment(problem, moves) {
  const parts = new URLSearchParams({ game: problem.game, position: problem.position });
  if (problem.attacker && problem.attacker !== sideOf(problem.position)) parts.set("attacker", problem.attacker);
  if (problem.forcing && problem.forcing !== "check") parts.set("forcing", problem.forcing);
  for (const [name, value] of Object.entries(problem.rules ?? {})) parts.append("rule", `${name}=${value}`);
  if (problem.title) parts.set("title", problem.title);
  if (moves.length > 0) parts.set("moves", moves.join(" "));
  return `#${parts}`;
}

function sideOf(position) {
  return position.split(" ")[1] === "w" ? "white" : "black";
}

/** The problem of an address; null if it holds none. */
export function fromFragment(fragment) {
  const parts = new URLSearchParams(fragment.replace(/^#/, ""));
  if (!parts.get("game")) return null;
  const rules = Object.fromEntries(parts.getAll("rule").map((rule) => [rule.slice(0, rule.indexOf("=")), rule.slice(rule.indexOf("=") + 1)]));
  const problem = { game: parts.get("game"), rules, title: parts.get("title") ?? undefined };
  for (const name of ["position", "attacker", "forcing"]) if (parts.get(name)) problem[name] = parts.get(name);
  return { problem, moves: parts.get("moves")?.split(" ").filter(Boolean) ?? [] };
}

export class Share {
  constructor(app) {
    this.app = app;
    this.listen();
  }

  listen() {
    $("save-formats").replaceChildren(...FORMATS.map(([ending, name]) => h("button", { type: "button", "data-save": ending }, name)));
    for (const button of document.querySelectorAll("[data-save]")) button.addEventListener("click", () => this.save(button.dataset.save));
    $("save-png").addEventListener("click", () => this.savePng());
    $("save-certificate").addEventListener("click", () => this.saveCertificate());
    $("copy-link").addEventListener("click", () => this.copyLink());
  }

  show() {
    $("link").value = location.href;
    $("link-help").textContent = document.body.dataset.engine === "server" ? t("link-help-server") : t("link-help");
    $("save-title").value = this.app.problem.title ?? "";
    $("save-author").value = this.app.problem.author ?? "";
    $("save-certificate").disabled = !this.app.solution.result?.proof;
  }

  async copyLink() {
    try {
      await navigator.clipboard.writeText(location.href);
      say(t("link-copied"), "good");
    } catch {
      $("link").select();
      say(t("link-selected"));
    }
  }

  async text(format) {
    const { app } = this;
    const { result } = app.solution;
    const solution = result?.verdict === "mate" ? usis(result.composers?.line ?? result.line) : (app.problem.solution ?? []);
    const request = { do: "save", ...app.request(), format, solution, title: $("save-title").value || undefined, author: $("save-author").value || undefined };
    return app.ask(request);
  }

  async save(format) {
    try {
      const { text, ending } = await this.text(format);
      download(new Blob([text], { type: "text/plain;charset=utf-8" }), ending);
      say(t("saved", { name: `tsume.${ending}` }), "good");
    } catch (error) {
      this.app.fail(error);
    }
  }

  async savePng() {
    try {
      const { text } = await this.text("svg");
      const picture = new Image();
      const address = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
      picture.src = address;
      await picture.decode();
      const canvas = h("canvas", { width: picture.width * PNG_SCALE, height: picture.height * PNG_SCALE });
      canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
      URL.revokeObjectURL(address);
      canvas.toBlob((blob) => download(blob, "png"));
      say(t("saved", { name: "tsume.png" }), "good");
    } catch (error) {
      this.app.fail(error);
    }
  }

  async saveCertificate() {
    try {
      const { text, ending } = await this.app.ask({ do: "certificate", proof: this.app.solution.result.proof });
      download(new Blob([text], { type: "text/plain" }), ending);
    } catch (error) {
      this.app.fail(error);
    }
  }
}

function download(blob, ending) {
  const address = URL.createObjectURL(blob);
  const link = h("a", { href: address, download: `tsume.${ending}` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
