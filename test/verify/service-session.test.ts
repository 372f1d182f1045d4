import { createMock } from 'payments-data-client/mock';
import { expect, test } from 'vitest';
import { verifyService } from '../../src/verify/verify-service.js';
import { idsWith } from './find-differences.js';

test('verify gives up a service that stops responding', { timeout: 60_000 }, async () => {
  const { baseUrl, apiKey, fetch } = createMock().clientOptions;
  let sent = 0;
  const report = await verifyService({
    baseUrl,
    apiKey,
    fetch: async (input, init) => {
      if (++sent > 40) throw new TypeError('the connection was reset');
      return fetch(input, init);
    },
  });
  // Four requests at a time are sent three times.
  expect(sent).toBeLessThan(40 + 3 * (6 + 4));
  expect(idsWith(report, 'differs')).toEqual([]);
  expect(idsWith(report, 'holds').length).toBeGreaterThan(10);
  expect(report.probes.filter(({ observed }) => observed === 'the service stopped responding')).not.toEqual(
    [],
  );
});

test('verify reports a service that never responds', { timeout: 60_000 }, async () => {
  const { baseUrl, apiKey } = createMock().clientOptions;
  const report = await verifyService({
    baseUrl,
    apiKey,
    timeout: 50,
    fetch: (input, init) =>
      new Promise((_, reject) => {
        const { signal } = new Request(input, init);
        signal.addEventListener('abort', () => reject(signal.reason));
      }),
  });
  expect(report.failure).toContain('the timeout of 50 ms expired');
  expect(idsWith(report, 'unknown')).toEqual(report.probes.map(({ id }) => id));
});
