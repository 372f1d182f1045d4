import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const source = (path: string) => fileURLToPath(new URL(`./src/${path}`, import.meta.url));

export default defineConfig({
  resolve: {
    // Tests import the package by its name, as its users do.
    alias: [
      { find: /^payments-data-client$/, replacement: source('index.ts') },
      { find: /^payments-data-client\/(.+)$/, replacement: source('$1/index.ts') },
    ],
  },
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    exclude: ['test/package/**', 'test/browser/**'],
    maxWorkers: '100%', // by default, one core of a machine with two is idle
  },
});
