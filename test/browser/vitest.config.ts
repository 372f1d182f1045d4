import { defineConfig } from 'vitest/config';

// What a page does with the built entries: these tests read `dist`, so they run after a build.
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    fileParallelism: false,
  },
});
