// A report as people and browsers meet it: keys, clicks, lines, an exercise, a phone, names that are no markup.
// With SHOTS=FOLDER it also takes pictures.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { START, accessible, addressed, counted, drag, fen, leaves, open as visit, run, shot, solve, stands, told, until } from './browser.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), 'reti-report-'));
const open = (address, size, more) => visit(address, 'file:', size, more);

/** Annotates games and returns the page's address. */
function report(name, ...more) {
  const page = path.join(folder, name);
  const games = path.join(here, 'games.pgn');
  execFileSync(process.env.RETI, ['annotate', games, '--fast', '--report', page, '-o', `${page}.pgn`, ...more]);
  return pathToFileURL(page).href;
}

const many = report('many.html', '--order', '--fragility');
const one = report('one.html', '--game', '1');
const german = report('german.html', '--game', '2', '--language', 'de');

const tests = {
  async 'keys walk through the game and turn the board'() {
    const page = await open(one);
    await stands(page, START);
    await page.keyboard.press('ArrowRight');
    await stands(page, 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR');
    await page.keyboard.press('ArrowLeft');
    await stands(page, START);
    await page.keyboard.press('End');
    await stands(page, / b /);
    await told(page.locator('.moves [aria-current]'), /^Nd5#/);
    await page.keyboard.press('Home');
    await stands(page, START);
    await page.keyboard.press('n');
    await leaves(page, START);
    assert.equal(await page.locator('.board-area').getAttribute('data-side'), null);
    await page.keyboard.press('f');
    await page.locator('.board-area[data-side=black]').waitFor();
  },
  async 'moves, the curve and lines are clicked'() {
    const page = await open(one);
    await page.getByRole('button', { name: 'Bxd1' }).click();
    await told(page.locator('.card h2'), /5\.\.\. Bxd1/);
    const box = await page.locator('.curve').first().boundingBox();
    await page.mouse.click(box.x + 1, box.y + box.height / 2);
    await stands(page, START);
    await page.mouse.click(box.x + box.width - 1, box.y + box.height / 2);
    await told(page.locator('.moves [aria-current]'), /^Nd5#/);
    // A line of a comment is played, walked, and left again.
    await page.getByRole('button', { name: 'Bxd1' }).click();
    await told(page.locator('.card h2'), /5\.\.\. Bxd1/);
    const before = await fen(page);
    await page.locator('.card .line .step').first().click();
    await leaves(page, before);
    const second = await fen(page);
    await page.keyboard.press('ArrowRight');
    await leaves(page, second);
    await page.keyboard.press('Escape');
    await stands(page, before);
    await addressed(page, /#game-1-ply-10$/);
  },
  async 'moves are made on the board'() {
    const page = await open(one);
    await drag(page, 'e2', 'e4');
    await told(page.locator('.card h2'), /1\. e4/);
    await drag(page, 'g8', 'f6');
    await told(page.locator('.card .line').last(), /^Your line1\.\.\.\u00a0Nf6$/);
    await page.keyboard.press('Escape');
    await stands(page, 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR');
  },
  async 'the board works by the keyboard'() {
    const page = await open(one);
    await page.keyboard.press('Tab');
    for (let i = 0; i < 10 && !(await page.evaluate(() => document.activeElement.matches('.frame'))); i++) await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowLeft');
    await told(page.locator('[aria-live]').first(), /^d2, White pawn$/);
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await stands(page, 'rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR');
  },
  async 'an exercise is tried, missed and solved'() {
    const page = await open(one);
    await page.getByRole('tab', { name: /Exercises/ }).click();
    const data = await page.evaluate(() => JSON.parse(document.querySelector('script.game-data').textContent).exercises[0]);
    await page.locator('.exercise .try').first().click();
    await stands(page, data.fen);
    const flipped = data.fen.includes(' b ');
    const wrong = flipped ? ['a7', 'a6'] : ['a2', 'a3'];
    await drag(page, ...wrong, flipped);
    await told(page.locator('.exercise .wrong').first(), /is not it/);
    await stands(page, data.fen, 'a wrong move is taken back');
    await solve(page, data);
    await shot(page, 'exercise');
    await page.getByRole('button', { name: 'Back to the game' }).click();
    await counted(page.locator('.moves'), 0, 'the tab stays');
  },
  async 'names are text, and nothing is loaded'() {
    const page = await open(one);
    await told(page.locator('h1'), /<script>alert\(1\)<\/script> - Saint "Brie" & sons/);
    await counted(page.locator('b'), 0);
    assert.equal(await page.title(), '<script>alert(1)</script> - Saint "Brie" & sons, Paris 1750');
  },
  async 'many games have an index with a search'() {
    const page = await open(many);
    await counted(page.locator('.index tbody tr'), 2);
    await shot(page, 'index-1440');
    await page.getByRole('searchbox').fill('morphy');
    await counted(page.locator('.index tbody tr'), 1);
    await accessible(page, 'index');
    await page.getByRole('link', { name: /Morphy/ }).click();
    await told(page.locator('h1'), /Morphy/);
    await counted(page.locator('.curve'), 3, 'order and fragility were asked for');
    await page.getByRole('link', { name: /All games/ }).click();
    await counted(page.locator('.index'), 1);
  },
  async 'figures and the story are told'() {
    const page = await open(one);
    await page.getByRole('tab', { name: 'Game' }).click();
    const text = await page.locator('.panel').innerText();
    assert.match(text, /Accuracy/);
    assert.match(text, /Accuracy with under a tenth/);
    assert.match(text, /White won by mate\./);
    await shot(page, 'summary-1440');
    await accessible(page, 'summary');
  },
  async 'a phone shows everything'() {
    const page = await open(one, { width: 390, height: 844 }, { hasTouch: true, isMobile: true });
    for (const tab of ['Moves', 'Game', 'Exercises']) {
      await page.getByRole('tab', { name: tab }).click();
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= 390, `${tab}: ${wide} pixels`);
    }
    const board = await page.locator('cg-board').boundingBox();
    assert.ok(board.width >= 370 && Math.abs(board.width - board.height) < 2, JSON.stringify(board));
    await page.getByRole('tab', { name: 'Moves' }).click();
    await page.getByRole('button', { name: 'Next comment' }).tap();
    await shot(page, 'phone-390');
    await accessible(page, 'phone');
  },
  async 'it is readable in light and dark'() {
    for (const colorScheme of ['light', 'dark']) {
      for (const width of [1440, 1024]) {
        const page = await open(one, { width, height: 900 }, { colorScheme });
        await page.keyboard.press('n');
        await shot(page, `game-${width}-${colorScheme}`);
        if (width === 1440) await accessible(page, colorScheme);
      }
    }
    const page = await open(one);
    const color = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const before = await color();
    await page.getByRole('button', { name: 'Light or dark' }).click();
    await until(page, async () => (await color()) !== before, 'it changes');
  },
  async 'the page speaks German'() {
    const page = await open(german);
    assert.equal(await page.locator('html').getAttribute('lang'), 'de');
    await page.getByRole('tab', { name: 'Partie' }).click();
    const text = await page.locator('.panel').innerText();
    assert.match(text, /Genauigkeit im Mittelspiel/);
    assert.match(text, /Weiß gewann durch Matt\./);
  },
};

await run(tests);
