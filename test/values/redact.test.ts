import { createMock } from 'payments-data-client/mock';
import { describe, expect, test } from 'vitest';
import { redact, redactText } from '../../src/values/redact.js';
import { ask } from '../mock/send.js';

describe('redaction', () => {
  test('replaces a long secret anywhere', () => {
    const secret = 'test_0123456789';
    expect(redact(`x${secret}y ${secret}`, [secret])).toBe('x[redacted]y [redacted]');
    expect(redact({ [secret]: [secret, 1, null, { a: secret }] }, [secret])).toEqual({
      '[redacted]': ['[redacted]', 1, null, { a: '[redacted]' }],
    });
  });

  test('replaces a short secret that is a whole word', () => {
    expect(redact('/v1/dev device dev-1 (dev)', ['dev'])).toBe(
      '/v1/[redacted] device dev-1 ([redacted])',
    );
    expect(redact('a.b axb', ['a.b'])).toBe('[redacted] axb');
  });

  test.each([
    ['dev', '[redacted]'],
    ['"dev" \'dev\' `dev` (dev)', '"[redacted]" \'[redacted]\' `[redacted]` (dev)'],
    ['{\\"a\\":\\"dev\\"}', '{\\"a\\":\\"[redacted]\\"}'],
    [
      '/v1/dev/x /v1/dev. ?a=dev&b=%64ev',
      '/v1/[redacted]/x /v1/[redacted]. ?a=[redacted]&b=[redacted]',
    ],
    ['The key APIKey dev is unknown', 'The key APIKey [redacted] is unknown'],
    ['Authorization: apikey DEV, dev', 'Authorization: apikey [redacted], dev'],
    ['dev device /device dev-1 "dev\' "a dev" /dev-1 APIKey dev-1', undefined],
  ])(
    'replaces a short secret in a message if it is a value by itself: %s',
    (text, redacted = text) => {
      expect(redactText(text, ['dev'])).toBe(redacted);
    },
  );

  test('replaces no other character than those of a short secret', () => {
    expect(redactText('got ".". Use "-".', ['.'])).toBe('got "[redacted]". Use "-".');
    expect(redactText('a.b axb "axb" "a.b"', ['a.b'])).toBe('a.b axb "axb" "[redacted]"');
  });

  test('replaces secrets that overlap once', () => {
    for (const secrets of [
      ['abcdefgh-1234', 'abcdefgh'],
      ['abcdefgh', 'abcdefgh-1234'],
      ['efgh-1234', 'abcdefgh-'],
    ])
      expect(redact('x abcdefgh-1234 x', secrets)).toBe('x [redacted] x');
  });

  test('replaces a secret of 8 characters in any letter case', () => {
    expect(redact('xabcdefg8 ABCDEFG8', ['Abcdefg8'])).toBe('x[redacted] [redacted]');
  });

  test('replaces a secret behind what could be the start of an escape sequence', () => {
    for (const text of ['%abcdef12', '\\u00abcdef12', '&#x0abcdef12'])
      expect(redact(`like '${text}%'`, ['abcdef12'])).toBe(
        `like '${text.replace('abcdef12', '[redacted]')}%'`,
      );
  });

  test('replaces a secret that is percent-encoded, in whole, in part or twice', () => {
    const secret = 'a+b/c=d%e-0123';
    for (const text of [
      encodeURIComponent(secret),
      encodeURIComponent(secret).toLowerCase(),
      encodeURI(secret),
      encodeURIComponent(encodeURIComponent(secret)),
      encodeURIComponent(encodeURIComponent(encodeURIComponent(secret))),
      'a b/c=d%e-0123', // a `+` as the reader of a query sees it
      secret.replace('b', '%62'),
    ])
      expect(redact(`/v1/%ff${text}/x`, [secret])).toBe('/v1/%ff[redacted]/x');
    expect(redact('/v1/x%2Fd%65v?a=%20dev&b=devi', ['dev'])).toBe(
      '/v1/x%2F[redacted]?a=%20[redacted]&b=devi',
    );
  });

  test('replaces a secret of any length', () => {
    for (const length of [257, 1_000_000]) {
      const secret = `${'x'.repeat(length - 1)}/`;
      expect(redact(`a%20${secret} ${encodeURIComponent(secret)}`, [secret])).toBe(
        'a%20[redacted] [redacted]',
      );
    }
  });

  test('replaces a secret that is escaped for JSON or HTML, in any letter case', () => {
    const secret = `Key-"quoted"\\/<0123>`;
    const json = JSON.stringify(secret).slice(1, -1);
    for (const text of [
      secret.toUpperCase(),
      json,
      JSON.stringify(json).slice(1, -1),
      encodeURIComponent(json),
      json.replace('/', '\\/').replace('<', '\\u003c'),
      secret
        .replaceAll('"', '&quot;')
        .replace('<', '&lt;')
        .replace('>', '&#62;')
        .replace('/', '&#x2F;'),
    ])
      expect(redact(`"${text}" \\u0041%41`, [secret])).toBe('"[redacted]" \\u0041%41');
  });

  test('leaves the escape sequences around a secret as they are', () => {
    const secret = '"/long-secret/"';
    const text = JSON.stringify({ a: `x\\${secret}\n"${secret}"\\` });
    expect(JSON.parse(redact(text, [secret]))).toEqual({ a: 'x[redacted]\n"[redacted]"\\' });
  });

  test('takes linear time', () => {
    const secret = `${'%25'.repeat(200)}${'\\'.repeat(300)}`;
    const text = `${'%25'.repeat(50_000)} ${'\\'.repeat(50_000)} ${'&#0'.repeat(50_000)}`;
    const work = (repeats: number) => {
      const start = performance.now();
      redact(text.repeat(repeats), [secret, 'x'.repeat(500)]);
      return performance.now() - start;
    };
    work(1);
    expect(work(8)).toBeLessThan(work(1) * 64);
  });

  test('covers keys that were deleted, encoded paths, and paths that are cut', async () => {
    const mock = createMock({ apiKeys: [{ key: 'main' }] });
    const { id, key } = mock.apiKeys.create({ key: 'short-lived/0123456789' });
    await ask(mock, `/api-keys/${id}`, {}, { method: 'DELETE' });
    mock.apiKeys.create(); // takes the place of the deleted one
    const { body } = await ask(mock, `/${'x'.repeat(180)}/${encodeURIComponent(key)}`);
    expect(body.errors[0]).toContain('/[redacted].');
    await ask(mock, '/balances', {
      where: `name:'${key}'`,
      order_by: 'name:asc',
      after: key,
      take: key,
    });
    const shown = JSON.stringify([body, mock.requests]);
    expect(shown).not.toMatch(/short-lived/);
    expect(mock.requests.slice(1)).toMatchObject([
      { path: `/v1/${'x'.repeat(180)}/[redacted]` },
      { where: { name: '[redacted]' }, after: '[redacted]', take: '[redacted]' },
    ]);
  });

  test.each(['GET', 'path', 'true', '1', '"', '{', '$&'])(
    'leaves the log readable if the key is %s',
    async (key) => {
      const mock = createMock({ apiKeys: [{ key }] });
      await ask(mock, '/balances', {
        where: "name:'a'",
        take: '1',
        order_by: 'name:asc',
        after: 'b',
      });
      await ask(mock, '/nothing');
      expect(mock.requests).toMatchObject([
        {
          method: 'GET',
          path: '/v1/balances',
          where: { name: 'a' },
          take: 1,
          orderBy: { name: 'asc' },
          after: 'b',
          status: 200,
        },
        { method: 'GET', path: '/v1/nothing', status: 404 },
      ]);
    },
  );
});
