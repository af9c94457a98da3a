// The page of `reti serve` as people meet it, against the program itself, or with SITE=FOLDER the page that needs no
// server. With SHOTS=FOLDER it also takes pictures; with SERVER=ADDRESS it asks a server that runs already.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Chess } from 'chessops/chess';
import { parseFen } from 'chessops/fen';
import { makeSquare } from 'chessops/util';
import {
  START,
  accessible,
  addressed,
  counted,
  drag,
  fen,
  leaves,
  open as visit,
  placement,
  problems,
  run,
  shot,
  solve,
  stands,
  told,
  until,
} from './browser.mjs';
import { host, serve } from './program.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const LEGAL = 'r2qkbnr/ppp2ppp/2np4/4N3/2B1P1b1/2N5/PPPP1PPP/R1BQK2R w KQkq - 0 6';
const QUIET = 'r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2PP1N2/PP3PPP/RNBQ1RK1 w - - 0 7';
const FORK = '6k1/5p1p/4p3/4q3/3n4/2Q3P1/PP1N1P1P/6K1 b - - 3 37';
const STUDY = '7K/8/k1P5/7p/8/8/8/8 w - - 0 1';
const QUEEN = '8/8/8/8/8/2k5/7Q/K7 w - - 0 1';

/** Whether the page does the chess itself. */
const alone = Boolean(process.env.SITE);
const { home, stop } = await (alone ? host(process.env.SITE) : serve());
const place = position => `${home}#fen=${position.replace(/ /g, '_')}`;
// Small budgets: what is tested is the page.
const small = "localStorage.reti ??= JSON.stringify({ effort: 'fast' })";
const open = (address = home, size, more) => visit(address, home, size, more, small);

const SLOW = { timeout: 60_000 };
const lesson = page => page.locator('.headline h2').waitFor(SLOW);
const arrows = page => page.locator('.board .cg-shapes line').count();
const marks = page => page.locator('.board .cg-shapes g > *, .board .cg-custom-svgs g > *').count();
const tab = (page, name) => page.locator(`#tab-${name}`).click();
const more = async (page, name) => {
  await page.locator('.menu summary').click();
  await page.locator(`[data-view=${name}]`).click();
};
const ask = async (page, text) => {
  await page.locator('#ask').fill(text);
  await page.locator('#ask').press('Enter');
};
/** The document that the view in sight saves. */
const saved = async page => {
  await page.getByRole('button', { name: 'Share' }).click();
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: /\.json/ }).click()]);
  await page.keyboard.press('Escape');
  return JSON.parse(readFileSync(await file.path(), 'utf8'));
};

/** Waits until a layer is there, and not the one before it. */
const layerShown = async (page, name) => {
  await told(page.locator('.layer-body h2'), new RegExp(name, 'i'));
  await page.locator('.legend').waitFor(SLOW);
};
/** A legal move that needs no choice of a piece, from and to: a quiet one if there is one. */
const legal = text => {
  const position = Chess.fromSetup(parseFen(text).unwrap()).unwrap();
  const all = [...position.allDests()].flatMap(([from, to]) => [...to].map(square => [from, square]));
  const plain = all.filter(([from, to]) => position.board.getRole(from) !== 'king' && !(position.board.getRole(from) === 'pawn' && (to < 8 || to > 55)));
  const quiet = plain.filter(([, to]) => !position.board.occupied.has(to));
  return (quiet[0] ?? plain[0] ?? all[0]).map(makeSquare);
};

/** What was loaded once needs nobody any more; a file that was not is missed and asked for again. */
const offline = async page => {
  await drag(page, 'b2', 'b4');
  await page.getByRole('button', { name: /The move 7\. b4/ }).waitFor(SLOW);
  await lesson(page);
  await ask(page, QUEEN);
  await page.locator('.failure').waitFor(SLOW);
  await told(page.locator('.failure'), /cannot be loaded/);
  await drag(page, 'h2', 'h3');
  await stands(page, /^8\/8\/8\/8\/8\/2k4Q/, 'moves go on');
  await page.waitForTimeout(1000);
  await page.locator('.failure').waitFor(SLOW);
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await lesson(page);
  problems.splice(0, problems.length, ...problems.filter(text => !/ERR_INTERNET_DISCONNECTED/.test(text)));
};

const tests = {
  async 'a move is dragged, taken back, and gone on beside'() {
    const page = await open();
    await stands(page, START);
    await drag(page, 'e2', 'e4');
    await stands(page, 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR');
    await addressed(page, /#moves=e2e4$/);
    await drag(page, 'e7', 'e5');
    await stands(page, 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR');
    await page.keyboard.press('ArrowLeft');
    await stands(page, 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR');
    await drag(page, 'c7', 'c5');
    await tab(page, 'moves');
    await told(page.locator('.variation'), /1\.\.\.\s*c5/);
    await page.keyboard.press('u');
    await counted(page.locator('.variation'), 0, 'undo takes the last move away');
    await stands(page, 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR');
    await page.keyboard.press('f');
    await page.locator('.board-area[data-side=black]').waitFor();
    await page.keyboard.press('Home');
    await stands(page, START);
  },
  async 'an address is shared and opened'() {
    const page = await open(`${home}#fen=${LEGAL.replace(/ /g, '_')}&moves=c4f7,e8e7`);
    await stands(page, /^r2q1bnr\/ppp1kBpp/);
    await page.getByRole('button', { name: 'Share' }).click();
    assert.equal(await page.getByRole('textbox', { name: 'Link' }).inputValue(), page.url());
    assert.match(await page.getByRole('textbox', { name: 'FEN' }).inputValue(), /^r2q1bnr/);
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save as PGN' }).click()]);
    assert.match(readFileSync(await file.path(), 'utf8'), /\[FEN "r2qkbnr[\s\S]*6\. Bxf7\+ Ke7/);
    const [image] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save the picture' }).click()]);
    const svg = readFileSync(await image.path(), 'utf8');
    assert.equal(svg.match(/<image /g).length, 30, 'every piece is in the picture');
    await accessible(page, 'share');
  },
  async 'good and bad positions are pasted'() {
    const page = await open();
    await ask(page, QUIET);
    await stands(page, QUIET);
    await lesson(page);
    const bad = QUIET.replace('RNBQ1RK1', 'RNBQ1RX1');
    await ask(page, bad);
    await page.locator('.trouble-box pre').waitFor();
    const [line, caret] = (await page.locator('.trouble-box pre').innerText()).split('\n');
    assert.equal(line[caret.indexOf('^')], 'X', `the caret is under the fault:\n${line}\n${caret}`);
    assert.equal(await page.locator('#ask').inputValue(), bad, 'the field keeps the text');
    await stands(page, QUIET, 'the board stays');
    problems.splice(0, problems.length, ...problems.filter(text => !/status of 4\d\d/.test(text)));
    await ask(page, 'e4 e5 Nf3');
    await stands(page, /^rnbqkbnr\/pppp1ppp\/8\/4p3\/4P3\/5N2/);
    await ask(page, 'Nc6');
    await stands(page, /^r1bqkbnr/, 'one move is played from here');
  },
  async 'good and bad games are pasted, dropped and chosen'() {
    const page = await open();
    await ask(page, '[White "A"]\n[Black "B"]\n\n1. e4 e5 2. Nf3 (2. f4 exf4) 2... Nc6 *');
    await tab(page, 'moves');
    await told(page.locator('.tree'), /f4/);
    await stands(page, START);
    await page.keyboard.press('End');
    await stands(page, /^r1bqkbnr/);
    await ask(page, '[White "A"]\n\n1. e4 e5 2. Ke3 *');
    await told(page.locator('.trouble-box'), /2\. Ke3 cannot be played/);
    await page.locator('.trouble-box pre').waitFor();
    const [line, caret] = (await page.locator('.trouble-box pre').innerText()).split('\n');
    assert.equal(line.slice(caret.indexOf('^')).slice(0, 3), 'Ke3', `the caret is under the fault:\n${line}\n${caret}`);
    await page.locator('input[type=file]').setInputFiles(path.join(here, 'games.pgn'));
    await page.locator('.games button').first().waitFor();
    await counted(page.locator('.games button'), 2);
    await page.getByRole('searchbox').fill('morphy');
    await counted(page.locator('.games button'), 1);
    await page.locator('.games button').click();
    await page.keyboard.press('End');
    await leaves(page, START);
    await counted(page.locator('b'), 0, 'names are text');
    await page.evaluate(text => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], 'dropped.pgn'));
      dispatchEvent(new DragEvent('drop', { dataTransfer, cancelable: true }));
    }, '[White "C"]\n\n1. d4 d5 2. c4 *');
    await until(page, async () => (await placement(page)) === START, 'a file is dropped');
    await page.keyboard.press('End');
    await stands(page, /^rnbqkbnr\/ppp1pppp\/8\/3p4\/2PP4/);
    await ask(page, 'what is this');
    await page.locator('.trouble-box').waitFor();
    problems.splice(0, problems.length, ...problems.filter(text => !/status of 4\d\d/.test(text)));
  },
  async 'a phrase lights its squares and plays its line'() {
    const page = await open(place(LEGAL));
    await lesson(page);
    assert.equal(await arrows(page), 0);
    const phrase = page.locator('.best .sentence').first();
    await phrase.hover();
    await until(page, async () => (await arrows(page)) > 0, 'arrows appear');
    await counted(page.locator('.board.lit'), 1, 'the rest fades');
    await until(page, async () => (await page.locator('.board piece.in').count()) >= 2, 'and two men do not');
    await shot(page, 'lesson-1440');
    await page.locator('.brand').hover();
    await until(page, async () => (await arrows(page)) === 0, 'arrows go');
    await counted(page.locator('.board.lit'), 0);
    await phrase.focus();
    await until(page, async () => (await arrows(page)) > 0, 'focus does the same');
    await phrase.click();
    await until(page, async () => /^r2q1bnr\/ppp1kBpp\/2np4\/3NN3/.test(await placement(page)), 'the line plays to its end');
    await page.keyboard.press('ArrowLeft');
    await stands(page, /^r2q1bnr\/ppp1kBpp\/2np4\/4N3/);
    await page.keyboard.press('Escape');
    await stands(page, LEGAL);
    const kinds = await page.locator('.badge').evaluateAll(all => all.map(one => one.dataset.evidence));
    assert.ok(kinds.includes('proven') && kinds.every(Boolean), kinds.join());
  },
  async 'a played move is judged'() {
    const page = await open(place(LEGAL));
    await lesson(page);
    await drag(page, 'd1', 'g4');
    await lesson(page);
    await page.getByRole('button', { name: /The move 6\. Qxg4/ }).click();
    await page.locator('.headline.blunder, .headline.mistake, .headline.inaccuracy').waitFor(SLOW);
    await told(page.locator('.best-move'), /Bxf7\+/);
  },
  async 'the engine tells its lines'() {
    const page = await open(place(QUIET));
    await page.keyboard.press('e');
    await until(page, async () => (await page.locator('.engine-line').count()) === 3, 'three lines come');
    const depth = async () => Number(/\d+/.exec(await page.locator('.figures').innerText())?.[0] ?? 0);
    const first = await depth();
    await until(page, async () => (await depth()) > first, 'they get deeper');
    assert.match(await page.locator('.bar').getAttribute('aria-label'), /Evaluation/);
    await shot(page, 'engine-1440');
    await until(page, async () => (await arrows(page)) === 1, 'the best move is an arrow');
    await page.getByRole('switch', { name: 'Engine' }).click();
    await counted(page.locator('.engine-line'), 0);
    await until(page, async () => (await arrows(page)) === 0, 'which goes with it');
  },
  async 'a proof is walked against two defences'() {
    const page = await open(place(FORK));
    await tab(page, 'proof');
    await page.getByRole('button', { name: 'Prove the most' }).click();
    await page.locator('.defence').first().waitFor(SLOW);
    await told(page.locator('.proof h2'), /Ne2\+/);
    const count = await page.locator('.defence').count();
    assert.ok(count >= 3);
    await page.locator('.defence').nth(0).click();
    await page.locator('.proof-end').waitFor();
    await told(page.locator('.proof-end'), /1 of \d+ defences tried/);
    const first = await placement(page);
    await page.getByRole('button', { name: 'Another defence' }).click();
    // The second one on the board.
    const reply = await page.locator('.defence').nth(1).getAttribute('data-reply');
    await drag(page, reply.slice(0, 2), reply.slice(2, 4));
    await told(page.locator('.proof-end'), /2 of \d+ defences tried/);
    await leaves(page, first);
    await page.getByRole('button', { name: 'Check it' }).click();
    await page.getByText('The checker accepts it').waitFor();
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download certificate' }).click()]);
    assert.match(readFileSync(await file.path(), 'utf8'), /^reti-proof 1\n/);
    await page.getByRole('button', { name: 'Try to refute it' }).click();
    await counted(page.locator('.outline'), 0, 'nothing is given away');
    await shot(page, 'proof-1440');
    await accessible(page, 'proof');
    await page.keyboard.press('Escape');
    await stands(page, FORK);
  },
  async 'a badge leads to what is known'() {
    const page = await open(place(LEGAL));
    await lesson(page);
    const why = page.locator('.part .badge.by-calculated').first();
    await why.click();
    await told(page.locator('.badge-note:not(:empty)'), /Calculated by reti: [\d,]+ positions, \d+ plies deep/);
    await page.locator('.best .told .badge.by-proven').first().click();
    await page.locator('.defence').first().waitFor(SLOW);
    await told(page.locator('.proof h2'), /Bxf7\+ mates in 2/);
    await page.locator('.defence').first().click();
    await page.getByText('You cannot escape: 4 positions, all answered.').waitFor();
    await stands(page, /^r2q1bnr\/ppp1kBpp\/2np4\/3NN3/);
    // In check there is one reply only; the other tabs give the board back.
    await tab(page, 'lesson');
    await stands(page, LEGAL);
  },
  async 'every layer is switched on and off'() {
    const page = await open(place(LEGAL));
    for (const [index, name] of ['relations', 'tactics', 'field', 'zones', 'fragility'].entries()) {
      await page.keyboard.press(`Alt+${index + 1}`);
      await page.locator(`[data-layer=${name}][aria-pressed=true]`).waitFor();
      await layerShown(page, name);
      await until(page, async () => (await marks(page)) > 0, `${name} draws something`);
      const legend = await page.locator('.legend li').count();
      assert.ok(legend >= 1 && legend <= 5, `${name}: ${legend} entries`);
      const shown = await page.locator('.marks li').count();
      assert.ok(shown <= 8, `${name}: ${shown} marks at first`);
      await shot(page, `layer-${name}`);
      await accessible(page, `layer ${name}`);
    }
    await page.keyboard.press('Alt+1');
    await layerShown(page, 'relations');
    await until(page, async () => (await arrows(page)) > 0, 'relations are arrows');
    const slider = page.getByRole('slider');
    const few = await arrows(page);
    await slider.fill('20');
    await until(page, async () => (await arrows(page)) > few, 'more with the slider');
    await page.keyboard.press('Alt+1');
    await until(page, async () => (await marks(page)) === 0, 'off is off');
  },
  async 'a game is reviewed to its end, and an exercise solved'() {
    const page = await open();
    await page.locator('input[type=file]').setInputFiles(path.join(here, 'games.pgn'));
    await page.locator('.games button').first().click();
    await tab(page, 'game');
    await page.locator('.review .try').click();
    await page.locator('progress').waitFor();
    await page.locator('.moment-list').waitFor({ timeout: 120_000 });
    const game = await saved(page);
    assert.ok((await page.locator('.moment-list li').count()) >= 1);
    const box = await page.locator('.curve').first().boundingBox();
    await page.mouse.click(box.x + box.width - 1, box.y + box.height / 2);
    await stands(page, game.moves[game.moves.length - 1].fen, 'the curve leads to the end');
    await page.keyboard.press('Home');
    await page.keyboard.press('n');
    await told(page.locator('.told-move'), /\d/);
    await shot(page, 'review-1440');
    await accessible(page, 'review');
    await page.locator('[data-part=figures]').click();
    await told(page.locator('.review'), /Accuracy/);
    await page.locator('[data-part=exercises]').click();
    const exercise = game.exercises[0];
    await page.locator('.exercise .try').first().click();
    await stands(page, exercise.fen);
    const flipped = exercise.fen.includes(' b ');
    await drag(page, ...(flipped ? ['a7', 'a6'] : ['a2', 'a3']), flipped);
    await told(page.locator('.exercise .wrong').first(), /is not it/);
    await stands(page, exercise.fen, 'a wrong move is taken back');
    await solve(page, exercise);
    await accessible(page, 'exercise');
  },
  async 'a review is given up'() {
    const page = await open();
    await page.evaluate(() => (localStorage.reti = JSON.stringify({ effort: 'normal' })));
    await page.reload();
    await tab(page, 'game');
    await page.getByRole('button', { name: /Morphy/ }).click();
    await page.locator('progress').waitFor();
    await page.getByText('% done').waitFor(SLOW);
    // A server is told to forget the job; a worker of the page is ended.
    const forgotten = alone
      ? page.workers().map(worker => worker.waitForEvent('close'))
      : [page.waitForRequest(request => request.method() === 'DELETE' && /annotate\/\w+$/.test(request.url()))];
    await page.getByRole('button', { name: 'Cancel' }).click();
    await Promise.any(forgotten);
    await page.getByRole('button', { name: /Review this game/ }).waitFor();
  },
  async 'a table is probed'() {
    const page = await open(place(QUEEN));
    await more(page, 'endgame');
    await page.locator('.exact').first().waitFor(SLOW);
    await told(page.locator('.value'), /White wins: mate in 6/);
    await counted(page.locator('.exact'), 23, 'every legal move');
    await until(page, async () => (await marks(page)) >= 23, 'every target is marked');
    await shot(page, 'endgame-1440');
    await accessible(page, 'endgame');
    await page.locator('[data-move=h2d2]').click();
    await page.getByRole('heading', { name: 'Drawn' }).waitFor();
    await ask(page, QUIET);
    await told(page.locator('.endgame'), /There are 32 men on the board/);
  },
  async 'a forged table passes the check of labels, and no other'() {
    const page = await open();
    await more(page, 'endgame');
    await page.getByRole('button', { name: 'Forge it' }).click();
    await page.locator('.checks li').nth(1).waitFor(SLOW);
    await told(page.locator('.forge'), /labels of KBvK are now false/);
    await told(page.locator('.checks .passed'), /The paper's check/);
    await told(page.locator('.checks .failed'), /The certificate/);
    await accessible(page, 'forge');
  },
  async 'a table is built, and its longest win shown'() {
    const page = await open();
    await more(page, 'endgame');
    const name = page.locator('#endgame-name');
    await name.fill('KQRvKR');
    await name.press('Enter');
    await page.locator('.build .failure').waitFor(SLOW);
    await told(page.locator('.build .failure'), /more than 4 men/);
    problems.splice(0, problems.length, ...problems.filter(text => !/status of 4\d\d/.test(text)));
    // A large one takes long enough to be given up.
    await name.fill('KPvKP');
    await name.press('Enter');
    await page.getByText(/table \d+ of \d+:/).waitFor(SLOW);
    await counted(page.locator('.build progress'), 1);
    // At once: a table that is built before the click cannot be given up.
    await page.locator('.build').getByRole('button', { name: 'Cancel' }).click({ force: true });
    await told(page.locator('.build'), /Given up/);
    await page.locator('[data-build=KRvK]').click();
    await page.locator('.built').waitFor(SLOW);
    await told(page.locator('.build'), /KRvK is built and certified\. All [\d,]+ positions were checked, and none is wrong\./);
    await told(page.locator('.longest'), /longest win of White takes 16 moves/);
    await counted(page.locator('.build tbody tr'), 2);
    await page.locator('.build summary').click();
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save the certificate' }).click()]);
    assert.equal(JSON.parse(readFileSync(await file.path(), 'utf8')).kind, 'table-certificate');
    await shot(page, 'build-1440');
    await accessible(page, 'build');
    await page.locator('[data-longest=white]').click();
    await page.getByRole('heading', { name: 'White wins: mate in 16' }).waitFor(SLOW);
    await page.getByRole('button', { name: 'Play best moves' }).click();
    const first = await placement(page);
    await until(page, async () => (await placement(page)) !== first, 'it is played out');
  },
  async 'a study is solved and its tree walked'() {
    const page = await open(place(STUDY));
    await more(page, 'study');
    await page.getByRole('button', { name: 'Solve it' }).click();
    await page.locator('.compared').waitFor(SLOW);
    await told(page.locator('.study h2'), /Kg7 holds the draw/);
    assert.ok((await page.locator('.compared tbody tr').count()) >= 2, 'another search beside it');
    await page.locator('[data-branch="2"]').click();
    await stands(page, /^8\/6K1\/k1P5\/8\/7p/);
    await shot(page, 'study-1440');
    await accessible(page, 'study');
  },
  async 'five moves are played against the engine'() {
    const page = await open();
    await more(page, 'play');
    await page.locator('#strength').selectOption('1000');
    await accessible(page, 'play');
    await page.locator('[data-play=white]').click();
    for (let count = 1; count <= 5; count++) {
      // Any legal move does.
      await drag(page, ...legal(await fen(page)));
      await until(page, async () => (await page.locator('.strip .step').count()) === 2 * count, 'the engine answers');
    }
    await page.getByRole('button', { name: /How was/ }).click();
    await lesson(page);
    await told(page.locator('[aria-pressed=true]').first(), /The move/);
  },
  async 'a mistake in a game is told if one wants to know'() {
    const page = await open();
    await ask(page, 'f3 e5');
    await more(page, 'play');
    await page.locator('#watch-mistakes').check();
    await page.locator('[data-play=here]').click();
    await drag(page, 'g2', 'g4');
    await page.locator('.slip').waitFor(SLOW);
    await told(page.locator('.slip'), /g4/);
    await accessible(page, 'a mistake');
    await page.locator('[data-slip=why]').click();
    await lesson(page);
    await told(page.locator('[aria-pressed=true]').first(), /The move 2\. g4/);
  },
  async 'everything works by keyboard'() {
    const page = await open();
    const focused = selector => page.evaluate(wanted => document.activeElement?.matches(wanted) ?? false, selector);
    const reach = async selector => {
      for (let i = 0; i < 60 && !(await focused(selector)); i++) await page.keyboard.press('Tab');
      assert.ok(await focused(selector), `${selector} is reached by Tab`);
    };
    await reach('#ask');
    await page.keyboard.type('e4');
    await page.keyboard.press('Enter');
    await stands(page, 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR');
    await reach('.frame');
    await page.keyboard.press('Enter');
    await told(page.locator('.board-area [aria-live]'), /No move from here/);
    for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowUp');
    await told(page.locator('.board-area [aria-live]'), /e7, Black pawn/);
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await stands(page, /^rnbqkbnr\/pppp1ppp\/8\/4p3\/4P3/);
    await told(page.locator('.board-area'), /White: king e1, queen d1/);
    await page.keyboard.press('Escape');
    await reach('#tab-lesson');
    await page.keyboard.press('ArrowRight');
    assert.ok(await focused('#tab-proof'));
    await page.keyboard.press('ArrowLeft');
    await lesson(page);
    await reach('.sentence');
    assert.equal((await page.locator('.sentence.lit, .sentence:focus').count()) > 0, true);
    await reach('#tab-lesson');
    for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowRight');
    assert.ok(await focused('#tab-layers'));
    await reach('[data-layer=tactics]');
    await page.keyboard.press('Enter');
    await page.locator('.legend').waitFor(SLOW);
    assert.ok(await focused('[data-layer=tactics][aria-pressed=true]'), 'who had the focus keeps it');
    await page.keyboard.press('Enter');
    await page.keyboard.press('m');
    await page.keyboard.type('Nf3');
    await page.keyboard.press('Enter');
    await stands(page, /5N2\/PPPP1PPP/);
    await page.locator('body').press('?');
  },
  async 'a position is set up'() {
    const page = await open();
    await page.getByRole('button', { name: 'Set up a position' }).click();
    await page.getByRole('button', { name: 'Empty board' }).click();
    const put = async (name, key) => {
      await page.locator('.men').getByRole('button', { name, exact: true }).click();
      const box = await page.locator('.set-up-board cg-board').boundingBox();
      const [x, y] = [key.charCodeAt(0) - 97, 8 - Number(key[1])];
      await page.mouse.click(box.x + ((x + 0.5) * box.width) / 8, box.y + ((y + 0.5) * box.height) / 8);
    };
    await put('White king', 'a1');
    await put('White queen', 'h2');
    await put('Black king', 'c3');
    while (await page.locator('.rights input:checked').count()) await page.locator('.rights input:checked').first().uncheck();
    await accessible(page, 'set up');
    await page.locator('.set-up .try').click();
    await stands(page, QUEEN);
  },
  async 'a phone shows everything'() {
    const page = await open(place(LEGAL), { width: 390, height: 844 }, { hasTouch: true, isMobile: true });
    await lesson(page);
    const fits = async name => {
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= 390, `${name}: ${wide} pixels`);
    };
    const board = await page.locator('.board cg-board').boundingBox();
    assert.ok(board.width >= 370 && Math.abs(board.width - board.height) < 2, JSON.stringify(board));
    await shot(page, 'phone-lesson');
    const phrase = page.locator('.best .sentence').first();
    await phrase.tap();
    await until(page, async () => (await arrows(page)) > 0, 'the first tap lights');
    await stands(page, LEGAL);
    await phrase.tap();
    await until(page, async () => (await fen(page)) !== LEGAL, 'the second one plays');
    await page.keyboard.press('Escape');
    for (const name of ['proof', 'moves', 'layers', 'game', 'lesson']) {
      await page.locator(`#tab-${name}`).tap();
      await fits(name);
      await accessible(page, `phone ${name}`);
    }
    const heights = [];
    for (const name of ['half', 'full', 'low']) {
      await page.locator(`.side[data-height=${name}]`).waitFor();
      // The sheet slides there.
      await page.locator('.side').evaluate(side => Promise.all(side.getAnimations().map(one => one.finished)));
      heights.push((await page.locator('.side').boundingBox()).height);
      await page.locator('.handle').tap();
    }
    assert.ok(heights[2] < heights[0] && heights[0] < heights[1], `three heights: ${heights}`);
  },
  async 'it is readable in light and dark'() {
    for (const colorScheme of ['light', 'dark']) {
      for (const [width, height] of [
        [1440, 900],
        [1024, 768],
      ]) {
        const page = await open(place(LEGAL), { width, height }, { colorScheme });
        await lesson(page);
        await shot(page, `lesson-${width}-${colorScheme}`);
        await accessible(page, `${colorScheme} ${width}`);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(wide <= width, `${wide} pixels`);
        await tab(page, 'moves');
        await accessible(page, `${colorScheme} moves`);
      }
    }
    // At twice its size, and on a phone that lies, the whole board is in sight.
    for (const [width, height] of [
      [720, 450],
      [844, 390],
    ]) {
      const low = await open(place(LEGAL), { width, height });
      await lesson(low);
      const box = await low.locator('.board cg-board').boundingBox();
      assert.ok(box.y + box.height <= height && box.width >= 250, JSON.stringify(box));
      await accessible(low, `${width} by ${height}`);
    }
    const dark = await open(place(QUIET), undefined, { colorScheme: 'dark' });
    for (const view of ['proof', 'layers', 'game', 'lesson']) {
      await tab(dark, view);
      await accessible(dark, `dark ${view}`);
    }
    for (const view of ['endgame', 'study', 'play']) {
      await more(dark, view);
      await accessible(dark, `dark ${view}`);
    }
    const page = await open(home, undefined, { colorScheme: 'light', reducedMotion: 'reduce' });
    await accessible(page, 'empty');
    await shot(page, 'empty-1440');
    const color = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const before = await color();
    await page.getByRole('button', { name: 'Settings' }).click();
    await accessible(page, 'settings');
    await page.getByText('Dark', { exact: true }).click();
    await until(page, async () => (await color()) !== before, 'it gets dark');
    await page.getByText('Deutsch', { exact: true }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: 'Lektion' }).waitFor();
    assert.equal(await page.locator('html').getAttribute('lang'), 'de');
    assert.notEqual(await color(), before, 'choices stay');
    await page.locator('[data-example=legal]').click();
    await lesson(page);
    await told(page.locator('.headline h2'), /Weiß/);
  },
  async 'without an answer the board stays'() {
    const page = await open(place(QUIET));
    await lesson(page);
    await page.context().setOffline(true);
    if (alone) return offline(page);
    await drag(page, 'b2', 'b4');
    await page.locator('.failure').waitFor();
    await told(page.locator('.failure'), /does not answer/);
    await drag(page, 'c5', 'b6');
    await stands(page, /^r1bq1rk1\/ppp2ppp\/1bnp1n2/, 'moves go on');
    await ask(page, LEGAL);
    await stands(page, LEGAL, 'positions are read without help');
    await page.locator('.failure').waitFor();
    await accessible(page, 'offline');
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await lesson(page);
    problems.splice(0, problems.length, ...problems.filter(text => !/ERR_INTERNET_DISCONNECTED/.test(text)));
  },
  async 'nothing is loaded from elsewhere, and it paints at once'() {
    const paint = async page => {
      const paints = () => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').map(entry => entry.startTime));
      await until(page, async () => (await paints()).length > 0, 'it paints');
      return (await paints())[0];
    };
    let page;
    const times = [];
    // A busy machine is late now and then, and with any page: a few words of text tell how late.
    while (times.length < 6 && !times.some(time => time < 1000)) {
      const words = await open(`${home}${alone ? 'LICENSE.txt' : 'api/v1/health'}`);
      const late = await paint(words);
      await words.context().close();
      // Words have no picture of their own for the browser's tab.
      problems.splice(0, problems.length, ...problems.filter(text => !/status of 404/.test(text)));
      page = await open();
      times.push((await paint(page)) - late);
    }
    assert.ok(Math.min(...times) < 1000, `${times} ms more than a few words`);
    const addresses = await page.evaluate(() => performance.getEntriesByType('resource').map(entry => entry.name));
    assert.deepEqual(
      addresses.filter(address => !address.startsWith(home)),
      [],
    );
  },
};

await run(tests, async () => stop());
