// Tests of the editor.
import assert from 'node:assert/strict';
import {drag, first, get, hash, kBoard, kDevices, kExchanged, on_device, press, press_square, second, settled, shows, start, verdict} from './browser.mjs';

for (const device of kDevices) {
  const on = on_device(device);

  on('pieces are placed, carried and removed, and an illegal position gets its reason', kBoard, async page => {
    await shows(page, verdict(start));
    await press(device, page.locator('#edit'));
    const state = page.locator('#edit-state');
    await page.waitForFunction(text => document.getElementById('edit-state').textContent === text, `Legal. ${verdict(start)}.`);
    await page.getByLabel('white crown').check();
    await press_square(device, page, 'd3');
    await page.waitForFunction(() => /White has 4 pieces and Black has 3/.test(document.getElementById('edit-state').textContent));
    assert.ok(await page.locator('#edit-done').isDisabled());
    await page.keyboard.press('4');
    await press_square(device, page, 'a3');
    await page.waitForFunction(() => document.getElementById('edit-state').textContent.startsWith('Legal'));
    await press_square(device, page, 'a3');
    await page.keyboard.press('5');
    await press_square(device, page, 'd3');
    await page.waitForFunction(text => document.getElementById('edit-state').textContent === text, `Legal. ${verdict(start)}.`);
    await drag(page, 'c1', 'd2');
    assert.equal(await page.locator('#edit-text').inputValue(), '1b2/1bb1/1www/4 w');
    await drag(page, 'd2', [3, 300]);
    await page.waitForFunction(() => /White has 2 pieces/.test(document.getElementById('edit-state').textContent));
    await page.locator('#edit-text').fill(`${kExchanged} - - 0 1`);
    await page.waitForFunction(() => document.getElementById('edit-state').textContent.startsWith('Legal'));
    assert.equal(await page.locator('#edit-side').inputValue(), 'b');
    await page.locator('#edit-text').fill('1w2/1ww1/x');
    await page.waitForFunction(() => /rank 2 has|expected/.test(document.getElementById('edit-state').textContent));
    await page.locator('#edit-text').fill(kExchanged);
    await page.locator('#edit-side').selectOption('w');
    await page.waitForFunction(() => document.getElementById('edit-state').textContent.startsWith('Legal'));
    const wanted = verdict(await get('position', {position: kExchanged.replace(/.$/, 'w')}));
    assert.equal(await state.textContent(), `Legal. ${wanted}.`);
    await press(device, page.locator('#edit-done'));
    await shows(page, wanted);
    assert.ok(await page.locator('#editor').isHidden());
  });

  on('a second press on the button that uses the position does nothing', kBoard, async page => {
    await shows(page, verdict(start));
    await press(device, page.locator('#edit'));
    await page.locator('#edit-text').fill(kExchanged);
    await page.waitForFunction(() => document.getElementById('edit-state').textContent.startsWith('Legal'));
    await page.evaluate(() => { for (let i = 0; i < 2; ++i) document.getElementById('edit-done').click(); });
    await shows(page, verdict(await get('position', {position: kExchanged})));
    assert.match(page.url(), new RegExp(kExchanged.replace(' ', '\\+')));
  });

  on('the editor is left by Back and by Cancel, and has any size of board', `${kBoard}&moves=${first.move}`, async page => {
    await shows(page, verdict(second));
    await page.keyboard.press('e');
    await page.locator('#editor').waitFor();
    await page.locator('#edit-files').selectOption('5');
    assert.equal(await page.locator('[role="gridcell"]').count(), 20);
    await page.goBack();
    await shows(page, verdict(second));
    await page.keyboard.press('e');
    await press(device, page.locator('#edit-clear'));
    assert.equal(await page.locator('.pieces > g').count(), 0);
    await press(device, page.locator('#edit-cancel'));
    await shows(page, verdict(second));
  });

  for (const way of ['the page is loaded again', 'another page was shown', 'another page was shown and the page is loaded again']) on(`Cancel returns to the game also if ${way}`, `${kBoard}&moves=${first.move}`, async page => {
    await shows(page, verdict(second));
    await page.keyboard.press('e');
    await press(device, page.locator('#edit-clear'));
    if (way.startsWith('another page')) {
      await page.locator('#to-statistics').evaluate(link => link.click());
      await page.locator('#statistics').waitFor();
      await page.locator('#to-board').evaluate(link => link.click());
      await page.locator('#editor').waitFor();
    }
    if (way.endsWith('loaded again')) await page.reload();
    await page.locator('#editor').waitFor();
    assert.equal(await page.locator('.pieces > g').count(), 0);
    await press(device, page.locator('#edit-cancel'));
    await shows(page, verdict(second));
    assert.ok((await hash(page)).includes(`moves=${first.move}`));
  });

  on('Cancel returns to the game also if the board of a new game has no start', '#position=1b/1w+w&stuck=loses', async page => {
    await settled(page);
    await page.locator('#new-game').evaluate(button => button.click());
    await page.locator('#editor').waitFor();
    await press(device, page.locator('#edit-cancel'));
    await page.locator('#editor').waitFor({state: 'hidden'});
    assert.match(await hash(page), /^#position=1b\/1w w&/);
  });
}
