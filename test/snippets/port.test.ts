import { execFile, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createMock } from 'payments-data-client/mock';
import { type MockServer, serveMock } from 'payments-data-client/mock/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scratchFolder } from '../fixtures/scratch-folder.js';
import { root } from './extract-snippets.js';

const page = readFileSync(join(root, 'docs/guide/testing.md'), 'utf8');
const has = (program: string) => spawnSync(program, ['--version']).status === 0;
const mock = createMock({ apiKeys: [{ key: 'test-key' }] });
let server: MockServer;

beforeAll(async () => {
  server = await serveMock(mock);
});
afterAll(() => server.close());

/** Runs the code block of a language that sends a request to the port in the page. */
async function run(language: string, program: string): Promise<string> {
  const blocks = [...page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))];
  const code =
    blocks.map(([, text = '']) => text).find((text) => text.includes('//127.0.0.1:4010/')) ?? '';
  expect(code).not.toBe('');
  const { stdout } = await promisify(execFile)(program, [
    '-c',
    code.replaceAll('http://127.0.0.1:4010', server.url),
  ]);
  return stdout;
}

describe('the guide on testing, from another language', () => {
  test.runIf(has('curl'))('queries the server with curl', async () => {
    expect(JSON.parse(await run('sh', 'sh'))).toHaveLength(2);
  });

  test.runIf(has('python3'))('queries the server with Python', async () => {
    const rows = mock.db.balances.all().filter(({ balance }) => Number(balance) < 0);
    expect((await run('python', 'python3')).trim().split('\n')).toEqual(
      rows.map(({ name }) => name),
    );
  });
});

describe('the script of the guide on testing in CI', { timeout: 120_000 }, () => {
  const folder = scratchFolder('ci');
  const file = join(folder, 'mock.pid');
  const cli = `"${process.execPath}" --import tsx "${join(root, 'src/tools/cli/cli.ts')}"`;
  const [, script = ''] =
    /^```sh\n(.*?)^```$/ms.exec(readFileSync(join(root, 'docs/guide/testing-in-ci.md'), 'utf8')) ??
    [];

  /**
   * Runs the script with a port and other tests than `npm test`. It is killed if it does not end.
   */
  const runScript = (port: number | string, tests: string) => {
    expect(script).toContain('npm test');
    const ours = script
      .replace('npx payments-data-client', cli)
      .replaceAll('4010', `${port}`)
      .replace('npm test', tests);
    return promisify(execFile)('bash', ['-c', ours], { cwd: folder, timeout: 60_000 });
  };

  test.each(['without', 'with'])(
    'starts and stops the mock, %s the file of a killed one',
    async (left) => {
      if (left === 'with') writeFileSync(file, '999999999');
      const read = `fetch(process.env.PAYMENTS_URL + '/v1/accounts', { headers: { Authorization: 'APIKey ' + process.env.PAYMENTS_API_KEY } })`;
      const tests = `"${process.execPath}" -e "${read}.then(async (r) => console.log(r.status, (await r.json()).length))"`;
      const port = await freePort();
      const { stdout } = await runScript(port, `${tests}; cat mock.pid`);
      const [ready, printed, pid] = stdout.trim().split('\n');
      expect([ready, printed]).toEqual([`Ready: http://127.0.0.1:${port}`, '200 12']);
      await expect.poll(() => existsSync(file)).toBe(false);
      await expect.poll(() => isRunning(Number(pid))).toBe(false);
    },
  );

  test('fails without running the tests if the port is in use', async () => {
    const run = runScript(new URL(server.url).port, 'echo tested');
    await expect(run).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('is already in use'),
    });
  });
});

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const server = await serveMock(createMock());
  await server.close();
  return Number(new URL(server.url).port);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
