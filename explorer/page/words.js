// Verdicts in words. A value is for the side to move; the words say which colour wins.
import {other_side, side_name, side_to_move} from './position_text.js';

export const kStuckRules = ['loses', 'wins', 'draws', 'passes'];
export const kSigns = {win: '+', draw: '=', loss: '−', open: '?'};
export const kind_of = verdict => verdict.value ?? 'open';

export const count = (number, one, many = one + 's') => `${Number(number).toLocaleString('en')} ${number === 1 ? one : many}`;
export const plies = number => count(number, 'ply', 'plies');
export const rules_words = ({stuck, diagonal_jumps}) => stuck + (diagonal_jumps ? ', diagonal jumps' : '');
export const board_words = ({board, pieces}) => `${board.replace('x', ' × ')}, ${pieces} a side`;

// The winner of a position with this verdict: 'w' or 'b'; null for a draw and for an unknown value.
export function winner_of({value, position}) {
  if (value !== 'win' && value !== 'loss') return null;
  return value === 'win' ? side_to_move(position) : other_side(side_to_move(position));
}

// ' in 37 plies' for a distance, ' within 37 plies' for a bound, '' if neither is known.
const in_plies = ({distance, within}, words = plies) =>
  within !== undefined ? ` within ${words(within)}` : distance === null || distance === undefined ? '' : ` in ${words(distance)}`;

const kNothingWithin = verdict =>
  verdict.no_forced_win_within ? `neither side can force a win within ${plies(verdict.no_forced_win_within)}` : '';

// 'White wins in 37 plies' and the like, for a position with `side` to move.
export function verdict_words(verdict, side) {
  if (verdict.value === 'draw') return 'Draw';
  if (verdict.distance === 0) return `${side_name(verdict.value === 'win' ? side : other_side(side))} has won`;
  if (verdict.value === 'win') return `${side_name(side)} wins${in_plies(verdict)}`;
  if (verdict.value === 'loss') return `${side_name(other_side(side))} wins${in_plies(verdict)}`;
  const known = kNothingWithin(verdict);
  return known ? `Open: ${known}` : 'Open';
}

// Whether the verdict comes from the table of known starts, not from a file. If the game is over and no file
// has the position, the answer's `source` is 'known' too, but the answer has no `known`.
export const is_of_table = answer => answer.source === 'known' && Boolean(answer.known);

// The verdict of an answer of GET /api/position in words, also if the game is over.
export function answer_words(answer) {
  const side = side_to_move(answer.position);
  const name = side_name(side), other = side_name(other_side(side));
  if (answer.over === 'crowned')
    return `${answer.value === 'win' ? name : other} has won: all its pieces are crowns`;
  if (answer.over === 'stuck') {
    if (answer.value === 'win') return `${name} cannot move and has won`;
    if (answer.value === 'loss') return `${name} cannot move and has lost`;
    return answer.stuck === 'passes' ? 'Draw: neither side can move' : `Draw: ${name} cannot move`;
  }
  return (is_of_table(answer) ? 'Known: ' : '') + verdict_words(answer, side);
}

// The value of a move for the side that makes it: 'wins in 37'.
export function worth_words(verdict) {
  const distance = in_plies(verdict, number => number.toLocaleString('en'));
  if (verdict.value === 'win') return 'wins' + distance;
  if (verdict.value === 'loss') return 'loses' + distance;
  if (verdict.value === 'draw') return 'draws';
  // A bound of one ply only says that no move ends the game.
  return verdict.no_forced_win_within > 1 ? `open, no forced win within ${verdict.no_forced_win_within}` : 'open';
}

// The value as a sign, with the distance: '+37'.
export const worth_sign = verdict => kSigns[kind_of(verdict)] + (verdict.distance ?? '');

// Explains a move's mark, such as '?!', in words. `move` is part of the answer of POST /api/annotate. The text is empty
// if the move has no mark.
export function mark_words(move) {
  const best = `${move.best_move} ${worth_words(move.best)}`;
  if (move.mark === '??') return `gave the ${move.best.value === 'win' ? 'win' : 'draw'} away: ${best}, this ${worth_words(move)}`;
  if (move.mark === '?!') {
    if (move.plies_given_away === 0) return `not the best: ${best}, this ${worth_words(move)}`;
    return `${move.best.value === 'win' ? 'slower' : 'loses sooner'} by ${plies(move.plies_given_away)}: ${best}`;
  }
  if (move.mark === '!') return `the only move that keeps the ${move.best.value === 'win' ? 'win' : 'draw'}`;
  return '';
}
