// Takes the pictures of the page for the README and the documents. scripts/test_page.sh --pictures runs it.
//   node pictures.mjs ADDRESS FILE WIDTH HEIGHT [--first] --first: as a first visitor sees it
import {launched} from './chromium.mjs';

const [address, file, width, height, first] = process.argv.slice(2);
const browser = await launched();
const page = await browser.newPage({viewport: {width: Number(width), height: Number(height)}, colorScheme: 'light'});
if (!first) await page.addInitScript(() => localStorage.setItem('intro', 'seen'));
await page.goto(address);
await page.locator('.rules td').first().waitFor();
await page.waitForLoadState('networkidle');
await page.evaluate(() => document.fonts.ready);
await page.screenshot({path: file});
await browser.close();
