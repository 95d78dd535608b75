// The compiled-in book of first moves (GET /api/openings): how many won and lost positions can arise after each move.
import {ask} from './answers.js';
import {html} from './dom.js';
import {board_of, read_position} from './position_text.js';
import {share_bar} from './share_bar.js';
import {count} from './words.js';

const kMostKept = 500;
const percent = (part, whole) => `${Math.round(part / whole * 100)} %`;

export class Openings {
  #book;
  #moves = new Map();  // by position: the list of moves, empty until the book answers

  // `offer`: the answer of GET /api/files.
  constructor(offer) { this.#book = offer.openings; }

  // Whether the book is for this game, and the game's position is known.
  #is_for(game) {
    const placement = read_position(game.start);
    if (!placement || game.position === undefined) return false;
    return Object.entries({...board_of(placement), ...game.rules}).every(([name, value]) => this.#book[name] === value);
  }

  // Asks the book about a game's position, if the book is for this game and has not been asked about the position.
  // Returns whether the book has now answered with moves. After a failure the book can be asked again.
  async learn(game) {
    if (!this.#is_for(game) || this.#moves.has(game.position)) return false;
    if (this.#moves.size >= kMostKept) this.#moves.clear();
    this.#moves.set(game.position, []);
    try {
      const {moves} = await ask('/api/openings', game.request);
      this.#moves.set(game.position, moves);
      return moves.length > 0;
    } catch {
      this.#moves.delete(game.position);
      return false;
    }
  }

  // The moves of the game's position; empty while the book has not answered, or if the book has no moves.
  of(game) { return this.#is_for(game) ? this.#moves.get(game.position) ?? [] : []; }

  get words() { return `The bars count the positions below each move up to ply ${this.#book.plies}: won, open and lost within ${this.#book.depth} plies.`; }
}

// A bar and figures for all positions of the book that can follow a move. The argument is an element of the list that
// Openings.of() returns.
export function opening_share({positions, won, lost}) {
  return html('span', {class: 'below'}, share_bar([['win', won], ['open', positions - won - lost], ['loss', lost]]),
    html('span', {class: 'hint'}, `${count(positions, 'position')}: ${percent(won, positions)} won, ${percent(lost, positions)} lost`));
}
