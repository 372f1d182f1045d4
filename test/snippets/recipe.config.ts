import { defineConfig } from 'vitest/config';
import { alias } from '../../vitest.config.js';

// For the tests of a recipe, in the folder that `--root` names.
export default defineConfig({
  resolve: { alias },
  test: { pool: 'threads', isolate: false, maxWorkers: 1 }, // starts in half of the time
});
