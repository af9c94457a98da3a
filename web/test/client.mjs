// The generated client against the program.
import { writeFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { serve } from './program.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const { outputFiles } = await build({
  entryPoints: [path.join(here, 'client.ts')],
  bundle: true,
  format: 'esm',
  platform: 'node',
  write: false,
});
const file = path.join(mkdtempSync(path.join(tmpdir(), 'reti-client-')), 'client.mjs');
writeFileSync(file, outputFiles[0].text);
const { check } = await import(pathToFileURL(file).href);
const { home, stop } = await serve();
try {
  await check(home);
  console.log('ok      a generated client asks and is answered');
} finally {
  stop();
}
