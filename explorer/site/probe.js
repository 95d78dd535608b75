// A Probe is one instance of the compiled code (site_answers.cpp), with the functions that this code imports: those of
// fetched_file.cpp, and some of the system interface WASI.

const decoder = new TextDecoder();
const encoder = new TextEncoder();
const kNotSupported = 58;  // an error number of WASI

export class Probe {
  #instance;

  // `module` is the compiled module, `files` a FetchedFiles. The instance answers from the files that `names` lists.
  static async make(module, files, names) {
    const probe = new Probe();
    const memory = () => probe.#instance.exports.memory.buffer;
    const bytes = (place, count) => new Uint8Array(memory(), place, count);
    const imports = {
      uisge: {
        file_number: (place, count) => files.number_of(decoder.decode(bytes(place, count))),
        file_bytes: number => files.bytes(number),
        read_file: (number, offset, place, count) => Number(files.read(number, offset, bytes(place, count))),
        prefetch_file: (number, offset, count) => { files.record_missing(number, offset, count); },
      },
      wasi_snapshot_preview1: {
        proc_exit: status => { throw new Error(`The program ended with status ${status}.`); },
        environ_sizes_get: (count, size) => { new Uint32Array(memory())[count >> 2] = new Uint32Array(memory())[size >> 2] = 0; return 0; },
        environ_get: () => 0,
      },
      env: {
        emscripten_notify_memory_growth: () => {},
        getentropy: (place, count) => { crypto.getRandomValues(bytes(place, count)); return 0; },
        __syscall_stat64: () => -kNotSupported,
      },
    };
    probe.#instance = await WebAssembly.instantiate(module, imports);
    const {exports} = probe.#instance;
    exports._initialize();
    probe.#write(names.join('\n'));
    exports.uisge_name_files();
    return probe;
  }

  // Answers a request of docs/api.md. Returns {status, text}.
  answer({method, path, query, body}) {
    const {exports} = this.#instance;
    this.#write(`${method}\n${path}\n${query}\n${body}`);
    const status = exports.uisge_answer();
    return {status, text: decoder.decode(new Uint8Array(exports.memory.buffer, exports.uisge_text(), exports.uisge_text_bytes()))};
  }

  #write(text) {
    const {exports} = this.#instance;
    const bytes = encoder.encode(text);
    const place = exports.uisge_input(bytes.length);
    new Uint8Array(exports.memory.buffer, place, bytes.length).set(bytes);
  }
}
