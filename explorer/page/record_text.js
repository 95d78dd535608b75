// Writes a game with its variations as a game record (docs/formats/game-record.md).
import {number_of} from './numbering.js';
import {board_of, read_position, side_to_move} from './position_text.js';
import {in_order} from './tree.js';
import {winner_of} from './words.js';

const kMostColumns = 80;

const quoted = text => `"${text.replace(/[\\"]/g, letter => '\\' + letter)}"`;

// A move of Black has a number only at the beginning of a game or variation, and after a variation.
function words_of(tree, first_side) {
  const words = [];
  let says_number = true, opening = '';
  for (const part of in_order(tree)) {
    if (part === '(') opening = '(';
    else if (part === ')') words.push(words.pop() + ')');
    if (!part.node) { says_number = true; continue; }
    const {number, side} = number_of(part.ply, first_side);
    if (side === 'w' || says_number) words.push(`${opening}${number}${side === 'w' ? '.' : '...'}`);
    words.push(part.node.move);
    says_number = false;
    opening = '';
  }
  return words;
}

function today() {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map(part => String(part).padStart(2, '0')).join('.');
}

// `program` is the side that the program plays, or ''. `last` is the answer about the position at the end of the main
// line, or undefined. `known` has the tags that are known, such as the result of a game that was given up.
export function record_text(game, program, last, known) {
  const {board, pieces} = board_of(read_position(game.start) ?? {files: 7, ranks: 6, pieces: new Map()});
  const result = !last?.over ? known.result ?? '*' : {w: '1-0', b: '0-1'}[winner_of(last)] ?? '1/2-1/2';
  const name = side => !program ? '?' : program === side ? 'uisge' : 'a person';
  const tags = [['Game', 'Uisge'], ['White', known.white || name('w')], ['Black', known.black || name('b')], ['Date', known.date || today()], ['Board', board], ['Pieces', pieces],
                ['Stuck', game.rules.stuck], ['DiagonalJumps', game.rules.diagonal_jumps ? 'yes' : 'no'], ['Start', game.start], ['Result', result]];
  const words = words_of(game.tree, side_to_move(game.start));
  const lines = [''];
  for (const word of [...words, result]) {
    if (lines.at(-1) && lines.at(-1).length + 1 + word.length > kMostColumns) lines.push('');
    lines[lines.length - 1] += (lines.at(-1) && ' ') + word;
  }
  return tags.map(([name, value]) => `[${name} ${quoted(String(value))}]\n`).join('') + '\n' + lines.join('\n') + '\n';
}
