// Tests that the page picks puzzles at random, judges right and wrong moves, explains solutions, and shares puzzles.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {copied_by, get, hash, hold, is_site, kBoard, kDevices, on_device, press, settled, shows, start, verdict, with_offer, with_page} from './browser.mjs';

const kFile = '4x4-3-loses.uisge';
const pools = await Promise.all([1, 2, 3].map(level => get('puzzles', {file: kFile, level})));
const [[puzzle]] = pools.map(({puzzles}) => puzzles);
const position = await get('position', {position: puzzle.position});
const [best] = position.moves, worse = position.moves.at(-1);
const kPuzzle = `#position=${puzzle.position.replace(' ', '+')}&stuck=loses&puzzle=1`;
const state = page => page.locator('#puzzle-words');
const button = (page, move) => page.locator('.moves button', {hasText: move});

test('the levels differ by plies, and each puzzle has one winning move', async () => {
  for (const [index, [least, most]] of [[5, 8], [9, 16], [17, Infinity]].entries()) {
    assert.ok(pools[index].puzzles.length > 0);
    for (const {position, distance, moves} of pools[index].puzzles) {
      assert.ok(least <= distance && distance <= most);
      const answer = await get('position', {position});
      assert.equal(answer.value, 'win');
      assert.equal(answer.moves.filter(({value}) => value === 'win').length, 1);
      assert.equal(answer.moves.length, moves.all);
    }
  }
});

for (const device of kDevices) {
  const on = on_device(device);

  on('a new puzzle by a button and by a key, of the level chosen', kBoard, async page => {
    await shows(page, verdict(start));
    await press(device, page.locator('#puzzle-new'));
    await page.waitForFunction(() => /&puzzle=1/.test(location.hash));
    await settled(page);
    const first = await hash(page);
    assert.ok(pools[0].puzzles.some(({position}) => first.includes(`position=${position}`)));
    assert.match(await page.locator('#verdict-words').textContent(), /^Puzzle: (White|Black) wins$/);
    assert.equal(await page.locator('.marks .value, .arrows > *').count(), 0, 'nothing is given away');
    assert.ok(await page.locator('#line-panel').isHidden() && await page.locator('#rules-panel').isHidden());
    assert.doesNotMatch(await page.title(), /wins in/);
    await page.keyboard.press('z');
    await page.waitForFunction(before => decodeURIComponent(location.hash.replaceAll('+', ' ')) !== before, first);
    await page.locator('#puzzle-level').selectOption('3');
    await page.waitForFunction(() => /&puzzle=3/.test(location.hash));
    await settled(page);
    assert.ok(pools[2].puzzles.some(({position}) => page.url().includes(position.replace(' ', '+'))));
    await press(device, page.locator('#new-game')).catch(() => {});
  });

  on('a puzzle is solved', kPuzzle, async page => {
    await settled(page);
    assert.equal(await state(page).textContent(), `${puzzle.position.endsWith(' w') ? 'White' : 'Black'} to move: one move wins.`);
    await press(device, button(page, best.move));
    await page.locator('.puzzle-words.solved').waitFor();
    assert.equal(await state(page).textContent(), `Solved: ${best.move} wins in ${best.distance}.`);
    await shows(page, verdict(await get('position', {position: best.position})));
  });

  on('a puzzle is failed, and its solution is a variation', kPuzzle, async page => {
    await settled(page);
    await press(device, button(page, worse.move));
    await page.locator('.puzzle-words.failed').waitFor();
    assert.match(await state(page).textContent(), new RegExp(`^Failed: ${worse.move} (draws|loses in \\d+); ${best.move} wins in ${best.distance}\\.$`));
    await press(device, page.locator('#puzzle-solution'));
    await shows(page, verdict(await get('position', {position: best.position})));
    assert.ok((await hash(page)).includes(`moves=${worse.move} (${position.line.join(' ')})`));
    assert.equal(await page.locator('.puzzle-words.failed').count(), 1, 'it stays failed');
    assert.ok(await page.locator('#promote').isHidden());
    await page.keyboard.press('u');
    assert.equal(await page.locator('.puzzle-words.failed').count(), 1);
  });

  on('a puzzle whose solution is shown before a move is not solved', kPuzzle, async page => {
    await settled(page);
    await press(device, page.locator('#puzzle-solution'));
    await shows(page, verdict(await get('position', {position: best.position})));
    assert.equal(await state(page).textContent(), '');
    assert.ok((await hash(page)).endsWith(`moves=${position.line.join(' ')}&at=1`));
  });

  if (!is_site) on('a solution that the server does not give is reported', kPuzzle, async page => {
    await settled(page);
    await page.route('**/api/**', route => route.abort());
    await press(device, page.locator('#puzzle-solution'));
    await page.waitForFunction(() => /The server does not answer/.test(document.getElementById('puzzle-words').textContent));
  });

  if (!is_site) on('a solution that comes late changes nothing after another action', `${kPuzzle}&moves=${worse.move}`, async page => {
    await page.locator('.puzzle-words.failed').waitFor();
    const send_late = await hold(page, '**/api/position?*hardness=0*');
    const ask_and_press = async id => {
      await Promise.all([page.waitForRequest('**/api/position?*hardness=0*'), press(device, page.locator('#puzzle-solution'))]);
      await press(device, page.locator(id));
      await send_late();
    };
    await ask_and_press('#edit');
    await press(device, page.locator('#edit-cancel'));
    await page.locator('.puzzle-words.failed').waitFor();
    assert.match(await hash(page), new RegExp(`moves=${worse.move}&puzzle=1$`));
    await ask_and_press('#undo');
    assert.match(await hash(page), new RegExp(`moves=${worse.move}&at=0&puzzle=1$`));
  });

  on('the address of a puzzle is copied without the moves that were played', `${kPuzzle}&moves=${worse.move}`, async page => {
    await page.locator('.puzzle-words.failed').waitFor();
    assert.equal(new URL(await copied_by(device, page, '#puzzle-copy', 'puzzle-said')).hash, kPuzzle);
    assert.match(await state(page).textContent(), /^Failed: /);
  });
}

if (!is_site) test('a board without puzzles of a level says so', () => with_page(kDevices[0], '', async page => {
  await settled(page);
  await page.locator('#puzzle-new').click();
  await page.waitForFunction(() => document.getElementById('puzzle-words').textContent === 'No puzzle of this level was found.');
}, {prepare: page => page.route('**/api/puzzles*', route => route.fulfill({contentType: 'application/json', body: '{"level": 1, "puzzles": []}'}))}));

test('without a database with distances there are no puzzles', () => with_page(kDevices[0], kBoard, async page => {
  await shows(page, verdict(start));
  assert.ok(await page.locator('#puzzle-panel').isHidden());
}, {prepare: page => with_offer(page, offer => ({...offer, files: offer.files.map(file => ({...file, kind: 'values'}))}))}));

if (!is_site) for (const device of kDevices) {
  test(`the program's reply neither cancels a puzzle that was asked for nor is played in it (${device.name})`, () => with_page(device, `${kBoard}&program=b`, async page => {
    const play = () => Promise.all([page.waitForRequest('**/api/move?*'), press(device, button(page, start.moves[0].move))]);
    await shows(page, 'Your move');
    const send_reply = await hold(page, '**/api/move?*');
    const send_puzzles = await hold(page, '**/api/puzzles?*');
    await play();
    await Promise.all([page.waitForRequest('**/api/puzzles?*'), press(device, page.locator('#puzzle-new'))]);
    await send_reply();
    await page.waitForFunction(() => /moves=\w+\+\w+/.test(location.hash));
    await send_puzzles();
    await page.waitForFunction(() => /&puzzle=1/.test(location.hash));
    assert.doesNotMatch(await hash(page), /moves=/);
    // The page has further puzzles now, so the next one comes before the reply.
    await page.evaluate(text => { location.hash = text; }, `${kBoard}&program=b`);
    await shows(page, 'Your move');
    await play();
    await press(device, page.locator('#puzzle-new'));
    await page.waitForFunction(() => /&puzzle=1/.test(location.hash));
    const address = page.url();
    await send_reply();
    assert.equal(page.url(), address);
    assert.doesNotMatch(address, /moves=/);
  }));

  test(`the program's reply does not cancel a solution that was asked for (${device.name})`, () => with_page(device, `${kPuzzle}&program=${puzzle.position.endsWith(' w') ? 'b' : 'w'}`, async page => {
    await settled(page);
    const send_reply = await hold(page, '**/api/move?*');
    const send_solution = await hold(page, '**/api/position?*hardness=0*');
    await Promise.all([page.waitForRequest('**/api/move?*'), press(device, button(page, worse.move))]);
    await Promise.all([page.waitForRequest('**/api/position?*hardness=0*'), press(device, page.locator('#puzzle-solution'))]);
    await send_reply();
    await page.waitForFunction(() => /moves=\w+\+\w+/.test(location.hash));
    await send_solution();
    await page.waitForFunction(() => location.hash.includes('('));
    assert.ok((await hash(page)).includes(`moves=${worse.move} (${position.line.join(' ')}) `), 'the solution is a variation, and the reply is still there');
  }));
}
