// A bar with a part for each kind of value.
import {svg} from './dom.js';

// `counts` has pairs [kind, number], from left to right.
export function share_bar(counts) {
  const total = counts.reduce((sum, [, part]) => sum + Number(part), 0) || 1;
  let from = 0;
  const parts = counts.map(([kind, part]) => {
    const width = Number(part) / total * 100;
    const rect = svg('rect', {class: `part ${kind}`, x: from, y: 0, width, height: 10});
    from += width;
    return rect;
  });
  return svg('svg', {class: 'share', viewBox: '0 0 100 10', preserveAspectRatio: 'none', 'aria-hidden': 'true'}, parts);
}
