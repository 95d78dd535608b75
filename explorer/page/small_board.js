// A small picture of a position, with at most one move.
import {svg} from './dom.js';
import {kCell} from './geometry.js';
import {square_name} from './position_text.js';
import {arrow, piece_shape} from './shapes.js';

// The first argument is a result of read_position (position_text.js). `what` is the text for screen readers; null hides
// the picture from them. `move` is {from, to}, two squares.
export function small_board({files, ranks, pieces}, what, move = null) {
  const [width, height] = [files * kCell, ranks * kCell];
  const squares = Array.from({length: files * ranks}, (_, index) => ({file: index % files, rank: Math.floor(index / files)}));
  const corner = ({file, rank}) => ({x: file * kCell, y: (ranks - 1 - rank) * kCell});
  const centre = square => ({x: corner(square).x + kCell / 2, y: corner(square).y + kCell / 2});
  const named = name => squares.find(({file, rank}) => square_name(file, rank) === name);
  const about = what === null ? {'aria-hidden': 'true'} : {role: 'img', 'aria-label': what};
  return svg('svg', {class: 'small-board', viewBox: `-2 -2 ${width + 4} ${height + 4}`, ...about},
    squares.map(square => svg('rect', {class: `face${(square.file + square.rank) % 2 ? ' light' : ''}`, ...corner(square), width: kCell, height: kCell})),
    squares.map(square => [square, pieces.get(square_name(square.file, square.rank))]).filter(([, letter]) => letter)
      .map(([square, letter]) => svg('g', {transform: `translate(${centre(square).x} ${centre(square).y})`}, piece_shape(letter))),
    move && arrow(centre(named(move.from)), centre(named(move.to)), 'win'));
}
