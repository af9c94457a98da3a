// Starts the program's server for tests; SERVER=ADDRESS uses one that runs already.
import { spawn } from 'node:child_process';
import { createReadStream, existsSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';

const TYPES = { html: 'text/html', txt: 'text/plain', js: 'text/javascript', css: 'text/css', svg: 'image/svg+xml', wasm: 'application/wasm' };

/** Serves a folder as any static host would: files as they are, below a path, and nothing else. */
export async function host(folder) {
  const server = createServer((request, response) => {
    const name = /^\/somewhere\/([\w.-]*)$/.exec(request.url.split('?')[0])?.[1];
    const file = name === undefined ? '' : path.join(folder, name || 'index.html');
    if (!existsSync(file)) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': TYPES[file.split('.').pop()] ?? 'application/octet-stream' });
    createReadStream(file).pipe(response);
  });
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
  return { home: `http://127.0.0.1:${server.address().port}/somewhere/`, stop: () => server.close() };
}

export async function serve() {
  if (process.env.SERVER) return { home: process.env.SERVER.replace(/\/?$/, '/'), stop: () => undefined };
  const server = spawn(process.env.RETI, ['serve', '--port', '0', '--no-open'], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  const home = await new Promise((resolve, reject) => {
    const hear = data => {
      said += data;
      const found = /http:\/\/[\d.:]+/.exec(said);
      if (found) resolve(`${found[0]}/`);
    };
    server.stdout.on('data', hear);
    server.stderr.on('data', hear);
    server.on('exit', () => reject(new Error(`the server ended: ${said}`)));
  });
  return { home, pid: server.pid, stop: () => server.kill() };
}
