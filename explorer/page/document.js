// Shows a document to which the page links. Understands the Markdown that our documents use.
import {html, put} from './dom.js';

const kInline = /`([^`]+)`|\*\*(.+?)\*\*|\*([^*]+)\*|(!?)\[((?:`[^`]*`|[^\]`])*)\]\(([^)\s]+)\)/g;
const kItem = /^(?:-|\d+\.) /;
const kBlock = /^(?:$|-|\d+\. |#+ |\||```)/;  // what ends a paragraph
const kTableRule = /^\|[ :|-]+\|$/;

// Whether this page can show the document. This page can show the documents to which its footer links.
const is_there = name => [...document.querySelectorAll('.foot a')].some(link => link.getAttribute('href') === `#document=${name}`);
const slug = heading => heading.trim().toLowerCase().replace(/[^\p{L}\p{N}_\- ]/gu, '').replaceAll(' ', '-');

class Document {
  constructor(name) { this.name = name; }

  link(target, children) {
    if (/^https?:/.test(target)) return html('a', {href: target}, children);
    const [file, part] = target.split('#');
    const name = file.replace(/^.*\//, '') || this.name;
    return is_there(name) ? html('a', {href: `#document=${name}${part ? `&part=${part}` : ''}`}, children) : html('span', {}, children);
  }

  // Converts a line of text to a list of strings and of elements for code, emphasis and links. Leaves pictures out.
  inline(text) {
    const parts = [];
    let end = 0;
    for (const found of text.matchAll(kInline)) {
      parts.push(text.slice(end, found.index));
      end = found.index + found[0].length;
      const [, code, strong, slanted, is_picture, words, target] = found;
      if (code) parts.push(html('code', {}, code));
      else if (strong) parts.push(html('b', {}, this.inline(strong)));
      else if (slanted) parts.push(html('i', {}, this.inline(slanted)));
      else if (!is_picture) parts.push(this.link(target, this.inline(words)));
    }
    return [...parts, text.slice(end)];
  }

  heading(line) {
    const [, marks, text] = /^(#+) (.*)/.exec(line);
    const children = this.inline(text);
    const made = html(`h${Math.min(marks.length + 1, 6)}`, {tabindex: -1}, children);
    made.id = `part-${slug(made.textContent)}`;
    return made;
  }

  table([head, , ...rows]) {
    const cells = line => line.replace(/^\||\|\s*$/g, '').split('|').map(cell => cell.trim());
    const row = tag => line => html('tr', {}, cells(line).map(cell => html(cell ? tag : 'td', cell && tag === 'th' ? {scope: 'col'} : {}, this.inline(cell))));
    const titled = cells(head).some(Boolean);
    return html('div', {class: 'scroll', tabindex: 0, role: 'group', 'aria-label': 'Table'}, html('table', {class: 'figures'},
      titled && html('thead', {}, row('th')(head)), html('tbody', {}, rows.map(row('td')))));
  }

  // Indented lines continue an item.
  list(lines) {
    const items = lines.join('\n').replace(/\n +/g, ' ').split('\n');
    return html(lines[0].startsWith('-') ? 'ul' : 'ol', {}, items.map(line => html('li', {}, this.inline(line.replace(kItem, '')))));
  }

  *blocks(lines) {
    for (let at = 0; at < lines.length;) {
      const begin = at++;
      const line = lines[begin];
      const take = is_part => { while (at < lines.length && is_part(lines[at])) ++at; return lines.slice(begin, at); };
      if (line.trim() === '') continue;
      if (line.startsWith('```')) {
        yield html('pre', {tabindex: 0}, take(one => !one.startsWith('```')).slice(1).join('\n'));
        ++at;
      } else if (/^#+ /.test(line)) yield this.heading(line);
      else if (line.startsWith('|') && kTableRule.test(lines[at] ?? '')) yield this.table(take(one => one.startsWith('|')));
      else if (kItem.test(line)) yield this.list(take(one => kItem.test(one) || /^ +\S/.test(one)));
      else if (!line.startsWith('![')) yield html('p', {}, this.inline(take(one => !kBlock.test(one)).join(' ')));
    }
  }
}

// `name` is the file's name, `part` the anchor of a heading; both come from the page's address. `signal` cancels the
// request. Fails if the file cannot be fetched.
export async function show_document(place, {name, part}, signal) {
  if (!is_there(name)) return put(place, html('p', {class: 'trouble-words', role: 'alert'}, 'There is no such document here.'));
  const response = await fetch(name, {signal});
  if (!response.ok) throw new Error(`status ${response.status}`);
  const text = await response.text();
  put(place, html('article', {class: 'panel'}, [...new Document(name).blocks(text.split('\n'))]));
  document.title = `${place.querySelector('h2')?.textContent ?? name} · Uisge`;
  const goal = part && document.getElementById(`part-${part}`);
  if (goal) {
    goal.scrollIntoView();
    goal.focus({preventScroll: true});
  } else window.scrollTo(0, 0);
}
