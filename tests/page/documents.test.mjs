// Tests the documents that the page shows without the internet: rules, licence, changes and more.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {test} from 'node:test';
import {get, kBoard, kDevices, on_device, press, shows, start, url, verdict, with_page} from './browser.mjs';

const kRoot = process.env.UISGE_SOURCE;
assert.ok(kRoot, 'UISGE_SOURCE names no folder; scripts/test_page.sh does');
const read = name => readFileSync(join(kRoot, /^[a-z]/.test(name) ? 'docs' : '', name), 'utf8');
const shown = page => page.locator('#document').textContent();

for (const device of kDevices) {
  const on = on_device(device);

  on('every linked document is shown, with its headings, tables and code', kBoard, async page => {
    await shows(page, verdict(start));
    const names = await page.locator('.foot a').evaluateAll(links => links.map(link => link.getAttribute('href')).filter(href => href.startsWith('#')).map(href => href.replace('#document=', '')));
    for (const wanted of ['rules.md', 'explorer.md', 'LICENSE', 'CHANGELOG.md']) assert.ok(names.includes(wanted), wanted);
    for (const name of names) {
      const text = read(name);
      await page.locator(`.foot a[href="#document=${name}"]`).click();
      const title = text.match(/^# (.*)/)?.[1];
      await page.waitForFunction(wanted => document.title === `${wanted} · Uisge`, title ?? name);
      const prose = text.replace(/^```.*?^```/gms, '');
      const found = await page.evaluate(() => ({
        headings: [...document.querySelectorAll('#document :is(h2, h3, h4, h5)')].map(one => one.textContent),
        rows: document.querySelectorAll('#document tr').length, codes: [...document.querySelectorAll('#document pre')].map(one => one.textContent),
        items: document.querySelectorAll('#document li').length}));
      const plain = line => line.replace(/[`*]/g, '').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');
      assert.deepEqual(found.headings, [...prose.matchAll(/^#+ (.*)$/gm)].map(([, one]) => plain(one)), name);
      const rows = [...prose.matchAll(/^\|.*\|\s*$/gm)].map(([one]) => one).filter(one => !/^[| :-]+$/.test(one));
      assert.equal(found.rows, rows.length, name);
      assert.deepEqual(found.codes, [...text.matchAll(/^```[^\n]*\n(.*?)\n```/gms)].map(([, one]) => one), name);
      assert.equal(found.items, [...prose.matchAll(/^(?:-|\d+\.) /gm)].length, name);
      assert.doesNotMatch((await page.locator('#document :is(p, li, td)').allTextContents()).join('\n'), /\*\*|\]\(/, name);
    }
  });

  on('the licence stands there in full', '#document=LICENSE', async page => {
    await page.locator('#document p').first().waitFor();
    const words = text => text.replace(/\s+/g, ' ').trim();
    assert.equal(words((await page.locator('#document p').allTextContents()).join(' ')), words(read('LICENSE')));
  });

  on('help leads to the rules, one document to another, and Back to the board', kBoard, async page => {
    await shows(page, verdict(start));
    await press(device, page.locator('#to-help'));
    await press(device, page.locator('#all-rules'));
    await page.waitForFunction(() => document.title.startsWith('The game, exactly'));
    assert.ok(await page.locator('#help').isHidden() && await page.locator('#explorer').isHidden());
    await page.evaluate(() => { location.hash = '#document=glossary.md'; });
    await page.locator('#document a', {hasText: 'blank, crown'}).click();
    await page.waitForFunction(() => document.title.startsWith('The game, exactly'));
    await page.waitForFunction(() => { const {top} = document.getElementById('part-moves').getBoundingClientRect(); return top >= -1 && top < innerHeight / 2; });
    for (let times = 0; times < 3; ++times) await page.goBack();
    await shows(page, verdict(start));
  });

  on('a link in a document takes the keyboard to the other document, or to the heading', '#document=explorer.md', async page => {
    const follow = async (link, goal) => {
      await page.locator(`#document a[href="${link}"]`).first().focus();
      await page.keyboard.press('Enter');
      await page.waitForFunction(id => document.activeElement.id === id, goal);
    };
    await follow('#document=api.md', 'document');
    await follow('#document=api.md&part=openings', 'part-openings');
  });

  on('the page shows the version, and what is new', kBoard, async page => {
    await shows(page, verdict(start));
    assert.equal(await page.locator('#version').textContent(), `uisge ${(await get('files')).version}`);
  });

  for (const name of ['nothing.md', '../LICENSE', 'https://example.org/', '<img src=x>', ''])
    on(`an address with another document does no harm: ${name}`, `#document=${encodeURIComponent(name)}`, async page => {
      await page.waitForFunction(() => /no such document/.test(document.getElementById('document').textContent));
      assert.equal(await page.locator('#document img').count(), 0);
    });

  on('a document that comes late does not replace a newer one', kBoard, async page => {
    await shows(page, verdict(start));
    await Promise.all([page.waitForRequest('**/commands.md'), page.evaluate(() => { location.hash = '#document=commands.md'; })]);
    await page.evaluate(() => { location.hash = '#document=rules.md'; });
    await page.waitForFunction(() => document.title.startsWith('The game, exactly'));
    await page.waitForTimeout(1200);
    assert.match(await page.title(), /^The game, exactly/);
    assert.equal(await page.locator('#document h2').textContent(), 'The game, exactly');
  }, {may_miss: true, prepare: page => page.route('**/commands.md', async route => {
    await new Promise(done => setTimeout(done, 1000));
    await route.continue().catch(() => {});
  })});

  on('a document that cannot be loaded is reported', '#document=rules.md', async page => {
    await page.waitForFunction(() => /cannot be loaded/.test(document.getElementById('document').textContent));
  }, {may_miss: true, prepare: page => page.route('**/rules.md', route => route.abort())});
}

test('a document comes from the page\'s own server', () => with_page(kDevices[0], '#document=rules.md', async page => {
  await page.locator('#document h3').first().waitFor();
  assert.match(await shown(page), /All pieces|one group/);
  const names = await page.evaluate(() => performance.getEntriesByType('resource').map(({name}) => name));
  assert.ok(names.every(name => name.startsWith(url)), names.join());
}));
