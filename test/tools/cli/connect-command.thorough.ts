import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import {
  computed,
  createClient,
  extendSchema,
  type Field,
  integer,
  json,
  many,
  paymentsSchema,
  string,
  uuid,
} from 'payments-data-client';
import { createMock, sampleData } from 'payments-data-client/mock';
import { serveMock } from 'payments-data-client/mock/server';
import { zodValidator } from 'payments-data-client/validation';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { loadSchema } from '../../../src/tools/cli/load-schema.js';
import { runCli } from '../../../src/tools/cli/run-cli.js';
import { createTestContext } from '../../fixtures/command-context.js';
import { inTurn } from '../../fixtures/in-turns.js';
import { listen } from '../../fixtures/listen.js';
import { KEY, runCommand, serve } from '../../fixtures/run-command.js';
import { scratchFolder } from '../../fixtures/scratch-folder.js';

// Retries wait a twentieth of their delays, so that computing is what takes the time.
vi.mock('../../../src/values/wait.js', async (original) =>
  (await import('../../fixtures/short-delays.js')).shortDelays(await original()),
);

// Each test reads and compares a whole service. A busy machine takes seconds for that.
vi.setConfig({ testTimeout: 180_000 });

const parent = scratchFolder('connected');
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(parent, 'workspace-')); // modules of a path are loaded once
});

const schema = extendSchema(paymentsSchema, {
  accounts: { fields: { country: string() } },
  entities: {
    path: '/entities',
    operations: ['get', 'list'],
    fields: { id: uuid(), name: string() },
  },
});

const dialect = { envelope: 'data', nulls: 'sql' } as const;

function createService(given: object = dialect) {
  const mock = createMock({ schema, dialect: given, apiKeys: [{ name: 'Test', key: KEY }] });
  for (const { id } of mock.db.accounts.all())
    mock.db.accounts.update(id, { country: 'Secret country' });
  mock.db.entities.insert({ name: 'Secret name' });
  return mock;
}

/** With few queries, because most tests are about the file. */
const FEW = ['--max-requests', '240'];
/** With as many as a conclusion needs. */
const MANY = ['--max-requests', '400'];

const connect = (...args: string[]) => runCommand(['connect', ...args], { cwd: folder });
const read = (file = 'src/payments.ts') => readFileSync(join(folder, file), 'utf8');

describe('connect', () => {
  test('writes a module with the schema and the dialect of the service', async () => {
    const url = await serve(createService());
    const { status, out, errors } = await connect(
      '--base-url',
      url,
      '--resource',
      'entities=/entities',
    );
    expect({ status, errors }).toEqual({ status: 0, errors: '' });
    expect(out).toContain(`${url}   6 resources, 1 new: entities   `);
    expect(out).toMatch(/Settings that differ from the default\n {2}envelope +'data'\n {2}nulls +/);
    expect(out).toMatch(
      /A mock with this module gave the same response to (\d+) of \1 random queries\./,
    );
    expect(out).toMatch(
      /\n\nWrote src\/payments\.ts\.\n\nNext:\n {2}Pass `schema` and `dialect` of src\/payments\.ts to createClient\(\) and createMock\(\)\.\n {2}npx payments-data-client mock --schema src\/payments\.ts\n {2}npx payments-data-client connect --check --base-url http:\S+$/,
    );
    const loaded = await loadSchema('src/payments.ts', { cwd: folder });
    const kinds = (fields: { readonly [name: string]: Field } = {}) =>
      Object.fromEntries(Object.entries(fields).map(([name, { kind }]) => [name, kind]));
    expect(Object.keys(loaded.schema)).toEqual(Object.keys(schema));
    expect(kinds(loaded.schema.accounts?.fields)).toEqual(kinds(schema.accounts.fields));
    expect(loaded.schema.entities).toMatchObject({
      path: '/entities',
      operations: ['get', 'list'],
    });
    expect(loaded.dialect?.envelope).toBe('data');
  });

  test('shows neither the key nor a value of a row', async () => {
    const { out, errors } = await connect(
      '--base-url',
      await serve(createService()),
      '--verbose',
      ...FEW,
    );
    expect(out + errors).not.toContain('Secret');
    expect(read()).not.toContain('Secret');
    expect(read()).not.toContain(KEY);
  });

  test('names its command for people, and changes nothing the second time', async () => {
    const url = await serve(createService());
    const options = [
      '--base-url',
      url,
      ...FEW,
      '--resource',
      'entities=/entities',
      '--out',
      "it's.ts",
    ];
    await connect(...options);
    const text = read("it's.ts");
    expect(text.split('\n')[1]).toBe(
      `//   npx payments-data-client connect --base-url ${url} --max-requests 240 --resource entities=/entities --out 'it'\\''s.ts'`,
    );
    const second = await connect(...options);
    expect(second.out).toContain("\nUnchanged: it's.ts.");
    expect(read("it's.ts")).toBe(text);
    expect(readdirSync(folder)).toEqual(["it's.ts"]);
  });

  const specifiers = [
    ['own.mts', './own.mjs'],
    ['own.cts', './own.cjs'],
    ['own.ts', './own.js'],
  ] as const;
  test.each(inTurn(specifiers, 3))(
    'names the module that %s is imported as',
    async (file, specifier) => {
      await connect('--base-url', await serve(createService()), '--out', file, ...FEW);
      expect(read(file)).toContain(`both from '${specifier}'`);
    },
  );

  test('overwrites only its own files, unless it is forced to', async () => {
    const url = await serve(createService());
    writeFileSync(join(folder, 'own.ts'), 'export const mine = 1;\n');
    expect(await connect('--base-url', url, '--out', 'own.ts')).toEqual({
      status: 2,
      out: '',
      errors:
        '`--out`: own.ts was not written by connect. Name another file, or overwrite it with --force.',
    });
    expect(read('own.ts')).toBe('export const mine = 1;\n');
    const { out } = await connect('--base-url', url, '--out', 'own.ts', '--force', ...FEW);
    expect(out).toContain('\nWrote own.ts.\n');
    expect(read('own.ts')).toContain('country: string(),');
  });

  test('prints commands that a shell reads as they are', async () => {
    const env = { OTHER_KEY: KEY };
    const files = ['--out', 'my $file.ts', '--rows', "it's.json"];
    const args = [
      '--base-url',
      await serve(createService()),
      '--key-env',
      'OTHER_KEY',
      ...files,
      ...FEW,
    ];
    const { out } = await runCommand(['connect', ...args], { cwd: folder, env });
    expect(out).toContain(
      "  npx payments-data-client mock --schema 'my $file.ts' --data 'it'\\''s.json'\n  npx payments-data-client connect --check --schema 'my $file.ts' --base-url http",
    );
    expect(out).toMatch(/ --key-env OTHER_KEY$/);
    const again = await runCommand(['connect', ...args, '--force'], { cwd: folder, env });
    expect(again.out).toContain("Wrote it's.json.");
  });

  test('writes through a symbolic link', async () => {
    writeFileSync(join(folder, 'real.ts'), '');
    symlinkSync(join(folder, 'real.ts'), join(folder, 'link.ts'));
    await connect('--base-url', await serve(createService()), '--out', 'link.ts', ...FEW);
    expect(read('real.ts')).toContain('country: string(),');
  });
});

describe('connect --rows', () => {
  test('writes rows that a mock accepts as they are, for the owner of the file only', async () => {
    const service = createService();
    const { out } = await connect(
      '--base-url',
      await serve(service),
      '--rows',
      'rows.json',
      ...FEW,
    );
    expect(out).toContain('\nWrote rows.json. It contains real data: do not share it.\n');
    expect(out).toContain('mock --schema src/payments.ts --data rows.json');
    expect(statSync(join(folder, 'rows.json')).mode & 0o777).toBe(0o600);
    const data = JSON.parse(read('rows.json'));
    const { schema: loaded } = await loadSchema('src/payments.ts', { cwd: folder });
    const mock = createMock({ schema: loaded, data });
    const client = createClient(mock.clientOptions);
    const original = createClient({ ...service.clientOptions, dialect });
    const query = { include: { lines: true }, orderBy: { id: 'asc' } } as const;
    expect(await client.transactions.list(query)).toEqual(await original.transactions.list(query));
  });

  test('are for the owner only, also if the file has them already and others can read it', async () => {
    const options = ['--base-url', await serve(createService()), '--rows', 'rows.json', ...FEW];
    await connect(...options);
    const text = read('rows.json');
    chmodSync(join(folder, 'rows.json'), 0o644);
    await connect(...options, '--force');
    expect(read('rows.json')).toBe(text);
    expect(statSync(join(folder, 'rows.json')).mode & 0o777).toBe(0o600);
  });

  test('has arrays and objects, which module, client, mock and --check know', async () => {
    const values = { tags: ['a', 'b'], settings: { theme: 'dark' } };
    const withJson = extendSchema(paymentsSchema, {
      accounts: { fields: { tags: json('array'), settings: json() } },
    });
    const service = createMock({ schema: withJson, apiKeys: [{ name: 'Test', key: KEY }] });
    for (const { id } of service.db.accounts.all()) service.db.accounts.update(id, values);
    const url = await serve(service);
    const files = ['--out', 'new/folder/payments.ts', '--rows', 'rows/rows.json'];
    await connect('--base-url', url, ...files, ...MANY);
    expect(read('new/folder/payments.ts')).toContain("tags: json('array'),");
    const { schema: loaded } = await loadSchema('new/folder/payments.ts', { cwd: folder });
    const mock = createMock({ schema: loaded, data: JSON.parse(read('rows/rows.json')) });
    const client = createClient({
      ...mock.clientOptions,
      schema: withJson,
      validator: zodValidator(),
    });
    const [row] = await client.accounts.list({ include: { tags: true, settings: true }, take: 1 });
    expect(row?.tags.map((tag) => tag)).toEqual(values.tags);
    expect(row?.settings.theme).toBe('dark');
    const verified = await connect(
      '--check',
      '--base-url',
      url,
      '--schema',
      'new/folder/payments.ts',
    );
    expect(verified).toMatchObject({ status: 0, errors: '' });
  });

  test('overwrites no file that it did not write', async () => {
    const url = await serve(createService());
    writeFileSync(join(folder, 'rows.json'), '{}');
    expect(await connect('--base-url', url, '--rows', 'rows.json')).toEqual({
      status: 2,
      out: '',
      errors: '`--rows`: rows.json exists. Name another file, or overwrite it with --force.',
    });
    const forced = await connect('--base-url', url, '--rows', 'rows.json', '--force', ...FEW);
    expect(forced.out).toContain('\nWrote rows.json. ');
    const again = await connect('--base-url', url, '--rows', 'rows.json', ...FEW);
    expect(again.status).toBe(2); // nothing shows that it wrote the file itself
  });

  test('says if the requests did not suffice to find dates with hidden digits', async () => {
    const data = sampleData();
    const balances = data.balances.map((row) => ({
      ...row,
      created_at: row.created_at.replace('Z', '456Z'),
    }));
    const keys = [{ name: 'Test', key: KEY }];
    const mock = createMock({
      dialect: { dates: 'microseconds' },
      data: { ...data, balances },
      apiKeys: keys,
    });
    const options = ['--base-url', await serve(mock), '--rows', 'rows.json', '--force'];
    const few = await connect(...options, ...FEW);
    expect(few.out).toContain(
      '\nThe dates of rows.json lack the digits that the service does not show: no more requests were sent to find them. Increase --max-requests, or run connect again.\n',
    );
    expect(read('rows.json')).not.toContain('500Z');
    const { out } = await connect(...options, '--max-requests', '2000');
    expect(out).not.toContain('lack the digits');
    expect(read('rows.json')).toContain('500Z');
  });

  test('is not in the command that the module names, so that the command runs again', async () => {
    const options = ['--base-url', await serve(createService()), ...FEW];
    await connect(...options, '--rows', 'rows.json');
    expect(read().split('\n')[1]).toBe(
      `//   npx payments-data-client connect ${options.join(' ')}`,
    );
    expect((await connect(...options)).out).toContain('\nUnchanged: src/payments.ts.');
  });

  test('writes nothing if a row contains the API key', async () => {
    const service = createService();
    const url = await serve(service);
    service.db.accounts.insert({ country: `Bearer ${KEY}` });
    expect(await connect('--base-url', url, '--rows', 'rows.json', ...FEW)).toMatchObject({
      status: 2,
      errors:
        'The service returns the API key as a name or a value of a field. Nothing is written.',
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  test.each(['payments.ts', 'link.ts', 'linked/payments.ts', 'linked/new/payments.ts'])(
    'does not overwrite the module, which --rows may name as %s',
    async (rows) => {
      const out = rows.includes('new') ? 'new/payments.ts' : 'payments.ts';
      symlinkSync('.', join(folder, 'linked'));
      if (rows === 'link.ts') {
        writeFileSync(join(folder, out), '');
        symlinkSync(out, join(folder, rows));
      }
      const mock = createService();
      expect(
        await connect('--base-url', await serve(mock), '--out', out, '--rows', rows, '--force'),
      ).toEqual({
        status: 2,
        out: '',
        errors: '`--out` and `--rows` name the same file. Name another file with --rows.',
      });
      expect(mock.requests).toEqual([]);
    },
  );
});

describe('connect --check of a module that connect wrote', () => {
  test('exits with 0 if the file still fits, also with other rows', async () => {
    const mock = createService();
    const url = await serve(mock);
    await connect('--base-url', url, '--rows', 'rows.json', '--no-values', ...MANY);
    mock.db.accounts.insert({ country: 'Another' });
    expect(await connect('--check', '--base-url', url)).toMatchObject({
      status: 0,
      out: expect.stringMatching(/\n\nsrc\/payments\.ts matches the service\.$/),
    });
  });

  test('exits with 1 if a kind, a field or a setting differs, and writes nothing', async () => {
    const url = await serve(createService());
    await connect('--base-url', url, ...MANY);
    const text = read()
      .replace('country: string()', 'country: uuid(),\n      gone: string()')
      .replace("envelope: 'data'", "envelope: 'rows'");
    mkdirSync(join(folder, 'changed'));
    writeFileSync(join(folder, 'changed/payments.ts'), text);
    const { status, out } = await connect(
      '--check',
      '--base-url',
      url,
      '--schema',
      'changed/payments.ts',
    );
    expect(out).toContain("  envelope   'data' instead of 'rows'\n");
    expect(out).toContain('  fields-accounts.country: string() instead of uuid().\n');
    expect(out).toContain('  fields-accounts.gone: not returned instead of string().\n');
    expect(out).toMatch(
      /\n\nchanged\/payments\.ts no longer matches the service\. Run connect without --check, or accept a topic with --accept\.$/,
    );
    expect(status).toBe(1);
    expect(read('changed/payments.ts')).toBe(text);
  });

  test('compares computed fields and relations that another module adds', async () => {
    const hidden = extendSchema(schema, {
      accounts: {
        fields: { score: computed(integer(), () => 7) },
        relations: { entries: many('transactionLines', { foreignKey: 'account_id' }) },
      },
    });
    const url = await serve(createMock({ schema: hidden, apiKeys: [{ name: 'Test', key: KEY }] }));
    await connect('--base-url', url, ...MANY);
    const added = (kind: string, value: string) => [
      `import { computed, extendSchema, ${kind}, many } from 'payments-data-client';`,
      "import { schema as written } from './src/payments.ts';",
      "export { dialect, knownDifferences } from './src/payments.ts';",
      'export const schema = extendSchema(written, { accounts: {',
      `  fields: { score: computed(${kind}(), () => ${value}) },`,
      "  relations: { entries: many('transactionLines', { foreignKey: 'account_id' }) },",
      '} });',
    ];
    writeFileSync(join(folder, 'own.ts'), added('integer', '7').join('\n'));
    const check = ['--check', '--base-url', url, ...MANY];
    expect(await connect(...check, '--schema', 'own.ts')).toMatchObject({ status: 0, errors: '' });
    writeFileSync(join(folder, 'wrong.ts'), added('string', "''").join('\n'));
    const { status, out } = await connect(...check, '--schema', 'wrong.ts');
    expect(status).toBe(1);
    expect(out).toContain(
      "  fields-accounts.score: computed(integer(), () => 0) instead of computed(string(), () => '').\n",
    );
  });

  test('exits with 2 if there is no file', async () => {
    expect(await connect('--base-url', await serve(createService()), '--check')).toMatchObject({
      status: 2,
      errors:
        'src/payments.ts does not exist. Run connect without --check, or name a module with --schema.',
    });
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('connect at a service that cannot be read', () => {
  test('exits with 2 if it returns pages of HTML', async () => {
    const page = createServer((_, response) =>
      response.setHeader('content-type', 'text/html').end('<p>Secret</p>'),
    );
    const { url, close } = await listen(page);
    onTestFinished(close);
    expect(await connect('--base-url', url)).toEqual({
      status: 2,
      out: '',
      errors: 'GET /v1/balances failed: expected JSON, got text/html (13 bytes). Check --base-url.',
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  test('exits with 2 if it returns something else than rows', async () => {
    const { url, close } = await listen(
      createServer((_, response) => response.end('{"status":"ok"}')),
    );
    onTestFinished(close);
    expect(await connect('--base-url', url)).toEqual({
      status: 2,
      out: '',
      errors:
        'GET /v1/balances returned no rows: neither an array nor an object with one. Check --base-url.',
    });
  });

  test('exits with 2 if the key is rejected', async () => {
    const { status, errors } = await connect('--base-url', await serve(createMock()));
    expect(status).toBe(2);
    expect(errors).toBe(
      'GET /v1/balances failed: 401 Unauthorized: The API key is unknown. Send `Authorization: APIKey <API_KEY>` with a valid key. Check the API key.',
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  test('exits with 2 if the path is unknown', async () => {
    const { url, close } = await listen(
      createServer((_, response) => response.writeHead(404).end('{}')),
    );
    onTestFinished(close);
    expect(await connect('--base-url', url)).toEqual({
      status: 2,
      out: '',
      errors: 'GET /v1/balances failed: 404 Not Found. Check --base-url.',
    });
  });

  test('exits with 2 if nobody listens', async () => {
    const server = await serveMock(createMock());
    await server.close();
    expect((await connect('--base-url', server.url)).status).toBe(2);
  });

  test('exits with 2 at the limit of requests, and writes nothing', async () => {
    const mock = createService();
    const { status, errors } = await connect(
      '--base-url',
      await serve(mock),
      '--max-requests',
      '30',
    );
    expect(status).toBe(2);
    expect(errors).toBe('The limit of 30 requests was reached. Raise --max-requests.');
    expect(mock.requests.length).toBeLessThanOrEqual(30);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('exits with 130 at Ctrl-C', async () => {
    const mock = createService();
    const url = await serve(mock);
    const { context, interrupt } = createTestContext({
      cwd: folder,
      env: { PAYMENTS_API_KEY: KEY },
    });
    mock.fail({ path: '/v1/balances', error: 'timeout' });
    const connecting = runCli(['connect', '--base-url', url], '1.2.3', context);
    while (mock.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    interrupt();
    expect(await connecting).toBe(130);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('writes an empty extension for an empty workspace, and says why', async () => {
    const data = sampleData({ accounts: 0, transactions: 0 });
    const url = await serve(createMock({ data, apiKeys: [{ name: 'Test', key: KEY }] }));
    const { status, out, errors } = await connect('--base-url', url);
    expect(status).toBe(2);
    expect(errors).toMatch(
      /^The dialect could not be measured: .*The service returned fewer than 3 rows\./,
    );
    expect(out).toContain(
      'Parameters and page sizes cannot be measured: no list has three rows.\n',
    );
    expect(read()).toContain('export const schema = paymentsSchema;\n');
  });
});

describe('connect rejects', () => {
  test.each([
    [[], '`--base-url` is missing. See --help.'],
    [['--check', '--force'], '`--check` and `--force` cannot be combined. Pass only one of them.'],
    [
      ['--check', '--rows', 'x.json'],
      '`--check` and `--rows` cannot be combined. Pass only one of them.',
    ],
    [
      ['--check', '--out', 'x.ts'],
      '`--check` writes nothing. Name the module with --schema instead of --out.',
    ],
    ...['--key', '--api-key'].map((option): [string[], string] => [
      [option, 'secret-key'],
      `\`${option}\` is not an option. The API key is read from the environment variable PAYMENTS_API_KEY, or from the one that --key-env names.`,
    ]),
    [['--schema', 'own.ts'], '`--schema` belongs to --check. Add --check, or leave it out.'],
    [['--json'], '`--json` belongs to --check. Add --check, or leave it out.'],
    [
      ['--check', '--resource', 'a=/a'],
      '`--check` and `--resource` cannot be combined. Pass only one of them.',
    ],
    [
      ['--check', '--rows-per-resource', '9'],
      '`--check` and `--rows-per-resource` cannot be combined. Pass only one of them.',
    ],
    [
      ['--check', '--no-values'],
      '`--check` and `--no-values` cannot be combined. Pass only one of them.',
    ],
    [
      ['--rows-per-resource', '0'],
      '`--rows-per-resource` must be an integer from 1 to 1000000, got `0`.',
    ],
    [
      ['--out', 'file.txt/x.ts'],
      '`--out`: a folder of file.txt/x.ts is a file. Name another path.',
    ],
    [['--out', '.'], '`--out`: . is not a file.'],
    [
      ['--resource', 'entities'],
      '`--resource` must be a name and a path such as entities=/entities, got `entities`.',
    ],
    [
      ['--resource', 'a-b=/x'],
      '`--resource` must be a name and a path such as entities=/entities, got `a-b=/x`.',
    ],
    [
      ['--resource', 'with=/x'],
      '`--resource`: `with` is a member of every client. Choose another name.',
    ],
    [
      ['--resource', 'a=/x', '--resource', 'a=/y'],
      '`--resource`: a name is given twice. Name each resource once.',
    ],
    [['--resource', 'a=/x y'], '`--resource`: a: expected `path` to be a path such as'],
    [
      ['--resource', 'a=/balances'],
      '`--resource`: a.path: `/balances` is already the path of balances.',
    ],
    [['--resource', '__proto__=/x'], '`--resource`: '],
    [['--check', '--schema', 'missing.ts'], '`--schema`: missing.ts does not exist.'],
  ])('%j', async (args, message) => {
    const url = args.length === 0 ? [] : ['--base-url', 'https://api.example.com'];
    writeFileSync(join(folder, 'file.txt'), '');
    const { status, out, errors } = await connect(...url, ...args);
    const isJson = args.includes('--json');
    expect({ status, out: isJson ? JSON.parse(out).notDetermined : out }).toEqual({
      status: 2,
      out: isJson ? [message] : '',
    });
    expect(errors).toContain(message);
  });
});
