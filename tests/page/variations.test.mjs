// Tests variations: a new move in the middle of a game begins a variation. Variations are shown, promoted, deleted,
// shared by the address, copied and read.
import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {test} from 'node:test';
import {copied_by, get, hash, is_site, kDevices, on_device, open_setup, position_of as position_after, press, settled, shows, verdict, with_page} from './browser.mjs';

// Returns a position on the line of best play in which White has several moves, and Black has several after White's
// best move.
async function find_start() {
  const {line} = await position_after('');
  for (let ply = 0; ply < line.length; ++ply) {
    const here = await position_after(line.slice(0, ply).join(' '));
    const next = await get('position', {position: here.position, moves: here.moves[0].move});
    const worst = next.moves.at(-1);
    if (here.moves.length > 1 && next.moves.length > 2 && here.position.endsWith(' w') && (worst.value !== next.value || worst.distance !== next.moves[0].distance)) return here;
  }
  throw new Error('no position with choices');
}

const start = await find_start();
const kBoard = `#position=${start.position.replace(' ', '+')}&stuck=loses`;
const position_of = moves => get('position', {position: start.position, moves});
const [first, other] = start.moves;
const second = await position_of(first.move);
const [reply, other_reply, third_reply] = second.moves;
const kLine = `${first.move} ${reply.move}`;
const kTree = `${first.move} (${other.move}) ${reply.move} (${other_reply.move})`;
const address = (moves, more = '') => `${kBoard}&moves=${moves.replaceAll(' ', '+')}${more}`;
const moves_of = async page => (await hash(page)).match(/&moves=([^&]*)/)?.[1];
const at_of = async page => (await hash(page)).match(/&at=(\d+)/)?.[1];
const shown_moves = page => page.locator('.record button').evaluateAll(all => all.map(button => button.firstChild.textContent));
const after = moves => position_of(moves).then(verdict);

for (const device of kDevices) {
  const on = on_device(device);

  on('a move elsewhere begins a variation, and the line stays', address(kLine, '&at=1'), async page => {
    await shows(page, verdict(second));
    await press(device, page.locator('.moves button').nth(1));
    await shows(page, await after(`${first.move} ${other_reply.move}`));
    assert.equal(await moves_of(page), `${kLine} (${other_reply.move})`);
    assert.deepEqual(await shown_moves(page), [first.move, reply.move, other_reply.move]);
    assert.ok((await page.locator('.variation button[aria-current="step"]').textContent()).startsWith(other_reply.move));
    // Undo and redo go along the moves of the variation.
    await press(device, page.locator('#undo'));
    await shows(page, verdict(second));
    await press(device, page.locator('#redo'));
    await shows(page, await after(`${first.move} ${other_reply.move}`));
    // The button of the main line's move leads back to the main line and adds no variation.
    await press(device, page.locator('#undo'));
    await shows(page, verdict(second));
    await press(device, page.locator('.moves button').nth(0));
    await shows(page, await after(kLine));
    assert.equal(await moves_of(page), `${kLine} (${other_reply.move})`);
    assert.equal(await at_of(page), undefined, 'the end of the main line');
  });

  on('an address stores variations, also nested ones, and the place in them', address(`${first.move} (${other.move} ) ${reply.move} (${other_reply.move}`, '&at=4'), async page => {
    await shows(page, await after(`${first.move} ${other_reply.move}`));
    assert.deepEqual(await shown_moves(page), [first.move, other.move, reply.move, other_reply.move]);
    await page.locator('.record button').nth(1).click();
    await shows(page, await after(other.move));
    assert.equal(await at_of(page), '2');
    assert.equal(await moves_of(page), kTree);
    await page.reload();
    await shows(page, await after(other.move));
    await page.goBack();
    await shows(page, await after(`${first.move} ${other_reply.move}`));
  });

  on('a variation is promoted and deleted, by buttons and keys', address(kTree, '&at=4'), async page => {
    await shows(page, await after(`${first.move} ${other_reply.move}`));
    await press(device, page.locator('#promote'));
    await page.waitForFunction(() => document.getElementById('promote').hidden);
    assert.equal(await moves_of(page), `${first.move} (${other.move}) ${other_reply.move} (${reply.move})`);
    await shows(page, await after(`${first.move} ${other_reply.move}`));
    await page.keyboard.press('v');
    await shows(page, await after(kLine));
    await page.keyboard.press('u');
    await page.waitForFunction(() => document.getElementById('promote').hidden);
    assert.equal(await moves_of(page), kTree);
    await page.keyboard.press('Shift+V');
    await shows(page, await after(`${first.move} ${other_reply.move}`));
    await page.keyboard.press('Delete');
    await shows(page, verdict(second));
    assert.equal(await moves_of(page), `${first.move} (${other.move}) ${reply.move}`);
    await press(device, page.locator('#cut'));
    await shows(page, verdict(start));
    assert.equal(await moves_of(page), other.move, 'what was a variation is all that is left');
    assert.ok(await page.locator('#cut').isHidden());
    await page.goBack();
    await shows(page, verdict(second));
  });

  on('moves of variations have their marks', address(`${first.move} ${reply.move} (${second.moves.at(-1).move})`), async page => {
    await page.locator('.variation .mark').first().waitFor();
    assert.match(await page.locator('.variation button').textContent(), /\?/);
  });

  if (!is_site) test(`the buttons of the record stay where they are when its review comes (${device.name})`, () => {
    let let_go;
    const gate = new Promise(done => { let_go = done; });
    return with_page(device, address(kLine), async page => {
      await shows(page, await after(kLine));
      const place = () => page.locator('#copy-record').evaluate(button => button.getBoundingClientRect().top + window.scrollY);
      const before = await place();
      assert.equal(await page.locator('.sides').count(), 0);
      let_go();
      await page.locator('.sides').waitFor();
      assert.equal(await place(), before);
    }, {prepare: page => page.route('**/api/annotate', async route => { await gate; await route.continue(); })});
  });

  on('a record is copied and pasted with its variations', address(`${kTree} (${third_reply.move})`), async page => {
    await shows(page, await after(kLine));
    const text = await copied_by(device, page, '#copy-record', 'record-said');
    assert.match(text, new RegExp(`\\n1\\. ${first.move} \\(1\\. ${other.move}\\) 1\\.\\.\\. ${reply.move} \\(1\\.\\.\\. ${other_reply.move}\\)\\s\\(1\\.\\.\\.\\s${third_reply.move}\\)\\s\\*\\n`));
    const read = spawnSync(process.env.UISGE, ['annotate', process.env.UISGE_FILE, '-', '--json'], {input: text, encoding: 'utf8'});
    assert.equal(read.status, 0, read.stderr);
    await page.goto(new URL(kBoard, page.url()).href);
    await shows(page, verdict(start));
    await press(device, page.locator('#paste-record'));
    await page.locator('#record-text').fill(text);
    await press(device, page.locator('#record-use'));
    await page.waitForFunction(() => document.querySelectorAll('.record button').length === 5);
    assert.equal(await moves_of(page), `${kTree} (${third_reply.move})`);
  });

  on('a pasted record is copied with its players, date and result while its main line stays', kBoard, async page => {
    await shows(page, verdict(start));
    const copied = () => copied_by(device, page, '#copy-record', 'record-said');
    const tags = ['[White "Ann"]', '[Black "Bob"]', '[Date "2025.01.31"]', '[Result "1-0"]'];
    await press(device, page.locator('#paste-record'));
    await page.locator('#record-text').fill(`${tags.join('\n')}\n[Start "${start.position}"]\n\n1. ${first.move} 1-0\n`);
    await press(device, page.locator('#record-use'));
    await page.locator('.record button').waitFor();
    const text = await copied();
    for (const tag of tags) assert.ok(text.includes(`${tag}\n`), text);
    assert.ok(text.endsWith(`1. ${first.move} 1-0\n`), text);
    await press(device, page.locator('.moves button', {hasText: other.move}));  // a variation
    await page.locator('.variation').waitFor();
    assert.match(await copied(), /\[White "Ann"\]\n[^]* 1-0\n$/);
    await press(device, page.locator('#promote'));
    await page.locator('#promote').waitFor({state: 'hidden'});
    assert.match(await copied(), /\[White "\?"\]\n[^]* \*\n$/);
  });

  on('other rules and exchanged colours keep the variations', address(kTree), async page => {
    await shows(page, await after(kLine));
    await press(device, page.locator('#exchange'));
    await settled(page);
    assert.equal(await moves_of(page), kTree);
    await press(device, page.locator('#exchange'));
    await shows(page, await after(kLine));
    await open_setup(device, page);
    await page.locator('#setup-rules').selectOption('draws');
    await page.waitForFunction(() => /stuck=draws/.test(location.hash));
    await settled(page);
    assert.equal(await moves_of(page), kTree);
    assert.equal(await page.locator('.variation').count(), 2);
  });

  for (const moves of [')) (((', '(', `(${first.move}`, `${'('.repeat(300)}${first.move}${')'.repeat(300)}`])
    on(`nonsense in an address is forgiven: ${moves.slice(0, 12)}`, address(moves, '&at=99'), async page => {
      await settled(page);
      assert.match(await page.locator('#verdict-words').textContent(), /wins in|Draw/);
    });
}

test('a step through a game of thousands of moves leaves the other moves as they stand', () => {
  const moves = Array(750).fill('b4b2+d2d3+b2b4+d3d2').join('+');
  return with_page(kDevices[0], `#position=1b2/1bb1/2wW/2w1+b&stuck=loses&moves=${moves}&at=1500`, async page => {
    await settled(page);
    await page.waitForFunction(() => document.querySelectorAll('.record button').length === 3000);
    await page.waitForFunction(() => /Only the first 1,000 moves are reviewed/.test(document.getElementById('record-notes').textContent));
    await page.evaluate(() => {
      window.changed = 0;
      new MutationObserver(all => { window.changed += all.length; }).observe(document.getElementById('record'), {subtree: true, childList: true, attributes: true});
    });
    await page.locator('#redo').click();
    await page.waitForFunction(() => document.querySelector('.record [aria-current]')?.dataset.key === 'move 1501');
    await settled(page);
    assert.ok(await page.evaluate(() => window.changed) < 20);
  });
});

test('the end of a game of thousands of moves is shown, and an impossible move there has its number', () => {
  // Every four moves lead back to the start. The moves are longer than the longest address that the server takes.
  const moves = Array(1000).fill('b4b2+d2d3+b2b4+d3d2').join('+');
  return with_page(kDevices[0], `#position=1b2/1bb1/2wW/2w1+b&stuck=loses&moves=${moves}+a1a2`, async page => {
    await page.waitForFunction(() => /^Move 4001: /.test(document.getElementById('board-said').textContent));
    await shows(page, verdict(await get('position', {position: '1b2/1bb1/2wW/2w1 b'})));
  });
});

test('a long game with many variations is shown', () => {
  // Each variation consists of the first two to six moves of the line of best play.
  const lines = Array.from({length: 300}, (_, index) => start.line.slice(0, 2 + index % 5).join(' '));
  return with_page(kDevices[0], `${kBoard}&moves=${start.line.join('+')}+${lines.map(line => `(${line})`).join('+')}`.replaceAll(' ', '+'), async page => {
    await page.locator('.record button').first().waitFor();
    await settled(page);
  });
});
