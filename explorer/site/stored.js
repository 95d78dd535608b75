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

// Picks a move of an answer at random, with the weights of solver/search/move_choice.h. A proof knows no distances.
function choose(moves, level) {
  const worth = ({value}) => ({win: 1, loss: -1})[value] ?? 0;
  const temperature = 200 * 0.6 ** (level - 1);
  let place = 0;
  const weights = moves.map(move => Math.exp(-(100 * (worth(moves[0]) - worth(move)) + (move.value === null ? 2 * place++ : 0)) / temperature));
  let left = Math.random() * weights.reduce((sum, weight) => sum + weight, 0);
  return moves.find((_, index) => (left -= weights[index]) < 0) ?? moves[0];
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
    if (path === '/api/move') return this.#known_move(parameters);
    return undefined;
  }

  // Returns the module's answer to a request, with what the proof says about the position under each rule set.
  async complete({path}, answer) {
    if (path !== '/api/rules' || !answer.rules) return answer;
    const rules = await Promise.all(answer.rules.map(async entry => {
      const {stuck, diagonal_jumps} = entry;
      const known = await this.#known_answer(new URLSearchParams({position: answer.position, stuck, diagonal_jumps}));
      const {position, board, pieces, over, moves, line, ...verdict} = known ?? entry;
      return verdict;
    }));
    return {...answer, rules};
  }

  async #known_move(parameters) {
    const moves = (await this.#known_answer(parameters))?.moves ?? [];
    if (moves.length === 0) return undefined;
    const strongest = this.#offer.levels;
    const level = Number(parameters.get('level') ?? strongest);
    const {move, position} = level >= strongest ? moves[0] : choose(moves, level);
    return {move, position, level};
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
