// Tests of the page with wrong input, and with answers that are wrong, late or missing. This file is long because each kind
// of trouble has a test.
import assert from 'node:assert/strict';
import {first, get, hold, kBeforePass, kBoard, kDevices, kStart, on_device, open_setup, position_of, press, press_square, second, settled, shows, start, verdict, with_offer, words} from './browser.mjs';

const kMarkup = '<img src=x onerror=alert(1)><script>alert(2)"\'&';

const has_no_markup = async page => assert.equal(await page.evaluate(() => document.querySelectorAll('img, body script, iframe').length), 0);
const json = (route, body, status = 200, headers = {}) => route.fulfill({status, headers, contentType: 'application/json', body: JSON.stringify(body)});
// Notes the paths of the page's requests in the list `asked`, and those that the page gives up in `given_up`.
const note_requests = page => page.addInitScript(() => {
  const send = window.fetch;
  Object.assign(window, {asked: [], given_up: []});
  window.fetch = (path, options) => {
    window.asked.push(path);
    options?.signal?.addEventListener('abort', () => window.given_up.push(path));
    return send(path, options);
  };
});

for (const device of kDevices) {
  const on = on_device(device);

  for (const [name, address] of Object.entries({
    position: `#position=${encodeURIComponent(kMarkup)}`,
    moves: `${kBoard}&moves=${encodeURIComponent(kMarkup)}`,
    rules: `#position=${kStart.replace(' ', '+')}&stuck=${encodeURIComponent(kMarkup)}&level=${encodeURIComponent(kMarkup)}`,
    editor: `#position=${encodeURIComponent(kMarkup)}&edit=yes`,
    files: `#statistics=${encodeURIComponent(kMarkup)}`,
    encoding: '#position=%E0%A4%A&moves=%',
    prototype: '#position=__proto__&stuck=constructor&at=99999999999',
    long: `#position=${'w'.repeat(20000)}`,
    'many moves': `${kBoard}&moves=${'b2d2+'.repeat(5000)}`,
  })) on(`an address with nonsense does no harm: ${name}`, address, async page => {
    await page.waitForFunction(() => document.getElementById('verdict-words').textContent !== 'Loading…' || document.querySelector('.figures'));
    await page.waitForTimeout(300);
    await has_no_markup(page);
    await page.evaluate(text => { location.hash = text; }, kBoard);
    await shows(page, verdict(start));
  });

  on('the board is right if the browser takes no more addresses', `${kBoard}&moves=${first.move}`, async page => {
    await shows(page, verdict(second));
    await page.evaluate(() => {
      for (const name of ['pushState', 'replaceState']) history[name] = () => { throw new DOMException('too many', 'SecurityError'); };
    });
    await page.keyboard.press('ArrowLeft');
    await shows(page, verdict(start));
  });

  on('markup in answers is shown as text', kBoard, async page => {
    await page.waitForFunction(() => document.getElementById('verdict-more').textContent.includes('onerror'));
    await page.locator('#to-statistics').click();
    await page.locator('.figures').first().waitFor();
    await has_no_markup(page);
    await page.evaluate(text => { location.hash = text; }, `${kBoard}&moves=${first.move}`);
    await page.waitForFunction(() => document.getElementById('verdict-words').textContent === 'Not solved here');
    assert.equal(await page.locator('#verdict-more').textContent(), kMarkup);
    await page.waitForTimeout(200);
    await has_no_markup(page);
  }, {prepare: async page => {
    let asked = 0;
    await page.route('**/api/files', async route => {
      const offer = await (await route.fetch()).json();
      for (const file of offer.files) file.file = file.stuck = kMarkup;
      return json(route, {...offer, version: kMarkup});
    });
    await page.route('**/api/position?*', async route => ++asked > 1 ? json(route, {error: kMarkup}, 404) : json(route, {...start, file: kMarkup, line: [kMarkup], moves: [{...first, move: kMarkup.slice(0, 4)}]}));
    await page.route('**/api/rules?*', route => json(route, {error: kMarkup}, 400));
    await page.route('**/api/statistics?*', async route => json(route, {error: kMarkup}, 500));
  }});

  on('an answer that comes late does not replace a newer one', kBoard, async page => {
    await shows(page, verdict(start));
    const send_late = await hold(page, '**/api/position?*', request => new URL(request.url()).searchParams.get('moves'));
    await page.evaluate(text => { location.hash = text; }, `${kBoard}&moves=${first.move}`);
    await page.waitForFunction(() => document.getElementById('verdict-words').textContent === 'Asking…');
    await press(device, page.locator('#undo'));
    await shows(page, verdict(start));
    await send_late();
    assert.equal(await words(page), verdict(start));
    assert.equal(await page.locator('.moves .move').first().textContent(), first.move);
  });

  on('a record that comes late replaces neither a newer one, nor the game after its box is closed', kBoard, async page => {
    const record = (...moves) => `[Board "4x4"]\n[Pieces "3"]\n\n1. ${moves.join(' ')} *\n`;
    const give = async text => {
      await page.locator('#record-text').fill(text);
      await Promise.all([page.waitForRequest('**/api/records'), press(device, page.locator('#record-use'))]);
    };
    const send_late = await hold(page, '**/api/records', request => request.postDataJSON().text.includes(second.moves[0].move));
    await shows(page, verdict(start));
    await press(device, page.locator('#paste-record'));
    await give(record(first.move, second.moves[0].move));
    await give(record(first.move));
    await page.locator('#record-box').waitFor({state: 'hidden'});
    await send_late();
    assert.equal(await page.locator('.record button').count(), 1);
    await press(device, page.locator('#paste-record'));
    await give(record(first.move, second.moves[0].move));
    await press(device, page.locator('#record-close'));
    await send_late();
    assert.equal(await page.locator('.record button').count(), 1);
  });

  on('an answer that takes long is announced', kBoard, async page => {
    await page.waitForFunction(() => document.getElementById('verdict-words').textContent === 'Asking…');
    await shows(page, verdict(start));
  }, {prepare: page => page.route('**/api/position?*', async route => {
    await new Promise(done => setTimeout(done, 900));
    await route.continue();
  })});

  on('a server that does not answer is reported, and asked again', kBoard, async page => {
    await shows(page, verdict(start));
    await page.route('**/api/**', route => route.abort());
    await press_square(device, page, first.move.slice(0, 2));
    await press_square(device, page, first.move.slice(2));
    await page.waitForFunction(() => document.getElementById('verdict-words').textContent === 'No answer');
    assert.match(await page.locator('#verdict-more').textContent(), /The server does not answer/);
    assert.equal(await page.locator('.pieces [data-piece="W"]').count(), 1, 'the move is on the board');
    await page.unroute('**/api/**');
    await press(device, page.locator('#again'));
    await shows(page, verdict(second));
  });

  on('a new game without an answer keeps the game, and is tried again', `${kBoard}&moves=${first.move}`, async page => {
    await shows(page, verdict(second));
    const address = page.url();
    await page.route('**/api/**', route => route.abort());
    await page.locator('#new-game').evaluate(button => button.click());
    await page.waitForFunction(() => document.getElementById('verdict-words').textContent === 'No answer');
    assert.equal(page.url(), address);
    assert.ok(await page.locator('#editor').isHidden());
    await page.unroute('**/api/**');
    await press(device, page.locator('#again'));
    await shows(page, verdict(start));
    assert.doesNotMatch(page.url(), /moves/);
  }, {prepare: page => with_offer(page, offer => ({...offer, files: offer.files.map(file => ({...file, start: null}))}))});

  on('a server that does not answer at the beginning is reported', '', async page => {
    await page.waitForFunction(() => /The server does not answer/.test(document.getElementById('verdict-more').textContent));
  }, {prepare: page => page.route('**/api/**', route => route.abort())});

  on('a start that the server does not give is asked for again by any button', '', async page => {
    const is_refused = () => page.waitForFunction(() => document.getElementById('verdict-words').textContent === 'No answer');
    await is_refused();
    for (const id of ['rotate', 'new-game', 'edit']) {
      await Promise.all([page.waitForEvent('load'), page.evaluate(name => document.getElementById(name).click(), id)]);
      await is_refused();
    }
  }, {prepare: async page => {
    await with_offer(page, offer => ({...offer, files: []}));
    await page.route('**/api/known?*', route => route.abort());
  }});

  on('statistics that cannot be loaded are reported, and asked for again', kBoard, async page => {
    await settled(page);
    await press(device, page.locator('#to-statistics'));
    await page.locator('#statistics .trouble-words').waitFor();
    await page.unroute('**/statistics.js');
    await page.reload();
    await page.locator('.figures').first().waitFor();
  }, {prepare: page => page.route('**/statistics.js', route => route.abort())});

  on('a server that is busy is asked again', kBoard, async page => {
    await shows(page, verdict(start));
  }, {prepare: async page => {
    let asked = 0;
    await page.route('**/api/position?*', route => ++asked < 3 ? json(route, {error: 'too much is asked at once'}, 503, {'Retry-After': '1'}) : route.continue());
  }});

  on('a position that no file holds is reported', kBoard, async page => {
    await page.waitForFunction(() => document.getElementById('verdict-words').textContent === 'Not solved here');
    assert.equal(await page.locator('#verdict-more').textContent(), 'no file holds it');
  }, {prepare: page => page.route('**/api/position?*', route => json(route, {error: 'no file holds it'}, 404))});

  on('while the program thinks, the list of moves says that it is to move', `${kBoard}&program=w`, async page => {
    await shows(page, 'The program is thinking…');
    assert.equal(await page.locator('#moves').textContent(), 'The program is to move.');
  }, {prepare: page => page.route('**/api/move?*', () => {})});

  on('a review that failed is asked for again', `${kBoard}&moves=${first.move}`, async page => {
    await page.waitForFunction(() => /does not answer/.test(document.getElementById('record-notes').textContent));
    await page.unroute('**/api/annotate');
    await press(device, page.locator('#undo'));
    await page.locator('.sides').waitFor();
  }, {prepare: page => page.route('**/api/annotate', route => route.abort())});

  on('a review under way is given up for the next position, and then asked for again', `${kBoard}&moves=${first.move}`, async page => {
    await page.waitForFunction(() => window.asked.includes('api/annotate'));
    const send_late = await hold(page, '**/api/position?*');
    await press(device, page.locator('.moves button').first());
    await page.waitForFunction(() => window.given_up.includes('api/annotate'));
    await page.waitForFunction(() => document.getElementById('verdict-words').textContent === 'Asking…');
    await page.unroute('**/api/annotate');
    await send_late();
    await page.locator('.sides').waitFor();
  }, {prepare: page => Promise.all([note_requests(page), page.route('**/api/annotate', () => {})])});

  on('a review under way is given up for the editor, and asked for again when the game returns', `${kBoard}&moves=${first.move}`, async page => {
    await page.waitForFunction(() => window.asked.includes('api/annotate'));
    await press(device, page.locator('#edit'));
    await page.waitForFunction(() => window.given_up.includes('api/annotate'));
    await page.unroute('**/api/annotate');
    await press(device, page.locator('#edit-cancel'));
    await page.locator('.sides').waitFor();
  }, {prepare: page => Promise.all([note_requests(page), page.route('**/api/annotate', () => {})])});

  on('the review waits for the reply of the program', `${kBoard}&moves=${first.move}&program=b&hints=yes`, async page => {
    await page.waitForFunction(() => window.asked.some(path => path.startsWith('api/move')));
    await page.waitForTimeout(300);
    assert.ok(!await page.evaluate(() => window.asked.includes('api/annotate')));
    await page.send_reply();
    await page.locator('.sides').waitFor();
  }, {prepare: async page => {
    await note_requests(page);
    page.send_reply = await hold(page, '**/api/move?*');
  }});

  on('a move of the program that comes late does not replace the document that is shown', `${kBoard}&program=w`, async page => {
    await shows(page, 'The program is thinking…');
    const [reply] = await Promise.all([page.waitForResponse('**/api/move?*'), page.evaluate(() => { location.hash = '#document=rules.md'; })]);
    const {move} = await reply.json();
    await page.waitForFunction(text => document.getElementById('to-board').hash.includes(`moves=${text}`), move);
    await page.waitForTimeout(300);
    assert.match(page.url(), /#document=rules\.md$/);
    assert.match(await page.title(), /^The game, exactly/);
    await press(device, page.locator('#to-board'));
    await shows(page, 'Your move');
    assert.match(page.url(), new RegExp(`moves=${move}`));
  }, {prepare: page => page.route('**/api/move?*', async route => {
    await new Promise(done => setTimeout(done, 900));
    await route.continue();
  })});

  on('other rules that are chosen before the answer, and make a move impossible, get the position before that move', `#position=${kStart.replace(' ', '+')}&stuck=passes&moves=${kBeforePass.replaceAll(' ', '+')}+pass&at=0`, async page => {
    await settled(page);
    await page.route('**/api/position?*stuck=passes*', () => {});
    await press(device, page.locator('#last'));
    await page.waitForFunction(() => document.getElementById('verdict-words').textContent === 'Asking…');
    await open_setup(device, page);
    await page.locator('#setup-rules').selectOption('loses');
    await page.waitForFunction(() => /^Move 15: /.test(document.getElementById('board-said').textContent));
    await settled(page);
    assert.match(await words(page), /has (won|lost)/);  // the player who had to pass is stuck
  });

  on('an answer that is not JSON is reported', kBoard, async page => {
    await page.waitForFunction(() => /cannot be read/.test(document.getElementById('verdict-more').textContent));
  }, {prepare: page => page.route('**/api/position?*', route => route.fulfill({status: 200, body: '<html>'}))});

  on('an impossible move is named, and the position before it is shown', `${kBoard}&moves=${first.move}+a1a2+b2b4`, async page => {
    const {error} = await get('position', {position: kStart, moves: `${first.move} a1a2`});
    const says = text => page.waitForFunction(wanted => document.getElementById('board-said').textContent.toLowerCase() === `${wanted.toLowerCase()}.`, text);
    await says(error);
    await shows(page, verdict(second));
    assert.equal(await page.locator('.record button').count(), 3, 'no move is lost');
    // Redo leads to the impossible move again, so the page shows the same message.
    await press(device, page.locator('#redo'));
    await says(error);
    await shows(page, verdict(second));
    // Instead of the impossible move, the user can play a legal one.
    await press(device, page.locator('.moves button').first());
    await shows(page, verdict(await position_of(`${first.move} ${second.moves[0].move}`)));
    assert.equal(await page.locator('#board-said').textContent(), '');
  });

  on('a checkpoint shows how far it is, a file without distances what it has', '#statistics=4x4-3-loses.uisge', async page => {
    await page.locator('.figures').first().waitFor();
    assert.match(await page.locator('#statistics').textContent(), /all results within 12 plies are known, 1,000 positions are not decided yet/);
  }, {prepare: page => page.route('**/api/statistics?*', route => json(route, {
    board: '4x4', pieces: 3, stuck: 'loses', diagonal_jumps: false, complete: false, decided_plies: 12, live: '9007199254740993', won: 5, lost: 4, drawn: null,
    undecided: 1000, longest_distance: null, longest_example: null, by_distance: [], start: {position: kStart, value: null, distance: null, no_forced_win_within: 12}, by_crowns: null}))});

  on('while the page waits for an answer, the record is right, and the line of the position before cannot be played', kBoard, async page => {
    await shows(page, verdict(start));
    const send_late = await hold(page, '**/api/position?*');
    const step = page.getByRole('button', {name: 'Step through'});
    await press(device, step);
    await page.waitForFunction(() => document.getElementById('verdict-words').textContent === 'Asking…');
    assert.equal(await page.locator('#record button').first().textContent(), first.move);
    assert.equal(await page.locator('#balance > *').count(), 0);
    assert.deepEqual(await page.locator('.stale').evaluateAll(shown => shown.map(({id}) => id).sort()), ['line', 'moves', 'rules']);
    await press(device, step);
    await press(device, page.locator('.line button').nth(1));
    await send_late();
    await shows(page, verdict(second));
    assert.ok(page.url().endsWith(`moves=${start.line.join('+')}&at=1`), page.url());
  });

  on('an address with moves to a position without an answer shows this position', `${kBoard}&moves=${first.move}`, async page => {
    const [from, to] = [first.move.slice(0, 2), first.move.slice(2)];
    await page.locator(`[data-square="${to}"][aria-label="${to}, white crown"]`).waitFor({state: 'attached'});
    assert.equal(await page.locator(`[data-square="${from}"]`).getAttribute('aria-label'), `${from}, empty`);
    assert.equal(await page.locator('.pieces > g').count(), 6);
    assert.match(await page.locator('#board').getAttribute('aria-label'), /4 files by 4 ranks, Black to move/);
    assert.equal(await words(page), 'Not solved here');
  }, {prepare: page => page.route('**/api/position?*moves=*', route => json(route, {error: 'no file holds it'}, 404))});

  on('the title of the window says what the page shows, also without an answer', kBoard, async page => {
    const has_title = title => page.waitForFunction(wanted => document.title === `${wanted} · Uisge`, title);
    const go_to = address => page.evaluate(text => { location.hash = text; }, address);
    await has_title(verdict(start));
    await press(device, page.locator('#edit'));
    await has_title('Editing');
    await press(device, page.locator('#edit-cancel'));
    await has_title(verdict(start));
    await go_to(`${kBoard}&moves=${first.move}`);
    await has_title('Asking…');
    await has_title('Not solved here');
    await go_to(kBoard);
    await has_title(verdict(start));
    await go_to('#document=nothing.md');
    await has_title('Document');
  }, {prepare: page => page.route('**/api/position?*moves=*', async route => {
    await new Promise(done => setTimeout(done, 1500));
    await json(route, {error: 'no file holds it'}, 404);
  })});
}
