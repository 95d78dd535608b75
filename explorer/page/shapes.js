// What is drawn on the board: pieces, signs of values, arrows. Signs of different values differ in shape, not in colour
// alone.
import {svg} from './dom.js';
import {kind_of, kSigns} from './words.js';

const kCrown = 'M-23 11-28-13-12-1 0-22 12-1 28-13 23 11ZM-23 16h46v7h-46Z';

// Returns a piece with its centre at the origin, sized for a square of the board that is 100 units wide and high.
export function piece_shape(letter) {
  const side = letter.toLowerCase() === 'w' ? 'white' : 'black';
  const is_crown = letter !== letter.toLowerCase();
  return svg('g', {class: `piece ${side}`, 'data-piece': letter},
    svg('circle', {class: 'shadow', r: 39, cy: 3}),
    svg('circle', {class: 'disc', r: 38}),
    is_crown ? svg('path', {class: 'crown', d: kCrown}) : svg('circle', {class: 'groove', r: 27}));
}

// A win is a circle, a draw a square, a loss a diamond, an unknown value (`open`) a hexagon.
const kOutlines = {
  win: size => svg('circle', {r: size}),
  draw: size => svg('rect', {x: -size * 0.88, y: -size * 0.88, width: size * 1.76, height: size * 1.76, rx: size * 0.2}),
  loss: size => svg('path', {d: `M0 ${-size * 1.22}L${size * 1.22} 0 0 ${size * 1.22} ${-size * 1.22} 0Z`}),
  open: size => svg('path', {d: `M${size} 0L${size / 2} ${size * 0.87} ${-size / 2} ${size * 0.87} ${-size} 0 ${-size / 2} ${-size * 0.87} ${size / 2} ${-size * 0.87}Z`}),
};

// The height of a text of n letters is kSizes[n] times the size of the outline.
const kSizes = [0, 1.35, 1, 0.82, 0.68];

// The outline for values of this kind, with `text` inside; if `text` is null, the outline is empty.
export function value_shape(kind, size, text = kSigns[kind]) {
  const words = text === null ? null : svg('text', {y: size * 0.02}, text);
  if (words) words.style.fontSize = `${size * (kSizes[text.length] ?? 0.62)}px`;
  return svg('g', {class: `value ${kind}`}, kOutlines[kind](size), words);
}

// A small icon that shows a verdict in lists and tables.
export const sign = verdict => svg('svg', {class: 'sign', viewBox: '-14 -14 28 28', 'aria-hidden': 'true'}, value_shape(kind_of(verdict), 11));

export const disc = side => svg('svg', {class: 'turn-disc', viewBox: '-50 -50 100 100', 'aria-hidden': 'true'}, piece_shape(side));

export function arrow(from, to, kind) {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const [x, y] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const tip = {x: to.x - x * 16, y: to.y - y * 16}, neck = {x: to.x - x * 46, y: to.y - y * 46};
  const tail = {x: from.x + x * 30, y: from.y + y * 30};
  return svg('g', {class: `arrow ${kind}`},
    svg('line', {x1: tail.x, y1: tail.y, x2: neck.x, y2: neck.y}),
    svg('path', {d: `M${tip.x} ${tip.y}L${neck.x - y * 19} ${neck.y + x * 19} ${neck.x + y * 19} ${neck.y - x * 19}Z`}));
}
