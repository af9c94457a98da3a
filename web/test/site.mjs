// The site without a server, as files: its program answers every request as `reti serve` does, is small enough, and
// is fast enough beside the native program. SITE=FOLDER RETI=PROGRAM node test/site.mjs [--time]
import assert from 'node:assert/strict';
import { readFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { serve } from './program.mjs';

const site = process.env.SITE;
const wasm = readFileSync(path.join(site, 'reti_bg.wasm'));
const tables = readFileSync(path.join(site, 'four-men.bin'));
const MOST = 3_000_000;

let heard = [];
let fetched = 0;
let failure = '';
globalThis.retiHost = {
  now: () => performance.now(),
  told: (kind, text) => heard.push([kind, text]),
  failed: message => (failure = message),
  tables: () => {
    fetched += 1;
    return new Uint8Array(tables);
  },
};
const program = await import(pathToFileURL(path.resolve(site, 'reti.js')));
await program.default({ module_or_path: await WebAssembly.compile(wasm) });
const ask = (name, body) => {
  heard = [];
  try {
    return program.ask(name, typeof body === 'string' ? body : JSON.stringify(body));
  } catch (error) {
    if (typeof error !== 'string') throw new Error(failure || String(error), { cause: error });
    throw JSON.parse(error);
  }
};

const size = gzipSync(wasm, { level: 9 }).length;
console.log(`WebAssembly: ${size} bytes compressed, ${wasm.length} plain`);
assert.ok(size <= MOST, `more than ${MOST} bytes`);

const { home, pid, stop } = await serve();
const native = async (name, body) => {
  const answer = await fetch(new URL(`api/v1/${name}`, home), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  return answer.text();
};

/** Documents without what a clock says. */
const timeless = text => text.replace(/"time_ms":\s*\d+/g, '"time_ms": 0');

async function sameAnswers() {
  for (const name of program.names().trim().split('\n')) {
    const body = program.example(name);
    const here = ask(name, body);
    if (name === 'annotate') {
      const job = JSON.parse(await native(name, body));
      const events = await (await fetch(new URL(job.events, home))).text();
      assert.match(events, /"state":\s*"done"/);
      const there = await (await fetch(new URL(job.result, home))).text();
      assert.equal(here, there, name);
      assert.ok(heard.some(([kind]) => kind === 'progress'));
    } else if (name === 'analysis' || name === 'build') {
      const there = [...(await native(name, body)).matchAll(/^data: (\{"schema.*)$/gm)].map(([, line]) => line);
      const told = heard.filter(([kind]) => kind === 'document').map(([, line]) => line.trim());
      assert.deepEqual(told.map(timeless), there.map(timeless), name);
    } else assert.equal(timeless(here), timeless(await native(name, body)), name);
    writeSync(1, `same    ${name}\n`);
  }
}

async function sameProblems() {
  for (const [name, body] of [
    ['tactics', '{"fen": "4k3/8/8/8/8/8/8/4KX2 w - - 0 1"}'],
    ['see', '{"fen": "startpos", "move": "e5"}'],
    ['explain', '{"budget": {"nodes": 0}}'],
    ['explain', 'no JSON'],
    ['annotate', '{"pgn": "1. e4 e5 2. Ke3"}'],
  ]) {
    let told;
    try {
      ask(name, body);
    } catch (error) {
      told = error;
    }
    if (name === 'annotate' && !told) continue;
    assert.deepEqual(told, JSON.parse(await native(name, body)), name);
  }
  assert.throws(
    () => ask('nonsense', '{}'),
    problem => problem.status === 500,
  );
}

function lazyTables() {
  assert.equal(fetched, 1, 'the tables are fetched once');
}

await sameAnswers();
await sameProblems();
lazyTables();
if (process.argv.includes('--time')) await (await import('./site-time.mjs')).compare(ask, native, pid);
stop();
console.log('the site answers as the program does');
