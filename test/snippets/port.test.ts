import { execFile, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createMock } from 'payments-data-client/mock';
import { type MockServer, serveMock } from 'payments-data-client/mock/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { read, root } from './extract-snippets.js';

const page = read('docs/guide/mock-server.md');
const has = (program: string) => spawnSync(program, ['--version']).status === 0;
const mock = createMock({ apiKeys: [{ key: 'test-key' }] });
let server: MockServer;

beforeAll(async () => {
  server = await serveMock(mock);
});
afterAll(() => server.close());

/** The code block of a language with a text. */
const block = (language: string, text: string) =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))]
    .map(([, code = '']) => code)
    .find((code) => code.includes(text)) ?? '';

/** Runs a block that sends requests to the port of the page. */
async function run(program: string, code: string): Promise<string> {
  expect(code).toContain('http://127.0.0.1:4010');
  const ours = code.replaceAll('http://127.0.0.1:4010', server.url);
  return (await promisify(execFile)(program, ['-c', ours], { cwd: root })).stdout;
}

describe('the blocks of the page about other languages', () => {
  test.runIf(has('curl'))('query the mock with curl', async () => {
    expect(JSON.parse(await run('sh', block('sh', "-H 'Authorization")))).toHaveLength(2);
  });

  test.runIf(has('python3'))('query the mock with Python', async () => {
    const rows = mock.db.balances.all().filter(({ balance }) => Number(balance) < 0);
    const printed = await run('python3', block('python', 'urlopen'));
    expect(printed.trim().split('\n').sort()).toEqual(rows.map(({ name }) => name).sort());
  });

  test.runIf(has('curl'))('control the mock with curl', async () => {
    await run('sh', block('sh', 'control()'));
    expect(mock.db.balances.all().at(-1)).toMatchObject({ name: 'Rent', balance: '-12.50' });
    const headers = { Authorization: 'APIKey test-key' };
    const statuses = [1, 2].map(async () => {
      return (await fetch(`${server.url}/v1/accounts`, { headers })).status;
    });
    expect((await Promise.all(statuses)).sort()).toEqual([200, 503]);
  });
});

describe('the script for CI', { timeout: 60_000 }, () => {
  const cli = `"${process.execPath}" --import tsx "${join(root, 'src/tools/cli/cli.ts')}"`;

  /** Runs the script with a port and other tests than `npm test`. It is killed if it hangs. */
  const runScript = (port: string, tests: string) => {
    const script = block('sh', 'npm test');
    const ours = script
      .replace('npx payments-data-client', cli)
      .replaceAll('4010', port)
      .replace('npm test', tests);
    return promisify(execFile)('bash', ['-c', ours], { cwd: root, timeout: 50_000 });
  };

  test('starts the mock, waits for it, and stops it', async () => {
    const free = await serveMock(createMock());
    await free.close();
    const { stdout } = await runScript(`${free.port}`, `sh -c 'curl -s $PAYMENTS_URL/_mock/ready'`);
    expect(stdout).toContain(`Ready: ${free.url}`);
    await expect.poll(() => fetch(free.url).catch(() => 'stopped')).toBe('stopped');
  });
});
