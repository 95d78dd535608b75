// The game as played: each move with the mark and cost from POST /api/annotate, and the game's text as a record
// (docs/formats/game-record.md).
import {html, put} from './dom.js';
import {number_of} from './numbering.js';
import {count, mark_words} from './words.js';

const kMarkClass = {'??': 'mistake', '?!': 'slow', '!': 'only'};

const scrolled = new WeakMap();  // how far the moves of a place are scrolled

function move_button(game, ply, annotated, events) {
  const move = game.moves[ply];
  const mark = annotated?.mark ?? '';
  const words = annotated ? mark_words(annotated) : '';
  return html('button', {
    type: 'button', 'data-key': `ply ${ply}`, class: kMarkClass[mark],
    title: words || null, 'aria-label': words ? `${move}, ${words}` : move,
    'aria-current': ply + 1 === game.at ? 'step' : null, onclick: () => events.on_go(ply + 1),
  }, move, mark && html('b', {class: 'mark'}, mark));
}

function side_summary(name, side) {
  if (!side || side.moves === 0) return null;
  const parts = [side.accuracy === null ? 'nothing to choose' : `${Math.round(side.accuracy * 100)} % best of ${count(side.choices, 'choice')}`];
  if (side.mistakes) parts.push(count(side.mistakes, 'mistake'));
  if (side.slow) parts.push(`${side.slow} slow`);
  return html('li', {}, html('b', {}, name), ` ${parts.join(', ')}`);
}

// `annotated`: the annotated moves, as far as they hold for this game; `sides`: the counts of the whole game, if they
// hold; `trouble`: why there are none. `events` has on_go(ply).
export function show_record(place, game, first_side, {annotated, sides, trouble}, events) {
  if (game.moves.length === 0) return put(place, html('p', {class: 'hint'}, 'No move has been made.'));
  const rows = [];
  game.moves.forEach((move, ply) => {
    const {number, side} = number_of(ply, first_side);
    if (side === 'w' || ply === 0) rows.push(html('tr', {}, html('th', {scope: 'row'}, `${number}.`)));
    if (side === 'b' && ply === 0) rows.at(-1).append(html('td', {}, html('span', {class: 'dots'}, '…')));
    rows.at(-1).append(html('td', {}, move_button(game, ply, annotated[ply], events)));
  });
  const scroll = scrolled.get(place) ?? 0;
  const now = annotated[game.at - 1];
  put(place,
    html('div', {class: 'record-scroll', onscroll: event => scrolled.set(place, event.target.scrollTop), tabindex: 0, role: 'group', 'aria-label': 'Moves of the game'},
      html('table', {class: 'record'}, html('colgroup', {}, html('col', {class: 'numbers'}), html('col'), html('col')),
        html('thead', {class: 'unseen'}, html('tr', {}, html('th', {scope: 'col'}, 'Number'), html('th', {scope: 'col'}, 'White'), html('th', {scope: 'col'}, 'Black'))),
        html('tbody', {}, rows))),
    html('p', {class: `remark ${kMarkClass[now?.mark] ?? ''}`}, now && now.mark ? [html('b', {}, `${now.move} ${now.mark} `), mark_words(now)] : ''),
    trouble && html('p', {class: 'hint'}, trouble),
    sides && html('ul', {class: 'sides'}, side_summary('White', sides.white), side_summary('Black', sides.black)));
  // Waits for the next frame: asking for a position on the screen now would force the browser to lay out everything at
  // once.
  requestAnimationFrame(() => keep_in_sight(place.querySelector('.record-scroll'), scroll));
}

function keep_in_sight(box, scroll) {
  const current = box?.querySelector('[aria-current]');
  if (!box || box.scrollHeight <= box.clientHeight) return;
  box.scrollTop = scroll;
  if (!current) return;
  const top = current.offsetTop, bottom = top + current.offsetHeight;
  if (top < box.scrollTop) box.scrollTop = top;
  else if (bottom > box.scrollTop + box.clientHeight) box.scrollTop = bottom - box.clientHeight;
}

const quoted = text => `"${text.replace(/[\\"]/g, letter => '\\' + letter)}"`;

// `game` {start, moves, rules}, `board` and `pieces` as texts, `players` {w, b}, `result` '1-0', '0-1', '1/2-1/2' or '*'.
export function record_text({game, board, pieces, players, result, date}) {
  const tags = [['Game', 'Uisge'], ['White', players.w], ['Black', players.b], ['Date', date], ['Board', board], ['Pieces', pieces],
                ['Stuck', game.rules.stuck], ['DiagonalJumps', game.rules.diagonal_jumps ? 'yes' : 'no'], ['Start', game.start], ['Result', result]];
  const first_side = / b\s*$/.test(game.start) ? 'b' : 'w';
  const words = game.moves.flatMap((move, ply) => {
    const {number, side} = number_of(ply, first_side);
    if (side === 'w') return [`${number}.`, move];
    return ply === 0 ? [`${number}...`, move] : [move];
  });
  const lines = [''];
  for (const word of [...words, result]) {
    if (lines.at(-1) && lines.at(-1).length + 1 + word.length > 80) lines.push('');
    lines[lines.length - 1] += (lines.at(-1) && ' ') + word;
  }
  return tags.map(([name, value]) => `[${name} ${quoted(String(value))}]\n`).join('') + '\n' + lines.join('\n') + '\n';
}
