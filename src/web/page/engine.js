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

class WorkerEngine {
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
      this.worker.terminate();
      this.fail(event.message || "?");
      this.start();
    };
  }

  fail(message, kind) {
    for (const waiting of this.waiting.values()) waiting.settle({ error: { message, kind } });
    this.waiting.clear();
  }

  send(request, onEvent) {
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
    return { id, result };
  }

  ask(request) {
    return this.send(request, () => {}).result;
  }

  search(request, onEvent) {
    const { id, result } = this.send(request, onEvent);
    const stop = () => {
      if (!this.waiting.has(id)) return;
      // The worker is deaf while it judges or generates; a new one takes its place.
      if (request.do === "solve" || request.do === "try") return this.worker.postMessage({ stop: id });
      this.worker.terminate();
      this.fail("", "stopped");
      this.start();
    };
    return { result, stop };
  }
}

/** The engine that the page names. */
export function connect() {
  return document.body.dataset.engine === "server" ? new ServerEngine() : new WorkerEngine();
}
