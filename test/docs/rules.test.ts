import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { exportedNames } from './exported-names.js';
import { idsOfTests, testsByFile } from './rule-ids.js';
import { read, root } from './source-files.js';

const decisions = Array.from({ length: 62 }, (_, index) => index + 1);

interface Rule {
  readonly id: string;
  /** The exports and files in the columns of types, client and mock. */
  readonly code: readonly string[];
  /** The column of tests: paths in `test/`, with the number of tests if there are several. */
  readonly tests: readonly string[];
}

const rules: Rule[] = read('test/rules.md')
  .split('\n')
  .filter((line) => /^\| (?:general|include|where|authentication|decision) \d/.test(line))
  .map((line) => {
    const [id = '', , types = '', client = '', mock = '', tests = ''] = line
      .slice(2, -2)
      .split(' | ');
    const code = [types, client, mock].flatMap((cell) => cell.match(/(?<=`)[^`, ]+(?=`)/g) ?? []);
    return { id, code, tests: tests.split('<br>') };
  });

const files = testsByFile();

/** What the column of tests must say of a rule. */
const testsOf = (id: string): string[] =>
  [...files]
    .map(([file, ids]) => ({ file, count: ids.filter((one) => one === id).length }))
    .filter(({ count }) => count > 0)
    .map(({ file, count }) => `\`${file.replace('test/', '')}\`${count > 1 ? ` (${count})` : ''}`)
    .sort();

const numbered = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${name} ${index + 1}`);

describe('the table of rules', () => {
  const exported = exportedNames('src');

  test('has one row for each rule and each decision, in their order', () => {
    expect(rules.map(({ id }) => id)).toEqual([
      ...numbered('general', 6),
      ...numbered('include', 11),
      ...numbered('where', 9),
      ...numbered('authentication', 7),
      ...decisions.map((number) => `decision ${number}`),
    ]);
  });

  test.each(rules)('lists exactly the tests of $id', ({ id, tests }) => {
    expect([...tests].sort()).toEqual(testsOf(id));
    expect(tests[0]).toMatch(/^`/);
  });

  test.each(rules)('names files and exports that exist for $id', ({ code }) => {
    const isMissing = (name: string) =>
      name.includes('/') ? !existsSync(root + name) : !exported.has(name);
    expect(code.filter(isMissing)).toEqual([]);
    expect(code.length).toBeGreaterThan(0);
  });

  test('has a row for every id in the name of a test', () => {
    const ids = new Set(rules.map(({ id }) => id));
    expect([...files.values()].flat().filter((id) => !ids.has(id))).toEqual([]);
  });
});

describe('the ids in the names of tests', () => {
  test('are read from tests, groups and tables of tests', () => {
    expect(
      idsOfTests(`
        describe('a filter [where 1]', () => test('is read [where 2] [decision 3]', () => {}));
        it.each([['one [include 4]', 1]])('%s [include 5]', () => {});
      `),
    ).toEqual(['where 1', 'where 2', 'decision 3', 'include 5', 'include 4']);
  });

  test('are not read from comments, expectations, skipped tests and other functions', () => {
    expect(
      idsOfTests(`
        // test('gone [where 1]', () => {});
        test('reads', () => expect('[where 2]').toBe('[where 2]'));
        test.skip('skipped [where 3]', () => {});
        describe.todo('later [where 4]');
        check('no test [where 5]');
      `),
    ).toEqual([]);
  });
});

describe('the index of decisions', () => {
  const index = read('docs/decisions/README.md');
  const entries = [...index.matchAll(/^\| (\d+) +\| .*\]\((.+)#.*\)/gm)].map(
    ([, number, page]) => ({
      number: Number(number),
      page: String(page),
    }),
  );

  test('lists each decision once', () => {
    const numbers = entries.map(({ number }) => number).sort((left, right) => left - right);
    expect(numbers).toEqual(decisions);
  });

  test.each(entries)(
    'links decision $number to its context, decision and alternatives',
    ({ number, page }) => {
      const sections = read(`docs/decisions/${page}`).split(/^## /m);
      const section = sections.find((part) => part.startsWith(`${number}. `));
      const labels = section?.match(/^\*\*\w+\.\*\*/gm);
      expect(labels).toEqual(['**Context.**', '**Decision.**', '**Alternatives.**']);
    },
  );
});
