// Lets the user choose board, pieces, rules and opponent.
import {by_id, html} from './dom.js';
import {board_words, kStuckRules, rules_words} from './words.js';

const kNarrow = '(max-width: 56rem)';
const kRealGame = {board: '7x6', pieces: 6};
const kStuckWords = {loses: 'loses', wins: 'wins', draws: 'makes a draw', passes: 'passes'};
const key_of = ({board, pieces}) => `${board}/${pieces}`;
const rules_key = ({stuck, diagonal_jumps}) => stuck + (diagonal_jumps ? '+' : '');

export class Setup {
  // `offer`: the answer of GET /api/files. `events` has the callbacks on_board({board, pieces}), on_rules(rules) and
  // on_opponent({side, level}).
  constructor(offer, events) {
    this.offer = offer;
    // The settings begin closed on a narrow screen, and when the introduction (intro.js) is shown. Open settings would
    // push the list of moves out of sight.
    by_id('setup').open = !window.matchMedia(kNarrow).matches && by_id('intro').hidden;
    this.board = by_id('setup-board');
    this.rules = by_id('setup-rules');
    this.side = by_id('setup-opponent');
    this.level = by_id('setup-level');
    for (let level = 1; level <= offer.levels; ++level)
      this.level.append(html('option', {value: level}, level === 1 ? '1, weak' : String(level)));
    this.board.addEventListener('change', () => {
      const [board, pieces] = this.board.value.split('/');
      events.on_board({board, pieces: Number(pieces)});
    });
    this.rules.addEventListener('change', () => events.on_rules(this.rules_of(this.rules.value)));
    for (const control of [this.side, this.level])
      control.addEventListener('change', () => events.on_opponent({side: this.side.value, level: Number(this.level.value)}));
  }

  rules_of(key) { return {stuck: key.replace('+', ''), diagonal_jumps: key.endsWith('+')}; }

  boards() {
    const boards = new Map(this.offer.files.map(file => [key_of(file), {board: file.board, pieces: file.pieces}]));
    if (!boards.has(key_of(kRealGame))) boards.set(key_of(kRealGame), kRealGame);
    const size = ({board, pieces}) => board.split('x').reduce((area, side) => area * side, 1) * 10 + pieces;
    return [...boards.values()].sort((a, b) => size(a) - size(b));
  }

  files_of({board, pieces}) { return this.offer.files.filter(file => file.board === board && file.pieces === pieces); }

  file_of(game, rules) {
    return this.files_of(game).find(file => file.answers_under.includes(rules.stuck) && file.diagonal_jumps === rules.diagonal_jumps);
  }

  // Whether the search, a file or the book of first moves can answer about this board and pieces under these rules.
  can_answer(game, rules) {
    const of_book = () => Object.entries({...game, ...rules}).every(([name, value]) => this.offer.openings[name] === value);
    return this.offer.search !== null || this.file_of(game, rules) !== undefined || of_book();
  }

  // Returns the wanted rules if questions under these rules can be answered; otherwise the rules of the first file, or
  // of the book, for this board and pieces.
  rules_for(game, wanted) {
    if (this.can_answer(game, wanted)) return wanted;
    const other = [...this.files_of(game), this.offer.openings].find(one => key_of(one) === key_of(game));
    return other ? {stuck: other.stuck, diagonal_jumps: other.diagonal_jumps} : wanted;
  }

  // Returns the largest board that has a file with a start; without such a file, the largest board.
  first_choice() {
    const with_start = this.boards().filter(game => this.files_of(game).some(file => file.start));
    return with_start.at(-1) ?? this.boards().at(-1);
  }

  show(game, rules, opponent) {
    const boards = this.boards();
    if (game && !boards.some(one => key_of(one) === key_of(game))) boards.push(game);
    const board_options = boards.map(one => html('option', {value: key_of(one)}, board_words(one) + (key_of(one) === key_of(kRealGame) ? ', the real game' : '')));
    this.fill(this.board, boards.map(key_of).join(), board_options);
    if (game) this.board.value = key_of(game);
    const group = diagonal_jumps => html('optgroup', {label: diagonal_jumps ? 'crowns jump diagonally too' : 'orthogonal jumps'},
      kStuckRules.map(stuck => {
        const is_there = !game || this.can_answer(game, {stuck, diagonal_jumps});
        return html('option', {value: rules_key({stuck, diagonal_jumps}), disabled: !is_there && rules_key({stuck, diagonal_jumps}) !== rules_key(rules)},
          kStuckWords[stuck] + (diagonal_jumps ? ', diagonal jumps' : '') + (is_there ? '' : ' (no file)'));
      }));
    this.fill(this.rules, (game ? key_of(game) : '') + rules_key(rules), [group(false), group(true)]);
    this.rules.value = rules_key(rules);
    by_id('setup-words').textContent = game ? `${board_words(game)}; stuck ${rules_words(rules)}` : '';
    this.side.value = opponent.side;
    this.level.value = opponent.level;
    // Without distances the program may never finish a won game.
    const is_perfect = game !== null && this.file_of(game, rules)?.kind === 'database';
    this.level.options[this.offer.levels - 1].text = `${this.offer.levels}, ${is_perfect ? 'perfect' : 'strongest'}`;
    by_id('level-label').hidden = !opponent.side;
  }

  // Replaces the options of `select` only if `key` has changed, so that an open list stays open.
  fill(select, key, options) {
    if (select.dataset.of === key) return;
    select.dataset.of = key;
    select.replaceChildren(...options);
  }
}
