import { describe, expect, test } from 'vitest';
import { UsageError } from '../../src/cli/command.js';
import { parseOptions } from '../../src/cli/parse-options.js';
import { readKey, serviceOptions } from '../../src/cli/service-access.js';
import { createTestContext } from '../fixtures/command-context.js';

const parse = (...args: string[]) => parseOptions({ name: 'verify', options: serviceOptions }, args);
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
});
