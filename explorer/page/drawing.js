// Draws the board page from the explorer's state and the answers so far.
import {show_bar, show_course} from './balance.js';
import {by_id, put} from './dom.js';
import {show_line} from './line.js';
import {show_moves} from './moves_list.js';
import {other_side, read_position, side_name, side_to_move} from './position_text.js';
import {show_record} from './record.js';
import {show_rules} from './rules_table.js';
import {disc} from './shapes.js';
import {answer_words, board_words, is_of_table, kind_of, winner_of} from './words.js';

const kMostPlacements = 500;
const kEmpty = {files: 7, ranks: 6, pieces: new Map(), to_move: 'w'};

export class Drawing {
  constructor(explorer) {
    this.explorer = explorer;
    this.placements = new Map();
  }

  get shown() { return this.explorer.shown; }
  get asking() { return this.explorer.asking; }
  get answer() { return this.asking.answer; }
  get hints() { return this.explorer.hints; }

  placement() {
    const {game, editing} = this.shown;
    if (editing) return this.explorer.editor.draft;
    if (game.position === undefined) return null;
    if (!this.placements.has(game.position)) {
      if (this.placements.size >= kMostPlacements) this.placements.clear();
      this.placements.set(game.position, read_position(game.position));
    }
    return this.placements.get(game.position);
  }

  busy(is_busy) { by_id('board').setAttribute('aria-busy', String(is_busy)); }

  all() {
    this.verdict();
    if (!this.shown) return;
    const {explorer, asking, hints} = this;
    const {game, view, editing, opponent} = this.shown;
    const {board} = explorer;
    const placement = this.placement();
    const waits = !editing && explorer.is_programs_turn;
    const moves = editing || waits ? [] : this.answer?.moves ?? [];
    if (placement || !board.shown) {
      const drawn = placement ?? kEmpty;
      board.show({placement: drawn, view, moves, hints, editing, last_move: editing || !placement ? null : game.last_move,
                  label: `Board, ${drawn.files} files by ${drawn.ranks} ranks, ${editing ? 'being edited' : `${side_name(drawn.to_move)} to move`}`});
    } else {
      board.show({...board.shown, moves: []});
    }
    this.busy(!editing && !this.answer && !asking.trouble);
    this.tools();
    explorer.setup.show(explorer.board_shown(), game.rules, opponent);
    by_id('editor').hidden = !editing;
    by_id('setup').hidden = editing;
    const is_refused = asking.trouble !== null && !this.answer;
    by_id('record-panel').hidden = editing;
    by_id('moves-panel').hidden = editing || is_refused;  // a refused position has no moves
    by_id('line-panel').hidden = editing || is_refused || !hints;
    by_id('rules-panel').hidden = editing;
    this.puzzle();
    if (editing) return;
    if (this.answer || asking.trouble) {
      this.moves();
      this.line();
    }
    for (const id of ['moves', 'line', 'rules']) by_id(id).classList.toggle('stale', !this.answer);
    this.record();
    this.rules();
  }

  // Moves the focus to a tool if `focused`, which had it, is hidden, disabled or gone now.
  keep_focus(focused) {
    const is_gone = !focused.isConnected && document.activeElement === document.body;
    if (is_gone || focused.matches(':disabled, [hidden], [hidden] *'))
      by_id('tools').querySelector(focused.closest('#editor') ? '#edit' : 'button:enabled:not([hidden])').focus({preventScroll: true});
  }

  // Shows the board while the page waits for a slow answer: the server is searching the position.
  slow() {
    if (this.placement()) by_id('explorer').classList.remove('unready');
    this.verdict();
  }

  moves() {
    const {explorer, asking, answer, hints} = this;
    const openings = answer ? asking.openings.of(this.shown.game) : [];
    const shown = answer && {...answer, moves: explorer.is_programs_turn ? [] : answer.moves};
    const events = {on_move: move => explorer.play(move), on_point: move => explorer.board.point_at(move)};
    show_moves(by_id('moves'), shown, hints, openings, events);
    by_id('moves-hint').textContent = hints && openings.length > 0 ? asking.openings.words : '';
  }

  tools() {
    const {game, view, hints, editing} = this.shown;
    for (const id of ['first', 'undo']) by_id(id).disabled = editing || game.at === 0;
    for (const id of ['redo', 'last']) by_id(id).disabled = editing || game.at_end;
    by_id('pass').hidden = editing || !this.answer?.moves.some(({move}) => move === 'pass');
    by_id('hints').setAttribute('aria-pressed', String(hints));
    by_id('mirror').setAttribute('aria-pressed', String(view.mirrored));
    by_id('edit').setAttribute('aria-pressed', String(editing));
  }

  puzzle() {
    const {game, puzzle, editing} = this.shown;
    const answer = this.asking.cached(game.go(0));
    this.explorer.puzzles.show({level: editing ? 0 : puzzle, start: game.start, first: game.tree.next[0]?.move, moves: answer?.moves ?? this.first_of_review(game)});
  }

  // Returns the best first move and the game's own first move, as the review judges them. A puzzle may be opened by an
  // address with moves already played. The page then compares these two moves.
  first_of_review(game) {
    const [first] = this.asking.reviews.of_path(game, game.tree.next.slice(0, 1).map(({move}) => move));
    return first && [{...first.best, move: first.best_move}, first];
  }

  verdict() {
    const words = by_id('verdict-words'), more = by_id('verdict-more'), box = by_id('verdict');
    const {trouble, is_slow} = this.asking;
    by_id('again').hidden = !trouble || trouble.status === 400;
    if (trouble || this.answer || this.shown?.editing) by_id('explorer').classList.remove('unready');
    const set = (place, text) => { if (place.textContent !== text) place.textContent = text; };
    const entitle = text => { if (!by_id('explorer').hidden) document.title = `${text} · Uisge`; };
    if (trouble) {
      box.className = 'verdict trouble';
      const is_missing = trouble.status === 404;
      set(words, is_missing ? 'Not solved here' : trouble.status === 400 ? 'This is not possible' : 'No answer');
      entitle(words.textContent);
      set(more, trouble.message);
      put(by_id('turn'));
      put(by_id('balance'));
      return;
    }
    if (!this.shown) return;
    const {editing, opponent, game} = this.shown;
    const {answer, hints} = this;
    const side = editing ? this.explorer.editor.draft.to_move : side_to_move(game.position ?? '');
    const is_known = game.position !== undefined || answer !== null;
    const wears = !editing && answer?.over ? winner_of(answer) : side;  // the colour of the disc; null after a draw
    put(by_id('turn'), wears && (editing || is_known) ? disc(wears) : null);
    if (editing) {
      put(by_id('balance'));
      box.className = 'verdict';
      set(words, 'Editing');
      entitle('Editing');
      set(more, `${side_name(side)} to move`);
      return;
    }
    box.classList.toggle('asking', !answer);
    if (!answer) {
      if (!is_slow) return;
      box.className = 'verdict asking';
      put(by_id('balance'));
      set(words, 'Asking…');
      entitle('Asking…');
      set(more, '');
      return;
    }
    const {explorer} = this;
    const waits = explorer.is_programs_turn && !answer.over;
    const shows = hints || answer.over;
    const of_table = is_of_table(answer);
    box.className = `verdict ${shows ? kind_of(answer) + (of_table ? ' known' : '') : ''}`;
    set(words, shows ? answer_words(answer) : explorer.is_solving ? `Puzzle: ${side_name(side)} wins` : waits ? 'The program is thinking…' : opponent.side && game.at_end ? 'Your move' : `${side_name(side)} to move`);
    show_bar(by_id('balance'), shows ? answer : null, side);
    const parts = [];
    if (!answer.over && shows && !of_table) parts.push(`${side_name(side)} to move`);
    if (!answer.over && !shows && opponent.side) parts.push(`You are ${side_name(other_side(opponent.side))}`);
    parts.push(board_words(answer));
    if (shows && of_table) parts.push(answer.known.words);
    else if (shows && (answer.file || !answer.over)) parts.push(answer.file ? `from ${answer.file.replace(/^.*\//, '')}` : answer.source === 'book' ? 'from the book of first moves' : 'by search');
    set(more, parts.join(' · '));
    entitle(shows ? answer_words(answer) : `${side_name(side)} to move`);
  }

  record() {
    const {explorer, hints} = this;
    const {game} = this.shown;
    const {first_side} = explorer;
    const {reviews} = this.asking;
    const on_line = hints ? reviews.of_line(game) : undefined;
    by_id('next-mistake').hidden = explorer.mistakes.length === 0;
    by_id('promote').hidden = !explorer.can_promote;
    by_id('cut').hidden = !explorer.can_cut;
    show_record(by_id('record'), by_id('record-notes'), game, first_side, {reviews: hints ? reviews : null, sides: on_line?.white ? on_line : null, note: on_line?.note ?? on_line?.trouble},
                {on_path: path => explorer.show_path(path)});
    by_id('course').classList.toggle('expected', hints && game.has_moves && !this.asking.trouble && !on_line?.trouble);  // a course will follow
    show_course(by_id('course'), explorer.judged, first_side, {plies: game.moves.length, at: game.at}, {on_go: at => explorer.go(at)});
    by_id('copy-record').disabled = !game.has_moves;
    if (this.shown.puzzle) this.puzzle();
  }

  line() {
    const {game} = this.shown;
    if (this.hints) show_line(by_id('line'), this.answer, game, this.explorer.first_side, {on_line: (line, plies) => this.explorer.play_line(line, plies)});
  }

  rules() {
    const {hints, asking, answer} = this;
    const {game, editing} = this.shown;
    by_id('rules-panel').hidden = editing || !hints || asking.trouble !== null;  // a refused position has no verdicts
    if (!hints || !answer) return;
    if (asking.rules?.trouble) { put(by_id('rules'), asking.rules.trouble); return; }
    show_rules(by_id('rules'), asking.rules?.rules ?? null, side_to_move(answer.position), game.rules, {on_rules: rules => this.explorer.change_rules(rules)});
  }
}
