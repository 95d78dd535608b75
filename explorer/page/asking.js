// Asks the server about the shown position, and keeps the answers.
import {ask, line_comes_later} from './answers.js';
import {LastRequest, pause, superseded} from './latest.js';
import {Openings} from './openings.js';
import {Reviews} from './reviews.js';
import {answer_words} from './words.js';

const kMostCached = 500;
const kMostMoves = 1000;        // in a request; the server takes addresses of at most 8 KiB
const kDrawnAfter = 30;         // milliseconds that the page waits for the answer before it draws the move
const kAskingShownAfter = 250;  // milliseconds until the page says that it waits; shown sooner, the words would flicker
const kDetailsAfter = 120;      // milliseconds without a move until the other requests are sent
const kReplyAfter = 350;        // milliseconds of pause, so that people see the program's move
const kQuestions = ['position', 'details', 'line', 'annotate', 'reply', 'why', 'draft', 'start'];

export class Asking {
  // `explorer` is the Explorer (explorer.js); `offer` is the answer of GET /api/files. Passes the server's answers to
  // explorer.on_position(position) and on_reply(reply). If the server refuses, calls on_impossible_rules() or
  // on_impossible_move(refusal), which return whether they have dealt with the refusal.
  constructor(explorer, offer) {
    this.explorer = explorer;
    this.answer = null;   // the answer about the shown position; null while unknown
    this.trouble = null;  // the Refusal that came instead of an answer
    this.rules = null;    // the answer of GET /api/rules about the shown position; null while unknown
    this.is_slow = false;
    this.reviews = new Reviews();
    this.openings = new Openings(offer);
    this.cache = new Map();
    this.requests = Object.fromEntries(kQuestions.map(name => [name, new LastRequest()]));
  }

  #key(game) { return game.position === undefined ? null : `${game.position} ${game.rules.stuck} ${game.rules.diagonal_jumps}`; }
  cached(game) { return this.cache.get(this.#key(game)); }
  stop(...names) { for (const name of names) this.requests[name].stop(); }
  run(name, work) { return this.requests[name].run(work); }

  async position() {
    const {explorer} = this;
    const {game} = explorer.shown;
    const cached = this.cached(game);
    if (cached) {
      this.stop('position', 'draft');
      this.#accept(cached);
      return;
    }
    this.stop('line', 'details', 'annotate', 'draft');  // the position may have to wait for these answers
    this.answer = this.trouble = null;
    this.is_slow = false;
    this.#openings();  // asked before the position, since the server answers it sooner
    const patience = setTimeout(() => { this.is_slow = true; explorer.drawing.slow(); }, kAskingShownAfter);
    explorer.drawing.busy(true);
    const drawing = setTimeout(() => explorer.render(), kDrawnAfter);
    try {
      const answer = await this.run('position', async signal => {
        await this.#approach(signal);
        return ask('/api/position', {...explorer.shown.game.request, line: !line_comes_later}, signal);
      });
      if (answer === superseded) return;
      if (this.cache.size >= kMostCached) this.cache.delete(this.cache.keys().next().value);
      explorer.on_position(answer.position);
      this.cache.set(this.#key(explorer.shown.game), answer);
      this.#accept(answer);
    } catch (refusal) {
      if (refusal.status === 400 && (explorer.on_impossible_rules() || explorer.on_impossible_move(refusal))) return;
      this.trouble = refusal;
      explorer.render();
      if (explorer.shown.game.position === undefined) this.#place();
    } finally {
      this.is_slow = false;
      clearTimeout(patience);
      clearTimeout(drawing);
    }
  }

  // Asks for the shown position alone, so that the board shows it although its value is not known.
  async #place() {
    const {explorer} = this;
    try {
      const found = await this.run('position', signal => ask('/api/openings', explorer.shown.game.request, signal));
      if (found === superseded) return;
      explorer.on_position(found.position);
      explorer.render();
    } catch { /* the verdict already says what is wrong */ }
  }

  // Asks for positions on the way to the shown position, until at most kMostMoves moves lead from a known position to it.
  async #approach(signal) {
    const {shown} = this.explorer;
    while (shown.game.at - shown.game.known > kMostMoves) {
      const {at, known} = shown.game;
      const before = shown.game.go(known + kMostMoves);
      const {position} = await ask('/api/openings', before.request, signal);  // the server answers it soonest
      shown.game = before.learn(position).go(at);
    }
  }

  #accept(answer) {
    this.answer = answer;
    this.trouble = null;
    this.is_slow = false;
    this.explorer.before_rules = null;
    if (this.rules?.position !== answer.position) this.rules = null;
    this.explorer.render();
    this.#openings();
    this.#details();
    this.#reply();
  }

  // Asks the server for what is shown beside the verdict: the line of best play, the verdicts under other rules, and
  // the reviews of the moves.
  #details() {
    const {game} = this.explorer.shown;
    if (!this.explorer.hints) {
      this.stop('line', 'details', 'annotate');
      return;
    }
    if (this.answer.line) this.stop('line');
    else this.#line(game);
    if (!this.rules) this.#rules(game);
    // A review may take long, so the program's reply comes before it.
    if (game.has_moves && !this.#is_reply_due) this.#review(game);
    else this.stop('annotate');
  }

  #review(game) {
    this.run('annotate', async signal => {
      await pause(2 * kDetailsAfter, signal);
      await this.reviews.ask(game, signal, () => this.explorer.drawing.record());
    }).catch(() => {});
  }

  async #openings() {
    const {game} = this.explorer.shown;
    if (await this.openings.learn(game) && this.answer?.position === game.position) this.explorer.drawing.moves();
  }

  async #line(game) {
    const {answer} = this;
    try {
      const whole = await this.run('line', async signal => {
        await pause(kDetailsAfter, signal);
        return ask('/api/position', {...game.request, hardness: 0}, signal);
      });
      if (whole === superseded) return;
      answer.line = whole.line;
    } catch (refusal) {
      answer.line_trouble = refusal.message;
    }
    if (this.answer === answer) this.explorer.drawing.line();
  }

  #rules(game) {
    this.run('details', async signal => {
      await pause(kDetailsAfter, signal);
      let found;
      try {
        const {position, rules} = await ask('/api/rules', game.request, signal);
        found = {position, rules};
      } catch (refusal) {
        found = {position: game.position, trouble: refusal.message};
      }
      if (signal.aborted) return;
      this.rules = found;
      this.explorer.drawing.rules();
    }).catch(() => {});
  }

  get #is_reply_due() { return this.explorer.is_programs_turn && !this.answer.over && this.answer.moves.length > 0; }

  async #reply() {
    const {explorer} = this;
    const {game, opponent} = explorer.shown;
    if (!this.#is_reply_due) return;
    try {
      const reply = await this.run('reply', async signal => {
        await pause(kReplyAfter, signal);
        return ask('/api/move', {...game.request, level: opponent.level}, signal);
      });
      if (reply !== superseded) explorer.on_reply(reply);
    } catch (refusal) {
      this.trouble = refusal;
      explorer.drawing.verdict();
      if (explorer.hints && game.has_moves) this.#review(game);
    }
  }

  // Asks the server whether the position in the editor is legal, and what its value is.
  async draft() {
    const {explorer} = this;
    const {draft, draft_rules: rules} = explorer.shown;
    this.stop('position', 'line', 'details', 'annotate');
    this.answer = this.trouble = null;
    explorer.editor.judge('asking', 'Asking…');
    explorer.render();
    try {
      const answer = await this.run('draft', async signal => {
        await pause(kDetailsAfter, signal);
        return ask('/api/position', {position: draft, ...rules, line: false}, signal);
      });
      if (answer !== superseded) explorer.editor.judge('legal', `Legal. ${answer_words(answer)}.`);
    } catch (refusal) {
      if (refusal.status === 404) explorer.editor.judge('legal', `Legal, but not solved here: ${refusal.message}`);
      else explorer.editor.judge(refusal.status === 400 ? 'illegal' : 'trouble', refusal.message.replace(/^position: /, ''));
    }
  }
}
