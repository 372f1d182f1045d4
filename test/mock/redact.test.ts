import { createMock } from 'payments-data-client/mock';
import { describe, expect, test } from 'vitest';
import { redact } from '../../src/mock/http/redact.js';
import { ask } from './send.js';

describe('redaction', () => {
  test('replaces a long secret anywhere', () => {
    const secret = 'test_0123456789';
    expect(redact(`x${secret}y ${secret}`, [secret])).toBe('x[redacted]y [redacted]');
    expect(redact({ [secret]: [secret, 1, null, { a: secret }] }, [secret])).toEqual({
      '[redacted]': ['[redacted]', 1, null, { a: '[redacted]' }],
    });
  });

  test('replaces a short secret that is a whole word', () => {
    expect(redact('/v1/dev device dev-1 (dev)', ['dev'])).toBe('/v1/[redacted] device dev-1 ([redacted])');
    expect(redact('a.b axb', ['a.b'])).toBe('[redacted] axb');
  });

  test.each(['GET', 'path', 'true', '1', '"', '{', '$&'])(
    'leaves the log readable if the key is %s',
    async (key) => {
      const mock = createMock({ apiKeys: [{ key }] });
      await ask(mock, '/balances', { where: "name:'a'", take: '1' });
      await ask(mock, '/nothing');
      expect(mock.requests).toMatchObject([
        { method: 'GET', path: '/v1/balances', where: { name: 'a' }, status: 200 },
        { method: 'GET', path: '/v1/nothing', status: 404 },
      ]);
    },
  );
});
