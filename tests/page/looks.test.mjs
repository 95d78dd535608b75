// Tests of accessibility (by axe), room on small screens, weight and speed.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {cpus, loadavg} from 'node:os';
import {test} from 'node:test';
import {get, is_site, kAllDevices, kBoard, kDevices, kOverviewRows, kStart, position_of, press_square, settled, shows, url, verdict, with_offer, with_page} from './browser.mjs';

const kAxe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const start = await position_of('');
const [first] = start.moves;
// The line of best play, with a variation at the first choice; the page shows the variation.
async function with_variation() {
  for (let ply = 1; ply < start.line.length; ++ply) {
    const here = await position_of(start.line.slice(0, ply).join(' '));
    if (here.moves.length > 1) return `${kBoard}&moves=${[...start.line.slice(0, ply + 1), `(${here.moves[1].move})`, ...start.line.slice(ply + 1)].join('+')}&at=${ply + 2}`;
  }
  throw new Error('nobody has a choice');
}
const variation = await with_variation();
const {files} = await get('files');
const area = ({board, pieces}) => board.split('x').reduce((product, side) => product * side, pieces);
const largest = files.filter(file => file.start && !file.diagonal_jumps).sort((a, b) => area(b) - area(a))[0];

const edit = text => `#position=${text.replace(' ', '+')}&stuck=loses&edit=yes`;
const kViews = {
  'the first visit': [`?first${kBoard}`, page => page.locator('#intro svg').first().waitFor()],
  'pasting a record': [kBoard, async page => { await settled(page); await page.locator('#paste-record').click(); }],
  board: [kBoard, page => page.locator('.rules td').first().waitFor()],
  'a piece is chosen': [kBoard, async (page, device) => { await shows(page, verdict(start)); await press_square(device, page, first.move.slice(0, 2)); }],
  'a game': [`${kBoard}&moves=${start.line.slice(0, 6).join('+')}&at=3`, page => page.locator('.sides').waitFor()],
  variations: [variation, async page => { await settled(page); await page.locator('.sides').waitFor(); }],
  'a puzzle': [`${kBoard}&puzzle=1`, page => settled(page)],
  'a puzzle is failed': [`${variation.replace(/&at=.*/, '')}&puzzle=1`, page => page.locator('.puzzle-words.failed').waitFor()],
  'the game is over': [`${kBoard}&moves=${start.line.join('+')}`, page => page.locator('.sides').waitFor()],
  'playing against the program': [`${kBoard}&program=b`, page => shows(page, 'Your move')],
  'everything open': [kBoard, async page => { await settled(page); await page.evaluate(() => { for (const box of document.querySelectorAll('details')) box.open = true; }); }],
  'editor, legal': [edit(kStart), page => page.locator('.editor-state.legal').waitFor()],
  'editor, illegal': [edit('1b2/1bb1/1ww1/4 w'), page => page.locator('.editor-state.illegal').waitFor()],
  trouble: [`${kBoard}&moves=a1a2`, page => page.locator('.verdict.trouble').waitFor()],
  help: [kBoard, async page => { await settled(page); await page.locator('#to-help').click(); }],
  statistics: ['#statistics=4x4-3-loses.uisge', async page => { await page.locator('.plot').waitFor(); await page.locator('summary').last().click(); }],
  'statistics of several files': ['#statistics=4x4-3-loses.uisge,4x4-3-wins.uisge,4x4-3-passes.uisge', page => page.waitForFunction(rows => document.querySelectorAll(rows).length === 3, kOverviewRows)],
};

for (const device of kAllDevices) {
  for (const [name, [address, prepare]] of Object.entries(kViews)) {
    test(`axe finds nothing, and nothing is too small or too wide: ${name} (${device.name})`, () => with_page(device, address, async page => {
      await prepare(page, device);
      await page.evaluate(kAxe);
      const {violations} = await page.evaluate(() => axe.run(document, {resultTypes: ['violations']}));
      assert.deepEqual(violations.map(({id, nodes}) => [id, nodes.map(({html, failureSummary}) => `${html} ${failureSummary}`).slice(0, 3)]), []);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.ok(wide <= 0, `${wide} pixels too wide`);
      const small = await page.evaluate(() => [...document.querySelectorAll('button, select, input:not([type=checkbox]), summary, a, label.check')]
        .filter(element => element.checkVisibility() && element.id !== 'skip' && (element.getBoundingClientRect().height < 39.5 || element.getBoundingClientRect().width < 39.5))
        .map(element => `${element.outerHTML.slice(0, 80)} ${element.getBoundingClientRect().width} x ${element.getBoundingClientRect().height}`));
      assert.deepEqual(small, []);
    }));
  }
}

for (const width of [360, 414, 600, 768, 896, 1024, 1440, 1920]) {
  test(`nothing is too wide at ${width} pixels`, () => with_page({options: {viewport: {width, height: 800}}}, `${kBoard}&moves=${start.line.slice(0, 6).join('+')}`, async page => {
    await page.locator('.rules td').first().waitFor();
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth));
    const board = await page.locator('#board').boundingBox();
    assert.ok(board.x >= 0 && board.x + board.width <= width);
    if (width >= 896) assert.ok(board.y + board.height < 800, 'the whole board is in sight');
  }));
}

test('the page on paper has the board and no buttons', () => with_page(kDevices[0], kBoard, async page => {
  await settled(page);
  await page.emulateMedia({media: 'print'});
  assert.ok(await page.locator('#board').isVisible());
  for (const id of ['tools', 'setup', 'puzzle-panel']) assert.ok(await page.locator(`#${id}`).isHidden(), id);
}));

for (const [reducedMotion, count] of [['reduce', 0], ['no-preference', 1]]) {
  test(`pieces glide unless motion is not wanted: ${reducedMotion}`, () => with_page({options: {reducedMotion}}, kBoard, async page => {
    await shows(page, verdict(start));
    await page.evaluate(() => {
      window.glides = 0;
      const animate = Element.prototype.animate;
      Element.prototype.animate = function (...rest) { ++window.glides; return animate.apply(this, rest); };
      document.querySelector('.moves button').click();
    });
    await shows(page, verdict(await get('position', {position: first.position})));
    assert.equal(await page.evaluate(() => window.glides), count);
  }));
}

test('the page of a server without a database weighs at most 120 kB on the wire and paints within a second', {skip: is_site}, t => with_page(kDevices[0], '', async page => {
  await page.locator('#no-files').waitFor();
  await page.waitForLoadState('networkidle');
  const loaded = await page.evaluate(() => [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].map(({name, transferSize}) => [name, transferSize]));
  for (const [name] of loaded) assert.ok(name.startsWith(url), `${name} comes from another host`);
  const sizes = loaded.map(([, size]) => size);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const paint = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime);
  t.diagnostic(`${(total / 1024).toFixed(1)} KiB in ${sizes.length} files, first paint after ${paint?.toFixed(0)} ms`);
  assert.ok(sizes.length > 10 && total <= 120000);
  assert.ok(paint < 1000);
}, {prepare: page => with_offer(page, offer => ({...offer, files: []}))}));

test('from a click on a move to the new verdict, median of 40', t => with_page(kDevices[0], `#position=${largest.start.replace(' ', '+')}&stuck=${largest.stuck}`, async page => {
  await settled(page);
  const times = await page.evaluate(async () => {
    const times = [], words = document.getElementById('verdict-words');
    for (let turn = 0; turn < 40; ++turn) {
      const buttons = [...document.querySelectorAll('.moves button')];
      if (buttons.length === 0) { document.getElementById('new-game').click(); await new Promise(done => setTimeout(done, 300)); continue; }
      const button = buttons[turn % buttons.length];
      const before = performance.now();
      // The move is shown when the list has the answer for the new position and a frame has been drawn with it.
      await new Promise(done => {
        const watch = new MutationObserver(() => {
          if (document.getElementById('board').getAttribute('aria-busy') !== 'false' || document.querySelector('.verdict.asking')) return;
          watch.disconnect();
          requestAnimationFrame(() => setTimeout(done));
        });
        watch.observe(document.getElementById('board'), {attributes: true});
        button.click();
      });
      times.push(performance.now() - before);
      if (!words.textContent) throw new Error('no verdict');
      await new Promise(done => setTimeout(done, 60));
    }
    return times.sort((a, b) => a - b);
  });
  // The time is meaningful only on a quiet machine.
  const is_busy = loadavg()[0] > cpus().length;
  const median = times[Math.floor(times.length / 2)];
  t.diagnostic(`median ${median.toFixed(1)} ms, slowest ${times.at(-1).toFixed(1)} ms, of ${times.length} moves, load ${loadavg()[0].toFixed(1)}`);
  assert.ok(times.length >= 20);
  assert.ok(median <= (is_busy ? 200 : 50), `median ${median} ms`);
}));
