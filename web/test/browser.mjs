// What the tests of both pages share: a browser that notes every complaint, a board that is dragged on, axe.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const here = path.dirname(fileURLToPath(import.meta.url));
const axe = readFileSync(path.join(here, '../node_modules/axe-core/axe.min.js'), 'utf8');
const shots = process.env.SHOTS;

export const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR';
export const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox'] });
/** Errors, requests to elsewhere, dialogs. */
export const problems = [];

/** Opens a page; `home` is what its requests must begin with. */
export async function open(address, home, size = { width: 1440, height: 900 }, more = {}, script = '') {
  const context = await browser.newContext({ viewport: size, ...more });
  if (script) await context.addInitScript(script);
  const page = await context.newPage();
  page.on('pageerror', error => problems.push(`error: ${error}`));
  page.on('console', message => message.type() === 'error' && problems.push(`console: ${message.text()}`));
  page.on(
    'request',
    request => [home, 'data:', 'blob:'].some(begin => request.url().startsWith(begin)) || problems.push(`request: ${request.url()}`),
  );
  page.on('dialog', dialog => problems.push(`dialog: ${dialog.message()}`));
  await page.goto(address);
  return page;
}

export const fen = page => page.locator('.board').getAttribute('data-fen');
export const placement = async page => (await fen(page)).split(' ')[0];

/** Waits until something holds: a page may answer a moment later than the browser says that it was clicked. */
export async function until(page, wanted, what) {
  for (let i = 0; i < 100; i++) {
    if (await wanted()) return;
    await page.waitForTimeout(100);
  }
  assert.fail(typeof what === 'function' ? await what() : what);
}

/** Waits until the position on the board is this one: a placement, a whole FEN, or a pattern of one. */
export async function stands(page, wanted, why = 'on the board') {
  const is = text => (wanted instanceof RegExp ? wanted.test(text) : wanted === text || wanted === text.split(' ')[0]);
  await until(page, async () => is(await fen(page)), async () => `${why}: ${await fen(page)} is not ${wanted}`);
}

/** Waits until another position is on the board. */
export async function leaves(page, old, why = 'another position') {
  const is = text => old !== text && old !== text.split(' ')[0];
  await until(page, async () => is(await fen(page)), `${why}: it is ${old} still`);
}

/** Waits until the address fits. */
export async function addressed(page, wanted) {
  await until(page, async () => wanted.test(page.url()), () => `${page.url()} does not fit ${wanted}`);
}

/** Waits until an element's text fits. */
export async function told(locator, wanted) {
  const text = () => locator.innerText();
  await until(locator.page(), async () => wanted.test(await text()), async () => `${await text()}\ndoes not fit ${wanted}`);
}

/** Waits until there are so many. */
export async function counted(locator, wanted, why = 'elements') {
  const count = () => locator.count();
  await until(locator.page(), async () => (await count()) === wanted, async () => `${why}: ${await count()}, not ${wanted}`);
}

export async function shot(page, name) {
  if (!shots) return;
  await page.waitForTimeout(400);
  await page.screenshot({ path: path.join(shots, `${name}.png`) });
}

/** Where the middle of a square is. */
export async function square(page, name, flipped = false) {
  const box = await page.locator('.board cg-board').boundingBox();
  const file = name.charCodeAt(0) - 97;
  const rank = Number(name[1]) - 1;
  const x = flipped ? 7 - file : file;
  const y = flipped ? rank : 7 - rank;
  return { x: box.x + ((x + 0.5) * box.width) / 8, y: box.y + ((y + 0.5) * box.height) / 8 };
}

export async function drag(page, from, to, flipped) {
  const [a, b] = [await square(page, from, flipped), await square(page, to, flipped)];
  await page.mouse.move(a.x, a.y);
  await page.mouse.down();
  await page.mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2, { steps: 4 });
  await page.mouse.move(b.x, b.y, { steps: 4 });
  await page.mouse.up();
  // The board tells of a move a moment later.
  await page.waitForTimeout(100);
}

/** Solves an exercise on the board: the solver's moves are made, and each reply is waited for. */
export async function solve(page, { fen: start, solution }) {
  const flipped = start.includes(' b ');
  const solved = page.locator('.exercise .solved').first();
  for (let i = 0; i < solution.length; i += 2) {
    const before = await fen(page);
    await drag(page, solution[i].slice(0, 2), solution[i].slice(2, 4), flipped);
    const mine = async () => (await fen(page)) !== before && (await fen(page)).includes(flipped ? ' b ' : ' w ');
    await until(page, async () => (await solved.count()) > 0 || (await mine()), `${solution[i]} is answered`);
  }
  await told(solved, /Solved/);
}

export async function accessible(page, name) {
  // The policy of the page lets no script in: what is injected by the browser itself may run.
  const found = await page.evaluate(`(() => { ${axe}; return axe.run({ resultTypes: ['violations'] }); })()`);
  const serious = found.violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  assert.deepEqual(
    serious.map(({ id, nodes }) => `${name}: ${id} ${nodes[0].html}`),
    [],
  );
}

/** Runs tests one by one; ends the process. A word on the command line chooses. */
export async function run(tests, done = async () => undefined) {
  const wanted = process.argv[2] ?? '';
  const chosen = Object.entries(tests).filter(([name]) => name.includes(wanted));
  let failed = 0;
  for (const [name, test] of chosen) {
    try {
      await test();
      assert.deepEqual(problems.splice(0), []);
      console.log(`ok      ${name}`);
    } catch (error) {
      failed += 1;
      console.log(`FAILED  ${name}\n${error.stack ?? error}\n${problems.splice(0).join('\n')}`);
    }
    await Promise.all(browser.contexts().map(context => context.close()));
  }
  await browser.close();
  await done();
  console.log(failed ? `${failed} failed` : `all ${chosen.length} hold`);
  process.exit(failed ? 1 : 0);
}
