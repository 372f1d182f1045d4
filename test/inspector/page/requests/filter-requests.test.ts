import { describe, expect, test } from 'vitest';
import { emptyFault, toFaultInput } from '../../../../src/inspector/page/faults/fault-fields.js';
import { anyRequest, filterRequests } from '../../../../src/inspector/page/requests/filter-requests.js';
import type { RequestSummary } from '../../../../src/inspector/protocol.js';

const request = (id: number, resource?: string, status?: number): RequestSummary => ({
  id,
  time: '2026-01-01T00:00:00.000Z',
  method: 'GET',
  path: '/v1/any',
  parameters: [],
  milliseconds: 1,
  ...(resource !== undefined && { resource }),
  ...(status !== undefined && { status }),
});
const requests = [
  request(1, 'balances', 200),
  request(2, 'accounts', 404),
  request(3),
  request(4, 'balances', 503),
];
const ids = (filter: Partial<typeof anyRequest>, pausedAt?: number) =>
  filterRequests(requests, { ...anyRequest, ...filter }, pausedAt).map(({ id }) => id);

describe('the list of requests', () => {
  test('is newest first, and keeps to its filter', () => {
    expect(ids({})).toEqual([4, 3, 2, 1]);
    expect(ids({ resource: 'balances' })).toEqual([4, 1]);
    expect(ids({ resource: 'none' })).toEqual([3]);
    expect(ids({ status: '4xx' })).toEqual([2]);
    expect(ids({ status: 'none' })).toEqual([3]);
    expect(ids({ resource: 'balances', status: '5xx' })).toEqual([4]);
  });

  test('ends, while it is paused, with the newest request of before', () => {
    expect(ids({}, 2)).toEqual([2, 1]);
    expect(ids({}, 0)).toEqual([]);
  });
});

describe('the form of a fault', () => {
  test('leaves out what is empty', () => {
    expect(toFaultInput(emptyFault)).toEqual({ status: 503 });
    expect(toFaultInput({ ...emptyFault, effect: 'latency', latency: '200-800' })).toEqual({
      latency: [200, 800],
    });
    expect(
      toFaultInput({ ...emptyFault, effect: 'lost', path: ' /v1/balances ', times: '2', after: '1' }),
    ).toEqual({
      path: '/v1/balances',
      error: 'network',
      loseResponse: true,
      after: 1,
      times: 2,
    });
  });

  test('sends no Retry-After header without a response', () => {
    expect(toFaultInput({ ...emptyFault, effect: 'timeout', retryAfter: '5' })).toEqual({ error: 'timeout' });
    expect(toFaultInput({ ...emptyFault, retryAfter: '5' })).toEqual({ status: 503, retryAfter: 5 });
  });
});
