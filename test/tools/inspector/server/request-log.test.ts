import type { ServedExchange } from 'payments-data-client/mock/server';
import { describe, expect, test } from 'vitest';
import { RequestLog } from '../../../../src/tools/inspector/server/request-log.js';

const exchange = (
  target: string,
  body = 'response',
  given: Partial<ServedExchange> = {},
): ServedExchange => ({
  method: 'GET',
  target,
  rawHeaders: ['Host', 'localhost', 'X-Empty', ''],
  requestBody: undefined,
  response: { status: 200, headers: { a: 1, b: '' }, body: new TextEncoder().encode(body) },
  time: 1,
  milliseconds: 2,
  ...given,
});

describe('the log of requests', () => {
  test('returns what was added', () => {
    const log = new RequestLog();
    log.add(exchange('/a', 'é'));
    log.add(
      exchange('/b', '', {
        rawHeaders: [],
        requestBody: new Uint8Array([1, 2]),
        response: undefined,
      }),
    );
    expect([log.first, log.last]).toEqual([1, 2]);
    expect(log.get(1)).toEqual({
      id: 1,
      method: 'GET',
      target: { path: '/a', search: '', parameters: [], isDecoded: true },
      requestHeaders: [
        ['Host', 'localhost'],
        ['X-Empty', ''],
      ],
      requestBody: undefined,
      status: 200,
      responseHeaders: [
        ['a', '1'],
        ['b', ''],
      ],
      responseBody: { start: new Uint8Array([195, 169]), bytes: 2 },
      time: 1,
      milliseconds: 2,
      size: expect.any(Number),
    });
    expect(log.get(2)).toMatchObject({
      requestHeaders: [],
      requestBody: { start: new Uint8Array([1, 2]), bytes: 2 },
      status: undefined,
      responseHeaders: [],
      responseBody: undefined,
    });
    expect([log.get(0), log.get(3)]).toEqual([undefined, undefined]);
  });

  test('keeps the last 10,000', () => {
    const log = new RequestLog();
    for (let id = 1; id <= 10_005; id++) log.add(exchange(`/${id}`));
    expect([log.first, log.last]).toEqual([6, 10_005]);
    expect([log.get(5), log.get(6)?.target.path, log.get(10_005)?.target.path]).toEqual([
      undefined,
      '/6',
      '/10005',
    ]);
  });

  test('keeps the beginning of a large body', () => {
    const log = new RequestLog();
    log.add(exchange('/a', 'x'.repeat(100_000)));
    const { start, bytes } = log.get(1)?.responseBody ?? {};
    expect([start?.length, start?.buffer.byteLength, bytes]).toEqual([73_728, 73_728, 100_000]);
  });

  test('drops old requests if all of them are large', () => {
    const log = new RequestLog({ requests: 10, bytes: 5_000 });
    for (let id = 1; id <= 9; id++)
      log.add(exchange(`/${String(id).repeat(250)}`, 'x'.repeat(1_000)));
    expect([log.first, log.last]).toEqual([7, 9]);
    const kept = [7, 8, 9].map((id) => log.get(id)?.target.path);
    expect(kept).toEqual(['7', '8', '9'].map((digit) => `/${digit.repeat(250)}`));
    log.add(exchange('/a', 'x'.repeat(6_000)));
    expect([log.first, log.last]).toEqual([11, 10]);
  });

  test('returns the requests after one', () => {
    const log = new RequestLog({ requests: 3, bytes: 100_000 });
    for (let id = 1; id <= 5; id++) log.add(exchange(`/${id}`));
    const idsAfter = (id: number) => log.after(id).map((request) => request.id);
    expect([0, 3, 5, 9].map(idsAfter)).toEqual([[3, 4, 5], [4, 5], [], []]);
  });

  test('can be cleared', () => {
    const log = new RequestLog();
    log.add(exchange('/a'));
    log.clear();
    expect([log.first, log.last, log.get(1)]).toEqual([2, 1, undefined]);
    log.add(exchange('/b'));
    expect([log.first, log.last, log.get(2)?.target.path]).toEqual([2, 2, '/b']);
  });
});
