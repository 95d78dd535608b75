// Reads and writes the text of a position, for drawing and editing. Only the server says whether the position is legal.

export const kPieceNames = {w: 'white blank', W: 'white crown', b: 'black blank', B: 'black crown'};
// The start of the real game, which the server also calls `start`.
const kRealStart = '7/2bb3/1bbbb2/2wwww1/3ww2/7 w';
const kFiles = 'abcdefghi';
const kMost = 9;

// Returns the position for the word `start`, and a position without the further fields of a chess FEN ("- - 0 1").
export const plain_position = text =>
  text?.trim() === 'start' ? kRealStart : text?.replace(/^( *\S+ +[wb]) +- +- +\d+ +\d+ *$/, '$1');

export const square_name = (file, rank) => kFiles[file] + (rank + 1);

// Returns {files, ranks, pieces: a Map from square names to letters, to_move: 'w' or 'b'}; null if nothing can be
// drawn.
export function read_position(text) {
  const words = String(text).trim().split(/\s+/);
  const rows = words[0].split('/');
  if (words.length > 2 || rows.length < 1 || rows.length > kMost) return null;
  const pieces = new Map();
  let files = 0;
  for (const [index, row] of rows.entries()) {
    let file = 0;
    for (const letter of row) {
      if (/[1-9]/.test(letter)) file += Number(letter);
      else if (letter in kPieceNames) pieces.set(square_name(file++, rows.length - 1 - index), letter);
      else return null;
    }
    if (file < 1 || file > kMost || (files && file !== files)) return null;
    files = file;
  }
  return {files, ranks: rows.length, pieces, to_move: words[1] === 'b' ? 'b' : 'w'};
}

// The board's size and the number of White's pieces, from a result of read_position.
export const board_of = placement => ({
  board: `${placement.files}x${placement.ranks}`,
  pieces: [...placement.pieces.values()].filter(letter => letter.toLowerCase() === 'w').length,
});

export function write_position({files, ranks, pieces, to_move}) {
  const rows = [];
  for (let rank = ranks - 1; rank >= 0; --rank) {
    let row = '', empty = 0;
    for (let file = 0; file <= files; ++file) {
      const letter = file < files ? pieces.get(square_name(file, rank)) : '';
      if (letter === undefined) { ++empty; continue; }
      row += (empty || '') + letter;
      empty = 0;
    }
    rows.push(row);
  }
  return rows.join('/') + ' ' + to_move;
}

// Exchanges White and Black. Moves, and values for the side to move, stay the same.
export function exchange_colours(text) {
  const other = {w: 'b', W: 'B', b: 'w', B: 'W'};
  return text.replace(/[wWbB]/g, letter => other[letter]);
}

export const side_to_move = text => / b\s*$/.test(text) ? 'b' : 'w';
export const other_side = side => side === 'w' ? 'b' : 'w';
export const side_name = side => side === 'w' ? 'White' : 'Black';

// 'd2d4' -> {from: 'd2', to: 'd4'}; a pass has neither.
export const squares_of_move = move => move === 'pass' ? {} : {from: move.slice(0, 2), to: move.slice(2, 4)};
