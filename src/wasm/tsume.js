// The module for JavaScript: loads tsume.wasm, and calls it with objects. No clock and no thread of
// its own; a worker advances searches by `step`.

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Answers requests; README.md in this folder lists them. */
export class Tsume {
  #exports;

  /** @param {BufferSource | WebAssembly.Module} source the bytes of tsume.wasm, or its module */
  static async load(source) {
    const module = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source);
    const instance = await WebAssembly.instantiate(module, {});
    return new Tsume(instance.exports);
  }

  constructor(exports) {
    this.#exports = exports;
  }

  /** Bytes of the module's memory, which never shrinks. */
  get memoryBytes() {
    return this.#exports.memory.buffer.byteLength;
  }

  /** The answer to a request. */
  call(request) {
    return JSON.parse(this.callText(JSON.stringify(request)));
  }

  /** The same as text in JSON. */
  callText(request) {
    const { memory, tsume_alloc, tsume_call, tsume_free } = this.#exports;
    const text = encoder.encode(request);
    const place = tsume_alloc(text.length) >>> 0;
    new Uint8Array(memory.buffer, place, text.length).set(text);
    const answer = tsume_call(place, text.length) >>> 0;
    tsume_free(place, text.length);
    const length = new DataView(memory.buffer).getUint32(answer, true);
    const result = decoder.decode(new Uint8Array(memory.buffer, answer + 4, length));
    tsume_free(answer, length + 4);
    return result;
  }

  /**
   * Runs a request to its answer without pause. For callers that may block, such as tests.
   * `onStart` is called once a search has its tables, `onEvent` receives its events.
   */
  run(request, { nodes = 100_000, onStart = () => {}, onEvent = () => {} } = {}) {
    let reply = this.call(request);
    if (!reply.search) {
      return reply;
    }
    onStart();
    const start = performance.now();
    do {
      reply = this.call({ do: "step", nodes, elapsed: performance.now() - start });
      (reply.events ?? []).forEach((event) => onEvent(event));
    } while (reply.running);
    return reply.answer ?? reply;
  }
}
