// Puzzles: positions in which exactly one move wins. Only the first move that the user makes counts as the answer.
import {write_address} from './address.js';
import {ask} from './answers.js';
import {by_id, copy, put} from './dom.js';
import {Game} from './game.js';
import {superseded} from './latest.js';
import {side_name, side_to_move} from './position_text.js';
import {worth_words} from './words.js';

const kMostSeeds = 1e6;

export class Puzzles {
  #offer;
  #pools = new Map();  // for each level and file: the puzzles from GET /api/puzzles that the page has not shown yet

  // `offer`: the answer of GET /api/files.
  constructor(offer, explorer) {
    this.#offer = offer;
    this.explorer = explorer;
    by_id('puzzle-new').addEventListener('click', () => this.begin());
    by_id('puzzle-level').addEventListener('change', () => this.begin());
    by_id('puzzle-solution').addEventListener('click', () => this.show_solution());
    by_id('puzzle-copy').addEventListener('click', () => this.copy_address());
    by_id('puzzle-panel').hidden = !this.file_for(null);
  }

  // Returns the database from which puzzles come. `table` is the game on the board; if it is null, returns the first
  // database. Otherwise compares the fields board, pieces, stuck and diagonal_jumps, in this order, with those of
  // `table`. Returns the database whose first different field comes last.
  file_for(table) {
    const files = this.#offer.files.filter(({kind}) => kind === 'database');
    const likeness = file => table ? ['board', 'pieces', 'stuck', 'diagonal_jumps'].findIndex(name => file[name] !== table[name]) : 0;
    const rank = file => likeness(file) < 0 ? 4 : likeness(file);
    return files.reduce((best, file) => !best || rank(file) > rank(best) ? file : best, undefined);
  }

  // A puzzle of the level from the file; undefined if no such puzzle was found.
  async next(file, level, signal) {
    const key = `${level} ${file.file}`;
    if (!this.#pools.get(key)?.length) {
      const seed = Math.floor(Math.random() * kMostSeeds);
      this.#pools.set(key, (await ask('/api/puzzles', {file: file.file, level, seed}, signal)).puzzles);
    }
    return this.#pools.get(key).pop();
  }

  async begin() {
    const {explorer} = this;
    const file = this.file_for(explorer.table);
    if (!file || !explorer.shown) return;
    const say = said => this.show({level: explorer.shown.puzzle, said});
    const level = Number(by_id('puzzle-level').value);
    say('Looking for puzzles…');
    try {
      const puzzle = await explorer.asking.run('start', signal => this.next(file, level, signal));
      if (puzzle === superseded) return;
      if (!puzzle) return say('No puzzle of this level was found.');
      const {stuck, diagonal_jumps} = file;
      explorer.change({game: new Game({stuck, diagonal_jumps}, puzzle.position), puzzle: level, hints: true, editing: false, draft: null,
                       opponent: {...explorer.shown.opponent, side: ''}});
    } catch (refusal) {
      say(refusal.message);
    }
  }

  // Adds the line of best play to the game, and goes to the position after the line's first move. If the user has not
  // moved yet, the puzzle ends: there is no move to judge.
  async show_solution() {
    const {explorer} = this;
    const start = () => explorer.shown.game.go(0);
    try {
      const answer = await explorer.asking.run('start', signal => ask('/api/position', {...start().request, hardness: 0}, signal));
      if (answer === superseded || !answer.line?.length) return;
      explorer.change({game: start().play_line(answer.line, 1), puzzle: start().has_moves ? explorer.shown.puzzle : 0});
    } catch (refusal) {
      this.show({level: explorer.shown.puzzle, said: refusal.message});
    }
  }

  copy_address() {
    const {game} = this.explorer.shown;
    const address = write_address({...this.explorer.address(), tree: new Game(game.rules, game.start).tree, path: []});
    copy(new URL(address, location.href).href, by_id('puzzle-said'));
  }

  // `level` and `start` are the level and the position of the shown puzzle; `level` is 0 if no puzzle is shown. `first`
  // is the user's first move, or undefined. `moves` are the moves of `start` with their values, undefined while
  // unknown. `said`, if not empty, is a message that is shown in place of the puzzle's words.
  show({level, start, first, moves, said = ''}) {
    by_id('puzzle-buttons').hidden = !level;
    if (level) by_id('puzzle-level').value = level;
    const words = by_id('puzzle-words');
    words.className = 'puzzle-words';
    if (said || !level) return put(words, said);
    if (!first) return put(words, `${side_name(side_to_move(start))} to move: one move wins.`);
    const played = moves?.find(({move}) => move === first), best = moves?.[0];
    if (!played) return put(words, '');
    const is_solved = played.value === 'win';
    words.classList.add(is_solved ? 'solved' : 'failed');
    put(words, is_solved ? `Solved: ${first} ${worth_words(played)}.` : `Failed: ${first} ${worth_words(played)}; ${best.move} ${worth_words(best)}.`);
  }
}
