// The board page: keeps what is shown, asks for what it needs to know, and has every part draw itself. Long because
// what is shown depends on everything that is known, which is kept here. Every part of the page draws itself in a
// module of its own.
import {ask, line_comes_later, send} from './answers.js';
import {show_bar, show_course} from './balance.js';
import {Board} from './board.js';
import {by_id, copy, put} from './dom.js';
import {Editor} from './editor.js';
import {Game} from './game.js';
import {Latest, pause, superseded} from './latest.js';
import {show_line} from './line.js';
import {show_moves} from './moves_list.js';
import {exchange_colours, other_side, read_position, side_name, side_to_move} from './position_text.js';
import {record_text, show_record} from './record.js';
import {RecordBox} from './record_box.js';
import {show_rules} from './rules_table.js';
import {Setup} from './setup.js';
import {disc} from './shapes.js';
import {answer_words, board_words, kind_of, winner_of} from './words.js';

const kMostCached = 500;
const kDrawnAfter = 30;         // milliseconds: an answer that comes sooner is drawn together with the move
const kAskingShownAfter = 250;   // sooner, it would only flicker
const kDetailsAfter = 120;       // the other questions wait until no further move is made
const kReplyAfter = 350;         // so that one sees what the program does
const kEmpty = {files: 7, ranks: 6, pieces: new Map(), to_move: 'w'};

const board_of = placement => ({
  board: `${placement.files}x${placement.ranks}`,
  pieces: [...placement.pieces.values()].filter(letter => letter.toLowerCase() === 'w').length,
});

export class Explorer {
  // `offer`: the answer of GET /api/files. `on_change(shown, kind)` is told what the address should say; `kind` is 'push',
  // 'replace' or 'step' (several in a row are one entry of the history).
  constructor(offer, on_change) {
    this.on_change = on_change;
    this.shown = null;        // {page, game, view, opponent, hints, editing, draft}
    this.answer = null;       // that of the position shown, or null
    this.trouble = null;      // the refusal instead
    this.rules = null;        // GET /api/rules of the position shown
    this.annotation = null;   // {game, answer} or {game, trouble}
    this.cache = new Map();
    this.placements = new Map();
    this.requests = {position: new Latest(), details: new Latest(), line: new Latest(), annotate: new Latest(), reply: new Latest(), why: new Latest(), draft: new Latest(), start: new Latest()};
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
    this.record_box = new RecordBox(game => this.show_game(game));
    this.connect();
  }

  connect() {
    const clicks = {
      first: () => this.go(0), undo: () => this.undo(), redo: () => this.redo(), last: () => this.go(Infinity),
      pass: () => this.pass(), hints: () => this.change({hints: !this.shown.hints}), rotate: () => this.rotate(), mirror: () => this.mirror(),
      exchange: () => this.exchange(), edit: () => this.toggle_editing(), again: () => this.refresh(), 'new-game': () => this.new_game(),
      'copy-address': () => copy(location.href, by_id('setup-said')), 'copy-record': () => copy(this.record(), by_id('record-said')), 'next-mistake': () => this.go_to_mistake(1),
    };
    for (const [id, action] of Object.entries(clicks)) by_id(id).addEventListener('click', action);
  }

  // Shows what an address (as address.js reads it) says.
  async open(wanted) {
    if (wanted.position === undefined) {
      const game = this.setup.first_choice();
      if (!game) {
        this.trouble = new Error('There is no database here. Start the server with one: uisge serve FILE');
        this.render();
        return;
      }
      await this.new_game(game, this.setup.rules_for(game, wanted.rules), 'replace');
      return;
    }
    const {view, opponent, hints, editing} = wanted;
    const old = this.shown?.game;
    const positions = [wanted.position];
    if (old?.start === wanted.position)
      for (let ply = 0; ply < wanted.moves.length && old.moves[ply] === wanted.moves[ply]; ++ply) positions[ply + 1] = old.positions[ply + 1];
    const game = new Game(wanted.rules, wanted.position, wanted.moves, wanted.at, positions);
    this.shown = {page: 'board', game, view, opponent, hints, editing, draft: editing ? wanted.position : null};
    if (editing) this.editor.open(wanted.position);
    this.refresh();
  }

  change(changes, kind = 'push') {
    this.shown = {...this.shown, ...changes};
    this.on_change(this.address(), kind);
    this.refresh();
  }

  address() {
    const {game, view, opponent, hints, editing, draft} = this.shown;
    const of_game = editing ? {position: draft, moves: [], at: 0} : {position: game.start, moves: game.moves, at: game.at};
    return {page: 'board', ...of_game, rules: game.rules, view, opponent, hints, editing};
  }

  // Asks for what is unknown about the shown position, and draws.
  refresh() {
    if (!this.shown) { location.reload(); return; }
    for (const name of ['start', 'reply', 'why']) this.requests[name].stop();
    by_id('board-said').textContent = '';
    this.board.outline([]);
    if (this.shown.editing) this.judge_draft();
    else this.ask_position();
  }

  key(game) { return game.position === undefined ? null : `${game.position} ${game.rules.stuck} ${game.rules.diagonal_jumps}`; }

  async ask_position() {
    const {game} = this.shown;
    const cached = this.cache.get(this.key(game));
    if (cached) {
      this.requests.position.stop();
      this.accept(cached);
      return;
    }
    this.answer = this.trouble = null;
    const patience = setTimeout(() => { this.slow = true; this.render_verdict(); }, kAskingShownAfter);
    this.slow = false;
    by_id('board').setAttribute('aria-busy', 'true');
    const drawing = setTimeout(() => this.render(), kDrawnAfter);
    try {
      const answer = await this.requests.position.run(signal => ask('/api/position', {...game.request, line: !line_comes_later}, signal));
      if (answer === superseded) return;
      this.slow = false;
      if (this.cache.size >= kMostCached) this.cache.delete(this.cache.keys().next().value);
      this.shown.game = game.learn(answer.position);
      this.cache.set(this.key(this.shown.game), answer);
      this.accept(answer);
    } catch (refusal) {
      if (refusal.status === 400 && this.before_rules) { this.keep_position_only(); return; }
      this.slow = false;
      this.trouble = refusal;
      this.render();
    } finally {
      clearTimeout(patience);
      clearTimeout(drawing);
    }
  }

  accept(answer) {
    this.answer = answer;
    this.trouble = null;
    this.before_rules = null;
    if (this.rules?.position !== answer.position) this.rules = null;
    this.render();
    this.ask_details();
    this.reply();
  }

  async ask_line() {
    const {answer, shown: {game}} = this;
    try {
      const whole = await this.requests.line.run(async signal => {
        await pause(kDetailsAfter, signal);
        return ask('/api/position', {...game.request, hardness: 0}, signal);
      });
      if (whole === superseded) return;
      answer.line = whole.line;
    } catch (refusal) {
      answer.line_trouble = refusal.message;
    }
    if (this.answer === answer) this.render_line();
  }

  // Asks for what stands beside the verdict: the other rules, and what the moves cost.
  async ask_details() {
    const {game, hints} = this.shown;
    if (!hints) {
      for (const name of ['line', 'details', 'annotate']) this.requests[name].stop();
      return;
    }
    if (this.answer.line) this.requests.line.stop();
    else this.ask_line();
    if (!this.rules) this.requests.details.run(async signal => {
      await pause(kDetailsAfter, signal);
      try {
        const {position, rules} = await ask('/api/rules', game.request, signal);
        if (!signal.aborted) { this.rules = {position, rules}; this.render_rules(); }
      } catch (refusal) {
        if (!signal.aborted) { this.rules = {position: game.position, trouble: refusal.message}; this.render_rules(); }
      }
    }).catch(() => {});
    if (game.moves.length === 0 || this.annotation?.game.is_same_game(game)) return;
    this.requests.annotate.run(async signal => {
      await pause(2 * kDetailsAfter, signal);
      const {stuck, diagonal_jumps} = game.rules;
      let found;
      try {
        found = {game, answer: await send('/api/annotate', {position: game.start, moves: game.moves.join(' '), stuck, diagonal_jumps}, signal)};
      } catch (refusal) {
        found = {game, trouble: refusal.message};
      }
      if (!signal.aborted) { this.annotation = found; this.render_record(); }
    }).catch(() => {});
  }

  get first_side() { return side_to_move(this.shown.game.start); }
  // Every move and pass changes the side to move.
  side_at(ply) { return ply % 2 ? other_side(this.first_side) : this.first_side; }

  // The program's move, if it is its turn at the end of the game.
  async reply() {
    const {game, opponent} = this.shown;
    if (opponent.side !== this.side_at(game.at) || !game.at_end || this.answer.over || this.answer.moves.length === 0) return;
    try {
      const reply = await this.requests.reply.run(async signal => {
        await pause(kReplyAfter, signal);
        return ask('/api/move', {...game.request, level: opponent.level}, signal);
      });
      // The reply replaces its entry of the history: Back then leads to the player's own turn before.
      if (reply !== superseded) this.change({game: this.shown.game.play(reply.move, reply.position)}, 'replace');
    } catch (refusal) {
      this.trouble = refusal;
      this.render_verdict();
    }
  }

  // Actions of the user.

  play(move) {
    const {game, opponent, editing} = this.shown;
    if (editing || !this.answer || (opponent.side === this.side_at(game.at) && game.at_end)) return;
    this.change({game: game.play(move.move, move.position)});
  }

  // Says why a move is not possible or a piece has none, and outlines the pieces that would be cut off.
  async say_why(text) {
    const {game, opponent, editing} = this.shown;
    if (editing || !this.answer || (opponent.side === this.side_at(game.at) && game.at_end)) return;
    try {
      const found = await this.requests.why.run(signal => ask('/api/why', {...game.request, move: text}, signal));
      if (found === superseded || !found.why) return;
      by_id('board-said').textContent = `${found.why[0].toUpperCase()}${found.why.slice(1)}.`;
      this.board.outline(found.apart);
    } catch { /* nothing is said then: the verdict tells what is wrong */ }
  }

  play_best() { if (this.answer?.moves.length && this.shown.hints) this.play(this.answer.moves[0]); }

  pass() {
    const move = this.answer?.moves.find(({move: text}) => text === 'pass');
    if (move) this.play(move);
  }

  go(at) {
    const {game, editing} = this.shown;
    const goal = game.go(at === Infinity ? game.moves.length : at);
    if (!editing && goal.at !== game.at) this.change({game: goal}, 'step');
  }

  // Goes to the position before the next mistake, or before the last one (`step` -1); wraps around at the end of the
  // game.
  go_to_mistake(step) {
    const mistakes = this.mistakes;
    const {at} = this.shown.game;
    const ahead = step > 0 ? mistakes.find(ply => ply > at) : mistakes.findLast(ply => ply < at);
    const goal = ahead ?? mistakes.at(step > 0 ? 0 : -1);
    if (goal !== undefined) this.go(goal);
  }

  // Shows a game of a record from its start.
  show_game({start, stuck, diagonal_jumps, moves}) {
    if (!this.shown) return;
    const {opponent} = this.shown;
    this.change({game: new Game({stuck, diagonal_jumps}, start, moves, 0), editing: false, draft: null, hints: true, opponent: {...opponent, side: ''}});
  }

  // Against the program, undo goes back to the player's own turn.
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
    const positions = game.positions.map(text => text && exchange_colours(text));
    const side = opponent.side && other_side(opponent.side);
    this.change({game: new Game(game.rules, positions[0], game.moves, game.at, positions), opponent: {...opponent, side}});
  }

  // Keeps the moves if they are possible under the new rules, otherwise only the position.
  change_rules(rules) {
    const {game} = this.shown;
    this.before_rules = game.moves.length ? game : null;
    this.change({game: game.with_rules(rules)});
  }

  keep_position_only() {
    const {position} = this.before_rules;
    this.before_rules = null;
    if (position === undefined) return;
    this.change({game: new Game(this.shown.game.rules, position)}, 'replace');
  }

  async new_game(board = null, rules = null, kind = 'push') {
    board ??= this.board_shown() ?? this.setup.first_choice();
    rules ??= this.shown.game.rules;
    const file = this.setup.file_of(board, rules);
    let position = file?.start;
    try {
      position ??= await this.requests.start.run(() => this.start_without_file(board, rules, file));
      if (position === superseded) return;
    } catch {
      this.start_editing(board, rules);
      return;
    }
    const others = this.shown ?? {page: 'board', view: {turns: 0, mirrored: false}, opponent: {side: '', level: 5}, hints: true};
    this.shown = {...others, editing: false, draft: null};
    this.change({game: new Game(rules, position), hints: !this.shown.opponent.side}, kind);
  }

  // Shows the start array or, on a board that is too small for one, the position of a longest win.
  async start_without_file(board, rules, file) {
    try {
      return (await ask('/api/position', {position: 'start', ...board, ...rules, line: false})).position;
    } catch (refusal) {
      const {longest_example} = file ? await ask('/api/statistics', {file: file.file}) : {};
      if (!longest_example) throw refusal;
      return longest_example;
    }
  }

  // The current game: {board, pieces, stuck, diagonal_jumps}, or null.
  get table() {
    const board = this.shown && this.board_shown();
    return board ? {...board, ...this.shown.game.rules} : null;
  }

  board_shown() {
    if (this.answer) return {board: this.answer.board, pieces: this.answer.pieces};
    const placement = this.placement();
    return placement ? board_of(placement) : null;
  }

  // Edit mode.

  start_editing(board = null, rules = null) {
    let text = this.shown?.game.position ?? this.shown?.game.start ?? '';
    if (board) {
      const [files, ranks] = board.board.split('x').map(Number);
      text = `${Array(ranks).fill(files).join('/')} w`;
    }
    const others = this.shown ?? {page: 'board', view: {turns: 0, mirrored: false}, opponent: {side: '', level: 5}, hints: true};
    const game = rules ? new Game(rules, text) : others.game;
    this.shown = others;
    this.editor.open(text);
    this.change({game, editing: true, draft: text});
  }

  toggle_editing() { if (this.shown.editing) this.stop_editing(); else this.start_editing(); }
  stop_editing() { this.change({editing: false, draft: null}); }
  use_draft() { this.change({game: new Game(this.shown.game.rules, this.shown.draft), editing: false, draft: null}); }

  async judge_draft() {
    const {draft, game: {rules}} = this.shown;
    this.requests.position.stop();
    this.answer = this.trouble = null;
    this.editor.judge('asking', 'Asking…');
    this.render();
    try {
      const answer = await this.requests.draft.run(async signal => {
        await pause(kDetailsAfter, signal);
        return ask('/api/position', {position: draft, ...rules, line: false}, signal);
      });
      if (answer !== superseded) this.editor.judge('legal', `Legal. ${answer_words(answer)}.`);
    } catch (refusal) {
      if (refusal.status === 404) this.editor.judge('legal', `Legal, but not solved here: ${refusal.message}`);
      else this.editor.judge(refusal.status === 400 ? 'illegal' : 'trouble', refusal.message.replace(/^position: /, ''));
    }
  }

  record() {
    const {game, opponent} = this.shown;
    const last = this.cache.get(this.key(game.go(game.moves.length)));
    const result = !last?.over ? '*' : {w: '1-0', b: '0-1'}[winner_of(last)] ?? '1/2-1/2';
    const name = side => !opponent.side ? '?' : opponent.side === side ? 'uisge' : 'a person';
    const now = new Date();
    const date = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map(part => String(part).padStart(2, '0')).join('.');
    return record_text({game, ...board_of(read_position(game.start) ?? kEmpty), players: {w: name('w'), b: name('b')}, result, date});
  }

  // Drawing.

  placement() {
    const {game, editing} = this.shown;
    if (editing) return this.editor.draft;
    if (game.position === undefined) return null;
    if (!this.placements.has(game.position)) {
      if (this.placements.size >= kMostCached) this.placements.clear();
      this.placements.set(game.position, read_position(game.position));
    }
    return this.placements.get(game.position);
  }

  render() {
    this.render_verdict();
    if (!this.shown) return;
    const {game, view, editing, opponent, hints} = this.shown;
    const placement = this.placement();
    const is_programs_turn = !editing && opponent.side === this.side_at(game.at) && game.at_end;
    const moves = editing || is_programs_turn ? [] : this.answer?.moves ?? [];
    if (placement || !this.board.shown) {
      const drawn = placement ?? kEmpty;
      this.board.show({placement: drawn, view, moves, hints, editing, last_move: editing ? null : game.last_move,
                       label: `Board, ${drawn.files} files by ${drawn.ranks} ranks, ${editing ? 'being edited' : `${side_name(drawn.to_move)} to move`}`});
    } else {
      this.board.show({...this.board.shown, moves: []});
    }
    by_id('board').setAttribute('aria-busy', String(!editing && !this.answer && !this.trouble));
    this.render_tools();
    this.setup.show(this.board_shown(), game.rules, opponent);
    by_id('editor').hidden = !editing;
    by_id('setup').hidden = editing;
    for (const id of ['moves-panel', 'line-panel', 'record-panel']) by_id(id).hidden = editing || (!hints && id === 'line-panel');
    by_id('rules-panel').hidden = editing;
    if (editing) return;
    const events = {on_move: move => this.play(move), on_point: move => this.board.point_at(move)};
    if (this.answer || this.trouble) {
      show_moves(by_id('moves'), this.answer && {...this.answer, moves: is_programs_turn ? [] : this.answer.moves}, hints, events);
      this.render_line();
    }
    by_id('moves').classList.toggle('stale', !this.answer);
    by_id('line').classList.toggle('stale', !this.answer);
    if (this.answer || this.trouble) this.render_record();
    this.render_rules();
  }

  play_line(line, plies) { this.change({game: this.shown.game.play_line(line, plies)}, 'push'); }

  render_tools() {
    const {game, view, hints, editing} = this.shown;
    for (const id of ['first', 'undo']) by_id(id).disabled = editing || game.at === 0;
    for (const id of ['redo', 'last']) by_id(id).disabled = editing || game.at_end;
    by_id('pass').hidden = editing || !this.answer?.moves.some(({move}) => move === 'pass');
    by_id('hints').setAttribute('aria-pressed', String(hints));
    by_id('mirror').setAttribute('aria-pressed', String(view.mirrored));
    by_id('edit').setAttribute('aria-pressed', String(editing));
  }

  render_verdict() {
    const words = by_id('verdict-words'), more = by_id('verdict-more'), box = by_id('verdict');
    by_id('again').hidden = !this.trouble || this.trouble.status === 400;
    const set = (place, text) => { if (place.textContent !== text) place.textContent = text; };
    if (this.trouble) {
      box.className = 'verdict trouble';
      const is_missing = this.trouble.status === 404;
      set(words, is_missing ? 'Not solved here' : this.trouble.status === 400 ? 'This is not possible' : 'No answer');
      set(more, this.trouble.message);
      put(by_id('turn'));
      put(by_id('balance'));
      return;
    }
    if (!this.shown) return;
    const {editing, hints, opponent, game} = this.shown;
    const side = editing ? this.editor.draft.to_move : side_to_move(game.position ?? this.board.shown?.label ?? '');
    const is_known = game.position !== undefined || this.answer !== null;
    const wears = !editing && this.answer?.over ? winner_of(this.answer) : side;  // nobody's colour for a draw
    put(by_id('turn'), wears && (editing || is_known) ? disc(wears) : null);
    if (editing) {
      put(by_id('balance'));
      box.className = 'verdict';
      set(words, 'Editing');
      set(more, `${side_name(side)} to move`);
      return;
    }
    box.classList.toggle('asking', !this.answer);
    if (!this.answer) {
      if (this.slow) { set(words, 'Asking…'); box.className = 'verdict asking'; }
      if (this.slow) set(more, '');
      return;
    }
    const answer = this.answer;
    const is_programs_turn = opponent.side === side && game.at_end && !answer.over;
    const shows = hints || answer.over;
    const of_table = answer.source === 'known';  // the verdict is that of the table of what is known
    box.className = `verdict ${shows ? kind_of(answer) + (of_table ? ' known' : '') : ''}`;
    set(words, shows ? answer_words(answer) : is_programs_turn ? 'The program is thinking…' : opponent.side && game.at_end ? 'Your move' : `${side_name(side)} to move`);
    show_bar(by_id('balance'), shows ? answer : null, side);
    const parts = [];
    if (!answer.over && shows && !of_table) parts.push(`${side_name(side)} to move`);
    if (!answer.over && !shows && opponent.side) parts.push(`You are ${side_name(other_side(opponent.side))}`);
    parts.push(board_words(answer));
    if (shows && of_table) parts.push(answer.known.words);
    else if (shows) parts.push(answer.file ? `from ${answer.file.replace(/^.*\//, '')}` : 'by search');
    set(more, parts.join(' · '));
    document.title = `${shows ? answer_words(answer) : `${side_name(side)} to move`} · Uisge`;
  }

  // The annotation of a game holds for a game that begins with the same moves.
  get annotated() {
    const {game, hints} = this.shown;
    const moves = hints && this.annotation?.answer?.moves;
    if (!moves || !this.annotation.game.has_rules_and_start_of(game)) return [];
    const differs = moves.findIndex((move, ply) => game.moves[ply] !== move.move);
    return differs < 0 ? moves : moves.slice(0, differs);
  }

  // The plies of mistakes.
  get mistakes() { return this.annotated.flatMap(({mark}, ply) => mark === '??' || mark === '?!' ? [ply] : []); }

  render_record() {
    const {game, hints} = this.shown;
    const annotated = this.annotated;
    by_id('next-mistake').hidden = this.mistakes.length === 0;
    const is_same = hints && this.annotation?.game.is_same_game(game);
    show_record(by_id('record'), game, this.first_side,
                {annotated, sides: is_same && this.annotation.answer ? this.annotation.answer : null, trouble: is_same ? this.annotation.trouble : null},
                {on_go: at => this.go(at)});
    show_course(by_id('course'), annotated, this.first_side, {plies: game.moves.length, at: game.at}, {on_go: at => this.go(at)});
    by_id('copy-record').disabled = game.moves.length === 0;
  }

  render_line() {
    const {game, hints} = this.shown;
    if (hints) show_line(by_id('line'), this.answer, game, this.first_side, {on_line: (line, plies) => this.play_line(line, plies)});
  }

  render_rules() {
    const {game, hints, editing} = this.shown;
    by_id('rules-panel').hidden = editing || !hints || this.trouble !== null;  // of a position that is refused there is nothing to tell
    if (!hints || !this.answer) return;
    if (this.rules?.trouble) { put(by_id('rules'), this.rules.trouble); return; }
    show_rules(by_id('rules'), this.rules?.rules ?? null, side_to_move(this.answer.position), game.rules, {on_rules: rules => this.change_rules(rules)});
  }
}
