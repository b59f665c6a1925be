// An engine of ShogiHome's web version: one thread, searched in slices by `poll`.

import { Tsume } from "./tsume-wasm.js";

/** Time of a slice in milliseconds; ShogiHome polls every 10. */
const SLICE_MS = 8;
/** Nodes between two looks at the clock: some 2 ms. */
const STEP_NODES = 1000;

/** Makes an engine. `locateFile` gives the address of a file of this folder. */
export default async function createEngine({ locateFile = (path) => new URL(path, import.meta.url).href } = {}) {
  const engine = await Tsume.load(await fileBytes(locateFile("tsume.wasm")));
  const listeners = new Set();
  let hasEnded = false;

  const tell = (reply) => {
    for (const line of reply.ok?.lines ?? []) {
      listeners.forEach((listener) => listener(line));
    }
  };

  return {
    postMessage(command) {
      if (hasEnded) {
        return;
      }
      tell(engine.call({ do: "usi", line: command, now: performance.now() }));
      hasEnded = command.trim() === "quit";
    },
    addMessageListener(listener) {
      listeners.add(listener);
    },
    removeMessageListener(listener) {
      listeners.delete(listener);
    },
    terminate() {
      hasEnded = true;
      listeners.clear();
    },
    poll() {
      const end = performance.now() + SLICE_MS;
      while (!hasEnded && performance.now() < end) {
        const reply = engine.call({ do: "usi_step", nodes: STEP_NODES, now: performance.now() });
        tell(reply);
        if (!reply.ok?.searching) {
          return;
        }
      }
    },
  };
}

/** Bytes of a file: by fetch in a browser, from the disk in Node. */
async function fileBytes(address) {
  if (!address.startsWith("file:")) {
    const response = await fetch(address);
    if (!response.ok) {
      throw new Error(`${address}: ${response.status}`);
    }
    return response.arrayBuffer();
  }
  const { readFile } = await import(/* @vite-ignore */ "node:fs/promises");
  return readFile(new URL(address));
}
