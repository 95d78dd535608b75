// The board page: its state, and the user's actions. asking.js asks the server about the state; drawing.js draws it.
// This file is long because every action of the user changes the same state, and the browser's history with it.
import {ask} from './answers.js';
import {Asking} from './asking.js';
import {Board} from './board.js';
import {by_id, copy} from './dom.js';
import {Drawing} from './drawing.js';
import {Editor} from './editor.js';
import {Game} from './game.js';
import {superseded} from './latest.js';
import {Puzzles} from './puzzles.js';
import {board_of, exchange_colours, other_side, side_to_move} from './position_text.js';
import {record_text} from './record_text.js';
import {RecordBox} from './record_box.js';
import {Setup} from './setup.js';
import {line_of, node_at, read_tree} from './tree.js';

const kMostRecordMoves = 100000;
const kNothingYet = {page: 'board', view: {turns: 0, mirrored: false}, opponent: {side: '', level: 5}, hints: true, puzzle: 0};

export class Explorer {
  // `offer`: the answer of GET /api/files. Calls on_change(shown, kind) when the address should change; `kind` says how
  // to change the browser's history: 'push', 'replace' or 'step' (several quick steps through a game make one entry).
  constructor(offer, on_change) {
    this.on_change = on_change;
    this.shown = null;  // {page, game, view, opponent, hints, editing, draft, draft_rules, puzzle}
    this.again = () => this.refresh();  // what the button Try again does
    this.pasted = null;  // {game, tags}: the last game from a record, and its tags
    this.board = new Board(by_id('board'), {
      on_move: move => this.play(move),
      on_place: square => this.editor.place(square),
      on_carry: (from, to) => this.editor.carry(from, to),
      on_impossible: text => this.say_why(text),
    });
    this.editor = new Editor({
      on_change: text => { this.change({draft: text}, 'replace'); },
      on_done: () => this.use_draft(),
      on_cancel: () => this.stop_editing(),
    });
    this.setup = new Setup(offer, {
      on_board: game => this.new_game(game, this.setup.rules_for(game, this.shown.game.rules)),
      on_rules: rules => this.change_rules(rules),
      on_opponent: opponent => this.change({opponent, hints: opponent.side ? opponent.side === this.shown.opponent.side && this.shown.hints : true}),
    });
    this.record_box = new RecordBox(game => this.show_record(game));
    this.puzzles = new Puzzles(offer, this);
    this.asking = new Asking(this, offer);
    this.drawing = new Drawing(this);
    this.connect();
  }

  connect() {
    const clicks = {
      first: () => this.go(0), undo: () => this.undo(), redo: () => this.redo(), last: () => this.go(Infinity),
      pass: () => this.pass(), hints: () => this.change({hints: !this.shown.hints}), rotate: () => this.rotate(), mirror: () => this.mirror(),
      exchange: () => this.exchange(), edit: () => this.toggle_editing(), again: () => this.again(), 'new-game': () => this.new_game(),
      'copy-address': () => copy(location.href, by_id('setup-said')), 'copy-record': () => copy(this.record(), by_id('record-said')),
      'next-mistake': () => this.go_to_mistake(1), promote: () => this.promote(), cut: () => this.cut(),
    };
    // Before anything is shown, only the first question can be repeated.
    for (const [id, action] of Object.entries(clicks)) by_id(id).addEventListener('click', () => this.shown ? action() : this.again());
  }

  // Shows `wanted`, a result of read_address (address.js). While a position is edited, `wanted.behind`, if there is one,
  // is another such result: the game to which Cancel returns.
  async open(wanted) {
    if (wanted.position === undefined) {
      const game = this.setup.first_choice();
      await this.new_game(game, this.setup.rules_for(game, wanted.rules), 'replace');
      return;
    }
    const {view, opponent, hints, editing} = wanted;
    const {position, rules, tree, path, puzzle} = editing && wanted.behind || wanted;
    const game = new Game(rules, position, {tree, moves: line_of(tree, path), at: path.length}).learn_from(this.shown?.game);
    this.shown = {page: 'board', game, view, opponent, hints, editing, draft: editing ? wanted.position : null, draft_rules: wanted.rules, puzzle};
    if (editing) this.editor.open(wanted.position);
    this.asking.stop('start');
    this.refresh();
  }

  // Makes the user's changes. They cancel a game, puzzle or solution that the user has asked for before.
  change(changes, kind = 'push') {
    this.asking.stop('start');
    this.update(changes, kind);
  }

  // Makes changes that are not the user's.
  update(changes, kind) {
    this.shown = {...this.shown, ...changes};
    this.on_change(this.address(), kind);
    this.refresh();
  }

  address() {
    const {game, view, opponent, hints, editing, draft, draft_rules, puzzle} = this.shown;
    const address_of = ({start: position, tree, played: path, rules}) => ({page: 'board', position, tree, path, rules, view, opponent, hints});
    const of_game = {...address_of(game), editing: false, puzzle};
    return editing ? {...address_of(new Game(draft_rules, draft)), editing, puzzle: 0, behind: of_game} : of_game;
  }

  // Asks the server for the answers about the shown position that the page lacks, and draws the page.
  refresh() {
    if (!this.shown) { location.reload(); return; }
    this.again = () => this.refresh();
    this.asking.stop('reply', 'why');
    by_id('board-said').textContent = '';
    this.board.outline([]);
    if (this.shown.editing) this.asking.draft();
    else this.asking.position();
  }

  render() {
    const focused = document.activeElement;
    this.drawing.all();
    this.drawing.keep_focus(focused);
  }

  // Whether a puzzle waits for its first move, before which the page gives no hints.
  get is_solving() { return this.shown.puzzle > 0 && !this.shown.game.has_moves; }
  get hints() { return this.shown.hints && !this.is_solving; }
  get first_side() { return side_to_move(this.shown.game.start); }
  side_at(ply) { return ply % 2 ? other_side(this.first_side) : this.first_side; }
  get is_programs_turn() {
    const {game, opponent} = this.shown;
    return opponent.side === this.side_at(game.at) && game.at_end;
  }
  // Whether the user may move.
  get is_open() { return !this.shown.editing && this.asking.answer !== null && !this.is_programs_turn; }

  // asking.js calls the next four functions.

  on_position(position) { this.shown.game = this.shown.game.learn(position); }

  // The program's reply replaces the player's move in the browser's history, so Back leads to the player's turn.
  on_reply({move, position}) { this.update({game: this.shown.game.play(move, position)}, 'replace'); }

  // If the moves are impossible under rules that were just chosen, keeps only the position, if it is known.
  on_impossible_rules() {
    if (!this.before_rules) return false;
    const {position} = this.before_rules;
    this.before_rules = null;
    if (position === undefined) return false;
    this.update({game: new Game(this.shown.game.rules, position)}, 'replace');
    return true;
  }

  // If the refusal names an impossible move, shows the position before that move, and the reason. The server counts the
  // moves from the position in the request, which is the game's last known position.
  on_impossible_move({message}) {
    const {game} = this.shown;
    const number = game.known + Number(/^move (\d+): /.exec(message)?.[1]);
    if (!(number <= game.at)) return false;
    this.update({game: game.go(number - 1)}, 'replace');
    this.tell(message.replace(/\d+/, number));
    return true;
  }

  // The user's actions.

  play(move) { if (this.is_open) this.change({game: this.shown.game.play(move.move, move.position)}); }
  // Plays the first `plies` moves of the answer's line. While the page waits for an answer, it shows the line of another
  // position, which is not played.
  play_line(line, plies) { if (line === this.asking.answer?.line) this.change({game: this.shown.game.play_line(line, plies)}, 'push'); }
  play_best() { if (this.asking.answer?.moves.length && this.hints) this.play(this.asking.answer.moves[0]); }

  pass() {
    const move = this.asking.answer?.moves.find(({move: text}) => text === 'pass');
    if (move) this.play(move);
  }

  // Says why a move is impossible, or why a piece has no move, and outlines the pieces that would be cut off.
  async say_why(text) {
    if (!this.is_open) return;
    try {
      const found = await this.asking.run('why', signal => ask('/api/why', {...this.shown.game.request, move: text}, signal));
      if (found === superseded || !found.why) return;
      this.tell(found.why);
      this.board.outline(found.apart);
    } catch { /* the verdict already says what is wrong */ }
  }

  // Shows a message below the board until the user's next action.
  tell(words) { by_id('board-said').textContent = `${words[0].toUpperCase()}${words.slice(1)}.`; }

  show(game, kind = 'step') { if (!this.shown.editing && game !== this.shown.game) this.change({game}, kind); }
  // For some milliseconds after a change, the record still shows the moves of the game before.
  show_path(path) { if (node_at(this.shown.game.tree, path)) this.show(this.shown.game.show(path)); }

  go(at) {
    const {game} = this.shown;
    const goal = game.go(at === Infinity ? game.moves.length : at);
    if (goal.at !== game.at) this.show(goal);
  }

  // Goes to the next (`step` 1) or previous (`step` -1) alternative to the last played move.
  turn(step) { this.show(this.shown.game.turn(step)); }
  // In a puzzle, the user's first move stays the one that is judged.
  get can_promote() { return this.shown.game.branching >= (this.shown.puzzle ? 1 : 0); }
  promote() { if (this.can_promote) this.show(this.shown.game.promote(), 'push'); }
  get can_cut() {
    const {game, puzzle} = this.shown;
    const is_judged = puzzle && game.at === 1 && game.branching < 0;
    return game.at > 0 && !(is_judged && game.tree.next.length > 1);
  }
  cut() { if (this.can_cut) this.show(this.shown.game.cut(), 'push'); }

  // The judgements of the game's moves, up to the first move without one. Empty if the page gives no hints.
  get judged() { return this.hints ? this.asking.reviews.of_path(this.shown.game, this.shown.game.moves) : []; }
  // For each move that is marked as a mistake (??) or slow (?!), the number of plies before it.
  get mistakes() { return this.judged.flatMap(({mark}, ply) => mark === '??' || mark === '?!' ? [ply] : []); }

  // Shows the position before the next mistake (`step` 1) or before the previous mistake (`step` -1). After the last
  // mistake comes the first.
  go_to_mistake(step) {
    const {mistakes} = this;
    const {at} = this.shown.game;
    const ahead = step > 0 ? mistakes.find(ply => ply > at) : mistakes.findLast(ply => ply < at);
    const goal = ahead ?? mistakes.at(step > 0 ? 0 : -1);
    if (goal !== undefined) this.go(goal);
  }

  // Shows the start of a game from an answer of POST /api/records, on the board page.
  show_record({start, stuck, diagonal_jumps, with_variations, ...tags}) {
    this.shown ??= kNothingYet;
    const game = new Game({stuck, diagonal_jumps}, start, {tree: read_tree(with_variations, start, kMostRecordMoves), at: 0});
    this.pasted = {game, tags};
    this.change({game, editing: false, draft: null, puzzle: 0, hints: true, opponent: {...this.shown.opponent, side: ''}});
    if (by_id('explorer').hidden) by_id('to-board').click();
  }

  // In a game against the program, undo goes back to the player's own turn.
  undo() {
    const {game, opponent} = this.shown;
    let at = game.at - 1;
    if (at > 0 && opponent.side === this.side_at(at)) --at;
    if (at >= 0) this.go(at);
  }

  redo() {
    const {game, opponent} = this.shown;
    let at = game.at + 1;
    if (at < game.moves.length && opponent.side === this.side_at(at)) ++at;
    this.go(at);
  }

  rotate() { this.change({view: {...this.shown.view, turns: (this.shown.view.turns + 1) % 4}}); }
  mirror() { this.change({view: {...this.shown.view, mirrored: !this.shown.view.mirrored}}); }

  exchange() {
    const {game, editing, draft, opponent} = this.shown;
    if (editing) {
      const text = exchange_colours(draft);
      this.editor.open(text);
      this.change({draft: text}, 'replace');
      return;
    }
    this.change({game: game.changed(exchange_colours), opponent: {...opponent, side: opponent.side && other_side(opponent.side)}});
  }

  // Keeps the moves. If the moves are impossible under the new rules, on_impossible_rules() keeps only the position.
  change_rules(rules) {
    const {game} = this.shown;
    this.before_rules = game.has_moves ? game : null;
    this.change({game: game.with_rules(rules), puzzle: 0});
  }

  async new_game(board = null, rules = null, kind = 'push') {
    board ??= this.board_shown() ?? this.setup.first_choice();
    rules ??= this.shown.game.rules;
    const file = this.setup.file_of(board, rules);
    let position = file?.start;
    try {
      position ??= await this.asking.run('start', () => this.start_without_file(board, rules, file));
      if (position === superseded) return;
    } catch (refusal) {
      if (refusal.status === 400) return this.start_editing(board, rules);
      this.asking.trouble = refusal;
      if (this.shown) this.again = () => this.new_game(board, rules, kind);
      this.render();
      return;
    }
    this.shown = {...(this.shown ?? kNothingYet), editing: false, draft: null, puzzle: 0};
    this.change({game: new Game(rules, position), hints: !this.shown.opponent.side}, kind);
  }

  // Returns the start array. If the board is too small for a start array, returns a position with the longest distance.
  async start_without_file(board, rules, file) {
    try {
      return (await ask('/api/known', {position: 'start', ...board})).position;  // needs no search
    } catch (refusal) {
      const {longest_example} = file ? await ask('/api/statistics', {file: file.file}) : {};
      if (!longest_example) throw refusal;
      return longest_example;
    }
  }

  // Board, pieces and rules of the shown game: {board, pieces, stuck, diagonal_jumps}, or null.
  get table() {
    const board = this.shown && this.board_shown();
    return board ? {...board, ...this.shown.game.rules} : null;
  }

  board_shown() {
    const {answer} = this.asking;
    if (answer) return {board: answer.board, pieces: answer.pieces};
    const placement = this.drawing.placement();
    return placement ? board_of(placement) : null;
  }

  // Edit mode.

  // Keeps the game until the draft is used, so that Cancel returns to the game.
  start_editing(board = null, rules = this.shown.game.rules) {
    let text = this.shown?.game.position ?? this.shown?.game.start ?? '';
    if (board) {
      const [files, ranks] = board.board.split('x').map(Number);
      text = `${Array(ranks).fill(files).join('/')} w`;
    }
    this.shown ??= kNothingYet;
    this.editor.open(text);
    this.change({game: this.shown.game ?? new Game(rules, text), editing: true, draft: text, draft_rules: rules});
  }

  toggle_editing() { if (this.shown.editing) this.stop_editing(); else this.start_editing(); }
  stop_editing() { this.change({editing: false, draft: null}); }
  use_draft() { if (this.shown.editing) this.change({game: new Game(this.shown.draft_rules, this.shown.draft), editing: false, draft: null, puzzle: 0}); }

  // A game from a record keeps the record's tags while its main line stays.
  record() {
    const {game, opponent: {side}} = this.shown;
    const {pasted} = this;
    const is_pasted = pasted?.game.has_rules_and_start_of(game) && pasted.game.main_end.moves.join() === game.main_end.moves.join();
    return record_text(game, side, this.asking.cached(game.main_end), is_pasted ? pasted.tags : {});
  }
}
