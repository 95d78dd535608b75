// Tests that nothing on the page moves once it is painted. Like Lighthouse, the tests count layout shifts that no input
// caused, at three sizes.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {is_site, kAllDevices, kBoard, settled, start, with_page} from './browser.mjs';

// The largest sum of layout shifts that passes (Lighthouse calls 0.1 good). The limit for a site is higher, since the
// line of best play appears there after the verdict.
const kMost = is_site ? 0.02 : 0.01;
const kGame = `${kBoard}&moves=${start.line.slice(0, 6).join('+')}&at=3`;
const kPages = {
  'the first page': '',
  'a board': kBoard,
  'a game': kGame,
  'the first visit': `?first${kBoard}`,
};

for (const device of kAllDevices.filter(({name}) => /light/.test(name))) {
  for (const [name, address] of Object.entries(kPages)) {
    test(`nothing moves: ${name} (${device.name})`, t => with_page(device, address, async page => {
      await settled(page);
      if (address.endsWith(kGame)) await page.locator('.sides').waitFor();
      await page.locator('.rules td').first().waitFor();
      await page.waitForTimeout(300);
      const shifts = await page.evaluate(() => window.shifts);
      const sum = shifts.reduce((all, {value}) => all + value, 0);
      t.diagnostic(`${sum.toFixed(4)} ${JSON.stringify(shifts)}`);
      assert.ok(sum <= kMost, JSON.stringify(shifts));
    }, {prepare: page => page.addInitScript(() => {
      window.shifts = [];
      new PerformanceObserver(list => {
        for (const entry of list.getEntries())
          if (!entry.hadRecentInput) window.shifts.push({value: entry.value, time: Math.round(entry.startTime), what: entry.sources.map(({node}) => node?.id || node?.className || node?.nodeName).slice(0, 4)});
      }).observe({type: 'layout-shift', buffered: true});
    })}));
  }
}
