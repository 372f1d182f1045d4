import { createClient } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { describe, expect, test } from 'vitest';
import { UsageError } from '../../../src/tools/cli/command.js';
import { serviceOptions } from '../../../src/tools/cli/connect-options.js';
import { parseOptions } from '../../../src/tools/cli/parse-options.js';
import { readKey, runOnService } from '../../../src/tools/cli/service-access.js';
import { createTestContext } from '../../fixtures/command-context.js';
import { failure } from '../../fixtures/failure.js';

const parse = (...args: string[]) =>
  parseOptions({ name: 'connect', options: serviceOptions }, args);
const keyOf = (env: Record<string, string>, name?: string) =>
  readKey(name, createTestContext({ env }).context);

describe('access to a service', () => {
  test('reads the key from the environment', () => {
    expect(keyOf({ PAYMENTS_API_KEY: 'the-key-of-a-user' })).toBe('the-key-of-a-user');
    expect(keyOf({ OTHER: ' another-key\n' }, 'OTHER')).toBe('another-key');
  });

  test('hides the key in everything that the command writes', () => {
    const { context, out } = createTestContext({ env: { PAYMENTS_API_KEY: 'the-key-of-a-user' } });
    readKey(undefined, context);
    context.out('the-key-of-a-user');
    expect(out).toEqual(['[redacted]']);
  });

  test.each([
    [
      {},
      undefined,
      'The environment variable PAYMENTS_API_KEY is not set. Set it to the API key, or name the variable that contains it with --key-env.',
    ],
    [
      {},
      'a-key-in-place-of-a-name',
      'The environment variable that `--key-env` names is not set. Set it to the API key, or name the variable that contains it with --key-env.',
    ],
    [
      { PAYMENTS_API_KEY: 'two words' },
      undefined,
      'The environment variable PAYMENTS_API_KEY is not an API key: it must be visible ASCII without spaces, because it is sent in a header.',
    ],
    [
      { PAYMENTS_API_KEY: 'APIKey the-key-of-a-user' },
      undefined,
      'The environment variable PAYMENTS_API_KEY begins with `APIKey `, which the command adds. Set it to the key alone.',
    ],
    [
      { PAYMENTS_API_KEY: 'the-key-of-a-user\nanother-key' },
      undefined,
      'The environment variable PAYMENTS_API_KEY has several lines. Set it to the key alone.',
    ],
  ])('explains what is wrong with a key (%j)', (env, name, message) => {
    expect(() => keyOf(env, name)).toThrow(new UsageError(message));
  });

  test('accepts a URL with the version, and rejects one with credentials', () => {
    expect(parse('--base-url', 'https://api.example.com/v1/')).toMatchObject({
      'base-url': 'https://api.example.com',
    });
    expect(() => parse('--base-url', 'https://user:secret@api.example.com')).toThrow(
      new UsageError(
        '`--base-url` must be a URL such as https://api.example.com, without credentials, query and fragment.',
      ),
    );
  });

  const runOnMock = (
    fail: Parameters<ReturnType<typeof createMock>['fail']>[0],
    timeout = 30_000,
  ) => {
    const mock = createMock();
    mock.fail(fail);
    const client = createClient({ ...mock.clientOptions, retry: 0, timeout });
    const values = { 'base-url': mock.baseUrl, 'key-env': undefined, 'max-requests': undefined };
    const { context } = createTestContext({ env: { PAYMENTS_API_KEY: 'the-key-of-a-user' } });
    return runOnService(values, context, () => client.accounts.list());
  };

  test.each([
    [
      { status: 401 },
      'GET /v1/accounts failed: 401 Unauthorized: This response was requested with mock.fail(). Check the API key.',
    ],
    [
      { status: 404 },
      'GET /v1/accounts failed: 404 Not Found: This response was requested with mock.fail(). Check --base-url.',
    ],
    [
      { status: 503 },
      'GET /v1/accounts failed: 503: This response was requested with mock.fail(). Try again later.',
    ],
    [{ error: 'timeout' }, 'GET /v1/accounts failed: no response within 50 ms. Try again later.'],
    [{ error: 'network' }, 'Check the network and --base-url.'],
  ] as const)('says in options of the command line what to do about %j', async (fault, message) => {
    const failed = await failure(
      runOnMock(fault, 'error' in fault && fault.error === 'timeout' ? 50 : 30_000),
    );
    expect(failed).toMatchObject({ message: expect.stringContaining(message) });
  });

  test('leaves an error of the program as it is', async () => {
    const { context } = createTestContext({ env: { PAYMENTS_API_KEY: 'the-key-of-a-user' } });
    const values = {
      'base-url': 'https://api.example.com',
      'key-env': undefined,
      'max-requests': undefined,
    };
    const error = new TypeError('a bug');
    await expect(runOnService(values, context, () => Promise.reject(error))).rejects.toBe(error);
  });
});
