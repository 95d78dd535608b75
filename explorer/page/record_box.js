// Takes game records that the user pastes or drops. The server reads the games in the records, and the user chooses a
// game.
import {send} from './answers.js';
import {by_id, html, put} from './dom.js';
import {LastRequest, superseded} from './latest.js';
import {count} from './words.js';

const name_of = (game, index) => `${index + 1}. ${game.white || '?'} – ${game.black || '?'}, ${count(game.moves.length, 'ply', 'plies')}, ${game.result}`;

// Calls on_game(game) with the chosen game, from the answer of POST /api/records.
export class RecordBox {
  constructor(on_game) {
    this.on_game = on_game;
    this.box = by_id('record-box');
    this.text = by_id('record-text');
    this.said = by_id('record-read');
    this.reading = new LastRequest();
    this.box.addEventListener('close', () => this.reading.stop());
    by_id('paste-record').addEventListener('click', () => { this.said.textContent = ''; this.box.showModal(); });
    by_id('record-close').addEventListener('click', () => this.box.close());
    by_id('record-use').addEventListener('click', () => this.read(this.text.value));
    this.games = by_id('record-games');
    this.games.addEventListener('change', () => this.on_game(this.list[this.games.value]));
    document.addEventListener('dragover', event => { if (event.dataTransfer.types.includes('Files')) event.preventDefault(); });
    document.addEventListener('drop', event => {
      const [file] = event.dataTransfer.files;
      if (!file) return;
      event.preventDefault();
      this.box.showModal();
      this.read(file.text());
    });
  }

  // `source`: the text, or a promise of it.
  async read(source) {
    this.said.textContent = 'Reading…';
    try {
      const answer = await this.reading.run(async signal => {
        const text = await source;
        signal.throwIfAborted();
        this.text.value = text;
        return send('/api/records', {text}, signal);
      });
      if (answer === superseded) return;
      const {games} = answer;
      if (games.length === 0) { this.said.textContent = 'There is no game in this text.'; return; }
      this.list = games;
      put(this.games, games.map((game, index) => html('option', {value: index}, name_of(game, index))));
      by_id('record-games-label').hidden = games.length === 1;
      this.said.textContent = '';
      this.box.close();
      this.on_game(games[0]);
    } catch (refusal) {
      this.said.textContent = refusal.message;
    }
  }
}
