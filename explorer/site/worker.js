// Answers the page's requests with the program's own code, compiled to WebAssembly.
//
// That code reads files synchronously. Reading a part that is not fetched yet is an error; the part is then fetched,
// and the question is asked again. Each time it gets further, since decoded units are kept. So nothing here blocks, and
// the parts that a position and its moves need are fetched together.
import {FetchedFiles} from './fetched_files.js';
import {Probe} from './probe.js';

const kMostRounds = 10000;  // more than any answer takes: a game of 1,000 moves takes some thousands
const given_up = new Set();  // numbers of requests

async function compile() {
  let response;
  try {
    response = await fetch('uisge_probe.wasm');
  } catch {
    throw new Error('uisge_probe.wasm: the web server does not answer.');
  }
  if (!response.ok) throw new Error(`uisge_probe.wasm: the web server answers with status ${response.status}.`);
  try {
    return await WebAssembly.compile(await response.arrayBuffer());
  } catch (error) {
    throw new Error(`uisge_probe.wasm: cannot be run: ${error.message}`);
  }
}

async function list_files() {
  let list;
  try {
    list = await (await fetch('files.json', {cache: 'no-cache'})).json();
  } catch {
    throw new Error('files.json: cannot be fetched, or is no JSON. It says which databases the site has.');
  }
  const is_good = Array.isArray(list?.files) && list.files.every(file => typeof file?.name === 'string' && Number.isSafeInteger(file.bytes) && file.bytes >= 0);
  if (!is_good) throw new Error('files.json: is no list of databases. The site has to be made anew.');
  return list.files;
}

async function open_files() {
  const files = new FetchedFiles(await list_files(), (name, bytes, is_fetched) => postMessage({whole_file: {name, bytes, is_fetched}}));
  await files.fetch_for_opening();
  return files;
}

let compiled, opened, made;  // promises; null after a failure, so that the next question tries again

async function ready() {
  compiled ??= compile().catch(error => { compiled = null; throw error; });
  opened ??= open_files().catch(error => { opened = null; throw error; });
  const [module, files] = await Promise.all([compiled, opened]);
  made ??= Probe.make(module, files);
  return {files, probe: await made};
}

function answer_of(probe, request) {
  try {
    return probe.answer(request);
  } catch (error) {
    made = null;  // a module that failed in a call cannot be used again
    throw new Error(`uisge_probe.wasm broke off: ${error.message}`);
  }
}

async function answer({number, ...request}) {
  for (let round = 0; round < kMostRounds; ++round) {
    const {files, probe} = await ready();
    if (given_up.delete(number)) return;
    const {status, text} = answer_of(probe, request);
    if (!files.is_anything_missing()) {
      postMessage({number, status, answer: JSON.parse(text)});
      return;
    }
    await files.fetch_missing();
  }
  throw new Error('The answer needs too much of the file.');
}

ready().catch(() => {});  // every question reports the failure
addEventListener('message', ({data}) => {
  if (data.given_up) given_up.add(data.number);
  else answer(data).catch(error => postMessage({number: data.number, status: 500, answer: {error: error.message}})).finally(() => given_up.delete(data.number));
});
