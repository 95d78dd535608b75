// Shows the line of best play. A click on one of its moves adds the line to the game and shows the position after that
// move.
import {html, put} from './dom.js';
import {number_of} from './numbering.js';
import {count} from './words.js';

// `answer` has `line`, or `line_trouble` (the reason why there is no line). It has neither until the server has
// answered. `events` has on_line(moves, plies), which plays the first `plies` of the moves.
export function show_line(place, answer, game, first_side, events) {
  const line = answer?.line ?? [];
  if (line.length === 0) return put(place, html('p', {class: 'hint'}, !answer || answer.over ? '' : answer.line ? 'No line is known.' : answer.line_trouble ?? 'Asking…'));
  const steps = line.map((move, index) => {
    const {number, side} = number_of(game.at + index, first_side);
    const prefix = side === 'w' ? `${number}.` : index === 0 ? `${number}…` : '';
    return html('li', {}, prefix && html('span', {class: 'number'}, prefix),
      html('button', {type: 'button', class: side === 'w' ? 'white' : 'black', 'data-key': `line ${index}`,
                      onclick: () => events.on_line(line, index + 1)}, move));
  });
  put(place,
    html('p', {class: 'line-head'},
      html('button', {type: 'button', class: 'primary', 'data-key': 'step', onclick: () => events.on_line(line, 1)}, 'Step through'),
      html('span', {class: 'hint'}, `${count(line.length, 'ply', 'plies')}; go on with → and ←`)),
    html('ol', {class: 'line', tabindex: 0, 'aria-label': 'The line of best play'}, steps));
}
