// One worker: the program in WebAssembly, which answers one request after the other. It cannot be stopped from
// inside; `workers.ts` ends it when nobody wants the answer any more.

/** What comes in: the program first, then requests. */
export type Said = { module: WebAssembly.Module } | { name: string; body: string };

/** What goes out. */
export type Heard =
  | { kind: 'document' | 'progress' | 'answer' | 'problem'; text: string }
  /** The program broke down, or its files are out of reach; it must not be asked again. */
  | { kind: 'failed' | 'gone'; text: string };

/** The program's half of the bridge, as wasm-bindgen writes it. */
interface Program {
  default(how: { module_or_path: WebAssembly.Module }): Promise<unknown>;
  ask(name: string, body: string): string;
}

const TABLES = './four-men.bin';

class Gone extends Error {}

const tell = (heard: Heard): void => postMessage(heard);

/** The tables of up to four men. The program waits for them, as it would for a disk. */
function tables(): Uint8Array {
  const request = new XMLHttpRequest();
  request.open('GET', new URL(/* @vite-ignore */ TABLES, import.meta.url), false);
  request.responseType = 'arraybuffer';
  try {
    request.send();
  } catch {
    throw new Gone(TABLES);
  }
  if (request.status !== 200) throw new Gone(TABLES);
  return new Uint8Array(request.response as ArrayBuffer);
}

let last = '';
// What the program asks of its host (crates/reti-wasm).
Object.assign(globalThis, {
  retiHost: {
    now: () => performance.now(),
    told: (kind: 'document' | 'progress', text: string) => tell({ kind, text }),
    failed: (message: string) => (last = message),
    tables,
  },
});

let program: Promise<Program> | undefined;

async function begin(module: WebAssembly.Module): Promise<Program> {
  // Not part of the bundle: it is written when the site is built.
  const path = './reti.js';
  const found = (await import(/* @vite-ignore */ path)) as Program;
  await found.default({ module_or_path: module });
  return found;
}

async function answer(name: string, body: string): Promise<void> {
  try {
    const ready = await (program as Promise<Program>).catch(() => {
      throw new Gone(name);
    });
    tell({ kind: 'answer', text: ready.ask(name, body) });
  } catch (error) {
    if (typeof error === 'string') tell({ kind: 'problem', text: error });
    else tell({ kind: error instanceof Gone ? 'gone' : 'failed', text: last || String(error) });
  }
}

addEventListener('message', ({ data }: MessageEvent<Said>) => {
  if ('module' in data) {
    program = begin(data.module);
    // Whoever asks hears of it.
    program.catch(() => undefined);
  } else void answer(data.name, data.body);
});
