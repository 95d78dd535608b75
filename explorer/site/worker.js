// Answers the page's requests with the program's own code, compiled to WebAssembly.
//
// The compiled code reads files synchronously. Reading a part that is not fetched yet is an error; the part is then
// fetched, and the request is answered anew. Each repetition of the request gets further, since the labels decoded so
// far are kept. The worker never blocks, and the parts that a position and its moves need are fetched together.
import {FetchedFiles} from './fetched_files.js';
import {Probe} from './probe.js';
import {StoredAnswers} from './stored.js';

const kMostRounds = 10000;  // Each round fetches parts and asks again. A game of 1,000 moves needs a few thousand.
const given_up = new Set();  // the numbers of the requests that the page has cancelled

const kModule = 'uisge_probe.wasm.gz';

// The module is stored compressed, since not every web server compresses files.
async function compile() {
  let response;
  try {
    response = await fetch(kModule);
  } catch {
    throw new Error(`${kModule}: the web server does not answer.`);
  }
  if (!response.ok) throw new Error(`${kModule}: the web server answers with status ${response.status}.`);
  try {
    const bytes = await new Response(response.body.pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
    return await WebAssembly.compile(bytes);
  } catch (error) {
    throw new Error(`${kModule}: cannot be run: ${error.message}`);
  }
}

async function read_list() {
  let list;
  try {
    list = await (await fetch('files.json', {cache: 'no-cache'})).json();
  } catch {
    throw new Error('files.json: cannot be fetched, or is no JSON. It says which databases the site has.');
  }
  const is_good = Array.isArray(list?.files) && list.files.every(file => typeof file?.name === 'string' && Number.isSafeInteger(file.bytes) && file.bytes >= 0)
    && Array.isArray(list.offer?.files);
  if (!is_good) throw new Error('files.json: is no list of databases. The site has to be made anew.');
  return {...list, stored: new StoredAnswers(list.offer), fetched: new FetchedFiles(list.files, (name, bytes, is_fetched) => postMessage({whole_file: {name, bytes, is_fetched}}))};
}

// Promises of the module and of the list of files. A failure sets them to null, so that the next request tries again.
let compiled, listed;
const probes = new Map();  // promises of {probe, fetched, forget}, by the names of the probe's files

// Fetches the parts of the named files that are read when a file is opened. Then makes an instance of the compiled code
// for the named files.
function probe_of(names) {
  const key = names.join('/');
  if (!probes.has(key)) {
    const made = (async () => {
      const {fetched} = await list();
      const [module] = await Promise.all([module_of_site(), fetched.fetch_for_opening(names)]);
      return {probe: await Probe.make(module, fetched, names), fetched, forget: () => probes.delete(key)};
    })();
    made.catch(() => probes.delete(key));
    probes.set(key, made);
  }
  return probes.get(key);
}

function module_of_site() {
  compiled ??= compile().catch(error => { compiled = null; throw error; });
  return compiled;
}

function list() {
  listed ??= read_list().catch(error => { listed = null; throw error; });
  return listed;
}

// The first verdict should not wait for all files. So until all files are open, only the file of the position's game
// answers a request about a position.
let all_open = false;
async function names_for({path, query}) {
  const {files, offer} = await list();
  const all = files.map(({name}) => name);
  if (all_open || path !== '/api/position') return all;
  const asked = new URLSearchParams(query);
  const [placement = ''] = (asked.get('position') ?? '').split(' ');
  const ranks = placement.split('/');
  const across = [...ranks[0]].reduce((sum, letter) => sum + (Number(letter) || 1), 0);
  const own = offer.files.find(({file, board, pieces, stuck, diagonal_jumps}) => all.includes(file) && board === `${across}x${ranks.length}` &&
    pieces === placement.replace(/[^wW]/g, '').length && stuck === (asked.get('stuck') ?? 'loses') && diagonal_jumps === (asked.get('diagonal_jumps') === 'true'));
  return own ? [own.file] : all;
}

async function ready(request) {
  const names = await names_for(request);
  const opened = await probe_of(names);
  if (names.length === (await list()).files.length) all_open = true;
  return opened;
}

function answer_of({probe, forget}, request) {
  try {
    return probe.answer(request);
  } catch (error) {
    forget();  // an instance that failed in a call cannot be used again
    throw new Error(`${kModule} broke off: ${error.message}`);
  }
}

async function answer({number, ...request}) {
  const {stored} = await list();
  const found = await stored.answer(request);
  if (found !== undefined) {
    if (!given_up.delete(number)) postMessage({number, status: 200, answer: found});
    return;
  }
  for (let round = 0; round < kMostRounds; ++round) {
    const opened = await ready(request);
    if (given_up.delete(number)) return;
    const {status, text} = answer_of(opened, request);
    if (!opened.fetched.is_anything_missing()) {
      postMessage({number, status, answer: await stored.complete(request, JSON.parse(text))});
      return;
    }
    await opened.fetched.fetch_missing();
  }
  throw new Error('The answer needs too much of the file.');
}

// Loads the list of files and the module before the first request. After a failure, requests load them again and report
// errors.
for (const begun of [list(), module_of_site()]) begun.catch(() => {});
addEventListener('message', ({data}) => {
  if (data.given_up) given_up.add(data.number);
  else answer(data).catch(error => postMessage({number: data.number, status: 500, answer: {error: error.message}})).finally(() => given_up.delete(data.number));
});
