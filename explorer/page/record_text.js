// The text of a game, with its variations, as a game record (docs/formats/game-record.md).
import {number_of} from './numbering.js';
import {in_order} from './tree.js';

const kMostColumns = 80;

const quoted = text => `"${text.replace(/[\\"]/g, letter => '\\' + letter)}"`;

// Black's moves are numbered at the beginning of a game or variation, and after a variation.
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

// `game` is a Game (game.js), `board` and `pieces` as texts, `players` {w, b}, `result` '1-0', '0-1', '1/2-1/2' or '*'.
export function record_text({game, board, pieces, players, result, date}) {
  const tags = [['Game', 'Uisge'], ['White', players.w], ['Black', players.b], ['Date', date], ['Board', board], ['Pieces', pieces],
                ['Stuck', game.rules.stuck], ['DiagonalJumps', game.rules.diagonal_jumps ? 'yes' : 'no'], ['Start', game.start], ['Result', result]];
  const first_side = / b\s*$/.test(game.start) ? 'b' : 'w';
  const words = words_of(game.tree, first_side);
  const lines = [''];
  for (const word of [...words, result]) {
    if (lines.at(-1) && lines.at(-1).length + 1 + word.length > kMostColumns) lines.push('');
    lines[lines.length - 1] += (lines.at(-1) && ' ') + word;
  }
  return tags.map(([name, value]) => `[${name} ${quoted(String(value))}]\n`).join('') + '\n' + lines.join('\n') + '\n';
}
