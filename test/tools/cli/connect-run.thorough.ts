import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { createMock, type MockOptions, sampleData } from 'payments-data-client/mock';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { runCli } from '../../../src/tools/cli/run-cli.js';
import { createTestContext, type TestProcess } from '../../fixtures/command-context.js';
import { listen } from '../../fixtures/listen.js';
import { KEY, runCommand, serve as serveMock } from '../../fixtures/run-command.js';
import { scratchFolder } from '../../fixtures/scratch-folder.js';

// Retries wait a twentieth of their delays, so that computing is what takes the time.
vi.mock('../../../src/values/wait.js', async (original) =>
  (await import('../../fixtures/short-delays.js')).shortDelays(await original()),
);

// Each test compares a whole service. A busy machine takes seconds for that.
vi.setConfig({ testTimeout: 180_000 });

const serve = (options: Pick<MockOptions, 'dialect' | 'data' | 'latency'> = {}) =>
  serveMock(createMock({ ...options, apiKeys: [{ name: 'Test', key: KEY }] }));

const folder = scratchFolder('verified');

writeFileSync(
  join(folder, 'own.ts'),
  "export { paymentsSchema as schema } from 'payments-data-client';\n",
);

const check = (args: readonly string[], process: TestProcess = {}) =>
  runCommand(
    ['connect', '--check', ...(args.includes('--schema') ? [] : ['--schema', 'own.ts']), ...args],
    {
      cwd: folder,
      ...process,
    },
  );

/** As many requests as a conclusion needs. */
const FEW = ['--max-requests', '400'];

describe('connect --check', () => {
  test('exits with 0 if nothing differs', async () => {
    const url = await serve();
    const { status, out, errors } = await check(['--base-url', url, ...FEW]);
    expect(out).toMatch(
      new RegExp(
        `^${url} {3}5 resources of own\\.ts {3}\\d+ requests, \\d+\\.\\d s\n\nNot asked for lack of requests: include \\d+, .*\\.\n\nA mock with this module gave the same response to (\\d+) of \\1 random queries\\.\n\nown\\.ts matches the service\\.$`,
      ),
    );
    expect({ status, errors }).toEqual({ status: 0, errors: '' });
  });

  test('exits with 0 for the module that connect wrote', async () => {
    const url = await serve({ dialect: { envelope: 'data' } });
    await runCommand(['connect', '--base-url', url, '--out', 'payments.ts', ...FEW], {
      cwd: folder,
    });
    const { status, out, errors } = await check([
      '--base-url',
      url,
      '--schema',
      'payments.ts',
      ...FEW,
    ]);
    expect(out).toContain(url);
    expect({ status, errors }).toEqual({ status: 0, errors: '' });
  });

  test('exits with 1 if a setting differs, and names it', async () => {
    const url = await serve({ dialect: { text: { like: 'insensitive' } } });
    const { status, out } = await check(['--base-url', url, ...FEW]);
    expect(status).toBe(1);
    expect(out).toMatch(
      /\n\nSettings that differ from the default\n {2}text {3}like: 'insensitive' {3}explains \d+ responses\n\n/,
    );
  });

  test.each(['default', 'related', 'ties'])(
    'names an order that is that of the insertion again: order.%s',
    async (name) => {
      const text = "export { paymentsSchema as schema } from 'payments-data-client';\n";
      writeFileSync(
        join(folder, `${name}.ts`),
        `${text}export const dialect = { order: { ${name}: 'id' } } as const;\n`,
      );
      const args = ['--schema', `${name}.ts`, ...FEW];
      const { status, out } = await check(['--base-url', await serve(), ...args]);
      expect(out).toMatch(
        new RegExp(
          `s\\n\\nSettings that differ from the module\\n {2}order\\.${name} {3}'insertion' instead of 'id'\\n\\nNot asked`,
        ),
      );
      expect(status).toBe(1);
      // Too few rows say nothing of an order.
      const { balances, transactionLines, ...others } = sampleData({
        accounts: 2,
        transactions: 1,
      });
      const few = await serve({
        data: {
          ...others,
          balances: balances.slice(0, 3),
          transactionLines: transactionLines.slice(0, 2),
        },
      });
      expect(await check(['--base-url', few, ...args])).toMatchObject({ status: 0, errors: '' });
    },
  );

  test('exits with 0 if only accepted settings differ', async () => {
    const url = await serve({ dialect: { text: { like: 'insensitive' }, envelope: 'data' } });
    const args = ['--base-url', url, ...FEW, '--accept', 'text'];
    expect(await check([...args, '--accept', 'envelope'])).toMatchObject({ status: 0 });
    const { status, out } = await check(args);
    expect(status).toBe(1);
    expect(out).toContain("\n  envelope   'data'\n");
    expect(out).not.toContain('insensitive');
  });

  test('prints one object for machines', async () => {
    const url = await serve({ dialect: { rejections: { query: 422 } } });
    const { status, out, errors } = await check(['--base-url', url, '--json', ...FEW]);
    expect(JSON.parse(out)).toMatchObject({
      service: url,
      verdict: 'different',
      settings: [{ setting: 'rejections', value: { query: 422 }, before: null }],
      differences: [],
      notDetermined: [],
    });
    expect({ status, errors }).toEqual({ status: 1, errors: '' });
  });

  test('exits with 2 for an empty workspace, and says that nothing is known', async () => {
    const url = await serve({ data: sampleData({ accounts: 0, transactions: 0 }) });
    const { status, out } = await check(['--base-url', url]);
    expect(out).toContain(
      'Parameters and page sizes cannot be measured: no list has three rows.\n',
    );
    expect(out).toContain('\nNot determined\n');
    expect(status).toBe(2);
  });

  test('says which kind a field has in the schema, and which one in the rows', async () => {
    const mock = createMock({ apiKeys: [{ name: 'Test', key: KEY }] });
    const text =
      "import { decimal, extendSchema, paymentsSchema, string } from 'payments-data-client';\n";
    const fields = 'balances: { fields: { name: decimal(), country: string() } }';
    writeFileSync(
      join(folder, 'other.ts'),
      `${text}export const schema = extendSchema(paymentsSchema, { ${fields} });\n`,
    );
    const args = ['--base-url', await serveMock(mock), '--schema', 'other.ts', ...FEW];
    const { status, out } = await check(args, { cwd: folder });
    expect(out).toContain('   5 resources of other.ts   ');
    expect(out).toContain(
      '\n\nOther rows than a mock with this module, without an error\n  fields-balances.name: string() instead of decimal().\n',
    );
    expect(out).toContain(
      '\n\nRejected, or missing\n  fields-balances.country: not returned instead of string().\n',
    );
    expect(status).toBe(1);
    const accepted = await check([...args, '--accept', 'fields-balances'], { cwd: folder });
    expect(accepted).toMatchObject({ status: 0, errors: '' });
  });

  test('exits with 2 if a resource has no rows, unless that is accepted', async () => {
    const data = sampleData();
    const url = await serve({ data: { ...data, transactions: [], transactionLines: [] } });
    const { status, out } = await check(['--base-url', url, ...FEW, '--verbose']);
    expect(out).toContain(
      '\nNot determined\n  transactions: the service returned no row, so nothing is known about it.\n',
    );
    expect(status).toBe(2);
    const names = ['--accept', 'no-rows-transactions', '--accept', 'no-rows-transactionlines'];
    expect(await check(['--base-url', url, ...FEW, ...names])).toMatchObject({
      status: 0,
      errors: '',
    });
  });

  test('exits with 2 if too few requests are left to say something', async () => {
    const { status, out, errors } = await check([
      '--base-url',
      await serve(),
      '--max-requests',
      '60',
    ]);
    expect(status).toBe(2);
    expect(out).toContain('\nNot determined\n');
    expect(errors).toBe('It was not determined whether own.ts matches the service.');
    const accepted = await check([
      ...['--base-url', await serve({ dialect: { nulls: 'sql' } }), '--max-requests', '120'],
      ...['nulls', 'null', 'logic', 'relations'].flatMap((topic) => ['--accept', topic]),
    ]);
    expect(accepted.status).toBe(2);
    expect(accepted.out).toMatch(
      /\nNot determined\n(?:.*\n)? {2}Only \d+ random queries were answered\.\n/,
    );
    expect(await check(['--base-url', await serve(), '--max-requests', '10'])).toEqual({
      status: 2,
      out: '',
      errors: 'The limit of 10 requests was reached. Raise --max-requests.',
    });
    const { out: json } = await check([
      '--base-url',
      await serve(),
      '--max-requests',
      '10',
      '--json',
    ]);
    expect(JSON.parse(json)).toMatchObject({ verdict: 'unknown' });
  });

  test('exits with 2 for a wrong command line', async () => {
    const url = await serve();
    expect((await check(['--base-url', url], { env: {} })).status).toBe(2);
    expect((await check(['--base-url', url, '--schema', 'missing.js'])).status).toBe(2);
    expect(await check(['--base-url', url, '--accept', 'nulsl'])).toEqual({
      status: 2,
      out: '',
      errors: '`--accept`: `nulsl` is neither a setting nor a difference. Did you mean `nulls`?',
    });
    expect((await check(['--base-url', url, '--accept', 'pagesize'])).errors).toBe(
      '`--accept`: `pagesize` is neither a setting nor a difference. Did you mean `pageSize`?',
    );
    expect(await check([])).toEqual({
      status: 2,
      out: '',
      errors: '`--base-url` is missing. See --help.',
    });
  });

  test.each([
    ['the command line is wrong', ['--max-requests', 'x'], /^`--max-requests` must be an integer/],
    [
      'no key is set',
      ['--key-env', 'MISSING_KEY'],
      /^The environment variable that `--key-env` names is not set/,
    ],
    ['the module is missing', ['--schema', 'missing.js'], /^`--schema`: missing.js does not exist/],
    ['nobody listens', [], /ECONNREFUSED/],
  ])('prints one object for machines if %s', async (_, args, message) => {
    const { url, close } = await listen(createServer());
    close();
    const { status, out, errors } = await check(['--base-url', url, '--json', ...args]);
    expect(errors).toMatch(message);
    expect(JSON.parse(out)).toEqual({
      verdict: 'unknown',
      agreement: null,
      settings: [],
      differences: [],
      notDetermined: [errors],
    });
    expect(status).toBe(2);
  });

  test('exits with 2 if the key is rejected', async () => {
    const env = { OTHER_KEY: 'another-key-0123456789' };
    const args = ['--base-url', await serve(), '--key-env', 'OTHER_KEY'];
    expect(await check(args, { env })).toEqual({
      status: 2,
      out: '',
      errors:
        'GET /v1/balances failed: 401 Unauthorized: The API key is unknown. Send `Authorization: APIKey <API_KEY>` with a valid key. Check the API key.',
    });
  });

  test('exits with 2 if the service is not there', async () => {
    const { url, close } = await listen(createServer());
    close();
    const missing = await check(['--base-url', url]);
    expect(missing).toMatchObject({ status: 2, out: '' });
    expect(missing.errors).toContain('ECONNREFUSED');
  });

  test.each([
    [
      'filters',
      (where: string, id: string) => !where || where.includes(id) !== /neq|not_in/.test(where),
    ],
    ['ignores filters, so that the check ends early', () => true],
  ])('prints no control characters of names, of a service that %s', async (_, matches) => {
    const id = (index: number) => `00000000-0000-4000-8000-00000000000${index}`;
    const rows = [1, 2, 3].map((index) => ({
      id: id(index),
      [`x${KEY}`]: 1,
      '\x1b[2J\x9b8m\u202e': 1,
    }));
    const service = await listen(
      createServer(({ url = '' }, response) => {
        const { pathname, searchParams } = new URL(url, 'http://x');
        const where = searchParams.get('where') ?? '';
        const found = rows.filter((row) => matches(where, row.id) || pathname.endsWith(row.id));
        response.setHeader('Content-Type', 'application/json').end(JSON.stringify(found));
      }),
    );
    onTestFinished(service.close);
    for (const args of [['--verbose'], ['--json'], ['--verbose', '--show-values']]) {
      const { out, errors } = await check([
        '--base-url',
        service.url,
        '--max-requests',
        '120',
        ...args,
      ]);
      expect((out + errors).length).toBeGreaterThan(100);
      expect(out + errors).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}]/u);
    }
  });

  test('exits with 130 at Ctrl-C, and prints nothing more', async () => {
    const { context, out, interrupt } = createTestContext({
      cwd: folder,
      env: { PAYMENTS_API_KEY: KEY },
    });
    const ended = runCli(
      ['connect', '--check', '--schema', 'own.ts', '--base-url', await serve({ latency: 20 })],
      '1.2.3',
      context,
    );
    setTimeout(interrupt, 300);
    expect(await ended).toBe(130);
    expect(out).toEqual([]);
  });

  test('shows the progress on a terminal', async () => {
    const { errors } = await check(['--base-url', await serve(), '--max-requests', '100'], {
      isTerminal: true,
      columns: 120,
    });
    expect(errors).toMatch(/: measuring, \d+ of at most 100 requests/);
    expect(errors).toMatch(/: reading rows, \d+ of at most 100 requests/);
  });
});
