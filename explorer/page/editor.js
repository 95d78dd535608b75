// Edit mode: the user places pieces freely, and the server says whether the position is legal, or why it is not.
import {by_id, html, svg} from './dom.js';
import {kPieceNames, plain_position, read_position, write_position} from './position_text.js';
import {piece_shape} from './shapes.js';

const kBrushes = [...Object.keys(kPieceNames), ''];

export class Editor {
  // `events` has on_change(text), on_done(), on_cancel().
  constructor(events) {
    this.events = events;
    this.brush = 'w';
    this.draft = null;
    this.inputs = kBrushes.map((letter, index) => {
      const name = letter ? kPieceNames[letter] : 'remove';
      const input = html('input', {type: 'radio', name: 'brush', value: letter, 'aria-label': name, onchange: () => { this.brush = letter; }});
      const picture = svg('svg', {viewBox: '-50 -50 100 100', 'aria-hidden': 'true'},
        letter ? piece_shape(letter) : svg('path', {class: 'eraser', d: 'M-24-24 24 24M24-24-24 24'}));
      by_id('brushes').append(html('label', {title: `${name} (${index + 1})`}, input, picture));
      return input;
    });
    this.inputs[0].checked = true;
    for (const id of ['edit-files', 'edit-ranks'])
      for (let size = 2; size <= 9; ++size) by_id(id).append(html('option', {value: size}, String(size)));
    by_id('edit-side').addEventListener('change', event => this.change({to_move: event.target.value}));
    by_id('edit-files').addEventListener('change', event => this.resize(Number(event.target.value), this.draft.ranks));
    by_id('edit-ranks').addEventListener('change', event => this.resize(this.draft.files, Number(event.target.value)));
    by_id('edit-text').addEventListener('input', event => this.read(event.target.value));
    by_id('edit-clear').addEventListener('click', () => this.change({pieces: new Map()}));
    by_id('edit-done').addEventListener('click', () => events.on_done());
    by_id('edit-cancel').addEventListener('click', () => events.on_cancel());
  }

  choose(index) {
    if (!this.inputs[index]) return;
    this.inputs[index].checked = true;
    this.brush = kBrushes[index];
  }

  // Begins with the position that the text describes, or with an empty board if the text cannot be read.
  open(text) {
    this.draft = read_position(text) ?? {files: 7, ranks: 6, pieces: new Map(), to_move: 'w'};
    this.fill(text);
  }

  change(changes) {
    this.draft = {...this.draft, ...changes};
    const text = write_position(this.draft);
    this.fill(text);
    this.events.on_change(text);
  }

  // Takes the text that the user typed. If the text describes a position, this position becomes the draft.
  read(typed) {
    const text = plain_position(typed);
    this.draft = read_position(text) ?? this.draft;
    this.fill(null);
    this.events.on_change(text);
  }

  fill(text) {
    by_id('edit-side').value = this.draft.to_move;
    by_id('edit-files').value = this.draft.files;
    by_id('edit-ranks').value = this.draft.ranks;
    if (text !== null) by_id('edit-text').value = text;
  }

  resize(files, ranks) {
    const fits = ([square]) => square.charCodeAt(0) - 97 < files && Number(square[1]) <= ranks;
    this.change({files, ranks, pieces: new Map([...this.draft.pieces].filter(fits))});
  }

  place(square) {
    const pieces = new Map(this.draft.pieces);
    if (this.brush === '' || pieces.get(square) === this.brush) pieces.delete(square);
    else pieces.set(square, this.brush);
    this.change({pieces});
  }

  carry(from, to) {
    const pieces = new Map(this.draft.pieces);
    const letter = pieces.get(from);
    if (letter === undefined) return;
    pieces.delete(from);
    if (to !== null) pieces.set(to, letter);
    this.change({pieces});
  }

  // Shows the server's judgement. `kind` is 'legal', 'illegal', 'asking' or 'trouble' (there was no answer).
  judge(kind, words) {
    by_id('edit-state').className = `editor-state ${kind}`;
    by_id('edit-state').textContent = words;
    by_id('edit-done').disabled = kind !== 'legal';
  }
}
