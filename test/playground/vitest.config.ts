import { defineConfig } from 'vitest/config';
import { isThere } from '../fixtures/chromium.js';

// The playground in a real browser. Its files do not end in `.test.ts`, so that a plain `vitest run` skips them.
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: isThere ? ['*.browser.ts'] : [],
    passWithNoTests: !isThere,
    globalSetup: isThere ? ['./start-playground.ts'] : [],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
