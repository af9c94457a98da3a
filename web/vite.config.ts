// Builds the report's script and style as two plain files that `reti annotate --report` puts into its pages,
// and the script's hash, which is all that the page's content security policy lets run.
import { createHash } from 'node:crypto';
import { defineConfig } from 'vite';
import { withoutStyleAttribute } from './chessground';

export default defineConfig({
  build: {
    outDir: 'board/dist',
    emptyOutDir: true,
    target: 'es2020',
    modulePreload: false,
    cssCodeSplit: false,
    assetsInlineLimit: 1 << 20,
    lib: { entry: 'board/src/report.ts', formats: ['iife'], name: 'retiReport', fileName: () => 'report.js' },
    rollupOptions: { output: { assetFileNames: 'report[extname]' } },
  },
  plugins: [
    withoutStyleAttribute(),
    {
      name: 'hash-of-the-script',
      generateBundle(_, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type !== 'chunk') continue;
          // Inside a page this would end the script.
          file.code = file.code.trimEnd().replace(/<\/(script)/gi, '<\\/$1').replace(/<!--/g, '<\\!--') + '\n';
          const hash = createHash('sha256').update(file.code).digest('base64');
          this.emitFile({ type: 'asset', fileName: 'report.sha256', source: `sha256-${hash}` });
        }
      },
    },
  ],
});
