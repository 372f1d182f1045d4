import { defineConfig } from 'vitest/config';
import { isThere } from '../fixtures/chromium.js';

// The inspector of the packed package in a real browser, so these tests run after a build. Their files do not end in
// `.test.ts`, so that a plain `vitest run` skips them.
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: isThere ? ['*.browser.ts'] : [],
    passWithNoTests: !isThere,
    globalSetup: isThere ? ['./install-package.ts'] : [],
    testTimeout: 180_000, // some tests load 10,000 requests or 100,000 rows
    hookTimeout: 60_000,
    fileParallelism: false,
  },
});
