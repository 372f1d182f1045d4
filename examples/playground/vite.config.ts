import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const repository = fileURLToPath(new URL('../..', import.meta.url));

export default defineConfig({
  // Relative URLs, so that the built page works in any folder of any site.
  base: './',
  resolve: {
    // The source, so that the page is never older than the code.
    alias: [
      { find: /^payments-data-client$/, replacement: `${repository}src/index.ts` },
      { find: /^payments-data-client\/(.+)$/, replacement: `${repository}src/$1/index.ts` },
    ],
  },
  server: { host: '127.0.0.1', fs: { allow: [repository] } },
  preview: { host: '127.0.0.1' },
  worker: { format: 'es' },
  // TypeScript and the editor are large, but are loaded once.
  build: { target: 'es2022', chunkSizeWarningLimit: 8000 },
  // Listed here, because Vite reloads the page if it discovers a dependency later.
  optimizeDeps: {
    include: [
      'ky',
      'json5',
      'monaco-editor/editor/editor.api.js',
      'monaco-editor/editor/editor.worker.js',
      'monaco-editor/features/register.all.js',
      'monaco-editor/languages/definitions/typescript/register.js',
      'monaco-editor/languages/definitions/typescript/typescript.js',
      'monaco-editor/languages/features/typescript/register.js',
      'monaco-editor/languages/features/typescript/lib/typescriptServices.js',
      'monaco-editor/languages/features/typescript/tsMode.js',
      'monaco-editor/languages/features/typescript/ts.worker.js',
    ],
  },
});
