import { createServer } from 'node:http';
import { createClient } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { serveMock } from 'payments-data-client/mock/server';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parseOptions } from '../../src/cli/parse-options.js';
import { createServiceAccess, serviceOptions } from '../../src/cli/service-access.js';
import { createTestContext } from '../fixtures/command-context.js';
import { failure } from '../fixtures/failure.js';
import { listen } from '../fixtures/listen.js';

/** Access as a command gets it from its command line and its environment. */
function access(
  args: readonly string[],
  env: Record<string, string> = { PAYMENTS_API_KEY: 'the-key-of-a-user' },
) {
  const test = createTestContext({ env });
  const values = parseOptions({ name: 'verify', options: serviceOptions }, args);
  return {
    ...test,
    ...createServiceAccess(values as Parameters<typeof createServiceAccess>[0], test.context),
  };
}

const url = 'http://127.0.0.1:1';

describe('access to a service', () => {
  test('reads the key from the environment, and counts the requests of a client', async () => {
    const mock = createMock({ apiKeys: [{ key: 'the-key-of-a-user' }] });
    const server = await serveMock(mock);
    onTestFinished(() => server.close());
    const { sent, ...options } = access(['--base-url', `${server.url}/v1/`]);
    const client = createClient({ baseUrl: options.baseUrl, apiKey: options.apiKey, fetch: options.fetch });
    expect(await client.accounts.list({ take: 1 })).toHaveLength(1);
    expect(sent()).toBe(1);
  });

  test('reads the key from another variable with --key-env', () => {
    expect(access(['--base-url', url, '--key-env', 'OTHER'], { OTHER: ' another-key\n' }).apiKey).toBe(
      'another-key',
    );
  });

  test('hides the key in everything that the command writes', () => {
    const { context, out } = access(['--base-url', url]);
    context.out('the-key-of-a-user');
    expect(out).toEqual(['[redacted]']);
  });

  test('counts repeated attempts, and retries nothing once the limit is reached', async () => {
    let received = 0;
    const server = await listen(
      createServer((_, response) => {
        received++;
        response.writeHead(503).end();
      }),
    );
    onTestFinished(server.close);
    const { baseUrl, apiKey, fetch, signal, sent, isExhausted } = access([
      ...['--base-url', server.url, '--max-requests', '2'],
    ]);
    const client = createClient({ baseUrl, apiKey, fetch, retry: { limit: 9, maxDelay: 1 } });
    const error = await failure(client.accounts.list({}, { signal }));
    expect(error.message).toBe('the limit of 2 requests is reached (--max-requests)');
    expect([received, sent(), isExhausted()]).toEqual([2, 2, true]);
    expect(signal.reason).toBe(error);
  });

  test('is aborted by Ctrl-C', async () => {
    const { interrupt, signal, fetch, sent } = access(['--base-url', url]);
    interrupt();
    expect(signal.aborted).toBe(true);
    await failure(fetch(url));
    expect(sent()).toBe(0);
  });

  test.each([
    [[], {}, '`--base-url` is missing. See --help.'],
    [
      ['--base-url', 'api.example.com'],
      {},
      '`--base-url` must be a URL such as https://api.example.com, without credentials, query and fragment.',
    ],
    [
      ['--base-url', url],
      {},
      'The environment variable PAYMENTS_API_KEY is not set. Set it to the API key, or name the variable that contains it with --key-env.',
    ],
    [
      ['--base-url', url, '--key-env', 'sk_live_pasted'],
      {},
      'The environment variable that `--key-env` names is not set. Set it to the API key, or name the variable that contains it with --key-env.',
    ],
    [
      ['--base-url', url],
      { PAYMENTS_API_KEY: 'two words' },
      'The environment variable PAYMENTS_API_KEY is not an API key: it must be visible ASCII without spaces, because it is sent in a header.',
    ],
    [
      ['--base-url', url, '--max-requests', 'many'],
      { PAYMENTS_API_KEY: 'a-key' },
      '`--max-requests` must be an integer from 1 to 1000000, got `many`.',
    ],
    [
      ['--base-url', url, '--max-requests', '0'],
      { PAYMENTS_API_KEY: 'a-key' },
      '`--max-requests` must be an integer from 1 to 1000000, got `0`.',
    ],
    [['--key', 'sk_live'], {}, '`--key` is not an option. See --help.'],
  ])('says what is wrong with %j and %j', (args, env, message) => {
    expect(() => access(args, env)).toThrow(message);
  });
});
