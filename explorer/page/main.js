// Starts the page: asks which files there are, and shows what the address says.
import {read_address, write_address} from './address.js';
import {ask} from './answers.js';
import {by_id, html, put} from './dom.js';
import {Explorer} from './explorer.js';
import {show_intro} from './intro.js';
import {connect_keys} from './keys.js';
import {sign} from './shapes.js';

const kOneStep = 1000;  // milliseconds: steps through a game that follow sooner share an entry of the history
let offer, explorer, statistics, last_step = 0;  // `statistics` is a promise

function remember(shown, kind) {
  const address = write_address(shown);
  const now = Date.now();
  const joins = kind === 'step' && now - last_step < kOneStep;
  last_step = kind === 'step' ? now : 0;
  if (address !== location.hash) history[kind === 'replace' || joins ? 'replaceState' : 'pushState'](null, '', address);
  if (shown.page === 'board') by_id('to-board').setAttribute('href', address);
}

// Most visitors want no statistics, so the module is loaded when it is needed.
async function open_statistics(files) {
  const place = by_id('statistics');
  try {
    statistics ??= import('./statistics.js').then(({Statistics}) => new Statistics(offer, place, remember));
    const made = await statistics;
    if (!place.hidden) made.open(files, explorer.table);
  } catch {
    statistics = null;
    put(place, html('p', {class: 'trouble-words', role: 'alert'}, 'The statistics cannot be loaded: the server does not answer.'));
  }
}

function open() {
  const wanted = read_address(location.hash);
  const is_board = wanted.page === 'board';
  by_id('explorer').hidden = !is_board;
  by_id('statistics').hidden = is_board;
  for (const [id, current] of [['to-board', is_board], ['to-statistics', !is_board]]) {
    if (current) by_id(id).setAttribute('aria-current', 'page');
    else by_id(id).removeAttribute('aria-current');
  }
  if (is_board) explorer.open(wanted);
  else {
    document.title = 'Statistics · Uisge';
    open_statistics(wanted.files);
  }
}

function connect_help() {
  const help = by_id('help');
  const show = () => help.showModal();
  by_id('to-help').addEventListener('click', show);
  by_id('help-close').addEventListener('click', () => help.close());
  help.addEventListener('click', event => { if (event.target === help) help.close(); });
  const words = {win: 'wins', draw: 'draws', loss: 'loses', open: 'is not known'};
  for (const [value, text] of Object.entries(words)) by_id('legend').append(html('li', {}, sign({value: value === 'open' ? null : value}), ` ${text}`));
  return show;
}

async function start() {
  const show_help = connect_help();
  try {
    offer = await ask('/api/files');
  } catch (refusal) {
    by_id('explorer').classList.remove('unready');
    by_id('verdict').className = 'verdict trouble';
    by_id('verdict-words').textContent = 'No answer';
    by_id('verdict-more').textContent = refusal.message;
    by_id('again').hidden = false;
    by_id('again').onclick = () => location.reload();
    return;
  }
  by_id('about').textContent = `uisge ${offer.version}, MIT licence. The game is by Roland Siegers, 1983.`;
  show_intro(offer);
  explorer = new Explorer(offer, remember);
  connect_keys(explorer, show_help);
  by_id('skip').addEventListener('click', () => explorer.board.focus());
  window.addEventListener('popstate', open);
  open();
}

start();
