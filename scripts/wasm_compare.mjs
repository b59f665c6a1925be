#!/usr/bin/env node
// Compares the WebAssembly module with the native program on problems of all games, one thread each:
// same verdicts, lengths and nodes; time; memory; and each checks certificates of the other.
// Needs `cargo build --release` and `scripts/wasm.sh`. Usage: scripts/wasm_compare.mjs [PROBLEMS]

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

process.chdir(join(import.meta.dirname, ".."));
const { Tsume } = await import(join(process.cwd(), "target/web/tsume.js"));

const count = Number(process.argv[2] ?? 100);
const hash = 32 << 20;
const nodes = 400_000;
/** Memory beside the tables: the module, its stack, rules, proofs and texts. */
const OTHER_BYTES = 32 << 20;
const MAX_TIME_RATIO = 3;
/** Objections that shipped problems ask to pardon. */
const pardons = ["several_royals", "too_many_pieces", "two_pawns", "dead_piece", "defender_in_check"];

const games = readdirSync("problems").filter((name) => !name.includes("."));
const files = ["small", "mechanisms", "generated", "zukou"].flatMap((kind) =>
  games.map((game) => `problems/${game}/${kind}.yaml`).filter((file) => exists(file)),
);

function exists(file) {
  try {
    readFileSync(file);
    return true;
  } catch {
    return false;
  }
}

const module = await WebAssembly.compile(readFileSync("target/web/tsume.wasm"));
if (WebAssembly.Module.imports(module).length > 0) {
  throw new Error("the module has imports");
}
const reader = await Tsume.load(module);

// The same number from every file, in turn.
const lists = files.map((file) => ({
  file,
  problems: reader.call({ do: "read", text: readFileSync(file, "utf8") }).ok.problems,
}));
const chosen = [];
for (let i = 0; chosen.length < count && lists.some((list) => i < list.problems.length); i++) {
  for (const { file, problems } of lists) {
    if (chosen.length < count && i < problems.length && !problems[i].faults) {
      chosen.push({ file, problem: problems[i] });
    }
  }
}

const folder = mkdtempSync(join(tmpdir(), "tsume-wasm-"));
const faults = [];
let nativeSeconds = 0;
let wasmSeconds = 0;
let certificates = 0;
let mostBytes = 0;
const seen = {};
for (const { file, problem } of chosen) {
  const name = `${file} ${problem.id}`;
  const native = solveNative(problem);
  const tsume = await Tsume.load(module);
  tsume.call({ do: "configure", hash, count: "every" });
  const { game, rules, position, attacker, forcing } = problem;
  const request = { do: "solve", game, rules, position, attacker, forcing, allow: pardons, limits: { nodes } };
  // The native program does not count the time to allocate its table.
  let seconds = 0;
  const reply = tsume.run(request, { nodes: 100_000, onStart: () => (seconds = -performance.now() / 1000) });
  seconds += performance.now() / 1000;
  if (!reply.ok) {
    faults.push(`${name}: ${JSON.stringify(reply)}`);
    continue;
  }
  const found = reply.ok;
  seen[game] = (seen[game] ?? 0) + 1;
  nativeSeconds += native.time_ms / 1000;
  wasmSeconds += seconds;
  mostBytes = Math.max(mostBytes, tsume.memoryBytes);
  for (const key of ["verdict", "plies", "nodes"]) {
    if ((native[key] ?? null) !== (found[key] ?? null)) {
      faults.push(`${name}: ${key} is ${native[key]} natively and ${found[key]} in WebAssembly`);
    }
  }
  if (tsume.memoryBytes > hash + OTHER_BYTES) {
    faults.push(`${name}: ${tsume.memoryBytes} bytes of memory, ${hash} asked for`);
  }
  if (native.certificate?.file) {
    const text = readFileSync(native.certificate.file, "utf8");
    const verified = tsume.run({ do: "verify", text });
    if (!verified.ok?.accepted) {
      faults.push(`${name}: the module rejects the native certificate: ${JSON.stringify(verified)}`);
    }
    const written = tsume.call({ do: "certificate", proof: found.proof });
    const own = join(folder, `wasm-${certificates}.tsume`);
    writeFileSync(own, written.ok.text);
    try {
      execFileSync("target/release/tsume", ["verify", own], { stdio: "pipe" });
    } catch (error) {
      faults.push(`${name}: the program rejects the module's certificate: ${error.stdout}`);
    }
    certificates += 1;
  }
}
rmSync(folder, { recursive: true });

function solveNative({ game, rules, position, attacker, forcing }) {
  const text = ["solve", "--sfen", position, "--variant", game, "--forcing", forcing];
  text.push("--attacker", attacker, ...pardons.flatMap((name) => ["--allow", name]));
  text.push(...Object.entries(rules ?? {}).flatMap(([name, value]) => ["--rule", `${name}=${value}`]));
  text.push("--threads", "1", "--hash", `${hash >> 20}MiB`);
  const options = ["--nodes", `${nodes}`, "--count", "every", "--format", "json", "--quiet"];
  let output;
  try {
    output = execFileSync("target/release/tsume", [...text, ...options, "--certificate", folder], {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, LANG: "C" },
    });
  } catch (error) {
    // Undecided problems end with status 3, disagreements with 1.
    output = error.stdout;
  }
  return JSON.parse(String(output).trim().split("\n").at(-1));
}

const ratio = wasmSeconds / nativeSeconds;
console.log(`${chosen.length} problems: ${JSON.stringify(seen)}`);
console.log(`native ${nativeSeconds.toFixed(2)} s, WebAssembly ${wasmSeconds.toFixed(2)} s, ratio ${ratio.toFixed(2)}`);
console.log(`${certificates} certificates checked each way; memory at most ${(mostBytes / 2 ** 20).toFixed(0)} MiB for ${hash >> 20} MiB of tables`);
if (ratio > MAX_TIME_RATIO) {
  faults.push(`the time ratio is more than ${MAX_TIME_RATIO}`);
}
faults.forEach((fault) => console.error(fault));
console.log(`${chosen.length - faults.length} passed, ${faults.length} failed`);
process.exitCode = faults.length > 0 ? 1 : 0;
