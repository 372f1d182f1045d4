import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { forgetRequests, mockOptions } from '../../../src/tools/cli/mock-command.js';
import { runCli } from '../../../src/tools/cli/run-cli.js';
import { createTestContext, type TestContext } from '../../fixtures/command-context.js';
import { scratchFolder } from '../../fixtures/scratch-folder.js';

const folder = scratchFolder('mock-command');
const file = (name: string, text: string | Uint8Array): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

/** The commands that a test has started. */
const running: { readonly interrupt: () => void; readonly ended: Promise<number> }[] = [];
afterEach(async () => {
  for (const { interrupt, ended } of running.splice(0)) {
    interrupt();
    await ended;
  }
});

/**
 * Runs a command line until it ends or serves: what it wrote, and with which status it ended, if it
 * did.
 */
async function run(...args: string[]) {
  const { context, out, errors, interrupt }: TestContext = createTestContext();
  const ended = runCli(args, '1.2.3', context);
  running.push({ interrupt, ended });
  const isServing = expect.poll(() => out.join('\n'), { timeout: 10_000 }).toMatch(/^Ready: /m);
  const status = await Promise.race([
    ended,
    Promise.resolve(isServing).then(
      () => undefined,
      () => undefined,
    ),
  ]);
  return { status, out, errors, url: /(?<=^Ready: )\S+/m.exec(out.join('\n'))?.[0] ?? '' };
}

const FAULT = `"{status:503,path:'/v1/balances',times:2}"`;
const SCHEMA = new URL('../../../src/schema/payments-schema.ts', import.meta.url);
const auth = { headers: { Authorization: 'APIKey test-key' } };

describe('the command mock', () => {
  test('serves the sample data, and prints the URL, the key and an example request', async () => {
    const { out, url } = await run('mock', '--port', '0');
    const key = out[1]?.replace('API key: ', '');
    expect(key).toMatch(/^test_[0-9a-f]{32}$/);
    expect(out).toEqual([
      `Mock of the Payments Data Service: ${url}`,
      `API key: ${key}`,
      expect.stringMatching(/^API key id: [\da-f-]{36}$/),
      `Try: curl -H 'Authorization: APIKey ${key}' '${url}/v1/balances?take=1'`,
      `Inspector: ${url}/`,
      `Ready: ${url}`,
    ]);
    const headers = { Authorization: `APIKey ${key}` };
    expect(await (await fetch(`${url}/v1/balances?take=1`, { headers })).json()).toHaveLength(1);
    const again = await run('mock', '--port', '0'); // no web site knows the key
    expect(again.out[1]).not.toBe(out[1]);
  });

  test('does not read a parameter of a gateway with --ignore-parameter', async () => {
    const args = ['--no-auth', '--ignore-parameter', 'trace', '--ignore-parameter', 'span'];
    const { url } = await run('mock', '--port', '0', ...args);
    const statuses = ['trace=1&span=2', 'trac=1'].map(async (search) => {
      const { status } = await fetch(`${url}/v1/balances?${search}`);
      return status;
    });
    expect(await Promise.all(statuses)).toEqual([200, 400]);
    const { status, errors } = await run('mock', '--no-auth', '--ignore-parameter', 'take');
    expect([status, errors.join()]).toEqual([
      2,
      'expected `--ignore-parameter` to be the name of a parameter that the service does not have, got "take".',
    ]);
  });

  test('accepts requests without an API key with --no-auth', async () => {
    const { out, url } = await run('mock', '--port', '0', '--no-auth');
    expect(out).toEqual([
      `Mock of the Payments Data Service: ${url}`,
      'API key: not required (--no-auth)',
      `Try: curl '${url}/v1/balances?take=1'`,
      `Inspector: ${url}/`,
      `Ready: ${url}`,
    ]);
    expect(await (await fetch(`${url}/v1/balances?take=1`)).json()).toHaveLength(1);
  });

  test('prints each request, its rows, and why there are none, and never the key', async () => {
    const { out, url } = await run('mock', '--port=0', '--key', 's3cret-key');
    const headers = { Authorization: 'APIKey s3cret-key' };
    const query = encodeURIComponent("{ name: 's3cret-key',\n type: 'main' }");
    for (const path of [`balances?where=${query}`, 'balances?take=3', 'nothing'])
      await fetch(`${url}/v1/${path}`, { headers });
    await expect.poll(() => out).toHaveLength(9);
    expect(out[6]).toMatch(
      /^GET \/v1\/balances\?where=\{ name: '\[redacted\]', type: 'main' \} 200 0 rows \d+\.\d ms\n {2}No row matches `name`/,
    );
    expect(out[7]).toMatch(/^GET \/v1\/balances\?take=3 200 3 of 24 rows \d+\.\d ms$/);
    expect(out[8]).toMatch(
      /^GET \/v1\/nothing 404 \d+\.\d ms\n {2}The service has no path \/v1\/nothing\. If the client has a `schema`, pass it to createMock\(\) too\.$/,
    );
  });

  test('is driven and inspected on its port', async () => {
    const { url } = await run('mock', '--port', '0', '--key', 'test-key', '--quiet');
    const init = { method: 'POST', headers: { 'X-Mock-Control': '1' } };
    expect((await fetch(`${url}/_mock/reset`, init)).status).toBe(200);
    expect((await fetch(`${url}/_mock/ready`)).status).toBe(200);
    expect((await fetch(url)).headers.get('content-type')).toBe('text/html; charset=utf-8');
  });

  test('forgets the oldest requests', () => {
    const requests = Array.from({ length: 10_001 }, (_, index) => index);
    forgetRequests(requests);
    expect([requests.length, requests[0]]).toEqual([9_001, 1_000]);
    forgetRequests(requests);
    expect(requests).toHaveLength(9_001);
  });

  test.each([
    ['127.0.0.1', '127.0.0.1', ''],
    ['localhost', 'localhost', ''],
    ['0.0.0.0', '127.0.0.1', ' (the network can read and drive this mock)'],
    ['::', '[::1]', ' (the network can read and drive this mock)'],
  ])('says on the ready line who can drive it: --host %s', async (host, name, warning) => {
    const { out } = await run('mock', '--port', '0', '--no-auth', '--quiet', '--host', host);
    expect(out.map((line) => line.replace(/:\d+( |$)/, '$1'))).toEqual([
      `Ready: http://${name}${warning}`,
    ]);
  });

  const rows = "{ balances: [{ name: 'only Ö', balance: '1.00' }] } // rows";
  test.each<[string, string | Uint8Array]>([
    ['UTF-8', rows],
    ['UTF-8 with a byte order mark', `\ufeff${rows}`],
    ['UTF-16, as > of PowerShell writes it', Buffer.from(`\ufeff${rows}`, 'utf16le')],
  ])('takes rows from a file in %s', async (_, bytes) => {
    const data = file('rows.json5', bytes);
    const args = ['--data', data, '--key', 'test-key', '--latency', '1-2'];
    const { url } = await run('mock', '--port', '0', ...args);
    const answer = await fetch(`${url}/v1/balances?include=name:true`, auth);
    expect(await answer.json()).toEqual([{ id: expect.any(String), name: 'only Ö' }]);
  });

  const things = (kind: string) =>
    `{ path: '/things', operations: ['list'], relations: {}, fields: { id: { kind: '${kind}' } } }`;

  test('takes `schema` and `dialect` of a module, with the sample data if it is valid', async () => {
    const own = file('own.mjs', `export const schema = { things: ${things('uuid')} };`);
    const data = file('things.json', '{ "things": [{}, {}] }');
    const first = await run('mock', '--port', '0', '--no-auth', '--schema', own, '--data', data);
    expect(await (await fetch(`${first.url}/v1/things`)).json()).toHaveLength(2);
    const extension = file(
      'extension.mjs',
      `import { paymentsSchema } from '${SCHEMA}';
       export const schema = { ...paymentsSchema, things: ${things('uuid')} };
       export const dialect = { envelope: 'data', pageSize: { default: 5 } };`,
    );
    const { url } = await run('mock', '--port', '0', '--no-auth', '--schema', extension);
    expect((await (await fetch(`${url}/v1/accounts`)).json()).data).toHaveLength(5);
    expect((await (await fetch(`${url}/v1/things`)).json()).data).toEqual([]);
  });

  test.each([
    [
      `export const schema = { things: ${things('integer')} };`,
      'things.fields.id: must be text in lists. Declare it as uuid() or string().',
    ],
    [
      `import { paymentsSchema } from '${SCHEMA}';
       const { accounts } = paymentsSchema;
       const parent = { target: 'accounts', cardinality: 'one', foreignKey: 'parent_id' };
       export const schema = { ...paymentsSchema, accounts: { ...accounts, relations: { ...accounts.relations, parent } } };`,
      'the sample data is invalid for `schema`: accounts[0].parent_id.parent_id: is required, because accounts has no row yet that it could refer to. Pass rows with --data.',
    ],
  ])('says in one line why a schema cannot be mocked: %#', async (text, problem) => {
    const schema = file(`${text.length}.mjs`, text);
    const errors = [`\`--schema\`: ${schema}: ${problem}`];
    expect(await run('mock', '--schema', schema)).toMatchObject({ status: 2, errors });
  });

  test('makes requests fail, and lists the faults at the start', async () => {
    const faults = [
      "{status:503,path:'/v1/balances',times:1}",
      `{ "path": "/v1/accounts", "error": "network" }`,
    ].flatMap((fault) => ['--fail', fault]);
    const { out, url } = await run('mock', '--port', '0', '--no-auth', ...faults);
    expect(out.filter((line) => line.startsWith('Fault'))).toEqual([
      "Fault: { status: 503, path: '/v1/balances', times: 1 }",
      "Fault: { path: '/v1/accounts', error: 'network' }",
    ]);
    const status = async (path: string) => (await fetch(url + path)).status;
    expect([await status('/v1/balances'), await status('/v1/balances')]).toEqual([503, 200]);
    await expect(status('/v1/accounts')).rejects.toThrow();
  });

  test.each([
    ['https://app.example', null],
    ['*', 'https://other.example'],
  ])('lets web pages of --origin %s read responses', async (origin, other) => {
    const { url } = await run('mock', '--port', '0', '--no-auth', '--origin', origin);
    const allowed = async (Origin: string) =>
      (await fetch(`${url}/v1/balances?take=1`, { headers: { Origin } })).headers.get(
        'access-control-allow-origin',
      );
    expect(await allowed('https://app.example')).toBe('https://app.example');
    expect(await allowed('https://other.example')).toBe(other);
  });

  test('prints its help and its version', async () => {
    expect(await run('--version')).toMatchObject({ status: 0, out: ['1.2.3'] });
    const { status, out } = await run('mock', '--help');
    expect(status).toBe(0);
    for (const option of Object.keys(mockOptions)) expect(out[0]).toContain(`--${option}`);
    expect(out[0]).toContain('payments-data-client mock --latency 50-200');
    const general = await run('--help');
    expect(general.out[0]).toContain('Serves a mock of the Payments Data Service over HTTP.');
    expect(general.out[0]).not.toMatch(/.{81}/);
  });

  test.each(
    Object.entries({
      'mock --prot 1': '`--prot` is not an option. Did you mean `--port`?',
      'mock --watch': '`--watch` is not an option. See --help.',
      'mock -x': '`-x` is not an option. See --help.',
      'mock --port 1 --port 2': '`--port` can be used only once.',
      'mock --port': '`--port` needs a value. See --help.',
      'mock --port --host': '`--port` needs a value. See --help.',
      'mock --port 70000': '`--port` must be an integer from 0 to 65535, got `70000`.',
      'mock --port x': '`--port` must be an integer from 0 to 65535, got `x`.',
      'mock --help=yes': '`--help` takes no value.',
      'mock --origin https://app.example/':
        '`--origin` must be an origin such as https://app.example or capacitor://localhost, or *, got `https://app.example/`.',
      'mock --latency 9-1':
        '`--latency` must be milliseconds such as 100, or a range such as 50-200, got `9-1`.',
      'mock --schema missing.ts': '`--schema`: missing.ts does not exist.',
      'mock --fail status=503': `\`--fail\` must be an object such as ${FAULT}, got \`status=503\`.`,
      "mock --fail '{status:503}'": `\`--fail\` must be an object such as ${FAULT}, got \`'{status:503}'\`.`,
      'mock --fail status:503 times:2':
        '`mock` takes options only, got an argument. Write {…} in double quotes. See --help.',
      'mock --fail {status:99}':
        '`--fail`: expected `status` to be a status from 200 to 599, got 99.',
      'mock --no-auth --key mine':
        '`--no-auth` and `--key` cannot be combined. Pass only one of them.',
      'mock --quiet': '`--quiet` does not print a key. Choose one with --key, or pass --no-auth.',
      'mock me': '`mock` takes options only, got an argument. See --help.',
      'mock rows.json5 --quiet':
        '`mock` takes options only, got an argument. Did you mean `--data rows.json5`?',
      'connect http://127.0.0.1:4010':
        '`connect` takes options only, got an argument. Did you mean `--base-url http://127.0.0.1:4010`?',
      'connect https://me:s3cret@x.example':
        '`connect` takes options only, got an argument. See --help.',
      '': 'A command is missing. The commands are mock, connect. See --help.',
      '--port 1': 'A command is missing. The commands are mock, connect. See --help.',
      mok: 'The first argument is not a command. Did you mean `mock`?',
      serve: 'The first argument is not a command. The commands are mock, connect. See --help.',
    }),
  )('says what is wrong with %j in one line', async (line, message) => {
    const expected = { status: 2, out: [], errors: [message] };
    expect(await run(...line.split(' ').filter(Boolean))).toMatchObject(expected);
  });

  test('says what is wrong with a key', async () => {
    const problem = '`--key` must be visible ASCII without spaces, because it is sent in a header.';
    const expected = { status: 2, out: [], errors: [problem] };
    expect(await run('mock', '--key', 'two words')).toMatchObject(expected);
  });

  test.each([
    ['missing.json', undefined, ' does not exist.'],
    ['.', undefined, ' is a folder.'],
    [
      'broken.json',
      '{ balances: [',
      ' is neither JSON nor JSON5: JSON5: invalid end of input at 1:14.',
    ],
    ['null.json', 'null', ': expected an object with arrays of rows by resource, got null.'],
    [
      'wrong.json',
      '{ balances: [{ balance: 1 }] }',
      ": balances[0].balance: expected a decimal string such as '100.00', got 1. If your service differs, describe it with --schema.",
    ],
    [
      'extra.json',
      '{ "accounts": [{ "email": "a@b.example" }] }',
      ': accounts[0]: `email` is not a field or relation of accounts. Leave it out, or declare it with extendSchema(). If your service differs, describe it with --schema.',
    ],
  ])('says what is wrong with the rows of %s', async (name, text, problem) => {
    const data = text === undefined ? join(folder, name) : file(name, text);
    expect(await run('mock', '--port', '0', '--data', data)).toMatchObject({
      status: 2,
      errors: [`\`--data\`: ${data}${problem}`],
    });
  });

  test('says in one line that a port is in use, or that an address is not its own [decision 30]', async () => {
    const other = await run('mock', '--port', '0', '--no-auth', '--quiet');
    const { port } = new URL(other.url);
    expect(await run('mock', '--port', port)).toMatchObject({
      status: 2,
      errors: [
        `Port ${port} of 127.0.0.1 is already in use. Choose another port with --port, or any free port with --port 0.`,
      ],
    });
    const { errors } = await run('mock', '--port', '0', '--host', '192.0.2.1');
    expect(errors).toEqual([
      expect.stringMatching(/^`--host` is not an address of this machine: /),
    ]);
  });

  test.each([
    ['SIGTERM', 0],
    ['SIGHUP', 'SIGHUP'], // of a closed terminal
  ] as const)(
    'on %s, ends with %s',
    async (signal, status) => {
      const cli = fileURLToPath(new URL('../../../src/tools/cli/cli.ts', import.meta.url));
      const child = spawn(process.execPath, ['--import', 'tsx', cli, 'mock', '--port', '0']);
      const ended = new Promise((resolve) => child.once('exit', (code, by) => resolve(by ?? code)));
      await Promise.race([new Promise((resolve) => child.stdout.once('data', resolve)), ended]);
      child.kill(signal);
      expect(await ended).toBe(status);
    },
    30_000,
  );
});
