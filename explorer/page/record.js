// The game as played, each move with the mark and the cost that POST /api/annotate found; variations stand indented below
// the move that they replace.
import {html, put} from './dom.js';
import {number_of} from './numbering.js';
import {in_order, path_of} from './tree.js';
import {count, mark_words} from './words.js';

const kMarkClass = {'??': 'mistake', '?!': 'slow', '!': 'only'};

const scrolled = new WeakMap();  // for each place, how far its moves are scrolled

// `entry` of tree.js.
function move_button(entry, game, reviews, events) {
  const {move} = entry.node;
  const path = path_of(entry);
  const judged = reviews?.of_path(game, path)[entry.ply];
  const mark = judged?.mark ?? '';
  const words = judged ? mark_words(judged) : '';
  return html('button', {
    type: 'button', 'data-key': `ply ${path.join(' ')}`, class: kMarkClass[mark],
    title: words || null, 'aria-label': words ? `${move}, ${words}` : move,
    'aria-current': entry.node === game.node ? 'step' : null, onclick: () => events.on_path(path),
  }, move, mark && html('b', {class: 'mark'}, mark));
}

// Writes the moves of a tree, part by part, as game records number them.
class Rows {
  constructor(first_side) {
    this.first_side = first_side;
    this.rows = [];
    this.open = [];        // the lists of variations that are open
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

// `reviews` (reviews.js) tells what is known of the moves; null: nothing is told. `sides` are the counts of the line, `trouble` is the reason why
// there are none. `events` has on_path(path).
export function show_record(place, game, first_side, {reviews, sides, trouble}, events) {
  if (!game.has_moves) return put(place, html('p', {class: 'hint'}, 'No move has been made.'));
  const table = new Rows(first_side);
  for (const part of in_order(game.tree)) table.add(part, part.node && move_button(part, game, reviews, events));
  const scroll = scrolled.get(place) ?? 0;
  const now = reviews?.of_path(game, game.played)[game.at - 1];
  put(place,
    html('div', {class: 'record-scroll', onscroll: event => scrolled.set(place, event.target.scrollTop), tabindex: 0, role: 'group', 'aria-label': 'Moves of the game'},
      html('table', {class: 'record'}, html('colgroup', {}, html('col', {class: 'numbers'}), html('col'), html('col')),
        html('thead', {class: 'unseen'}, html('tr', {}, html('th', {scope: 'col'}, 'Number'), html('th', {scope: 'col'}, 'White'), html('th', {scope: 'col'}, 'Black'))),
        html('tbody', {}, table.rows))),
    html('p', {class: `remark ${kMarkClass[now?.mark] ?? ''}`}, now && now.mark ? [html('b', {}, `${now.move} ${now.mark} `), mark_words(now)] : ''),
    trouble && html('p', {class: 'hint'}, trouble),
    sides && html('ul', {class: 'sides'}, side_summary('White', sides.white), side_summary('Black', sides.black)));
  // With the next frame, since to ask where something is now would have everything laid out at once.
  requestAnimationFrame(() => keep_in_sight(place.querySelector('.record-scroll'), scroll));
}

function keep_in_sight(box, scroll) {
  const current = box?.querySelector('[aria-current]');
  if (!box || box.scrollHeight <= box.clientHeight) return;
  box.scrollTop = scroll;
  if (!current) return;
  const frame = box.getBoundingClientRect(), place = current.getBoundingClientRect();
  if (place.top < frame.top) box.scrollTop -= frame.top - place.top;
  else if (place.bottom > frame.bottom) box.scrollTop += place.bottom - frame.bottom;
}
