import { createServer } from 'node:http';
import { createMock, type MockOptions, sampleData } from 'payments-data-client/mock';
import { serveMock } from 'payments-data-client/mock/server';
import { afterEach, describe, expect, test } from 'vitest';
import { runCli } from '../../src/cli/run-cli.js';
import { createTestContext, type TestProcess } from '../fixtures/command-context.js';
import { listen } from '../fixtures/listen.js';

const KEY = 'verify-test-key-0123456789';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function serve(options: Pick<MockOptions, 'like' | 'data' | 'latency'> = {}): Promise<string> {
  const server = await serveMock(createMock({ ...options, apiKeys: [{ name: 'Test', key: KEY }] }));
  closers.push(() => server.close());
  return server.url;
}

function start(args: readonly string[], process: TestProcess = {}) {
  const { context, out, errors, interrupt } = createTestContext({
    env: { PAYMENTS_API_KEY: KEY },
    ...process,
  });
  const ended = runCli(['verify', ...args], '1.2.3', context);
  return { ended, out, errors, interrupt };
}

async function run(args: readonly string[], process: TestProcess = {}) {
  const { ended, out, errors } = start(args, process);
  const status = await ended;
  expect([...out, ...errors].join('\n')).not.toContain(KEY);
  return { status, out: out.join('\n'), errors };
}

describe('verify on the command line', { timeout: 60_000 }, () => {
  test('exits with 0 if nothing differs', async () => {
    const { status, out, errors } = await run(['--base-url', await serve()]);
    expect(out).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1, \d{4}-/);
    expect(out).toMatch(/\nHolds: (\d+) of \1\n {2}authentication: 6\n/);
    expect(out).not.toMatch(/Dangerous|Differs|Unknown|What to do/);
    expect(out).not.toContain('\x1b');
    expect(out).toMatch(/\n\n\d+ requests$/);
    expect({ status, errors }).toEqual({ status: 0, errors: [] });
  });

  test('exits with 1 if something differs, and says what to do', async () => {
    const url = await serve({ like: 'insensitive' });
    const { status, out } = await run(['--base-url', url, '--only', 'where.like*', '--verbose']);
    expect(status).toBe(1);
    const text = out.replace(/^.*\n/, '').replace(/:\d+'/, `:4010'`);
    expect(text).toBe(`
Differs, and other probes depend on it: 1
  where.like-case
    expected  \`like\` is case-sensitive.
    observed  ${/observed {2}(.*)/.exec(out)?.[1]}
    request   GET /v1/balances?where={"AND":[{"id":{"in":["<id-1> … <id-8>"]}},{
              "${/"(\w+)":\{"like"/.exec(out)?.[1]}":{"like":"<text-1>"}}]}
    request   GET /v1/balances?where={"id":{"in":["<id-1> … <id-8>"]}}
    skipped   1 probe

Unknown: 1
  depends on where.like-case, which differs
    where.like-null

Holds: 5 of 7
  where.like, where.like-percent, where.like-underscore, where.like-pattern,
  where.like-empty

What to do
  These options fit this service:

    import { createMock } from 'payments-data-client/mock';

    const mock = createMock({
      like: 'insensitive',
    });

${/\d+ requests$/.exec(out)?.[0]}`);
  });

  test('prints one object for machines', async () => {
    const url = await serve({ like: 'insensitive' });
    const { status, out, errors } = await run(['--base-url', url, '--json', '--only', 'where.like-case']);
    const report = JSON.parse(out);
    expect(Object.keys(report)).toEqual(['service', 'date', 'isEmpty', 'probes', 'advice']);
    expect(report.probes).toEqual([
      {
        id: 'where.like-case',
        rules: ['decision 20'],
        result: 'differs',
        isDangerous: false,
        isAccepted: false,
        // The filter, and the rows without the filter.
        asked: [
          expect.stringMatching(/^GET \/v1\/balances\?where=\{"AND":.+"like"/),
          'GET /v1/balances?where={"id":{"in":["<id-1> … <id-8>"]}}',
        ],
        expected: '`like` is case-sensitive.',
        observed: expect.stringContaining('unexpected <id-'),
      },
    ]);
    expect({ status, errors }).toEqual({ status: 1, errors: [] });
  });

  test('exits with 0 if only accepted probes differ', async () => {
    const args = ['--base-url', await serve({ like: 'insensitive' }), '--only', 'where.like*'];
    const accepted = await run([...args, '--accept', 'where.like-case']);
    expect(accepted.out).toContain('\n\nAccepted: 1\n  where.like-case\n');
    expect(accepted.out).not.toContain('Differs');
    expect(accepted.status).toBe(0);
    expect(await run([...args, '--accept', 'where.like-percent'])).toMatchObject({ status: 1 });
    expect(await run([...args, '--accept', 'where.like-cas'])).toMatchObject({
      status: 2,
      errors: ['`where.like-cas` matches no probe. Did you mean `where.like-case`?'],
    });
  });

  test('exits with 0 for an empty workspace, and says that it is empty', async () => {
    const { status, out } = await run(['--base-url', await serve({ data: sampleData({ accounts: 0 }) })]);
    expect(status).toBe(0);
    expect(out.split('\n').slice(1, 3).join('\n')).toBe(
      'This workspace has no rows, so most probes cannot run.\n',
    );
  });

  test('exits with 2 for a wrong command line', async () => {
    const url = await serve();
    expect(await run(['--base-url', url, '--only', 'where.inn'])).toEqual({
      status: 2,
      out: '',
      errors: ['`where.inn` matches no probe. Did you mean `where.in`?'],
    });
    expect((await run(['--base-url', url], { env: {} })).status).toBe(2);
    expect((await run(['--base-url', url, '--schema', 'missing.js'])).status).toBe(2);
    expect((await run([])).status).toBe(2);
  });

  test('exits with 3 if the key is rejected', async () => {
    const env = { OTHER_KEY: 'another-key-0123456789' };
    const { status, out, errors } = await run(['--base-url', await serve(), '--key-env', 'OTHER_KEY'], {
      env,
    });
    expect({ status, out }).toEqual({ status: 3, out: '' });
    expect(errors).toEqual([
      expect.stringMatching(
        /\/v1 cannot be verified: GET \/v1\/balances returned 401\. Check the API key\.$/,
      ),
    ]);
  });

  test('exits with 3 if the service is not there, or is another one', async () => {
    const { url, close } = await listen(createServer());
    close();
    const missing = await run(['--base-url', url]);
    expect(missing).toMatchObject({ status: 3, out: '' });
    expect(missing.errors[0]).toContain('ECONNREFUSED');
    const page = await listen(createServer((_, response) => response.end('<html>Welcome</html>')));
    closers.push(page.close);
    const other = await run(['--base-url', page.url, '--json']);
    expect(other.status).toBe(3);
    expect(JSON.parse(other.out).failure).toContain('expected JSON');
  });

  test('prints neither the key nor control characters that the service returns as names', async () => {
    const id = '00000000-0000-4000-8000-000000000000';
    const row = { id, [`${'x'.repeat(50)}${KEY}`]: 1, '\x1b[2J\x9b8m\u202e': 1 };
    const service = await listen(
      createServer((_, response) =>
        response.setHeader('Content-Type', 'application/json').end(JSON.stringify([row])),
      ),
    );
    closers.push(service.close);
    for (const args of [[], ['--json'], ['--show-values']]) {
      const { out } = await run(['--base-url', service.url, '--only', 'responses.fields', ...args]);
      expect(out).toContain('[redacted]');
      expect(out.replace(/\s/g, '')).not.toContain(KEY);
      expect(out).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}]/u);
    }
  });

  test('stops at the limit of requests, without a difference', async () => {
    const { status, out, errors } = await run(['--base-url', await serve(), '--max-requests', '60']);
    expect(status).toBe(0);
    expect(out).toContain('\n  the limit of 60 requests is reached (--max-requests)\n');
    expect(out).toMatch(/\n60 requests$/);
    expect(errors).toEqual([
      'The limit of 60 requests was reached before all probes ran. Raise --max-requests.',
    ]);
  });

  test('exits with 130 at Ctrl-C, and prints nothing more', async () => {
    const { ended, out, interrupt } = start(['--base-url', await serve({ latency: 20 })]);
    setTimeout(interrupt, 300);
    expect(await ended).toBe(130);
    expect(out).toEqual([]);
  });

  test('shows the progress on a terminal, and colors', async () => {
    const { status, out, errors } = await run(['--base-url', await serve(), '--only', 'where.in'], {
      isTerminal: true,
      columns: 120,
    });
    expect(errors.some((text) => text.endsWith('1 of 1 probes'))).toBe(true);
    expect(out).toContain('\x1b[32mHolds: 1 of 1\x1b[39m');
    expect(status).toBe(0);
  });
});
