import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { enumeration, extendSchema, nullable, paymentsSchema, string } from 'payments-data-client';
import { createMock, sampleData } from 'payments-data-client/mock';
import { type MockServer, serveMock } from 'payments-data-client/mock/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { KEY, runCommand } from '../fixtures/run-command.js';
import { scratchFolder } from '../fixtures/scratch-folder.js';
import { extractSnippets, root } from './extract-snippets.js';

const page = 'docs/guide/connecting-to-your-workspace.md';
const text = readFileSync(join(root, page), 'utf8');

const folder = scratchFolder('workspace');
mkdirSync(join(folder, 'src'));
let server: MockServer;

const schema = extendSchema(paymentsSchema, {
  transactions: { fields: { channel: enumeration('web', 'shop'), reference: nullable(string()) } },
});

beforeAll(async () => {
  const { transactions, ...data } = sampleData({ accounts: 40, transactions: 80 });
  const mock = createMock({
    schema,
    data: {
      ...data,
      transactions: transactions.map((row, index) => ({
        ...row,
        channel: index % 2 ? 'web' : 'shop',
        reference: index % 3 ? `INV-2026-${1000 + index}` : null,
      })),
    },
    dialect: {
      envelope: 'data',
      parameters: { take: 'limit', skip: 'offset', orderBy: 'sort' },
      orderFormat: '-name',
      pageSize: { default: 20, max: 50 },
      nulls: 'sql',
      text: { like: 'insensitive' },
    },
    apiKeys: [{ key: KEY }],
  });
  server = await serveMock(mock);
});
afterAll(async () => {
  await server.close();
});

/** The command lines of the page that query the service, in order. */
const commands = [...text.matchAll(/^npx payments-data-client (connect .*)$/gm)].map(
  ([, line = '']) => line,
);

/** Runs a command line of the page against the mock. */
async function run(line: string) {
  const command = line.replace('https://api.example.com', server.url);
  return { line, ...(await runCommand(command.split(' '), { cwd: folder })) };
}

/** The text of a report that is the same in each run. */
const comparable = (output = '') =>
  output
    .trim()
    .replaceAll(server.url, 'https://api.example.com')
    .replace(/\d+ requests, \d+\.\d s/, 'requests')
    // These change with each query that is added.
    .replaceAll(/explains \d+ responses?/g, 'explains')
    .replace(/(\d+) of \1 random/, 'all random');

test('each command line of the guide on connecting does what the page says', {
  timeout: 400_000,
}, async () => {
  const written = () => readFileSync(join(folder, 'src/payments.ts'), 'utf8');
  const [first = '', ...others] = commands;
  const connected = await run(first);
  expect({ status: connected.status, errors: connected.errors }).toEqual({ status: 0, errors: '' });
  const [, report] = /^```text\n(.*?)^```$/ms.exec(text) ?? [];
  expect(comparable(connected.out)).toBe(comparable(report));
  const shown = extractSnippets(page).find(({ file }) => file === 'src/payments.ts');
  expect(written().replaceAll(server.url, 'https://api.example.com')).toBe(
    shown?.code.slice(shown.code.indexOf('\n') + 1),
  );

  const [withRows, checked, ...more] = await inOrder(others);
  expect(more).toEqual([]);
  expect(withRows).toMatchObject({
    status: 0,
    out: expect.stringContaining('\nWrote rows.json. It contains'),
  });
  const data = JSON.parse(readFileSync(join(folder, 'rows.json'), 'utf8'));
  expect(createMock({ schema, data }).db.transactions.all()).toHaveLength(80);
  expect(checked).toMatchObject({
    status: 0,
    out: expect.stringContaining('src/payments.ts matches'),
  });
});

async function inOrder(lines: readonly string[]) {
  const results = [];
  for (const line of lines) results.push(await run(line));
  return results;
}
