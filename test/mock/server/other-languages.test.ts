import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createMock } from 'payments-data-client/mock';
import { serveMock } from 'payments-data-client/mock/server';
import { expect, onTestFinished, test } from 'vitest';

const run = promisify(execFile);
const folder = fileURLToPath(new URL('../../../examples/other-languages', import.meta.url));

/** Serves what `mock --key test-key` serves, and runs a program that drives it. */
async function drive(program: string, args: readonly string[]) {
  const mock = createMock({ apiKeys: [{ name: 'API key', key: 'test-key' }] });
  const { url, close } = await serveMock(mock);
  onTestFinished(close);
  const env = { ...process.env, MOCK_URL: url, PYTHONDONTWRITEBYTECODE: '1' };
  return run(program, [...args], { cwd: folder, env, timeout: 60_000 });
}

test('a test in Python drives the mock', async () => {
  const { stdout, stderr } = await drive('python3', ['test_payments.py']);
  expect(stderr).toMatch(/^Ran 4 tests in .+\n\nOK\n$/m);
  expect(stdout).toContain('`balance` is at most');
});

test('curl drives the mock', async () => {
  const { stdout } = await drive('sh', ['drive.sh']);
  const [ready, reset, inserted, rent, restored, none, requests, failing, failed, end] = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const id = expect.any(String);
  expect([ready, reset, restored, failing, end]).toEqual([{}, {}, {}, {}, {}]);
  expect(inserted).toMatchObject({ balances: [{ id, name: 'Rent', balance: '10.50' }] });
  expect([rent, none]).toEqual([[{ id, name: 'Rent', balance: '10.50' }], []]);
  expect(requests.at(-1)).toMatchObject({ rows: 0, explanation: ['No row matches `name`.'] });
  expect(failed).toEqual({ errors: [expect.any(String)] });
});
