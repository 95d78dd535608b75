// What is known of the real game, 7x6 with six pieces a side (docs/results.md, "The real game from the front").
import {html} from './dom.js';

const kNoWinWithin = [['loses', 32, 28], ['wins', 31, 29], ['draws', 36, 34], ['passes', 36, 34]];

export function real_game() {
  return html('section', {class: 'panel', 'aria-labelledby': 'real-title'},
    html('h2', {id: 'real-title'}, 'The real game'),
    html('p', {}, 'Seven files, six ranks, six pieces a side: nobody knows yet who wins. A search from the start has proved that neither side can force a win within so many plies:'),
    html('div', {class: 'scroll', tabindex: 0, role: 'group', 'aria-labelledby': 'real-title'}, html('table', {class: 'figures narrow'},
      html('thead', {}, html('tr', {}, ['A stuck player', 'orthogonal jumps', 'diagonal jumps too'].map(name => html('th', {scope: 'col'}, name)))),
      html('tbody', {}, kNoWinWithin.map(([stuck, orthogonal, diagonal]) => html('tr', {}, html('th', {scope: 'row'}, stuck),
        html('td', {class: 'number'}, orthogonal), html('td', {class: 'number'}, diagonal)))))));
}
