// Tests what the page explains: the game in pictures, why a move is impossible, who wins over the course of a game.
// Also tests that the page never says more than is known.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {first, get, hash, is_site, kBoard, kDevices, kIllegal, kStart, on_device, open_setup, position_of, press, press_square, settled, shows, start, verdict, with_offer, with_page} from './browser.mjs';

const kOver = `${kBoard}&moves=${start.line.join('+')}`;
const after_line = await position_of(start.line.join(' '));

for (const device of kDevices) {
  const on = on_device(device);

  on('the first visit shows the game in pictures, later ones do not', `?first${kBoard}`, async page => {
    await shows(page, verdict(start));
    assert.equal(await page.locator('#intro li').count(), 3);
    assert.equal(await page.locator('#intro svg[role="img"]').count(), 3);
    await press(device, page.locator('#intro button'));
    assert.ok(await page.locator('#intro').isHidden());
    await page.reload();
    await shows(page, verdict(start));
    assert.ok(await page.locator('#intro').isHidden());
    assert.ok(await page.locator('#no-files').isHidden());
  });

  on('bars show the results below the first moves of the real game', '#position=7/2bb3/1bbbb2/2wwww1/3ww2/7+w&stuck=loses', async page => {
    await page.locator('.below').first().waitFor();
    const {moves} = await get('openings', {position: 'start'});
    const percent = (part, whole) => Math.round(part / whole * 100);
    const wanted = moves.map(({move, positions, won, lost}) => `${move}: ${positions.toLocaleString('en')} positions: ${percent(won, positions)} % won, ${percent(lost, positions)} % lost`);
    const found = await page.locator('.moves li').evaluateAll(rows => rows.map(row => `${row.querySelector('.move').textContent}: ${row.querySelector('.below').textContent}`));
    assert.deepEqual(found.sort(), wanted.sort());
    assert.match(await page.locator('#moves-hint').textContent(), /up to ply 6: won, open and lost within 17 plies/);
    await press(device, page.locator('.moves button', {hasText: 'd3b3'}));
    await page.waitForFunction(() => document.querySelectorAll('.below').length === 5);
    // The book is of another game.
    await page.evaluate(() => { location.hash = location.hash.replace('loses', 'draws').replace(/&moves.*/, ''); });
    await page.waitForFunction(() => document.querySelectorAll('.moves li').length === 4);
    assert.equal(await page.locator('.below').count(), 0);
    await page.goto(new URL(kBoard, page.url()).href);
    await shows(page, verdict(start));
    assert.equal(await page.locator('.below').count(), 0);
    assert.equal(await page.locator('#moves-hint').textContent(), '');
  });

  on('an empty server says what to type', '', async page => {
    await page.locator('#no-files').waitFor();
    assert.match(await page.locator('#no-files').textContent(), /uisge solve --board 7x6 --pieces 4/);
  }, {prepare: page => with_offer(page, offer => ({...offer, files: []}))});

  on('a piece that cannot move gets its reason, with the pieces that would break off', kBoard, async page => {
    await shows(page, verdict(start));
    const movable = new Set(start.moves.map(({move}) => move.slice(0, 2)));
    const said = page.locator('#board-said');
    for (const name of ['b2', 'c2', 'c1']) {
      if (movable.has(name)) continue;
      const {why, apart} = await get('why', {position: kStart, move: name});
      await press_square(device, page, name);
      await page.waitForFunction(text => document.getElementById('board-said').textContent.toLowerCase() === `${text.toLowerCase()}.`, why);
      assert.equal(await page.locator('.apart').count(), apart.length);
    }
    // Tries the other side's piece, and a square that is out of reach.
    await press_square(device, page, 'b4');
    await page.waitForFunction(() => /other side/.test(document.getElementById('board-said').textContent));
    await press_square(device, page, first.move.slice(0, 2));
    await press_square(device, page, 'a1');
    const {why} = await get('why', {position: kStart, move: `${first.move.slice(0, 2)}a1`});
    await page.waitForFunction(text => document.getElementById('board-said').textContent.toLowerCase() === `${text.toLowerCase()}.`, why);
    // A move removes the explanation.
    await press_square(device, page, first.move.slice(0, 2));
    await press_square(device, page, first.move.slice(2));
    await shows(page, verdict(await position_of(first.move)));
    assert.equal(await said.textContent(), '');
    assert.equal(await page.locator('.apart').count(), 0);
  });

  on('the course of the game shows who wins after each ply, and leads there', kOver, async page => {
    await page.locator('.course').waitFor();
    const white_wins = verdict(start).startsWith('White');
    // With best play of both sides, the same side wins after every ply.
    assert.equal(await page.locator(white_wins ? '.course .for-white' : '.course .for-black').count(), start.line.length + 1);
    await page.locator('.course .ply').nth(1).locator('.touch').click();
    await shows(page, verdict(await position_of(first.move)));
    const bar = await page.locator('.balance-bar .for-white').getAttribute('width');
    assert.ok(white_wins ? bar > 50 : bar < 50);
  });

  on('a record is pasted: its games are shown, and its mistakes are found by a button and a key', kBoard, async page => {
    await shows(page, verdict(start));
    // Each side always plays the last move of the list, so the game has mistakes.
    const moves = [];
    for (let here = start; moves.length < 8 && here.moves.length > 0; here = await position_of(moves.join(' '))) moves.push(here.moves.at(-1).move);
    const record = text => `[White "Ann"]\n[Board "4x4"]\n[Pieces "3"]\n[Stuck "loses"]\n\n1. ${text} *\n`;
    await press(device, page.locator('#paste-record'));
    await page.locator('#record-text').fill('1. a1a1 *');
    await press(device, page.locator('#record-use'));
    await page.waitForFunction(() => /^line 1, column /.test(document.getElementById('record-read').textContent));
    await page.locator('#record-text').fill(`${record(first.move)}\n${record(moves.join(' '))}`);
    await press(device, page.locator('#record-use'));
    await page.waitForFunction(() => document.querySelectorAll('.record button').length === 1);
    assert.ok(await page.locator('#record-box').isHidden());
    await page.locator('#record-games').selectOption('1');
    await page.waitForFunction(count => document.querySelectorAll('.record button').length === count, moves.length);
    await page.locator('.record .mark').first().waitFor();
    const marked = await page.locator('.record button').evaluateAll(buttons => buttons.flatMap((button, ply) => /\?/.test(button.textContent) ? [ply] : []));
    assert.ok(marked.length > 1, 'the game has mistakes');
    const at = async () => Number((await hash(page)).match(/&at=(\d+)/)?.[1] ?? moves.length);
    await page.locator('#next-mistake').waitFor();
    const expected = marked.filter(ply => ply > 0);
    await press(device, page.locator('#next-mistake'));
    assert.equal(await at(), expected[0]);
    await page.keyboard.press('n');
    assert.equal(await at(), expected[1]);
    await page.keyboard.press('Shift+N');
    assert.equal(await at(), expected[0]);
  });

  for (const before of ['', kBoard])
    on(`a record that is dropped on the statistics is shown on the board${before && ', also if it was open before'}`, before || '#statistics=4x4-3-loses.uisge', async page => {
      if (before) {
        await shows(page, verdict(start));
        await press(device, page.locator('#to-statistics'));
      }
      await page.locator('.figures').first().waitFor();
      await page.evaluate(text => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([text], 'game.txt'));
        document.dispatchEvent(new DragEvent('drop', {dataTransfer, bubbles: true, cancelable: true}));
      }, `[Board "4x4"]\n[Pieces "3"]\n\n1. ${first.move} *\n`);
      await page.locator('#explorer').waitFor();
      await shows(page, verdict(start));
      assert.ok(await page.locator('#statistics').isHidden());
      assert.equal(await page.locator('.record button').count(), 1);
      assert.match(page.url(), new RegExp(`moves=${first.move}&at=0`));
      assert.match(await page.title(), /wins in/);
    });

  on('the winner of a finished game is shown in their colour, as a win in no plies', kOver, async page => {
    await settled(page);
    const loser = after_line.position.endsWith(' w') === (after_line.value === 'win') ? 'black' : 'white';
    assert.equal(await page.locator(`#turn .${loser}`).count(), 0);
    assert.equal(await page.locator('#turn .piece').count(), 1);
    await page.locator('.rules td').first().waitFor();
    assert.doesNotMatch(await page.locator('#rules').textContent(), /in 0 plies/);
  });

  on('a position that is refused has no values under other rules', kBoard, async page => {
    await page.locator('.rules td').first().waitFor();
    await page.evaluate(text => { location.hash = text; }, kIllegal);
    await page.locator('.verdict.trouble').waitFor();
    assert.ok(await page.locator('#rules-panel').isHidden());
    await page.evaluate(text => { location.hash = text; }, kBoard);
    await shows(page, verdict(start));
    await page.locator('#rules-panel').waitFor();
  });

  on('only a database with distances plays perfectly', kBoard, async page => {
    await shows(page, verdict(start));
    assert.equal(await page.locator('#setup-level option').last().textContent(), '10, perfect');
  });

  for (const kind of ['values', 'checkpoint', 'plane'])
    on(`the strongest level of a file that is no database is not called perfect: ${kind}`, kBoard, async page => {
      await shows(page, verdict(start));
      assert.equal(await page.locator('#setup-level option').last().textContent(), '10, strongest');
    }, {prepare: page => with_offer(page, offer => ({...offer, files: offer.files.map(file => ({...file, kind}))}))});

  on('the statistics open with the board that is on the table, and name files apart', kBoard.replace('loses', 'wins'), async page => {
    await settled(page);
    await press(device, page.locator('#to-statistics'));
    await page.locator('.figures').first().waitFor();
    assert.equal(await page.locator('#statistics-board').inputValue(), '4x4/3');
    const boxes = await page.locator('.checks label').allTextContents();
    assert.equal(new Set(boxes).size, boxes.length);
    assert.ok(boxes.includes('loses (copy.uisge)') && boxes.includes('loses, values alone'), boxes.join());
    assert.deepEqual(await page.locator('.checks input:checked').evaluateAll(inputs => inputs.map(input => input.dataset.key)), ['4x4-3-wins.uisge']);
  }, {prepare: page => with_offer(page, offer => {
    const [file] = offer.files.filter(one => one.file === '4x4-3-loses.uisge');
    return {...offer, files: [...offer.files, {...file, file: 'copy.uisge'}, {...file, file: 'v.uisge', kind: 'values'}]};
  })});

  on('no label of the game is cut off', kBoard, async page => {
    await settled(page);
    await open_setup(device, page);
    await page.locator('#setup-opponent').selectOption('b');
    await settled(page);
    const cut = await page.evaluate(() => [...document.querySelectorAll('#setup select')].filter(select => select.checkVisibility()).filter(select => {
      const words = document.createElement('span');
      words.style.cssText = 'position: absolute; white-space: nowrap; font-size: 1rem';
      words.textContent = select.selectedOptions[0].text;
      document.body.append(words);
      const is_cut = words.getBoundingClientRect().width + 40 > select.getBoundingClientRect().width;
      words.remove();
      return is_cut;
    }).map(select => select.selectedOptions[0].text));
    assert.deepEqual(cut, []);
  });
}

test('nothing of the statistics is cut off on a phone', () => with_page(kDevices[1], '#statistics=4x4-3-loses.uisge', async page => {
  await page.locator('.overview').waitFor();
  await page.locator('.known-starts').waitFor();
  const cut = await page.evaluate(() => [...document.querySelectorAll('.overview, .figures.narrow, .known-starts')].filter(table => table.scrollWidth > table.closest('.scroll').clientWidth + 1).map(table => table.className));
  assert.deepEqual(cut, []);
}));

test('the record stands beside the board, in sight', () => with_page({options: {viewport: {width: 1280, height: 800}}}, `${kBoard}&moves=${start.line.slice(0, 6).join('+')}`, async page => {
  await settled(page);
  await page.locator('.course').waitFor();
  const board = await page.locator('#board').boundingBox(), record = await page.locator('#record-panel').boundingBox();
  assert.ok(record.x >= board.x + board.width && record.y < board.y + board.height / 2 && record.y + record.height <= 800);
}));

if (!is_site) test('a verdict by search does not name the limit of the search', () => with_page(kDevices[0], '#position=7/2bb3/1bbbb2/2wwww1/3ww2/7+w&stuck=loses&moves=d2f2', async page => {
  await page.waitForFunction(() => /by search$/.test(document.getElementById('verdict-more').textContent));
}));
