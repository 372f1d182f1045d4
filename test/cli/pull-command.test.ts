import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { extendSchema, type Field, paymentsSchema, string, uuid } from 'payments-data-client';
import { createMock, type Mock, sampleData } from 'payments-data-client/mock';
import { serveMock } from 'payments-data-client/mock/server';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { loadSchema } from '../../src/cli/load-schema.js';
import { runCli } from '../../src/cli/run-cli.js';
import { createTestContext } from '../fixtures/command-context.js';
import { listen } from '../fixtures/listen.js';

// Each test reads a whole service. A busy machine takes seconds for that.
vi.setConfig({ testTimeout: 30_000 });

// Inside the project, so that a written module finds the package.
const folder = mkdtempSync(join(import.meta.dirname, 'pulled-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
  for (const file of readdirSync(folder)) rmSync(join(folder, file));
});

const KEY = 'pull-test-key-0123456789';
const schema = extendSchema(paymentsSchema, {
  accounts: { fields: { country: string() } },
  entities: { path: '/entities', operations: ['get', 'list'], fields: { id: uuid(), name: string() } },
});

function createService() {
  const mock = createMock({ schema, apiKeys: [{ name: 'Test', key: KEY }] });
  for (const { id } of mock.db.accounts.all()) mock.db.accounts.update(id, { country: 'Secret country' });
  mock.db.entities.insert({ name: 'Secret name' });
  return mock;
}

async function serve(mock: object): Promise<string> {
  const server = await serveMock(mock as Mock);
  closers.push(() => server.close());
  return server.url;
}

async function pull(url: string, ...args: string[]) {
  const test = createTestContext({ cwd: folder, env: { PAYMENTS_API_KEY: KEY } });
  const status = await runCli(['pull', '--base-url', url, ...args], '1.2.3', test.context);
  return { status, out: test.out.join('\n'), errors: test.errors.join('\n') };
}

const read = (file: string) => readFileSync(join(folder, file), 'utf8');

describe('pull', () => {
  test('says that the sample data of the payments schema fits', async () => {
    const url = await serve(createMock({ apiKeys: [{ name: 'Test', key: KEY }] }));
    const sample = sampleData();
    const { status, out, errors } = await pull(url, '--out', 'schema.ts');
    expect({ status, errors }).toEqual({ status: 0, errors: '' });
    expect(out).toBe(
      [
        `balances: ${sample.balances.length} rows; no change`,
        `units: ${sample.units.length} rows from relations; no change`,
        `accounts: ${sample.accounts.length} rows; no change`,
        `transactions: ${sample.transactions.length} rows; no change`,
        `transactionLines: ${sample.transactionLines.length} rows; no change`,
        '',
        'Everything that was read fits paymentsSchema.',
        '',
        '47 requests',
        'Written: schema.ts',
      ].join('\n'),
    );
    expect(read('schema.ts')).toContain('export const schema = extendSchema(paymentsSchema, {});\n');
  });

  test('writes a module that exports the schema', async () => {
    const url = await serve(createService());
    const { status } = await pull(url, '--out', 'schema.ts', '--resource', 'entities=/entities');
    expect(status).toBe(0);
    const pulled = await loadSchema('schema.ts', { cwd: folder });
    const kinds = (fields: { readonly [name: string]: Field } = {}) =>
      Object.fromEntries(Object.entries(fields).map(([name, { kind }]) => [name, kind]));
    expect(Object.keys(pulled)).toEqual(Object.keys(schema));
    expect(kinds(pulled.accounts?.fields)).toEqual(kinds(schema.accounts.fields));
    expect(kinds(pulled.entities?.fields)).toEqual(kinds(schema.entities.fields));
    expect(pulled.entities).toMatchObject({ path: '/entities', operations: ['get', 'list'] });
  });

  test('writes the module to the standard output, and the report to the standard error', async () => {
    const { status, out, errors } = await pull(await serve(createService()));
    expect(status).toBe(0);
    expect(out).toMatch(/^\/\/ Written by .*^export const schema = .*\}\);$/ms);
    expect(errors).toMatch(/^accounts: 12 rows; new or different: \w+$/m);
  });

  test('never shows the key or a value of a row', async () => {
    const { out, errors } = await pull(await serve(createService()), '--resource', 'entities=/entities');
    expect(out + errors).not.toMatch(/Secret|pull-test-key/);
  });

  test('changes nothing the second time', async () => {
    const url = await serve(createService());
    await pull(url, '--out', 'schema.ts');
    const text = read('schema.ts');
    expect(await pull(url, '--out', 'schema.ts')).toMatchObject({
      status: 0,
      out: expect.stringMatching(/Unchanged: schema.ts$/),
    });
    expect(read('schema.ts')).toBe(text);
    expect(readdirSync(folder)).toEqual(['schema.ts']);
  });

  test('overwrites only its own files, unless it is forced to', async () => {
    const url = await serve(createService());
    writeFileSync(join(folder, 'own.ts'), 'export const mine = 1;\n');
    expect(await pull(url, '--out', 'own.ts')).toEqual({
      status: 2,
      out: '',
      errors: '`--out`: own.ts was not written by pull. Name another file, or overwrite it with --force.',
    });
    expect(read('own.ts')).toBe('export const mine = 1;\n');
    expect((await pull(url, '--out', 'own.ts', '--force')).status).toBe(0);
    expect(read('own.ts')).toContain('country: string(),');
  });

  test('writes through a symbolic link', async () => {
    writeFileSync(join(folder, 'real.ts'), '');
    symlinkSync(join(folder, 'real.ts'), join(folder, 'link.ts'));
    await pull(await serve(createService()), '--out', 'link.ts');
    expect(read('real.ts')).toContain('country: string(),');
  });
});

describe('pull --check', () => {
  test('exits with 0 if the file is up to date, also with other rows', async () => {
    const mock = createService();
    const url = await serve(mock);
    await pull(url, '--out', 'schema.ts');
    mock.db.accounts.insert({ country: 'Another' });
    expect(await pull(url, '--out', 'schema.ts', '--check')).toMatchObject({
      status: 0,
      out: expect.stringMatching(/Up to date: schema.ts$/),
    });
  });

  test('exits with 1 and the difference, and writes nothing', async () => {
    const url = await serve(createService());
    await pull(url, '--out', 'schema.ts');
    const old = read('schema.ts').replace('country: string()', 'country: uuid()');
    writeFileSync(join(folder, 'schema.ts'), old);
    const { status, out } = await pull(url, '--out', 'schema.ts', '--check');
    expect(status).toBe(1);
    expect(out).toMatch(
      /schema.ts differs:\n~ accounts.country: uuid\(\) -> string\(\)\nRun pull without --check.$/,
    );
    expect(read('schema.ts')).toBe(old);
  });

  test('exits with 1 if there is no file', async () => {
    expect(await pull(await serve(createService()), '--out', 'schema.ts', '--check')).toMatchObject({
      status: 1,
      errors: 'schema.ts does not exist. Run pull without --check.',
    });
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('pull at a service that cannot be read', () => {
  const html = async () => {
    const server = createServer((_, response) =>
      response.setHeader('content-type', 'text/html').end('<p>Secret</p>'),
    );
    const { url, close } = await listen(server);
    closers.push(close);
    return url;
  };

  test('exits with 3 if it returns pages of HTML', async () => {
    const { status, out, errors } = await pull(await html(), '--out', 'schema.ts');
    expect(status).toBe(3);
    expect(out).toContain(
      'balances: GET /v1/balances failed: expected JSON, got text/html (13 bytes). Check the `baseUrl`.',
    );
    expect(errors).toBe(
      'Nothing could be read, so nothing is written. Check --base-url, --envelope and the role of the API key.',
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  test('exits with 3 if the key is rejected', async () => {
    const url = await serve(createMock());
    const { status, errors } = await pull(url, '--out', 'schema.ts');
    expect(status).toBe(3);
    expect(errors).toContain('401 Unauthorized');
    expect(errors).toMatch(/ Check the API key\.$/m);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('exits with 3 if nobody listens', async () => {
    const server = await serveMock(createMock());
    await server.close();
    expect((await pull(server.url)).status).toBe(3);
  }, 20_000);

  test('exits with 1 at the limit of requests, and writes nothing', async () => {
    const mock = createService();
    const { status, errors } = await pull(await serve(mock), '--out', 'schema.ts', '--max-requests', '20');
    expect(status).toBe(1);
    expect(errors).toBe(
      'pull stopped: the limit of 20 requests was reached. Nothing was written. Raise --max-requests, or lower --rows.',
    );
    expect(mock.requests.length).toBeLessThanOrEqual(20);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('exits with 130 at Ctrl-C', async () => {
    const mock = createService();
    const url = await serve(mock);
    const { context, interrupt } = createTestContext({ cwd: folder, env: { PAYMENTS_API_KEY: KEY } });
    mock.fail({ path: '/v1/balances', error: 'timeout' });
    const pulling = runCli(['pull', '--base-url', url, '--out', 'schema.ts'], '1.2.3', context);
    while (mock.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    interrupt();
    expect(await pulling).toBe(130);
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('pull rejects', () => {
  test.each([
    [['--check'], '`--check` compares with a file. Name it with --out.'],
    [
      ['--check', '--force', '--out', 'x.ts'],
      '`--check` and `--force` cannot be combined. Pass only one of them.',
    ],
    [['--rows', '0'], '`--rows` must be an integer from 1 to 1000000, got `0`.'],
    [['--out', 'missing/x.ts'], '`--out`: the folder of missing/x.ts does not exist. Create it first.'],
    [['--out', '.'], '`--out`: . is not a file.'],
    [
      ['--resource', 'entities'],
      '`--resource` must be a name and a path such as entities=/entities, got `entities`.',
    ],
    [
      ['--resource', 'a-b=/x'],
      '`--resource` must be a name and a path such as entities=/entities, got `a-b=/x`.',
    ],
    [['--resource', 'with=/x'], '`--resource`: `with` is a member of every client. Choose another name.'],
    [
      ['--resource', 'a=/x', '--resource', 'a=/y'],
      '`--resource`: a name is given twice. Name each resource once.',
    ],
    [['--resource', 'a=/x y'], '`--resource`: a: expected `path` to be a path such as'],
    [['--resource', 'a=/balances'], '`--resource`: a.path: `/balances` is already the path of balances.'],
    [['--resource', '__proto__=/x'], '`--resource`: '],
    [
      ['--try', 'account.score'],
      '`--try`: `account` is not a resource with a path. Did you mean `accounts`?',
    ],
    [['--try', 'a:b'], '`--try` must be the name of a property, such as score or accounts.score, got `a:b`.'],
  ])('%j', async (args, message) => {
    const { status, out, errors } = await pull('https://api.example.com', ...args);
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(errors).toContain(message);
  });
});
