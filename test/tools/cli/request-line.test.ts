import { describe, expect, test } from 'vitest';
import { writeRequestLine } from '../../../src/tools/cli/mock-command.js';

const query = { method: 'GET', path: '/v1/balances', search: '?take=1%30' };
const request = { ...query, status: 200, time: 0, duration: 1.23 };

describe('the line of a request', () => {
  test('has the method, the path, the query, the status and the time', () => {
    expect(writeRequestLine(request)).toBe('GET /v1/balances?take=10 200 1.2 ms');
    const { status, ...broken } = request;
    expect(writeRequestLine(broken)).toBe('GET /v1/balances?take=10 no response 1.2 ms');
  });

  test.each([
    [{ rows: 0 }, '0 rows'],
    [{ rows: 1 }, '1 row'],
    [{ rows: 24 }, '24 rows'],
    [{ rows: 10, total: 24 }, '10 of 24 rows'],
  ])('has the number of rows: %j', (rows, text) => {
    expect(writeRequestLine({ ...request, ...rows })).toBe(
      `GET /v1/balances?take=10 200 ${text} 1.2 ms`,
    );
  });

  test('says below why a list is empty, or why a request failed', () => {
    const explanation = ['No row matches `name`.', "`name` differs in letter case: 'Rent'."];
    expect(writeRequestLine({ ...request, rows: 0, explanation })).toBe(
      "GET /v1/balances?take=10 200 0 rows 1.2 ms\n  No row matches `name`.\n  `name` differs in letter case: 'Rent'.",
    );
    const rejected = { ...request, status: 400, problem: 'where: `nmae` is not\na field.\x1b[31m' };
    expect(writeRequestLine(rejected)).toBe(
      'GET /v1/balances?take=10 400 1.2 ms\n  where: `nmae` is not a field.·[31m',
    );
    const long = { ...rejected, problem: `a ${'x'.repeat(900)}` };
    expect(writeRequestLine(long)).toBe(
      `GET /v1/balances?take=10 400 1.2 ms\n  a ${'x'.repeat(498)}…`,
    );
  });

  test('has nothing that a terminal acts on, and no line break', () => {
    const search = `?x=${encodeURIComponent('a\n\x1b[31m\u202eb\u2066')}+c`;
    expect(writeRequestLine({ ...request, search })).toBe(
      'GET /v1/balances?x=a ·[31m·b· c 200 1.2 ms',
    );
  });

  test('is cut if the URL is long, and shows what is no percent-encoding as it is', () => {
    const long = { ...request, path: `/${'x'.repeat(900)}`, search: '' };
    expect(writeRequestLine(long)).toBe(`GET /${'x'.repeat(499)}… 200 1.2 ms`);
    expect(writeRequestLine({ ...request, path: '/%zz', search: '' })).toBe('GET /%zz 200 1.2 ms');
  });
});
