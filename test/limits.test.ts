import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { lines } from './limits.js';

const project = resolve(import.meta.dirname, '..');
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'src', 'test'], {
  cwd: project,
  encoding: 'utf8',
})
  .split('\n')
  .filter(Boolean);

const linesOf = (pattern: RegExp): number =>
  files
    .filter((file) => pattern.test(file))
    .reduce(
      (sum, file) => sum + readFileSync(join(project, file), 'utf8').split('\n').length - 1,
      0,
    );

/** What a reader has to own. */
describe('the lines of', () => {
  test.each(lines)('%s stay within the limit', (_, pattern, limit) => {
    expect(linesOf(pattern)).toBeLessThanOrEqual(limit);
    expect(linesOf(pattern)).toBeGreaterThan(limit / 3); // the pattern still finds the files
  });
});
