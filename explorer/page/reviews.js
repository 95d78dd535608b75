// Keeps the answers of POST /api/annotate about a game's variations: the judged moves, and for each variation how many
// moves of each side have which mark. Variations that begin alike share the judged moves of their beginning.
import {send} from './answers.js';
import {lines_of} from './tree.js';
import {count} from './words.js';

const kMostLines = 40;    // the greatest number of variations of a game that are reviewed
const kMostMoves = 1000;  // the most moves that POST /api/annotate takes

export class Reviews {
  #game = null;             // the last game whose reviews were requested
  #root = {next: new Map()};  // the tree of the game: `next` maps each move to {its judgement, next}
  #lines = new Map();       // maps the moves of a variation, as text, to the result of of_line()
  revision = 0;             // grows with every answer

  #known_of(game) { return this.#game?.has_rules_and_start_of(game); }

  #forget(game) {
    if (this.#known_of(game)) return;
    ++this.revision;
    this.#game = game;
    this.#root = {next: new Map()};
    this.#lines.clear();
  }

  // The tree of the game's judged moves: {next}, where `next` maps each move to {judged, next}. Undefined while nothing
  // is known.
  root_of(game) { return this.#known_of(game) ? this.#root : undefined; }

  // The judged moves of a path, up to the first move whose judgement is not known.
  of_path(game, path) {
    const judged = [];
    if (!this.#known_of(game)) return judged;
    for (let node = this.#root, ply = 0; ply < path.length; ++ply) {
      node = node.next.get(path[ply]);
      if (!node?.judged) break;
      judged.push(node.judged);
    }
    return judged;
  }

  // The review of the game's moves; undefined while unknown. It is {white, black, note}, or {trouble} if the request
  // for it failed. `white` and `black` have, for each mark such as `?!`, the number of that side's moves with this
  // mark. `note` says which moves are not counted.
  of_line(game) { return this.#known_of(game) ? this.#lines.get(game.moves.join(' ')) : undefined; }

  // Asks for a review of the game's line, and then of the other lines of the game. `on_answer()` is called after each
  // answer.
  async ask(game, signal, on_answer) {
    this.#forget(game);
    for (const [moves, {trouble}] of this.#lines) if (trouble) this.#lines.delete(moves);  // asked for again
    const {stuck, diagonal_jumps} = game.rules;
    for (const line of [game.moves, ...lines_of(game.tree).slice(0, kMostLines)]) {
      const moves = line.join(' ');
      if (moves === '' || this.#lines.has(moves)) continue;
      let answer;
      try {
        const reviewed = line.slice(0, kMostMoves).join(' ');
        answer = await send('/api/annotate', {position: game.start, moves: reviewed, stuck, diagonal_jumps}, signal);
        if (line.length > kMostMoves) answer.note = `Only the first ${count(kMostMoves, 'move')} are reviewed.`;
      } catch (refusal) {
        answer = {trouble: refusal.message};
      }
      if (signal.aborted) return;
      this.#learn(moves, line, answer);
      on_answer();
    }
  }

  #learn(moves, line, {white, black, note, moves: judged = [], trouble}) {
    ++this.revision;
    this.#lines.set(moves, {white, black, note, trouble});
    let node = this.#root;
    line.slice(0, judged.length).forEach((move, ply) => {
      if (!node.next.has(move)) node.next.set(move, {next: new Map()});
      node = node.next.get(move);
      node.judged = judged[ply];
    });
  }
}
