// Tests of accessibility (by axe), layout on small screens, the page's size in bytes, and its requests.
// scripts/test_page.sh --measure measures the times.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {test} from 'node:test';
import {first, get, is_site, kAllDevices, kBoard, kDevices, kIllegal, kOverviewRows, kStart, position_of, press_square, settled, shows, start, url, verdict, with_offer, with_page} from './browser.mjs';

const kAxe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
// Returns the address of a page that shows the line of best play, with a variation at the first choice.
async function with_variation() {
  for (let ply = 1; ply < start.line.length; ++ply) {
    const here = await position_of(start.line.slice(0, ply).join(' '));
    if (here.moves.length > 1) return `${kBoard}&moves=${[...start.line.slice(0, ply + 1), `(${here.moves[1].move})`, ...start.line.slice(ply + 1)].join('+')}&at=${ply + 2}`;
  }
  throw new Error('nobody has a choice');
}
const variation = await with_variation();

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
  trouble: [kIllegal, page => page.locator('.verdict.trouble').waitFor()],
  'an impossible move': [`${kBoard}&moves=a1a2`, page => page.locator('#board-said:not(:empty)').waitFor()],
  'a document': ['#document=rules.md', page => page.locator('#document h3').first().waitFor()],
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

for (const width of [320, 360, 414, 600, 768, 896, 1024, 1440, 1920]) {
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
  test(`pieces glide unless the user prefers no motion: ${reducedMotion}`, () => with_page({options: {reducedMotion}}, kBoard, async page => {
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

test('the page of a server without a database weighs at most 120 kB on the wire, all from the server', {skip: is_site}, t => with_page(kDevices[0], '', async page => {
  await page.locator('#no-files').waitFor();
  await page.waitForLoadState('networkidle');
  const loaded = await page.evaluate(() => [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].map(({name, transferSize}) => [name, transferSize]));
  for (const [name] of loaded) assert.ok(name.startsWith(url), `${name} comes from another host`);
  const sizes = loaded.map(([, size]) => size);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  t.diagnostic(`${(total / 1000).toFixed(1)} kB in ${sizes.length} files`);
  assert.ok(sizes.length > 10 && total <= 120000);
}, {prepare: page => with_offer(page, offer => ({...offer, files: []}))}));

test('a move asks the server three questions, the verdict first', {skip: is_site}, () => with_page(kDevices[0], kBoard, async page => {
  await page.locator('.rules td').first().waitFor();
  const asked = [];
  page.on('request', request => { if (request.url().includes('/api/')) asked.push(new URL(request.url()).pathname); });
  await page.locator('.moves button').first().click();
  await shows(page, verdict(await get('position', {position: first.position})));
  assert.deepEqual(asked.slice(0, 1), ['/api/position']);
  await page.locator('.sides').waitFor();
  assert.deepEqual(asked.sort(), ['/api/annotate', '/api/position', '/api/rules']);
}));
