// The part of the page's address after the # says what the page shows, so that a user can share a view, and the
// browser's Back button works. For example:
//
//   #position=1b2/1bb1/1ww1/2w1+w&stuck=loses&moves=b2d2+(c1a1+b4b2)+b4b2&at=1
//
// Variations stand in parentheses after the move that they replace, as in game records. `at` says which position is
// shown: the position after move number `at` of this text, counted from 1, or the start if `at` is 0. Without `at` the
// end of the main line is shown. Parts of an address that cannot be read are ignored, and the server checks the rest.
import {plain_position} from './position_text.js';
import {line_of, number_of_path, path_of_number, read_tree, write_tree} from './tree.js';
import {kStuckRules} from './words.js';

const kMostMoves = 10000;
const encode = text => encodeURIComponent(text).replace(/%2F/g, '/').replace(/%20/g, '+').replace(/%2C/g, ',');
// The names of files stand in a list with commas, so commas in names are encoded once more.
const encode_name = name => encode(name.replace(/[%,]/g, encodeURIComponent));
const decode_name = text => { try { return decodeURIComponent(text); } catch { return text; } };

function pairs_of(address) {
  const pairs = new Map();
  for (const pair of address.replace(/^#/, '').split('&')) {
    const [name, value = ''] = pair.split(/=(.*)/s);
    try { pairs.set(name, decodeURIComponent(value.replace(/\+/g, ' '))); } catch { /* not an encoding: left out */ }
  }
  return pairs;
}

const whole = (text, least, most, otherwise) => /^\d{1,6}$/.test(text ?? '') && text >= least && text <= most ? Number(text) : otherwise;

// Returns {page: 'statistics', files}, {page: 'document', name, part} or {page: 'board', position (undefined if none is
// named), rules, tree, path (the moves that are played), view, opponent: {side, level}, hints, editing, puzzle (its
// level; 0 for none)}.
export function read_address(address) {
  const pairs = pairs_of(address);
  if (pairs.has('statistics')) return {page: 'statistics', files: pairs.get('statistics').split(',').filter(Boolean).slice(0, 8).map(decode_name)};
  if (pairs.has('document')) return {page: 'document', name: pairs.get('document'), part: pairs.get('part')};
  const position = plain_position(pairs.get('position'));
  const tree = read_tree(pairs.get('moves') ?? '', position, kMostMoves);
  const at = whole(pairs.get('at'), 0, kMostMoves, null);
  const stuck = pairs.get('stuck');
  const side = pairs.get('program');
  return {
    page: 'board',
    position,
    rules: {stuck: kStuckRules.includes(stuck) ? stuck : 'loses', diagonal_jumps: pairs.get('diagonal') === 'yes'},
    tree,
    path: at === null ? line_of(tree, []) : path_of_number(tree, at),
    view: {turns: whole(pairs.get('turns'), 0, 3, 0), mirrored: pairs.get('mirrored') === 'yes'},
    opponent: {side: side === 'w' || side === 'b' ? side : '', level: whole(pairs.get('level'), 1, 10, 5)},
    hints: pairs.has('hints') ? pairs.get('hints') === 'yes' : !(side === 'w' || side === 'b'),
    editing: pairs.get('edit') === 'yes',
    puzzle: whole(pairs.get('puzzle'), 1, 3, 0),
  };
}

export function write_address(shown) {
  if (shown.page === 'statistics') return '#statistics=' + shown.files.map(encode_name).join(',');
  const {position, rules, tree, path, view, opponent, hints, editing, puzzle} = shown;
  const parts = [['position', position], ['stuck', rules.stuck]];
  if (rules.diagonal_jumps) parts.push(['diagonal', 'yes']);
  if (tree.next.length) parts.push(['moves', write_tree(tree)]);
  if (path.join() !== line_of(tree, []).join()) parts.push(['at', number_of_path(tree, path)]);
  if (view.turns) parts.push(['turns', view.turns]);
  if (view.mirrored) parts.push(['mirrored', 'yes']);
  if (opponent.side) parts.push(['program', opponent.side], ['level', opponent.level]);
  if (hints !== !opponent.side) parts.push(['hints', hints ? 'yes' : 'no']);
  if (editing) parts.push(['edit', 'yes']);
  if (puzzle) parts.push(['puzzle', puzzle]);
  return '#' + parts.map(([name, value]) => `${name}=${encode(String(value))}`).join('&');
}
