import { describe, expect, test } from 'vitest';
import { createColors } from '../../../src/tools/cli/command.js';
import { writeRequestLine } from '../../../src/tools/cli/mock-command.js';

const request = {
  method: 'GET',
  target: '/v1/balances?take=1%30',
  status: 200,
  milliseconds: 1.23,
};
const plain = { colors: createColors({}, false), columns: 80 };
const colored = { colors: createColors({}, true), columns: 80 };

describe('the line of a request', () => {
  test('has no colors in a pipe', () => {
    expect(writeRequestLine(request, plain, [])).toBe('GET /v1/balances?take=10 200 1.2 ms');
    expect(writeRequestLine({ method: 'GET', target: '/', milliseconds: 0 }, plain, [])).toBe(
      'GET / no response 0.0 ms',
    );
  });

  test('has a bold method and a dim time on a terminal', () => {
    expect(writeRequestLine(request, colored, [])).toBe(
      '\x1b[1mGET\x1b[22m /v1/balances?take=10 \x1b[32m200\x1b[39m \x1b[2m1.2 ms\x1b[22m',
    );
  });

  test.each([
    [204, 32],
    [302, 36],
    [404, 33],
    [503, 31],
  ])('has a color for the class of status %d', (status, code) => {
    expect(writeRequestLine({ ...request, status }, colored, [])).toContain(
      `\x1b[${code}m${status}\x1b[39m`,
    );
  });

  test('says why a request failed: below, in lines for the terminal, without keys, and cut to 500 characters', () => {
    const rejected = { ...request, status: 400, problem: 'where: `nmae` is not\na field.\x1b[31m' };
    expect(writeRequestLine(rejected, plain, [])).toBe(
      'GET /v1/balances?take=10 400 1.2 ms\n  where: `nmae` is not a field.·[31m',
    );
    expect(writeRequestLine(rejected, { ...plain, columns: 20 }, [])).toBe(
      'GET /v1/balances?take=10 400 1.2 ms\n  where: `nmae` is\n  not a field.·[31m',
    );
    const long = { ...rejected, problem: `s3cret ${'x'.repeat(900)}` };
    expect(writeRequestLine(long, plain, ['s3cret'])).toBe(
      `GET /v1/balances?take=10 400 1.2 ms\n  [redacted]\n  ${'x'.repeat(489)}…`,
    );
  });

  test('has a red note if there was no response', () => {
    const { status, ...broken } = request;
    expect(writeRequestLine(broken, colored, [])).toContain('\x1b[31mno response\x1b[39m');
  });

  test('never contains a key, a line break or a control character', () => {
    const target = `/v1/s3cret?x=${encodeURIComponent('a\n\x1b[31m')}`;
    expect(writeRequestLine({ ...request, target }, plain, ['s3cret'])).toBe(
      'GET /v1/[redacted]?x=a ·[31m 200 1.2 ms',
    );
  });

  test('never contains a part of a key, or a key in another spelling', () => {
    const lineOf = (target: string, key: string) =>
      writeRequestLine({ ...request, target }, plain, [key]);
    const key = 'test_0123456789abcdef';
    expect(lineOf(`/${'x'.repeat(485)}/${key}`, key)).toBe(
      `GET /${'x'.repeat(485)}/[redacted] 200 1.2 ms`,
    );
    expect(lineOf(`/%ff?key=abc%2fdef%3d0123`, 'abc/def=0123')).toBe(
      'GET /%ff?key=[redacted] 200 1.2 ms',
    );
    expect(lineOf('/?key=abc+def+0123', 'abc+def+0123')).toBe('GET /?key=[redacted] 200 1.2 ms');
  });

  test('does not change the direction of text', () => {
    const target = `/v1/${encodeURIComponent('a\u202eb\u2066')}`;
    expect(writeRequestLine({ ...request, target }, plain, [])).toBe('GET /v1/a·b· 200 1.2 ms');
  });

  test('is cut if the URL is long, and shows what is no percent-encoding as it is', () => {
    expect(writeRequestLine({ ...request, target: `/${'x'.repeat(900)}` }, plain, [])).toBe(
      `GET /${'x'.repeat(499)}… 200 1.2 ms`,
    );
    expect(writeRequestLine({ ...request, target: '/%zz' }, plain, [])).toBe('GET /%zz 200 1.2 ms');
  });
});
