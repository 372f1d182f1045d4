import { createProxy } from 'payments-data-client/proxy';
import { expect, test } from 'vitest';
import { compareWithReference } from './compare.js';

test('the proxy responds exactly as a service that holds only the visible rows and properties', {
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
