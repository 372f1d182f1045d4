import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { runCli } from '../../../src/tools/cli/run-cli.js';
import { createTestContext } from '../../fixtures/command-context.js';
import { KEY, runCommand } from '../../fixtures/run-command.js';
import { scratchFolder } from '../../fixtures/scratch-folder.js';
import { serve } from '../../services/service.js';
import { tinyOptions } from './tiny-rows.js';
import { tinyService } from './tiny-service.js';

const parent = scratchFolder('connect-command');

const url = 'https://payments.test';

function open(name: string, options = tinyOptions()) {
  vi.stubGlobal('fetch', tinyService(options));
  const cwd = join(parent, name);
  mkdirSync(cwd, { recursive: true });
  const run = (...args: string[]) => runCommand(['connect', '--base-url', url, ...args], { cwd });
  return { options, cwd, run };
}

describe('connect', () => {
  test('writes a module, and --check says whether it is right', async () => {
    const { cwd, run, options } = open('whole');
    const first = await run();
    expect(first).toMatchObject({ status: 0, errors: '' });
    expect(first.out.replace(/\d+ requests.*/, 'N requests')).toMatchInlineSnapshot(`
      "https://payments.test: 5 resources. N requests

      Not proven:
      - transactions: GET /v1/transactions: status 404 (not found)
      - transactionLines: GET /v1/transactions/lines: status 404 (not found)
      - balances.account: a filter by its id: status 400 instead of the row

      Not declared:
      - accounts.variables: null in all of 30 rows

      Removed:
      - balances.identifier, balances.description, balances.unit_id, balances.type, balances.available_balance, balances.negative_balance, balances.variables, balances.updated_at: not in the rows that were read
      - balances.amount, balances.unit, accounts.identifier: an include of it is rejected

      Wrote src/payments.ts.

      Next:
        Pass \`schema\` and \`dialect\` of src/payments.ts to createClient() and createMock().
        npx payments-data-client mock --schema src/payments.ts
        npx payments-data-client connect --base-url https://payments.test --check"
    `);
    const text = readFileSync(join(cwd, 'src/payments.ts'), 'utf8');
    expect(text).toContain('like: "insensitive"');
    expect((await run()).out).toContain('Unchanged: src/payments.ts.');
    const green = await run('--check');
    expect(green).toMatchObject({ status: 0, errors: '' });
    expect(green.out).toMatch(/^https:\S+: nothing false was found\. \d+ requests in \d+\.\d s\.$/);
    options.hidden = ['balances.rating'];
    const red = await run('--check');
    expect(red.status).toBe(1);
    expect(red.out).toContain(
      'False in src/payments.ts:\n- balances.rating is not returned in 60 of 60 rows.\n',
    );
    expect(readFileSync(join(cwd, 'src/payments.ts'), 'utf8')).toBe(text);
  });

  test('--out names the module for both, and --resource may be combined with --check', async () => {
    const { cwd, run, options } = open('out');
    options.tables.entities = {
      fields: { id: 'uuid', name: 'text' },
      rows: [{ id: 'a', name: 'A' }],
    };
    writeFileSync(join(cwd, 'own.ts'), 'export {};\n');
    expect(await run('--out', 'own.ts')).toMatchObject({
      status: 2,
      errors:
        '`--out`: own.ts was not written by connect. Name another file, or overwrite it with --force.',
    });
    const entities = ['--resource', 'entities=/entities'];
    expect((await run('--out', 'own.ts', '--force')).status).toBe(0);
    const checked = await run('--check', '--out', 'own.ts', ...entities);
    expect(checked.status).toBe(0);
    expect(checked.out).toContain('- GET /v1/entities is a list; the module does not have it.\n');
    const written = await run('--out', 'own.ts', ...entities);
    expect(written.out).toContain('6 resources, new: entities.');
    expect(readFileSync(join(cwd, 'own.ts'), 'utf8')).toContain(
      '--resource entities=/entities --out own.ts\n',
    );
    expect((await run('--check', '--out', 'other.ts')).errors).toBe(
      '`--out`: other.ts does not exist.',
    );
    expect((await run('--out', 'other.js')).errors).toBe(
      '`--out` must be a file in TypeScript, such as src/payments.ts, got `other.js`.',
    );
  });

  test('does not overwrite a file that changed since it began', async () => {
    const { cwd, run, options } = open('changed');
    options.onRequest = () => {
      mkdirSync(join(cwd, 'src'), { recursive: true });
      writeFileSync(join(cwd, 'src/payments.ts'), '// my own work');
    };
    expect(await run()).toMatchObject({
      status: 2,
      errors: 'src/payments.ts has changed since connect began. Nothing is written: run it again.',
    });
    expect(readFileSync(join(cwd, 'src/payments.ts'), 'utf8')).toBe('// my own work');
  });

  test('says why a proxy has no policies on text', async () => {
    const { run, options } = open('policies');
    const { rules } = options;
    expect((await run()).out).not.toContain('policies');
    options.rules = { ...rules, text: 'insensitive' };
    expect((await run()).out).toContain(
      "A proxy has no policies on text: they need `text: 'exact'`, and it is insensitive.\n",
    );
    options.exceptions = { 'balances.name': { text: 'exact' } };
    expect((await run()).out).toContain('and it is not determined.\n');
  });

  test('stops at the limit of requests, and without a usable key, and writes nothing', async () => {
    const { cwd, run } = open('limits');
    expect(await run('--max-requests', '20')).toMatchObject({
      ...{ status: 2, errors: 'The limit of 20 requests was reached.' },
    });
    expect(await run('--key-env', 'NONE')).toMatchObject({ status: 2 });
    vi.stubGlobal('fetch', async () => Response.json({ message: 'no' }, { status: 401 }));
    expect(await run()).toMatchObject({
      ...{ status: 2, errors: 'GET /v1/balances failed: status 401. Check the API key.' },
    });
    expect(existsSync(join(cwd, 'src'))).toBe(false);
  });

  test('writes no API key that the service returns', async () => {
    const options = tinyOptions();
    const { accounts } = options.tables;
    const rows = accounts?.rows.map((row) => ({ ...row, [KEY]: 1 })) ?? [];
    options.tables.accounts = { rows, fields: { ...accounts?.fields, [KEY]: 'number' } };
    const { cwd, run } = open('key', options);
    expect(await run()).toMatchObject({
      status: 2,
      errors:
        'The service returns the API key as a name or a value of a field. Nothing is written.',
    });
    expect(existsSync(join(cwd, 'src'))).toBe(false);
  });

  test('writes nothing if it is interrupted, also while a service does not answer', async () => {
    let count = 0;
    const answering = tinyService(tinyOptions());
    const { context, interrupt, out } = createTestContext({
      cwd: parent,
      env: { PAYMENTS_API_KEY: KEY },
    });
    const service = await serve({
      fetch: (async (url: string) => {
        if (++count > 60) interrupt();
        return count > 60 ? new Promise(() => {}) : answering(url);
      }) as never, // only the URL is read
    });
    onTestFinished(() => service.close());
    expect(await runCli(['connect', '--base-url', service.url], '1.2.3', context)).toBe(130);
    expect(out).toEqual([]);
    expect(existsSync(join(parent, 'src'))).toBe(false);
  });
});
