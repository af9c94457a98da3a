// Starts the program's server for tests; SERVER=ADDRESS uses one that runs already.
import { spawn } from 'node:child_process';

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
  return { home, stop: () => server.kill() };
}
