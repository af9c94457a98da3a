// How long a lesson takes in WebAssembly beside the native program, in the same run: the same request to both in
// turn, the middle of three. The native program may use its cores; WebAssembly has one. Where the system tells it,
// the processor time of both is told too, which does not depend on what else the machine does.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

const POSITIONS = [
  'r2qkbnr/ppp2ppp/2np4/4N3/2B1P1b1/2N5/PPPP1PPP/R1BQK2R w KQkq - 0 6',
  'r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2PP1N2/PP3PPP/RNBQ1RK1 w - - 0 7',
  '6k1/5p1p/4p3/4q3/3n4/2Q3P1/PP1N1P1P/6K1 b - - 3 37',
  'r1bqkb1r/pp3ppp/2n1pn2/2pp4/3P1B2/2P1PN2/PP1N1PPP/R2QKB1R b KQkq - 0 6',
  '2r3k1/pp3pp1/4p2p/3pP3/3P4/P4P2/1P4PP/2R3K1 w - - 0 25',
  '8/5pk1/4p1p1/1p2P2p/pP3P1P/P1r3P1/4R1K1/8 w - - 0 40',
];
const MOST = 4;

const middle = times => times.sort((a, b) => a - b)[Math.floor(times.length / 2)];
const timed = async work => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};

/** Processor seconds of a process so far, on Linux. */
const spent = pid => {
  try {
    const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ').slice(11, 13);
    return (Number(user) + Number(system)) / 100;
  } catch {
    return 0;
  }
};

export async function compare(ask, native, pid) {
  let [here, there] = [0, 0];
  const before = [spent('self'), spent(pid)];
  for (const fen of POSITIONS) {
    const body = JSON.stringify({ fen, budget: { nodes: 300_000 } });
    const [mine, theirs] = [[], []];
    for (let i = 0; i < 3; i++) {
      mine.push(await timed(() => ask('explain', body)));
      theirs.push(await timed(() => native('explain', body)));
    }
    const [a, b] = [middle(mine), middle(theirs)];
    console.log(`${a.toFixed(0).padStart(7)} ms here ${b.toFixed(0).padStart(7)} ms native ${(a / b).toFixed(2)} times  ${fen}`);
    here += a;
    there += b;
  }
  const times = here / there;
  const [mine, theirs] = [spent('self') - before[0], spent(pid) - before[1]];
  if (theirs) console.log(`processor time: ${mine.toFixed(1)} s here, ${theirs.toFixed(1)} s native, ${(mine / theirs).toFixed(2)} times`);
  console.log(`explain: ${times.toFixed(2)} times the native time`);
  assert.ok(times <= MOST, `more than ${MOST} times`);
}
