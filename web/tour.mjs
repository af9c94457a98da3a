// Takes pictures of every view and state of the page, on a desk, a tablet and a phone, light and dark, to be looked at:
// SHOTS=FOLDER RETI=PROGRAM CHROMIUM=BROWSER node tour.mjs [WORD]
// A word chooses pictures by name, such as `layer`, `390` or `study-1024-dark`.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { host, serve } from './test/program.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const LEGAL = 'r2qkbnr/ppp2ppp/2np4/4N3/2B1P1b1/2N5/PPPP1PPP/R1BQK2R w KQkq - 0 6';
const QUIET = 'r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2PP1N2/PP3PPP/RNBQ1RK1 w - - 0 7';
const FORK = '6k1/5p1p/4p3/4q3/3n4/2Q3P1/PP1N1P1P/6K1 b - - 3 37';
const STUDY = '7K/8/k1P5/7p/8/8/8/8 w - - 0 1';
const QUEEN = '8/8/8/8/8/2k5/7Q/K7 w - - 0 1';
const SIZES = [
  [1440, 900],
  [1024, 768],
  [390, 844],
];
const LONG = { timeout: 120_000 };

const shots = process.env.SHOTS ?? 'shots';
const wanted = process.argv[2] ?? '';
mkdirSync(shots, { recursive: true });
const { home, stop } = await (process.env.SITE ? host(process.env.SITE) : serve());
const at = position => `${home}#fen=${position.replace(/ /g, '_')}`;

const lesson = page => page.locator('.lesson-body:not(.waiting) .headline h2').waitFor(LONG);
const tab = (page, name) => page.locator(`#tab-${name}`).click();
const more = async (page, name) => {
  await page.locator('.menu summary').click();
  await page.locator(`[data-view=${name}]`).click();
};
const ask = async (page, text) => {
  await page.locator('#ask').fill(text);
  await page.locator('#ask').press('Enter');
};
const layer = name => async page => {
  await tab(page, 'layers');
  await page.locator(`[data-layer=${name}]`).click();
  await page.locator('.legend').waitFor(LONG);
};
const games = async page => {
  await page.locator('input[type=file]').setInputFiles(path.join(here, 'test/games.pgn'));
  await page.locator('.games button').first().waitFor(LONG);
};
const reviewed = async page => {
  await games(page);
  await page.locator('.games button').first().click();
  await tab(page, 'game');
  await page.locator('.review .try').click();
  await page.locator('.moment-list').waitFor(LONG);
};

/** Name, where it begins, and what is done there. */
const VIEWS = [
  ['empty', home, async () => undefined],
  ['lesson', at(LEGAL), lesson],
  ['lesson-quiet', at(QUIET), lesson],
  ['lesson-lit', at(LEGAL), async page => (await lesson(page), page.locator('.best .sentence').first().focus())],
  ['move', `${at(LEGAL)}&moves=d1g4`, async page => (await page.getByRole('button', { name: /^The move/ }).click(), lesson(page))],
  [
    'proof',
    at(FORK),
    async page => {
      await tab(page, 'proof');
      await page.getByRole('button', { name: 'Prove the most' }).click();
      await page.locator('.defence').first().waitFor(LONG);
    },
  ],
  ['proof-empty', at(QUIET), page => tab(page, 'proof')],
  [
    'moves',
    home,
    async page => {
      await ask(page, '[White "A"]\n[Black "B"]\n\n1. e4 e5 2. Nf3 (2. f4 exf4 3. Nf3) 2... Nc6 3. Bb5 {The Spanish game.} a6 *');
      await tab(page, 'moves');
      await page.getByRole('switch', { name: 'Engine' }).click();
      await page.locator('.engine-line').nth(2).waitFor(LONG);
    },
  ],
  ...['relations', 'tactics', 'field', 'zones', 'fragility'].map(name => [`layer-${name}`, at(LEGAL), layer(name)]),
  ['games', home, games],
  ['game-empty', home, page => tab(page, 'game')],
  ['review', home, reviewed],
  ['review-figures', home, async page => (await reviewed(page), page.locator('[data-part=figures]').click())],
  ['review-exercises', home, async page => (await reviewed(page), page.locator('[data-part=exercises]').click())],
  ['endgame', at(QUEEN), async page => (await more(page, 'endgame'), page.locator('.exact').first().waitFor(LONG))],
  ['endgame-many', at(QUIET), page => more(page, 'endgame')],
  [
    'build',
    at(QUIET),
    async page => {
      await more(page, 'endgame');
      await page.locator('[data-build=KRvK]').click();
      await page.locator('.built').waitFor(LONG);
      await page.locator('.built').scrollIntoViewIfNeeded();
    },
  ],
  [
    'forge',
    at(QUIET),
    async page => {
      await more(page, 'endgame');
      await page.getByRole('button', { name: 'Forge it' }).click();
      await page.locator('.checks li').nth(1).waitFor(LONG);
      await page.locator('.checks').scrollIntoViewIfNeeded();
    },
  ],
  ['study-empty', at(STUDY), page => more(page, 'study')],
  [
    'study',
    at(STUDY),
    async page => {
      await more(page, 'study');
      await page.getByRole('button', { name: 'Solve it' }).click();
      await page.locator('.compared').waitFor(LONG);
    },
  ],
  ['play-empty', home, page => more(page, 'play')],
  ['play', home, async page => (await more(page, 'play'), page.locator('[data-play=black]').click())],
  ['bad-fen', home, async page => (await ask(page, QUIET.replace('RK1', 'RX1')), page.locator('.trouble-box pre').waitFor(LONG))],
  ['bad-text', home, async page => (await ask(page, 'what is this'), page.locator('.trouble-box').waitFor(LONG))],
  [
    'offline',
    at(QUIET),
    async page => {
      await lesson(page);
      await page.context().setOffline(true);
      await ask(page, LEGAL);
      // A page without a server has an answer.
      await page.locator(process.env.SITE ? '.headline h2' : '.failure').waitFor(LONG);
    },
  ],
  ['mate', at('R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1'), async () => undefined],
  ['share', at(LEGAL), page => page.getByRole('button', { name: 'Share' }).click()],
  ['settings', at(LEGAL), page => page.getByRole('button', { name: 'Settings' }).click()],
  ['set-up', at(LEGAL), page => page.getByRole('button', { name: 'Set up a position' }).click()],
  ['keys', at(LEGAL), page => page.locator('body').press('?')],
];

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox'] });
for (const [name, address, go] of VIEWS) {
  for (const [width, height] of SIZES) {
    for (const colorScheme of ['light', 'dark']) {
      const file = `${name}-${width}-${colorScheme}`;
      if (!file.includes(wanted)) continue;
      const phone = width < 500 ? { hasTouch: true, isMobile: true } : {};
      const context = await browser.newContext({ viewport: { width, height }, colorScheme, ...phone });
      await context.addInitScript("localStorage.reti ??= JSON.stringify({ effort: 'fast' })");
      const page = await context.newPage();
      try {
        await page.goto(address);
        await go(page);
      } catch (error) {
        console.log(`FAILED  ${file}: ${error.message.split('\n')[0]}`);
      }
      // Pieces and sheets move for a moment.
      await page.waitForTimeout(700);
      await page.screenshot({ path: path.join(shots, `${file}.png`) });
      console.log(`taken   ${file}`);
      await context.close();
    }
  }
}
await browser.close();
stop();
