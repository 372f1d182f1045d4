import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

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

/** What a reader has to own. A budget grows by a decision, and not by a habit. */
describe('the lines of', () => {
  test.each([
    ['the library', /^src\/(?!tools\/)/, 11_950],
    ['the tools', /^src\/tools\//, 4_350],
    ['the command connect', /^src\/tools\/connect\//, 2_300],
    ['the inspector', /^src\/tools\/inspector\//, 850],
    ['the command line', /^src\/tools\/cli\//, 1_100],
    ['the schema', /^src\/schema\//, 1_360],
    ['the dialect', /^src\/dialect\.ts$/, 190],
    ['the evaluation of filters', /^src\/match\//, 380],
    ['the reader of query strings', /^src\/query\/read-search\.ts$/, 270],
    ['pagination', /^src\/client\/(pages|read-page|position|split-in)\.ts$/, 600],
    ['the proxy', /^src\/proxy\//, 980],
    ['query options', /^src\/tanstack-query\//, 263],
    ['the tests', /^test\//, 28_000],
  ])('%s stay within the budget', (_, pattern, limit) => {
    expect(linesOf(pattern)).toBeLessThanOrEqual(limit);
    expect(linesOf(pattern)).toBeGreaterThan(limit / 3); // the pattern still finds the files
  });
});
