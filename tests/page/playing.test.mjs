// Tests of the page for playing: a user makes moves, and goes back and forth in the game.
import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {test} from 'node:test';
import {copied_by, drag, first, get, has_focus, hash, kBeforePass, kBoard, kDevices, kStart, on_device, position_of, press, press_square, second, settled, shows, square, start, verdict, with_page, words} from './browser.mjs';

const from = first.move.slice(0, 2), to = first.move.slice(2);
// The first move and a reply, after which the piece that moved first can move again.
const replies = await Promise.all(second.moves.map(({move}) => position_of(`${first.move} ${move}`)));
const undone = [first.move, second.moves[replies.findIndex(({moves}) => moves.some(({move}) => move.startsWith(to)))].move];

for (const device of kDevices) {
  const on = on_device(device);

  on('the largest board with a start is shown at first', '', async page => {
    await settled(page);
    assert.match(await hash(page), /^#position=/);
    assert.equal(await page.locator('#board [role="gridcell"]').count(), 16);
  });

  on('the verdict and the squares are in words', kBoard, async page => {
    await shows(page, verdict(start));
    assert.equal(await square(page, 'b4').getAttribute('aria-label'), 'b4, black blank');
    assert.equal(await square(page, from).getAttribute('aria-label'), `${from}, white blank, can move`);
    assert.equal(await square(page, 'a1').getAttribute('aria-label'), 'a1, empty');
    assert.match(await page.title(), /wins in/);
  });

  on('a piece is chosen, then its target', kBoard, async page => {
    await shows(page, verdict(start));
    await press_square(device, page, from);
    assert.equal(await square(page, from).getAttribute('aria-selected'), 'true');
    assert.match(await square(page, to).getAttribute('aria-label'), new RegExp(`empty, move here: loses in ${first.distance}`));
    assert.equal(await page.locator('.marks .value.loss text').textContent(), `−${first.distance}`);
    await press_square(device, page, to);
    await shows(page, verdict(second));
    assert.match(await hash(page), new RegExp(`moves=${first.move}`));
    assert.equal(await square(page, to).getAttribute('aria-label'), `${to}, white crown`);
  });

  on('a chosen piece can be dropped again', kBoard, async page => {
    await shows(page, verdict(start));
    await press_square(device, page, from);
    await press_square(device, page, from);
    assert.equal(await page.locator('.selected').count(), 0);
    await press_square(device, page, from);
    await press_square(device, page, 'a1');
    assert.equal(await page.locator('.selected').count(), 0);
    assert.equal(await words(page), verdict(start));
  });

  on('a piece is dragged to its target, or back', kBoard, async page => {
    await shows(page, verdict(start));
    await drag(page, from, 'a1');
    assert.equal(await words(page), verdict(start));
    await drag(page, from, to);
    await shows(page, verdict(second));
  });

  on('a second finger does not end a drag', kBoard, async page => {
    await shows(page, verdict(start));
    await square(page, from).locator('.face').scrollIntoViewIfNeeded();
    const [here, there] = await Promise.all([from, to].map(name => square(page, name).locator('.face').boundingBox()));
    await page.mouse.move(here.x + 20, here.y + 20);
    await page.mouse.down();
    await page.mouse.move(there.x + 20, there.y + 20, {steps: 5});
    await square(page, 'a1').dispatchEvent('pointerup', {pointerId: 99, clientX: there.x + 20, clientY: there.y + 20});
    assert.equal(await page.locator('.pieces .carried').count(), 1);
    await page.mouse.up();
    await shows(page, verdict(second));
  });

  on('a drag ends where undo takes the piece away', `${kBoard}&moves=${undone.join('+')}&program=b`, async page => {
    await shows(page, 'Your move');
    await square(page, to).locator('.face').scrollIntoViewIfNeeded();
    const {x, y} = await square(page, to).locator('.face').boundingBox();
    await page.mouse.move(x + 20, y + 20);
    await page.mouse.down();
    await page.mouse.move(x + 40, y + 20, {steps: 3});
    assert.equal(await page.locator('.pieces .carried').count(), 1);
    await page.keyboard.press('Control+z');
    await shows(page, 'White to move');
    await page.mouse.move(x + 60, y + 40, {steps: 3});
    assert.equal(await page.locator('.carried, .carrying, .over').count(), 0);
    await page.mouse.up();
  });

  on('a move is made with the keyboard', kBoard, async page => {
    await shows(page, verdict(start));
    await square(page, 'a4').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    assert.equal(await page.evaluate(() => document.activeElement.dataset.square), 'b2');
    await page.keyboard.press('Enter');
    assert.equal(await square(page, 'b2').getAttribute('aria-selected'), 'true');
    await page.keyboard.press('Escape');
    assert.equal(await square(page, 'b2').getAttribute('aria-selected'), 'false');
    await page.keyboard.press(' ');
    await page.keyboard.press('End');
    assert.equal(await page.evaluate(() => document.activeElement.dataset.square), to);
    await page.keyboard.press('Enter');
    await shows(page, verdict(second));
    assert.equal(await page.evaluate(() => document.activeElement.dataset.square), to, 'the keyboard stays where it was');
    await page.keyboard.press('Control+z');
    await shows(page, verdict(start));
    await page.keyboard.press('Control+y');
    await shows(page, verdict(second));
    await page.keyboard.press('r');
    assert.equal(await page.evaluate(() => document.activeElement.dataset.square), to, 'also on the turned board');
  });

  on('the focus is not lost when its button is gone', kBoard, async page => {
    const focused = () => page.evaluate(() => document.activeElement.id);
    await shows(page, verdict(start));
    await page.locator('.moves button').first().focus();
    await page.keyboard.press('Enter');
    await shows(page, verdict(second));
    assert.equal(await focused(), 'moves');
    for (const [id, goal] of [['undo', 'redo'], ['last', 'first'], ['cut', 'hints']]) {
      await page.locator(`#${id}`).focus();
      await page.keyboard.press('Enter');
      await page.waitForFunction(([one, other]) => !document.getElementById(one).checkVisibility() || document.getElementById(one).disabled && !document.getElementById(other).disabled, [id, goal]);
      await settled(page);
      assert.equal(await focused(), goal, id);
    }
    await page.keyboard.press('e');
    await page.locator('#edit-cancel').focus();
    await page.keyboard.press('Enter');
    await page.locator('#editor').waitFor({state: 'hidden'});
    assert.equal(await focused(), 'edit');
  });

  on('the focus stays in best play, and in the table of rules, when they are drawn again', kBoard, async page => {
    await shows(page, verdict(start));
    await page.getByRole('button', {name: 'Step through'}).press('Enter');
    await shows(page, verdict(second));
    await page.locator('.line button').first().waitFor();
    assert.ok(await has_focus(page, 'line'));
    await page.locator('.rules button').first().press('ArrowLeft');
    await shows(page, verdict(start));
    await page.locator('.rules button').first().waitFor();
    assert.ok(await has_focus(page, 'rules'));
  });

  on('the button that skips the head leads the keyboard to what is shown', kBoard, async page => {
    const leads_to = async id => {
      await page.locator('#skip').press('Enter');
      assert.ok(await has_focus(page, id), id);
    };
    await shows(page, verdict(start));
    await leads_to('board');
    await press(device, page.locator('#to-statistics'));
    await page.locator('.figures').first().waitFor();
    await leads_to('statistics');
    await page.evaluate(() => { location.hash = '#document=rules.md'; });
    await page.locator('#document h2').waitFor();
    await leads_to('document');
  });

  on('the board is one stop of the tab key', kBoard, async page => {
    await settled(page);
    assert.equal(await page.locator('#board [tabindex="0"]').count(), 1);
  });

  on('the list has every move, ranked, in words and by signs', `#position=${kStart.replace(' ', '+')}&moves=${first.move}+${second.moves[0].move}`, async page => {
    const third = await position_of(`${first.move} ${second.moves[0].move}`);
    await shows(page, verdict(third));
    const rows = page.locator('.moves li');
    assert.equal(await rows.count(), third.moves.length);
    for (const [index, move] of third.moves.entries()) {
      const text = await rows.nth(index).textContent();
      assert.ok(text.startsWith(move.move), text);
      const worth = move.value === 'draw' ? 'draws' : `${move.value === 'win' ? 'wins' : 'loses'} in ${move.distance}`;
      assert.ok(text.includes(worth), `${text} says ${worth}`);
      assert.equal(await rows.nth(index).locator(`.sign .value.${move.value}`).count(), 1);
    }
    await press(device, rows.nth(0).locator('button'));
    await shows(page, verdict(await get('position', {position: third.moves[0].position})));
  });

  on('buttons and keys go back and forth in the game', `${kBoard}&moves=${first.move}+${second.moves[0].move}`, async page => {
    const third = verdict(await position_of(`${first.move} ${second.moves[0].move}`));
    await shows(page, third);
    assert.ok(await page.locator('#redo').isDisabled());
    await press(device, page.locator('#undo'));
    await shows(page, verdict(second));
    await press(device, page.locator('#first'));
    await shows(page, verdict(start));
    assert.ok(await page.locator('#undo').isDisabled());
    await press(device, page.locator('#redo'));
    await shows(page, verdict(second));
    await press(device, page.locator('#last'));
    await shows(page, third);
    await page.locator('body').click({position: {x: 2, y: 2}});
    await page.keyboard.press('Home');
    await shows(page, verdict(start));
    await page.keyboard.press('End');
    await shows(page, third);
    await page.keyboard.press('ArrowLeft');
    await shows(page, verdict(second));
    await page.keyboard.press('ArrowRight');
    await shows(page, third);
    await press(device, page.locator('.record button').first());
    await shows(page, verdict(second));
    assert.equal(await page.locator('.record [aria-current="step"]').textContent(), first.move);
  });

  on('a pass has a button', `#position=${kStart.replace(' ', '+')}&stuck=passes&moves=${kBeforePass.replaceAll(' ', '+')}`, async page => {
    const before = await position_of(kBeforePass, {stuck: 'passes'});
    assert.deepEqual(before.moves.map(({move}) => move), ['pass']);
    await shows(page, verdict(before));
    await press(device, page.locator('#pass'));
    await shows(page, verdict(await position_of(`${kBeforePass} pass`, {stuck: 'passes'})));
    assert.ok(await page.locator('#pass').isHidden());
    await page.keyboard.press('ArrowLeft');
    await shows(page, verdict(before));
    await page.keyboard.press('p');
    await page.waitForFunction(() => document.getElementById('pass').hidden);
  });

  on('best play is stepped through to the end', kBoard, async page => {
    await shows(page, verdict(start));
    await press(device, page.getByRole('button', {name: 'Step through'}));
    await shows(page, verdict(second));
    const chips = page.locator('.line button');
    await chips.first().waitFor();
    assert.equal(await chips.count(), second.line.length);
    await press(device, chips.nth(2));
    await shows(page, verdict(await position_of(start.line.slice(0, 4).join(' '))));
    assert.match(await hash(page), new RegExp(`moves=${start.line.join(' ')}`), 'the whole line is in the game');
    await press(device, page.locator('#last'));
    await page.waitForFunction(() => /has won|has lost/.test(document.getElementById('verdict-words').textContent));
    assert.match(await page.locator('#moves').textContent(), /The game is over/);
  });

  on('hints can be switched off', kBoard, async page => {
    await shows(page, verdict(start));
    await press(device, page.locator('#hints'));
    await shows(page, 'White to move');
    assert.equal(await page.locator('.marks .value, .arrows > *').count(), 0);
    assert.ok(await page.locator('#line-panel').isHidden() && await page.locator('#rules-panel').isHidden());
    await press_square(device, page, from);
    assert.equal(await page.locator('.marks .dot').count(), 1);
    await page.keyboard.press('h');
    await shows(page, verdict(start));
  });

  on('B plays the best move', kBoard, async page => {
    await shows(page, verdict(start));
    await page.keyboard.press('b');
    await shows(page, verdict(second));
  });

  on('keys of one letter can be switched off', kBoard, async page => {
    await shows(page, verdict(start));
    await page.keyboard.press('?');
    await page.getByLabel('Use keys of one letter').uncheck();
    await press(device, page.getByRole('button', {name: 'Close'}));
    await page.keyboard.press('b');
    assert.equal(await words(page), verdict(start));
    await page.reload();
    await shows(page, verdict(start));
    await page.keyboard.press('b');
    assert.equal(await words(page), verdict(start));
    await page.locator('#undo').evaluate(button => button.blur());
  });
}

// Walks from the start along best play until a side can make a mistake, and makes that mistake.
async function game_with_mistake() {
  const moves = [];
  for (let here = start; moves.length < 12; here = await position_of(moves.join(' '))) {
    const worse = here.moves.find(move => here.value !== 'loss' && move.value === 'loss') ?? here.moves.find(move => here.value === 'win' && move.value === 'draw');
    if (worse) return {moves: [...moves, worse.move], worse, best: here.moves[0], value: here.value};
    moves.push(here.moves[0].move);
  }
  throw new Error('nobody can make a mistake');
}

for (const device of kDevices) {
  test(`mistakes are marked with what they cost, and the record can be copied (${device.name})`, async () => {
    const {moves, best, value} = await game_with_mistake();
    await with_page(device, `${kBoard}&moves=${moves.join('+')}`, async page => {
      const button = page.locator('.record button.mistake');
      await button.waitFor();
      assert.equal(await button.textContent(), `${moves.at(-1)}??`);
      const title = await button.getAttribute('title');
      assert.ok(title.startsWith(`gave the ${value} away: `) && title.includes(best.value === 'draw' ? 'draws' : `wins in ${best.distance}`), title);
      assert.match(await page.locator('.remark').textContent(), /\?\? gave the/);
      assert.match(await page.locator('.sides').textContent(), /1 mistake/);
      const text = await copied_by(device, page, '#copy-record', 'record-said');
      assert.match(text, /^\[Game "Uisge"\]\n\[White "\?"\]\n\[Black "\?"\]\n\[Date "\d{4}\.\d\d\.\d\d"\]\n\[Board "4x4"\]\n\[Pieces "3"\]\n\[Stuck "loses"\]\n/);
      const read = spawnSync(process.env.UISGE, ['annotate', process.env.UISGE_FILE, '-', '--json'], {input: text, encoding: 'utf8'});
      assert.equal(read.status, 0, read.stderr);
      assert.deepEqual(JSON.parse(read.stdout).moves.map(({move}) => move), moves);
    });
  });
}
