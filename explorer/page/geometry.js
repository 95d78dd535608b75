// Where squares are drawn. A view is {turns, mirrored}: the number of quarter turns clockwise, and whether the board is
// mirrored before them.
import {square_name} from './position_text.js';

export const kCell = 100;
export const kMargin = 38;

// The column and row of each square in a view, counted from the top left, and the size of the drawing.
export function lay_out({files, ranks}, {turns, mirrored}) {
  const places = new Map();
  for (let rank = 0; rank < ranks; ++rank) {
    for (let file = 0; file < files; ++file) {
      let x = mirrored ? files - 1 - file : file, y = ranks - 1 - rank, width = files, height = ranks;
      for (let turn = 0; turn < turns; ++turn) {
        [x, y] = [height - 1 - y, x];
        [width, height] = [height, width];
      }
      places.set(square_name(file, rank), {column: x, row: y, file, rank});
    }
  }
  const across = turns % 2 ? ranks : files, down = turns % 2 ? files : ranks;
  return {places, across, down, width: across * kCell + kMargin, height: down * kCell + kMargin};
}

// The centre of a square in units of the drawing. The drawing's left and lower margins show the coordinates.
export const centre_of = ({column, row}) => ({x: kMargin + (column + 0.5) * kCell, y: (row + 0.5) * kCell});

export function square_at(layout, x, y) {
  const column = Math.floor((x - kMargin) / kCell), row = Math.floor(y / kCell);
  for (const [square, place] of layout.places) if (place.column === column && place.row === row) return square;
  return null;
}
