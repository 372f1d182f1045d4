import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createMock } from 'payments-data-client/mock';
import { type MockServer, serveMock } from 'payments-data-client/mock/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from './extract-snippets.js';

const page = readFileSync(join(root, 'docs/guide/testing-with-the-mock.md'), 'utf8');
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
  const code = blocks.map(([, text = '']) => text).find((text) => text.includes('//127.0.0.1:4010/')) ?? '';
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
    expect((await run('python', 'python3')).trim().split('\n')).toEqual(rows.map(({ name }) => name));
  });
});
