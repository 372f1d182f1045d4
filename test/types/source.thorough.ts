import { expect, test } from 'vitest';
import { runTypeScript } from './lib/compiler.js';
import { root } from './lib/declarations.js';

// `npm run types` compiles the same with TypeScript 7.0.
test.each(['.', 'src', 'src/tools/inspector/browser'])(
  '%s compiles with TypeScript 6.0',
  { timeout: 240_000 },
  (folder) => {
    expect(runTypeScript('6.0', '-p', `${root}/${folder}`, '--pretty', 'false')).toBe('');
  },
);
