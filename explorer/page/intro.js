// The game in three pictures, for the first visit. The browser remembers that the visitor has closed them.
import {by_id, html, put, svg} from './dom.js';
import {kCell} from './geometry.js';
import {arrow, piece_shape} from './shapes.js';

const kStored = 'intro';

// Small boards: rows from the top, '.' for an empty square; the move is drawn as an arrow between columns and rows.
const kPictures = [
  {rows: ['wb.', '...'], from: [0, 0], to: [2, 0], words: 'A piece jumps over a neighbour and turns over: a blank becomes a crown, a crown a blank.',
   what: 'A blank jumps over a black piece onto the square behind it.'},
  {rows: ['.b.', 'W..'], from: [0, 1], to: [1, 1], words: 'A crown may also step to any square beside it, and stays a crown.',
   what: 'A crown steps to the square on its right.'},
  {rows: ['WbW', 'WWW'], words: 'All pieces stay one group. Who has turned all own pieces into crowns has won.',
   what: 'White has five crowns in one group with a black piece.'},
];

function picture({rows, from, to, what}) {
  const [width, height] = [rows[0].length * kCell, rows.length * kCell];
  const centre = ([column, row]) => ({x: (column + 0.5) * kCell, y: (row + 0.5) * kCell});
  const cells = rows.flatMap((row, y) => [...row].map((letter, x) => [letter, x, y]));
  return svg('svg', {viewBox: `-2 -2 ${width + 4} ${height + 4}`, role: 'img', 'aria-label': what},
    cells.map(([, x, y]) => svg('rect', {class: `face${(x + y) % 2 ? ' light' : ''}`, x: x * kCell, y: y * kCell, width: kCell, height: kCell})),
    cells.filter(([letter]) => letter !== '.').map(([letter, x, y]) => svg('g', {transform: `translate(${centre([x, y]).x} ${centre([x, y]).y})`}, piece_shape(letter))),
    from ? arrow(centre(from), centre(to), 'win') : null);
}

const is_seen = () => { try { return localStorage.getItem(kStored) === 'seen'; } catch { return false; } };

// `files`: the list of GET /api/files.
export function show_intro({files}) {
  const place = by_id('intro');
  const close = () => {
    place.hidden = true;
    try { localStorage.setItem(kStored, 'seen'); } catch { /* it comes again then */ }
    by_id('to-help').focus();
  };
  put(place,
    html('h2', {id: 'intro-title'}, 'Uisge in three pictures'),
    html('ol', {class: 'pictures'}, kPictures.map(one => html('li', {}, picture(one), html('p', {}, one.words)))),
    html('p', {class: 'buttons'}, html('button', {type: 'button', class: 'primary', onclick: close}, 'Close'), html('span', {class: 'hint'}, 'Help has the rules and the keys.')));
  place.hidden = is_seen();
  by_id('no-files').hidden = files.length > 0;
}
