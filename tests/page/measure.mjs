// Measures how fast the page shows itself and answers. scripts/test_page.sh --measure runs it, on a quiet machine.
//   node measure.mjs ADDRESS FOLDER    ADDRESS: a server of a database of four a side on 7x6; FOLDER: a site made of it
import {launched} from './chromium.mjs';
import {count_network} from './network.mjs';
import {serve} from './static_server.mjs';

const kClicks = 40;
const kLine = {offline: false, latency: 50, downloadThroughput: 20e6 / 8, uploadThroughput: 20e6 / 8};

const [address, folder] = process.argv.slice(2);
const browser = await launched();
const new_page = async () => (await browser.newContext({viewport: {width: 1280, height: 800}, serviceWorkers: 'block'})).newPage();

// The time from a click on a move of the list until a frame shows the verdict of the position after it.
async function click_times(page) {
  await page.goto(address);
  await page.locator('.rules td').first().waitFor();
  const paint = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime);
  const times = await page.evaluate(async clicks => {
    const times = [];
    while (times.length < clicks) {
      const buttons = [...document.querySelectorAll('.moves button')];
      const button = buttons[times.length % (buttons.length || 1)] ?? document.getElementById('new-game');
      const begin = performance.now();
      await new Promise(done => {
        const watch = new MutationObserver(() => {
          if (document.getElementById('board').getAttribute('aria-busy') !== 'false' || document.querySelector('.verdict.asking')) return;
          watch.disconnect();
          requestAnimationFrame(() => setTimeout(done));
        });
        watch.observe(document.getElementById('board'), {attributes: true});
        button.click();
      });
      times.push(performance.now() - begin);
      await new Promise(done => setTimeout(done, 60));
    }
    return times.sort((a, b) => a - b);
  }, kClicks);
  return {paint, times};
}

const {paint, times} = await click_times(await new_page());
console.log(`server: first paint after ${paint.toFixed(0)} ms; click to verdict, median of ${kClicks}: ${times[kClicks / 2].toFixed(1)} ms, slowest ${times.at(-1).toFixed(1)} ms`);

const server = await serve(folder);
const page = await new_page();
const counted = await count_network(page, kLine);
const began = Date.now();
await page.goto(server.url, {waitUntil: 'commit'});
await page.waitForFunction(() => /^White wins in \d+ plies$/.test(document.getElementById('verdict-words')?.textContent), null, {polling: 10});
console.log(`site at 20 Mbit/s and 50 ms: first verdict after ${Date.now() - began} ms, ${(counted.bytes / 1000).toFixed(0)} kB in ${counted.requests} requests`);
server.close();
await browser.close();
