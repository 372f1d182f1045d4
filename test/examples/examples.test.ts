import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { format, stripVTControlCharacters } from 'node:util';
import { describe, expect, test, vi } from 'vitest';
import { expectedOutput } from '../snippets/run-snippet.js';

const folder = resolve(import.meta.dirname, '../../examples');
const files = readdirSync(folder).filter((name) => name.endsWith('.ts'));
const programs = [
  ...files.filter((name) => name !== 'testing-with-vitest.ts'),
  'debugging/empty-lists.ts',
  'own-code/repository.ts',
  'statement/print-statement.ts',
];

describe('an example', () => {
  test.for(programs)('%s runs, and prints what it states', async (name) => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => {});
    await import(/* @vite-ignore */ `${join(folder, name)}?run`); // other tests import it, too
    const printed = log.mock.calls.map((values) => format(...values));
    log.mockRestore();
    const stated = expectedOutput(readFileSync(join(folder, name), 'utf8'));
    expect(stated.length).toBeGreaterThan(0);
    expect(printed.filter((line) => stated.includes(line))).toEqual(stated);
  });

  test.for(files)('%s is short', (name) => {
    const lines = readFileSync(join(folder, name), 'utf8').trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(55);
  });

  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.tsx?$/.test(name) && !name.startsWith('playground'),
  );

  test.for(sources)('%s needs no cast', (name) => {
    const code = readFileSync(join(folder, name), 'utf8').replaceAll(
      /'.*?'|`.*?`|\/\/.*|\*.*/g,
      '',
    );
    expect(code).not.toMatch(/ as (?!const\b)|\bany\b|\w!\W/);
  });

  test.for(sources)('%s says what to install, if it imports more than this package', (name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    const imported = [...text.matchAll(/ from '((?:@[\w-]+\/)?[\w.-]+)/g)].flatMap(
      ([, found = '']) => (/^\.|^node$|^payments-data-client$/.test(found) ? [] : found),
    );
    const [, installed = ''] = /^\/\/ Install first: npm install (.+)$/m.exec(text) ?? [];
    expect(imported.filter((found) => !installed.split(' ').includes(found))).toEqual([]);
  });

  test('is listed in the README', () => {
    const index = readFileSync(join(folder, 'README.md'), 'utf8');
    expect([...files, ...programs].filter((name) => !index.includes(`](${name})`))).toEqual([]);
  });
});

test('the examples of empty lists state each sentence of each explanation', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  await import('../../examples/debugging/empty-lists.js');
  const sentences = log.mock.calls.flat().filter((line) => !line.startsWith('\n'));
  log.mockRestore();
  const text = readFileSync(join(folder, 'debugging/empty-lists.ts'), 'utf8');
  expect(sentences).toEqual(expectedOutput(text));
});

test('the quickstart prints each call, its request and its rows', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  await import('../../examples/quickstart/quickstart.js');
  const printed = log.mock.calls.join('\n');
  log.mockRestore();
  expect(printed).toContain("GET /v1/balances?where=balance:{gte:'1000.00'}&include=name:true,");
  expect(printed).toMatch(/House treasury, USD +3285\.39 +…\w{6} +\$/);
  expect(printed).toContain('ApiError: GET /v1/balances failed: 401');
  expect(printed).not.toContain('(no rows)');
  expect(
    stripVTControlCharacters(printed)
      .split('\n')
      .filter((line) => line.length > 100),
  ).toEqual([]);
});

describe('the example test', async () => {
  await import(join(folder, 'testing-with-vitest.ts'));
});

describe('the example test with stubs', async () => {
  await import(join(folder, 'own-code/rent-report.test.ts'));
});
