// For requests that supersede each other: only the answer to the last request counts.

// run(work) calls work(signal) and resolves to its result, or to `superseded` if run() or stop() was called meanwhile.
export const superseded = Symbol('superseded');

export class LastRequest {
  #controller = new AbortController();

  stop() {
    this.#controller.abort();
    this.#controller = new AbortController();
  }

  async run(work) {
    this.stop();
    const {signal} = this.#controller;
    try {
      const result = await work(signal);
      return signal.aborted ? superseded : result;
    } catch (error) {
      if (signal.aborted) return superseded;
      throw error;
    }
  }
}

export const pause = (milliseconds, signal) => new Promise((done, fail) => {
  const timer = setTimeout(done, milliseconds);
  signal.addEventListener('abort', () => { clearTimeout(timer); fail(signal.reason); });
});
