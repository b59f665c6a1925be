// Requests: to the server that sent the page, or to WebAssembly in a worker.

/** An error that the engine answered with. */
export class RequestError extends Error {
  constructor(error) {
    super(error.message);
    this.kind = error.kind;
    this.faults = error.faults ?? [];
  }
}

function unpack(answer) {
  if (answer.error) throw new RequestError(answer.error);
  return answer.ok;
}

class ServerEngine {
  async post(path, body) {
    const headers = { "Content-Type": "application/json" };
    const reply = await fetch(path, { method: "POST", headers, body });
    if (!reply.ok) throw new RequestError({ message: (await reply.text()).trim() });
    return reply;
  }

  async ask(request) {
    const reply = await this.post("api", JSON.stringify(request));
    return unpack(JSON.parse(await reply.text()));
  }

  search(request, onEvent) {
    let task;
    let isStopped = false;
    const stop = () => {
      isStopped = true;
      if (task !== undefined) this.post("stop", String(task)).catch(() => {});
    };
    const run = async () => {
      const reply = await this.post("api", JSON.stringify(request));
      const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader();
      let rest = "";
      for (;;) {
        const { value, done } = await reader.read();
        const lines = (rest + (value ?? "")).split("\n");
        rest = lines.pop();
        for (const line of lines) {
          const object = JSON.parse(line);
          if (!object.event) return unpack(object);
          if (object.event === "started") {
            task = object.task;
            if (isStopped) stop();
          } else onEvent(object);
        }
        if (done) throw new RequestError({ message: "?", kind: "lost" });
      }
    };
    return { result: run(), stop };
  }
}

/** A worker with WebAssembly. */
class WasmWorker {
  constructor() {
    this.last = 0;
    this.waiting = new Map();
    this.start();
  }

  start() {
    this.worker = new Worker("worker.js", { type: "module" });
    this.worker.onmessage = ({ data }) => {
      const waiting = this.waiting.get(data.id);
      if (!waiting) return;
      if (data.event) return waiting.onEvent(data.event);
      this.waiting.delete(data.id);
      waiting.settle(data.answer);
    };
    this.worker.onerror = (event) => {
      // What failed may be damaged.
      this.end(event.message || "?");
      this.start();
    };
  }

  /** Ends the worker; its requests fail. */
  end(message, kind) {
    this.worker.terminate();
    for (const waiting of this.waiting.values()) waiting.settle({ error: { message, kind } });
    this.waiting.clear();
  }

  search(request, onEvent = () => {}) {
    const id = ++this.last;
    const result = new Promise((resolve, reject) => {
      const settle = (answer) => {
        try {
          resolve(unpack(answer));
        } catch (error) {
          reject(error);
        }
      };
      this.waiting.set(id, { onEvent, settle });
    });
    this.worker.postMessage({ id, request });
    return { result, stop: () => this.waiting.has(id) && this.worker.postMessage({ stop: id }) };
  }
}

/** Searches in a worker that keeps its proofs. What takes one long step gets a worker of its own, which `stop` ends. */
class WasmEngine {
  constructor() {
    this.worker = new WasmWorker();
  }

  ask(request) {
    return this.worker.search(request).result;
  }

  search(request, onEvent) {
    if (request.do === "judge") return this.alone((worker) => worker.search(request).result);
    if (request.do === "generate") return this.alone((worker, isStopped) => generateEach(worker, request, onEvent, isStopped));
    return this.worker.search(request, onEvent);
  }

  alone(run) {
    const worker = new WasmWorker();
    let isStopped = false;
    const result = run(worker, () => isStopped).finally(() => worker.end("", "stopped"));
    const stop = () => {
      isStopped = true;
      worker.end("", "stopped");
    };
    return { result, stop };
  }
}

/** Generates problems one by one, length after length, so that those found by then survive `stop`. */
async function generateEach(worker, request, onEvent, isStopped) {
  const { count, seed, lengths: [from, to], limits } = request;
  const lengths = [];
  for (let plies = from | 1; plies <= to; plies += 2) lengths.push(plies);
  const end = performance.now() + limits.seconds * 1000;
  const problems = [];
  let tried = 0;
  for (let round = 0; problems.length < count; round += 1) {
    const seconds = (end - performance.now()) / 1000;
    if (seconds <= 0) break;
    const plies = lengths[round % lengths.length];
    const part = { ...request, count: 1, seed: (seed + round) % 2 ** 48, lengths: [plies, plies], limits: { seconds } };
    let triedNow = 0;
    try {
      const answer = await worker.search(part, (event) => (triedNow = event.tried ?? triedNow)).result;
      problems.push(...answer.problems.filter(({ id }) => problems.every((known) => known.id !== id)));
    } catch (error) {
      if (!isStopped()) throw error;
      break;
    }
    tried += triedNow;
    onEvent({ event: "generating", found: problems.length, tried });
  }
  return { problems: problems.sort((a, b) => b.score - a.score) };
}

/** The engine that the page names. */
export function connect() {
  return document.body.dataset.engine === "server" ? new ServerEngine() : new WasmEngine();
}
