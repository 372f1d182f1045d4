import { existsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { chromiumPath } from './chromium.js';

const found = existsSync(chromiumPath);
if (!found) console.log(`The playground was not tested: there is no Chromium at ${chromiumPath}.`);

// The playground in a real browser. Its files don't end in `.test.ts`, so that a plain `vitest run` leaves them alone.
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: found ? ['*.browser.ts'] : [],
    passWithNoTests: !found,
    globalSetup: found ? ['./start-playground.ts'] : [],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
