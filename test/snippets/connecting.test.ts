import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { enumeration, extendSchema, nullable, paymentsSchema, string } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { type MockServer, serveMock } from 'payments-data-client/mock/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCli } from '../../src/cli/run-cli.js';
import { createTestContext } from '../fixtures/command-context.js';
import { extractSnippets, root } from './extract-snippets.js';

const page = 'docs/guide/connecting-to-your-workspace.md';
const text = readFileSync(join(root, page), 'utf8');
const KEY = 'workspace-key-0123456789';

// Inside the project, so that a written module finds the package.
const folder = mkdtempSync(join(import.meta.dirname, 'workspace-'));
mkdirSync(join(folder, 'src'));
let server: MockServer;

beforeAll(async () => {
  const schema = extendSchema(paymentsSchema, {
    transactions: { fields: { channel: enumeration('web', 'shop'), reference: nullable(string()) } },
  });
  const mock = createMock({ schema, dialect: { text: { like: 'insensitive' } }, apiKeys: [{ key: KEY }] });
  for (const [index, { id }] of mock.db.transactions.all().entries())
    mock.db.transactions.update(id, {
      channel: index % 2 ? 'web' : 'shop',
      reference: index % 3 ? `INV-2026-${1000 + index}` : null,
    });
  server = await serveMock(mock);
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The command lines of the page that query the service, in order. */
const commands = [...text.matchAll(/^npx payments-data-client ((?:verify|pull) .*)$/gm)].map(
  ([, line = '']) => line,
);

/** Runs a command line of the page against the mock. */
async function run(line: string) {
  const command = line.replace('https://api.example.com', server.url);
  const args = [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '');
  const { context, out, errors } = createTestContext({ cwd: folder, env: { PAYMENTS_API_KEY: KEY } });
  const status = await runCli(args, '1.2.3', context);
  return { status, out: out.join('\n'), errors: errors.join('\n') };
}

/** The text of a report that is the same in each run. */
const comparable = (output = '') =>
  output
    .trim()
    .replace(server.url, 'https://api.example.com')
    .replace(/\d{4}-\d\d-\d\dT\S+Z/, 'date');

test('each command line of the guide on connecting does what the page says', {
  timeout: 60_000,
}, async () => {
  const results = [];
  for (const line of commands) results.push({ line, ...(await run(line)) });
  const [all, some, pulled, withSchema, checked, accepted] = results;
  expect(results.map(({ status }) => status)).toEqual([1, 1, 0, 1, 0, 0]);
  expect(results.map(({ errors }) => errors).join('')).toBe('');

  expect(all?.out).toContain('responses.fields'); // the two fields are not in the payments schema
  expect(withSchema?.out).not.toContain('responses.fields');
  const [, report] = /^```text\n(.*?)^```$/ms.exec(text) ?? [];
  expect(comparable(some?.out)).toBe(comparable(report));

  const shown = extractSnippets(page).find(({ file }) => file === 'src/payments-schema.ts');
  expect(readFileSync(join(folder, 'src/payments-schema.ts'), 'utf8')).toBe(
    shown?.code.slice(shown.code.indexOf('\n') + 1),
  );
  expect(pulled?.out).toContain('transactions: 24 rows; new or different: channel, reference');
  expect(checked?.line).toContain('--check');
  expect(accepted?.out).toContain('Accepted: 1\n  where.like-case\n');
});
