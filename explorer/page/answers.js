// Sends requests to the server (docs/api.md). A site without a server replaces this file by site/answers.js, which asks
// a web worker. Both files export `line_comes_later`, and the functions `ask` and `send`, which fail with a Refusal.
import {Refusal} from './refusal.js';

// Whether a line of best play takes much longer than the verdict, so that the page asks for it later.
export const line_comes_later = false;

const kBusyTries = 3;
const pause = seconds => new Promise(done => setTimeout(done, seconds * 1000));

async function answer_of(path, options, tries = kBusyTries) {
  let response, body;
  try {
    response = await fetch(path, options);
    body = await response.json();
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    if (response) throw new Refusal(response.status, `The server's answer (status ${response.status}) cannot be read.`);
    throw new Refusal(0, 'The server does not answer. Is uisge serve still running?');
  }
  if (response.ok) return body;
  if (response.status === 503 && tries > 0) {
    await pause(Math.min(Number(response.headers.get('Retry-After')) || 1, 5));
    return answer_of(path, options, tries - 1);
  }
  throw new Refusal(response.status, typeof body?.error === 'string' ? body.error : `The server refused: status ${response.status}.`);
}

// Sends GET `path`, such as '/api/position'. Leaves out parameters that are undefined or null. `signal` cancels the
// request.
export function ask(path, parameters = {}, signal = undefined) {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined && value !== null);
  const query = new URLSearchParams(given).toString();
  return answer_of(path.slice(1) + (query && '?' + query), {signal});
}

export function send(path, object, signal = undefined) {
  const headers = {'Content-Type': 'application/json'};
  return answer_of(path.slice(1), {method: 'POST', headers, body: JSON.stringify(object), signal});
}
