// Builds the page of `reti serve` into the folder that goes into the program. Names carry no hash: the bundle is
// committed, and a change of a file should look like one.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { withoutStyleAttribute } from './chessground';

const LESSONS = resolve(__dirname, '../crates/reti-lessons/lessons');

/** Lines of NAME = TEMPLATE; one that begins with a blank goes on with the one before. */
function entries(file: string): [string, string][] {
  const found: [string, string][] = [];
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const last = found[found.length - 1];
    if (!line.trim() || line.startsWith('#')) continue;
    if (/^\s/.test(line) && last) last[1] += ` ${line.trim()}`;
    else {
      const at = line.indexOf('=');
      if (at > 0) found.push([line.slice(0, at).trim(), line.slice(at + 1).trim()]);
    }
  }
  return found;
}

/** The words of a language: those of the report, the names of motifs, and the page's own. */
function words(): Plugin {
  return {
    name: 'words',
    resolveId: id => (id.startsWith('words:') ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith('\0words:')) return;
      const language = id.slice('\0words:'.length);
      const own = resolve(__dirname, `page/words/${language}.txt`);
      const report = resolve(LESSONS, language, 'report.txt');
      const names = resolve(LESSONS, language, 'words.txt');
      for (const file of [own, report, names]) this.addWatchFile(file);
      const motifs = entries(names).filter(([, text]) => !text.includes('{{'));
      const all = [...motifs.map(([name, text]) => [`motif-${name}`, text]), ...entries(report), ...entries(own)];
      const plain = all.map(([name, text]) => [name, (text as string).replace(/\{\{\s*(\w+)\s*\}\}/g, '{$1}')]);
      return `export default ${JSON.stringify(Object.fromEntries(plain))}`;
    },
  };
}

export default defineConfig({
  root: resolve(__dirname, 'page'),
  base: './',
  plugins: [words(), withoutStyleAttribute()],
  build: {
    outDir: resolve(__dirname, '../crates/reti-server/page'),
    emptyOutDir: true,
    target: 'es2021',
    modulePreload: false,
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    rollupOptions: {
      // The worker is a file of its own: only the site without a server loads it.
      input: { page: resolve(__dirname, 'page/index.html'), worker: resolve(__dirname, 'page/src/worker.ts') },
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: chunk => `${chunk.name.replace(/[^a-z]+/g, '-').replace(/^-/, '')}.js`,
        assetFileNames: 'page[extname]',
      },
    },
  },
  server: { proxy: { '/api': process.env.RETI_SERVER ?? 'http://127.0.0.1:8017' } },
});
