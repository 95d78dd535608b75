// Tests the web site that needs no server of ours: the site gives the program's answers, fetches little, and says what
// it cannot fetch. Long because its tests share a site on this disk, and web servers whose behaviour a test can change.
import assert from 'node:assert/strict';
import {closeSync, cpSync, fstatSync, mkdtempSync, openSync, readFileSync, readSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, test} from 'node:test';
import {pathToFileURL} from 'node:url';
import {gunzipSync} from 'node:zlib';
import {first, get, kBoard, kDevices, press, press_square, second, settled, shows, start, verdict, with_page} from './browser.mjs';
import {count_network} from './network.mjs';
import {serve} from './static_server.mjs';

const site = process.env.UISGE_SITE;
assert.ok(site && process.env.UISGE_LARGE_SITE, 'scripts/test_page.sh --site runs these tests');
const {Probe} = await import(pathToFileURL(join(site, 'probe.js')));
const file = {file: '4x4-3-loses.uisge'};  // that of kBoard

// The following tests need no browser.

// A site's files on this disk, read as if over a network: bytes can be read only after they were asked for and fetch()
// was called.
class SlowFiles {
  #descriptors;
  #there = new Set();
  #missing = new Set();
  constructor(folder, names) {
    this.names = names;
    this.#descriptors = names.map(name => openSync(join(folder, name)));
  }
  close() { this.#descriptors.forEach(number => closeSync(number)); }
  number_of(name) { return this.names.indexOf(name); }
  bytes(number) { return fstatSync(this.#descriptors[number]).size; }
  record_missing(number, offset, bytes) {
    const key = `${number} ${offset} ${bytes}`;
    if (!this.#there.has(key)) this.#missing.add(key);
  }
  read(number, offset, target) {
    const key = `${number} ${offset} ${target.length}`;
    if (!this.#there.has(key)) {
      this.#missing.add(key);
      return false;
    }
    return readSync(this.#descriptors[number], target, 0, target.length, offset) === target.length;
  }
  fetch() {
    const was_missing = this.#missing.size > 0;
    for (const key of this.#missing) this.#there.add(key);
    this.#missing.clear();
    return was_missing;
  }
}

function random_numbers(seed) {
  return below => {
    seed = Math.imul(seed ^ (seed >>> 15), 0x2c1b3c6d) + 0x6d2b79f5 | 0;
    return ((seed ^ (seed >>> 13)) >>> 0) % below;
  };
}

test('the module answers as the server does, byte by byte', async t => {
  const {files} = JSON.parse(readFileSync(join(site, 'files.json'), 'utf8'));
  const local = new SlowFiles(site, files.map(({name}) => name));
  const module = await WebAssembly.compile(gunzipSync(readFileSync(join(site, 'uisge_probe.wasm.gz'))));
  const probe = await Probe.make(module, local, local.names);
  let rounds = 0;
  const ask = request => {
    for (let round = 0; round < 1000; ++round, ++rounds) {
      const answer = probe.answer(request);
      if (!local.fetch()) return answer;
    }
    throw new Error('no end of asking');
  };
  let count = 0;
  const compare = async (method, path, query, body = '') => {
    const response = await fetch(`${process.env.UISGE_URL}${path.slice(1)}${query && '?' + query}`, method === 'POST' ? {method, body} : {});
    const wanted = {status: response.status, text: await response.text()};
    const found = ask({method, path, query, body});
    assert.deepEqual(found, wanted, `${method} ${path} ${query} ${body}`);
    ++count;
    return JSON.parse(found.text);
  };

  const random = random_numbers(7);
  for (const {stuck, diagonal_jumps, start, longest} of (await compare('GET', '/api/files', '')).files) {
    const rules = {stuck, diagonal_jumps};
    const query = parameters => new URLSearchParams(parameters).toString();
    let from = start;
    if (!from) from = (await get('statistics', {file: files[0].name})).longest_example;
    let moves = [], here = from;
    for (let ply = 0; ply < 100; ++ply) {
      const answer = await compare('GET', '/api/position', query({position: here, ...rules, hardness: [0, 1, 3][ply % 3]}));
      if (!answer.moves?.length) {
        await compare('POST', '/api/annotate', '', JSON.stringify({position: from, moves: moves.join(' '), ...rules}));
        [moves, here] = [[], from];
        continue;
      }
      const move = answer.moves[random(answer.moves.length)];
      moves.push(move.move);
      here = move.position;
      if (ply % 10 === 0) await compare('GET', '/api/rules', query({position: here, ...rules}));
    }
    await compare('POST', '/api/annotate', '', JSON.stringify({position: from, moves: moves.join(' '), ...rules}));
    await compare('POST', '/api/positions', '', JSON.stringify({positions: [from, here, 'nonsense', '7/7/7/7/7/7 w'], ...rules}));
  }
  for (const query of ['position=nonsense', 'position=start', 'position=', 'moves=a1', 'positions=start', 'stuck=never', 'position=%', `position=${'w'.repeat(4000)}`, 'hardness=2', 'line=maybe'])
    await compare('GET', '/api/position', query);
  for (const body of ['', '{}', '[]', '{"positions": 1}', '{"positions": [1]}', '{"x": 1}', '{"positions": ["\\ud800"]}', '\u0000'])
    await compare('POST', '/api/positions', '', body);
  await compare('GET', '/api/nothing', '');
  await compare('GET', '/api/positions', '');
  t.diagnostic(`${count} answers, ${rounds} of them asked again`);
  assert.ok(count > 500 && rounds > 100);
  local.close();
});

// The following tests need a browser. Each test has a web server of its own, and changes the behaviour of that server.

async function on_server(folder, work, device = kDevices[0], more = {}) {
  const server = await serve(folder);
  try {
    await with_page(device, new URL(more.address ?? kBoard, server.url).href, page => work(page, server), {may_miss: true, ...more, prepare: async page => more.prepare?.(server, page)});
  } finally {
    server.close();
  }
}

const says = (page, pattern) => page.waitForFunction(([source]) => new RegExp(source).test(document.getElementById('verdict-more').textContent), [pattern.source]);
const is_database = path => path.endsWith('.uisge');
const is_of_board = path => path === `/${file.file}`;

const copies = [];
after(() => copies.forEach(folder => rmSync(folder, {recursive: true})));
// Makes a copy of the site, in which one file is changed: `change(bytes)` returns the new bytes, or null to remove the
// file.
function changed_site(name, change) {
  const folder = mkdtempSync(join(tmpdir(), 'uisge-site-'));
  copies.push(folder);
  cpSync(site, folder, {recursive: true});
  const place = join(folder, name), bytes = change(readFileSync(place));
  if (bytes === null) rmSync(place);
  else writeFileSync(place, bytes);
  return folder;
}

for (const device of kDevices) {
  test(`a server without ranges: all of a file is fetched, and that is said (${device.name})`, () => on_server(site, async page => {
    await page.waitForFunction(() => /cannot send parts of files: all of .*\.uisge is being fetched, \d+\.\d MiB/.test(document.getElementById('site-notice').textContent));
    await shows(page, verdict(start));
    assert.ok(await page.locator('#site-notice').isHidden(), 'what has been done is said no more');
    await press_square(device, page, first.move.slice(0, 2));
    await press_square(device, page, first.move.slice(2));
    await shows(page, verdict(second));
  }, device, {may_miss: false, prepare: server => {
    server.behaviour.ranges = false;
    // The answer is delayed, so that the notice stays for a while.
    server.behaviour.before = async (path, request, response) => {
      if (!is_of_board(path)) return false;
      const bytes = readFileSync(join(site, path));
      response.writeHead(200, {'Content-Length': bytes.length});
      response.write(bytes.subarray(0, 100));
      await new Promise(done => setTimeout(done, 500));
      response.end(bytes.subarray(100));
      return true;
    };
  }}));

  test(`a server that does not answer is reported, and asked again (${device.name})`, () => on_server(process.env.UISGE_LARGE_SITE, async (page, server) => {
    await settled(page);
    const words = await page.locator('#verdict-words').textContent();
    assert.match(words, /^White wins in/);
    server.behaviour.before = async (path, request) => { request.socket.destroy(); return true; };
    await press(device, page.locator('.moves button').nth(1));
    await says(page, /7x6-4-loses.uisge: the web server does not answer/);
    assert.equal(await page.locator('#verdict-words').textContent(), 'No answer');
    server.behaviour.before = null;
    await press(device, page.locator('#again'));
    await shows(page, 'Draw');
  }, device, {address: ''}));
}

test('files that are missing are named, and asked for again', () => on_server(site, async (page, server) => {
  await says(page, /uisge: the web server answers with status 404/);
  server.behaviour.before = null;
  await page.locator('#again').click();
  await shows(page, verdict(start));
}, kDevices[0], {prepare: server => {
  server.behaviour.before = async (path, request, response) => is_database(path) && Boolean(response.writeHead(404).end('no'));
}}));

for (const [name, change, pattern] of [
  ['files.json', () => null, /files\.json: cannot be fetched, or is no JSON/],
  ['files.json', () => '<html>', /files\.json: cannot be fetched, or is no JSON/],
  ['files.json', () => '{"files": [{"name": 1}]}', /files\.json: is no list of databases/],
  ['uisge_probe.wasm.gz', () => null, /uisge_probe\.wasm\.gz: the web server answers with status 404/],
  ['uisge_probe.wasm.gz', bytes => bytes.subarray(0, bytes.length / 2), /uisge_probe\.wasm\.gz: cannot be run/],
  ['uisge_probe.wasm.gz', () => '<html>', /uisge_probe\.wasm\.gz: cannot be run/],
  ['stored.js', () => null, /could not be started: worker\.js/],
  ['worker.js', () => null, /could not be started: worker\.js/],
  ['probe.js', () => null, /could not be started: worker\.js/],
  [file.file, () => null, /\.uisge: the web server answers with status 404/],
  [file.file, bytes => bytes.subarray(0, bytes.length - 1), /\.uisge: is not the file on the web server that it was/],
  [file.file, () => '', /\.uisge: (is not the file on the web server that it was|the web server)/],
  [file.file, bytes => Buffer.concat([bytes, Buffer.from('x')]), /\.uisge: is not the file on the web server that it was/],
  [file.file, bytes => { bytes[bytes.length >> 1] ^= 1; return bytes; }, /\.uisge: .*(damaged|checksum)/],
  [file.file, bytes => bytes.fill(0), /\.uisge: .*no uisge database|\.uisge: .*not a/],
]) test(`a site with a broken file says which it is: ${name}, ${pattern.source}`, () => on_server(changed_site(name, change), page => says(page, pattern)));

// The file on the disk stays as it is; after the first answer the server sends other headers for it.
for (const [name, change, pattern] of [
  ['another file has taken its place', ({ETag, ...others}) => ({ETag: '"other"', ...others}), /is not the file on the web server that it was/],
  ['one without a tag has taken its place', ({ETag, ...others}) => ({...others, 'Last-Modified': 'Thu, 01 Jan 1970 00:00:00 GMT'}), /is not the file on the web server that it was/],
  ['it has another length', headers => ({...headers, 'Content-Range': headers['Content-Range'].replace(/[0-9]+$/, '12')}), /is not the file on the web server that it was/],
  ['another part is sent', headers => ({...headers, 'Content-Range': 'bytes 7-2054/13382233'}), /another part of the file/],
  ['less is sent', headers => ({...headers, 'Content-Length': 100}), /another part of the file|broke off|does not answer/],
]) test(`between two questions: ${name}`, () => on_server(process.env.UISGE_LARGE_SITE, async (page, server) => {
  await settled(page);
  await page.locator('.line button').first().waitFor();
  server.behaviour.change = (path, {status, headers}) => ({status, headers: is_database(path) ? change(headers) : headers});
  await page.locator('.moves button').nth(3).click();
  await says(page, pattern);
}, kDevices[0], {address: ''}));

for (const [name, meddle, pattern] of [
  ['the server has had enough', response => response.writeHead(429).end(), /answers with status 429/],
  ['the server breaks off', response => { response.writeHead(206, {'Content-Length': 2048}); response.write('x'); setTimeout(() => response.destroy(), 50); }, /broke off|does not answer/],
  ['an error is sent as if it were the file', response => response.writeHead(206, {'Content-Type': 'text/html'}).end('<h1>Error</h1>'), /another part of the file/],
  ['nonsense of the right length is sent', (response, range) => { const [first, last] = range.match(/[0-9]+/g); response.writeHead(206).end(Buffer.alloc(last - first + 1, 0x55)); }, /unit [0-9]+ is damaged/],
]) test(`between two questions: ${name}`, () => on_server(process.env.UISGE_LARGE_SITE, async (page, server) => {
  await settled(page);
  await page.locator('.line button').first().waitFor();
  server.behaviour.before = async (path, request, response) => {
    if (is_database(path)) meddle(response, request.headers.range);
    return is_database(path);
  };
  await page.locator('.moves button').nth(3).click();
  await says(page, pattern);
  server.behaviour.before = null;
}, kDevices[0], {address: ''}));

test('a database that is larger than a server without ranges may send is refused', () => on_server(changed_site('files.json', text => JSON.stringify({...JSON.parse(text), files: [{name: file.file, bytes: 2 ** 30}]})), async page => {
  await says(page, /sends whole files only, and the file is too large for that/);
}, kDevices[0], {prepare: server => { server.behaviour.ranges = false; }}));

test('the site reports positions that no file holds', () => on_server(site, async page => {
  await page.waitForFunction(() => document.getElementById('verdict-words').textContent === 'Not solved here');
  await says(page, /no file here holds 7x6/);
}, kDevices[0], {address: '#position=7/2bb3/2bb3/3wW2/3ww2/7+w&stuck=loses', may_miss: false}));

test('the site shows what is known of a start that no file holds', () => on_server(site, async page => {
  await page.waitForFunction(() => document.getElementById('verdict-words').textContent.startsWith('Known: White wins'));
  await says(page, /graphics card/);
  assert.ok(await page.locator('#verdict').evaluate(box => box.classList.contains('known')));
  // After the first move the page shows verdicts of the book.
  await page.locator('.moves button', {hasText: 'd3b3'}).click();
  await says(page, /from the book of first moves/);
  assert.equal(await page.locator('.moves .loss .worth').textContent(), 'loses in 16');
}, kDevices[0], {address: '#position=7/2bb3/1bbbb2/2wwww1/3ww2/7+w&stuck=loses', may_miss: false}));

test('the real game can be chosen without a file of it', () => on_server(site, async page => {
  await page.waitForFunction(() => /wins in \d+ plies$/.test(document.getElementById('verdict-words').textContent));
  await page.locator('#setup-board').selectOption('7x6/6');
  await page.locator('.below').first().waitFor();
  assert.equal(await page.locator('#setup-rules').inputValue(), 'loses');
}, kDevices[0], {address: kBoard.replace('loses', 'wins'), may_miss: false}));

test('the program plays the move of the table of known starts', () => on_server(site, async page => {
  await page.locator('.record button').first().waitFor();
  assert.equal(await page.locator('.record button').first().textContent(), 'd3d1');
}, kDevices[0], {address: '#position=7/2bb3/1bbbb2/2wwww1/3ww2/7+w&stuck=draws&program=w&level=9', may_miss: false}));

test('many moves in a row: only the last counts', () => on_server(process.env.UISGE_LARGE_SITE, async page => {
  await settled(page);
  await page.getByRole('button', {name: 'Step through'}).click();
  for (let ply = 0; ply < 10; ++ply) await page.keyboard.press('ArrowRight');
  await shows(page, 'White wins in 26 plies');
}, kDevices[0], {address: '', may_miss: false}));

// The browser keeps page and database, so that both work without a network. If the site has a newer version, the
// browser shows it at the second load.
const kKeeping = {...kDevices[0], options: {...kDevices[0].options, serviceWorkers: 'allow'}};
async function becomes_true(page, is_true, argument) {
  for (let tries = 0; tries < 150; ++tries) {
    if (await page.evaluate(is_true, argument)) return;
    await page.waitForTimeout(200);
  }
  throw new Error(`not true in time: ${is_true}`);
}
// Waits until the browser keeps the database for the site that the page shows.
const is_kept = (page, name) => becomes_true(page, async name => {
  const whole = `${new URL(name, location.href).href}?`;
  for (const cache of await caches.keys())
    if ((await (await caches.open(cache)).keys()).some(({url}) => url.startsWith(whole))) return true;
  return false;
}, name);

test('after the first visit the site works without a network', () => on_server(process.env.UISGE_LARGE_SITE, async (page, server) => {
  await settled(page);
  const words = await page.locator('#verdict-words').textContent();
  await is_kept(page, '7x6-4-loses.uisge');
  let requests = 0;
  server.behaviour.before = async (path, request) => { ++requests; request.socket.destroy(); return true; };
  await page.reload();
  await shows(page, words);
  await page.locator('.moves button').nth(1).click();
  await shows(page, 'Draw');
  await page.locator('#puzzle-new').click();
  await page.waitForFunction(() => document.getElementById('verdict-words').textContent.startsWith('Puzzle'));
  await page.locator('#to-statistics').click();
  await page.locator('.crowns td').first().waitFor();
  assert.ok(requests <= 2, `${requests} requests: at most those that look for a new service worker`);
}, kKeeping, {address: ''}));

test('a new version of the site appears at the second load', () => {
  const folder = changed_site('index.html', text => text);
  return on_server(folder, async page => {
    await settled(page);
    await is_kept(page, file.file);
    // Another site of this host has the folder /a/, and entries in the caches of version 0.2.0.
    await page.evaluate(async () => (await caches.open('uisge databases')).put('/a/old', new Response('')));
    const worker = join(folder, 'sw.js');
    writeFileSync(join(folder, 'index.html'), readFileSync(join(folder, 'index.html'), 'utf8').replace('<h1>', '<h1 class="renewed">'));
    writeFileSync(worker, readFileSync(worker, 'utf8').replace(/"version": "\w+"/, '"version": "renewed"'));
    await page.reload();
    await shows(page, verdict(start));
    await becomes_true(page, async () => (await caches.keys()).some(name => name.endsWith(' page renewed')) && (await caches.keys()).length === 3);
    await page.reload();
    await shows(page, verdict(start));
    assert.equal(await page.locator('h1.renewed').count(), 1);
    assert.ok(await page.evaluate(async () => await caches.match('/a/old') !== undefined), 'the entry of the other site is still there');
  }, kKeeping);
});

test('two sites of one host work without a network, take their databases out of the caches of version 0.2.0, and leave each other theirs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'uisge-sites-'));
  copies.push(folder);
  for (const name of ['a', 'b']) cpSync(site, join(folder, name), {recursive: true});
  const worker = join(folder, 'b', 'sw.js');
  writeFileSync(worker, readFileSync(worker, 'utf8').replace(/"version": "\w+"/, '"version": "other"'));
  return on_server(folder, async (page, server) => {
    await shows(page, verdict(start));
    await is_kept(page, file.file);
    // Version 0.2.0 gave all sites the same cache for databases. It has a database of the second site, which is marked.
    await page.evaluate(async name => {
      const old = await caches.open('uisge databases');
      for (const path of ['/a/old', '/b/old']) await old.put(path, new Response(''));
      const own = await caches.open(`uisge ${new URL('.', location.href).href} databases`);
      const entry = (await own.keys()).find(({url}) => url.startsWith(new URL(`${name}?`, location.href).href));
      const whole = await own.match(entry), headers = new Headers(whole.headers);
      headers.set('X-Version', '0.2.0');
      await old.put(entry.url.replace('/a/', '/b/'), new Response(await whole.blob(), {headers}));
      await (await caches.open('uisge page 0')).put('/b/index.html', new Response(''));
    }, file.file);
    await page.goto(new URL(`b/${kBoard}`, server.url).href);
    await shows(page, verdict(start));
    await becomes_true(page, async () => (await navigator.serviceWorker.ready).active.state === 'activated');
    // The marked database was not fetched again.
    await becomes_true(page, async name => {
      const own = await caches.open(`uisge ${new URL('.', location.href).href} databases`);
      return (await own.match(name, {ignoreSearch: true}))?.headers.get('X-Version') === '0.2.0';
    }, file.file);
    assert.equal(await page.evaluate(() => caches.has('uisge page 0')), false, 'an empty cache is removed');
    assert.deepEqual(await page.evaluate(async () => (await (await caches.open('uisge databases')).keys()).map(({url}) => new URL(url).pathname)), ['/a/old']);
    server.behaviour.before = async (path, request) => { request.socket.destroy(); return true; };
    for (const name of ['a', 'b']) {
      await page.goto(new URL(`${name}/${kBoard}`, server.url).href);
      await shows(page, verdict(start));
    }
  }, kKeeping, {address: `a/${kBoard}`});
});

test('the site has the statistics and puzzles of the server', async () => {
  const read = name => JSON.parse(readFileSync(join(site, 'stored', name), 'utf8'));
  assert.deepEqual(read(`${file.file}.statistics.json`), await get('statistics', {file: file.file}));
  for (const level of [1, 2, 3]) assert.deepEqual(read(`${file.file}.puzzles-${level}.json`), await get('puzzles', {file: file.file, level}));
});

test('the real game answers from its proof, for the first plies', () => on_server(process.env.UISGE_REAL_SITE, async page => {
  await page.waitForFunction(() => /^White wins within \d+ plies$/.test(document.getElementById('verdict-words').textContent));
  await says(page, /from 7x6-6-draws.proof/);
  assert.match(await page.locator('.moves li').first().textContent(), /^d3d1.*wins within/);
  await page.locator('.moves button').first().click();
  await page.waitForFunction(() => document.querySelectorAll('.record button').length === 1);
  await settled(page);
  await page.locator('.moves button').first().click();
  await settled(page);
  await page.waitForFunction(() => /^White wins within/.test(document.getElementById('verdict-words').textContent));
}, kDevices[0], {address: '', may_miss: false}));

// The bytes that a connection of 5 Mbit/s carries in a second. The tests count bytes, since times depend on the
// machine.
const kSecond = 5e6 / 8;

// All files are sent as they are, without compression.
test('the first verdict takes a second of a line of 5 Mbit/s', t => on_server(process.env.UISGE_LARGE_SITE, async (page, server) => {
  const counted = await count_network(page);
  await page.goto(server.url, {waitUntil: 'commit'});
  await page.waitForFunction(() => /^White wins in \d+ plies$/.test(document.getElementById('verdict-words')?.textContent), null, {polling: 10});
  const {bytes, requests} = counted;
  await page.locator('.line button').first().waitFor();
  t.diagnostic(`verdict: ${(bytes / 1000).toFixed(0)} kB in ${requests} requests; best play: ${(counted.bytes / 1000).toFixed(0)} kB in ${counted.requests}`);
  assert.ok(counted.requests > 30 && bytes > 100000, 'everything was counted');
  assert.ok(bytes <= kSecond, `${bytes} bytes`);
}, kDevices[0], {address: 'about:blank', may_miss: false}));

const real_site = process.env.UISGE_REAL_SITE;
const read_real = (...path) => JSON.parse(readFileSync(join(real_site, ...path), 'utf8'));
// The stored answer about the real game's position after `moves`.
const of_proof = (moves, stuck) => read_real('stored', 'known.json').answers.find(one => one.moves === moves && one.answer.stuck === stuck).answer;
const kAfterTwoPlies = '#position=7/2bb3/1bbbb2/2wwww1/3ww2/7+w&moves=d3d1+c5e5';

for (const stuck of ['loses', 'wins']) test(`in the real game the program plays the move of the proof, under ${stuck}`, () => on_server(real_site, async page => {
  await page.locator('.record button').nth(2).waitFor();
  assert.equal(await page.locator('.record button').nth(2).textContent(), of_proof('d3d1 c5e5', stuck).moves[0].move);
}, kDevices[0], {address: `${kAfterTwoPlies}&stuck=${stuck}&program=w&level=10`, may_miss: false}));

test('in the real game the proof gives the verdicts under all rules for stuck players', () => on_server(real_site, async page => {
  await page.waitForFunction(() => document.querySelectorAll('.rules td button').length === 4);
  for (const [row, stuck] of ['loses', 'wins', 'draws', 'passes'].entries()) {
    const words = await page.locator('.rules tbody tr').nth(row).locator('td').first().textContent();
    assert.ok(words.endsWith(`White wins within ${of_proof('d3d1 c5e5', stuck).within} plies`), words);
  }
}, kDevices[0], {address: `${kAfterTwoPlies}&stuck=loses`, may_miss: false}));

// solver/search/move_choice.h has the probabilities.
test('in the real game the strongest level plays the best move of the proof, the weakest level plays it as often as it should', async () => {
  const {StoredAnswers} = await import(pathToFileURL(join(real_site, 'stored.js')));
  const {fetch} = globalThis;
  globalThis.fetch = async path => new Response(readFileSync(join(real_site, path)));
  try {
    const stored = new StoredAnswers(read_real('files.json').offer);
    const {position, moves: [best, ...others]} = of_proof('', 'loses');
    assert.ok(best.value === 'win' && others.every(({value}) => value === null));
    const query = level => new URLSearchParams({position, stuck: 'loses', diagonal_jumps: false, level}).toString();
    const share_of_best = async level => {
      const played = await Promise.all(Array.from({length: 4000}, () => stored.answer({method: 'GET', path: '/api/move', query: query(level)})));
      return played.filter(({move}) => move === best.move).length / played.length;
    };
    const weights = others.map((_, place) => Math.exp(-(100 + 2 * place) / 200));
    const expected = 1 / (1 + weights.reduce((sum, weight) => sum + weight, 0));
    assert.ok(Math.abs(await share_of_best(1) - expected) < 0.05);
    assert.equal(await share_of_best(10), 1);
    assert.deepEqual(await stored.answer({method: 'GET', path: '/api/move', query: query(10)}), {move: best.move, position: best.position, level: 10});
  } finally {
    globalThis.fetch = fetch;
  }
});
