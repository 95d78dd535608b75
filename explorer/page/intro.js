// The game in three pictures, shown until the visitor closes them.
import {by_id, html, put} from './dom.js';
import {read_position, squares_of_move} from './position_text.js';
import {small_board} from './small_board.js';

const kStored = 'intro';

const kPictures = [
  {position: 'wb1/3', move: 'a2c2', words: 'A piece jumps over a neighbour and turns over: a blank becomes a crown, a crown a blank.',
   what: 'A blank jumps over a black piece onto the square behind it.'},
  {position: '1b1/W2', move: 'a1b1', words: 'A crown may also step to any square beside it, and stays a crown.',
   what: 'A crown steps to the square on its right.'},
  {position: 'WbW/WWW', words: 'All pieces stay one group. A player who has turned all own pieces into crowns has won.',
   what: 'White has five crowns in one group with a black piece.'},
];

const picture = ({position, move, what}) => small_board(read_position(position), what, move && squares_of_move(move));

const is_seen = () => { try { return localStorage.getItem(kStored) === 'seen'; } catch { return false; } };

// `files`: the list of GET /api/files.
export function show_intro({files}) {
  const place = by_id('intro');
  const close = () => {
    place.hidden = true;
    try { localStorage.setItem(kStored, 'seen'); } catch { /* the pictures are shown again next time */ }
    by_id('to-help').focus();
  };
  put(place,
    html('h2', {id: 'intro-title'}, 'Uisge in three pictures'),
    html('ol', {class: 'pictures'}, kPictures.map(one => html('li', {}, picture(one), html('p', {}, one.words)))),
    html('p', {class: 'buttons'}, html('button', {type: 'button', class: 'primary', onclick: close}, 'Close'), html('span', {class: 'hint'}, 'Help has the rules and the keys.')));
  place.hidden = is_seen();
  by_id('no-files').hidden = files.length > 0;
}
