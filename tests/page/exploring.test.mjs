// Tests of views, rules, play against the program, and addresses.
import assert from 'node:assert/strict';
import {copied_by, first, get, hash, is_site, kBeforePass, kBoard, kDevices, kExchanged, kOverviewRows, kStart, on_device, open_setup, position_of, press, press_square, second, settled, shows, square, start, verdict, words} from './browser.mjs';

const place_of = async (page, name) => {
  const {x, y} = await square(page, name).locator('.face').boundingBox();
  const board = await page.locator('#board').boundingBox();
  return [Math.round((x - board.x) / board.width * 4 - 0.3) + 0, Math.round((y - board.y) / board.height * 4) + 0];  // + 0 makes 0 of -0
};

for (const device of kDevices) {
  const on = on_device(device);

  on('the view turns and is mirrored, the position stays', kBoard, async page => {
    await shows(page, verdict(start));
    assert.deepEqual(await place_of(page, 'a4'), [0, 0]);
    await press(device, page.locator('#rotate'));
    assert.deepEqual(await place_of(page, 'a4'), [3, 0]);
    assert.equal(await page.locator('.pieces > g').count(), 6);
    await press(device, page.locator('#rotate'));
    assert.deepEqual(await place_of(page, 'a4'), [3, 3]);
    await press(device, page.locator('#mirror'));
    assert.deepEqual(await place_of(page, 'a4'), [0, 3]);
    assert.equal(await page.locator('#mirror').getAttribute('aria-pressed'), 'true');
    assert.equal(await words(page), verdict(start));
    assert.match(await hash(page), /turns=2&mirrored=yes/);
    await press_square(device, page, first.move.slice(0, 2));
    await press_square(device, page, first.move.slice(2));
    await shows(page, verdict(second));
    await page.goBack();
    await page.goBack();
    assert.deepEqual(await place_of(page, 'a4'), [3, 3]);
  });

  on('colours are exchanged', `${kBoard}&moves=${first.move}`, async page => {
    await shows(page, verdict(second));
    await press(device, page.locator('#exchange'));
    await shows(page, verdict({...second, position: second.position.replace(/.$/, 'w')}));
    assert.ok((await hash(page)).includes(`position=${kExchanged}`));
    assert.equal(await square(page, 'b4').getAttribute('aria-label'), 'b4, white blank, can move');
  });

  on('all rule sets are shown side by side', kBoard, async page => {
    const {rules} = await get('rules', {position: kStart});
    const cells = page.locator('.rules td');
    await cells.first().waitFor();
    assert.equal(await cells.count(), 8);
    for (const entry of rules) {
      const column = entry.diagonal_jumps ? 1 : 0, row = ['loses', 'wins', 'draws', 'passes'].indexOf(entry.stuck);
      assert.equal(await cells.nth(2 * row + column).textContent(), 'error' in entry ? 'no file' : `${{win: '+', draw: '=', loss: '−'}[entry.value]}${entry.file === null ? 'Known: ' : ''}${verdict({...entry, position: kStart})}`);
    }
    assert.equal(await page.locator('.rules [aria-current]').count(), 1);
    await press(device, cells.nth(2).locator('button'));
    await shows(page, verdict({...rules.find(({stuck, diagonal_jumps}) => stuck === 'wins' && !diagonal_jumps), position: kStart}));
    assert.match(await hash(page), /stuck=wins/);
  });

  on('other rules keep the moves if they can, otherwise the position', `#position=${kStart.replace(' ', '+')}&stuck=passes&moves=${kBeforePass.replaceAll(' ', '+')}+pass`, async page => {
    await settled(page);
    const here = await position_of(`${kBeforePass} pass`, {stuck: 'passes'});
    await open_setup(device, page);
    await page.locator('#setup-rules').selectOption('draws');
    await page.waitForFunction(position => decodeURIComponent(location.hash.replaceAll('+', ' ')).startsWith(`#position=${position}&stuck=draws`), here.position);
    await settled(page);
    assert.doesNotMatch(await hash(page), /moves/);
  });

  on('boards and rules are those of the files', kBoard, async page => {
    await shows(page, verdict(start));
    await open_setup(device, page);
    const {files} = await get('files');
    const offered = await page.locator('#setup-board option').allTextContents();
    for (const file of files) assert.ok(offered.some(text => text.startsWith(`${file.board.replace('x', ' × ')}, ${file.pieces} a side`)));
    const [other] = files.filter(({board, start: text}) => board !== '4x4' && text);
    await page.locator('#setup-board').selectOption(`${other.board}/${other.pieces}`);
    await shows(page, verdict(await get('position', {position: other.start})));
    await press(device, page.locator('#new-game'));
    await settled(page);
    assert.ok((await hash(page)).includes(other.start));
  });

  if (!is_site) on('the word start, in an address or the editor, becomes the position that it means', '#position=start&moves=d3d1', async page => {
    const {position} = await get('position', {position: 'start'});
    await settled(page);
    assert.ok((await copied_by(device, page, '#copy-record', 'record-said')).includes(`[Pieces "6"]\n[Stuck "loses"]\n[DiagonalJumps "no"]\n[Start "${position}"]\n`));
    await press(device, page.locator('#edit'));
    await page.locator('#edit-text').fill(kStart);
    await page.locator('#edit-text').fill('start');
    await page.waitForFunction(() => document.getElementById('edit-state').textContent.startsWith('Legal'));
    await press(device, page.locator('#edit-done'));
    await settled(page);
    assert.ok((await hash(page)).startsWith(`#position=${position}&stuck`));
  });

  on('squares are edited with the keyboard', kBoard, async page => {
    await shows(page, verdict(start));
    await page.keyboard.press('e');
    await page.getByLabel('black crown').check();
    await square(page, 'a4').focus();
    await page.keyboard.press('Enter');
    assert.equal(await square(page, 'a4').getAttribute('aria-label'), 'a4, black crown');
    await page.keyboard.press('Delete');
    assert.equal(await square(page, 'a4').getAttribute('aria-label'), 'a4, empty');
  });

  on('the program answers at a level, hints are off, and undo comes back to the player', kBoard, async page => {
    await shows(page, verdict(start));
    await open_setup(device, page);
    await page.locator('#setup-opponent').selectOption('b');
    await shows(page, 'Your move');
    assert.equal(await page.locator('.marks .value').count(), 0);
    await page.locator('#setup-level').selectOption('10');
    await press_square(device, page, first.move.slice(0, 2));
    await press_square(device, page, first.move.slice(2));
    await page.waitForFunction(() => document.querySelectorAll('.record button').length === 2);
    await shows(page, 'Your move');
    const [, moves] = (await hash(page)).match(/moves=(\w+ \w+)/);
    assert.match(await hash(page), /program=b&level=10/);
    const reply = second.moves.filter(({best}) => best).map(({move}) => move);
    assert.ok(reply.includes(moves.split(' ')[1]), 'level 10 plays a best move');
    await press(device, page.locator('#undo'));
    await page.waitForFunction(() => document.querySelector('.record [aria-current]') === null);
    await shows(page, 'White to move');
    await press(device, page.locator('#redo'));
    await shows(page, 'Your move');
    await page.goBack();
    await page.goBack();
    await page.waitForFunction(() => document.querySelector('.record [aria-current]') === null);
  });

  on('the program begins where it is White', `${kBoard}&program=w&level=3`, async page => {
    await page.waitForFunction(() => document.querySelectorAll('.record button').length === 1);
    await shows(page, 'Your move');
    assert.match(await page.locator('#verdict-more').textContent(), /You are Black/);
  });

  on('an address opens the position or document that it names, and Back and Forward work', `${kBoard}&moves=${first.move}+${second.moves[0].move}&at=1&turns=1`, async page => {
    await shows(page, verdict(second));
    assert.deepEqual(await place_of(page, 'a4'), [3, 0]);
    assert.equal(await page.locator('.record button').count(), 2);
    const address = page.url();
    await press(device, page.locator('#redo'));
    const third = verdict(await position_of(`${first.move} ${second.moves[0].move}`));
    await shows(page, third);
    await page.goBack();
    await shows(page, verdict(second));
    assert.equal(page.url(), address);
    await page.goForward();
    await shows(page, third);
    await page.evaluate(text => { location.hash = text; }, kBoard);
    await shows(page, verdict(start));
    await page.goBack();
    await shows(page, third);
  });

  on('the link to the board keeps the position of an opened address, and of a step Back', `${kBoard}&moves=${first.move}`, async page => {
    const returns = async () => {
      const address = await hash(page);
      await press(device, page.locator('#to-statistics'));
      await page.locator('.figures').first().waitFor();
      await press(device, page.locator('#to-board'));
      await page.locator('#explorer').waitFor();
      assert.equal(await hash(page), address);
      await shows(page, verdict(second));
    };
    await shows(page, verdict(second));
    await returns();
    await press(device, page.locator('#undo'));
    await shows(page, verdict(start));
    await page.goBack();
    await shows(page, verdict(second));
    await returns();
  });

  on('the address is copied', kBoard, async page => {
    await shows(page, verdict(start));
    await open_setup(device, page);
    assert.equal(await copied_by(device, page, '#copy-address', 'setup-said'), page.url());
  });

  on('statistics say what the server counted, and lead to the longest win', '#statistics=4x4-3-loses.uisge', async page => {
    const answer = await get('statistics', {file: '4x4-3-loses.uisge'});
    await page.locator('.plot').waitFor();
    const text = await page.locator('#statistics').textContent();
    for (const number of [answer.won, answer.lost, answer.drawn, answer.live]) assert.ok(text.includes(number.toLocaleString('en')), String(number));
    assert.equal(await page.locator('.plot .series g').count(), answer.by_distance.reduce((sum, {won, lost}) => sum + (won > 0) + (lost > 0), 0));
    await press(device, page.getByText('The numbers as a table'));
    await page.locator('details .figures tbody tr').first().waitFor();
    assert.equal(await page.locator('details .figures tbody tr').count(), answer.by_distance.length);
    assert.equal(await page.locator('.crowns td').count(), 9);
    const [cell] = answer.by_crowns;
    assert.ok((await page.locator('.crowns td').first().getAttribute('title')).endsWith(`of ${(cell.won + cell.lost + cell.drawn).toLocaleString('en')}`));
    await press(device, page.getByRole('link', {name: /show an example/}));
    await shows(page, verdict({position: answer.longest_example, ...(await get('position', {position: answer.longest_example}))}));
    assert.ok((await words(page)).includes(`in ${answer.longest_distance} plies`));
    await page.goBack();
    await page.locator('.plot').waitFor();
  });

  on('the longest wins lead to the board', '#statistics=4x4-3-loses.uisge', async page => {
    const {longest_wins: [longest]} = await get('statistics', {file: '4x4-3-loses.uisge'});
    await press(device, page.getByRole('link', {name: longest.position}).first());
    await shows(page, verdict({...longest, value: 'win'}));
  });

  on('an address keeps every name of a file', '#statistics=', async page => {
    const names = ['a,b.uisge', '50%.uisge', 'c%2C.uisge', 'folder/d e.uisge'];
    const read = await page.evaluate(async files => {
      const {read_address, write_address} = await import(new URL('address.js', location.href).href);
      return read_address(write_address({page: 'statistics', files})).files;
    }, names);
    assert.deepEqual(read, names);
  });

  on('statistics of several files stand beside each other', '#statistics=', async page => {
    await page.locator('#statistics-board').selectOption('4x4/3');
    await page.locator('.figures').first().waitFor();
    for (const name of ['loses', 'wins', 'passes']) await page.getByLabel(name, {exact: true}).check();
    await page.waitForFunction(rows => document.querySelectorAll(rows).length >= 3, kOverviewRows);
    const rows = await page.locator(kOverviewRows).count();
    assert.equal(await page.locator('.plot .series:has(polyline)').count(), rows);
    const address = page.url();
    await page.getByLabel('wins', {exact: true}).uncheck();
    await page.waitForFunction(([rows, count]) => document.querySelectorAll(rows).length === count, [kOverviewRows, rows - 1]);
    await page.goBack();
    await page.waitForFunction(([rows, count]) => document.querySelectorAll(rows).length === count, [kOverviewRows, rows]);
    assert.equal(page.url(), address);
  });
}
