// Makes elements. Strings become text nodes and attribute values only, never markup.

const kSvg = 'http://www.w3.org/2000/svg';

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.flat().filter(child => child !== null && child !== undefined && child !== false));
  return element;
}

// Attributes that are false, null or undefined are left out; `onclick` and the like become listeners.
export const html = (tag, attributes = {}, ...children) => fill(document.createElement(tag), attributes, children);
export const svg = (tag, attributes = {}, ...children) => fill(document.createElementNS(kSvg, tag), attributes, children);
export const by_id = id => document.getElementById(id);

// Replaces the contents of `place`. If the focus was in `place`, moves it to the new element with the same `data-key`;
// if there is none, to `place`, which needs a `tabindex` for this.
export function put(place, ...children) {
  const focused = place.contains(document.activeElement) ? document.activeElement : null;
  place.replaceChildren(...children.flat().filter(Boolean));
  const key = focused?.dataset.key;
  const same = key === undefined ? null : place.querySelector(`[data-key="${CSS.escape(key)}"]`);
  if (focused) (same ?? place).focus({preventScroll: true});
}

export function say(place, text) {
  place.textContent = text;
  clearTimeout(place.timer);
  place.timer = setTimeout(() => { place.textContent = ''; }, 4000);
}

// Copies the text to the clipboard, or shows it in `said` if the page may not use the clipboard.
export async function copy(text, said) {
  try {
    await navigator.clipboard.writeText(text);
    say(said, 'Copied.');
  } catch {
    const area = html('textarea', {'aria-label': 'Text to copy', rows: 6, readonly: true});
    area.value = text;
    said.replaceChildren(area);
    area.select();
  }
}
