// The engine of the page in a worker: WebAssembly, advanced in steps, so that requests and `stop` are answered between
// them. A judgement or a generation is one long step: it gets a worker of its own, and to end it, the page ends that.

import { Tsume } from "./tsume.js";

/** Milliseconds that a step should take, and positions of the first one. */
const STEP_MS = 40;
const FIRST_STEP_NODES = 2_000;
/** Milliseconds between two events. */
const EVENT_MS = 100;

const loaded = fetch("tsume.wasm")
  .then((reply) => reply.arrayBuffer())
  .then((bytes) => Tsume.load(bytes));
const queue = [];
const { port1, port2 } = new MessageChannel();
let running = null;
let tsume = null;

/** Goes on after messages that wait. */
function later(act) {
  port1.onmessage = act;
  port2.postMessage(null);
}

function finish(answer) {
  postMessage({ id: running.id, answer });
  running = null;
  if (queue.length > 0) later(begin);
}

function begin() {
  if (running || queue.length === 0) return;
  const { id, request } = queue.shift();
  running = { id, nodes: FIRST_STEP_NODES, start: performance.now(), shown: -EVENT_MS };
  const reply = tsume.call(request);
  if (reply.search) later(step);
  else finish(reply);
}

function step() {
  const before = performance.now();
  const reply = tsume.call({ do: "step", nodes: running.nodes, elapsed: before - running.start });
  const now = performance.now();
  if (now - running.shown >= EVENT_MS) {
    const event = reply.events?.at(-1);
    if (event) postMessage({ id: running.id, event });
    running.shown = now;
  }
  if (!reply.running) return finish(reply.answer ?? reply);
  const factor = STEP_MS / Math.max(now - before, 1);
  running.nodes = Math.max(Math.round(running.nodes * Math.min(Math.max(factor, 0.5), 2)), 100);
  later(step);
}

function stop(id) {
  if (running?.id === id) return tsume.call({ do: "stop" });
  const at = queue.findIndex((waiting) => waiting.id === id);
  if (at >= 0) postMessage({ id: queue.splice(at, 1)[0].id, answer: { error: { message: "", kind: "stopped" } } });
  return undefined;
}

const SEARCHES = ["solve", "try", "judge", "generate", "verify"];

onmessage = async ({ data }) => {
  try {
    tsume ??= await loaded;
    if (data.stop !== undefined) return stop(data.stop);
    if (!SEARCHES.includes(data.request.do)) return postMessage({ id: data.id, answer: tsume.call(data.request) });
    if (running || queue.length > 0) postMessage({ id: data.id, event: { event: "waiting" } });
    queue.push(data);
    begin();
  } catch (error) {
    postMessage({ id: data.id, answer: { error: { message: error.message } } });
  }
  return undefined;
};
