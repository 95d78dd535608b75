// Keyboard shortcuts, which do not apply in fields for text. Shortcuts of one letter can be switched off, since speech
// input may type letters.
import {by_id} from './dom.js';

const kStored = 'letter-keys';

function remembered() {
  try { return localStorage.getItem(kStored) !== 'off'; } catch { return true; }
}

export function connect_keys(explorer, show_help) {
  const toggle = by_id('letter-keys');
  toggle.checked = remembered();
  toggle.addEventListener('change', () => {
    try { localStorage.setItem(kStored, toggle.checked ? 'on' : 'off'); } catch { /* not remembered */ }
  });
  const named = {ArrowLeft: () => explorer.undo(), ArrowRight: () => explorer.redo(), Home: () => explorer.go(0), End: () => explorer.go(Infinity), Delete: () => explorer.cut()};
  const letters = {
    p: () => explorer.pass(), b: () => explorer.play_best(), h: () => by_id('hints').click(), r: () => explorer.rotate(), m: () => explorer.mirror(),
    x: () => explorer.exchange(), e: () => explorer.toggle_editing(), n: event => explorer.go_to_mistake(event.shiftKey ? -1 : 1),
    v: event => explorer.turn(event.shiftKey ? -1 : 1), u: () => explorer.promote(), z: () => explorer.puzzles.begin(), '?': show_help,
  };
  document.addEventListener('keydown', event => {
    if (!explorer.shown || by_id('explorer').hidden || document.querySelector('dialog[open]') || event.altKey) return;
    const types = event.target.closest('input, select, textarea');
    if (event.ctrlKey || event.metaKey) {
      const action = {z: () => event.shiftKey ? explorer.redo() : explorer.undo(), y: () => explorer.redo()}[event.key.toLowerCase()];
      if (types || !action) return;
      event.preventDefault();
      action();
      return;
    }
    if (types && !(types.type === 'radio' && !(event.key in named))) return;
    const letter = event.key.toLowerCase();
    if (event.key in named) named[event.key]();
    else if (!toggle.checked) return;
    else if (explorer.shown.editing && /^[1-5]$/.test(letter)) explorer.editor.choose(Number(letter) - 1);
    else if (Object.hasOwn(letters, letter)) letters[letter](event);
    else return;
    event.preventDefault();
  });
}
