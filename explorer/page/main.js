// Starts the page: asks which files the server has, and shows what the address says.
import {read_address, write_address} from './address.js';
import {ask} from './answers.js';
import {by_id, html, put} from './dom.js';
import {Explorer} from './explorer.js';
import {show_intro} from './intro.js';
import {connect_keys} from './keys.js';
import {LastRequest} from './latest.js';
import {sign} from './shapes.js';

const kOneStep = 1000;  // milliseconds; moves shown in faster succession share one entry of the browser's history
const documents = new LastRequest();
let offer, explorer, statistics, last_step = 0;  // `statistics`: a promise of a Statistics object
let link_behind = null;  // the address of the game behind the editor, if the link to the board leads to the editor

// While another page is shown, a change of the board only changes the link to the board. The address of the editor has
// the edited position alone, so the browser's history keeps the game behind it, also when the page is loaded again.
function remember(shown, kind) {
  const address = write_address(shown);
  const behind = shown.behind ? write_address(shown.behind) : null;
  if (shown.page === 'board') {
    by_id('to-board').setAttribute('href', address);
    link_behind = behind;
    if (by_id('explorer').hidden) return;
  }
  const now = Date.now();
  const joins = kind === 'step' && now - last_step < kOneStep;
  last_step = kind === 'step' ? now : 0;
  if (address === location.hash) return;
  try {
    history[kind === 'replace' || joins ? 'replaceState' : 'pushState'](behind, '', address);
  } catch { /* browsers refuse too many changes in a few seconds; the next change brings the address up to date */ }
}

// The module is loaded on demand, since most visitors want no statistics.
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

async function open_document(wanted) {
  const place = by_id('document');
  try {
    await documents.run(async signal => (await import('./document.js')).show_document(place, wanted, signal));
  } catch {
    put(place, html('p', {class: 'trouble-words', role: 'alert'}, 'The document cannot be loaded: the server does not answer.'));
  }
}

function open() {
  documents.stop();
  const wanted = read_address(location.hash);
  if (!history.state && link_behind && by_id('to-board').hash === location.hash) history.replaceState(link_behind, '');
  if (history.state) wanted.behind = read_address(history.state);
  for (const [page, id] of [['board', 'explorer'], ['statistics', 'statistics'], ['document', 'document']]) {
    by_id(id).hidden = page !== wanted.page;
    const link = by_id(`to-${page}`);
    if (page === wanted.page) link?.setAttribute('aria-current', 'page');
    else link?.removeAttribute('aria-current');
  }
  if (wanted.page === 'board') {
    by_id('to-board').setAttribute('href', location.hash || '#');
    link_behind = history.state;
    return explorer.open(wanted);
  }
  document.title = `${wanted.page === 'document' ? 'Document' : 'Statistics'} · Uisge`;  // a document that is found replaces it
  if (wanted.page === 'document') return open_document(wanted);
  return open_statistics(wanted.files);
}

function connect_help() {
  const help = by_id('help');
  const show = () => help.showModal();
  by_id('to-help').addEventListener('click', show);
  for (const id of ['help-close', 'all-rules']) by_id(id).addEventListener('click', () => help.close());
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
  by_id('version').textContent = `uisge ${offer.version}`;
  show_intro(offer);
  explorer = new Explorer(offer, remember);
  connect_keys(explorer, show_help);
  by_id('skip').addEventListener('click', () => by_id('explorer').hidden ? document.querySelector('main:not([hidden])').focus() : explorer.board.focus());
  window.addEventListener('popstate', open);
  open();
}

start();
