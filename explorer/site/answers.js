// Replaces explorer/page/answers.js on a site without a server: a web worker answers, with the program's own code.
import {keep_for_offline} from './offline.js';
import {Refusal} from './refusal.js';

const worker = new Worker('worker.js', {type: 'module'});
const asked = new Map();  // the functions that settle a request's promise, by the request's number
let last_number = 0;
let broken = null;  // why the worker does not work; null while it works

// Whether the page asks for the line of best play only after it has the verdict. Here it does, since each ply of the
// line needs further parts of the file.
export const line_comes_later = true;

function tell_whole_file({name, bytes, is_fetched}) {
  document.getElementById('site-notice').textContent = is_fetched ? '' : `This web server cannot send parts of files: all of ${name} is being fetched, ${(bytes / 2 ** 20).toFixed(1)} MiB.`;
}

worker.addEventListener('message', ({data: {number, status, answer, whole_file}}) => {
  if (whole_file) return tell_whole_file(whole_file);
  const promise = asked.get(number);
  asked.delete(number);
  if (status === 200) {
    promise?.keep(answer);
    if (answer?.moves) keep_for_offline();
  }
  else promise?.fail(new Refusal(status, answer?.error ?? `The answer has status ${status}.`));
});
worker.addEventListener('error', () => {
  broken = new Refusal(0, 'The part of this page that answers could not be started: worker.js, or a module that it needs, is missing, or the browser has no module workers.');
  for (const {fail} of asked.values()) fail(broken);
  asked.clear();
});

function answer_of(request, signal) {
  return new Promise((keep, fail) => {
    if (broken) return fail(broken);
    if (signal?.aborted) return fail(signal.reason);
    const number = ++last_number;
    asked.set(number, {keep, fail});
    signal?.addEventListener('abort', () => {
      if (!asked.delete(number)) return;
      worker.postMessage({number, given_up: true});
      fail(signal.reason);
    });
    worker.postMessage({number, ...request});
  });
}

// Sends the request GET `path`, such as '/api/position'. Leaves out parameters that are undefined or null. `signal`
// cancels the request.
export function ask(path, parameters = {}, signal = undefined) {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined && value !== null);
  return answer_of({method: 'GET', path, query: new URLSearchParams(given).toString(), body: ''}, signal);
}

export function send(path, object, signal = undefined) {
  return answer_of({method: 'POST', path, query: '', body: JSON.stringify(object)}, signal);
}
