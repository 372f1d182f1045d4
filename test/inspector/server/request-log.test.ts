import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { ByteRing } from '../../../../src/mock/server/inspector/byte-ring.js';
import { type Exchange, RequestLog } from '../../../../src/mock/server/inspector/request-log.js';

const text = (bytes: Uint8Array | undefined) => bytes && new TextDecoder().decode(bytes);

const exchange = (target: string, body = 'response', given: Partial<Exchange> = {}): Exchange => ({
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
    log.add(exchange('/b', '', { rawHeaders: [], requestBody: new Uint8Array([1, 2]), response: undefined }));
    expect([log.first, log.last]).toEqual([1, 2]);
    expect(log.get(1)).toEqual({
      id: 1,
      method: 'GET',
      target: '/a',
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
      responseBody: { start: Buffer.from('é'), bytes: 2 },
      time: 1,
      milliseconds: 2,
    });
    expect(log.get(2)).toMatchObject({
      requestHeaders: [],
      requestBody: { start: Buffer.from([1, 2]), bytes: 2 },
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
    expect([log.get(5), log.get(6)?.target, log.get(10_005)?.target]).toEqual([undefined, '/6', '/10005']);
  });

  test('drops old bodies before the requests that they belong to', () => {
    const log = new RequestLog({ heads: 100_000, bodies: 1_000 });
    for (let id = 1; id <= 30; id++) log.add(exchange(`/${id}`, String(id).repeat(100).slice(0, 100)));
    expect(log.first).toBe(1);
    const kept = Array.from({ length: 30 }, (_, index) => text(log.get(index + 1)?.responseBody?.start));
    expect(kept.slice(0, 20)).toEqual(Array(20).fill(undefined));
    expect(kept.slice(20)).toEqual(Array.from({ length: 10 }, (_, index) => String(index + 21).repeat(50)));
    expect(log.get(1)?.responseBody).toEqual({ start: undefined, bytes: 100 });
  });

  test('drops old requests if their URLs and headers are large', () => {
    const log = new RequestLog({ heads: 1_000, bodies: 1_000 });
    for (let id = 1; id <= 9; id++) log.add(exchange(`/${String(id).repeat(250)}`));
    expect(log.last).toBe(9);
    expect(log.first).toBeGreaterThan(5);
    for (let id = log.first; id <= 9; id++) expect(log.get(id)?.target).toBe(`/${String(id).repeat(250)}`);
  });

  test('can be cleared', () => {
    const log = new RequestLog();
    log.add(exchange('/a'));
    log.clear();
    expect([log.first, log.last, log.get(1)]).toEqual([2, 1, undefined]);
    log.add(exchange('/b'));
    expect([log.first, log.last, log.get(2)?.target]).toEqual([2, 2, '/b']);
  });

  // The speed of the mock depends on this: see bench/requests/compare-mock-transports.mjs.
  test('leaves no object for the garbage collector', () => {
    setFlagsFromString('--expose-gc');
    const collect: () => void = runInNewContext('gc');
    const log = new RequestLog();
    const add = (count: number) => {
      for (let id = 0; id < count; id++) log.add(exchange(`/v1/balances?take=${id}`, 'x'.repeat(2_000)));
      collect();
      return process.memoryUsage();
    };
    const before = add(5_000);
    const after = add(10_000);
    expect(after.heapUsed - before.heapUsed).toBeLessThan(2_000_000); // an object a request would be 10 MB
    expect(after.arrayBuffers - before.arrayBuffers).toBeLessThan(2_000_000);
    expect(log.get(10_000)?.target).toBe('/v1/balances?take=4999');
  });
});

describe('a ring of bytes', () => {
  test('returns what was written, or says that it was overwritten', () => {
    const ring = new ByteRing(50);
    const written: { start: number; bytes: Uint8Array }[] = [];
    for (let count = 0; count < 500; count++) {
      const bytes = new Uint8Array((count * 7) % 23).fill(count);
      written.push({ start: ring.write(bytes), bytes });
      const kept = written.filter(({ start }) => ring.has(start));
      for (const { start, bytes } of kept) expect([...ring.read(start, bytes.length)]).toEqual([...bytes]);
      expect(kept.length).toBeGreaterThan(0);
    }
  });
});
