import { spawn } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { mockOptions } from '../../../src/tools/cli/mock-options.js';
import { runCli } from '../../../src/tools/cli/run-cli.js';
import { createTestContext, type TestContext } from '../../fixtures/command-context.js';

const folder = mkdtempSync(join(tmpdir(), 'mock-cli-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (name: string, text: string): string => {
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

/** Ends the last command as Ctrl-C does, and returns its exit status. */
async function stop(): Promise<number | undefined> {
  const command = running.pop();
  command?.interrupt();
  return command?.ended;
}

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
  return { status, out, errors, url: /(?<=^Ready: ).+/m.exec(out.join('\n'))?.[0] ?? '' };
}

const FAULT = `"{status:503,path:'/v1/balances',times:2}"`;
const DIALECT = `"{nulls:'sql',pageSize:{max:100}}"`;
const advice = (example: string) => `Write relaxed JSON such as ${example}, with text in quotes.`;

describe('the command mock', () => {
  test('serves the sample data, and prints the URL, the key and an example request', async () => {
    const { out, url } = await run('mock', '--port', '0');
    const key = out[1]?.replace('API key: ', '');
    expect(out).toEqual([
      `Mock of the Payments Data Service: ${url}`,
      `API key: ${key}`,
      expect.stringMatching(/^API key id: [\da-f-]{36}$/),
      `Try: curl -H 'Authorization: APIKey ${key}' '${url}/v1/balances?take=1'`,
      `Inspector: ${url}/`,
      `Ready: ${url}`,
    ]);
    const answer = await fetch(`${url}/v1/balances?take=1`, {
      headers: { Authorization: `APIKey ${key}` },
    });
    expect(await answer.json()).toHaveLength(1);
  });

  test('has another key each time, so that no web site knows it [decision 30]', async () => {
    const first = (await run('mock', '--port', '0')).out[1];
    await stop();
    const second = (await run('mock', '--port', '0')).out[1];
    expect(first).toMatch(/^API key: test_[0-9a-f]{32}$/);
    expect(second).not.toBe(first);
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

  test('logs each request on one readable line, and never the key', async () => {
    const { out, url } = await run('mock', '--port=0', '--key', 's3cret');
    const headers = { Authorization: 'APIKey s3cret' };
    await fetch(
      `${url}/v1/balances?where=${encodeURIComponent("{ name: 's3cret',\n type: 'main' }")}`,
      {
        headers,
      },
    );
    await fetch(`${url}/v1/nothing`, { headers });
    await expect.poll(() => out).toHaveLength(8);
    expect(out[6]).toMatch(
      /^GET \/v1\/balances\?where=\{ name: '\[redacted\]', type: 'main' \} 200 \d+\.\d ms$/,
    );
    expect(out[7]).toMatch(
      /^GET \/v1\/nothing 404 \d+\.\d ms\n {2}The service has no path \/v1\/nothing\.$/,
    );
  });

  test('takes rows from a file of JSON5, the key, the envelope and a latency [decision 30]', async () => {
    const data = file('rows.json5', "{ balances: [{ name: 'only', balance: '1.00' }] } // rows");
    const args = [
      '--data',
      data,
      '--key',
      'mine',
      '--dialect',
      "{ envelope: 'result' }",
      '--latency',
      '1-2',
    ];
    const { url } = await run('mock', '--port', '0', ...args);
    const answer = await fetch(`${url}/v1/balances?include=name:true`, {
      headers: { Authorization: 'APIKey mine' },
    });
    expect(await answer.json()).toEqual({ result: [{ id: expect.any(String), name: 'only' }] });
  });

  test('behaves as the settings of a dialect say', async () => {
    const data = file('nulls.json', '{ "balances": [{ "name": "RENT", "external_id": null }] }');
    const args = [
      '--data',
      data,
      '--key',
      'mine',
      '--dialect',
      "{nulls:'sql',text:{like:'insensitive'}}",
    ];
    const { url } = await run('mock', '--port', '0', ...args);
    const count = async (where: string) => {
      const headers = { Authorization: 'APIKey mine' };
      return (await (await fetch(`${url}/v1/balances?where=${where}`, { headers })).json()).length;
    };
    expect(await count("name:{like:'rent'}")).toBe(1);
    expect(await count("external_id:{neq:'x'}")).toBe(0);
  });

  test('replaces groups of the dialect of a module, the last one wins [decision 30]', async () => {
    const module = file(
      'dialect.mjs',
      `export { paymentsSchema as schema } from '${new URL('../../../src/schema/payments-schema.ts', import.meta.url)}';
       export const dialect = { envelope: 'data', pageSize: { default: 1 } };`,
    );
    const given = ['{pageSize:{default:2}}', 'pageSize:{max:3}'].flatMap((text) => [
      '--dialect',
      text,
    ]);
    const { url } = await run('mock', '--port', '0', '--no-auth', '--schema', module, ...given);
    expect((await (await fetch(`${url}/v1/balances`)).json()).data).toHaveLength(3);
  });

  test('serves the resources of a schema, with the sample data if it fits', async () => {
    const things = `{ path: '/things', operations: ['list'], relations: {}, fields: { id: { kind: 'uuid' } } }`;
    const own = file('own.mjs', `export const schema = { things: ${things} };`);
    const data = file('things.json', '{ "things": [{}, {}] }');
    const first = await run('mock', '--port', '0', '--no-auth', '--schema', own, '--data', data);
    expect(await (await fetch(`${first.url}/v1/things`)).json()).toHaveLength(2);
    const extension = file(
      'extension.mjs',
      `import { paymentsSchema } from '${new URL('../../../src/schema/payments-schema.ts', import.meta.url)}';
       export const schema = { ...paymentsSchema, things: ${things} };`,
    );
    const { url } = await run('mock', '--port', '0', '--no-auth', '--schema', extension);
    expect(await (await fetch(`${url}/v1/accounts`)).json()).toHaveLength(12);
    expect(await (await fetch(`${url}/v1/things`)).json()).toEqual([]);
  });

  test('says in one line why a schema cannot be mocked', async () => {
    const things = (kind: string) =>
      `{ things: { path: '/things', operations: ['list'], relations: {}, fields: { id: { kind: '${kind}' } } } }`;
    const numbers = file('numbers.mjs', `export const schema = ${things('integer')};`);
    expect(await run('mock', '--schema', numbers)).toMatchObject({
      status: 2,
      errors: [
        `\`--schema\`: ${numbers}: the ids of a mock are text. Declare \`things.id\` as uuid() or string().`,
      ],
    });
    const stricter = file(
      'stricter.mjs',
      `import { paymentsSchema } from '${new URL('../../../src/schema/payments-schema.ts', import.meta.url)}';
       const { accounts } = paymentsSchema;
       export default { ...paymentsSchema, accounts: { ...accounts, fields: { ...accounts.fields, status: { kind: 'integer' } } } };`,
    );
    expect(await run('mock', '--schema', stricter)).toMatchObject({
      status: 2,
      errors: [
        `\`--schema\`: the sample data is invalid for ${stricter}. Pass rows with --data: accounts[0].status: expected an integer, got "active".`,
      ],
    });
  });

  test('makes requests fail, and lists the faults at the start [decision 30]', async () => {
    const faults = [
      "{status:503,path:'/v1/balances',times:1}",
      "path: '/v1/accounts', error: 'network'",
    ];
    const { out, url } = await run(
      'mock',
      '--port',
      '0',
      '--no-auth',
      ...faults.flatMap((f) => ['--fail', f]),
    );
    expect(out.slice(4, -1)).toEqual([
      'Fault: /v1/balances: status 503, 1 time',
      'Fault: /v1/accounts: network error',
    ]);
    const status = async (path: string) => (await fetch(url + path)).status;
    expect([await status('/v1/balances'), await status('/v1/balances')]).toEqual([503, 200]);
    await expect(status('/v1/accounts')).rejects.toThrow();
  });

  test('reads the rows again with --watch, and keeps the old ones if the new ones are wrong [decision 30]', async () => {
    const data = file('watched.json5', "{ accounts: [{ identifier_value: 'first' }] }");
    const { out, errors, url } = await run(
      'mock',
      '--port',
      '0',
      '--no-auth',
      '--data',
      data,
      '--watch',
    );
    expect(out[4]).toBe(`Rows: ${data}, reloaded when it changes`);
    const values = async () =>
      (await (await fetch(`${url}/v1/accounts`)).json()).map(
        (row: { identifier_value: string }) => row.identifier_value,
      );
    expect(await values()).toEqual(['first']);
    writeFileSync(data, "{ accounts: [{ identifier_value: 'second' }] }");
    await expect.poll(() => out).toContain(`${data} was reloaded.`);
    expect(await values()).toEqual(['second']);
    writeFileSync(data, '{ accounts: [{ identifier_value: 3 }] }');
    await expect
      .poll(() => errors)
      .toEqual([
        `\`--data\`: ${data}: accounts[0].identifier_value: expected a string, got 3. If your service differs, describe it with --schema. The mock keeps its rows.`,
      ]);
    expect(await values()).toEqual(['second']);
    writeFileSync(data, '{ accounts: [');
    await expect.poll(() => errors.at(-1)).toContain('is neither JSON nor JSON5');
    writeFileSync(data, "{ accounts: [{ identifier_value: 'third' }] }");
    await expect.poll(values).toEqual(['third']);
  });

  test('reads a file again with --watch that was written in steps, replaced or deleted', async () => {
    const data = file('steps.json5', "{ accounts: [{ identifier_value: 'first' }] }");
    const { errors, url } = await run(
      'mock',
      '--port',
      '0',
      '--no-auth',
      '--data',
      data,
      '--watch',
    );
    const values = async () =>
      (await (await fetch(`${url}/v1/accounts`)).json())[0].identifier_value;
    writeFileSync(data, '{ accounts: [');
    await expect
      .poll(() => errors.at(-1))
      .toMatch(/ is neither JSON nor JSON5: .+ The mock keeps its rows\.$/);
    appendFileSync(data, "{ identifier_value: 'second' }] }");
    await expect.poll(values).toBe('second');
    renameSync(file('swap.json5', "{ accounts: [{ identifier_value: 'third' }] }"), data);
    await expect.poll(values).toBe('third');
    rmSync(data);
    await expect
      .poll(() => errors.at(-1))
      .toBe(`\`--data\`: ${data} does not exist. The mock keeps its rows.`);
    expect(await values()).toBe('third');
    file('steps.json5', "{ accounts: [{ identifier_value: 'fourth' }] }");
    await expect.poll(values).toBe('fourth');
  });

  test.each([
    [[], 200],
    [['--host', 'localhost'], 200],
    [['--no-inspector'], 404],
    [['--host', '0.0.0.0'], 404],
    [['--host', '0.0.0.0', '--inspector'], 200],
  ])('with %j, responds to the path of the inspector with %d', async (args, status) => {
    const { out, url } = await run('mock', '--port', '0', '--no-auth', ...args);
    expect((await fetch(url.replace('0.0.0.0', '127.0.0.1'))).status).toBe(status);
    expect(out.includes(`Inspector: ${url}/`)).toBe(status === 200);
  });

  test('prints its help and its version', async () => {
    expect(await run('--version')).toMatchObject({ status: 0, out: ['1.2.3'] });
    const { status, out } = await run('mock', '--help');
    expect(status).toBe(0);
    for (const option of Object.keys(mockOptions)) expect(out[0]).toContain(`--${option}`);
    expect(out[0]).toContain('payments-data-client mock --data rows.json5 --watch');
    expect(out[0]?.split('\n').filter((line) => line.length > 80)).toEqual([]);
    const general = await run('--help');
    expect(general.out[0]).toContain('Serves a mock of the Payments Data Service over HTTP.');
    expect(general.out[0]?.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });

  test.each([
    [['mock', '--prot', '1'], '`--prot` is not an option. Did you mean `--port`?'],
    [['mock', '-x'], '`-x` is not an option. See --help.'],
    [['mock', '--port'], '`--port` needs a value. See --help.'],
    [['mock', '--port', '--host'], '`--port` needs a value. See --help.'],
    [['mock', '--port', '70000'], '`--port` must be an integer from 0 to 65535, got `70000`.'],
    [['mock', '--port', 'x'], '`--port` must be an integer from 0 to 65535, got `x`.'],
    [['mock', '--help=yes'], '`--help` takes no value.'],
    [
      ['mock', '--now', 'soon'],
      '`--now` must be system, or a date such as 2026-03-01T12:00:00Z, got `soon`.',
    ],
    [
      ['mock', '--origin', 'https://app.example/'],
      '`--origin` must be an origin such as https://app.example, or *, got `https://app.example/`.',
    ],
    [
      ['mock', '--latency', '9-1'],
      '`--latency` must be milliseconds such as 100, or a range such as 50-200, got `9-1`.',
    ],
    [
      ['mock', '--dialect', 'nulls=sql'],
      `\`--dialect\`: invalid character '=' at 1:6. ${advice(DIALECT)}`,
    ],
    [
      ['mock', '--dialect', '100'],
      `\`--dialect\` must be an object such as ${DIALECT}, got \`100\`.`,
    ],
    [['mock', '--dialect', ' '], `\`--dialect\` must be an object such as ${DIALECT}, got \` \`.`],
    [
      ['mock', '--dialect', "{nulls:'SQL'}"],
      "`--dialect`: expected `dialect.nulls` to be 'value' or 'sql' or an object of settings, got \"SQL\". Did you mean `sql`?",
    ],
    [
      ['mock', '--dialect', "text:{like:'case'}"],
      "`--dialect`: expected `dialect.text.like` to be one of 'exact', 'insensitive', 'asciiInsensitive', 'collation', got \"case\".",
    ],
    [
      ['mock', '--dialect', "{text:{likes:'exact'}}"],
      '`--dialect`: `dialect.text.likes` is not a setting. Did you mean `like`? The settings are collation, equality, like, wildcards.',
    ],
    [['mock', '--watch'], '`--watch` needs a file of rows. Name it with --data.'],
    [
      ['mock', '--inspector', '--no-inspector'],
      '`--no-inspector` and `--inspector` cannot be combined. Pass only one of them.',
    ],
    [['mock', '--schema', 'missing.ts'], '`--schema`: missing.ts does not exist.'],
    [
      ['mock', '--fail', 'status=503'],
      `\`--fail\`: invalid character '=' at 1:7. ${advice(FAULT)}`,
    ],
    [
      ['mock', '--fail', '{status:503'],
      `\`--fail\`: invalid end of input at 1:12. ${advice(FAULT)}`,
    ],
    [
      ['mock', '--fail', "'{status:503}'"],
      `\`--fail\` must be an object such as ${FAULT}, got \`'{status:503}'\`.`,
    ],
    // `{status:503,times:2}` without quotes in a shell
    [
      ['mock', '--fail', 'status:503', 'times:2'],
      '`mock` takes options only, got an argument. Write {…} in double quotes. See --help.',
    ],
    [
      ['mock', '--fail', '{status:500,status:503}'],
      '`--fail`: `status` is given more than once. Write it once.',
    ],
    [
      ['mock', '--fail', '{stauts:503}'],
      '`--fail`: `stauts` is not an option. Did you mean `status`? The options are method, path, status, error, latency, after, times, retryAfter, loseResponse.',
    ],
    [
      ['mock', '--fail', "{path:'v1/balances'}"],
      "`--fail`: expected `path` to be a path such as '/v1/balances' or '/v1/api-keys/*', without a query, got \"v1/balances\".",
    ],
    [
      ['mock', '--fail', '{status:99}'],
      '`--fail`: expected `status` to be a status from 200 to 599, got 99.',
    ],
    [
      ['mock', '--fail', "{retryAfter:'soon'}"],
      '`--fail`: expected `retryAfter` to be a number of seconds, got "soon".',
    ],
    [
      ['mock', '--fail', "{path:'/v1/balance'}"],
      '`--fail`: the service has no path /v1/balance. Did you mean `/v1/balances`?',
    ],
    [
      ['mock', '--fail', "{error:'network',status:500}"],
      '`--fail`: `error` means that there is no response. Leave out `status` and `retryAfter`, or leave out `error`.',
    ],
    [
      ['mock', '--no-auth', '--key', 'mine'],
      '`--no-auth` and `--key` cannot be combined. Pass only one of them.',
    ],
    [
      ['mock', '--key', 'two words'],
      '`--key` must be visible ASCII without spaces, because it is sent in a header.',
    ],
    [
      [],
      expect.stringMatching(/^A command is missing\. The commands are mock\b.*\. See --help\.$/),
    ],
    [['--port', '1'], expect.stringMatching(/^A command is missing\./)],
    [['mok'], 'The first argument is not a command. Did you mean `mock`?'],
    [
      ['serve'],
      expect.stringMatching(
        /^The first argument is not a command\. The commands are mock\b.*\. See --help\.$/,
      ),
    ],
    [['mock', 'me'], '`mock` takes options only, got an argument. See --help.'],
    [
      ['mock', 'rows.json5', '--watch'],
      '`mock` takes options only, got an argument. Did you mean `--data rows.json5`?',
    ],
    [
      ['connect', 'src/payments.ts'],
      '`connect` takes options only, got an argument. Did you mean `--schema src/payments.ts`?',
    ],
    [
      ['connect', 'http://127.0.0.1:4010'],
      '`connect` takes options only, got an argument. Did you mean `--base-url http://127.0.0.1:4010`?',
    ],
    [
      ['connect', 'https://me:s3cret@x.example'],
      '`connect` takes options only, got an argument. See --help.',
    ],
    [
      ['mock', '--quiet'],
      '`--quiet` does not print a key. Choose one with --key, or pass --no-auth.',
    ],
    [['connect', 'rows.json'], '`connect` takes options only, got an argument. See --help.'],
  ])('says what is wrong with %j in one line [decision 30]', async (args, message) => {
    expect(await run(...args)).toMatchObject({ status: 2, out: [], errors: [message] });
  });

  test('reports a missing file, invalid JSON5 and wrong rows in one line', async () => {
    const missing = join(folder, 'missing.json');
    expect(await run('mock', '--port', '0', '--data', missing)).toMatchObject({
      status: 2,
      errors: [`\`--data\`: ${missing} does not exist.`],
    });
    expect(await run('mock', '--port', '0', '--data', folder)).toMatchObject({
      status: 2,
      errors: [`\`--data\`: ${folder} is a folder.`],
    });
    const broken = file('broken.json', '{ balances: [');
    expect(await run('mock', '--port', '0', '--data', broken)).toMatchObject({
      status: 2,
      errors: [
        `\`--data\`: ${broken} is neither JSON nor JSON5: JSON5: invalid end of input at 1:14.`,
      ],
    });
    const wrong = file('wrong.json', '{ balances: [{ balance: 1 }] }');
    expect(await run('mock', '--port', '0', '--data', wrong)).toMatchObject({
      status: 2,
      errors: [
        `\`--data\`: ${wrong}: balances[0].balance: expected a decimal string such as '100.00', got 1. If your service differs, describe it with --schema.`,
      ],
    });
  });

  test.each([
    ['[]', 'an array'],
    ['null', 'null'],
    ['3', '3'],
  ])('reports that a file with %s has no rows by resource', async (text, got) => {
    const data = file('shape.json', text);
    expect(await run('mock', '--port', '0', '--data', data)).toMatchObject({
      status: 2,
      errors: [
        `\`--data\`: ${data}: expected an object with arrays of rows by resource, got ${got}.`,
      ],
    });
  });

  test('names the schema as the place of fields that only the rows have', async () => {
    const data = file('extra.json', '{ "accounts": [{ "email": "a@b.example" }] }');
    expect(await run('mock', '--port', '0', '--data', data)).toMatchObject({
      status: 2,
      errors: [
        `\`--data\`: ${data}: accounts[0]: \`email\` is not a field or relation of accounts. Leave it out, or declare it with extendSchema(). If your service differs, describe it with --schema.`,
      ],
    });
  });

  test('renames and revokes its key over HTTP alone [decision 30]', async () => {
    const { out, url } = await run('mock', '--port', '0', '--key', 'mine');
    const [, id = ''] = out[2]?.split('API key id: ') ?? [];
    const send = async (key: string, init: RequestInit = {}, path = '/v1/balances?take=1') => {
      const headers = { Authorization: `APIKey ${key}`, 'Content-Type': 'application/json' };
      const response = await fetch(`${url}${path}`, { headers, ...init });
      return [
        response.status,
        response.status < 400 ? '' : (await response.json()).errors[0].split('.')[0],
      ];
    };
    const put = (body: object) => ({ method: 'PUT', body: JSON.stringify(body) });
    expect(await send('mine', put({ name: 'Reporting' }), `/v1/api-keys/${id}`)).toEqual([200, '']);
    expect(await send('mine', put({ status: 'revoked' }), `/v1/api-keys/${id}`)).toEqual([200, '']);
    expect(await send('mine')).toEqual([401, 'The API key is revoked']);
  });

  test('prints only when it is ready with --quiet, and writes its process id [decision 30]', async () => {
    const pidFile = join(folder, 'mock.pid');
    const { out, url } = await run(
      'mock',
      '--port',
      '0',
      '--quiet',
      '--no-auth',
      '--pid-file',
      pidFile,
    );
    await fetch(`${url}/v1/balances?take=1`);
    expect(out).toEqual([`Ready: ${url}`]);
    expect(readFileSync(pidFile, 'utf8')).toBe(`${process.pid}\n`);
    expect(await stop()).toBe(0);
    expect(existsSync(pidFile)).toBe(false);
    const wrong = join(folder, 'missing', 'mock.pid');
    expect(await run('mock', '--port', '0', '--pid-file', wrong)).toMatchObject({
      status: 2,
      errors: [expect.stringMatching(/^`--pid-file`: .*ENOENT/)],
    });
  });

  test('rejects fields that the schema lacks', async () => {
    const module = file(
      'payments.mjs',
      `export { paymentsSchema as schema } from '${new URL('../../../src/schema/payments-schema.ts', import.meta.url)}';`,
    );
    const data = file('beside.json', '{ "accounts": [{ "email": "a@b.example" }] }');
    expect(await run('mock', '--port', '0', '--data', data, '--schema', module)).toMatchObject({
      status: 2,
      errors: [
        `\`--data\`: ${data}: accounts[0]: \`email\` is not a field or relation of accounts. Leave it out, or declare it with extendSchema().`,
      ],
    });
  });

  test.each([
    ['2026-03-01T12:00:00Z', '2026-03-01T12:00:00.000Z'],
    ['2026-03-01', '2026-03-01T00:00:00.000Z'],
  ])('sets the clock with --now %s', async (now, date) => {
    const data = file('dated.json', '{ "balances": [{}] }');
    const { url } = await run('mock', '--port', '0', '--no-auth', '--now', now, '--data', data);
    expect(await (await fetch(`${url}/v1/balances`)).json()).toMatchObject([{ created_at: date }]);
  });

  test('has the system clock with --now system', async () => {
    const data = file('today.json', '{ "balances": [{}] }');
    const start = Date.now();
    const { url } = await run(
      'mock',
      '--port',
      '0',
      '--no-auth',
      '--now',
      'system',
      '--data',
      data,
    );
    const [row] = await (await fetch(`${url}/v1/balances`)).json();
    expect(Date.parse(row.created_at)).toBeGreaterThanOrEqual(start);
    expect(Date.parse(row.created_at)).toBeLessThanOrEqual(Date.now());
  });

  test('lets pages of an --origin read responses', async () => {
    const allowed = async (url: string, origin: string) => {
      const { headers } = await fetch(`${url}/v1/balances?take=1`, { headers: { Origin: origin } });
      return headers.get('access-control-allow-origin');
    };
    const { url } = await run(
      'mock',
      '--port',
      '0',
      '--no-auth',
      '--origin',
      'https://app.example',
    );
    expect(await allowed(url, 'https://app.example')).toBe('https://app.example');
    expect(await allowed(url, 'https://other.example')).toBeNull();
    const any = await run('mock', '--port', '0', '--no-auth', '--origin', '*');
    expect(await allowed(any.url, 'https://other.example')).toBe('https://other.example');
  });

  test('reports in one line that a port is in use', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    expect(await run('mock', '--port', String(port))).toMatchObject({
      status: 2,
      errors: [
        `Port ${port} of 127.0.0.1 is already in use. Choose another one with --port, or any free one with --port 0.`,
      ],
    });
    await new Promise((resolve) => other.close(resolve));
  });

  test.each([
    ['SIGINT', 0],
    ['SIGTERM', 0],
    ['SIGHUP', 'SIGHUP'], // of a closed terminal
  ] as const)(
    'on %s, ends with %s [decision 30]',
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
