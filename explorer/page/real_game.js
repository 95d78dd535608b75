// Shows the known facts about the real game's start under each rule set, from GET /api/known.
import {ask} from './answers.js';
import {html, put} from './dom.js';
import {kJumps, table_of_rules} from './rules_table.js';
import {sign} from './shapes.js';
import {side_to_move} from './position_text.js';
import {verdict_words} from './words.js';

function table(position, rules) {
  const cell = (stuck, diagonal_jumps) => {
    const known = rules.find(one => one.stuck === stuck && one.diagonal_jumps === diagonal_jumps)?.known;
    const name = kJumps[Number(diagonal_jumps)];
    if (!known) return html('td', {class: 'none', 'data-name': name}, 'open');
    return html('td', {class: known.value ?? 'open', 'data-name': name}, sign(known), html('b', {}, verdict_words(known, side_to_move(position))),
      html('p', {class: 'hint'}, known.words));
  };
  return html('div', {class: 'scroll', tabindex: 0, role: 'group', 'aria-labelledby': 'real-title'}, table_of_rules('figures known-starts', cell));
}

// Returns a section whose contents appear when the answer comes.
export function real_game() {
  const place = html('div', {}, html('p', {class: 'hint'}, 'Asking…'));
  ask('/api/known', {position: 'start', board: '7x6', pieces: 6})
    .then(({position, rules}) => put(place, table(position, rules)), refusal => put(place, html('p', {class: 'hint'}, refusal.message)));
  return html('section', {class: 'panel', 'aria-labelledby': 'real-title'},
    html('h2', {id: 'real-title'}, 'The real game'),
    html('p', {class: 'hint'}, 'Seven files, six ranks, six pieces a side: who wins from the start, and what that rests on.'),
    place);
}
