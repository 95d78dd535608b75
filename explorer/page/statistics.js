// Shows the statistics of files: the numbers of won, lost and drawn positions, by distance and by crowns. Several files
// of one board are shown side by side.
import {ask} from './answers.js';
import {by_id, html, put, svg} from './dom.js';
import {log_plot, marker} from './plot.js';
import {sign} from './shapes.js';
import {read_position, side_to_move} from './position_text.js';
import {share_bar} from './share_bar.js';
import {small_board} from './small_board.js';
import {board_words, kStuckRules, plies, rules_words, verdict_words} from './words.js';
import {write_address} from './address.js';
import {empty_tree} from './tree.js';
import {real_game} from './real_game.js';

const kMost = 8;
const number = value => BigInt(value).toLocaleString('en');  // counts above 2^53 come as strings of digits
const share = (part, whole) => Number(whole) === 0 ? 0 : Number(part) / Number(whole);
const percent = part => `${(part * 100).toFixed(part > 0 && part < 0.1 ? 1 : 0)} %`;
const board_key = ({board, pieces}) => `${board}/${pieces}`;
const kKindWords = {database: '', values: ', values alone', checkpoint: ', unfinished', plane: ', values, unfinished'};
const plain_name = file => rules_words(file) + kKindWords[file.kind];

// Sorts files by rules: `loses`, `wins`, `draws`, `passes`, then these four with diagonal jumps.
const in_order = files => {
  const rank = file => kStuckRules.indexOf(file.stuck) + (file.diagonal_jumps ? kStuckRules.length : 0);
  return [...files].sort((a, b) => rank(a) - rank(b));
};

export class Statistics {
  constructor(offer, place, on_change) {
    // Proofs and lists of noted positions have no statistics.
    this.offer = {...offer, files: offer.files.filter(({kind}) => kind in kKindWords)};
    this.place = place;
    this.on_change = on_change;
    this.answers = new Map();  // file name -> 'asked' while the request runs, then the answer or an Error
    this.chosen = [];
    new ResizeObserver(() => { if (!place.hidden && place.clientWidth !== this.width) this.draw_plot(); }).observe(place);
  }

  // A file's rules and kind, and its name if another file has the same rules and kind.
  name_of(file) {
    const is_copied = this.offer.files.some(one => one !== file && board_key(one) === board_key(file) && plain_name(one) === plain_name(file));
    return plain_name(file) + (is_copied ? ` (${file.file})` : '');
  }

  // Shows the statistics of the files with these names. If no file has such a name, shows a file of the game
  // `on_table`. `on_table` is the game on the board page ({board, pieces, stuck, diagonal_jumps}), or null.
  open(names, on_table = null) {
    const named = names.map(name => this.offer.files.find(({file}) => file === name)).filter(Boolean);
    const of_board = on_table ? this.offer.files.filter(file => board_key(file) === board_key(on_table)) : [];
    const of_rules = of_board.filter(({stuck, diagonal_jumps}) => stuck === on_table.stuck && diagonal_jumps === on_table.diagonal_jumps);
    const files = named.length > 0 ? named : [...of_rules, ...of_board].slice(0, 1);
    const board = files[0] ?? in_order(this.offer.files.filter(file => board_key(file) === board_key(this.offer.files.at(-1))))[0];
    this.board = board;
    this.chosen = board ? in_order(files.filter(file => board_key(file) === board_key(board))) : [];
    if (this.chosen.length === 0 && board) this.chosen = [board];
    this.ask_all();
    this.draw();
  }

  choose(files) {
    this.on_change({page: 'statistics', files: files.map(({file}) => file)}, 'push');
    this.open(files.map(({file}) => file));
  }

  ask_all() {
    for (const {file} of this.chosen) {
      if (this.answers.get(file) && !(this.answers.get(file) instanceof Error)) continue;
      this.answers.set(file, 'asked');
      ask('/api/statistics', {file}).then(answer => this.answers.set(file, answer), refusal => this.answers.set(file, refusal)).then(() => {
        if (!this.place.hidden && this.chosen.some(one => one.file === file)) this.draw();
      });
    }
  }

  // The chosen files whose answers have arrived so far: [{file, answer}].
  get answered() {
    return this.chosen.map(file => ({file, answer: this.answers.get(file.file)})).filter(({answer}) => answer && answer !== 'asked' && !(answer instanceof Error));
  }
  // The chosen files whose answers have arrived and contain counts. Files with counts are all files except planes.
  get known() { return this.answered.filter(({file}) => file.kind !== 'plane'); }

  draw() {
    const {offer, board} = this;
    if (!board) {
      put(this.place, html('section', {class: 'panel'}, html('h2', {}, 'Statistics'), html('p', {}, 'There is no database here.')), real_game());
      return;
    }
    const waiting = this.chosen.filter(({file}) => this.answers.get(file) === 'asked');
    const refused = this.chosen.filter(({file}) => this.answers.get(file) instanceof Error);
    put(this.place,
      this.choice(),
      html('p', {class: 'said', role: 'status'}, waiting.length ? `Counting ${waiting.map(({file}) => file).join(', ')}…` : ''),
      refused.map(({file}) => html('p', {class: 'trouble-words', role: 'alert'}, `${file}: ${this.answers.get(file).message}`)),
      this.answered.filter(({file}) => file.kind === 'plane').map(({file}) => html('p', {class: 'hint'}, `${file.file} belongs to a solve that is not finished: it answers about single positions, but has no counts.`)),
      this.known.length > 0 && [this.overview(), this.distances(), this.longest_wins(), this.crowns(), this.not_counted()],
      offer.version ? real_game() : null);
    this.draw_plot();
  }

  choice() {
    const boards = [...new Map(this.offer.files.map(file => [board_key(file), file])).values()];
    const select = html('select', {id: 'statistics-board', 'data-key': 'board', onchange: event => {
      this.choose([this.offer.files.find(file => board_key(file) === event.target.value)]);
    }}, boards.map(file => html('option', {value: board_key(file)}, board_words(file))));
    select.value = board_key(this.board);
    const of_board = in_order(this.offer.files.filter(file => board_key(file) === board_key(this.board)));
    const boxes = of_board.map(file => {
      const box = html('input', {type: 'checkbox', 'data-key': file.file, onchange: () => {
        const chosen = of_board.filter(one => one === file ? box.checked : this.chosen.includes(one));
        if (chosen.length === 0) box.checked = true;
        else this.choose(chosen.slice(0, kMost));
      }});
      box.checked = this.chosen.includes(file);
      return html('label', {class: 'check'}, box, this.name_of(file));
    });
    return html('section', {class: 'panel', 'aria-labelledby': 'statistics-title'},
      html('h2', {id: 'statistics-title'}, 'Statistics'),
      html('label', {class: 'narrow'}, 'Board and pieces ', select),
      html('fieldset', {class: 'checks'}, html('legend', {}, 'A stuck player (choose several rules to compare them)'), boxes));
  }

  link(position, file, words, label) {
    const address = write_address({page: 'board', position, rules: file, tree: empty_tree(position), path: [],
                                   view: {turns: 0, mirrored: false}, opponent: {side: '', level: 5}, hints: true, puzzle: 0});
    return html('a', {href: address, title: position, 'aria-label': label}, words);
  }

  example(answer, file) {
    if (!answer.longest_example) return '–';
    const words = plies(answer.longest_distance);
    return this.link(answer.longest_example, file, words, `${words}, show an example`);
  }

  longest_wins() {
    const lists = this.known.filter(({answer}) => answer.longest_wins?.length).map(({file, answer}) => html('div', {}, html('h3', {}, this.name_of(file)),
      html('ol', {class: 'longest'}, answer.longest_wins.map(({position, distance}) => html('li', {},
        this.link(position, file, [small_board(read_position(position), null), html('span', {}, plies(distance))], `${plies(distance)}: ${position}`))))));
    if (lists.length === 0) return null;
    return html('section', {class: 'panel', 'aria-labelledby': 'longest-title'},
      html('h2', {id: 'longest-title'}, 'Longest wins'),
      html('p', {class: 'hint'}, 'Of positions that are images of each other, only one is listed. Choose a position to see it on the board.'),
      html('div', {class: 'crowns-all'}, lists));
  }

  overview() {
    const rows = this.known.map(({file, answer}) => {
      const {won, lost, live} = answer;
      const drawn = answer.drawn ?? answer.undecided ?? 0;
      const cell = (part, kind, name) => html('td', {class: `share-cell ${kind}`, 'data-name': name}, html('b', {}, percent(share(part, live))), html('span', {}, number(part)));
      const start = answer.start;
      return html('tr', {},
        html('th', {scope: 'row'}, this.name_of(file)),
        html('td', {class: 'bar-cell'}, share_bar([['win', won], ['draw', drawn], ['loss', lost]])),
        cell(won, 'win', 'Won'), answer.drawn === null ? html('td', {class: 'share-cell', 'data-name': 'Drawn'}, html('b', {}, 'open'), html('span', {}, number(answer.undecided))) : cell(drawn, 'draw', 'Drawn'), cell(lost, 'loss', 'Lost'),
        html('td', {class: 'number', 'data-name': 'Positions'}, number(live)),
        html('td', {class: 'number', 'data-name': 'Longest'}, this.example(answer, file)),
        html('td', {'data-name': 'Start'}, start ? html('span', {class: 'worth'}, sign(start), verdict_words(start, side_to_move(start.position))) : '–'),
        );
    });
    const open = this.known.filter(({answer}) => answer.complete === false);
    return html('section', {class: 'panel', 'aria-labelledby': 'overview-title'},
      html('h2', {id: 'overview-title'}, 'All positions'),
      html('p', {class: 'hint'}, 'Won, drawn and lost for the side to move; every position in which the game goes on is counted.'),
      html('div', {class: 'scroll', tabindex: 0, role: 'group', 'aria-labelledby': 'overview-title'}, html('table', {class: 'figures overview'},
        html('thead', {}, html('tr', {}, ['A stuck player', 'Shares', 'Won', 'Drawn', 'Lost', 'Positions', 'Longest', 'Start'].map(name => html('th', {scope: 'col'}, name)))),
        html('tbody', {}, rows))),
      open.map(({file, answer}) => html('p', {}, `${file.file} is not finished: ${answer.decided_plies === null ? 'all results' : `all results within ${plies(answer.decided_plies)}`} are known, ${number(answer.undecided)} positions are not decided yet.`)));
  }

  // The curves of the plot. A single file has two curves: its won and its lost positions. If there are several files,
  // each has one curve: its won and lost positions together.
  get series() {
    const points = (answer, pick) => answer.by_distance.map(row => [row.distance, pick(row)]).filter(([, value]) => value > 0);
    if (this.known.length === 1) {
      const [{answer}] = this.known;
      return [{name: 'won', kind: 'win', points: points(answer, row => Number(row.won))}, {name: 'lost', kind: 'loss', points: points(answer, row => Number(row.lost))}];
    }
    return this.known.map(({file, answer}) => ({name: this.name_of(file), points: points(answer, row => Number(row.won) + Number(row.lost))}));
  }

  distances() {
    const known = this.known;
    if (!known.some(({answer}) => answer.by_distance.length)) return null;
    const rows = new Map();
    known.forEach(({answer}, index) => answer.by_distance.forEach(row => {
      if (!rows.has(row.distance)) rows.set(row.distance, known.map(() => ({won: 0, lost: 0})));
      rows.get(row.distance)[index] = row;
    }));
    const table = () => html('table', {class: 'figures'},
      html('thead', {}, html('tr', {}, html('th', {scope: 'col'}, 'Plies'),
        known.flatMap(({file}) => ['won', 'lost'].map(value => html('th', {scope: 'col'}, known.length > 1 ? `${this.name_of(file)}: ${value}` : value))))),
      html('tbody', {}, [...rows].sort(([a], [b]) => a - b).map(([distance, cells]) => html('tr', {}, html('th', {scope: 'row'}, distance),
        cells.flatMap(({won, lost}) => [won, lost].map(value => html('td', {class: 'number'}, number(value))))))));
    const box = html('div', {class: 'scroll tall', tabindex: 0, role: 'group', 'aria-label': 'Positions by distance'});
    const details = html('details', {ontoggle: () => { if (details.open && !box.firstChild) box.append(table()); }}, html('summary', {}, 'The numbers as a table'), box);
    return html('section', {class: 'panel', 'aria-labelledby': 'distance-title'},
      html('h2', {id: 'distance-title'}, 'Positions by distance'),
      html('ul', {class: 'plot-legend'}, this.series.map((one, index) => html('li', {}, svg('svg', {viewBox: '-8 -8 16 16', 'aria-hidden': 'true'}, marker(one, index)), one.name))),
      html('div', {id: 'plot'}), details);
  }

  not_counted() {
    const names = this.known.filter(({file, answer}) => file.kind !== 'checkpoint' && file.kind !== 'plane' && answer.by_crowns === null).map(({file}) => file.file);
    if (names.length === 0) return null;
    return html('p', {class: 'hint'}, `Longest wins and values by number of crowns are not counted here for ${names.join(', ')}. `,
      html('code', {}, 'uisge find'), ' and ', html('code', {}, 'uisge export --counts'), ' count them.');
  }

  draw_plot() {
    const place = by_id('plot');
    this.width = this.place.clientWidth;
    if (!place || place.clientWidth === 0) return;
    put(place, log_plot(this.series, place.clientWidth, `Positions by plies to the end, on a logarithmic scale: ${this.series.map(({name}) => name).join(', ')}. The table below has the numbers.`));
  }

  crowns() {
    const tables = this.known.filter(({answer}) => answer.by_crowns?.length).map(({file, answer}) => {
      const cells = answer.by_crowns;
      const rows = [...new Set(cells.map(cell => cell.mover_crowns))].sort((a, b) => a - b);
      const columns = [...new Set(cells.map(cell => cell.opponent_crowns))].sort((a, b) => a - b);
      const at = (mover, opponent) => cells.find(cell => cell.mover_crowns === mover && cell.opponent_crowns === opponent);
      const cell_of = cell => {
        const total = cell ? Number(cell.won) + Number(cell.drawn) + Number(cell.lost) : 0;
        if (total === 0) return html('td', {class: 'none'}, '–');
        const words = `won ${percent(cell.won / total)}, drawn ${percent(cell.drawn / total)}, lost ${percent(cell.lost / total)} of ${number(total)}`;
        return html('td', {title: words}, share_bar([['win', cell.won], ['draw', cell.drawn], ['loss', cell.lost]]), html('b', {'aria-hidden': 'true'}, percent(cell.won / total)), html('span', {class: 'unseen'}, words));
      };
      return html('div', {class: 'crowns-of'}, html('h3', {}, this.name_of(file)),
        html('div', {class: 'scroll', tabindex: 0, role: 'group', 'aria-label': `Share of values by crowns, ${this.name_of(file)}`}, html('table', {class: 'crowns'},
          html('thead', {}, html('tr', {}, html('th', {scope: 'col'}, 'own \\ other'), columns.map(column => html('th', {scope: 'col'}, column)))),
          html('tbody', {}, rows.map(row => html('tr', {}, html('th', {scope: 'row'}, row), columns.map(column => cell_of(at(row, column)))))))));
    });
    if (tables.length === 0) return null;
    return html('section', {class: 'panel', 'aria-labelledby': 'crowns-title'},
      html('h2', {id: 'crowns-title'}, 'By number of crowns'),
      html('p', {class: 'hint'}, 'Down: crowns of the side to move. Across: crowns of the other side. The bar has won, drawn and lost; the number is the share that is won.'),
      html('ul', {class: 'plot-legend'}, [['win', 'won'], ['draw', 'drawn'], ['loss', 'lost']].map(([value, text]) => html('li', {}, sign({value}), text))),
      html('div', {class: 'crowns-all'}, tables));
  }
}
