// What is shown, as the part of the address behind the #, so that it can be shared and Back works:
//   #position=1b2/1bb1/1ww1/2w1+w&stuck=loses&moves=b2d2+b4b2&at=1
// The text is foreign input: unreadable parts are ignored, and the server judges the rest.
import {kStuckRules} from './words.js';

const kMostMoves = 10000;
const encode = text => encodeURIComponent(text).replace(/%2F/g, '/').replace(/%20/g, '+').replace(/%2C/g, ',');

function pairs_of(address) {
  const pairs = new Map();
  for (const pair of address.replace(/^#/, '').split('&')) {
    const [name, value = ''] = pair.split(/=(.*)/s);
    try { pairs.set(name, decodeURIComponent(value.replace(/\+/g, ' '))); } catch { /* not an encoding: left out */ }
  }
  return pairs;
}

const whole = (text, least, most, otherwise) => /^\d{1,6}$/.test(text ?? '') && text >= least && text <= most ? Number(text) : otherwise;

// {page: 'statistics', board, pieces, files} or {page: 'board', position (undefined if none is named), rules, moves, at,
// view, opponent: {side, level}, hints, editing}.
export function read_address(address) {
  const pairs = pairs_of(address);
  if (pairs.has('statistics')) return {page: 'statistics', files: pairs.get('statistics').split(',').filter(Boolean).slice(0, 8)};
  const moves = (pairs.get('moves') ?? '').split(/[\s,]+/).filter(Boolean).slice(0, kMostMoves);
  const stuck = pairs.get('stuck');
  const side = pairs.get('program');
  return {
    page: 'board',
    position: pairs.get('position'),
    rules: {stuck: kStuckRules.includes(stuck) ? stuck : 'loses', diagonal_jumps: pairs.get('diagonal') === 'yes'},
    moves,
    at: whole(pairs.get('at'), 0, moves.length, moves.length),
    view: {turns: whole(pairs.get('turns'), 0, 3, 0), mirrored: pairs.get('mirrored') === 'yes'},
    opponent: {side: side === 'w' || side === 'b' ? side : '', level: whole(pairs.get('level'), 1, 10, 5)},
    hints: pairs.has('hints') ? pairs.get('hints') === 'yes' : !(side === 'w' || side === 'b'),
    editing: pairs.get('edit') === 'yes',
  };
}

export function write_address(shown) {
  if (shown.page === 'statistics') return '#statistics=' + shown.files.map(encode).join(',');
  const {position, rules, moves, at, view, opponent, hints, editing} = shown;
  const parts = [['position', position], ['stuck', rules.stuck]];
  if (rules.diagonal_jumps) parts.push(['diagonal', 'yes']);
  if (moves.length) parts.push(['moves', moves.join(' ')]);
  if (at !== moves.length) parts.push(['at', at]);
  if (view.turns) parts.push(['turns', view.turns]);
  if (view.mirrored) parts.push(['mirrored', 'yes']);
  if (opponent.side) parts.push(['program', opponent.side], ['level', opponent.level]);
  if (hints !== !opponent.side) parts.push(['hints', hints ? 'yes' : 'no']);
  if (editing) parts.push(['edit', 'yes']);
  return '#' + parts.map(([name, value]) => `${name}=${encode(String(value))}`).join('&');
}
