// Shows the position's verdicts under the eight rule sets as a table; a click changes to a rule set.
import {html, put} from './dom.js';
import {sign} from './shapes.js';
import {is_of_table, kStuckRules, verdict_words} from './words.js';

export const kJumps = ['orthogonal jumps', 'diagonal jumps too'];

// A table of the rule sets. cell(stuck, diagonal_jumps) returns an element 'td'.
export const table_of_rules = (name, cell) => html('table', {class: name},
  html('thead', {}, html('tr', {}, ['A stuck player', ...kJumps].map(words => html('th', {scope: 'col'}, words)))),
  html('tbody', {}, kStuckRules.map(stuck => html('tr', {}, html('th', {scope: 'row'}, stuck), cell(stuck, false), cell(stuck, true)))));

const heard = text => html('span', {class: 'unseen'}, text);
// Shows only 'White in 37', which fits in a table's cell; screen readers read the whole verdict.
const short_words = words => words.split(/( wins| plies| ply|: .*)/).map((part, index) => index % 2 ? heard(part) : part);

// `rules` is the list in the answer of GET /api/rules, or null while unknown; `events` has on_rules({stuck,
// diagonal_jumps}).
export function show_rules(place, rules, side, current, events) {
  if (!rules) return put(place, html('p', {class: 'hint'}, 'Asking…'));
  const cell = (stuck, diagonal_jumps) => {
    const entry = rules.find(one => one.stuck === stuck && one.diagonal_jumps === diagonal_jumps);
    if (!entry || 'error' in entry) return html('td', {class: 'none', title: entry?.error ?? null}, html('span', {}, 'no file'));
    const is_known = is_of_table(entry);
    const is_current = stuck === current.stuck && diagonal_jumps === current.diagonal_jumps;
    return html('td', {}, html('button', {type: 'button', class: (entry.value ?? 'open') + (is_known ? ' known' : ''), title: is_known ? entry.known.words : null, 'data-key': `${stuck} ${diagonal_jumps}`, 'aria-current': is_current ? 'true' : null,
                                          onclick: () => events.on_rules({stuck, diagonal_jumps})},
      sign(entry), html('span', {}, is_known && heard('Known: '), short_words(verdict_words(entry, side)))));
  };
  put(place, table_of_rules('rules', cell));
}
