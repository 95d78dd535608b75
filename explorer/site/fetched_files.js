// Reads database files that lie on a web server, and fetches only the needed parts, by range requests.
//
// A file is fetched in blocks of kBlockBytes bytes. read() succeeds if all needed blocks have been fetched. Otherwise
// read() fails and records the missing blocks, which fetch_missing() then fetches together. A server that does not know
// range requests sends the whole file, which is kept if it is not too large.

const kBlockBytes = 2 << 10;
const kMostBlocks = 16384;             // the most blocks of kBlockBytes that are kept: 32 MiB for all files together
const kGapBlocks = 4;                  // at most this number of unneeded blocks between needed ones is fetched, to save a second request
const kBeginningBytes = 16 << 10;      // fetched first from a file's beginning: the header, the codec's tables and usually some units
const kEndBytes = 120 << 10;           // fetched first from a file's end: holds index and statistics of 7x6 with four a side; larger files need a second request
const kLargestWholeFile = 64 << 20;

const is_changed = name => new Error(`${name}: is not the file on the web server that it was. Load the page again; if that does not help, the site has to be made anew.`);

// Returns a text that identifies the version of a file: the ETag, without the suffix that compressing servers add, or
// the time of change.
const version_of = response => response.headers.get('ETag')?.replace(/^W\//, '').replace(/-(gzip|br|zstd)/, '') ?? response.headers.get('Last-Modified');

export class FetchedFiles {
  #files;
  #on_whole;
  #blocks = new Map();    // maps #key(file, block) to the block's bytes; the most recently used block is last
  #missing = new Map();   // maps #key(file, block) to {file, block}
  #fetching = new Map();  // maps #key(file, block) to the promise of the block's request
  #whole = new Map();     // maps a file's number to a promise, which gives all bytes of the file
  #whole_bytes = new Map();
  #versions = new Map();  // maps a file's number to the file's ETag or time of change

  // `listed`: the files, as objects with `name` and `bytes`. Calls `on_whole(name, bytes, is_fetched)` when fetching a
  // whole file begins, and when it ends, even if it fails.
  constructor(listed, on_whole) {
    this.#files = listed;
    this.#on_whole = on_whole;
  }

  number_of(name) { return this.#files.findIndex(file => file.name === name); }
  bytes(file) { return this.#files[file].bytes; }
  is_anything_missing() { return this.#missing.size > 0; }

  // Fills `target` with the file's bytes from `offset` on. If blocks are missing, records them and returns false.
  read(file, offset, target) {
    const whole = this.#whole_bytes.get(file);
    if (whole) {
      target.set(whole.subarray(offset, offset + target.length));
      return true;
    }
    if (!this.record_missing(file, offset, target.length)) return false;
    for (let done = 0; done < target.length;) {
      const at = offset + done;
      const key = this.#key(file, Math.floor(at / kBlockBytes));
      const block = this.#blocks.get(key);
      this.#blocks.delete(key);
      this.#blocks.set(key, block);
      const part = block.subarray(at % kBlockBytes, at % kBlockBytes + target.length - done);
      target.set(part, done);
      done += part.length;
    }
    return true;
  }

  // Records in #missing those blocks of a range of bytes that have not been fetched yet. Returns true if no such block
  // exists.
  record_missing(file, offset, bytes) {
    if (this.#whole_bytes.has(file)) return true;
    let is_there = true;
    for (let block = Math.floor(offset / kBlockBytes); block * kBlockBytes < offset + bytes; ++block) {
      const key = this.#key(file, block);
      if (this.#blocks.has(key)) continue;
      this.#missing.set(key, {file, block});
      is_there = false;
    }
    return is_there;
  }

  // Fetches, all at the same time, the parts of the named files that are read when the files are opened.
  fetch_for_opening(names) {
    this.#files.forEach(({name, bytes}, file) => {
      if (!names.includes(name)) return;
      const end_bytes = Math.min(bytes, kEndBytes);
      this.record_missing(file, 0, Math.min(bytes, kBeginningBytes));
      this.record_missing(file, bytes - end_bytes, end_bytes);
    });
    return this.fetch_missing();
  }

  // Fetches all blocks that are listed in #missing. Throws an Error with a message for the visitor.
  async fetch_missing() {
    const waits = [...this.#missing.keys()].map(key => this.#fetching.get(key)).filter(Boolean);
    const wanted = [...this.#missing.values()].filter(({file, block}) => !this.#fetching.has(this.#key(file, block)));
    this.#missing.clear();
    wanted.sort((a, b) => a.file - b.file || a.block - b.block);
    for (let first = 0, next; first < wanted.length; first = next) {
      const {file, block} = wanted[first];
      for (next = first + 1; next < wanted.length && wanted[next].file === file && wanted[next].block - wanted[next - 1].block <= 1 + kGapBlocks;) ++next;
      const keys = wanted.slice(first, next).map(place => this.#key(place.file, place.block));
      const wait = this.#fetch_blocks(file, block, wanted[next - 1].block + 1).finally(() => keys.forEach(key => this.#fetching.delete(key)));
      keys.forEach(key => this.#fetching.set(key, wait));
      waits.push(wait);
    }
    await Promise.all(waits);
    for (const key of this.#blocks.keys()) {
      if (this.#blocks.size <= kMostBlocks) break;
      this.#blocks.delete(key);
    }
  }

  #key(file, block) { return `${file} ${block}`; }

  async #fetch_blocks(file, first_block, end_block) {
    const {name, bytes} = this.#files[file];
    if (this.#whole.has(file)) return this.#whole.get(file);
    const first = first_block * kBlockBytes, end = Math.min(bytes, end_block * kBlockBytes);
    const response = await this.#request(name, {Range: `bytes=${first}-${end - 1}`});
    if (response.status === 200) {
      // The server sends the whole file instead of the range. If several requests get the whole file at the same time,
      // only the first answer is read.
      if (this.#whole.has(file)) {
        response.body?.cancel().catch(() => {});
      } else {
        const whole = this.#take_whole(file, response);
        this.#whole.set(file, whole);
        whole.catch(() => this.#whole.delete(file));  // so that a later request tries again
      }
      return this.#whole.get(file);
    }
    if (response.status === 416) throw is_changed(name);
    if (response.status !== 206) throw new Error(`${name}: the web server answers with status ${response.status}.`);
    this.#check_version(file, response);
    const range = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(response.headers.get('Content-Range') ?? '');
    if (range && range[2] !== '*' && Number(range[2]) !== bytes) throw is_changed(name);
    const received = await this.#body(name, response);
    if ((range && Number(range[1]) !== first) || received.length !== end - first) throw new Error(`${name}: the web server sends another part of the file than was asked for.`);
    for (let block = first_block; block < end_block; ++block) {
      const at = (block - first_block) * kBlockBytes;
      this.#blocks.set(this.#key(file, block), received.slice(at, at + kBlockBytes));
    }
  }

  async #take_whole(file, response) {
    const {name, bytes} = this.#files[file];
    if (bytes > kLargestWholeFile) {
      response.body?.cancel().catch(() => {});
      throw new Error(`${name}: this web server sends whole files only, and the file is too large for that. It has to answer range requests.`);
    }
    this.#check_version(file, response);
    this.#on_whole(name, bytes, false);
    try {
      const received = await this.#body(name, response);
      if (received.length !== bytes) throw is_changed(name);
      this.#whole_bytes.set(file, received);
    } finally {
      this.#on_whole(name, bytes, true);
    }
  }

  async #request(name, headers) {
    try {
      // Bypasses the browser's cache, which would make requests for ranges of one file wait for each other.
      return await fetch(encodeURIComponent(name), {headers, cache: 'no-store'});
    } catch {
      throw new Error(`${name}: the web server does not answer.`);
    }
  }

  async #body(name, response) {
    try {
      return new Uint8Array(await response.arrayBuffer());
    } catch {
      throw new Error(`${name}: the web server broke off in the middle of its answer.`);
    }
  }

  #check_version(file, response) {
    const version = version_of(response);
    if (version === null) return;
    if (!this.#versions.has(file)) this.#versions.set(file, version);
    else if (this.#versions.get(file) !== version) throw is_changed(this.#files[file].name);
  }
}
