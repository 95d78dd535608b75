// Starts Debian's Chromium for the tests, and has the helpers that most tests of the page need. UISGE_URL is the
// address of a running `uisge serve`. UISGE_SITE_URL is the address of a static site with the same boards, which works
// without `uisge serve`. If UISGE_SITE_URL is set, the tests test the page of that site.
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';
import {launched} from './chromium.mjs';

const server_url = process.env.UISGE_URL;
assert.ok(server_url, 'UISGE_URL names no server; scripts/test_page.sh starts one');
export const is_site = Boolean(process.env.UISGE_SITE_URL);
export const url = process.env.UISGE_SITE_URL || server_url;

export const kStart = '1b2/1bb1/1ww1/2w1 w';
export const kBoard = `#position=${kStart.replace(' ', '+')}&stuck=loses`;
export const kIllegal = '#position=1b2/1bb1/1ww1/4+w&stuck=loses';  // an address with a position that is refused
export const kOverviewRows = '.panel[aria-labelledby="overview-title"] tbody tr';  // the rows of the statistics, one per file
export const kExchanged = '1w2/1ww1/1bb1/2b1 b';  // kStart with the colours exchanged
// Moves from kStart under `passes`, after which the next move is a pass.
export const kBeforePass = 'b2d2 b4b2 d2d3 b2b1 d3c4 b3d3 c4b3 d3c4 b3b4 c4b3 b4c4 b3b4 c4b3 b4a3';

const kDesktop = {viewport: {width: 1280, height: 800}};
const kTablet = {viewport: {width: 768, height: 1024}, hasTouch: true};
const kPhone = {viewport: {width: 390, height: 844}, hasTouch: true, isMobile: true, deviceScaleFactor: 2};
export const kDevices = [
  {name: 'desktop, light', is_phone: false, options: {...kDesktop, colorScheme: 'light'}},
  {name: 'phone, dark', is_phone: true, options: {...kPhone, colorScheme: 'dark'}},
];
export const kAllDevices = [
  ...kDevices,
  {name: 'desktop, dark', is_phone: false, options: {...kDesktop, colorScheme: 'dark'}},
  {name: 'phone, light', is_phone: true, options: {...kPhone, colorScheme: 'light'}},
  {name: 'tablet, light', is_phone: false, options: {...kTablet, colorScheme: 'light'}},
  {name: 'tablet, dark', is_phone: false, options: {...kTablet, colorScheme: 'dark'}},
];

let browser;
before(async () => { browser = await launched(); });
after(() => browser.close());

// Opens an address and passes the page to `work`. Fails if the page had an error or broke its content security policy.
// `may_miss`: the test expects files that cannot be loaded, which the browser reports on its console.
export async function with_page(device, address, work, {prepare, may_miss = !is_site} = {}) {
  // The service worker is blocked: it keeps copies for use without a network, which would hide what a test changes on
  // the web server.
  const context = await browser.newContext({serviceWorkers: 'block', ...device.options, permissions: ['clipboard-read', 'clipboard-write']});
  const page = await context.newPage();
  // On the first visit the page explains the game in pictures. A test sees these pictures only if its address has
  // a query, such as "?first".
  await page.addInitScript(() => { if (!location.search && location.protocol !== 'about:') localStorage.setItem('intro', 'seen'); });
  page.setDefaultTimeout(10000);
  const errors = [];
  page.on('pageerror', error => errors.push(String(error)));
  page.on('console', message => { if (/Content Security Policy/.test(message.text()) || (message.type() === 'error' && !may_miss)) errors.push(message.text()); });
  page.on('dialog', dialog => { errors.push(`dialog: ${dialog.message()}`); dialog.dismiss(); });
  try {
    await prepare?.(page);
    await page.goto(new URL(address, url).href);
    await work(page);
    assert.deepEqual(errors, []);
  } finally {
    await context.close();
  }
}

// Returns a function that adds a test with this device.
export const on_device = device => (name, address, work, more) => test(`${name} (${device.name})`, () => with_page(device, address, work, more));

export const get = async (path, parameters = {}) => (await fetch(`${server_url}api/${path}?${new URLSearchParams(parameters)}`)).json();
export const position_of = (moves, rules = {}) => get('position', {position: kStart, moves, ...rules});
// The answers about kStart and about the position after its best move.
export const start = await position_of('');
export const [first] = start.moves;
export const second = await position_of(first.move);

// Changes the answer of GET /api/files before the page gets it. A site has this answer in files.json.
export const with_offer = (page, change) => page.route(is_site ? '**/files.json' : '**/api/files', async route => {
  const answer = await (await route.fetch()).json();
  route.fulfill({contentType: 'application/json', body: JSON.stringify(is_site ? {...answer, offer: change(answer.offer)} : change(answer))});
});

// Holds back requests for which `is_late` is true. Returns a function that sends those that were held back so far, and
// waits until the page has the answer of each that it has not given up.
export async function hold(page, pattern, is_late = () => true) {
  const held = [];
  await page.route(pattern, route => is_late(route.request()) ? void held.push(route) : route.continue());
  const ended = new Set();
  for (const event of ['requestfinished', 'requestfailed']) page.on(event, request => ended.add(request));
  return async () => {
    assert.ok(held.length > 0);
    for (const route of held.splice(0)) {
      await route.continue().catch(() => {});
      for (let i = 0; !ended.has(route.request()); ++i) {
        assert.ok(i < 200, 'the request neither has an answer nor was given up');
        await page.waitForTimeout(50);
      }
    }
    await page.waitForTimeout(100);
  };
}

export const words = page => page.locator('#verdict-words').textContent();
export const square = (page, name) => page.locator(`[data-square="${name}"]`);
export const hash = page => page.evaluate(() => decodeURIComponent(location.hash.replaceAll('+', ' ')));

// Waits until the page has the answer about the position that it shows.
export const settled = page => page.waitForFunction(() => document.getElementById('board').getAttribute('aria-busy') === 'false' && !document.querySelector('.verdict.asking'));
export async function shows(page, text) {
  await page.waitForFunction(wanted => document.getElementById('verdict-words').textContent === wanted, text);
  await settled(page);
}

// Returns the verdict in the page's words, such as "White wins in 37 plies".
export function verdict({value, distance, position}) {
  if (value === 'draw') return 'Draw';
  const mover = position.endsWith(' w') ? 'White' : 'Black', other = mover === 'White' ? 'Black' : 'White';
  return `${value === 'win' ? mover : other} wins in ${distance} ${distance === 1 ? 'ply' : 'plies'}`;
}

// Clicks an element, or taps it on a phone.
export const press = (device, locator) => device.is_phone ? locator.tap() : locator.click();

// Opens the part of the page for setting up a game, which is folded on a phone.
export const open_setup = (device, page) => device.is_phone && page.locator('#setup summary').tap();

// Presses a button that copies. Returns the copied text when the element with the id `said` says that it is copied.
export async function copied_by(device, page, button, said) {
  await press(device, page.locator(button));
  await page.waitForFunction(id => document.getElementById(id).textContent === 'Copied.', said);
  return page.evaluate(() => navigator.clipboard.readText());
}

// Taps or clicks on the middle of a square. Playwright's own click() refuses an element over which something else is
// drawn.
export async function press_square(device, page, name) {
  const face = square(page, name).locator('.face');
  await face.scrollIntoViewIfNeeded();
  const box = await face.boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  if (device.is_phone) await page.touchscreen.tap(x, y);
  else await page.mouse.click(x, y);
}

export async function drag(page, from, to) {
  const middle = async name => {
    const box = await square(page, name).locator('.face').boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  await square(page, from).locator('.face').scrollIntoViewIfNeeded();
  const target = typeof to === 'string' ? await middle(to) : to;
  await page.mouse.move(...await middle(from));
  await page.mouse.down();
  await page.mouse.move(...target, {steps: 5});
  await page.mouse.up();
}

// Whether the focus is within the element with this id.
export const has_focus = (page, id) => page.evaluate(place => document.activeElement.closest(`#${place}`) !== null, id);
