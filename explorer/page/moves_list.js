// Shows the legal moves as a list, in the server's order, each with its value.
import {html, put} from './dom.js';
import {opening_share} from './openings.js';
import {sign} from './shapes.js';
import {count, kind_of, worth_words} from './words.js';

function summary(moves) {
  const kinds = {win: [0, 'wins', 'win'], draw: [0, 'draws', 'draw'], loss: [0, 'loses', 'lose'], open: [0, 'is open', 'are open']};
  for (const move of moves) ++kinds[kind_of(move)][0];
  const parts = Object.values(kinds).filter(([number]) => number > 0).map(([number, one, many]) => `${number} ${number === 1 ? one : many}`);
  return `${count(moves.length, 'move')}: ${parts.join(', ')}`;
}

function note_of(move, hardness_plies) {
  if (move.hardness !== undefined) {
    const share = `${Math.round(move.hardness * 100)} %`;
    return hardness_plies === 1 ? `${share} of replies lose` : `${share} err within ${hardness_plies} plies`;
  }
  return move.best && move.value !== 'draw' ? 'best' : '';
}

// `openings` is a result of Openings.of. A click calls events.on_move with the move of the answer. Pointing at a move
// calls events.on_point with its text; when the pointer leaves, with null.
export function show_moves(place, answer, hints, openings, events) {
  if (!answer) return put(place);
  const {moves} = answer;
  if (moves.length === 0) return put(place, html('p', {class: 'hint'}, answer.over ? 'The game is over.' : 'The program is to move.'));
  const ranked = hints ? moves : [...moves].sort((a, b) => a.move < b.move ? -1 : 1);
  const rows = ranked.map(move => html('li', {class: hints ? `${kind_of(move)}${move.best ? ' best' : ''}` : 'unranked'},
    html('button', {
      type: 'button', 'data-key': move.move,
      onclick: () => events.on_move(move),
      onpointerenter: () => events.on_point(move.move), onpointerleave: () => events.on_point(null),
      onfocus: () => events.on_point(move.move), onblur: () => events.on_point(null),
    },
    html('span', {class: 'move'}, move.move),
    hints && sign(move),
    hints && html('span', {class: 'worth'}, worth_words(move)),
    hints && html('span', {class: 'note'}, note_of(move, answer.hardness_plies)),
    hints && openings.filter(opening => opening.move === move.move).map(opening_share))));
  put(place, html('p', {class: 'hint'}, hints ? summary(moves) : count(moves.length, 'move')),
      html('ol', {class: hints ? 'moves' : 'moves unranked'}, rows));
}
