// How soon the page of `reti serve` is painted on loopback, and how large it is: the middle of some visits, each with
// an empty cache. RETI=PROGRAM CHROMIUM=PROGRAM node paint.mjs [VISITS]
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { browser } from './test/browser.mjs';
import { serve } from './test/program.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const folder = path.join(here, '../crates/reti-server/page');
const visits = Number(process.argv[2] ?? 9);
const middle = values => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];

// The pieces are pictures within the style sheet.
const files = readdirSync(folder).map(name => readFileSync(path.join(folder, name)));
const plain = files.map(file => file.toString().replace(/url\(["']?data:image\/svg\+xml[^)]*\)/g, ''));
const size = parts => gzipSync(Buffer.concat(parts.map(part => Buffer.from(part))), { level: 9 }).length;
console.log(`the page: ${size(files)} bytes compressed, ${size(plain)} without the pieces`);

const { home, stop } = await serve();
const seen = [];
for (let visit = 0; visit < visits; visit += 1) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(home);
  await page.locator('.board cg-board piece').first().waitFor();
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length);
  seen.push(
    await page.evaluate(() => [
      performance.getEntriesByName('first-contentful-paint')[0].startTime,
      performance.getEntriesByType('navigation')[0].loadEventEnd,
    ]),
  );
  await context.close();
}
const paints = seen.map(([paint]) => paint);
console.log(`first contentful paint: ${middle(paints).toFixed(0)} ms, at most ${Math.max(...paints).toFixed(0)} ms of ${visits}`);
console.log(`loaded: ${middle(seen.map(([, loaded]) => loaded)).toFixed(0)} ms`);
await browser.close();
stop();
