import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sampleData } from 'payments-data-client/mock';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { runCli } from '../../src/cli/run-cli.js';
import { createTestContext, type TestContext } from '../fixtures/command-context.js';

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

/** Runs a command line until it ends or serves: what it wrote, and with which status it ended, if it did. */
async function run(...args: string[]) {
  const { context, out, errors, interrupt }: TestContext = createTestContext();
  const ended = runCli(args, '1.2.3', context);
  running.push({ interrupt, ended });
  const isServing = expect.poll(() => out.length, { timeout: 10_000 }).toBeGreaterThan(2);
  const status = await Promise.race([
    ended,
    Promise.resolve(isServing).then(
      () => undefined,
      () => undefined,
    ),
  ]);
  return { status, out, errors, url: /http:[^ ]+/.exec(out[0] ?? '')?.[0] ?? '' };
}

describe('the command mock', () => {
  test('serves the sample data, and prints the URL, the key and an example request', async () => {
    const { out, url } = await run('mock', '--port', '0');
    const key = out[1]?.replace('API key: ', '');
    expect(out).toEqual([
      `Mock of the Payments Data Service: ${url}`,
      `API key: ${key}`,
      `Try: curl -H 'Authorization: APIKey ${key}' '${url}/v1/balances?take=1'`,
    ]);
    const answer = await fetch(`${url}/v1/balances?take=1`, { headers: { Authorization: `APIKey ${key}` } });
    expect(await answer.json()).toHaveLength(1);
  });

  test('accepts requests without an API key with --no-auth', async () => {
    const { out, url } = await run('mock', '--port', '0', '--no-auth');
    expect(out).toEqual([
      `Mock of the Payments Data Service: ${url}`,
      'API key: not required (--no-auth)',
      `Try: curl '${url}/v1/balances?take=1'`,
    ]);
    expect(await (await fetch(`${url}/v1/balances?take=1`)).json()).toHaveLength(1);
  });

  test('logs each request on one readable line, and never the key', async () => {
    const { out, url } = await run('mock', '--port=0', '--key', 's3cret');
    const headers = { Authorization: 'APIKey s3cret' };
    await fetch(`${url}/v1/balances?where=${encodeURIComponent("{ name: 's3cret',\n type: 'main' }")}`, {
      headers,
    });
    await fetch(`${url}/v1/nothing`, { headers });
    await expect.poll(() => out).toHaveLength(5);
    expect(out[3]).toMatch(
      /^GET \/v1\/balances\?where=\{ name: '\[redacted\]', type: 'main' \} 200 \d+\.\d ms$/,
    );
    expect(out[4]).toMatch(/^GET \/v1\/nothing 404 \d+\.\d ms$/);
  });

  test('takes rows from a file of JSON5, the key, the envelope and a latency [decision 30]', async () => {
    const data = file('rows.json5', "{ balances: [{ name: 'only', balance: '1.00' }] } // rows");
    const args = ['--data', data, '--key', 'mine', '--envelope', 'result', '--latency', '1-2'];
    const { url } = await run('mock', '--port', '0', ...args);
    const answer = await fetch(`${url}/v1/balances?include=name:true`, {
      headers: { Authorization: 'APIKey mine' },
    });
    expect(await answer.json()).toEqual({ result: [{ id: expect.any(String), name: 'only' }] });
  });

  test('serves other sample data for another seed', async () => {
    const { url } = await run('mock', '--port', '0', '--key', 'mine', '--seed', '7');
    const answer = await fetch(`${url}/v1/accounts?include=id:true`, {
      headers: { Authorization: 'APIKey mine' },
    });
    expect(await answer.json()).toEqual(sampleData({ seed: 7 }).accounts.map(({ id }) => ({ id })));
  });

  test('prints its help and its version', async () => {
    expect(await run('--version')).toMatchObject({ status: 0, out: ['1.2.3'] });
    const { status, out } = await run('mock', '--help');
    expect(status).toBe(0);
    for (const option of [
      'port',
      'host',
      'data',
      'key',
      'no-auth',
      'latency',
      'seed',
      'envelope',
      'help',
      'version',
    ])
      expect(out[0]).toContain(`--${option}`);
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
      ['mock', '--latency', '9-1'],
      '`--latency` must be milliseconds such as 100, or a range such as 50-200, got `9-1`.',
    ],
    [['mock', '--envelope', 'json'], '`--envelope` must be bare or result, got `json`.'],
    [
      ['mock', '--data', 'rows.json', '--seed', '7'],
      '`--seed` and `--data` cannot be combined: `--data` replaces the sample data. Give one of them.',
    ],
    [['mock', '--seed', '-1'], '`--seed` must be an integer from 0 to 4294967295, got `-1`.'],
    [['mock', '--no-auth', '--key', 'mine'], '`--no-auth` and `--key` cannot be combined. Give one of them.'],
    [
      ['mock', '--key', 'two words'],
      '`--key` must be visible ASCII without spaces, because it is sent in a header.',
    ],
    [[], 'A command is missing. Write `payments-data-client mock`.'],
    [['mok'], '`mok` is not a command. Did you mean `mock`?'],
    [['serve'], '`serve` is not a command. Write `payments-data-client mock`.'],
    [['mock', 'me'], '`mock` takes options only, got the argument `me`. See --help.'],
  ])('says what is wrong with %j in one line [decision 30]', async (args, message) => {
    expect(await run(...args)).toMatchObject({ status: 2, out: [], errors: [message] });
  });

  test('reports a missing file, invalid JSON5 and wrong rows in one line', async () => {
    const missing = join(folder, 'missing.json');
    const { errors } = await run('mock', '--port', '0', '--data', missing);
    expect(errors[0]).toContain(`\`--data\`: ${missing} cannot be read: ENOENT`);
    const broken = file('broken.json', '{ balances: [');
    expect(await run('mock', '--port', '0', '--data', broken)).toMatchObject({
      status: 2,
      errors: [`\`--data\`: ${broken} is neither JSON nor JSON5: JSON5: invalid end of input at 1:14`],
    });
    const wrong = file('wrong.json', '{ balances: [{ balance: 1 }] }');
    expect(await run('mock', '--port', '0', '--data', wrong)).toMatchObject({
      status: 1,
      errors: ["balances[0].balance: expected decimal text such as '100.00', got 1."],
    });
  });

  test('reports in one line that a port is in use', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    expect(await run('mock', '--port', String(port))).toMatchObject({
      status: 1,
      errors: [
        `Port ${port} of 127.0.0.1 is already in use. Choose another one with --port, or any free one with --port 0.`,
      ],
    });
    await new Promise((resolve) => other.close(resolve));
  });

  test.each(['SIGINT', 'SIGTERM'] as const)(
    'ends with 0 on %s [decision 30]',
    async (signal) => {
      const cli = fileURLToPath(new URL('../../src/cli/cli.ts', import.meta.url));
      const child = spawn(process.execPath, ['--import', 'tsx', cli, 'mock', '--port', '0']);
      const ended = new Promise((resolve) => child.once('exit', (code, by) => resolve(by ?? code)));
      await new Promise((resolve) => child.stdout.once('data', resolve));
      child.kill(signal);
      expect(await ended).toBe(0);
    },
    30_000,
  );
});
