import { defineConfig } from 'vitest/config';
import config from '../vitest.config.js';

/** Runs the tests that take too long for `npm test`. */
export default defineConfig({
  ...config,
  test: { ...config.test, include: ['test/**/*.thorough.ts'], testTimeout: 120_000 },
});
