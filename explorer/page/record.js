// Shows the game record. Each move has the mark that POST /api/annotate gave it; variations stand indented below the
// move that they replace.
import {html, put} from './dom.js';
import {number_of} from './numbering.js';
import {in_order, number_of_path, path_of_number, write_tree} from './tree.js';
import {count, mark_words} from './words.js';

const kMarkClass = {'??': 'mistake', '?!': 'slow', '!': 'only'};

// `number` is the move's place in the record, from 1. `judged` is the move with its mark, as the server judged it
// (reviews.js), or undefined.
function move_button({move}, number, judged) {
  const mark = judged?.mark ?? '';
  const words = judged ? mark_words(judged) : '';
  return html('button', {
    type: 'button', 'data-key': `move ${number}`, class: kMarkClass[mark],
    title: words || null, 'aria-label': words ? `${move}, ${words}` : move,
  }, move, mark && html('b', {class: 'mark'}, mark));
}

// Makes table rows from the results of in_order (tree.js), with the move numbers of game records.
class Rows {
  constructor(first_side) {
    this.first_side = first_side;
    this.rows = [];
    this.open = [];        // the lists of the variations that have not ended, the innermost last
    this.says_number = true;
  }

  add(part, button) {
    if (part === '(') this.begin_variation();
    else if (part === ')') this.end_variation();
    else if (this.open.length > 0) this.add_inner(part, button);
    else this.add_main(part, button);
  }

  begin_variation() {
    const list = html('ol', {class: 'variation'});
    if (this.open.length > 0) this.open.at(-1).append(html('li', {class: 'inner'}, list));
    else this.rows.push(html('tr', {}, html('td', {colspan: 3}, list)));
    this.open.push(list);
    this.says_number = true;
  }

  end_variation() {
    this.open.pop();
    this.says_number = true;
  }

  add_inner({ply}, button) {
    const {number, side} = number_of(ply, this.first_side);
    const prefix = side === 'w' ? `${number}.` : this.says_number ? `${number}…` : '';
    this.open.at(-1).append(html('li', {}, prefix && html('span', {class: 'number'}, prefix), button));
    this.says_number = false;
  }

  add_main({ply}, button) {
    const {number, side} = number_of(ply, this.first_side);
    if (side === 'w' || this.says_number) this.rows.push(html('tr', {}, html('th', {scope: 'row'}, `${number}.`)));
    if (side === 'b' && this.says_number) this.rows.at(-1).append(html('td', {}, html('span', {class: 'dots'}, '…')));
    this.rows.at(-1).append(html('td', {}, button));
    this.says_number = false;
  }
}

function side_summary(name, side) {
  if (!side || side.moves === 0) return null;
  const parts = [side.accuracy === null ? 'nothing to choose' : `${Math.round(side.accuracy * 100)} % best of ${count(side.choices, 'choice')}`];
  if (side.mistakes) parts.push(count(side.mistakes, 'mistake'));
  if (side.slow) parts.push(`${side.slow} slow`);
  return html('li', {}, html('b', {}, name), ` ${parts.join(', ')}`);
}

// The moves as a table, with a button for each. Thousands of moves take long to draw. So the table is kept while moves
// and marks stay the same; only the highlight of the current move changes.
class Table {
  constructor() {
    this.scroll = html('div', {class: 'record-scroll', tabindex: 0, role: 'group', 'aria-label': 'Moves of the game', onclick: event => this.click(event.target)});
    this.key = null;
    this.buttons = [];
  }

  // `reviews` (reviews.js) has the judged moves; null: no judgements are shown.
  show(game, first_side, reviews, events) {
    [this.game, this.events] = [game, events];
    const key = `${first_side} ${reviews?.revision} ${write_tree(game.tree)}`;
    if (key !== this.key) this.fill(game, first_side, reviews?.root_of(game));
    this.key = key;
    this.current?.removeAttribute('aria-current');
    this.current = this.buttons[number_of_path(game.tree, game.played) - 1];
    this.current?.setAttribute('aria-current', 'step');
  }

  fill(game, first_side, root) {
    const rows = new Rows(first_side);
    const known = new Map([[null, root]]);  // maps each entry of in_order to its node in the tree of judged moves
    this.buttons = [];
    for (const part of in_order(game.tree)) {
      if (!part.node) { rows.add(part); continue; }
      const review = known.get(part.up)?.next.get(part.node.move);
      known.set(part, review);
      this.buttons.push(move_button(part.node, this.buttons.length + 1, review?.judged));
      rows.add(part, this.buttons.at(-1));
    }
    put(this.scroll,
      html('table', {class: 'record'}, html('colgroup', {}, html('col', {class: 'numbers'}), html('col'), html('col')),
        html('thead', {class: 'unseen'}, html('tr', {}, html('th', {scope: 'col'}, 'Number'), html('th', {scope: 'col'}, 'White'), html('th', {scope: 'col'}, 'Black'))),
        html('tbody', {}, rows.rows)));
  }

  click(target) {
    const button = target.closest('button');
    if (button) this.events.on_path(path_of_number(this.game.tree, this.buttons.indexOf(button) + 1));
  }

  keep_in_sight() {
    const {scroll: box, current} = this;
    if (box.scrollHeight <= box.clientHeight || !current) return;
    const frame = box.getBoundingClientRect(), place = current.getBoundingClientRect();
    if (place.top < frame.top) box.scrollTop -= frame.top - place.top;
    else if (place.bottom > frame.bottom) box.scrollTop += place.bottom - frame.bottom;
  }
}

const tables = new WeakMap();  // by place

// Shows the moves in the element `place`, and the words about them in the element `notes`. `reviews` (reviews.js) has
// the judged moves; if it is null, no judgements are shown. `sides` has the counts of each side's choices and mistakes;
// `note` says what the counts leave out, or why there are none. `events` has on_path(path).
export function show_record(place, notes, game, first_side, {reviews, sides, note}, events) {
  if (!tables.has(place)) {
    tables.set(place, new Table());
    put(place, tables.get(place).scroll);
  }
  const table = tables.get(place);
  table.scroll.hidden = !game.has_moves;
  table.show(game, first_side, reviews, events);
  if (!game.has_moves) return put(notes, html('p', {class: 'hint'}, 'No move has been made.'));
  const now = reviews?.of_path(game, game.played)[game.at - 1];
  put(notes,
    html('p', {class: `remark ${kMarkClass[now?.mark] ?? ''}`}, now && now.mark ? [html('b', {}, `${now.move} ${now.mark} `), mark_words(now)] : ''),
    note && html('p', {class: 'hint'}, note),
    sides && html('ul', {class: 'sides'}, side_summary('White', sides.white), side_summary('Black', sides.black)));
  // Waits for the next frame, since asking now for an element's place would force the browser to lay out the page.
  requestAnimationFrame(() => table.keep_in_sight());
}
