// Answers that need a whole file or a proof: scripts/site_answers.py stored them when the site was made.

const kFolder = 'stored/';

async function fetch_json(name) {
  const path = kFolder + encodeURIComponent(name);
  let response;
  try {
    response = await fetch(path);
    if (response.ok) return await response.json();
  } catch {
    throw new Error(`${kFolder}${name}: cannot be fetched, or is no JSON.`);
  }
  throw new Error(`${kFolder}${name}: the web server answers with status ${response.status}.`);
}

export class StoredAnswers {
  #offer;
  #known = null;  // a promise of a Map: #key() -> stored answer of a proof

  // `offer`: the answer of GET /api/files.
  constructor(offer) { this.#offer = offer; }

  // The stored answer to a request of docs/api.md; undefined if no answer to this request is stored. Fails with an
  // Error whose message is for the visitor.
  async answer({method, path, query}) {
    if (method !== 'GET') return undefined;
    const parameters = new URLSearchParams(query);
    const file = this.#offer.files.find(one => one.file === parameters.get('file'));
    if (path === '/api/files') return this.#offer;
    if (path === '/api/statistics' && file && file.kind !== 'proof') return fetch_json(`${file.file}.statistics.json`);
    if (path === '/api/puzzles' && file?.kind === 'database') return fetch_json(`${file.file}.puzzles-${parameters.get('level')}.json`);
    if (path === '/api/position') return this.#known_answer(parameters);
    return undefined;
  }

  async #known_answer(parameters) {
    if (!this.#offer.files.some(({kind}) => kind === 'proof')) return undefined;
    const key = this.#key(parameters.get('position'), parameters.get('moves') ?? '', parameters.get('stuck') ?? 'loses');
    if (parameters.get('diagonal_jumps') === 'true') return undefined;
    this.#known ??= fetch_json('known.json').then(({answers}) => new Map(answers.flatMap(({start, moves, answer}) =>
      [[this.#key(start, moves, answer.stuck), answer], [this.#key(answer.position, '', answer.stuck), answer]])), error => { this.#known = null; throw error; });
    return (await this.#known).get(key);
  }

  #key(position, moves, stuck) { return `${position} ${stuck} ${moves}`; }
}
