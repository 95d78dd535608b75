// Shows who wins: a bar for the shown position, and the course of the game as a row of bars. In the row, a win of White
// is drawn upwards, a win of Black downwards; draws and unknown values lie in the middle.
import {html, put, svg} from './dom.js';
import {other_side} from './position_text.js';
import {verdict_words} from './words.js';

const kHeight = 64;
const kPly = 12;
const kFewestPlies = 20;

// A number from -1 (Black wins at once) to 1 (White wins at once). The longer the win takes, the nearer the number is
// to 0.
function balance_of({value, distance}, side) {
  if (value !== 'win' && value !== 'loss') return 0;
  const size = distance === null || distance === undefined ? 0.7 : 0.4 + 0.6 * Math.exp(-distance / 60);
  return (value === 'win') === (side === 'w') ? size : -size;
}

// `verdict` is the verdict of a position with `side` to move. If `verdict` is null, no bar is shown.
export function show_bar(place, verdict, side) {
  if (!verdict) return put(place);
  const white = 50 + 50 * balance_of(verdict, side);
  put(place, svg('svg', {class: `balance-bar${verdict.value ? '' : ' open'}`, viewBox: '0 0 100 10', preserveAspectRatio: 'none', 'aria-hidden': 'true'},
    svg('rect', {class: 'for-black', width: 100, height: 10}), svg('rect', {class: 'for-white', width: white, height: 10}),
    svg('path', {class: 'middle', d: 'M50 0v10'})));
}

const opposite = {win: 'loss', loss: 'win', draw: 'draw'};

// Returns the verdict and the side to move of each position of a game. Takes them from the moves that POST
// /api/annotate has judged.
function verdicts_of(annotated, first_side) {
  const side_at = ply => ply % 2 ? other_side(first_side) : first_side;
  const verdicts = annotated.map((move, ply) => ({verdict: move.best, side: side_at(ply)}));
  const last = annotated.at(-1);
  if (last) {
    const distance = typeof last.distance === 'number' ? last.distance - 1 : null;
    verdicts.push({verdict: {value: opposite[last.value] ?? null, distance}, side: side_at(annotated.length)});
  }
  return verdicts;
}

const drawn = new WeakMap();  // by `place` (an element of the page): what show_course() has drawn there

// Shows the course of a game. `annotated` has the game's judged moves (reviews.js), `plies` is the game's length, and
// `at` is the shown ply. `events` has on_go(ply). The drawing is kept while the moves are the same, since drawing a
// long game takes long.
export function show_course(place, annotated, first_side, {plies, at}, events) {
  const before = drawn.get(place);
  const stands = before?.plies === plies && before.annotated.length === annotated.length && annotated.every((move, ply) => move === before.annotated[ply]);
  drawn.set(place, {plies, annotated});
  if (!stands) draw_course(place, annotated, first_side, plies, events);
  place.querySelector('.now')?.classList.remove('now');
  place.querySelectorAll('.touch')[at]?.classList.add('now');
}

function draw_course(place, annotated, first_side, plies, events) {
  const verdicts = verdicts_of(annotated, first_side);
  if (verdicts.length < 2) return put(place);
  const width = Math.max(plies + 1, kFewestPlies) * kPly;
  const bars = verdicts.map(({verdict, side}, ply) => {
    const balance = balance_of(verdict, side), size = Math.abs(balance) * kHeight / 2;
    const kind = verdict.value === 'draw' || balance !== 0 ? (balance > 0 ? 'for-white' : balance < 0 ? 'for-black' : 'for-nobody') : 'for-nobody open';
    return svg('g', {class: 'ply', onclick: () => events.on_go(ply)},
      svg('title', {}, `${ply === 0 ? 'At the start' : `After ${ply === 1 ? 'one ply' : `${ply} plies`}`}: ${verdict_words(verdict, side)}`),
      svg('rect', {class: kind, x: ply * kPly + 1, y: balance > 0 ? kHeight / 2 - size : kHeight / 2 - (balance === 0 ? 1.5 : 0), width: kPly - 2, height: Math.max(size, 3)}),
      svg('rect', {class: 'touch', x: ply * kPly, y: 0, width: kPly, height: kHeight}));
  });
  put(place, html('h3', {class: 'unseen'}, 'The course of the game'),
    svg('svg', {class: 'course', viewBox: `0 0 ${width} ${kHeight}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': 'Who wins after each ply: above the line White, below it Black'},
      svg('path', {class: 'middle', d: `M0 ${kHeight / 2}h${width}`}), bars));
}
