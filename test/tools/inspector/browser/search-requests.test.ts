import { describe, expect, test } from 'vitest';
import {
  countNewer,
  searchRequests,
} from '../../../../src/tools/inspector/browser/search-requests.js';
import type { RequestSummary } from '../../../../src/tools/inspector/protocol.js';

const request = (id: number, resource: string, status?: number): RequestSummary => ({
  id,
  time: '2026-01-01T00:00:00.000Z',
  method: 'GET',
  path: `/v1/${resource}`,
  parameters: [{ name: 'where', text: `{ name: 'Ada ${id}' }`, isCode: true }],
  milliseconds: 1,
  resource: { name: resource, operation: 'list', id: '' },
  status,
});
const requests = [
  request(1, 'balances', 200),
  request(2, 'accounts', 404),
  request(3, 'units'),
  request(4, 'balances', 503),
];
const ids = (text: string) => searchRequests(requests, text).map(({ id }) => id);

describe('the list of requests', () => {
  test('is newest first', () => {
    expect(ids('')).toEqual([4, 3, 2, 1]);
  });

  test('is not read to find all of them', () => {
    const unread = { id: 1 } as RequestSummary; // has no parameters to read
    expect(searchRequests([unread], ' ')).toEqual([unread]);
  });

  test.each([
    ['those since', requests, requests.slice(0, 2), 2],
    ['none', requests, requests, 0],
    ['none after a reset', [], requests, 0],
    ['all if none is listed, whatever their ids are', [request(501, 'units')], [], 1],
    ['all since a reset', [request(5, 'units')], requests, 1],
  ])('counts as new %s', (_, all, listed, count) => {
    expect(countNewer(all, listed)).toBe(count);
  });

  test.each([
    ['ada 3', [3]],
    [' WHERE={ name ', [4, 3, 2, 1]],
    ['get /v1/balances', [4, 1]],
    ['503', [4]],
    ['4XX', [2]],
    ['none', [3]],
    ['/v1/balances 5xx', [4]],
    ['get /v1/balances 200', [1]],
    ['nobody', []],
  ])('is searched in the method, the path, the status and the query: %s', (text, found) => {
    expect(ids(text)).toEqual(found);
  });
});
