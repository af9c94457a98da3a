// Makes the first picture of the README from the running page: RETI=PROGRAM CHROMIUM=BROWSER node picture.mjs
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { serve } from './test/program.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const LEGAL = 'r2qkbnr/ppp2ppp/2np4/4N3/2B1P1b1/2N5/PPPP1PPP/R1BQK2R w KQkq - 0 6';
const { home, stop } = await serve();
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox'] });
const page = await browser.newPage({ viewport: { width: 1200, height: 720 } });
await page.goto(`${home}#fen=${LEGAL.replace(/ /g, '_')}`);
await page.locator('.lesson-body:not(.waiting) .headline').waitFor({ timeout: 60_000 });
await page.locator('.best .sentence').first().hover();
await page.waitForTimeout(500);
await page.screenshot({ path: path.join(here, '../docs/page.png') });
await browser.close();
stop();
