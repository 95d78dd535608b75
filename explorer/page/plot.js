// Plots numbers of positions by distance, on a logarithmic scale, in SVG.
import {svg} from './dom.js';

const kMarkers = [
  size => svg('circle', {r: size}),
  size => svg('rect', {x: -size * 0.9, y: -size * 0.9, width: size * 1.8, height: size * 1.8}),
  size => svg('path', {d: `M0 ${-size * 1.3}L${size * 1.3} 0 0 ${size * 1.3} ${-size * 1.3} 0Z`}),
  size => svg('path', {d: `M0 ${-size * 1.2}L${size * 1.15} ${size * 0.8} ${-size * 1.15} ${size * 0.8}Z`}),
];

const short = power => ['1', '10', '100', '1 k', '10 k', '100 k', '1 M', '10 M', '100 M', '1 G', '10 G', '100 G'][power] ?? `1e${power}`;

const class_of = (kind, index) => `series ${kind ?? `series-${index % 8}`}`;
export const marker = ({kind}, index) => svg('g', {class: class_of(kind, index)}, kMarkers[index % kMarkers.length](5));

function step_of(longest, room) {
  for (const step of [1, 2, 5, 10, 20, 50, 100, 200, 500]) if (longest / step <= room) return step;
  return 1000;
}

// `series`: [{name, kind ('win', 'loss' or undefined), points: [[distance, number], ...]}]; numbers are at least 1.
// `width` is the plot's width in pixels.
export function log_plot(series, width, label) {
  const height = Math.round(Math.max(240, Math.min(400, width * 0.5)));
  const [left, right, top, bottom] = [52, 12, 12, 44];
  const points = series.flatMap(one => one.points);
  const longest = Math.max(1, ...points.map(([distance]) => distance));
  const powers = Math.max(1, Math.ceil(Math.log10(Math.max(1, ...points.map(([, number]) => number)))));
  const x = distance => left + distance / longest * (width - left - right);
  const y = number => height - bottom - Math.log10(number) / powers * (height - top - bottom);
  const axes = svg('g', {class: 'axes'});
  for (let power = 0; power <= powers; ++power)
    axes.append(svg('line', {x1: left, x2: width - right, y1: y(10 ** power), y2: y(10 ** power)}),
                svg('text', {class: 'number', x: left - 8, y: y(10 ** power)}, short(power)));
  const step = step_of(longest, width / 55);
  for (let distance = 0; distance <= longest; distance += step)
    axes.append(svg('line', {class: 'tick', x1: x(distance), x2: x(distance), y1: height - bottom, y2: height - bottom + 5}),
                svg('text', {x: x(distance), y: height - bottom + 17}, distance));
  axes.append(svg('text', {x: (left + width - right) / 2, y: height - 8}, 'plies to the end'));
  const size = longest > 150 ? 1.6 : longest > 60 ? 2.4 : 3.6;
  const drawn = series.map(({name, kind, points: own}, index) => svg('g', {class: class_of(kind, index)},
    svg('polyline', {points: own.map(([distance, number]) => `${x(distance).toFixed(1)},${y(number).toFixed(1)}`).join(' ')}),
    own.map(([distance, number]) => svg('g', {transform: `translate(${x(distance).toFixed(1)} ${y(number).toFixed(1)})`},
      kMarkers[index % kMarkers.length](size), svg('title', {}, `${name}: ${number.toLocaleString('en')} in ${distance} plies`)))));
  return svg('svg', {class: 'plot', viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': label}, axes, drawn);
}
