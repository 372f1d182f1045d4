import type { Dialect } from 'payments-data-client';
import { createProxy } from 'payments-data-client/proxy';
import { expect, test } from 'vitest';
import { compareWithReference } from './compare.js';

test('the proxy responds exactly as a service that holds only the visible rows and fields', {
  timeout: 120_000,
}, async () => {
  const { difference, requests, statuses, withRows } = await compareWithReference(createProxy, {
    scenarios: 60,
    requests: 60,
  });
  expect(difference).toBeUndefined();
  expect(requests).toBeGreaterThanOrEqual(3_000);
  // The requests must not be trivial: most succeed, many return rows, and errors occur too.
  expect(statuses['200']).toBeGreaterThan(requests * 0.7);
  expect(withRows).toBeGreaterThan(requests * 0.25);
  expect(statuses['400']).toBeGreaterThan(requests * 0.05);
  expect(statuses['404']).toBeGreaterThan(20);
});

/**
 * Services that differ in what decides about rows, in how a request is written, and in the order of
 * null.
 */
const dialects: readonly Dialect[] = [
  { nulls: 'sql' },
  {
    text: {
      collation: { ignores: ['case'] },
      equality: 'collation',
      like: 'insensitive',
      wildcards: 'sql',
    },
  },
  {
    envelope: 'data',
    parameters: {
      where: 'filter',
      include: 'fields',
      orderBy: 'sort',
      take: 'limit',
      skip: 'offset',
      after: null,
      before: null,
    },
    orderFormat: '-name',
  },
  {
    json: {
      contains: 'shallow',
      arrays: 'positions',
      emptyObject: 'equal',
      notContains: 'opposite',
      exists: 'value',
      paths: 'literal',
    },
    empty: { in: 'everything', notIn: 'nothing', or: 'everything' },
  },
  { order: { nulls: 'smallest' } },
  {
    text: {
      collation: { ignores: ['case', 'accents', 'trailingSpaces'] },
      equality: 'collation',
      like: 'collation',
    },
    uuids: 'insensitive',
    order: { default: 'id', related: 'id', ties: 'id' }, // by a field that no page hides
    nulls: { insideIn: 'rejected', insideNotIn: 'rejected' },
  },
  { text: { collation: 'en' }, dates: 'milliseconds' },
];

test.each(dialects)(
  'it does so before a service with the dialect %j',
  { timeout: 120_000 },
  async (dialect) => {
    const { difference, requests, statuses, withRows } = await compareWithReference(createProxy, {
      scenarios: 30,
      requests: 60,
      dialect,
    });
    expect(difference).toBeUndefined();
    expect(statuses['200']).toBeGreaterThan(requests * 0.7);
    expect(withRows).toBeGreaterThan(requests * 0.2);
  },
);

test('it does so with policies that are too long for one URL', { timeout: 120_000 }, async () => {
  const { difference, requests, statuses, withRows } = await compareWithReference(createProxy, {
    scenarios: 30,
    requests: 60,
    isLong: true,
  });
  expect(difference).toBeUndefined();
  expect(statuses['414'] ?? 0).toBeLessThan(requests * 0.15); // several long lists in one filter
  expect(statuses['200']).toBeGreaterThan(requests * 0.6);
  expect(withRows).toBeGreaterThan(requests * 0.15);
});
