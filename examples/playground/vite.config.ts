import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const repository = fileURLToPath(new URL('../..', import.meta.url));

export default defineConfig({
  // Relative addresses, so that the built page can lie in any folder of any site.
  base: './',
  resolve: {
    // The source itself: what the page shows is never older than the code.
    alias: [
      { find: /^payments-data-client$/, replacement: `${repository}src/index.ts` },
      { find: /^payments-data-client\/(.+)$/, replacement: `${repository}src/$1/index.ts` },
    ],
  },
  server: { host: '127.0.0.1', fs: { allow: [repository] } },
  preview: { host: '127.0.0.1' },
  worker: { format: 'es' },
  // TypeScript and the editor are large and are loaded once.
  build: { target: 'es2022', chunkSizeWarningLimit: 8000 },
  // Found before the first visit; found during it, they would make the page load twice.
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
