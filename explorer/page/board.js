// Draws a position and its moves, and reports what the user does on the board. The board knows no rules: the legal
// moves come with show().
import {put, svg} from './dom.js';
import {centre_of, kCell, kMargin, lay_out, square_at} from './geometry.js';
import {arrow, piece_shape, value_shape} from './shapes.js';
import {kPieceNames, squares_of_move} from './position_text.js';
import {kind_of, worth_sign, worth_words} from './words.js';

const kDragDistance = 6;  // pixels of the screen
const kMostArrows = 3;    // more arrows would hide the pieces
const kGlide = 160;       // milliseconds
const kNoMotion = '(prefers-reduced-motion: reduce)';

const translation = ({x, y}) => `translate(${x}px, ${y}px)`;

export class Board {
  // `events` has on_move(move) and on_impossible(text), whose text is an impossible move, or the square of a piece that
  // has no move. The editor's `events` also has on_place(square) and on_carry(from, to); `to` is null if the piece was
  // dropped outside the board.
  constructor(element, events) {
    this.element = element;
    this.events = events;
    this.cells = new Map();    // square -> {group, face, ring, place}
    this.pieces = new Map();   // square -> {letter, group}
    this.selected = null;
    this.focused = null;       // the square that has the keyboard's focus
    this.pointed = null;       // the text of the listed move under the pointer
    this.shown = null;
    this.drag = null;
    element.addEventListener('pointerdown', event => this.pointer_down(event));
    element.addEventListener('pointermove', event => this.pointer_move(event));
    element.addEventListener('pointerup', event => this.pointer_up(event));
    element.addEventListener('pointercancel', event => { if (event.pointerId === this.drag?.pointer) this.drop_back(); });
    element.addEventListener('keydown', event => this.key_down(event));
    // Screen readers send click events that come from no mouse or other pointer.
    element.addEventListener('click', event => {
      const square = event.target.closest('[data-square]')?.dataset.square;
      if (event.detail === 0 && event.pointerType === '' && square) this.activate(square);
    });
  }

  // Shows a position. `shown` has the members placement (a result of read_position), view, label, moves (those of an
  // answer; [] while unknown), hints, last_move and editing.
  show(shown) {
    const {placement, view} = shown;
    const before = this.shown;
    const is_other = !before || before.placement !== placement;
    if (is_other) this.drop_back();
    const shape = JSON.stringify([placement.files, placement.ranks, view]);
    if (shape !== this.shape) this.lay_cells(placement, view, shape);
    const playable = shown.moves.map(move => ({...move, ...squares_of_move(move.move)}));
    this.shown = {...shown, playable: playable.filter(({from, to}) => this.cells.has(from) && this.cells.has(to))};
    if (this.pieces.size === 0 || is_other) this.place_pieces(placement.pieces);
    if (!before || is_other || before.editing !== shown.editing) this.selected = null;
    if (is_other) this.pointed = null;
    this.element.setAttribute('aria-label', shown.label);
    this.mark();
  }

  lay_cells(placement, view, shape) {
    const had_focus = this.element.contains(document.activeElement);
    this.shape = shape;
    const layout = this.layout = lay_out(placement, view);
    this.element.setAttribute('viewBox', `0 0 ${layout.width} ${layout.height}`);
    const {style} = this.element.parentElement.parentElement;  // the column that has the board
    style.setProperty('--across', layout.width);
    style.setProperty('--down', layout.height);
    this.cells.clear();
    this.pieces.clear();
    const rows = Array.from({length: layout.down}, () => svg('g', {role: 'row'}));
    const places = [...layout.places].sort(([, a], [, b]) => a.row - b.row || a.column - b.column);
    for (const [square, place] of places) {
      const box = {x: kMargin + place.column * kCell, y: place.row * kCell, width: kCell, height: kCell};
      const face = svg('rect', {...box, class: (place.file + place.rank) % 2 ? 'face light' : 'face'});
      const ring = svg('rect', {class: 'ring', x: box.x + 4, y: box.y + 4, width: kCell - 8, height: kCell - 8, rx: 8});
      const group = svg('g', {role: 'gridcell', tabindex: -1, 'data-square': square,
                              onfocus: () => { this.focused = square; this.rove(); }}, face, ring);
      this.cells.set(square, {group, face, ring, place});
      rows[place.row].append(group);
    }
    this.layers = {};
    for (const name of ['pieces', 'arrows', 'marks']) this.layers[name] = svg('g', {class: name, 'aria-hidden': 'true'});
    const edge = svg('rect', {class: 'edge', x: kMargin, y: 0, width: layout.across * kCell, height: layout.down * kCell});
    this.element.replaceChildren(...rows, this.coordinates(view), edge, ...Object.values(this.layers));
    if (!this.cells.has(this.focused)) this.focused = this.cells.keys().next().value;
    this.rove();
    if (had_focus) this.cells.get(this.focused).group.focus({preventScroll: true});
  }

  coordinates(view) {
    const words = svg('g', {class: 'coordinates', 'aria-hidden': 'true'});
    const turned = view.turns % 2 === 1;
    for (const [square, place] of this.layout.places) {
      const {x, y} = centre_of(place);
      if (place.column === 0) words.append(svg('text', {x: kMargin / 2 - 3, y}, square[turned ? 0 : 1]));
      if (place.row === this.layout.down - 1) words.append(svg('text', {x, y: this.layout.height - kMargin / 2 + 4}, square[turned ? 1 : 0]));
    }
    return words;
  }

  // Draws the pieces. If exactly one piece has changed its square, it glides to the new square.
  place_pieces(pieces) {
    const left = [...this.pieces].filter(([square, {letter}]) => pieces.get(square) !== letter);
    const come = [...pieces].filter(([square, letter]) => this.pieces.get(square)?.letter !== letter);
    const is_one_move = left.length === 1 && come.length === 1 && left[0][1].letter.toLowerCase() === come[0][1].toLowerCase();
    for (const [square, {group}] of left) {
      group.remove();
      this.pieces.delete(square);
    }
    for (const [square, letter] of come) {
      const group = piece_shape(letter);
      const target = centre_of(this.layout.places.get(square));
      group.style.transform = translation(target);
      this.layers.pieces.append(group);
      this.pieces.set(square, {letter, group});
      if (is_one_move && !window.matchMedia(kNoMotion).matches)
        group.animate({transform: [left[0][1].group.style.transform, translation(target)]}, {duration: kGlide, easing: 'ease-out'});
    }
  }

  targets() { return this.shown.playable.filter(({from}) => from === this.selected); }

  // Sets the squares' CSS classes and accessible names, and draws marks and arrows.
  mark() {
    const {placement, hints, last_move, editing, playable} = this.shown;
    const last = last_move ? squares_of_move(last_move) : {};
    const targets = new Map(this.targets().map(move => [move.to, move]));
    const movable = new Map();
    for (const move of playable) if (!movable.has(move.from)) movable.set(move.from, move);
    for (const [square, {group, face}] of this.cells) {
      const letter = placement.pieces.get(square);
      const target = targets.get(square);
      const can_carry = editing ? letter !== undefined : movable.has(square);
      group.setAttribute('class', [target && 'target', can_carry && 'movable', square === this.selected && 'selected',
                                   (square === last.from || square === last.to) && 'last'].filter(Boolean).join(' '));
      face.classList.toggle('editing', editing);
      let name = `${square}, ${letter ? kPieceNames[letter] : 'empty'}`;
      if (target) name += hints ? `, move here: ${worth_words(target)}` : ', move here';
      else if (!editing && movable.has(square)) name += ', can move';
      group.setAttribute('aria-label', name);
      group.setAttribute('aria-selected', String(square === this.selected));
    }
    this.draw_marks(targets, movable);
  }

  draw_marks(targets, movable) {
    const {hints, playable} = this.shown;
    const at = square => centre_of(this.layout.places.get(square));
    const placed = (shape, {x, y}) => { shape.setAttribute('transform', `translate(${x} ${y})`); return shape; };
    const marks = [], arrows = [];
    const pointed = playable.find(({move}) => move === this.pointed);
    if (targets.size > 0) {
      for (const move of targets.values()) {
        const shape = hints ? value_shape(kind_of(move), 31, worth_sign(move)) : svg('circle', {class: 'dot', r: 15});
        marks.push(placed(shape, at(move.to)));
      }
    } else if (hints) {
      for (const [square, move] of movable) {
        const {x, y} = at(square);
        marks.push(placed(value_shape(kind_of(move), 13), {x: x + 29, y: y - 29}));
      }
    }
    const best = playable.filter(move => move.best);
    if (pointed) arrows.push(pointed);
    else if (hints && targets.size === 0 && best.length <= kMostArrows) arrows.push(...best);
    put(this.layers.marks, marks);
    put(this.layers.arrows, arrows.map(move => arrow(at(move.from), at(move.to), hints ? kind_of(move) : 'open')));
  }

  // Shows the move with the text `move` as an arrow, while the pointer is over this move in a list. null removes the
  // arrow.
  point_at(move) {
    if (this.pointed === move || !this.shown) return;
    this.pointed = move;
    this.mark();
  }

  select(square) {
    this.selected = square;
    this.pointed = null;
    this.mark();
  }

  can_carry(square) {
    if (!this.shown) return false;
    if (this.shown.editing) return this.shown.placement.pieces.has(square);
    return this.shown.playable.some(({from}) => from === square);
  }

  // Called when a square is clicked, tapped, or chosen by a key.
  activate(square) {
    if (!this.shown) return;
    if (this.shown.editing) { this.events.on_place(square); return; }
    const target = this.targets().find(({to}) => to === square);
    if (target) { this.events.on_move(target); return; }
    const from = this.selected;
    this.select(this.can_carry(square) && square !== this.selected ? square : null);
    if (this.selected || square === from) return;
    if (from) this.events.on_impossible(from + square);
    else if (this.shown.placement.pieces.has(square)) this.events.on_impossible(square);
  }

  point_of(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.element.getScreenCTM().inverse());
    return {x: point.x, y: point.y};
  }

  pointer_down(event) {
    const square = event.target.closest('[data-square]')?.dataset.square;
    if (!square || event.button !== 0 || this.drag) return;
    const was_selected = this.selected === square;
    const carries = this.can_carry(square) && !this.targets().some(({to}) => to === square);
    this.drag = {pointer: event.pointerId, square, x: event.clientX, y: event.clientY, carries, moved: false, was_selected};
    this.element.setPointerCapture(event.pointerId);
    this.cells.get(square).group.focus({preventScroll: true, focusVisible: false});
    if (carries && !this.shown.editing && !was_selected) this.select(square);
    event.preventDefault();
  }

  pointer_move(event) {
    if (event.pointerId !== this.drag?.pointer) return;
    const {x, y, carries, square} = this.drag;
    if (!this.drag.moved && Math.hypot(event.clientX - x, event.clientY - y) < kDragDistance) return;
    this.drag.moved = true;
    if (!carries) return;
    const {group} = this.pieces.get(square);
    if (!group.classList.contains('carried')) {
      group.classList.add('carried');
      this.layers.pieces.append(group);
      this.element.classList.add('carrying');
    }
    const point = this.point_of(event);
    group.style.transform = translation(point);
    const over = square_at(this.layout, point.x, point.y);
    for (const [name, cell] of this.cells) cell.group.classList.toggle('over', name === over && name !== square);
  }

  pointer_up(event) {
    if (event.pointerId !== this.drag?.pointer) return;
    const {square, carries, moved, was_selected} = this.drag;
    const {x, y} = this.point_of(event);
    const over = square_at(this.layout, x, y);
    if (moved && carries) {
      const target = this.targets().find(({to}) => to === over);
      this.drop_back();
      if (this.shown.editing) { if (over !== square) this.events.on_carry(square, over); }
      else if (target) this.events.on_move(target);
      else if (over && over !== square) this.events.on_impossible(square + over);
      return;
    }
    this.drop_back();
    if (moved && over !== square) return;
    if (carries && !this.shown.editing) { if (was_selected) this.select(null); }
    else this.activate(square);
  }

  // Ends a drag and puts the carried piece back.
  drop_back() {
    if (!this.drag) return;
    const {square} = this.drag;
    this.drag = null;
    this.element.classList.remove('carrying');
    for (const {group} of this.cells.values()) group.classList.remove('over');
    const carried = this.pieces.get(square);
    if (!carried) return;
    carried.group.classList.remove('carried');
    carried.group.style.transform = translation(centre_of(this.layout.places.get(square)));
  }

  // Puts one square into the tab order. The arrow keys lead from this square to all other squares.
  rove() {
    for (const [square, {group}] of this.cells) group.setAttribute('tabindex', square === this.focused ? 0 : -1);
  }

  // Outlines exactly the given squares, whose pieces a move would cut off.
  outline(squares) {
    for (const [square, {group}] of this.cells) group.classList.toggle('apart', squares.includes(square));
  }

  focus() { this.cells.get(this.focused)?.group.focus(); }

  key_down(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || !this.cells.has(this.focused)) return;
    const steps = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};
    const {column, row} = this.cells.get(this.focused).place;
    let goal = null;
    if (event.key in steps) goal = [column + steps[event.key][0], row + steps[event.key][1]];
    else if (event.key === 'Home') goal = [0, row];
    else if (event.key === 'End') goal = [this.layout.across - 1, row];
    else if (event.key === 'Enter' || event.key === ' ') this.activate(this.focused);
    else if (event.key === 'Escape' && this.selected) this.select(null);
    else if ((event.key === 'Delete' || event.key === 'Backspace') && this.shown.editing) this.events.on_carry(this.focused, null);
    else return;
    event.preventDefault();
    event.stopPropagation();
    if (!goal) return;
    for (const {group, place} of this.cells.values())
      if (place.column === goal[0] && place.row === goal[1]) group.focus();
  }
}
